"""The compilers that are there: clang for LLVM IR, and any C compiler to link what came out of it."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import InputError

CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C")
SOURCES = (".c", *CPLUSPLUS)

CLANGS = ("clang", *(f"clang-{version}" for version in range(22, 13, -1)))
LINKERS = ("cc", "gcc", "clang", *CLANGS[1:])
CPLUSPLUS_LINKERS = ("c++", "g++", "clang++", *(f"clang++-{name.partition('-')[2]}" for name in CLANGS[1:]))

_ZIG_FLAGS = ("-fno-sanitize=undefined", "-mcpu=baseline")
_FLAGS = ("-S", "-emit-llvm", "-g0", "-fno-stack-protector", "-fno-discard-value-names", "-U_FORTIFY_SOURCE")

HOW_TO_GET_ONE = (
    "install one (`apt install clang`, or `pip install 'numasim[trace]'`, which brings ziglang), or hand "
    "over LLVM IR (`clang -S -emit-llvm -O0 prog.c` on another machine with the same kind of processor)"
)


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
        A command or a path; ``ziglang`` for the package.

    Raises
    ------
    InputError
        There is none, or not the one that was asked for.
    """
    if setting not in (None, "ziglang"):
        words = shlex.split(str(setting))
        if not words or shutil.which(words[0]) is None:
            raise InputError(f"compiler {setting!r}: there is no such command; {HOW_TO_GET_ONE}")
        return Compiler(tuple(words), _version(words))
    if setting is None:
        for name in CLANGS:
            if shutil.which(name) is not None:
                return Compiler((name,), _version([name]))
    if importlib.util.find_spec("ziglang") is not None:
        command = (sys.executable, "-m", "ziglang", "cc")
        return Compiler(command, _version(command), is_zig=True)
    if setting == "ziglang":
        raise InputError("compiler 'ziglang': the package is not installed: pip install 'numasim[trace]'")
    raise InputError(f"compiling C to LLVM IR needs clang, and there is none; {HOW_TO_GET_ONE}")


def _version(command: Sequence[str]) -> str:
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
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
    if source.suffix in CPLUSPLUS:
        command = _cplusplus(command, compiler.is_zig)
    if not any(flag.startswith("-O") for flag in flags):
        command.append("-O0")
    command += [*_FLAGS, *(_ZIG_FLAGS if compiler.is_zig else ())]
    command += [flag for flag in flags if not _for_linking(flag)]
    done = subprocess.run(
        [*command, str(source), "-o", str(output)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0 or not output.is_file():
        raise InputError(f"{source}: {compiler.command[-1]} does not compile it:\n{_shortened(done.stderr)}")


def _cplusplus(command: list[str], is_zig: bool) -> list[str]:
    if is_zig:
        return [*command[:-1], "c++"]
    name, dash, version = command[0].partition("-")
    plus = f"{name}++{dash}{version}"
    return [plus, *command[1:]] if name.endswith("clang") and shutil.which(plus) else command


def link(
    objects: Sequence[Path], output: Path, *, cplusplus: bool, flags: Sequence[str], compiler: Compiler | None
) -> None:
    """Link objects and C files with the first C (or C++) compiler that is there.

    Parameters
    ----------
    objects : sequence of Path
        Objects, and C files, which are compiled.
    output : Path
    cplusplus : bool
        Link the C++ library too.
    flags : sequence of str
        Those that begin with -l, -L or -Wl are passed on.
    compiler : Compiler, optional
        What made the IR. C++ from ziglang is linked by ziglang, whose C++ library is another than the
        system's.

    Raises
    ------
    InputError
        There is no compiler, or it says no.
    """
    command = find_linker(cplusplus, compiler)
    passed = [flag for flag in flags if _for_linking(flag)]
    inputs = []
    for each in objects:  # "-x c" for each file: g++ takes the second one for C++ again
        inputs += ["-x", "c" if each.suffix == ".c" else "none", str(each)]
    done = subprocess.run(
        [*command, "-O1", "-w", *inputs, "-o", str(output), *passed, "-lm", "-lpthread"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        missing = sorted(
            {
                line.split("`")[1].rstrip("'")
                for line in done.stderr.splitlines()
                if "`" in line and "undefined reference" in line
            }
        )
        if missing:
            names = ", ".join(missing[:5])
            raise InputError(
                f"it calls functions that neither it nor the C library defines: {names}; name their library "
                "among the flags (-lNAME), or put everything into one file"
            )
        raise InputError(f"{command[0]} does not link it:\n{_shortened(done.stderr)}")


def find_linker(cplusplus: bool = False, compiler: Compiler | None = None) -> list[str]:
    """The command that links C (or C++); see :func:`link`."""
    zig = [sys.executable, "-m", "ziglang", "c++" if cplusplus else "cc", *_ZIG_FLAGS[:1]]
    if cplusplus and compiler is not None and compiler.is_zig:
        return zig
    for name in CPLUSPLUS_LINKERS if cplusplus else LINKERS:
        if shutil.which(name) is not None:
            return [name]
    if importlib.util.find_spec("ziglang") is not None:
        return zig
    raise InputError(
        f"linking the traced program needs a {'C++' if cplusplus else 'C'} compiler, and there is none; "
        "install one (`apt install gcc`, or `pip install 'numasim[trace]'`, which brings ziglang)"
    )


def _for_linking(flag: str) -> bool:
    return flag.startswith(("-l", "-L", "-Wl,"))


def _shortened(text: str, lines: int = 20) -> str:
    kept = [line for line in text.splitlines() if line.strip()]
    rest = len(kept) - lines
    return "\n".join(kept[:lines] + ([f"... ({rest} more lines)"] if rest > 0 else []))
