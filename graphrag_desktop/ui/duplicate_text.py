"""One of two entities that may be the same as blocks: what tells it apart first, then its sentences, documents, neighbours."""

from collections.abc import Collection, Iterator

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.explore.duplicate_pairs import SideView
from graphrag_desktop.explore.duplicates import Evidence
from graphrag_desktop.language.name_likeness import Likeness
from graphrag_desktop.ui.cited_text import CitedText
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.prose_blocks import Block, Run, heading
from graphrag_desktop.ui.report_text import ENTITY

_MOST_NEIGHBOURS, _MOST_DOCUMENTS = 14, 8


def side_citations(side: SideView) -> tuple[Citation, ...]:
    """All citations of a side in the order in which its text shows them."""
    return side.sentences


def side_blocks(side: SideView, shared: Collection[int]) -> tuple[Block, ...]:
    """All of a side; neighbours that both have stand first, in bold."""
    entity, cited = side.view.entity, CitedText(side_citations(side))
    facts = (
        entity.type,
        counted(entity.count, "1 mention", "{n} mentions"),
        counted(entity.documents, "1 document", "{n} documents"),
        counted(entity.degree, "1 relationship", "{n} relationships"),
    )
    also = (Block((Run(_tr("Also called ")), Run(", ".join(entity.aliases), tone="text")), role="small", tone="text3"),)
    return (
        heading((Run(entity.title, href=f"{ENTITY}:{entity.number}", tone="text"),), above=0),
        Block((Run(" · ".join(facts)),), role="small", tone="text2", below=4),
        *(also if entity.aliases else ()),
        Block((Run(entity.description),), role="body"),
        *_sentences(side, cited),
        *_documents(side),
        *_neighbours(side, shared),
    )


def reason_words(evidence: Evidence) -> str:
    """Why two may be the same, in one line."""
    words = {
        Likeness.SAME_WORDS: _tr("Same words"),
        Likeness.FORM: _tr("Same but for the kind of firm or the title"),
        Likeness.NUMBER: _tr("Singular and plural"),
        Likeness.SPELLING: _tr("Almost the same spelling"),
        Likeness.INITIALS: _tr("Initials"),
        Likeness.ACRONYM: _tr("Acronym"),
        Likeness.PART: _tr("One name is part of the other"),
        Likeness.LETTERS: _tr("Last letter of the acronym"),
    }[evidence.likeness]
    found = [words]
    if evidence.shared:
        found.append(
            _tr("{n} of {all} neighbours in common").format(n=figure(evidence.shared), all=figure(evidence.neighbours))
        )
    if evidence.likeness_of_contexts:
        found.append(_tr("contexts alike to {n} %").format(n=figure(round(100 * evidence.likeness_of_contexts))))
    if evidence.together:
        found.append(counted(evidence.together, "together in 1 sentence", "together in {n} sentences"))
    return " · ".join(found)


def _sentences(side: SideView, cited: CitedText) -> Iterator[Block]:
    if side.sentences:
        yield heading((Run(_tr("Sentences")),))
    for each in side.sentences:
        words = " ".join(each.text.split())
        yield Block(cited.pieces(f"{words} {format_citations([(each.kind, each.number)])}"), role="body", below=6)


def _documents(side: SideView) -> Iterator[Block]:
    if side.documents:
        yield heading((Run(_tr("Documents")),))
    for path in side.documents[:_MOST_DOCUMENTS]:
        yield Block((Run(path),), role="small", tone="text2", below=1)
    more = len(side.documents) - _MOST_DOCUMENTS
    if more > 0:
        yield Block((Run(counted(more, "and 1 more", "and {n} more")),), role="small", tone="text3")


def _neighbours(side: SideView, shared: Collection[int]) -> Iterator[Block]:
    if not side.view.neighbours:
        return
    yield heading((Run(_tr("Connected with")),))
    ordered = sorted(side.view.neighbours, key=lambda each: each.entity.number not in shared)
    for each in ordered[:_MOST_NEIGHBOURS]:
        is_shared = each.entity.number in shared
        pieces = (
            Run(each.entity.title, 600 if is_shared else None, tone="text" if is_shared else "text2"),
            Run(_tr("  both") if is_shared else "", tone="accent", role="caption"),
            Run(f"\t{figure(each.relationship.count)}", tone="text3", role="small"),
        )
        yield Block(pieces, role="body", below=2, has_figures=True)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Duplicates", text)
