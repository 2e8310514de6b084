"""The loops of a function that only wait: what a turn of them does can be seen nowhere but in when they end.

A loop waits if it writes no memory, and each of its turns begins with the same values as the turn before it.
So only a store of another thread can make a turn differ from the last one. The criterion is that of spin
detection (Li, Lebeck and Sorin, 2006), applied to LLVM IR: no phi at the loop's head takes a value that the
loop makes. Atomic operations may be in such a loop. One that changes memory is noticed when the program runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numasim.trace.module_text import callee_of, function_name, is_block, is_local

READS = ("load", "atomicrmw", "cmpxchg")

YIELDS = ("sched_yield", "pthread_yield", "sleep", "usleep", "nanosleep")
"""Functions that a loop which waits may call."""

_WRITES = ("store", "ret", "invoke", "resume", "unreachable", "va_arg", "alloca", "landingpad", "indirectbr")
_OTHER_INTRINSICS = re.compile(r"llvm\.(mem|va_|stack|readcyclecounter|eh\.|experimental)")
_HARMLESS_ASSEMBLY = re.compile(r'\basm [^"]*"[^"]*", "(?:~[^"]*)?"')

Block = tuple[str, list[Any]]


def waiting_loops(blocks: Sequence[Block]) -> dict[str, frozenset[str]]:
    """The loops of a function that only wait.

    Parameters
    ----------
    blocks : sequence of (str, list of ValueRef)
        The names of the blocks, and their instructions.

    Returns
    -------
    dict of str to frozenset of str
        The block at the head of each such loop, and the blocks of the loop.
    """
    instructions = dict(blocks)
    following = {name: successors(each) for name, each in blocks}
    found = {}
    pending = [frozenset(instructions)]
    while pending:
        for loop in cycles(pending.pop(), following):
            heads = {to for name in instructions if name not in loop for to in following[name] if to in loop}
            if len(heads) == 1:
                head = heads.pop()
                if _waits(head, loop, instructions):
                    found[head] = loop
                pending.append(loop - {head})
    return found


def successors(instructions: Sequence[Any]) -> list[str]:
    """The blocks to which a block may branch; one twice if two branches lead to it."""
    return [operand.name for operand in instructions[-1].operands if is_block(operand)]


def cycles(names: frozenset[str], following: Mapping[str, Sequence[str]]) -> Iterator[frozenset[str]]:
    """The strongly connected components of a part of a graph, with an edge inside (Tarjan, 1972)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: dict[str, None] = {}
    for root in names:
        walk = [] if root in index else [(root, iter(following[root]))]
        while walk:
            name, rest = walk[-1]
            if name not in index:
                index[name] = lowest[name] = len(index)
                stack[name] = None
            for to in rest:
                if to not in names:
                    continue
                if to not in index:
                    walk.append((to, iter(following[to])))
                    break
                if to in stack:
                    lowest[name] = min(lowest[name], index[to])
            else:
                walk.pop()
                if walk:
                    lowest[walk[-1][0]] = min(lowest[walk[-1][0]], lowest[name])
                if lowest[name] == index[name]:
                    component = _taken_until(stack, name)
                    if len(component) > 1 or name in following[name]:
                        yield component


def _taken_until(stack: dict[str, None], name: str) -> frozenset[str]:
    """Take the newest names from a stack, the last of which is given."""
    taken = {stack.popitem()[0]}
    while name not in taken:
        taken.add(stack.popitem()[0])
    return frozenset(taken)


def _waits(head: str, loop: frozenset[str], instructions: dict[str, list[Any]]) -> bool:
    inside = [each for name in loop for each in instructions[name]]
    made = {each.name for each in inside if each.name}
    for phi in (each for each in instructions[head] if each.opcode == "phi"):
        for value, block in zip(phi.operands, phi.incoming_blocks, strict=True):
            if block.name in loop and is_local(value) and value.name in made - {phi.name}:
                return False
            if block.name in loop and not is_local(value) and _differs_outside(phi, value, loop):
                return False
    return any(each.opcode in READS for each in inside) and all(map(_only_looks, inside))


def _differs_outside(phi: Any, value: Any, loop: frozenset[str]) -> bool:
    """Whether a constant that the loop gives to a phi differs from the values that the phi begins with."""
    pairs = zip(phi.operands, phi.incoming_blocks, strict=True)
    return any(block.name not in loop and str(each) != str(value) for each, block in pairs)


def is_harmless_assembly(instruction: Any) -> bool:
    """Whether inline assembly has no operands, as a hint to the processor or a barrier for the compiler."""
    return str(instruction.type) == "void" and _HARMLESS_ASSEMBLY.search(str(instruction)) is not None


def _only_looks(instruction: Any) -> bool:
    if instruction.opcode != "call":
        return instruction.opcode not in _WRITES
    target = callee_of(instruction)
    if target.value_kind.name == "inline_asm":
        return is_harmless_assembly(instruction)
    name = function_name(target)
    return name in YIELDS or (name.startswith("llvm.") and not _OTHER_INTRINSICS.match(name))
