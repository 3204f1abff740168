"""Text in a language without a model here: sentences by punctuation, names by capitals and scripts, no grammar."""

import re
from collections.abc import Iterator

from graphrag_desktop.domain.extractions import FoundName, ReadSentence
from graphrag_desktop.domain.identity import Span
from graphrag_desktop.language.lexicon_cjk import FUNCTION_SIGNS, JOSA, KO_ORGANIZATION, KO_PLACE, KO_STOP, PREDICATE
from graphrag_desktop.language.paragraphs import LONGEST_SENTENCE, cut_long
from graphrag_desktop.language.quality import FRAGMENT
from graphrag_desktop.language.scripts import HAN, HANGUL

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_EASTERN = frozenset({"ko", "zh", "ja"})
_EASTERN_SENTENCE = re.compile(r"[^。！？!?.\n]+(?:(?<=\d)\.(?=\d)[^。！？!?.\n]*)*[。！？!?.」』”’]*")
_SENTENCE_END = re.compile(r"[.!?…。؟।]+[\"'”’»)\]]*(?=\s+[^\s\da-zа-яà-ÿ])")
_EASTERN_LEANING = re.compile(
    '[“「『"]|그러나|그리고|또한|이에|이를|그는|이는|다만|但|而|然而|因此|于是|此|这|那|其|他|她|它|しかし|また|そして|これ|それ|その|この'
)
_KOREAN_WORD = re.compile(rf"[{HANGUL}]{{2,}}|[A-Za-z][A-Za-z0-9&-]+|\S")
_KOREAN_VERB = re.compile("(?:다|며|고|여|게|지|한|된|는|할|을|를|아|어|던)$")
_KOREAN_ENDING = re.compile("(?:질|될|할|려|워|진|던|운|난|린|낸)$")
_CHINESE_RUN = re.compile(rf"(?:(?![{FUNCTION_SIGNS}])[{HAN}]){{2,6}}")
_JAPANESE_RUN = re.compile(rf"[{HAN}]{{2,8}}|[ァ-ヴー]{{3,}}[{HAN}]{{0,4}}")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def read_plain(start: int, text: str, language: str) -> Iterator[ReadSentence]:
    """The sentences of one paragraph that begins at `start`, in order."""
    is_eastern = language in _EASTERN
    for piece in _eastern_sentences(text) if is_eastern else _sentences(text):
        first = piece.start
        body = text[first : piece.end]
        words = max(3, len(body) // 3) if is_eastern else len(_WORD.findall(body))
        quality = _eastern_quality(body, language) if is_eastern else _quality(body, words)
        found = _found(body, language) if quality > FRAGMENT else iter(())
        names = tuple(
            FoundName(" ".join(body[begin:end].split()), label, Span(start + first + begin, start + first + end))
            for begin, end, label in found
        )
        yield ReadSentence(Span(start + first, start + piece.end), start, language, quality, words, "", names)


def _sentences(text: str) -> Iterator[Span]:
    begin = 0
    for match in _SENTENCE_END.finditer(text):
        yield from cut_long(text, begin, match.end(), LONGEST_SENTENCE)
        begin = match.end()
    yield from cut_long(text, begin, len(text), LONGEST_SENTENCE)


def _eastern_sentences(text: str) -> Iterator[Span]:
    for match in _EASTERN_SENTENCE.finditer(text):
        yield from cut_long(text, *match.span(), LONGEST_SENTENCE)


def _quality(body: str, words: int) -> float:
    if words < 3:
        return FRAGMENT
    quality = 1.0 if 10 <= words <= 34 else 0.7 if words < 60 else 0.45
    if body[-1] not in '.!?…।؟”»"’)' or body[0].islower():
        quality *= 0.4
    return round(quality * (0.5 if body[-1] in "?؟" or body[0] in "\"“«'‘—-" else 1), 3)


def _eastern_quality(body: str, language: str) -> float:
    if len(body) < 6:
        return FRAGMENT
    quality = 1.0 if 18 <= len(body) <= 130 else 0.7 if len(body) < 250 else 0.4
    if body[-1] not in "。！？.!?」』”" or len(body) < 14:
        quality *= 0.5
    if _EASTERN_LEANING.match(body):
        quality *= 0.55
    return round(quality * (0.6 if "“" in body and language == "zh" else 1), 3)


def _found(body: str, language: str) -> Iterator[Found]:
    if language == "ko":
        return _korean(body)
    if language in {"zh", "ja"}:
        run = _CHINESE_RUN if language == "zh" else _JAPANESE_RUN
        return ((*match.span(), "") for match in run.finditer(body))
    return _capitals(body, language)


def _korean(body: str) -> Iterator[Found]:
    """Stems before particles, and pairs of bare stems; the collection decides later which are kept."""
    bare_since = -1  # where the bare stem just before begins
    for match in _KOREAN_WORD.finditer(body):
        word, begin = match.group(), match.start()
        stem = _korean_stem(word)
        if not stem:
            bare_since = -1
            continue
        end = begin + len(stem)
        if stem not in KO_STOP and not _KOREAN_ENDING.search(stem):
            yield begin, end, _korean_label(stem)
        if bare_since >= 0 and body[bare_since:begin].count(" ") == 1:
            yield bare_since, end, ""
        bare_since = begin if stem == word else -1


def _korean_stem(word: str) -> str:
    """The word before its particle or ending; nothing where it is too short or a verb."""
    predicate = PREDICATE.search(word)
    if predicate and predicate.start() >= 2:
        stem = word[: predicate.start()]
    else:
        stem = JOSA.sub("", word) if len(word) > 2 else word
    is_verb = stem == word and _KOREAN_VERB.search(word)
    return "" if len(stem) < 2 or is_verb else stem


def _korean_label(stem: str) -> str:
    if len(stem) < 3:
        return ""
    if KO_ORGANIZATION.search(stem):
        return "ORG"
    return "GPE" if KO_PLACE.search(stem) else ""


def _capitals(body: str, language: str) -> Iterator[Found]:
    """Runs of capitalised words; the first word of a sentence names nothing alone, nor does a German noun.

    In a script without capitals every longer word is a candidate for a concept.
    """
    run: list[re.Match[str]] = []
    words = list(_WORD.finditer(body))
    for word, after in zip(words, [*words[1:], None], strict=True):
        if not word.group()[0].isupper():
            if len(word.group()) >= 4 and word.group()[0].lower() == word.group()[0].upper():
                yield *word.span(), ""
            continue
        run.append(word)
        if after and after.group()[0].isupper() and body[word.end() : after.start()] in {" ", "\n", ". "}:
            continue
        is_alone = len(run) == 1 and not (word.group().isupper() and len(word.group()) > 1)
        if is_alone and language == "de" and run[0] is not words[0]:
            yield *word.span(), ""
        elif not is_alone or (run[0] is not words[0] and language != "de"):
            yield run[0].start(), word.end(), "NAME"
        run = []
