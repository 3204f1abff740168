"""A graph as text from which it can be read again: a tree from each root, and every other edge at its place (GRAG, 3.4).

    [1] NeoChip
      [1.1] --listed on--> NewTech Exchange
      [1.2] <--owned-- Quantum Systems
        (also) Quantum Systems --works in--> Chip industry [1.3]

Where a line stands deeper it lies further from the root. Edges without a direction are written `--named with-- Name`.
Names are repeated beside numbers: a reader of numbers alone loses the thread.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_INDENT = "  "
_NODE = re.compile(r"( *)\[([\d.]+)\] (.*)", re.DOTALL)
_STEP = re.compile(r"(<?)--(.*?)--(>?) (.*)", re.DOTALL)
_ALSO = re.compile(r"( *)\(also\) (.*?) --(.*?)--(>?) (.*) \[([\d.]+)\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Edge:
    """What connects two nodes; several may connect the same two, and one may connect a node with itself."""

    number: int
    source: int
    target: int
    label: str
    is_directed: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the node that it introduces, if any, and the edge that it tells, if any."""

    text: str
    node: int | None = None
    edge: int | None = None


@dataclass(frozen=True, slots=True)
class Description:
    """The lines in order, and the number of each node in them, as `1.2.1`."""

    lines: tuple[Line, ...]
    places: Mapping[int, str]

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(each.text for each in self.lines)


@dataclass(frozen=True, slots=True)
class ReadGraph:
    """A graph as read from its text: names by number, and edges as source, label, target, whether directed."""

    names: Mapping[str, str]
    edges: tuple[tuple[str, str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Forest:
    """Roots in order; for each node the edges that lead to its children; the numbers of all edges used."""

    roots: tuple[int, ...]
    steps: Mapping[int, tuple[Edge, ...]]
    used: frozenset[int]


def describe(
    names: Mapping[int, str],
    edges: Sequence[Edge],
    roots: Iterable[int],
    texts: Mapping[int, str] | None = None,
) -> Description:
    """Every node and every edge once: a tree from each root by breadth, each node under the root nearest to it.

    Nodes that no root reaches are roots themselves. `texts` are what stands on a node's own line in place of its name.
    """
    forest = grow_trees(names, edges, roots)
    others: dict[int, list[Edge]] = {}
    for each in edges:
        if each.number not in forest.used:
            others.setdefault(each.source, []).append(each)
    places = _places(forest)
    told = names if texts is None else texts
    lines: list[Line] = []
    waiting: list[tuple[int, Edge | None]] = [(root, None) for root in reversed(forest.roots)]
    while waiting:
        node, edge = waiting.pop()
        indent = _INDENT * places[node].count(".")
        step = "" if edge is None else _step(edge, node)
        text = f"{indent}[{places[node]}] {step}{_safe(told[node])}"
        lines.append(Line(text, node, None if edge is None else edge.number))
        lines += [_also(other, names, places, indent + _INDENT) for other in others.get(node, ())]
        waiting += [(other_end(child, node), child) for child in reversed(forest.steps.get(node, ()))]
    return Description(tuple(lines), places)


def read_description(text: str) -> ReadGraph:
    """The graph of a description; raises `ValueError`, naming the line, where a line is none of one."""
    names: dict[str, str] = {}
    edges: list[tuple[str, str, str, bool]] = []
    parents: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if also := _ALSO.fullmatch(line):
            source = parents[len(also[1]) // len(_INDENT) - 1]
            edges.append((source, _plain(also[3]), also[6], bool(also[4])))
        elif node := _NODE.fullmatch(line):
            depth = len(node[1]) // len(_INDENT)
            place, name = node[2], node[3]
            del parents[depth:]
            if depth:
                step = _STEP.fullmatch(name)
                if step is None:
                    raise ValueError(f"line {number}: {line}")
                ends = (place, parents[-1]) if step[1] else (parents[-1], place)
                edges.append((ends[0], _plain(step[2]), ends[1], bool(step[1] or step[3])))
                name = step[4]
            parents.append(place)
            names[place] = _plain(name)
        else:
            raise ValueError(f"line {number}: {line}")
    return ReadGraph(names, tuple(edges))


def grow_trees(nodes: Iterable[int], edges: Sequence[Edge], roots: Iterable[int]) -> Forest:
    """Trees from the roots by breadth, all growing at once, over edges in the order of their numbers."""
    around: dict[int, list[Edge]] = {}
    for edge in sorted(edges, key=lambda each: each.number):
        for end in {edge.source, edge.target}:
            around.setdefault(end, []).append(edge)
    found: list[int] = []
    steps: dict[int, list[Edge]] = {}
    used: set[int] = set()
    seen: set[int] = set()
    for start in (list(dict.fromkeys(roots)), *([each] for each in sorted(nodes))):
        fresh = [each for each in start if each not in seen]
        seen.update(fresh)
        found += fresh
        queue = deque(fresh)
        while queue:
            node = queue.popleft()
            for edge in around.get(node, ()):
                other = other_end(edge, node)
                if other not in seen:
                    seen.add(other)
                    used.add(edge.number)
                    steps.setdefault(node, []).append(edge)
                    queue.append(other)
    return Forest(tuple(found), {node: tuple(each) for node, each in steps.items()}, frozenset(used))


def other_end(edge: Edge, node: int) -> int:
    """The end of an edge that is not this node."""
    return edge.target if edge.source == node else edge.source


def _places(forest: Forest) -> dict[int, str]:
    places = {root: str(at) for at, root in enumerate(forest.roots, start=1)}
    queue = deque(forest.roots)
    while queue:
        node = queue.popleft()
        for at, edge in enumerate(forest.steps.get(node, ()), start=1):
            child = other_end(edge, node)
            places[child] = f"{places[node]}.{at}"
            queue.append(child)
    return places


def _step(edge: Edge, child: int) -> str:
    """The edge to a child, with its arrow as it points."""
    label = _safe(edge.label)
    if not edge.is_directed:
        return f"--{label}-- "
    return f"--{label}--> " if edge.target == child else f"<--{label}-- "


def _also(edge: Edge, names: Mapping[int, str], places: Mapping[int, str], indent: str) -> Line:
    arrow = f"--{_safe(edge.label)}--{'>' if edge.is_directed else ''}"
    source, target = _safe(names[edge.source]), _safe(names[edge.target])
    return Line(f"{indent}(also) {source} {arrow} {target} [{places[edge.target]}]", edge=edge.number)


def _safe(text: str) -> str:
    """One line in which no run of strokes can pass for an arrow."""
    return re.sub(r"(?<=-)-", r"\\-", text.replace("\\", "\\\\").replace("\n", "\\n"))


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
