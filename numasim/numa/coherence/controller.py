"""Common functions of the controllers of L1s, homes and memory: messages, queues, violations."""

from __future__ import annotations

from numasim.numa.coherence.cache import EMPTY
from numasim.numa.coherence.state import (
    FREE_MESSAGE,
    OUTBOX,
    PROBLEM,
    PROBLEM_BLOCK,
    PROBLEM_EVENT,
    PROBLEM_STATE,
    PROBLEM_UNIT,
    Coherence,
    Problem,
)
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import kept_kernel


@kept_kernel
def new_message(c: Coherence, kind: int, block: int, source: int, target: int) -> int:
    """Take a message from the pool. Its requestor is the source, and all other fields are 0."""
    m = c.registers[FREE_MESSAGE]
    if c.messages[m].next < 0:
        c.registers[PROBLEM] = Problem.TOO_MANY_MESSAGES
        return m
    message = c.messages[m]
    c.registers[FREE_MESSAGE] = message.next
    message.kind = kind
    message.block = block
    message.source = source
    message.target = target
    message.requestor = source
    message.acks = 0
    message.value = 0
    message.next = -1
    return m


@kept_kernel
def release_message(c: Coherence, m: int) -> None:
    """Return a message to the pool."""
    c.messages[m].next = c.registers[FREE_MESSAGE]
    c.registers[FREE_MESSAGE] = m


@kept_kernel
def put_out(c: Coherence, m: int) -> None:
    """Put a message or a performed operation into the outbox."""
    count = c.registers[OUTBOX]
    c.outbox[count] = m
    c.registers[OUTBOX] = count + 1


@kept_kernel
def send(
    c: Coherence, kind: int, block: int, source: int, target: int, requestor: int, acks: int, value: int
) -> None:
    """Put out a new message and count it."""
    m = new_message(c, kind, block, source, target)
    message = c.messages[m]
    message.requestor = requestor
    message.acks = acks
    message.value = value
    c.sent[kind] += 1
    put_out(c, m)


@kept_kernel
def report_violation(c: Coherence, problem: Problem, unit: int, block: int, state: int, event: int) -> None:
    """Record the first problem, at which the caller stops."""
    if c.registers[PROBLEM] == 0:
        c.registers[PROBLEM] = problem
        c.registers[PROBLEM_UNIT] = unit
        c.registers[PROBLEM_BLOCK] = block
        c.registers[PROBLEM_STATE] = state
        c.registers[PROBLEM_EVENT] = event


@kept_kernel
def wait(c: Coherence, line: Record, m: int) -> None:
    """Append a message to the queue of a line (a record of either level)."""
    c.messages[m].next = -1
    if line.first < 0:
        line.first = m
    else:
        c.messages[line.last].next = m
    line.last = m


@kept_kernel
def move(line: Record, entry: Record) -> None:
    """Move a line from its set to an empty entry of the write-back buffer."""
    entry.block = line.block
    entry.value = line.value
    entry.state = line.state
    entry.acks = 0
    entry.first = line.first
    entry.last = line.last
    line.state = EMPTY
