"""Compilation of a kernel's source by g++ to a shared library, cached by the hash of all inputs."""

from __future__ import annotations

import ctypes
import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gpu.backends.host.shared_arrays import SharedArray, shared_arrays
from gpu.kernel import KERNEL_FOLDER, REALS, Kernel, header_files, read_kernels
from gpu.launch import MAX_SHARED_BYTES
from gpu.module_variables import check_module_variables
from partitioners.errors import InputError
from partitioners.storage.disk_cache import cached_file, cached_path
from partitioners.storage.temporary_folder import temporary_folder

HOST_FOLDER = Path(__file__).parent

_FLAGS = (
    "-std=c++17",
    "-O2",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-extern-tls-init",
    "-fno-exceptions",
    "-fno-ipa-icf",  # kernels with the same code keep their own lines
    "-Werror=frame-larger-than=60000",  # a thread has 64 KB of stack (runtime.cpp)
)
# A traced kernel keeps the order of its source, so that this order shows which lanes wait for which, and
# accesses are not combined.
_TRACE_FLAGS = (
    "-DNUMASIM_TRACE",
    "-fsanitize=thread",
    "-fsanitize-coverage=trace-pc",
    "--param=tsan-instrument-func-entry-exit=0",
    "--param=tsan-distinguish-volatile=1",
    "-fno-reorder-blocks",
    "-fno-reorder-blocks-and-partition",
    "-fno-tree-vectorize",
    "-fno-tree-loop-distribute-patterns",
    "-fno-store-merging",
    "-fno-crossjumping",
    "-fno-tree-tail-merge",
    "-fno-thread-jumps",
    "-fno-tree-vrp",  # these two also thread jumps, which duplicates code behind a branch
    "-fno-tree-dominator-opts",
    "-fno-unroll-loops",
    "-fno-optimize-sibling-calls",
)
# Of kernels: the lines of the source, for messages. The relocations tell which shared arrays a kernel uses.
_DEBUG, _LINK, _WHOLE = "-gdwarf-4", "-Wl,--emit-relocs", "-fwhole-program"
_DYNAMIC = re.compile(r"extern\s+__shared__\s[^;]*?(\w+)\s*\[\s*\]\s*;")


@dataclass(frozen=True)
class CodeCounts:
    """The numbers of places in a traced kernel's code.

    Attributes
    ----------
    blocks : int
        Basic blocks.
    requests : int
        Accesses to memory, barriers and the end.
    exchanges : int
        Shuffles, votes and ``__syncwarp``.
    lines : tuple of str
        The line of each access to memory, as in :attr:`gpu.backends.host.trace.KernelTrace.lines`.
    """

    blocks: int
    requests: int
    exchanges: int
    lines: tuple[str, ...]


def check_compiler() -> None:
    """Raise an InputError if there is no ``g++``, without running it."""
    if shutil.which("g++") is None:
        raise InputError(
            "running CUDA kernels on the CPU needs g++, which is not installed; `apt install g++`"
        )


@cache
def find_compiler() -> str:
    """Return the version text of ``g++``.

    Raises
    ------
    InputError
        g++ is not installed.
    """
    check_compiler()
    done = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


class Library(NamedTuple):
    """A compiled library of kernels, and the shared arrays with a size of each of its kernels."""

    code: ctypes.CDLL
    arrays: dict[str, tuple[SharedArray, ...]]


def load_library(kernel: Kernel, dtype: str, block_size: int, *, traced: bool) -> Library:
    """Load the kernels of a kernel's file as a library; compile it if it is not in the cache.

    The library exports ``numasim_run`` (runtime.cpp), ``numasim_call_NAME`` for each kernel and, if it is
    traced, the functions of trace_result.h.

    Raises
    ------
    InputError
        g++ is not installed, or cannot compile the source. The message has the output of g++.
    """
    file = kernel.file
    check_module_variables(file)
    unit, dynamic = _launcher(file), _dynamic_memory(file)
    variant = [f"-DREAL={REALS[dtype]}", f"-DBLOCK_SIZE={block_size}", *(_TRACE_FLAGS if traced else ())]
    ours = sorted({*HOST_FOLDER.glob("*.h"), *HOST_FOLDER.glob("*.cpp"), *KERNEL_FOLDER.glob("*.cuh")})
    headers = [*ours, *(each for each in header_files(file) if each not in ours)]
    name = f"{file.stem}-{_digest([unit, dynamic, *variant, _DEBUG, _LINK, _WHOLE], [file, *headers])}.so"
    found = cached_path("gpu", name)
    if found.is_file():
        return _load(found, file)
    with temporary_folder("host") as folder:

        def make(library: Path) -> None:
            runtime = cached_file(
                "gpu",
                f"runtime-{_digest(variant[2:3], ours)}.o",
                folder,
                lambda made: _compile([*variant[2:3], "-c", HOST_FOLDER / "runtime.cpp", "-o", made], file),
            )
            (folder / "launcher.cpp").write_text(unit)
            (folder / "dynamic.cpp").write_text(dynamic)
            # Only the kernels are instrumented; linking must not add the library of a sanitizer.
            include = _include_flags(file)
            launcher = folder / "launcher.o"
            _compile(
                [*variant, _DEBUG, _WHOLE, *include, "-c", folder / "launcher.cpp", "-o", launcher], file
            )
            _compile(["-shared", _LINK, launcher, folder / "dynamic.cpp", runtime, "-o", library], file)

        return _load(cached_file("gpu", name, folder, make), file)


def _load(library: Path, file: Path) -> Library:
    names = tuple(kernel.name for kernel in read_kernels(file))
    return Library(ctypes.CDLL(str(library)), shared_arrays(library, names, dynamic_array(file)))


def _include_flags(file: Path) -> list[str]:
    # A kernel file of the package may have the same name, so its folder is the last one.
    return [f"-I{folder}" for folder in (HOST_FOLDER, file.parent.resolve(), KERNEL_FOLDER)]


def code_counts(file: Path, dtype: str, block_size: int) -> dict[str, CodeCounts]:
    """Compile the kernels of a file for tracing, and count the places that their traces can record.

    Raises
    ------
    InputError
        g++ is not installed, or cannot compile the source.
    """
    find_compiler()
    with temporary_folder("host") as folder:
        (folder / "launcher.cpp").write_text(_launcher(file))
        include = _include_flags(file)
        variant = [f"-DREAL={REALS[dtype]}", f"-DBLOCK_SIZE={block_size}", *_TRACE_FLAGS]
        source, assembly = folder / "launcher.cpp", folder / "launcher.s"
        _compile([*variant, _DEBUG, _WHOLE, *include, "-S", source, "-o", assembly], file)
        text = assembly.read_text()
    files = dict(re.findall(r'^\s*\.file (\d+) "([^"]+)"', text, re.MULTILINE))
    found = {}
    for kernel in read_kernels(file):
        body = re.search(
            rf"^{kernel.name}:\n(.*?)^\s*\.size\s+{kernel.name},", text, re.MULTILINE | re.DOTALL
        )
        assert body is not None  # the compiler writes every kernel with its size
        kinds, lines, line = [], [], ""
        for found_at in _PLACE.finditer(body[1]):
            if found_at["file"]:
                name = Path(files[found_at["file"]]).name
                line = found_at["line"] if name == file.name else f"{name}:{found_at['line']}"
                continue
            kind = next((kind for kind, begins in _CALLS.items() if re.match(begins, found_at["call"])), "")
            kinds.append(kind)
            if kind == "request" and not found_at["call"].startswith(_NO_ACCESS):
                lines.append(line)
        found[kernel.name] = CodeCounts(
            kinds.count("block"), kinds.count("request") + 1, kinds.count("exchange"), tuple(lines)
        )
    return found


_CALLS = {
    "block": "__sanitizer_cov_trace_pc",
    "request": (
        "__tsan_(unaligned_|volatile_)?(read|write)|numasim_sync_(block|grid)|"
        "_Z[A-Z]*\\d+(atomic|__ld|numasim_launch)"
    ),
    "exchange": "numasim_(shuffle|ballot|match|reduce|sync_warp)",
}
"""What the code of a traced kernel calls at each of its places."""

_NO_ACCESS = ("numasim_sync", "_Z20numasim_launch")
_PLACE = re.compile(r"\.loc (?P<file>\d+) (?P<line>\d+)|\b(?:call|jmp)\s+(?P<call>\w+)")


def _digest(words: list[str], files: list[Path]) -> str:
    digest = hashlib.sha256(repr((find_compiler(), _FLAGS, words)).encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def _launcher(file: Path) -> str:
    """The compilation unit: the header, the kernels, and a function that calls each (8 bytes an argument)."""
    kernels = read_kernels(file)
    lines = [
        '#include "cuda_host.h"',
        "alignas(128) static thread_local char numasim_any[128];",
        *(f'extern "C" void numasim_call_{kernel.name}(void*);' for kernel in kernels),
        f'#include "{file.name}"',
        'extern "C" NUMASIM_VISIBLE char* numasim_shared() { return numasim_any; }',
    ]
    for kernel in kernels:
        arguments = []
        for i, parameter in enumerate(kernel.parameters):
            ctype = (parameter.vector or _CTYPES[parameter.dtype]) + (
                " const*" if parameter.is_constant else "*" * parameter.is_array
            )
            arguments.append(f"*reinterpret_cast<{ctype}*>(static_cast<char*>(numasim_arguments) + {8 * i})")
        lines.append(
            f'extern "C" NUMASIM_VISIBLE NUMASIM_UNTRACED __attribute__((visibility("default"))) '
            f"void numasim_call_{kernel.name}(void* numasim_arguments) {{ "
            f"{kernel.name}({', '.join(arguments)}); }}"
        )
    return "\n".join(lines) + "\n"


_CTYPES = {
    "bool": "bool",
    "int8": "char",
    "uint8": "unsigned char",
    "int16": "short",
    "uint16": "unsigned short",
    "int32": "int",
    "uint32": "unsigned int",
    "int64": "long long",
    "uint64": "unsigned long long",
    "float32": "float",
    "float64": "double",
    "real": "REAL",
}


def dynamic_array(file: Path) -> str:
    """The name of the array that stands for the dynamic shared memory in a source; empty if it has none.

    Raises
    ------
    InputError
        It has several names.
    """
    names = sorted(set(_DYNAMIC.findall(file.read_text())))
    if len(names) > 1:
        raise InputError(
            f"{file}: dynamic shared memory has several names: {', '.join(names)}; use one name for the array"
        )
    return names[0] if names else ""


def _dynamic_memory(file: Path) -> str:
    """The compilation unit with the dynamic shared memory, under the name used in the source."""
    name = dynamic_array(file)
    if not name:
        return 'extern "C" char* numasim_dynamic() { return nullptr; }\n'
    return (
        f"alignas(128) thread_local char {name}[{MAX_SHARED_BYTES}];\n"
        f'extern "C" char* numasim_dynamic() {{ return {name}; }}\n'
    )


def _compile(arguments: Sequence[str | Path], file: Path) -> None:
    done = subprocess.run(
        ["g++", *_FLAGS, *map(str, arguments)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        errors = [line for line in lines if "error" in line]
        of_file = [line for line in errors if "launcher.cpp" not in line]  # what follows from the others
        said = (of_file or errors or lines)[:20]
        raise InputError(
            "\n".join([f"{file}: g++ cannot compile the file for the CPU:", *said, *_hints(said, file)])
        )


_HINTS = (
    (r"fatal error: (cuda_fp16|cuda_bf16)\.h", "half precision is not supported on the CPU"),
    (
        r"fatal error: cooperative_groups\S*\.h",
        'groups are not supported on the CPU; use GRID_SYNC() of "common.cuh" for the whole grid, and '
        "__syncthreads, __syncwarp and shuffles for parts of it",
    ),
    (
        r"fatal error: (\S+): No such file",
        "the folder of the file and that of numasim's kernels are searched",
    ),
    (
        r"['‘](__\w+)['’] (?:was not declared|undeclared)",
        "{0} is not one of the CUDA functions that the CPU has; docs/gpu.md lists them",
    ),
    (
        r"['‘]cuda[A-Z]\w*['’] was not declared|expected primary-expression before ['‘]<['’]",
        "code of the host (cudaMalloc, <<<...>>>) is not compiled; leave the kernels alone in the file, and "
        "launch them from Python",
    ),
    (r"template with C linkage", 'a kernel is no template: write extern "C" __global__ for each type'),
)


def _hints(said: list[str], file: Path) -> list[str]:
    """What a user can do about errors of g++, a line each."""
    names = {kernel.name for kernel in read_kernels(file)}
    found = [
        f"{name!r} is the name of a function of C; give the kernel another name"
        for name in sorted(names)
        if any(
            re.search(rf"['‘ ]{name}\(.*(conflicting declaration|C linkage|ambiguat)|::{name}['’(]", line)
            or re.search(rf"(conflicting|ambiguating|declaration).*\b{name}\(", line)
            for line in said
        )
    ]
    for pattern, hint in _HINTS:
        match = next(filter(None, (re.search(pattern, line) for line in said)), None)
        if match is not None:
            found.append(hint.format(*match.groups()))
            break
    return [f"hint: {each}" for each in found]
