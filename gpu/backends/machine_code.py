"""The instructions in the machine code of a GPU: their number, their accesses to memory, and what they wait
for.

Instructions have 8 bytes up to capability 6.2, after every 8-byte word with scheduling information for three
of them, and 16 bytes from 7.0 on (Jia et al., "Dissecting the NVIDIA Volta GPU architecture via
microbenchmarking", 2018, section 2.1). A warp issues its instructions in order. The result of a load comes
after an unknown time, so the load names one of six *scoreboards*, and each instruction names the scoreboards
for which it waits; ``DEPBAR`` waits until at most a number of a scoreboard's results are missing. The
assembler pads groups of instructions with NOPs, and a section with a branch to itself.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from gpu.backends.cubin import Cubin

SCOREBOARDS = 6
NONE = 7
"""The number that stands for no scoreboard."""

ALL = 255
"""More missing results than a scoreboard can have: no wait."""

NO_WAIT = (ALL,) * SCOREBOARDS

LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, SHARED_ATOMIC, BARRIER, BRANCH, SSY, SYNC, EXIT, OTHER = (
    range(12)
)
"""Kinds of instructions. Up to capability 6.2, the warp's lanes meet at the place that the last ``SSY`` has
named; ``SYNC`` goes there."""


class Instruction(NamedTuple):
    """An instruction.

    Attributes
    ----------
    offset : int
        In its section.
    sets : int
        The scoreboard that its result clears, or NONE.
    waits : tuple of int, of length 6
        For each scoreboard, how many of its results may be missing when the instruction issues; ALL is any
        number.
    target : int, optional
        The offset to which it branches.
    is_predicated : bool
        Whether only some lanes may run it, or none.
    """

    offset: int
    kind: int
    sets: int
    waits: tuple[int, ...]
    target: int | None
    is_predicated: bool


def instruction_counts(cubin: bytes) -> dict[str, int]:
    """The number of instructions of each kernel, without padding and without the functions that it calls.

    Functions that a kernel calls, such as the rare cases of a division, follow its own code in its section.

    Raises
    ------
    InputError
        The bytes are not a cubin.
    """
    code = Cubin(cubin)
    wide = is_wide(code)
    starts: dict[str, list[int]] = {}
    for function in code.functions:
        starts.setdefault(function.section, []).append(function.offset)
    found = {}
    for name, section, offset in code.functions:
        if name.startswith("$"):
            continue
        whole = code.section(section)
        end = min((start for start in starts[section] if start > offset), default=len(whole))
        found[name] = len(_own(_words(whole[offset:end], wide), wide))
    return found


def is_wide(code: Cubin) -> bool:
    """Whether instructions have 16 bytes."""
    return code.architecture >= 70


def _words(code: bytes, wide: bool) -> list[int]:
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


def instructions(code: Cubin, section: str) -> list[Instruction]:
    """The instructions of a section of code, in their order."""
    data = code.section(section)
    words = struct.unpack(f"<{len(data) // 8}Q", data)
    return _of_wide_words(words, code.architecture) if is_wide(code) else _of_narrow_words(words)


_WIDE_KINDS = {
    **dict.fromkeys((0x180, 0x181), LOAD),  # LD, LDG
    **dict.fromkeys((0x185, 0x186), STORE),  # ST, STG
    **dict.fromkeys((0x18A, 0x18B, 0x18E, 0x1A6, 0x1A8, 0x1A9), ATOMIC),  # ATOM, RED, ATOMG
    0x184: SHARED_LOAD,
    0x188: SHARED_STORE,
    **dict.fromkeys((0x18C, 0x18D), SHARED_ATOMIC),
    0x11D: BARRIER,
    0x147: BRANCH,
    **dict.fromkeys((0x14D, 0x150), EXIT),  # EXIT, RET
}
"""Kinds by the lowest nine bits of an instruction, from capability 7.0 on."""

_WIDE_DEPBAR = 0x11A


def _of_wide_words(words: tuple[int, ...], architecture: int) -> list[Instruction]:
    found = []
    for i in range(0, len(words) - 1, 2):
        low, high = words[i], words[i + 1]
        offset, kind, target = 8 * i, _WIDE_KINDS.get(low & 0x1FF, OTHER), None
        if kind == BRANCH:
            distance = _signed(low >> 34 | (high & 0x3FFFF) << 30, 48)
            if architecture >= 90:
                distance = distance << 8 | low >> 16 & 0xFF
            target = offset + 16 + 4 * distance
        waits = _waits(high >> 52 & 63)
        if low & 0x1FF == _WIDE_DEPBAR:
            waits = _at_most(waits, low >> 44 & 7, low >> 38 & 63)
        found.append(Instruction(offset, kind, high >> 46 & 7, waits, target, low >> 12 & 15 != 7))
    return found


_NARROW_KINDS = (
    # mask and value of the highest 16 bits
    (0xFFF8, 0xEED0, LOAD),  # LDG
    (0xE000, 0x8000, LOAD),  # LD
    (0xFFF8, 0xEED8, STORE),  # STG
    (0xE000, 0xA000, STORE),  # ST
    (0xFF00, 0xED00, ATOMIC),  # ATOM
    (0xFFF0, 0xEEF0, ATOMIC),  # ATOM.CAS
    (0xFFF8, 0xEBF8, ATOMIC),  # RED
    (0xFFF8, 0xEF48, SHARED_LOAD),
    (0xFFF8, 0xEF58, SHARED_STORE),
    (0xFF00, 0xEC00, SHARED_ATOMIC),
    (0xFFF0, 0xEE00, SHARED_ATOMIC),  # ATOMS.CAS
    (0xFFF8, 0xF0A8, BARRIER),
    (0xFFF0, 0xE240, BRANCH),
    (0xFFF0, 0xE290, SSY),
    (0xFFF8, 0xF0F8, SYNC),
    (0xFFF0, 0xE300, EXIT),
    (0xFFF0, 0xE320, EXIT),  # RET
)
"""Kinds up to capability 6.2."""

_NARROW_DEPBAR = 0xF0F0


def _of_narrow_words(words: tuple[int, ...]) -> list[Instruction]:
    found = []
    meetings: list[int] = []  # the places that SSY has named and that are not reached yet
    for i, word in enumerate(words):
        if i % 4 == 0:
            continue
        schedule = words[i - i % 4] >> 21 * (i % 4 - 1)
        offset, top, target = 8 * i, word >> 48, None
        kind = next((kind for mask, value, kind in _NARROW_KINDS if top & mask == value), OTHER)
        if kind in (BRANCH, SSY):
            target = offset + 8 + _signed(word >> 20 & 0xFFFFFF, 24)
        if kind == SSY:
            meetings.append(offset if target is None else target)
        elif kind == SYNC:
            meetings = [each for each in meetings if each > offset]
            target = meetings[-1] if meetings else None
        waits = _waits(schedule >> 11 & 63)
        if top & 0xFFF8 == _NARROW_DEPBAR:
            waits = _at_most(waits, word >> 26 & 7, word >> 20 & 63)
        found.append(Instruction(offset, kind, schedule >> 5 & 7, waits, target, word >> 16 & 15 != 7))
    return found


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> bits - 1 & 1 else value


def _waits(mask: int) -> tuple[int, ...]:
    """The waits for all results of the scoreboards in a mask."""
    return tuple(0 if mask >> board & 1 else ALL for board in range(SCOREBOARDS))


def _at_most(waits: tuple[int, ...], board: int, most: int) -> tuple[int, ...]:
    return tuple(min(each, most) if i == board else each for i, each in enumerate(waits))
