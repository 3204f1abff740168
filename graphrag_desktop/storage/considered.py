"""What was considered for a context, as it is kept with an answer: no texts, and of what was not sent what comes first."""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from graphrag_desktop.domain.asking import Candidate, Considered
from graphrag_desktop.domain.contexts import ContextItem, Kind

_MOST_OUT = 200  # records that were not sent: who looks for why one is missing looks among the next ones


@dataclass(frozen=True, slots=True)
class _Row:
    """A record as it is kept."""

    kind: str
    number: int
    title: str
    tokens: int
    relevance: float | None
    alpha: float | None
    is_in: int
    place: str

    @property
    def candidate(self) -> Candidate:
        item = ContextItem(Kind(self.kind), self.number, self.title, "", self.tokens, relevance=self.relevance)
        return Candidate(item, bool(self.is_in), self.alpha, self.place)


def considered_text(contexts: Sequence[Considered]) -> str:
    """As it is kept; what is sent stays whole, however much that is."""
    return json.dumps([_object(each) for each in contexts], ensure_ascii=False, separators=(",", ":"))


def read_considered(text: str) -> tuple[Considered, ...]:
    """The contexts again; raises `ValueError`, `KeyError` or `TypeError` where the text is none of ours."""
    return tuple(
        Considered(
            tuple(_Row(*record).candidate for record in each["records"]),
            each["limit"],
            Kind(each["cited"]),
            tuple(each["missing"]),
            each["choices"],
        )
        for each in json.loads(text)
    )


def is_whole(text: str) -> bool:
    """Whether it can be read again."""
    try:
        read_considered(text)
    except (ValueError, KeyError, TypeError):
        return False
    return True


def _object(considered: Considered) -> dict[str, object]:
    records: list[_Row] = []
    out = 0
    for each in considered.candidates:
        out += not each.is_in
        if each.is_in or out <= _MOST_OUT:
            item = each.item
            relevance = None if item.relevance is None else round(item.relevance, 4)
            alpha = None if each.alpha is None else round(each.alpha, 4)
            is_in = int(each.is_in)
            records.append(
                _Row(item.kind.value, item.number, item.title, item.tokens, relevance, alpha, is_in, each.place)
            )
    return {
        "limit": considered.limit,
        "cited": considered.cited.value,
        "missing": considered.missing,
        "choices": considered.choices,
        "records": [astuple(each) for each in records],
    }
