"""Litmus tests of the order in which threads see stores (names as in Alglave, Maranget, Tautschnig, 2014).

The caches check every step and keep the values of blocks, which the engines do not use: a store adds one to
its block. So what a load read is known from the caches, not from the times of operations.
"""

from functools import cache, partial

import numpy as np
import pytest

import numasim
from numasim.numa.coherence import build_caches
from numasim.numa.compiled.thread_run import ThreadRun as CompiledRun
from numasim.numa.shared.thread_inputs import ThreadRunInputs
from numasim.numa.simpy_engine.thread_run import ThreadRun as SimpyRun
from numasim.threads.operations import ATOMIC, BARRIER, COMPUTE, END, LOAD, OPERATION, STORE
from numasim.threads.replay import NO_WAITS, Replay
from numasim.threads.schedules import static
from numasim.threads.team import Team

MACHINE = numasim.load_machine({"base": "mesh-2x2", "mesh": {"width": 3, "height": 2}})
CORES = np.array([1, 0, 2, 3, 4])  # so that the home of what a thread stores is near it
BLOCK = MACHINE.memory.block
ROWS = (
    8  # operations of an instance: a power of two, so that it is in one piece in the compiled engine's ring
)
X, Y = range(2)

# The operations of each thread: kind and location.
TESTS = {
    "SB": [[(STORE, X), (LOAD, Y)], [(STORE, Y), (LOAD, X)]],
    "MP": [[(STORE, X), (STORE, Y)], [(LOAD, Y), (LOAD, X)]],
    "LB": [[(LOAD, X), (STORE, Y)], [(LOAD, Y), (STORE, X)]],
    "IRIW": [[(STORE, X)], [(STORE, Y)], [(LOAD, X), (LOAD, Y)], [(LOAD, Y), (LOAD, X)]],
}
# The relaxed outcome, which no order of all operations explains: thread, location and value of each load.
RELAXED = {
    "SB": [(0, Y, 0), (1, X, 0)],
    "MP": [(1, Y, 1), (1, X, 0)],
    "LB": [(0, X, 1), (1, Y, 1)],
    "IRIW": [(2, X, 1), (2, Y, 0), (3, Y, 1), (3, X, 0)],
}


def logs_of(name, instances, *, atomic=False, dependent=False, seed=0):
    """Instances of a test, one after the other, each with locations of its own and random delays.

    Before an instance, the threads share its blocks; in LB only those that they store, so that loads miss.
    """
    threads = [*TESTS[name], []]  # the last one only shares the blocks, which no thread then owns
    delays = np.random.default_rng(seed).integers(0, 800, (instances, len(threads)))
    logs = []
    for thread, operations in enumerate(threads):
        log = np.zeros(ROWS * instances + 1, OPERATION)
        rows = log[:-1].reshape(instances, ROWS)
        places = 2 * BLOCK * np.arange(instances)
        rows["kind"] = COMPUTE
        for location in (X, Y):
            shares = name != "LB" or (STORE, location) in operations or not operations
            rows["kind"][:, location] = LOAD if shares else COMPUTE
            rows["address"][:, location] = places + BLOCK * location
        rows["kind"][:, 2] = BARRIER
        rows["cycles"][:, 3] = delays[:, thread]
        for k, (kind, location) in enumerate(operations):
            rows["kind"][:, 4 + k] = ATOMIC if atomic else kind
            rows["address"][:, 4 + k] = places + BLOCK * location
            rows["after"][:, 4 + k] = int(dependent and k > 0 and operations[0][0] == LOAD)
        log[-1]["kind"] = END
        logs.append(log)
    return logs


def values_seen(logs, engine, waits=NO_WAITS):
    """The value that each thread saw last of each block: int64, shape (threads, instances, 2)."""
    instances = (logs[0].size - 1) // ROWS
    memory_bytes = 2 * BLOCK * instances
    program = Replay(logs, [len(logs)], memory_bytes, block=BLOCK, waits=waits)
    team = Team(program, len(logs), static, 1, block=BLOCK, page=MACHINE.memory.page)
    assert team.layout.bytes <= BLOCK << 16
    cores = CORES[: len(logs)]
    inputs = ThreadRunInputs(team, cores, MACHINE)
    # A check of every step, and the values of all blocks.
    checked = partial(build_caches.cold_caches, checked_blocks=1 << 16)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("numasim.numa.simpy_engine.coherent_memory", "numasim.numa.compiled.thread_run"):
            patch.setattr(f"{module}.cold_caches", checked)
        run = (CompiledRun if engine == "compiled" else SimpyRun)(inputs)
    run.execute()
    caches = run._caches if engine == "compiled" else run.coherent.coherence
    build_caches.check_protocol(caches)
    return caches.seen["value"][cores, : 2 * instances].reshape(len(logs), instances, 2)


@cache
def relaxed(name, engine, instances, atomic=False, dependent=False):
    """In which instances the relaxed outcome came out."""
    seen = values_seen(logs_of(name, instances, atomic=atomic, dependent=dependent), engine)
    own = int(atomic)  # an atomic operation adds to the value that it reads
    return np.all([seen[thread, :, place] - own == value for thread, place, value in RELAXED[name]], axis=0)


ENGINES = [
    pytest.param("compiled", 10_000, id="compiled"),
    pytest.param("simpy", 2_000, id="simpy", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("engine", "instances"), ENGINES)
@pytest.mark.parametrize("name", TESTS)
def test_loads_and_stores_of_different_blocks_have_no_order(name, engine, instances):
    """An observer that finds nothing forbidden must be able to find what is allowed."""
    assert np.count_nonzero(relaxed(name, engine, instances)) > 0


@pytest.mark.parametrize(("engine", "instances"), ENGINES)
@pytest.mark.parametrize("name", ["LB", "IRIW"])
def test_what_needs_the_value_of_a_load_comes_behind_it(name, engine, instances):
    """In IRIW, all threads see two stores in one order, because a store ends when no old copy is left."""
    assert not relaxed(name, engine, instances, dependent=True).any()


@pytest.mark.parametrize(("engine", "instances"), ENGINES)
@pytest.mark.parametrize("name", TESTS)
def test_atomic_operations_are_sequentially_consistent(name, engine, instances):
    assert not relaxed(name, engine, instances, atomic=True).any()


@pytest.mark.parametrize(("engine", "instances"), ENGINES)
def test_a_load_that_waits_sees_what_was_stored_before(engine, instances):
    """Message passing: the load of the flag waits for its store."""
    logs = logs_of("MP", instances)
    logs[1] = np.delete(logs[1], ROWS * np.arange(instances) + 7)  # the wait takes its place
    number = np.arange(instances)
    of = np.zeros(instances, np.int64)
    waits = np.column_stack([of + 1, (ROWS - 1) * number + 4, of, ROWS * number + 6])
    seen = values_seen(logs, engine, waits)
    assert (seen[1] == 1).all()


@pytest.mark.parametrize(("engine", "instances"), ENGINES)
def test_a_thread_sees_the_values_of_a_block_in_their_order(engine, instances):
    """The check of every step fails for a load that reads an older value than its thread has seen (CoRR)."""
    logs = logs_of("MP", instances)
    place = logs[1][:-1].reshape(instances, ROWS)["address"]
    place[:, 6] = place[:, 4]  # load Y, load X, load Y
    logs[1][:-1].reshape(instances, ROWS)["kind"][:, 6] = LOAD
    seen = values_seen(logs, engine)
    assert set(np.unique(seen[1, :, Y])) == {0, 1}


@pytest.mark.parametrize("name", TESTS)
def test_the_engines_agree_on_every_outcome(name):
    one, other = (values_seen(logs_of(name, 200), engine) for engine in ("compiled", "simpy"))
    assert np.array_equal(one, other)
