"""Advance of the multiprocessors through a quantum.

In each cycle with an event, a multiprocessor starts the blocks that are due, and lets each scheduler issue
one instruction. Cycles without an event are skipped. The LSU makes all passes before the next start of a
block at once (:func:`gpu.model.lsu.run_lsu`). Within a quantum a multiprocessor receives no response of the
L2, since the responses to its requests arrive after the end of the quantum.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from gpu.model.lsu import run_lsu
from gpu.model.sm_state import NEVER
from gpu.model.warp_issue import choose, issue, start_block
from partitioners.kernels.cache import njit


@njit(cache=True, error_model="numpy", _nrt=False)
def advance(limits, work, s, launches, until):
    """Advance all multiprocessors through the cycles before ``until``."""
    for sm in range(s.sm.size):
        if s.due[sm] >= until:
            continue
        unit = s.sm[sm]
        while True:
            start = NEVER
            if unit.start_head < unit.start_tail:
                start = s.starts[sm, unit.start_head % s.starts.shape[1]].cycle
            run_lsu(limits, work, s, launches, sm, min(start, until))
            t = start
            for number in range(limits.schedulers):
                t = min(t, s.schedulers[sm, number].next)
            if t >= until:
                s.due[sm] = min(t, unit.lsu_next)
                break
            if start == t:
                start_block(limits, work, s, launches, sm, t)
                continue  # more blocks may be due
            for number in range(limits.schedulers):
                if s.schedulers[sm, number].next == t:
                    slot = choose(limits, s, sm, number, t)
                    if slot >= 0:
                        issue(limits, work, s, launches, sm, number, slot, t)
