"""The counters of the traffic of a network."""

from __future__ import annotations

from dataclasses import dataclass, field

from numasim.machine.message_class import MessageClass


@dataclass
class Traffic:
    """The network traffic of one kind of message (values, memory, barrier).

    ``by_hops`` contains the packets and flits by message class and number of links.
    """

    packets: int = 0
    bytes: int = 0
    flits_injected: int = 0
    flits_ejected: int = 0
    flit_hops: int = 0
    latency_cycles: int = 0
    by_hops: dict[tuple[MessageClass, int], tuple[int, int]] = field(default_factory=dict)
