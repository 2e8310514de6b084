"""The producers of a function's values: for each value, the youngest memory operation that it depends on.

The address of a memory operation, and the value of a store, may need the results of earlier loads and atomic
operations. The program calculates the number of the youngest of them beside each value: an instruction that
reads no memory takes the largest number of its operands. Producers pass calls and returns beside the
arguments and the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numasim.trace.module_text import callee_of, function_name, is_block, is_local, local_name

MOST_ARGUMENTS = 8
"""Arguments whose producers pass a call."""

READS = ("load", "atomicrmw", "cmpxchg")
MEMORY = (*READS, "store")
CALLS = ("call", "invoke")


def is_traced_call(instruction: Any, by_name: dict[str, Any]) -> bool:
    """Whether an instruction calls a function of the program, or a function through a pointer."""
    if instruction.opcode not in CALLS:
        return False
    target = callee_of(instruction)
    if target.value_kind.name == "inline_asm":
        return False
    name = function_name(target)
    return not name or not by_name[name].is_declaration


class Producers:
    """Which values of a function need a producer, and the names of the producers.

    Parameters
    ----------
    function : llvmlite.binding.ValueRef
        A function whose values have names.
    instructions : list of ValueRef
    by_name : dict of str to ValueRef
        The functions of the module.
    """

    def __init__(self, function: Any, instructions: list[Any], by_name: dict[str, Any]) -> None:
        self.operands = {each.name: operands_of(each) for each in instructions if each.name}
        self.opcodes = {each.name: each.opcode for each in instructions if each.name}
        self.called = {each.name for each in instructions if each.name and is_traced_call(each, by_name)}
        self.parameters = [argument.name for argument in function.arguments][:MOST_ARGUMENTS]
        needed = self._needed(instructions, by_name)
        self.names = {name: local_name(f"numasim.producer.{name}") for name in needed & self._known()}

    def _needed(self, instructions: list[Any], by_name: dict[str, Any]) -> set[str]:
        roots: list[Any] = []
        for each in instructions:
            copies = each.opcode in CALLS and function_name(callee_of(each)).startswith("llvm.mem")
            if copies or each.opcode in (*MEMORY, "ret") or is_traced_call(each, by_name):
                roots += operands_of(each)
        needed: set[str] = set()
        pending = [root.name for root in roots if is_local(root)]
        while pending:
            name = pending.pop()
            if name in needed:
                continue
            needed.add(name)
            if self.opcodes.get(name) not in READS and name not in self.called:
                pending += [o.name for o in self.operands.get(name, ()) if is_local(o)]
        return needed

    def _known(self) -> set[str]:
        """The values that may depend on a memory operation."""
        users: dict[str, list[str]] = {}
        for name, operands in self.operands.items():
            for operand in operands:
                if is_local(operand):
                    users.setdefault(operand.name, []).append(name)
        pending = [*self.parameters, *self.called]
        pending += [name for name, opcode in self.opcodes.items() if opcode in READS]
        known: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in known:
                known.add(name)
                pending += users.get(name, ())
        return known

    def of(self, operand: Any) -> str:
        """The producer of an operand in LLVM's text format, without its type; ``0`` for none."""
        return self.names.get(operand.name, "0") if is_local(operand) else "0"

    def youngest(self, operands: Iterable[Any], fresh: Iterable[str]) -> tuple[list[str], str]:
        """The lines that find the youngest producer of several operands, and its name."""
        found = list(dict.fromkeys(name for name in map(self.of, operands) if name != "0"))
        lines = []
        while len(found) > 1:
            name = next(iter(fresh))
            lines.append(f"{name} = call i32 @llvm.umax.i32(i32 {found[0]}, i32 {found[1]})")
            found[:2] = [name]
        return lines, found[0] if found else "0"

    def phi(self, instruction: Any) -> str:
        """The line of the producer of a phi."""
        pairs = zip(instruction.operands, instruction.incoming_blocks, strict=True)
        choices = ", ".join(f"[ {self.of(value)}, {local_name(block.name)} ]" for value, block in pairs)
        return f"{self.names[instruction.name]} = phi i32 {choices}"


def operands_of(instruction: Any) -> list[Any]:
    """The values that an instruction reads; without the function that a call names."""
    operands = list(instruction.operands)
    if instruction.opcode in CALLS and (
        operands[-1].value_kind.name in ("inline_asm", "function") or operands[-1].name == ""
    ):
        operands.pop()
    return [operand for operand in operands if not is_block(operand)]
