"""Names that name the same, and names that do not."""

import itertools

import pytest

from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.language.aliases import NamedThings, merge_names
from graphrag_desktop.language.name_tally import Naming, name_key

Names = list[tuple[str, str]]


def _merge(*documents: Names, common: dict[str, int] | None = None, is_small: bool = False) -> NamedThings:
    namings = [
        Naming(surface, label, DocumentId(f"d{number}"))
        for number, names in enumerate(documents)
        for surface, label in names
    ]
    return merge_names(namings, common or {}, is_small=is_small)


def _title(things: NamedThings, surface: str, label: str) -> str:
    return things.things[things.key_of(surface, label)].title


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the United States", "United States"),
        ("Bergen's", "Bergen"),
        ("Post-Office Department", "Post Office Department"),
        ("U.S.", "US"),
        ("BERGEN", "Bergen"),
        ("O’Neill", "O'Neill"),
    ],
)
def test_that_spellings_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_that_a_surname_follows_the_only_full_name_of_its_document() -> None:
    things = _merge([("Ingrid Solheim", "PERSON"), ("Solheim", "PERSON"), ("Solheim", "ORG")])

    assert _title(things, "Solheim", "PERSON") == _title(things, "Solheim", "ORG") == "Ingrid Solheim"
    assert things.things["ingrid solheim"].count == 3
    assert things.things["ingrid solheim"].aliases == ("Solheim",)


def test_that_a_surname_of_two_people_stays_apart() -> None:
    things = _merge([("Theodore Roosevelt", "PERSON"), ("Franklin Roosevelt", "PERSON"), ("Roosevelt", "PERSON")])

    assert _title(things, "Roosevelt", "PERSON") == "Roosevelt"


def test_that_a_surname_in_another_document_stays_apart() -> None:
    things = _merge([("Ingrid Solheim", "PERSON")], [("Solheim", "PERSON")])

    assert _title(things, "Solheim", "PERSON") == "Solheim"


def test_that_a_common_noun_is_nobodys_surname() -> None:
    things = _merge([("Lynn Canal", "PERSON"), ("Canal", "PERSON")], common={"canal": 40})

    assert _title(things, "Canal", "PERSON") == "Canal"


def test_that_a_title_makes_a_person_and_is_no_part_of_the_name() -> None:
    things = _merge([("President Lincoln", "PERSON"), ("Lincoln", "ORG"), ("Lincoln", "GPE"), ("Mr. Lincoln", "ORG")])
    thing = things.things[things.key_of("Lincoln", "GPE")]

    assert (thing.title, thing.type, thing.count) == ("Lincoln", "person", 4)
    assert {"President Lincoln", "Mr. Lincoln"} <= set(thing.aliases)


@pytest.mark.parametrize("name", ["General Land Office", "Prince Edward Island", "Queen of Spain"])
def test_that_a_title_inside_another_name_stays(name: str) -> None:
    assert _title(_merge([(name, "ORG")]), name, "ORG") == name


def test_that_a_company_is_one_with_and_without_its_form() -> None:
    things = _merge([("Norsk Kabel AS", "ORG"), ("Norsk Kabel", "PERSON"), ("Norsk Kabel", "PERSON")])
    thing = things.things["norsk kabel"]

    assert (thing.title, thing.type, thing.aliases) == ("Norsk Kabel", "organization", ("Norsk Kabel AS",))


def test_that_a_company_keeps_its_form_if_it_is_never_written_without() -> None:
    things = _merge([("Overseas Investment Corporation", "ORG"), ("Overseas Investment Corporation", "ORG")])

    assert _title(things, "Overseas Investment Corporation", "ORG") == "Overseas Investment Corporation"


def test_that_an_acronym_follows_its_only_expansion() -> None:
    things = _merge([("National Maritime Museum", "ORG"), ("NMM", "ORG")])

    assert _title(things, "NMM", "ORG") == "National Maritime Museum"


def test_that_an_acronym_with_two_expansions_stays_apart() -> None:
    things = _merge([("National Maritime Museum", "ORG"), ("New Modern Market", "ORG"), ("NMM", "ORG")])

    assert _title(things, "NMM", "ORG") == "NMM"


def test_that_a_rare_plural_follows_its_singular() -> None:
    things = _merge([("Indian", "NORP"), ("Indian", "NORP"), ("Indians", "NORP")])

    assert _title(things, "Indians", "NORP") == "Indian"


def test_that_an_initial_does_not_part_a_person() -> None:
    things = _merge([("Franklin D. Roosevelt", "PERSON"), ("Franklin Roosevelt", "PERSON"), ("Roosevelt", "PERSON")])

    assert len(set(things.merged.values())) == 1


def test_that_a_rare_misspelling_follows_the_usual_spelling() -> None:
    things = _merge([("Massachusetts", "GPE")] * 4 + [("Massachussetts", "GPE")])

    assert _title(things, "Massachussetts", "GPE") == "Massachusetts"


@pytest.mark.parametrize(
    ("frequent", "rare"),
    [
        ("World War II", "World War I"),
        ("Resolution 1441", "Resolution 1442"),
        ("George H. Bushman", "George W. Bushman"),
    ],
)
def test_that_numbers_and_initials_tell_names_apart(frequent: str, rare: str) -> None:
    things = _merge([(frequent, "EVENT")] * 8 + [(rare, "EVENT")])

    assert _title(things, rare, "EVENT") == rare


def test_that_in_one_affair_a_surname_needs_no_shared_document() -> None:
    things = _merge([("Ingrid Solheim", "PERSON")], [("Solheim", "ORG"), ("I. Solheim", "PERSON")], is_small=True)

    assert _title(things, "Solheim", "ORG") == _title(things, "I. Solheim", "PERSON") == "Ingrid Solheim"


def test_that_the_short_form_of_an_organisation_follows_the_full_one() -> None:
    things = _merge(
        [("Ketter Harbour Board", "ORG"), ("Harbour Board", "ORG"), ("Tolland Dredging", "ORG"), ("Tolland", "ORG")]
    )

    assert _title(things, "Harbour Board", "ORG") == "Ketter Harbour Board"
    assert _title(things, "Tolland", "ORG") == "Tolland Dredging"


@pytest.mark.parametrize(
    "names",
    [
        [("Supreme Court", "ORG")] * 8 + [("Ohio Supreme Court", "ORG")],
        [("Harnsund", "GPE"), ("Harnsund Yard", "ORG")],
        [("Harbour Board", "ORG"), ("Ketter Harbour Board", "ORG"), ("Ludden Harbour Board", "ORG")],
    ],
)
def test_that_what_may_be_another_thing_stays_apart(names: Names) -> None:
    surface, label = names[0]

    assert _title(_merge(names), surface, label) == surface


def test_that_a_place_keeps_apart_from_the_company_named_after_it() -> None:
    things = _merge([("Gannet Sound", "LOC"), ("Gannet Sound Company", "ORG")])

    assert _title(things, "Gannet Sound Company", "ORG") == "Gannet Sound Company"


def test_that_adams_is_no_plural_of_adam() -> None:
    things = _merge([("Adams", "PERSON"), ("Adams", "PERSON"), ("Adam", "PERSON")])

    assert _title(things, "Adam", "PERSON") == "Adam"


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [
        ("Niagara Falls", "PERSON", "place"),
        ("Bank of England", "GPE", "organization"),
        ("Quillon & Voss", "PERSON", "organization"),
        ("Hanno Strake", "ORG", "person"),
        ("Graham Hill", "PERSON", "person"),
        ("Treaty of Ghent", "ORG", "law"),
    ],
)
def test_that_the_words_of_a_name_tell_its_kind(name: str, label: str, kind: str) -> None:
    things = _merge([(name, label)])

    assert things.things[things.key_of(name, label)].type == kind


def test_that_one_title_makes_nobody_of_an_office() -> None:
    things = _merge([("Treasury", "ORG")] * 30 + [("General Treasury", "PERSON")])

    assert things.things["treasury"].type == "organization"


def test_that_the_order_of_names_does_not_matter() -> None:
    names = [
        ("NMM", "ORG"),
        ("National Maritime Museum", "ORG"),
        ("Anna Berg", "PERSON"),
        ("Berg", "GPE"),
        ("Berg", "PERSON"),
    ]
    results = [_merge(list(order)) for order in itertools.permutations(names)]

    assert all(each == results[0] for each in results)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Q&V", "Quillon and Voss"),
        ("Oyster Co-op", "Ketter Oyster Cooperative"),
        ("Lanternfield", "Lanternfield Foundation"),
    ],
)
def test_that_short_ways_to_write_an_organisation_are_the_organisation(short: str, full: str) -> None:
    things = _merge([(full, "ORG"), (full, "ORG"), (short, "ORG")], is_small=True)

    assert _title(things, short, "ORG") == full
