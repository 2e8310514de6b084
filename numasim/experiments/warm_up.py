"""Compile the kernels of an experiment before its first run, in all worker processes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Container, Iterable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from numasim.experiments.job import Job
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import kind_of
from numasim.provenance import PACKAGES, config_hash, package_files
from partitioners.kernels.folder import kernel_folder, named_kernel_folder


def kernel_batches(jobs: Iterable[Job], compiled: Container[object] = ()) -> list[list[KernelSet]]:
    """Return the distinct kernel sets that no earlier run has compiled, in batches.

    There is one batch per group, the slowest batch first.

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
    found = {key: each for key, each in found.items() if not is_compiled(each)}
    batches: dict[object, list[KernelSet]] = {}
    for key, each in found.items():
        batches.setdefault(each.group or key, []).append(each)
    return sorted(batches.values(), key=_seconds, reverse=True)


def compile_kernels(kernels: KernelSet) -> None:
    """Compile a kernel set into Numba's cache on disk, and mark it there as compiled."""
    kernels.compile(kernels.job)
    mark = _mark(kernels)
    if mark is not None:
        with contextlib.suppress(OSError):  # without the mark, the next run compiles the set again
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def is_compiled(kernels: KernelSet) -> bool:
    """Whether a kernel set is in Numba's cache, by the mark of an earlier run of the same code."""
    mark = _mark(kernels)
    return mark is not None and mark.exists()


def _mark(kernels: KernelSet) -> Path | None:
    folder = named_kernel_folder() or kernel_folder()
    return None if folder is None else Path(folder, "compiled", config_hash([kernels.key, _of_kernels()]))


@cache
def _of_kernels() -> str:
    """The hash of what decides whether Numba takes a kernel from its cache: sources, versions, processor."""
    from llvmlite import binding

    root = Path(__file__).resolve().parents[2]
    files = [path for package in PACKAGES for path in package_files(root / package) if path.suffix == ".py"]
    stamps = [(str(path), path.stat().st_mtime, path.stat().st_size) for path in files]
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    return config_hash([stamps, sys.version, version("numba"), version("numpy"), *processor])


def _seconds(batch: Sequence[KernelSet]) -> int:
    return sum(each.weight for each in batch)
