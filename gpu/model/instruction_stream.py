"""The instructions of warps for the model: conversion of traces to flat arrays, and of code to issue slots.

A trace contains the memory requests of a warp and the number of basic blocks between them. It does not
contain the number of instructions that NVIDIA's compiler generates for a basic block. For the package's
kernels the mean number is recorded (:mod:`gpu.backends.recorded_code`); :class:`InstructionCosts` overrides
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gpu.backends.host.trace import AT_ONCE, KINDS, SHARED, KernelTrace, offsets
from gpu.backends.issue_order import IssueOrder
from gpu.backends.nvrtc import nearest_architecture
from gpu.backends.own_code import NOT_INSTALLED, own_code
from gpu.backends.recorded_code import instructions_per_block
from gpu.backends.recorded_order import recorded_order
from gpu.model.child_grids import grids_by_request
from gpu.model.coalescing import transactions
from gpu.model.device import Device
from gpu.model.machine_order import OrderedRequests, in_machine_order, with_loads_in_flight
from gpu.model.requests import (
    ATOMIC,
    BARRIER,
    END,
    FORM,
    GRID_BARRIER,
    LAUNCH,
    LOAD,
    LOAD_UNCACHED,
    MOST_SECTORS,
    REDUCTION,
    SHARED_LOAD,
    SHARED_STORE,
    STORE,
    InstructionStream,
    no_instructions,
)
from partitioners.errors import InputError, OptionError


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
    loads_in_flight : int, optional
        Maximum number of a warp's loads in flight, for which all its other requests wait. By default, each
        load is awaited at the first use of its value in the machine code of the kernel
        (:mod:`gpu.model.machine_order`). Where that is not known, 4 are in flight.
    """

    basic_block: int | None = None
    exchange: int = 2
    parallel: int = 2
    loads_in_flight: int | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), int(each.name in ("parallel", "loads_in_flight"))
            if value is None and each.default is None:
                continue
            if type(value) is not int or value < least:
                raise OptionError(f"{each.name} is {value!r}; expected an integer of at least {least}")


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
    parts = [_converted(trace, device, costs) for trace in traces]
    grids = grids_by_request(traces, parents)
    if len(parts) == 1:  # without copies; compiled functions need arrays that can be written
        return parts[0]._replace(
            form=np.require(parts[0].form, requirements=["C", "W"]),
            sectors=np.require(parts[0].sectors, requirements=["C", "W"]),
            warp_start=np.require(parts[0].warp_start, requirements=["C", "W"]),
            distance=np.require(parts[0].distance, requirements=["C", "W"]),
            grid_start=grids[0],
            grids=grids[1],
        )
    first = offsets(np.array([part.forms.size for part in parts]))
    form = np.concatenate([part.form + np.uint32(k) for part, k in zip(parts, first[:-1], strict=True)])
    forms = np.concatenate([part.forms for part in parts])
    is_launch = (forms["kind"] == LAUNCH)[form]
    launches = forms[form[is_launch]]
    launches["launch"] = np.arange(launches.size)
    form[is_launch] = np.arange(forms.size, forms.size + launches.size)
    return InstructionStream(
        form,
        np.concatenate([part.sectors for part in parts]),
        _joined([part.warp_start for part in parts]),
        _joined([part.first_sector for part in parts]),
        np.concatenate([forms, launches]),
        *grids,
        np.concatenate([part.distance for part in parts]),
        np.concatenate([part.sizes for part in parts]),
    )


def _converted(trace: KernelTrace, device: Device, costs: InstructionCosts) -> InstructionStream:
    """The instructions of one trace, without launches."""
    _check(trace)
    trace, distance = _ordered(trace, device, costs)
    form, forms, sectors, sizes = trace.form, trace.forms, trace.sectors, np.zeros(0, np.uint8)
    if device.is_of_generation_1:  # requests of one form may differ in their transactions
        sectors, sizes, start = transactions(trace, is_coalesced(trace))
        codes, kinds = pd.factorize(form.astype(np.int64) * (MOST_SECTORS + 1) + np.diff(start))
        form, forms = codes.astype(np.uint32), forms[kinds // (MOST_SECTORS + 1)]
        forms["sectors"] = kinds % (MOST_SECTORS + 1)
    made = _forms(forms, trace, device, costs)
    first_sector = _first_sectors(trace.warp_start, form, made["sectors"])
    nothing = no_instructions()
    return nothing._replace(
        form=form,
        sectors=sectors,
        warp_start=trace.warp_start,
        first_sector=first_sector,
        forms=made,
        distance=distance,
        sizes=sizes,
    )


def _ordered(trace: KernelTrace, device: Device, costs: InstructionCosts) -> OrderedRequests:
    """The requests of a trace in the order of the machine code, where this is known."""
    order = _issue_order(trace, device) if costs.loads_in_flight is None else None
    if isinstance(order, IssueOrder):
        return in_machine_order(trace, order)
    return with_loads_in_flight(trace, costs.loads_in_flight or UNRECORDED_LOADS)


UNRECORDED_LOADS = 4
"""The loads in flight of a warp of a kernel whose machine code is not known."""


def _issue_order(trace: KernelTrace, device: Device) -> IssueOrder | str | None:
    """The order of accesses in the code of a trace's kernel, recorded or compiled, or why there is none."""
    architecture = nearest_architecture(device.compute_capability)
    order: IssueOrder | None
    if trace.source:
        code = own_code(trace.source, trace.dtype, trace.block_size, architecture)
        if isinstance(code, str):
            return code
        order = code.orders[trace.kernel]
    else:
        order = recorded_order((trace.kernel, trace.dtype, trace.block_size, architecture))
    if order is not None and "?" in trace.lines:  # else no access would be found, and none awaited
        return "install addr2line of the binutils, which finds the lines of its accesses"
    return order


def assumed_waits(trace: KernelTrace, device: Device, costs: InstructionCosts) -> str:
    """A warning if a number of loads in flight is assumed since the machine code is unknown; else empty."""
    order = _issue_order(trace, device) if costs.loads_in_flight is None else None
    if not isinstance(order, str):
        return ""
    why = "pip install 'numasim[gpu-compile]', which finds it" if order == NOT_INSTALLED else order
    return (
        f"kernel {trace.kernel!r}: its machine code is not known; {UNRECORDED_LOADS} loads of a warp in "
        f"flight are assumed; {why}, or set loads_in_flight of InstructionCosts"
    )


def _first_sectors(
    warp_start: NDArray[np.int64], form: NDArray[np.uint32], counts: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Where the sectors of each warp begin, and those of the last one end."""
    found = np.zeros(warp_start.size, np.int64)
    before = 0
    for begin in range(0, form.size, AT_ONCE):
        behind = before + np.cumsum(counts[form[begin : begin + AT_ONCE]], dtype=np.int64)
        here = slice(*np.searchsorted(warp_start, (begin, begin + behind.size), side="right"))
        found[here] = behind[warp_start[here] - begin - 1]
        before = int(behind[-1])
    return found


def _forms(forms: NDArray[Any], trace: KernelTrace, device: Device, costs: InstructionCosts) -> NDArray[Any]:
    """Convert the forms of a trace."""
    made = np.zeros(forms.size, FORM)
    slots = np.rint(forms["blocks"] * basic_block(trace, device, costs)).astype(np.int64)
    slots += forms["exchanges"].astype(np.int64) * costs.exchange
    if trace.may_launch:
        slots = np.rint(device.device_runtime_factor * slots).astype(np.int64)
    cycles = -(-slots * device.arithmetic_latency // costs.parallel)
    if device.shared_atomic_cycles:
        # The lanes that collide in a bank take turns in a loop of the warp.
        is_shared_atomic = (forms["array"] == SHARED) & np.isin(forms["kind"], _ATOMICS)
        rounds = np.where(is_shared_atomic, forms["wavefronts"], 0)
        slots += rounds * _ATOMIC_LOOP
        cycles += rounds * device.shared_atomic_cycles
    made["slots"] = slots
    made["cycles"] = np.maximum(slots, cycles)
    made["kind"] = _kinds(forms, device)
    made["wavefronts"] = np.maximum(forms["wavefronts"], 1)
    made["array"] = forms["array"] + 1
    made["sectors"] = forms["sectors"]
    made["more_passes"] = np.maximum(forms["passes"].astype(np.int64) - forms["sectors"], 0)
    return made


_ATOMICS = [KINDS.index(name) for name in ("reduction", "atomic")]

_ATOMIC_LOOP = 4
"""Instructions of a round of an atomic on shared memory before capability 5.0: a load that locks, the
operation, a store that unlocks, a branch (Wilt, "The CUDA Handbook", 2013, chapter 8)."""


def is_coalesced(trace: KernelTrace) -> NDArray[np.bool_]:
    """Whether each request goes to memory by segments on capability 1.x: all but texture fetches."""
    return (trace.sectors_of_request > 0) & (trace.kind != KINDS.index("texture"))


def basic_block(trace: KernelTrace, device: Device, costs: InstructionCosts) -> float:
    """The instructions of a basic block of a trace's kernel on a device."""
    if costs.basic_block is not None:
        return costs.basic_block
    if trace.source:  # which may have a kernel with the name of one of the package
        return _UNRECORDED_BLOCK
    variant = trace.kernel, trace.dtype, trace.block_size
    found = instructions_per_block(variant, nearest_architecture(device.compute_capability), costs.exchange)
    return _UNRECORDED_BLOCK if found is None else found


_UNRECORDED_BLOCK = 5
"""The instructions of a basic block of a kernel that is not recorded."""


def _kinds(forms: NDArray[Any], device: Device) -> NDArray[np.uint8]:
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
    return np.where(forms["array"] == SHARED, in_shared[forms["kind"]], in_global[forms["kind"]])


def _check(trace: KernelTrace) -> None:
    where = f"the trace of {trace.kernel!r}"
    forms, start = trace.forms, trace.warp_start
    if trace.form.size != trace.lanes.size or trace.form.max(initial=0) > max(0, forms.size - 1):
        raise InputError(f"{where}: each request must have lanes, and one of the {forms.size} forms")
    is_end = forms["kind"] == KINDS.index("end")
    ends = int(trace.uses[is_end].sum())
    if (np.diff(start) < 1).any() or not is_end[trace.form[start[1:] - 1]].all() or ends != start.size - 1:
        raise InputError(f"{where}: the last request of each warp, and no other, must be its end")
    in_global = (forms["array"] != SHARED) & (forms["kind"] < KINDS.index("barrier"))
    if ((forms["sectors"] > 0) != in_global).any() or trace.uses @ forms["sectors"] != trace.sectors.size:
        raise InputError(f"{where}: requests to global memory, and no others, must have sectors")
    if forms["sectors"].max(initial=0) > MOST_SECTORS:
        raise InputError(f"{where}: a request has more than {MOST_SECTORS} sectors")
    blocks = int(np.prod(trace.grid))
    if start.size - 1 != blocks * trace.warps_per_block:
        raise InputError(f"{where}: has {start.size - 1} warps, not {blocks} blocks of them")


def _joined(offsets: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Convert the offsets of several arrays to offsets into their concatenation."""
    counts = [np.diff(each) for each in offsets]
    return np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64)


def array_names(trace: KernelTrace) -> tuple[str, ...]:
    """The names of a trace's arrays, by their numbers in :class:`InstructionStream`."""
    return ("shared", *trace.arrays)
