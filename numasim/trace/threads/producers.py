"""The producers of a function's values: for each value, the operation that it depends on, and how far it is.

The address of a memory operation, and the value of a store, may need the results of earlier loads and atomic
operations. The program calculates beside each value the number of the youngest of them, and the cycles of the
longest chain of instructions from its result to the value: an instruction that reads no memory takes the
larger ones of its operands, and adds its own cycles. The number is in the upper half of a word, and the
cycles are in the lower half, so the largest word is that of the youngest producer. Producers pass calls and
returns beside the arguments and the result.

The values of a recurrence may have a second word, their chain: the cycles through the recurrence alone. When
they are many, a turn of the loop writes an operation that computes, and the chain begins anew behind it. So
long chains are operations, each of which needs the one before, whatever the loop loads in between. A value
depends on its chain if it depends on no operation of memory that is near.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from numasim.trace.module_text import callee_of, function_name, is_block, is_local, local_name
from numasim.trace.threads.recurrences import Recurrences
from numasim.trace.threads.waiting_loops import READS

MOST_ARGUMENTS = 8
"""Arguments whose producers pass a call."""

NEAR = 256
"""A chain of fewer cycles from an operation of memory to a value can be in the record of an operation."""

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
    by_name : dict of str to ValueRef
        The functions of the module.
    latencies : dict of str to int
        The cycles of instructions, by the names of ``machine.core.latencies``.

    Attributes
    ----------
    names : dict of str to str
        The producer of each value that needs one.
    parameters : list of str
    """

    def __init__(
        self, function: Any, instructions: list[Any], by_name: dict[str, Any], latencies: Mapping[str, int]
    ) -> None:
        self.operands = {each.name: operands_of(each) for each in instructions if each.name}
        self.opcodes = {each.name: each.opcode for each in instructions if each.name}
        self.called = {each.name for each in instructions if each.name and is_traced_call(each, by_name)}
        self.parameters = [argument.name for argument in function.arguments][:MOST_ARGUMENTS]
        self.recurrences = Recurrences(instructions, self.operands, self.called, latencies)
        needed = self._needed(instructions, by_name)
        self.names = {name: local_name(f"numasim.producer.{name}") for name in needed & self._known()}
        self._chains = {name for name in self.recurrences.of if name in self.names and self._joins(name)}
        outside = {
            o.name
            for each in instructions
            for o in operands_of(each)
            if is_local(o) and self._leaves(each, o.name)
        }
        self._chosen = outside & self._chains

    def _needed(self, instructions: list[Any], by_name: dict[str, Any]) -> set[str]:
        roots: list[Any] = []
        for each in instructions:
            copies = each.opcode in CALLS and function_name(callee_of(each)).startswith("llvm.mem")
            if copies or each.opcode in (*MEMORY, "ret") or is_traced_call(each, by_name):
                roots += operands_of(each)
        needed: set[str] = set()
        pending = [root.name for root in roots if is_local(root)] + list(self.recurrences.of)
        while pending:
            name = pending.pop()
            if name in needed:
                continue
            needed.add(name)
            if self.opcodes.get(name) not in READS and name not in self.called:
                pending += [o.name for o in self.operands.get(name, ()) if is_local(o)]
        return needed

    def _known(self) -> set[str]:
        """The values that may depend on a memory operation or a recurrence."""
        users: dict[str, list[str]] = {}
        for name, operands in self.operands.items():
            for operand in operands:
                if is_local(operand):
                    users.setdefault(operand.name, []).append(name)
        pending = [*self.parameters, *self.called, *self.recurrences.of]
        pending += [name for name, opcode in self.opcodes.items() if opcode in READS]
        known: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in known:
                known.add(name)
                pending += users.get(name, ())
        return known

    def _joins(self, name: str) -> bool:
        """Whether the recurrence of a value takes in values that have producers of their own."""
        inside = self.recurrences.of[name]
        every = (o for each in inside for o in self.operands[each] if is_local(o))
        return any(o.name in self.names and o.name not in inside for o in every)

    def _leaves(self, user: Any, name: str) -> bool:
        """Whether an instruction takes a value out of its recurrence, or through a function."""
        inside = self.recurrences.of.get(name)
        return inside is not None and (user.name not in inside or user.name in self.called)

    # -- the text ------------------------------------------------------------------------------------------

    def of(self, operand: Any, inside: frozenset[str] = frozenset()) -> str:
        """The producer of an operand in LLVM's text format, without its type; ``0`` for none.

        ``inside`` has the values of the recurrence to which the user belongs.
        """
        if not is_local(operand):
            return "0"
        if operand.name in self._chosen and operand.name not in inside:
            return local_name(f"numasim.chosen.{operand.name}")
        return self.names.get(operand.name, "0")

    def youngest(self, operands: Iterable[Any], fresh: Iterable[str]) -> tuple[list[str], str]:
        """The lines that find the youngest producer of several operands, and its name."""
        return _largest([self.of(operand) for operand in operands], fresh)

    def computed(self, instruction: Any, fresh: Iterable[str]) -> list[str]:
        """The lines of the producer of an instruction that reads no memory and is no phi."""
        name, operands = instruction.name, self.operands[instruction.name]
        inside, cycles = self.recurrences.of.get(name, frozenset()), self.recurrences.cycles[name]
        lines, largest = _largest([self.of(operand, inside) for operand in operands], fresh)
        lines.append(_later(self.names[name], largest, cycles))
        if name in self._chains:
            own = [o for o in operands if is_local(o) and o.name in inside]
            more, largest = _largest([self._chain(o) for o in own], fresh)
            lines += [*more, _later(self._chain(instruction), largest, cycles)]
        return lines + self._choice(name, fresh)

    def returned(self, instruction: Any, producer: str, fresh: Iterable[str]) -> list[str]:
        """The lines of the producer of a call's result, which the called function has given."""
        name = instruction.name
        lines = [f"{self.names[name]} = {producer}"]
        if name in self._chains:
            lines.append(_later(self._chain(instruction), self.names[name], 0))
        return lines + self._choice(name, fresh)

    def phi(self, instruction: Any) -> list[str]:
        """The lines of the producer of a phi, which must stand among the phis of its block."""
        name = instruction.name
        inside = self.recurrences.of.get(name, frozenset())
        pairs = list(zip(instruction.operands, instruction.incoming_blocks, strict=True))

        def line(result: str, values: Iterable[str]) -> str:
            choices = (
                f"[ {value}, {local_name(block.name)} ]"
                for value, (_, block) in zip(values, pairs, strict=True)
            )
            return f"{result} = phi i64 {', '.join(choices)}"

        if not inside:
            return [line(self.names[name], (self.of(value) for value, _ in pairs))]
        if name not in self._chains:
            return [line(_arrives(name), (self.of(value, inside) for value, _ in pairs))]
        return [
            line(_joined(name), (self.of(value, inside) for value, _ in pairs)),
            line(_arrives(name), (self._chain(value, inside) for value, _ in pairs)),
        ]

    def turn(self, instruction: Any, fresh: Iterable[str]) -> list[str]:
        """The lines behind the phis of a block that write the long chains of a phi as operations."""
        name = instruction.name
        if name not in self.recurrences.of or name not in self.names:
            return []
        plain, arrives = self.names[name], _arrives(name)
        if name not in self._chains:
            return [f"{plain} = call i64 @numasim_chain(i64 {arrives})"]
        chain, younger = self._chain(instruction), next(iter(fresh))
        return [
            f"{chain} = call i64 @numasim_chain(i64 {arrives})",
            f"{younger} = icmp ugt i64 {_joined(name)}, {arrives}",
            f"{plain} = select i1 {younger}, i64 {_joined(name)}, i64 {chain}",
            *self._choice(name, fresh),
        ]

    def _chain(self, value: Any, inside: frozenset[str] | None = None) -> str:
        """The chain of a value of a recurrence, or the producer of one that enters it."""
        if inside is not None and not (is_local(value) and value.name in inside):
            return self.of(value)
        return local_name(f"numasim.chain.{value.name}")

    def _choice(self, name: str, fresh: Iterable[str]) -> list[str]:
        """The lines that choose between the producer and the chain of a value for its users."""
        if name not in self._chosen:
            return []
        cycles, near = next(iter(fresh)), next(iter(fresh))
        plain, chain = self.names[name], local_name(f"numasim.chain.{name}")
        return [
            f"{cycles} = trunc i64 {plain} to i32",
            f"{near} = icmp ult i32 {cycles}, {NEAR}",
            f"{local_name(f'numasim.chosen.{name}')} = select i1 {near}, i64 {plain}, i64 {chain}",
        ]


def _arrives(name: str) -> str:
    return local_name(f"numasim.arrives.{name}")


def _joined(name: str) -> str:
    return local_name(f"numasim.joined.{name}")


def _later(result: str, producer: str, cycles: int) -> str:
    return f"{result} = add i64 {producer}, {cycles}"


def _largest(producers: Iterable[str], fresh: Iterable[str]) -> tuple[list[str], str]:
    """The lines that find the largest of several producers, and its name."""
    found = list(dict.fromkeys(name for name in producers if name != "0"))
    lines = []
    while len(found) > 1:
        name = next(iter(fresh))
        lines.append(f"{name} = call i64 @llvm.umax.i64(i64 {found[0]}, i64 {found[1]})")
        found[:2] = [name]
    return lines, found[0] if found else "0"


def operands_of(instruction: Any) -> list[Any]:
    """The values that an instruction reads; without the function that a call names."""
    operands = list(instruction.operands)
    if instruction.opcode in CALLS and (
        operands[-1].value_kind.name in ("inline_asm", "function") or operands[-1].name == ""
    ):
        operands.pop()
    return [operand for operand in operands if not is_block(operand)]
