"""Sentences that say the same but for one figure."""

from itertools import product

import pytest

from graphrag_desktop.language.figures_apart import one_figure_apart, take_apart


def _apart(*texts: str) -> list[tuple[str, str, bool]]:
    found = one_figure_apart([take_apart(each) for each in texts])
    return [
        (
            texts[pair.one][pair.one_span.start : pair.one_span.end],
            texts[pair.other][pair.other_span.start : pair.other_span.end],
            pair.is_date,
        )
        for pair in found
    ]


def test_that_the_figure_is_found_in_which_two_sentences_differ() -> None:
    one = "In May 2017 the barge Petrel carried 420 tonnes of cement to the North Quay."
    other = "The barge Petrel carried 480 tonnes of cement to the North Quay in May 2017."
    shuffled = "The barge Petrel carried, in May 2017, 480 tonnes of cement to the North Quay."
    assert _apart(one, shuffled) == [("420", "480", False)]
    assert _apart(one, other) == [], "figures in another order are not compared: they may be of other things"


def test_that_a_date_alone_may_differ() -> None:
    assert _apart(
        "The council closed the old bridge over the river Ouse on 3 March 2001.",
        "The council closed the old bridge over the river Ouse on 5 March 2001.",
    ) == [("3 March 2001", "5 March 2001", True)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The bakery sold 900 loaves at the fair in the year 1998.", "The bakery sold 900 loaves at the fair in the year 1999."),
        ("The bakery sold 900 loaves at the fair in 1998.", "The bakery sold 950 loaves at the fair in 1999."),
        ("The bakery sold 1,200 loaves at the spring fair.", "The bakery sold 1.2 thousand loaves at the spring fair."),
        ("The council closed the old bridge on 3 March 2001.", "The council closed the old bridge in March 2001."),
        ("The mill paid 900 crowns to the council.", "Edith Vane bought 12 loaves from the bakery in the square."),
        ("Loaves of the bakery sold at the fair 900", "Loaves of the bakery sold at the fair 950"),
        ("Payee: Hale Bakery; Goods: loaves; Amount: 900.", "Payee: Hale Bakery; Goods: loaves; Amount: 950."),
        ("It rained for 3 days.", "It rained for 5 days."),
    ],
    ids=["a series", "two figures", "the same value", "less exact", "other words", "a list", "a table", "too short"],
)  # fmt: skip
def test_that_what_is_no_disagreement_is_not_called_one(one: str, other: str) -> None:
    assert _apart(one, other) == []


def test_that_many_alike_sentences_are_compared_by_their_rare_terms() -> None:
    names = ["".join(letters) for letters in product("bdfgklmnprst", repeat=3)]
    alike = [
        f"The council of {name} met in the hall of {name}ton and {name}wick, and counted 7 votes." for name in names
    ]
    ninth = alike[9].replace("7", "9")
    assert _apart(*alike, ninth) == [("7", "9", False)]


def test_that_a_form_filled_in_again_and_again_is_no_disagreement() -> None:
    form = "Lot {} of the auction in the hall of the council was sold to a bidder from the town."
    assert _apart(*(form.format(at) for at in range(2, 40))) == []
    assert len(_apart(form.format(2), form.format(3))) == 1
