"""Where names lead under a log of edits, and what entities are called after it."""

from graphrag_desktop.domain.entity_edits import EditedNames, EditKind, EntityEdit, RawEntity, name_form
from graphrag_desktop.domain.identity import DocumentId, EntityId, entity_id

RAW = {
    entity_id(each.title): each
    for each in (
        RawEntity("Quillon & Voss", "organization", ("Q&V",)),
        RawEntity("Quillon and Voss", "organization", ("the Firm",)),
        RawEntity("Ida Rusk", "person", ("Rusk", "Ida")),
        RawEntity("Ketter", "place"),
    )
}
A, B, IDA, KETTER = RAW
DOCUMENT, OTHER = DocumentId("d1"), DocumentId("d2")


def merge(number: int, one: EntityId, other: EntityId) -> EntityEdit:
    return EntityEdit(EditKind.MERGE, one, one, other, other, number=number)


def split(number: int, entity: EntityId, name: str, *names: str, documents: tuple[DocumentId, ...] = ()) -> EntityEdit:
    return EntityEdit(
        EditKind.SPLIT, entity, entity, entity_id(name), name, names=names, documents=documents, number=number
    )


def test_that_without_edits_every_name_leads_where_it_led() -> None:
    names = EditedNames((), {})
    assert names.lead(A, A, DOCUMENT) == A
    assert names.looks([A, B]) == {}
    assert not names.outcome([A, B]).is_edited


def test_that_what_is_merged_leads_to_the_one_that_stays_and_gives_it_all_its_names() -> None:
    names = EditedNames((merge(1, A, B),), RAW)
    assert names.lead(B, name_form("the Firm"), DOCUMENT) == A
    looks = names.looks([A, IDA, KETTER])
    assert looks[A].title == "Quillon & Voss"
    assert set(looks[A].aliases) == {"Q&V", "Quillon and Voss", "the Firm"}
    assert list(looks) == [A]
    assert names.outcome([A, IDA, KETTER]).heirs == {B: A}


def test_that_merges_lead_on_to_the_last_one() -> None:
    names = EditedNames((merge(1, A, B), merge(2, IDA, A)), RAW)
    assert names.lead(B, B, DOCUMENT) == IDA
    assert names.outcome([IDA, KETTER]).heirs == {A: IDA, B: IDA}


def test_that_a_merged_name_can_be_split_off_again() -> None:
    names = EditedNames((merge(1, A, B), split(2, A, "Quillon and Voss", "Quillon and Voss", "the Firm")), RAW)
    assert names.lead(B, name_form("the Firm"), DOCUMENT) == B
    assert names.lead(A, name_form("Q&V"), DOCUMENT) == A
    assert names.outcome([A, B, IDA, KETTER]).heirs == {}
    assert names.looks([A, B])[B].title == "Quillon and Voss"


def test_that_a_split_by_document_moves_what_stands_there_alone() -> None:
    names = EditedNames((split(1, IDA, "Ida Rusk (Tal)", documents=(OTHER,)),), RAW)
    assert names.lead(IDA, IDA, DOCUMENT) == IDA
    assert names.lead(IDA, IDA, OTHER) == entity_id("Ida Rusk (Tal)")


def test_that_a_renamed_entity_keeps_its_id_and_is_found_by_both_titles() -> None:
    names = EditedNames((EntityEdit(EditKind.RENAME, IDA, "Ida Rusk", name="Ida Marie Rusk", number=1),), RAW)
    looks = names.looks([IDA])[IDA]
    assert looks.title == "Ida Marie Rusk"
    assert {"Ida Rusk", "Ida Marie Rusk", "Rusk"} <= set(looks.aliases)


def test_that_what_is_deleted_leads_nowhere() -> None:
    names = EditedNames((EntityEdit(EditKind.DELETE, KETTER, "Ketter", number=1),), RAW)
    assert names.lead(KETTER, KETTER, DOCUMENT) is None
    assert names.outcome([A, B, IDA]).heirs == {KETTER: None}


def test_that_an_edit_finds_its_entity_by_another_name_where_its_title_changed() -> None:
    edit = EntityEdit(EditKind.RETYPE, entity_id("Rusk"), "Rusk", type="place", number=1)
    assert EditedNames((edit,), RAW).looks([IDA])[IDA].type == "place"


def test_that_an_edit_of_something_that_is_gone_is_told_and_changes_nothing() -> None:
    gone = EntityEdit(EditKind.DELETE, entity_id("Nobody"), "Nobody", number=7)
    names = EditedNames((gone, merge(8, A, entity_id("Nobody")), split(9, A, "Q&V", "Q&V")), RAW)
    outcome = names.outcome(RAW)
    assert outcome.unapplied == (7, 8, 9)  # of the split, since nothing called Q&V is among the entities after it


def test_that_a_split_whose_entity_was_deleted_since_had_its_effect() -> None:
    made = entity_id("Ida Rusk (Tal)")
    log = (split(1, IDA, "Ida Rusk (Tal)", documents=(OTHER,)), EntityEdit(EditKind.DELETE, made, "x", number=2))
    names = EditedNames(log, RAW)
    assert names.lead(IDA, IDA, OTHER) is None
    assert names.outcome(RAW).unapplied == ()


def test_that_merging_what_is_one_already_is_no_failure() -> None:
    names = EditedNames((merge(1, IDA, entity_id("Rusk")),), RAW)
    assert names.outcome(RAW).unapplied == ()
