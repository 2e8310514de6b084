"""Run jobs: each finished job is stored at once, and stored jobs are not run again."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, Self

from numasim.experiments.dask_pool import DaskPool
from numasim.experiments.encoded_outcome import EncodedOutcome, decode
from numasim.experiments.job import Job, Outcome
from numasim.experiments.needs import Needs
from numasim.experiments.point import outcome_of_dead_worker
from numasim.experiments.point_kind import kind_of
from numasim.experiments.point_store import Damaged, PointStore, Worker
from numasim.experiments.price import MANY, Meter, Price, report_no_price
from numasim.experiments.run_options import RunOptions
from numasim.experiments.warm_up import compile_kernels, kernel_batches
from numasim.experiments.worker_pool import WorkerDied, WorkerPool, run_batches
from numasim.provenance import config_hash
from partitioners.progress import Progress

PRELOAD = ("partitioners.kernels.uncounted", "scipy.sparse")
"""The modules that workers share by forking; pandas is excluded because it starts a thread."""


@dataclass
class JobResults:
    """The results of the jobs.

    Attributes
    ----------
    outcomes : dict of str to Outcome
        The outcomes by the keys of the jobs, in no particular order.
    reused : set of str
        The keys of jobs that were already in the store.
    damaged : list of str
        The stored points that could not be used, each with the reason.
    stopped : {'', 'interrupted', 'failed'}
        Why outcomes may be missing: an interrupt by the user, or a failure with ``fail_fast``.
    paid : Price or None
        What the jobs that have run have cost; None without such jobs.
    """

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    reused: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    stopped: Literal["", "interrupted", "failed"] = ""
    paid: Price | None = None


class JobRunner:
    """Runs jobs with one open store, and with processes that stay and keep what later jobs may share.

    It is a context, whose end ends the processes and closes the store.

    Parameters
    ----------
    options : RunOptions
        Workers, limits, and the handling of failures.
    store : PointStore
        The finished points, which are read when the context begins.
    """

    def __init__(self, options: RunOptions, store: PointStore) -> None:
        self._options, self._store = options, store
        self._until_the_end = contextlib.ExitStack()
        self._report: Callable[[Job, str], None] = lambda job, line: None
        self._compiled: set[object] = set()

    def __enter__(self) -> Self:
        self._until_the_end.callback(self._store.close)
        self._damaged = self._store.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._until_the_end.close()

    def run(
        self,
        jobs: Mapping[str, Job],
        progress: Progress,
        report_price: Callable[[Price], None] = report_no_price,
        *,
        few: bool = False,
    ) -> JobResults:
        """Run the jobs that the store did not have when it was opened.

        Parameters
        ----------
        jobs : mapping of str to Job
            The jobs by their keys.
        progress : callable
            Called when a job ends.
        report_price : callable
            Called before it with the price of the jobs, from the time on when the first ones have ended.
        few : bool
            Whether also fewer than :data:`~numasim.experiments.price.MANY` jobs have a price.

        Notes
        -----
        An interrupt (Ctrl-C) ends the runs and is recorded in the result.
        """
        found, options = JobResults(damaged=[*self._damaged]), self._options

        def report(job: Job, line: str) -> None:
            name = _name(job, kind_of(job.experiment).describe(job.experiment))
            progress(len(found.outcomes), len(jobs), f"{line}: {name}")

        self._report = report
        try:
            for key in jobs:
                kept = self._store.load(key)
                if isinstance(kept, Damaged):
                    found.damaged.append(kept.why)
                elif kept is not None:
                    found.outcomes[key] = kept
            found.reused = set(found.outcomes)
            if found.reused:
                progress(len(found.reused), len(jobs), "already finished")
            left = [key for key in jobs if key not in found.outcomes]
            if left and (options.processes > 1 or options.dask):
                jobs = {key: replace(job, shared=self._shared_folder) for key, job in jobs.items()}
            keys = {id(job): key for key, job in jobs.items()}
            batches: Sequence[Sequence[Job]] = self._batches([jobs[key] for key in left])
            are_few = len(left) < MANY
            workers = 0 if are_few and not few else self._workers
            meter = Meter(batches, workers, here=self._run_here(batches), in_order=are_few)
            batches = meter.batches
            for tries_left in range(options.retry, -1, -1):
                again = []
                with contextlib.closing(self._run(batches, len(jobs), progress)) as ended:
                    for job, data in ended:
                        key, size = keys[id(job)], 0
                        outcome = (
                            outcome_of_dead_worker(job, data.why)
                            if isinstance(data, WorkerDied)
                            else decode(data)
                        )
                        if tries_left and not outcome.final:
                            again.append(job)
                            what = f"{headline(job, outcome)}; retrying later"
                            progress(len(found.outcomes), len(jobs), what)
                            continue
                        if not isinstance(data, WorkerDied) and outcome.error is None:
                            size = self._store.save(key, data)
                        found.outcomes[key] = outcome
                        meter.ended(job, outcome, size)
                        found.paid = meter.paid(self._workers)
                        if (price := meter.price(self._workers)) is not None:
                            report_price(price)
                        progress(len(found.outcomes), len(jobs), headline(job, outcome))
                        if outcome.error is not None and options.fail_fast:
                            found.stopped = "failed"
                            return found
                batches = self._batches(again)
        except KeyboardInterrupt:
            found.stopped = "interrupted"
        return found

    @cached_property
    def _shared_folder(self) -> Path:
        return self._until_the_end.enter_context(self._store.shared_folder())

    @cached_property
    def _processes(self) -> WorkerPool[Job, EncodedOutcome]:
        options = self._options
        made = WorkerPool(Worker(), options.processes, PRELOAD, options.limits, report=self._tell)
        self._until_the_end.callback(made.close)
        return made

    @cached_property
    def _cluster(self) -> DaskPool[Job, EncodedOutcome]:
        assert self._options.dask is not None
        made = DaskPool(Worker(), self._options.dask, report=self._tell)
        self._until_the_end.callback(made.close)
        return made

    def _tell(self, job: Job, line: str) -> None:
        """Report a line on the progress of a job to those who wait for it."""
        self._report(job, line)

    @property
    def _workers(self) -> int:
        """The number of parallel processes; on Dask, of those that there are now."""
        options = self._options
        return options.processes if options.dask is None else self._cluster.workers

    def _batches(self, jobs: Sequence[Job]) -> list[list[Job]]:
        return plan(jobs, self._workers)

    def _isolate(self, batches: Sequence[Sequence[Job]]) -> bool:
        return self._options.workers is None and len(batches) > 1

    def _run_here(self, batches: Sequence[Sequence[Job]]) -> bool:
        """Whether the jobs run in this process."""
        if self._options.dask is not None:
            return False
        return self._processes.runs_here(len(batches), isolate=self._isolate(batches))

    def _run(
        self, batches: Sequence[Sequence[Job]], total: int, progress: Progress
    ) -> Generator[tuple[Job, EncodedOutcome | WorkerDied], None, None]:
        """Yield each job and its outcome when it ends."""
        options = self._options
        if options.dask is not None:
            results = self._cluster.run(batches)
        else:
            if options.processes > 1 and len(batches) > 1:
                jobs = [job for batch in batches for job in batch]
                self._compile_kernels(jobs, partial(progress, total - len(jobs), total))
            results = self._processes.run(with_own_cuts(batches), isolate=self._isolate(batches))
        with contextlib.closing(results) as ended:
            for batch, position, data in ended:
                yield batches[batch][position], data

    def _compile_kernels(self, jobs: Iterable[Job], report: Callable[[str], None]) -> None:
        """Compile the new kernels of jobs in separate processes; errors are reported by the runs.

        A job that cannot run gets no kernels, so that its error comes at once.
        """
        needs = Needs()
        can_run = (job for job in jobs if not needs.unmet(job.experiment))
        batches = kernel_batches(can_run, self._compiled)
        if not batches:
            return
        total = sum(map(len, batches))
        report(f"preparing kernels, which the first run compiles: {total} sets")
        options = self._options
        ended = run_batches(
            compile_kernels, batches, options.processes, PRELOAD, options.limits, isolate=True
        )
        for done, (batch, position, _) in enumerate(ended, 1):
            kernels = batches[batch][position]
            self._compiled.add(kernels.key)
            report(f"kernels ready: {done} of {total} sets, {kernels.label}")


def plan(jobs: Sequence[Job], workers: int) -> list[list[Job]]:
    """Group jobs with the same partition into batches, small enough to keep all workers busy."""
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        groups.setdefault(_cut_of(job), []).append(job)
    size = min(8, max(1, -(-len(jobs) // (4 * workers))))
    return [group[k : k + size] for group in groups.values() for k in range(0, len(group), size)]


def _cut_of(job: Job) -> str:
    """The hash of what determines the partition of a job; a run on one core is alone."""
    if job.reference:
        return f"reference {id(job)}"
    return config_hash(job.experiment.model_dump(mode="json", include={"workload", "partition", "seed"}))


def with_own_cuts(batches: Sequence[Sequence[Job]]) -> list[list[Job]]:
    """Return the batches; their jobs know whether no other batch has their partition."""
    cuts = [_cut_of(batch[0]) for batch in batches]  # all jobs of a batch have the same
    needed = Counter(cuts)
    return [
        [replace(job, own_cut=needed[cut] == 1) for job in batch]
        for cut, batch in zip(cuts, batches, strict=True)
    ]


def headline(job: Job, outcome: Outcome) -> str:
    """Return one line with the name of a job and its result."""
    row = outcome.rows[0]
    end = f"failed, {row['error']}" if row["error"] else kind_of(job.experiment).figure(row)
    return f"{_name(job, row)}: {end}"


def _name(job: Job, row: Mapping[str, Any]) -> str:
    kind = kind_of(job.experiment)
    return f"{kind.on_one_core} on one core" if job.reference else kind.headline(row)
