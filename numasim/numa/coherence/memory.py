"""The memory of the protocol. It responds to every message immediately, and its caller adds the time."""

from __future__ import annotations

import numpy as np

from numasim.numa.coherence.controller import release_message, report_violation, send
from numasim.numa.coherence.protocol import Event
from numasim.numa.coherence.state import Coherence, Problem
from partitioners.kernels.uncounted import kept_kernel


@kept_kernel
def memory_deliver(c: Coherence, m: int) -> None:
    """Deliver a message to a memory controller."""
    message = c.messages[m]
    block = message.block
    value = np.int64(0)
    if c.blocks.size:
        check = c.blocks[block]
        if message.kind == Event.MEM_WRITE:
            check.memory = message.value
        if check.memory != check.value:
            report_violation(c, Problem.STALE_MEMORY, message.target, block, 0, message.kind)
        value = check.memory
    answer = np.int64(Event.MEM_ACK)
    if message.kind == Event.MEM_GET:
        answer = np.int64(Event.MEM_DATA)
    elif message.kind != Event.MEM_WRITE and message.kind != Event.MEM_CLEAN:
        report_violation(c, Problem.MEMORY_CANNOT, message.target, block, 0, message.kind)
    home = np.int64(message.source)
    send(c, answer, block, np.int64(message.target), home, home, 0, value)
    release_message(c, m)
