"""Batches of jobs in processes: every job once, in its place, whatever happens to a worker."""

import contextlib
import multiprocessing
import os
import signal
import time

import pytest
from pool_jobs import die_on_three, process_of, report_twice, slow_square, square

from numasim.experiments.worker_pool import WORKER_DIED, WorkerDied, WorkerPool, run_batches

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


def results(pool, batches):
    return sorted(pool.run(batches))


def test_processes_stay_from_one_call_to_the_next():
    before = set(multiprocessing.active_children())
    with contextlib.closing(WorkerPool(process_of, 2)) as pool:
        first, again, single = (
            {result for *_, result in pool.run(batches)}
            for batches in ([[k] for k in range(20)], [[k] for k in range(20)], [[0]])
        )
        assert len(first) == 2
        assert again == first
        assert single < first
        assert {each.pid for each in set(multiprocessing.active_children()) - before} == first
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_dies_between_two_calls_loses_no_job():
    with contextlib.closing(WorkerPool(process_of, 2)) as pool:
        first = {result for *_, result in pool.run([[k] for k in range(20)])}
        killed = min(first)
        os.kill(killed, signal.SIGKILL)
        while killed in {each.pid for each in multiprocessing.active_children()}:
            time.sleep(0.01)
        again = [result for *_, result in pool.run([[k] for k in range(20)])]
    assert len(again) == 20
    assert killed not in again
    assert first & {*again}


def test_calls_go_on_after_a_death_and_after_a_stop():
    before = set(multiprocessing.active_children())
    with contextlib.closing(WorkerPool(die_on_three, 2)) as pool:
        assert results(pool, [[3], [1]]) == [(0, 0, WorkerDied(WORKER_DIED)), (1, 0, 1)]
        assert results(pool, [[2], [4]]) == [(0, 0, 4), (1, 0, 16)]
        stopped = pool.run([[k] for k in range(4, 50)])
        next(stopped)
        stopped.close()
        assert set(multiprocessing.active_children()) <= before
        assert results(pool, [[2], [4]]) == [(0, 0, 4), (1, 0, 16)]
    assert set(multiprocessing.active_children()) <= before
