"""The tables of a listing under construction, to which functions are added."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from numasim.trace.listing import Listing
from numasim.trace.module_text import callee_of, function_name, functions_returning_twice
from numasim.trace.source_lines import source_lines

_KIND_BITS = 3


class Word(IntEnum):
    """What a logged word is for the cache model (``cache_model.c``)."""

    OTHER = 0
    """Nothing that it knows."""
    ACCESS = 1
    """The address of a load, store or update."""
    COPIED = 2
    """The address of a parameter that a call copies without an instruction, whose pages the model numbers."""
    COPY = 3
    """The first of three words: the addresses of a copy, and its length."""
    FILL = 4
    """The first of two words: the address of a fill, and its length."""


@dataclass
class Insertions:
    """The changes to the text of one function, by instruction position.

    Attributes
    ----------
    before, after : dict of int to list of str
        Lines to insert before or after the instruction.
    blocks : dict of int to list of (str, str)
        Block names of an ``invoke`` or a phi, and their replacements.
    """

    before: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    after: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    blocks: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))


class ListingBuilder:
    """The tables of one module, and the data that its functions share.

    The parameters are those of :func:`numasim.trace.module_listing.list_module`.
    """

    def __init__(
        self,
        module: Any,
        target_data: Any,
        *,
        weights: str = "cache",
        region: str | None = None,
        drop: Sequence[str] = (),
    ) -> None:
        self.target_data = target_data
        self.weights = weights
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
        self.words: list[int] = []
        self.words_of_segment = [0]
        self.functions: list[tuple[str, int, int]] = []
        self.opcodes: dict[str, int] = {}
        self.externals: dict[str, int] = {}
        self.blocks = 0
        self.names = 0
        self.by_name = {f.name: f for f in module.functions}
        self.returning_twice = functions_returning_twice(module)
        defined = [f for f in module.functions if not f.is_declaration]
        self.function_ids = {f.name: number for number, f in enumerate(defined)}
        self.copies = _copied_parameters(module, defined, target_data)
        self.lines, self.files = source_lines(str(module))

    def listing(self) -> Listing:
        """Convert the tables to a listing."""

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
            line=np.array(self.lines, np.int32),
            opcode_names=np.array(list(self.opcodes), np.str_),
            function_names=np.array([f[0] for f in self.functions], np.str_),
            external_names=np.array(list(self.externals), np.str_),
            function_files=np.array(self.files, np.str_),
        )

    def declare(self, name: str, signature: str) -> None:
        """Declare a function of the runtime that the inserted text calls."""
        self.declarations.setdefault(name, signature)

    def log_word(self, word: Word, size: int = 0) -> None:
        """Note for the cache model what the next word of the segment is, with the bytes of its operation."""
        self.words.append(word | size << _KIND_BITS)

    def opcode_id(self, opcode: str) -> int:
        """The number of an opcode."""
        return self.opcodes.setdefault(opcode, len(self.opcodes))

    def external_id(self, name: str) -> int:
        """The number of a function that the program does not define."""
        return self.externals.setdefault(name, len(self.externals))

    def fresh(self) -> int:
        """A new number for a unique name."""
        self.names += 1
        return self.names

    def comes_back(self, instruction: Any) -> bool:
        """Whether a call may return a second time, from a deeper frame."""
        return instruction.opcode == "call" and function_name(callee_of(instruction)) in self.returning_twice

    def bytes_of(self, type_: Any) -> int:
        """Bytes that a load or store of a type accesses."""
        return bytes_of(type_, self.target_data)


def bytes_of(type_: Any, target_data: Any) -> int:
    """Bytes that a load or store of a type accesses."""
    width = type_.type_width
    return int((width + 7) // 8 if width else target_data.get_abi_size(type_))


def _copied_parameters(
    module: Any, functions: Sequence[Any], target_data: Any
) -> dict[str, list[tuple[int, int]]]:
    """For each function, the positions and sizes in bytes of the parameters passed ``byval``."""
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
