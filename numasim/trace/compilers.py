"""The compilers that are there: clang for LLVM IR, and any C compiler to link what came out of it."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numasim.trace.compiler_words import ZIGLANG, check_compiler
from partitioners.errors import InputError

CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C")
SOURCES = (".c", *CPLUSPLUS)

CLANGS = ("clang", *(f"clang-{version}" for version in range(22, 13, -1)))
LINKERS = ("cc", "gcc", "clang", *CLANGS[1:])
CPLUSPLUS_LINKERS = ("c++", "g++", "clang++", *(f"clang++-{name.partition('-')[2]}" for name in CLANGS[1:]))

_ZIG_FLAGS = ("-fno-sanitize=undefined", "-mcpu=baseline", "-Wno-unused-command-line-argument")
_SANITIZERS = ("__ubsan_", "__asan_", "__hwasan_", "__msan_", "__tsan_")
_INCLUDES = Path(__file__).with_name("include")
_FLAGS = (
    *("-S", "-emit-llvm", "-fno-stack-protector", "-fno-discard-value-names", "-U_FORTIFY_SOURCE"),
    *("-gdwarf-4", "-g1", "-fdebug-compilation-dir=."),  # lines alone; no folder of this machine
    *("-isystem", str(_INCLUDES)),  # before the compiler's own, whose functions are in no library here
)

HOW_TO_GET_ONE = (
    "install one (`apt install clang`, or `pip install 'numasim[trace]'`, which brings ziglang), or hand "
    "over LLVM IR (`clang -S -emit-llvm -O0 prog.c` on another machine with the same kind of processor)"
)


def check_source(name: str) -> None:
    """Refuse the name of a file that is not a program's.

    Raises
    ------
    InputError
    """
    if Path(name).suffix not in (".ll", *SOURCES):
        raise InputError(f"{name}: expected a C or C++ file ({', '.join(SOURCES)}) or LLVM IR (.ll)")


@dataclass(frozen=True)
class Compiler:
    """One command that compiles C to LLVM IR.

    Attributes
    ----------
    command : tuple of str
    version : str
        The first line of what it says of itself.
    is_zig : bool
        It is the one that the package ziglang brings.
    """

    command: tuple[str, ...]
    version: str
    is_zig: bool = False


def find_compiler(setting: str | None = None) -> Compiler:
    """The first of: the setting, ``clang``, ``clang-22`` ... ``clang-14``, the package ziglang.

    Parameters
    ----------
    setting : str, optional
        A name or a path of :func:`~numasim.trace.compiler_words.check_compiler`.

    Raises
    ------
    OptionError
        The setting is no name or path of a compiler.
    InputError
        There is none, or not the one that was asked for.
    """
    if setting is not None and check_compiler(setting) != ZIGLANG:
        if shutil.which(setting) is None:
            raise InputError(f"compiler {setting!r}: there is no such command; {HOW_TO_GET_ONE}")
        return Compiler((setting,), _version([setting]))
    if setting is None:
        for name in CLANGS:
            if shutil.which(name) is not None:
                return Compiler((name,), _version([name]))
    if importlib.util.find_spec("ziglang") is not None:
        command = (sys.executable, "-m", "ziglang", "cc")
        return Compiler(command, _version(command), is_zig=True)
    if setting == ZIGLANG:
        raise InputError("compiler 'ziglang': the package is not installed: pip install 'numasim[trace]'")
    raise InputError(f"compiling C to LLVM IR needs clang, and there is none; {HOW_TO_GET_ONE}")


def _version(command: Sequence[str]) -> str:
    done = _run([*command, "--version"])
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if lines else "unknown"


def compile_to_ir(source: Path, compiler: Compiler, flags: Sequence[str], output: Path) -> None:
    """Compile one C or C++ file; ``-O0`` where the flags name no other level.

    Raises
    ------
    InputError
        It does not compile; with what the compiler said.
    """
    command = list(compiler.command)
    if compiler.is_zig:
        command[-1] = "c++" if source.suffix in CPLUSPLUS else "cc"
        command += _ZIG_FLAGS
    if not any(flag.startswith("-O") for flag in flags):
        command.append("-O0")
    command += [flag for flag in flags if not _for_linking(flag)]
    done = _run([*command, *_FLAGS, str(source), "-o", str(output)])
    if done.returncode != 0 or not output.is_file():
        name = ZIGLANG if compiler.is_zig else compiler.command[0]
        raise InputError(f"{source}: {name} does not compile it:\n{_shortened(done.stderr)}")


def compile_c(source: Path, linker: Sequence[str], output: Path) -> None:
    """Compile a C file of this package to an object.

    Raises
    ------
    InputError
        The compiler says no.
    """
    done = _run([*linker, "-O1", "-w", "-c", "-x", "c", str(source), "-o", str(output)])
    if done.returncode != 0:
        raise InputError(f"{linker[0]} does not compile {source}:\n{_shortened(done.stderr)}")


def link(objects: Sequence[Path], linker: Sequence[str], flags: Sequence[str], output: Path) -> None:
    """Link objects.

    Parameters
    ----------
    objects : sequence of Path
    linker : sequence of str
        Of :func:`find_linker`.
    flags : sequence of str
        Those that begin with -l, -L or -Wl are passed on.
    output : Path

    Raises
    ------
    InputError
        It says no; with the functions that are missing.
    """
    passed = [flag for flag in flags if _for_linking(flag)]
    done = _run([*linker, *map(str, objects), "-o", str(output), *passed, "-lm", "-lpthread"])
    if done.returncode == 0:
        return
    missing = sorted(set(re.findall(r"undefined (?:reference to `|symbol: )([^'\n]+)", done.stderr)))
    names = ", ".join(missing[:5])
    if any(name.startswith(_SANITIZERS) for name in missing):
        raise InputError(f"it was compiled with a sanitizer ({names}); compile it with -fno-sanitize=all")
    if missing:
        raise InputError(
            f"it calls functions that neither it nor the C library defines: {names}; name their library "
            "among the flags (-lNAME), or put everything into one file"
        )
    raise InputError(f"{linker[0]} does not link it:\n{_shortened(done.stderr)}")


def find_linker(ir: str = "", compiler: Compiler | None = None) -> list[str]:
    """The command that links: the system's, else ziglang, else what compiled.

    Parameters
    ----------
    ir : str
        LLVM IR. What it calls says whether the C++ library is wanted, and whether ziglang's (libc++).
    compiler : Compiler, optional
        What made the IR.

    Raises
    ------
    InputError
        There is none.
    """
    cplusplus = any(sign in ir for sign in ("@__gxx_personality", "@__cxa_", "@_ZSt", "@_ZNSt", "@_Znwm"))
    with_zig = [sys.executable, "-m", "ziglang", "c++" if cplusplus else "cc", *_ZIG_FLAGS]
    has_zig = importlib.util.find_spec("ziglang") is not None
    if cplusplus and has_zig and "St3__1" in ir:
        return with_zig
    for name in CPLUSPLUS_LINKERS if cplusplus else LINKERS:
        if shutil.which(name) is not None:
            return [name]
    if has_zig:
        return with_zig
    if compiler is not None:
        return [*compiler.command, *(["--driver-mode=g++"] if cplusplus else [])]
    raise InputError(
        f"linking the traced program needs a {'C++' if cplusplus else 'C'} compiler, and there is none; "
        "install one (`apt install gcc`, or `pip install 'numasim[trace]'`, which brings ziglang)"
    )


def _for_linking(flag: str) -> bool:
    return flag.startswith(("-l", "-L", "-Wl,"))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        stdin=subprocess.DEVNULL,
    )


def _shortened(text: str, lines: int = 20) -> str:
    """What a compiler said, from its first error on where it names one."""
    kept = [line for line in text.splitlines() if line.strip()]
    first = next((k for k, line in enumerate(kept) if re.search(r"(^|: )(fatal )?error: ", line)), 0)
    while first and re.match(r"(In file included )?\s*from .*[:,]$", kept[first - 1]):
        first -= 1
    kept = kept[first:]
    rest = len(kept) - lines
    return "\n".join(kept[:lines] + ([f"... ({rest} more lines)"] if rest > 0 else []))
