"""A component by itself: synthetic traffic on the network, random accesses to the coherent memory.

A file with ``kind: network`` or ``kind: memory`` is a study: it names no program, and so no partition and no
mapping. Like an experiment it is typed and strict, may sweep any of its fields, and gives one row a point.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from numasim.config.model import ConfigModel
from numasim.config.problems import raise_problems, scalar_fields
from numasim.config.wording import Expected
from numasim.machine.machine import Machine
from numasim.schema.experiment import machine_of
from numasim.schema.sweep_problems import sweep_problems
from partitioners.errors import InputError, OptionError

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


class Traffic(ConfigModel):
    """Packets that sources create at random."""

    pattern: Annotated[
        str,
        Expected(f"one of {', '.join(PATTERNS)}, hotspot:SHARE:TILE"),
        AfterValidator(_known_pattern),
        WithJsonSchema({"anyOf": [{"enum": list(PATTERNS)}, {"type": "string", "pattern": "^hotspot:"}]}),
    ] = Field(default="uniform", description="where the packets of a tile go")
    rate: float = Field(gt=0, description="flits a tile and cycle")
    packet_flits: int = Field(default=1, ge=1, le=4096, description="of each packet")
    packets: int = Field(default=100_000, ge=100, description="measured at each point")


class Shape(ConfigModel):
    """Of a cache."""

    sets: int = Field(ge=1, description="sets of the cache")
    ways: int = Field(ge=1, description="blocks of a set")


class MemoryTest(ConfigModel):
    """Random operations on a few blocks; see :class:`numasim.numa.coherence.tester.RandomTest`."""

    operations: int = Field(default=100_000, ge=1, description="of all cores together")
    cores: int = Field(default=8, ge=1, le=1024, description="as many as tiles")
    blocks: int = Field(default=24, ge=1, description="that all cores access, or each its own")
    read_share: float = Field(default=0.6, ge=0, le=1, description="of the reads and writes")
    evict_share: float = Field(default=0.0, ge=0, le=1, description="of the operations: evictions")
    hot_share: float = Field(default=0.0, ge=0, le=1, description="of the operations: on block 0")
    private: bool = Field(default=False, description="every core has blocks of its own")
    homes: int = Field(default=0, ge=0, description="tiles that are home to the blocks; 0: all")
    outstanding: int = Field(default=8, ge=1, description="operations of a core under way")
    l1: Shape = Field(default=Shape(sets=2, ways=2), description="of one L1")
    l2: Shape = Field(default=Shape(sets=1, ways=4), description="of one slice of the L2")
    mshrs: int = Field(default=4, ge=1, description="misses of an L1 under way")
    buffers: int = Field(default=2, ge=1, description="write-backs of a cache under way")
    delay_cycles: int = Field(default=10, ge=1, description="that a message takes")
    jitter: int = Field(default=40, ge=0, description="and up to so many more, at random")
    ordered: bool = Field(default=False, description="messages of one class do not overtake")
    controllers: int = Field(default=2, ge=1, description="of the memory")

    def test(self, seed: int) -> RandomTest:
        """The test itself.

        Raises
        ------
        OptionError
            Numbers that do not go together.
        """
        from numasim.numa.coherence.cache import CacheShape
        from numasim.numa.coherence.tester import RandomTest

        given = self.model_dump() | {"l1": CacheShape(**dict(self.l1)), "l2": CacheShape(**dict(self.l2))}
        return RandomTest(**given, seed=seed)


class Study(ConfigModel):
    """What studies have in common: a name, a seed, a sweep."""

    name: str = Field(default="study", min_length=1, description="what to call it; the file's name")
    title: str = Field(default="", description="a headline for its table; the name by default")
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="fields and the values that each takes; every combination is run"
    )
    seed: int = Field(default=0, ge=0, description="of all that is drawn at random")

    columns: ClassVar[Mapping[str, str]] = {}
    """The figures that the printed table shows, and their headings."""

    @field_validator("sweep", mode="before")
    @classmethod
    def _check_sweep(cls, sweep: Any) -> Any:
        if not isinstance(sweep, Mapping):
            return sweep
        raise_problems(sweep_problems(sweep, cls.fields(), sections={}))
        return sweep

    @classmethod
    def fields(cls) -> list[str]:
        """What a sweep may name."""
        return [*scalar_fields(cls), "seed"]

    @abstractmethod
    def check(self) -> None:
        """Refuse, without running it, values that do not go together.

        Raises
        ------
        OptionError
        """


class NetworkStudy(Study):
    """The routers of a machine under synthetic traffic."""

    kind: Literal["network"] = Field(description="the network by itself")
    machine: Annotated[Machine, BeforeValidator(machine_of), Expected("a preset, a file, or a mapping")] = (
        Field(description="the simulated machine, of which the network is measured")
    )
    traffic: Traffic = Field(description="what its tiles send")

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
        from numasim.numa.noc.traffic import traffic_pattern

        traffic = self.traffic
        if traffic.rate > traffic.packet_flits:
            raise OptionError(
                f"a tile cannot create {traffic.rate} flits a cycle in packets of {traffic.packet_flits}; "
                f"traffic.rate is at most traffic.packet_flits"
            )
        traffic_pattern(traffic.pattern, self.machine.topology)


class MemoryStudy(Study):
    """The coherence protocol under random operations, every step of it checked."""

    kind: Literal["memory"] = Field(description="the coherent memory by itself")
    test: MemoryTest = Field(default=MemoryTest(), description="what its cores do")

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
