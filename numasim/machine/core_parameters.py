"""The parameters of a machine's cores and of their caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from numasim.config.model import ConfigModel
from numasim.config.quantity_fields import Size


class LatencyParameters(ConfigModel):
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


class CoreParameters(ConfigModel):
    """One core. Width, window and latencies matter where memory is simulated; see the execution model.

    The defaults of width and window are those of gem5's out-of-order core, which the paper used.
    """

    other_names: ClassVar[Mapping[str, str]] = {"clusters": "max_clusters_per_core"}

    max_clusters_per_core: int = Field(
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


class CacheParameters(ConfigModel):
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
