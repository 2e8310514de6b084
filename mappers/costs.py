"""The costs of communication and sharing between cores, as passed to a mapper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError


@dataclass(frozen=True)
class TransferCosts:
    """The cycles of a transfer, and the number of clusters that a core may hold.

    Attributes
    ----------
    hop_cycles : int
        Cycles of one message over one hop of the network.
    block_cycles : int
        Cycles in which a link carries one memory block.
    miss_cycles : int
        Cycles of one coherence miss, which fetches a shared block from another core's tile.
    clusters_per_core : int
        Threshold of the memory-centric mapping (4 in the paper's evaluation).
    message_cycles : int
        Cycles of a message between two cores in addition to its hops and to a message within a core.
    controllers : tuple of int
        The core next to each memory controller, if a page belongs to the controller nearest to the core that
        first touches it; empty if the mapping does not decide which controllers are used.
    block_service_cycles : float
        Cycles in which one controller serves one block.
    speeds : tuple of float
        The speed of each core: c cycles of work take c / speed cycles. Empty if all cores have the speed 1.
    """

    hop_cycles: int = 5
    block_cycles: int = 3
    miss_cycles: int = 60
    clusters_per_core: int = 4
    message_cycles: int = 6
    controllers: tuple[int, ...] = ()
    block_service_cycles: float = 0.0
    speeds: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        cycles = (
            self.hop_cycles,
            self.block_cycles,
            self.miss_cycles,
            self.message_cycles,
            self.block_service_cycles,
        )
        if min(cycles) < 0:
            raise OptionError("transfer costs must be >= 0 cycles")
        if self.clusters_per_core < 1:
            raise OptionError(f"clusters_per_core must be >= 1, got {self.clusters_per_core}")
        if not all(speed > 0 for speed in self.speeds):
            raise OptionError(f"the speed of a core must be > 0, got {min(self.speeds)}")

    def slowness(self, num_cores: int) -> NDArray[np.float64]:
        """The cycles that a cycle of work takes on each core, shape (num_cores,).

        Raises
        ------
        OptionError
            There are speeds, but not one for each core.
        """
        if not self.speeds:
            return np.ones(num_cores)
        if len(self.speeds) != num_cores:
            raise OptionError(
                f"there are {len(self.speeds)} speeds for {num_cores} cores; give each core one"
            )
        return 1.0 / np.array(self.speeds)
