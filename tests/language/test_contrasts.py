"""Sentences that say different things of one."""

import numpy as np

from graphrag_desktop.language.contrasts import find_contrasts

_DOCUMENTS = ["one", "two"]


def _is_contrast(one: str, other: str, documents: list[str] = _DOCUMENTS) -> bool:
    alike = np.array([[1, 0.5], [0.5, 1]], np.float32)
    near = np.array([[1, 0.8], [0.8, 1]], np.float32)
    return bool(find_contrasts([one, other], documents, alike, near))


def test_that_a_denial_stands_against_what_it_denies() -> None:
    assert _is_contrast(
        "The clerk says that no gust of wind hit the crane.", "A gust of wind hit the crane, the owners say."
    )


def test_that_different_counts_of_one_unit_stand_against_each_other() -> None:
    assert _is_contrast("He wrote three letters for the records.", "He wrote five letters for the records.")
    assert not _is_contrast("He wrote five letters for the records.", "He wrote five letters for the records in May.")


def test_that_how_often_and_a_range_leave_room_for_other_counts() -> None:
    assert not _is_contrast("He asked for the records three times.", "He asked for the records five times.")
    assert not _is_contrast("Grazing land sold for five to six crowns.", "Some grazing land sold for eight crowns.")


def test_that_a_unit_alone_is_no_common_subject() -> None:
    assert not _is_contrast("In May the land was valued at 19 million crowns.", "The loss came to 4 million crowns.")


def test_that_dates_are_no_counts() -> None:
    assert not _is_contrast("The crane fell on 21 March.", "The crane was mended on 30 March.")


def test_that_a_wish_contradicts_nothing() -> None:
    assert not _is_contrast("The records must be shown to the board.", "The records were not shown to the board.")


def test_that_sentences_on_different_things_do_not_contradict_each_other() -> None:
    far = np.array([[1, 0.1], [0.1, 1]], np.float32)
    texts = ["No ship came to the harbour.", "The ship of the museum is old."]

    assert find_contrasts(texts, _DOCUMENTS, far, far) == []


def test_that_two_documents_contradict_each_other_more_than_one_itself() -> None:
    texts = [
        "He says that he wrote three letters for the records.",
        "She says that he wrote five letters for the records.",
    ]
    alike = np.array([[1, 0.5], [0.5, 1]], np.float32)
    apart, one = (
        find_contrasts(texts, documents, alike, alike)[0].strength for documents in (_DOCUMENTS, ["one", "one"])
    )

    assert apart > one
