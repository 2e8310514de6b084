"""Four kinds of locks: exclusion, messages of a hand-over, traffic under contention, and places in memory.

Exclusion is judged by a scheduler without time, and the messages by closed forms of the protocol.
"""

import random
import re

import numpy as np
import pytest
from thread_logs import log
from thread_sources import TWO, needed, tracer

import numasim
from numasim.numa.shared.sync_objects import SyncTables, sync_tables
from numasim.numa.shared.sync_steps import FINISHED, begin_steps, block_of_step, perform_step
from numasim.numa.shared.thread_inputs import ThreadRunInputs
from numasim.numa.simpy_engine import thread_sync
from numasim.threads.layout import LOCK_KINDS, NODES
from numasim.threads.operations import COMPUTE, LOAD, LOCK, SHARE, SIGNAL, STORE, UNLOCK, WAIT
from numasim.threads.replay import Replay
from numasim.threads.schedules import static
from numasim.threads.team import Team
from partitioners.errors import ConfigError, OptionError

ENGINES = ("compiled", "simpy")
MESH = numasim.load_machine("mesh-4x4")
LINE = numasim.load_machine({"base": "mesh-2x2", "mesh": {"width": 8, "height": 1}})
WIDTH = MESH.core.issue_width


def run(logs, lock, *, machine=MESH, cores=None, engine="compiled", addresses=(0,), **options):
    """A run of logs whose locks are at some addresses of their memory."""
    program = Replay(logs, [0] * len(addresses), 1 << 14, block=machine.memory.block, addresses=addresses)
    where = np.arange(len(logs)) if cores is None else np.array(cores)
    return numasim.simulate_threads(
        program, where, machine, network="ideal", lock=lock, engine=engine, **options
    ).scalars


def empty_tables(lock, cores, objects, **options) -> SyncTables:
    program = Replay([log()] * cores, [0] * objects, 4096, block=32, **options)
    team = Team(program, cores, static, 1, lock=lock)
    return sync_tables(ThreadRunInputs(team, np.arange(cores), MESH, lock=lock))


def steps_of(tables, core, kind, number):
    """Take the steps of an operation, each in a cycle that is sent."""
    step = begin_steps(tables, core, kind, number, 0)
    while step != FINISHED:
        assert block_of_step(tables, core, number, step) >= 0
        step = perform_step(tables, core, kind, number, step, (yield))


def take_turns(draw, running):
    """Let threads take their steps in a random order."""
    for each in running.values():
        next(each)
    now = 0
    while running:
        now += 1
        assert now < 100_000, "the threads wait for one another"
        core = draw.choice(list(running))
        try:
            running[core].send(now)
        except StopIteration:
            del running[core]


@pytest.mark.parametrize("lock", LOCK_KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_a_lock_excludes_in_every_order(lock, seed):
    """Cores that take two locks, one inside the other or not, take their steps in a random order."""
    draw = random.Random(seed)
    cores, objects = 6, 3
    tables = empty_tables(lock, cores, objects)
    holders = {}

    def thread(core):
        for _ in range(30):
            first, second = draw.sample(range(1, objects), 2)
            held = [min(first, second), max(first, second)][: draw.choice([1, 2])]
            for number in held:
                yield from steps_of(tables, core, LOCK, number)
                assert number not in holders
                holders[number] = core
            for number in draw.sample(held, len(held)):
                assert holders.pop(number) == core
                yield from steps_of(tables, core, UNLOCK, number)

    take_turns(draw, {core: thread(core) for core in range(cores)})
    assert not holders


@pytest.mark.parametrize("lock", LOCK_KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_readers_share_and_writers_exclude_in_every_order(lock, seed):
    """Cores that read and write under a read-write lock, and some that take another lock inside it."""
    draw = random.Random(seed)
    cores = 6
    tables = empty_tables(lock, cores, 3, read_write_locks=[0])
    readers, writers, most = set(), set(), [0]

    def thread(core):
        for _ in range(30):
            writes = draw.random() < 0.3
            yield from steps_of(tables, core, LOCK if writes else SHARE, 1)
            assert not writers
            assert not (writes and readers)
            (writers if writes else readers).add(core)
            most[0] = max(most[0], len(readers))
            for kind in (LOCK, UNLOCK) if draw.random() < 0.5 else ():
                yield from steps_of(tables, core, kind, 3)
            yield  # time in the section
            (writers if writes else readers).remove(core)
            for kind, number in ((SIGNAL, 2), (UNLOCK, 1)) if writes else ((SIGNAL, 1),):
                yield from steps_of(tables, core, kind, number)

    take_turns(draw, {core: thread(core) for core in range(cores)})
    assert most[0] > 1


# Messages one after the other that cross the distance between a holder, at the home of the lock's word, and a
# thread that waits: invalidation or forward, request and data for the hand-over; upgrade and answer for an
# exchange of what was read before; and the same for an unlock of what others have read. With a queue, the
# holder fetches its own node and then invalidates that of the next thread, which reads it again. Its home is
# a tile from the holder. A report and a release at the end of the phase follow.
LEGS = {"ticket": 3 + 2, "test_and_set": 3, "test_and_test_and_set": 3 + 2, "mcs": 2 + 3}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_a_hand_over_takes_the_legs_of_the_protocol(lock, engine):
    def cycles(distance):
        holder = log((LOCK, 0, 0), (COMPUTE, 0, 40_000), (UNLOCK, 0, 0))
        waiter = log((COMPUTE, 0, 8000), (LOCK, 0, 0), (UNLOCK, 0, 0))
        return run([holder, waiter], lock, machine=LINE, cores=[0, distance], engine=engine)["cycles"]

    found = [cycles(distance) for distance in range(2, 8)]
    assert np.diff(found).tolist() == [(LEGS[lock] + 2) * LINE.network.hop_cycles] * 5


def queue_of(waiters, lock, *, held=40_000, section=4000):
    """One thread holds a lock until all others have come to it, one after the other."""
    first = log((LOCK, 0, 0), (COMPUTE, 0, held), (UNLOCK, 0, 0))
    others = [
        log((COMPUTE, 0, 8000 + 800 * k), (LOCK, 0, 0), (COMPUTE, 0, section), (UNLOCK, 0, 0))
        for k in range(waiters)
    ]
    return run([first, *others], lock)


def test_a_queue_has_as_many_messages_for_each_hand_over():
    messages = [queue_of(n, "mcs")["coherence_messages"] for n in range(1, 9)]
    assert len(set(np.diff(messages).tolist())) == 1
    assert np.diff(messages)[0] < 20


def test_each_waiting_thread_has_messages_in_a_hand_over_of_a_ticket():
    """Invalidation, answer, request, data, and the note that ends the request: four or five for each."""
    messages = [queue_of(n, "ticket")["coherence_messages"] for n in (4, 8, 12, 16 - 1)]
    each = np.diff(messages) / (4, 4, 3)
    more_waiters = (4, 3.5)
    growth = np.diff(each) / more_waiters
    assert (growth >= 3).all()
    assert (growth <= 5).all()


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_only_test_and_set_has_messages_while_the_lock_is_held(lock):
    short, long = (queue_of(4, lock, held=held)["coherence_messages"] for held in (30_000, 60_000))
    assert (long > 1.5 * short) if lock == "test_and_set" else long == short


def test_the_order_of_the_kinds_under_contention():
    """Few waiting threads are served best by one word, and many by a queue (Mellor-Crummey and Scott)."""
    few = {lock: queue_of(1, lock)["cycles"] for lock in LOCK_KINDS}
    many = {lock: queue_of(15, lock) for lock in LOCK_KINDS}
    assert min(few, key=few.get) == "test_and_set"
    assert max(few, key=few.get) == "mcs"
    assert sorted(LOCK_KINDS, key=lambda lock: many[lock]["cycles"]) == [
        *("mcs", "ticket", "test_and_test_and_set", "test_and_set")
    ]
    assert min(LOCK_KINDS, key=lambda lock: many[lock]["coherence_messages"]) == "mcs"


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_a_lock_is_held_for_its_section_and_its_messages(lock, monkeypatch):
    """From the last step of a lock to the last step of its unlock, with private work behind it."""
    taken, held, section = {}, [], 1600

    def note(tables, core, kind, number, step, now):
        following = perform_step(tables, core, kind, number, step, now)
        if following == FINISHED and kind == LOCK:
            assert number not in taken
            taken[number] = now
        elif following == FINISHED and kind == UNLOCK:
            held.append(now - taken.pop(number))
        return following

    monkeypatch.setattr(thread_sync, "perform_step", note)
    turn = [(LOCK, 0, 0), (COMPUTE, 0, section), (UNLOCK, 0, 0), (COMPUTE, 0, 30_000)]
    run([log(*turn * 4)] * 4, lock, engine="simpy")
    assert len(held) == 16
    assert section / WIDTH <= min(held)
    assert max(held) <= section / WIDTH + 300


def test_threads_have_nodes_of_their_own():
    threads, program = 3, Replay([log()] * 3, [], 4096, block=32)
    layout = Team(program, threads, static, 1, block=32, lock="mcs").layout
    blocks, pages = layout.node_address // 32, layout.node_address // 4096
    assert np.unique(blocks).size == threads * NODES
    assert (pages == pages[:, :1]).all()
    assert layout.writer_of_page[pages[:, 0]].tolist() == [0, 1, 2]
    assert layout.node_address.max() < layout.bytes
    assert Team(program, threads, static, 1, block=32).layout.node_address.size == 0


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_more_locks_than_nodes_can_be_held(lock):
    locks = range(NODES + 2)
    rows = [(LOCK, k, 1) for k in locks] + [(UNLOCK, k, 1) for k in locks]
    logs = [log(*rows * 3)] * 3
    one, other = (run(logs, lock, engine=engine, addresses=[64 * k for k in locks]) for engine in ENGINES)
    assert one == other
    assert one["operation_locks"] == 9 * len(locks)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lock", LOCK_KINDS[:3])
def test_a_lock_brings_the_data_in_its_block(lock, engine):
    """A lock in the block of the data that it protects, or in a block of its own."""
    rows = [(LOCK, 0, 1), (LOAD, 8, 1), (STORE, 16, 1), (UNLOCK, 0, 1)]
    beside, apart = (run([log(*rows)], lock, engine=engine, addresses=[address]) for address in (0, 64))
    assert beside["memory_reads"] == apart["memory_reads"] - 1
    assert beside["cycles"] < apart["cycles"]


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_data_in_the_block_of_a_foreign_lock_are_shared_falsely(lock):
    """One thread locks, and another one, which needs no lock, writes beside it for about as long."""
    locks = log(*[(LOCK, 0, 40), (UNLOCK, 0, 1)] * 130)
    writes = log(*[(STORE, 8, 40), (LOAD, 4096, 0)] * 200)
    found = {}
    for address in (0, 64):
        one, other = (run([locks, writes], lock, engine=engine, addresses=[address]) for engine in ENGINES)
        assert one == other
        found[address] = one
    assert found[0]["cycles"] > 1.5 * found[64]["cycles"]
    assert found[0]["coherence_messages"] > 100 > found[64]["coherence_messages"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_thread_sees_its_own_signal_in_the_same_cycle(engine):
    rows = [(SIGNAL, 0, 0), (WAIT, 0, 0), (LOCK, 1, 0), (UNLOCK, 1, 0)]
    for lock in LOCK_KINDS:
        logs = [log(*rows, *rows[2:] * 3), log(*rows[2:] * 3)]
        assert run(logs, lock, engine=engine, addresses=[0, 64])["completed"] == 1


BUCKETS = """
static struct bucket {
    _Alignas(64) long before;
    pthread_mutex_t lock;
    long count;
} buckets[3];
static pthread_spinlock_t spin;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void *work(void *me)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&buckets[i].lock);
        buckets[i].count++;
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&buckets[i].lock);
    }
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_rwlock_rdlock(&shared);
    pthread_rwlock_unlock(&shared);
    return NULL;
}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_locks_of_a_traced_program_are_where_it_put_them(tmp_path, engine):
    """A bucket of a hash table has its lock in its first block, and its data behind the lock."""
    needed("ziglang")
    trace = tracer(tmp_path)(BUCKETS + TWO, compiler="ziglang")
    stores = np.unique(trace.operations[0]["address"][trace.operations[0]["kind"] == STORE])
    by_kind = {}
    for each in trace.objects:
        by_kind.setdefault(each.kind, []).append(each.address)
    locks = by_kind["mutex"]
    assert np.diff(locks).tolist() == [64, 64]
    assert [each % 64 for each in locks] == [8, 8, 8]
    assert {each + 40 for each in locks} <= set(stores.tolist())
    assert by_kind["start"] == [-1]
    assert by_kind["readers"] == [by_kind["rwlock"][0] + 8]
    assert min(*by_kind["spinlock"], *by_kind["condition"]) >= 4096
    assert max(trace.object_addresses) < trace.memory_bytes
    for lock in LOCK_KINDS:
        program = Replay.of(trace, block=MESH.memory.block)
        found = numasim.simulate_threads(program, np.arange(2), MESH, lock=lock, engine=engine)
        assert found.scalars["operation_locks"] == 8


def test_unknown_kinds_and_places_are_named():
    with pytest.raises(ConfigError, match=r"execution.lock: expected one of 'ticket', .* got 'tiket'"):
        run([log()], "tiket")
    with pytest.raises(OptionError) as caught:
        run([log()], "ticket", addresses=[0, 1 << 14])
    assert str(caught.value) == (
        "synchronisation object 1 is at byte 16384, but the arrays have 16384 bytes; place it inside them, "
        "or nowhere (-1)"
    )


@pytest.mark.parametrize("lock", LOCK_KINDS)
def test_a_lock_that_is_never_released_is_named(lock):
    logs = [log((LOCK, 0, 0), (WAIT, 1, 0)), log((COMPUTE, 0, 9000), (LOCK, 0, 0), (SIGNAL, 1, 0))]
    with pytest.raises(numasim.InputError) as caught:
        run(logs, lock, addresses=[0, 64])
    lines = re.sub(r"cycle \d+", "cycle C", str(caught.value)).splitlines()
    assert lines == [
        "the threads wait for one another in cycle C; correct the program:",
        "  thread 0 (core 0) waits since cycle C for signal 1 of object 1",
        "  thread 1 (core 1) waits since cycle C for lock 0, which thread 0 holds since cycle C",
    ]
