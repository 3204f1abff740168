"""Index runs with a model that are killed at random moments; `make soak` kills fifty of a larger folder."""

import os
from pathlib import Path

import pytest

from tests.killing import Killer
from tests.pipeline.model_projects import write_folder

IS_SOAK = bool(os.environ.get("GRAPHRAG_SOAK"))
SEED = int(os.environ.get("GRAPHRAG_SEED", "7"))


def test_that_killed_runs_end_as_if_never_killed_and_lose_no_kept_reply(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "papers", documents=2, sentences=6)
    found = Killer(folder, tmp_path, settings=("unit_tokens=150", "overlap_tokens=20")).kill(2, SEED)
    assert found.faults == ()
    assert len(found.kills) == 2


def test_that_fifty_kills_of_a_larger_run_cost_no_more(shared: Path, tmp_path: Path) -> None:
    if not IS_SOAK:
        pytest.skip("a soak: GRAPHRAG_SOAK=1")
    found = Killer(shared / "corpora" / "sotu_20k", tmp_path).kill(50, SEED)
    assert found.faults == ()
    assert len(found.kills) == 50
