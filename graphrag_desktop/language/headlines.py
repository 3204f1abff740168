"""A headline out of a sentence's own words: a run of them as it stands, or nothing where that could change the meaning.

First choice is a short statement, from the subject to the end of what the verb needs. Else it is a thing that the
sentence speaks of, with what belongs to it ("withdrawal of the money"): a thing states nothing, so it cannot mislead.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon import EMPTY_VERBS, HEDGES, STOP, VAGUE, WEAK

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
_EMPTY = STOP | WEAK | VAGUE
_NO_BEGINNING = frozenset({"det", "poss", "predet", "punct", "case"})
_ROLES = {"nsubj": 1.0, "nsubjpass": 1.15, "dobj": 1.1, "attr": 0.9, "pobj": 0.6, "conj": 0.5}
_ENOUGH_TOLD = 4  # words that tell something: more make no better heading
_LEAST_TOLD = 2


def headline(sentence: "Tokens") -> str:
    """Two to nine words of the sentence in their order, without a gap; an empty string where none will do."""
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
    end = _end_of_statement(root)
    tokens = list(sentence.doc[subject.left_edge.i : end + 1]) if end > root.i else []
    if not _FEWEST <= len(tokens) <= _MOST or not _can_stand(tokens):
        return ""
    return _written(tokens)


def _end_of_statement(root: "Token") -> int:
    """Where the last of what the verb needs ends: its object or complement, else its first phrase."""
    needed = [
        each
        for each in root.children
        if each.i > root.i and each.dep_ in _OBJECTS | {"acomp", "prt", "agent", "dative"}
    ]
    phrases = [each for each in root.children if each.i > root.i and each.dep_ == "prep"]
    ends = [_core_end(each) for each in needed]
    if all(each.dep_ == "prt" for each in needed) and phrases:
        ends.append(_core_end(phrases[0]))
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
    return child.lower_ in HEDGES or (child.dep_ == "prep" and any(each.dep_ == "pcomp" for each in child.children))


def _can_stand(tokens: "list[Token]") -> bool:
    """Whether words can be read without the others: no pause, nothing that points elsewhere, no sum of money."""
    if any(token.text in _BROKEN or token.lower_ in _LEANING or token.text == "$" for token in tokens):
        return False
    last = tokens[-1]
    return (
        last.pos_ not in {"ADP", "DET", "CCONJ", "PART"}
        and last.tag_ != "IN"
        and sum(each.like_num for each in tokens) < 2
    )


def _best_thing(sentence: "Tokens") -> str:
    best, most = "", 0.0
    for head in sentence:
        if head.pos_ in _NOUNS and head.dep_ in _ROLES:
            for tokens in _things(head):
                worth = _worth(tokens, head)
                if worth > most:
                    best, most = _written(tokens), worth
    return best


def _things(head: "Token") -> "Iterator[list[Token]]":
    """The noun with the words before it, alone and with one or two phrases behind it."""
    start = min(
        (each.i for each in head.lefts if each.dep_ not in {"det", "predet", "punct", "cc", "prep"}), default=head.i
    )
    first = _without_article(head.doc[start].left_edge.i, head)
    end = head.i
    yield list(head.doc[first : end + 1])
    for _ in range(2):
        following = head.doc[end + 1] if end + 1 < head.sent.end else None
        if following is None or following.lower_ not in _LINKING or following.dep_ != "prep":
            return
        if not head.is_ancestor(following):
            return
        end = _core_end(following)
        yield list(head.doc[first : end + 1])


def _without_article(first: int, head: "Token") -> int:
    while first < head.i and (head.doc[first].lower_ in STOP or head.doc[first].dep_ in _NO_BEGINNING):
        first += 1
    return first


def _worth(tokens: "list[Token]", head: "Token") -> float:
    """What a thing tells: words that mean something, its role in the sentence, and a complement rather than none."""
    if len(tokens) > _MOST_OF_A_THING or not _can_stand(tokens):
        return 0.0
    if any(each.lower_ in {"a", "an"} for each in tokens[: head.i - tokens[0].i]):  # "large a percentage"
        return 0.0
    telling = [each for each in tokens if each.is_alpha and each.lower_ not in _EMPTY and each.pos_ != "ADP"]
    has_noun = any(each.pos_ in _NOUNS for each in telling)
    if len(telling) < _LEAST_TOLD or not has_noun or any(each.like_num for each in tokens):
        return 0.0
    vague = 0.6 if head.lower_ in VAGUE else 1.0
    person = 0.8 if head.dep_ in _SUBJECTS and head.ent_type_ in {"PERSON", "ORG", "GPE"} else 1.0
    told = math.sqrt(min(len(telling), _ENOUGH_TOLD))
    return told * _ROLES[head.dep_] * vague * person * (1 - 0.02 * len(tokens))


def _written(tokens: "list[Token]") -> str:
    text = " ".join("".join(token.text_with_ws for token in tokens).split())
    return text[:1].upper() + text[1:]
