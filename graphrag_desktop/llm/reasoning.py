"""What a model thinks aloud, told apart from what it answers."""

import re

_TAGS = "think|thinking|thought|reasoning|reflection"
_WHOLE = re.compile(rf"<({_TAGS})>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(rf"\A(.*?)</(?:{_TAGS})>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(rf"\A\s*<(?:{_TAGS})>(.*)\Z", re.DOTALL | re.IGNORECASE)
_MAY_OPEN = re.compile(r"\A\s*(?:<[a-z]*)?\Z", re.IGNORECASE)
_OPENED = re.compile(rf"\A\s*<(?:{_TAGS})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)


def split_reasoning(text: str) -> tuple[str, str]:
    """The answer, and the reasoning before or within it; all that was thought and never ended is reasoning.

    Some servers leave out the opening tag, since it is a part of their prompt.
    """
    thoughts = [match[2] for match in _WHOLE.finditer(text)]
    answer = _WHOLE.sub("", text)
    for pattern in (_UNOPENED, _UNCLOSED):
        if match := pattern.match(answer):
            thoughts.append(match[1])
            answer = answer[match.end() :]
    if not thoughts:
        return text, ""
    return answer.strip(), "\n".join(each.strip() for each in thoughts if each.strip())


class ReasoningFilter:
    """Holds back reasoning at the beginning of a text that comes in pieces, so that only the answer is told."""

    def __init__(self) -> None:
        self._held = ""
        self._has_thought = False
        self._is_answering = False

    def pass_on(self, piece: str) -> str:
        """What of the text so far can be told now."""
        if self._is_answering:
            return piece
        self._held += piece
        if _OPENED.match(self._held):
            closing = _CLOSING.search(self._held)
            if closing is None:
                return ""
            self._held, self._has_thought = self._held[closing.end() :], True
        if _MAY_OPEN.match(self._held) or _OPENED.match(self._held):
            return ""
        self._is_answering = True
        return self._taken()

    def end(self) -> str:
        """What was held back and turned out to be no reasoning."""
        return "" if _OPENED.match(self._held) else self._taken()

    def _taken(self) -> str:
        taken, self._held = self._held, ""
        return taken.lstrip() if self._has_thought else taken
