"""The comparison of the protocol's transactions with another simulator's, by kind, leg, class and size.

A row of the reference lists the messages of a transaction. A script of two to four cores executes each
transaction on an otherwise idle machine, once for every home tile and for each number of sharers, and the
sent messages are counted. They must be equal to those of the reference.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.event_machine import Operation
from numasim.numa.coherence.memory_system import MemorySystem, fixed_delays
from numasim.numa.coherence.protocol import (
    CONTROL_FLITS,
    DATA_FLITS,
    LEGS,
    MESSAGES,
    Event,
    HomeState,
    Leg,
)
from partitioners.errors import InputError

REFERENCE = Path(__file__).parent / "reference" / "coherence"
"""The folder of the included transactions."""

Step = tuple[tuple[int, Operation, int], ...]
"""Simultaneous operations of cores: (core, operation, block)."""

LOAD, STORE, EVICT, EVICT_HOME = Operation

_CORES = 4
_LEG_CYCLES = 1000
"""The cycles of a leg, so much longer than all other times that the cycles of an operation count its legs."""

_BLOCKED = [HomeState.MT_MB, HomeState.MT_IIB, HomeState.MT_IB, HomeState.MT_SB]

_COLUMNS = {
    "id": "id",
    "transaction": "transaction",
    "before": "home_L2_state_before",
    "messages": "messages_in_order(type:from>to:vnet:class)",
    "control": "ctrl_msgs",
    "data": "data_msgs",
    "legs": "network_legs_on_critical_path",
    "unblocked": "home_blocked_until",
    "after": "state_after(L1_req/home)",
}
"""The columns of a reference by the fields of :class:`Row`."""


@dataclass(frozen=True)
class Sent:
    """A kind of message that both simulators have.

    Attributes
    ----------
    name : str
        The name in the reference.
    """

    name: str
    leg: Leg
    message_class: MessageClass
    flits: int


@dataclass(frozen=True)
class Row:
    """A transaction of the reference, with the texts of its cells.

    Attributes
    ----------
    where : str
        File and line.
    """

    id: str
    transaction: str
    before: str
    messages: str
    control: str
    data: str
    legs: str
    unblocked: str
    after: str
    where: str


@dataclass(frozen=True)
class Script:
    """A micro-trace that executes a transaction for block 0, which a run replaces by a different block.

    Attributes
    ----------
    id : str
        The id of the transaction.
    variant : str
        The difference to other scripts of the same transaction.
    setup : tuple of Step
        The preceding steps. Each begins when the previous one is complete.
    step : Step
        The transaction. Its first core is the requestor.
    many : int
        The value of ``n`` or ``k`` in the row.
    dirty : bool
        Whether memory is written when the home evicts the block.
    modified : bool
        Whether the L1 that owns the block has written to it.
    owner : int
        The L1 that owned the block before, or -1.
    """

    id: str
    variant: str
    setup: tuple[Step, ...]
    step: Step
    many: int = 0
    dirty: bool = False
    modified: bool = False
    owner: int = -1


def _at_once(operation: Operation, cores: Sequence[int]) -> Step:
    return tuple((core, operation, 0) for core in cores)


def _shared_by(cores: Sequence[int], *, dirty: bool) -> tuple[Step, ...]:
    """Steps after which cores share a block. ``dirty``: the data of its home is newer than memory."""
    fill = (_at_once(STORE, [3]), _at_once(EVICT, [3])) if dirty else ()
    return (*fill, *(_at_once(LOAD, [core]) for core in cores))


def scripts() -> Iterator[Script]:
    """Generate all scripts in the order of the transactions.

    There is no script for an upgrade without other sharers (n = 0). A block becomes shared with its second
    sharer, and shared copies are evicted silently, so the directory never counts fewer than two sharers.
    """
    load, store, evict = (_at_once(each, [0]) for each in (LOAD, STORE, EVICT))
    leave = _at_once(EVICT_HOME, [0])
    other_load, other_store = _at_once(LOAD, [1]), _at_once(STORE, [1])
    owned = {"E": other_load, "M": other_store}
    for sharers in ([1, 2], [1, 2, 3]):
        yield Script("T1", f"{len(sharers)} sharers", _shared_by(sharers, dirty=False), load)
    for variant, fill in (("clean", other_load), ("dirty", other_store)):
        yield Script("T2", variant, (fill, _at_once(EVICT, [1])), load)
    yield Script("T3", "", (), load)
    for k in (2, 3, 4):
        yield Script("T3m", f"k = {k}", (), _at_once(LOAD, range(k)), many=k)
    for variant, fill in owned.items():
        yield Script("T4", f"owner in {variant}", (fill,), load, owner=1)
    yield Script("T5", "", (), store)
    for variant, fill in (("clean", other_load), ("dirty", other_store)):
        yield Script("T6", variant, (fill, _at_once(EVICT, [1])), store)
    for variant, fill in owned.items():
        yield Script("T7", f"owner in {variant}", (fill,), store, owner=1)
    for n in (2, 3):
        yield Script("T8", f"n = {n}", _shared_by(range(1, n + 1), dirty=False), store, many=n)
    stale = (*_shared_by([1, 2], dirty=False), _at_once(EVICT, [1]))
    yield Script("T8", "n = 2, one of them stale", stale, store, many=2)
    for n in (1, 2, 3):
        yield Script("T9", f"n = {n}", _shared_by(range(n + 1), dirty=False), store, many=n)
    stale = (*_shared_by([0, 1], dirty=False), _at_once(EVICT, [1]))
    yield Script("T9", "n = 1, stale", stale, store, many=1)
    yield Script("T10", "", (load,), store)
    yield Script("T11", "", _shared_by([0, 1], dirty=False), evict)
    yield Script("T12", "read once", (load,), evict)
    yield Script("T12", "read twice", (load, load), evict)
    yield Script("T13", "written in one go", (store,), evict)
    yield Script("T13", "written when exclusive", (load, store), evict)
    yield Script("T14", "", (load, evict), leave)
    yield Script("T15", "", (store, evict), leave, dirty=True)
    for dirty in (False, True):
        for n in (2, 3):
            variant = f"n = {n}, {'dirty' if dirty else 'clean'}"
            yield Script("T16", variant, _shared_by(range(n), dirty=dirty), leave, many=n, dirty=dirty)
    yield Script("T17", "owner in E, clean", (other_load,), leave, owner=1)
    written = (store, evict, other_load)
    yield Script("T17", "owner in E, dirty", written, leave, dirty=True, owner=1)
    yield Script("T17", "owner in M", (other_store,), leave, dirty=True, modified=True, owner=1)


@dataclass(frozen=True)
class Comparison:
    """The comparison of the run of a script with its row.

    Attributes
    ----------
    block : int
        The block of the run. Its home is the tile with the same number.
    expected_facts, facts : dict of str to str
        The other compared facts: ``control`` and ``data`` (messages), ``legs`` until the core continues,
        ``unblocked by``, ``before`` (home), ``after`` (L1s and home).
    """

    row: Row
    script: Script
    block: int
    expected: Counter[Sent]
    sent: Counter[Sent]
    expected_facts: dict[str, str]
    facts: dict[str, str]

    @property
    def name(self) -> str:
        """Transaction and variant."""
        return f"{self.row.id} ({self.script.variant})" if self.script.variant else self.row.id

    @property
    def error(self) -> int:
        """The number of extra and missing messages and of other differences."""
        kinds = self.expected | self.sent
        wrong = sum(abs(self.sent[kind] - self.expected[kind]) for kind in kinds)
        return wrong + sum(self.facts[fact] != expected for fact, expected in self.expected_facts.items())

    def misses(self) -> Iterator[str]:
        """The differences, one line each."""
        where = f"{self.name}, home {self.block}"
        for kind in self.expected | self.sent:
            if self.sent[kind] != self.expected[kind]:
                size = "control" if kind.flits == CONTROL_FLITS else "data"
                yield (
                    f"{where}: {self.sent[kind]} x {kind.name} ({kind.leg.title}, "
                    f"{kind.message_class.name.lower()}, {size}); the reference has {self.expected[kind]}"
                )
        for fact, expected in self.expected_facts.items():
            if self.facts[fact] != expected:
                yield f"{where}: {fact}: {self.facts[fact]}; the reference has {expected}"


def read_transactions(folder: Path = REFERENCE) -> dict[str, Row]:
    """Read the transactions of all CSV files of a folder.

    Returns
    -------
    dict of str to Row
        The rows by file name and id, such as ``"mesi_two_level_messages.csv:T1"``.

    Raises
    ------
    InputError
        The folder has no CSV file, a column is missing, or a transaction is unknown or appears twice in a
        file.
    """
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise InputError(f"{folder}: this folder has no CSV files with transactions")
    known = dict.fromkeys(script.id for script in scripts())
    rows: dict[str, Row] = {}
    for file in files:
        with file.open(newline="") as lines:
            reader = csv.DictReader(lines)
            for column in _COLUMNS.values():
                if column not in (reader.fieldnames or ()):
                    raise InputError(f"{file}:1: the column {column!r} is missing")
            for number, cells in enumerate(reader, 2):
                where = f"{file}:{number}"
                texts = {field: (cells[column] or "").strip() for field, column in _COLUMNS.items()}
                row = Row(**texts, where=where)
                if row.id not in known:
                    raise InputError(
                        f"{where}: there is no script for the transaction {row.id!r}; expected one of "
                        f"{', '.join(known)}"
                    )
                if f"{file.name}:{row.id}" in rows:
                    raise InputError(f"{where}: the transaction {row.id} appears twice")
                rows[f"{file.name}:{row.id}"] = row
    return rows


def compare_transactions(rows: Mapping[str, Row]) -> list[Comparison]:
    """Run every script once for each home tile and compare.

    Parameters
    ----------
    rows : mapping of str to Row
        See :func:`read_transactions`.

    Raises
    ------
    InputError
        A cell is invalid.
    """
    # Rows of recalls refer to rows of evictions. If the list has none, the included ones are used.
    evictions = {row.id: row for row in (*read_transactions().values(), *rows.values())}
    return [
        _compare(row, script, block, evictions)
        for row in rows.values()
        for script in scripts()
        if script.id == row.id
        for block in range(_CORES)
    ]


def _compare(row: Row, script: Script, block: int, evictions: Mapping[str, Row]) -> Comparison:
    expected = Counter(dict(_expected(row, script, evictions)))
    machine = MemorySystem(
        _CORES,
        delays=fixed_delays(_CORES, _LEG_CYCLES),
        l1_cycles=0,
        home_cycles=0,
        memory_cycles=0,
        checked_blocks=_CORES,
        controller_tiles=(1,),
    )
    steps = [[(core, what, block) for core, what, _ in step] for step in (*script.setup, script.step)]
    machine.script(steps[:-1])
    before, sent, latency = machine.home_state(block), machine.messages(), machine.latency_cycles
    used = machine.coherence.home_rules["count"].copy()
    machine.script(steps[-1:])
    machine.audit()
    counted = Counter[Sent]()
    for kind in MESSAGES:
        if number := machine.messages()[kind.name] - sent[kind.name]:
            counted[Sent(kind.reference_name, kind.leg, kind.message_class, kind.flits)] += number
    used = machine.coherence.home_rules["count"] - used
    unblocked = {MESSAGES[event].reference_name for event in np.flatnonzero(used[_BLOCKED].sum(axis=0))}
    l1_states = {machine.l1_state(core, block).name for core, _, _ in script.step}
    names_l1 = not row.after.startswith("-/")
    after = "/".join([*(sorted(l1_states) if names_l1 else "-"), machine.home_state(block).name])
    facts = {
        "before": before.name,
        "after": after,
        "control": str(_of_size(counted, CONTROL_FLITS)),
        "data": str(_of_size(counted, DATA_FLITS)),
        "legs": str((machine.latency_cycles - latency) // _LEG_CYCLES // len(script.step)),
        "unblocked by": _listed(unblocked),
    }
    if "owner" in row.after:
        facts["old owner"] = machine.l1_state(script.owner, block).name
    return Comparison(row, script, block, expected, counted, _expected_facts(row, script), facts)


def _of_size(messages: Counter[Sent], flits: int) -> int:
    return sum(number for kind, number in messages.items() if kind.flits == flits)


def _listed(names: set[str]) -> str:
    return " and ".join(sorted(names)) or "nothing"


_LETTER = re.compile(r"(?:(?P<count>[nk]) x )?(?P<name>[A-Za-z_ ]+?)\s*(?:\((?P<note>[^)]*)\))?")
_MESSAGE = re.compile(
    r"(?P<names>.+):(?P<source>\w+)>(?P<target>\w+):(?P<network>[012]):(?P<sizes>[CD](?:\|[CD])?)(?: \(.*\))?"
)
_UNITS = {"L1": "L1", "L1s": "L1", "owner": "L1", "sharer": "L1", "sharers": "L1", "L2": "L2", "Dir": "Dir"}


def _expected(row: Row, script: Script, evictions: Mapping[str, Row]) -> Iterator[tuple[Sent, int]]:
    """The messages of a row, with the number of each."""
    if row.messages.startswith("(none"):
        return
    for part in filter(None, (each.strip() for each in row.messages.split(";"))):
        if part == "then T14 or T15":
            yield from _expected(evictions["T15" if script.dirty else "T14"], script, evictions)
            continue
        message = _MESSAGE.fullmatch(part)
        if message is None:
            raise InputError(f"{row.where}: expected a message (name:from>to:network:size), got {part!r}")
        names, sizes = message["names"].split(" or "), message["sizes"].split("|")
        letter = _LETTER.fullmatch(names[0 if script.modified else -1])
        leg = f"{_UNITS.get(message['source'])}>{_UNITS.get(message['target'])}"
        if letter is None or leg not in LEGS:
            raise InputError(f"{row.where}: expected a message (name:from>to:network:size), got {part!r}")
        flits = CONTROL_FLITS if sizes[0 if script.modified else -1] == "C" else DATA_FLITS
        multicast = letter["note"] == "multicast to k"
        kind = Sent(letter["name"], LEGS[leg], MessageClass(int(message["network"])), flits)
        yield kind, script.many if letter["count"] or multicast else 1


def _expected_facts(row: Row, script: Script) -> dict[str, str]:
    """The other facts of a row. A fact that the row does not contain is not compared."""
    facts = {"before": row.before.split("->")[0]}
    if match := re.match(r"([A-Z]+|-)/([A-Z]+)", row.after):
        facts["after"] = match[0]
    if match := re.search(r"owner ([A-Z])\)", row.after):
        facts["old owner"] = match[1]
    for name, text in (("control", row.control), ("data", row.data)):
        if ".." not in text:
            facts[name] = str(_value(text, script.many, row.where))
    if match := re.match(r"\d+ if n=0, else (\d+)|(\d+)", row.legs):
        facts["legs"] = match[1] or match[2]
    elif row.legs == "off critical path":
        facts["legs"] = "0"
    if row.unblocked == Event.EXCLUSIVE_UNBLOCK.name:
        facts["unblocked by"] = row.unblocked
    elif row.unblocked == "both WB data and UNBLOCK":
        facts["unblocked by"] = "DATA and UNBLOCK"
    elif row.unblocked in ("-", "not blocked", "not blocked after data"):
        facts["unblocked by"] = "nothing"
    return facts


def _value(text: str, many: int, where: str) -> int:
    """The value of a number of messages such as ``2+2n``."""
    total = 0
    for term in text.split("+"):
        match = re.fullmatch(r"(\d+)|(\d*)[nk]", term.strip())
        if match is None:
            raise InputError(f"{where}: expected a number of messages, got {text!r}")
        total += int(match[1]) if match[1] else int(match[2] or 1) * many
    return total
