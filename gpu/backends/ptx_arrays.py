"""The array to which each memory instruction of a PTX text goes.

An address in PTX comes from a parameter of the kernel (``ld.param``) by additions, in virtual registers that
few instructions write. So the parameters that can reach an address are those of the registers that it is
computed from; the order of the instructions does not matter (PTX ISA, "State Spaces" and "Integer
Arithmetic").
"""

from __future__ import annotations

import re
from collections import defaultdict

SHARED = -1
UNKNOWN = -2
"""An address that comes from no parameter, or from several."""

_FUNCTION = re.compile(r"^\s*\.(?:visible |weak |extern )*(?:\.?entry|\.?func)\b")
_INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s+(.*);")
_PARAMETER = re.compile(r"(%\w+),\s*\[\w+_param_(\d+)\]")
_REGISTER = re.compile(r"%rd\d+")
_MOVES = ("cvta", "add", "sub", "mov", "selp", "mad")


def arrays_of_lines(ptx: str) -> dict[int, int]:
    """Find the array of each memory instruction.

    Returns
    -------
    dict of int to int
        By line, counted from 1: the number of the kernel's parameter, SHARED or UNKNOWN.
    """
    found: dict[int, int] = {}
    body: list[tuple[int, str, str]] = []
    for number, line in enumerate(ptx.split("\n"), 1):
        if _FUNCTION.match(line):
            found |= _arrays(body)
            body = []
        elif instruction := _INSTRUCTION.match(line):
            body.append((number, instruction[1], instruction[2]))
    return found | _arrays(body)


def _arrays(body: list[tuple[int, str, str]]) -> dict[int, int]:
    """The arrays of the memory instructions of one function."""
    reached = _parameters_of_registers(body)
    found = {}
    for number, operation, operands in body:
        words = operation.split(".")
        if words[0] not in ("ld", "st", "atom", "red") or "param" in words or "const" in words:
            continue
        address = _REGISTER.search(operands.partition("[")[2])
        parameters = reached[address[0]] if address else frozenset()
        if any(word.startswith("shared") for word in words):
            found[number] = SHARED
        else:
            found[number] = next(iter(parameters)) if len(parameters) == 1 else UNKNOWN
    return found


def _parameters_of_registers(body: list[tuple[int, str, str]]) -> dict[str, frozenset[int]]:
    """The parameters that can reach each 64-bit register."""
    reached: dict[str, frozenset[int]] = defaultdict(frozenset)
    moves = []
    for _, operation, operands in body:
        words = operation.split(".")
        if words[:2] == ["ld", "param"] and (parameter := _PARAMETER.match(operands)):
            reached[parameter[1]] |= {int(parameter[2])}
        elif words[0] in _MOVES and words[-1][1:] == "64" and len(each := _REGISTER.findall(operands)) > 1:
            moves.append((each[0], each[1:]))
    changed = True
    while changed:
        changed = False
        for to, sources in moves:
            more = reached[to].union(*(reached[source] for source in sources))
            changed |= more != reached[to]
            reached[to] = more
    return reached
