"""The prompts of the model engine: which placeholders each has, and what is put there."""

from collections.abc import Mapping

from graphrag_desktop.domain.citations import defuse_citations
from graphrag_desktop.domain.settings import Settings
from graphrag_desktop.llm.prompts import PromptForm, Prompts

EXTRACTION = ("extract", "extract_examples", "extract_check", "extract_continue", "extract_cut", "extract_again")
CLAIMS = ("claims", "claims_continue", "extract_check", "extract_cut")
DESCRIPTION = ("describe", "describe_cut")
REPORT = ("report", "json_again", "json_shorter")
"""Prompts by what is made with them: an edit makes only that stale."""


def _form(required: str = "", optional: str = "") -> PromptForm:
    return PromptForm(frozenset(required.split()), frozenset(optional.split()))


PROMPT_FORMS: Mapping[str, PromptForm] = {
    "extract": _form("input_text", "entity_types language examples"),
    "extract_examples": _form(),
    "extract_check": _form(),
    "extract_continue": _form(),
    "extract_cut": _form(),
    "extract_again": _form(),
    "claims": _form("input_text", "entity_specs claim_description language"),
    "claims_continue": _form(),
    "describe": _form("description_list", "entity_name max_length language"),
    "describe_cut": _form(),
    "report": _form("input_text", "max_report_length language"),
    "json_again": _form(optional="problem"),
    "json_shorter": _form(),
    "map": _form("context_data", "max_length noun"),
    "map_points": _form("context_data", "max_length noun"),
    "reduce": _form("report_data", "response_type max_length noun"),
    "answer_once": _form("context_data", "response_type max_length noun"),
    "answer_cut": _form(),
    "drift_primer": _form("context_data", "max_length noun question_count"),
    "drift_local": _form("context_data", "global_query max_length noun question_count"),
    "keywords": _form(optional="max_keywords"),
    "restate": _form("conversation"),
    "check": _form("statement context_data", "question context_before"),
    "propose": _form("input_text", "language"),
}
"""The names are those of microsoft/graphrag where it has the same variable, so that its prompts can be used here."""


def model_prompts(own: Mapping[str, str]) -> Prompts:
    """The prompts of a project; raises `InvalidPrompt` where one of its own does not have its form."""
    return Prompts(PROMPT_FORMS, own)


def material(text: str) -> str:
    """The words of a document, so that they cannot pass for records, citations or the end of themselves.

    An invisible word joiner goes into each of the signs that a prompt gives a meaning to.
    """
    safe = defuse_citations(text)
    for sign in ("<|", "|>", "##", "</text>", "<text>"):
        safe = safe.replace(sign, f"{sign[0]}\N{WORD JOINER}{sign[1:]}")
    return safe


def language_words(settings: Settings, otherwise: str) -> str:
    """In which language to write, in words; `otherwise` where the documents decide."""
    return settings.language.strip() or otherwise
