"""The parameters of a machine's memory: controllers, banks, and the placement of pages."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import MessageSize, Rate, Size, Time
from partitioners.text.format_value import format_value
from partitioners.text.units import Duration, format_size
from partitioners.text.wording import Expected


def _controllers(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        if not value:
            raise ValueError("the list is empty; a machine needs at least one memory controller")
        problems = []
        for k, tile in enumerate(value):
            pair = tile if isinstance(tile, (list, tuple)) else [tile]
            if len(pair) != (2 if pair is tile else 1) or any(type(n) is not int or n < 0 for n in pair):
                problems.append(
                    Problem((k,), f"expected a tile id or a pair [x, y], got {format_value(tile)}")
                )
        raise_problems(problems)
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


class DramParameters(ConfigModel):
    """The DRAM banks of a controller. The row buffer of each bank keeps the last row open.

    The default times are those of DDR3-1600 11-11-11 (JEDEC JESD79-3). Its rank of eight chips has rows of
    8 KiB.
    """

    banks: int = Field(
        default=8, ge=1, le=1024, description="banks of each controller; rows go to the banks in turn"
    )
    row: Size = Field(default=8192, description="size of a row buffer; a multiple of the block")
    activate: Time = Field(
        default=Duration(Fraction(1375, 10**11), False),
        description="tRCD: time to open a row before its first access",
    )
    precharge: Time = Field(
        default=Duration(Fraction(1375, 10**11), False),
        description="tRP: time to close the open row of a bank before the next row opens",
    )


class MemoryParameters(ConfigModel):
    """The parameters of the main memory, whose controllers are at tiles of the mesh."""

    other_names: ClassVar[Mapping[str, str]] = {"per": "bandwidth_scope"}

    capacity: Size = Field(default=4 * 2**30, description="capacity of the whole machine; at least one page")
    block: MessageSize = Field(
        default=32, description="bytes that a controller reads or writes at once; a power of two"
    )
    page: Size = Field(default=4096, description="unit of `placement`; a multiple of the block")
    controllers: Annotated[
        Literal["corners", "center", "all"] | tuple[int | tuple[int, int], ...],
        BeforeValidator(_controllers),
        Expected("corners, center, all, or a list of tile ids or [x, y] pairs"),
    ] = Field(
        default="corners",
        description="tiles with a controller, numbered from 0 in this order; `center`: the one, two or "
        "four tiles in the middle",
    )
    bandwidth: Rate = Field(default=8 * 10**9, description="rate at which blocks are served")
    bandwidth_scope: Literal["machine", "controller"] = Field(
        default="machine",
        description="whether the controllers share the bandwidth equally, or each controller has all of it",
    )
    latency: Time = Field(
        default=Duration(Fraction(50, 10**9), False),
        description="latency of one access without bandwidth and network; pipelined",
    )
    placement: Annotated[
        str,
        BeforeValidator(_placement),
        Expected("one of first_touch, interleave, node:N (N is a controller's number)"),
    ] = Field(
        "first_touch",
        description="controller that owns a page: the nearest to the core that first requests it, all "
        "controllers in turn, or always controller N",
    )
    dram: DramParameters | None = Field(
        default=None,
        description="[banks and row buffers](execution-model.md#initial-values); without this section, "
        "every access takes only `latency`",
    )

    @rule
    def _sizes_fit(self) -> None:
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
                message = f"{self.dram.banks} open rows of {row} exceed the capacity of {capacity}"
                problems.append(Problem(("dram", "row"), message))
        raise_problems(problems)
