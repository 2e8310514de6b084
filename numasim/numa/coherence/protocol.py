"""The MESI directory protocol as a table: state x event -> messages, actions, next state.

Private L1s share an inclusive L2 whose slices are the homes of the blocks. Each home slice has a full-map
directory of its blocks. A home serves one transaction of a block at a time. Until it ends, further requests
for the block wait in a queue, except for loads that join a fetch from memory begun by a load. Before an L1
sends a request, it has all that it needs to respond to other messages (the space for the data, and the data
of a block that it writes back). So responses and forwards never wait, and three message classes prevent
deadlock: requests may wait for forwards and responses, but these wait for nothing.

Shared copies are evicted silently. The directory may therefore list an L1 that is no longer a sharer, and
this L1 still acknowledges invalidations. An L1 that evicts an exclusive or modified block keeps it until the
home has acknowledged, and responds to forwards and recalls until then. An invalidation that arrives during a
load may be older than the data or may have overtaken them. If the home was not blocked, the two cases cannot
be distinguished, so the data are used only once, by the load that requested them.

The transactions and their messages are those of MESI_Two_Level of gem5's Ruby (Martin et al., *Multifacet's
General Execution-driven Multiprocessor Simulator*, CAN 2005), with home and directory in one tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from numasim.machine.message_class import MessageClass
from partitioners.kernels.array_types import Records

CONTROL_FLITS = 1
DATA_FLITS = 3
"""Flits of 16 bytes for a header of 8 bytes, and for a header with a block of 32 bytes."""

_MESSAGES = """
message           | also called         | leg        | class    | flits
GET_S             | GETS                | L1>L2      | request  | 1
GET_M             | GETX                | L1>L2      | request  | 1
UPGRADE           | UPGRADE             | L1>L2      | request  | 1
PUT_CLEAN         | PUTX                | L1>L2      | request  | 1
PUT_DIRTY         | PUTX                | L1>L2      | request  | 3
FWD_GET_S         | fwd GETS            | L2>L1      | forward  | 1
FWD_GET_M         | fwd GETX            | L2>L1      | forward  | 1
INV               | INV                 | L2>L1      | forward  | 1
RECALL            | INV                 | L2>L1      | forward  | 1
DATA_S            | DATA                | L2>L1      | response | 3
DATA_E            | DATA_EXCLUSIVE      | L2>L1      | response | 3
DATA_M            | DATA                | L2>L1      | response | 3
UPGRADE_ACK       | ACK                 | L2>L1      | response | 1
WB_ACK            | WB_ACK              | L2>L1      | response | 1
OWNER_DATA_S      | DATA                | L1>L1      | response | 3
OWNER_DATA_M      | DATA                | L1>L1      | response | 3
INV_ACK           | ACK                 | L1>L1      | response | 1
COPY_CLEAN        | DATA                | L1>L2      | response | 3
COPY_DIRTY        | DATA                | L1>L2      | response | 3
RECALL_DATA       | DATA                | L1>L2      | response | 3
RECALL_CLEAN      | DATA                | L1>L2      | response | 3
RECALL_ACK        | ACK                 | L1>L2      | response | 1
UNBLOCK           | UNBLOCK             | L1>L2      | forward  | 1
EXCLUSIVE_UNBLOCK | EXCLUSIVE_UNBLOCK   | L1>L2      | forward  | 1
MEM_GET           | GETS                | L2>Dir     | request  | 1
MEM_DATA          | MEMORY_DATA         | Dir>L2     | response | 3
MEM_WRITE         | MEMORY_DATA         | L2>Dir     | response | 3
MEM_CLEAN         | ACK                 | L2>Dir     | response | 1
MEM_ACK           | ACK                 | Dir>L2     | response | 1
"""

_L1 = """
state        | event                    | sends                                 | does           | next
I            | LOAD                     | GET_S>HOME                            | MISS           | IS
I            | STORE                    | GET_M>HOME                            | MISS           | IM
I            | INV                      | INV_ACK>REQUESTOR                     |                | I
I            | RECALL                   | RECALL_ACK>HOME                       |                | I
S            | LOAD                     |                                       | HIT            | S
S            | STORE                    | UPGRADE>HOME                          | MISS           | SM
S            | EVICT                    |                                       | FREE           | I
S            | INV                      | INV_ACK>REQUESTOR                     | FREE           | I
S            | RECALL                   | RECALL_ACK>HOME                       | FREE           | I
E            | LOAD                     |                                       | HIT            | E
E            | STORE                    |                                       | HIT            | M
E            | EVICT                    | PUT_CLEAN>HOME                        | TO_BUFFER      | EI_A
E            | FWD_GET_S                | OWNER_DATA_S>REQUESTOR COPY_CLEAN>HOME |               | S
E            | FWD_GET_M                | OWNER_DATA_M>REQUESTOR                | FREE           | I
E            | RECALL                   | RECALL_ACK>HOME                       | FREE           | I
M            | LOAD STORE               |                                       | HIT            | M
M            | EVICT                    | PUT_DIRTY>HOME                        | TO_BUFFER      | MI_A
M            | FWD_GET_S                | OWNER_DATA_S>REQUESTOR COPY_DIRTY>HOME |               | S
M            | FWD_GET_M                | OWNER_DATA_M>REQUESTOR                | FREE           | I
M            | RECALL                   | RECALL_DATA>HOME                      | FREE           | I
IS           | LOAD STORE               |                                       | MERGE          | IS
IS           | INV                      | INV_ACK>REQUESTOR                     |                | IS_I
IS           | RECALL                   | RECALL_ACK>HOME                       |                | IS_I
IS           | DATA_S                   |                                       | FILL COMPLETE  | S
IS_I         | LOAD STORE               |                                       | MERGE          | IS_I
IS_I         | INV                      | INV_ACK>REQUESTOR                     |                | IS_I
IS_I         | RECALL                   | RECALL_ACK>HOME                       |                | IS_I
IS_I         | DATA_S                   |                                       | FILL COMPLETE FREE | I
IS IS_I      | DATA_E                   | EXCLUSIVE_UNBLOCK>HOME                | FILL COMPLETE  | E
IS IS_I      | OWNER_DATA_S             | UNBLOCK>HOME                          | FILL COMPLETE  | S
IM           | LOAD STORE               |                                       | MERGE          | IM
IM           | INV                      | INV_ACK>REQUESTOR                     |                | IM
IM           | RECALL                   | RECALL_ACK>HOME                       |                | IM
IM           | INV_ACK                  |                                       |                | IM
IM           | DATA_M                   |                                       | FILL           | IM_A
IM           | DATA_M_LAST OWNER_DATA_M | EXCLUSIVE_UNBLOCK>HOME                | FILL COMPLETE  | M
IM_A         | LOAD STORE               |                                       | MERGE          | IM_A
IM_A         | INV_ACK                  |                                       |                | IM_A
SM           | LOAD STORE               |                                       | MERGE          | SM
SM           | INV                      | INV_ACK>REQUESTOR                     |                | IM
SM           | RECALL                   | RECALL_ACK>HOME                       |                | IM
SM           | INV_ACK                  |                                       |                | SM
SM           | UPGRADE_ACK              |                                       |                | SM_A
SM           | UPGRADE_ACK_LAST         | EXCLUSIVE_UNBLOCK>HOME                | COMPLETE       | M
SM_A         | LOAD STORE               |                                       | MERGE          | SM_A
SM_A         | INV_ACK                  |                                       |                | SM_A
IM_A SM_A    | INV_ACK_LAST             | EXCLUSIVE_UNBLOCK>HOME                | COMPLETE       | M
EI_A         | LOAD STORE               |                                       | RETRY          | EI_A
EI_A         | FWD_GET_S                | OWNER_DATA_S>REQUESTOR COPY_CLEAN>HOME |               | II_A
EI_A         | RECALL                   | RECALL_CLEAN>HOME                     |                | II_A
MI_A         | LOAD STORE               |                                       | RETRY          | MI_A
MI_A         | FWD_GET_S                | OWNER_DATA_S>REQUESTOR COPY_DIRTY>HOME |               | II_A
MI_A         | RECALL                   | RECALL_DATA>HOME                      |                | II_A
EI_A MI_A    | FWD_GET_M                | OWNER_DATA_M>REQUESTOR                |                | II_A
II_A         | LOAD STORE               |                                       | RETRY          | II_A
II_A         | INV                      | INV_ACK>REQUESTOR                     |                | II_A
II_A         | RECALL                   | RECALL_ACK>HOME                       |                | II_A
EI_A MI_A II_A | WB_ACK                 |                                       | FREE           | I
"""

_HOME = """
state        | event                    | sends                       | does                         | next
NP           | GET_S                    | MEM_GET>MEMORY              | ALLOCATE ADD_SHARER SET_OWNER | ISS
NP           | GET_M                    | MEM_GET>MEMORY              | ALLOCATE SET_OWNER           | IM
SS           | GET_S                    | DATA_S>REQUESTOR            | ADD_SHARER                   | SS
SS           | GET_M                    | DATA_M>REQUESTOR INV>OTHERS | NO_SHARERS SET_OWNER         | MT_MB
SS           | UPGRADE                  | UPGRADE_ACK>REQUESTOR INV>OTHERS | NO_SHARERS SET_OWNER    | MT_MB
SS           | REPLACE                  | RECALL>SHARERS              | COUNT_SHARERS NO_SHARERS     | S_I
M            | GET_S                    | DATA_E>REQUESTOR            | SET_OWNER                    | MT_MB
M            | GET_M                    | DATA_M>REQUESTOR            | SET_OWNER                    | MT_MB
M            | REPLACE                  |                             | TO_MEMORY                    | M_I
MT           | GET_S                    | FWD_GET_S>OWNER             | OWNER_SHARES ADD_SHARER      | MT_IIB
MT           | GET_M                    | FWD_GET_M>OWNER             | SET_OWNER                    | MT_MB
MT           | PUT_CLEAN                | WB_ACK>REQUESTOR            | NO_OWNER                     | M
MT           | PUT_DIRTY                | WB_ACK>REQUESTOR            | FILL NO_OWNER                | M
MT           | REPLACE                  | RECALL>OWNER                | COUNT_OWNER                  | MT_I
NP SS M MT ISS IS IM S_I M_I | PUT_STALE | WB_ACK>REQUESTOR           |                              | =
ISS          | GET_S                    |                             | ADD_SHARER                   | IS
IS           | GET_S                    |                             | ADD_SHARER                   | IS
ISS          | MEM_DATA                 | DATA_E>OWNER                | FETCHED NO_SHARERS           | MT_MB
IS           | MEM_DATA                 | DATA_S>SHARERS              | FETCHED NO_OWNER WAKE        | SS
IM           | MEM_DATA                 | DATA_M>OWNER                | FETCHED                      | MT_MB
MT_MB        | EXCLUSIVE_UNBLOCK        |                             | WAKE                         | MT
MT_IIB       | UNBLOCK                  |                             |                              | MT_IB
MT_IIB       | COPY_CLEAN               |                             |                              | MT_SB
MT_IIB       | COPY_DIRTY               |                             | FILL                         | MT_SB
MT_IB        | COPY_CLEAN               |                             | WAKE                         | SS
MT_IB        | COPY_DIRTY               |                             | FILL WAKE                    | SS
MT_SB        | UNBLOCK                  |                             | WAKE                         | SS
S_I          | RECALL_ACK               |                             |                              | S_I
S_I MT_I     | RECALL_ACK_LAST          |                             | TO_MEMORY WAKE               | M_I
MT_I         | RECALL_DATA              |                             | FILL TO_MEMORY WAKE          | M_I
MT_I         | RECALL_CLEAN             |                             | TO_MEMORY WAKE               | M_I
M_I          | MEM_ACK                  |                             | FREE WAKE                    | NP
ISS IS       | GET_M                    |                             | STALL                        | =
IM MT_MB MT_IIB MT_IB MT_SB S_I MT_I M_I | GET_S GET_M |                  | STALL                        | =
MT_IIB MT_IB MT_SB | UPGRADE            |                             | STALL                        | =
MT_MB MT_IIB MT_IB MT_SB MT_I | PUT_STALE |                            | STALL                        | =
MT_MB MT_I   | PUT_CLEAN PUT_DIRTY      |                             | STALL                        | =
"""


class Leg(IntEnum):
    """The units between which a message travels: L1, home (L2 slice with directory), memory controller."""

    L1_TO_HOME = 0
    HOME_TO_L1 = 1
    L1_TO_L1 = 2
    HOME_TO_MEMORY = 3
    MEMORY_TO_HOME = 4

    @property
    def title(self) -> str:
        """The leg as text, such as ``L1 to home``."""
        source, target = self.name.split("_TO_")
        return " to ".join(unit if unit == "L1" else unit.lower() for unit in (source, target))


class Event(IntEnum):
    """The events of controllers: first the messages, then a core's operations, then special cases.

    The ``_LAST`` forms are the messages after which no acknowledgement is missing. ``PUT_STALE`` is a
    write-back of a block that its owner has lost in the meantime. ``REPLACE`` frees a line of a home.
    """

    DATA_M = 0
    UPGRADE_ACK = 1
    INV_ACK = 2
    RECALL_ACK = 3
    GET_S = 4
    GET_M = 5
    UPGRADE = 6
    PUT_CLEAN = 7
    PUT_DIRTY = 8
    FWD_GET_S = 9
    FWD_GET_M = 10
    INV = 11
    RECALL = 12
    DATA_S = 13
    DATA_E = 14
    WB_ACK = 15
    OWNER_DATA_S = 16
    OWNER_DATA_M = 17
    COPY_CLEAN = 18
    COPY_DIRTY = 19
    RECALL_DATA = 20
    RECALL_CLEAN = 21
    UNBLOCK = 22
    EXCLUSIVE_UNBLOCK = 23
    MEM_GET = 24
    MEM_DATA = 25
    MEM_WRITE = 26
    MEM_CLEAN = 27
    MEM_ACK = 28
    LOAD = 29
    STORE = 30
    EVICT = 31
    REPLACE = 32
    PUT_STALE = 33
    DATA_M_LAST = 34
    UPGRADE_ACK_LAST = 35
    INV_ACK_LAST = 36
    RECALL_ACK_LAST = 37


NUM_MESSAGES = 29
COUNTED = 4
"""The first events count acknowledgements. Their ``_LAST`` forms follow in the same order."""


class L1State(IntEnum):
    """The state of a block in an L1.

    Two letters: transition from, to; ``_A``: acknowledgements are missing; ``IS_I``: the data are used once.
    """

    I = 0  # noqa: E741
    S = 1
    E = 2
    M = 3
    IS = 4
    IS_I = 5
    IM = 6
    IM_A = 7
    SM = 8
    SM_A = 9
    EI_A = 10
    MI_A = 11
    II_A = 12


class HomeState(IntEnum):
    """The state of a block at its home.

    ``NP`` not present, ``SS`` shared by L1s, ``M`` in no L1, ``MT`` owned by an L1. Fetches from memory:
    ``ISS`` for one load, ``IS`` for several loads, ``IM`` for a store. Blocked: ``MT_MB`` until the new owner
    unblocks, ``MT_IIB`` until the owner's copy and the requestor's unblock arrive, ``MT_IB`` until the copy
    arrives, ``MT_SB`` until the unblock arrives. Evictions: ``S_I`` and ``MT_I`` recall the copies of L1s,
    ``M_I`` waits for the memory.
    """

    NP = 0
    SS = 1
    M = 2
    MT = 3
    ISS = 4
    IS = 5
    IM = 6
    MT_MB = 7
    MT_IIB = 8
    MT_IB = 9
    MT_SB = 10
    S_I = 11
    MT_I = 12
    M_I = 13


class Target(IntEnum):
    """The receiver of a message. Its number follows from the message, the line and its directory entry."""

    HOME = 0
    REQUESTOR = 1
    OWNER = 2
    SHARERS = 3
    OTHERS = 4
    MEMORY = 5


class L1Action(IntEnum):
    """The actions of an L1 other than sending, one bit each.

    ``MISS`` takes an MSHR, and a line if the block has none. ``MERGE`` waits with an outstanding miss.
    ``RETRY`` returns the operation to the core. ``HIT`` performs it. ``FILL`` takes the data of the message.
    ``COMPLETE`` performs the operation that missed, followed by the merged ones. ``TO_BUFFER`` moves the
    block to the write-back buffer. ``FREE`` empties its line.
    """

    MISS = 1
    MERGE = 2
    RETRY = 4
    HIT = 8
    FILL = 16
    COMPLETE = 32
    TO_BUFFER = 64
    FREE = 128


class HomeAction(IntEnum):
    """The actions of a home other than sending, one bit each.

    ``ALLOCATE`` finds a line, or the request waits until one is free. ``STALL`` waits for the block.
    ``FETCHED`` and ``FILL`` take the data of the message, clean and dirty. ``COUNT_*`` expects one
    acknowledgement from each L1. ``TO_MEMORY`` frees the line, writes a dirty block to memory, and notifies
    the memory of a clean one. ``WAKE`` continues the waiting requests. ``FREE`` ends a write-back to memory.
    """

    ALLOCATE = 1
    STALL = 2
    FETCHED = 4
    FILL = 8
    ADD_SHARER = 16
    NO_SHARERS = 32
    SET_OWNER = 64
    NO_OWNER = 128
    OWNER_SHARES = 256
    COUNT_SHARERS = 512
    COUNT_OWNER = 1024
    TO_MEMORY = 2048
    WAKE = 4096
    FREE = 8192


RULE = np.dtype(
    [
        ("next", np.int32),
        ("does", np.int32),
        ("send", np.int32),
        ("to", np.int32),
        ("also_send", np.int32),
        ("also_to", np.int32),
        ("count", np.int64),
    ]
)
"""An entry of a table. ``next`` is -1 if the event cannot occur. Unused message fields are -1. ``count`` is
the number of uses in a run."""

LEGS = {"L1>L2": Leg(0), "L2>L1": Leg(1), "L1>L1": Leg(2), "L2>Dir": Leg(3), "Dir>L2": Leg(4)}
"""The legs by their names in gem5, whose memory has a separate directory controller."""


class MessageKind(NamedTuple):
    """A kind of message.

    Attributes
    ----------
    name, reference_name : str
        Its name here, and its name in gem5's MESI_Two_Level.
    leg : Leg
    message_class : MessageClass
    flits : int
    """

    name: str
    reference_name: str
    leg: Leg
    message_class: MessageClass
    flits: int


def _rows(table: str) -> Iterator[list[str]]:
    """The cells of the lines of a table, without its header."""
    for line in table.strip().splitlines()[1:]:
        yield [cell.strip() for cell in line.split("|")]


def _message_kinds() -> tuple[MessageKind, ...]:
    kinds = {
        name: MessageKind(name, other, LEGS[leg], MessageClass[group.upper()], int(flits))
        for name, other, leg, group, flits in _rows(_MESSAGES)
    }
    return tuple(kinds[event.name] for event in list(Event)[:NUM_MESSAGES])


MESSAGES = _message_kinds()
"""The kinds of messages by the number of their event."""


def _rules(table: str, states: type[IntEnum], actions: type[IntEnum]) -> Records:
    rules = np.zeros((len(states), len(Event)), RULE)
    rules["next"] = rules["send"] = rules["also_send"] = rules["to"] = rules["also_to"] = -1
    for state_names, events, sends, does, following in _rows(table):
        pairs = [pair.split(">") for pair in sends.split()]
        for state in state_names.split():
            for event in events.split():
                rule = rules[states[state], Event[event]]
                assert rule["next"] < 0, f"two rules for {state} x {event}"
                rule["next"] = states[state if following == "=" else following]
                rule["does"] = sum(actions[action] for action in does.split())
                for (message, target), send, to in zip(
                    pairs, ("send", "also_send"), ("to", "also_to"), strict=False
                ):
                    rule[send], rule[to] = Event[message], Target[target]
    return rules


def l1_rules() -> Records:
    """The table of an L1, as a new array of :data:`RULE` with shape (len(L1State), len(Event))."""
    return _rules(_L1, L1State, L1Action)


def home_rules() -> Records:
    """The table of a home, as a new array of :data:`RULE` with shape (len(HomeState), len(Event))."""
    return _rules(_HOME, HomeState, HomeAction)


def describe_rule(rules: Records, state: IntEnum, event: int) -> tuple[str, str, str]:
    """The messages, actions and next state of a rule, as names.

    Parameters
    ----------
    rules : ndarray of RULE
    state : L1State or HomeState
        The state. Its type determines which of the two tables is meant.
    event : int

    Returns
    -------
    sends, does, next_state : str
    """
    rule = rules[state, event]
    actions = L1Action if isinstance(state, L1State) else HomeAction
    sends = ", ".join(
        f"{Event(rule[send]).name} to {Target(rule[to]).name.lower()}"
        for send, to in (("send", "to"), ("also_send", "also_to"))
        if rule[send] >= 0
    )
    does = ", ".join(action.name.lower() for action in actions if rule["does"] & action)
    return sends, does, type(state)(rule["next"]).name


def protocol_markdown() -> str:
    """The messages and both tables of the protocol, as Markdown."""
    lines = ["## Messages", "", "| message | in gem5 | leg | class | flits |", "|---|---|---|---|---|"]
    for kind in MESSAGES:
        group = kind.message_class.name.lower()
        lines.append(f"| {kind.name} | {kind.reference_name} | {kind.leg.title} | {group} | {kind.flits} |")
    for title, rules, states in (("L1", l1_rules(), L1State), ("Home", home_rules(), HomeState)):
        lines += ["", f"## {title}", "", "| state | event | sends | does | next |", "|---|---|---|---|---|"]
        for state in states:
            for event in Event:
                if rules[state, event]["next"] >= 0:
                    cells = (state.name, event.name, *describe_rule(rules, state, event))
                    lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
