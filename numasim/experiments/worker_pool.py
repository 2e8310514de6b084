"""Batches of independent jobs in parallel processes: one that dies takes only the job with it that it was at.

Each worker has a pipe of its own, so the parent knows what every worker is at, hears of each result as it is
ready, and can end workers in the midst of a job without leaving a shared queue locked. (The pools of the
standard library have one queue for all: where a worker dies, every unfinished job is lost, and Python 3.11
can wait for ever if that happens while another worker starts.)
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
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

from numasim.experiments.point_limits import NO_LIMITS, WATCH_SECONDS, Limits
from partitioners.errors import InputError
from partitioners.temporary_folder import temporary_folder

Job = TypeVar("Job")
Result = TypeVar("Result")

WORKER_DIED = "the process that ran it died; it may have run out of memory"
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
"""Signals that may reach every process of a group: the parent alone decides what they mean."""

LONGEST_SOCKET_FOLDER = 60
"""Bytes of the temporary folder's path: the server's socket is in it, and its path has 108 bytes at most."""


@dataclass(frozen=True)
class WorkerDied:
    """In the place of a result: the process died, or was killed, and why."""

    why: str


def run_batches(
    function: Callable[[Job], Result],
    batches: Sequence[Sequence[Job]],
    workers: int,
    preload: Sequence[str] = (),
    limits: Limits | None = None,
    *,
    isolate: bool = False,
) -> Generator[tuple[int, int, Result | WorkerDied], None, None]:
    """Call a function on every job, the jobs of a batch one after the other in one process.

    Parameters
    ----------
    function : callable
        It can be pickled, like its argument and result, and must not raise. Each process has its own copy,
        which may keep what later jobs need.
    batches : sequence of sequences of jobs
        Handed out in this order.
    workers : int
        Processes; with one, everything runs in this process.
    preload : sequence of str
        Modules that every worker needs: imported once, where the system can fork.
    limits : Limits, optional
        On every job; a process that breaks one is killed.
    isolate : bool
        Use a process of its own even for one worker, so that no job can end this one. Limits do so too.

    Yields
    ------
    batch, position : int
        Which job, as it ends.
    result : object or WorkerDied

    Raises
    ------
    InputError
        Where the workers cannot start: they import the script that starts them.

    Notes
    -----
    A caller that stops, by an exception or by closing the generator, ends the workers at once. Workers whose
    parent is killed end by themselves.
    """
    limits = limits or NO_LIMITS
    waiting = deque((number, 0, batch) for number, batch in enumerate(batches) if len(batch))
    if not (limits or isolate) and (workers <= 1 or len(waiting) <= 1):
        for number, _, batch in waiting:
            for position, job in enumerate(batch):
                yield number, position, function(job)
        return
    context = _context(preload)
    running: dict[Connection, _Worker] = {}
    try:
        for _ in range(min(workers, len(waiting))):
            _start_worker(running, context, function)
        while running:
            dead = []
            for connection in wait(list(running), WATCH_SECONDS if limits else None):
                worker = running[connection]  # type: ignore[index]
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    dead.append((worker, WORKER_DIED))
                    continue
                if message != READY:
                    yield worker.number, worker.position, message[0]
                    worker.next_job()
                if not worker.left:
                    if waiting:
                        worker.start_batch(*waiting.popleft())
                    else:
                        del running[worker.connection]
                        worker.dismiss()
            for worker in running.values() if limits else ():
                if (
                    worker.left
                    and not worker.connection.poll()
                    and (why := worker.breaks(limits)) is not None
                ):
                    dead.append((worker, why))
            for worker, why in dead:
                del running[worker.connection]
                worker.kill()
                if why:
                    lost = worker.pop_current_job()
                    if lost is not None:
                        yield *lost, WorkerDied(why)
                if worker.left:
                    waiting.appendleft((worker.number, worker.position, worker.left))
                if waiting:
                    _start_worker(running, context, function)
    finally:
        for worker in running.values():
            worker.kill()


class _Worker:
    """A process as its parent sees it: its pipe, and the batch that it is at."""

    def __init__(self, context: BaseContext, function: Callable[[Any], Any]) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(  # type: ignore[attr-defined]  # of every start method, not of the base
            target=_serve, args=(theirs, function), name=STARTING
        )
        with _signals_held():
            self.process.start()
        theirs.close()
        self.number, self.position, self.left = -1, 0, deque[Any]()
        self.done, self.since = 0, time.monotonic()

    def start_batch(self, number: int, position: int, jobs: Sequence[Any]) -> None:
        """Send the jobs of a batch, the first of which has this position in it."""
        self.number, self.position, self.left = number, position, deque(jobs)
        self.since = time.monotonic()
        with contextlib.suppress(OSError):  # a worker that is dead already is noticed at the next message
            self.connection.send(list(jobs))

    def next_job(self) -> None:
        """Note that a job has ended."""
        self.left.popleft()
        self.position += 1
        self.done += 1
        self.since = time.monotonic()

    def breaks(self, limits: Limits) -> str | None:
        """Which limit the job breaks that the process is at, in words; None for none.

        Where earlier jobs may have left the process large, the words are empty: the job gets a new process.
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
            It never was at any: it could not start.
        """
        if self.number < 0:
            raise InputError(UNGUARDED)
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

    def kill(self) -> None:
        """End the process now, and what it has started: a traced program, a compiler."""
        if self.process.pid and hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.end()

    def end(self) -> None:
        """Wait for the end of the process."""
        self.process.join()
        self.connection.close()


def _start_worker(
    workers: dict[Connection, _Worker], context: BaseContext, function: Callable[[Any], Any]
) -> None:
    worker = _Worker(context, function)
    workers[worker.connection] = worker


def stop_worker_that_runs_the_script() -> None:
    """End this process where it is a worker that is still importing the script that started it.

    A script without ``if __name__ == "__main__":`` asks its own workers for the experiment again. The parent
    then explains that, in place of a traceback of every worker.
    """
    if multiprocessing.current_process().name == STARTING:
        os._exit(1)


def _serve(connection: Connection, function: Callable[[Any], Any]) -> None:
    """What a worker does: jobs as they come, a result for each, until there are no more or nobody listens."""
    multiprocessing.current_process().name = "numasim worker"
    for number in LEFT_TO_THE_PARENT:  # a function of ours: a program that is started gets the default again
        signal.signal(number, lambda number, frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, LEFT_TO_THE_PARENT)
    with contextlib.suppress(OSError, AttributeError):
        os.setpgid(0, 0)  # a group of its own, so that it can be killed with all that it starts
    if (parent := multiprocessing.parent_process()) is not None:
        _be_killed_at_its_end(parent.sentinel)  # here: a job may hold the interpreter before the thread runs
        threading.Thread(target=_die_with, args=(parent.sentinel,), daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(READY)
        while (jobs := connection.recv()) is not None:
            for job in jobs:
                connection.send((function(job),))


def _die_with(sentinel: int) -> None:
    """End this process, and what it has started, when its parent has ended."""
    wait([sentinel])
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def _be_killed_at_its_end(pipe: int) -> None:
    """Ask Linux to kill the group of this process when the other end of a pipe is closed.

    A thread that waits for that cannot run while compiled code holds the interpreter.
    """
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        if os.getpgrp() == os.getpid():
            fcntl.fcntl(pipe, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Let signals wait; processes started meanwhile are born deaf to them, so none dies at its start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its own start lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, LEFT_TO_THE_PARENT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context(preload: Sequence[str]) -> BaseContext:
    """Forks of a clean server where there are such, else fresh processes; this one may have threads."""
    too_long = len(os.fsencode(tempfile.gettempdir())) > LONGEST_SOCKET_FOLDER
    if too_long or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    _put_sockets_into_a_folder_that_is_cleared()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


@functools.cache
def _put_sockets_into_a_folder_that_is_cleared() -> None:
    """Give multiprocessing its temporary folder: where this process is killed, the next run removes it."""
    held = contextlib.ExitStack()
    folder = held.enter_context(temporary_folder("workers"))
    atexit.register(held.close)
    # Without the key, the module makes a folder that nobody removes after a kill.
    config = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # it has no public name
    config.setdefault("tempdir", str(folder))
