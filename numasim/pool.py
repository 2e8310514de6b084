"""Batches of independent jobs in parallel processes: one that dies takes only the job with it that it was at.

Each worker has a pipe of its own, so the parent knows what every worker is at, hears of each result as it is
ready, and can end workers in the midst of a job without leaving a shared queue locked. (The pools of the
standard library have one queue for all: where a worker dies, every unfinished job is lost, and Python 3.11
can wait for ever if that happens while another worker starts.)
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

from partitioners.errors import InputError

Job = TypeVar("Job")
Result = TypeVar("Result")

LOST = "the process that ran it died; it may have run out of memory"
READY = "ready"


def run_batches(
    function: Callable[[Job], Result],
    batches: Sequence[Sequence[Job]],
    workers: int,
    preload: Sequence[str] = (),
) -> Iterator[tuple[int, int, Result | None]]:
    """Call a function on every job, the jobs of a batch one after the other in one process.

    Parameters
    ----------
    function : callable
        Importable by name, like its argument and result; it must not raise.
    batches : sequence of sequences of jobs
        Handed out in this order.
    workers : int
        Processes; with one, everything runs in this process.
    preload : sequence of str
        Modules that every worker needs: imported once, where the system can fork.

    Yields
    ------
    batch, position : int
        Which job, as it ends.
    result : object or None
        None where the process died over the job.

    Raises
    ------
    InputError
        Where the workers cannot start: they import the script that starts them.

    Notes
    -----
    A caller that stops, by an exception or by closing the generator, ends the workers at once.
    """
    waiting = deque((number, 0, batch) for number, batch in enumerate(batches) if len(batch))
    if workers <= 1 or len(waiting) <= 1:
        for number, _, batch in waiting:
            for position, job in enumerate(batch):
                yield number, position, function(job)
        return
    context = _context(preload)
    team: dict[Connection, _Worker] = {}
    try:
        for _ in range(min(workers, len(waiting))):
            _hire(team, context, function)
        while team:
            for connection in wait(list(team)):
                worker = team[connection]  # type: ignore[index]
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    del team[worker.connection]
                    worker.end()
                    lost = worker.give_up()
                    if lost is not None:
                        yield *lost, None
                    if worker.left:
                        waiting.appendleft((worker.number, worker.position, worker.left))
                    if waiting:
                        _hire(team, context, function)
                    continue
                if message != READY:
                    yield worker.number, worker.position, message[0]
                    worker.next_job()
                if not worker.left:
                    if waiting:
                        worker.start_batch(*waiting.popleft())
                    else:
                        del team[worker.connection]
                        worker.dismiss()
    finally:
        for worker in team.values():
            worker.process.terminate()
        for worker in team.values():
            worker.end()


class _Worker:
    """A process as its parent sees it: its pipe, and the batch that it is at."""

    def __init__(self, context: BaseContext, function: Callable[[Any], Any]) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, function))  # type: ignore[attr-defined]
        with _interrupts_held():
            self.process.start()
        theirs.close()
        self.number, self.position, self.left = -1, 0, deque[Any]()

    def start_batch(self, number: int, position: int, jobs: Sequence[Any]) -> None:
        """Send the jobs of a batch, the first of which has this position in it."""
        self.number, self.position, self.left = number, position, deque(jobs)
        with contextlib.suppress(OSError):  # a worker that is dead already is noticed at the next message
            self.connection.send(list(jobs))

    def next_job(self) -> None:
        """Note that a job has ended."""
        self.left.popleft()
        self.position += 1

    def give_up(self) -> tuple[int, int] | None:
        """Which job the dead process was at, no longer among those that are left.

        Raises
        ------
        InputError
            It never was at any: it could not start.
        """
        if self.number < 0:
            raise InputError(
                "the worker processes died while they started; in a script, start the experiment below "
                "`if __name__ == '__main__':`, or use one worker"
            )
        if not self.left:
            return None
        lost = self.number, self.position
        self.next_job()
        return lost

    def dismiss(self) -> None:
        """Tell the process that there is nothing more to do, and wait for its end."""
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self.end()

    def end(self) -> None:
        """Wait for the end of the process."""
        self.process.join()
        self.connection.close()


def _hire(team: dict[Connection, _Worker], context: BaseContext, function: Callable[[Any], Any]) -> None:
    worker = _Worker(context, function)
    team[worker.connection] = worker


def _serve(connection: Connection, function: Callable[[Any], Any]) -> None:
    """What a worker does: jobs as they come, a result for each, until there are no more or nobody listens."""
    # Ctrl-C reaches every process of the terminal; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(READY)
        while (jobs := connection.recv()) is not None:
            for job in jobs:
                connection.send((function(job),))


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait; processes started meanwhile are born deaf to it, so none dies of it at its start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its own start lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context(preload: Sequence[str]) -> BaseContext:
    """Forks of a clean server where there are such, else fresh processes; this one may have threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context
