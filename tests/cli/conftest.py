"""What the tests of the command line share: ways to carry out a command, and projects to use it on."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphrag_desktop.assets import resource
from graphrag_desktop.cli import run
from tests.conftest import PROJECT_ROOT
from tests.projects import make_project

COMMAND = [sys.executable, "-m", "graphrag_desktop"]
NO_DISPLAY = {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}
LEVEL_FIELDS = ["level", "communities", "unconnected", "report_tokens", "map_calls"]

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="displays, signals and devices as Linux has them")


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)


CommandLine = Callable[..., Ended]


@pytest.fixture
def command_line(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line in this process."""

    def carry_out(*words: str | Path) -> Ended:
        capsys.readouterr()
        try:
            status = run([str(word) for word in words])
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = capsys.readouterr()
        return Ended(status, out, err)

    return carry_out


def in_a_process(*words: str | Path, without: set[str] | None = None, more: Mapping[str, str] | None = None) -> Ended:
    """The command line in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in (without or ())}
    ended = subprocess.run(
        [*COMMAND, *map(str, words)], cwd=PROJECT_ROOT, env=environment | dict(more or {}), capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    return Ended(ended.returncode, ended.stdout, ended.stderr)


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A small project made by hand."""
    path = tmp_path / "mill.graphrag"
    make_project(path).close()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents of the sample and a file that is not read."""
    found = tmp_path / "documents"
    found.mkdir()
    for name in ("05-courier-land-deals.md", "06-savings-bank-memo.txt", "12-settlement.md"):
        (found / name).write_bytes((resource("sample") / name).read_bytes())
    (found / "picture.png").write_bytes(b"\x89PNG\r\n")
    return found


@dataclass(frozen=True, slots=True)
class Indexed:
    project: Path
    folder: Path
    first: Ended


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    """The bundled sample, indexed by the command line."""
    place = tmp_path_factory.mktemp("sample")
    project = place / "sample.graphrag"
    return Indexed(project, resource("sample"), in_a_process("index", resource("sample"), "-p", project, "--json"))


def fields(value: object) -> list[str]:
    assert isinstance(value, dict)
    return list(value)
