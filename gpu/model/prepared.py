"""A traced launch as the model needs it: its shape and resources, and its instructions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from gpu.backends.host.trace import KINDS, KernelTrace
from gpu.model.device import Device
from gpu.model.instruction_stream import (
    InstructionCosts,
    InstructionStream,
    array_names,
    instruction_stream,
)
from gpu.model.kernel_needs import kernel_needs
from gpu.model.occupancy import Occupancy, occupancy


@dataclass(frozen=True, eq=False)
class LaunchShape:
    """What the results contain about the trace of a launch, which they do not keep.

    Attributes
    ----------
    kernel : str
    arrays : tuple of str
        The names of the rows of its counters: shared memory, then its arrays.
    threads, blocks, warps, warps_of_block : int
        ``threads`` are those of a block, the others of the grid.
    accesses, sectors : int
        Requests to memory, and the sectors of global memory that they touch (capability 1.x: those of their
        transactions).
    registers, shared_bytes : int
        Of a thread; of a block.
    is_known : bool
        Whether registers and static shared memory are given or recorded.
    occupancy : Occupancy
    """

    kernel: str
    arrays: tuple[str, ...]
    threads: int
    blocks: int
    warps: int
    warps_of_block: int
    accesses: int
    sectors: int
    registers: int
    shared_bytes: int
    is_known: bool
    occupancy: Occupancy


@dataclass(frozen=True, eq=False)
class PreparedLaunch:
    """The shape of a launch and its instructions on a device."""

    shape: LaunchShape
    stream: InstructionStream


def prepare_launch(
    trace: KernelTrace,
    device: Device,
    costs: InstructionCosts,
    resources: Mapping[str, tuple[int, int]],
    carveout: int | None,
) -> PreparedLaunch:
    """Convert a trace for the model.

    Raises
    ------
    OptionError, InputError
        A block does not fit on the device, or the trace is incomplete.
    """
    needs = kernel_needs((trace.kernel, trace.dtype, trace.block_size), device, resources)
    shared_bytes = needs.shared_bytes + trace.dynamic_shared_bytes
    threads = prod(trace.block)
    fits = occupancy(device, threads, needs.registers, shared_bytes, carveout)
    stream = instruction_stream([trace], device, costs)
    shape = LaunchShape(
        kernel=trace.kernel,
        arrays=array_names(trace),
        threads=threads,
        blocks=prod(trace.grid),
        warps=trace.warp_start.size - 1,
        warps_of_block=trace.warps_per_block,
        accesses=int(np.count_nonzero(trace.kind < KINDS.index("barrier"))),
        sectors=int(stream.sizes.sum()) if device.is_of_generation_1 else trace.sectors.size,
        registers=needs.registers,
        shared_bytes=shared_bytes,
        is_known=needs.is_known,
        occupancy=fits,
    )
    return PreparedLaunch(shape, stream)
