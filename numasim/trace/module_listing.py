"""An LLVM module becomes a :class:`~numasim.trace.listing.Listing`, and the calls that log what runs.

Operands, types and attributes are asked of LLVM; only the calls to insert are text. Runs in a process of its
own (:mod:`numasim.trace.instrument`), because LLVM aborts on what it does not accept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import numpy as np

from numasim.trace.instructions import MARKERS, Kind, LatencyClass, OpcodeClass, classify, classify_intrinsic
from numasim.trace.library_effects import functions_with_effects, functions_with_preparation
from numasim.trace.listing import INDIRECT, NO_CALL, Listing, SegmentFlag

MOST_WORDS = 200
"""After so many words a segment ends. There is room for 1024 (``runtime.h``): one instruction may log many.
And LLVM takes a time for a block that grows with the square of its length.
"""

VA_LIST_BYTES = 32
"""No va_list of a supported machine is longer."""

DROPS = ("allocas", "branches", "stack")
"""What can be left out of the graph: stack allocations, jumps, dependencies through stack slots."""

_UNSUPPORTED = ("callbr", "catchswitch", "catchpad", "catchret", "cleanuppad", "cleanupret")
_RETURNS_TWICE = ("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "llvm.eh.sjlj.setjmp")
_HEADER = ("phi", "landingpad")


class Refused(Exception):
    """The module has something that cannot be traced; the message says what and why."""


@dataclass
class Insertions:
    """What to change in the text of one function, by the positions of its instructions.

    Attributes
    ----------
    before, after : dict of int to list of str
        Lines to put there.
    blocks : dict of int to list of (str, str)
        Names of blocks that an ``invoke`` or a phi has, and what to put in their place.
    """

    before: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    after: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    blocks: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))


class ModuleListing:
    """Walks a module once; the listing and the insertions are then there.

    Parameters
    ----------
    module : llvmlite.binding.ModuleRef
        Its local values must have names (:func:`name_values`).
    target_data : llvmlite.binding.TargetData
        For the sizes of types.
    timed : bool
        Read the clock around every memory operation.
    region : str, optional
        Log only while this function runs.
    drop : sequence of str
        Of :data:`DROPS`.

    Raises
    ------
    Refused
        An instruction that cannot be traced.
    """

    def __init__(
        self,
        module: Any,
        target_data: Any,
        *,
        timed: bool = False,
        region: str | None = None,
        drop: Sequence[str] = (),
    ) -> None:
        self.target_data = target_data
        self.timed = timed
        self.region = region
        self.drop = frozenset(drop)
        self.declarations: dict[str, str] = {}
        self.insertions: list[Insertions] = []
        self.unknown: list[str] = []
        self.rows: dict[str, list[Any]] = defaultdict(list)
        self.operands: list[int] = []
        self.operand_blocks: list[int] = []
        self.operand_start = [0]
        self.copied: list[int] = []
        self.copied_start = [0]
        self.copied_parameters: list[tuple[int, int]] = []
        self.copied_parameter_start = [0]
        self.segments: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, 0)]
        self.functions: list[tuple[str, int, int]] = []
        self.opcodes: dict[str, int] = {}
        self.externals: dict[str, int] = {}
        self.blocks = 0
        self.names = 0
        self.by_name = {f.name: f for f in module.functions}
        self.returning_twice = {
            f.name for f in module.functions if f.name in _RETURNS_TWICE or "returns_twice" in _attributes(f)
        }
        defined = [f for f in module.functions if not f.is_declaration]
        self.function_ids = {f.name: number for number, f in enumerate(defined)}
        self.copies = _copied_parameters(module, defined, target_data)
        for function in defined:
            self._function(function)

    def listing(self) -> Listing:
        """The tables."""

        def column(name: str, dtype: Any) -> Any:
            return np.array(self.rows[name], dtype)

        segments = np.array(self.segments, np.int64).reshape(-1, 5)
        copied_parameters = np.array(self.copied_parameters, np.int32).reshape(-1, 2)
        return Listing(
            kind=column("kind", np.uint8),
            opcode_class=column("opcode_class", np.uint8),
            latency_class=column("latency_class", np.uint8),
            opcode=column("opcode", np.uint16),
            register=column("register", np.int32),
            size=column("size", np.uint32),
            untracked=column("untracked", np.bool_),
            operand_start=np.array(self.operand_start, np.int64),
            operand=np.array(self.operands, np.int32),
            operand_block=np.array(self.operand_blocks, np.int32),
            callee=column("callee", np.int32),
            copied_start=np.array(self.copied_start, np.int64),
            copied_argument=np.array(self.copied, np.int32),
            segment_first=segments[:, 0].astype(np.int32),
            segment_last=segments[:, 1].astype(np.int32),
            segment_function=segments[:, 2].astype(np.int32),
            segment_block=segments[:, 3].astype(np.int32),
            segment_flags=segments[:, 4].astype(np.uint8),
            function_parameters=np.array([f[1] for f in self.functions], np.int32),
            function_registers=np.array([f[2] for f in self.functions], np.int32),
            copied_parameter_start=np.array(self.copied_parameter_start, np.int64),
            copied_parameter=copied_parameters[:, 0].copy(),
            copied_size=copied_parameters[:, 1].copy(),
            opcode_names=np.array(list(self.opcodes), np.str_),
            function_names=np.array([f[0] for f in self.functions], np.str_),
            external_names=np.array(list(self.externals), np.str_),
        )

    def _function(self, function: Any) -> None:
        if "naked" in _attributes(function):
            raise Refused(f"function {function.name!r} is naked: nothing can be put into it that logs it")
        registers: dict[str, int] = {}
        arguments = list(function.arguments)
        for argument in arguments:
            registers[argument.name] = len(registers)
        blocks = [(block.name, list(block.instructions)) for block in function.blocks]
        block_ids = {}
        for name, instructions in blocks:
            block_ids[name] = self.blocks
            self.blocks += 1
            for instruction in instructions:
                if str(instruction.type) != "void":
                    registers[instruction.name] = len(registers)
        inner = _Function(self, function.name, registers, block_ids)
        every = [each for _, instructions in blocks for each in instructions]
        inner.framed = any(each.opcode == "landingpad" or self.comes_back(each) for each in every)
        inner.stack_slots = {each.name for each in every if each.opcode == "alloca"}
        for number, (name, instructions) in enumerate(blocks):
            inner.block(name, instructions, entry=number == 0, arguments=arguments)
        inner.settle_phis()
        self.insertions.append(inner.inserted)
        self.functions.append((function.name, len(arguments), len(registers)))
        self.copied_parameters.extend(self.copies[function.name])
        self.copied_parameter_start.append(len(self.copied_parameters))

    def declare(self, name: str, signature: str) -> None:
        """Note that the inserted text calls a function of the runtime: its result and parameter types."""
        self.declarations.setdefault(name, signature)

    def opcode_id(self, opcode: str) -> int:
        """The number of an opcode."""
        return self.opcodes.setdefault(opcode, len(self.opcodes))

    def external_id(self, name: str) -> int:
        """The number of a function that the program does not define."""
        return self.externals.setdefault(name, len(self.externals))

    def fresh(self) -> int:
        """A number that no other name has."""
        self.names += 1
        return self.names

    def comes_back(self, instruction: Any) -> bool:
        """Whether a call may return again, from a frame deeper down."""
        return instruction.opcode == "call" and _function_name(_callee(instruction)) in self.returning_twice

    def bytes_of(self, type_: Any) -> int:
        """How many bytes a load or store of a type touches."""
        width = type_.type_width
        return (width + 7) // 8 if width else self.target_data.get_abi_size(type_)


class _Function:
    """The walk through one function: its position in the text, and the segment that is being filled."""

    def __init__(
        self, module: ModuleListing, name: str, registers: dict[str, int], blocks: dict[str, int]
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
        """Take the instructions of one block into the tables."""
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
            for parameter, _ in self.module.copies[self.name]:
                begin.append(self._log_address(_text(arguments[parameter])))
        self.inserted.before[first + len(header)].extend(begin)
        for instruction, follows in zip_longest(instructions, instructions[1:]):
            self.position += 1
            self.instruction(instruction)
            if follows is None:
                self._after_invoke(name, instruction)
            elif follows.opcode in ("unreachable", *_HEADER):
                continue
            elif self.module.rows["kind"][-1] == Kind.CALL or self.module.comes_back(instruction):
                self._after_call(name, instruction)
            elif self.words >= MOST_WORDS:
                self.inserted.after[self.position] += self._open(name, SegmentFlag(0))
        self._close()

    def _open(self, block: str, flags: SegmentFlag) -> list[str]:
        """Begin a segment at the next instruction (a block's: at its first), and the lines that log it."""
        self._close()
        start = len(self.module.rows["kind"])
        self.module.segments.append((start, start, self.id, self.blocks[block], int(flags)))
        self.words = 0
        lines = [self._call("numasim_segment", [f"i32 {len(self.module.segments) - 1}"])]
        if flags & SegmentFlag.RESUME and self.module.region is not None:
            lines.insert(0, self._call("numasim_resume", []))
        if flags & SegmentFlag.FRAME:
            lines.append(self._call("numasim_frame", []))
        return lines

    def _close(self) -> None:
        first, _, function, block, flags = self.module.segments[-1]
        if len(self.module.segments) > 1 and function == self.id:
            self.module.segments[-1] = (first, len(self.module.rows["kind"]), function, block, flags)

    def _after_call(self, block: str, instruction: Any) -> None:
        flags = SegmentFlag(0)
        if self.module.comes_back(instruction):
            flags |= SegmentFlag.FRAME | SegmentFlag.RESUME
        effects = self._log_effects(instruction)
        if effects:
            flags |= SegmentFlag.EFFECTS
        self.inserted.after[self.position] += [*self._open(block, flags), *effects]

    def _after_invoke(self, block: str, instruction: Any) -> None:
        """A call ends a block: its effects are logged in a block of their own, on the way to the next."""
        effects = self._log_effects(instruction) if instruction.opcode == "invoke" else []
        if not effects:
            return
        successor = next(o.name for o in instruction.operands if _is_block(o))
        detour = f"numasim.{self.module.fresh()}"
        self.detours.append((block, successor, detour))
        self.inserted.blocks[self.position].append((successor, detour))
        lines = [*self._open(block, SegmentFlag.EFFECTS), *effects, f"br label {local_name(successor)}"]
        self.inserted.after[self.position] += [f"{local_name(detour)[1:]}:", *lines]

    def settle_phis(self) -> None:
        """Where a block was put in between, the phis of the block behind it name the new one."""
        for block, successor, detour in self.detours:
            for position in self.headers[successor]:
                self.inserted.blocks[position].append((block, detour))

    # -- instructions --------------------------------------------------------------------------------------

    def instruction(self, instruction: Any) -> None:
        """Take one instruction into the tables, and insert what logs it."""
        opcode = instruction.opcode
        if opcode in _UNSUPPORTED:
            raise Refused(
                f"function {self.name!r} has the instruction {opcode!r}, which cannot be traced; compile it "
                "for Linux with clang, and without `asm goto`"
            )
        operands = list(instruction.operands)
        classes = classify(opcode)
        kind, size, callee, untracked = Kind.REGISTER, 0, NO_CALL, False
        read: Sequence[Any] = [o for o in operands if not _is_block(o)]
        copied: list[int] = []
        drop = self.module.drop
        if opcode == "phi":
            kind = Kind.PHI
        elif opcode in ("load", "store", "atomicrmw", "cmpxchg"):
            address = operands[1 if opcode == "store" else 0]
            value = operands[{"load": 0, "store": 0}.get(opcode, 1)]
            kind = {"load": Kind.LOAD, "store": Kind.STORE}.get(opcode, Kind.UPDATE)
            size = self.module.bytes_of(instruction.type if opcode == "load" else value.type)
            untracked = "stack" in drop and _is_local(address) and address.name in self.stack_slots
            self._log_access(_text(address), [])
        elif opcode == "ret":
            kind = Kind.RETURN
        elif opcode in ("call", "invoke"):
            target = _callee(instruction)
            read = [o for o in operands[:-1] if not _is_block(o)]
            name = _function_name(target)
            if target.value_kind.name == "inline_asm":
                self.module.unknown.append("inline assembly")
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
            self.module.operands.append(self.registers[operand.name] if _is_local(operand) else -1)
            self.module.operand_blocks.append(block)
        self.module.operand_start.append(len(self.module.operands))

    def _call_site(
        self, instruction: Any, target: Any, name: str, arguments: Sequence[Any]
    ) -> tuple[int, list[int]]:
        """The callee's number and the arguments whose addresses are logged."""
        module = self.module
        if not name:
            callee = INDIRECT
            self._before(self._log_address(_text(target)))
            copied = []
            if "byval(" in str(instruction):
                copied = [k for k, argument in enumerate(arguments) if argument.type.is_pointer]
        elif module.by_name[name].is_declaration:
            callee = -2 - module.external_id(name)
            copied = []
            if name in functions_with_preparation():
                texts = [_text(argument) for argument in arguments]
                self._before(self._call(f"numasim_before_{name}", texts))
        else:
            callee = module.function_ids[name]
            copied = [position for position, _ in module.copies[name]]
        for position in copied:
            self._before(self._log_address(_text(arguments[position])))
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
            self._log_access(_text(arguments[0]), [_text(arguments[1]), self._length(arguments[2])])
        elif stem == "va_copy":
            kind = Kind.COPY
            self._log_access(_text(arguments[0]), [_text(arguments[1]), f"i64 {VA_LIST_BYTES}"])
        elif stem == "memset":
            kind = Kind.FILL
            self._log_access(_text(arguments[0]), [self._length(arguments[2])])
        elif stem == "va_start":
            kind = Kind.VA_START
            line = self._call("numasim_effect_va_start", [_text(arguments[0])])
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

    def _log_address(self, address: str) -> str:
        self.words += 1
        return self._call("numasim_address", [address])

    def _log_access(self, address: str, others: Sequence[str]) -> None:
        """Log a memory operation's address, with the clock around it where it is timed, then other words."""
        if self.module.timed:
            before = self._fresh()
            self.module.declare("numasim_clock", "i64 @numasim_clock()")
            self._before(f"{before} = call i64 @numasim_clock()")
            lines = self.inserted.after[self.position]
            lines.append(self._call("numasim_timed_address", [address, f"i64 {before}"]))
            self.words += 1
        else:
            lines = self.inserted.before[self.position]
            lines.append(self._log_address(address))
        for other in others:
            if other.startswith("i64 "):
                lines.append(self._call("numasim_word", [other]))
                self.words += 1
            else:
                lines.append(self._log_address(other))

    def _length(self, operand: Any) -> str:
        text = _text(operand)
        type_, value = text.split(" ", 1)
        if type_ == "i64":
            return text
        name = self._fresh()
        self._before(f"{name} = zext {type_} {value} to i64")
        return f"i64 {name}"

    def _log_effects(self, instruction: Any) -> list[str]:
        """A call of the C function that logs what a library function did, where there is one."""
        callee = self.module.by_name.get(_function_name(_callee(instruction)))
        if callee is None or not callee.is_declaration or callee.name not in functions_with_effects():
            return []
        name = f"numasim_effect_{callee.name}"
        operands = [o for o in list(instruction.operands)[:-1] if not _is_block(o)]
        result = [f"{instruction.type} {local_name(instruction.name)}"] if instruction.name else []
        texts = result + [_text(operand) for operand in operands]
        type_ = callee.global_value_type
        fixed = [str(parameter) for parameter in type_.get_function_parameters()]
        types = [text.split(" ", 1)[0] for text in result] + fixed
        signature = ", ".join(types + ["..."] * type_.is_function_vararg)
        self.module.declare(name, f"void @{name}({signature})")
        return [f"call void ({signature}) @{name}({', '.join(texts)})"]


def name_values(module: Any) -> None:
    """Give every global, argument, block and instruction of a module a name."""
    for variable in module.global_variables:
        variable.name = variable.name or "numasim.global"
    for function in module.functions:
        function.name = function.name or "numasim.function"
        if function.is_declaration:
            continue
        for argument in function.arguments:
            argument.name = argument.name or "a"
        for block in function.blocks:
            block.name = block.name or "b"
            for instruction in block.instructions:
                if not instruction.name and str(instruction.type) != "void":
                    instruction.name = "v"


def local_name(name: str) -> str:
    """A local value's name as LLVM's text has it."""
    return f'%"{_escape(name)}"'


def global_name(name: str) -> str:
    """A global's name as LLVM's text has it."""
    return f'@"{_escape(name)}"'


def _escape(name: str) -> str:
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in (34, 92) else f"\\{byte:02X}" for byte in name.encode()
    )


def _text(value: Any) -> str:
    """An operand as text, its type first."""
    if _is_local(value):
        return f"{value.type} {local_name(value.name)}"
    if value.value_kind.name in ("function", "global_alias", "global_ifunc", "global_variable"):
        return f"{value.type} {global_name(value.name)}"
    return str(value)


def _callee(instruction: Any) -> Any:
    return list(instruction.operands)[-1]


def _function_name(value: Any) -> str:
    """The name of a function that is called by its name; empty for a call through a pointer."""
    return value.name if value.value_kind.name == "function" else ""


def _attributes(function: Any) -> list[str]:
    return b" ".join(function.attributes).decode().split()


def _is_local(value: Any) -> bool:
    return value.value_kind.name in ("instruction", "argument")


def _is_block(value: Any) -> bool:
    return value.value_kind.name == "basic_block"


def _copied_parameters(
    module: Any, functions: Sequence[Any], target_data: Any
) -> dict[str, list[tuple[int, int]]]:
    """For each function, the positions and bytes of the parameters that are passed ``byval``."""
    import llvmlite.binding as llvm

    found: dict[str, list[tuple[int, str]]] = {function.name: [] for function in functions}
    for function in functions:
        for position, argument in enumerate(function.arguments):
            for attribute in argument.attributes:
                type_ = re.fullmatch(r"byval\((.*)\)", attribute.decode())
                if type_:
                    found[function.name].append((position, type_[1]))
    types = sorted({type_ for copies in found.values() for _, type_ in copies})
    lines = [str(struct) for struct in module.struct_types if not struct.is_literal_struct]
    lines += [f"@size{number} = external global {type_}" for number, type_ in enumerate(types)]
    measured = llvm.parse_assembly("\n".join(lines))
    sizes = {
        type_: target_data.get_abi_size(variable.global_value_type)
        for type_, variable in zip(types, measured.global_variables, strict=True)
    }
    return {name: [(position, sizes[type_]) for position, type_ in copies] for name, copies in found.items()}
