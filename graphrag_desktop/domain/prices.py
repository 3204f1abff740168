"""What models cost, in any one currency, by the tokens that they read and write."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_desktop.domain.model_choice import ModelChoice, ModelPlace
from graphrag_desktop.domain.settings import Settings

if TYPE_CHECKING:
    from graphrag_desktop.domain.usage import UsageLine

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class TokenPrice:
    """What a million tokens read cost, and a million written."""

    prompt: float = 0.0
    completion: float = 0.0

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        """What so many tokens cost."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


def price_of(place: ModelPlace, settings: Settings) -> TokenPrice | None:
    """The price of a model: its own where it has one, else that of the settings; None where neither is known."""
    prompt = settings.prompt_price if place.prompt_price is None else place.prompt_price
    completion = settings.completion_price if place.completion_price is None else place.completion_price
    if prompt is None and completion is None:
        return None
    return TokenPrice(prompt or 0.0, completion or 0.0)


@dataclass(frozen=True, slots=True)
class PriceList:
    """The prices of a project's models by name; a model without one counts as free."""

    prices: Mapping[str, TokenPrice]

    @property
    def is_known(self) -> bool:
        """Whether any price is known."""
        return bool(self.prices)

    def of(self, model: str) -> TokenPrice:
        """The price of a model."""
        return self.prices.get(model) or TokenPrice()

    def total(self, lines: "Iterable[UsageLine]") -> float:
        """What all these calls cost."""
        return sum(self.of(each.model).of(each.prompt_tokens, each.completion_tokens) for each in lines)


def price_list(choice: ModelChoice | None, settings: Settings) -> PriceList:
    """The prices of the models of a choice; none for the built-in engine, which costs nothing."""
    places = () if choice is None else choice.places
    found = {each.model: price for each in places if (price := price_of(each, settings)) is not None}
    return PriceList(found)


@dataclass(frozen=True, slots=True)
class RunTerms:
    """What a run with models costs, and where it pauses; None: no end."""

    prices: PriceList = field(default_factory=lambda: PriceList({}))
    cap_money: float | None = None
    cap_calls: int | None = None
    cap_tokens: int | None = None
    cap_minutes: float | None = None


def run_terms(choice: ModelChoice | None, settings: Settings) -> RunTerms:
    """The terms that models and settings of a project make."""
    return RunTerms(
        price_list(choice, settings),
        settings.cap_money,
        settings.cap_calls,
        settings.cap_tokens,
        settings.cap_minutes,
    )
