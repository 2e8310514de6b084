"""A traced launch as the model needs it: its kernels with their resources, and its instructions."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from gpu.backends.host.trace import KINDS, KernelTrace
from gpu.kernel import capability_number
from gpu.model.child_grids import family
from gpu.model.device import Device
from gpu.model.instruction_stream import InstructionCosts, array_names, assumed_waits, instruction_stream
from gpu.model.kernel_needs import Resources, kernel_needs
from gpu.model.occupancy import Occupancy, occupancy
from gpu.model.requests import InstructionStream
from partitioners.errors import InputError, KernelError, OptionError

INDEPENDENT_THREADS = (7, 0)
"""The first compute capability whose barriers wait only for threads that have not left the kernel (CUDA
programming guide, "Independent thread scheduling")."""


@dataclass(frozen=True, eq=False)
class KernelShape:
    """What the results contain about the trace of a kernel, which they do not keep.

    Attributes
    ----------
    parent : int
        The number of the kernel that launched it among those of the launch; -1 if the host did.
    child_grids : int
        Number of grids; 0 if the host launched it.
    arrays : tuple of str
        The names of the rows of its counters: shared memory, then its arrays.
    threads, blocks, warps : int
        ``threads`` are those of a block, the others of all grids.
    accesses, sectors : int
        Requests to memory, and the sectors of global memory that they touch (capability 1.x: those of their
        transactions).
    registers, shared_bytes : int
        Of a thread; of a block.
    assumed : tuple of str
        What is assumed about its machine code and why: registers, static shared memory, loads in flight.
    """

    kernel: str
    parent: int
    child_grids: int
    has_grid_barrier: bool
    arrays: tuple[str, ...]
    threads: int
    blocks: int
    warps: int
    accesses: int
    sectors: int
    registers: int
    shared_bytes: int
    assumed: tuple[str, ...]
    occupancy: Occupancy


@dataclass(frozen=True, eq=False)
class PreparedLaunch:
    """The kernels of a launch, the first by the host, and their instructions on a device."""

    shapes: tuple[KernelShape, ...]
    first_warps: tuple[int, ...]
    stream: InstructionStream

    @property
    def rows(self) -> int:
        """Number of counters of all its arrays."""
        return sum(len(shape.arrays) for shape in self.shapes)


def prepare_launch(
    trace: KernelTrace,
    device: Device,
    costs: InstructionCosts,
    resources: Resources,
    carveout: int | None,
) -> PreparedLaunch:
    """Convert a trace for the model.

    Raises
    ------
    OptionError, InputError
        A block or a grid with a barrier does not fit on the device, the device has no launches by kernels, or
        the trace is incomplete.
    KernelError
        Threads waited at a barrier that others had left before, which the device does not allow.
    """
    traces, parents = family(trace)
    if len(traces) > 1 and not device.pending_launches:
        raise OptionError(
            f"kernel {trace.kernel!r} launches kernels, and pending_launches of {device.name!r} is 0; "
            "set it to at least 1, from capability 3.5 on, or choose such a device"
        )
    stream = instruction_stream(traces, parents, device, costs)
    shapes = tuple(
        _shape(each, parent, device, costs, resources, carveout, stream)
        for each, parent in zip(traces, parents, strict=True)
    )
    first_warps = tuple(np.cumsum([0, *(shape.warps for shape in shapes[:-1])]).tolist())
    return PreparedLaunch(shapes, first_warps, stream)


def _shape(
    trace: KernelTrace,
    parent: int,
    device: Device,
    costs: InstructionCosts,
    resources: Resources,
    carveout: int | None,
    stream: InstructionStream,
) -> KernelShape:
    if trace.early_exit and capability_number(device.compute_capability) < INDEPENDENT_THREADS:
        raise KernelError(
            f"kernel {trace.kernel!r}: {trace.early_exit}, which compute capability "
            f"{device.compute_capability} of {device.name!r} does not allow; let every thread of the block "
            "reach the barrier, or choose a device of capability 7.0 or newer"
        )
    needs = kernel_needs(
        (trace.kernel, trace.dtype, trace.block_size),
        device,
        resources,
        shared_bytes=trace.static_shared_bytes,
        source=trace.source,
    )
    shared_bytes = needs.shared_bytes + trace.dynamic_shared_bytes
    threads, blocks = prod(trace.block), prod(trace.grid)
    fits = occupancy(device, threads, needs.registers, shared_bytes, carveout)
    kind, uses = trace.forms["kind"], trace.uses
    has_grid_barrier = bool(uses[kind == KINDS.index("grid_barrier")].any())
    if has_grid_barrier and parent >= 0:
        raise InputError(f"the trace of {trace.kernel!r}: a child grid must not have a grid barrier")
    if has_grid_barrier and blocks > device.sms * fits.blocks:
        raise OptionError(
            f"kernel {trace.kernel!r}: a grid barrier needs all {blocks} blocks at once, and "
            f"{device.sms * fits.blocks} fit on {device.name!r}; launch fewer blocks"
        )
    return KernelShape(
        kernel=trace.kernel,
        parent=parent,
        child_grids=trace.child_request.size,
        has_grid_barrier=has_grid_barrier,
        arrays=array_names(trace),
        threads=threads,
        blocks=blocks,
        warps=trace.warp_start.size - 1,
        accesses=int(uses[kind < KINDS.index("barrier")].sum()),
        # A device of capability 1.x has no child grids, so the stream is that of this trace.
        sectors=int(stream.sizes.sum()) if device.is_of_generation_1 else trace.sectors.size,
        registers=needs.registers,
        shared_bytes=shared_bytes,
        assumed=tuple(filter(None, (needs.assumed, assumed_waits(trace, device, costs)))),
        occupancy=fits,
    )
