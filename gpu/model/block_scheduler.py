"""The block scheduler, which assigns blocks to multiprocessors.

Blocks are assigned in their order when resources become free. Launches that arrived earlier come first; a
later launch gets the remaining resources. A block goes to the multiprocessor with the fewest blocks among
those that it fits (ties: lowest number), and starts ``dispatch_cycles`` after the event that freed the
resources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpu.model.device import Device
from gpu.model.occupancy import Occupancy
from gpu.model.sm_state import Ints, Records, Sms
from partitioners.kernel_cache import njit


@dataclass(eq=False)
class GridOnDevice:
    """One launch whose blocks are being assigned."""

    slot: int
    blocks: int
    occupancy: Occupancy
    arrival: int
    ended: Any  # the event on which its stream waits
    next_block: int = 0
    ended_blocks: int = 0
    last_end: int = 0
    held: Ints = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def need(self) -> Ints:
        """Resources of a block: warps, blocks, registers, bytes of shared memory."""
        o = self.occupancy
        return np.array([o.warps_of_block, 1, o.registers_of_block, o.shared_of_block])


class BlockScheduler:
    """Assigns blocks to multiprocessors.

    Attributes
    ----------
    grids : list of GridOnDevice
        The launches that have not ended, in the order of arrival.
    """

    def __init__(self, device: Device, sms: Sms) -> None:
        self.grids: list[GridOnDevice] = []
        self._delay = device.dispatch_cycles
        self._sms = sms
        shared = device.shared_carveouts[-1]
        room = (device.warps_per_sm, device.blocks_per_sm, device.registers_per_sm, shared)
        self._free = np.tile(np.array(room), (device.sms, 1))

    def happened(self, arrived: Sequence[GridOnDevice], ended: Records) -> None:
        """Process launches that arrived and blocks that ended, each in the order of time.

        Parameters
        ----------
        arrived : sequence of GridOnDevice
        ended : records of type gpu.model.sm_state.ENDED_BLOCK
        """
        waiting = list(arrived)
        by_slot = {grid.slot: grid for grid in self.grids}
        k = 0
        while waiting or k < len(ended):
            cycle = min(
                [grid.arrival for grid in waiting[:1]] + [int(each) for each in ended["cycle"][k : k + 1]]
            )
            while k < len(ended) and ended[k]["cycle"] == cycle:
                grid = by_slot[int(ended[k]["launch"])]
                sm = ended[k]["sm"]
                self._free[sm] += grid.need
                grid.held[sm] -= 1
                grid.ended_blocks += 1
                grid.last_end = cycle
                k += 1
            while waiting and waiting[0].arrival == cycle:
                grid = waiting.pop(0)
                grid.held = np.zeros(len(self._free), np.int64)
                grid.last_end = cycle
                self.grids.append(grid)
                by_slot[grid.slot] = grid
            for grid in self.grids:
                if grid.next_block < grid.blocks:
                    grid.next_block = _give_out(
                        self._sms,
                        self._free,
                        grid.held,
                        grid.need,
                        grid.occupancy.blocks,
                        grid.slot,
                        grid.next_block,
                        grid.blocks,
                        cycle + self._delay,
                    )


@njit(cache=True)
def _give_out(s, free, held, need, most, launch, block, blocks, cycle):  # type: ignore[no-untyped-def]
    """Assign as many blocks as fit; return the first block that is left."""
    while block < blocks:
        best = -1
        for sm in range(held.size):
            if held[sm] < most and (free[sm] >= need).all() and (best < 0 or free[sm, 1] > free[best, 1]):
                best = sm
        if best < 0:
            break
        free[best] -= need
        held[best] += 1
        unit = s.sm[best]
        start = s.starts[best, unit.start_tail % s.starts.shape[1]]
        start.cycle = cycle
        start.launch = launch
        start.block = block
        unit.start_tail += 1
        block += 1
    return block
