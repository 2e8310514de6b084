"""Estimate what an experiment takes before it starts: the number of its runs, and their price."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numasim.experiments.encoded_outcome import decode
from numasim.experiments.job import Job, Outcome
from numasim.experiments.point_kind import kind_of
from numasim.experiments.point_store import PointStore, Worker
from numasim.experiments.price import ON_ONE_CORE, Meter, Price, kinds
from numasim.experiments.run_jobs import headline
from numasim.experiments.run_jobs import plan as batches_of
from numasim.experiments.stored_tables import join_tables
from numasim.plugin_files import Hashes
from numasim.provenance import peak_memory_bytes
from numasim.schema.expand import MOST_KEPT
from numasim.schema.traced_workload import THREADED
from partitioners.errors import InputError
from partitioners.partition_graph import cuts_edges
from partitioners.progress import Progress, silent
from partitioners.storage.temporary_folder import temporary_folder
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.experiments.plan import Plan
    from numasim.schema.expand import Point


@dataclass(frozen=True)
class Estimate:
    """The number of runs of an experiment; files with equal content count as different.

    Attributes
    ----------
    extra : int
        Second runs of edge cuts, with one message per cut edge, for methods that declare that they cut edges.
    references : int
        Runs on one core, the references of speed-ups.
    graphs, partitions : int
        The numbers of different graphs and partitions.
    on_one_core : str
        What the references run.
    alone : int
        Points whose runs make graphs and partitions of their own.
    made_anew : str
        What is said of them.
    what : str
        What is made from the workload: a graph, or a trace of threads.
    """

    points: int
    extra: int
    references: int
    graphs: int
    partitions: int
    on_one_core: str
    alone: int = 0
    made_anew: str = ""
    what: str = "graph"

    def __str__(self) -> str:
        """One line: ``12 points, 19 runs: ...``."""
        parts = [f"{self.points} of the points"]
        if self.extra:
            parts.append(f"{self.extra} more of edge cuts, with a message for every cut edge")
        if self.references:
            parts.append(f"{self.references} of {self.on_one_core} on one core")
        runs = self.points + self.extra + self.references
        made = _count(self.graphs, self.what)
        if self.partitions:
            made += f" and {_count(self.partitions, 'partition')}"
        made += " to make"
        if self.alone:
            anew = f"{_count(self.alone, 'point')} {self.made_anew}"
            made = f"{made}, {anew}" if self.graphs else anew
        return f"{_count(self.points, 'point')}, {_count(runs, 'run')} ({', '.join(parts)}); {made}"


def estimate(points: Sequence[Point]) -> Estimate:
    """Estimate the number of runs of an experiment's points."""
    from numasim.experiments.plan import reference_key

    hashes = Hashes()
    jobs = [Job.of(point) for point in points]
    kinds = [kind_of(job.experiment) for job in jobs]
    found = [kind.made(job) for kind, job in zip(kinds, jobs, strict=True)]
    made = [keys for keys in found if keys is not None]
    return Estimate(
        points=len(jobs),
        extra=second_runs(points),
        references=len({reference_key(job, hashes) for job in jobs} - {None}),
        on_one_core=kinds[0].on_one_core,
        alone=len(found) - len(made),
        made_anew=next((kind.made_anew for kind in kinds if kind.made_anew), ""),
        what="trace" if all(_is_traced(job) for job in jobs) else "graph",
        graphs=len({graph for graph, _ in made}),
        partitions=len({partition for _, partition in made} - {None}),
    )


def second_runs(points: Sequence[Point]) -> int:
    """The number of second runs, for methods that declare that they cut edges."""
    again: Iterable[Any] = (each.experiment for each in points if each.experiment.runs_twice(each.overrides))
    methods = Counter(each.partition.method for each in again)
    return sum(count for method, count in methods.items() if method is not None and cuts_edges(method))


def _is_traced(job: Job) -> bool:
    return isinstance(job.experiment.workload, tuple(THREADED.values()))


def _count(number: int, what: str) -> str:
    return f"{number} {plural(number, what)}"


HELD = 3
"""The bytes that a point takes in memory, over those of its encoded outcome."""


@dataclass(frozen=True)
class Sample:
    """Points that have run to find out what all cost.

    Attributes
    ----------
    plan : Plan
        The points among which they were chosen.
    points : int
        Their number.
    memory : int
        The peak memory of the process that ran them, in bytes.
    held : float
        The bytes that a finished point takes in the memory of a run.
    csv : float
        The bytes of a point in the tables in CSV.
    """

    plan: Plan
    meter: Meter
    points: int
    memory: int
    held: float
    csv: float

    def price(self, points: int, workers: int) -> Price:
        """Return the price of a number of points, which are spread as those of the plan."""
        counts = Counter(kinds(batches_of(list(self.plan.jobs.values()), workers)).values())
        jobs = {kind: points / len(self.plan.points) * number for kind, number in counts.items()}
        return self.meter.price_of({**jobs, ON_ONE_CORE: self.references(points)}, points, workers)

    def memory_of(self, points: int) -> float:
        """Return the memory of a process that runs points one after the other and keeps their results."""
        return self.memory + min(points, MOST_KEPT) * self.held

    def references(self, points: int) -> float:
        """Return the number of runs on one core that points need; of more points, it grows as in the plan."""
        planned = self.plan.points
        if points <= len(planned):
            return self._different(len(planned) // points)
        growth = 2 * (self._different(1) - self._different(2)) / len(planned)
        return self._different(1) + growth * (points - len(planned))

    def _different(self, step: int) -> int:
        return len({reference for _, _, reference in self.plan.points[::step]} - {None})


def run_sample(plan: Plan, progress: Progress = silent) -> Sample:
    """Run a few points of a plan in this process, spread evenly over it, and runs on one core.

    Their results are not kept. An interrupt (Ctrl-C) ends the sample early.

    Raises
    ------
    InputError
        No point has ended, or all have failed.
    """
    meter = Meter(batches_of(list(plan.jobs.values()), 1), 1, here=True)
    jobs = [job for batch in meter.first for job in batch[:2]]
    worker, ended, held = Worker(), list[Outcome](), 0
    with (
        temporary_folder("price") as folder,
        contextlib.closing(PointStore(folder)) as store,
        contextlib.suppress(KeyboardInterrupt),
    ):
        for done, job in enumerate(jobs, 1):
            encoded = worker(job)
            outcome = decode(encoded)
            size = store.save(str(done), encoded) if outcome.error is None else 0
            meter.ended(job, outcome, size)
            if not job.reference:
                ended.append(outcome)
                held += len(encoded.head) + sum(map(len, encoded.batches))
            progress(done, len(jobs), headline(job, outcome))
    points = len(ended)
    if not points:
        raise InputError("interrupted before a point has run; the price is not known")
    if all(outcome.error is not None for outcome in ended):
        raise InputError(
            f"the price is not known, since the {_count(points, 'point')} that ran failed: {ended[0].error}"
        )
    memory = peak_memory_bytes()
    return Sample(plan, meter, points, memory, HELD * held / points, _csv_size(ended) / points)


def _csv_size(outcomes: Sequence[Outcome]) -> int:
    """The bytes of points in the tables in CSV, without the names of the columns."""
    import pandas as pd

    rows = pd.DataFrame([row for outcome in outcomes for row in outcome.rows])
    tables = join_tables((number, outcome.tables) for number, outcome in enumerate(outcomes))
    return sum(len(table.to_csv(index=False, header=False)) for table in (rows, *tables.values()))
