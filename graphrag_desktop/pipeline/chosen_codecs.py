"""Which codec a person chose for which text files, where the one that was guessed is wrong."""

import codecs
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from graphrag_desktop.domain.errors import InvalidSetting
from graphrag_desktop.pipeline.left_out import split_patterns

_WILD = re.compile(r"([*?[])")
_PARTS = re.compile(r"[,;\n]|^\s|\s$")
_EXAMPLE = "Write a file and its encoding: letters/*.txt=cp949"


@dataclass(frozen=True, slots=True)
class ChosenCodec:
    """Files whose path or name matches the pattern are in this codec."""

    pattern: str
    codec: str


def chosen_codecs(words: str) -> tuple[ChosenCodec, ...]:
    """The choices of the setting `codecs`, such as `old/*.txt=cp949`; raises `InvalidSetting`."""
    return tuple(_choice(each) for each in split_patterns(words))


def codec_for(path: str, choices: tuple[ChosenCodec, ...]) -> str:
    """The codec chosen for the file at a path, the first that matches; empty where none was."""
    whole = path.casefold()
    name = whole.rpartition("/")[2]
    for each in choices:
        if fnmatchcase(whole, each.pattern) or fnmatchcase(name, each.pattern):
            return each.codec
    return ""


def with_codec(words: str, path: str, codec: str) -> str:
    """The setting `codecs` with another choice for the file at a path; an empty codec leaves it to be guessed again."""
    pattern = _pattern(path)
    others = [each for each in split_patterns(words) if each.rpartition("=")[0].strip().casefold() != pattern]
    return ", ".join([f"{pattern}={codec}", *others] if codec else others)


def _pattern(path: str) -> str:
    """A pattern that this path alone matches, but for signs that part patterns: any sign does for them."""
    return _PARTS.sub("?", _WILD.sub(r"[\1]", path.casefold()))


def _choice(words: str) -> ChosenCodec:
    pattern, _, codec = (part.strip() for part in words.rpartition("="))
    if not pattern:
        raise InvalidSetting(f"codecs has “{words}”, which names no file.", _EXAMPLE)
    try:
        known = codecs.lookup(codec).name
        "a".encode(known)  # some codecs are no encodings of text
    except (LookupError, ValueError) as error:
        raise InvalidSetting(f"codecs has “{words}”, and “{codec}” is no encoding.", _EXAMPLE) from error
    return ChosenCodec(pattern.casefold(), known)
