"""Where sentences end in text without a grammar: by punctuation, but not after abbreviations, initials and ordinals."""

import re
from collections.abc import Iterator

from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.lexicon import words
from graphrag_desktop.language.paragraphs import LONGEST_SENTENCE, cut_long

_END = re.compile(r"[.!?…؟।]+[\"'”’»)\]]*(?=\s+(\S))|[。！？]+[」』”’\"]*")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*|\d+)$")
_ABBREVIATIONS = words(
    """
    abb abs abschn allg anm art aufl bd bspw bzgl bzw ca d.h dgl dipl dir dr ebd einschl etc evtl fa ff fr frl geb gem ggf hr hrsg i.d.r ing inkl
    insb jh jr kap lfd lt max min mio mrd mr mrs ms nr o.ä prof rd s.o s.u sog spp st stellv str tel u.a u.u usw vgl v.chr vorm vs z.b z.t zz zzgl
    av bd boul chap cf env ex fig hab ibid m mm me mme mlle mgr n.b no p.ex pp réf suiv vol
    admón apdo art avda cap cía d da dn dña dra ej excmo fdo gral ilmo izq lic núm p.ej pág págs rte sr sra sras srta sres tel ud uds
    arch avv cav dott dott.ssa ecc egr gent geom on pag prof sig sigg sigra spett
    exmo ltda pe sr sra
    bijv blz d.w.z dhr drs e.d enz evt mevr mw nl o.a resp t.a.v v.chr vnl z.g
    bl.a d.v.s dvs fr.o.m kl m.fl m.m mfl nr osv resp s.k t.ex t.o.m tex
    im itd itp m.in np np tj tzn ul prof
    г гг др им им пл проф рис руб см ст стр т.д т.е т.к т.п ул
    """
)
"""Without their last full stop, in small letters: German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish, Russian."""
_ORDINALS_WITH_STOP = frozenset("de da no nb nn fi et cs sk sl hr bs sr hu lv lt is pl tr az".split())  # noqa: SIM905
_EASTERN_STOPS = "。！？!?."
_EASTERN_END = re.compile(r"(?:[^。！？!?.\n]|(?<=\d)\.(?=\d))+[。！？!?.」』”’）]*")


def western_sentences(text: str, language: str) -> Iterator[Span]:
    """The sentences of a text with spaces between its words, white space around them left out."""
    begin = 0
    for match in _END.finditer(text):
        if match.end() > begin and _is_end(text, begin, match, language):
            yield from cut_long(text, begin, match.end(), LONGEST_SENTENCE)
            begin = match.end()
    yield from cut_long(text, begin, len(text), LONGEST_SENTENCE)


def eastern_sentences(text: str) -> Iterator[Span]:
    """The sentences of Chinese, Japanese or Korean text, white space around them left out."""
    for match in _EASTERN_END.finditer(text):
        start, end = match.span()
        if text[start] == '"' and start and text[start - 1] in _EASTERN_STOPS and _is_quoted(text, start):
            start += 1  # it closed the sentence before
        if text[end : end + 1] == '"' and _is_quoted(text, end):
            end += 1
        yield from cut_long(text, start, end, LONGEST_SENTENCE)


def _is_quoted(text: str, at: int) -> bool:
    """Whether a straight quotation mark that was opened in this line is still open."""
    return text.count('"', text.rfind("\n", 0, at) + 1, at) % 2 == 1


def _is_end(text: str, begin: int, match: re.Match[str], language: str) -> bool:
    """Whether a full stop ends the sentence; nothing is in doubt about other signs but what small letters follow."""
    after = match[1] or ""
    if after.islower():
        return False
    if match.group()[0] != ".":
        return True
    word = _LAST_WORD.search(text, begin, match.start())
    if word is None:
        return True
    last = word[1].lower()
    if last.isdigit():
        return len(last) > 2 or language not in _ORDINALS_WITH_STOP or after.isdigit()
    return not (
        last in _ABBREVIATIONS or (len(last) == 1 and last not in "aàyéo") or (after.isdigit() and last in {"s", "n"})
    )
