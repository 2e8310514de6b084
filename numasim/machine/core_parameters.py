"""The parameters of a machine's cores and of their caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from numasim.config.model import ConfigModel
from numasim.config.quantity_fields import Size
from numasim.machine.core_classes import CoreClasses, TaskCycles, TaskSpeeds, check_tables
from numasim.machine.core_speeds import Speeds


class LatencyParameters(ConfigModel):
    """Cycles from the issue of an instruction to its result, by class. Not used with traced memory."""

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
        default=16, ge=1, le=4096, description="maximum outstanding memory reads or L1 misses of a core"
    )
    issue_width: int = Field(default=8, ge=1, le=64, description="maximum instructions issued per cycle")
    window: int = Field(default=192, ge=1, le=65_536, description="reorder-buffer size, in instructions")
    write_backs: int = Field(
        default=16,
        ge=1,
        le=4096,
        description="maximum outstanding write-backs of an L1 or of an L2 slice, in blocks",
    )
    atomics: Literal["ordered", "overlapped"] = Field(
        default="ordered",
        description="whether an atomic operation of a thread waits for all before it, and all behind it wait "
        "for it",
    )
    latencies: LatencyParameters = LatencyParameters()
    classes: CoreClasses = Field(default={}, description="names of groups of cores, for the three keys below")
    speeds: Speeds = Field(
        default={},
        description="speeds of groups or classes of cores: a task takes its cycles divided by the speed "
        "(traced memory)",
    )
    task_speeds: TaskSpeeds = Field(
        default={},
        description="speeds of classes of cores for a class of tasks, in place of `speeds` (traced memory)",
    )
    task_cycles: TaskCycles = Field(
        default={},
        description="cycles of each task of a class on classes of cores, whatever its work (traced memory)",
    )

    @property
    def key_of_rates(self) -> str:
        """The first key with which a task may take other cycles on some core; empty without one."""
        return next((key for key in ("speeds", "task_speeds", "task_cycles") if getattr(self, key)), "")

    @model_validator(mode="after")
    def _classes_exist(self) -> Self:
        check_tables(self.classes, self.speeds, self.task_speeds, self.task_cycles)
        return self


class CacheParameters(ConfigModel):
    """The parameters of a cache or of one slice of a distributed cache. Its block size is that of memory."""

    size: Size = Field(description="size in bytes: sets x ways x block")
    ways: int = Field(ge=1, description="blocks per set; the least recently used block is evicted")
    latency_cycles: int = Field(
        ge=1, le=4096, description="cycles from a request to the hit or to the message that the miss sends"
    )


class L1Parameters(CacheParameters):
    """The parameters of the private L1 cache of a core."""

    size: Size = Field(default=64 * 1024, description="size in bytes: sets x ways x block")
    ways: int = Field(default=4, ge=1, description="blocks per set; the least recently used block is evicted")
    latency_cycles: int = Field(
        default=1,
        ge=1,
        le=4096,
        description="cycles from a request to the hit or to the message that the miss sends",
    )
    snoop_cycles: int | None = Field(
        default=None,
        ge=1,
        le=4096,
        description="cycles from a forwarded request, an invalidation or a recall to the answer; "
        "`latency_cycles` by default",
    )

    @property
    def answer_cycles(self) -> int:
        """Cycles from a message of a home, on behalf of another L1, to the answer."""
        return self.latency_cycles if self.snoop_cycles is None else self.snoop_cycles


class L2Parameters(CacheParameters):
    """The parameters of a slice of the shared L2 cache with its part of the directory. Each tile has one."""

    size: Size = Field(default=256 * 1024, description="size in bytes: sets x ways x block")
    ways: int = Field(default=8, ge=1, description="blocks per set; the least recently used block is evicted")
    latency_cycles: int = Field(
        default=6,
        ge=1,
        le=4096,
        description="cycles from a request to the hit or to the message that the miss sends",
    )
    home: Literal["block", "page", "socket"] = Field(
        default="block",
        description="slice of a block: `block`: blocks are dealt out over all tiles; `page`: all blocks of a "
        "page are at one tile; `socket`: over the tiles of the socket whose controller has the page",
    )
