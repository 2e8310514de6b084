"""The main memory: controllers with a latency and a bandwidth, and the placement of pages.

A read is a control packet (a header) to the controller that owns the block, the controller's service, and a
data packet (a block and a header) back. A write is a data packet to the controller and a control packet back.
A controller serves one block at a time at its bandwidth in order of arrival. The latency is added to the
service time and is pipelined (:mod:`numasim.numa.simpy_engine.controller`).

The placement determines the controller that owns a page. ``interleave`` assigns pages to the controllers in
turn. ``node:N`` assigns all pages to one controller (with a single controller, this is uniform memory
access). ``first_touch`` assigns a page to the controller nearest to the first core that requests a block of
it (within a cycle, the request with the lowest number; at equal distance, the first controller).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import simpy
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import MemoryCounts
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.network_interface import Network

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.simpy_engine.controller import Controller


class Memory(MemoryCounts):
    """The controllers and the owners of the pages."""

    controllers: list[Controller]

    part: ClassVar[str] = "memory"

    def __init__(
        self, clock: Clock, network: Network, machine: Machine, controllers: list[Controller]
    ) -> None:
        super().__init__(machine.controller_tiles, controllers)
        self._clock = clock
        self._network = network
        self._header = machine.network.header_size
        self._block = machine.memory.block
        self._blocks_per_page = machine.memory.page // machine.memory.block
        dram = machine.memory.dram
        self._blocks_per_row = 1 if dram is None else dram.row // machine.memory.block
        self._distances = machine.topology.distances
        placement = machine.memory.placement
        self._node = int(placement.removeprefix("node:")) if placement.startswith("node:") else None
        self._first_touch = placement == "first_touch"
        self._interleaved = placement == "interleave"
        self._owner: dict[int, int] = {}
        self._touched: list[tuple[int, int, int]] = []

    def touch(self, number: int, core: int, block: int) -> None:
        """Announce an access at its issue, because the first access determines the owner of a page."""
        page = block // self._blocks_per_page
        if self._first_touch and page not in self._owner:
            if not self._touched:
                self._clock.call_for_placement(self._place_pages)
            self._touched.append((number, core, page))

    def place_before(self, writer_of_page: NDArray[np.int32], core_of_writer: NDArray[np.int64]) -> None:
        """Place pages, with ``first_touch``, that were written before the run began.

        Parameters
        ----------
        writer_of_page : ndarray of int32, shape (pages,)
            -1 for unwritten pages.
        core_of_writer : ndarray of int64
            The core of each writer.
        """
        if self._first_touch:
            nearest = self._distances[:, list(self.tiles)].argmin(axis=1)
            written = np.flatnonzero(writer_of_page >= 0)
            owners = nearest[core_of_writer[writer_of_page[written]]]
            self._owner = dict(zip(written.tolist(), owners.tolist(), strict=True))

    def read(self, number: int, core: int, block: int) -> Generator[simpy.Event]:
        """Fetch a block. The generator ends when its last flit reaches the core."""
        self.reads += 1
        yield from self._access(number, core, block, self._header, self._block + self._header)

    def write(self, number: int, core: int, block: int) -> Generator[simpy.Event]:
        """Write a block back. The generator ends when the acknowledgement reaches the core."""
        self.writes += 1
        yield from self._access(number, core, block, self._block + self._header, self._header)

    def _access(self, number: int, core: int, block: int, there: int, back: int) -> Generator[simpy.Event]:
        env = self._clock.env
        yield env.timeout(1)
        controller = self.controller(block)
        tile = self.tiles[controller]
        yield from self._network.carry(number, core, tile, there, MessageClass.REQUEST, self.traffic)
        yield self._serve(number, controller, block)
        yield from self._network.carry(number, tile, core, back, MessageClass.RESPONSE, self.traffic)

    def serve(self, number: int, controller: int, block: int, *, is_read: bool) -> simpy.Event:
        """Serve a block of a request that has arrived at a controller through the caller's protocol."""
        if is_read:
            self.reads += 1
        else:
            self.writes += 1
        return self._serve(number, controller, block)

    def _serve(self, number: int, controller: int, block: int) -> simpy.Event:
        if self._interleaved:  # the pages of a controller are contiguous in its rows
            page, within = divmod(block, self._blocks_per_page)
            block = page // len(self.tiles) * self._blocks_per_page + within
        return self.controllers[controller].access(number, block // self._blocks_per_row)

    def controller(self, block: int) -> int:
        """The controller that owns a block. With ``first_touch``, it is known one cycle after the touch."""
        page = block // self._blocks_per_page
        if self._node is not None:
            return self._node
        if self._first_touch:
            return self._owner[page]
        return page % len(self.tiles)

    def _place_pages(self) -> None:
        touched, self._touched = self._touched, []
        for _, core, page in sorted(touched):
            if page not in self._owner:
                nearest = min(range(len(self.tiles)), key=lambda k: (self._distances[core, self.tiles[k]], k))
                self._owner[page] = nearest
