"""What holds for every way of asking, with and without a model."""

import json
import re
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import CitationStatus, Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import Cancelled, QuestionError
from graphrag_desktop.domain.events import AnswerGrew, Event
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.llm.models import ChatRequest
from graphrag_desktop.project import Project, create_project
from graphrag_desktop.query.modes import MODES, estimate_modes, search_for
from graphrag_desktop.storage import documents
from graphrag_desktop.storage.answers import answers
from graphrag_desktop.storage.check import find_problems
from tests.projects import make_project
from tests.query.asking import FAIR, WATER, asked, read_by_model

_MODES = [each.mode for each in MODES]
_ROUNDS = [Mode.DRIFT, Mode.JUST_IN_TIME]
_BY_PARTS = [Mode.GLOBAL, Mode.GUIDED, Mode.SOURCE_TEXT, *_ROUNDS]
_AT_ONCE = [each for each in _MODES if each not in _BY_PARTS]
_TASKS = {Mode.DRIFT: {"explore", "reduce"}, Mode.DUAL_LEVEL: {"keywords", "answer"}}


@pytest.fixture
def project(tmp_path: Path) -> "Project":
    return make_project(tmp_path / "mill.graphrag")


def _reply(request: ChatRequest) -> str:
    if request.task == "map":
        cited = "Reports (1)" if "Report 1:" in request.messages[0].text else "Sources (1)"
        return json.dumps({"answer": f"It told them [Data: {cited}].", "score": 60, "reports": []})
    if request.task == "explore":
        cited = "Reports (1)" if "Report 1:" in request.messages[0].text else "Sources (1)"
        return json.dumps(
            {"answer": f"It told them [Data: {cited}].", "score": 60, "follow_ups": ["Who is Edith Vane?"]}
        )
    if request.task == "keywords":
        return json.dumps({"low_level": ["Norden Paper"], "high_level": ["pollution"]})
    if request.task == "reduce":
        return "It told the council [Data: Reports (1)]. It was on Monday [Data: Sources (1)]."
    cited = "Sources (1)" if "Source 1:" in request.messages[0].text else "Entities (1)"
    return f"It told the council [Data: {cited}; Claims (9999)]."


def test_that_every_way_of_asking_is_in_the_table_once() -> None:
    assert sorted(_MODES) == sorted(Mode)
    assert all(each.title and each.when.endswith(".") for each in MODES)


@pytest.mark.parametrize("mode", _MODES)
@pytest.mark.parametrize("question", [WATER, FAIR])
def test_that_every_sentence_leads_back_to_words_of_the_documents(project: Project, mode: Mode, question: str) -> None:
    with project:
        answer, events = asked(project, mode, question)
        assert (answer.mode, answer.is_answered, answer.coverage) == (mode, True, 1.0)
        assert answer.text == "".join(each.text for each in events if isinstance(each, AnswerGrew))
        assert answer.citations
        for citation in answer.citations:
            assert citation.status is CitationStatus.OK
            assert citation.evidence
            for each in citation.evidence:
                text = documents.text_of(project.database, each.document)
                assert each.quote == text[each.span.start : each.span.end]
        assert answers(project.database) == (answer,)
        assert find_problems(project.database) == ()


@pytest.mark.parametrize("mode", _MODES)
def test_that_a_model_answers_with_its_citations_checked_and_its_cost_counted(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        estimate = search_for(project, mode).estimate(WATER)
        answer, _ = asked(project, mode, WATER)
        assert answer.is_answered
        tasks = {each.task for each in model.requests}
        assert tasks == _TASKS.get(mode, {"answer"} if mode in _AT_ONCE else {"map", "reduce"})
        assert len(model.requests) == estimate.calls or (mode is Mode.DRIFT and len(model.requests) < estimate.calls)
        assert answer.model_calls >= len(model.requests)  # vectors are calls too
        assert answer.prompt_tokens
        assert answer.money
        assert estimate.money is not None
        assert any(each.status is CitationStatus.OK and each.evidence for each in answer.citations)
        if mode in _AT_ONCE:
            assert [each.status for each in answer.citations] == [CitationStatus.OK, CitationStatus.UNKNOWN]
        again, _ = asked(project, mode, WATER)
        assert (again.text, again.model_calls) == (answer.text, 0)


@pytest.mark.parametrize("mode", _MODES)
def test_that_what_would_be_sent_is_what_is_sent(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        contexts = search_for(project, mode).contexts(WATER, RunControl())
        assert [each.task for each in model.requests] == (["keywords"] if mode is Mode.DUAL_LEVEL else [])
        asked(project, mode, WATER)
        prompts = [each.messages[0].text for each in model.requests if each.task not in {"reduce", "keywords"}]
        later = {Mode.GUIDED, Mode.DRIFT}  # what they read later only answers can tell
        assert len(prompts) == len(contexts) or mode in later
        for context in contexts:
            assert context.context.tokens <= context.limit
            shown = [each.item for each in context.candidates if each.is_in]
            assert any(all(_is_told(each.kind, each.number, prompt) for each in shown) for prompt in prompts)


def _is_told(kind: Kind, number: int, prompt: str) -> bool:
    return re.search(rf"\b{kind.value.capitalize()} {number}\b", prompt) is not None


@pytest.mark.parametrize("mode", _MODES)
def test_that_nothing_to_ask_is_said(tmp_path: Path, project: Project, mode: Mode) -> None:
    with project, create_project(tmp_path / "empty.graphrag") as empty:
        for question, where in (("  ", project), (WATER, empty)):
            with pytest.raises(QuestionError):
                asked(where, mode, question)
            with pytest.raises(QuestionError):
                search_for(where, mode).contexts(question, RunControl())


@pytest.mark.parametrize("mode", _MODES)
@pytest.mark.parametrize("question", ["?", "水", "x" * 20_000, "was sagt Norden Paper " * 900, "\ud800", "(((*&^"])
def test_that_strange_questions_have_an_answer(project: Project, mode: Mode, question: str) -> None:
    with project:
        answer, _ = asked(project, mode, question)
        assert answer.text.strip()


@pytest.mark.parametrize("mode", _MODES)
def test_that_what_is_not_there_is_not_answered(project: Project, mode: Mode) -> None:
    with project:
        answer, _ = asked(project, mode, "What is said about cryptocurrency?")
        assert not answer.is_answered
        assert answer.citations == ()
        assert "cryptocurrency" in answer.text


@pytest.mark.parametrize("mode", [each for each in _AT_ONCE if each is not Mode.ALL_LEVELS])
def test_that_a_question_about_everything_is_sent_to_the_whole_collection(project: Project, mode: Mode) -> None:
    with project:
        answer, _ = asked(project, mode, "What are the main themes?")
        assert not answer.is_answered
        assert "whole collection" in answer.text


@pytest.mark.parametrize("mode", _AT_ONCE)
def test_that_an_answer_that_is_stopped_keeps_what_there_is(project: Project, mode: Mode) -> None:
    def stop(happened: Event) -> None:
        if isinstance(happened, AnswerGrew):
            control.cancel()

    control = RunControl(stop)
    with project:
        answer = search_for(project, mode).run(WATER, control)
        assert answer.is_stopped
        assert answer.text
        assert answers(project.database) == (answer,)
        ended = RunControl()
        ended.cancel()
        with pytest.raises(Cancelled):
            search_for(project, mode).run(WATER, ended)
        assert answers(project.database) == (answer,)


def test_that_the_estimates_name_calls_tokens_and_vectors_that_are_missing(tmp_path: Path) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, _):
        before = estimate_modes(project)
        assert set(before) == {each for each in _MODES if not each.has_level}
        held = sum(each.tokens for each in documents.text_units(project.database))
        assert before[Mode.BASIC].tokens == held
        assert before[Mode.BASIC].vector_tokens == held
        assert before[Mode.SOURCE_TEXT].calls == 2
        asked(project, Mode.BASIC, WATER)
        assert estimate_modes(project)[Mode.BASIC].vector_tokens == 0
        assert estimate_modes(project)[Mode.LOCAL].vector_tokens > 0


def test_that_prompts_differ_between_reports_and_text_by_one_word(tmp_path: Path) -> None:
    """Q10: the same window and the same words in all conditions; only the style of reference changes."""
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        for mode in (Mode.GLOBAL, Mode.SOURCE_TEXT):
            asked(project, mode, WATER)
        for task, data in (("map", "# Records"), ("reduce", "# Analysts' answers")):
            reports, sources = [
                each.messages[0].text.partition(data)[0] for each in model.requests if each.task == task
            ]
            assert reports != sources
            assert reports.replace("Reports", "Sources") == sources
        assert len({each.most_tokens for each in model.requests if each.task == "map"}) == 1
