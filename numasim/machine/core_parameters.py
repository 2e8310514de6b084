"""The parameters of a machine's cores and of their caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from numasim.machine.core_classes import CoreClasses, TaskCycles, TaskSpeeds, check_tables
from numasim.machine.core_speeds import Speeds
from partitioners.config.model import ConfigModel, rule
from partitioners.config.quantity_fields import Size


class LatencyParameters(ConfigModel):
    """Cycles from the issue of an instruction to its result, by class. Not used with traced memory."""

    integer: int = Field(default=1, ge=1, description="additions, comparisons, addresses, logic")
    integer_multiply: int = Field(default=3, ge=1, description="multiplications")
    integer_divide: int = Field(default=18, ge=1, description="divisions and remainders")
    float_add: int = Field(default=4, ge=1, description="additions and comparisons")
    float_multiply: int = Field(default=4, ge=1, description="multiplications, including fused ones")
    float_divide: int = Field(default=13, ge=1, description="divisions and remainders")
    float_function: int = Field(
        default=18, ge=1, description="square roots, exponentials and similar functions"
    )
    convert: int = Field(default=4, ge=1, description="conversions between number types")
    move: int = Field(default=1, ge=1, description="phis and casts")
    branch: int = Field(default=1, ge=1, description="branches and returns")
    call: int = Field(default=1, ge=1, description="calls")


class CoreParameters(ConfigModel):
    """The parameters of a core. Width, window and latencies are used only with simulated memory.

    The default width and window are those of gem5's out-of-order core, which the paper used.
    """

    other_names: ClassVar[Mapping[str, str]] = {"clusters": "max_clusters_per_core"}

    max_clusters_per_core: int = Field(
        default=4,
        ge=1,
        description="threshold up to which `memory_centric` puts clusters with shared data on one core",
    )
    mshrs: int = Field(
        default=16,
        ge=1,
        le=4096,
        description="outstanding memory reads of a core; with `memory_model: simulated`, outstanding "
        "misses of its L1",
    )
    issue_width: int = Field(
        default=8,
        ge=1,
        le=64,
        description="instructions that may begin in one cycle",
    )
    window: int = Field(
        default=192,
        ge=1,
        le=65_536,
        description="size of the instruction window, counted from the oldest unfinished instruction",
    )
    write_backs: int = Field(
        default=16,
        ge=1,
        le=4096,
        description="outstanding write-backs of an L1 or of a slice of the L2, in blocks",
    )
    atomics: Literal["ordered", "overlapped"] = Field(
        default="ordered",
        description="programs of threads: whether an atomic operation waits for all before it, and all "
        "behind it wait for it",
    )
    latencies: LatencyParameters = Field(
        default=LatencyParameters(), description="cycles from the start of an instruction to its result"
    )
    classes: CoreClasses = Field(
        default={},
        description="[classes of cores](execution-model.md#the-core), for `speeds`, `task_speeds` and "
        "`task_cycles`; a core is in at most one",
    )
    speeds: Speeds = Field(
        default={},
        description="speed of cores or classes of cores: a task takes its cycles divided by the speed "
        "there, rounded up; all other cores have the speed 1; traced work only",
    )
    task_speeds: TaskSpeeds = Field(
        default={},
        description="speed of classes of cores for a class of tasks, in place of `speeds`; the row `other`"
        " is that of all classes without one; traced work only",
    )
    task_cycles: TaskCycles = Field(
        default={},
        description="cycles of each task of a class on classes of cores, whatever its work; traced work only",
    )

    @property
    def key_of_rates(self) -> str:
        """The first key with which a task may take other cycles on some core; empty without one."""
        return next((key for key in ("speeds", "task_speeds", "task_cycles") if getattr(self, key)), "")

    @rule
    def _classes_exist(self) -> None:
        check_tables(self.classes, self.speeds, self.task_speeds, self.task_cycles)


class CacheParameters(ConfigModel):
    """The parameters of a cache or of one slice of a distributed cache. Its block size is that of memory."""

    size: Size = Field(description="size in bytes: sets x ways x block")
    ways: int = Field(ge=1, description="blocks per set; the least recently used block is evicted")
    latency_cycles: int = Field(
        ge=1, le=4096, description="cycles from a request to the hit or to the message that the miss sends"
    )


class L1Parameters(CacheParameters):
    """The parameters of the private L1 cache of a core."""

    size: Size = Field(default=64 * 1024, description="size: sets × ways × `memory.block`")
    ways: int = Field(
        default=4,
        ge=1,
        description="blocks in a set; the [least recently used](coherence.md#replacement) is evicted",
    )
    latency_cycles: int = Field(
        default=1,
        ge=1,
        le=4096,
        description="cycles from an access to the hit, or to the request for a miss",
    )
    snoop_cycles: int | None = Field(
        default=None,
        ge=1,
        le=4096,
        description="cycles from a forwarded request, an invalidation or a recall to the answer; it can "
        "stand for private caches between the L1 and the home; by default the L1's "
        "`latency_cycles`",
    )

    @property
    def answer_cycles(self) -> int:
        """Cycles from a message of a home, on behalf of another L1, to the answer."""
        return self.latency_cycles if self.snoop_cycles is None else self.snoop_cycles


class L2Parameters(CacheParameters):
    """The parameters of a slice of the shared L2 cache with its part of the directory. Each tile has one."""

    size: Size = Field(
        default=256 * 1024,
        description="size of a slice: sets × ways × `memory.block`; at least the size of the L1, because "
        "the L2 is inclusive",
    )
    ways: int = Field(
        default=8,
        ge=1,
        description="blocks in a set; the [least recently used](coherence.md#replacement) is evicted",
    )
    latency_cycles: int = Field(
        default=6,
        ge=1,
        le=4096,
        description="cycles from a request to the messages that it causes",
    )
    home: Literal["block", "page", "socket"] = Field(
        default="block",
        description="slice that is the [home](coherence.md#the-idea) of a block: blocks are dealt out "
        "over all tiles, all blocks of a page are at one tile, or blocks are dealt out over "
        "the tiles of the socket whose controller has the page",
    )
