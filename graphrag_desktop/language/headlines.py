"""A headline out of a sentence's own words: a run of them as it stands, or nothing where that could change the meaning.

First choice is a short statement, from the subject to the end of what the verb needs. Else it is a thing that the
sentence speaks of, with what belongs to it ("withdrawal of the money"), after whoever the sentence is about ("Ines Farrow:
finances of the harbour"): a thing states nothing, so it cannot mislead.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon import EMPTY_VERBS, HEDGES, STOP, VAGUE, WEAK, words
from graphrag_desktop.language.words import is_spoiled, singular

if TYPE_CHECKING:
    from spacy.tokens import Span as Tokens
    from spacy.tokens import Token

_FEWEST, _MOST = 3, 9  # words of a statement
_MOST_OF_A_THING = 8
_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_OBJECTS = frozenset({"dobj", "attr", "oprd"})
_LINKING = frozenset({"of", "for", "in", "to", "between", "on", "with", "against", "from", "over", "at", "by", "into"})
_INSIDE_NOTHING = frozenset({"a", "an", "more", "less", "than"})
"""Before a noun and after other words they belong to those: "large a percentage", "a decade more than half"."""

_NEEDED = frozenset({"to", "into", "from", "with", "of", "upon", "as"})
_BROKEN = frozenset(',;:()[]"“”—–-/')
_LEANING = frozenset(
    [
        "it",
        "he",
        "she",
        "they",
        "them",
        "him",
        "his",
        "her",
        "their",
        "its",
        "this",
        "that",
        "these",
        "those",
        "such",
        "same",
        "former",
        "latter",
        "other",
    ]
)
_LOOSE = frozenset({"relcl", "acl", "appos", "advcl", "cc", "conj", "punct", "parataxis", "dep"})
_GOES_ON = frozenset({"that", "whether", "if", "who", "which", "whom", "unless", "until"})
"""Words after which comes what a statement says."""

_EMPTY = STOP | WEAK | VAGUE
_LIGHT = words(
    """
    actual additional certain considerable corresponding entire essential full further great important many necessary
    numerous obvious particular present proper real recent respective several usual various whole
    """
)
_NO_BEGINNING = frozenset({"det", "poss", "predet", "punct", "case"})
_ROLES = {"nsubj": 1.0, "nsubjpass": 1.15, "dobj": 1.1, "attr": 0.9, "pobj": 0.6, "conj": 0.5}
_ENOUGH_TOLD = 4  # words that tell something: more make no better heading
_LEAST_TOLD = 2
_MORE_TOLD = 0.8  # a thing with what belongs to it tells more than a noun with an adjective
_ONLY_A_NAME = 0.4  # a name says who or where, and not what is said of it
_MOST_OF_A_NAME = 4
_NOISE = re.compile(r"\w[^\w\s'’.&-]\w")


def headline(sentence: "Tokens") -> str:
    """Two to nine words of the sentence in their order, a colon where some are left out; empty where none will do."""
    return _statement(sentence) or _best_thing(sentence)


def _statement(sentence: "Tokens") -> str:
    """Subject, verb and complement, where nothing that would change their meaning lies outside."""
    root = sentence.root
    subject = next((each for each in root.children if each.dep_ in _SUBJECTS), None)
    if subject is None or root.pos_ not in _VERBS or root.lower_ in EMPTY_VERBS:
        return ""
    if (
        subject.pos_ not in _NOUNS
        or subject.lower_ in VAGUE
        or any(_changes_meaning(each, root) for each in root.children)
    ):
        return ""
    end = _end_of_statement(root, is_passive=subject.dep_ == "nsubjpass")
    following = sentence.doc[end + 1] if end + 1 < sentence.end else None
    if following is not None and (
        following.lower_ in _GOES_ON or (following.lower_ == "to" and following.dep_ == "aux")
    ):
        return ""
    is_open = end == root.i or _is_empty(sentence.doc[end])
    if is_open and following is not None and following.dep_ == "prep" and following.lower_ in _NEEDED:
        return ""  # "the crew was reduced" to what, "invite attention" to what
    is_whole = end > root.i or subject.dep_ == "nsubjpass"
    tokens = list(sentence.doc[subject.left_edge.i : end + 1]) if is_whole else []
    if not _FEWEST <= len(tokens) <= _MOST or not _can_stand(tokens):
        return ""
    return _written(tokens)


def _end_of_statement(root: "Token", *, is_passive: bool) -> int:
    """Where the last of what the verb needs ends: its object or complement, else its first phrase; a passive needs nothing."""
    needed = [
        each
        for each in root.children
        if each.i > root.i and each.dep_ in _OBJECTS | {"acomp", "prt", "agent", "dative"}
    ]
    phrases = [each for each in root.children if each.i > root.i and each.dep_ == "prep"]
    ends = [_core_end(each) for each in needed]
    if all(each.dep_ == "prt" for each in needed) and phrases:
        end = _core_end(phrases[0])
        is_short = end - root.left_edge.i < _MOST
        ends += [end] if is_short or not is_passive else []
    return max(ends, default=root.i)


def _core_end(head: "Token") -> int:
    """The last word of a phrase without the clauses that hang on it."""
    ends = [head.i]
    for child in head.rights:
        if child.dep_ in _LOOSE:
            if child.dep_ == "conj" and child.pos_ in _NOUNS and child.i - head.i <= 4:
                ends.append(_core_end(child))
            continue
        ends.append(_core_end(child))
    return max(ends)


def _changes_meaning(child: "Token", root: "Token") -> bool:
    """Conditions and subjects before the verb, clauses after it, hedges anywhere: without them another thing is said."""
    if child.dep_ in {"mark", "expl", "advcl", "csubj"} and child.i < root.i:
        return True
    if child.dep_ in {"xcomp", "ccomp"} and child.i > root.i:
        return True
    if child.dep_ == "advcl" and any(each.lower_ == "to" for each in child.lefts):  # asked them to look into it
        return True
    return child.lower_ in HEDGES or (child.dep_ == "prep" and any(each.dep_ == "pcomp" for each in child.children))


def _can_stand(tokens: "list[Token]") -> bool:
    """Whether words can be read without the others: no pause, nothing that points elsewhere, no sum of money."""
    if any(token.text in _BROKEN or token.lower_ in _LEANING or not _is_legible(token.text) for token in tokens):
        return False
    last = tokens[-1]
    return (
        last.tag_ != "POS"
        and last.pos_ not in {"ADP", "DET", "CCONJ", "PART"}
        and last.tag_ != "IN"
        and sum(each.like_num for each in tokens) < 2
    )


@lru_cache(maxsize=50_000)
def _is_legible(word: str) -> bool:
    """Whether a word is made of letters and numbers, with what may stand inside one."""
    is_written = all(sign.isalnum() or sign in "-'’.&" for sign in word)
    return is_written and not _NOISE.search(word) and not is_spoiled(word)


def _best_thing(sentence: "Tokens") -> str:
    best: list[Token] = []
    most = 0.0
    for head in sentence:
        if head.pos_ in _NOUNS and head.dep_ in _ROLES:
            for tokens in _things(head):
                worth = _worth(tokens, head)
                if worth > most:
                    best, most = tokens, worth
    if not best:
        return ""
    actor = _actor(sentence, best)
    return f"{_written(actor)}: {_joined(best)}" if actor else _written(best)


def _actor(sentence: "Tokens", thing: "list[Token]") -> "list[Token]":
    """Whoever the sentence is about, if it is a person or an organisation by name and the thing comes after."""
    subject = next((each for each in sentence.root.children if each.dep_ in _SUBJECTS), None)
    if subject is None or not _is_proper(subject) or subject.ent_type_ not in {"PERSON", "ORG"}:
        return []
    named = [each for each in sentence.doc.ents if each.start <= subject.i < each.end]
    tokens = [each for each in named[0] if each.dep_ != "det" and each.tag_ != "POS"] if named else []
    is_before = bool(tokens) and tokens[-1].i < sentence.root.i < thing[0].i
    is_short = len(tokens) <= _MOST_OF_A_NAME and len(tokens) + len(thing) <= _MOST + 1
    return tokens if is_before and is_short and _can_stand(tokens) else []


def _things(head: "Token") -> "Iterator[list[Token]]":
    """The noun with the words before it, alone and with one or two phrases behind it."""
    start = min(
        (each.i for each in head.lefts if each.dep_ not in {"det", "predet", "punct", "cc", "prep"}), default=head.i
    )
    first = _without_article(head.doc[start].left_edge.i, head)
    end = _with_its_pair(head)
    yield list(head.doc[first : end + 1])
    for _ in range(2):
        following = head.doc[end + 1] if end + 1 < head.sent.end else None
        if following is None or following.lower_ not in _LINKING or following.dep_ != "prep":
            return
        if not head.is_ancestor(following):
            return
        end = _core_end(following)
        yield list(head.doc[first : end + 1])


def _with_its_pair(head: "Token") -> int:
    """The last word of "maintenance and extension", of which what follows is said."""
    pair = next((each for each in head.rights if each.dep_ == "conj" and each.pos_ in _NOUNS), None)
    return pair.i if pair is not None and pair.i == head.i + 2 and head.nbor(1).lower_ == "and" else head.i


def _without_article(first: int, head: "Token") -> int:
    while first < head.i and _begins_nothing(head.doc[first]):
        first += 1
    return first


def _begins_nothing(token: "Token") -> bool:
    """Articles, adverbs, "larger" and "certain": the thing is the same without."""
    if token.lower_ in STOP or token.dep_ in _NO_BEGINNING:
        return True
    return not _is_proper(token) and (token.lower_ in _LIGHT or token.pos_ == "ADV" or token.tag_ in {"JJR", "JJS"})


def _worth(tokens: "list[Token]", head: "Token") -> float:
    """What a thing tells: words that mean something, its role in the sentence, and a complement rather than none."""
    if len(tokens) > _MOST_OF_A_THING or not _can_stand(tokens):
        return 0.0
    if any(each.lower_ in _INSIDE_NOTHING for each in tokens[: head.i - tokens[0].i]):
        return 0.0
    if any(
        _is_proper(one) and other.tag_ == "JJ" for one, other in pairwise(tokens)
    ):  # "with Spain peaceful relations"
        return 0.0
    telling = [each for each in tokens if each.is_alpha and each.pos_ != "ADP" and not _is_empty(each)]
    has_noun = any(each.pos_ in _NOUNS for each in telling)
    if len(telling) < _LEAST_TOLD or not has_noun or any(each.like_num for each in tokens):
        return 0.0
    vague = 0.6 if head.lower_ in VAGUE else 1.0
    person = 0.8 if head.dep_ in _SUBJECTS and head.ent_type_ in {"PERSON", "ORG", "GPE"} else 1.0
    told = math.pow(min(len(telling), _ENOUGH_TOLD), _MORE_TOLD)
    told *= _ONLY_A_NAME if _is_proper(head) and all(map(_is_proper, telling)) else 1.0
    return told * _ROLES[head.dep_] * vague * person * (1 - 0.02 * len(tokens))


def _is_empty(token: "Token") -> bool:
    return token.lower_ in _EMPTY or (token.tag_ == "NNS" and singular(token.lower_) in _EMPTY)


def _is_proper(token: "Token") -> bool:
    return token.tag_.startswith("NNP")


def _written(tokens: "list[Token]") -> str:
    text = _joined(tokens)
    return text[:1].upper() + text[1:]


def _joined(tokens: "list[Token]") -> str:
    return " ".join("".join(token.text_with_ws for token in tokens).split())
