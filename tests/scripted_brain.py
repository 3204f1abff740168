"""What the scripted server answers: it reads the text it is given, and nothing it says depends on chance or time."""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Json = dict[str, object]

_TEXT = re.compile(r"<text>\n(.*?)\n</text>", re.DOTALL)
_SENTENCE = re.compile(r"[^.!?;]{20,}[.!?;]?")
_NAME = re.compile(r"\b[A-Z][a-z]+(?: (?:of |the )?[A-Z][a-z]+)*")
_WORD = re.compile(r"[a-z]{5,}")
_RECORD = re.compile(r"^(?:#+ )?(Entity|Relationship|Claim|Report|Source) (\d+)[:.] ([^.\n]*)", re.MULTILINE)
_KIND = {
    "Entity": "Entities",
    "Relationship": "Relationships",
    "Claim": "Claims",
    "Report": "Reports",
    "Source": "Sources",
}
_NO_NAMES = frozenset(
    {"The", "This", "That", "These", "Those", "There", "Our", "But", "And", "For", "With", "When", "While"}
)
_FIRST, _MORE = 12, 6
_TYPES = ("person", "organization", "place", "event", "concept")
_REPORT_WORDS = 420  # about 600 tokens with the citations


@dataclass(frozen=True, slots=True)
class Said:
    """A reply and the task it was recognised as."""

    task: str
    text: str


def answer(body: Json) -> Said:
    """The reply to a chat request, by what it asks for."""
    messages = [(str(each["role"]), str(each["content"])) for each in _list(body["messages"])]
    first, last = messages[0][1], messages[-1][1]
    question = messages[1][1] if len(messages) > 1 else ""
    for mark, where, task, reply in (
        ("one letter and nothing else", last, "check", lambda: "N" if _stage(messages)[0] else "Y"),
        ("MANY entities were missed", last, "continue", lambda: _records(first, *_stage(messages))),
        ("Begin with the one that was cut off", last, "continue", lambda: _rest(messages)),
        ("Write the records again", last, "continue", lambda: _records(first, *_stage(messages))),
        ("(SUBJECT<|>OBJECT", first, "claims", lambda: _claims(first)),
        ("STRENGTH)", first, "extract", lambda: _records(first, 0, _FIRST)),
        ('"not supported"', first, "verdict", lambda: _verdict(first)),
        ('"rating_explanation"', first, "report", lambda: _report(first)),
        ('"low_level"', first, "keywords", lambda: _keywords(question)),
        ('"follow_ups"', first, "explore", lambda: _explore(first, question)),
        ('"score"', first, "map", lambda: _map(first, question)),
        ("# Task\n\nBelow are records of a collection", first, "answer", lambda: _answer(first, question)),
        ("Analysts' answers", first, "reduce", lambda: _reduce(first)),
        ("One description:", first, "describe", lambda: _description(first)),
    ):
        if mark in where:
            return Said(task, reply())
    return Said("other", "N" if body.get("max_tokens") == 1 else "It is so.")


def vector(text: str, dimensions: int) -> list[float]:
    """Counts of words in so many dimensions."""
    row = [0.001] * dimensions
    for word in re.findall(r"\w+", text.lower()):
        row[zlib.crc32(word.encode()) % dimensions] += 1.0
    return row


def tokens(text: str) -> int:
    """About as many as a tokeniser counts in English."""
    return max(1, len(text) * 10 // 44)


def _stage(messages: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """How many names were told before, and how many are to be told now."""
    is_gleaning = any("MANY entities were missed" in text for _, text in messages)
    return (_FIRST, _MORE) if is_gleaning else (0, _FIRST)


def _rest(messages: Sequence[tuple[str, str]]) -> str:
    """The records that a reply which was cut off did not hold."""
    told = messages[-2][1]
    missing = [each for each in _extraction(messages[0][1], *_stage(messages)) if each not in told]
    return "\n##\n".join(missing) + "\n<|COMPLETE|>"


def _records(prompt: str, skipped: int, wanted: int) -> str:
    return "\n##\n".join(_extraction(prompt, skipped, wanted)) + "\n<|COMPLETE|>"


def _unit(prompt: str) -> str:
    found = _TEXT.findall(prompt)
    return found[-1] if found else prompt


def _names(unit: str) -> list[tuple[str, str]]:
    """Names with the sentence that shows each: every third a name by its capitals, which recur, else a pair of words."""
    proper: dict[str, str] = {}
    common: dict[str, str] = {}
    for sentence in _SENTENCE.findall(unit):
        for match in _NAME.finditer(sentence):
            if match.start() > 0 and match[0].split()[0] not in _NO_NAMES:
                proper.setdefault(match[0], sentence)
        words = _WORD.findall(sentence)
        for one, other in pairwise(words):
            if f"{one} {other}" in sentence and _hash(one + other) % 3 == 0:
                common.setdefault(f"{one} {other}", sentence)
    return list(_mixed(list(proper.items()), list(common.items())))


def _mixed(proper: Sequence[tuple[str, str]], common: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    names, pairs = iter(proper), iter(common)
    for at in range(len(proper) + len(common)):
        found = next(names if at % 3 == 0 else pairs, None) or next(pairs if at % 3 == 0 else names, None)
        if found is not None:
            yield found


def _extraction(prompt: str, skipped: int, wanted: int) -> list[str]:
    found = _names(_unit(prompt))
    chosen = found[skipped : skipped + wanted]
    records = [
        f'("entity"<|>{name}<|>{_TYPES[_hash(name) % len(_TYPES)]}<|>{name} as told here: {_words(sentence, 18)}.)'
        for name, sentence in chosen
    ]
    known = found[: skipped + wanted]
    for at, (name, sentence) in enumerate(chosen):
        other = known[(skipped + at + 1 + _hash(name) % 3) % len(known)][0]
        if other != name:
            told = f"{name} and {other} go together in: {_words(sentence, 14)}"
            records.append(f'("relationship"<|>{name}<|>{other}<|>{told}.<|>{1 + _hash(name + other) % 9})')
    return records


def _claims(prompt: str) -> str:
    found = _names(_unit(prompt))[:2]
    records = [
        f"({name}<|>NONE<|>STATEMENT<|>{('TRUE', 'SUSPECTED')[_hash(name) % 2]}<|>NONE<|>NONE<|>"
        f"{name} is said to matter: {_words(sentence, 10)}.<|>{sentence.strip()})"
        for name, sentence in found
    ]
    return "\n##\n".join(records) + "\n<|COMPLETE|>"


def _report(prompt: str) -> str:
    records = list(dict.fromkeys(_RECORD.findall(prompt.partition("# Records")[2])))
    titles = [title.partition(" (")[0].strip() for _, _, title in records] or ["Nothing"]
    findings = []
    written = 0
    for at in range(5):
        group = records[at::5] or records[:1]
        told = [
            f"{title.strip()} is one of the things that this community is made of, as its records say in so many words"
            for _, _, title in group
        ]
        told = told[: max(1, (_REPORT_WORDS // 5) // 20)]
        explanation = " ".join(f"{each} {_citation(group[:3])}." for each in told)
        written += len(explanation.split())
        findings.append({"summary": f"{titles[at % len(titles)]} matters here", "explanation": explanation})
    summary = f"{', '.join(titles[:4])} are connected in {len(records)} records {_citation(records[:4])}."
    report = {
        "title": " and ".join(dict.fromkeys(titles[:2])),
        "summary": summary,
        "rating": 1 + _hash(summary) % 90 / 10,
        "rating_explanation": "It is rated by a hash of its summary.",
        "findings": findings,
    }
    return json.dumps(report, ensure_ascii=False)


def _citation(records: Sequence[tuple[str, str, str]]) -> str:
    numbers: dict[str, list[str]] = {}
    for kind, number, _ in records:
        numbers.setdefault(_KIND[kind], []).append(number)
    listed = [f"{kind} ({', '.join(found)})" for kind, found in numbers.items()]
    return f"[Data: {'; '.join(listed)}]" if listed else ""


def _map(prompt: str, question: str) -> str:
    records = _RECORD.findall(prompt.partition("# Records")[2])
    asked = set(re.findall(r"\w{4,}", question.lower()))
    scores = []
    for at, (kind, number, title) in enumerate(records):
        start = prompt.find(f"{kind} {number}")
        following = records[at + 1] if at + 1 < len(records) else None
        end = prompt.find(f"{following[0]} {following[1]}", start + 1) if following else len(prompt)
        shared = asked & set(re.findall(r"\w{4,}", prompt[start:end].lower()))
        scores.append((kind, number, title, min(100, 25 * len(shared))))
    helpful = sorted((each for each in scores if each[3] > 0), key=lambda each: -each[3])[:5]
    told = [f"{title.strip()} speaks to it {_citation([(kind, number, title)])}." for kind, number, title, _ in helpful]
    reports = [{"number": int(number), "score": score} for kind, number, _, score in scores if kind == "Report"]
    best = max((each[3] for each in scores), default=0)
    return json.dumps({"answer": " ".join(told), "score": best, "reports": reports}, ensure_ascii=False)


def _explore(prompt: str, question: str) -> str:
    """As a part, with a question about each of the first records that help."""
    part = json.loads(_map(prompt, question))
    names = re.findall(r"(?:^|\. )([^.\[]+?) speaks to it", part["answer"])[:5]
    follow_ups = [f"What is told of {name.strip()}?" for name in names]
    return json.dumps({"answer": part["answer"], "score": part["score"], "follow_ups": follow_ups}, ensure_ascii=False)


def _keywords(question: str) -> str:
    words = re.findall(r"\w{4,}", question)
    return json.dumps({"low_level": words[:4], "high_level": words[-3:]}, ensure_ascii=False)


def _answer(prompt: str, question: str) -> str:
    told = str(json.loads(_map(prompt, question))["answer"])
    return f"## What the records say\n\n{told}" if told else "The records do not answer it."


def _reduce(prompt: str) -> str:
    parts = prompt.partition("# Analysts' answers")[2]
    lines = [line for line in parts.splitlines() if "[Data:" in line][:6]
    return "## What the documents say\n\n" + "\n".join(f"- {line.strip()}" for line in lines)


def _verdict(prompt: str) -> str:
    """Supported by the first sentence that has most of the statement's longer words."""
    words = _statement_words(re.findall(r"^Statement: (.*)$", prompt, re.MULTILINE)[0])
    for number, sentence in re.findall(r"^(\d+)\. (.*)$", _unit(prompt), re.MULTILINE):
        if len(words & _statement_words(sentence)) >= 0.6 * len(words):
            return json.dumps({"sentences": [int(number)], "reason": "", "verdict": "supported"})
    return json.dumps({"sentences": [], "reason": "They do not say it.", "verdict": "not supported"})


def _statement_words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


def _description(prompt: str) -> str:
    listed = re.search(r"^Descriptions: (.*)$", prompt, re.MULTILINE)
    try:
        found = json.loads(listed[1]) if listed else []
    except ValueError:
        found = []
    return " ".join(_words(str(each), 20) + "." for each in found[:6]) or "Nothing is known."


def _words(text: str, most: int) -> str:
    return " ".join(re.sub(r"[()<>|#\"]", " ", text).split()[:most]).rstrip(".;,:")


def _hash(text: str) -> int:
    return zlib.crc32(text.encode())


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value
