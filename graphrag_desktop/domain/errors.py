"""Every error the program raises on purpose, each with what to do about it.

GraphRagError
├── Cancelled               the analyst pressed Stop; never shown as an error
├── InputError              what was handed in cannot be worked on
│   ├── NothingToRead       a folder without one readable document
│   ├── InvalidSetting      a setting out of its range, or two that contradict
│   └── InvalidPrompt       a prompt that lacks a placeholder or has one that nobody fills
├── UnreadableDocument      one file; the others go on
│   └── NeedsPassword       it is encrypted, and no password that was given opens it
├── ReadingFailed           one document or text unit; the others go on
├── ModelError              a model, or the server it runs on, did not do what was asked
│   ├── ModelUnavailable    no further call makes sense now: the run pauses, all that is finished is kept
│   │   ├── ServerUnreachable
│   │   ├── KeyRefused
│   │   ├── NoCredit
│   │   ├── ModelNotFound
│   │   ├── HostRefused     our own rule: it would leave the machine, or take a key to another server
│   │   └── CapReached      what the analyst allowed a run is used up
│   └── ReplyFailed         this one request; the others go on
│       ├── RequestRefused
│       ├── PromptTooLong
│       ├── PromptCut       the server read only a part of it and said nothing
│       ├── ServerFailed    still so after many attempts
│       ├── ReplyBlocked    by a filter, or the model declined
│       ├── ReplyCutOff
│       └── UnreadableReply
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

    @property
    def words(self) -> str:
        """What is wrong, and what to do, in one line."""
        return f"{self.message} {self.hint}".strip()


def error_words(error: Exception) -> str:
    """What is said of an error where it is shown in one line, whoever raised it."""
    return error.words if isinstance(error, GraphRagError) else str(error) or type(error).__name__


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


class InvalidPrompt(InputError):
    """A prompt that lacks a placeholder, or has one that nobody fills."""


class UnreadableDocument(GraphRagError):
    """One file cannot be read; the others go on."""


class NeedsPassword(UnreadableDocument):
    """One file is encrypted, and no password that was given opens it; the others go on."""


class ReadingFailed(GraphRagError):
    """One document or text unit could not be read by the engine; the others go on."""


class ModelError(GraphRagError):
    """A model, or the server it runs on, did not do what was asked."""


class ModelUnavailable(ModelError):
    """No further call makes sense before the analyst has done something: the run pauses, keeping all it has."""


class ServerUnreachable(ModelUnavailable):
    """Nothing answers at the address, or not a model server."""


class KeyRefused(ModelUnavailable):
    """The key is missing, wrong, or not allowed to do this."""


class NoCredit(ModelUnavailable):
    """The provider wants money before it goes on."""


class ModelNotFound(ModelUnavailable):
    """The server has no model of that name."""


class HostRefused(ModelUnavailable):
    """Text or a key would go where the analyst did not send it."""


class CapReached(ModelUnavailable):
    """What the analyst allowed for a run, in calls, tokens, money or time, is used up."""


class ReplyFailed(ModelError):
    """One request came to nothing; the others go on. `reply` is what the model wrote, as far as it wrote anything."""

    def __init__(self, message: str, hint: str = "", reply: str = "") -> None:
        super().__init__(message, hint)
        self.args = (message, hint, reply)
        self.reply = reply


class RequestRefused(ReplyFailed):
    """The server does not take this request and would not take it a second time."""


class PromptTooLong(ReplyFailed):
    """The request does not fit the model's window."""


class PromptCut(ReplyFailed):
    """The server read only a part of the request, and said nothing."""


class ServerFailed(ReplyFailed):
    """The server failed at this request again and again, or never answered."""


class ReplyBlocked(ReplyFailed):
    """The provider's filter stopped it, or the model declined."""


class ReplyCutOff(ReplyFailed):
    """The reply ended before it was complete."""


class UnreadableReply(ReplyFailed):
    """The reply is empty or not of the form asked for."""


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
