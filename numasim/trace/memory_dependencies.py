"""Dependencies through memory: on the last writers of read bytes, and of writes on earlier accesses.

This is a part of the compiled pass over a log (:mod:`numasim.trace.dependencies`). Before a function adds
anything for a node, it checks that the arrays have enough space for everything that the node may add. So the
pass can stop, get larger arrays, and try again.
"""

from __future__ import annotations

import numpy as np

from numasim.trace.memory_writers import (
    PAGE_BITS,
    Memory,
    count_writers,
    note_reader,
    pages_spanned,
    renumber,
    write,
)
from numasim.trace.pass_tables import (
    ADDRESS,
    BASE,
    COPY,
    DEPTH,
    EDGE,
    END_OF_WORDS,
    EXTRA,
    FRAME,
    FUNCTION,
    KIND,
    LOAD,
    MORE_EDGES,
    MORE_MEMORY,
    NEED_EDGES,
    NEED_PAGES,
    NEED_READS,
    NODE,
    NODE_EDGES,
    OPERANDS,
    OPERANDS_END,
    REGISTERS,
    SIZE,
    SORTED,
    STORE,
    UNTRACKED,
    WORD,
    Code,
    Frames,
    Output,
    depend,
    find,
)
from partitioners.kernels.array_types import Int32, Int64, UInt64
from partitioners.kernels.uncounted import uninlined_kernel


@uninlined_kernel
def _depend_on_writers(
    out: Output, memory: Memory, state: Int64, address: int, length: int, node: int
) -> int:
    """Add edges from the last writers of a range. Returns the edge from the youngest writer, or -1."""
    youngest = -1
    best = -1
    before = -1
    end = address + length
    many = length > 64 and out.last_edge.size == 0
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
            edge = depend(out, state, writer, node)
            if edge >= 0 and writer > youngest:
                youngest = writer
                best = edge
        address = stop
    if many:
        best = _settle(out, state, first, node)
    return best


@uninlined_kernel
def _settle(out: Output, state: Int64, first: int, node: int) -> int:
    """Remove repeated edges of a long range, which begin at ``first``. Returns the youngest edge, or -1.

    The edges of a node's long ranges form one sorted run after its few other edges, so that the search for an
    edge takes logarithmic time.
    """
    run = state[SORTED] if state[NODE_EDGES] <= state[SORTED] < first else first
    state[SORTED] = run
    src = out.src
    _sort(src[run:first])
    _sort(src[first : state[EDGE]])
    before = -1
    edge = first
    for k in range(first, state[EDGE]):  # the write position never passes the read position
        writer = src[k]
        if writer == before:
            continue
        before = writer
        known = False
        for earlier in range(state[NODE_EDGES], run):
            known = known or src[earlier] == writer
        if known or find(src[run:first], writer) >= 0:
            continue
        src[edge] = writer
        out.dst[edge] = node
        out.weight[edge] = 1.0
        edge += 1
    state[EDGE] = edge
    for k in range(edge - 1, state[NODE_EDGES] - 1, -1):
        if src[k] == before:
            return k
    return -1


@uninlined_kernel
def _sort(values: Int32) -> None:
    """Sort in place with Shell's sort. np.sort takes longer to compile than all other code of this module."""
    gap = values.size // 2
    while gap > 0:
        for k in range(gap, values.size):
            value = values[k]
            at = k
            while at >= gap and values[at - gap] > value:
                values[at] = values[at - gap]
                at -= gap
            values[at] = value
        gap //= 2


@uninlined_kernel
def _overwrite(out: Output, memory: Memory, state: Int64, address: int, length: int, node: int) -> None:
    """Let a node write a range. If readers are kept, the node depends on earlier writers and readers."""
    if memory.reader.size > 0:
        _depend_on_writers(out, memory, state, address, length, node)
        for byte_address in range(address, address + length):
            byte = renumber(memory, byte_address)
            entry = memory.reader[byte]
            while entry >= 0:
                depend(out, state, memory.reader_node[entry], node)
                entry = memory.reader_next[entry]
            memory.reader[byte] = -1
    write(memory, address, length, node)


@uninlined_kernel
def _read(out: Output, memory: Memory, state: Int64, address: int, length: int, node: int) -> int:
    """Let a node read a range. Returns the edge from the youngest writer, or -1."""
    best = _depend_on_writers(out, memory, state, address, length, node)
    if memory.reader.size > 0:
        note_reader(memory, address, length, node)
    return best


@uninlined_kernel
def time_of(timed: bool, clock_cycles: int, word: np.uint64) -> np.int64:
    """The cycles of a load, store or update, which are in the upper bits of its word, and of the clock."""
    return max(np.int64(1), np.int64(word >> np.uint64(48))) + clock_cycles if timed else np.int64(1)


@uninlined_kernel
def has_room(out: Output, memory: Memory, state: Int64, pages: int, edges: int, reads: int) -> int:
    """Whether the arrays have enough space for an instruction. If not, the state gets the needed sizes."""
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


@uninlined_kernel
def _readers_in(memory: Memory, address: int, length: int) -> int:
    """Number of entries in the lists of readers of a range."""
    count = 0
    if memory.reader.size > 0:
        for byte_address in range(address, address + length):
            entry = memory.reader[renumber(memory, byte_address)]
            while entry >= 0:
                count += 1
                entry = memory.reader_next[entry]
    return count


@uninlined_kernel
def _range_needs(
    out: Output, memory: Memory, state: Int64, read: int, read_length: int, written: int, written_length: int
) -> int:
    """Check the space for a node that reads one range and writes another. Returns -1 if it is sufficient."""
    pages = pages_spanned(read, max(read_length, 1)) + pages_spanned(written, max(written_length, 1))
    needed = has_room(out, memory, state, pages, 8, 0)
    if needed >= 0:
        return needed
    edges = 64 + count_writers(memory, read, read_length)
    if memory.reader.size > 0:
        edges += count_writers(memory, written, written_length)
        edges += _readers_in(memory, written, written_length)
    return has_room(out, memory, state, pages, edges, read_length)


@uninlined_kernel
def effects_need(out: Output, memory: Memory, state: Int64, words: UInt64, flags: int) -> int:
    """Check the space for the effects at the beginning of a segment. Returns -1 if it is sufficient."""
    at = state[WORD] + (1 if flags & FRAME else 0)
    pages = 0
    edges = 64
    reads = np.int64(0)
    for k in range(np.int64(words[at]) - 1):
        address = np.int64(words[at + 1 + 2 * k] & np.uint64(ADDRESS))
        length = np.int64(words[at + 2 + 2 * k] >> np.uint64(1))
        pages += pages_spanned(address, length)
    needed = has_room(out, memory, state, pages, edges, 0)
    if needed >= 0:
        return needed
    for k in range(np.int64(words[at]) - 1):
        address = np.int64(words[at + 1 + 2 * k] & np.uint64(ADDRESS))
        length = np.int64(words[at + 2 + 2 * k] >> np.uint64(1))
        if words[at + 2 + 2 * k] & np.uint64(1) == 0:
            edges += count_writers(memory, address, length)
            reads += length
        elif memory.reader.size > 0:
            edges += count_writers(memory, address, length) + _readers_in(memory, address, length)
    return has_room(out, memory, state, pages, edges, reads)


@uninlined_kernel
def apply_effects(out: Output, memory: Memory, state: Int64, words: UInt64, node: int) -> None:
    """Apply the reads and writes of a library function in the order of the log. The node is its call."""
    count = np.int64(words[state[WORD]]) - 1
    if node != state[NODE] - 1:
        state[NODE_EDGES] = state[EDGE]  # callbacks ran since the call, so its first edges are further back
    for k in range(count):
        address = np.int64(words[state[WORD] + 1 + 2 * k] & np.uint64(ADDRESS))
        length = np.int64(words[state[WORD] + 2 + 2 * k] >> np.uint64(1))
        if node < 0:
            continue
        if words[state[WORD] + 2 + 2 * k] & np.uint64(1) == 0:
            _read(out, memory, state, address, length, node)
        else:
            _overwrite(out, memory, state, address, length, node)
    state[WORD] += 1 + 2 * count


@uninlined_kernel
def memory_operation(
    code: Code,
    frames: Frames,
    out: Output,
    memory: Memory,
    state: Int64,
    words: UInt64,
    timed: bool,
    clock_cycles: int,
    instruction: int,
    node: int,
) -> int:
    """Process a load, store or update. Returns -1, or the resource that it needs. A word of 0: no access."""
    word = words[state[WORD]]
    address = np.int64(word & np.uint64(ADDRESS))
    if address == 0:
        return END_OF_WORDS
    kind = code.instruction[instruction, KIND]
    size = np.int64(code.instruction[instruction, SIZE])
    pages = pages_spanned(address, size) if size > 1 else 1
    edges = 16 + size
    if memory.reader.size > 0:
        needed = has_room(out, memory, state, pages, edges, size)
        if needed >= 0:
            return needed
        edges += size + _readers_in(memory, address, size)
    needed = has_room(out, memory, state, pages, edges, size)
    if needed >= 0:
        return needed
    state[WORD] += 1
    time = time_of(timed, clock_cycles, word)
    base = frames.row[state[DEPTH] - 1, BASE]
    carrier = -1
    first = code.instruction[instruction, OPERANDS]
    for k in range(first, code.instruction[instruction, OPERANDS_END]):
        if code.operand[k] >= 0:
            edge = depend(out, state, frames.register[base + code.operand[k]], node)
            if carrier < 0:
                carrier = edge
    tracked = 0 if code.instruction[instruction, UNTRACKED] else size
    if kind != STORE:
        edge = _read(out, memory, state, address, tracked, node)
        carrier = edge if edge >= 0 else carrier
    if kind != LOAD:
        _overwrite(out, memory, state, address, tracked, node)
    if carrier >= 0:
        out.weight[carrier] = time
    else:
        out.operation[node] = time
    out.address[node] = renumber(memory, address)
    out.length[node] = size
    return -1


@uninlined_kernel
def block_operation(
    code: Code,
    frames: Frames,
    out: Output,
    memory: Memory,
    state: Int64,
    words: UInt64,
    timed: bool,
    clock_cycles: int,
    instruction: int,
    node: int,
) -> int:
    """Process a memcpy, memmove or memset. Returns -1, or the resource that it needs."""
    copies = code.instruction[instruction, KIND] == COPY
    word = words[state[WORD]]
    to = np.int64(word & np.uint64(ADDRESS))
    origin = np.int64(words[state[WORD] + 1] & np.uint64(ADDRESS)) if copies else to
    after = words[state[WORD] + (2 if copies else 1)]
    length = np.int64(after & np.uint64(ADDRESS))
    read_length = length if copies else 0
    needed = _range_needs(out, memory, state, origin, read_length, to, length)
    if needed >= 0:
        return needed
    state[WORD] += 3 if copies else 2
    base = frames.row[state[DEPTH] - 1, BASE]
    first = code.instruction[instruction, OPERANDS]
    carrier = address_edge = -1
    for k in range(first, code.instruction[instruction, OPERANDS_END]):
        if code.operand[k] >= 0:
            edge = depend(out, state, frames.register[base + code.operand[k]], node)
            if k == first:
                address_edge = edge
            elif k == first + 1:
                carrier = edge
    if carrier < 0:
        carrier = address_edge
    time = np.int64(0)
    if length > 0:
        time = np.int64(1)
        if timed:
            time = np.int64(after >> np.uint64(48)) << 16 | np.int64(word >> np.uint64(48))
            time = max(np.int64(1), time) + clock_cycles
        edge = _read(out, memory, state, origin, read_length, node)
        carrier = edge if edge >= 0 else carrier
        _overwrite(out, memory, state, to, length, node)
        out.address[node] = renumber(memory, to)
        out.length[node] = min(length, np.int64(0xFFFFFFFF))
    if carrier >= 0:
        out.weight[carrier] = max(time, np.int64(1))
    else:
        out.operation[node] = min(time, np.int64(0xFFFF))
    return -1


@uninlined_kernel
def va_start(
    code: Code,
    frames: Frames,
    out: Output,
    memory: Memory,
    state: Int64,
    words: UInt64,
    instruction: int,
    node: int,
) -> int:
    """Process ``va_start``, which depends on all variadic arguments. Returns -1, or the resource it needs.

    A node that reads an argument through the va_list depends on this node, and so on every argument. The
    machine code that saves the arguments is not an instruction of the program.
    """
    count = np.int64(words[state[WORD]]) - 1
    extra = frames.row[state[DEPTH] - 1, EXTRA]
    needed = has_room(out, memory, state, 2 * count + 1 + (extra >> (PAGE_BITS - 3)), 16 + extra, 0)
    if needed >= 0:
        return needed
    row = frames.row[state[DEPTH] - 1]
    for k in range(code.instruction[instruction, OPERANDS], code.instruction[instruction, OPERANDS_END]):
        if code.operand[k] >= 0:
            depend(out, state, frames.register[row[BASE] + code.operand[k]], node)
    first = row[BASE] + code.function[row[FUNCTION], REGISTERS]
    for k in range(extra):
        depend(out, state, frames.register[first + k], node)
    for k in range(count):
        address = np.int64(words[state[WORD] + 1 + 2 * k] & np.uint64(ADDRESS))
        length = np.int64(words[state[WORD] + 2 + 2 * k] >> np.uint64(1))
        write(memory, address, 8 * extra if length == 8 else length, node)
    state[WORD] += 1 + 2 * count
    return -1
