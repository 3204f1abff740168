"""An entity as blocks: what it is called, how often it is named, its communities, claims about it, its connections."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from graphrag_desktop.domain.answers import Citation
from graphrag_desktop.domain.citations import format_citations
from graphrag_desktop.explore.disagreements import ClaimMark
from graphrag_desktop.explore.entities import MOST_SHOWN, EntityView
from graphrag_desktop.explore.hierarchy import CommunityRow
from graphrag_desktop.ui.cited_text import CitedText
from graphrag_desktop.ui.colours import Rgb
from graphrag_desktop.ui.counted import counted
from graphrag_desktop.ui.figures import figure
from graphrag_desktop.ui.machine_notice import notice_block
from graphrag_desktop.ui.prose_blocks import Block, Piece, Run, heading
from graphrag_desktop.ui.report_text import ENTITY, SHOW_ALL, community_pill, figures_line, support_run

PASSAGES = "passages"
"""The scheme of the link to the sentences that name an entity: `passages:5`."""


def entity_citations(view: EntityView) -> tuple[Citation, ...]:
    """All citations of an entity in the order in which its text shows them."""
    of_neighbours = (each.citation for each in view.neighbours if each.citation is not None)
    return (view.citation, *(each.citation for each in view.claims), *of_neighbours)


def entity_blocks(
    view: EntityView, communities: Sequence[CommunityRow], colours: Mapping[int, Rgb], *, shows_all: bool = False
) -> tuple[Block, ...]:
    """All of an entity; `communities` are those it lies in, the coarsest first."""
    entity, cited = view.entity, CitedText(entity_citations(view))
    return (
        heading((Run(entity.title),), "heading", above=0),
        figures_line(
            [
                (figure(entity.count), counted(entity.count, "mention", "mentions")),
                (figure(entity.documents), counted(entity.documents, "document", "documents")),
                (figure(entity.degree), counted(entity.degree, "relationship", "relationships")),
            ]
        ),
        *_rests_on(view),
        *_also_called(entity.aliases),
        Block(cited.pieces(f"{entity.description} {_named(view.citation)}".lstrip())),
        Block((Run(_tr("Read the sentences that name it"), href=f"{PASSAGES}:{entity.number}"),), role="body"),
        *_communities(communities, colours),
        *_claims(view, cited),
        *_neighbours(view, cited, shows_all=shows_all),
        notice_block(),
    )


def _rests_on(view: EntityView) -> Iterator[Block]:
    """Said where fewer documents are behind it than name it, or one alone."""
    support = view.support
    if support.is_single:
        yield Block((Run(_tr("One source only")),), role="small", tone="warn")
    elif 0 < support.documents < view.entity.documents:
        words = counted(support.documents, "1 of them is independent", "{n} of these documents are independent")
        yield Block((Run(words),), role="small", tone="text3")


def _also_called(aliases: Sequence[str]) -> Iterator[Block]:
    if aliases:
        yield Block((Run(_tr("Also called ")), Run(", ".join(aliases), tone="text")), role="body", tone="text3")


def _communities(communities: Sequence[CommunityRow], colours: Mapping[int, Rgb]) -> Iterator[Block]:
    shown = list(dict.fromkeys(each for each in communities if not each.is_unconnected))
    if shown:
        yield heading((Run(_tr("Lies in")),))
        yield Block(tuple(community_pill(each, colours) for each in shown), role="small", line=100)


def _claims(view: EntityView, cited: CitedText) -> Iterator[Block]:
    """With the status, the dates, and a word where a claim stands alone or is contradicted."""
    if view.claims:
        yield heading((Run(_tr("Claims")),))
    for each in view.claims:
        claim = each.claim
        dates = " – ".join(dict.fromkeys(day.partition("T")[0] for day in (claim.start_date, claim.end_date) if day))
        head = " · ".join(words for words in (claim.type, claim.status, dates) if words)
        yield Block((Run(head, weight=600, role="small"),), role="small", above=4, below=1)
        yield Block(cited.pieces(f"{claim.description} {_named(each.citation)}"), below=2)
        if marks := claim_mark_words(each.mark):
            yield Block((Run(marks),), role="small", tone="warn")


def claim_mark_words(mark: ClaimMark) -> str:
    """What is to be known of a claim before it is believed; empty where several documents make it and none disagrees."""
    words = [_tr("In a single document")] if mark.documents <= 1 else []
    words += [
        _tr("contradicted: see Disagreements") if words else _tr("Contradicted: see Disagreements")
    ] * mark.is_contradicted
    return ", ".join(words)


def _named(citation: Citation) -> str:
    return format_citations([(citation.kind, citation.number)])


def _neighbours(view: EntityView, cited: CitedText, *, shows_all: bool) -> Iterator[Block]:
    if not view.neighbours:
        return
    counts = Run(f"\t{_tr('sentences')}", weight=400, tone="text3", role="caption")
    yield heading((Run(_tr("Connected with")), counts), has_figures=True)
    shown = view.neighbours if shows_all else view.neighbours[:MOST_SHOWN]
    for each in shown:
        pieces: tuple[Piece, ...] = (
            Run(each.entity.title, href=f"{ENTITY}:{each.entity.number}", tone="text"),
            Run(f"  {each.entity.type}", tone="text3", role="small"),
            *(() if each.citation is None else cited.pieces(_named(each.citation))),
            *(support_run(each.support) if each.support.is_single else ()),
            Run(f"\t{figure(each.relationship.count)}", tone="text3", role="small"),
        )
        yield Block(pieces, role="body", below=3, has_figures=True)
    if len(shown) < len(view.neighbours):
        words = counted(len(view.neighbours), "Show it", "Show all {n}")
        yield Block((Run(words, href=f"{SHOW_ALL}:neighbours"),), role="small", above=2)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Entity", text)
