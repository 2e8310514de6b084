"""Compile the kernels of an experiment before its first run, in all worker processes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from numasim.experiments.job import Job
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import kind_of


def kernel_batches(jobs: Iterable[Job], compiled: Container[object] = ()) -> list[list[KernelSet]]:
    """Return the distinct kernel sets of all jobs: one batch per group, the slowest batch first.

    Parameters
    ----------
    compiled : container
        The keys of the kernel sets that are left out.
    """
    found: dict[object, KernelSet] = {}
    for job in jobs:
        for each in kind_of(job.experiment).kernel_sets(job):
            if each.key not in compiled:
                found.setdefault(each.key, each)
    batches: dict[object, list[KernelSet]] = {}
    for key, each in found.items():
        batches.setdefault(each.group or key, []).append(each)
    return sorted(batches.values(), key=_seconds, reverse=True)


def compile_kernels(kernels: KernelSet) -> None:
    """Compile a kernel set into Numba's cache on disk."""
    kernels.compile(kernels.job)


def _seconds(batch: Sequence[KernelSet]) -> int:
    return sum(each.weight for each in batch)
