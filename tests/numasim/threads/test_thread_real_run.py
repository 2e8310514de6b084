"""Test programs of threads on the processor's own threads."""

import numpy as np
import pytest
from thread_driver import Run

from numasim.threads import real_run, schedules
from numasim.threads.bfs import Bfs, search_seconds
from numasim.threads.bfs_data import PART_NAMES
from numasim.threads.bfs_states import STATE_NAMES
from numasim.threads.microbenchmarks import AtomicCounter
from numasim.threads.real_run import run_threads
from partitioners.errors import OptionError, PluginError
from tests.numasim.threads.test_thread_bfs import GRAPHS, METHODS
from tests.numasim.threads.test_thread_microbenchmarks import PROGRAMS, SCHEDULES


def rows(run):
    """The figures of each phase of a real run."""
    return list(zip(*(values.tolist() for values in run.figures.values()), strict=True))


def named(phases):
    """The figures of each phase of a search, with names of states and parts."""
    return [
        (root, level, STATE_NAMES[state], PART_NAMES[part], nodes, edges)
        for root, level, state, part, nodes, edges in np.array(phases).tolist()
    ]


@pytest.mark.parametrize("threads", [1, 2, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("method", METHODS)
def test_levels_are_right(method, threads):
    for graph in GRAPHS.values():
        program = Bfs(
            graph=graph, method=method, roots=1, threshold=20, states={"queue_at": 3, "read_at": 40}
        )
        for schedule in SCHEDULES:
            program.levels[:] = -7
            run_threads(program, threads, schedule, 4)
            assert program.verify() == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_right(name):
    for threads, schedule in zip((1, 2, 4, 3), SCHEDULES, strict=True):
        program = PROGRAMS[name]()
        run_threads(program, threads, schedule, 5)
        assert program.verify() == []


def test_phases_and_their_figures_are_those_of_threads_without_time():
    program = Bfs(graph=GRAPHS["rmat"], method="hybrid", roots=3)
    expected = Run(program, 3).phases
    found = run_threads(program, 3)
    assert list(found.figures) == list(program.columns)
    assert rows(found) == named(expected)
    assert found.seconds.shape == (len(expected),)
    assert found.seconds.min() >= 0


def test_the_seconds_of_a_search_do_not_have_those_of_its_reset():
    program = Bfs(graph=GRAPHS["rmat"], method="queue", roots=2)
    run = run_threads(program, 1)
    timed = run.figures["part"] != "reset"
    assert search_seconds(program.roots, run.figures, run.seconds).tolist() == [
        run.seconds[timed & (run.figures["root"] == root)].sum() for root in program.roots
    ]


def test_more_phases_than_are_recorded_at_a_time(monkeypatch):
    monkeypatch.setattr(real_run, "ROWS", 5)
    program = Bfs(graph=GRAPHS["road"], method="queue", roots=2)
    expected = Run(program, 1).phases
    for _ in range(2):
        found = run_threads(program, 2)
        assert program.verify() == []
        assert rows(found) == named(expected)


def wrong(schedule, thread):
    """A chunk behind the last item."""
    schedule.chunk[thread, 0] = 3
    schedule.chunk[thread, 1] = 10**6
    return 1


def test_messages():
    program = AtomicCounter(accesses=10)
    with pytest.raises(OptionError) as caught:
        run_threads(program, 0)
    assert str(caught.value) == "threads is 0; expected at least 1"
    with pytest.raises(OptionError) as caught:
        run_threads(program, 1, schedules.dynamic, 0)
    assert str(caught.value) == "chunk is 0; expected at least 1"
    with pytest.raises(PluginError) as caught:
        run_threads(program, 1, wrong)
    assert str(caught.value) == (
        "thread program 'AtomicCounter' failed: thread 0 got a chunk that ends at 1000000, but the phase has "
        "10 items; correct the schedule"
    )
