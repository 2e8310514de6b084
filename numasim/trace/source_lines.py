"""The source location of each executed instruction: its function and the line in the function's file.

LLVM keeps the lines as metadata. They are read from the text of a module and removed before it is compiled,
so that the program is the same with and without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

import numpy as np
from numpy.typing import NDArray

from numasim.trace.instructions import Kind
from numasim.trace.listing import Listing

CHUNK = 1 << 18
"""Segments of a run that are processed at once."""

_ATTACHED = re.compile(r",? !dbg !(\d+)(?=(?:, ![-\w.$]+ !\d+)*$| \{$)")
_NODE = re.compile(r"!(\d+) = (?:distinct )?!(DILocation|DISubprogram|DIFile)\((.*)\)$")
_FIELD = re.compile(r'(line|inlinedAt|file|filename): (?:!?(\d+)|"([^"]*)")')


def begins_instruction(line: str) -> bool:
    """Whether an instruction begins in this line of a function's text. Some have several lines."""
    return line.startswith("  ") and not line.startswith(("   ", "  ]"))


def source_lines(text: str) -> tuple[list[int], list[str]]:
    """Find the line of each instruction and the file of each function.

    Parameters
    ----------
    text : str
        The text of a module, as written by LLVM.

    Returns
    -------
    lines : list of int
        The lines of the instructions of all defined functions, in the order of the text; 0 if unknown. For
        code of an inlined function, the line of the call.
    files : list of str
        The file of each defined function, without its folder; "" if unknown.
    """
    locations: list[int] = []
    functions: list[int] = []
    nodes: dict[int, dict[str, str]] = {}
    inside = False
    for line in text.splitlines():
        attached = _ATTACHED.search(line) if " !dbg !" in line else None
        if inside:
            inside = line != "}"
            if begins_instruction(line):
                locations.append(-1)
            if attached:
                locations[-1] = int(attached[1])
        elif line.startswith("define "):
            inside = True
            functions.append(int(attached[1]) if attached else -1)
        elif found := _NODE.match(line):
            nodes[int(found[1])] = {name: number or text for name, number, text in _FIELD.findall(found[3])}
    paths = [nodes.get(_node(nodes, function, "file"), {}).get("filename", "") for function in functions]
    return [_line(nodes, location) for location in locations], [PurePath(path).name for path in paths]


def _node(nodes: dict[int, dict[str, str]], number: int, field: str) -> int:
    return int(nodes.get(number, {}).get(field, -1))


def _line(nodes: dict[int, dict[str, str]], location: int) -> int:
    while (outer := _node(nodes, location, "inlinedAt")) >= 0:
        location = outer
    return max(0, _node(nodes, location, "line"))


def without_lines(line: str) -> str:
    """A line of a module's text without source metadata."""
    if line.startswith("!llvm.dbg.cu ="):
        return ""
    return _ATTACHED.sub("", line) if " !dbg !" in line else line


def executed_at(
    listing: Listing, segments: Path, count: int
) -> tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]]:
    """The function and the line of each node of a run.

    Parameters
    ----------
    listing : Listing
    segments : Path
        The segment stream of the run.
    count : int
        Number of nodes of the graph.

    Returns
    -------
    function, line : ndarray of the smallest unsigned type, shape (count,)
        The index into ``listing.function_names``, and the line, which is 0 if unknown.
    """
    is_node = listing.kind != Kind.SKIPPED
    before = np.concatenate([[0], np.cumsum(is_node)])
    first = before[listing.segment_first]
    size = before[listing.segment_last] - first
    lengths = listing.segment_last - listing.segment_first
    of_instruction = np.repeat(listing.segment_function, lengths)[is_node]
    function = np.empty(count, np.min_scalar_type(max(listing.function_names.size - 1, 0)))
    line = np.empty(count, np.min_scalar_type(int(listing.line.max(initial=0))))
    of_instruction, line_of = of_instruction.astype(function.dtype), listing.line[is_node].astype(line.dtype)
    done = 0
    for chunk in _segments(segments):
        sizes = size[chunk]
        ends = np.cumsum(sizes)
        instructions = np.repeat(first[chunk] - (ends - sizes), sizes) + np.arange(sizes.sum())
        instructions = instructions[: count - done]
        function[done : done + instructions.size] = of_instruction[instructions]
        line[done : done + instructions.size] = line_of[instructions]
        done += instructions.size
        if done == count:
            break
    return function, line


def _segments(path: Path) -> Iterator[NDArray[np.uint32]]:
    with path.open("rb") as stream:
        while (chunk := np.fromfile(stream, np.uint32, CHUNK)).size:
            yield chunk
