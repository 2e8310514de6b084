"""The installed compilers: clang to compile to LLVM IR, and any C compiler to link the result."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from numasim.trace.compiler_words import ZIGLANG, check_compiler
from numasim.trace.markers import HEADERS
from partitioners.errors import InputError

CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C")
SOURCES = (".c", *CPLUSPLUS)

CLANGS = ("clang", *(f"clang-{version}" for version in range(22, 13, -1)))
LINKERS = ("cc", "gcc", "clang", *CLANGS[1:])
CPLUSPLUS_LINKERS = ("c++", "g++", "clang++", *(f"clang++-{name.partition('-')[2]}" for name in CLANGS[1:]))

_ZIG_FLAGS = ("-fno-sanitize=undefined", "-mcpu=baseline", "-Wno-unused-command-line-argument")
_ZIG_UNDONE = ("-UNDEBUG", "-Wno-error=date-time", "-Wno-date-time")
"""What undoes flags that zig adds, so that the program is the one that clang compiles."""

_ZIG_LEVELS = {
    **dict.fromkeys(("-O", "-O1", "-Og"), ("-O",)),
    **dict.fromkeys(("-O3", "-O4"), ("-O2", "-Xclang", "-O3")),
    "-Oz": ("-Os", "-Xclang", "-Oz", "-fno-vectorize"),
    "-Ofast": ("-O2", "-Xclang", "-O3", "-ffast-math"),
}
"""The words for an optimisation level of clang, where zig would replace it by its own.

zig compiles with -O0, -O2 or -Os alone, and passes a bare -O on, which is clang's -O1.
"""
_CPLUSPLUS_IR = re.compile(
    r'@"?(_Z|__cxa_|__gxx_)|^source_filename = ".*\.(cc|cpp|cxx|C)"|DW_LANG_C_plus_plus', re.MULTILINE
)
"""What LLVM IR of C++ contains: a mangled name, or the name or language of the source."""
_SANITIZERS = ("__ubsan_", "__asan_", "__hwasan_", "__msan_", "__tsan_")
RUNTIME_LEVEL = "-O2"
"""The optimisation level of the C files that are linked into a traced program."""
INCLUDES = Path(__file__).with_name("include")
"""The headers for programs that run serially."""
LIBCXX = Path(__file__).with_name("libcxx")
"""The headers that come before those of ziglang's C++ library."""

_FLAGS = (
    *("-S", "-emit-llvm", "-fno-stack-protector", "-fno-discard-value-names", "-U_FORTIFY_SOURCE"),
    *("-gdwarf-4", "-g1", "-fdebug-compilation-dir=."),  # only lines, and no paths of this machine
)

HOW_TO_GET_ONE = (
    "install one (`apt install clang`, or `pip install 'numasim[trace]'`, which installs ziglang), or pass "
    "LLVM IR (`clang -S -emit-llvm -O0 prog.c` on another machine with the same kind of processor)"
)


def check_source(name: str) -> None:
    """Raise an InputError if a file name does not have the suffix of a program."""
    if Path(name).suffix not in (".ll", *SOURCES):
        raise InputError(f"{name}: expected a C or C++ file ({', '.join(SOURCES)}) or LLVM IR (.ll)")


@dataclass(frozen=True)
class Compiler:
    """A command that compiles C to LLVM IR.

    Attributes
    ----------
    version : str
        The first line of its version output.
    is_zig : bool
        Whether it is the compiler of the package ziglang.
    """

    command: tuple[str, ...]
    version: str
    is_zig: bool = False


def find_compiler(setting: str | None = None) -> Compiler:
    """Find a compiler: ``setting``, or the first of clang, clang-22 ... clang-14 and ziglang.

    Parameters
    ----------
    setting : str, optional
        A name or path that :func:`~numasim.trace.compiler_words.check_compiler` accepts.

    Raises
    ------
    OptionError
        ``setting`` is not the name or path of an accepted compiler.
    InputError
        The requested compiler is not installed, or no compiler is.
    """
    command = compiler_command(setting)
    return Compiler(command, _version(command), is_zig=ZIGLANG in command)


@cache
def compiler_version(setting: str | None = None) -> str:
    """Return the version of the compiler of :func:`find_compiler`; empty if there is none."""
    try:
        return find_compiler(setting).version
    except InputError:  # the run that compiles explains it
        return ""


def compiler_command(setting: str | None = None) -> tuple[str, ...]:
    """Find the command of a compiler as :func:`find_compiler` does, without running it.

    Raises
    ------
    OptionError, InputError
        See :func:`find_compiler`.
    """
    if setting is not None and check_compiler(setting) != ZIGLANG:
        if shutil.which(setting) is None:
            raise InputError(f"compiler {setting!r}: there is no such command; {HOW_TO_GET_ONE}")
        return (setting,)
    for name in CLANGS if setting is None else ():
        if shutil.which(name) is not None:
            return (name,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    if setting == ZIGLANG:
        raise InputError("compiler 'ziglang': the package is not installed; run pip install 'numasim[trace]'")
    raise InputError(f"clang is needed to compile C to LLVM IR, but was not found; {HOW_TO_GET_ONE}")


def _version(command: Sequence[str]) -> str:
    done = _run([*command, "--version"])
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if lines else "unknown"


def compile_to_ir(
    source: Path, compiler: Compiler, flags: Sequence[str], output: Path, *, includes: Path = INCLUDES
) -> None:
    """Compile a C or C++ file. The optimisation level is ``-O0`` unless the flags set it.

    Parameters
    ----------
    output : Path
        The file for the LLVM IR.
    includes : Path
        A folder of headers that come before the compiler's own, whose functions are in no library.

    Raises
    ------
    InputError
        The file does not compile. The message contains the output of the compiler.
    """
    cplusplus = source.suffix in CPLUSPLUS
    command = compile_command(compiler, flags, cplusplus=cplusplus)
    headers = [word for folder in (includes, HEADERS) for word in ("-isystem", str(folder))]
    if compiler.is_zig and cplusplus:
        headers += ["-I", str(LIBCXX)]  # zig puts the folders of -isystem behind its own
    done = _run([*command, *_FLAGS, *headers, str(source), "-o", str(output)])
    if done.returncode != 0 or not output.is_file():
        name = ZIGLANG if compiler.is_zig else compiler.command[0]
        raise InputError(f"{source}: {name} cannot compile this file:\n{_shortened(done.stderr)}")


def compile_command(compiler: Compiler, flags: Sequence[str], *, cplusplus: bool = False) -> list[str]:
    """Return the command that compiles as clang does with the same flags, without its source and output.

    Parameters
    ----------
    flags : sequence of str
        Those for the linker are left out.
    cplusplus : bool
        Whether the source is C++.
    """
    words = [flag for flag in flags if not _for_linking(flag)]
    levels = [flag for flag in words if flag.startswith("-O")] or ["-O0"]
    level: Sequence[str] = levels[-1:]  # as for clang, the last one counts
    command = list(compiler.command)
    if compiler.is_zig:
        command[-1] = "c++" if cplusplus else "cc"
        command += [*_ZIG_FLAGS, *_ZIG_UNDONE]
        level = _ZIG_LEVELS.get(levels[-1], level)
    return [*command, *level, *(flag for flag in words if not flag.startswith("-O"))]


def compile_c(source: Path, linker: Sequence[str], output: Path) -> None:
    """Compile a C file of this package to an object.

    Raises
    ------
    InputError
        The file does not compile.
    """
    done = _run([*linker, RUNTIME_LEVEL, "-w", "-c", "-x", "c", str(source), "-o", str(output)])
    if done.returncode != 0:
        raise InputError(f"{linker[0]} cannot compile {source}:\n{_shortened(done.stderr)}")


def link(objects: Sequence[Path], linker: Sequence[str], flags: Sequence[str], output: Path) -> None:
    """Link objects.

    Parameters
    ----------
    linker : sequence of str
        The result of :func:`find_linker`.
    flags : sequence of str
        Only flags that begin with -l, -L or -Wl are passed to the linker.

    Raises
    ------
    InputError
        Linking failed. The message lists the missing functions.
    """
    passed = [flag for flag in flags if _for_linking(flag)]
    done = _run([*linker, *map(str, objects), "-o", str(output), *passed, "-lm", "-lpthread"])
    if done.returncode == 0:
        return
    missing = sorted(set(re.findall(r"undefined (?:reference to `|symbol: )([^'\n]+)", done.stderr)))
    names = ", ".join(missing[:5])
    if any(name.startswith(_SANITIZERS) for name in missing):
        raise InputError(
            f"the program was compiled with a sanitizer ({names}); compile it with -fno-sanitize=all"
        )
    if missing:
        raise InputError(
            f"undefined functions: {names}; add their library to the flags (-lNAME), or put all code into "
            "one file"
        )
    raise InputError(f"{linker[0]} cannot link the program:\n{_shortened(done.stderr)}")


def find_linker(ir: str = "", compiler: Compiler | None = None) -> list[str]:
    """Find the command for linking: the system's compiler, else ziglang, else ``compiler``.

    Parameters
    ----------
    ir : str
        LLVM IR. Its source and its symbols determine whether the C++ library is needed, and whether it is
        ziglang's (libc++).
    compiler : Compiler, optional
        The compiler that produced the IR.

    Raises
    ------
    InputError
        No compiler was found.
    """
    cplusplus = _CPLUSPLUS_IR.search(ir) is not None
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
        f"a {'C++' if cplusplus else 'C'} compiler is needed to link the traced program, but was not found; "
        "install one (`apt install gcc`, or `pip install 'numasim[trace]'`, which installs ziglang)"
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
    """The output of a compiler, starting at its first error if there is one."""
    kept = [line for line in text.splitlines() if line.strip()]
    first = next((k for k, line in enumerate(kept) if re.search(r"(^|: )(fatal )?error: ", line)), 0)
    while first and re.match(r"(In file included )?\s*from .*[:,]$", kept[first - 1]):
        first -= 1
    kept = kept[first:]
    rest = len(kept) - lines
    return "\n".join(kept[:lines] + ([f"... ({rest} more lines)"] if rest > 0 else []))
