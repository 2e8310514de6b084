"""Test the microbenchmarks of threads and the program of random operations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_driver import Run

import numasim
from numasim.threads import schedules
from numasim.threads.microbenchmarks import LINE, AtomicCounter, LockCounter, RandomRead, SequentialRead
from numasim.threads.operations import ATOMIC, BARRIER, COMPUTE, END, LOAD, LOCK, STORE, UNLOCK
from numasim.threads.program import THREAD_PROGRAMS, ThreadProgram, thread_program_class
from numasim.threads.random_numbers import mixed_numbers
from numasim.threads.random_operations import RandomOperations
from partitioners.errors import OptionError

SCHEDULES = [schedules.static, schedules.dynamic, schedules.guided, schedules.steal]

PROGRAMS = {
    "sequential": lambda: SequentialRead(bytes="8000 B", accesses=1500),
    "random": lambda: RandomRead(bytes="4 KiB", accesses=300),
    "chase": lambda: RandomRead(bytes="4 KiB", accesses=300, dependent=True, seed=3),
    "atomic": lambda: AtomicCounter(accesses=70, counters=3),
    "lock": lambda: LockCounter(accesses=70, counters=3),
    "operations": lambda: RandomOperations(seed=4, phases=9, items=60),
}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_right_under_every_schedule(name, schedule):
    for threads in (1, 3, 8):
        program = PROGRAMS[name]()
        Run(program, threads, schedule, order=np.random.default_rng(threads))
        assert program.verify() == []


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "operations"])
def test_a_program_makes_its_accesses_and_one_barrier(name):
    program = PROGRAMS[name]()
    run = Run(program, 4, schedules.static, chunk=1000)
    assert program.figures() == {"accesses": 4 * program.accesses}
    operations = np.concatenate(run.operations)
    counts = dict.fromkeys((LOAD, STORE, ATOMIC, COMPUTE, LOCK, UNLOCK), 0)
    for kind in counts:
        chosen = operations[operations["kind"] == kind]
        counts[kind] = chosen.size + chosen["folded"].sum()
    n = program.figures()["accesses"]
    reads = {LOAD: n, STORE: 4, ATOMIC: 0, LOCK: 0, UNLOCK: 0, COMPUTE: 0}
    expected = {"atomic": {**reads, LOAD: 0, STORE: 0, ATOMIC: n}}
    expected["lock"] = {**reads, STORE: n, LOCK: n, UNLOCK: n}
    assert counts == expected.get(name, reads)
    for each in run.operations:
        assert each["kind"][-2:].tolist() == [BARRIER, END]


def test_dependent_reads_form_a_chain_and_computed_ones_none():
    chase = Run(PROGRAMS["chase"](), 2, schedules.static, chunk=1000).operations[1]
    assert chase[chase["kind"] == LOAD]["after"].tolist() == [0] + [1] * 299
    free = Run(PROGRAMS["random"](), 2, schedules.static, chunk=1000).operations[1]
    assert not free["after"].any()


def test_a_wrong_result_is_named():
    program = AtomicCounter(accesses=5, counters=2)
    Run(program, 2)
    program._data.values[LINE] += 1
    assert program.verify() == ["counter 1 is 6; expected 5"]
    chase = RandomRead(bytes="64 B", accesses=3, dependent=True)
    Run(chase, 1)
    assert chase.verify() == []
    right = int(chase._data.results[0])
    chase._data.results[0] = right + 8
    assert chase.verify() == [f"thread 0 is at word {right + 8} after 3 reads; expected {right}"]


def test_a_chain_visits_every_word():
    program = RandomRead(bytes="800 B", accesses=100, dependent=True)
    assert Run(program, 1).accessed("values")[0].tolist() == [1] * 100


def test_an_array_of_less_than_a_word_is_refused():
    with pytest.raises(OptionError) as caught:
        SequentialRead(bytes="7 B")
    assert str(caught.value) == "bytes is '7 B'; expected at least 8, the size of a word"


def test_pseudorandom_numbers_are_those_of_splitmix64():
    h = (np.arange(5, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    expected = (h ^ (h >> np.uint64(31))) & np.uint64(2**63 - 1)
    assert mixed_numbers(np.arange(5)).tolist() == expected.tolist()


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    threads=st.integers(1, 8),
    schedule=st.sampled_from(SCHEDULES),
    chunk=st.integers(1, 30),
    phases=st.integers(1, 8),
    items=st.integers(0, 120),
    elements=st.integers(1, 600),
    locks=st.integers(1, 4),
)
def test_random_operations_add_up(seed, threads, schedule, chunk, **options):
    program = RandomOperations(seed=seed, **options)
    run = Run(program, threads, schedule, chunk, order=np.random.default_rng(seed))
    assert program.verify() == []
    for operations in run.operations:
        kinds = operations["kind"]
        assert np.count_nonzero(kinds == BARRIER) == options["phases"]
        held = np.cumsum((kinds == LOCK).astype(int) - (kinds == UNLOCK))
        assert set(held.tolist()) <= {0, 1}
        assert not held[-1]


def test_random_operations_have_every_kind_of_operation():
    run = Run(RandomOperations(items=2000, phases=2), 4)
    operations = np.concatenate(run.operations)
    kinds = {LOAD, STORE, ATOMIC, COMPUTE, LOCK, UNLOCK, BARRIER, END}
    assert set(operations["kind"].tolist()) == kinds
    assert operations["folded"].max() > 5
    assert len(set(operations["after"].tolist())) > 5
    assert operations["cycles"].max() == 2**16 - 1


@pytest.mark.parametrize("name", THREAD_PROGRAMS)
def test_every_program_is_a_class_with_documented_options(name):
    found = thread_program_class(name)
    assert issubclass(found, ThreadProgram)
    assert all(option.meaning for option in THREAD_PROGRAMS[name].options.values()), name


@pytest.mark.parametrize(("mesh", "controllers"), [("mesh-1x1", [0]), ("mesh-2x2", [0, 3])])
def test_memory_bytes_are_the_blocks_and_keep_the_bandwidth(mesh, controllers):
    """1 MiB is read once; messages between tiles are counted apart, and exceed it by their headers."""
    size, bandwidth = 1 << 20, 8e9
    memory = {"bandwidth": "8 GB/s", "controllers": controllers}
    core = {"window": 1024}  # for loads of as many blocks as there are MSHRs
    machine = numasim.load_machine({"base": mesh, "memory": memory, "core": core})
    program = SequentialRead(bytes="1 MiB", accesses=size // 8)
    s = numasim.simulate_threads(program, np.arange(1), machine).scalars
    assert s["dram_bytes"] == size + machine.memory.block  # and the block of the barrier
    assert s["dram_bandwidth"] == pytest.approx(s["dram_bytes"] / s["seconds"])
    assert s["dram_bandwidth"] <= bandwidth
    if mesh == "mesh-1x1":
        assert s["dram_bandwidth"] > 0.95 * bandwidth
        assert s["controller_bytes"] == 0
    else:
        assert s["controller_bytes"] > size * 3 / 4  # three of four homes are on other tiles
