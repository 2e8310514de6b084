"""The order in which a core issues operations: an older one that becomes ready goes first.

Both engines agree with closed forms that have bounds on both sides: two engines can agree on a wrong order.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numasim
from numasim.threads.operations import (
    COMPUTE,
    END,
    LOAD,
    LOCK,
    OPERATION,
    SIGNAL,
    STORE,
    UNLOCK,
    WAIT,
)
from numasim.threads.replay import Replay

MACHINE = numasim.load_machine("mesh-2x2")
WIDTH = MACHINE.core.issue_width
ENGINES = ("compiled", "simpy")


def log(*operations):
    """Operations of a thread: kind, address or object, cycles, and the operation on which it depends."""
    rows = np.zeros(len(operations), OPERATION)
    for row, (kind, address, cycles, *after) in zip(rows, operations, strict=True):
        row["kind"], row["address"], row["cycles"] = kind, address, cycles
        row["after"] = after[0] if after else 0
        row["folded"] = kind == WAIT  # the first signal
    return rows


def simulated(logs, objects, engine, machine=MACHINE):
    program = Replay(logs, [0] * objects, 1 << 16, block=machine.memory.block)
    return numasim.simulate_threads(program, np.arange(len(logs)), machine, engine=engine)


def run(logs, objects, engine, machine=MACHINE):
    return simulated(logs, objects, engine, machine).scalars


@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_is_not_held_back_by_the_work_behind_it(engine):
    """Three threads wait for a fourth, whose work behind the signals is shorter than theirs."""
    longest = 60_000

    def found(work):
        first = log(*((SIGNAL, k, 1) for k in range(3)), *[(COMPUTE, 0, work)] * 3, (END, 0, 0))
        other = [log((WAIT, k, 0), *[(COMPUTE, 0, longest)] * 4, (END, 0, 0)) for k in range(3)]
        result = simulated([first, *other], 3, engine)
        waited = result.tables["cores"].set_index("thread")["synchronisation"]
        return result.scalars["cycles"], waited[[1, 2, 3]].tolist()

    cycles, waited = found(8)
    assert found(800) == found(longest) == (cycles, waited)
    assert max(waited) < 500
    alone = 4 * longest / WIDTH
    assert alone < cycles < alone + 1_000


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("threads", [2, 4])
def test_a_lock_is_not_held_during_the_work_behind_it(engine, threads):
    """A critical section of one load, and private work: parallel but for the hand-overs of the lock."""
    rounds, hand_over = 6, 400

    def beyond(work):
        one = [(LOCK, 0, 1), (LOAD, 64, 1), (UNLOCK, 0, 1), *[(COMPUTE, 0, work)] * 2]
        found = run([log(*one * rounds, (END, 0, 0))] * threads, 1, engine)
        return found["cycles"] - found["busiest_core_cycles"]

    assert 0 < beyond(8) < rounds * threads * hand_over
    for work in (800, 8_000, 60_000):
        assert 0 < beyond(work) <= beyond(8) + hand_over


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("work", [1, 7, 8, 9, 64, 1000, 40_000])
def test_a_load_is_not_held_back_by_a_younger_computation(engine, work):
    """Two loads in a chain beside a computation take the longer of the two times, not their sum."""
    chain = [(LOAD, 4096, 0), (LOAD, 8192, 0, 1)]
    of_chain = run([log(*chain, (END, 0, 0))], 0, engine)["cycles"]
    both = run([log(*chain, (COMPUTE, 0, work), (END, 0, 0))], 0, engine)["cycles"]
    assert max(of_chain, work // WIDTH) <= both <= max(of_chain, work // WIDTH) + 8


@pytest.mark.parametrize("engine", ENGINES)
def test_the_window_counts_instructions(engine):
    """Loads that do not depend on one another overlap as far as their instructions fit into the window."""
    window, loads = 16, 32
    machine = numasim.load_machine({"base": "mesh-2x2", "core": {"window": window}})

    def cycles(before, after=0):
        rows = [(LOAD, 1024 * k, before, after * bool(k)) for k in range(loads)]
        return run([log(*rows, (END, 0, 0))], 0, engine, machine)["cycles"]

    one_by_one = cycles(0, after=1)
    for before, in_flight in ((7, 2), (3, 4)):
        assert cycles(before) == pytest.approx(one_by_one / in_flight, rel=0.1)


@pytest.mark.parametrize("engine", ENGINES)
def test_false_sharing_costs_time_with_the_default_window(engine):
    """Each of four threads counts in a word of its own: in one block, or in a block each."""

    def cycles(apart):
        turn = [(LOAD, 0, 4), (STORE, 0, 1, 1)]
        logs = []
        for thread in range(4):
            rows = [(kind, 4096 + apart * thread, *rest) for kind, _, *rest in turn * 200]
            logs.append(log(*rows, (END, 0, 0)))
        return run(logs, 0, engine)["cycles"]

    assert cycles(8) > 1.5 * cycles(64)


@st.composite
def programs(draw):
    """Threads with chains of loads, long computations, locks, and signals to the next thread."""
    threads = draw(st.integers(1, 4))
    kinds = st.sampled_from([COMPUTE, LOAD, LOCK])
    logs = []
    for thread in range(threads):
        rows = [(WAIT, 1 + thread, 0)] if thread else []
        for kind in draw(st.lists(kinds, max_size=12)):
            cycles = draw(st.sampled_from([0, 1, 7, 8, 30, 300, 20_000]))
            if kind == LOCK:
                rows += [(LOCK, 0, cycles), (LOAD, 0, 0), (UNLOCK, 0, cycles)]
            elif kind == LOAD:
                address = 64 * draw(st.integers(0, 200))
                rows.append((LOAD, address, cycles, draw(st.integers(0, 3)) * bool(rows)))
            else:
                rows.append((COMPUTE, 0, cycles))
        if thread + 1 < threads:
            rows.insert(draw(st.integers(1 if thread else 0, len(rows))), (SIGNAL, 2 + thread, 1))
        logs.append(log(*rows, (END, 0, 0)))
    return logs


@settings(deadline=None, max_examples=40)
@given(programs(), st.sampled_from([1, 2, 8]), st.sampled_from([1, 4, 64]))
def test_the_engines_agree_and_keep_the_bounds(logs, width, window):
    core = {"issue_width": width, "window": window}
    machine = numasim.load_machine({"base": "mesh-2x2", "core": core})
    one, other = (run(logs, 1 + len(logs), engine, machine) for engine in ENGINES)
    assert one == other
    slots = [int(np.maximum(rows["cycles"], 1).sum()) for rows in logs]
    assert one["cycles"] >= max(slots) // width
