"""Run jobs on a Dask cluster, one task per job; the jobs of a lost worker are run by other workers."""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import queue
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, TypeVar

from numasim.experiments.worker_pool import WORKER_DIED, WorkerDied
from partitioners.errors import InputError, MissingExtraError

Job = TypeVar("Job")
Result = TypeVar("Result")

CONNECT_SECONDS = 10
ASK_SECONDS = 1.0
"""The time for which the number of workers is kept, since the scheduler has other work to do."""

_ONE_AT_A_TIME = threading.Lock()


class DaskPool(Generic[Job, Result]):
    """The workers of a Dask scheduler, as :class:`numasim.experiments.worker_pool.WorkerPool`.

    Parameters
    ----------
    function : callable
        The function, its argument and its result can be pickled, here and on the workers. Each worker has its
        own copy of the function, which may keep data for later jobs.
    address : str
        The address of the scheduler: ``tcp://host:8786``.
    report : callable, optional
        Takes a running job and a line on its progress. The second argument of the function is then a callable
        that takes the line.

    Raises
    ------
    MissingExtraError
        The extra ``dask`` is not installed.
    InputError
        There is no scheduler at the address.
    """

    def __init__(
        self,
        function: Callable[..., Result],
        address: str,
        report: Callable[[Job, str], None] | None = None,
    ) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MissingExtraError("distributed", "dask", "a run on a Dask cluster") from None
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = " ".join(str(error).split())
            raise InputError(f"{address}: no Dask scheduler responds at this address ({reason})") from None
        self._function, self._report = function, report
        self._workers, self._asked = 0, -ASK_SECONDS

    @property
    def workers(self) -> int:
        """The number of workers, each of which runs one job at a time; 1 while there is none yet."""
        now = time.monotonic()
        if now - self._asked >= ASK_SECONDS:
            with contextlib.suppress(OSError, TimeoutError):  # without an answer, it stays
                self._workers, self._asked = len(self._client.nthreads()), now
        return max(1, self._workers)

    def run(
        self, batches: Sequence[Sequence[Job]]
    ) -> Generator[tuple[int, int, Result | WorkerDied], None, None]:
        """Call the function on every job.

        Yields
        ------
        batch, position : int
        result : object or WorkerDied
        """
        from distributed.scheduler import KilledWorker

        executor = self._client.get_executor(pure=False)
        events: queue.SimpleQueue[Any] = queue.SimpleQueue()  # Dask calls back in a thread of its own
        # A topic of these jobs, since a late line of earlier ones would be told of one of them.
        topic = None if self._report is None else f"numasim {self._client.id} {id(events)}"
        if topic is not None:
            self._client.subscribe_topic(topic, lambda event: events.put(event[1]))
        running = {}
        for number, batch in enumerate(batches):
            for position, job in enumerate(batch):
                future = executor.submit(_one, self._function, job, topic, (number, position))
                running[future] = number, position
                future.add_done_callback(events.put)
        try:
            while running:
                event = events.get()
                if isinstance(event, concurrent.futures.Future):
                    try:
                        result: Any = event.result()
                    except (KilledWorker, concurrent.futures.CancelledError):
                        result = WorkerDied(WORKER_DIED)  # several workers have died running it
                    yield *running.pop(event), result
                elif self._report is not None:
                    number, position, line = event
                    if (number, position) in running.values():
                        self._report(batches[number][position], line)
        finally:
            executor.shutdown(wait=False)  # this cancels the remaining tasks
            if topic is not None:
                self._client.unsubscribe_topic(topic)

    def close(self) -> None:
        """Leave the scheduler."""
        self._client.close()


def _one(function: Callable[..., Result], job: Job, topic: str | None, place: tuple[int, int]) -> Result:
    from distributed import get_worker

    worker = get_worker()
    more = () if topic is None else (functools.partial(_send, worker, topic, place),)
    # Every job brings a copy of the function; a worker keeps the first copy that it gets.
    with _ONE_AT_A_TIME:
        kept = vars(worker).setdefault("_numasim_functions", {})
        name = getattr(function, "__qualname__", type(function).__qualname__)
        own: Callable[..., Result] = kept.setdefault(name, function)
        return own(job, *more)


def _send(worker: Any, topic: str, place: tuple[int, int], line: str) -> None:
    worker.log_event(topic, (*place, line))
