"""The pass over the log of a run that finds the dependencies between executed instructions (section 3.3).

Every executed instruction is a node, numbered in execution order. It depends on the last writers of the
registers that it reads, which are kept in a stack of frames (:mod:`numasim.trace.frames`), and on the last
writers of the bytes that it reads (:mod:`numasim.trace.memory_dependencies`). Every edge runs from a smaller
to a larger number, so the graph is acyclic.
"""

from __future__ import annotations

import numpy as np

from numasim.trace.frames import begin_segment, call, return_
from numasim.trace.memory_dependencies import (
    block_operation,
    effects_need,
    memory_operation,
    time_of,
    va_start,
)
from numasim.trace.memory_writers import PAGE_BITS, Memory, slot
from numasim.trace.pass_tables import (
    ADDRESS,
    BASE,
    CALL,
    COPY,
    CYCLES,
    DEPTH,
    EDGE,
    EFFECTS,
    END_OF_WORDS,
    FILL,
    FIRST,
    FRAME,
    INSTRUCTION,
    KIND,
    LAST,
    LATENCY_CLASS,
    LIMIT,
    LOAD,
    MORE_EDGES,
    MORE_NODES,
    MORE_SEGMENTS,
    MORE_WORDS,
    NEED_EDGES,
    NODE,
    NODE_EDGES,
    OPCODE_CLASS,
    OPERANDS,
    OPERANDS_END,
    PHI,
    REGISTER,
    RETURN,
    SEGMENT,
    SEGMENT_FIRST,
    SEGMENT_FLAGS,
    SEGMENT_LAST,
    SIZE,
    SKIPPED,
    STORE,
    TARGET,
    UNTRACKED,
    UPDATE,
    WORD,
    WORDS_AT_ONCE,
    Code,
    Frames,
    Output,
)
from partitioners.kernels.array_types import Int64, UInt32, UInt64
from partitioners.kernels.parts import by_reference
from partitioners.kernels.uncounted import kept_kernel, uninlined_kernel

_PAGE_OFFSET = (1 << PAGE_BITS) - 1


@uninlined_kernel
def _next_segment(
    code: Code, frames: Frames, out: Output, memory: Memory, state: Int64, segments: UInt32, words: UInt64
) -> int:
    """Begin the next segment. Returns -1, or the reason why that must wait."""
    if state[SEGMENT] == segments.size:
        return MORE_SEGMENTS
    number = segments[state[SEGMENT]]
    if number == 0:
        return MORE_SEGMENTS
    if code.segment[number, SEGMENT_FLAGS] & EFFECTS:
        at = state[WORD] + (1 if code.segment[number, SEGMENT_FLAGS] & FRAME else 0)
        if words[at] == 0:
            return END_OF_WORDS
        needed = effects_need(out, memory, state, words, code.segment[number, SEGMENT_FLAGS])
        if needed >= 0:
            return needed
    needed = begin_segment(code, frames, out, memory, state, words, number)
    if needed >= 0:
        return needed
    state[SEGMENT] += 1
    state[FIRST] = state[INSTRUCTION] = code.segment[number, SEGMENT_FIRST]
    state[LAST] = code.segment[number, SEGMENT_LAST]
    return -1


@uninlined_kernel
def _uncommon(
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
    """Process a node outside the fast path of :func:`advance`. Returns -1, or the resource that it needs."""
    kind = code.instruction[instruction, KIND]
    if kind == CALL:
        call(code, frames, out, state, words, instruction, node)
        return -1
    if kind == RETURN:
        return_(code, frames, out, state, instruction, node)
        return -1
    if kind in (COPY, FILL):
        return block_operation(
            code, frames, out, memory, state, words, timed, clock_cycles, instruction, node
        )
    if kind in (LOAD, STORE, UPDATE):
        return memory_operation(
            code, frames, out, memory, state, words, timed, clock_cycles, instruction, node
        )
    return va_start(code, frames, out, memory, state, words, instruction, node)


@kept_kernel
def advance(
    code_tables: Code,
    frame_tables: Frames,
    output_tables: Output,
    memory_tables: Memory,
    state: Int64,
    segments: UInt32,
    words: UInt64,
    timed: bool,
    clock_cycles: int,
    final: bool,
    most_nodes: int,
) -> int:
    """Process the log until a resource is exhausted. Returns the resource; ``state`` has the position.

    The loop itself processes instructions on registers, and loads and stores of a few bytes of one page that
    were last written by one node. Nearly all executed instructions are of these kinds.

    ``segments`` and ``words`` are the available parts of the two streams, the last ones if ``final``; then
    ``words`` must end in WORDS_AT_ONCE zeros. ``timed``: whether the words have the cycles of memory
    operations, to each of which ``clock_cycles`` are added. If not, each takes 1.
    """
    code, frames = by_reference(code_tables), by_reference(frame_tables)
    out, memory = by_reference(output_tables), by_reference(memory_tables)
    table, operands = code.instruction, code.operand
    register, phi = frames.register, frames.phi
    src, dst, weight = out.src, out.dst, out.weight
    writer, page_key, page_index = memory.writer, memory.page_key, memory.page_index
    simple = memory.reader.size == 0
    instruction, last, node, edge, word = (
        state[INSTRUCTION],
        state[LAST],
        state[NODE],
        state[EDGE],
        state[WORD],
    )
    base = frames.row[state[DEPTH] - 1, BASE] if state[DEPTH] > 0 else 0
    while True:
        if word + WORDS_AT_ONCE > words.size:
            stop = END_OF_WORDS if final else MORE_WORDS
            break
        if instruction == last:
            state[INSTRUCTION], state[NODE], state[EDGE], state[WORD] = instruction, node, edge, word
            stop = _next_segment(code, frames, out, memory, state, segments, words)
            instruction, last, node, edge, word = (
                state[INSTRUCTION],
                state[LAST],
                state[NODE],
                state[EDGE],
                state[WORD],
            )
            if stop >= 0:
                break
            base = frames.row[state[DEPTH] - 1, BASE]
            continue
        kind = table[instruction, KIND]
        if kind == SKIPPED:
            instruction += 1
            continue
        if node >= most_nodes:
            stop = LIMIT
            break
        if node + 1 > out.address.size:
            stop = MORE_NODES
            break
        first, end = table[instruction, OPERANDS], table[instruction, OPERANDS_END]
        if edge + end - first + 1 > src.size:
            state[NEED_EDGES] = end - first + 1
            stop = MORE_EDGES
            break
        node_edges = edge
        out.opcode_class[node] = table[instruction, OPCODE_CLASS]
        out.latency_class[node] = table[instruction, LATENCY_CLASS]
        common = kind in (REGISTER, PHI)
        at = np.int64(0)
        size = np.int64(table[instruction, SIZE])
        if simple and (kind in (LOAD, STORE)):
            address = np.int64(words[word] & np.uint64(ADDRESS))
            offset = address & _PAGE_OFFSET
            page = np.int64(page_index[slot(page_key, address >> PAGE_BITS)])
            common = bool(
                address != 0
                and page > 0
                and offset + size <= _PAGE_OFFSET + 1
                and not table[instruction, UNTRACKED]
            )
            at = (page << PAGE_BITS) | offset
            if common and kind == LOAD:
                for byte in range(at + 1, at + size):
                    if writer[byte] != writer[at]:
                        common = False
        if not common:
            out.address[node] = 0
            out.length[node] = 0
            out.operation[node] = table[instruction, CYCLES]
            state[INSTRUCTION], state[NODE], state[EDGE], state[WORD] = instruction, node, edge, word
            state[NODE_EDGES] = edge
            stop = _uncommon(code, frames, out, memory, state, words, timed, clock_cycles, instruction, node)
            if stop >= 0:
                break
            edge, word = state[EDGE], state[WORD]
            if table[instruction, TARGET] >= 0:
                register[base + table[instruction, TARGET]] = node
            node += 1
            instruction += 1
            continue
        carrier = -1
        if kind == PHI:
            source = phi[instruction - state[FIRST]]
            if source >= 0:
                src[edge] = source
                dst[edge] = node
                weight[edge] = 1.0
                edge += 1
        else:
            for k in range(first, end):
                if operands[k] < 0:
                    continue
                source = register[base + operands[k]]
                if source < 0:
                    continue
                found = node_edges
                while found < edge and src[found] != source:
                    found += 1
                if found == edge:
                    src[edge] = source
                    dst[edge] = node
                    weight[edge] = 1.0
                    edge += 1
                if carrier < 0:
                    carrier = found
        if kind in (LOAD, STORE):
            time = time_of(timed, clock_cycles, words[word])
            word += 1
            if kind == LOAD:
                source = writer[at]
                if source >= 0:
                    carrier = node_edges
                    while carrier < edge and src[carrier] != source:
                        carrier += 1
                    if carrier == edge:
                        src[edge] = source
                        dst[edge] = node
                        edge += 1
            else:
                for byte in range(at, at + size):
                    writer[byte] = node
            if carrier >= 0:
                weight[carrier] = time
                out.operation[node] = 0
            else:
                out.operation[node] = time
            out.address[node] = at
            out.length[node] = size
        else:
            out.address[node] = 0
            out.length[node] = 0
            out.operation[node] = table[instruction, CYCLES]
        if table[instruction, TARGET] >= 0:
            register[base + table[instruction, TARGET]] = node
        node += 1
        instruction += 1
    state[INSTRUCTION], state[NODE], state[EDGE], state[WORD] = instruction, node, edge, word
    return stop
