"""The transactions of the protocol, message by message, and lists of them that cannot be read."""

import csv
import re
from collections import Counter

import numpy as np
import pytest

from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.event_machine import Operation
from numasim.numa.coherence.memory_system import MemorySystem
from numasim.numa.coherence.protocol import Event, HomeState, L1State, Leg, MessageClass
from numasim.validation.coherence_transactions import (
    REFERENCE,
    Sent,
    compare_transactions,
    read_transactions,
    scripts,
)
from partitioners.errors import InputError

LOAD, STORE, EVICT, EVICT_HOME = Operation
NAMES = [f"T{n}" for n in range(1, 18)] + ["T3m"]
(FILE,) = REFERENCE.glob("*.csv")
COLUMNS = next(csv.reader(FILE.read_text().splitlines()))


def changed(tmp_path, transaction, **cells):
    """The reference with some cells of one transaction changed, read again."""
    with FILE.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    (row,) = (row for row in rows if row["id"] == transaction)
    for start, cell in cells.items():
        (column,) = (column for column in COLUMNS if column.startswith(start))
        row[column] = cell
    with (tmp_path / "list.csv").open("w", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return read_transactions(tmp_path)


def test_every_transaction_of_the_reference_has_scripts():
    rows = read_transactions()
    assert sorted(row.id for row in rows.values()) == sorted(NAMES)
    assert {script.id for script in scripts()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_messages_of(name):
    rows = {key: row for key, row in read_transactions().items() if row.id == name}
    found = compare_transactions(rows)
    assert len(found) >= 4
    assert [miss for one in found for miss in one.misses()] == []
    assert sum(one.error for one in found) == 0


def test_a_transaction_in_full():
    # By hand, beside what is read from the table: the third of three sharers upgrades.
    rows = {key: row for key, row in read_transactions().items() if row.id == "T9"}
    (one,) = (one for one in compare_transactions(rows) if one.script.variant == "n = 2" and one.block == 3)
    request, response, forward = MessageClass
    assert one.sent == one.expected
    assert one.sent == Counter(
        {
            Sent("UPGRADE", Leg.L1_TO_HOME, request, 1): 1,
            Sent("ACK", Leg.HOME_TO_L1, response, 1): 1,
            Sent("INV", Leg.HOME_TO_L1, forward, 1): 2,
            Sent("ACK", Leg.L1_TO_L1, response, 1): 2,
            Sent("EXCLUSIVE_UNBLOCK", Leg.L1_TO_HOME, forward, 1): 1,
        }
    )
    assert one.facts == {
        "before": "SS",
        "after": "M/MT",
        "control": "7",
        "data": "0",
        "legs": "3",
        "unblocked by": "EXCLUSIVE_UNBLOCK",
    }


def test_a_broken_protocol_is_missed(monkeypatch):
    rules = coherence_state.l1_rules()
    # A clean block that is written back with its data.
    rules[L1State.E, Event.EVICT]["send"] = Event.PUT_DIRTY
    monkeypatch.setattr(coherence_state, "l1_rules", lambda: rules)
    rows = {key: row for key, row in read_transactions().items() if row.id == "T12"}
    first = compare_transactions(rows)[0]
    assert first.error == 4
    assert list(first.misses()) == [
        "T12 (read once), home 0: 0 x PUTX (L1 to home, request, control); the reference has 1",
        "T12 (read once), home 0: 1 x PUTX (L1 to home, request, data); the reference has 0",
        "T12 (read once), home 0: control: 1; the reference has 2",
        "T12 (read once), home 0: data: 1; the reference has 0",
    ]


@pytest.mark.parametrize(
    ("transaction", "cells", "text"),
    [
        ("T1", {"home_L2_state_before": "MT"}, "T1 (2 sharers), home 0: before: SS; the reference has MT"),
        ("T2", {"network_legs": "3"}, "T2 (clean), home 0: legs: 2; the reference has 3"),
        ("T2", {"state_after": "S/MT"}, "T2 (clean), home 0: after: E/MT; the reference has S/MT"),
        (
            "T1",
            {"home_blocked": "EXCLUSIVE_UNBLOCK"},
            "T1 (2 sharers), home 0: unblocked by: nothing; the reference has EXCLUSIVE_UNBLOCK",
        ),
        (
            "T4",
            {"state_after": "S/SS (owner I)"},
            "T4 (owner in E), home 0: old owner: S; the reference has I",
        ),
        ("T8", {"ctrl_msgs": "2+3n"}, "T8 (n = 2), home 0: control: 6; the reference has 8"),
        (
            "T10",
            {"messages": "UPGRADE:L1>L2:0:C"},
            "T10, home 0: 0 x UPGRADE (L1 to home, request, control); the reference has 1",
        ),
    ],
)
def test_a_reference_that_says_something_else_is_missed(tmp_path, transaction, cells, text):
    rows = {key: row for key, row in changed(tmp_path, transaction, **cells).items() if row.id == transaction}
    found = compare_transactions(rows)
    assert next(found[0].misses()) == text
    assert all(one.error for one in found if one.script.variant == found[0].script.variant)


@pytest.mark.parametrize(
    ("transaction", "cells", "text"),
    [
        (
            "T1",
            {"messages": "GETS:L1>L2:0"},
            "2: expected a message (name:from>to:network:size), got 'GETS:L1>L2:0'",
        ),
        (
            "T1",
            {"messages": "GETS:L1>CPU:0:C"},
            "2: expected a message (name:from>to:network:size), got 'GETS:L1>CPU:0:C'",
        ),
        ("T1", {"ctrl_msgs": "one"}, "2: expected a number of messages, got 'one'"),
        (
            "T1",
            {"id": "T18"},
            "2: there is no script for the transaction 'T18'; expected one of T1, T2, T3, T3m, T4, T5, T6, "
            "T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17",
        ),
        ("T2", {"id": "T1"}, "3: the transaction T1 appears twice"),
    ],
)
def test_lists_that_cannot_be_read(tmp_path, transaction, cells, text):
    with pytest.raises(InputError, match=f"^{re.escape(f'{tmp_path}/list.csv:{text}')}$"):
        compare_transactions(changed(tmp_path, transaction, **cells))


def test_folders_without_a_list(tmp_path):
    with pytest.raises(InputError, match=rf"^{tmp_path}: this folder has no CSV files with transactions$"):
        read_transactions(tmp_path)
    (tmp_path / "list.csv").write_text("id,transaction\nT1,load\n")
    text = f"{tmp_path / 'list.csv'}:1: the column 'home_L2_state_before' is missing"
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        read_transactions(tmp_path)


def run(machine, *operations):
    machine.run(*(np.array(column) for column in zip(*operations, strict=True)))


def test_an_invalidation_of_a_copy_that_left_in_silence_is_answered():
    machine = MemorySystem(3, checked_blocks=1)
    machine.script([[(core, LOAD, 0)] for core in (0, 1, 2)])
    machine.script([[(1, EVICT, 0)], [(2, EVICT, 0)], [(0, STORE, 0)]])
    assert machine.messages()["INV"] == machine.messages()["INV_ACK"] == 2
    assert machine.coherence.l1_rules["count"][L1State.I, Event.INV] == 2


def test_a_forward_meets_a_write_back():
    # The write-back of core 0 crosses the forward that core 1's store sends it.
    machine = MemorySystem(2, checked_blocks=1)
    machine.script([[(0, STORE, 0)]])
    run(machine, (0, EVICT, 0), (1, STORE, 0))
    uses = machine.coherence.l1_rules["count"]
    late = uses[L1State.MI_A, Event.FWD_GET_M]
    # Same delays: the request of core 1 comes first, for the write-back is longer.
    assert late == 1
    assert uses[L1State.II_A, Event.WB_ACK] == 1
    assert machine.coherence.home_rules["count"][HomeState.MT_MB, Event.PUT_STALE] == 1
    assert machine.l1_state(1, 0) == L1State.M
    machine.audit()


def test_upgrades_race():
    # Two sharers store at once: one upgrades, the other loses its copy and gets the block from the first.
    machine = MemorySystem(2, checked_blocks=1)
    machine.script([[(0, LOAD, 0)], [(1, LOAD, 0)]])
    run(machine, (0, STORE, 0), (1, STORE, 0))
    sent = machine.messages()
    assert (sent["UPGRADE"], sent["UPGRADE_ACK"], sent["FWD_GET_M"], sent["INV"]) == (2, 1, 1, 1)
    assert machine.coherence.l1_rules["count"][L1State.SM, Event.INV] == 1
    machine.audit()
