"""The program killed while files are parsed: no process of ours is left."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PROJECT_ROOT

PARENT = """
import sys
from pathlib import Path
from graphrag_desktop.domain.events import StageAdvanced
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.collection import gather_documents
from graphrag_desktop.project import create_project

def listen(happened):
    if isinstance(happened, StageAdvanced) and happened.done == 1:  # one file was read in a worker, the other is stuck
        print("ready", flush=True)

if __name__ == "__main__":
    with create_project(Path(sys.argv[2])) as project:
        project.workers = 2
        gather_documents(project, Path(sys.argv[1]), RunControl(listen))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9")
def test_that_no_process_survives_a_parent_killed_while_it_parses(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "good.html").write_text("<p>A good file.</p>", encoding="utf-8")
    (folder / "stuck.html").write_text("<div>" * 200_000, encoding="utf-8")  # minutes in the HTML parser
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    parent = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(tmp_path / "p.graphrag")],
        env={**os.environ, "PYTHONPATH": str(PROJECT_ROOT)},
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        assert parent.stdout.read() == b""  # ends only when the last process that holds it has ended
