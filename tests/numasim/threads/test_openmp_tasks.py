"""OpenMP's tasks in traces and runs: orders, races, who may run what, and how long it takes in both engines.

That programs of tasks do what they do natively is tested with the other features of OpenMP.
"""

import numpy as np
import pytest
from thread_log_replay import replay
from thread_sources import needed, tracer

import numasim
from numasim.threads.replay import Replay

MACHINE = numasim.load_machine("mesh-4x4")
WIDTH, BLOCK = MACHINE.core.issue_width, MACHINE.memory.block
ENGINES = ("compiled", "simpy")

CHAIN = r"""
static long work(long steps) { long x = steps; for (long i = 0; i < steps; i++) x = x * 3 + i; return x; }
int main(int count, char **values)
{
    long tasks = atol(values[1]), steps = atol(values[2]);
    static long out[64 * 8];
#pragma omp parallel
#pragma omp single
    for (long k = 0; k < tasks; k++)
#pragma omp task firstprivate(k)
        out[8 * k] = work(steps);
    for (long k = 1; k < tasks; k++) if (out[8 * k] != out[0]) abort();
    return 0;
}
"""
ORDERS = r"""
#include <omp.h>
static long word, other, pad[64];
static void slowly(void) { for (volatile int i = 0; i < 300; i++) ; }
int main(void)
{
#pragma omp parallel
#pragma omp single
    {
        word = 1;
#pragma omp task
        { slowly(); pad[omp_get_thread_num()]++; word++; }
        FIRST
#pragma omp task
        { slowly(); word++; }
        slowly();
        LAST
        other = word;
    }
    printf("%ld\n", other);
    return 0;
}
"""
WAIT, GROUP = "\n#pragma omp taskwait\n", "\n#pragma omp taskgroup\n{ }\n"


@pytest.fixture
def trace(tmp_path):
    needed("ziglang")
    return tracer(tmp_path)


def run(found, engine="compiled", **options):
    program = Replay.of(found, block=BLOCK)
    return numasim.simulate_threads(
        program, np.arange(len(found.operations)), MACHINE, engine=engine, **options
    )


@pytest.mark.parametrize(
    ("first", "last", "races"),
    [(WAIT, WAIT, 0), ("", WAIT, 1), (WAIT, "", 1), ("", GROUP, 1)],
    ids=["ordered", "siblings", "parent", "empty group"],
)
def test_races_of_tasks_are_found_and_orders_of_tasks_are_known(first, last, races, trace):
    found = {
        trace(ORDERS.replace("FIRST", first).replace("LAST", last), threads=3, seed=seed).data_races
        for seed in range(2)
    }
    assert max(found) == races
    assert (min(found) == 0) or races


def test_a_task_runs_after_it_was_made_in_every_replay(trace):
    rng = np.random.default_rng(5)
    found = trace(CHAIN, "12", "50", threads=4)
    assert len(found.waits) > 0
    for _ in range(5):
        replay(found.operations, found.participants, order=rng.choice, waits=found.waits)


@pytest.mark.parametrize("network", ["ideal", "packet"])
def test_both_engines_run_tasks_alike(network, trace):
    found = trace(CHAIN, "12", "50", threads=4)
    results = [run(found, engine, network=network) for engine in ENGINES]
    assert results[0].scalars == results[1].scalars
    for name, table in results[0].tables.items():
        assert table.equals(results[1].tables[name])


def test_equal_tasks_take_their_work_over_the_threads(trace):
    """T is at least the work over the threads, and at most that and what its maker needs to make them."""
    times = {}
    for threads in (1, 4, 16):
        found = trace(CHAIN, "48", "20000", threads=threads)
        result = run(found).scalars
        times[threads] = result["cycles"]
        assert result["work_cycles"] / threads <= result["cycles"]
    makes = 48 * 600  # cycles: a lock, and stores to new memory
    assert times[1] / 4 <= times[4] <= 1.02 * times[1] / 4 + makes
    assert times[1] / 16 <= times[16] <= 1.05 * times[1] / 16 + makes  # three tasks each


@pytest.mark.parametrize("threads", [2, 5])
def test_a_thread_that_waits_runs_only_descendants_of_its_task(threads, trace):
    """A tied task in a critical section that waits must not begin another one that wants the section."""
    text = r"""
static long inside, wrong, done;
int main(void)
{
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < 12; k++)
#pragma omp task
    {
#pragma omp critical
        {
            if (inside++) wrong++;
#pragma omp task
#pragma omp atomic
            done++;
#pragma omp taskwait
            inside--;
        }
    }
    printf("%ld %ld\n", wrong, done);
    return 0;
}
"""
    for seed in range(2):
        found = trace(text, threads=threads, seed=seed)
        assert found.output == b"0 12\n"
        assert found.data_races == 0
        assert run(found).scalars["completed"] == 1


def test_the_same_seed_gives_the_same_logs_and_threads_the_same_work(trace):
    first, again = (trace(CHAIN, "24", "200", threads=4, seed=3) for _ in range(2))
    for one, other in zip(first.operations, again.operations, strict=True):
        assert np.array_equal(one, other)
    alone = trace(CHAIN, "24", "200", threads=1)
    sums = [int(each.counts["instructions"].sum()) for each in (first, alone)]
    assert sums[1] <= sums[0] <= 1.02 * sums[1] + 200
