"""A component in isolation: synthetic traffic on the network, or random accesses to the coherent memory.

A file with ``kind: network`` or ``kind: memory`` is a study. It has no program, and therefore no partition
and no mapping. Like an experiment it is typed and strict, may sweep any of its fields, and gives one row per
point.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from numasim.machine.machine import Machine
from numasim.schema.machine_section import machine_of
from numasim.schema.sweep_problems import sweep_problems
from partitioners.config.model import ConfigModel
from partitioners.config.problems import raise_problems, scalar_fields
from partitioners.errors import InputError, OptionError
from partitioners.text.integers import MAX_WORD
from partitioners.text.wording import Expected

if TYPE_CHECKING:
    from numasim.numa.coherence.tester import RandomTest

PATTERNS = (
    "uniform",
    "transpose",
    "neighbor",
    "bit_complement",
    "tornado",
    "hotspot20",
    "all_to_node0",
)
"""The names in :mod:`numasim.numa.noc.traffic`, which is imported only where packets are drawn."""


def _known_pattern(name: str) -> str:
    from numasim.numa.noc.traffic import traffic_pattern

    try:
        traffic_pattern(name)
    except InputError as error:
        raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None
    return name


MOST_MEASURED = 100_000_000
"""Packets and operations of a point: all of them are in memory."""


class Traffic(ConfigModel):
    """Packets that sources create at random."""

    pattern: Annotated[
        str,
        Expected(f"one of {', '.join(PATTERNS)}, hotspot:SHARE:TILE"),
        AfterValidator(_known_pattern),
        WithJsonSchema({"anyOf": [{"enum": list(PATTERNS)}, {"type": "string", "pattern": "^hotspot:"}]}),
    ] = Field(default="uniform", description="destination of the packets of a tile")
    rate: float = Field(gt=0, description="flits per tile and cycle")
    packet_flits: int = Field(default=1, ge=1, le=4096, description="flits of each packet")
    packets: int = Field(
        default=100_000, ge=100, le=MOST_MEASURED, description="measured packets at each point"
    )


class Shape(ConfigModel):
    """The shape of a cache."""

    sets: int = Field(ge=1, le=2**20, description="sets of the cache")
    ways: int = Field(ge=1, le=2**20, description="blocks in a set; the least recently used is evicted")


class MemoryTest(ConfigModel):
    """Random operations on a few blocks; see :class:`numasim.numa.coherence.tester.RandomTest`."""

    operations: int = Field(
        default=100_000, ge=1, le=MOST_MEASURED, description="operations of all cores together"
    )
    cores: int = Field(default=8, ge=1, le=1024, description="number of cores, one per tile")
    blocks: int = Field(
        default=24,
        ge=1,
        le=2**24,
        description="number of blocks: for all cores together, or for each core with `private`",
    )
    read_share: float = Field(
        default=0.6, ge=0, le=1, description="share of reads among the reads and writes"
    )
    evict_share: float = Field(default=0.0, ge=0, le=1, description="share of evictions among the operations")
    hot_share: float = Field(default=0.0, ge=0, le=1, description="share of operations on block 0")
    private: bool = Field(default=False, description="whether every core has its own blocks")
    homes: int = Field(default=0, ge=0, description="number of home tiles of the blocks; 0: all tiles")
    outstanding: int = Field(default=8, ge=1, le=4096, description="outstanding operations of a core")
    l1: Shape = Field(default=Shape(sets=2, ways=2), description="shape of one L1")
    l2: Shape = Field(default=Shape(sets=1, ways=4), description="shape of one slice of the L2")
    mshrs: int = Field(default=4, ge=1, le=4096, description="outstanding misses of an L1")
    buffers: int = Field(default=2, ge=1, le=4096, description="outstanding write-backs of a cache")
    delay_cycles: int = Field(default=10, ge=1, le=2**20, description="minimum delay of a message")
    jitter: int = Field(default=40, ge=0, le=2**20, description="maximum random extra delay, in cycles")
    ordered: bool = Field(default=False, description="whether messages of one class stay in order")
    controllers: int = Field(default=2, ge=1, description="number of memory controllers")

    def test(self, seed: int) -> RandomTest:
        """Make the random test.

        Raises
        ------
        OptionError
            The values do not fit together.
        """
        from numasim.numa.coherence.cache import CacheShape
        from numasim.numa.coherence.tester import RandomTest

        given = self.model_dump() | {"l1": CacheShape(**dict(self.l1)), "l2": CacheShape(**dict(self.l2))}
        return RandomTest(**given, seed=seed)


class Study(ConfigModel):
    """The fields that all studies share: a name, a title, a seed, a sweep."""

    name: str = Field(
        default="study", min_length=1, description="name of the study; the file's name by default"
    )
    title: str = Field(default="", description="headline of the table; the name by default")
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="swept fields and their values; every combination is run"
    )
    seed: int = Field(default=0, ge=0, le=MAX_WORD, description="seed of all random numbers")

    columns: ClassVar[Mapping[str, str]] = {}
    """The columns of the printed table and their headings."""

    @field_validator("sweep", mode="before")
    @classmethod
    def _check_sweep(cls, sweep: Any) -> Any:
        if not isinstance(sweep, Mapping):
            return sweep
        raise_problems(sweep_problems(sweep, cls.fields(), sections={}))
        return sweep

    @classmethod
    def fields(cls) -> list[str]:
        """Return the fields that a sweep may name."""
        return [*scalar_fields(cls), "seed"]

    @abstractmethod
    def check(self) -> None:
        """Raise an OptionError for values that do not fit together, without running the study."""


class NetworkStudy(Study):
    """The routers of a machine under synthetic traffic."""

    kind: Literal["network"] = Field(description="the network by itself")
    machine: Annotated[Machine, BeforeValidator(machine_of), Expected("a preset, a file, or a mapping")] = (
        Field(description="machine whose network is measured")
    )
    traffic: Traffic = Field(description="packets of the tiles")

    columns: ClassVar[Mapping[str, str]] = {
        "offered": "offered\nflits",
        "accepted": "accepted\nflits",
        "latency": "latency\ncycles",
        "latency_error": "±",
        "network_latency": "of it in\nnetwork",
        "routers": "routers",
        "largest_link_load": "busiest\nlink",
        "saturated": "satu-\nrated",
    }

    def check(self) -> None:
        """See :class:`Study`."""
        self.machine.network.flit_router()
        from numasim.numa.noc.traffic import check_traffic, traffic_pattern

        traffic = self.traffic
        if traffic.rate > traffic.packet_flits:
            raise OptionError(
                f"a tile cannot create {traffic.rate} flits per cycle in packets of {traffic.packet_flits}; "
                f"traffic.rate is at most traffic.packet_flits"
            )
        check_traffic(traffic.rate, traffic.packet_flits, traffic.packets)
        traffic_pattern(traffic.pattern, self.machine.topology)


class MemoryStudy(Study):
    """The coherence protocol under random operations, with every step checked."""

    kind: Literal["memory"] = Field(description="the coherent memory by itself")
    test: MemoryTest = Field(default=MemoryTest(), description="operations and shape of the test")

    columns: ClassVar[Mapping[str, str]] = {
        "accesses": "accesses",
        "hits": "hits",
        "misses": "misses",
        "mean_latency_cycles": "latency\ncycles",
        "messages_per_miss": "messages\na miss",
        "data_messages_per_miss": "with\ndata",
        "invalidations_per_miss": "invali-\ndations",
        "recalls_per_miss": "recalls",
        "write_backs_per_miss": "write-\nbacks",
        "dirty_evictions_per_miss": "dirty",
        "races_met": "races\nmet",
        "races": "of",
    }

    def check(self) -> None:
        """See :class:`Study`."""
        self.test.test(self.seed)


KINDS: dict[str, type[Study]] = {"network": NetworkStudy, "memory": MemoryStudy}
"""The kinds of study, by the value of ``kind``."""
