"""A reply that comes in pieces: server-sent events out of bytes, and the answer out of events."""

from collections.abc import Iterable, Iterator

from graphrag_desktop.domain.errors import ServerFailed
from graphrag_desktop.llm.json_text import without_surrogates
from graphrag_desktop.llm.models import ChatReply, Finish, Heard, Usage
from graphrag_desktop.llm.reasoning import ReasoningFilter, split_reasoning
from graphrag_desktop.llm.refusals import Refusal, Remedy
from graphrag_desktop.llm.transport import Unanswered
from graphrag_desktop.llm.wire import Piece, read_chat, read_piece

_MOST_BLANKS = 2_000  # a model that only writes white space any more has finished and cannot stop
_LONGEST_LINE = 4_000_000  # bytes; whole replies are one line, and are far shorter
_END = "[DONE]"


def read_events(chunks: Iterable[bytes]) -> Iterator[str]:
    """The data of each event, in order; comments and other fields are passed over.

    A response that is plain JSON although events were asked for is one event as a whole.
    """
    rest = b""
    plain: list[bytes] = []
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > _LONGEST_LINE:
            raise ValueError("a line of it never ends")
        for line in lines:
            if plain or _is_json(line):
                plain.append(line)
            elif line.startswith(b"data:"):
                yield _data(line)
    if plain or _is_json(rest):
        yield b"\n".join([*plain, rest]).decode("utf-8", "replace")
    elif rest.startswith(b"data:"):
        yield _data(rest)


def read_stream(chunks: Iterable[bytes], heard: Heard) -> ChatReply:
    """The whole reply, each piece of its answer told as it comes; reasoning is not told.

    What breaks off after a part was told is returned with the finish `UNTOLD`; before that `Unanswered` is raised.
    """
    gathered = _Gathered(heard)
    try:
        for data in read_events(chunks):
            if data == _END:
                break
            gathered.add(_piece(data))
            if gathered.is_over:
                break
    except Unanswered:
        if not gathered.has_told:
            raise
        return gathered.reply(is_broken=True)
    return gathered.reply()


class _Gathered:
    """The pieces so far."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._filter = ReasoningFilter()
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._refusals: list[str] = []
        self._finish: Finish | None = None
        self._usage = Usage()
        self._blanks = 0
        self.has_told = False

    @property
    def is_over(self) -> bool:
        return self._blanks > _MOST_BLANKS

    def add(self, piece: Piece) -> None:
        if piece.error:
            raise Unanswered(Refusal(Remedy.RETRY, ServerFailed(f"The server broke off: {piece.error}.", "Ask again.")))
        self._texts.append(piece.text)
        self._thoughts.append(piece.thought)
        self._refusals.append(piece.refusal)
        self._finish = piece.finish or self._finish
        self._usage = piece.usage or self._usage
        self._blanks = self._blanks + len(piece.text) if not piece.text.strip() else 0
        self._tell(self._filter.pass_on(piece.text))

    def reply(self, *, is_broken: bool = False) -> ChatReply:
        if not is_broken:
            self._tell(self._filter.end())
        answer, aloud = split_reasoning(without_surrogates("".join(self._texts)))
        thought = "".join([*self._thoughts, aloud])
        finish = Finish.STOP if self.is_over else self._finish
        if not answer and (refusal := "".join(self._refusals)):
            return ChatReply(refusal, Finish.BLOCKED, self._usage, thought)
        return ChatReply(
            answer.rstrip(), Finish.UNTOLD if is_broken or finish is None else finish, self._usage, thought
        )

    def _tell(self, text: str) -> None:
        if text:
            self.has_told = self.has_told or bool(text.strip())
            self._heard(without_surrogates(text))


def _piece(data: str) -> Piece:
    """One event; a whole reply in one counts as well."""
    if '"delta"' not in data and '"message"' in data and '"choices"' in data:
        reply = read_chat(data)
        is_refused = reply.finish is Finish.BLOCKED
        text, refusal = ("", reply.text) if is_refused else (reply.text, "")
        return Piece(text, reply.reasoning, refusal, reply.finish, reply.usage)
    return read_piece(data)


def _is_json(line: bytes) -> bool:
    return line.lstrip().startswith((b"{", b"["))


def _data(line: bytes) -> str:
    return line[len(b"data:") :].decode("utf-8", "replace").strip()
