"""The static part of a trace: the instructions of a program, and the segments that the log refers to.

A block is split after every call that may run traced code. A segment is therefore straight-line code that
executes from its first to its last instruction without interruption. The log of a run is a list of segment
numbers, which contains calls, returns, callbacks and recursion in execution order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntFlag
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class SegmentFlag(IntFlag):
    """The events at the beginning of a segment."""

    ENTRY = 1
    """A function is entered. Words: the address of each parameter passed as a copy in memory."""
    BLOCK = 2
    """A block begins (and phis depend on the previous block)."""
    FRAME = 4
    """The first word is the address of the frame. Used at the entry of functions that may be re-entered by
    jumps such as ``longjmp``."""
    RESUME = 8
    """Control may come from deeper frames, which no longer exist: after ``setjmp``, and at ``landingpad``."""
    EFFECTS = 16
    """The preceding call was to a library function whose effects on memory are logged."""
    RESTART = 32
    """A marker is before it: a region may begin here, and its log knows no frames of the one before."""


INDIRECT = -1
"""``callee`` of a call through a pointer. Its first word is the called address."""
NO_CALL = -(2**31)
"""``callee`` of instructions that are not calls."""


@dataclass(frozen=True, eq=False)
class Listing:
    """The instructions, segments and functions of a program, as arrays.

    Attributes
    ----------
    kind, opcode_class, latency_class : ndarray of uint8, shape (i,)
        The classifications of each instruction; see :mod:`numasim.trace.instructions`.
    opcode : ndarray of uint16, shape (i,)
        Index into `opcode_names`.
    register : ndarray of int32, shape (i,)
        The register that the instruction writes, numbered per function; -1 for none.
    size : ndarray of uint32, shape (i,)
        Bytes accessed by a load, store or update; 0 for other instructions.
    untracked : ndarray of bool, shape (i,)
        Whether its accesses create no dependencies (stack slots, if the user drops them).
    operand_start : ndarray of int64, shape (i + 1,)
    operand, operand_block : ndarray of int32
        The registers that the instruction reads, -1 for constants. For a phi, also the block of each
        register. For a call, the arguments followed by the pointer of an indirect call.
    callee : ndarray of int32, shape (i,)
        A function, `INDIRECT`, ``-2 - k`` for ``external_names[k]``, or `NO_CALL`.
    copied_start : ndarray of int64, shape (i + 1,)
    copied_argument : ndarray of int32
        The arguments of a call whose addresses are logged, because they may be copied in memory (``byval``).
    segment_first, segment_last, segment_function, segment_block : ndarray of int32, shape (s,)
        Instructions first .. last - 1. Segment 0 does not exist.
    segment_flags : ndarray of uint8, shape (s,)
    function_parameters, function_registers : ndarray of int32, shape (f,)
    copied_parameter_start : ndarray of int64, shape (f + 1,)
    copied_parameter, copied_size : ndarray of int32
        The parameters of a function that are passed as copies in memory, and their sizes in bytes.
    line : ndarray of int32, shape (i,)
        The source line of each instruction in the file of its function; 0 if unknown.
    function_files : ndarray of str, shape (f,)
        The file of each function, without its folder; "" if unknown.
    """

    kind: NDArray[np.uint8]
    opcode_class: NDArray[np.uint8]
    latency_class: NDArray[np.uint8]
    opcode: NDArray[np.uint16]
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
    line: NDArray[np.int32]
    opcode_names: NDArray[np.str_]
    function_names: NDArray[np.str_]
    external_names: NDArray[np.str_]
    function_files: NDArray[np.str_]

    def save(self, path: Path) -> None:
        """Write the arrays to an ``.npz`` file."""
        np.savez(path, **{each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def load(cls, path: Path) -> Listing:
        """Read a file written by :meth:`save`."""
        with np.load(path) as arrays:
            return cls(**{each.name: arrays[each.name] for each in fields(cls)})
