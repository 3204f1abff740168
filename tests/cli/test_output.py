"""Where results go: pipes, full disks, terminals without Unicode."""

import subprocess
from pathlib import Path

from graphrag_desktop.cli_output import plain
from tests.cli.conftest import COMMAND, Indexed, in_a_process, on_linux
from tests.conftest import PROJECT_ROOT


def test_that_a_reader_that_has_gone_is_nobody_s_error(mill: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "communities", str(mill), "--json"], cwd=PROJECT_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@on_linux
def test_that_a_full_disk_is_said(mill: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*COMMAND, "info", str(mill)], cwd=PROJECT_ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr == "The result cannot be written: No space left on device.\nSend it elsewhere.\n"


def test_that_json_survives_a_terminal_without_unicode(sample: Indexed) -> None:
    ended = in_a_process("communities", sample.project, "--json", more={"PYTHONIOENCODING": "ascii"})
    assert ended.status == 0
    assert ended.json == in_a_process("communities", sample.project, "--json").json


def test_that_words_of_documents_do_not_command_the_terminal() -> None:
    assert plain("a\x1b]0;title\x07b\tc\nd\x9b") == "a\ufffd]0;title\ufffdb\tc\nd\ufffd"
