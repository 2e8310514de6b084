"""The simulated machine: a mesh of cores, its network and its memory, checked when it is put together.

The defaults are those of Table 2 of the vertex-cut paper (arXiv 2020), where it gives them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from mappers.costs import TransferCosts
from mappers.topology import Mesh
from numasim.expectations import Expected, show
from numasim.presets import machine_document
from numasim.problems import Problem, find_problems, in_file_order, refuse
from numasim.units import Duration, Frequency, Rate, Size, Time, exact, format_size
from partitioners.errors import ConfigError, OptionError

if TYPE_CHECKING:
    from numasim.numa.flit_network import RouterParameters

MAX_TILES = 65_536


class Strict(BaseModel):
    """A part of a configuration: every key known, every value of its own type, nothing changed afterwards."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


class MeshSize(Strict):
    """How many tiles a mesh has each way."""

    width: int = Field(ge=1, le=MAX_TILES)
    height: int = Field(ge=1, le=MAX_TILES)

    @model_validator(mode="after")
    def _not_too_large(self) -> Self:
        if self.width * self.height > MAX_TILES:
            raise ValueError(f"{self.width} x {self.height} tiles; at most {MAX_TILES} are supported")
        return self


def _mesh(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MeshSize.model_validate(value)
    if isinstance(value, MeshSize) or value == "clusters":
        return value
    raise PydanticCustomError("expected", "")


def _controllers(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        if not value:
            raise ValueError("the list is empty; a machine needs at least one memory controller")
        problems = []
        for k, tile in enumerate(value):
            pair = tile if isinstance(tile, (list, tuple)) else [tile]
            if len(pair) != (2 if pair is tile else 1) or any(type(n) is not int or n < 0 for n in pair):
                problems.append(Problem((k,), f"expected a tile id or a pair [x, y], got {show(tile)}"))
        refuse(problems)
        return tuple(tuple(tile) if isinstance(tile, (list, tuple)) else tile for tile in value)
    if value in ("corners", "center", "all"):
        return value
    raise PydanticCustomError("expected", "")


def _placement(value: Any) -> Any:
    if isinstance(value, str):
        number = value.removeprefix("node:")
        if value in ("first_touch", "interleave") or (
            number != value and number.isascii() and number.isdigit()
        ):
            return value
    raise PydanticCustomError("expected", "")


class LatencyParameters(Strict):
    """Cycles from the issue of an instruction to its result, by class; for simulated memory."""

    integer: int = Field(default=1, ge=1)
    integer_multiply: int = Field(default=3, ge=1)
    integer_divide: int = Field(default=18, ge=1)
    float_add: int = Field(default=4, ge=1)
    float_multiply: int = Field(default=4, ge=1)
    float_divide: int = Field(default=13, ge=1)
    float_function: int = Field(default=18, ge=1)
    convert: int = Field(default=4, ge=1)
    move: int = Field(default=1, ge=1)
    branch: int = Field(default=1, ge=1)
    call: int = Field(default=1, ge=1)


class CoreParameters(Strict):
    """One core. Width, window and latencies matter where memory is simulated; see the execution model.

    The defaults of width and window are those of gem5's out-of-order core, which the paper used.
    """

    clusters: int = Field(
        default=4, ge=1, description="clusters that a mapper may put on a core before it needs a reason"
    )
    mshrs: int = Field(default=16, ge=1, description="outstanding memory reads, or misses, of a core")
    issue_width: int = Field(default=8, ge=1, le=64, description="instructions that may begin in a cycle")
    window: int = Field(
        default=192, ge=1, le=65_536, description="instructions from the oldest unfinished one on"
    )
    write_backs: int = Field(
        default=16, ge=1, description="blocks on their way out of an L1, or of a slice of the L2"
    )
    latencies: LatencyParameters = LatencyParameters()


class CacheParameters(Strict):
    """One cache, or one slice of a distributed cache; its blocks are those of the memory."""

    size: Size = Field(description="in bytes: sets x ways x block")
    ways: int = Field(ge=1, description="blocks of a set; the least recently used one makes room")
    latency_cycles: int = Field(ge=1, description="from a request to the hit, or to what it sends")


class L1Parameters(CacheParameters):
    """The private cache of a core."""

    size: Size = Field(default=64 * 1024, description="in bytes: sets x ways x block")
    ways: int = Field(default=4, ge=1, description="blocks of a set; the least recently used one makes room")
    latency_cycles: int = Field(default=1, ge=1, description="from a request to the hit, or to what it sends")


class L2Parameters(CacheParameters):
    """A slice of the shared cache, one a tile, with its part of the directory."""

    size: Size = Field(default=256 * 1024, description="in bytes: sets x ways x block")
    ways: int = Field(default=8, ge=1, description="blocks of a set; the least recently used one makes room")
    latency_cycles: int = Field(default=6, ge=1, description="from a request to the hit, or to what it sends")


class Router(Strict):
    """What the routers of `network: flit` are made of; delays in cycles."""

    vcs: int = Field(
        default=2, ge=1, le=4, description="virtual channels of each of the three message classes"
    )
    buffer_flits: int = Field(default=8, ge=1, le=4096, description="of each virtual channel of a port")
    routing_delay: int = Field(default=1, ge=0, description="0: the router before has computed the route")
    vc_alloc_delay: int = Field(default=1, ge=1, description="allocation of a virtual channel")
    sw_alloc_delay: int = Field(default=1, ge=1, description="allocation of the crossbar")
    st_final_delay: int = Field(default=1, ge=1, description="traversal of the crossbar")
    credit_delay: int = Field(default=1, ge=0, description="until a credit that came back is seen")
    speculative: bool = Field(
        default=False, description="both allocations in one cycle, where `vc_alloc_delay` is 1"
    )

    @property
    def cycles(self) -> int:
        """The pipeline of a router: what a head flit spends in it without contention."""
        vc_alloc_delay = 0 if self.speculative else self.vc_alloc_delay
        return self.routing_delay + vc_alloc_delay + self.sw_alloc_delay + self.st_final_delay

    @model_validator(mode="after")
    def _can_speculate(self) -> Self:
        if self.speculative and self.vc_alloc_delay != 1:
            message = (
                f"must be 1 in a speculative router, which allocates a virtual channel and the crossbar in "
                f"one cycle, got {self.vc_alloc_delay}; or use `speculative: false`"
            )
            refuse([Problem(("vc_alloc_delay",), message)])
        return self


class Sockets(Strict):
    """A mesh that is split into sockets of one size, with links of their own kind from one to the next."""

    across: int = Field(default=1, ge=1, description="sockets side by side; they share the width equally")
    down: int = Field(
        default=1, ge=1, description="sockets one below the other; they share the height equally"
    )
    link_cycles: int = Field(ge=1, description="from a router to one of the next socket")
    flit_cycles: int = Field(default=1, ge=1, description="that a flit holds a link between sockets")

    @model_validator(mode="after")
    def _more_than_one(self) -> Self:
        if self.across * self.down == 1:
            raise ValueError(
                "one socket has no links to another; give `across` or `down` of at least 2, or leave it out"
            )
        return self


class NetworkParameters(Strict):
    """The network on chip: XY routing on the mesh."""

    flit: Size = Field(default=16, ge=1, description="bytes that a link carries in a cycle")
    header: Size = Field(default=8, ge=1, description="bytes that head every packet")
    injection_cycles: int = Field(default=1, ge=1, description="from a core to its router")
    router_cycles: int | None = Field(
        default=None, ge=0, description="the pipeline of a router; the sum of the stages of `router`"
    )
    link_cycles: int = Field(default=1, ge=1, description="from a router to the next, or to its core")
    router: Router = Router()
    sockets: Sockets | None = Field(
        default=None, description="the mesh is split into sockets, with slower links between them"
    )

    @property
    def hop_cycles(self) -> int:
        """One router and one link, in cycles."""
        return (self.router.cycles if self.router_cycles is None else self.router_cycles) + self.link_cycles

    @property
    def socket_hop_cycles(self) -> int:
        """One router and one link to another socket, in cycles; where there is none, those of any link."""
        link_cycles = self.link_cycles if self.sockets is None else self.sockets.link_cycles
        return self.hop_cycles - self.link_cycles + link_cycles

    def flit_router(self) -> RouterParameters:
        """The routers of `network: flit`, whose hop takes as long as those of the other networks.

        Raises
        ------
        OptionError
            Another number of ``router_cycles`` than that of the stages, delays that are too long, or sockets.
        """
        from numasim.numa.flit_network import RouterParameters
        from numasim.numa.message_class import MessageClass

        router = self.router
        if self.sockets is not None:
            raise OptionError(
                "the links of `network: flit` are all alike, and the machine has network.sockets, whose "
                "links are not; use `network: packet`, or leave the sockets out"
            )
        if self.router_cycles not in (None, router.cycles):
            raise OptionError(
                f"router_cycles is {self.router_cycles}, and the stages of the router, which `network: flit` "
                f"takes, add up to {router.cycles}; leave router_cycles out, or change the stages"
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
            source_delay=0,  # a message is at its port a cycle after it was sent, in every network
            speculative=router.speculative,
        )


class DramParameters(Strict):
    """The banks behind a controller, each with a row buffer that keeps its last row open.

    The times are those of DDR3-1600 11-11-11 (JEDEC JESD79-3), whose rank of eight chips has rows of 8 KiB.
    """

    banks: int = Field(default=8, ge=1, le=1024, description="of each controller; rows go to them in turn")
    row: Size = Field(
        default=8192, description="bytes of a row buffer; a multiple of the block, and at most the capacity"
    )
    activate: Time = Field(
        default=Duration(Fraction(1375, 10**11), False),
        description="tRCD: a row is opened, before its first access",
    )
    precharge: Time = Field(
        default=Duration(Fraction(1375, 10**11), False),
        description="tRP: the row that a bank has open is closed, before another is opened",
    )


class MemoryParameters(Strict):
    """Main memory: controllers at tiles of the mesh."""

    capacity: Size = Field(default=4 * 2**30, description="of the whole machine")
    block: Size = Field(default=32, description="what a controller reads or writes at once; a power of two")
    page: Size = Field(
        default=4096, description="what `placement` deals out to controllers; a multiple of `block`"
    )
    controllers: Annotated[
        Literal["corners", "center", "all"] | tuple[int | tuple[int, int], ...],
        BeforeValidator(_controllers),
        Expected("corners, center, all, or a list of tile ids or [x, y] pairs"),
    ] = Field(
        default="corners",
        description="the tiles that have a memory controller; numbered from 0 in this order",
    )
    bandwidth: Rate = Field(default=8 * 10**9, description="how fast blocks are served")
    per: Literal["machine", "controller"] = Field(
        default="machine", description="whether the controllers share `bandwidth` equally or each has it"
    )
    latency: Time = Field(
        default=Duration(Fraction(50, 10**9), False),
        description="of one access, beside bandwidth and network; pipelined",
    )
    placement: Annotated[
        str,
        BeforeValidator(_placement),
        Expected("one of first_touch, interleave, node:N (N is a controller's number)"),
    ] = Field("first_touch", description="which controller owns a page")
    dram: DramParameters | None = Field(
        default=None, description="banks and row buffers; without, every access takes `latency` alone"
    )

    @model_validator(mode="after")
    def _sizes_fit(self) -> Self:
        block, page, capacity = (format_size(size) for size in (self.block, self.page, self.capacity))
        problems = []
        if self.block & (self.block - 1):
            problems.append(Problem(("block",), f"must be a power of two, got {block}"))
        elif self.page % self.block:
            problems.append(Problem(("page",), f"must be a multiple of the block of {block}, got {page}"))
        if self.capacity < self.page:
            problems.append(Problem(("capacity",), f"must hold at least one page of {page}, got {capacity}"))
        if self.dram is not None:
            row = format_size(self.dram.row)
            if self.dram.row % self.block:
                problems.append(
                    Problem(("dram", "row"), f"must be a multiple of the block of {block}, got {row}")
                )
            if self.dram.row * self.dram.banks > self.capacity:
                message = f"{self.dram.banks} rows of {row} open at once exceed the capacity of {capacity}"
                problems.append(Problem(("dram", "row"), message))
        refuse(problems)
        return self


class EnergyParameters(Strict):
    """What one of each of the counted things costs, in picojoules; see :mod:`numasim.energy`.

    The defaults are published figures of 40 and 45 nm. M. Horowitz, "Computing's energy problem (and what we
    can do about it)", ISSCC 2014, 45 nm: an addition as an instruction 70 pJ, 64 bits out of a cache of 32 KB
    20 pJ and of 1 MB 100 pJ, out of DRAM 1.3 to 2.6 nJ. S. W. Keckler et al., "GPUs and the future of
    parallel computing", IEEE Micro 31(5), 2011, 40 nm: 310 pJ for 256 bits over 10 mm of wire, which is about
    2 pJ a byte over a tile of 2 mm; the router is taken to cost as much again, and that is our choice.
    """

    task_pj: float = Field(default=70.0, ge=0, description="a task, or an instruction")
    l1_access_pj: float = Field(default=20.0, ge=0, description="a load or a store at an L1")
    l2_access_pj: float = Field(default=100.0, ge=0, description="a request at a slice of the L2")
    memory_access_pj: float = Field(default=2000.0, ge=0, description="a block that a controller serves")
    byte_hop_pj: float = Field(default=4.0, ge=0, description="a byte of a flit over a router and a link")


class Machine(Strict):
    """The validated configuration of a simulated machine.

    In files sizes, rates and times carry their units; here they are numbers: bytes, bytes per second, hertz,
    and a :class:`numasim.units.Duration` for the memory's latency.

    Attributes
    ----------
    name : str
        What to call it in tables.
    mesh : MeshSize or 'clusters'
        ``clusters``: as many cores as there are clusters; :meth:`for_clusters` makes a mesh of it.
    clock : float
        Hz.
    core : CoreParameters
    l1 : L1Parameters
    l2 : L2Parameters
    network : NetworkParameters
    memory : MemoryParameters
    energy : EnergyParameters
    """

    name: str = Field(default="custom", min_length=1, description="what to call the machine in tables")
    mesh: Annotated[
        MeshSize | Literal["clusters"],
        BeforeValidator(_mesh),
        Expected("a mapping {width: W, height: H}, or clusters"),
    ] = Field(
        default="clusters", description="its tiles, one core each; `clusters`: as many as there are clusters"
    )
    clock: Frequency = Field(default=2.4e9, description="of cores, network and controllers")
    core: CoreParameters = CoreParameters()
    l1: L1Parameters = L1Parameters()
    l2: L2Parameters = L2Parameters()
    network: NetworkParameters = NetworkParameters()
    memory: MemoryParameters = MemoryParameters.model_validate({})
    energy: EnergyParameters = EnergyParameters()

    @model_validator(mode="after")
    def _caches_fit(self) -> Self:
        problems = []
        for name in ("l1", "l2"):
            cache: CacheParameters = getattr(self, name)
            of_a_set = cache.ways * self.memory.block
            if cache.size < 1 or cache.size % of_a_set:
                problems.append(
                    Problem(
                        (name, "size"),
                        f"{format_size(cache.size)} is no whole number of sets of {cache.ways} ways x "
                        f"{format_size(self.memory.block)}; give a multiple of {format_size(of_a_set)}",
                    )
                )
        if self.l2.size < self.l1.size:
            problems.append(
                Problem(
                    ("l2", "size"),
                    f"a slice of {format_size(self.l2.size)} a tile cannot include an L1 of "
                    f"{format_size(self.l1.size)}; give each slice at least as much",
                )
            )
        refuse(problems)
        return self

    @model_validator(mode="after")
    def _controllers_exist(self) -> Self:
        if isinstance(self.mesh, MeshSize):
            count = len(_resolve_tiles(self.memory.controllers, self.mesh))
        elif isinstance(self.memory.controllers, tuple):
            count = len(self.memory.controllers)
        else:
            return self
        node = self.memory.placement.removeprefix("node:")
        if node.isdigit() and int(node) >= count:
            last = f"0 .. {count - 1}" if count > 1 else "only 0"
            message = f"{self.memory.placement} names no controller; there are {count}: {last}"
            refuse([Problem(("memory", "placement"), message)])
        return self

    @model_validator(mode="after")
    def _sockets_fit(self) -> Self:
        sockets = self.network.sockets
        if sockets is None or not isinstance(self.mesh, MeshSize):
            return self
        sides = (("across", sockets.across, self.mesh.width), ("down", sockets.down, self.mesh.height))
        refuse(
            Problem(
                ("network", "sockets", name),
                f"{count} sockets cannot share {tiles} tiles equally; the mesh is {self.mesh.width} x "
                f"{self.mesh.height}",
            )
            for name, count, tiles in sides
            if tiles % count
        )
        return self

    def for_clusters(self, clusters: int) -> Machine:
        """The machine with a mesh for so many clusters where it has ``mesh: clusters``.

        The mesh is the smallest W x H of at least that many tiles with H <= W <= 2 H; of several, the
        squarest: 4 x 2 for 8, 8 x 4 for 32, 8 x 8 for 64.

        Raises
        ------
        OptionError
            Fewer than one cluster, or a controller that is not on that mesh.
        """
        if isinstance(self.mesh, MeshSize):
            return self
        if not 1 <= clusters <= MAX_TILES:
            raise OptionError(f"a mesh for {clusters} clusters; expected 1 .. {MAX_TILES}")
        sizes = [
            (height, max(height, -(-clusters // height))) for height in range(1, math.isqrt(clusters - 1) + 2)
        ]
        width, height = min(
            ((w, h) for h, w in sizes if w <= 2 * h), key=lambda size: (size[0] * size[1], size[0] - size[1])
        )
        try:
            return Machine.model_validate({**self.model_dump(), "mesh": {"width": width, "height": height}})
        except ValidationError as error:
            raise OptionError(
                "; ".join(p.line() for p in find_problems(error, Machine, ("machine",)))
            ) from None

    @cached_property
    def topology(self) -> Mesh:
        """The mesh as a mapper sees it.

        Raises
        ------
        OptionError
            Where the mesh follows the number of clusters, which is not known yet.
        """
        if not isinstance(self.mesh, MeshSize):
            raise OptionError(
                f"the machine {self.name!r} has as many cores as there are clusters; say how many: "
                f"load_machine({self.name!r}, clusters=64), or machine.for_clusters(64)"
            )
        return Mesh(self.mesh.width, self.mesh.height)

    @property
    def num_cores(self) -> int:
        """One a tile."""
        return self.topology.num_cores

    @cached_property
    def controller_tiles(self) -> tuple[int, ...]:
        """The tile of each memory controller, by its number."""
        mesh = self.topology
        return _resolve_tiles(self.memory.controllers, MeshSize(width=mesh.width, height=mesh.height))

    @property
    def memory_latency_cycles(self) -> int:
        """Cycles of one access to memory, beside bandwidth and network; rounded up."""
        return self.memory.latency.cycles(self.clock)

    @cached_property
    def block_service_ticks(self) -> tuple[int, int]:
        """(ticks, ticks per cycle): how long one controller serves one block, exactly.

        32 bytes at 8 GB/s and 2.4 GHz take 48/5 cycles, so (48, 5).
        """
        shares = len(self.controller_tiles) if self.memory.per == "machine" else 1
        cycles = self.memory.block * exact(self.clock) * shares / self.memory.bandwidth
        return cycles.numerator, cycles.denominator

    @property
    def row_open_cycles(self) -> tuple[int, int]:
        """Cycles before an access to a bank with no row open, and to one with another row; rounded up."""
        dram = self.memory.dram
        if dram is None:
            return 0, 0
        activate = dram.activate.cycles(self.clock)
        return activate, activate + dram.precharge.cycles(self.clock)

    @property
    def transfer_costs(self) -> TransferCosts:
        """What a mapper is told about this machine.

        A block takes a cycle a flit, its header included. A miss is a request and its reply with a block on
        an idle network, over the mean distance of two different tiles, (W + H) / 3 hops, rounded up. That
        links between sockets are slower is not told.
        """
        network, mesh = self.network, self.topology
        request = -(-network.header // network.flit)
        reply = -(-(network.header + self.memory.block) // network.flit)
        hops = Fraction(mesh.width + mesh.height, 3) if mesh.num_cores > 1 else Fraction(0)
        one_way = network.injection_cycles + (hops + 1) * network.hop_cycles
        return TransferCosts(
            hop_cycles=network.hop_cycles,
            block_cycles=reply,
            miss_cycles=math.ceil(2 * one_way + request - 1 + reply - 1),
            clusters_per_core=self.core.clusters,
        )


def load_machine(
    source: str | FilePath | Mapping[str, Any] | Machine,
    clusters: int | None = None,
    *,
    directory: FilePath | None = None,
) -> Machine:
    """A machine by the name of a preset, from a YAML file, or from a mapping.

    Parameters
    ----------
    source : str, path, mapping or Machine
        ``table2``, ``mesh-8x8`` (any ``mesh-WxH``), a file, or a mapping: the keys of a machine file,
        ``base`` among them, which names what the others differ from.
    clusters : int, optional
        How many clusters the machine is for; needed where its mesh is ``clusters`` (``table2``).
    directory : path, optional
        Where relative file names are looked up first; then in the current directory.

    Raises
    ------
    ConfigError
        Everything that is wrong with it.
    """
    if isinstance(source, Machine):
        machine = source
    else:
        document = machine_document(source, directory)
        try:
            machine = Machine.model_validate(document.data)
        except ValidationError as error:
            raise ConfigError(in_file_order(find_problems(error, Machine), document)) from None
    return machine if clusters is None else machine.for_clusters(clusters)


def _resolve_tiles(controllers: str | tuple[Any, ...], mesh: MeshSize) -> tuple[int, ...]:
    """Tile ids of the controllers on a mesh; those that fall together on a small one are one."""
    width, height = mesh.width, mesh.height
    if controllers == "all":
        return tuple(range(width * height))
    if isinstance(controllers, str):
        across = (0, width - 1) if controllers == "corners" else ((width - 1) // 2, width // 2)
        down = (0, height - 1) if controllers == "corners" else ((height - 1) // 2, height // 2)
        return tuple(dict.fromkeys(x + width * y for y in down for x in across))
    tiles: list[int] = []
    problems = []
    for k, tile in enumerate(controllers):
        x, y = tile if isinstance(tile, tuple) else (tile % width, tile // width)
        path = ("memory", "controllers", k)
        if x >= width or y >= height:
            where = (
                f"x 0 .. {width - 1}, y 0 .. {height - 1}"
                if isinstance(tile, tuple)
                else f"0 .. {width * height - 1}"
            )
            message = (
                f"controller {k} at {show(tile)} is not on the {width} x {height} mesh; its tiles are {where}"
            )
            problems.append(Problem(path, message))
        elif x + width * y in tiles:
            problems.append(
                Problem(path, f"tile {show(tile)} is named twice; a tile has at most one controller")
            )
        tiles.append(x + width * y)
    refuse(problems)
    return tuple(tiles)
