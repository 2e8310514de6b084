"""The stack of frames: active calls, and the last writer of each register.

It is used by the compiled pass over a log (:mod:`numasim.trace.dependencies`). Arguments and results are
passed through: the writer of a parameter's register is the node that produced the argument, and the writer of
the caller's register is the node that produced the result.
"""

from __future__ import annotations

import numpy as np

from numasim.trace.listing import INDIRECT
from numasim.trace.memory_dependencies import apply_effects, has_room
from numasim.trace.memory_writers import PAGE_BITS, Memory, copy_writers, write
from numasim.trace.pass_tables import (
    BASE,
    BLOCK,
    CALL_NODE,
    CALLED,
    CALLEE,
    CALLING,
    COPIED,
    COPIED_END,
    COPIED_PARAMETERS,
    COPIED_PARAMETERS_END,
    COPIES,
    CURRENT,
    DEPTH,
    DIRECT,
    EFFECTS,
    ENTRY,
    EXTRA,
    FRAME,
    FRAME_ADDRESS,
    FUNCTION,
    INCONSISTENT,
    KIND,
    MORE_FRAMES,
    MOST_COPIES,
    OPERANDS,
    OPERANDS_END,
    PARAMETERS,
    PHI,
    PREVIOUS,
    REGISTER_TOP,
    REGISTERS,
    RESTART,
    RESUME,
    SEGMENT_BLOCK,
    SEGMENT_FIRST,
    SEGMENT_FLAGS,
    SEGMENT_FUNCTION,
    SEGMENT_LAST,
    TARGET,
    WORD,
    Code,
    Frames,
    Output,
    depend,
    find,
)
from partitioners.kernels.array_types import Int64, UInt64
from partitioners.kernels.uncounted import uninlined_kernel


@uninlined_kernel
def _push(code: Code, frames: Frames, state: Int64, function: int, extra: int) -> None:
    """Push a new frame whose registers have no writer."""
    base = state[REGISTER_TOP]
    top = base + code.function[function, REGISTERS] + extra
    frames.register[base:top] = -1
    state[REGISTER_TOP] = top
    row = frames.row[state[DEPTH]]
    row[:] = -1
    row[FUNCTION] = function
    row[BASE] = base
    row[DIRECT] = 0
    row[EXTRA] = extra
    state[DEPTH] += 1


@uninlined_kernel
def _read_phis(code: Code, frames: Frames, top: Int64, first: int, last: int) -> None:
    """Read all phis of a block before the first one writes, because phis execute simultaneously."""
    for instruction in range(first, last):
        if code.instruction[instruction, KIND] != PHI:
            break
        value = -1
        for k in range(code.instruction[instruction, OPERANDS], code.instruction[instruction, OPERANDS_END]):
            if code.operand_block[k] == top[PREVIOUS]:
                if code.operand[k] >= 0:
                    value = frames.register[top[BASE] + code.operand[k]]
                break
        frames.phi[instruction - first] = value


@uninlined_kernel
def enter(
    code: Code, frames: Frames, memory: Memory, out: Output, state: Int64, words: UInt64, number: int
) -> int:
    """Enter a function, called by a frame or a library function. Returns -1, or a reason to stop."""
    function = code.segment[number, SEGMENT_FUNCTION]
    parameters = code.function[function, PARAMETERS]
    caller = state[DEPTH] - 1
    calling = frames.row[caller, CALLING] if caller >= 0 else -1
    direct = calling >= 0 and frames.row[caller, CALLED] == function
    first = last = 0
    if direct:
        first = code.instruction[calling, OPERANDS]
        last = code.instruction[calling, OPERANDS_END] - (
            1 if code.instruction[calling, CALLEE] == INDIRECT else 0
        )
    extra = max(0, last - first - parameters)
    if state[REGISTER_TOP] + code.function[function, REGISTERS] + extra > frames.register.size:
        return MORE_FRAMES
    copy_first = code.function[function, COPIED_PARAMETERS]
    copy_last = code.function[function, COPIED_PARAMETERS_END]
    word = state[WORD] + (1 if code.segment[number, SEGMENT_FLAGS] & FRAME else 0)
    pages = 0
    for k in range(copy_first, copy_last):
        pages += 2 + 2 * (code.copied_size[k] >> PAGE_BITS) + 2
    needed = has_room(out, memory, state, pages, 0, 0)
    if needed >= 0:
        return needed
    node = frames.row[caller, CALL_NODE] if calling >= 0 else -1
    _push(code, frames, state, function, extra)
    row = frames.row[state[DEPTH] - 1]
    row[DIRECT] = direct
    if code.segment[number, SEGMENT_FLAGS] & FRAME:
        row[FRAME_ADDRESS] = np.int64(words[state[WORD]])
    if direct:
        below = frames.row[caller, BASE]
        for k in range(last - first):
            source = code.operand[first + k]
            to = row[BASE] + (k if k < parameters else code.function[function, REGISTERS] + k - parameters)
            frames.register[to] = frames.register[below + source] if source >= 0 else -1
    else:
        frames.register[row[BASE] : row[BASE] + parameters] = node
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
    row[CURRENT] = code.segment[number, SEGMENT_BLOCK]
    return -1


@uninlined_kernel
def _function_at(code: Code, address: int) -> np.int64:
    """The function that begins at an address, or -1."""
    at = find(code.function_address, address)
    return np.int64(code.function_at[at]) if at >= 0 else np.int64(-1)


@uninlined_kernel
def call(
    code: Code, frames: Frames, out: Output, state: Int64, words: UInt64, instruction: int, node: int
) -> None:
    """Process a call, which depends on its arguments. The next segment determines the entered function."""
    top = frames.row[state[DEPTH] - 1]
    for k in range(code.instruction[instruction, OPERANDS], code.instruction[instruction, OPERANDS_END]):
        if code.operand[k] >= 0:
            depend(out, state, frames.register[top[BASE] + code.operand[k]], node)
    called = np.int64(code.instruction[instruction, CALLEE])
    if called == INDIRECT:
        called = _function_at(code, np.int64(words[state[WORD]]))
        state[WORD] += 1
    state[COPIES] = 0
    for k in range(code.instruction[instruction, COPIED], code.instruction[instruction, COPIED_END]):
        if state[COPIES] < MOST_COPIES:
            frames.copy_argument[state[COPIES]] = code.copied_argument[k]
            frames.copy_address[state[COPIES]] = np.int64(words[state[WORD]])
            state[COPIES] += 1
        state[WORD] += 1
    top[CALLING] = instruction
    top[CALL_NODE] = node
    top[CALLED] = called


@uninlined_kernel
def return_(code: Code, frames: Frames, out: Output, state: Int64, instruction: int, node: int) -> None:
    """Pop a frame. The producer of the returned value becomes the writer of the caller's register."""
    top = frames.row[state[DEPTH] - 1]
    value = -1
    first = code.instruction[instruction, OPERANDS]
    if code.instruction[instruction, OPERANDS_END] > first and code.operand[first] >= 0:
        value = frames.register[top[BASE] + code.operand[first]]
        depend(out, state, value, node)
    state[DEPTH] -= 1
    state[REGISTER_TOP] = top[BASE]
    if top[DIRECT] and state[DEPTH] > 0:
        caller = frames.row[state[DEPTH] - 1]
        register = code.instruction[caller[CALLING], TARGET]
        if register >= 0:
            frames.register[caller[BASE] + register] = value


@uninlined_kernel
def begin_segment(
    code: Code, frames: Frames, out: Output, memory: Memory, state: Int64, words: UInt64, number: int
) -> int:
    """Begin a segment: push and pop frames, apply the effects of a call. Returns -1, or a reason to stop."""
    flags = code.segment[number, SEGMENT_FLAGS]
    function = code.segment[number, SEGMENT_FUNCTION]
    if (
        state[DEPTH] + 2 > frames.row.shape[0]
        or state[REGISTER_TOP] + code.function[function, REGISTERS] > frames.register.size
    ):
        return MORE_FRAMES
    if flags & RESTART:  # the frames before are those of another region
        state[DEPTH] = state[REGISTER_TOP] = 0
    if flags & ENTRY:
        return enter(code, frames, memory, out, state, words, number)
    if flags & RESUME:
        address = np.int64(words[state[WORD]])
        state[WORD] += 1
        while state[DEPTH] > 0 and frames.row[state[DEPTH] - 1, FRAME_ADDRESS] != address:
            state[DEPTH] -= 1
        if state[DEPTH] == 0:
            _push(code, frames, state, function, 0)
            frames.row[0, FRAME_ADDRESS] = address
        top = frames.row[state[DEPTH] - 1]
        state[REGISTER_TOP] = top[BASE] + code.function[top[FUNCTION], REGISTERS] + top[EXTRA]
    elif state[DEPTH] == 0:
        _push(code, frames, state, function, 0)
    top = frames.row[state[DEPTH] - 1]
    if top[FUNCTION] != function:
        return INCONSISTENT
    if flags & EFFECTS:
        apply_effects(out, memory, state, words, top[CALL_NODE])
    top[CALLING] = -1
    if flags & BLOCK:
        top[PREVIOUS] = top[CURRENT]
        top[CURRENT] = code.segment[number, SEGMENT_BLOCK]
        _read_phis(code, frames, top, code.segment[number, SEGMENT_FIRST], code.segment[number, SEGMENT_LAST])
    return -1
