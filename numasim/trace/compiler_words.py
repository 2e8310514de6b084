"""The accepted compilers and compiler flags, so that a configuration cannot run any other command.

A compiler can load plug-ins, read response files and write to any path. Therefore, ``flags`` are checked
against a list of accepted forms, and ``compiler`` must be the name or path of a clang, or ``ziglang``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from partitioners.errors import OptionError

ZIGLANG = "ziglang"

OPENMP = "-fopenmp"
"""The flag that is accepted for programs of threads only."""

_CLANG = re.compile(r"clang(\+\+)?(-[0-9]+(\.[0-9]+)*)?")

_FLAG_NAMES = """
fassociative-math fbuiltin fchar8_t fcommon fexceptions ffast-math ffinite-math-only ffreestanding
ffunction-sections fgnu89-inline finline-functions finline-hint-functions fmath-errno fmerge-all-constants
fms-extensions fomit-frame-pointer fopenmp-simd fpic fPIC fpie fPIE freciprocal-math frounding-math frtti
fsigned-char fsigned-zeros fslp-vectorize fstrict-aliasing fstrict-enums fstrict-overflow ftrapping-math
funroll-loops funsafe-math-optimizations funsigned-char fvectorize fwrapv ansi pedantic pedantic-errors
pthread w
"""

_FORMS = (
    r"-O([0-3sgz]|fast)?",
    r"-[DU][A-Za-z_]\w*(\([^)]*\))?(=.*)?",
    r"-(I|L|isystem|iquote).+",
    r"-l[^:].*",
    r"-std=[\w+:]+",
    r"-W(?![alp],)[\w+=-]*",
    r"-Wl,-rpath,[^,]+",
    r"-g([0-3]|dwarf(-[2-5])?|gdb[0-3]?|lldb|line-tables-only|mlt)?",
    r"-m(?!llvm|linker)[\w.+=,-]+",
    r"-fno-[\w+=,-]+",
    r"-f(constexpr-(depth|steps)|ffp-contract|fp-contract|template-depth|max-errors|visibility)=\w+",
    f"-({'|'.join(map(re.escape, _FLAG_NAMES.split()))})",
)
_ALLOWED = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.DOTALL)

_WITH_A_WORD = ("-D", "-U", "-I", "-include", "-isystem", "-iquote")
"""Flags whose value may be the next word."""

FORMS = (
    "-O*, -D, -U, -I, -isystem, -iquote, -include, -std=, -lNAME, -LDIR, -Wl,-rpath,DIR, -W*, -m*, -g*, "
    "-fno-*, and the -f* flags that select a dialect or an optimisation"
)
"""The accepted forms, as shown in messages."""


def check_compiler(name: str) -> str:
    """Return the name of a compiler if it is accepted.

    Raises
    ------
    OptionError
        ``name`` is neither ``ziglang`` nor the name or path of a clang.
    """
    if name == ZIGLANG or _CLANG.fullmatch(PurePath(name).name):
        return name
    raise OptionError(
        "expected clang, clang-N, clang++, the path of one of them, or ziglang, without arguments; "
        f"got {name!r}"
    )


def check_compiler_name(name: str) -> str:
    """Return the name of a compiler if it is accepted and is not the path of a file.

    Raises
    ------
    OptionError
        ``name`` is neither ``ziglang`` nor the name of a clang.
    """
    if PurePath(name).name == name:
        return check_compiler(name)
    raise OptionError(
        "expected clang, clang-N, clang++ or ziglang, without a folder; only a program with `source` may "
        f"have the path of a compiler, got {name!r}"
    )


def wrong_flags(flags: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the position of each rejected flag, and a message that explains what is wrong.

    Parameters
    ----------
    flags : sequence of str
        The flags, one word each.
    """
    words = iter(enumerate(flags))
    for position, word in words:
        if word in _WITH_A_WORD:
            value = next(words, None)
            if value is None or value[1].startswith(("-", "@")):
                yield position, f"{word} needs a value in the next word"
        elif word.startswith(("-fopenmp", "-openmp")) and word != "-fopenmp-simd":
            yield (
                position,
                f"{word} creates threads; remove it to trace the program serially, or set `threads` to trace "
                "its threads",
            )
        elif not _ALLOWED.fullmatch(word):
            yield position, f"the flag {word!r} is not accepted; accepted flags are {FORMS}"


def check_flags(flags: Sequence[str]) -> None:
    """Raise an OptionError for the first flag that is not accepted."""
    for _, message in wrong_flags(flags):
        raise OptionError(f"flags: {message}")
