"""The costs of communication and sharing between cores, as passed to a mapper."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    hop_cycles: int = 5
    block_cycles: int = 3
    miss_cycles: int = 60
    clusters_per_core: int = 4

    def __post_init__(self) -> None:
        if min(self.hop_cycles, self.block_cycles, self.miss_cycles) < 0:
            raise OptionError("transfer costs must be >= 0 cycles")
        if self.clusters_per_core < 1:
            raise OptionError(f"clusters_per_core must be >= 1, got {self.clusters_per_core}")
