"""Language packs: optional packages that read a language better than the rules that come with the program."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from graphrag_desktop.language.scripts import HANGUL, KANA


@dataclass(frozen=True, slots=True)
class Pack:
    """An extra of the program for one language, which is called `name`.

    `packages` are what it installs, as distributions and as modules; `signs` show that a text may be in the language.
    """

    extra: str
    language: str
    name: str
    packages: tuple[str, ...]
    signs: re.Pattern[str]


KOREAN = Pack("ko", "ko", "Korean", ("kiwipiepy", "kiwipiepy_model"), re.compile(f"[{HANGUL}]"))
JAPANESE = Pack("ja", "ja", "Japanese", ("sudachipy", "sudachidict_small"), re.compile(f"[{KANA}]"))

PACKS = (KOREAN, JAPANESE)


@cache
def has_pack(pack: Pack) -> bool:
    """Whether the pack is installed."""
    return all(find_spec(package) is not None for package in pack.packages)


@cache
def pack_version(pack: Pack) -> str:
    """What of a pack determines how a text is read: its packages with their versions, or that it is missing."""
    try:
        return ", ".join(f"{package} {version(package)}" for package in pack.packages)
    except PackageNotFoundError:
        return f"no {pack.extra}"


def packs_for(text: str) -> tuple[Pack, ...]:
    """The packs whose language some of the text may be in, installed or not."""
    return () if text.isascii() else tuple(pack for pack in PACKS if pack.signs.search(text))


def better_packs(languages: Iterable[str]) -> tuple[Pack, ...]:
    """The packs that are not installed and would read some of these languages better."""
    wanted = frozenset(languages)
    return tuple(pack for pack in PACKS if pack.language in wanted and not has_pack(pack))
