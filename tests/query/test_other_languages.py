"""Documents in Korean, Chinese and Japanese: which names are entities, and questions answered by sentences of their language."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag_desktop.domain.answers import Answer
from graphrag_desktop.domain.extractions import Extractions, ReadingFailure
from graphrag_desktop.domain.identity import entity_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_consolidation import consolidate_readings
from graphrag_desktop.engines.builtin_reading import plan_reading, read_tasks
from graphrag_desktop.explore.documents import documents_view
from graphrag_desktop.language.korean_endings import is_particle
from graphrag_desktop.language.scripts import eastern_language
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import ask_global
from tests.conftest import PROJECT_ROOT
from tests.news import parsed

_FILES = ("kolaw_constitution.txt", "cmn_hans.txt", "jpn.txt", "eng.txt")
_OPENINGS: dict[str, tuple[str, ...]] = {
    "ko": ("kolaw_constitution", "문서"),
    "zh": ("依据",),
    "ja": ("jpn", "文書"),
}
_NOVEL_CHARACTERS = 12_000  # of the chapters: enough for a question about them


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Iterator[Project]:
    """The Universal Declaration in three languages, the Korean constitution and a part of a Chinese novel."""
    folder = tmp_path_factory.mktemp("languages")
    for name in _FILES:
        (folder / name).write_bytes((shared / "fixtures" / "real" / name).read_bytes())
    novel = (shared / "fixtures" / "real" / "sanguoyanyi_first_chapters.txt").read_text(encoding="utf-8")
    (folder / "novel.txt").write_text(novel[:_NOVEL_CHARACTERS], encoding="utf-8")
    made = start_project(tmp_path_factory.mktemp("project") / "languages.graphrag", folder)
    build_index(made, folder, RunControl())
    yield made
    made.close()


def _extractions(text: str) -> Extractions:
    readings = list(read_tasks(plan_reading(parsed("a.txt", text)), 1, RunControl()))
    return consolidate_readings([each for each in readings if not isinstance(each, ReadingFailure)], 7, RunControl())


def _asked(project: Project, question: str) -> Answer:
    return ask_global(project, question, 0, RunControl())


@pytest.mark.parametrize(("language", "share"), [("ko", 0.8), ("zh", 0.8)])
def test_that_most_names_that_a_reader_lists_are_entities(shared: Path, language: str, share: float) -> None:
    listed = json.loads((PROJECT_ROOT / "tests" / "data" / f"names_{language}.json").read_text(encoding="utf-8"))
    text = (shared / "fixtures" / "real" / listed["text"]).read_text(encoding="utf-8")
    entities = _extractions(text).entities
    known = {entity_id(name) for each in entities for name in (each.title, *each.aliases)}
    missed = [name for name in listed["names"] if entity_id(name) not in known]

    assert len(listed["names"]) == 30
    assert len(missed) <= (1 - share) * 30, missed


def test_that_no_korean_noun_is_there_with_its_particle_too(shared: Path) -> None:
    real = shared / "fixtures" / "real"
    for name in ("kolaw_constitution.txt", "kor.txt"):
        titles = {each.title for each in _extractions((real / name).read_text(encoding="utf-8")).entities}
        twins = {
            (title, title[:at]) for title in titles for at in range(2, len(title))
            if title[:at] in titles and is_particle(title, at)
        }  # fmt: skip
        assert twins == set()


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("대통령은 어떻게 선출되나요?", "ko", "비밀선거에 의하여 선출한다"),
        ("비상계엄은 언제 선포할 수 있나요?", "ko", "계엄을 선포할 수 있다"),
        ("人人享有什么教育权利？", "zh", "受教育的权利"),
        ("玄德、云长和张飞在桃园做了什么？", "zh", "桃园"),
        ("教育を受ける権利について何が述べられていますか？", "ja", "教育を受ける権利"),
        ("婚姻について何が述べられていますか？", "ja", "婚姻"),
    ],
)
def test_that_a_question_is_answered_by_sentences_of_its_language(
    project: Project, question: str, language: str, said: str
) -> None:
    answer = _asked(project, question)
    quotes = {evidence.quote for citation in answer.citations for evidence in citation.evidence}

    assert answer.is_answered
    assert answer.text.startswith(_OPENINGS[language])
    assert any(said in quote for quote in quotes)
    assert {eastern_language(quote) for quote in quotes} == {language}


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("축구 대회에서 누가 이겼나요?", "축구"),
        ("量子计算机是什么？", "量子"),
        ("サッカーの試合は誰が勝ちましたか？", "サッカー"),
    ],
)
def test_that_what_no_document_speaks_of_is_not_answered(project: Project, question: str, absent: str) -> None:
    answer = _asked(project, question)

    assert not answer.is_answered
    assert absent in answer.text
    assert "Nothing" not in answer.text


@pytest.mark.parametrize(
    "question", ["주요 주제는 무엇입니까?", "这些文件的主要主题是什么？", "この文書の主なテーマは何ですか？"]
)
def test_that_a_question_about_everything_names_nothing(project: Project, question: str) -> None:
    answer = _asked(project, question)

    assert answer.is_answered
    assert "###" in answer.text


def test_that_documents_have_the_language_that_most_of_them_is_in(project: Project) -> None:
    languages = {row.document.paths[0]: row.document.language for row in documents_view(project)}

    assert languages == {
        "kolaw_constitution.txt": "ko", "cmn_hans.txt": "zh", "jpn.txt": "ja", "eng.txt": "en", "novel.txt": "zh",
    }  # fmt: skip
