"""English sentences: exact spans, names, noun phrases, headlines, and how well each stands alone."""

import pytest

from graphrag_desktop.domain.extractions import ReadSentence
from graphrag_desktop.domain.identity import Key
from graphrag_desktop.language.paragraphs import LONGEST_SENTENCE
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.reading import read_stretch
from tests.news import TEXTS


def _read(text: str) -> list[ReadSentence]:
    return list(read_stretch(Key("k"), text).sentences)


def _words(text: str, sentence: ReadSentence) -> str:
    return text[sentence.span.start : sentence.span.end]


def _names(text: str) -> dict[str, str]:
    return {name.title: name.label for sentence in _read(text) for name in sentence.names}


PROSE = (
    "  Abraham Lincoln met General Grant in Washington.  They spoke for an hour.\n"
    "The  Treasury issued   new bonds 😀 in New York.\n\n\tCongress approved the annual budget.  "
)


def test_that_a_sentence_is_exactly_what_stands_in_the_text() -> None:
    assert [_words(PROSE, each) for each in _read(PROSE)] == [
        "Abraham Lincoln met General Grant in Washington.",
        "They spoke for an hour.",
        "The  Treasury issued   new bonds 😀 in New York.",
        "Congress approved the annual budget.",
    ]


def test_that_each_sentence_knows_where_its_paragraph_begins() -> None:
    starts = [each.paragraph for each in _read(PROSE)]

    assert starts == [0, 0, 0, PROSE.index("\tCongress") - 1]  # short lines beside blank ones are wrapped by hand


def test_that_names_stand_where_their_spans_say() -> None:
    for sentence in _read(PROSE):
        for name in sentence.names:
            surface = " ".join(PROSE[name.span.start : name.span.end].split())
            assert sentence.span.contains(name.span)
            assert surface == name.title if name.label else surface.lower() in {name.title, f"{name.title}s"}


def test_that_names_and_noun_phrases_are_found() -> None:
    names = _names(PROSE)

    assert names["Abraham Lincoln"] == "PERSON"
    assert names["New York"] == "GPE"
    assert names["annual budget"] == ""
    assert names["bond"] == ""  # being new makes no other thing of a bond


@pytest.mark.parametrize("word", ["Monday", "Tuesday", "March", "IV", "the Government"])
def test_that_dates_and_numerals_are_no_names(word: str) -> None:
    assert word not in _names(f"The committee met on Monday and read chapter IV of the report in {word}.")


def test_that_a_good_sentence_stands_alone_better_than_one_that_leans() -> None:
    good, leaning, asked, torn = _read(
        "The Treasury paid twelve million dollars for the purchase of the northern railroad last year.\n"
        "However, this was not what they had wanted it to be when he spoke of such things.\n"
        "Why did the Treasury pay twelve million dollars for the purchase of the northern railroad?\n"
        "The Treasury paid (twelve million dollars for the purchase of the northern railroad last year.\n"
    )
    assert good.quality > 0.8
    assert all(each.quality < 0.6 for each in (leaning, asked, torn))


def test_that_a_heading_and_a_cell_of_a_table_are_fragments() -> None:
    assert [each.quality for each in _read("Annual report\n\n1,204\n\nTOTAL EXPENDITURE OF 1907\n")] == [FRAGMENT] * 3


@pytest.mark.parametrize(
    ("sentence", "heading"),
    [
        ("The tax reduction brought new factories to Bergen.", "The tax reduction brought new factories"),
        ("The southern States need better schools and roads, which cost a great deal.", "The southern States need better schools and roads"),
        ("The last tax reduction in the spring brought a great improvement in foreign commerce.", "Improvement in foreign commerce"),
        ("If prices fall, the farmers of the western states will lose their land.", "Farmers of the western states"),
        ("We must begin the reduction of the public debt.", "Reduction of the public debt"),
        ("The public debt has been reduced since the last annual report.", "The public debt has been reduced"),
        ("Ingrid Solheim is the new director of the Bergen Harbour Authority.", "Ingrid Solheim: director of the Bergen Harbour Authority"),
        ("The maintenance and extension of the civil service is important.", "Maintenance and extension of the civil service"),
        ("After a long war the hostile tribes were reduced to subjection.", "Hostile tribes"),
        ("They asked for a larger percentage of imports from Norway.", "Percentage of imports from Norway"),
        ("With Spain peaceful relations were maintained by the new government.", ""),
        ("The council asked the auditors on Monday to examine the lease of the northern quay.", "Lease of the northern quay"),
    ],
)  # fmt: skip
def test_that_a_headline_is_a_short_statement_or_a_thing(sentence: str, heading: str) -> None:
    assert [each.heading for each in _read(sentence)] == [heading]


def test_that_a_sentence_that_goes_on_small_after_its_full_stop_is_torn() -> None:
    torn, rest = _read(
        "The power lies with the legislative and the executive. judicial branches of the state share it."
    )[:2]
    [whole] = _read("The power lies with the legislative and the executive.")

    assert torn.quality < whole.quality
    assert rest.quality < whole.quality


@pytest.mark.parametrize(
    "sentence",
    [
        "If prices fall, the farmers will lose.",
        "It rains.",
        "The Secretary said that it would be built.",
        "They spoke of $4,000 and of $5,000.",
    ],
)
def test_that_there_is_no_headline_where_it_could_mislead(sentence: str) -> None:
    assert [each.heading for each in _read(sentence)] == [""]


def test_that_a_headline_stands_in_its_sentence_with_a_colon_for_a_gap() -> None:
    for sentence in _read("".join(TEXTS.values())):
        words = " ".join(_words("".join(TEXTS.values()), sentence).split())
        assert all(part in words.lower() for part in sentence.heading.lower().split(": "))


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("The letter was opened by Mr. Harnow and read to the board.", "Harnow", "PERSON"),
        ("The report was signed by the engineer Casper Tholen, who had built the piles.", "Casper Tholen", "PERSON"),
        ("Our assessor, Rufus Pellow, visited the beds in July with two of your members.", "Rufus Pellow", "PERSON"),
    ],
)
def test_that_what_stands_beside_a_name_tells_a_person(text: str, name: str, label: str) -> None:
    assert _names(text).get(name) == label


def test_that_a_line_with_a_signature_names_a_person() -> None:
    assert _names("Yours faithfully,\n\nMargaret Osmundsen\n") == {"Margaret Osmundsen": "PERSON"}
    assert _names("Annual Report\n") == {}


def test_that_the_labels_of_a_row_name_nothing() -> None:
    names = _names("Row 4: Date: 2015-08-20; Payee: Norsk Kabel; Place: Bergen; Booked under: ships; Crowns: 4200.")

    assert not {"payee", "Payee", "place", "Crowns", "crown", "Booked"} & set(names)
    assert "Bergen" in names


def test_that_a_point_in_a_list_stands_less_well_alone() -> None:
    plain, counted = _read(
        "The council repaired the bridge over the river in the spring of last year.\n"
        "Third, the council repaired the bridge over the river in the spring of last year.\n"
    )
    assert counted.quality < 0.6 * plain.quality


def test_that_a_text_in_capitals_is_read_and_quoted_as_it_stands() -> None:
    text = "THE COMMITTEE APPROVED THE ANNUAL BUDGET OF THE NORTHERN RAILROAD. THE RAILROAD WILL BE BUILT NEXT YEAR."
    sentences = _read(text)

    assert [_words(text, each) for each in sentences] == [part.strip() for part in text.replace(". ", ".|").split("|")]
    assert {"annual budget", "northern railroad"} <= {name.title for each in sentences for name in each.names}
    assert all(not name.label for each in sentences for name in each.names)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000,
        "'" * 20_000,
        "(" * 20_000,
        "word" + " " * 20_000 + "word",
        "and the committee considered the report " * 300,
        "Lone \ud800 surrogates stay where they are in a sentence.",
        "👩\u200d👩\u200d👧 families 🇰🇷 met in Bergen 😀.",
        "Roses are red,\nviolets are blue,\nsugar is sweet\nand so are you.\n",
        "a,b,c\n1,2,3\n4,5,6\n",
        "one",
    ],
)
def test_that_nothing_breaks_the_reading_or_its_spans(text: str) -> None:
    sentences = _read(text)

    assert "".join("".join(_words(text, each) for each in sentences).split()) == "".join(text.split())
    assert all(_words(text, each) == _words(text, each).strip() != "" for each in sentences)
    assert all(each.span.end - each.span.start <= LONGEST_SENTENCE for each in sentences)


def test_that_the_same_text_is_read_the_same_again() -> None:
    assert _read(PROSE) == _read(PROSE)


def test_that_each_paragraph_is_read_in_its_own_language() -> None:
    text = (
        "The committee of the city met in the town hall and agreed on the budget for the year.\n"
        "Die Regierung hat den Haushalt für das nächste Jahr nicht mit der Opposition in Berlin beraten.\n"
        "한빛전자는 평택시에 새 공장을 짓는다고 밝혔다.\n"
        "Bergen\n"
    )
    assert [each.language for each in _read(text)] == ["en", "de", "ko", "en"]


def test_that_a_place_called_after_someone_is_one_name() -> None:
    text = (
        "The permit names the Outer Bank, and the mud of the Widow's Hole should be examined. Ostrey's Harbour is open."
    )

    assert {"outer bank", "widow's hole"} <= {title.lower() for title in _names(text)}


def test_that_a_street_keeps_the_number_of_the_house() -> None:
    names = _names(
        "Row 4: Date: 2015-12-01; Payee: Fernhollow Consulting; Place: Tern Lane 3, Ostrey; Purpose: liaison"
    )

    assert any(title.lower() == "tern lane 3" for title in names)


@pytest.mark.parametrize(
    "text",
    [
        "We ask you to keep the dead oysters cold until then.\nYours sincerely,\nEdda Morrice",
        "The report was finished on 12 September 2018. Responsible auditor:\nEdda Morrice\nThe council asked for it.",
    ],
)
def test_that_who_signs_or_is_responsible_is_a_person_under_any_name(text: str) -> None:
    assert _names(text).get("Edda Morrice") == "PERSON"


def test_that_a_column_of_places_holds_places() -> None:
    row = "Row 4: Date: 2015-08-20; Payee: Harnsund Yard; Place: Harnsund; Purpose: dredger, first instalment"

    assert _names(row)["Harnsund"] == "GPE"
