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
_NODE = re.compile(r"!(\d+) = (?:distinct )?!(DILocation|DISubprogram|DIFile|DICompileUnit)\((.*)\)$")
_FIELD = re.compile(r'(line|inlinedAt|scope|file|filename): (?:!?(\d+)|"([^"]*)")')


def begins_instruction(line: str) -> bool:
    """Whether an instruction begins in this line of a function's text. Some have several lines."""
    return line.startswith("  ") and not line.startswith(("   ", "  ]"))


def source_lines(text: str, *, own: bool = False) -> tuple[list[int], list[str]]:
    """Find the line of each instruction and the file of each function.

    Parameters
    ----------
    text : str
        The text of a module, as written by LLVM.
    own : bool
        For code of an inlined function of the compiled file (not of a header), give its own line.

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
            fields = {name: number or text for name, number, text in _FIELD.findall(found[3])}
            nodes[int(found[1])] = {"": found[2], **fields}
    files = [_file(nodes, function) for function in functions]
    units = (number for number, fields in nodes.items() if fields[""] == "DICompileUnit")
    unit = _file(nodes, next(units, -1)) if own else ""
    lines = [_line(nodes, location, unit) for location in locations]
    return lines, files


def _node(nodes: dict[int, dict[str, str]], number: int, field: str) -> int:
    return int(nodes.get(number, {}).get(field, -1))


def _file(nodes: dict[int, dict[str, str]], number: int) -> str:
    """The file of a node without its folder; "" if unknown."""
    return PurePath(nodes.get(_node(nodes, number, "file"), {}).get("filename", "")).name


def _line(nodes: dict[int, dict[str, str]], location: int, own_file: str) -> int:
    """The line of the outermost call, or the innermost line of a function of a file."""
    while (outer := _node(nodes, location, "inlinedAt")) >= 0:
        if own_file and _file(nodes, _node(nodes, location, "scope")) == own_file:
            break
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
