"""Advance of the whole device, quantum by quantum, until a launch ends or the host acts.

This function and all that it calls are compiled without Numba's runtime (``_nrt=False``), which would count
references to each array of a tuple wherever the array is used. That took most of the time of the model. The
caller from Python owns the arrays during the call. Without the runtime no array can be created, so the state
has scratch memory.
"""

from __future__ import annotations

from gpu.model.l2 import L2, serve
from gpu.model.launch import Launches, Scheduler, schedule
from gpu.model.records import NEVER, Records
from gpu.model.requests import InstructionStream
from gpu.model.sm import Sms, advance
from partitioners.kernels.uncounted import uncounted_njit, uninlined_kernel


@uncounted_njit
def advance_device(
    work: InstructionStream,
    s: Sms,
    launches: Launches,
    l2: L2,
    plan: Scheduler,
    arrivals: Records,
    begin: int,
    quantum: int,
    stop: int,
    quanta: int,
) -> int:
    """Advance the device from cycle ``begin`` on; return the cycle that it has reached.

    It stops at cycle ``stop``, after a quantum in which a launch has ended, after some quanta, and when
    nothing can happen any more (it then returns NEVER). ``arrivals`` are launches at ``begin``. The blocks
    that ended are in ``s.front.ended``.
    """
    s.front.ended_count[0] = 0
    waiting = arrivals
    for _ in range(quanta):
        if waiting.size == 0:
            event = next_event(s, plan)
            if event == NEVER and stop == NEVER:
                return NEVER
            begin = max(begin, min(event, stop))
        if begin == stop or s.front.ended_count[0] + s.front.blocks.size > s.front.ended.size:
            break
        until = min(begin + quantum, stop)
        first = s.front.ended_count[0]
        s.front.launched_count[:] = 0
        s.until[0] = until
        advance(work, s, launches, until)
        serve(work, s, launches, l2, until)
        schedule(work, s, launches, plan, waiting, first)
        waiting = arrivals[:0]
        begin = until
        if _has_ended(launches):
            break
    return begin


@uninlined_kernel
def next_event(s: Sms, plan: Scheduler) -> int:
    """The earliest cycle in which anything can happen; NEVER if nothing can."""
    server, event = plan.server[0], NEVER
    if server.head < server.tail:
        event = plan.queue[server.head % plan.queue.size].arrival
    for sm in range(s.due.size):
        event = min(event, s.due[sm], s.lsu.sent[sm])
    return event


@uninlined_kernel
def _has_ended(launches: Launches) -> bool:
    """Mark the launches of which all blocks have ended and all sectors are served; whether there are any."""
    found = False
    for root in range(launches.table.size):
        entry = launches.table[root]
        if entry.root != root or entry.kernels == 0 or entry.grids == 0 or entry.open_blocks > 0:
            continue
        unserved = 0
        for slot in range(root, root + entry.kernels):
            unserved += launches.table[slot].unserved
        if unserved == 0:
            entry.has_ended = 1
            found = True
    return found
