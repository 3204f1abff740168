"""Where prompts and resources lie: the checkout's own folders first, else inside the package."""

import os
from functools import cache
from pathlib import Path

from graphrag_desktop.domain.errors import GraphRagError

SAMPLE_QUESTION = "Why did the oyster beds of Lower Ketter die, and who is responsible?"
"""What is asked of the sample once it is indexed, so that whoever opens it finds a finished answer."""

_PACKAGE = Path(__file__).resolve().parent


@cache
def resource(*parts: str) -> Path:
    """The path of a shipped file or folder, such as `resource("models", "en_core_web_sm-3.8.0")`."""
    return _find("resources", *parts)


@cache
def prompt_path(name: str) -> Path:
    """The path of a shipped prompt, such as `prompt_path("report")`."""
    return _find("prompts", f"{name}.txt")


@cache
def guide_folder() -> Path:
    """Where the pages of the user guide lie, with their pictures."""
    checkout = _PACKAGE.parent / "docs" / "guide"
    if checkout.exists() and (_PACKAGE.parent / "pyproject.toml").exists():
        return checkout
    return _find("guide")


def prepare_tiktoken() -> None:
    """Point tiktoken at the shipped encodings: without this its first use goes to the network."""
    os.environ["TIKTOKEN_CACHE_DIR"] = str(resource("tiktoken"))


def _find(*parts: str) -> Path:
    for root in (_PACKAGE.parent, _PACKAGE):
        found = root.joinpath(*parts)
        is_checkout = (root / "pyproject.toml").exists()
        if found.exists() and (is_checkout or root == _PACKAGE):
            return found
    raise GraphRagError(
        f"The installation is incomplete: {'/'.join(parts)} is missing.", "Install GraphRAG Desktop again."
    )
