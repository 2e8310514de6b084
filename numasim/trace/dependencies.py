"""One pass over the log of a run: which executed instruction needs the result of which (section 3.3).

Every executed instruction is a node, numbered in the order of execution. It depends on the last writers of the
registers that it names, which a stack of frames keeps, and of the bytes that it reads
(:mod:`numasim.trace.memory_writers`). Every edge runs from a smaller to a larger number, so the graph is acyclic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numasim.trace.cache_model import Caches, access
from numasim.trace.instructions import Kind
from numasim.trace.listing import INDIRECT, NO_CALL, SegmentFlag
from numasim.trace.memory_writers import (
    PAGE_BITS,
    Memory,
    copy_writers,
    count_writers,
    note_reader,
    pages_spanned,
    renumber,
    write,
)

# Fields of `state`: what a call of `advance` leaves off at, and the next one goes on with.
SEGMENT, WORD, FIRST, INSTRUCTION, LAST, NODE, EDGE, NODE_EDGES, DEPTH, REGISTER_TOP, COPIES = range(11)
NEED_PAGES, NEED_EDGES, NEED_READS = range(11, 14)
STATE_SIZE = 14

# What `advance` returns: why it stopped.
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
"""No instruction and no beginning of a segment takes more words."""

MOST_COPIES = 64
"""Arguments of one call whose addresses are remembered."""

UNIT, CACHE, CLOCK = range(3)
"""Where the time of a memory operation comes from."""

_ADDRESS = (1 << 48) - 1

_SKIPPED, _REGISTER, _PHI, _LOAD, _STORE = (
    int(k) for k in (Kind.SKIPPED, Kind.REGISTER, Kind.PHI, Kind.LOAD, Kind.STORE)
)
_UPDATE, _COPY, _FILL, _CALL, _RETURN, _VA_START = (
    int(k) for k in (Kind.UPDATE, Kind.COPY, Kind.FILL, Kind.CALL, Kind.RETURN, Kind.VA_START)
)
_ENTRY, _BLOCK, _FRAME, _RESUME, _EFFECTS = (int(flag) for flag in SegmentFlag)
_INDIRECT, _NO_CALL = INDIRECT, NO_CALL


class Code(NamedTuple):
    """The arrays of a :class:`~numasim.trace.listing.Listing` that the kernel reads, and two more.

    Attributes
    ----------
    cycles : ndarray of uint16, shape (i,)
        Of the operation of each instruction; 0 for memory operations.
    function_address : ndarray of int64, shape (f,)
        Where the functions were in the run, ascending.
    function_at : ndarray of int32, shape (f,)
        Which function is at each of them.
    """

    kind: NDArray[np.uint8]
    opcode_class: NDArray[np.uint8]
    latency_class: NDArray[np.uint8]
    register: NDArray[np.int32]
    size: NDArray[np.uint32]
    untracked: NDArray[np.bool_]
    operand_start: NDArray[np.int64]
    operand: NDArray[np.int32]
    operand_block: NDArray[np.int32]
    callee: NDArray[np.int32]
    copied_start: NDArray[np.int64]
    copied_argument: NDArray[np.int32]
    segment_first: NDArray[np.int32]
    segment_last: NDArray[np.int32]
    segment_function: NDArray[np.int32]
    segment_block: NDArray[np.int32]
    segment_flags: NDArray[np.uint8]
    function_parameters: NDArray[np.int32]
    function_registers: NDArray[np.int32]
    copied_parameter_start: NDArray[np.int64]
    copied_parameter: NDArray[np.int32]
    copied_size: NDArray[np.int32]
    cycles: NDArray[np.uint16]
    function_address: NDArray[np.int64]
    function_at: NDArray[np.int32]


class Frames(NamedTuple):
    """The stack of frames.

    Attributes
    ----------
    row : ndarray of int64, shape (depth, 10)
        The columns below.
    register : ndarray of int32
        The node that wrote each register of each frame; -1 for none.
    phi : ndarray of int32
        What the phis of the block that was just entered read, before any of them writes.
    copy_argument : ndarray of int32, shape (MOST_COPIES,)
    copy_address : ndarray of int64, shape (MOST_COPIES,)
        Of the call that was just made: arguments passed as copies, and where they are.
    """

    row: NDArray[np.int64]
    register: NDArray[np.int32]
    phi: NDArray[np.int32]
    copy_argument: NDArray[np.int32]
    copy_address: NDArray[np.int64]


_FUNCTION, _BASE, _CURRENT, _PREVIOUS, _CALLING, _CALL_NODE, _CALLED, _ADDRESS_OF, _DIRECT, _EXTRA = range(10)
FRAME_COLUMNS = 10


class Output(NamedTuple):
    """Nodes and edges.

    Attributes
    ----------
    opcode_class, latency_class : ndarray of uint8, shape (n,)
    address : ndarray of uint32, shape (n,)
        Renumbered; 0 where no memory is touched.
    length : ndarray of uint32, shape (n,)
        Bytes touched.
    operation : ndarray of uint16, shape (n,)
        Cycles of the node itself.
    src, dst : ndarray of int32, shape (m,)
    weight : ndarray of float32, shape (m,)
    """

    opcode_class: NDArray[np.uint8]
    latency_class: NDArray[np.uint8]
    address: NDArray[np.uint32]
    length: NDArray[np.uint32]
    operation: NDArray[np.uint16]
    src: NDArray[np.int32]
    dst: NDArray[np.int32]
    weight: NDArray[np.float32]


@njit(cache=True)
def _depend(out, state, writer, node):  # type: ignore[no-untyped-def]
    """The edge writer -> node, made where it is new; -1 where there is nobody to depend on."""
    if writer < 0 or writer >= node:
        return -1
    for edge in range(state[NODE_EDGES], state[EDGE]):
        if out.src[edge] == writer:
            return edge
    edge = state[EDGE]
    out.src[edge] = writer
    out.dst[edge] = node
    out.weight[edge] = 1.0
    state[EDGE] = edge + 1
    return edge


@njit(cache=True)
def _depend_on_writers(out, memory, state, address, length, node):  # type: ignore[no-untyped-def]
    """Edges from the last writers of a range; the edge from the youngest of them, or -1."""
    youngest = -1
    best = -1
    before = -1
    end = address + length
    many = length > 64
    first = state[EDGE]
    while address < end:
        stop = min(end, ((address >> PAGE_BITS) + 1) << PAGE_BITS)
        at = renumber(memory, address)
        for byte in range(at, at + stop - address):
            writer = memory.writer[byte]
            if writer == before:
                continue
            before = writer
            if many:
                if 0 <= writer < node:
                    out.src[state[EDGE]] = writer
                    state[EDGE] += 1
                continue
            edge = _depend(out, state, writer, node)
            if edge >= 0 and writer > youngest:
                youngest = writer
                best = edge
        address = stop
    if many:
        best = _settle(out, state, first, node)
    return best


@njit(cache=True)
def _settle(out, state, first, node):  # type: ignore[no-untyped-def]
    """Edges of a long range, collected with repetitions from ``first`` on: sorted, each once."""
    last = state[EDGE]
    if last == first:
        return -1
    found = np.sort(out.src[first:last])
    state[EDGE] = first
    best = -1
    for k in range(found.size):
        if k == 0 or found[k] != found[k - 1]:
            best = _depend(out, state, found[k], node)
    return best


@njit(cache=True)
def _overwrite(out, memory, state, address, length, node):  # type: ignore[no-untyped-def]
    """A node writes a range; where readers are kept, it also waits for who wrote and read it before."""
    if memory.reader.size > 0:
        _depend_on_writers(out, memory, state, address, length, node)
        for byte_address in range(address, address + length):
            byte = renumber(memory, byte_address)
            entry = memory.reader[byte]
            while entry >= 0:
                _depend(out, state, memory.reader_node[entry], node)
                entry = memory.reader_next[entry]
            memory.reader[byte] = -1
    write(memory, address, length, node)


@njit(cache=True)
def _read(out, memory, state, address, length, node):  # type: ignore[no-untyped-def]
    """A node reads a range; the edge from the youngest writer, or -1."""
    best = _depend_on_writers(out, memory, state, address, length, node)
    if memory.reader.size > 0:
        note_reader(memory, address, length, node)
    return best


@njit(cache=True)
def _time(memory, caches, mode, word, address, length):  # type: ignore[no-untyped-def]
    """The cycles of a memory operation on a range (an address of the program)."""
    if mode == CLOCK:
        return max(np.int64(1), np.int64(word >> np.uint64(48)))
    if mode == UNIT:
        renumber(memory, address)
        return np.int64(1)
    cycles = 0
    end = address + max(length, 1)
    while address < end:
        stop = min(end, ((address >> PAGE_BITS) + 1) << PAGE_BITS)
        cycles += access(caches, renumber(memory, address), stop - address)
        address = stop
    return cycles


@njit(cache=True)
def _has_room(out, memory, state, pages, edges, reads):  # type: ignore[no-untyped-def]
    """Whether an instruction that needs so much can run; if not, what it needs is left in the state."""
    state[NEED_PAGES] = pages
    state[NEED_EDGES] = edges
    state[NEED_READS] = reads
    if (memory.pages_used[0] + pages) << PAGE_BITS > memory.writer.size:
        return MORE_MEMORY
    if memory.reader.size > 0 and memory.readers_used[0] + reads > memory.reader_node.size:
        return MORE_MEMORY
    if state[EDGE] + edges > out.src.size:
        return MORE_EDGES
    return -1


@njit(cache=True)
def _readers_in(memory, address, length):  # type: ignore[no-untyped-def]
    """How many entries the lists of readers of a range have."""
    count = 0
    if memory.reader.size > 0:
        for byte_address in range(address, address + length):
            entry = memory.reader[renumber(memory, byte_address)]
            while entry >= 0:
                count += 1
                entry = memory.reader_next[entry]
    return count


@njit(cache=True)
def _range_needs(out, memory, state, read, read_length, written, written_length):  # type: ignore[no-untyped-def]
    """Make sure of room for a node that reads one range and writes another; -1 where there is."""
    pages = pages_spanned(read, max(read_length, 1)) + pages_spanned(written, max(written_length, 1))
    needed = _has_room(out, memory, state, pages, 8, 0)
    if needed >= 0:
        return needed
    edges = 64 + count_writers(memory, read, read_length)
    if memory.reader.size > 0:
        edges += count_writers(memory, written, written_length)
        edges += _readers_in(memory, written, written_length)
    return _has_room(out, memory, state, pages, edges, read_length)


@njit(cache=True)
def _begin_segment(code, frames, out, memory, state, words, number):  # type: ignore[no-untyped-def]
    """Take up a segment: frames come and go, effects of the call before it are applied. -1, or why not."""
    flags = code.segment_flags[number]
    function = code.segment_function[number]
    if (
        state[DEPTH] + 2 > frames.row.shape[0]
        or state[REGISTER_TOP] + code.function_registers[function] > frames.register.size
    ):
        return MORE_FRAMES
    if flags & _ENTRY:
        return _enter(code, frames, memory, out, state, words, number)
    if flags & _RESUME:
        address = np.int64(words[state[WORD]])
        state[WORD] += 1
        while state[DEPTH] > 0 and frames.row[state[DEPTH] - 1, _ADDRESS_OF] != address:
            state[DEPTH] -= 1
        if state[DEPTH] == 0:
            _push(code, frames, state, function, 0)
            frames.row[0, _ADDRESS_OF] = address
        top = frames.row[state[DEPTH] - 1]
        state[REGISTER_TOP] = top[_BASE] + code.function_registers[top[_FUNCTION]] + top[_EXTRA]
    elif state[DEPTH] == 0:
        _push(code, frames, state, function, 0)
    top = frames.row[state[DEPTH] - 1]
    if top[_FUNCTION] != function:
        return INCONSISTENT
    if flags & _EFFECTS:
        _apply_effects(out, memory, state, words, top[_CALL_NODE])
    top[_CALLING] = -1
    if flags & _BLOCK:
        top[_PREVIOUS] = top[_CURRENT]
        top[_CURRENT] = code.segment_block[number]
        _read_phis(code, frames, top, code.segment_first[number], code.segment_last[number])
    return -1


@njit(cache=True)
def _read_phis(code, frames, top, first, last):  # type: ignore[no-untyped-def]
    """Phis happen at once: all read before the first writes."""
    for instruction in range(first, last):
        if code.kind[instruction] != _PHI:
            break
        value = -1
        for k in range(code.operand_start[instruction], code.operand_start[instruction + 1]):
            if code.operand_block[k] == top[_PREVIOUS]:
                if code.operand[k] >= 0:
                    value = frames.register[top[_BASE] + code.operand[k]]
                break
        frames.phi[instruction - first] = value


@njit(cache=True)
def _effects_need(out, memory, state, words, flags):  # type: ignore[no-untyped-def]
    """Make sure of room for the effects that a segment begins with; -1 where there is."""
    at = state[WORD] + (1 if flags & _FRAME else 0)
    pages = 0
    edges = 64
    reads = 0
    for k in range(np.int64(words[at]) - 1):
        address = np.int64(words[at + 1 + 2 * k] & np.uint64(_ADDRESS))
        length = np.int64(words[at + 2 + 2 * k] >> np.uint64(1))
        pages += pages_spanned(address, length)
    needed = _has_room(out, memory, state, pages, edges, 0)
    if needed >= 0:
        return needed
    for k in range(np.int64(words[at]) - 1):
        address = np.int64(words[at + 1 + 2 * k] & np.uint64(_ADDRESS))
        length = np.int64(words[at + 2 + 2 * k] >> np.uint64(1))
        if words[at + 2 + 2 * k] & np.uint64(1) == 0:
            edges += count_writers(memory, address, length)
            reads += length
        elif memory.reader.size > 0:
            edges += count_writers(memory, address, length) + _readers_in(memory, address, length)
    return _has_room(out, memory, state, pages, edges, reads)


@njit(cache=True)
def _apply_effects(out, memory, state, words, node):  # type: ignore[no-untyped-def]
    """What a library function read and wrote, in the order of the log; the node is its call."""
    count = np.int64(words[state[WORD]]) - 1
    if node != state[NODE] - 1:
        state[NODE_EDGES] = state[EDGE]  # callbacks ran since the call: its first edges are further back
    for k in range(count):
        address = np.int64(words[state[WORD] + 1 + 2 * k] & np.uint64(_ADDRESS))
        length = np.int64(words[state[WORD] + 2 + 2 * k] >> np.uint64(1))
        if node < 0:
            continue
        if words[state[WORD] + 2 + 2 * k] & np.uint64(1) == 0:
            _read(out, memory, state, address, length, node)
        else:
            _overwrite(out, memory, state, address, length, node)
    state[WORD] += 1 + 2 * count


@njit(cache=True)
def _push(code, frames, state, function, extra):  # type: ignore[no-untyped-def]
    """A new frame on the stack, with registers that nobody wrote."""
    base = state[REGISTER_TOP]
    top = base + code.function_registers[function] + extra
    frames.register[base:top] = -1
    state[REGISTER_TOP] = top
    row = frames.row[state[DEPTH]]
    row[:] = -1
    row[_FUNCTION] = function
    row[_BASE] = base
    row[_DIRECT] = 0
    row[_EXTRA] = extra
    state[DEPTH] += 1


@njit(cache=True)
def _enter(code, frames, memory, out, state, words, number):  # type: ignore[no-untyped-def]
    """A function is entered: called by the frame below, or back from a library function. -1, or why not."""
    function = code.segment_function[number]
    parameters = code.function_parameters[function]
    caller = state[DEPTH] - 1
    calling = frames.row[caller, _CALLING] if caller >= 0 else -1
    direct = calling >= 0 and frames.row[caller, _CALLED] == function
    first = last = 0
    if direct:
        first = code.operand_start[calling]
        last = code.operand_start[calling + 1] - (1 if code.callee[calling] == _INDIRECT else 0)
    extra = max(0, last - first - parameters)
    if state[REGISTER_TOP] + code.function_registers[function] + extra > frames.register.size:
        return MORE_FRAMES
    copy_first = code.copied_parameter_start[function]
    copy_last = code.copied_parameter_start[function + 1]
    word = state[WORD] + (1 if code.segment_flags[number] & _FRAME else 0)
    pages = 0
    for k in range(copy_first, copy_last):
        pages += 2 + 2 * (code.copied_size[k] >> PAGE_BITS) + 2
    needed = _has_room(out, memory, state, pages, 0, 0)
    if needed >= 0:
        return needed
    node = frames.row[caller, _CALL_NODE] if calling >= 0 else -1
    _push(code, frames, state, function, extra)
    row = frames.row[state[DEPTH] - 1]
    row[_DIRECT] = direct
    if code.segment_flags[number] & _FRAME:
        row[_ADDRESS_OF] = np.int64(words[state[WORD]])
    if direct:
        below = frames.row[caller, _BASE]
        for k in range(last - first):
            source = code.operand[first + k]
            to = row[_BASE] + (
                k if k < parameters else code.function_registers[function] + k - parameters
            )
            frames.register[to] = frames.register[below + source] if source >= 0 else -1
    else:
        frames.register[row[_BASE] : row[_BASE] + parameters] = node
    for k in range(copy_first, copy_last):
        copied_to = np.int64(words[word])
        word += 1
        if not direct:
            write(memory, copied_to, code.copied_size[k], node)
            continue
        for each in range(state[COPIES]):
            if frames.copy_argument[each] == code.copied_parameter[k]:
                copy_writers(memory, frames.copy_address[each], copied_to, code.copied_size[k])
    state[WORD] = word
    row[_CURRENT] = code.segment_block[number]
    return -1


@njit(cache=True)
def _function_at(code, address):  # type: ignore[no-untyped-def]
    """The function that begins at an address; -1 where none does."""
    at = np.searchsorted(code.function_address, address)
    if at < code.function_address.size and code.function_address[at] == address:
        return np.int64(code.function_at[at])
    return np.int64(-1)


@njit(cache=True)
def _call(code, frames, out, state, words, instruction, node):  # type: ignore[no-untyped-def]
    """A call: it needs its arguments; who enters next is seen by the next segment."""
    top = frames.row[state[DEPTH] - 1]
    for k in range(code.operand_start[instruction], code.operand_start[instruction + 1]):
        if code.operand[k] >= 0:
            _depend(out, state, frames.register[top[_BASE] + code.operand[k]], node)
    called = np.int64(code.callee[instruction])
    if called == _INDIRECT:
        called = _function_at(code, np.int64(words[state[WORD]]))
        state[WORD] += 1
    state[COPIES] = 0
    for k in range(code.copied_start[instruction], code.copied_start[instruction + 1]):
        if state[COPIES] < MOST_COPIES:
            frames.copy_argument[state[COPIES]] = code.copied_argument[k]
            frames.copy_address[state[COPIES]] = np.int64(words[state[WORD]])
            state[COPIES] += 1
        state[WORD] += 1
    top[_CALLING] = instruction
    top[_CALL_NODE] = node
    top[_CALLED] = called


@njit(cache=True)
def _return(code, frames, out, state, instruction, node):  # type: ignore[no-untyped-def]
    """The end of a frame: the caller's register gets the producer of the value."""
    top = frames.row[state[DEPTH] - 1]
    value = -1
    first = code.operand_start[instruction]
    if code.operand_start[instruction + 1] > first and code.operand[first] >= 0:
        value = frames.register[top[_BASE] + code.operand[first]]
        _depend(out, state, value, node)
    state[DEPTH] -= 1
    state[REGISTER_TOP] = top[_BASE]
    if top[_DIRECT] and state[DEPTH] > 0:
        caller = frames.row[state[DEPTH] - 1]
        register = code.register[caller[_CALLING]]
        if register >= 0:
            frames.register[caller[_BASE] + register] = value


@njit(cache=True)
def _memory_operation(code, frames, out, memory, caches, state, words, mode, instruction, node):  # type: ignore[no-untyped-def]
    """A load, store or update: -1, or what it needs first. A word of 0 is an access that never happened."""
    word = words[state[WORD]]
    address = np.int64(word & np.uint64(_ADDRESS))
    if address == 0:
        return END_OF_WORDS
    kind = code.kind[instruction]
    size = np.int64(code.size[instruction])
    pages = pages_spanned(address, size) if size > 1 else 1
    edges = 16 + size
    if memory.reader.size > 0:
        needed = _has_room(out, memory, state, pages, edges, size)
        if needed >= 0:
            return needed
        edges += size + _readers_in(memory, address, size)
    needed = _has_room(out, memory, state, pages, edges, size)
    if needed >= 0:
        return needed
    state[WORD] += 1
    time = _time(memory, caches, mode, word, address, size)
    base = frames.row[state[DEPTH] - 1, _BASE]
    carrier = -1
    first = code.operand_start[instruction]
    for k in range(first, code.operand_start[instruction + 1]):
        if code.operand[k] >= 0:
            edge = _depend(out, state, frames.register[base + code.operand[k]], node)
            if carrier < 0:
                carrier = edge
    tracked = 0 if code.untracked[instruction] else size
    if kind != _STORE:
        edge = _read(out, memory, state, address, tracked, node)
        carrier = edge if edge >= 0 else carrier
    if kind != _LOAD:
        _overwrite(out, memory, state, address, tracked, node)
    if carrier >= 0:
        out.weight[carrier] = time
    else:
        out.operation[node] = time
    out.address[node] = renumber(memory, address)
    out.length[node] = size
    return -1


@njit(cache=True)
def _block_operation(code, frames, out, memory, caches, state, words, mode, instruction, node):  # type: ignore[no-untyped-def]
    """A memcpy, memmove or memset: -1, or what it needs first."""
    copies = code.kind[instruction] == _COPY
    word = words[state[WORD]]
    to = np.int64(word & np.uint64(_ADDRESS))
    origin = np.int64(words[state[WORD] + 1] & np.uint64(_ADDRESS)) if copies else to
    length = np.int64(words[state[WORD] + 2]) if copies else np.int64(words[state[WORD] + 1])
    read_length = length if copies else 0
    needed = _range_needs(out, memory, state, origin, read_length, to, length)
    if needed >= 0:
        return needed
    state[WORD] += 3 if copies else 2
    base = frames.row[state[DEPTH] - 1, _BASE]
    first = code.operand_start[instruction]
    carrier = address_edge = -1
    for k in range(first, code.operand_start[instruction + 1]):
        if code.operand[k] >= 0:
            edge = _depend(out, state, frames.register[base + code.operand[k]], node)
            if k == first:
                address_edge = edge
            elif k == first + 1:
                carrier = edge
    if carrier < 0:
        carrier = address_edge
    time = np.int64(0)
    if length > 0:
        time = _time(memory, caches, mode, word, to, length)
        if copies and mode == CACHE:
            time += _time(memory, caches, mode, word, origin, length)
        edge = _read(out, memory, state, origin, read_length, node)
        carrier = edge if edge >= 0 else carrier
        _overwrite(out, memory, state, to, length, node)
        out.address[node] = renumber(memory, to)
        out.length[node] = min(length, 0xFFFFFFFF)
    if carrier >= 0:
        out.weight[carrier] = max(time, 1)
    else:
        out.operation[node] = min(time, 0xFFFF)
    return -1


@njit(cache=True)
def _va_start(code, frames, out, memory, state, words, instruction, node):  # type: ignore[no-untyped-def]
    """The list of variadic arguments is made: of all of them. -1, or what it needs first.

    Who reads an argument through the list depends on this node, and so on every argument: the machine code
    that saves them is no instruction of the program.
    """
    count = np.int64(words[state[WORD]]) - 1
    extra = frames.row[state[DEPTH] - 1, _EXTRA]
    needed = _has_room(out, memory, state, 2 * count + 1 + (extra >> (PAGE_BITS - 3)), 16 + extra, 0)
    if needed >= 0:
        return needed
    row = frames.row[state[DEPTH] - 1]
    for k in range(code.operand_start[instruction], code.operand_start[instruction + 1]):
        if code.operand[k] >= 0:
            _depend(out, state, frames.register[row[_BASE] + code.operand[k]], node)
    first = row[_BASE] + code.function_registers[row[_FUNCTION]]
    for k in range(extra):
        _depend(out, state, frames.register[first + k], node)
    for k in range(count):
        address = np.int64(words[state[WORD] + 1 + 2 * k] & np.uint64(_ADDRESS))
        length = np.int64(words[state[WORD] + 2 + 2 * k] >> np.uint64(1))
        write(memory, address, 8 * extra if length == 8 else length, node)
    state[WORD] += 1 + 2 * count
    return -1


@njit(cache=True)
def advance(code, frames, out, memory, caches, state, segments, words, mode, final, most_nodes):  # type: ignore[no-untyped-def]
    """Go on until something runs out; the state says where, the result says what.

    Parameters
    ----------
    code, frames, out, memory, caches : Code, Frames, Output, Memory, Caches
    state : ndarray of int64, shape (STATE_SIZE,)
    segments : ndarray of uint32
    words : ndarray of uint64
        The parts of the two streams that are there.
    mode : int
        UNIT, CACHE or CLOCK.
    final : bool
        Nothing follows these parts. (Then `words` must end in WORDS_AT_ONCE zeros.)
    most_nodes : int
    """
    while True:
        if state[WORD] + WORDS_AT_ONCE > words.size:
            return END_OF_WORDS if final else MORE_WORDS
        if state[INSTRUCTION] == state[LAST]:
            if state[SEGMENT] == segments.size:
                return MORE_SEGMENTS
            number = segments[state[SEGMENT]]
            if number == 0:
                return MORE_SEGMENTS
            if code.segment_flags[number] & _EFFECTS:
                at = state[WORD] + (1 if code.segment_flags[number] & _FRAME else 0)
                if words[at] == 0:
                    return END_OF_WORDS
                needed = _effects_need(out, memory, state, words, code.segment_flags[number])
                if needed >= 0:
                    return needed
            needed = _begin_segment(code, frames, out, memory, state, words, number)
            if needed >= 0:
                return needed
            state[SEGMENT] += 1
            state[FIRST] = state[INSTRUCTION] = code.segment_first[number]
            state[LAST] = code.segment_last[number]
            continue
        instruction = state[INSTRUCTION]
        kind = code.kind[instruction]
        if kind == _SKIPPED:
            state[INSTRUCTION] += 1
            continue
        node = state[NODE]
        if node >= most_nodes:
            return LIMIT
        if node + 1 > out.address.size:
            return MORE_NODES
        operands = code.operand_start[instruction + 1] - code.operand_start[instruction]
        if state[EDGE] + operands > out.src.size:
            state[NEED_EDGES] = operands
            return MORE_EDGES
        state[NODE_EDGES] = state[EDGE]
        out.opcode_class[node] = code.opcode_class[instruction]
        out.latency_class[node] = code.latency_class[instruction]
        out.address[node] = 0
        out.length[node] = 0
        out.operation[node] = code.cycles[instruction]
        base = frames.row[state[DEPTH] - 1, _BASE]
        needed = -1
        if kind == _REGISTER:
            for k in range(code.operand_start[instruction], code.operand_start[instruction + 1]):
                if code.operand[k] >= 0:
                    _depend(out, state, frames.register[base + code.operand[k]], node)
        elif kind == _LOAD or kind == _STORE or kind == _UPDATE:
            needed = _memory_operation(
                code, frames, out, memory, caches, state, words, mode, instruction, node
            )
        elif kind == _PHI:
            _depend(out, state, np.int64(frames.phi[instruction - state[FIRST]]), node)
        elif kind == _CALL:
            _call(code, frames, out, state, words, instruction, node)
        elif kind == _RETURN:
            _return(code, frames, out, state, instruction, node)
        elif kind == _COPY or kind == _FILL:
            needed = _block_operation(
                code, frames, out, memory, caches, state, words, mode, instruction, node
            )
        else:
            needed = _va_start(code, frames, out, memory, state, words, instruction, node)
        if needed >= 0:
            return needed
        register = code.register[instruction]
        if register >= 0:
            frames.register[base + register] = node
        state[NODE] = node + 1
        state[INSTRUCTION] = instruction + 1
