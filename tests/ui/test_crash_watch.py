"""A program that was killed is found out at the next start."""

import os
import subprocess
import sys
from pathlib import Path

from graphrag_desktop.ui.crash_watch import CrashWatch, past_crashes


def killed(folder: Path, project: Path, last_words: str) -> None:
    """A program that marks its start and then ends badly."""
    program = (
        "import os, sys, faulthandler\nfrom pathlib import Path\n"
        "from graphrag_desktop.ui.crash_watch import CrashWatch\n"
        f"watch = CrashWatch(Path({str(folder)!r}))\n"
        f"watch.note_project(Path({str(project)!r}))\n"
        f"{last_words}\n"
    )
    subprocess.run([sys.executable, "-c", program], check=False, env=os.environ, capture_output=True)


def test_that_a_program_that_was_killed_is_found_out_with_what_it_had_open(tmp_path: Path) -> None:
    killed(tmp_path, tmp_path / "case.graphrag", "os.kill(os.getpid(), 9)")
    (crash,) = past_crashes(tmp_path)
    assert crash.project == tmp_path / "case.graphrag"
    assert crash.started[:2] == "20"
    assert past_crashes(tmp_path) == (), "a crash is told once"
    assert list(tmp_path.iterdir()) == []


def test_that_the_report_of_a_crash_says_where_it_happened(tmp_path: Path) -> None:
    killed(tmp_path, tmp_path / "case.graphrag", "faulthandler._sigsegv()")
    (crash,) = past_crashes(tmp_path)
    assert "Segmentation fault" in crash.report
    assert "<string>" in crash.report


def test_that_a_program_that_ends_as_it_should_leaves_nothing(tmp_path: Path) -> None:
    watch = CrashWatch(tmp_path)
    assert past_crashes(tmp_path) == (), "it still runs"
    watch.end()
    assert past_crashes(tmp_path) == ()
    assert list(tmp_path.iterdir()) == []


def test_that_a_damaged_mark_is_a_crash_without_a_project(tmp_path: Path) -> None:
    (tmp_path / "running-99.json").write_text("[half a", encoding="utf-8")
    (crash,) = past_crashes(tmp_path)
    assert crash.project is None
