"""Sentences of documents as they stand in reports and answers: verbatim, cuts marked, each with its citation."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from graphrag_desktop.domain.citations import defuse_citations, format_citations
from graphrag_desktop.domain.contexts import EvidenceSentence, Kind
from graphrag_desktop.language.scripts import is_cjk
from graphrag_desktop.language.words import search_terms

CUT = "…"
"""Marks where words of a sentence were left out."""

_NO_BRACKETS = str.maketrans("()[]（）", "      ")
_MOST_WORDS = 75
_MOST_SIGNS, _CUT_AT = 160, 150  # of Chinese, Japanese or Korean
_FIRST_CLAUSE = 0.9  # what it counts to begin where the sentence begins, in terms of the question
_CLAUSES = re.compile(r"(?<=;)\s+|(?<=[a-z],)\s+(?=(?:and|but|which|while|for|so|or|because)\b)")


def quoted(sentence: EvidenceSentence) -> str:
    """The sentence in full on one line; what looks like a citation in it is none."""
    return defuse_citations(" ".join(sentence.text.split()))


def trimmed(sentence: EvidenceSentence, wanted: frozenset[str]) -> str:
    """The sentence; of a long one the run of whole clauses that has most of the wanted terms, the cuts marked."""
    text = " ".join(sentence.text.split())
    if is_cjk(text):
        kept = text if len(text) <= _MOST_SIGNS else f"{text[:_CUT_AT]} {CUT}"
    elif len(text.split()) <= _MOST_WORDS:
        kept = text
    else:
        kept = _best_clauses(text, wanted)
    return defuse_citations(kept)


def statement(sentence: EvidenceSentence, wanted: frozenset[str]) -> str:
    """One line of an answer: the sentence, cut where it is long, its document, and its report and its text unit."""
    refs = [(Kind.SOURCE, sentence.source)]
    if sentence.report is not None:
        refs.insert(0, (Kind.REPORT, sentence.report))
    place = document_name(sentence.path)
    return f"- {cited(f'{trimmed(sentence, wanted)} ({place})' if place else trimmed(sentence, wanted), refs)}"


def document_name(path: str) -> str:
    """A document's name as it is shown: that of its file without folder and ending."""
    return PurePosixPath(path).stem.translate(_NO_BRACKETS)


def cited(text: str, refs: Iterable[tuple[Kind, int]]) -> str:
    """The text followed by what it rests on."""
    citation = format_citations(refs)
    return f"{text} {citation}" if citation else text


def _best_clauses(text: str, wanted: frozenset[str]) -> str:
    clauses = [clause for clause in _CLAUSES.split(text) if clause]
    best, most = text, 0.0
    for start in range(len(clauses)):
        end = start + 1
        while end < len(clauses) and len(" ".join(clauses[start : end + 1]).split()) <= _MOST_WORDS:
            end += 1
        part = " ".join(clauses[start:end])
        score = len(wanted.intersection(search_terms(part))) + (_FIRST_CLAUSE if start == 0 else 0)
        if score > most:
            before, after = f"{CUT} " if start else "", f" {CUT}" if end < len(clauses) else ""
            best, most = f"{before}{part}{after}", score
    words = best.split()
    return best if len(words) <= _MOST_WORDS + 4 else f"{' '.join(words[:_MOST_WORDS])} {CUT}"
