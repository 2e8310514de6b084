"""Compile once, before several processes would: Numba caches that several write first can crash."""

from __future__ import annotations

from collections.abc import Iterable

from numasim.experiments.job import Job
from numasim.experiments.kinds import kind_of


def different_kernels(jobs: Iterable[Job]) -> list[Job]:
    """The jobs that may need a kernel that those before them do not."""
    seen: set[object] = set()
    chosen = []
    for job in jobs:
        keys = kind_of(job.experiment).kernels(job.experiment)
        if keys - seen:
            chosen.append(job)
            seen |= keys
    return chosen


def warm_up(job: Job) -> None:
    """Compile the kernels of a job, into Numba's cache on disk. What fails is left for the runs to report."""
    kind_of(job.experiment).warm_up(job)
