"""Threads that wait for the stores of others: flags, locks, rings and barriers that a program makes itself.

The bounds are closed forms from outside the engines: what only one thread does at a time takes at least its
work, and a hand-over costs the same whatever the work.
"""

import random
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_log_replay import replay
from thread_sources import needed, tracer

import numasim
from numasim.threads.operations import (
    ATOMIC,
    AWAIT,
    COMPUTE,
    END,
    LOAD,
    OPERATION,
    STORE,
)
from numasim.threads.program import MemoryArray, ThreadProgram
from numasim.threads.replay import NO_IDLE_TURNS, Replay, replayed_logs
from numasim.threads.schedules import ITEMS, NUMBER
from numasim.trace.threads.trace_threads import trace_threads
from partitioners.errors import InputError, PluginError

MACHINE = numasim.load_machine("mesh-2x2")
WIDTH = MACHINE.core.issue_width
ENGINES = ("compiled", "simpy")
HANDOVERS = Path(__file__).parents[1] / "thread_programs" / "handovers.c"
WAYS = ("flag", "volatile", "relaxed", "exchange", "look first", "compare", "ticket", "barrier")
ROUNDS = 5


@cache
def handovers(way, steps, threads=4, seed=0):
    needed("ziglang")
    arguments = [way, str(ROUNDS), str(steps), str(threads)]
    return trace_threads(HANDOVERS, arguments, threads=threads, seed=seed, compiler="ziglang")


def run(trace, engine="compiled", machine=MACHINE):
    program = Replay.of(trace, block=machine.memory.block)
    return numasim.simulate_threads(program, np.arange(len(trace.operations)), machine, engine=engine)


@pytest.mark.parametrize("way", WAYS)
def test_what_one_thread_does_at_a_time_takes_its_work_and_its_hand_overs(way):
    beyond = []
    for steps in (0, 1000, 6000):
        trace = handovers(way, steps)
        found = run(trace).scalars
        chains = sum(int(log["chain"][log["kind"] == COMPUTE].sum()) for log in trace.operations)
        work = max(chains, found["work_cycles"])
        assert found["cycles"] >= work >= 4 * ROUNDS * steps * 4 - 64 * 4 * ROUNDS
        beyond.append(found["cycles"] - work)
    # Another number of threads meets at a lock or barrier when the work between is longer: a factor of two.
    # A turn of the work is a chain of four cycles or more.
    assert max(beyond) < 2 * min(beyond)
    assert max(beyond) < 4 * ROUNDS * 500


@pytest.mark.parametrize("way", ["flag", "exchange", "barrier"])
def test_the_engines_agree_on_waits(way):
    one, other = (run(handovers(way, 1000), engine) for engine in ENGINES)
    assert one.scalars == other.scalars
    assert all(table.equals(other.tables[name]) for name, table in one.tables.items())
    assert one.tables["phases"]["awaits"].sum() == len(handovers(way, 1000).waits) > 0


def test_the_number_of_turns_of_a_traced_loop_means_nothing():
    """Ten times the work makes the traced loops turn more often, and the run waits for the same stores."""
    short, long = (handovers("flag", steps) for steps in (20_000, 200_000))
    turns = [int(np.diff(trace.idle_turns[:, 1:]).sum()) for trace in (short, long)]
    assert turns[1] > 5 * turns[0]
    accesses = [run(trace).scalars["operation_loads"] for trace in (short, long)]
    assert accesses[0] == pytest.approx(accesses[1], rel=0.1)


@pytest.mark.parametrize("way", WAYS)
def test_logs_with_waits_can_be_replayed_in_every_order(way):
    for seed in range(3):
        trace = handovers(way, 0, seed=seed)
        for order in (None, random.Random(seed).choice):
            replay(trace.operations, trace.participants, order, trace.waits)


def test_a_failed_exchange_is_no_store(tmp_path):
    """The second thread compares and fails, so the third one reads the value of the first one."""
    needed("ziglang")
    text = """
    static atomic_int flag, tried, read;
    static void *work(void *argument)
    {
        int none = 0;
        if (!argument)
            atomic_store_explicit(&flag, 1, memory_order_relaxed);
        else if (argument == (void *)1) {
            while (!atomic_load_explicit(&flag, memory_order_relaxed))
                ;
            atomic_compare_exchange_strong(&flag, &none, 2);
            atomic_store_explicit(&tried, 1, memory_order_relaxed);
        } else {
            while (!atomic_load_explicit(&tried, memory_order_relaxed))
                ;
            return (void *)(long)atomic_load_explicit(&flag, memory_order_relaxed);
        }
        return NULL;
    }
    int main(void)
    {
        pthread_t second, third;
        void *result;
        pthread_create(&second, NULL, work, (void *)1);
        pthread_create(&third, NULL, work, (void *)2);
        work(NULL);
        pthread_join(second, NULL);
        pthread_join(third, &result);
        printf("%ld\\n", (long)result);
        return 0;
    }
    """
    trace = tracer(tmp_path)(text, threads=3)
    assert trace.output == b"1\n"
    assert {(reader, writer) for reader, _, writer, _ in trace.waits.tolist()} == {(1, 0), (2, 1), (2, 0)}
    store = [int(np.flatnonzero(log["kind"] == STORE)[0]) for log in trace.operations[:1]]
    assert {number for _, _, writer, number in trace.waits.tolist() if writer == 0} == {1 + store[0]}


LOCKED = """
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static atomic_int outside, inside;
    static void *work(void *argument)
    {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            if (argument) {
                pthread_mutex_lock(&lock);
                sum += atomic_load(&outside) + atomic_load(&inside);
                pthread_mutex_unlock(&lock);
            } else {
                pthread_mutex_lock(&lock);
                atomic_fetch_add(&inside, 1);
                pthread_mutex_unlock(&lock);
                atomic_fetch_add(&outside, 1);
            }
        }
        return (void *)(long)sum;
    }
    int main(void)
    {
        pthread_t other;
        pthread_create(&other, NULL, work, (void *)1);
        work(NULL);
        pthread_join(other, NULL);
        return 0;
    }
    """


def test_a_thread_that_holds_a_lock_does_not_wait_for_a_store(tmp_path):
    """A run may give the lock to the reader first, and the writer needs the lock before its store."""
    needed("ziglang")
    kept = not_kept = 0
    for seed in range(6):
        trace = tracer(tmp_path)(LOCKED, seed=seed)
        waiting = [int(operation) for thread, operation, _, _ in trace.waits if thread == 1]
        log = trace.operations[1]
        assert all(log["kind"][operation] != LOAD for operation in waiting)
        kept, not_kept = kept + len(waiting), not_kept + trace.reads_not_kept
        run(trace)
    assert kept > 0
    assert not_kept > 0


# -- waits in logs ------------------------------------------------------------------------------------------


def log(*rows):
    """A log of (kind, address, cycles)."""
    found = np.zeros(len(rows) + 1, OPERATION)
    for row, (kind, address, cycles) in zip(found, rows, strict=False):
        row["kind"], row["address"], row["cycles"] = kind, address, cycles
    found[-1]["kind"] = END
    return found


def simulated(logs, waits, engine="compiled"):
    program = Replay(
        logs, [], 1 << 16, block=MACHINE.memory.block, waits=np.array(waits, np.int64).reshape(-1, 4)
    )
    return numasim.simulate_threads(program, np.arange(len(logs)), MACHINE, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_load_that_waits_ends_by_the_store(engine):
    """The reader's time is that of the writer's work and a constant, however long the work is."""
    found = []
    for work in (8_000, 30_000, 60_000):
        logs = [log((COMPUTE, 0, work), (STORE, 4096, 0)), log((LOAD, 4096, 0), (LOAD, 4096, 0))]
        found.append(simulated(logs, [(1, 1, 0, 2)], engine).scalars["cycles"] - work // WIDTH)
    assert found[0] == found[1] == found[2]
    assert 0 < found[0] < 500
    free = simulated(logs, [], engine).scalars["cycles"]
    assert free < found[0] + work // WIDTH


@pytest.mark.parametrize("engine", ENGINES)
def test_a_wait_for_a_store_of_the_past_costs_nothing(engine):
    logs = [log((STORE, 4096, 0)), log(*[(COMPUTE, 0, 60_000)] * 2, (LOAD, 8192, 0), (COMPUTE, 0, 80))]
    waiting, free = (simulated(logs, waits, engine).scalars for waits in ([(1, 2, 0, 1)], []))
    assert waiting["cycles"] == free["cycles"]
    assert waiting["operations"] == free["operations"] + 1


@st.composite
def waiting_logs(draw):
    """Logs in the order of a traced run, and loads that wait for an earlier operation of another thread."""
    threads = draw(st.integers(2, 4))
    steps = st.tuples(
        st.integers(0, threads - 1),
        st.sampled_from([LOAD, STORE, ATOMIC, COMPUTE]),
        st.integers(0, 40),
        st.sampled_from([0, 1, 9, 100, 3000]),
        st.booleans(),
    )
    rows, waits, done = [[] for _ in range(threads)], [], []
    for thread, kind, place, cycles, follows in draw(st.lists(steps, max_size=50)):
        earlier = [each for each in done if each[0] != thread]
        if follows and earlier and kind in (LOAD, ATOMIC):
            waits.append((thread, len(rows[thread]), *draw(st.sampled_from(earlier))))
        rows[thread].append((kind, 4096 + 64 * place, cycles))
        done.append((thread, len(rows[thread])))
    return rows, waits


def least_cycles(rows, waits):
    """A lower bound: the issue slots of the longest chain of operations and waits."""
    logs = [log(*each) for each in rows]
    folded = replayed_logs(logs, np.array(waits, np.int64).reshape(-1, 4), NO_IDLE_TURNS, 5)
    slots = [
        [
            max(int(o["cycles"]) + (o["kind"] != COMPUTE) + int(o["folded"]), 1) * (o["kind"] != AWAIT)
            for o in each
        ]
        for each in folded
    ]
    done = [[0] for _ in folded]
    while any(len(times) <= len(each) for times, each in zip(done, folded, strict=True)):
        before = [len(times) for times in done]
        for times, each, own in zip(done, folded, slots, strict=True):
            while len(times) <= len(each):
                operation = each[len(times) - 1]
                begins = times[-1]
                if operation["kind"] == AWAIT:
                    other = done[operation["folded"]]
                    if len(other) <= operation["address"]:
                        break
                    begins = max(begins, other[operation["address"]])
                times.append(begins + own[len(times) - 1])
        assert before != [len(times) for times in done], "the waits are circular"
    return max(times[-1] for times in done) // WIDTH


@settings(deadline=None, max_examples=examples(40))
@given(waiting_logs())
def test_the_engines_agree_on_random_waits_and_keep_their_bound(case):
    rows, waits = case
    one, other = (simulated([log(*each) for each in rows], waits, engine) for engine in ENGINES)
    assert one.scalars == other.scalars
    assert all(table.equals(other.tables[name]) for name, table in one.tables.items())
    assert one.scalars["cycles"] >= least_cycles(rows, waits)


def test_idle_turns_are_left_out_and_waits_name_the_folded_store():
    writer = log((STORE, 4096, 1), (STORE, 4104, 1), (STORE, 8192, 1))
    reader = log(*[(LOAD, 8192, 2)] * 6, (LOAD, 4096, 1))
    waits = np.array([(1, 5, 0, 3), (1, 6, 0, 2)])
    first, second = replayed_logs([writer, reader], waits, np.array([(1, 1, 5)]), 5)
    assert first[["kind", "folded"]].tolist() == [(STORE, 1), (STORE, 0), (END, 0)]
    assert second[["kind", "address", "cycles", "folded"]].tolist() == [
        (LOAD, 8192, 2, 0),
        (AWAIT, 2, 0, 0),
        (LOAD, 8192, 2, 0),
        (AWAIT, 1, 0, 0),
        (LOAD, 4096, 1, 0),
        (END, 0, 0, 0),
    ]


def test_threads_that_await_one_another_are_named():
    logs = [log((COMPUTE, 0, 8), (STORE, 4096, 0)), log((COMPUTE, 0, 8), (STORE, 8192, 0))]
    texts = []
    for engine in ENGINES:
        with pytest.raises(InputError) as caught:
            simulated(logs, [(0, 1, 1, 2), (1, 1, 0, 2)], engine)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]
    assert texts[0] == (
        "the threads wait for one another in cycle 2; correct the program:\n"
        "  thread 0 (core 0) waits since cycle 1 for operation 3 of thread 1\n"
        "  thread 1 (core 1) waits since cycle 1 for operation 3 of thread 0"
    )


def _fill(data, piece):
    if piece.words[4]:  # LAST
        return 1
    operation = piece.operations[0]
    operation.kind = 10  # AWAIT
    operation.folded = 7
    piece.words[5] = 1  # COUNT
    return 1


def _next_phase(data, state):
    state.phase[ITEMS] = 1
    return int(state.phase[NUMBER] == 0)


class WaitsForNobody(ThreadProgram):
    fill = _fill
    next_phase = _next_phase

    def arrays(self, threads):
        return [MemoryArray("values", 1)]

    def data(self, arrays, threads):
        return (arrays["values"],)


def test_a_program_that_waits_for_a_thread_that_does_not_exist():
    with pytest.raises(PluginError) as caught:
        numasim.simulate_threads(WaitsForNobody(), np.arange(2), MACHINE)
    assert str(caught.value) == (
        "thread program 'WaitsForNobody' failed: thread 1 waits for thread 7, but the last one is 1"
    )


def test_a_wait_is_for_what_came_before_it():
    """Every wait of a trace names an operation that its thread had done, so that waits cannot be circular."""
    for way in WAYS:
        trace = handovers(way, 0)
        assert np.all(trace.waits[:, 3] <= [trace.operations[thread].size for thread in trace.waits[:, 2]])
        for thread in range(4):
            own = trace.waits[trace.waits[:, 0] == thread]
            for other in range(4):
                numbers = own[own[:, 2] == other, 3].tolist()
                assert all(one < two for one, two in pairwise(numbers))


# -- loops that wait ----------------------------------------------------------------------------------------

LOOPS = """
    #include <sched.h>
    #include <string.h>
    #include <unistd.h>
    static _Alignas(64) atomic_int flag, number;
    static _Alignas(64) volatile long values[2];
    static const char *way;
    static long result;
    __attribute__((noinline)) static int look(void) { return atomic_load(&flag); }
    static void wait_for_flag(void)
    {
        int before, i = 0;
        if (!strcmp(way, "sleeps"))
            while (!atomic_load(&flag))
                usleep(1);
        else if (!strcmp(way, "yields"))
            do
                sched_yield();
            while (!atomic_load(&flag));
        else if (!strcmp(way, "sequence")) {
            do {
                before = atomic_load(&number);
                result = values[0] + values[1];
            } while (before < 2 || before % 2 || atomic_load(&number) != before);
        } else if (!strcmp(way, "looks")) {
            do {
                before = atomic_load(&number);
                i = (int)(values[0] + values[1]);
            } while (before < 2 || before % 2 || atomic_load(&number) != before);
        } else if (!strcmp(way, "counts"))
            while (!atomic_load(&flag))
                i++;
        else if (!strcmp(way, "calls"))
            while (!look())
                ;
        result += i;
    }
    static void *work(void *other)
    {
        long x = 1;
        if (other) {
            wait_for_flag();
            return NULL;
        }
        for (int i = 0; i < 30000; i++)
            x = x * 3 + (x >> 7) + i;
        atomic_fetch_add(&number, 1);
        values[0] = values[1] = x;
        atomic_fetch_add(&number, 1);
        atomic_store(&flag, 1);
        return NULL;
    }
    int main(int count, char **arguments)
    {
        pthread_t other;
        way = arguments[1];
        pthread_create(&other, NULL, work, (void *)1);
        work(NULL);
        pthread_join(other, NULL);
        printf("%ld\\n", result);
        return 0;
    }
    """


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_idle_turns_are_those_of_loops_that_only_look(tmp_path, level):
    """A loop that stores, counts or calls goes on as in the traced run; all of them wait for the store."""
    needed("ziglang")
    ways = ("sleeps", "yields", "looks", "sequence", "counts", "calls")
    idle = {}
    for way in ways:
        trace = tracer(tmp_path)(LOOPS, way, flags=[level], compiler="ziglang")
        idle[way] = bool(len(trace.idle_turns))
        found = run(trace).tables["cores"].set_index("thread")
        assert found.loc[1, ["compute", "synchronisation"]].sum() > found.loc[0, "compute"]
    assert idle == {way: way in ("sleeps", "yields", "looks") for way in ways}


@pytest.mark.parametrize("window", [1, 2, 192])
def test_operations_behind_a_wait_that_is_over_enter_the_window(window):
    """The wait ends while an older miss is under way. In a large window, the load behind merges with it."""
    logs = [np.zeros(size, OPERATION) for size in (3, 1)]
    logs[0]["address"], logs[1]["kind"] = 4096, COMPUTE
    machine = numasim.load_machine({"base": "mesh-2x2", "core": {"window": window}})
    program = partial(Replay, logs, [], 1 << 16, block=32, waits=np.array([(0, 2, 1, 1)]))
    fast, slow = (
        numasim.simulate_threads(program(), np.arange(2), machine, engine=engine).scalars
        for engine in ENGINES
    )
    assert fast == slow
    assert fast["l1_merged"] == (window == 192)
