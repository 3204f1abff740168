"""Names counted: how often each is spelled and labelled how, and in which documents it stands."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from graphrag_desktop.domain.identity import DocumentId
from graphrag_desktop.language.lexicon import COMPANY
from graphrag_desktop.language.name_types import label_by_words

PLACES = frozenset({"GPE", "LOC", "FAC"})
"""The labels of places."""

_COMPANY_VOTES = 5  # "Inc." settles it
_WORD_VOTES = 3  # "Falls" or "Commission" says more than the reader's guess
_TITLED_SHARE = 10  # one in so many is enough: a person is mostly named without a title
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"'s\b|'$")
_COOPERATIVE = re.compile(r"\bco op(?:erative)?\b")
_GAPS = re.compile(r"[\s\-–]+")
_ACRONYM = re.compile(r"[a-z]{2,6}")
_ACRONYM_LENGTH = 6  # capitals of a longer name are a manner of writing


@dataclass(frozen=True, slots=True)
class Naming:
    """A name as it stands somewhere: its words, the label the reader gave, its document."""

    surface: str
    label: str
    document: DocumentId


@lru_cache(maxsize=200_000)
def name_key(surface: str) -> str:
    """What two spellings of a name have in common: no case, article, possessive, full stop or hyphen, one way to say and."""
    key = unicodedata.normalize("NFKC", surface).replace("’", "'").replace(".", " ").replace("&", " and ")
    key = re.sub(r"(?<=\b\w) (?=\w\b)", "", key) if "." in surface else key  # U.S. is US
    bare = _GAPS.sub(" ", _POSSESSIVE.sub("", _ARTICLE.sub("", key))).casefold().strip()
    return _COOPERATIVE.sub("cooperative", bare)


@lru_cache(maxsize=200_000)
def bare_name(name: str) -> str:
    """The name without a company's form; where that would leave a place, the company keeps it."""
    bare = COMPANY.sub("", name)
    return name if not bare or label_by_words(bare, "") in PLACES else bare


class NameTally:
    """Votes, spellings and documents of each key."""

    def __init__(self) -> None:
        self.votes: dict[str, Counter[str]] = defaultdict(Counter)
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)
        self.surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        self.documents: dict[str, set[DocumentId]] = defaultdict(set)
        self._titled: Counter[str] = Counter()

    def add(self, naming: Naming, untitled: str) -> None:
        """Count a name, which is `untitled` without a person's title."""
        key = name_key(bare_name(untitled))
        self.votes[key][naming.label] += 1
        if COMPANY.search(untitled):
            self.votes[key]["ORG"] += _COMPANY_VOTES
        elif label := label_by_words(untitled, naming.label):
            self.votes[key][label] += _WORD_VOTES
        if untitled != naming.surface:
            self._titled[key] += 1
        self.forms[key][untitled] += 1
        self.surfaces[key][naming.surface] += 1
        self.documents[key].add(naming.document)

    def total(self, key: str) -> int:
        """How often the name stands."""
        return self.forms[key].total()

    def label(self, key: str) -> str:
        """The label with most votes; someone with a title is a person."""
        return "PERSON" if self.is_titled(key) else most_voted(self.votes[key])

    def is_titled(self, key: str) -> bool:
        """Whether it bears a person's title often enough: one "General Treasury" makes nobody of the Treasury."""
        return self._titled[key] > 0 and self._titled[key] * _TITLED_SHARE >= self.total(key)

    def shares_document(self, one: str, other: str) -> bool:
        """Whether some document has both names."""
        return not self.documents[one].isdisjoint(self.documents[other])

    def is_acronym(self, key: str) -> bool:
        """Whether it is a few letters, mostly written in capitals."""
        return _ACRONYM.fullmatch(key) is not None and most_voted(self.forms[key]).isupper()

    def place_share(self, key: str) -> float:
        """The share of the votes that say it is a place."""
        votes = self.votes[key]
        return sum(count for label, count in votes.items() if label in PLACES) / max(1, votes.total())

    def title(self, key: str) -> str:
        """The most frequent spelling: without a company's form if it is also written so, in capitals only if always."""
        forms = self.forms[key]
        bare = {form: n for form, n in forms.items() if not COMPANY.search(form)} or dict(forms)
        proper = {form: n for form, n in bare.items() if not form.isupper() or len(form) < _ACRONYM_LENGTH} or bare
        return re.sub(r"^the\s+", "", most_voted(proper), flags=re.IGNORECASE)


def most_voted(counts: Mapping[str, int]) -> str:
    """The key with the highest count; of several the last by name, whatever their order."""
    return max(counts, key=lambda each: (counts[each], each))
