"""The citation grammar: how `[Data: Reports (2, 7); Sources (3)]` is written, and read however a model wrote it."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from graphrag_desktop.domain.contexts import Kind
from graphrag_desktop.domain.identity import Span

MOST_IDS = 5
"""How many ids of a kind a citation shows before `+more` (GraphRAG, Edge et al., report and answer prompts)."""


class CitationFlag(StrEnum):
    """What is not as it should be in a citation that could be read all the same."""

    MALFORMED = "malformed"
    RANGE = "range"
    TOO_MANY_IDS = "too_many_ids"
    UNKNOWN_KIND = "unknown_kind"


@dataclass(frozen=True, slots=True)
class CitationRef:
    """The records of one kind that a citation names; `has_more` where it says `+more`."""

    kind: Kind
    ids: tuple[int, ...]
    has_more: bool = False
    flags: tuple[CitationFlag, ...] = ()


@dataclass(frozen=True, slots=True)
class CitationGroup:
    """One bracket of citations and where it stands, brackets included."""

    span: Span
    refs: tuple[CitationRef, ...]
    flags: tuple[CitationFlag, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that state something, without list marker and citations, and the citations that follow them."""

    text: str
    span: Span
    groups: tuple[CitationGroup, ...]


def parse_citations(text: str) -> tuple[CitationGroup, ...]:
    """Every citation in `text`, in order; labels may be translated, brackets full-width. Never raises."""
    return tuple(_read_group(match) for match in _GROUP.finditer(text))


def format_citations(refs: Iterable[tuple[Kind, int]]) -> str:
    """Write records as one citation, kinds and ids in the order first given; empty for none."""
    ids: dict[Kind, dict[int, None]] = {}
    for kind, number in refs:
        ids.setdefault(kind, {})[number] = None
    return f"[Data: {'; '.join(_write_kind(kind, list(found)) for kind, found in ids.items())}]" if ids else ""


def defuse_citations(text: str) -> str:
    """The words of a document, safe to quote in an answer: what looks like a citation in them is none any more.

    An invisible word joiner goes behind the bracket; where a quotation is looked up, such characters do not count.
    """
    return _OPENING.sub(lambda match: f"{match[0][0]}\N{WORD JOINER}{match[0][1:]}", text)


def split_statements(text: str) -> tuple[Statement, ...]:
    """The statements of an answer: prose by sentence, a list item as a whole; headings and introductions left out."""
    groups = parse_citations(text)
    found: list[Statement] = []
    for line in _lines(text, groups):
        content = text[line.start : line.end]
        marker = _LIST_MARKER.match(content)
        inside = tuple(group for group in groups if line.contains(group.span))
        if not content.strip() or _HEADING.match(content) or (not inside and _INTRODUCTION.search(content)):
            continue
        start = line.start + (marker.end() if marker else 0)
        found.extend(_statements(text, Span(start, line.end), inside, is_item=marker is not None))
    return tuple(found)


_DATA = "data|dati|daten|datos|dados|données|donnees|данные|数据|數據|資料|资料|データ|데이터|자료"
_OPENING = re.compile(rf"[\[【［〔]\s*(?:{_DATA})\s*[:：]", re.IGNORECASE)
_GROUP = re.compile(rf"[\[【［〔]\s*(?:{_DATA})\s*[:：]([^\[\]【】［］〔〕]{{0,2000}})[\]】］〕]", re.IGNORECASE)
_REF = re.compile(r"([^()（）,;，；、]*)[(（]([^()（）]*)[)）]")
_SEPARATORS = re.compile(r"[\s,;，；、.。&]*")
_CONJUNCTION = re.compile(r"(?:and|und|et|y|e|и|及|和|与|與|및|그리고|と|や)\s+", re.IGNORECASE)
_MORE = re.compile(r"[+＋]\s*\S*|…|\.\.\.")
_NUMBER = re.compile(r"#?\s*(\d{1,9})")
_RANGE = re.compile(r"#?\s*(\d{1,9})\s*[-‐‑–—~～]\s*#?\s*(\d{1,9})")
_WIDEST_RANGE = 100  # wider is no list of records, and must not be unrolled

_KIND_WORDS = {
    Kind.REPORT: "report reports informe informes rapport rapports bericht berichte relatório relatórios rapporto rapporti"
    " отчёт отчёты отчет отчеты 报告 報告 報告書 レポート 보고서 리포트",
    Kind.ENTITY: "entity entities entidad entidades entité entités entität entitäten entidade entità сущность сущности"
    " 实体 實體 エンティティ 実体 개체 엔티티 엔터티",
    Kind.RELATIONSHIP: "relationship relationships relation relations relación relaciones beziehung beziehungen relação"
    " relações relazione relazioni связь связи отношения 关系 關係 関係 リレーション 관계",
    Kind.CLAIM: "claim claims covariate covariates afirmación afirmaciones affirmation affirmations behauptung"
    " behauptungen alegação alegações affermazione affermazioni утверждение утверждения 声明 聲明 主张 主張 クレーム 주장",
    Kind.SOURCE: "source sources fuente fuentes quelle quellen fonte fontes fonti источник источники 来源 來源 出典 ソース"
    " 출처 원문",
}
_KINDS = {word: kind for kind, words in _KIND_WORDS.items() for word in words.split()}
_LABELS = {
    Kind.REPORT: "Reports",
    Kind.ENTITY: "Entities",
    Kind.RELATIONSHIP: "Relationships",
    Kind.CLAIM: "Claims",
    Kind.SOURCE: "Sources",
    Kind.PART: "Parts",
}
_KINDS |= {"part": Kind.PART, "parts": Kind.PART, "text unit": Kind.SOURCE, "text units": Kind.SOURCE}

_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*]*\*\*\s*:?\s*$|__[^_]*__\s*:?\s*$|[-*_=|:\s]+$)")
_INTRODUCTION = re.compile(r"[:：]\s*(?:\*\*)?\s*$")
_LIST_MARKER = re.compile(r"\s*(?:>\s*)?(?:[-*+•‣]|\d{1,3}[.)])\s+")
_LEADING = re.compile(r"[\s.,;:!?。，；：！？、)\]】］”’*_]*")
_SENTENCE_END = re.compile(r"(?:(?<!\.\w)(?<!\b\w)[.!?…][\"”’)*_]*(?=\s+[\"“‘(*_]*[^\W\d_a-z])|[。！？]+[”’」』）]*)")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|Gen|Gov|Sen|Rep|Hon|St|No|vs|cf|e\.g|i\.e|Inc|Co|Corp|Ltd|Jr|Sr)\.$"
)
_WORD = re.compile(r"\w")


def _read_group(match: re.Match[str]) -> CitationGroup:
    body = match[1]
    refs: list[CitationRef] = []
    flags: dict[CitationFlag, None] = {}
    position = 0
    for found in _REF.finditer(body):
        if not _SEPARATORS.fullmatch(body, position, found.start()):
            flags[CitationFlag.MALFORMED] = None
        position = found.end()
        kind = _kind(found[1])
        if kind is None:
            flags[CitationFlag.UNKNOWN_KIND] = None
            continue
        ref = _read_ids(kind, found[2])
        if ref is None:
            flags[CitationFlag.MALFORMED] = None
        else:
            refs.append(ref)
    if not _SEPARATORS.fullmatch(body, position) or not (refs or flags):
        flags[CitationFlag.MALFORMED] = None
    return CitationGroup(Span(*match.span()), tuple(refs), tuple(flags))


@lru_cache(maxsize=1_000)
def _kind(label: str) -> Kind | None:
    word = _CONJUNCTION.sub("", label.strip(), count=1)
    return _KINDS.get(" ".join(unicodedata.normalize("NFKC", word).casefold().split()))


def _read_ids(kind: Kind, listed: str) -> CitationRef | None:
    """The ids between the parentheses; None where nothing there is one."""
    ids: dict[int, None] = {}
    flags: dict[CitationFlag, None] = {}
    has_more = False
    for each in (part.strip() for part in re.split(r"[,;，；、]", listed)):
        if number := _NUMBER.fullmatch(each):
            ids[int(number[1])] = None
        elif bounds := _RANGE.fullmatch(each):
            first, last = int(bounds[1]), int(bounds[2])
            is_sound = first <= last < first + _WIDEST_RANGE
            ids.update(dict.fromkeys(range(first, last + 1) if is_sound else ()))
            flags[CitationFlag.RANGE if is_sound else CitationFlag.MALFORMED] = None
        elif _MORE.fullmatch(each):
            has_more = True
        else:
            flags[CitationFlag.MALFORMED] = None
    if len(ids) > MOST_IDS:
        flags[CitationFlag.TOO_MANY_IDS] = None
    return CitationRef(kind, tuple(ids), has_more, tuple(flags)) if ids else None


def _write_kind(kind: Kind, ids: list[int]) -> str:
    shown = [*map(str, ids[:MOST_IDS]), *(["+more"] if len(ids) > MOST_IDS else [])]
    return f"{_LABELS[kind]} ({', '.join(shown)})"


def _lines(text: str, groups: tuple[CitationGroup, ...]) -> list[Span]:
    """Lines of the text, those that a citation runs across as one."""
    lines: list[Span] = []
    start = 0
    for match in re.finditer(r"\n|\Z", text):
        if any(group.span.start < match.start() < group.span.end for group in groups):
            continue
        lines.append(Span(start, match.start()))
        start = match.end()
    return lines


def _statements(text: str, line: Span, groups: tuple[CitationGroup, ...], *, is_item: bool) -> list[Statement]:
    """The statements of one line; the last one before a run of citations owns them."""
    found: list[Statement] = []
    start = line.start
    for group in groups:
        pieces = _pieces(text, Span(start, group.span.start), is_item=is_item)
        start = group.span.end
        if not pieces and found:
            found[-1] = Statement(found[-1].text, found[-1].span, (*found[-1].groups, group))
        found.extend(Statement(text[each.start : each.end], each, ()) for each in pieces[:-1])
        found.extend(Statement(text[each.start : each.end], each, (group,)) for each in pieces[-1:])
    rest = _pieces(text, Span(start, line.end), is_item=is_item)
    return [*found, *(Statement(text[each.start : each.end], each, ()) for each in rest)]


def _pieces(text: str, within: Span, *, is_item: bool) -> list[Span]:
    """Spans of the sentences within, trimmed; those without a word left out."""
    ends = [] if is_item else [match.end() for match in _SENTENCE_END.finditer(text, within.start, within.end)]
    found: list[Span] = []
    start = within.start
    for end in [*ends, within.end]:
        if end != within.end and _ABBREVIATION.search(text[start:end]):
            continue
        leading = _LEADING.match(text, start, end)
        first = leading.end() if leading else start
        last = first + len(text[first:end].rstrip())
        if _WORD.search(text, first, last):
            found.append(Span(first, last))
        start = end
    return found
