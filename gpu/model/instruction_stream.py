"""The instructions of warps for the model: conversion of traces to flat arrays, and of code to issue slots.

A trace contains the memory requests of a warp and the number of basic blocks between them. It does not
contain the number of instructions that NVIDIA's compiler generates for a basic block. For the package's
kernels the mean number is recorded (:mod:`gpu.backends.recorded_code`); :class:`InstructionCosts` overrides
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import KINDS, SHARED, KernelTrace
from gpu.backends.nvrtc import nearest_architecture
from gpu.backends.recorded_code import instructions_per_block
from gpu.model.child_grids import CHILD_GRID, grids_by_request
from gpu.model.coalescing import transactions
from gpu.model.device import Device
from partitioners.errors import InputError, OptionError

(
    LOAD,
    LOAD_UNCACHED,
    STORE,
    REDUCTION,
    ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    BARRIER,
    GRID_BARRIER,
    LAUNCH,
    END,
) = range(11)
"""Kinds of requests in the model: global memory through the L1 and past it, shared memory, and all others."""


MOST_SECTORS = 64
"""Maximum number of sectors of a request: a lane's access crosses at most one border between sectors."""


@dataclass(frozen=True)
class InstructionCosts:
    """The instruction counts of the code between memory requests.

    Attributes
    ----------
    basic_block : int, optional
        Instructions of a basic block, including its addresses and its branch. By default the recorded number
        of each kernel, and 5 for a kernel without one.
    exchange : int
        Instructions of a shuffle, a vote or a ``__syncwarp``.
    parallel : int
        Instruction-level parallelism of a warp's computations: one in ``parallel`` instructions needs the
        result of the previous one.
    loads_in_flight : int
        Maximum number of a warp's loads in flight, which an optimising compiler groups together.
    """

    basic_block: int | None = None
    exchange: int = 2
    parallel: int = 2
    loads_in_flight: int = 4

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), int(each.name in ("parallel", "loads_in_flight"))
            if value is None and each.name == "basic_block":
                continue
            if type(value) is not int or value < least:
                raise OptionError(f"{each.name} is {value!r}; expected an integer of at least {least}")


REQUEST = np.dtype(
    [
        ("first_sector", np.int64),
        ("slots", np.int32),
        ("cycles", np.int32),
        ("wavefronts", np.int32),
        ("array", np.int16),
        ("sectors", np.uint8),
        ("kind", np.uint8),
        ("more_passes", np.uint8),
    ]
)
"""A request of a warp: the issue slots of the code before it, and the time that the warp needs for this code.
``more_passes`` are the passes of an atomic through the L2 beyond one for each sector.
``array`` counts the trace's arrays from 1; 0 is shared memory or a request that is not an access. The
``first_sector`` of a launch is its number among the launches, in ``grid_start``."""


class InstructionStream(NamedTuple):
    """The instructions of some traces, concatenated.

    The requests of warp w are ``warp_start[w] .. warp_start[w + 1] - 1``. The k-th launch by a warp launches
    the grids ``grid_start[k] .. grid_start[k + 1] - 1``. On a device of capability 1.x, ``sectors`` has the
    first sector of each transaction, and ``sizes`` its number of sectors; on all others ``sizes`` is empty.
    """

    requests: NDArray[Any]  # REQUEST
    sectors: NDArray[np.uint32]
    warp_start: NDArray[np.int64]
    grid_start: NDArray[np.int64]
    grids: NDArray[Any]  # CHILD_GRID
    sizes: NDArray[np.uint8]


def instruction_stream(
    traces: Sequence[KernelTrace], parents: Sequence[int], device: Device, costs: InstructionCosts
) -> InstructionStream:
    """Convert the traces of a launch to one instruction stream.

    Parameters
    ----------
    traces, parents
        As from :func:`gpu.model.child_grids.family`.
    device, costs

    Raises
    ------
    InputError
        A warp of a trace does not end, a request lacks its sectors, or a child grid its launch.
    """
    requests = np.zeros(sum(trace.kind.size for trace in traces), REQUEST)
    sectors: list[NDArray[np.uint32]] = []
    sizes = [np.zeros(0, np.uint8)]
    first = first_sector = 0
    for trace in traces:
        own = requests[first : first + trace.kind.size]
        own["kind"] = _kinds(trace, device)
        start = trace.sector_start
        if device.is_of_generation_1:
            firsts, size, start = transactions(trace, is_coalesced(trace))
            sectors.append(firsts)
            sizes.append(size)
        else:
            sectors.append(trace.sectors)
        for begin in range(0, own.size, _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            some, counts = own[part], np.diff(start[begin : begin + _AT_ONCE + 1])
            _set_code(some, trace, part, device, costs)
            some["wavefronts"] = np.maximum(trace.wavefronts[part], 1)
            some["array"] = trace.array[part] + 1
            some["first_sector"] = start[:-1][part] + first_sector
            some["sectors"] = counts
            some["more_passes"] = np.maximum(trace.passes[part] - counts, 0)
        first += trace.kind.size
        first_sector += sectors[-1].size
    is_launch = requests["kind"] == LAUNCH
    requests["first_sector"][is_launch] = np.arange(np.count_nonzero(is_launch))
    grids = grids_by_request(traces, parents)
    if len(traces) == 1:  # without copies; compiled functions need arrays that can be written
        return InstructionStream(
            requests,
            np.require(sectors[0], np.uint32, ["C", "W"]),
            np.require(traces[0].warp_start, np.int64, ["C", "W"]),
            *grids,
            sizes[-1],
        )
    return InstructionStream(
        requests,
        np.concatenate(sectors),
        _joined([trace.warp_start for trace in traces]),
        *grids,
        np.concatenate(sizes),
    )


_AT_ONCE = 2**20
"""Requests that are converted together, so that intermediate results take little memory."""


def _set_code(
    own: NDArray[Any], trace: KernelTrace, part: slice, device: Device, costs: InstructionCosts
) -> None:
    """Set the issue slots of the code before some requests, and the time that their warps need for them."""
    slots = np.rint(trace.blocks_before[part] * basic_block(trace, device, costs)).astype(np.int64)
    slots += trace.exchanges_before[part].astype(np.int64) * costs.exchange
    if trace.may_launch:
        slots = np.rint(device.device_runtime_factor * slots).astype(np.int64)
    cycles = -(-slots * device.arithmetic_latency // costs.parallel)
    if device.shared_atomic_cycles:
        # The lanes that collide in a bank take turns in a loop of the warp.
        is_shared_atomic = (trace.array[part] == SHARED) & np.isin(trace.kind[part], _ATOMICS)
        rounds = np.where(is_shared_atomic, trace.wavefronts[part], 0)
        slots += rounds * _ATOMIC_LOOP
        cycles += rounds * device.shared_atomic_cycles
    own["slots"] = slots
    own["cycles"] = np.maximum(slots, cycles)


_ATOMICS = [KINDS.index(name) for name in ("reduction", "atomic")]

_ATOMIC_LOOP = 4
"""Instructions of a round of an atomic on shared memory before capability 5.0: a load that locks, the
operation, a store that unlocks, a branch (Wilt, "The CUDA Handbook", 2013, chapter 8)."""


def is_coalesced(trace: KernelTrace) -> NDArray[np.bool_]:
    """Whether each request goes to memory by segments on capability 1.x: all but texture fetches."""
    return (trace.sectors_of_request > 0) & (trace.kind != KINDS.index("texture"))


def no_instructions() -> InstructionStream:
    """Create an instruction stream of no trace."""
    nothing = np.zeros(1, np.int64)
    return InstructionStream(
        np.zeros(0, REQUEST),
        np.zeros(0, np.uint32),
        nothing,
        nothing,
        np.zeros(0, CHILD_GRID),
        np.zeros(0, np.uint8),
    )


def basic_block(trace: KernelTrace, device: Device, costs: InstructionCosts) -> float:
    """The instructions of a basic block of a trace's kernel on a device."""
    if costs.basic_block is not None:
        return costs.basic_block
    variant = trace.kernel, trace.dtype, trace.block_size
    found = instructions_per_block(variant, nearest_architecture(device.compute_capability), costs.exchange)
    return _UNRECORDED_BLOCK if found is None else found


_UNRECORDED_BLOCK = 5
"""The instructions of a basic block of a kernel that is not recorded."""


def _kinds(trace: KernelTrace, device: Device) -> NDArray[np.uint8]:
    shared = trace.array == SHARED
    global_kinds = {
        "load": LOAD if device.l1_caches == "all" else LOAD_UNCACHED,
        "store": STORE,
        "reduction": REDUCTION,
        "atomic": ATOMIC,
        "read_only": LOAD if device.l1_caches != "texture" else LOAD_UNCACHED,
        "texture": LOAD,
        "load_l2": LOAD_UNCACHED,
        "barrier": BARRIER,
        "grid_barrier": GRID_BARRIER,
        "launch": LAUNCH,
        "end": END,
    }
    in_global = np.array([global_kinds[name] for name in KINDS], np.uint8)
    in_shared = in_global.copy()
    in_shared[: KINDS.index("barrier")] = SHARED_STORE
    for name in ("load", "read_only", "texture", "load_l2", "atomic"):  # the warp waits for the result
        in_shared[KINDS.index(name)] = SHARED_LOAD
    kind = np.where(shared, in_shared[trace.kind], in_global[trace.kind])
    where = f"the trace of {trace.kernel!r}"
    last = trace.warp_start[1:] - 1
    if (np.diff(trace.warp_start) < 1).any() or (kind[last] != END).any() or (kind == END).sum() != last.size:
        raise InputError(f"{where}: the last request of each warp, and no other, must be its end")
    if ((trace.sectors_of_request > 0) != (kind <= ATOMIC)).any():
        raise InputError(f"{where}: requests to global memory, and no others, must have sectors")
    if trace.sectors_of_request.max(initial=0) > MOST_SECTORS:
        raise InputError(f"{where}: a request has more than {MOST_SECTORS} sectors")
    blocks = int(np.prod(trace.grid))
    if trace.warp_start.size - 1 != blocks * trace.warps_per_block:
        raise InputError(f"{where}: has {trace.warp_start.size - 1} warps, not {blocks} blocks of them")
    return kind


def _joined(offsets: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Convert the offsets of several arrays to offsets into their concatenation."""
    counts = [np.diff(each) for each in offsets]
    return np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)


def array_names(trace: KernelTrace) -> tuple[str, ...]:
    """The names of a trace's arrays, by their numbers in :class:`InstructionStream`."""
    return ("shared", *trace.arrays)
