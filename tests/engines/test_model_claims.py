"""Claims: eight fields each, and nothing that is none."""

import pytest

from graphrag_desktop.engines.model_claims import UnitClaims, iso_date

WHOLE = "(A<|>B<|>FRAUD<|>TRUE<|>2022-01-10T00:00:00<|>2022-01-12<|>A cheated B.<|>“cheated”)"


def read(text: str) -> UnitClaims:
    found = UnitClaims()
    assert found.add_reply(text, is_cut=False)
    return found


def test_that_all_eight_fields_are_kept() -> None:
    (claim,) = read(f"{WHOLE}<|COMPLETE|>").claims.values()
    assert (claim.subject, claim.object, claim.type, claim.status) == ("A", "B", "FRAUD", "TRUE")
    assert (claim.start_date, claim.end_date, claim.description, claim.quote) == (
        "2022-01-10",
        "2022-01-12",
        "A cheated B.",
        "cheated",
    )


@pytest.mark.parametrize("reply", ["No claims found.", "<|COMPLETE|>", "", "There are no claims (none) in this text."])
def test_that_a_sentence_that_there_is_none_is_no_claim(reply: str) -> None:
    found = read(reply)
    assert (found.claims, found.rejected) == ({}, {})


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("(A<|>B<|>FRAUD<|>MAYBE<|>NONE<|>NONE<|>d<|>q)", "a claim whose status is none of the three"),
        ("(A<|>B<|>FRAUD<|>TRUE<|>d<|>q)", "a claim with too few parts"),
        ("(NONE<|>B<|>FRAUD<|>TRUE<|>NONE<|>NONE<|>d<|>q)", "a claim about nobody"),
    ],
)
def test_that_what_is_no_claim_is_rejected_and_named(record: str, reason: str) -> None:
    found = read(f"{record}##{WHOLE}")
    assert len(found.claims) == 1
    assert [each.partition(":")[0] for each in found.rejected] == [reason]


def test_that_a_claim_told_twice_counts_once() -> None:
    found = read(WHOLE)
    found.add_reply(WHOLE.replace("A<|>", "a<|>"), is_cut=False)
    assert len(found.claims) == 1


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2022-01-10", "2022-01-10"), ("2022-1-5", "2022-01-05"), ("2022-01", "2022-01"), ("2022", "2022"),
        ("2022-01-10T00:00:00", "2022-01-10"), ("NONE", None), ("2022-13-01", None), ("January 2022", None), ("", None),
    ],
)  # fmt: skip
def test_that_a_date_is_one_or_none(written: str, date: str | None) -> None:
    assert iso_date(written) == date
