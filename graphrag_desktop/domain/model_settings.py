"""The settings that matter where a model reads and writes: what it looks for, how much it is asked, and where that ends."""

from dataclasses import dataclass
from typing import cast

from graphrag_desktop.domain.asking_settings import AskingSettings
from graphrag_desktop.domain.setting_words import SettingValue, number_setting, text_setting


def _number(default: SettingValue, label: str, explanation: str, stale: str, **limits: float) -> int:
    return cast(int, number_setting(default, label, explanation, stale, **limits))


@dataclass(frozen=True, slots=True)
class ModelChoices(AskingSettings):
    """None means: no end. The built-in engine passes these settings over."""

    entity_types: str = text_setting(
        "person, organization, place, event, concept",
        "Kinds of entities",
        "What a model looks for, parted by commas.",
        "extraction",
    )
    language: str = text_setting(
        "", "Language", "In which a model writes, for example Korean; empty: that of the documents.", "extraction"
    )
    gleanings: int = _number(
        1,
        "Gleanings",
        "How often a model is asked whether it missed something, and to add it.",
        "extraction",
        low=0,
        high=10,
    )
    claims: bool = cast(
        bool,
        number_setting(
            False,  # noqa: FBT003 - the default of the setting
            "Claims",
            "Whether a model also looks for claims: one more call for each text unit.",
            "extraction",
        ),
    )
    claim_description: str = text_setting(
        "Any claim or fact that could matter to somebody who looks into the collection.",
        "What counts as a claim",
        "As it is told to a model.",
        "extraction",
    )
    loose_ends: str = text_setting(
        "keep",
        "Unlisted ends",
        "What becomes of an entity that a model names only in a relationship: keep it without a kind, or drop both.",
        "communities",
        "keep",
        "drop",
    )
    relationship_weight: str = text_setting(
        "count",
        "Weight of a relationship",
        "What counts for communities: how often it was found, its share of all, or the strengths a model gave.",
        "communities",
        "count",
        "share",
        "strength",
    )
    map_form: str = text_setting(
        "answer",
        "Form of a part",
        "Whether a part of an answer is one text with a score (the paper), or points with a score each.",
        "answers",
        "answer",
        "points",
    )
    temperature: float | None = cast(
        float | None,
        number_setting(
            0.0, "Temperature", "How freely a model words; 0 is the same each time.", "extraction", low=0, high=2
        ),
    )
    context_tokens: int | None = _number(
        None,
        "Context",
        "Tokens that the model takes; empty: as the server says.",
        "nothing",
        low=1_000,
        high=10_000_000,
    )
    call_seconds: float = _number(
        600, "Patience", "Seconds that one call may take in all.", "nothing", low=1, high=86_400
    )
    concurrency: int = _number(
        25, "Calls at a time", "At most; fewer where the server gains nothing by it.", "nothing", low=1, high=200
    )
    requests_per_minute: int | None = _number(
        None, "Calls a minute", "At most, as your account allows.", "nothing", low=1, high=1_000_000
    )
    tokens_per_minute: int | None = _number(
        None, "Tokens a minute", "At most, as your account allows.", "nothing", low=100, high=1_000_000_000
    )
    prompt_price: float | None = _number(
        None, "Price of reading", "Of a million tokens that a model reads.", "nothing", low=0, high=10_000
    )
    completion_price: float | None = _number(
        None, "Price of writing", "Of a million tokens that a model writes.", "nothing", low=0, high=10_000
    )
    cap_money: float | None = _number(
        None,
        "Most money",
        "A run pauses when it has cost so much, by the prices above.",
        "nothing",
        low=0,
        high=1_000_000,
    )
    cap_calls: int | None = _number(
        None, "Most calls", "A run pauses after so many.", "nothing", low=1, high=100_000_000
    )
    cap_tokens: int | None = _number(
        None, "Most tokens", "A run pauses after so many, read and written.", "nothing", low=1, high=1_000_000_000_000
    )
    cap_minutes: float | None = _number(
        None, "Most minutes", "A run pauses after so long.", "nothing", low=0.01, high=1_000_000
    )
    cap_question_money: float | None = _number(
        None,
        "Most money for a question",
        "A question ends before a call that would take it beyond this, and keeps what it has.",
        "nothing",
        low=0,
        high=1_000_000,
    )
