"""Jobs, run: what is finished is kept at once, what was finished before is not run again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from numasim.experiments.dask_pool import run_on_dask
from numasim.experiments.job import Job, Outcome
from numasim.experiments.kinds import kind_of
from numasim.experiments.point import outcome_of_dead_worker
from numasim.experiments.point_limits import NO_LIMITS, Limits
from numasim.experiments.point_store import Damaged, PointStore, Worker, decode
from numasim.experiments.warm_up import compile_kernels, kernel_batches
from numasim.experiments.worker_pool import WorkerDied, run_batches
from numasim.provenance import config_hash, usable_cores
from partitioners.errors import OptionError
from partitioners.progress import Progress

PRELOAD = ("numasim.numba_kernels", "scipy.sparse")
"""What workers share by forking; not pandas, which starts a thread."""


@dataclass(frozen=True)
class RunOptions:
    """Where and how the points are run; nothing of it changes their results.

    Attributes
    ----------
    workers : int, optional
        Parallel processes; by default one for each core. With 1, the points run in this process.
    limits : Limits
        On each point; one that breaks them fails.
    retry : int
        How many more times to try a point that died, broke a limit or met a bug.
    fail_fast : bool
        Stop at the first point that fails.
    dask : str, optional
        The address of a Dask scheduler, whose workers run the points in place of processes here.

    Raises
    ------
    OptionError
    """

    workers: int | None = None
    limits: Limits = NO_LIMITS
    retry: int = 0
    fail_fast: bool = False
    dask: str | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise OptionError(f"workers must be at least 1, got {self.workers}")
        if self.retry < 0:
            raise OptionError(f"retry must be at least 0, got {self.retry}")
        if self.dask is not None and self.limits:
            raise OptionError(
                "a timeout and a memory limit are kept by processes here; leave them out with Dask, whose "
                "workers have limits of their own"
            )
        if self.dask is not None and self.workers is not None:
            raise OptionError("with Dask the cluster says how many workers there are; leave workers out")

    @property
    def processes(self) -> int:
        """How many workers there are."""
        return usable_cores() if self.workers is None else self.workers


@dataclass
class JobResults:
    """What came of the jobs.

    Attributes
    ----------
    outcomes : dict of str to Outcome
        By the keys of the jobs, in no order.
    reused : set of str
        The keys of those that were finished before.
    damaged : list of str
        The files of kept points that could not be used, each with the reason.
    stopped : {'', 'interrupted', 'failed'}
        Why there may be fewer than jobs: the user, or a failure with ``fail_fast``.
    """

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    reused: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    stopped: Literal["", "interrupted", "failed"] = ""


def run_jobs(
    jobs: Mapping[str, Job], options: RunOptions, store: PointStore, progress: Progress
) -> JobResults:
    """Run the jobs that the store does not have.

    Parameters
    ----------
    jobs : mapping of str to Job
        By their keys.
    how : RunOptions
    store : PointStore
    progress : callable
        Told of each job that ends.

    Notes
    -----
    An interrupt (Ctrl-C) ends the runs and is noted in the result.
    """
    found = JobResults()
    stack = contextlib.ExitStack()
    try:
        store.clear()
        for key in jobs:
            kept = store.load(key)
            if isinstance(kept, Damaged):
                found.damaged.append(kept.why)
            elif kept is not None:
                found.outcomes[key] = kept
        found.reused = set(found.outcomes)
        if found.reused:
            progress(len(found.reused), len(jobs), "finished before")
        left = [key for key in jobs if key not in found.outcomes]
        if left and (options.processes > 1 or options.dask):
            shared = stack.enter_context(store.shared_folder())
            jobs = {key: replace(job, shared=shared) for key, job in jobs.items()}
        for tries_left in range(options.retry, -1, -1):
            again = []
            with contextlib.closing(
                _run({key: jobs[key] for key in left}, options, len(jobs), progress)
            ) as ended:
                for key, data in ended:
                    outcome = (
                        outcome_of_dead_worker(jobs[key], data.why)
                        if isinstance(data, WorkerDied)
                        else decode(data)
                    )
                    if tries_left and not outcome.final:
                        again.append(key)
                        what = f"{headline(jobs[key], outcome)}; it will be tried again"
                        progress(len(found.outcomes), len(jobs), what)
                        continue
                    if isinstance(data, bytes) and outcome.error is None:
                        store.save(key, data)
                    found.outcomes[key] = outcome
                    progress(len(found.outcomes), len(jobs), headline(jobs[key], outcome))
                    if outcome.error is not None and options.fail_fast:
                        found.stopped = "failed"
                        return found
            left = again
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    finally:
        stack.close()
    return found


def plan(jobs: Sequence[Job], workers: int) -> list[list[Job]]:
    """The jobs in batches: points of one partition together, but never so many that a worker is idle."""
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        config = job.experiment.resolved()
        key = config_hash([config["workload"], config.get("partition"), config["seed"]])
        groups.setdefault(key if not job.reference else f"reference {id(job)}", []).append(job)
    size = min(8, max(1, -(-len(jobs) // (4 * workers))))
    return [group[k : k + size] for group in groups.values() for k in range(0, len(group), size)]


def headline(job: Job, outcome: Outcome) -> str:
    """A job and how it ended, in one line."""
    row = outcome.rows[0]
    kind = kind_of(job.experiment)
    name = "one cluster on one core" if job.reference else kind.headline(row)
    return f"{name}: failed, {row['error']}" if row["error"] else f"{name}: {kind.figure(row)}"


def _compile_kernels(jobs: Iterable[Job], options: RunOptions, report: Callable[[str], None]) -> None:
    """Compile the kernels of all jobs, in processes of their own: the runs report what kills one there."""
    batches = kernel_batches(jobs)
    total = sum(map(len, batches))
    report(f"compiling kernels (first run only): {total} sets")
    ended = run_batches(compile_kernels, batches, options.processes, PRELOAD, options.limits, isolate=True)
    for done, (batch, position, _) in enumerate(ended, 1):
        label = batches[batch][position].label
        report(f"kernels compiled (first run only): {done} of {total} sets, {label}")


def _run(
    jobs: Mapping[str, Job], options: RunOptions, total: int, progress: Progress
) -> Generator[tuple[str, bytes | WorkerDied], None, None]:
    """The outcomes of jobs as they end, each with its key."""
    keys = {id(job): key for key, job in jobs.items()}
    if options.dask is not None:
        alone = [[job] for job in jobs.values()]
        with contextlib.closing(run_on_dask(Worker(), alone, options.dask)) as answers:
            for number, _, data in answers:
                yield keys[id(alone[number][0])], data
        return
    batches = plan(list(jobs.values()), options.processes)
    isolate = options.workers is None and len(batches) > 1
    if options.processes > 1 and len(batches) > 1:
        _compile_kernels(jobs.values(), options, partial(progress, total - len(jobs), total))
    ended = run_batches(Worker(), batches, options.processes, PRELOAD, options.limits, isolate=isolate)
    with contextlib.closing(ended):
        for batch, position, data in ended:
            yield keys[id(batches[batch][position])], data
