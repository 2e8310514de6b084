"""Estimate the number of runs of an experiment before it starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Job
from numasim.experiments.point_kind import kind_of
from numasim.plugin_files import Hashes
from numasim.schema.traced_workload import THREADED
from partitioners.partition_graph import cuts_edges
from partitioners.text.counts import plural

if TYPE_CHECKING:
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
