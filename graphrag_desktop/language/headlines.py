"""A headline out of a sentence's own words: subject, verb and object, or nothing where that could change the meaning."""

from typing import TYPE_CHECKING

from graphrag_desktop.language.lexicon import EMPTY_VERBS, HEDGES, VAGUE

if TYPE_CHECKING:
    from spacy.tokens import Span as Tokens
    from spacy.tokens import Token

_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_CLOSE = frozenset({"compound", "amod", "nmod", "nummod", "poss", "neg", "advmod"})
_WITHIN_CLOSE = frozenset({"compound", "case", "amod", "advmod"})
_WITHIN_COMPLEMENT = frozenset({"compound", "amod", "nummod", "poss", "case"})


def headline(sentence: "Tokens") -> str:
    """Four to twelve of the sentence's words that say what it says, or an empty string."""
    root = sentence.root
    subject = next((each for each in root.children if each.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or not _can_be_cut(root, subject):
        return ""
    kept, is_filled = _phrase(subject) | {root.i}, False
    for child in root.children:
        added, fills = _part(child, root, is_filled=is_filled)
        kept, is_filled = kept | added, is_filled or fills
    tokens = [sentence.doc[position] for position in sorted(kept)]
    if (
        not is_filled
        or not 4 <= len(tokens) <= 12
        or any(each.like_num and each.ent_type_ == "MONEY" for each in tokens)
    ):
        return ""
    return _written(tokens)


def _can_be_cut(root: "Token", subject: "Token") -> bool:
    if root.pos_ not in _VERBS or root.lower_ in EMPTY_VERBS:
        return False
    if subject.pos_ not in _NOUNS or subject.lower_ in VAGUE:
        return False
    return not any(_changes_meaning(child, root) for child in root.children)


def _changes_meaning(child: "Token", root: "Token") -> bool:
    """Conditions and subjects before the verb, clauses after it, hedges anywhere: without them another thing is said."""
    if child.dep_ in {"mark", "expl", "advcl", "csubj"} and child.i < root.i:
        return True
    if child.dep_ in {"xcomp", "ccomp", "oprd"} and child.i > root.i:
        return True
    return child.lower_ in HEDGES or (child.dep_ == "prep" and any(each.dep_ == "pcomp" for each in child.children))


def _part(child: "Token", root: "Token", *, is_filled: bool) -> tuple[set[int], bool]:
    """The positions that a child of the verb adds, and whether it is the complement that the headline needs."""
    if child.dep_ in {"aux", "auxpass", "neg", "prt"}:
        return {child.i}, False
    is_object = child.dep_ in {"dobj", "attr"} and child.pos_ in _NOUNS and not is_filled
    if is_object or (child.dep_ == "acomp" and not list(child.rights)):
        return _phrase(child), True
    if child.dep_ in {"prep", "agent"} and child.i > root.i and (child.dep_ == "agent" or not is_filled):
        inner = _object_of(child)
        if inner is not None and inner.lower_ not in VAGUE:
            return {child.i} | _phrase(inner), True
    return set(), False


def _object_of(preposition: "Token") -> "Token | None":
    return next((each for each in preposition.children if each.dep_ == "pobj" and each.pos_ in _NOUNS), None)


def _phrase(head: "Token") -> set[int]:
    """Positions of a noun or adjective with its close modifiers and one complement."""
    kept = {head.i}
    for child in head.children:
        is_close = child.dep_ in _CLOSE and 0 < head.i - child.i < 5
        if is_close or child.dep_ == "case" or child.lower_ in {"no", "all", "every"}:
            kept |= {child.i} | {each.i for each in child.children if each.dep_ in _WITHIN_CLOSE}
        elif child.dep_ == "prep" and child.lower_ in {"of", "for", "between"} and child.i == head.i + 1:
            inner = _object_of(child)
            if inner is not None:
                close = (each for each in inner.children if each.dep_ in _WITHIN_COMPLEMENT and each.i < inner.i)
                kept |= {child.i, inner.i} | {each.i for each in close}
    return kept


def _written(tokens: "list[Token]") -> str:
    """The words with a space wherever one stood or something was left out between them."""
    pairs = zip(tokens, [*tokens[1:], None], strict=True)
    text = "".join(
        token.text + (" " if token.whitespace_ or (after is not None and after.i != token.i + 1) else "")
        for token, after in pairs
    )
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]
