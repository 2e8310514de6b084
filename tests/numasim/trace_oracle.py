"""A second reading of a recorded run, in plain Python: dicts and sets, one instruction at a time.

It parses the program's own LLVM IR and takes from the listing only which instructions a segment has, so it
shares neither the tables nor the code of the compiled pass. Slow, and meant for small programs.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np

MARKERS = ("llvm.lifetime.", "llvm.assume", "llvm.va_end", "llvm.dbg.", "llvm.donothing", "llvm.prefetch")
ACCESSES = {"load": 0, "store": 1, "atomicrmw": 0, "cmpxchg": 0}
"""The operand that is the address."""


@dataclass
class Instruction:
    """One static instruction: names instead of numbers."""

    function: str
    block: str
    opcode: str
    result: str
    operands: list[str | None]  # local names; None for constants
    blocks: list[str]  # where the operands of a phi come from
    callee: str | None  # None: no call, or one through a pointer
    indirect: bool
    size: int
    slot: bool  # its address is an alloca


@dataclass
class Frame:
    function: str
    registers: dict[str, int] = field(default_factory=dict)
    block: str = ""
    before: str = ""
    calling: Instruction | None = None
    call_node: int = -1
    called: str = ""
    address: int = -1
    direct: bool = False
    extra: list[int] = field(default_factory=list)
    phis: dict[str, int] = field(default_factory=dict)


class Oracle:
    """The dependencies of a run.

    Attributes
    ----------
    edges : dict of (int, int) to int
        The weight of each edge.
    operations : dict of int to int
        Times that are a memory operation's own, for it has no in-edge.
    opcodes : list of str
        Of every node.
    accesses : dict of int to (int, int)
        Renumbered address and bytes of memory operations.
    """

    def __init__(
        self, ir: Path, listing: Any, folder: Path, *, weights="cache", memory_dependences="raw", drop=()
    ):
        self.weights, self.all_orders, self.drop = weights, memory_dependences == "raw_war_waw", drop
        self.code, self.parameters, self.copied, self.functions = _parse(ir.read_text())
        self.listing = listing
        self.words = [int(w) for w in np.fromfile(folder / "words", np.uint64)]
        self.at = 0
        header = [int(w) for w in np.fromfile(folder / "header", np.uint64)][2:]
        self.function_of_address = dict(zip(header, self.functions, strict=True))
        self.edges: dict[tuple[int, int], int] = {}
        self.operations: dict[int, int] = {}
        self.opcodes: list[str] = []
        self.accesses: dict[int, tuple[int, int]] = {}
        self.writers: dict[int, int] = {}
        self.readers: dict[int, list[int]] = {}
        self.pages: dict[int, int] = {}
        self.cache = {1: [[] for _ in range(512)], 2: [[] for _ in range(1024)]}
        self.frames: list[Frame] = []
        self.copies: dict[int, int] = {}
        try:
            for number in np.fromfile(folder / "segments", np.uint32).tolist():
                if number == 0:
                    break
                self.segment(number)
        except EOFError:
            pass  # the program ended in the middle of a segment

    def word(self) -> int:
        if self.at >= len(self.words):
            raise EOFError
        self.at += 1
        return self.words[self.at - 1]

    def segment(self, number: int) -> None:
        flags = int(self.listing.segment_flags[number])
        code = self.code[self.listing.segment_first[number] : self.listing.segment_last[number]]
        function = self.functions[self.listing.segment_function[number]]
        first = code[0]
        if flags & 1:
            self.enter(function, bool(flags & 4))
        elif flags & 8:
            address = self.word()
            while self.frames and self.frames[-1].address != address:
                self.frames.pop()
            if not self.frames:
                self.frames.append(Frame(function, address=address))
        elif not self.frames:
            self.frames.append(Frame(function))
        frame = self.frames[-1]
        assert frame.function == function
        if flags & 16:
            self.effects(frame.call_node)
        frame.calling = None
        if flags & 2:
            frame.before, frame.block = frame.block, first.block
            frame.phis = {
                each.result: frame.registers.get(name, -1)
                for each in code
                if each.opcode == "phi"
                for name, block in [
                    next((n, b) for n, b in zip(each.operands, each.blocks, strict=True) if b == frame.before)
                ]
            }
        for instruction in code:
            self.execute(instruction)

    def enter(self, function: str, framed: bool) -> None:
        frame = Frame(function)
        if framed:
            frame.address = self.word()
        below = self.frames[-1] if self.frames else None
        names = self.parameters[function]
        producer = -1
        if below is not None and below.calling is not None:
            producer = below.call_node
            if below.called == function:
                frame.direct = True
                arguments = [below.registers.get(name, -1) for name in self.arguments(below.calling)]
                frame.registers.update(zip(names, arguments, strict=False))
                frame.extra = arguments[len(names) :]
        if not frame.direct:
            frame.registers.update(dict.fromkeys(names, producer))
        for position, size in self.copied[function]:
            to = self.word()
            for k in range(size):
                if not frame.direct:
                    self.writers[to + k] = producer
                else:
                    self.renumber(self.copies[position] + k)
                    self.writers[to + k] = self.writers.get(self.copies[position] + k, -1)
                self.renumber(to + k)
        self.frames.append(frame)

    def arguments(self, call: Instruction) -> list[str | None]:
        return call.operands[:-1] if call.indirect else call.operands

    def effects(self, node: int) -> None:
        count = self.word() - 1
        ranges = [(self.word(), self.word()) for _ in range(count)]
        for address, length in ranges:
            for k in range(length >> 1):
                self.renumber(address + k)
        for address, length in ranges:
            if node < 0:
                continue
            if length & 1:
                self.write(node, address, length >> 1)
            else:
                self.read(node, address, length >> 1)

    def depend(self, writer: int, node: int) -> bool:
        if not 0 <= writer < node:
            return False
        self.edges.setdefault((writer, node), 1)
        return True

    def renumber(self, address: int) -> int:
        page = self.pages.setdefault(address >> 12, len(self.pages) + 1)
        return page << 12 | address & 4095

    def read(self, node: int, address: int, length: int) -> int:
        """The youngest writer of a range that the node now depends on, or -1."""
        found = [self.writers.get(byte, -1) for byte in range(address, address + length)]
        before = [writer for writer in found if self.depend(writer, node)]
        if self.all_orders:
            for byte in range(address, address + length):
                self.readers.setdefault(byte, []).append(node)
        return max(before, default=-1)

    def write(self, node: int, address: int, length: int) -> None:
        for byte in range(address, address + length):
            if self.all_orders:
                self.depend(self.writers.get(byte, -1), node)
                for reader in self.readers.pop(byte, []):
                    self.depend(reader, node)
            self.writers[byte] = node

    def time(self, address: int, length: int, word: int) -> int:
        if self.weights == "unit":
            return 1
        if self.weights == "rdtsc":
            return max(1, word >> 48)
        cycles = 0
        end = address + max(length, 1)
        while address < end:
            stop = min(end, (address // 4096 + 1) * 4096)
            at = self.renumber(address)
            for block in range(at // 32, (at + stop - address - 1) // 32 + 1):
                cycles += 2 if self.touch(1, block, 4) else 12 if self.touch(2, block, 8) else 100
            address = stop
        return cycles

    def touch(self, level: int, block: int, ways: int) -> bool:
        held = self.cache[level][block % len(self.cache[level])]
        hit = block in held
        if hit:
            held.remove(block)
        held.insert(0, block)
        del held[ways:]
        return hit

    def execute(self, instruction: Instruction) -> None:
        frame = self.frames[-1]
        opcode, callee = instruction.opcode, instruction.callee or ""
        if (
            opcode == "unreachable"
            or callee.startswith(MARKERS)
            or (opcode == "alloca" and "allocas" in self.drop)
            or (opcode in ("br", "switch", "indirectbr") and "branches" in self.drop)
        ):
            return
        node = len(self.opcodes)
        values = [frame.registers.get(name, -1) if name else -1 for name in instruction.operands]
        if opcode == "phi":
            self.depend(frame.phis[instruction.result], node)
        elif opcode in ACCESSES:
            self.access(instruction, node, values)
        elif callee.startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset", "llvm.va_copy")):
            self.block(node, values, copies="memset" not in callee)
        elif opcode in ("call", "invoke") and not callee.startswith("llvm."):
            for value in values:
                self.depend(value, node)
            frame.called = callee
            if instruction.indirect:
                frame.called = self.function_of_address.get(self.word(), "")
            self.copies = {}
            for position in self.logged_arguments(instruction):
                self.copies[position] = self.word()
            frame.calling, frame.call_node = instruction, node
        else:
            for value in values:
                self.depend(value, node)
        self.opcodes.append(opcode)
        if callee.startswith("llvm.va_start"):
            for value in frame.extra:
                self.depend(value, node)
            for _ in range(self.word() - 1):
                address, length = self.word(), self.word() >> 1
                length = 8 * len(frame.extra) if length == 8 else length
                for k in range(length):
                    self.renumber(address + k)
                    self.writers[address + k] = node
        if opcode == "ret":
            self.leave(values)
        elif instruction.result:
            frame.registers[instruction.result] = node

    def logged_arguments(self, call: Instruction) -> list[int]:
        if call.callee in self.copied:
            return [position for position, _ in self.copied[call.callee]]
        return []

    def leave(self, values: list[int]) -> None:
        done = self.frames.pop()
        if done.direct and self.frames:
            caller = self.frames[-1]
            assert caller.calling is not None
            if caller.calling.result:
                caller.registers[caller.calling.result] = values[0] if values else -1

    def access(self, instruction: Instruction, node: int, values: list[int]) -> None:
        word = self.word()
        address = word & (1 << 48) - 1
        if address == 0:
            raise EOFError
        cycles = self.time(address, instruction.size, word)
        carrier = -1
        for value in values:
            if self.depend(value, node) and carrier < 0:
                carrier = value
        tracked = 0 if instruction.slot and "stack" in self.drop else instruction.size
        if instruction.opcode != "store":
            youngest = self.read(node, address, tracked)
            carrier = youngest if youngest >= 0 else carrier
        if instruction.opcode != "load":
            self.write(node, address, tracked)
        if carrier >= 0:
            self.edges[carrier, node] = cycles
        else:
            self.operations[node] = cycles
        self.accesses[node] = self.renumber(address), instruction.size

    def block(self, node: int, values: list[int], *, copies: bool) -> None:
        word = self.word()
        to = word & (1 << 48) - 1
        origin = self.word() if copies else to
        length = self.word() & (1 << 48) - 1
        for value in values:
            self.depend(value, node)
        carrier = next((value for value in (values[1], values[0]) if value >= 0), -1)
        if length:
            cycles = 0
            if copies:
                for k in range(length):
                    self.renumber(origin + k)
                cycles += self.time(origin, length, word) if self.weights == "cache" else 0
            cycles += self.time(to, length, word)
            if copies:
                youngest = self.read(node, origin, length)
                carrier = youngest if youngest >= 0 else carrier
            self.write(node, to, length)
            self.accesses[node] = self.renumber(to), length
            if carrier >= 0:
                self.edges[carrier, node] = max(cycles, 1)
            else:
                self.operations[node] = cycles


def _parse(text: str) -> tuple[Any, ...]:
    """Static instructions in the order of the module; parameters and copied ones of each function."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    text = re.sub(r"^target (triple|datalayout).*$", "", text, flags=re.MULTILINE)
    module = llvm.parse_assembly(text)
    data = llvm.Target.from_default_triple().create_target_machine().target_data
    defined = [function for function in module.functions if not function.is_declaration]
    code, parameters, copied = [], {}, {}
    for function in defined:
        for number, argument in enumerate(function.arguments):
            argument.name = argument.name or f"argument{number}"
        for block in function.blocks:
            block.name = block.name or "block"
            for instruction in block.instructions:
                if str(instruction.type) != "void":
                    instruction.name = instruction.name or "value"
        parameters[function.name] = [argument.name for argument in function.arguments]
        copied[function.name] = [
            (number, _bytes_of_struct(module, data, found[1]))
            for number, argument in enumerate(function.arguments)
            for attribute in argument.attributes
            if (found := re.fullmatch(rb"byval\((.*)\)", attribute))
        ]
        slots = {i.name for block in function.blocks for i in block.instructions if i.opcode == "alloca"}
        for block in function.blocks:
            code += [_instruction(function.name, block.name, i, slots, data) for i in block.instructions]
    return code, parameters, copied, [function.name for function in defined]


def _bytes_of_struct(module: Any, data: Any, name: bytes) -> int:
    return next(data.get_abi_size(each) for each in module.struct_types if f"%{each.name}" == name.decode())


def _instruction(function: str, block: str, value: Any, slots: set[str], data: Any) -> Instruction:
    kinds = [(operand.value_kind.name, operand) for operand in value.operands]
    callee, indirect = None, False
    if value.opcode in ("call", "invoke"):
        kind, target = kinds.pop()
        if kind == "function":
            callee = target.name
        elif kind == "inline_asm":
            callee = "llvm.inline_assembly"  # an instruction, as intrinsics are
        else:
            indirect = True
            kinds.append((kind, target))
    names = [
        operand.name if kind in ("instruction", "argument") else None
        for kind, operand in kinds
        if kind not in ("basic_block", "metadata_as_value")
    ]
    size, slot = 0, False
    if value.opcode in ACCESSES:
        operands = list(value.operands)
        address = operands[ACCESSES[value.opcode]]
        slot = address.name in slots
        held = value.type if value.opcode == "load" else operands[0 if value.opcode == "store" else 1].type
        width = held.type_width
        size = math.ceil(width / 8) if width else data.get_abi_size(held)
    return Instruction(
        function,
        block,
        value.opcode,
        value.name if str(value.type) != "void" else "",
        names,
        [each.name for each in value.incoming_blocks] if value.opcode == "phi" else [],
        callee,
        indirect,
        size,
        slot,
    )
