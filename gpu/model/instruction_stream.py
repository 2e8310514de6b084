"""What warps have to do, as the model runs it: traces made into flat arrays, their code into issue slots.

A trace says which memory requests a warp makes and how many basic blocks it begins between them; it does not
say how many instructions NVIDIA's compiler makes of a basic block. :class:`InstructionCosts` does: one
documented number for each thing, the same for all kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import KINDS, SHARED, KernelTrace
from gpu.model.device import Device
from partitioners.errors import InputError, OptionError

LOAD, LOAD_UNCACHED, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, BARRIER, END = range(8)
"""What a request is to the model: global memory through the L1 and past it, shared memory, the rest."""


MOST_SECTORS = 64
"""Of a request: a lane's access crosses at most one border between sectors."""


@dataclass(frozen=True)
class InstructionCosts:
    """How the code between memory requests becomes instructions.

    Attributes
    ----------
    basic_block : int
        Instructions of a basic block, its addresses and its branch included.
    exchange : int
        Instructions of a shuffle, a vote or a ``__syncwarp``.
    parallel : int
        How many instructions of a warp are on the way at once where it computes: one in ``parallel`` needs
        the result of the one before.
    loads_in_flight : int
        Loads that a warp may have under way; what an optimising compiler moves together.
    """

    basic_block: int = 5
    exchange: int = 2
    parallel: int = 2
    loads_in_flight: int = 4

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), int(each.name in ("parallel", "loads_in_flight"))
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
    ]
)
"""A request of a warp: the issue slots of the code before it and what that code takes of the warp's time;
``array`` counts the trace's arrays from 1, 0 being shared memory and what is no access."""


class InstructionStream(NamedTuple):
    """All traces of a simulation, one behind the other.

    The requests of warp w are ``warp_start[w] .. warp_start[w + 1] - 1``.
    """

    requests: NDArray[Any]  # REQUEST
    sectors: NDArray[np.uint32]
    warp_start: NDArray[np.int64]


def instruction_stream(
    traces: Sequence[KernelTrace], device: Device, costs: InstructionCosts
) -> InstructionStream:
    """The work of several traces.

    Raises
    ------
    InputError
        A trace in which a warp does not end, or a request lacks its sectors.
    """
    requests = np.zeros(sum(trace.kind.size for trace in traces), REQUEST)
    first = sectors = 0
    for trace in traces:
        own = requests[first : first + trace.kind.size]
        own["kind"] = _kinds(trace, device)
        own["slots"] = (
            trace.blocks_before.astype(np.int64) * costs.basic_block
            + trace.exchanges_before.astype(np.int64) * costs.exchange
        )
        latency = -(-own["slots"].astype(np.int64) * device.arithmetic_latency // costs.parallel)
        own["cycles"] = np.maximum(own["slots"], latency)
        own["wavefronts"] = np.maximum(trace.wavefronts, 1)
        own["array"] = trace.array + 1
        own["first_sector"] = trace.sector_start[:-1] + sectors
        own["sectors"] = trace.sectors_of_request
        first += trace.kind.size
        sectors += trace.sectors.size
    return InstructionStream(
        requests,
        np.concatenate([trace.sectors for trace in traces]),
        _joined([trace.warp_start for trace in traces]),
    )


def _kinds(trace: KernelTrace, device: Device) -> NDArray[np.uint8]:
    shared = trace.array == SHARED
    global_kinds = {
        "load": LOAD if device.l1_caches == "all" else LOAD_UNCACHED,
        "store": STORE,
        "atomic": ATOMIC,
        "read_only": LOAD,
        "barrier": BARRIER,
        "end": END,
    }
    in_global = np.array([global_kinds[name] for name in KINDS], np.uint8)
    in_shared = in_global.copy()
    in_shared[: KINDS.index("barrier")] = SHARED_STORE
    in_shared[KINDS.index("load")] = SHARED_LOAD
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
    """Offsets of several arrays as those of the arrays one behind the other."""
    counts = [np.diff(each) for each in offsets]
    return np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)


def array_names(trace: KernelTrace) -> tuple[str, ...]:
    """The names of a trace's arrays as :class:`InstructionStream` counts them."""
    return ("shared", *trace.arrays)
