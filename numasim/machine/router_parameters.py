"""The parameters of a flit-level network: router stages, router buffers and channel delays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.text.integers import check_integer

if TYPE_CHECKING:
    from numasim.machine.sockets import Sockets

Count = TypeVar("Count", int, NDArray[np.int64])

MAX_VCS = 12
"""The input VCs of one router are the bits of one 64-bit word."""

MAX_DELAY = 1023
"""The calendar of a network has a slot for every cycle up to the longest delay."""

MAY_BE_ZERO = ("routing_delay", "credit_delay", "source_delay")


@dataclass(frozen=True)
class RouterParameters:
    """The parameters of a router and its channels; delays in cycles.

    Parameters
    ----------
    vcs_per_class : int
        Virtual channels that the packets of one message class share.
    classes : int
        Number of message classes. Each class has its own VCs in every buffer, so classes cannot block each
        other.
    buffer_flits : int
        Buffer size of each VC of each input port.
    routing_delay, vc_alloc_delay, sw_alloc_delay, st_final_delay : int
        Delays of the pipeline stages, see :mod:`numasim.numa.noc.flit_network`.
    credit_delay : int
        Cycles for which a router processes a received credit.
    channel_delay : int
        Delay of a channel from router to router or from a router to its tile.
    injection_delay : int
        Delay of a channel from a tile to its router.
    source_delay : int
        1: a packet takes one cycle from its creation to the channel of its source. 0: the caller injects the
        packet after this cycle.
    speculative : bool
        Whether head flits bid for the crossbar in the cycle in which they request a VC.
    sockets : Sockets, optional
        Division of the mesh into sockets. ``link_cycles`` is the channel delay between sockets, and
        ``flit_cycles`` is the number of cycles that a flit occupies such a link.

    Raises
    ------
    OptionError
        A value is out of range, or there are too many VCs, or a delay is too long.
    """

    vcs_per_class: int = 2
    classes: int = 1
    buffer_flits: int = 8
    routing_delay: int = 1
    vc_alloc_delay: int = 1
    sw_alloc_delay: int = 1
    st_final_delay: int = 1
    credit_delay: int = 1
    channel_delay: int = 1
    injection_delay: int = 1
    source_delay: int = 1
    speculative: bool = False
    sockets: Sockets | None = None

    def __post_init__(self) -> None:
        for field in fields(self)[:-1]:
            value, least = getattr(self, field.name), int(field.name not in MAY_BE_ZERO)
            if field.name == "speculative":
                if not isinstance(value, bool):
                    raise OptionError(f"a router's speculative must be true or false, got {value!r}")
                continue
            check_integer(f"a router's {field.name}", value, least)
        if self.source_delay > 1:
            raise OptionError(f"a router's source_delay must be 0 or 1, got {self.source_delay}")
        if self.vcs > MAX_VCS:
            raise OptionError(
                f"a router has at most {MAX_VCS} virtual channels per port, "
                f"got {self.classes} classes x {self.vcs_per_class}"
            )
        if self.speculative and self.vc_alloc_delay != 1:
            raise OptionError(
                f"a speculative router allocates a VC in the cycle in which it bids for the crossbar: "
                f"its vc_alloc_delay must be 1, got {self.vc_alloc_delay}"
            )
        if self.longest_delay > MAX_DELAY:
            raise OptionError(
                f"a router's delays may add up to at most {MAX_DELAY} cycles from one event to the next, "
                f"got {self.longest_delay}"
            )

    @property
    def vcs(self) -> int:
        """Virtual channels per port."""
        return self.classes * self.vcs_per_class

    @property
    def transit(self) -> int:
        """Cycles from the grant of the crossbar to the next router or the sink."""
        return self.sw_alloc_delay + self.st_final_delay + self.channel_delay

    @property
    def upstream_credit_delay(self) -> int:
        """Cycles from the grant of the crossbar until the previous router may use the credit."""
        return self.sw_alloc_delay + self.channel_delay + self.credit_delay

    @property
    def sink_credit_delay(self) -> int:
        """Cycles from the grant of the crossbar until the router may use the sink's credit."""
        return self.transit + 1 + self.channel_delay + self.credit_delay

    @property
    def socket_channel_delay(self) -> int:
        """Delay of a channel between routers of different sockets."""
        return self.channel_delay if self.sockets is None else self.sockets.link_cycles

    @property
    def socket_flit_cycles(self) -> int:
        """Cycles for which a flit occupies a link between sockets."""
        return 1 if self.sockets is None else self.sockets.flit_cycles

    @property
    def socket_buffer_flits(self) -> int:
        """Size of each VC's buffer at the end of a link between sockets, in flits.

        It is ``buffer_flits`` plus the flits that the link carries until the credit of a flit returns: the
        link delay, the pipeline delay of a head flit up to the crossbar, and the return delay of the credit.
        """
        if self.sockets is None:
            return self.buffer_flits
        loop = self.socket_hop_cycles + self.upstream_credit_delay
        loop += self.socket_channel_delay - self.channel_delay
        return self.buffer_flits + -(-loop // self.sockets.flit_cycles)

    @property
    def injection(self) -> int:
        """Cycles from a source to its router."""
        return self.source_delay + self.injection_delay

    @property
    def source_credit_delay(self) -> int:
        """Cycles from the grant of the crossbar until the source may use the credit."""
        return self.sw_alloc_delay + self.injection_delay + 1 - self.source_delay

    @property
    def lookahead(self) -> int:
        """Minimum number of cycles from a grant of the crossbar to its first effect in another router."""
        shorter = min(0, self.socket_channel_delay - self.channel_delay)
        return min(self.transit, self.upstream_credit_delay) + shorter

    @property
    def longest_delay(self) -> int:
        """Maximum number of cycles from one event to the next."""
        longer = self.socket_channel_delay - self.channel_delay
        return max(
            self.transit + longer,
            self.upstream_credit_delay + longer,
            self.sink_credit_delay,
            self.injection,
            self.source_credit_delay,
            self.vc_alloc_delay,
            1 + self.routing_delay,
        )

    @property
    def hop_cycles(self) -> int:
        """Cycles from router to router without contention."""
        return self.routing_delay + (0 if self.speculative else self.vc_alloc_delay) + self.transit

    @property
    def socket_hop_cycles(self) -> int:
        """Cycles from router to router over a link between sockets without contention."""
        return self.hop_cycles + self.socket_channel_delay - self.channel_delay

    def zero_load_latency(self, routers: Count, flits: int, crossed: Count | int = 0) -> Count:
        """Cycles from the creation of a packet to its tail's arrival, alone and with sufficient buffers.

        Parameters
        ----------
        routers : int or ndarray of int64
            Routers on the route.
        crossed : int or ndarray of int64
            Links between sockets on the route.
        """
        of_socket = self.socket_hop_cycles - self.hop_cycles + (flits - 1) * (self.socket_flit_cycles - 1)
        return self.injection + routers * self.hop_cycles + crossed * of_socket + flits - 1


ROUTERS = {
    "A": RouterParameters(),
    "B": RouterParameters(routing_delay=0, credit_delay=2),
    "C": RouterParameters(routing_delay=0, speculative=True),
}
"""A: four stages. B: lookahead routing. C: lookahead routing and speculation. 5, 4 and 3 cycles per hop."""
