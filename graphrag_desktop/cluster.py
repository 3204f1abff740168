"""Other machines that read: a Dask cluster as an executor. Its library is an extra and is imported here alone.

Text goes to the cluster and readings come back, pickled by Dask both ways: name only a cluster that you trust.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from graphrag_desktop.domain.errors import InputError, MissingLibrary

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Cluster:
    """An executor over all machines of a cluster, and how many tasks they do at a time."""

    executor: Executor
    at_once: int


@contextmanager
def cluster_pool(address: str, identify: Callable[[], str]) -> Iterator[Cluster]:
    """The cluster whose scheduler is at `address`, as `tcp://10.0.0.5:8786`.

    A task whose machine is lost is done by another one. Raises `InputError` where nothing answers, where it has no
    workers, or where one of them says something else of itself than this process (`identify`): its results would differ.
    """
    client = _connected(address)
    try:
        threads = client.nthreads()
        if not threads:
            raise InputError(f"The cluster at {address} has no workers.", "Start some: dask worker ADDRESS.")
        _require_the_same(client, identify, address)
        executor = cast(Executor, client.get_executor(pure=False, retries=2))
        try:
            yield Cluster(executor, sum(threads.values()))
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close(timeout=_CONNECT_SECONDS)


def _connected(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingLibrary(
            "A cluster needs the extra “cluster”, which is not installed.",
            'Install it: python -m pip install "graphrag-desktop[cluster]"',
        ) from error
    try:
        return Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {address}: {error}.", "Check the address, as tcp://10.0.0.5:8786."
        ) from error


def _require_the_same(client: "Client", identify: Callable[[], str], address: str) -> None:
    own = identify()
    found = cast(dict[str, object], client.run(identify, on_error="return"))
    for worker, said in found.items():
        if said != own:
            raise InputError(
                f"The worker {worker} of the cluster at {address} would read otherwise than this program: {said}.",
                "Install the same version of GraphRAG Desktop, with the same language packs, on every machine.",
            )
