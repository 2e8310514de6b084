"""The parameters of a machine's network: routers, links and sockets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from numasim.machine.sockets import Sockets
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import HeaderSize, MessageSize
from partitioners.errors import OptionError
from partitioners.text.integers import MAX_DELAY

if TYPE_CHECKING:
    from numasim.machine.router_parameters import RouterParameters


class Router(ConfigModel):
    """The parameters of the routers of `network: flit`; delays in cycles."""

    vcs: int = Field(
        default=2, ge=1, le=4, description="virtual channels of each of the three message classes"
    )
    buffer_flits: int = Field(
        default=8, ge=1, le=4096, description="buffer of each virtual channel of a port"
    )
    routing_delay: int = Field(
        default=1,
        ge=0,
        le=MAX_DELAY,
        description="cycles to compute the route; 0: the previous router has computed it",
    )
    vc_alloc_delay: int = Field(
        default=1, ge=1, le=MAX_DELAY, description="cycles to allocate a virtual channel"
    )
    sw_alloc_delay: int = Field(default=1, ge=1, le=MAX_DELAY, description="cycles to allocate the crossbar")
    st_final_delay: int = Field(default=1, ge=1, le=MAX_DELAY, description="cycles to cross the crossbar")
    credit_delay: int = Field(
        default=1, ge=0, le=MAX_DELAY, description="cycles until a returned credit is seen"
    )
    speculative: bool = Field(
        default=False, description="whether both allocations happen in one cycle; needs `vc_alloc_delay: 1`"
    )

    @property
    def cycles(self) -> int:
        """Length of the router pipeline: the cycles of a head flit in a router without contention."""
        vc_alloc_delay = 0 if self.speculative else self.vc_alloc_delay
        return self.routing_delay + vc_alloc_delay + self.sw_alloc_delay + self.st_final_delay

    @rule
    def _can_speculate(self) -> None:
        if self.speculative and self.vc_alloc_delay != 1:
            message = (
                f"must be 1 in a speculative router, which allocates a virtual channel and the crossbar in "
                f"one cycle, got {self.vc_alloc_delay}; set it to 1 or use `speculative: false`"
            )
            raise_problems([Problem(("vc_alloc_delay",), message)])


class NetworkParameters(ConfigModel):
    """The parameters of the network on chip, a mesh with XY routing."""

    other_names: ClassVar[Mapping[str, str]] = {"flit": "flit_size", "header": "header_size"}

    flit_size: MessageSize = Field(default=16, description="bytes on a link per cycle")
    header_size: HeaderSize = Field(default=8, description="header of every packet")
    injection_cycles: int = Field(
        default=1, ge=1, le=MAX_DELAY, description="cycles from a core to its router"
    )
    router_cycles: int | None = Field(
        default=None,
        ge=0,
        le=MAX_DELAY,
        description="length of the router pipeline; by default the sum of the stages of `router`",
    )
    link_cycles: int = Field(
        default=1, ge=1, le=MAX_DELAY, description="cycles from a router to the next router or to its core"
    )
    router: Router = Field(
        default=Router(), description="stages and buffers of the routers of `network: flit`"
    )
    sockets: Sockets | None = Field(
        default=None, description="division of the mesh into sockets with slower links between them"
    )

    @property
    def hop_cycles(self) -> int:
        """Cycles through one router and one link."""
        return (self.router.cycles if self.router_cycles is None else self.router_cycles) + self.link_cycles

    @property
    def socket_hop_cycles(self) -> int:
        """Cycles through one router and one link between sockets; ``hop_cycles`` without sockets."""
        link_cycles = self.link_cycles if self.sockets is None else self.sockets.link_cycles
        return self.hop_cycles - self.link_cycles + link_cycles

    def flit_router(self) -> RouterParameters:
        """The routers of `network: flit`. A hop takes as long as in the other networks.

        Raises
        ------
        OptionError
            ``router_cycles`` is not the sum of the stages, or a delay is too long.
        """
        from numasim.machine.message_class import MessageClass
        from numasim.machine.router_parameters import RouterParameters

        router = self.router
        if self.router_cycles not in (None, router.cycles):
            raise OptionError(
                f"router_cycles is {self.router_cycles}, but the router stages that `network: flit` uses add "
                f"up to {router.cycles}; remove router_cycles or change the stages"
            )
        return RouterParameters(
            vcs_per_class=router.vcs,
            classes=len(MessageClass),
            buffer_flits=router.buffer_flits,
            routing_delay=router.routing_delay,
            vc_alloc_delay=router.vc_alloc_delay,
            sw_alloc_delay=router.sw_alloc_delay,
            st_final_delay=router.st_final_delay,
            credit_delay=router.credit_delay,
            channel_delay=self.link_cycles,
            injection_delay=self.injection_cycles,
            source_delay=0,  # in every network, a message is at its port one cycle after it was sent
            speculative=router.speculative,
            sockets=self.sockets,
        )
