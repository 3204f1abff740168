"""Which sentences are quoted in a report without their neighbours, and which had better not be."""

import pytest

from graphrag_desktop.language.standing import standing_alone

_WHOLE = (
    "The Lessor keeps a depth of 13 metres at low water along the whole quay front.",
    "It is necessary to secure the harbour before winter.",
    "President McKinley appointed five men, all of whom resigned within the year.",
    "The board of the Savings Bank decides on its loans in January of each year.",
    "Casper Thole, its managing director until 2019, signed the lease of the quay front.",
    "On 2nd March 2018 the wind reached force 9 at 18:05, and the crane broke loose.",
    "The union's members said: “We were promised four hundred jobs.”",
    "合肥市部分居民对固态电池工厂的废水问题表示担忧。",
    "부두 노동조합은 4월 5일부터 30일까지 파업했다.",
)


@pytest.mark.parametrize("sentence", _WHOLE)
def test_that_a_whole_sentence_counts_in_full(sentence: str) -> None:
    assert standing_alone(sentence) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "The money was deposited and this money was then lent to the developer.",
        "Most growers believe the opposite, which the laboratory could not confirm.",
        "A fixed interest rate is not such a reason.",
        "In its place a road and a cycle path would run over the barrage.",
        "The Council, however, declined to pay for the wall.",
        "There will be another route from Key West to the Canal Zone.",
        "With the other powers of Europe our relations continue on a friendly footing.",
        "Our citizens were imprisoned and our flag insulted in her ports.",
        "Congress will pass it before the end of the session.",
        "Each time the stimulation has increased the profits of business.",
        "The proceedings were expeditious and marked by a friendly spirit.",
        "The improvement was ordered in the region and is still wanting in that region.",
    ],
)
def test_that_what_points_at_another_sentence_counts_less(sentence: str) -> None:
    assert standing_alone(sentence) < 0.7


@pytest.mark.parametrize(
    "sentence",
    [
        "The Lessee pays for the following works:",
        "the branches of their governments in behalf of enforcement.",
        'He said: "We have brought the most modern terminal of the coast to a meadow.',
        "The reduction brought 'an encouraging improvement in business, which increased our revenue.",
        "Profits have so increased that a surplus has been ro,duced.",
        "The tax reduction began in October, which w1,11 also increase our revenue.",
        "We should--[applause]--we should also give poor families more help.",
        "Rural electrification.-- The authorization is to be increased for the year 1947.",
        "(2) The tenderer names his subcontractors before the contract is signed.",
    ],
)
def test_that_what_is_torn_or_badly_scanned_counts_little(sentence: str) -> None:
    assert standing_alone(sentence) <= 0.3


def test_that_a_list_of_names_and_a_bare_sum_count_less() -> None:
    names = "Nothing disturbs the harmony with Austria, Belgium, Denmark, France, Naples, Portugal, and Prussia."

    assert standing_alone(names) < 1
    assert standing_alone("The expenditures of the year were $55,929,095.28.") < 1
