"""Run independent jobs in parallel processes. A worker that dies loses only its current job.

Each worker has a pipe of its own. The parent therefore knows the current job of every worker, receives each
result as soon as it is ready, and can kill a worker during a job without leaving a shared queue locked. (The
pools of the standard library share one queue. If a worker dies, every unfinished job is lost, and Python 3.11
can wait forever if that happens while another worker starts.)
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import multiprocessing
import os
import signal
import tempfile
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, Generic, TypeVar

from numasim.experiments.point_limits import WATCH_SECONDS, Limits
from partitioners.errors import InputError, NotedWarning
from partitioners.storage.temporary_folder import remove_abandoned, temporary_folder

Job = TypeVar("Job")
Result = TypeVar("Result")

WORKER_DIED = "the worker process died, possibly out of memory"
READY = "ready"
STARTING = "numasim worker, starting"
"""The name of a worker's process until it serves."""

UNGUARDED = (
    "the worker processes ended while they started; in a script, start the experiment below "
    "`if __name__ == '__main__':`, or use one worker"
)
LEFT_TO_THE_PARENT = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Signals that may reach every process of a group, and that only the parent handles."""

LONGEST_SOCKET_FOLDER = 60
"""The longest path of a temporary folder, in bytes; the path of the server's socket has 108 at most."""


@dataclass(frozen=True)
class Report:
    """A line on the progress of a job, from its process."""

    line: str


@dataclass(frozen=True)
class WorkerDied:
    """The result of a job whose process died or was killed, with the reason."""

    why: str


def run_batches(
    function: Callable[..., Result],
    batches: Sequence[Sequence[Job]],
    workers: int,
    preload: Sequence[str] = (),
    limits: Limits | None = None,
    *,
    isolate: bool = False,
    report: Callable[[Job, str], None] | None = None,
) -> Generator[tuple[int, int, Result | WorkerDied], None, None]:
    """Call a function on every job, in processes that end with the last job.

    See :class:`WorkerPool` and :meth:`WorkerPool.run`.
    """
    with contextlib.closing(WorkerPool(function, workers, preload, limits, report=report)) as pool:
        yield from pool.run(batches, isolate=isolate)


class WorkerPool(Generic[Job, Result]):
    """Processes that run batches of jobs. They start when a job waits for them, and stay until the end.

    Parameters
    ----------
    function : callable
        The function, its argument and its result can be pickled, and it must not raise. Each process has its
        own copy of the function, which may keep data for later jobs.
    workers : int
        The largest number of processes; with one, everything runs in this process.
    preload : sequence of str
        Modules that every worker needs; they are imported once if the system can fork.
    limits : Limits, optional
        Limits on every job; a process that exceeds a limit is killed.
    report : callable, optional
        Takes a running job and a line on its progress. The second argument of the function is then a callable
        that takes the line.

    Notes
    -----
    Workers end by themselves if their parent is killed.
    """

    def __init__(
        self,
        function: Callable[..., Result],
        workers: int,
        preload: Sequence[str] = (),
        limits: Limits | None = None,
        *,
        report: Callable[[Job, str], None] | None = None,
    ) -> None:
        self._function, self._most, self._preload = function, workers, preload
        self._limits, self._report = limits or Limits(), report
        self._workers: dict[Connection, _Worker] = {}

    def run(
        self, batches: Sequence[Sequence[Job]], *, isolate: bool = False
    ) -> Generator[tuple[int, int, Result | WorkerDied], None, None]:
        """Call the function on every job; one process runs the jobs of a batch one after the other.

        Parameters
        ----------
        batches : sequence of sequences of jobs
            The batches, which are started in this order.
        isolate : bool
            Whether to use a separate process even for one worker, so that no job can end this process. Limits
            have the same effect.

        Yields
        ------
        batch, position : int
            The numbers of a job that has ended.
        result : object or WorkerDied

        Raises
        ------
        InputError
            The workers cannot start, because they import the script that starts them.

        Notes
        -----
        If the caller stops, by an exception or by closing the generator, the workers are killed at once.
        """
        waiting = deque((number, 0, batch) for number, batch in enumerate(batches) if len(batch))
        alone = self._most <= 1 or len(waiting) <= 1
        if alone and not (self._limits or isolate or self._workers):
            for number, _, batch in waiting:
                for position, job in enumerate(batch):
                    more = () if self._report is None else (functools.partial(self._report, job),)
                    yield number, position, self._function(job, *more)
            return
        try:
            yield from self._run(waiting)
        except BaseException:
            self._kill()
            raise

    def close(self) -> None:
        """End the processes, and wait for their end."""
        for worker in self._workers.values():
            worker.dismiss()
        for worker in self._workers.values():
            worker.end()
        self._workers.clear()

    def _run(
        self, waiting: deque[tuple[int, int, Sequence[Job]]]
    ) -> Generator[tuple[int, int, Result | WorkerDied], None, None]:
        for worker in [each for each in self._workers.values() if not each.process.is_alive()]:
            del self._workers[worker.connection]  # it died while it had no job
            worker.kill()
        for worker in self._workers.values():
            if waiting and worker.ready:
                worker.start_batch(*waiting.popleft())
        for _ in range(min(self._most - len(self._workers), len(waiting))):
            self._start_worker()
        while waiting or any(worker.left for worker in self._workers.values()):
            dead = []
            for connection in wait(list(self._workers), WATCH_SECONDS if self._limits else None):
                worker = self._workers[connection]  # type: ignore[index]  # `wait` is typed for any waitable object
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    dead.append((worker, WORKER_DIED))
                    continue
                if isinstance(message, Report):
                    if self._report is not None and worker.left:
                        self._report(worker.left[0], message.line)
                    continue
                if message == READY:
                    worker.ready = True
                else:
                    yield worker.number, worker.position, message[0]
                    worker.next_job()
                if waiting and not worker.left:
                    worker.start_batch(*waiting.popleft())
            for worker in self._workers.values() if self._limits else ():
                if (
                    worker.left
                    and not worker.connection.poll()
                    and (why := worker.breaks(self._limits)) is not None
                ):
                    dead.append((worker, why))
            for worker, why in dead:
                del self._workers[worker.connection]
                worker.kill()
                if why:
                    lost = worker.pop_current_job()
                    if lost is not None:
                        yield *lost, WorkerDied(why)
                if worker.left:
                    waiting.appendleft((worker.number, worker.position, worker.left))
                if waiting:
                    self._start_worker()

    def _start_worker(self) -> None:
        worker = _Worker(_context(self._preload), self._function, self._report is not None)
        self._workers[worker.connection] = worker

    def _kill(self) -> None:
        for worker in self._workers.values():
            worker.kill()
        self._workers.clear()


class _Worker:
    """A worker process as seen by its parent: its pipe and its current batch."""

    def __init__(self, context: BaseContext, function: Callable[..., Any], reports: bool) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(  # type: ignore[attr-defined]  # of every start method, not of the base
            target=_serve, args=(theirs, function, reports), name=STARTING
        )
        with _signals_held():
            self.process.start()
        theirs.close()
        self.ready, self.number, self.position, self.left = False, -1, 0, deque[Any]()
        self.done, self.since = 0, time.monotonic()

    def start_batch(self, number: int, position: int, jobs: Sequence[Any]) -> None:
        """Send the jobs of a batch, starting with the job at this position."""
        self.number, self.position, self.left = number, position, deque(jobs)
        self.since = time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker is noticed at the next message
            self.connection.send(list(jobs))

    def next_job(self) -> None:
        """Record that a job has ended."""
        self.left.popleft()
        self.position += 1
        self.done += 1
        self.since = time.monotonic()

    def breaks(self, limits: Limits) -> str | None:
        """Return a message if the current job exceeds a limit, else None.

        The message is empty if earlier jobs may have enlarged the process; the job then gets a new process.
        """
        if why := limits.too_long(time.monotonic() - self.since):
            return why
        why = limits.too_large(self.process.pid or 0)
        return "" if why and self.done else why

    def pop_current_job(self) -> tuple[int, int] | None:
        """Remove the current job of the dead process from its batch; return its number and position.

        Raises
        ------
        InputError
            The process has had no job, because it could not start.
        """
        if not self.ready:
            raise InputError(UNGUARDED)
        if not self.left:
            return None
        lost = self.number, self.position
        self.next_job()
        return lost

    def dismiss(self) -> None:
        """Send the end of the jobs to the process."""
        with contextlib.suppress(OSError):
            self.connection.send(None)

    def kill(self) -> None:
        """Kill the process and the programs that it has started, and remove its temporary folders."""
        if self.process.pid and hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.end()
        remove_abandoned()

    def end(self) -> None:
        """Wait for the end of the process."""
        self.process.join()
        self.connection.close()


def stop_worker_that_runs_the_script() -> None:
    """End this process if it is a worker that is still importing the script that started it.

    Without ``if __name__ == "__main__":``, the workers of a script would run the experiment again. The parent
    then explains the mistake, instead of a traceback from every worker.
    """
    if multiprocessing.current_process().name == STARTING:
        os._exit(1)


def _serve(connection: Connection, function: Callable[..., Any], reports: bool) -> None:
    """Run jobs from the pipe and send their results, until the jobs end or the pipe is closed."""
    multiprocessing.current_process().name = "numasim worker"
    warnings.simplefilter("ignore", NotedWarning)  # the row has it
    for number in LEFT_TO_THE_PARENT:  # not SIG_IGN, which a started program would inherit
        signal.signal(number, lambda number, frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, LEFT_TO_THE_PARENT)
    with contextlib.suppress(OSError, AttributeError):
        os.setpgid(0, 0)  # a group of its own, which can be killed with all programs that the worker starts
    if (parent := multiprocessing.parent_process()) is not None:
        _be_killed_at_its_end(
            parent.sentinel
        )  # not in the thread: a job may hold the interpreter before the thread runs
        threading.Thread(target=_die_with, args=(parent.sentinel,), daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        more = (lambda line: connection.send(Report(line)),) if reports else ()
        connection.send(READY)
        while (jobs := connection.recv()) is not None:
            for job in jobs:
                connection.send((function(job, *more),))


def _die_with(sentinel: int) -> None:
    """End this process and the programs that it has started when its parent has ended."""
    wait([sentinel])
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def _be_killed_at_its_end(pipe: int) -> None:
    """Make Linux kill the group of this process when the other end of a pipe is closed.

    A waiting thread cannot run while compiled code holds the interpreter.
    """
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        if os.getpgrp() == os.getpid():
            fcntl.fcntl(pipe, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals; processes started meanwhile also block them, so that no process dies while it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it unblocks interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, LEFT_TO_THE_PARENT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context(preload: Sequence[str]) -> BaseContext:
    """Return a context that forks from a clean server, or else spawns; this process may have threads."""
    too_long = len(os.fsencode(tempfile.gettempdir())) > LONGEST_SOCKET_FOLDER
    if too_long or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    _put_sockets_into_a_folder_that_is_cleared()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


@functools.cache
def _put_sockets_into_a_folder_that_is_cleared() -> None:
    """Set the temporary folder of multiprocessing; the next run removes it if this process is killed."""
    held = contextlib.ExitStack()
    folder = held.enter_context(temporary_folder("workers"))
    atexit.register(held.close)
    # Without the key, the module makes a folder that is never removed after a kill.
    config = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # it has no public name
    config.setdefault("tempdir", str(folder))
