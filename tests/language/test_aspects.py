"""The kind of a question, and how much a sentence says to it."""

import pytest

from graphrag_desktop.language.aspects import aspect_factor, aspect_of, is_answered_by


def _factor(question: str, text: str) -> float:
    return aspect_factor(aspect_of(question), text)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why did the bridge fall?", "cause"),
        ("Why is a new bridge needed?", "purpose"),
        ("Who profited from the bridge?", "profit"),
        ("How did money flow between the two firms?", "payment"),
        ("What harm was done?", "harm"),
        ("Which risks are named?", "risk"),
        ("Which risks remain?", "open"),
        ("What remains undecided?", "open"),
        ("Which rights do tenants still have?", "right"),
        ("Who warned of it?", "warning"),
        ("Which checks failed?", "failure"),
        ("Where do the witnesses contradict each other?", "contradiction"),
        ("How should bridges be inspected?", "proposal"),
        ("What was done about the debt?", "deed"),
        ("How many tenants are there?", "amount"),
        ("When was the bridge built?", "time"),
    ],
)
def test_that_a_question_has_the_kind_that_it_asks_for(question: str, kind: str) -> None:
    aspect = aspect_of(question)

    assert aspect is not None and aspect.name == kind


@pytest.mark.parametrize("question", ["What do ducks eat?", "Who built the bridge?", "다리는 언제 무너졌습니까?"])
def test_that_a_question_for_a_fact_has_none(question: str) -> None:
    assert aspect_of(question) is None


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        ("Why did the bridge fall?", "It fell because a bolt broke.", "It fell on a Monday."),
        ("Who profited from it?", "The fund paid 40,000 dollars to the mayor.", "The mayor spoke of the fund."),
        ("How did money flow?", "The bank lent the firm 2 million euros.", "The bank lies opposite the firm."),
        ("What harm was done?", "Four men were hurt.", "Four men were there."),
        ("What harm was done?", "Four men were hurt.", "Nobody came to harm and there was no damage."),
        ("Which risks are there?", "A storm could flood the lower town.", "The lower town has two schools."),
        ("Which risks remain?", "A storm could flood the lower town.", "The lower town has two schools."),
        ("Which risks remain?", "The dam has not been repaired.", "The bank threatened to call in the loan."),
        ("Which risks remain?", "The bridge stays closed until 2030.", "A flood was feared in 1990."),
        (
            "Which threats are named?",
            "The town faces the danger of a flood.",
            "Our friends can resist external threats.",
        ),
        ("Who warned of it?", "The clerk warned the board twice.", "The clerk wrote to his aunt."),
        ("Who warned of it?", "The memorandum of the clerk was set aside.", "The storm came without warning."),
        (
            "Who warned of it?",
            "The trust advised the town to halt the work.",
            "The trust advised the town to buy the mill.",
        ),
        ("Who warned of it?", "The collapse could have been prevented.", "The bridge could have been longer."),
        (
            "Who profited from it?",
            "The lease obliges the town to pay the firm 900 euros a day.",
            "The lease begins in May.",
        ),
        ("What harm was done?", "The driver lost a leg.", "The mill lost two customers."),
        ("Why is a bridge needed?", "The bridge is essential to trade.", "Twenty more men are needed."),
        ("Which checks failed?", "The samples were never taken.", "The samples were taken in May."),
        ("Which checks failed?", "The report was not read by anybody.", "The County Audit Office moved to Bergen."),
        ("How should banks be regulated?", "Banks should be examined yearly.", "Banks were examined yearly."),
        ("What was done about the debt?", "The debt was reduced by half.", "The debt is large."),
    ],
)
def test_that_what_answers_the_kind_counts_more(question: str, answering: str, other: str) -> None:
    assert is_answered_by(aspect_of(question), answering)
    assert _factor(question, answering) > _factor(question, other)


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        ("국회는 어떤 권한을 가집니까?", "국회는 예산안을 심의·확정한다.", "국회는 건물 옆에 있다."),
        ("대통령은 어떤 의무를 집니까?", "대통령은 헌법을 수호할 책무를 진다.", "대통령은 서울에 산다."),
        ("刘备是怎样的人？", "刘备为人宽厚。", "刘备引军来救。"),
        ("人人有什么权利？", "人人有权工作。", "人人都来了。"),
        ("なぜ橋は落ちましたか？", "橋は古かったため落ちた。", "橋は月曜に落ちた。"),
    ],
)
def test_that_kinds_are_told_in_eastern_languages_too(question: str, answering: str, other: str) -> None:
    assert _factor(question, answering) > _factor(question, other)


def test_that_what_may_be_counts_less_where_it_is_asked_what_was() -> None:
    question = "Who profited from the sale?"

    assert _factor(question, "He received 3 million dollars.") > _factor(
        question, "He would have received 3 million dollars."
    )


def test_that_a_cue_far_from_the_subject_counts_less() -> None:
    aspect = aspect_of("Why is a navy needed?")
    near = "A navy is essential to our safety."
    far = f"A navy was mentioned {'once and again ' * 6} in a letter on what is essential to our schools."

    assert aspect_factor(aspect, near, ["navy"]) > aspect_factor(aspect, far, ["navy"])


def test_that_the_word_of_the_question_is_no_better_than_another_act_of_its_kind() -> None:
    question = "Who warned of it?"

    assert _factor(question, "The clerk objected to it.") >= 0.9 * _factor(question, "The clerk warned of it.")
