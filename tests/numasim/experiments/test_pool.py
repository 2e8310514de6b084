"""Batches of jobs in processes: every job once, in its place, whatever happens to a worker."""

import multiprocessing

import pytest
from pool_jobs import die_on_three, report_twice, slow_square, square

from numasim.experiments.worker_pool import WORKER_DIED, WorkerDied, run_batches

BATCHES = [[0, 1, 2], [3], [4, 5]]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_job_is_run_once_for_any_number_of_workers(workers):
    found = sorted(run_batches(square, BATCHES, workers))
    assert found == [(n, k, job * job) for n, batch in enumerate(BATCHES) for k, job in enumerate(batch)]


@pytest.mark.parametrize("batches", [BATCHES, [[2, 3, 4, 5], [6]], [[3], [3, 3]]])
def test_a_job_that_kills_its_process_is_told_and_the_others_are_run(batches):
    found = {(n, k): result for n, k, result in run_batches(die_on_three, batches, 2)}
    assert found == {
        (n, k): WorkerDied(WORKER_DIED) if job == 3 else job * job
        for n, batch in enumerate(batches)
        for k, job in enumerate(batch)
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_the_lines_of_a_job_arrive_before_its_result(workers):
    lines = []
    report = lambda job, line: lines.append((job, line))  # noqa: E731
    for number, position, result in run_batches(report_twice, BATCHES, workers, report=report):
        job = BATCHES[number][position]
        assert result == job * job
        assert [line for of, line in lines if of == job] == [f"{job} begins", f"{job} ends"]
    assert len(lines) == 12


def test_a_caller_that_stops_leaves_no_process_behind():
    before = set(multiprocessing.active_children())
    results = run_batches(slow_square, [[k] for k in range(50)], 2)
    next(results)
    assert len(set(multiprocessing.active_children()) - before) == 2
    results.close()
    assert set(multiprocessing.active_children()) <= before
