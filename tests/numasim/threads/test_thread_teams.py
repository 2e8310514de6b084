"""Test what programs of threads share: schedules, pieces, layout, and the mistakes of a program."""

from collections import Counter

import numpy as np
import pytest
from counting_program import (
    BEHIND_THE_BUFFER,
    NEVER_ENDS,
    OUTSIDE_ARRAYS,
    RIGHT,
    WRITES_TOO_MUCH,
    Counting,
    Folding,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_driver import Run

from numasim.threads import schedules
from numasim.threads.layout import lay_out
from numasim.threads.operations import ATOMIC, BARRIER, LOAD, STORE
from numasim.threads.program import MemoryArray
from numasim.threads.refill import enter_next_phase, refill_thread
from numasim.threads.schedules import CHUNK, ITEMS, touch
from numasim.threads.team import Team
from partitioners.errors import OptionError, PluginError


def backwards(schedule, thread):
    """A schedule of one's own: chunks from the back, one more item in each."""
    taken = schedule.taken[0]
    stop = schedule.phase[ITEMS] - taken
    begin = max(0, stop - schedule.phase[CHUNK] - taken % 3)
    schedule.taken[0] = schedule.phase[ITEMS] - begin
    schedule.chunk[thread, 0] = begin
    schedule.chunk[thread, 1] = stop
    touch(schedule, thread, schedules.TAKEN)
    return int(begin < stop)


SCHEDULES = {
    **{name: schedules.THREAD_SCHEDULES[name].function for name in schedules.THREAD_SCHEDULES},
    "one's own": backwards,
}


@settings(max_examples=80, deadline=None)
@given(
    schedule=st.sampled_from(sorted(SCHEDULES)),
    threads=st.integers(1, 12),
    items=st.integers(0, 300),
    chunk=st.integers(1, 80),
    phases=st.integers(1, 4),
    alone=st.booleans(),
    seed=st.none() | st.integers(0, 100),
)
def test_every_item_of_a_phase_is_done_once(schedule, threads, items, chunk, phases, alone, seed):
    program = Counting(items, phases, int(alone))
    order = None if seed is None else np.random.default_rng(seed)
    run = Run(program, threads, SCHEDULES[schedule], chunk, order)
    assert program.made.counts.tolist() == [phases] * items + [0] * (items == 0)
    assert program.made.at_end.tolist() == [phases] * threads
    if alone:
        assert set(program.made.done_by[:items].tolist()) <= {0}
    for operations in run.operations:
        assert np.count_nonzero(operations["kind"] == BARRIER) == phases


@pytest.mark.parametrize("items", [0, 3, 17, 100])
def test_static_shares_are_equal_and_consecutive(items):
    program = Counting(items)
    Run(program, 4, schedules.static, chunk=3)
    done_by = program.made.done_by[:items]
    assert done_by.tolist() == sorted(done_by.tolist())
    counts = Counter(done_by.tolist())
    assert max((counts[t] for t in range(4)), default=0) - min(counts[t] for t in range(4)) <= 1


def test_chunks_of_guided_shrink_to_the_configured_size():
    team = Team(Counting(100), 2, schedules.guided, 4)
    enter_next_phase(team.tables)
    sizes = []
    while True:
        refill_thread(team.tables, 0)
        begin, stop = team.tables.chunk[0]
        if not sizes or sizes[-1][1] != stop:
            sizes.append((begin, stop))
        if begin >= stop:
            break
    assert [stop - begin for begin, stop in sizes if stop > begin] == [
        25, 18, 14, 10, 8, 6, 4, 4, 4, 4, 3,
    ]  # fmt: skip


def test_a_thread_steals_half_of_what_its_first_victim_has_left():
    team = Team(
        Counting(80), 4, schedules.steal, 2, victims=np.array([[2, 1, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    )
    tables = team.tables
    enter_next_phase(tables)
    tables.first[0] = tables.stop[0] = 20
    refill_thread(tables, 0)
    assert tables.chunk[0].tolist() == [50, 52]
    assert (tables.first[0], tables.stop[0]) == (52, 60)
    assert (tables.first[2], tables.stop[2]) == (40, 50)
    words = tables.touched[0][1 : 1 + tables.touched[0][0]].tolist()
    assert words == [1, 3, 1]
    atomics = tables.operations[0][:3]
    assert atomics["kind"].tolist() == [ATOMIC] * 3
    assert atomics["address"].tolist() == [tables.shared_address[word] for word in words]


def mistake(number, schedule=schedules.static, **options):
    with pytest.raises(PluginError) as caught:
        Run(Counting(mistake=number, **options), 2, schedule, chunk=100)
    return str(caught.value)


def behind(schedule, thread):
    """A chunk behind the last item."""
    schedule.chunk[thread, 0] = 3
    schedule.chunk[thread, 1] = 90
    return 1


def test_messages_for_the_mistakes_of_a_program():
    # Of 100 loads and 100 stores, three stores are folded into the last operation of the piece.
    assert mistake(WRITES_TOO_MUCH, items=200) == (
        "thread program 'Counting' failed: thread 0 wrote 197 operations, but a piece has at most 66; "
        "return 0 when `space_left(piece)` is too small"
    )
    assert mistake(NEVER_ENDS) == (
        "thread program 'Counting' failed: thread 0 returned 0 in 100000 calls without an operation; "
        "return 1 at the end of the chunk"
    )
    assert mistake(BEHIND_THE_BUFFER) == (
        "thread program 'Counting' failed: thread 0 wrote behind its buffer of 66 operations; "
        "use the functions of `numasim.threads.piece`"
    )
    assert mistake(RIGHT, behind) == (
        "thread program 'Counting' failed: thread 0 got a chunk that ends at 90, but the phase has 50 items; "
        "correct the schedule"
    )
    begin, middle, end = mistake(OUTSIDE_ARRAYS).partition(", but its arrays have ")
    assert begin.rpartition(" ")[0] == "thread program 'Counting' failed: thread 0 accessed byte"
    assert middle + end == (
        ", but its arrays have 4096 bytes; use arrays of `arrays()`, and indices inside them"
    )


def test_every_word_of_a_piece_is_within_its_thread():
    run = Run(Counting(40), 3, schedules.dynamic, chunk=5)
    for operations in run.operations:
        assert set(operations["kind"].tolist()) <= {LOAD, STORE, ATOMIC, BARRIER, 9}


@pytest.mark.parametrize("block", [16, 32, 64])
def test_consecutive_accesses_to_a_block_are_one_operation(block):
    operations = Run(Folding(), 1, schedules.static, chunk=32, block=block).operations[0]
    loads = operations[operations["kind"] == LOAD]
    elements = block // 4
    assert loads["address"].tolist() == list(range(0, 128, block))
    assert loads["folded"].tolist() == [elements - 1] * (32 // elements)
    assert loads["cycles"].tolist() == [2 * elements] * (32 // elements)
    assert np.flatnonzero(loads["after"]).tolist() == [64 // block]


ARRAYS = [
    MemoryArray("a", 3, np.int32, np.array([4, 5, 6])),
    MemoryArray("b", 9000, np.int8),
    MemoryArray("c", 1),
]


@pytest.mark.parametrize(("locks", "step"), [("padded", 64), ("packed", 8)])
def test_arrays_and_counters_have_places_of_their_own(locks, step):
    layout = lay_out(ARRAYS, 3, 4, block=64, page=4096, locks=locks)
    places = {name: each.ctypes.data - layout.origin for name, each in layout.arrays.items()}
    assert places == {"a": 0, "b": 4096, "c": 4 * 4096}
    assert layout.origin % 4096 == 0
    assert layout.array_bytes == 5 * 4096
    counters = np.r_[layout.ticket_address, layout.grant_address]
    assert sorted(counters.tolist()) == [5 * 4096 + step * k for k in range(6)]
    assert layout.shared_address.tolist() == [6 * 4096 + 64 * k for k in range(5)]
    assert layout.bytes == 7 * 4096
    assert layout.arrays["a"].tolist() == [4, 5, 6]
    assert layout.writer_of_page.tolist() == [0, 0, 1, 2, 0, 0, 0]


def test_messages_for_arrays():
    for array, text in (
        (MemoryArray("x", 0), "array 'x' has 0 elements of 8 bytes"),
        (MemoryArray("x", 2, np.complex128), "array 'x' has 2 elements of 16 bytes"),
        (MemoryArray("a", 2, np.int16), "array 'a' has 2 elements of 2 bytes"),
    ):
        with pytest.raises(OptionError) as caught:
            lay_out([ARRAYS[0], array], 1, 1, block=32, page=4096)
        assert str(caught.value) == (
            f"{text}; expected at least one, of 1, 2, 4, 8 bytes, and a name of its own"
        )


def test_a_program_that_does_not_fit_into_the_memory_is_refused_before_its_arrays_are_made():
    huge = MemoryArray("a", 2**50)
    with pytest.raises(OptionError) as caught:
        lay_out([huge], 1, 1, block=32, page=4096, capacity=2**32)
    assert str(caught.value) == (
        f"the program needs {2**53 + 2 * 4096} bytes, but the memory has {2**32}; "
        "increase memory.capacity, or use a smaller problem"
    )
