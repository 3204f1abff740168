"""Which Korean words of a collection are nouns, and where they end: told by the particles that follow them anywhere.

A noun takes many particles, a verb form or an adverb none, and "회의" in "국무회의 심의" is no particle because
"국무회의를" stands elsewhere (the idea of left-right scores in soynlp, with the particles known).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from graphrag_desktop.domain.extractions import FoundName
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.korean_endings import is_particle, label_of
from graphrag_desktop.language.lexicon import words
from graphrag_desktop.language.lexicon_ko import FOCUS, LOOSE_SUFFIX, PREDICATE, TOPIC, UNSURE_PARTICLES, VERB_ENDING

Placed = tuple[str, Sequence[FoundName], int]
"""A sentence, what it may name, and where it begins in what the spans of these count from."""

_ALWAYS_LOOSE = frozenset("들등")
_AFTER_PLACE = words(
    "에 에는 에도 에서 에서는 에서의 에의 의"
)  # what else stands after "within" is no suffix: "법률안을"
_LISTED = frozenset("·(（")  # what follows a noun in a list, or one that is explained
_LONGEST_TAIL = 8


def settle_nouns(sentences: Iterable[Placed], *, are_nouns: bool = False) -> list[tuple[FoundName, ...]]:
    """The names and phrases of each sentence that are nouns in the light of all sentences, each in one form.

    With `are_nouns` a dictionary has told them: then only what it took for a noun with its particle is put right.
    """
    placed = list(sentences)
    evidence = _Evidence()
    for text, names, start in placed:
        for name in names:
            evidence.add(name.title, _tail(text, name.span.end - start))
    if are_nouns:
        return [tuple(_without_particle(evidence, name) for name in names) for _, names, _ in placed]
    return [tuple(_settled(evidence, text, names, start)) for text, names, start in placed]


def _without_particle(evidence: "_Evidence", name: FoundName) -> FoundName:
    first, _, last = name.title.rpartition(" ")
    noun = evidence.without_particle(last)
    if noun == last:
        return name
    span = Span(name.span.start, name.span.end - len(last) + len(noun))
    return FoundName(f"{first} {noun}" if first else noun, "" if first else label_of(noun), span)


def _settled(evidence: "_Evidence", text: str, names: Sequence[FoundName], start: int) -> Iterable[FoundName]:
    for name in names:
        first, _, last = name.title.rpartition(" ")
        noun = evidence.noun_in(last, _tail(text, name.span.end - start))
        label = name.label
        if first and label == "PERSON" and evidence.is_noun(first):
            label = ""  # two common nouns before an office
        if label or (noun and (not first or evidence.may_lead(first))):
            noun = noun or last
            label = label or ("" if first else label_of(noun))
            span = Span(name.span.start, name.span.end + len(noun) - len(last))
            yield FoundName(f"{first} {noun}" if first else noun, label, span)


def _tail(text: str, at: int) -> str:
    """The rest of the word from `at` on, or the sign that follows a noun in a list."""
    end = at
    while end < len(text) and end - at < _LONGEST_TAIL and "가" <= text[end] <= "힣":
        end += 1
    return text[at:end] or (text[at : at + 1] if text[at : at + 1] in _LISTED else "")


class _Evidence:
    """What follows each word in the collection."""

    def __init__(self) -> None:
        self._tails: dict[str, Counter[str]] = defaultdict(Counter)
        self._sure: dict[tuple[str, str], bool] = {}

    def add(self, title: str, tail: str) -> None:
        if " " not in title:
            self._tails[title][tail] += 1

    def noun_in(self, word: str, tail: str) -> str:
        """The noun in a word that is followed by `tail`: the word, a longer or a shorter form; nothing if it is none."""
        for size in range(1, len(tail) + 1) if tail not in _LISTED else ():
            longer = word + tail[:size]
            if self.is_noun(longer) and not self.is_noun(word, apart_from=tail[:size]):
                return self._without_suffix(longer)
        shorter = self._without_suffix(word)
        return shorter if shorter != word or self.is_noun(word) else ""

    def without_particle(self, word: str) -> str:
        """The noun before a particle in a word that never takes one, where that noun does elsewhere."""
        if any(self._tails[word]):
            return word
        parts = (word[:at] for at in range(2, len(word)) if is_particle(word, at))
        return next((part for part in parts if part in self._tails and any(self._tails[part])), word)

    def may_lead(self, word: str) -> bool:
        """Whether a bare word can be the first of a pair."""
        return self.is_noun(word) or not VERB_ENDING.search(word)

    def _without_suffix(self, word: str) -> str:
        shorter = word[:-1]
        if len(shorter) < 2 or not LOOSE_SUFFIX.search(word) or not self.is_noun(shorter):
            return word
        is_place = all(tail in _AFTER_PLACE for tail in self._tails[word])
        return shorter if word[-1] in _ALWAYS_LOOSE or is_place else word

    def is_noun(self, word: str, apart_from: str = "") -> bool:
        """Whether what follows the word anywhere shows a noun, besides one ending that may be a part of the word itself."""
        known = (word, apart_from)
        if known not in self._sure:
            self._sure[known] = self._judge(word, apart_from)
        return self._sure[known]

    def _judge(self, word: str, apart_from: str) -> bool:
        return self._shows_noun(word, apart_from) or (word in self._tails and not apart_from and bool(label_of(word)))

    def _shows_noun(self, word: str, apart_from: str) -> bool:
        if word not in self._tails:
            return False
        tails = {tail for tail in self._tails[word] if tail and not (apart_from and tail.startswith(apart_from))}
        return any(_is_sure(word, tail) for tail in tails) or bool(tails & TOPIC and tails & FOCUS)


def _is_sure(word: str, tail: str) -> bool:
    if tail in _LISTED or tail in UNSURE_PARTICLES:
        return tail in _LISTED
    return is_particle(word + tail, len(word)) or PREDICATE.match(tail) is not None
