"""The simulated machine: a mesh of cores, its network and its memory, checked when it is put together.

The defaults are those of Table 2 of the vertex-cut paper (arXiv 2020), where it gives them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path as FilePath
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from mappers.costs import TransferCosts
from mappers.topology import Mesh
from numasim.config.model import ConfigModel
from numasim.config.presets import machine_document, machine_names
from numasim.config.problems import Problem, find_problems, in_file_order, raise_problems
from numasim.config.quantity_fields import Frequency
from numasim.config.wording import Expected
from numasim.machine.core_parameters import CacheParameters, CoreParameters, L1Parameters, L2Parameters
from numasim.machine.memory_parameters import MemoryParameters
from numasim.machine.network_parameters import NetworkParameters
from partitioners.errors import ConfigError, OptionError
from partitioners.format_value import show
from partitioners.units import exact, format_size

MAX_TILES = 65_536


class MeshSize(ConfigModel):
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


class EnergyParameters(ConfigModel):
    """What one of each of the counted things costs, in picojoules; see :mod:`numasim.simulation.energy`.

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
    byte_link_pj: float = Field(default=2.0, ge=0, description="a byte of a flit over a link")
    byte_router_pj: float = Field(default=2.0, ge=0, description="a byte of a flit through a router")


class Machine(ConfigModel):
    """The validated configuration of a simulated machine.

    In files sizes, rates and times carry their units; here they are numbers: bytes, bytes per second, hertz,
    and a :class:`partitioners.units.Duration` for the memory's latency.

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
    keys_before: ClassVar[tuple[str, ...]] = ("base",)
    other_names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("cores", "tiles", "width", "height", "size"), "mesh: {width: W, height: H}"),
        "routing": "network.router; routes are XY",
    }

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

    @model_validator(mode="before")
    @classmethod
    def _is_no_gpu(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and "compute_capability" in data:
            meshes = ", ".join(machine_names())
            raise ValueError(
                f"{data.get('name', 'this')!r} is a GPU, which runs a workload with `kernel`; for any other "
                f"expected a mesh of cores: {meshes}, a file, or a mapping"
            )
        return data

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
        raise_problems(problems)
        return self

    @model_validator(mode="after")
    def _fits_its_mesh(self) -> Self:
        self._check_controllers()
        self._check_sockets()
        return self

    def _check_controllers(self) -> None:
        if isinstance(self.mesh, MeshSize):
            count = len(_resolve_tiles(self.memory.controllers, self.mesh))
        elif isinstance(self.memory.controllers, tuple):
            count = len(self.memory.controllers)
        else:
            return
        node = self.memory.placement.removeprefix("node:")
        if node.isdigit() and int(node) >= count:
            last = f"0 .. {count - 1}" if count > 1 else "only 0"
            message = f"{self.memory.placement} names no controller; there are {count}: {last}"
            raise_problems([Problem(("memory", "placement"), message)])

    def _check_sockets(self) -> None:
        sockets = self.network.sockets
        if sockets is None or not isinstance(self.mesh, MeshSize):
            return
        sides = (("across", sockets.across, self.mesh.width), ("down", sockets.down, self.mesh.height))
        raise_problems(
            Problem(
                ("network", "sockets", name),
                f"{count} sockets cannot share {tiles} tiles equally; the mesh is {self.mesh.width} x "
                f"{self.mesh.height}",
            )
            for name, count, tiles in sides
            if tiles % count
        )

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
        placed = self.model_copy(update={"mesh": MeshSize(width=width, height=height)})
        try:
            placed._check_controllers()  # what does not depend on the mesh is checked already
            placed._check_sockets()
        except ValidationError as error:
            raise OptionError(
                "; ".join(p.line() for p in find_problems(error, Machine, ("machine",)))
            ) from None
        return placed

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

    @property
    def memory_answer_cycles(self) -> int:
        """Cycles from the end of a block's service to its answer at the port: latency, and one to send."""
        return self.memory_latency_cycles + 1

    @cached_property
    def block_service_ticks(self) -> tuple[int, int]:
        """(ticks, ticks per cycle): how long one controller serves one block, exactly.

        32 bytes at 8 GB/s and 2.4 GHz take 48/5 cycles, so (48, 5).
        """
        shares = len(self.controller_tiles) if self.memory.bandwidth_scope == "machine" else 1
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
        request = -(-network.header_size // network.flit_size)
        reply = -(-(network.header_size + self.memory.block) // network.flit_size)
        hops = Fraction(mesh.width + mesh.height, 3) if mesh.num_cores > 1 else Fraction(0)
        one_way = network.injection_cycles + (hops + 1) * network.hop_cycles
        return TransferCosts(
            hop_cycles=network.hop_cycles,
            block_cycles=reply,
            miss_cycles=math.ceil(2 * one_way + request - 1 + reply - 1),
            clusters_per_core=self.core.max_clusters_per_core,
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
    raise_problems(problems)
    return tuple(tiles)
