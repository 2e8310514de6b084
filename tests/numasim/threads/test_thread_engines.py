"""Runs of threads: both engines are equal to the last counter, on random programs, machines and options."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from configurations import thread_configurations
from example_counts import examples
from hypothesis import HealthCheck, given, settings

from numasim.machine.machine import Machine, load_machine
from numasim.numa.shared.limits import Limits
from numasim.numa.shared.thread_result import ThreadResult
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.random_operations import RandomOperations

SMALL_CACHES = {"l1": {"size": "512 B", "ways": 2}, "l2": {"size": "4 KiB", "ways": 4}}


def machine(**changes: Any) -> Machine:
    """A mesh of 2 x 2 tiles with changes."""
    base = load_machine("mesh-2x2").model_dump(mode="json")
    for key, value in changes.items():
        base[key] = {**base[key], **value} if isinstance(value, dict) else value
    return Machine.model_validate(base)


MACHINES = {
    "defaults": machine(),
    "narrow": machine(core={"window": 4, "issue_width": 1, "mshrs": 1}, **SMALL_CACHES),
    "in order": machine(core={"window": 1, "issue_width": 1}, **SMALL_CACHES),
    "overlapped": machine(core={"atomics": "overlapped", "mshrs": 2, "window": 24}, **SMALL_CACHES),
    "slow L1": machine(l1={"latency_cycles": 5, **SMALL_CACHES["l1"]}, l2=SMALL_CACHES["l2"]),
    "interleaved": machine(memory={"placement": "interleave", "controllers": "all"}, **SMALL_CACHES),
    "row buffers": machine(memory={"dram": {"banks": 2}}, **SMALL_CACHES),
    "wide blocks": machine(memory={"block": "64 B"}),
}


def both(program: dict[str, Any], cores: list[int], where: Machine, **options: Any) -> tuple[Any, Any]:
    """The results of both engines."""
    return tuple(  # type: ignore[return-value]  # two of them
        simulate_threads(RandomOperations(**program), np.array(cores), where, engine=engine, **options)
        for engine in ("compiled", "simpy")
    )


def check_equal(a: ThreadResult, b: ThreadResult) -> None:
    assert a.scalars == b.scalars
    assert a.figures == b.figures
    assert a.warnings == b.warnings
    for name, table in a.tables.items():
        assert table.equals(b.tables[name]), name


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("barrier", ["messages", "memory"])
def test_engines_are_equal_on_machines(name: str, barrier: str) -> None:
    program = {"seed": 7, "phases": 6, "items": 30, "elements": 120, "locks": 3}
    options = {"barrier": barrier, "scheduler": "dynamic", "chunk": 3, "lock_layout": "packed"}
    check_equal(*both(program, [0, 1, 2, 3], MACHINES[name], **options))


@settings(deadline=None, max_examples=examples(30), suppress_health_check=[HealthCheck.too_slow])
@given(thread_configurations())
def test_engines_are_equal(run: tuple[Any, ...]) -> None:
    program, cores, where, options, max_cycles = run
    check_equal(*both(program, cores, where, limits=Limits(max_cycles=max_cycles), **options))


@pytest.mark.parametrize("width", [1, 8])
@pytest.mark.parametrize("cycles", [1, 37, 500, 1111, 3000])
def test_engines_end_at_the_same_cycle(cycles: int, width: int) -> None:
    where = machine(core={"issue_width": width}, **SMALL_CACHES)
    a, b = both({"seed": 3}, [3, 0], where, limits=Limits(max_cycles=cycles))
    assert a.scalars["completed"] == 0
    assert a.scalars["cycles"] == cycles
    assert a.warnings[0] == f"ended by `max_cycles: {cycles}` in cycle {cycles}: the results are partial"
    check_equal(a, b)
    cores = a.tables["cores"].set_index("core")
    assert (cores.loc[[3, 0], "idle"] == 0).all()


def test_a_run_repeats() -> None:
    first, second = (
        simulate_threads(RandomOperations(seed=5), np.arange(4), MACHINES["defaults"], scheduler="steal")
        for _ in range(2)
    )
    check_equal(first, second)


def test_time_goes_on_with_a_slower_memory() -> None:
    slow = machine(memory={"latency": "500 ns"}, **SMALL_CACHES)
    fast = machine(memory={"latency": "5 ns"}, **SMALL_CACHES)
    cycles = [
        simulate_threads(RandomOperations(seed=5), np.arange(4), where).scalars["cycles"]
        for where in (fast, slow)
    ]
    assert cycles[0] < cycles[1]


def test_threads_of_one_core_need_no_network() -> None:
    alone = simulate_threads(RandomOperations(seed=5), np.array([0]), MACHINES["defaults"])
    assert alone.scalars["barrier_messages"] == 0
    assert alone.tables["cores"]["thread"].tolist() == [0, -1, -1, -1]
    assert dataclasses.is_dataclass(alone)
