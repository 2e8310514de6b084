"""Inspection of caches and directories: states, waiting transactions, and consistency."""

from __future__ import annotations

import numpy as np

from numasim.numa.coherence.cache import EMPTY
from numasim.numa.coherence.protocol import Event, HomeState, L1State
from numasim.numa.coherence.state import FREE_MESSAGE, Coherence
from partitioners.errors import InvariantError


def l1_state(c: Coherence, core: int, block: int) -> L1State:
    """The state of a block in an L1, including its write-back buffer."""
    lines = c.lines[core * c.l1_lines : (core + 1) * c.l1_lines]
    found = lines["state"][(lines["block"] == block) & (lines["state"] != EMPTY)]
    return L1State(found[0]) if found.size else L1State.I


def home_state(c: Coherence, block: int) -> HomeState:
    """The state of a block at its home."""
    entry = home_entry(c, block)
    return HomeState(c.home[entry]["state"]) if entry >= 0 else HomeState.NP


def home_entry(c: Coherence, block: int) -> int:
    """The entry of a block in ``c.home``, or -1 if its home does not have the block."""
    found = np.flatnonzero((c.home["block"] == block) & (c.home["state"] != EMPTY))
    return int(found[0]) if found.size else -1


def sharers(c: Coherence, block: int) -> set[int]:
    """The L1s that are sharers of a block according to the directory."""
    entry = home_entry(c, block)
    if entry < 0:
        return set()
    return {core for core in range(c.cores) if _shares(c, entry, core)}


def _shares(c: Coherence, entry: int, core: int) -> bool:
    return bool(c.sharers[c.home["sharers"][entry], core >> 6] >> (core & 63) & 1)


def waiting(c: Coherence) -> list[str]:
    """The waiting transactions: lines with a transaction in progress, and requests without a line."""
    said = []
    for index in np.flatnonzero(c.lines["state"] > L1State.M):
        line = c.lines[index]
        missing = f", {line['acks']} acknowledgements missing" if line["acks"] else ""
        state = L1State(line["state"]).name
        said.append(f"L1 {index // c.l1_lines} has block {line['block']} in {state}{missing}")
    for index in np.flatnonzero(c.home["state"] > HomeState.MT):
        line = c.home[index]
        queue = ", ".join(_queue(c, line["first"]))
        owner = f", owner {line['owner']}" if line["owner"] >= 0 else ""
        behind = f", and {queue} wait" if queue else ""
        where = f"home {index // c.home_lines} has block {line['block']}"
        said.append(f"{where} in {HomeState(line['state']).name}{owner}{behind}")
    for home, (first, _) in enumerate(c.starved.tolist()):
        if first >= 0:
            said.append(f"home {home} has no line for {', '.join(_queue(c, first))}")
    return said


def _queue(c: Coherence, m: int) -> list[str]:
    said: list[str] = []
    while m >= 0 and len(said) < 8:
        message = c.messages[m]
        said.append(f"{Event(message['kind']).name} of L1 {message['requestor']}")
        m = int(message["next"])
    return said


def audit(c: Coherence, messages_kept: int = 0) -> None:
    """Compare all caches with all directories when no transaction is in progress.

    Parameters
    ----------
    messages_kept : int
        Number of messages of the pool that the caller holds.

    Raises
    ------
    InvariantError
        A transaction is unfinished, a directory entry does not cover the copies of its block, a counter of
        used entries is wrong, or a message of the pool is lost.
    """
    if left := waiting(c):
        raise InvariantError(f"unfinished transactions: {'; '.join(left)}")
    if c.in_use.any() or c.home_buffers.any():
        raise InvariantError("an MSHR or a write-back entry is in use without a transaction")
    of_block = {int(c.home[i]["block"]): i for i in np.flatnonzero(c.home["state"] != EMPTY)}
    for index in np.flatnonzero(c.lines["state"] != EMPTY):
        line, core = c.lines[index], int(index // c.l1_lines)
        entry = of_block.get(int(line["block"]), -1)
        state = HomeState(c.home[entry]["state"]) if entry >= 0 else HomeState.NP
        shares = entry >= 0 and _shares(c, int(entry), core)
        owns = entry >= 0 and c.home[entry]["owner"] == core
        exclusive = line["state"] != L1State.S
        if not (state == HomeState.MT and owns if exclusive else state == HomeState.SS and shares):
            raise InvariantError(
                f"L1 {core} has block {line['block']} in {L1State(line['state']).name}, "
                f"but its home has it in {state.name}"
            )
    held = c.home["state"] != EMPTY
    for index in np.flatnonzero(held & ((c.home["state"] == HomeState.MT) | (c.home["owner"] >= 0))):
        block, owner = int(c.home["block"][index]), int(c.home["owner"][index])
        if owner < 0 or l1_state(c, owner, block) not in (L1State.E, L1State.M):
            raise InvariantError(f"L1 {owner} owns block {block} according to its home, but does not have it")
    following, m, free = c.messages["next"].tolist(), int(c.registers[FREE_MESSAGE]), set()
    while m >= 0 and m not in free:
        free.add(m)
        m = following[m]
    if lost := c.messages.size - messages_kept - len(free):
        raise InvariantError(f"{lost} messages of the pool are lost")
