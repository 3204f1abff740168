"""Reading on a Dask cluster: the same result as here, though a machine is lost on the way."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_desktop.domain.errors import InputError
from graphrag_desktop.domain.events import Event, Stage, StageAdvanced
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.pipeline.run import build_index, start_project
from graphrag_desktop.storage.check import find_problems
from tests.killing import tables
from tests.pipeline.model_projects import write_folder

distributed = pytest.importorskip("distributed", reason='the extra "cluster" is not installed')
pytestmark = pytest.mark.filterwarnings("default::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Any]:
    """Two workers on this machine, each a process of its own."""
    started = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    )
    with started:
        yield started


def test_that_a_cluster_reads_as_this_machine_does_though_a_worker_is_killed(tmp_path: Path, cluster: Any) -> None:
    folder = write_folder(tmp_path / "papers", documents=10, sentences=30)
    here, there = tmp_path / "here.graphrag", tmp_path / "there.graphrag"
    with start_project(here, folder) as project:
        build_index(project, folder, RunControl())
    killed: list[int] = []
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        workers = list(client.run(os.getpid).values())

        def kill_one(happened: Event) -> None:
            if not isinstance(happened, StageAdvanced) or happened.stage is not Stage.EXTRACTION:
                return
            if happened.done and not killed:
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])

        with start_project(there, folder) as project:
            project.cluster = cluster.scheduler_address
            summary = build_index(project, folder, RunControl(kill_one))
            assert summary.is_complete
            assert find_problems(project.database) == ()
    assert killed
    assert summary.readings_done == 10
    assert tables(there) == tables(here)


def test_that_a_scheduler_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphrag_desktop import cluster as clusters

    monkeypatch.setattr(clusters, "_CONNECT_SECONDS", 1)
    folder = write_folder(tmp_path / "papers", documents=1, sentences=2)
    with start_project(tmp_path / "a.graphrag", folder) as project:
        project.cluster = "tcp://127.0.0.1:9"
        with pytest.raises(InputError, match="No Dask scheduler answers"):
            build_index(project, folder, RunControl())
