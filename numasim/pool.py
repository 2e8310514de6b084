"""Batches of independent jobs in parallel processes: one that dies takes nothing else with it."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import TypeVar

from partitioners.errors import InputError

Job = TypeVar("Job")
Result = TypeVar("Result")

LOST = "the process that ran it died; it may have run out of memory"


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
    workers : int
        Processes; with one, everything runs in this process.
    preload : sequence of str
        Modules that every worker needs: imported once, where the system can fork.

    Yields
    ------
    batch, position : int
        Which job.
    result : object or None
        None where the process died over the job, even alone.

    Raises
    ------
    InputError
        Where the workers cannot start: they import the script that starts them.
    """
    if workers <= 1 or len(batches) <= 1:
        for number, batch in enumerate(batches):
            for position, job in enumerate(batch):
                yield number, position, function(job)
        return
    context = _context(preload)
    before = set(multiprocessing.active_children())
    lost: list[int] = []
    try:
        with ProcessPoolExecutor(min(workers, len(batches)), context, _ignore_interrupt) as pool:
            _check_start(pool)
            futures = {pool.submit(_run_batch, function, batch): n for n, batch in enumerate(batches)}
            try:
                yield from _finished(futures, lost)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in set(multiprocessing.active_children()) - before:
                    process.terminate()
                raise
        for number in sorted(
            lost
        ):  # a dead worker breaks the whole pool: what is left runs alone, job by job
            for position, job in enumerate(batches[number]):
                with ProcessPoolExecutor(1, context, _ignore_interrupt) as pool:
                    try:
                        yield number, position, pool.submit(function, job).result()
                    except BrokenProcessPool:
                        yield number, position, None
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.join(timeout=5)


def _finished(
    futures: dict[Future[list[Result]], int], lost: list[int]
) -> Iterator[tuple[int, int, Result | None]]:
    for future in as_completed(futures):
        try:
            results = future.result()
        except BrokenProcessPool:
            lost.append(futures[future])
            continue
        for position, result in enumerate(results):
            yield futures[future], position, result


def _check_start(pool: ProcessPoolExecutor) -> None:
    try:
        pool.submit(_run_batch, bool, ()).result()
    except BrokenProcessPool:
        raise InputError(
            "the worker processes died while they started; in a script, start the experiment below "
            "`if __name__ == '__main__':`, or use one worker"
        ) from None


def _run_batch(function: Callable[[Job], Result], batch: Sequence[Job]) -> list[Result]:
    return [function(job) for job in batch]


def _context(preload: Sequence[str]) -> BaseContext:
    """Forks of a clean server where there are such, else fresh processes; this one may have threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


def _ignore_interrupt() -> None:
    """Ctrl-C reaches every process of the terminal; the parent alone decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
