"""Community reports: what a community is about, with the records that support each sentence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One insight: a short heading (`summary`) and its explanation, with citations in the text.

    `sentences` are the numbers of the sentences it quotes; empty where a model wrote it.
    """

    summary: str
    explanation: str
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """A report as an engine writes it; citations stand in its text as `[Data: Sources (3)]`."""

    title: str
    summary: str
    findings: tuple[Finding, ...]
    rating: float
    rating_explanation: str
    summary_sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CommunityReport:
    """A kept report of the community with the same number.

    `tokens` is the length of `text`, `truncated` says that not everything fitted its context, `engine` names who
    wrote it. `origin` is that of the replies it was made from, empty where that was not noted.
    """

    number: int
    title: str
    summary: str
    findings: tuple[Finding, ...]
    rating: float
    rating_explanation: str
    tokens: int
    truncated: bool
    engine: str
    summary_sentences: tuple[int, ...] = ()
    origin: str = ""

    @property
    def text(self) -> str:
        """The report as it is handed to an engine and counted in tokens."""
        return report_text(self.title, self.summary, self.findings)


@dataclass(frozen=True, slots=True)
class ReportHead:
    """What lists show of a report."""

    number: int
    title: str
    rating: float
    tokens: int


def report_text(title: str, summary: str, findings: tuple[Finding, ...]) -> str:
    """Title, summary and findings, as Markdown."""
    sections = [f"# {title}", summary, *(f"## {finding.summary}\n\n{finding.explanation}" for finding in findings)]
    return "\n\n".join(section for section in sections if section)
