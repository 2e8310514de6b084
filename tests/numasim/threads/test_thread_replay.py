"""Logs of threads replayed on a machine: accesses, locks, barriers, signals, and deadlocks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.machine.machine import load_machine
from numasim.numa.shared.thread_result import ThreadResult
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.operations import (
    ATOMIC,
    BARRIER,
    COMPUTE,
    END,
    LOAD,
    LOCK,
    OPERATION,
    SIGNAL,
    STORE,
    UNLOCK,
    WAIT,
    Operations,
)
from numasim.threads.replay import NO_IDLE_TURNS, NO_WAITS, Replay, replayed_logs
from partitioners.errors import InputError, OptionError, PluginError

MACHINE = load_machine("mesh-2x2")
BLOCK = MACHINE.memory.block


def log(*rows: tuple[int, ...]) -> Operations:
    """A log of (kind, address or object, cycles, after, folded), shorter rows with zeros."""
    found = np.zeros(len(rows) + 1, OPERATION)
    for k, row in enumerate(rows):
        kind, address, cycles, after, folded = (*row, 0, 0, 0, 0)[:5]
        found[k] = (address, kind, 0, after, cycles, folded)
    found[-1]["kind"] = END
    return found


def replay(
    logs: Sequence[Operations], participants: Sequence[int] = (), **options: Any
) -> tuple[ThreadResult, ThreadResult]:
    """The results of both engines, which are equal."""
    both = []
    for engine in ("compiled", "simpy"):
        program = Replay(logs, participants, 4096, block=BLOCK)
        both.append(simulate_threads(program, np.arange(len(logs)), MACHINE, engine=engine, **options))
    assert both[0].scalars == both[1].scalars
    assert all(table.equals(both[1].tables[name]) for name, table in both[0].tables.items())
    return both[0], both[1]


def test_one_load_takes_its_closed_form() -> None:
    cycles = [replay([log(*rows)])[0].scalars["cycles"] for rows in ((), ((LOAD, 0),))]
    network, memory = MACHINE.network, MACHINE.memory
    # Core 0 has the home of block 0 and a controller on its tile, so no message uses the network.
    service = -(-memory.block * MACHINE.clock // (memory.bandwidth / len(MACHINE.controller_tiles)))
    latency = float(memory.latency.amount) * MACHINE.clock
    l1, l2 = MACHINE.l1.latency_cycles, MACHINE.l2.latency_cycles
    assert network.injection_cycles == 1
    assert cycles[1] - cycles[0] == pytest.approx(l1 + 2 * l2 + service + latency, abs=3)


def test_dependent_loads_wait_for_one_another() -> None:
    chain = [log(*((LOAD, 64 * k, 0, int(k > 0)) for k in range(8)))]
    free = [log(*((LOAD, 64 * k) for k in range(8)))]
    slow, fast = (replay(logs)[0].scalars["cycles"] for logs in (chain, free))
    assert slow > 3 * fast


def test_computing_takes_its_issue_slots() -> None:
    width = MACHINE.core.issue_width
    base = replay([log()])[0].scalars["cycles"]
    found = replay([log(*((COMPUTE, 0, 60_000) for _ in range(3)))])[0]
    # The end waits for the last of them, which ends in the cycle after its last slot.
    assert found.scalars["cycles"] - base == 180_000 // width + 1
    assert found.tables["cores"]["compute"][0] >= 180_000 // width


def test_critical_sections_do_not_overlap() -> None:
    work = 4000
    section = ((LOCK, 0), (COMPUTE, 0, work), (UNLOCK, 0))
    times = [replay([log(*section)] * threads, [0])[0].scalars["cycles"] for threads in (1, 2, 3, 4)]
    for fewer, more in pairwise(times):
        assert more - fewer >= work // MACHINE.core.issue_width


def test_nobody_leaves_a_barrier_early() -> None:
    slow = log((COMPUTE, 0, 50_000), (BARRIER, 0), (STORE, 0))
    fast = log((BARRIER, 0), (STORE, 64))
    for barrier in ("messages", "memory"):
        result = replay([slow, fast, fast], [3], barrier=barrier)[0]
        assert result.scalars["cycles"] > 50_000 // MACHINE.core.issue_width
        waits = result.tables["cores"]["synchronisation"]
        assert (waits[1:3] >= 50_000 // MACHINE.core.issue_width - 200).all()


def test_a_signal_wakes_a_thread() -> None:
    waits = log((WAIT, 0, 0, 0, 2), (STORE, 0))
    signals = log((SIGNAL, 0), (COMPUTE, 0, 40_000), (SIGNAL, 0))
    result = replay([waits, signals], [0])[0]
    assert result.tables["cores"]["synchronisation"][0] >= 40_000 // MACHINE.core.issue_width - 200


def test_shared_counter_moves_between_cores() -> None:
    atomics = log(*((ATOMIC, 0) for _ in range(50)))
    apart = [log(*((ATOMIC, 512 * thread) for _ in range(50))) for thread in range(4)]
    together, alone = replay([atomics] * 4)[0], replay(apart)[0]
    assert together.scalars["l1_misses"] > alone.scalars["l1_misses"]
    assert together.scalars["cycles"] > alone.scalars["cycles"]


@pytest.mark.parametrize("engine", ["compiled", "simpy"])
def test_deadlock(engine: Any) -> None:
    first = log((LOCK, 0), (COMPUTE, 0, 8000), (LOCK, 1), (UNLOCK, 1), (UNLOCK, 0))
    second = log((LOCK, 1), (COMPUTE, 0, 8000), (LOCK, 0), (UNLOCK, 0), (UNLOCK, 1))
    program = Replay([first, second], [0, 0], 4096, block=BLOCK)
    with pytest.raises(InputError) as error:
        simulate_threads(program, np.arange(2), MACHINE, engine=engine)
    head, one, other = str(error.value).splitlines()
    assert head.startswith("the threads wait for one another in cycle ")
    assert head.endswith("; correct the program:")
    assert one.startswith("  thread 0 (core 0) waits since cycle ")
    assert "for lock 1, which thread 1 holds since cycle " in one
    assert other.startswith("  thread 1 (core 1) waits since cycle ")
    assert "for lock 0, which thread 0 holds since cycle " in other
    names = ("mutex first (line 3)", "mutex second (line 4)")
    program = Replay([first, second], [0, 0], 4096, block=BLOCK, names=names)
    with pytest.raises(InputError) as error:
        simulate_threads(program, np.arange(2), MACHINE, engine=engine)
    _, one, other = str(error.value).splitlines()
    assert "for mutex second (line 4), which thread 1 holds since cycle " in one
    assert "for mutex first (line 3), which thread 0 holds since cycle " in other


@pytest.mark.parametrize("engine", ["compiled", "simpy"])
def test_lock_that_is_never_released(engine: Any) -> None:
    program = Replay([log((LOCK, 0)), log((COMPUTE, 0, 9000), (LOCK, 0))], [0], 4096, block=BLOCK)
    with pytest.raises(InputError) as error:
        simulate_threads(program, np.arange(2), MACHINE, engine=engine, barrier="memory")
    _, one, other = str(error.value).splitlines()
    assert one.endswith("at the end of the phase, which 1 of 2 threads have reached")
    assert "for lock 0, which thread 0 holds since cycle " in other


@pytest.mark.parametrize("barrier", ["messages", "memory"])
def test_barrier_that_a_thread_never_reaches(barrier: Any) -> None:
    program = Replay([log((BARRIER, 0)), log()], [2], 4096, block=BLOCK)
    with pytest.raises(InputError) as error:
        simulate_threads(program, np.arange(2), MACHINE, barrier=barrier)
    _, one, other = str(error.value).splitlines()
    assert one.endswith("at barrier 0, which 1 of 2 threads have reached")
    assert other.endswith("at the end of the phase, which 1 of 2 threads have reached")


def test_wrong_logs() -> None:
    with pytest.raises(OptionError, match="there are no logs of threads to replay"):
        Replay([], [], 4096, block=BLOCK)
    program = Replay([log(), log()], [], 4096, block=BLOCK)
    with pytest.raises(OptionError, match="2 logs need as many threads, got 1"):
        simulate_threads(program, np.arange(1), MACHINE)
    outside = Replay([log((LOAD, 1 << 40))], [], 4096, block=BLOCK)
    with pytest.raises(PluginError) as error:
        simulate_threads(outside, np.arange(1), MACHINE)
    assert str(error.value) == (
        "thread program 'Replay' failed: thread 0 accessed byte 1099511627776, but its arrays have 4096 "
        "bytes; use arrays of `arrays()`, and indices inside them"
    )
    lock = Replay([log((LOCK, 5))], [0], 4096, block=BLOCK)
    with pytest.raises(PluginError, match="thread 0 used object 5, but has 1 locks"):
        simulate_threads(lock, np.arange(1), MACHINE)


@settings(deadline=None, max_examples=examples(60))
@given(
    st.lists(
        st.tuples(
            st.sampled_from([LOAD, STORE, ATOMIC, COMPUTE]),
            st.integers(0, 200),
            st.integers(0, 3),
            st.integers(0, 5),
        ),
        max_size=40,
    )
)
def test_folding_keeps_accesses_slots_and_order(rows: list[tuple[int, int, int, int]]) -> None:
    original = log(*rows)
    original["after"] = np.minimum(original["after"], np.arange(original.size))
    (found,) = replayed_logs([original], NO_WAITS, NO_IDLE_TURNS, 5)
    assert found["cycles"].sum() == original["cycles"].sum()
    assert found.size + found["folded"].sum() == original.size
    expanded = [
        (one["kind"], one["address"] >> 5 if one["kind"] <= STORE else one["address"])
        for one in found
        for _ in range(1 + one["folded"])
    ]
    assert expanded == [
        (one["kind"], one["address"] >> 5 if one["kind"] <= STORE else one["address"]) for one in original
    ]
    assert (found["after"] <= np.arange(found.size)).all()
    # A dependence on another block's access is still there, or on a later operation that waits for it.
    assert np.count_nonzero(found["after"]) <= np.count_nonzero(original["after"])
