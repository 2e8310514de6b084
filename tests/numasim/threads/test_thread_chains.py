"""Chains of dependent instructions in a core: closed forms with bounds on both sides, and random programs.

The time of a program is at least its longest path, which is calculated here from the operations alone, and at
most the sum of all that its operations take one after the other.
"""

import numpy as np
import pytest

import numasim
from numasim.threads.operations import ATOMIC, COMPUTE, LOAD, LOCK, LONGEST_CHAIN, OPERATION, STORE, UNLOCK
from numasim.threads.replay import Replay

MACHINE = numasim.load_machine("mesh-2x2")
WIDTH = MACHINE.core.issue_width
ENGINES = ("compiled", "simpy")
EDGE = 12
"""Cycles before the first operation of a thread and behind its last one."""


def simulated(logs, engine, machine=MACHINE, objects=0):
    program = Replay(logs, [0] * objects, 1 << 23, block=machine.memory.block)
    return numasim.simulate_threads(program, np.arange(len(logs)), machine, engine=engine)


def cycles(log, engine, machine=MACHINE):
    return simulated([log], engine, machine).scalars["cycles"]


def operations(count, kind, **fields):
    log = np.zeros(count, OPERATION)
    log["kind"] = kind
    for name, values in fields.items():
        log[name] = values
    return log


def walk(steps, *, work=0, chained=1, chain=0):
    """A walk along a list: each load misses, and needs the one before; ``work`` instructions a step."""
    log = operations(steps, LOAD, address=4096 + 4096 * np.arange(steps), cycles=work, chain=chain)
    log["after"][1:] = chained
    return log


@pytest.mark.parametrize("engine", ENGINES)
def test_independent_work_overlaps_with_a_chained_miss(engine):
    """A step of a walk with work beside it takes the longer of the two, not their sum."""
    steps = 100
    alone = cycles(walk(steps), engine) / steps
    for work in (8, 64, 800, 1600, 4000):
        both = cycles(walk(steps, work=work), engine) / steps
        longer = max(alone, work / WIDTH)
        assert longer <= both <= 1.02 * longer + 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_chain_to_an_address_is_added_to_a_chained_miss(engine):
    steps = 50
    alone = cycles(walk(steps), engine)
    for chain in (1, 20, LONGEST_CHAIN):
        assert cycles(walk(steps, chain=chain), engine) == alone + (steps - 1) * chain
    assert cycles(walk(steps, chained=0, chain=200), engine) == cycles(walk(steps, chained=0), engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("slots", "chain"), [(1, 1), (1, 8), (8, 1), (64, 8), (64, 9), (400, 50), (1, 255), (3, 17)]
)
def test_a_computation_takes_its_slots_or_its_chain(engine, slots, chain):
    """A chain of computations takes the longer of the two for each; what depends on no other has no sum."""
    count = 60
    log = operations(count, COMPUTE, cycles=slots, chain=chain)
    log["after"][1:] = 1
    longer = max(count * slots / WIDTH, count * chain)
    assert longer <= cycles(log, engine) <= longer + slots / WIDTH + EDGE
    log["after"] = 0
    window = MACHINE.core.window
    longer = max(count * slots / WIDTH, chain, count * slots / (window + slots) * chain)
    assert count * slots / WIDTH <= cycles(log, engine) <= longer + chain + slots / WIDTH + EDGE


@pytest.mark.parametrize("engine", ENGINES)
def test_two_chains_take_the_longer_one(engine):
    """Two recurrences of a loop, each from turn to turn; a computation needs the next but one before it."""
    count = 80
    log = operations(2 * count, COMPUTE, cycles=2)
    log["after"][2:] = 2
    log["chain"] = np.tile([30, 20], count)
    assert count * 30 <= cycles(log, engine) <= count * 30 + EDGE
    one = operations(2 * count, COMPUTE, cycles=2, chain=log["chain"])
    one["after"][1:] = 1
    assert count * 50 <= cycles(one, engine) <= count * 50 + EDGE


@pytest.mark.parametrize("engine", ENGINES)
def test_a_computation_may_feed_an_address(engine):
    """Random numbers, each of which takes 40 cycles after the one before, and a load with each: the misses of
    the loads overlap with the numbers, unless the next number needs the load."""
    count = 60
    log = operations(2 * count, COMPUTE, cycles=2)
    log["chain"][::2], log["after"][2::2] = 40, 2
    log["kind"][1::2], log["cycles"][1::2], log["after"][1::2] = LOAD, 0, 1
    log["address"][1::2] = 4096 + 4096 * np.arange(count)
    miss = cycles(walk(count), engine) / count
    assert count * 40 <= cycles(log, engine) <= count * 40 + miss + EDGE
    log["after"][2::2] = 1
    assert cycles(log, engine) == pytest.approx(count * (40 + miss), rel=0.02)


@pytest.mark.parametrize("engine", ENGINES)
def test_cycles_of_a_chain_are_cycles_of_compute(engine):
    """The oldest operation computes: that is not a wait for memory."""
    log = operations(40, COMPUTE, cycles=1, chain=100)
    log["after"][1:] = 1
    result = simulated([log], engine)
    core = result.tables["cores"].iloc[0]
    assert core["compute"] >= 40 * 100
    assert core["compute"] + core["memory"] + core["synchronisation"] == result.scalars["cycles"]
    assert core["memory"] == 0


# -- random programs -----------------------------------------------------------------------------------------


def random_log(rng, count, *, shared):
    """Accesses, computations and critical sections with all kinds of chains."""
    log = operations(count, LOAD, cycles=rng.choice([0, 0, 1, 5, 40, 300], size=count))
    log["kind"] = rng.choice([LOAD, STORE, ATOMIC, COMPUTE, LOCK], size=count, p=[0.4, 0.2, 0.05, 0.3, 0.05])
    log["address"] = 4096 + 32 * rng.integers(40, size=count) * rng.choice([1, 8], size=count)
    log["after"] = rng.choice([0, 1, 2, 3, 10, 400, 511, 512, 600], size=count)
    log["chain"] = rng.choice([0, 0, 1, 3, 20, 70, LONGEST_CHAIN], size=count)
    held = -1
    for row in log:
        if held >= 0 and rng.random() < 0.3:
            row["kind"] = UNLOCK
        elif row["kind"] == LOCK and (held >= 0 or not shared):
            row["kind"] = LOAD
        if row["kind"] in (LOCK, UNLOCK):
            row["after"] = row["chain"] = 0
            row["address"] = rng.integers(2) if row["kind"] == LOCK else held
            held = row["address"] if row["kind"] == LOCK else -1
    if held >= 0:
        log[-1] = (held, UNLOCK, 0, 0, 0, 0)
    return log


def longest_path(log):
    """The cycles of the longest chain of a log: what each operation needs, and one cycle for each."""
    ends = np.zeros(log.size)
    for k, row in enumerate(log):
        back, of_value = int(row["after"]), float(row["chain"] * (row["kind"] == COMPUTE))
        if 0 < back <= k:
            of_value = (ends[k - back] + row["chain"]) * (back < 512)
        ends[k] = max(of_value, 1) if row["kind"] == COMPUTE else of_value + 1
    return ends.max()


def machines(rng):
    core = {
        "window": int(rng.choice([1, 2, 8, 64, 192, 700])),
        "issue_width": int(rng.choice([1, 2, 8])),
        "atomics": str(rng.choice(["ordered", "overlapped"])),
    }
    l1 = {"latency_cycles": int(rng.choice([1, 3]))}
    return numasim.load_machine({"base": "mesh-2x2", "core": core, "l1": l1})


@pytest.mark.parametrize("seed", range(10))
def test_engines_agree_on_random_chains(seed):
    rng = np.random.default_rng(seed)
    threads, machine = int(rng.integers(1, 5)), machines(rng)
    logs = [random_log(rng, int(rng.integers(50, 700)), shared=True) for _ in range(threads)]
    slow, fast = (simulated(logs, engine, machine, objects=2) for engine in ("simpy", "compiled"))
    assert slow.scalars == fast.scalars
    for name, table in slow.tables.items():
        assert table.equals(fast.tables[name]), name


@pytest.mark.parametrize("seed", range(20))
def test_a_thread_takes_its_longest_path_and_no_more_than_all_one_after_the_other(seed):
    rng = np.random.default_rng(100 + seed)
    log, machine = random_log(rng, 300, shared=False), machines(rng)
    found = cycles(log, "compiled", machine)
    slots = log["cycles"].sum() + log.size
    assert found >= max(longest_path(log), (slots - log.size) / machine.core.issue_width)
    every = cycles(walk(50), "compiled", machine) / 50 + machine.l1.latency_cycles + 2
    assert found <= slots / machine.core.issue_width + log["chain"].sum() + log.size * every + EDGE
