"""Prompts: files with named placeholders, filled with text that is taken as it is."""

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from graphrag_desktop.assets import prompt_path
from graphrag_desktop.domain.errors import InvalidPrompt
from graphrag_desktop.domain.identity import memo_key


@dataclass(frozen=True, slots=True)
class PromptForm:
    """The placeholders of a prompt: those it must have, and those it may have."""

    required: frozenset[str]
    optional: frozenset[str] = frozenset()


class Prompts:
    """The prompts by name: a project's `own` where it has one, else those that ship with the program.

    Raises `InvalidPrompt` where an own one does not have the form in `forms`.
    """

    def __init__(self, forms: Mapping[str, PromptForm], own: Mapping[str, str] | None = None) -> None:
        self._texts: dict[str, str] = {}
        for name, text in (own or {}).items():
            check_prompt(name, text, forms.get(name, PromptForm(frozenset())))
            self._texts[name] = text
        self._parts: dict[str, tuple[str, ...]] = {}

    def text(self, name: str) -> str:
        """The prompt as it stands in its file."""
        return self._texts.get(name) or shipped_prompt(name)

    def fill(self, name: str, /, **fields: str) -> str:
        """The prompt with its placeholders filled; what is filled in is not looked into again."""
        parts = self._parts.get(name)
        if parts is None:
            parts = self._parts[name] = _split(self.text(name))
        filled = [fields.get(part, f"{{{part}}}") if at % 2 else part for at, part in enumerate(parts)]
        return "".join(filled).strip()

    def fingerprint(self, names: Sequence[str]) -> str:
        """A name for the words of these prompts: another one once any of them is edited."""
        return str(memo_key(*(part for name in names for part in (name, self.text(name)))))[:16]


@cache
def shipped_prompt(name: str) -> str:
    """The text of a prompt that ships with the program."""
    return prompt_path(name).read_text(encoding="utf-8")


def check_prompt(name: str, text: str, form: PromptForm) -> None:
    """Raise `InvalidPrompt`, naming the line, where the prompt has a placeholder that nobody fills, or lacks one."""
    found: set[str] = set()
    for line, placeholder in _placeholders(text):
        if placeholder not in form.required | form.optional | _ALWAYS:
            known = ", ".join(f"{{{each}}}" for each in sorted(form.required | form.optional)) or "none"
            raise InvalidPrompt(
                f"Prompt “{name}”, line {line}: nobody fills {{{placeholder}}}.",
                f"Its placeholders are: {known}. To write the words in braces, double the braces.",
            )
        found.add(placeholder)
    if missing := sorted(form.required - found):
        last = text.count("\n") + 1
        raise InvalidPrompt(
            f"Prompt “{name}”, lines 1 to {last}: {{{missing[0]}}} is missing.",
            "Put it where the text is to stand that the prompt is about.",
        )


def placeholders(text: str) -> frozenset[str]:
    """The names of the placeholders of a prompt."""
    return frozenset(name for _, name in _placeholders(text))


_ALWAYS = frozenset({"tuple_delimiter", "record_delimiter", "completion_delimiter"})
"""Filled wherever they stand: prompts of older versions of microsoft/graphrag have them."""

_FIXED = {"tuple_delimiter": "<|>", "record_delimiter": "##", "completion_delimiter": "<|COMPLETE|>"}
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}|\{([a-z][a-z0-9_]*)\}")


def _placeholders(text: str) -> Iterator[tuple[int, str]]:
    template = _single_braces(text)
    for match in _PLACEHOLDER.finditer(template):
        if match[2]:
            yield template.count("\n", 0, match.start()) + 1, match[2]


def _split(text: str) -> tuple[str, ...]:
    """Text and placeholders in turn, beginning and ending with text."""
    parts = [""]
    end = 0
    template = _single_braces(text)
    for match in _PLACEHOLDER.finditer(template):
        parts[-1] += template[end : match.start()]
        end = match.end()
        if match[1]:
            parts[-1] += f"{{{match[1]}}}"
        elif match[2] in _FIXED:
            parts[-1] += _FIXED[match[2]]
        else:
            parts += [match[2], ""]
    parts[-1] += template[end:]
    return tuple(parts)


def _single_braces(text: str) -> str:
    """A template as `str.format` has it, with doubled braces for single ones, as ours; any other text as it is.

    It is one if all its placeholders are plain names and it holds doubled braces around more than a name.
    """
    if "{{" not in _PLACEHOLDER.sub("", text):
        return text
    try:
        pieces = list(string.Formatter().parse(text))
    except ValueError:
        return text
    if any(name is not None and not re.fullmatch(r"[a-z][a-z0-9_]*", name) for _, name, _, _ in pieces):
        return text
    joined = "".join(literal + (f"\0{name}\0" if name else "") for literal, name, _, _ in pieces)
    return re.sub(r"\0(\w+)\0", r"{\1}", re.sub(r"\{([a-z][a-z0-9_]*)\}", r"{{\1}}", joined))
