"""Upper bounds of programs of threads: what they take at most, by their work and the hand-overs between them.

Lower bounds do not notice a model that waits too long. Each bound here follows from the program, or from the
number of messages that the protocol needs.
"""

from functools import cache

import numpy as np
import pytest
from thread_sources import needed

import numasim
from numasim.threads.operations import COMPUTE, END, LOAD, LOCK, OPERATION, STORE, UNLOCK
from numasim.threads.replay import Replay
from numasim.trace.threads.trace_threads import trace_threads

MACHINE = numasim.load_machine("mesh-4x4")
ENGINES = ("compiled", "simpy")

LOCKED = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long shared, out[64][8];
static int rounds, work;
__attribute__((noinline)) static void *run(void *p)
{
    long me = (long)p, x = me;
    for (int r = 0; r < rounds; r++) {
        pthread_mutex_lock(&lock);
        shared++;
        pthread_mutex_unlock(&lock);
        for (int j = 0; j < work; j++)
            x = x * 3 + (x >> 7) + j;
    }
    out[me][0] = x;
    return 0;
}
int main(int count, char **values)
{
    pthread_t threads[64];
    rounds = atoi(values[1]);
    work = atoi(values[2]);
    int size = atoi(values[3]);
    for (long i = 1; i < size; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    run(0);
    for (int i = 1; i < size; i++)
        pthread_join(threads[i], 0);
    printf("%ld\\n", shared + out[0][0]);
    return 0;
}
"""

LOOP = """
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **values)
{
    int n = atoi(values[1]), work = atoi(values[2]);
    long sum = 0;
#pragma omp parallel for schedule(SCHEDULE) reduction(+:sum)
    for (int i = 0; i < n; i++) {
        long x = i;
        for (int j = 0; j < work; j++)
            x = x * 3 + (x >> 7) + j;
        sum += x;
    }
    printf("%ld\\n", sum);
    return 0;
}
"""

COUNTED = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int done;
static volatile long list[4096 * 64];
static long sums[2];
static void *far_apart(void *unused)
{
    long at = 0;
    for (int i = 0; i < 300; i++)
        at = (list[at * 64] + i * 13 + 7) % 4096;
    sums[0] = at;
    atomic_fetch_add(&done, 1);
    return unused;
}
static void *computes(void *unused)
{
    long x = 1;
    for (int i = 0; i < 3000; i++)
        x = x * 3 + (x >> 7) + i;
    sums[1] = x;
    atomic_fetch_add(&done, 1);
    return unused;
}
int main(void)
{
    pthread_t threads[2];
    long x = 1;
    pthread_create(&threads[0], NULL, far_apart, NULL);
    pthread_create(&threads[1], NULL, computes, NULL);
    for (int i = 0; i < 5000; i++) /* so that it sees the counter when both have added */
        x = x * 3 + (x >> 7) + i;
    while (atomic_load(&done) != 2)
        ;
    for (int i = 0; i < 30000; i++)
        x = x * 3 + (x >> 7) + i;
    printf("%ld\\n", sums[0] + sums[1] + x);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
"""


def simulated(trace, machine=MACHINE):
    program = Replay.of(trace, block=machine.memory.block)
    return numasim.simulate_threads(program, np.arange(len(trace.operations)), machine)


@cache
def cycles_of_loop(folder, schedule):
    source = folder / "loop.c"
    source.write_text(LOOP)
    flags = ["-O2", f"-DSCHEDULE={schedule}"]
    found = simulated(trace_threads(source, ["64", "20000"], threads=16, flags=flags, compiler="ziglang"))
    return found.scalars["cycles"], found.tables["cores"]["compute"].max()


def test_a_balanced_loop_takes_little_more_than_its_busiest_core(tmp_path_factory):
    needed("ziglang")
    folder = tmp_path_factory.mktemp("loops")
    cycles, busiest = cycles_of_loop(folder, "static")
    chain = 64 // 16 * 20_000 * 5  # a turn is a chain of a multiplication and two additions
    assert 0.99 * chain < busiest < cycles < 1.1 * chain
    # On equal tasks, a counter can only cost time.
    assert cycles <= cycles_of_loop(folder, "dynamic,1")[0]


def test_work_behind_a_lock_is_parallel(tmp_path):
    """Each thread does its own work: T of n threads is that of one and the hand-overs of the lock.

    A turn of the loop is a chain of a multiplication and two additions.
    """
    needed("ziglang")
    (tmp_path / "locked.c").write_text(LOCKED)
    rounds, work, hand_over = 20, 8000, 400
    latencies = MACHINE.core.latencies
    chain = rounds * work * (latencies.integer_multiply + 2 * latencies.integer)
    found = []
    for threads, ratio in ((1, 1.00), (2, 1.01), (4, 1.02), (8, 1.04), (16, 1.07)):
        arguments = [str(rounds), str(work), str(threads)]
        trace = trace_threads(tmp_path / "locked.c", arguments, threads=threads, compiler="ziglang")
        found.append(simulated(trace).scalars["cycles"])
        assert chain <= found[-1] <= chain + 3000 + rounds * threads * hand_over
        assert found[-1] / found[0] == pytest.approx(ratio, rel=0.1)
    assert found == sorted(found)


def test_who_reads_a_counter_waits_for_all_who_have_added_to_it(tmp_path):
    """The thread with misses has fewer instructions and adds first when traced; in a run, it adds last."""
    needed("ziglang")
    (tmp_path / "counted.c").write_text(COUNTED)
    trace = trace_threads(tmp_path / "counted.c", threads=3, compiler="ziglang")
    result = simulated(trace)
    cores = result.tables["cores"].set_index("thread")
    slow = cores.loc[1]
    assert slow["memory"] > 10_000
    # The main thread computes for so long after the thread with the misses has ended.
    behind = slow["synchronisation"] + slow["idle"]
    assert behind > 20_000
    assert cores.loc[0, "compute"] > 20_000
    # It computes first, for a chain of five cycles in each turn.
    assert cores.loc[0, "synchronisation"] > slow["memory"] - 5 * 5_000
    assert {1, 2} <= set(trace.waits[trace.waits[:, 0] == 0, 2].tolist())


def log(*rows):
    """A log of (kind, address, cycles)."""
    found = np.zeros(len(rows) + 1, OPERATION)
    for row, (kind, address, cycles) in zip(found, rows, strict=False):
        row["kind"], row["address"], row["cycles"] = kind, address, cycles
    found[-1]["kind"] = END
    return found


LINE = numasim.load_machine({"base": "mesh-2x2", "mesh": {"width": 8, "height": 1}})


def exchanges(distance, rounds, engine):
    """The cycles in which core 0, which has the home of the block, and another core store in turn."""
    logs = [log(*[(LOAD, 0, 0), (STORE, 0, 0)] * rounds) for _ in range(2)]
    waits = []
    for round_ in range(rounds):
        if round_:
            waits.append((0, 2 * round_, 1, 2 * round_))
        waits.append((1, 2 * round_, 0, 2 * round_ + 2))
    program = Replay(logs, [], 4096, block=LINE.memory.block, waits=np.array(waits))
    cores = np.array([0, distance])
    return numasim.simulate_threads(program, cores, LINE, network="ideal", engine=engine).scalars["cycles"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_hand_over_takes_the_legs_of_the_protocol(engine):
    """A load and a store at home and at another core: as many messages one after the other at every distance.

    Request (or forward) and data for the load, and upgrade (or invalidation) and answer for the store,
    cross the distance in each hand-over. The load at home waits also for the message that ends the store.
    """
    two = [(exchanges(d, 30, engine) - exchanges(d, 10, engine)) / 20 for d in range(1, 8)]
    assert np.diff(two).tolist() == [(4 + 5) * LINE.network.hop_cycles] * 6


@pytest.mark.parametrize("engine", ENGINES)
def test_a_lock_is_held_for_its_section_and_its_messages(engine):
    """The time of threads that meet at a lock grows by their sections, and hand-overs are independent."""

    def cycles(section):
        one = [(LOCK, 0, 1), (COMPUTE, 0, section), (UNLOCK, 0, 1)]
        program = Replay([log(*one * 10)] * 4, [0], 4096, block=LINE.memory.block)
        return numasim.simulate_threads(program, np.arange(4), LINE, engine=engine).scalars["cycles"]

    width = LINE.core.issue_width
    messages = [cycles(section) - 4 * 10 * (section // width) for section in (800, 8_000, 40_000)]
    assert max(messages) - min(messages) <= 4 * 10
    assert 0 < max(messages) < 4 * 10 * 400
