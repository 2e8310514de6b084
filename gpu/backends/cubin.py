"""The sections, functions and line tables of a cubin, the ELF file with the machine code of a GPU.

Sources: the ELF specification (System V ABI, chapter 4) and DWARF 4 (section 6.2, line numbers). A cubin that
was compiled with line numbers has two line tables of the same form: ``.debug_line`` leads to lines of the
source, and ``.nv_debug_line_sass`` to lines of the PTX text, which is a section of its own.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections import defaultdict
from typing import NamedTuple

from partitioners.errors import InputError

_FUNCTION, _SECTION = 2, 3
"""Types of ELF symbols."""


class Function(NamedTuple):
    """A function of a cubin: its name, the name of its section, and the offset of its code there."""

    name: str
    section: str
    offset: int


class Spot(NamedTuple):
    """The file and the line to which a piece of code belongs."""

    file: str
    line: int


class LineTable:
    """The lines of the code of each section.

    A line belongs to the code from its offset up to that of the next one. Of several at one offset, the last
    one counts: of a call that is written out, it is the line of the called function.
    """

    def __init__(self) -> None:
        self._offsets: dict[str, list[int]] = defaultdict(list)
        self._spots: dict[str, list[Spot]] = defaultdict(list)

    def add(self, section: str, offset: int, spot: Spot) -> None:
        """Add a line; the offsets of a section ascend."""
        self._offsets[section].append(offset)
        self._spots[section].append(spot)

    def find(self, section: str, offset: int) -> Spot | None:
        """The line of the code at an offset; None if it has none."""
        at = bisect_right(self._offsets[section], offset) - 1
        return self._spots[section][at] if at >= 0 else None


class Cubin:
    """The parts of a cubin.

    Attributes
    ----------
    architecture : int
        Of its machine code: 90 for ``sm_90``.
    functions : list of Function

    Raises
    ------
    InputError
        The bytes are not a cubin.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._read()
        except (struct.error, ValueError, IndexError, KeyError) as error:
            raise InputError(f"not machine code of a GPU: {error}") from None

    def _read(self) -> None:
        data = self._data
        if data[:4] != b"\x7fELF":
            raise ValueError("no ELF header")
        (headers,) = struct.unpack_from("<Q", data, 40)
        (flags,) = struct.unpack_from("<I", data, 48)
        size, count, names = struct.unpack_from("<HHH", data, 58)
        heads = [struct.unpack_from("<IIQQQQIIQQ", data, headers + i * size) for i in range(count)]
        self._order = [_text(data, heads[names][4] + head[0]) for head in heads]
        self._sections = {name: (head[4], head[5]) for name, head in zip(self._order, heads, strict=True)}
        (strings, _), (table, table_bytes) = self._sections[".strtab"], self._sections[".symtab"]
        self._symbols = []
        self.functions = []
        for at in range(table, table + table_bytes, 24):
            name, info, _, section, value = struct.unpack_from("<IBBHQ", data, at)
            text = _text(data, strings + name)
            in_section = self._order[section] if section < len(self._order) else ""
            self._symbols.append((in_section, value if info & 15 != _SECTION else 0))
            if info & 15 == _FUNCTION:
                self.functions.append(Function(text, in_section, value))
        # CUDA 13 writes version 8 of the ABI, which has the architecture in the second byte alone.
        second = data[8] >= 8 or flags & 0xFF == 0
        self.architecture = flags >> 8 & 0xFF if second else flags & 0xFF

    def section(self, name: str) -> bytes:
        """The bytes of a section; empty if there is none of this name."""
        offset, size = self._sections.get(name, (0, 0))
        return self._data[offset : offset + size]

    def ptx(self) -> str:
        """The PTX text, to whose lines ``.nv_debug_line_sass`` leads; empty if there is none."""
        names = (name for name in self._order if name.startswith(".nv_debug_ptx_txt"))  # a hash may follow
        return self.section(next(names, "")).replace(b"\0", b"\n").decode()

    def line_table(self, name: str) -> LineTable:
        """Read a section with line numbers, such as ``.debug_line``.

        Raises
        ------
        InputError
            The section cannot be read.
        """
        try:
            return _line_table(self.section(name), self._relocations(name))
        except (struct.error, ValueError, IndexError, KeyError) as error:
            raise InputError(f"not line numbers of machine code: {error}") from None

    def _relocations(self, name: str) -> dict[int, tuple[str, int]]:
        """The code section and the offset to which each address in a section refers."""
        found = {}
        for prefix, form in ((".rela", "<QQq"), (".rel", "<QQ")):
            if prefix + name not in self._sections:
                continue
            for at, info, *more in struct.iter_unpack(form, self.section(prefix + name)):
                section, value = self._symbols[info >> 32]
                found[at] = section, value + (more[0] if more else 0)
        return found


def _text(data: bytes, offset: int) -> str:
    return data[offset : data.index(b"\0", offset)].decode()


class _Bytes:
    """Numbers of a byte string, one after the other."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, form: str) -> tuple[int, ...]:
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def number(self, is_signed: bool = False) -> int:
        """A number in seven bits a byte (LEB128)."""
        value = shift = 0
        while True:
            (byte,) = self.take("B")
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if is_signed and byte & 64 else value

    def text(self) -> str:
        found = _text(self.data, self.at)
        self.at += len(found.encode()) + 1
        return found


def _line_table(data: bytes, relocations: dict[int, tuple[str, int]]) -> LineTable:
    """Run the line programs of a section (DWARF 4, section 6.2.5)."""
    table, begin = LineTable(), 0
    while begin < len(data):
        unit = _Bytes(data, begin)
        (length,) = unit.take("I")
        begin = end = unit.at + length
        version, header = unit.take("HI")
        program = unit.at + header
        step, *_ = unit.take("BBB" if version >= 4 else "BB")
        base, span, first_special = unit.take("bBB")
        operands = unit.take(f"{first_special - 1}B")
        while unit.text():  # folders
            pass
        files = [""]
        while name := unit.text():
            files.append(name)
            for _ in range(3):
                unit.number()
        unit.at = program
        section, offset, file, line = "", 0, 1, 1

        def add(section: str, offset: int, file: int, line: int, files: list[str] = files) -> None:
            table.add(section, offset, Spot(files[file] if file < len(files) else "", line))

        while unit.at < end:
            (code,) = unit.take("B")
            if code >= first_special:
                code -= first_special
                offset += code // span * step
                line += base + code % span
                add(section, offset, file, line)
            elif code == 0:
                size = unit.number()
                behind = unit.at + size
                (code,) = unit.take("B")
                if code == 1:  # the end of a sequence
                    section, offset, file, line = "", 0, 1, 1
                elif code == 2:
                    section, offset = relocations.get(unit.at, ("", 0))
                unit.at = behind
            elif code == 1:
                add(section, offset, file, line)
            elif code == 2:
                offset += unit.number() * step
            elif code == 3:
                line += unit.number(is_signed=True)
            elif code == 4:
                file = unit.number()
            elif code == 8:
                offset += (255 - first_special) // span * step
            elif code == 9:
                offset += unit.take("H")[0]
            else:
                for _ in range(operands[code - 1]):
                    unit.number()
    return table
