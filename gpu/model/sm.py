"""The multiprocessors, each a front end, an LSU and an L1, and their advance through a quantum.

In each cycle with an event, a multiprocessor starts the blocks that are due, and lets each scheduler issue
one instruction. Cycles without an event are skipped. The LSU makes all passes before the next start of a
block at once (:func:`gpu.model.lsu.run_lsu`). Within a quantum a multiprocessor receives no response of the
L2, since the responses to its requests arrive after the end of the quantum.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpu.model.device import Device
from gpu.model.front_end import FrontEnd, choose, idle_front_ends, issue, start_block
from gpu.model.l1 import L1, begin_launch, empty_l1
from gpu.model.launch import Launches
from gpu.model.lsu import Lsu, enqueue, idle_lsus, run_lsu
from gpu.model.records import NEVER, Ints
from gpu.model.requests import InstructionStream
from partitioners.kernels.uncounted import uninlined_kernel


class Sms(NamedTuple):
    """The state of all multiprocessors."""

    front: FrontEnd
    lsu: Lsu
    l1: L1
    due: Ints  # (sms,): the cycle of the next event; NEVER: there is none
    until: Ints  # the end of this quantum
    at_cycle: Ints  # scratch memory of sorts by cycle in a quantum: counts, and then positions
    order: Ints  # scratch memory: what is sorted
    by_sm: Ints  # (sms,): scratch memory


def idle_sms(device: Device) -> Sms:
    """Create the state of multiprocessors without work."""
    front = idle_front_ends(device)
    return Sms(
        front=front,
        lsu=idle_lsus(device, device.warps_per_sm),
        l1=empty_l1(device),
        due=np.full(device.sms, NEVER),
        until=np.zeros(1, np.int64),
        at_cycle=np.zeros(device.l2_latency + 2, np.int64),  # a quantum is not longer than this latency
        order=np.zeros(max(device.sms * device.outstanding_sectors, front.ended.size), np.int64),
        by_sm=np.zeros(device.sms, np.int64),
    )


@uninlined_kernel
def advance(work: InstructionStream, s: Sms, launches: Launches, until: int) -> None:
    """Advance all multiprocessors through the cycles before ``until``."""
    schedulers = s.front.schedulers.shape[1]
    for sm in range(s.due.size):
        if s.due[sm] >= until:
            continue
        front, lsu = s.front.unit[sm], s.lsu.unit[sm]
        while True:
            start, launch = NEVER, 0
            if front.start_head < front.start_tail:
                first = s.front.starts[sm, front.start_head % s.front.starts.shape[1]]
                start, launch = first.cycle, first.launch
            run_lsu(work, s, launches, sm, min(start, until))
            t = start
            for number in range(schedulers):
                t = min(t, s.front.schedulers[sm, number].next)
            if t >= until:
                s.due[sm] = min(t, lsu.next)
                break
            if start == t:
                if launches.presence[launch, sm].seen == 0:
                    launches.presence[launch, sm].seen = 1
                    begin_launch(s.l1, sm, launches.table[launch].l1_sets)
                start_block(work, s, launches, sm, t)
                continue  # more blocks may be due
            for number in range(schedulers):
                if s.front.schedulers[sm, number].next == t:
                    slot = choose(s, sm, number, t)
                    if slot >= 0:
                        place = issue(work, s, launches, sm, number, slot, t)
                        if place >= 0:
                            enqueue(work, s, sm, place, t)
