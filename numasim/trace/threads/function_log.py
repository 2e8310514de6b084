"""The calls that log the memory operations of one function, by the position of its instructions.

A function is cut into segments of straight code, at calls, before atomic operations, and after many
instructions. A segment counts its instructions at its beginning, and may let another thread run there. Its
memory operations then write one record each (``thread_runtime.h``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from numasim.trace.function_listing import UNSUPPORTED, Refused, effects_call
from numasim.trace.instructions import MARKERS
from numasim.trace.listing_builder import Insertions, bytes_of
from numasim.trace.module_text import callee_of, function_name, global_name, local_name, operand_text
from numasim.trace.threads.producers import (
    CALLS,
    MEMORY,
    MOST_ARGUMENTS,
    Producers,
    is_traced_call,
    operands_of,
)
from numasim.trace.threads.runtime_functions import (
    NEW_MEMORY,
    cannot_be_traced,
    has_unknown_accesses,
    synchronises,
    what_is_refused,
)
from numasim.trace.threads.waiting_loops import READS, is_harmless_assembly, successors, waiting_loops

MOST_ACCESSES, MOST_INSTRUCTIONS = 200, 4000
"""A segment ends after this many memory operations or instructions, because a thread is switched only at its
beginning. The sum of a quantum and a segment fits in the buffer of records.
"""

MOST_BYTES = 1023
"""The largest size of an access in a record."""

PIECE = 16
"""The largest size of an operation, as of library functions. A wider access, such as of a vector, is several
operations of one instruction, so that it can lie in several blocks.
"""

NO_INSTRUCTION = 1 << 63
"""The mark of an operation that is no further instruction of the program."""

UNREAD = 1 << 57
"""The mark of an atomic operation whose result the program does not use."""

_ATOMIC = re.compile(
    r'\s*(?:%(?:[-\w.$]+|"[^"]*") = )?(?:load atomic|store atomic|atomicrmw|cmpxchg|fence)\b'
)
_ORDERING = re.compile(r" (?:monotonic|acquire|release|acq_rel|seq_cst)\b")
_MODIFIES = re.compile(r" atomicrmw (?:volatile )?(xchg|or|and) ")
_KINDS = {"load": 0, "store": 1, "atomicrmw": 2, "cmpxchg": 2}
_HEADER = ("phi", "landingpad")


class FunctionLog:
    """The walk through one function.

    Parameters
    ----------
    module : ModuleLog
        What the functions of a module share.
    texts : list of str
        The first line of each instruction in LLVM's text format.
    lines : list of int
        The source line of each instruction.
    """

    def __init__(self, module: Any, function: Any, texts: list[str], lines: list[int]) -> None:
        self.module = module
        self.function = function
        self.texts = texts
        self.lines = lines
        self.inserted = Insertions()
        blocks = [(block.name, list(block.instructions)) for block in function.blocks]
        every = [each for _, instructions in blocks for each in instructions]
        self.used = {operand.name for each in every for operand in operands_of(each)}
        self.producers = Producers(function, every, module.by_name, module.latencies)
        self.fresh = (local_name(f"numasim.{number}") for number in count())
        self.position = -1
        self.loops = waiting_loops(blocks)
        self.branches = [(name, to) for name, instructions in blocks for to in successors(instructions)]
        for number, (name, instructions) in enumerate(blocks):
            self._block(name, instructions, entry=number == 0)

    # -- segments ------------------------------------------------------------------------------------------

    def _block(self, name: str, instructions: list[Any], *, entry: bool) -> None:
        header = sum(each.opcode in _HEADER for each in instructions)
        if name in self.loops:
            self._turn(name, self.position + 1, header)
        start = self.inserted.before[self.position + 1 + header]
        if entry:
            start += self._parameters()
            if self.function.name == self.module.region:
                start += self._region("enter")
        if any(each.opcode == "landingpad" for each in instructions[:header]):
            start += self._region("resume")
        start += self._turns(instructions[:header])
        self._open(start)
        for instruction in instructions:
            self.position += 1
            self._instruction(instruction)
        self._close()

    def _turn(self, head: str, position: int, phis: int) -> None:
        """Call the runtime at the beginning of each turn of a loop that waits."""
        before, turn = next(self.fresh), next(self.fresh)
        values = [
            f"[ {turn if name in self.loops[head] else 0}, {local_name(name)} ]"
            for name, to in self.branches
            if to == head
        ]
        self.inserted.before[position].append(f"{before} = phi i64 {', '.join(values)}")
        call = f"{turn} = {self._call('i64', 'numasim_turn', f'i64 {before}')}"
        self.inserted.before[position + phis].append(call)

    def _turns(self, header: list[Any]) -> list[str]:
        """The lines behind the phis of a block."""
        lines = [line for each in header if each.name for line in self.producers.turn(each, self.fresh)]
        if lines:
            self.module.declare("numasim_chain", "i64 @numasim_chain(i64)")
        return lines

    def _open(self, where: list[str]) -> None:
        """Begin a segment, whose first lines belong at the end of a list."""
        self.where, self.at = where, len(where)
        self.instructions = 0
        self.accesses: list[tuple[int, int, str, int, str]] = []
        self.cursor, self.executed, self.number = next(self.fresh), next(self.fresh), ""

    def _close(self) -> None:
        header = [f"{self.executed} = {self._call('i32', 'numasim_segment', f'i64 {self.instructions}')}"]
        if self.accesses or self.number:
            header.append(f"{self.cursor} = {self._call('ptr', 'numasim_cursor')}")
        if self.number:
            header.append(f"{self.number} = {self._call('i32', 'numasim_number', f'ptr {self.cursor}')}")
        self.where[self.at : self.at] = header
        for k, (position, index, address, marks, producer) in enumerate(self.accesses):
            arguments = (
                f"ptr {self.cursor}",
                f"i64 {16 * k}",
                address,
                f"i64 {marks}",
                f"i64 {producer}",
                f"i32 {self.executed}",
                f"i32 {self.instructions - index}",
            )
            self.inserted.before[position].append(self._call("void", "numasim_access", *arguments))
        if self.accesses:
            lines = self.inserted.before[self.accesses[-1][0]]
            bytes_ = f"i64 {16 * len(self.accesses)}"
            lines.append(self._call("void", "numasim_advance", f"ptr {self.cursor}", bytes_))

    def _parameters(self) -> list[str]:
        """The lines that fetch the producers of the parameters."""
        names = [self.producers.names.get(name) for name in self.producers.parameters]
        if not any(names):
            return []
        called = next(self.fresh)
        lines = [f"{called} = {self._call('i1', 'numasim_called', f'ptr {global_name(self.function.name)}')}"]
        for position, name in enumerate(names):
            if name:
                given = self._call("i64", "numasim_given", f"i1 {called}", f"i32 {position}")
                lines.append(f"{name} = {given}")
        return lines

    # -- instructions --------------------------------------------------------------------------------------

    def _instruction(self, instruction: Any) -> None:
        opcode = instruction.opcode
        if opcode in UNSUPPORTED:
            raise Refused(
                f"function {self.function.name!r} has the instruction {opcode!r}, which cannot be traced; "
                "compile the program for Linux with clang and without `asm goto`"
            )
        atomic = _ATOMIC.match(self.texts[self.position]) is not None
        if atomic or len(self.accesses) >= MOST_ACCESSES or self.instructions >= MOST_INSTRUCTIONS:
            self._close()
            before = self.inserted.before[self.position]
            if atomic:
                before.append(self._call("void", "numasim_tick"))
            self._open(before)
        if opcode in MEMORY:
            self._access(instruction, atomic)
        elif opcode in CALLS:
            self._called(instruction)
        elif opcode == "ret":
            self._returns(instruction)
        else:
            self._computes(instruction)
        if opcode in ("ret", "resume") and self.function.name == self.module.region:
            self.inserted.before[self.position] += self._region("leave")
        if not self._is_marker(instruction):
            self.instructions += 1
        if opcode == "call" and self._ends_segment(instruction):
            self._close()
            self._open(self.inserted.after[self.position])

    def _region(self, what: str) -> list[str]:
        """The lines that report to the runtime that this frame enters or leaves the region, or resumes."""
        if self.module.region is None:
            return []
        frame = next(self.fresh)
        return [
            f"{frame} = {self._call('ptr', 'llvm.frameaddress.p0', 'i32 0')}",
            self._call("void", f"numasim_region_{what}", f"ptr {frame}"),
        ]

    def _access(self, instruction: Any, atomic: bool) -> None:
        opcode = instruction.opcode
        operands = list(instruction.operands)
        address = operands[1 if opcode == "store" else 0]
        type_ = instruction.type if opcode == "load" else operands[0 if opcode == "store" else 1].type
        lines, producer = self.producers.youngest(operands, self.fresh)
        self.inserted.before[self.position] += lines
        size = min(bytes_of(type_, self.module.target_data), MOST_BYTES)
        first = size if atomic else min(size, PIECE)
        marks = first << 48 | _KINDS[opcode] << 58
        if atomic:
            marks |= 1 << 60 | self._ordering(opcode)
        if opcode == "atomicrmw" and instruction.name not in self.used:
            marks |= UNREAD
        name = self.producers.names.get(instruction.name) if instruction.name else None
        if name and opcode in READS:
            self.number = self.number or next(self.fresh)
            place = len(self.accesses)
            number, wide = next(self.fresh), next(self.fresh)
            self.inserted.before[self.position] += [
                f"{number} = add i32 {self.number}, {place}",
                f"{wide} = zext i32 {number} to i64",
                f"{name} = shl i64 {wide}, 32",
            ]
        if opcode in ("atomicrmw", "cmpxchg"):
            self._finds_change(instruction, operands)
        where = operand_text(address)
        self.accesses.append((self.position, self.instructions, where, _signed(marks), producer))
        for start in range(first, size, PIECE):
            behind = next(self.fresh)
            self.inserted.before[self.position].append(f"{behind} = getelementptr i8, {where}, i64 {start}")
            marks = min(size - start, PIECE) << 48 | _KINDS[opcode] << 58 | NO_INSTRUCTION
            self.accesses.append(
                (self.position, self.instructions + 1, f"ptr {behind}", _signed(marks), producer)
            )

    def _finds_change(self, instruction: Any, operands: list[Any]) -> None:
        """Mark an atomic operation, after it, if it left memory as it was."""
        old, same, new = local_name(instruction.name), next(self.fresh), next(self.fresh)
        after = self.inserted.after[self.position]
        modifies = _MODIFIES.search(self.texts[self.position])
        type_ = str(instruction.type)
        if instruction.opcode == "cmpxchg":
            after.append(f"{new} = extractvalue {type_} {old}, 1")
            after.append(f"{same} = xor i1 {new}, true")
        elif modifies and (type_ == "ptr" or type_.startswith("i")):
            value = operand_text(operands[1]).split(" ", 1)[1]
            if modifies[1] != "xchg":
                after.append(f"{new} = {modifies[1]} {type_} {old}, {value}")
                value = new
            after.append(f"{same} = icmp eq {type_} {old}, {value}")
        else:
            return
        place = f"i64 {16 * len(self.accesses)}"
        after.append(self._call("void", "numasim_unchanged", f"ptr {self.cursor}", place, f"i1 {same}"))

    def _ordering(self, opcode: str) -> int:
        """The marks of an atomic operation that acquires or releases."""
        found = _ORDERING.findall(self.texts[self.position])
        order = found[-2 if opcode == "cmpxchg" and len(found) > 1 else -1].strip() if found else ""
        acquires = order in ("acquire", "acq_rel", "seq_cst") and opcode != "store"
        releases = order in ("release", "acq_rel", "seq_cst") and opcode != "load"
        return acquires << 61 | releases << 62

    def _called(self, instruction: Any) -> None:
        name = function_name(callee_of(instruction))
        before = self.inserted.before[self.position]
        if name.startswith("llvm.mem"):
            self._copies(name, instruction)
        elif is_traced_call(instruction, self.module.by_name):
            for position, operand in enumerate(list(instruction.operands)[:-1][:MOST_ARGUMENTS]):
                if instruction.opcode == "call" or operand.value_kind.name != "basic_block":
                    given = f"i32 {position}", f"i64 {self.producers.of(operand)}"
                    before.append(self._call("void", "numasim_give", *given))
            before.append(self._call("void", "numasim_call", operand_text(callee_of(instruction))))
            self._result(instruction)
            return
        elif cannot_be_traced(name):
            line = f"i32 {self.lines[self.position]}"
            refused = f"ptr {self.module.name(what_is_refused(name))}"
            before.append(self._call("void", "numasim_refuse", refused, line))
        elif synchronises(name):
            before.append(self._call("void", "numasim_at_line", f"i32 {self.lines[self.position]}"))
        unknown = name if has_unknown_accesses(name) else ""
        if callee_of(instruction).value_kind.name == "inline_asm" and not is_harmless_assembly(instruction):
            unknown = "inline assembly"
        if unknown:
            before.append(self._call("void", "numasim_unknown", f"ptr {self.module.name(unknown)}"))
        self._computes(instruction)
        if instruction.opcode == "call" and name in self.module.returning_twice:
            self.inserted.after[self.position] += self._region("resume")
        if instruction.opcode == "call" and name in NEW_MEMORY and instruction.name:
            line = self._call("void", "numasim_allocated", operand_text(instruction))
            self.inserted.after[self.position].append(line)
        if instruction.opcode == "call":
            self.inserted.after[self.position] += effects_call(self.module, instruction)

    def _result(self, instruction: Any) -> None:
        """The producer of the result of a call. A call that may throw passes on those of its arguments."""
        name = self.producers.names.get(instruction.name) if instruction.name else None
        if name and instruction.opcode == "call":
            producer = self._call("i64", "numasim_returned")
            self.inserted.after[self.position] += self.producers.returned(instruction, producer, self.fresh)
        elif name:
            self._computes(instruction)

    def _copies(self, name: str, instruction: Any) -> None:
        operands = list(instruction.operands)
        lines, producer = self.producers.youngest(operands[:3], self.fresh)
        texts = [operand_text(operand) for operand in operands[:3]]
        type_, length = texts[2].split(" ", 1)
        if type_ != "i64":
            wide = next(self.fresh)
            lines.append(f"{wide} = zext {type_} {length} to i64")
            length = wide
        ranges = [texts[0]] if name.startswith("llvm.memset") else texts[:2]
        called = "numasim_fills" if name.startswith("llvm.memset") else "numasim_copies"
        lines.append(self._call("void", called, *ranges, f"i64 {length}", f"i64 {producer}"))
        self.inserted.before[self.position] += lines

    def _returns(self, instruction: Any) -> None:
        operands = operands_of(instruction)
        if operands:
            producer = f"i64 {self.producers.of(operands[0])}"
            self.inserted.before[self.position].append(self._call("void", "numasim_return", producer))

    def _computes(self, instruction: Any) -> None:
        """Give the result of an instruction its producer."""
        if instruction.name in self.producers.names:
            before = self.inserted.before[self.position]
            if instruction.opcode == "phi":
                before += self.producers.phi(instruction)
            else:
                before += self.producers.computed(instruction, self.fresh)

    def _is_marker(self, instruction: Any) -> bool:
        if instruction.opcode in CALLS:
            return function_name(callee_of(instruction)).startswith(MARKERS)
        return bool(instruction.opcode == "unreachable")

    def _ends_segment(self, instruction: Any) -> bool:
        target = callee_of(instruction)
        if target.value_kind.name == "inline_asm":
            return False
        name = function_name(target)
        return not name.startswith("llvm.") or name.startswith("llvm.mem")

    def _call(self, result: str, name: str, *arguments: str) -> str:
        types = ", ".join(argument.split(" ", 1)[0] for argument in arguments)
        self.module.declare(name, f"{result} @{name}({types})")
        return f"call {result} @{name}({', '.join(arguments)})"


def _signed(marks: int) -> int:
    return marks - (1 << 64) if marks >> 63 else marks


def function_logs(module: Any, functions: list[Any]) -> Iterator[Insertions]:
    """The insertions of each function of a module, in the order of its text."""
    position = 0
    for function, texts in zip(functions, module.texts, strict=True):
        lines = module.lines[position : position + len(texts)]
        position += len(texts)
        yield FunctionLog(module, function, texts, lines).inserted
