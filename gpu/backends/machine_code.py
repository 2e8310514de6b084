"""The number of instructions in the machine code of a GPU.

A cubin is an ELF file with a section of code for each kernel. Instructions have 8 bytes up to capability 6.2,
after every 8-byte word with scheduling information for three of them, and 16 bytes from 7.0 on (Jia et al.,
"Dissecting the NVIDIA Volta GPU architecture via microbenchmarking", 2018, section 2.1). The assembler pads
groups of instructions with NOPs, and a section with a branch to itself.
"""

from __future__ import annotations

import struct

from partitioners.errors import InputError

_FUNCTION = 2
"""The type of symbols that are functions."""


def instruction_counts(cubin: bytes) -> dict[str, int]:
    """The number of instructions of each kernel, without padding and without the functions that it calls.

    Functions that a kernel calls, such as the rare cases of a division, follow its own code in its section.

    Raises
    ------
    InputError
        The bytes are not a cubin.
    """
    try:
        sections, symbols, wide = _read(cubin)
    except (struct.error, ValueError, IndexError, KeyError) as error:
        raise InputError(f"not machine code of a GPU: {error}") from None
    starts: dict[int, list[int]] = {}
    for _, section, value in symbols:
        starts.setdefault(section, []).append(value)
    found = {}
    for name, section, value in symbols:
        if name.startswith("$"):
            continue
        offset, size = sections[section]
        end = min((start for start in starts[section] if start > value), default=size)
        found[name] = len(_own(_instructions(cubin[offset + value : offset + end], wide), wide))
    return found


def _read(cubin: bytes) -> tuple[list[tuple[int, int]], list[tuple[str, int, int]], bool]:
    """Offset and size of sections; name, section and offset of functions; whether instructions are wide."""
    if cubin[:4] != b"\x7fELF":
        raise ValueError("no ELF header")
    (headers,) = struct.unpack_from("<Q", cubin, 40)
    (flags,) = struct.unpack_from("<I", cubin, 48)
    size, count, names = struct.unpack_from("<HHH", cubin, 58)
    heads = [struct.unpack_from("<IIQQQQIIQQ", cubin, headers + i * size) for i in range(count)]

    def text(offset: int) -> str:
        return cubin[offset : cubin.index(b"\0", offset)].decode()

    by_name = {text(heads[names][4] + head[0]): head for head in heads}
    strings, table = by_name[".strtab"], by_name[".symtab"]
    symbols = []
    for at in range(table[4], table[4] + table[5], 24):
        name, info, _, section, value = struct.unpack_from("<IBBHQ", cubin, at)
        if info & 15 == _FUNCTION:
            symbols.append((text(strings[4] + name), section, value))
    architecture = flags >> 8 & 0xFF if flags & 0xFF == 0 else flags & 0xFF
    return [(head[4], head[5]) for head in heads], symbols, architecture >= 70


def _instructions(code: bytes, wide: bool) -> list[int]:
    """The first 8 bytes of each instruction."""
    words = struct.unpack(f"<{len(code) // 8}Q", code)
    return list(words[::2]) if wide else [word for i, word in enumerate(words) if i % 4]


def _own(instructions: list[int], wide: bool) -> list[int]:
    """The instructions without padding: NOPs, and a branch to itself at the end."""
    return [each for each in instructions if not _is_nop(each, wide) and not _is_self_branch(each, wide)]


def _is_self_branch(instruction: int, wide: bool) -> bool:
    if wide:  # by 16 bytes, or by 4 words
        return instruction & 0xFFF == 0x947 and instruction >> 32 in (0xFFFFFFF0, 0xFFFFFFFC)
    # by 8 bytes, or by 16 with a scheduling word
    return instruction >> 44 == 0xE2400 and instruction >> 20 & 0xFFFFFF in (0xFFFFF8, 0xFFFFF0)


def _is_nop(instruction: int, wide: bool) -> bool:
    return instruction & 0xFFFF == 0x7918 if wide else instruction >> 48 == 0x50B0
