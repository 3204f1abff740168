"""Questions that are restricted: whatever the way of asking, nothing from outside is read, sent or cited."""

from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.errors import InvalidSetting, QuestionError
from graphrag_desktop.domain.restriction import EVERYTHING, Restriction, RestrictionWords, Selected, SelectedKind
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.explore.answers import answer_history, kept_answer
from graphrag_desktop.project import Project
from graphrag_desktop.query.levels import estimate_levels
from graphrag_desktop.query.modes import MODES, search_for
from graphrag_desktop.query.restricting import restricted, scope_of
from graphrag_desktop.query.restriction_words import looked_up
from graphrag_desktop.query.standing import keep_asking, standing_questions
from graphrag_desktop.storage import answers, communities, documents
from graphrag_desktop.storage.check import find_problems
from graphrag_desktop.storage.restrictions import forget_paths
from tests.projects import make_project
from tests.query.asking import WATER, read_by_model
from tests.query.test_modes import _reply

_MODES = [each.mode for each in MODES]
_RIVER = RestrictionWords(documents=("river",))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "mill.graphrag")


def _asked(project: Project, mode: Mode, question: str, words: RestrictionWords, level: int = 0) -> Answer:
    return search_for(project, mode, level, restriction=looked_up(project, words)).run(question, RunControl())


def _reached(answer: Answer) -> set[str]:
    return {each.path for citation in answer.citations for each in citation.evidence}


@pytest.mark.parametrize("mode", _MODES)
@pytest.mark.parametrize("question", [WATER, "What are the main themes?", "What did the Residents League do?"])
def test_that_only_words_of_the_chosen_document_are_cited(project: Project, mode: Mode, question: str) -> None:
    with project:
        answer = _asked(project, mode, question, _RIVER)
        assert _reached(answer) <= {"letters/river.txt"}
        assert _reached(answer) or question != "What did the Residents League do?"


def test_that_without_the_restriction_other_documents_are_cited(project: Project) -> None:
    with project:
        assert _reached(search_for(project, Mode.BASIC).run(WATER, RunControl())) - {"letters/river.txt"}


@pytest.mark.parametrize("mode", _MODES)
def test_that_a_model_is_sent_nothing_from_outside(tmp_path: Path, mode: Mode) -> None:
    with read_by_model(tmp_path / "mill.graphrag", _reply) as (project, model):
        words = RestrictionWords(entities=("Edith Vane",), documents=("council",))
        scope = scope_of(project, looked_up(project, words))
        answer = _asked(project, mode, WATER, words)
        sent = answers.sent_for(project.database, answer.id)
        assert sent
        assert all(scope.holds(item.kind, item.number) for _, item in sent)
        outside = [each for each in documents.text_units(project.database) if not scope.holds(Kind.SOURCE, each.number)]
        prompts = [each.messages[0].text for each in model.requests if each.task not in {"reduce", "keywords"}]
        assert prompts
        assert outside
        assert all(f"Source {each.number}:" not in prompt for prompt in prompts for each in outside)


@pytest.mark.parametrize("mode", _MODES)
def test_that_what_would_be_sent_lies_inside_too(project: Project, mode: Mode) -> None:
    with project:
        restriction = looked_up(project, _RIVER)
        scope = scope_of(project, restriction)
        for context in search_for(project, mode, restriction=restriction).contexts(WATER, RunControl()):
            assert all(scope.holds(each.item.kind, each.item.number) for each in context.candidates)


@pytest.mark.parametrize("mode", _MODES)
def test_that_nothing_inside_is_one_clear_sentence(project: Project, mode: Mode) -> None:
    with project, pytest.raises(QuestionError, match=r"^Nothing here lies inside of .*“council.txt”.*dated 1850"):
        _asked(project, mode, WATER, RestrictionWords(documents=("council",), until="1850"))


def test_that_the_answer_keeps_what_it_was_asked_of(project: Project) -> None:
    with project:
        answer = _asked(project, Mode.LOCAL, WATER, _RIVER)
        assert answer.restriction.words == "document “letters/river.txt”"
        assert kept_answer(project, answer.id) == answer
        assert [each.restriction for each in answer_history(project)] == [answer.restriction]
        assert find_problems(project.database) == ()
        plain = search_for(project, Mode.LOCAL).run(WATER, RunControl())
        assert plain.restriction == EVERYTHING


def test_that_costs_are_those_of_what_lies_inside(project: Project) -> None:
    with project:
        inside = restricted(project, looked_up(project, _RIVER))
        whole, part = estimate_levels(project), estimate_levels(inside)
        assert part[-1].report_tokens < whole[-1].report_tokens
        basic = search_for(project, Mode.SOURCE_TEXT)
        assert search_for(project, Mode.SOURCE_TEXT, restriction=looked_up(project, _RIVER)).estimate("").tokens < (
            basic.estimate("").tokens
        )


def test_that_a_deep_community_stands_for_the_one_it_is_part_of(project: Project) -> None:
    with project:
        hierarchy = estimate_levels(project)
        assert len(hierarchy) > 1
        deep = next(
            each
            for each in communities.hierarchy(project.database).communities.values()
            if each.parent is not None and not each.is_unconnected
        )
        answer = _asked(project, Mode.GLOBAL, "What are the main themes?", RestrictionWords(communities=(deep.number,)))
        assert {each.number for each in answer.reports} == {deep.number}


def test_that_kinds_narrow_and_things_of_a_kind_widen(project: Project) -> None:
    with project:
        one = scope_of(project, looked_up(project, RestrictionWords(entities=("Edith Vane",)))).inside[Kind.SOURCE]
        two = RestrictionWords(entities=("Edith Vane", "Residents League"))
        both = scope_of(project, looked_up(project, two)).inside[Kind.SOURCE]
        narrow = scope_of(
            project, looked_up(project, RestrictionWords(entities=two.entities, documents=("council",)))
        ).inside[Kind.SOURCE]
        assert one <= both
        assert narrow <= both
        assert narrow != both


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (RestrictionWords(documents=("nowhere.txt",)), "No document is called “nowhere.txt”."),
        (RestrictionWords(entities=("Nobody",)), "No entity is called “Nobody”."),
        (RestrictionWords(communities=(9_999,)), "There is no community 9999."),
        (RestrictionWords(types=("spaceship",)), "No entity is of the type “spaceship”."),
        (RestrictionWords(since="last week"), "“last week” is no date."),
        (RestrictionWords(since="2001-13"), "“2001-13” is no date."),
        (RestrictionWords(since="2002", until="2001"), "2002 comes after 2001."),
    ],
)
def test_that_a_word_that_means_nothing_here_is_named(project: Project, words: RestrictionWords, said: str) -> None:
    with project, pytest.raises(InvalidSetting) as raised:
        looked_up(project, words)
    assert raised.value.message == said
    assert raised.value.hint


def test_that_a_restriction_is_told_in_few_words() -> None:
    many = tuple(Selected(SelectedKind.DOCUMENT, f"{n}.txt", f"{n}.txt") for n in range(3))
    assert Restriction(many, "1998", "2001").words == "3 documents, dated 1998 to 2001"
    assert Restriction(many[:2]).words == "documents “0.txt” or “1.txt”"
    assert Restriction(since="1998").words == "dated 1998 or later"
    assert EVERYTHING.words == ""
    assert Restriction(many[:1]).with_more(Restriction(many[1:2], "1998")).words.endswith("dated 1998 or later")
    assert Restriction(many[:1], "1998").without(None) == Restriction(many[:1])
    assert Restriction(many[:2]).without(many[0]) == Restriction(many[1:2])


def test_that_an_erased_document_is_named_in_no_restriction(project: Project) -> None:
    with project:
        answer = _asked(project, Mode.LOCAL, WATER, _RIVER)
        kept = keep_asking(project, answer)
        forget_paths(project.database, ["letters/river.txt"], "[erased]")
        left = Restriction((Selected(SelectedKind.DOCUMENT, "[erased]", "[erased]"),))
        assert kept_answer(project, answer.id).restriction == left
        assert [each.restriction for each in answer_history(project)] == [left]
        assert standing_questions(project) == (replace(kept, restriction=left),)
