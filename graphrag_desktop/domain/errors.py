"""Every error the program raises on purpose, each with what to do about it.

GraphRagError
├── Cancelled               the analyst pressed Stop; never shown as an error
├── InputError              what was handed in cannot be worked on
│   ├── NothingToRead       a folder without one readable document
│   └── InvalidSetting      a setting out of its range, or two that contradict
├── UnreadableDocument      one file; the others go on
│   └── NeedsPassword       it is encrypted, and no password that was given opens it
├── ReadingFailed           one document or text unit; the others go on
├── ProjectError            the project file cannot be used
│   ├── NotAProject
│   ├── ProjectTooNew
│   ├── ProjectDamaged
│   ├── ProjectInUse        another process writes it
│   ├── ProjectReadOnly     nothing can be written where it lies
│   └── NoSpaceLeft
├── QuestionError           nothing to ask, or nothing asked
└── MissingLibrary          a system library the window needs is not installed

Anything else that reaches the analyst is a bug, and is reported as one.
"""


class GraphRagError(Exception):
    """Base of all errors that the analyst can do something about.

    The message says what is wrong and where; `hint` says what to do.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)  # both, so that it survives pickling out of a worker process
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class Cancelled(GraphRagError):
    """The work was asked to stop, and did."""

    def __init__(self, message: str = "stopped", hint: str = "") -> None:
        super().__init__(message, hint)


class InputError(GraphRagError):
    """What was handed in cannot be worked on."""


class NothingToRead(InputError):
    """A folder that holds no document we can read."""


class InvalidSetting(InputError):
    """A setting that is unknown, out of its range, or at odds with another."""


class UnreadableDocument(GraphRagError):
    """One file cannot be read; the others go on."""


class NeedsPassword(UnreadableDocument):
    """One file is encrypted, and no password that was given opens it; the others go on."""


class ReadingFailed(GraphRagError):
    """One document or text unit could not be read by the engine; the others go on."""


class ProjectError(GraphRagError):
    """The project file cannot be used."""


class NotAProject(ProjectError):
    """The file is not a GraphRAG Desktop project."""


class ProjectTooNew(ProjectError):
    """The file was written by a newer version of the program."""


class ProjectDamaged(ProjectError):
    """The file is empty, cut off or damaged."""


class ProjectInUse(ProjectError):
    """Another process has the project open for writing."""


class ProjectReadOnly(ProjectError):
    """The project, or the place where it lies, cannot be written."""


class NoSpaceLeft(ProjectError):
    """The disk that holds the project is full."""


class QuestionError(GraphRagError):
    """There is nothing to ask, or nothing was asked."""


class MissingLibrary(GraphRagError):
    """A system library that the window needs is not installed."""
