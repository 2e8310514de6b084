"""Schedulers that are asked while a program runs: what both engines tell them, and what is refused."""

import re
from contextlib import contextmanager

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import numasim
from mappers.mapping import Mapping, OnlineMapping
from numasim.machine.machine import load_machine
from numasim.numa.shared.timeline import Timeline
from numasim.program.schedulers import SCHEDULERS
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError, PluginError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from tests.numasim.numa.test_engines import ENGINES, everything

MODELS = st.sampled_from(["dataflow", "supersteps"])
MACHINE = load_machine("mesh-2x2")


@contextmanager
def scheduler(make):
    """The name of a scheduler that exists for a while."""
    SCHEDULERS.register("tested", make)
    try:
        yield "tested"
    finally:
        SCHEDULERS.unregister("tested")


class Listening:
    """Makes decisions that depend on all that it is told, and remembers them."""

    def __init__(self):
        self.told = []

    def next_task(self, core, ready, state):
        told = (
            *(core, state.cycle, ready.dtype, ready.tolist(), state.ready_since.tolist()),
            *(state.num_ready.tolist(), state.running.tolist()),
            state.speed.tolist(),
        )
        self.told.append(told)
        total = core + state.cycle + int(state.num_ready.sum() + state.running.sum() + ready.sum())
        return ready[total % ready.size]


class ByKey:
    """Chooses the ready task with the smallest key, the first one of equals."""

    def __init__(self, key):
        self.key = key

    def next_task(self, core, ready, state):
        return min(zip(self.key[ready], range(ready.size), ready, strict=True))[2]


class Latest:
    """The scheduler lifo, as one that is asked."""

    def next_task(self, core, ready, state):
        return ready[state.ready_since.argmax()]


@settings(deadline=None, max_examples=examples(60))
@given(configurations(memory_model="traced", stealing="none", max_cycles=None))
def test_both_engines_tell_a_scheduler_the_same(run):
    cut, mapping, machine, execution = run
    made = []

    def listening(program):
        made.append(Listening())
        return made[-1]

    with scheduler(listening) as name:
        results = [
            everything(simulate(cut, mapping, machine, {**execution, "scheduler": name, "engine": e}))
            for e in ENGINES
        ]
    assert made[0].told == made[1].told
    assert results[0] == results[1]
    assert len(made[0].told) == results[0][0]["tasks"][1]
    for core, cycle, _, ready, since, num_ready, running, speed in made[0].told:
        assert num_ready[core] == len(ready) == len(set(ready))
        assert since == sorted(since)
        assert since[-1] <= cycle
        assert running[core] == -1
        assert speed == [float(each) for each in machine.speeds]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_scheduler_sees_the_speeds_of_the_cores(engine):
    machine = load_machine({"base": "mesh-2x1", "core": {"speeds": {"1": 0.5}}})
    seen = []

    class Watching:
        def next_task(self, core, ready, state):
            seen.append((state.speed.tolist(), state.speed.flags.writeable))
            return ready[0]

    cut = EdgePartition(Graph(2, [0], [1]), 2, [1])
    with scheduler(lambda program: Watching()) as name:
        simulate(cut, Mapping(np.arange(2), 2), machine, {"scheduler": name, "engine": engine})
    assert seen == [([1.0, 0.5], False)]


@settings(deadline=None, max_examples=examples(40))
@given(
    configurations(memory_model="traced", stealing="none", max_cycles=None),
    st.sampled_from(SCHEDULERS.names()),
)
def test_a_queue_and_the_same_order_decided_at_run_time_give_the_same_result(run, queue):
    cut, mapping, machine, execution = run
    queued = simulate(cut, mapping, machine, {**execution, "scheduler": queue})

    def asked(program):
        if queue == "lifo":
            return Latest()
        return ByKey(np.asarray(SCHEDULERS[queue].function(program)))

    with scheduler(asked) as name:
        decided = simulate(cut, mapping, machine, {**execution, "scheduler": name})
    assert everything(decided)[:-1] == everything(queued)[:-1]


def test_tasks_of_later_rounds_are_told_in_order():
    # Tasks of no cycles release operations in the same cycle, against program order.
    graph = Graph(3, [0, 0], [2, 1], [0.0, 0.0], {"operation": [0.0, 1.0, 1.0]})
    for engine in ENGINES:
        told = []

        class First:
            def next_task(self, core, ready, state, told=told):
                told.append(ready.tolist())
                return ready[0]

        with scheduler(lambda program, made=First: made()) as name:
            execution = {"scheduler": name, "engine": engine, "initial_values": "preloaded"}
            simulate(EdgePartition(graph, 1, [0, 0]), Mapping([0], 4), MACHINE, execution)
        assert told == [[0, 1], [1, 4], [3, 4], [4]]


def test_many_ready_tasks_are_told_in_order():
    # A star: all tasks of a core become ready in one cycle, more than are sorted one by one.
    graph = Graph(101, np.zeros(100, int), np.arange(100, 0, -1), np.ones(100))
    cut = EdgePartition(graph, 2, np.arange(100) % 2)
    made = []

    def listening(program):
        made.append(Listening())
        return made[-1]

    with scheduler(listening) as name:
        for engine in ENGINES:
            simulate(cut, Mapping([0, 3], 4), MACHINE, {"scheduler": name, "engine": engine})
    assert made[0].told == made[1].told
    assert len(made[0].told[0][3]) == 50


def test_a_timeline_records_a_run_with_decisions():
    cut = EdgePartition(Graph(4, [0, 0, 0], [1, 2, 3], [2.0, 3.0, 4.0]), 1, [0, 0, 0])
    mapping = Mapping([0], 4)
    timeline = Timeline()
    with scheduler(lambda program: Latest()) as name:
        execution = {"scheduler": name}
        recorded = simulate(cut, mapping, MACHINE, execution, timeline=timeline)
        assert everything(recorded) == everything(simulate(cut, mapping, MACHINE, execution))
    assert [s.task for s in timeline.slices if s.kind == "compute"] == [0, 1, 2]


# What is refused.


class Answers:
    """Gives the same answer to every question."""

    def __init__(self, answer):
        self.answer = answer

    def next_task(self, core, ready, state):
        return self.answer


PROBLEMS = {
    "a task that is not ready": (2, "chose task 2 of core 1 in cycle 0, which is not ready there"),
    "a task that is not there": (6, "chose task 6 of core 1 in cycle 0, but tasks are 0 .. 5"),
    "a negative number": (-1, "chose task -1 of core 1 in cycle 0, but tasks are 0 .. 5"),
    "nothing": (None, "returned None as the next task of core 1 in cycle 0"),
    "a fraction": (1.0, "returned 1.0 as the next task of core 1 in cycle 0"),
    "a truth value": (True, "returned True as the next task of core 1 in cycle 0"),
    "a task twice": (0, "chose task 0 of core 1 in cycle 3, which it has chosen in cycle 0 already"),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("answer", "message"), PROBLEMS.values(), ids=PROBLEMS)
def test_an_answer_that_is_no_ready_task_is_refused(engine, answer, message):
    graph = Graph(3, [0, 0, 1], [1, 2, 2], [3.0, 4.0, 5.0])
    cut = EdgePartition(graph, 1, [0, 0, 0])
    execution = {"initial_values": "preloaded", "engine": engine}
    with scheduler(lambda program: Answers(answer)) as name, pytest.raises(OptionError) as error:
        simulate(cut, Mapping([1], 4), MACHINE, {**execution, "scheduler": name})
    assert str(error.value) == (f"scheduler 'tested' {message}; it must return one of the tasks in `ready`")


def test_what_a_scheduler_cannot_decide_is_refused():
    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    online = OnlineMapping(lambda: Answers(0), 1, 4)
    with scheduler(lambda program: Latest()) as name:
        with pytest.raises(OptionError) as error:
            simulate(cut, Mapping([0], 4), MACHINE, {"scheduler": name, "memory_model": "simulated"})
        assert str(error.value) == (
            "scheduler 'tested' decides while the program runs, and cores with simulated memory do not ask "
            "it; use `memory_model: traced`"
        )
        with pytest.raises(OptionError) as error:
            simulate(cut, online, MACHINE, {"scheduler": name})
        assert str(error.value) == (
            "scheduler 'tested' decides while the program runs, which requires a static mapping; use "
            "`policy: static`"
        )
    with scheduler(lambda program: [1.5]) as name, pytest.raises(OptionError) as error:
        simulate(cut, Mapping([0], 4), MACHINE, {"scheduler": name})
    assert str(error.value) == (
        "scheduler 'tested' returned float64 of shape (1,); it must return one integer for each of the "
        "3 tasks, or an object with a method `next_task`"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exception_of_a_scheduler_has_its_name_and_line(engine):
    class Raising:
        def next_task(self, core, ready, state):
            return {}["x"]

    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    line = Raising.next_task.__code__.co_firstlineno + 1
    with scheduler(lambda program: Raising()) as name, pytest.raises(PluginError) as error:
        numasim.simulate(cut, Mapping([0], 4), MACHINE, {"scheduler": name, "engine": engine})
    assert re.fullmatch(
        rf"scheduler 'tested'.*KeyError: 'x' \(.*test_run_time_schedulers.py, line {line}, in next_task\)",
        str(error.value),
    )
