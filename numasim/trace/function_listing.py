"""The walk through one function of an LLVM module, which creates listing rows and logging calls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Protocol

from numasim.trace.instructions import MARKERS, Kind, LatencyClass, OpcodeClass, classify, classify_intrinsic
from numasim.trace.library_effects import functions_with_effects, functions_with_preparation
from numasim.trace.listing import INDIRECT, NO_CALL, SegmentFlag
from numasim.trace.listing_builder import Insertions, ListingBuilder, Word
from numasim.trace.markers import BEGIN, END
from numasim.trace.module_text import callee_of, function_name, is_block, is_local, local_name, operand_text

MOST_WORDS = 200
"""A segment ends after this many words. The runtime's buffer has 1024 words (``runtime.h``), because one
instruction may log many. Also, LLVM's time for a block grows with the square of its length.
"""

VA_LIST_BYTES = 32
"""The maximum size of a va_list on the supported machines."""

UNSUPPORTED = ("callbr", "catchswitch", "catchpad", "catchret", "cleanuppad", "cleanupret")
_HEADER = ("phi", "landingpad")


class Refused(Exception):
    """The module cannot be traced. The message gives the reason."""


class Effects(Protocol):
    """The functions of a module by name, and the declarations that the inserted text needs."""

    by_name: dict[str, Any]

    def declare(self, name: str, signature: str) -> None:
        """Declare a function of the runtime that the inserted text calls."""


class FunctionListing:
    """The state of the walk through one function: its position in the text and the current segment."""

    def __init__(
        self, module: ListingBuilder, name: str, registers: dict[str, int], blocks: dict[str, int]
    ) -> None:
        self.module = module
        self.name = name
        self.id = module.function_ids[name]
        self.registers = registers
        self.blocks = blocks
        self.inserted = Insertions()
        self.framed = False
        self.stack_slots: set[str] = set()
        self.position = -1  # of the instruction in the function's text
        self.words = 0
        self.region = name == module.region
        self.headers: dict[str, range] = {}  # positions of the phis of each block
        self.detours: list[tuple[str, str, str]] = []  # a block, its successor, the new block between them

    # -- segments ------------------------------------------------------------------------------------------

    def block(self, name: str, instructions: list[Any], *, entry: bool, arguments: list[Any]) -> None:
        """Add the instructions of one block to the tables."""
        header = [i.opcode for i in instructions if i.opcode in _HEADER]
        first = self.position + 1
        self.headers[name] = range(first, first + len(header))
        flags = SegmentFlag.BLOCK
        begin: list[str] = []
        if entry:
            flags |= SegmentFlag.ENTRY
            if self.region:
                begin.append(self._call("numasim_enter", []))
            if self.framed:
                flags |= SegmentFlag.FRAME
        if "landingpad" in header:
            flags |= SegmentFlag.FRAME | SegmentFlag.RESUME
        begin += self._open(name, flags)
        if entry:
            for parameter, size in self.module.copies[self.name]:
                begin.append(self._log_address(operand_text(arguments[parameter]), Word.COPIED, size))
        self.inserted.before[first + len(header)].extend(begin)
        for instruction, follows in zip_longest(instructions, instructions[1:]):
            self.position += 1
            self.instruction(instruction)
            if follows is None:
                self._after_invoke(name, instruction)
            elif follows.opcode in ("unreachable", *_HEADER):
                continue
            elif (
                self.module.rows["kind"][-1] == Kind.CALL
                or self.module.comes_back(instruction)
                or _is_marker(instruction)
            ):
                self._after_call(name, instruction)
            elif self.words >= MOST_WORDS:
                self.inserted.after[self.position] += self._open(name, SegmentFlag(0))
        self._close()

    def _open(self, block: str, flags: SegmentFlag) -> list[str]:
        """Begin a segment at the next instruction, and return the lines that log the segment."""
        self._close()
        start = len(self.module.rows["kind"])
        self.module.segments.append((start, start, self.id, self.blocks[block], int(flags)))
        self.module.words_of_segment.append(len(self.module.words))
        self.words = 0
        lines = [self._call("numasim_segment", [f"i32 {len(self.module.segments) - 1}"])]
        if flags & SegmentFlag.RESUME and self.module.region is not None:
            lines.insert(0, self._call("numasim_resume", []))
        if flags & SegmentFlag.FRAME:
            lines.append(self._call("numasim_frame", []))
            self.module.log_word(Word.OTHER)
        return lines

    def _close(self) -> None:
        first, _, function, block, flags = self.module.segments[-1]
        if len(self.module.segments) > 1 and function == self.id:
            self.module.segments[-1] = (first, len(self.module.rows["kind"]), function, block, flags)

    def _after_call(self, block: str, instruction: Any) -> None:
        flags = SegmentFlag.RESTART if _is_marker(instruction) else SegmentFlag(0)
        if self.module.comes_back(instruction):
            flags |= SegmentFlag.FRAME | SegmentFlag.RESUME
        effects = self._log_effects(instruction)
        if effects:
            flags |= SegmentFlag.EFFECTS
        self.inserted.after[self.position] += [*self._open(block, flags), *effects]

    def _after_invoke(self, block: str, instruction: Any) -> None:
        """Log the effects of a call that ends a block, in a new block before the successor."""
        effects = self._log_effects(instruction) if instruction.opcode == "invoke" else []
        if not effects:
            return
        successor = next(o.name for o in instruction.operands if is_block(o))
        detour = f"numasim.{self.module.fresh()}"
        self.detours.append((block, successor, detour))
        self.inserted.blocks[self.position].append((successor, detour))
        lines = [*self._open(block, SegmentFlag.EFFECTS), *effects, f"br label {local_name(successor)}"]
        self.inserted.after[self.position] += [f"{local_name(detour)[1:]}:", *lines]

    def settle_phis(self) -> None:
        """Replace the predecessor in the phis of a successor by the block that was inserted before it."""
        for block, successor, detour in self.detours:
            for position in self.headers[successor]:
                self.inserted.blocks[position].append((block, detour))

    # -- instructions --------------------------------------------------------------------------------------

    def instruction(self, instruction: Any) -> None:
        """Add one instruction to the tables, and insert its logging calls."""
        opcode = instruction.opcode
        if opcode in UNSUPPORTED:
            raise Refused(
                f"function {self.name!r} has the instruction {opcode!r}, which cannot be traced; compile the "
                "program for Linux with clang and without `asm goto`"
            )
        operands = list(instruction.operands)
        classes = classify(opcode)
        kind, size, callee, untracked = Kind.REGISTER, 0, NO_CALL, False
        read: Sequence[Any] = [o for o in operands if not is_block(o)]
        copied: list[int] = []
        drop = self.module.drop
        if opcode == "phi":
            kind = Kind.PHI
        elif opcode in ("load", "store", "atomicrmw", "cmpxchg"):
            address = operands[1 if opcode == "store" else 0]
            value = operands[{"load": 0, "store": 0}.get(opcode, 1)]
            kind = {"load": Kind.LOAD, "store": Kind.STORE}.get(opcode, Kind.UPDATE)
            size = self.module.bytes_of(instruction.type if opcode == "load" else value.type)
            untracked = "stack" in drop and is_local(address) and address.name in self.stack_slots
            self._log_access(Word.ACCESS, operand_text(address), [], size)
        elif opcode == "ret":
            kind = Kind.RETURN
        elif opcode in ("call", "invoke"):
            target = callee_of(instruction)
            read = [o for o in operands[:-1] if not is_block(o)]
            name = function_name(target)
            if target.value_kind.name == "inline_asm":
                self.module.unknown.append("inline assembly")
            elif name in (BEGIN, END):
                kind, read = Kind.SKIPPED, []
            elif name.startswith("llvm."):
                kind, classes, read = self._intrinsic(name, instruction, read)
            else:
                kind = Kind.CALL
                callee, copied = self._call_site(instruction, target, name, read)
                read = [*read, target] if callee == INDIRECT else read
        elif opcode == "unreachable":
            kind = Kind.SKIPPED
        if (opcode == "alloca" and "allocas" in drop) or (
            opcode in ("br", "switch", "indirectbr") and "branches" in drop
        ):
            kind = Kind.SKIPPED
        if self.region and opcode in ("ret", "resume"):
            self._before(self._call("numasim_leave", []))
        self._row(instruction, kind, classes, size, untracked, callee)
        self._reads(instruction, kind, read)
        self.module.copied.extend(copied)
        self.module.copied_start.append(len(self.module.copied))

    def _row(
        self,
        instruction: Any,
        kind: Kind,
        classes: tuple[OpcodeClass, LatencyClass],
        size: int,
        untracked: bool,
        callee: int,
    ) -> None:
        row = {
            "kind": kind,
            "opcode_class": classes[0],
            "latency_class": classes[1],
            "opcode": self.module.opcode_id(instruction.opcode),
            "register": self.registers.get(instruction.name, -1) if instruction.name else -1,
            "size": size,
            "untracked": untracked,
            "callee": callee,
        }
        for name, value in row.items():
            self.module.rows[name].append(int(value))

    def _reads(self, instruction: Any, kind: Kind, read: Sequence[Any]) -> None:
        blocks = [-1] * len(read)
        if kind == Kind.PHI:
            blocks = [self.blocks[block.name] for block in instruction.incoming_blocks]
        for operand, block in zip(read, blocks, strict=True):
            self.module.operands.append(self.registers[operand.name] if is_local(operand) else -1)
            self.module.operand_blocks.append(block)
        self.module.operand_start.append(len(self.module.operands))

    def _call_site(
        self, instruction: Any, target: Any, name: str, arguments: Sequence[Any]
    ) -> tuple[int, list[int]]:
        """The number of the callee, and the arguments whose addresses are logged."""
        module = self.module
        if not name:
            callee = INDIRECT
            self._before(self._log_address(operand_text(target)))
            copied = []
            if "byval(" in str(instruction):
                copied = [k for k, argument in enumerate(arguments) if argument.type.is_pointer]
        elif module.by_name[name].is_declaration:
            callee = -2 - module.external_id(name)
            copied = []
            if name in functions_with_preparation():
                texts = [operand_text(argument) for argument in arguments]
                self._before(self._call(f"numasim_before_{name}", texts))
        else:
            callee = module.function_ids[name]
            copied = [position for position, _ in module.copies[name]]
        sizes = dict(module.copies.get(name, ()))
        for position in copied:
            size = sizes.get(position, 0)  # 0: the callee is not known
            self._before(self._log_address(operand_text(arguments[position]), Word.COPIED, size))
        return callee, copied

    def _intrinsic(
        self, name: str, instruction: Any, arguments: Sequence[Any]
    ) -> tuple[Kind, tuple[OpcodeClass, LatencyClass], Sequence[Any]]:
        stem = name.split(".")[1]
        classes = classify_intrinsic(name)
        kind = Kind.REGISTER
        read: Sequence[Any] = [a for a in arguments if a.value_kind.name != "metadata_as_value"]
        if name.startswith(MARKERS):
            kind, read = Kind.SKIPPED, []
        elif stem in ("memcpy", "memmove"):
            kind = Kind.COPY
            others = [operand_text(arguments[1]), self._length(arguments[2])]
            self._log_access(Word.COPY, operand_text(arguments[0]), others)
        elif stem == "va_copy":
            kind = Kind.COPY
            others = [operand_text(arguments[1]), f"i64 {VA_LIST_BYTES}"]
            self._log_access(Word.COPY, operand_text(arguments[0]), others)
        elif stem == "memset":
            kind = Kind.FILL
            self._log_access(Word.FILL, operand_text(arguments[0]), [self._length(arguments[2])])
        elif stem == "va_start":
            kind = Kind.VA_START
            line = self._call("numasim_effect_va_start", [operand_text(arguments[0])])
            self.inserted.after[self.position].append(line)
        elif stem == "masked":
            self.module.unknown.append(name)
        return kind, classes, read

    # -- the inserted lines --------------------------------------------------------------------------------

    def _before(self, line: str) -> None:
        self.inserted.before[self.position].append(line)

    def _call(self, name: str, arguments: Sequence[str]) -> str:
        types = ", ".join(argument.split(" ", 1)[0] for argument in arguments)
        self.module.declare(name, f"void @{name}({types})")
        return f"call void @{name}({', '.join(arguments)})"

    def _fresh(self) -> str:
        return local_name(f"numasim.{self.module.fresh()}")

    def _log_address(self, address: str, word: Word = Word.OTHER, size: int = 0) -> str:
        self.words += 1
        self.module.log_word(word, size)
        return self._call("numasim_address", [address])

    def _log_access(self, word: Word, address: str, others: Sequence[str], size: int = 0) -> None:
        """Log the address of a memory operation, its clock readings if it is timed, and other words."""
        if self.module.weights == "rdtsc":
            before = self._fresh()
            self.module.declare("numasim_clock", "i64 @numasim_clock()")
            self._before(f"{before} = call i64 @numasim_clock()")
            lines = self.inserted.after[self.position]
            lines.append(self._call("numasim_timed_address", [address, f"i64 {before}"]))
            self.words += 1
        else:
            lines = self.inserted.before[self.position]
            lines.append(self._log_address(address, word, size))
        for other in others:
            name = "numasim_word" if other.startswith("i64 ") else "numasim_address"
            lines.append(self._call(name, [other]))
            self.words += 1

    def _length(self, operand: Any) -> str:
        text = operand_text(operand)
        type_, value = text.split(" ", 1)
        if type_ == "i64":
            return text
        name = self._fresh()
        self._before(f"{name} = zext {type_} {value} to i64")
        return f"i64 {name}"

    def _log_effects(self, instruction: Any) -> list[str]:
        return effects_call(self.module, instruction)


def _is_marker(instruction: Any) -> bool:
    """Whether an instruction is the call of a marker of a region."""
    return instruction.opcode == "call" and function_name(callee_of(instruction)) in (BEGIN, END)


def effects_call(module: Effects, instruction: Any) -> list[str]:
    """The call of the C function that logs the effects of a library function, if there is one."""
    called = module.by_name.get(function_name(callee_of(instruction)))
    if called is None or not called.is_declaration or called.name not in functions_with_effects():
        return []
    name = f"numasim_effect_{called.name}"
    operands = [o for o in list(instruction.operands)[:-1] if not is_block(o)]
    result = [f"{instruction.type} {local_name(instruction.name)}"] if instruction.name else []
    texts = result + [operand_text(operand) for operand in operands]
    type_ = called.global_value_type
    fixed = [str(parameter) for parameter in type_.get_function_parameters()]
    types = [text.split(" ", 1)[0] for text in result] + fixed
    signature = ", ".join(types + ["..."] * type_.is_function_vararg)
    module.declare(name, f"void @{name}({signature})")
    return [f"call void ({signature}) @{name}({', '.join(texts)})"]
