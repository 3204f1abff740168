"""The prompts of a project as an analyst sees and edits them: what each is for, what may stand in it, how it differs."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphrag_desktop.engines.model_prompts import PROMPT_FORMS
from graphrag_desktop.llm.prompts import check_prompt, shipped_prompt

_ABOUT: Mapping[str, tuple[str, str, str]] = {
    "extract": ("Read a text unit", "Sent first, for every text unit.", "extraction"),
    "extract_examples": (
        "Examples of reading",
        "Stand in the prompt above; replace them by ones of your field.",
        "extraction",
    ),
    "extract_check": ("Is anything missing?", "After the records, to be answered with Y or N.", "extraction"),
    "extract_continue": (
        "Add what is missing",
        "Where something is missing, as often as gleanings allow.",
        "extraction",
    ),
    "extract_cut": ("Go on after a cut", "Where a list of records broke off.", "extraction"),
    "extract_again": ("Write records again", "Where a reply holds no record.", "extraction"),
    "claims": ("Find claims", "For every text unit, where claims are wanted.", "extraction"),
    "claims_continue": ("Add missing claims", "Where claims are missing.", "extraction"),
    "describe": ("Merge descriptions", "Where something has two or more descriptions.", "communities"),
    "describe_cut": ("Shorter description", "Where a merged description broke off.", "communities"),
    "report": ("Write a report", "For every community.", "reports"),
    "map": ("Read for a question", "For every part of a question.", "answers"),
    "map_points": ("The same, as points", "Where a part is to be points with a score each.", "answers"),
    "reduce": ("Write the answer", "From the parts that help.", "answers"),
    "answer_once": ("Answer at once", "Where one call reads all that is given.", "answers"),
    "answer_cut": ("Go on with an answer", "Where the answer broke off.", "answers"),
    "drift_primer": ("Begin a followed-up question", "For each fold of the nearest reports.", "answers"),
    "drift_local": ("Follow a question up", "For each question that is left open.", "answers"),
    "keywords": ("Key words of a question", "Where a question is looked up by key words.", "answers"),
    "restate": ("Put a follow-up in full", "Before a question that goes on from an answer.", "answers"),
    "check": ("Check a statement", "When an answer is checked: for each statement, layer by layer.", "nothing"),
    "json_again": ("Mend a reply", "Where a reply in JSON cannot be used.", "reports"),
    "json_shorter": ("Shorter reply", "Where a reply in JSON broke off.", "reports"),
    "propose": ("Propose what to look for", "When types and examples are to be proposed.", "nothing"),
}


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt: its name and title, when it is sent, its words now and as they ship, and its placeholders.

    `stale` says what an edit makes stale, in the words of settings.
    """

    name: str
    title: str
    when: str
    stale: str
    text: str
    shipped: str
    required: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def is_own(self) -> bool:
        """Whether the project has its own words for it."""
        return self.text != self.shipped


def prompt_views(own: Mapping[str, str]) -> tuple[PromptView, ...]:
    """All prompts, in the order of the work; `own` are those that a project has in place of the shipped ones."""
    return tuple(_view(name, own.get(name)) for name in _ABOUT)


def check_words(name: str, text: str) -> None:
    """Raise `InvalidPrompt`, naming the line, where a placeholder is missing or nobody fills it."""
    check_prompt(name, text, PROMPT_FORMS[name])


def _view(name: str, own: str | None) -> PromptView:
    title, when, stale = _ABOUT[name]
    form, shipped = PROMPT_FORMS[name], shipped_prompt(name)
    text = shipped if own is None else own
    return PromptView(
        name, title, when, stale, text, shipped, tuple(sorted(form.required)), tuple(sorted(form.optional))
    )
