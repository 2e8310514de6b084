"""Kernel sets that an earlier run has compiled are not prepared again, until their code changes."""

import os
from pathlib import Path

import pytest

from numasim.experiments import warm_up
from numasim.experiments.job import Job
from numasim.experiments.warm_up import compile_kernels, kernel_batches
from numasim.schema.expand import points
from numasim.schema.load import load

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 4},
    "machine": "mesh-2x2",
    "sweep": {"partition.method": ["block", "random"], "partition.parts": [2, 3]},
}


@pytest.fixture
def jobs(tmp_path, monkeypatch):
    """The jobs of a sweep; marks are in an empty folder, and nothing is compiled."""
    monkeypatch.setattr(warm_up, "named_kernel_folder", lambda: str(tmp_path))
    return [Job.of(point) for point in points(load(SWEEP))]


def keys(batches):
    return {each.key for batch in batches for each in batch}


def labels(batches):
    return sorted(each.label for batch in batches for each in batch)


def test_only_what_no_run_has_compiled_is_prepared(jobs):
    first = kernel_batches(jobs)
    assert {"block", "random", "mc2depi"} <= set(labels(first))
    assert len(labels(first)) == len(keys(first))
    done = first[-1][0]
    compile_kernels(done)
    assert keys(kernel_batches(jobs)) == keys(first) - {done.key}
    for batch in kernel_batches(jobs):
        for each in batch:
            compile_kernels(each)
    assert kernel_batches(jobs) == []


def test_changed_code_is_prepared_again(jobs, monkeypatch):
    for batch in kernel_batches(jobs):
        for each in batch:
            compile_kernels(each)
    own = Path(warm_up.__file__)
    before = own.stat()
    warm_up._of_kernels.cache_clear()
    try:
        os.utime(own, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))
        assert labels(kernel_batches(jobs))
    finally:
        os.utime(own, ns=(before.st_atime_ns, before.st_mtime_ns))
        warm_up._of_kernels.cache_clear()
    assert kernel_batches(jobs) == []


def test_without_a_folder_for_kernels_all_are_prepared(jobs, monkeypatch):
    monkeypatch.setattr(warm_up, "named_kernel_folder", lambda: None)
    monkeypatch.setattr(warm_up, "kernel_folder", lambda: None)
    every = labels(kernel_batches(jobs))
    for batch in kernel_batches(jobs):
        for each in batch:
            compile_kernels(each)
    assert labels(kernel_batches(jobs)) == every
