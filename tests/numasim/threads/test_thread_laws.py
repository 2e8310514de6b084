"""The laws after every run notice a model in which threads wait without a reason."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_logs import log

import numasim
from numasim.numa.simpy_engine.thread_core import ThreadCore
from numasim.threads.layout import LOCK_KINDS
from numasim.threads.operations import AWAIT, COMPUTE, LOAD, LOCK, SHARE, SIGNAL, STORE, UNLOCK, WAIT
from numasim.threads.replay import Replay
from partitioners.errors import InvariantError

MACHINE = numasim.load_machine("mesh-2x2")
PREFIX = "the run violates an invariant of the model of threads: "
SLOTS = "no operation waits for the issue slots of younger ones, in cycles"


def run(logs, lock="ticket", waits=(), engine="simpy"):
    waits = np.array(waits, np.int64).reshape(-1, 4)
    objects = {"participants": [0] * 4, "read_write_locks": [2]}
    program = Replay(logs, memory_bytes=4096, block=MACHINE.memory.block, waits=waits, **objects)
    return numasim.simulate_threads(program, np.arange(len(logs)), MACHINE, lock=lock, engine=engine)


def keep_slots(core, operation, now):
    """A younger operation keeps all its issue slots although an older one is ready."""
    if core._issued_at == now:
        core._issuing = None
        core._is_issued(operation, now)


LOCKED = [(LOCK, 0, 1), (LOAD, 64, 1), (UNLOCK, 0, 1), (COMPUTE, 0, 8000)]
SIGNALLED = [(SIGNAL, 0, 1), (SIGNAL, 1, 1), (COMPUTE, 0, 40_000)]


@pytest.mark.parametrize(
    "logs", [[log(*LOCKED * 4)] * 3, [log(*SIGNALLED), log((WAIT, 0, 0)), log((WAIT, 1, 0))]]
)
def test_a_lock_or_signal_that_younger_work_holds_back_is_a_violation(logs, monkeypatch):
    run(logs)
    monkeypatch.setattr(ThreadCore, "_put_back", keep_slots)
    with pytest.raises(InvariantError) as caught:
        run(logs)
    law, _, late = str(caught.value).removeprefix(PREFIX).partition(": ")
    assert law == SLOTS
    assert int(late.split()[0]) > 500


def chained(chain):
    """A miss, a load that needs it with a chain of instructions, and much independent work."""
    rows = log((LOAD, 0, 0), (LOAD, 2048, 0), *[(COMPUTE, 0, 1600)] * 4)
    rows["after"][1], rows["chain"][1] = 1, chain
    return [rows]


@pytest.mark.parametrize("chain", [0, 1, 40, 255])
def test_an_access_that_comes_later_than_its_value_is_a_violation(chain, monkeypatch):
    run(chained(chain))
    has_value = ThreadCore._has_value

    def later(core, operation, now):
        if operation.number != 1:
            has_value(core, operation, now)
        else:
            core._env.timeout(1).callbacks.append(
                lambda event: has_value(core, operation, now + 1) or core.call()
            )

    monkeypatch.setattr(ThreadCore, "_has_value", later)
    with pytest.raises(InvariantError) as caught:
        run(chained(chain))
    assert str(caught.value) == f"{PREFIX}{SLOTS}: 1 is not == 0"


@pytest.mark.parametrize("lock", LOCK_KINDS[:1] + LOCK_KINDS[2:])
def test_a_thread_that_is_woken_too_late_is_a_violation(lock, monkeypatch):
    logs = [log(*LOCKED * 4)] * 3
    run(logs, lock)
    lose = ThreadCore._lose

    def later(core, block):
        core._env.timeout(90).callbacks.append(lambda event: lose(core, block) or core.call())

    monkeypatch.setattr(ThreadCore, "_lose", later)
    with pytest.raises(InvariantError) as caught:
        run(logs, lock)
    law, _, overdue = str(caught.value).removeprefix(PREFIX).partition(": ")
    assert law == "no thread waits for what has happened, in cycles"
    assert 0 < int(overdue.split()[0]) <= 90


def test_a_thread_that_awaits_a_store_for_too_long_is_a_violation(monkeypatch):
    logs, waits = [log((COMPUTE, 0, 8000), (LOAD, 0, 0)), log((LOAD, 0, 0))], [(1, 0, 0, 2)]
    run(logs, waits=waits)
    wake = ThreadCore._wake

    def later(core, cycles):
        waits = core._fence is not None and core._fence.kind == AWAIT
        wake(core, cycles + 7 * waits)

    monkeypatch.setattr(ThreadCore, "_wake", later)
    with pytest.raises(InvariantError) as caught:
        run(logs, waits=waits)
    assert str(caught.value) == f"{PREFIX}no thread waits for what has happened, in cycles: 7 is not == 0"


@st.composite
def crossed(draw):
    """Threads with sections of two locks and a read-write lock, private work, loads, and chains."""
    kinds = st.sampled_from(["section", "read", "write", "work", "loads"])
    logs = []
    for _ in range(draw(st.integers(1, 4))):
        rows = []
        for kind in draw(st.lists(kinds, max_size=8)):
            work = draw(st.integers(0, 3000))
            if kind == "section":
                number = draw(st.integers(0, 1))
                rows += [(LOCK, number, work % 9), (LOAD, 64 * (work % 50), work % 70), (UNLOCK, number, 0)]
            elif kind == "read":
                rows += [(SHARE, 2, work % 9), (LOAD, 64 * (work % 50), work % 70), (SIGNAL, 2, work % 5)]
            elif kind == "write":
                rows += [(LOCK, 2, work % 9), (STORE, 64, work % 70), (SIGNAL, 3, 1), (UNLOCK, 2, 0)]
            elif kind == "work":
                rows.append((COMPUTE, 0, work))
            else:
                rows += [(LOAD, 64 * ((work + k) % 60), k) for k in range(5)]
        logs.append(log(*rows))
        for row in logs[-1][:-1]:
            row["after"] = draw(st.sampled_from([0, 0, 1, 2, 5]))
            row["chain"] = draw(st.sampled_from([0, 1, 3, 40, 255]))
    return logs, draw(st.sampled_from(LOCK_KINDS))


@settings(deadline=None, max_examples=25)
@given(crossed())
def test_the_laws_hold_in_both_engines(drawn):
    logs, lock = drawn
    one, other = (run(logs, lock, engine=engine) for engine in ("simpy", "compiled"))
    assert one.scalars == other.scalars
