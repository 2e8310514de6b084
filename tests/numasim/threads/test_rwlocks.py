"""Read-write locks of pthreads: what the traced run does, races, and how long runs in both engines take."""

import numpy as np
import pytest
from thread_sources import TWO, needed, tracer

import numasim
from numasim.numa.shared.limits import Limits
from numasim.threads.layout import LOCK_KINDS
from numasim.threads.operations import COMPUTE, END, LOCK, OPERATION, SHARE, SIGNAL, UNLOCK
from numasim.threads.replay import Replay
from partitioners.errors import InputError, PluginError
from tests.numasim.trace.test_trace_threads import run_plainly

MACHINE = numasim.load_machine("mesh-4x4")
WIDTH, BLOCK = MACHINE.core.issue_width, MACHINE.memory.block
ENGINES = ("compiled", "simpy")
HANDOVER = 600
"""An upper bound of the cycles that a lock takes to pass from one core to another."""

TABLE = r"""
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static long table[64], sums[4];
static void *work(void *argument)
{
    long me = (long)argument;
    for (int k = 0; k < 40; k++) {
        if (k % 8 == me) {
            pthread_rwlock_wrlock(&lock);
            for (int i = 0; i < 64; i++) table[i]++;
            pthread_rwlock_unlock(&lock);
        } else {
            pthread_rwlock_rdlock(&lock);
            pthread_rwlock_rdlock(&lock);  /* POSIX: a thread may read twice */
            long first = table[0];
            for (int i = 1; i < 64; i++) if (table[i] != first) abort();
            sums[me]++;
            pthread_rwlock_unlock(&lock);
            pthread_rwlock_unlock(&lock);
        }
    }
    return NULL;
}
int main(void)
{
    pthread_t others[3];
    for (long k = 1; k < 4; k++) pthread_create(&others[k - 1], NULL, work, (void *)k);
    work((void *)0);
    for (long k = 1; k < 4; k++) pthread_join(others[k - 1], NULL);
    printf("%ld %ld\n", table[63], sums[0] + sums[1] + sums[2] + sums[3]);
    return 0;
}
"""
TRIES = r"""
static pthread_rwlock_t lock;
static void *look(void *unused)
{
    int read = pthread_rwlock_tryrdlock(&lock);
    if (!read) pthread_rwlock_unlock(&lock);
    int write = pthread_rwlock_trywrlock(&lock);
    if (!write) pthread_rwlock_unlock(&lock);
    printf("%d %d\n", read != 0, write != 0);
    return NULL;
}
static void from_another(void)
{
    pthread_t other;
    pthread_create(&other, NULL, look, NULL);
    pthread_join(other, NULL);
}
int main(void)
{
    pthread_rwlock_init(&lock, NULL);
    from_another();
    pthread_rwlock_rdlock(&lock);
    from_another();
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    printf("%d\n", pthread_rwlock_wrlock(&lock) != 0);
    from_another();
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
"""


@pytest.fixture
def trace(tmp_path):
    needed("ziglang")
    return tracer(tmp_path)


@pytest.mark.parametrize("text", [TABLE, TRIES], ids=["table", "tries"])
def test_a_program_does_what_it_does_untraced(text, trace, tmp_path):
    found = trace(text, threads=4)
    assert found.data_races == 0
    plain = run_plainly(tmp_path / "prog.c", tmp_path, [])
    assert (found.output, found.exit_code) == (plain.stdout, plain.returncode)


@pytest.mark.parametrize(("first", "second", "races"), [("rd", "rd", 1), ("rd", "wr", 0), ("wr", "rd", 0)])
def test_readers_are_ordered_behind_writers_alone(first, second, races, trace):
    """One thread leaves the lock long before the other one comes."""
    text = f"""
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static long word;
static void *work(void *late)
{{
    for (volatile int i = 0; late && i < 30000; i++) ;
    if (late) pthread_rwlock_{second}lock(&lock); else pthread_rwlock_{first}lock(&lock);
    word++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}}
{TWO}"""
    assert trace(text).data_races == races


def test_a_traced_program_runs_in_both_engines(trace):
    found = trace(TABLE, threads=4)
    writes = sum(int((log["kind"] == LOCK).sum()) for log in found.operations)
    reads = sum(int((log["kind"] == SHARE).sum()) for log in found.operations)
    assert (writes, reads) == (20, 140)
    assert any(name.startswith("rwlock lock (line ") for name in found.object_names)
    results = [
        numasim.simulate_threads(Replay.of(found, block=BLOCK), np.arange(4), MACHINE, engine=engine)
        for engine in ENGINES
    ]
    assert results[0].scalars == results[1].scalars
    assert results[0].tables["phases"]["shares"].sum() == 140


def test_a_limit_releases_the_lock(trace):
    found = trace(TABLE, threads=4, max_instructions=3000)
    objects = found.participants, found.read_write_locks
    for engine in ENGINES:
        assert run_logs(found.operations, engine, *objects)["completed"] == 1


# -- closed forms -----------------------------------------------------------------------------------------


def run_logs(logs, engine, participants=(0, 0), read_write_locks=(0,), **options):
    program = Replay(logs, participants, 1 << 20, block=BLOCK, read_write_locks=read_write_locks)
    return numasim.simulate_threads(program, np.arange(len(logs)), MACHINE, engine=engine, **options).scalars


def log(*rows):
    found = np.zeros(len(rows) + 1, OPERATION)
    for k, (kind, number, cycles) in enumerate(rows):
        found[k] = (number, kind, 0, 0, cycles, 0)
    found[-1]["kind"] = END
    return found


def work(cycles):
    return (COMPUTE, 0, WIDTH * cycles)


def read(cycles):
    return (SHARE, 0, 0), work(cycles), (SIGNAL, 0, 0)


def write(cycles):
    return (LOCK, 0, 0), work(cycles), (SIGNAL, 1, 0), (UNLOCK, 0, 0)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lock", LOCK_KINDS)
@pytest.mark.parametrize("threads", [1, 4, 16])
def test_readers_share_and_writers_exclude(threads, lock, engine):
    cycles = 5000
    shared = run_logs([log(*read(cycles)) for _ in range(threads)], engine, lock=lock)["cycles"]
    assert cycles <= shared <= cycles + (threads + 1) * HANDOVER
    alone = run_logs([log(*write(cycles)) for _ in range(threads)], engine, lock=lock)["cycles"]
    assert threads * cycles <= alone <= threads * (cycles + HANDOVER) + HANDOVER


@pytest.mark.parametrize("engine", ENGINES)
def test_who_comes_first_enters_first(engine):
    """A reader, a writer behind it, and two readers behind the writer: 3 sections, neither 2 nor 4."""
    cycles = 5000
    logs = [log(work(1 + 1500 * k), *section(cycles)) for k, section in enumerate((read, write, read, read))]
    found = run_logs(logs, engine)["cycles"]
    assert 3 * cycles <= found <= 3 * cycles + 4 * HANDOVER


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_a_read_write_lock_is_the_same_beside_locks_of_every_kind(lock):
    logs = [log(work(300 * k), *section(400)) for k, section in enumerate((read, write, read, write))]
    assert run_logs(logs, "simpy", lock=lock) == run_logs(logs, "compiled")


def test_a_lock_without_readers_cannot_be_shared():
    with pytest.raises(PluginError) as caught:
        run_logs([log(*read(1))], "compiled", read_write_locks=())
    assert str(caught.value) == (
        "thread program 'Replay' failed: thread 0 shares lock 0, which is not one of its `read_write_locks`; "
        "add it to them"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_lock_that_nobody_releases_is_a_deadlock(engine):
    logs = [log((SHARE, 0, 0)), log(work(4000), (LOCK, 0, 0), (UNLOCK, 0, 0)), log(work(8000), *read(1))]
    with pytest.raises(InputError) as caught:
        run_logs(logs, engine, limits=Limits())
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("the threads wait for one another in cycle ")
    for line, thread in zip(lines[2:], (1, 2), strict=True):
        assert line.startswith(f"  thread {thread} (core {thread}) waits since cycle ")
        assert line.endswith(" for lock 0, which no thread holds alone")
