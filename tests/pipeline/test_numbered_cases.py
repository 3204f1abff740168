"""Troubles that people reported, on whole runs with a model, by the numbers of the lists (`field`, `graphrag`, `RP4`).

Those of single replies stand in `tests/engines/test_numbered_cases.py`.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import docx
import pytest

from graphrag_desktop.domain.case_file import CaseItem, CaseKind
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import GraphRagError
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.case_export import make_paper
from graphrag_desktop.explore.case_writers import write_paper
from graphrag_desktop.explore.records import record_view
from graphrag_desktop.llm import server as servers
from graphrag_desktop.query.global_search import ask_global
from graphrag_desktop.storage import claims, documents, graph
from tests.llm.speaking import QUICK
from tests.pipeline.model_projects import ModelRuns
from tests.pipeline.test_model_servers import few_texts
from tests.scripted_behaviour import CHAT, FINE, Asked, Fault
from tests.scripted_server import ScriptedServer

END = "<|COMPLETE|>"


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelRuns]:
    monkeypatch.setattr(servers, "RetryPolicy", lambda: QUICK)
    with ScriptedServer() as running:
        found = ModelRuns(running, tmp_path, unit_tokens=600)
        few_texts(found, 2)
        yield found


def texts(runs: ModelRuns, *written: str) -> None:
    """These documents alone."""
    for each in runs.folder.iterdir():
        each.unlink()
    for at, text in enumerate(written):
        (runs.folder / f"{at}.txt").write_text(text, encoding="utf-8")


def test_graphrag_5_and_field_52_that_a_document_without_entities_stops_nothing(runs: ModelRuns) -> None:
    whole = "Ada Varn met Otto Kell at Tal Harbour, and Otto Kell told Ada Varn of the Zinc Works."
    texts(runs, "Hello world, it is a fine day for everybody here.", whole)
    runs.server.behave(
        faults=lambda asked: Fault(text=END) if asked.task == "extract" and "Hello" in asked.prompt else FINE
    )
    summary = runs.run(gleanings=0)
    assert summary.failures == ()
    assert (summary.counts.documents, summary.counts.entities > 0) == (2, True)


def test_field_52_that_where_nothing_is_found_at_all_it_is_said_with_the_reply_to_read(runs: ModelRuns) -> None:
    runs.server.behave(faults=lambda asked: Fault(text="I found no entities.") if asked.path == CHAT else FINE)
    summary = runs.run()
    assert not summary.is_complete
    assert {each.reply for each in summary.failures} == {"I found no entities."}
    with runs.opened() as project, pytest.raises(GraphRagError, match="the last run failed 2 times"):
        ask_global(project, "What is it about?", 0, RunControl())


@pytest.mark.parametrize("reply", [END, "No claims found."])
def test_graphrag_12_that_claims_of_which_there_are_none_end_nothing(runs: ModelRuns, reply: str) -> None:
    runs.server.behave(faults=lambda asked: Fault(text=reply) if asked.task.startswith("claims") else FINE)
    summary = runs.run(claims=True)
    assert runs.server.counts.answered["claims"] > 0
    assert summary.failures == ()
    assert (summary.counts.entities > 0, summary.counts.reports > 0) == (True, True)
    with runs.opened(claims=True) as project:
        assert claims.claims(project.database) == ()
        assert ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl()).is_answered


def test_graphrag_17_and_field_42_that_a_server_that_counts_requests_loses_no_text(runs: ModelRuns) -> None:
    few_texts(runs, 4)
    runs.server.behave(
        faults=lambda asked: (
            Fault(429, {"Retry-After": "0.02"}) if asked.path == CHAT and asked.number % 3 == 0 else FINE
        )
    )
    summary = runs.run()
    assert summary.failures == ()
    assert runs.server.counts.answered["extract"] == summary.counts.text_units == 4


def test_graphrag_18_that_every_request_may_fail_once(runs: ModelRuns) -> None:
    runs.server.behave(faults=lambda asked: Fault((503, 0)[asked.number % 2]) if asked.repeat == 1 else FINE)
    assert runs.run().failures == ()


def test_field_43_that_a_used_up_quota_pauses_the_run_at_once(runs: ModelRuns) -> None:
    few_texts(runs, 8)
    quota = Fault(429, error={"error": {"type": "insufficient_quota", "code": "insufficient_quota", "message": "no"}})
    runs.server.behave(faults=lambda asked: quota if asked.task == "extract" and asked.number > 4 else FINE)
    summary = runs.run(concurrency=4)
    refused = runs.server.counts.tasks["extract"] - runs.server.counts.answered["extract"]
    assert 1 <= refused <= 4 + 4  # no more than were under way
    assert "no credit" in summary.failures[0].reason
    runs.server.behave(faults=lambda asked: FINE)
    before = runs.server.counts.answered["extract"]
    runs.server.forget()
    assert runs.run().is_complete
    assert runs.server.counts.tasks["extract"] == 8 - before


def test_field_44_that_what_always_fails_is_named_and_alone_sent_again(runs: ModelRuns) -> None:
    few_texts(runs, 6)

    def broken(asked: Asked) -> Fault:
        is_one = any(f"cargo number {number} " in asked.prompt for number in (3, 103, 203))
        return Fault(500, error={"error": {"message": "out of memory"}}) if asked.task == "extract" and is_one else FINE

    runs.server.behave(faults=broken)
    summary = runs.run(gleanings=0)
    assert [each.stage for each in summary.failures] == ["extraction"] * 3
    assert all("failed (500): out of memory" in each.reason for each in summary.failures)
    runs.server.forget()
    runs.server.behave(faults=lambda asked: FINE)
    assert runs.run(gleanings=0).is_complete
    assert runs.server.counts.tasks["extract"] == 3


def test_field_53_that_colours_of_a_terminal_reach_no_label_and_stop_no_export(runs: ModelRuns) -> None:
    loud = "\x1b[31mBuild log\x1b[0m capture\x0c"
    texts(runs, f"# {loud}\n\nThe machine wrote of it.\n", "Ada Varn met Otto Kell at Tal Harbour.")
    told = f'("entity"<|>{loud}<|>thing<|>\x1b[1mIt broke.\x0c)##("entity"<|>Ada Varn<|>person<|>)##("relationship"<|>{loud}<|>Ada Varn<|>read it<|>3)<|COMPLETE|>'
    runs.server.behave(faults=lambda asked: Fault(text=told) if asked.task == "extract" else FINE)
    assert runs.run(gleanings=0).failures == ()
    with runs.opened() as project:
        titles = {each.title: each.description for each in graph.entities(project.database)}
        answer = ask_global(project, "What was read?", 0, RunControl())
    assert titles["Build log capture"] == "It broke."
    item = CaseItem("a", CaseKind.ANSWER, f"What of {loud}?", f"{answer.text} {loud}", "2026-01-01")
    paper = make_paper(loud, "2026-01-01", [item])
    assert docx.Document(BytesIO(write_paper(paper, "case.docx"))).paragraphs
    for name in ("case.html", "case.md"):
        assert not set(write_paper(paper, name)) & {0x0C, 0x1B}


def test_field_59_that_one_bad_report_is_one_and_trying_again_is_one_call(runs: ModelRuns) -> None:
    few_texts(runs, 4)
    bad: list[str] = []

    def spoilt(asked: Asked) -> Fault:
        if asked.task == "report" and not bad:
            bad.append(asked.prompt)
        is_it = bool(bad) and asked.task == "report" and asked.prompt.startswith(bad[0])
        return Fault(text='{"title": "X", ]') if is_it else FINE

    runs.server.behave(faults=spoilt)
    summary = runs.run()
    (failure,) = [each for each in summary.failures if each.stage == "reports"]
    assert failure.reply == '{"title": "X", ]'
    assert summary.counts.reports == summary.counts.communities - 1
    runs.server.forget()
    runs.server.behave(faults=lambda asked: FINE)
    assert runs.run().is_complete
    assert runs.server.counts.tasks["report"] >= 1
    assert runs.server.counts.tasks["extract"] == 0


def test_field_60_and_graphrag_14_that_without_a_report_a_question_says_why_and_asks_nobody(runs: ModelRuns) -> None:
    runs.server.behave(
        faults=lambda asked: Fault(text="It is a nice community.") if asked.task in {"report", "other"} else FINE
    )
    summary = runs.run()
    assert summary.counts.reports == 0
    assert summary.counts.entities > 0
    assert {each.stage for each in summary.failures} == {"reports"}
    runs.server.forget()
    with runs.opened() as project, pytest.raises(GraphRagError, match="report"):
        ask_global(project, "What is it about?", 0, RunControl())
    assert runs.server.counts.paths[CHAT] == 0


def test_field_66_that_citations_lead_to_what_was_in_the_prompt_though_numbers_have_gaps(runs: ModelRuns) -> None:
    few_texts(runs, 4)
    runs.run()
    (runs.folder / "1.txt").unlink()
    runs.run()
    runs.server.forget()
    with runs.opened() as project:
        answer = ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
        titles = {(each.kind, each.number): record_view(project, each).title for each in answer.citations}
        numbers = [each.number for each in graph.relationships(project.database)]
        quoted = {
            each: documents.text_of(project.database, each.document)
            for one in answer.citations
            for each in one.evidence
        }
    assert sorted(numbers) != list(range(1, len(numbers) + 1))
    prompts = "\n".join(each.prompt for each in runs.server.counts.requests if each.task == "map")
    given = {int(number): title.strip() for number, title in re.findall(r"^Report (\d+): (.*)$", prompts, re.MULTILINE)}
    cited = {number: title for (kind, number), title in titles.items() if kind is Kind.REPORT}
    assert cited
    assert cited == {number: given[number] for number in cited}
    assert quoted
    assert all(text[each.span.start : each.span.end] == each.quote for each, text in quoted.items())


def test_field_68_that_an_answer_is_fresh_after_each_change_and_kept_without_one(runs: ModelRuns) -> None:
    question = "What cargo was brought to Tal Harbour?"

    def asked(model: str = "scripted-model") -> int:
        runs.run(model)
        runs.server.forget()
        with runs.opened(model) as project:
            ask_global(project, question, 0, RunControl())
        return runs.server.counts.tasks["map"]

    assert (asked() > 0, asked()) == (True, 0)
    few_texts(runs, 3)
    assert (asked() > 0, asked()) == (True, 0)
    assert (asked("other-model") > 0, asked("other-model"), asked()) == (True, 0, 0)


def test_rp4_and_graphrag_33_that_a_parent_too_large_is_sent_the_reports_of_its_largest_parts(runs: ModelRuns) -> None:
    few_texts(runs, 8)
    runs.run(report_data_tokens=700, report_tokens=200, max_cluster_size=6)
    prompts = [each.prompt.partition("# Records")[2] for each in runs.server.counts.requests if each.task == "report"]
    substituted = [each for each in prompts if "\nReport " in each]
    assert substituted
    for each in substituted:
        assert runs.server.counts.answered["report"] > 1
        assert len(each) * 10 // 44 < 700 * 2  # by the server's own count, which is a rough one


@pytest.mark.parametrize("form", ["answer", "points"])
def test_q7_that_both_forms_of_the_map_lead_to_one_answer(runs: ModelRuns, form: str) -> None:
    def points(asked: Asked) -> Fault:
        told = '{"points": [{"description": "It is herring [Data: Reports (1)].", "score": 80}, {"description": "no", "score": 0}], "reports": [{"number": 1, "score": 70}]}'
        return Fault(text=told) if form == "points" and asked.task == "map" else FINE

    runs.server.behave(faults=points)
    runs.run(map_form=form)
    with runs.opened(map_form=form) as project:
        answer = ask_global(project, "What cargo was brought to Tal Harbour?", 0, RunControl())
    assert answer.is_answered
    (told,) = {each.prompt.partition("\n")[0] for each in runs.server.counts.requests if each.task == "reduce"}
    assert told
    reduced = [each.prompt for each in runs.server.counts.requests if each.task == "reduce"]
    assert ("It is herring" in reduced[0]) == (form == "points")


def test_that_three_texts_in_a_hundred_and_fifty_that_can_never_be_read_are_all_that_is_missing(
    runs: ModelRuns,
) -> None:
    few_texts(runs, 150)
    lasting = {
        "cargo number 1000 ": Fault(400, error={"error": {"code": "content_filter", "message": "filtered"}}),
        "cargo number 5000 ": Fault(refusal="I cannot help with that."),
        "cargo number 9000 ": Fault(400, error={"error": {"message": "this text is odd"}}),
    }

    def faults(asked: Asked) -> Fault:
        return next((each for mark, each in lasting.items() if asked.task == "extract" and mark in asked.prompt), FINE)

    runs.server.behave(faults=faults)
    summary = runs.run(gleanings=0)
    assert [each.stage for each in summary.failures] == ["extraction"] * 3
    told = " ".join(each.reason for each in summary.failures)
    assert all(words in told for words in ("filter", "declined", "this text is odd"))
    assert {each.item.partition(",")[0] for each in summary.failures} == {"10.txt", "50.txt", "90.txt"}
    runs.server.forget()
    runs.server.behave(faults=lambda asked: FINE)
    assert runs.run(gleanings=0).is_complete
    assert runs.server.counts.tasks["extract"] == 3
