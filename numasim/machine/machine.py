"""The simulated machine: a mesh of cores with its network and memory, validated on construction.

The defaults are those of Table 2 of the vertex-cut paper (arXiv 2020), if the table lists the parameter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path as FilePath
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from mappers.costs import TransferCosts
from mappers.topology import Mesh
from numasim.config.presets import machine_document, machine_names
from numasim.machine.core_parameters import CacheParameters, CoreParameters, L1Parameters, L2Parameters
from numasim.machine.core_speeds import core_range, speed_of_cores
from numasim.machine.memory_parameters import MemoryParameters
from numasim.machine.network_parameters import NetworkParameters
from numasim.machine.task_rates import TaskRates
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, find_problems, in_file_order, raise_problems
from partitioners.config.quantity_fields import Energy, Frequency
from partitioners.errors import ConfigError, OptionError
from partitioners.text.format_value import format_value
from partitioners.text.units import exact, format_size
from partitioners.text.wording import Expected

MAX_TILES = 65_536


class MeshSize(ConfigModel):
    """The width and height of a mesh, in tiles."""

    not_modelled: ClassVar[Mapping[str, str]] = {"depth": "the mesh is flat, of a width and a height"}

    width: int = Field(ge=1, le=MAX_TILES, description="tiles in a row")
    height: int = Field(ge=1, le=MAX_TILES, description="tiles in a column; at most 65536 tiles in all")

    @rule
    def _not_too_large(self) -> None:
        if self.width * self.height > MAX_TILES:
            raise ValueError(
                f"{self.width} x {self.height} tiles are too many; at most {MAX_TILES} are supported"
            )


def _mesh(value: Any) -> Any:
    if isinstance(value, Mapping):
        return MeshSize.model_validate(value)
    if isinstance(value, MeshSize) or value == "clusters":
        return value
    raise PydanticCustomError("expected", "")


class EnergyParameters(ConfigModel):
    """The energy of each counted event, in picojoules; see :mod:`numasim.simulation.energy`.

    The defaults are published figures for 40 and 45 nm. M. Horowitz, "Computing's energy problem (and what we
    can do about it)", ISSCC 2014, 45 nm: 70 pJ for an add instruction, 20 pJ for 64 bits from a cache of
    32 KB, 100 pJ from a cache of 1 MB, 1.3 to 2.6 nJ from DRAM. S. W. Keckler et al., "GPUs and the future of
    parallel computing", IEEE Micro 31(5), 2011, 40 nm: 310 pJ for 256 bits over 10 mm of wire, which is about
    2 pJ per byte over a tile of 2 mm. That a router costs the same as a link is our own assumption.
    """

    other_names: ClassVar[Mapping[str, str]] = {
        f"{name}_pj": f"{name}: N pJ"
        for name in ("task", "l1_access", "l2_access", "memory_access", "byte_link", "byte_router")
    }

    task: Energy = Field(
        default=70.0,
        description="energy of a task; with `memory_model: simulated`, of an instruction or a forwarding "
        "slot",
    )
    l1_access: Energy = Field(default=20.0, description="energy of a load or a store at an L1")
    l2_access: Energy = Field(default=100.0, description="energy of a request at a slice of the L2")
    memory_access: Energy = Field(default=2000.0, description="energy of a block that a controller serves")
    byte_link: Energy = Field(default=2.0, description="energy of one byte of a flit over one link")
    byte_router: Energy = Field(
        default=2.0,
        description="energy of one byte of a flit through one router; a packet passes one router more "
        "than links",
    )


class Machine(ConfigModel):
    """The validated configuration of a simulated machine.

    In files, sizes, rates and times are written with units. Here they are numbers in bytes, bytes per second
    and hertz. The memory latency is a :class:`partitioners.text.units.Duration`.

    Attributes
    ----------
    name : str
        The name of the machine in tables.
    mesh : MeshSize or 'clusters'
        ``clusters``: one core per cluster. :meth:`for_clusters` then chooses the mesh.
    clock : float
        Hz.
    """

    name: str = Field(
        default="custom",
        min_length=1,
        description="name of the machine in tables; by default that of its preset or file, with `(changed)`",
    )
    keys_before: ClassVar[tuple[str, ...]] = ("base",)
    other_names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("cores", "tiles", "width", "height", "size"), "mesh: {width: W, height: H}"),
        "routing": "network.router; routes are XY",
    }
    not_modelled: ClassVar[Mapping[str, str]] = {
        "coherence": "the caches keep to MESI with a directory, see docs/coherence.md",
        **dict.fromkeys(("l3", "llc"), "there is a private l1 and a shared l2, see docs/coherence.md"),
        **dict.fromkeys(("torus", "ring", "topology"), "the network is a mesh, see docs/execution-model.md"),
        **dict.fromkeys(
            ("prefetcher", "replacement", "tlb"),
            "a cache is replaced least recently used first and on demand",
        ),
        **dict.fromkeys(("smt", "dvfs"), "a core has one thread and one speed (core.speeds)"),
    }

    mesh: Annotated[
        MeshSize | Literal["clusters"],
        BeforeValidator(_mesh),
        Expected("a mapping {width: W, height: H}, or clusters"),
    ] = Field(
        default="clusters",
        description="tiles of the mesh, one core each; `clusters`: as many tiles as clusters",
    )
    clock: Frequency = Field(default=2.4e9, description="clock of cores, network and controllers")
    core: CoreParameters = Field(default=CoreParameters(), description="one core")
    l1: L1Parameters = Field(default=L1Parameters(), description="private cache of a core")
    l2: L2Parameters = Field(
        default=L2Parameters(),
        description="slice of the shared cache, one per tile, with its part of the directory",
    )
    network: NetworkParameters = Field(
        default=NetworkParameters(), description="network: XY routing on the mesh"
    )
    memory: MemoryParameters = Field(default=MemoryParameters.model_validate({}), description="main memory")
    energy: EnergyParameters = Field(
        default=EnergyParameters(), description="dynamic energy of counted events; 0 leaves a part out"
    )

    @model_validator(mode="before")
    @classmethod
    def _is_no_gpu(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and "compute_capability" in data:
            meshes = ", ".join(machine_names())
            raise ValueError(
                f"{data.get('name', 'this')!r} is a GPU, which runs only workloads with `kernel`; expected a "
                f"mesh of cores: {meshes}, a file, or a mapping"
            )
        return data

    @rule
    def _caches_fit(self) -> None:
        problems = []
        for name in ("l1", "l2"):
            cache: CacheParameters = getattr(self, name)
            of_a_set = cache.ways * self.memory.block
            if cache.size < 1 or cache.size % of_a_set:
                problems.append(
                    Problem(
                        (name, "size"),
                        f"{format_size(cache.size)} is not a whole number of sets of {cache.ways} ways x "
                        f"{format_size(self.memory.block)}; give a multiple of {format_size(of_a_set)}",
                    )
                )
        if self.l2.size < self.l1.size:
            problems.append(
                Problem(
                    ("l2", "size"),
                    f"an L2 slice of {format_size(self.l2.size)} cannot include an L1 of "
                    f"{format_size(self.l1.size)}; make each slice at least as large as the L1",
                )
            )
        raise_problems(problems)

    @rule
    def _controllers_are_on_the_mesh(self) -> None:
        if isinstance(self.mesh, MeshSize):
            _resolve_tiles(self.memory.controllers, self.mesh)

    @rule
    def _placement_is_a_controller(self) -> None:
        if isinstance(self.memory.controllers, tuple):
            count = len(self.memory.controllers)
        elif isinstance(self.mesh, MeshSize):
            count = len(_resolve_tiles(self.memory.controllers, self.mesh))
        else:
            return
        node = self.memory.placement.removeprefix("node:")
        if node.isdigit() and int(node) >= count:
            last = f"0 .. {count - 1}" if count > 1 else "only 0"
            message = f"{self.memory.placement} is not a controller; the machine has {count}: {last}"
            raise_problems([Problem(("memory", "placement"), message)])

    @rule
    def _sockets_are_equal(self) -> None:
        sockets = self.network.sockets
        if sockets is None or not isinstance(self.mesh, MeshSize):
            return
        sides = (("across", sockets.across, self.mesh.width), ("down", sockets.down, self.mesh.height))
        raise_problems(
            Problem(
                ("network", "sockets", name),
                f"{tiles} tiles cannot be split equally into {count} sockets; the mesh is "
                f"{self.mesh.width} x {self.mesh.height}",
            )
            for name, count, tiles in sides
            if tiles % count
        )

    @rule
    def _cores_exist(self) -> None:
        if not isinstance(self.mesh, MeshSize):
            return
        cores = self.mesh.width * self.mesh.height
        of_speeds = (("speeds", group, group) for group in self.core.speeds)
        of_classes = (
            ("classes", name, group) for name, groups in self.core.classes.items() for group in groups
        )
        raise_problems(
            Problem(
                ("core", key, name),
                f"there is no core {last}; the machine has the cores 0 .. {cores - 1}",
            )
            for key, name, group in (*of_speeds, *of_classes)
            if (last := (core_range(group) or (0, 0))[1]) >= cores
        )

    def for_clusters(self, clusters: int) -> Machine:
        """Replace ``mesh: clusters`` by a mesh for ``clusters`` clusters.

        The mesh is the smallest W x H of at least ``clusters`` tiles with H <= W <= 2 H. If several are
        equally small, it is the squarest: 4 x 2 for 8, 8 x 4 for 32, 8 x 8 for 64. A machine with a mesh of
        fixed size is returned unchanged.

        Raises
        ------
        OptionError
            ``clusters`` is less than 1 or more than 65536, or a controller is not on the mesh.
        """
        if isinstance(self.mesh, MeshSize):
            return self
        if not 1 <= clusters <= MAX_TILES:
            raise OptionError(f"cannot make a mesh for {clusters} clusters; expected 1 .. {MAX_TILES}")
        sizes = [
            (height, max(height, -(-clusters // height))) for height in range(1, math.isqrt(clusters - 1) + 2)
        ]
        width, height = min(
            ((w, h) for h, w in sizes if w <= 2 * h), key=lambda size: (size[0] * size[1], size[0] - size[1])
        )
        placed = self.model_copy(update={"mesh": MeshSize(width=width, height=height)})
        try:
            placed.check_rules()
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
            The mesh is ``clusters`` and the number of clusters is not known yet.
        """
        if not isinstance(self.mesh, MeshSize):
            raise OptionError(
                f"the machine {self.name!r} has one core per cluster, and the number of clusters is unknown; "
                f"give it with load_machine({self.name!r}, clusters=64) or machine.for_clusters(64)"
            )
        return Mesh(self.mesh.width, self.mesh.height)

    @property
    def num_cores(self) -> int:
        """Number of cores, one per tile."""
        return self.topology.num_cores

    @cached_property
    def controller_tiles(self) -> tuple[int, ...]:
        """The tile of each memory controller, in the order of the controllers' numbers."""
        mesh = self.topology
        return _resolve_tiles(self.memory.controllers, MeshSize(width=mesh.width, height=mesh.height))

    @cached_property
    def speeds(self) -> tuple[Fraction, ...]:
        """The speed of each core."""
        return speed_of_cores(self.core.speeds, self.core.classes, self.num_cores)

    @cached_property
    def capacity(self) -> float:
        """The work per cycle of all cores: the sum of their speeds."""
        if not self.core.speeds:
            return float(self.num_cores)
        return float(sum(self.speeds))

    @cached_property
    def task_rates(self) -> TaskRates:
        """The cycles of each class of tasks on each core."""
        return TaskRates.of(self.core, self.num_cores)

    @cached_property
    def cores_differ(self) -> bool:
        """Whether some task takes other cycles than its own on some core."""
        return not self.task_rates.uniform

    @property
    def memory_latency_cycles(self) -> int:
        """Latency of a memory access in cycles, without bandwidth and network; rounded up."""
        return self.memory.latency.cycles(self.clock)

    @property
    def memory_answer_cycles(self) -> int:
        """Cycles from the end of a block's service until its response is at the port: latency plus one."""
        return self.memory_latency_cycles + 1

    @cached_property
    def block_service_ticks(self) -> tuple[int, int]:
        """The exact time for which a controller serves a block, as (ticks, ticks per cycle).

        32 bytes at 8 GB/s and 2.4 GHz take 48/5 cycles, which is (48, 5).
        """
        shares = len(self.controller_tiles) if self.memory.bandwidth_scope == "machine" else 1
        cycles = self.memory.block * exact(self.clock) * shares / self.memory.bandwidth
        return cycles.numerator, cycles.denominator

    @property
    def row_open_cycles(self) -> tuple[int, int]:
        """Extra cycles of an access to a bank with no open row, and with a different open row; rounded up."""
        dram = self.memory.dram
        if dram is None:
            return 0, 0
        activate = dram.activate.cycles(self.clock)
        return activate, activate + dram.precharge.cycles(self.clock)

    @property
    def transfer_costs(self) -> TransferCosts:
        """The costs that mappers see of this machine.

        A block takes one cycle per flit, including its header. A miss is a request and its reply with a
        block on an idle network, over the mean distance of two different tiles, (W + H) / 3 hops, rounded up.
        Mappers see the controllers only with ``first_touch``, where the mapping decides which pages a
        controller owns. They do not see that links between sockets are slower.
        """
        network, mesh = self.network, self.topology
        request = -(-network.header_size // network.flit_size)
        reply = -(-(network.header_size + self.memory.block) // network.flit_size)
        hops = Fraction(mesh.width + mesh.height, 3) if mesh.num_cores > 1 else Fraction(0)
        one_way = network.injection_cycles + (hops + 1) * network.hop_cycles
        ticks, per_cycle = self.block_service_ticks
        return TransferCosts(
            hop_cycles=network.hop_cycles,
            block_cycles=reply,
            miss_cycles=math.ceil(2 * one_way + request - 1 + reply - 1),
            clusters_per_core=self.core.max_clusters_per_core,
            message_cycles=network.injection_cycles + network.hop_cycles,
            controllers=self.controller_tiles if self.memory.placement == "first_touch" else (),
            block_service_cycles=ticks / per_cycle,
            speeds=tuple(float(speed) for speed in self.speeds)
            if any(speed != 1 for speed in self.speeds)
            else (),
        )


def load_machine(
    source: str | FilePath | Mapping[str, Any] | Machine,
    clusters: int | None = None,
    *,
    directory: FilePath | None = None,
) -> Machine:
    """Load a machine from the name of a preset, a YAML file, or a mapping.

    Parameters
    ----------
    source : str, path, mapping or Machine
        A preset (``table2``, ``mesh-8x8`` or any ``mesh-WxH``), a file, or a mapping with the keys of a
        machine file. Its key ``base`` names the machine that the other keys change.
    clusters : int, optional
        Number of clusters; required if the mesh of the machine is ``clusters``, as in ``table2``.
    directory : path, optional
        The folder in which relative file names are looked up first, before the current directory.

    Raises
    ------
    ConfigError
        The machine is invalid. The error lists all problems.
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
    """Tile ids of the controllers on a mesh. Controllers that share a tile of a small mesh are merged."""
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
            at = format_value(tile)
            message = f"controller {k} at {at} is not on the {width} x {height} mesh; its tiles are {where}"
            problems.append(Problem(path, message))
        elif x + width * y in tiles:
            problems.append(
                Problem(path, f"tile {format_value(tile)} is listed twice; a tile has at most one controller")
            )
        tiles.append(x + width * y)
    raise_problems(problems)
    return tuple(tiles)
