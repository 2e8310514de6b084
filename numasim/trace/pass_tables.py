"""The data of the compiled pass over a log: program tables, frames, nodes and edges, and state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.trace.instructions import LATENCY_CYCLES, Kind
from numasim.trace.listing import Listing, SegmentFlag
from partitioners.kernels.array_types import Int64, Integers
from partitioners.kernels.uncounted import uninlined_kernel

# Fields of `state`: the position at which a call of `advance` stops and the next call resumes.
SEGMENT, WORD, FIRST, INSTRUCTION, LAST, NODE, EDGE, NODE_EDGES, SORTED, DEPTH, REGISTER_TOP, COPIES = range(
    12
)
NEED_PAGES, NEED_EDGES, NEED_READS = range(12, 15)
STATE_SIZE = 15

# Return values of `advance`: the reason why it stopped.
(
    MORE_SEGMENTS,
    MORE_WORDS,
    MORE_NODES,
    MORE_EDGES,
    MORE_MEMORY,
    MORE_FRAMES,
    LIMIT,
    END_OF_WORDS,
    INCONSISTENT,
) = range(9)

WORDS_AT_ONCE = 256
"""Maximum number of words of an instruction or of the beginning of a segment."""

MOST_COPIES = 64
"""Maximum number of arguments of a call whose addresses are kept."""

ADDRESS = (1 << 48) - 1
"""Mask of the address in a word."""

SKIPPED, REGISTER, PHI, LOAD, STORE = (
    int(k) for k in (Kind.SKIPPED, Kind.REGISTER, Kind.PHI, Kind.LOAD, Kind.STORE)
)
UPDATE, COPY, FILL, CALL, RETURN, VA_START = (
    int(k) for k in (Kind.UPDATE, Kind.COPY, Kind.FILL, Kind.CALL, Kind.RETURN, Kind.VA_START)
)
ENTRY, BLOCK, FRAME, RESUME, EFFECTS, RESTART = (int(flag) for flag in SegmentFlag)

# Columns of the tables of `Code`.
KIND, OPCODE_CLASS, LATENCY_CLASS, TARGET, SIZE, UNTRACKED, OPERANDS, OPERANDS_END = range(8)
CALLEE, COPIED, COPIED_END, CYCLES = range(8, 12)
SEGMENT_FIRST, SEGMENT_LAST, SEGMENT_FUNCTION, SEGMENT_BLOCK, SEGMENT_FLAGS = range(5)
PARAMETERS, REGISTERS, COPIED_PARAMETERS, COPIED_PARAMETERS_END = range(4)

# Columns of the frames.
FUNCTION, BASE, CURRENT, PREVIOUS, CALLING, CALL_NODE, CALLED, FRAME_ADDRESS, DIRECT, EXTRA = range(10)
FRAME_COLUMNS = 10


class Code(NamedTuple):
    """A :class:`~numasim.trace.listing.Listing` with one row per item, for locality of access.

    Attributes
    ----------
    instruction : ndarray of int32, shape (i, 12)
        Columns KIND ... CYCLES.
    operand, operand_block, copied_argument, copied_parameter, copied_size : ndarray of int32
        The arrays of the listing.
    segment : ndarray of int32, shape (s, 5)
    function : ndarray of int32, shape (f, 4)
    function_address : ndarray of int64, shape (f,)
        The addresses of the functions in the run, ascending.
    function_at : ndarray of int32, shape (f,)
        The function at each address.
    """

    instruction: NDArray[np.int32]
    operand: NDArray[np.int32]
    operand_block: NDArray[np.int32]
    copied_argument: NDArray[np.int32]
    segment: NDArray[np.int32]
    function: NDArray[np.int32]
    copied_parameter: NDArray[np.int32]
    copied_size: NDArray[np.int32]
    function_address: NDArray[np.int64]
    function_at: NDArray[np.int32]


class Frames(NamedTuple):
    """The stack of frames.

    Attributes
    ----------
    row : ndarray of int64, shape (depth, FRAME_COLUMNS)
    register : ndarray of int32
        The node that wrote each register of each frame; -1 for none.
    phi : ndarray of int32
        The writers that the phis of the block just entered read, before any phi writes.
    copy_argument : ndarray of int32, shape (MOST_COPIES,)
    copy_address : ndarray of int64, shape (MOST_COPIES,)
        The arguments of the last call that are passed as copies, and their addresses.
    """

    row: NDArray[np.int64]
    register: NDArray[np.int32]
    phi: NDArray[np.int32]
    copy_argument: NDArray[np.int32]
    copy_address: NDArray[np.int64]


class Output(NamedTuple):
    """Nodes and edges.

    Attributes
    ----------
    opcode_class, latency_class : ndarray of uint8, shape (n,)
    address : ndarray of uint32, shape (n,)
        Renumbered; 0 for nodes without a memory access.
    length : ndarray of uint32, shape (n,)
        Bytes accessed.
    operation : ndarray of uint16, shape (n,)
        Cycles of the node itself.
    src, dst : ndarray of int32, shape (m,)
    weight : ndarray of float32, shape (m,)
    last_edge : ndarray of int64, shape (n,) or (0,)
        The last edge from each node, or -1. Used if writes wait, because nodes may then have many edges;
        otherwise empty.
    """

    opcode_class: NDArray[np.uint8]
    latency_class: NDArray[np.uint8]
    address: NDArray[np.uint32]
    length: NDArray[np.uint32]
    operation: NDArray[np.uint16]
    src: NDArray[np.int32]
    dst: NDArray[np.int32]
    weight: NDArray[np.float32]
    last_edge: NDArray[np.int64]


def code_of(listing: Listing, addresses: NDArray[np.uint64]) -> Code:
    """Create the tables of a program with the addresses of its functions in the run."""
    order = np.argsort(addresses, kind="stable")
    cycles = np.array(list(LATENCY_CYCLES.values()), np.int32)[listing.latency_class]
    instruction = (
        listing.kind,
        listing.opcode_class,
        listing.latency_class,
        listing.register,
        listing.size,
        listing.untracked,
        listing.operand_start[:-1],
        listing.operand_start[1:],
        listing.callee,
        listing.copied_start[:-1],
        listing.copied_start[1:],
        cycles,
    )
    segment = (
        listing.segment_first,
        listing.segment_last,
        listing.segment_function,
        listing.segment_block,
        listing.segment_flags,
    )
    function = (
        listing.function_parameters,
        listing.function_registers,
        listing.copied_parameter_start[:-1],
        listing.copied_parameter_start[1:],
    )
    return Code(
        instruction=_table(instruction),
        operand=listing.operand,
        operand_block=listing.operand_block,
        copied_argument=listing.copied_argument,
        segment=_table(segment),
        function=_table(function),
        copied_parameter=listing.copied_parameter,
        copied_size=listing.copied_size,
        function_address=addresses[order].astype(np.int64),
        function_at=order.astype(np.int32),
    )


def _table(columns: tuple[NDArray[np.generic], ...]) -> NDArray[np.int32]:
    return np.ascontiguousarray(np.stack([column.astype(np.int32) for column in columns], axis=1))


@uninlined_kernel
def depend(out: Output, state: Int64, writer: int, node: int) -> int:
    """The edge writer -> node, added if it is new; -1 if there is no writer."""
    if writer < 0 or writer >= node:
        return -1
    last = out.last_edge
    if last.size > 0:
        edge = last[writer]
        if state[NODE_EDGES] <= edge < state[EDGE] and out.src[edge] == writer:
            return edge
        last[writer] = state[EDGE]
    else:
        for edge in range(state[NODE_EDGES], state[EDGE]):
            if out.src[edge] == writer:
                return edge
    edge = state[EDGE]
    out.src[edge] = writer
    out.dst[edge] = node
    out.weight[edge] = 1.0
    state[EDGE] = edge + 1
    return edge


@uninlined_kernel
def find(ascending: Integers, value: int) -> int:
    """The index of a value in an ascending array, or -1."""
    low, high = 0, ascending.size
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low if low < ascending.size and ascending[low] == value else -1
