"""Estimate the number of runs of an experiment before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numasim.experiments.job import Job
from numasim.experiments.point_kind import kind_of
from numasim.plugin_files import Hashes
from numasim.schema.second_runs import counts_both_ways, second_runs
from numasim.schema.traced_workload import THREADED
from numasim.schema.windowed import is_windowed
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.schema.expand import Point


@dataclass(frozen=True)
class Estimate:
    """The number of runs of an experiment; files with equal content count as different.

    Attributes
    ----------
    points : int
    extra : int
        Second runs of edge cuts, with one message per cut edge, for methods that declare that they cut edges.
    references : int
        Runs on one core, the references of speed-ups.
    graphs, partitions : int
        The numbers of different graphs and partitions.
    on_one_core : str
        What the references run.
    in_windows : int
        Points whose program runs in windows, which are made and cut for each run.
    what : str
        What is made from the workload: a graph, or a trace of threads.
    """

    points: int
    extra: int
    references: int
    graphs: int
    partitions: int
    on_one_core: str
    in_windows: int = 0
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
        if self.in_windows:
            windows = f"{_count(self.in_windows, 'point')} in windows, which every run makes and cuts anew"
            made = f"{made}, {windows}" if self.graphs else windows
        return f"{_count(self.points, 'point')}, {_count(runs, 'run')} ({', '.join(parts)}); {made}"


def estimate(points: Sequence[Point]) -> Estimate:
    """Estimate the number of runs of an experiment's points."""
    from numasim.experiments.experiment import reference_key

    hashes = Hashes()
    jobs = [Job(point.index, point.experiment, both=counts_both_ways(point)) for point in points]
    windowed = [job for job in jobs if is_windowed(job.experiment.workload)]
    made = [kind_of(job.experiment).made(job) for job in jobs if not is_windowed(job.experiment.workload)]
    return Estimate(
        points=len(jobs),
        extra=second_runs(points),
        references=len({reference_key(job, hashes) for job in jobs} - {None}),
        on_one_core=kind_of(jobs[0].experiment).on_one_core,
        in_windows=len(windowed),
        what="trace" if all(_is_traced(job) for job in jobs) else "graph",
        graphs=len({graph for graph, _ in made}),
        partitions=len({partition for _, partition in made} - {None}),
    )


def _is_traced(job: Job) -> bool:
    return isinstance(job.experiment.workload, tuple(THREADED.values()))


def _count(number: int, what: str) -> str:
    return f"{number} {plural(number, what)}"
