"""A kernel's source compiled by g++ to a shared library, kept by the hash of all that went into it."""

from __future__ import annotations

import ctypes
import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from gpu.kernel import KERNEL_FOLDER, REALS, Kernel, read_kernels
from gpu.launch import MAX_SHARED_BYTES
from partitioners.disk_cache import cached_file
from partitioners.errors import InputError
from partitioners.temporary_folder import temporary_folder

HOST_FOLDER = Path(__file__).parent

_FLAGS = (
    "-std=c++17",
    "-O2",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-extern-tls-init",
    "-fno-exceptions",
    "-Werror=frame-larger-than=60000",  # a thread has 64 KB of stack (runtime.cpp)
)
# A traced kernel is laid out as it is written, so that the order of its code tells which lanes wait for
# which, and accesses stay single ones.
_TRACE_FLAGS = (
    "-DNUMASIM_TRACE",
    "-fsanitize=thread",
    "-fsanitize-coverage=trace-pc",
    "--param=tsan-instrument-func-entry-exit=0",
    "-fno-reorder-blocks",
    "-fno-reorder-blocks-and-partition",
    "-fno-tree-vectorize",
    "-fno-tree-loop-distribute-patterns",
    "-fno-store-merging",
    "-fno-crossjumping",
    "-fno-tree-tail-merge",
    "-fno-thread-jumps",
    "-fno-tree-vrp",  # these two thread jumps as well: paths are copied behind what they lead to
    "-fno-tree-dominator-opts",
    "-fno-unroll-loops",
    "-fno-optimize-sibling-calls",
)
_DYNAMIC = re.compile(r"extern\s+__shared__\s[^;]*?(\w+)\s*\[\s*\]\s*;")


@cache
def find_compiler() -> str:
    """What ``g++`` says of itself.

    Raises
    ------
    InputError
        There is none.
    """
    if shutil.which("g++") is None:
        raise InputError("running CUDA kernels on the CPU needs g++, and there is none; `apt install g++`")
    done = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


def load_library(kernel: Kernel, dtype: str, block_size: int, *, traced: bool) -> ctypes.CDLL:
    """The kernels of a kernel's file as a library, compiled where it is not kept.

    It exports ``numasim_run`` (runtime.cpp), ``numasim_call_NAME`` for each kernel and, where it is traced,
    what trace.h exports.

    Raises
    ------
    InputError
        There is no g++, or it does not compile the source; with what it said.
    """
    file = kernel.file
    unit, dynamic = _launcher(file), _dynamic_memory(file)
    variant = [f"-DREAL={REALS[dtype]}", f"-DBLOCK_SIZE={block_size}", *(_TRACE_FLAGS if traced else ())]
    ours = sorted({*HOST_FOLDER.glob("*.h"), *HOST_FOLDER.glob("*.cpp"), *KERNEL_FOLDER.glob("*.cuh")})
    headers = [*ours, *sorted(set(file.parent.glob("*.*h")) - set(ours))]
    name = f"{file.stem}-{_digest([unit, dynamic, *variant], [file, *headers])}.so"
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
            # Only the kernels carry the compiler's calls; linking must bring no library of a sanitizer.
            include = [f"-I{each}" for each in (HOST_FOLDER, KERNEL_FOLDER, file.parent.resolve())]
            launcher = folder / "launcher.o"
            _compile([*variant, *include, "-c", folder / "launcher.cpp", "-o", launcher], file)
            _compile(["-shared", launcher, folder / "dynamic.cpp", runtime, "-o", library], file)

        return ctypes.CDLL(str(cached_file("gpu", name, folder, make)))


def _digest(words: list[str], files: list[Path]) -> str:
    digest = hashlib.sha256(repr((find_compiler(), _FLAGS, words)).encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def _launcher(file: Path) -> str:
    """The unit that is compiled: the kernels behind the header, and a way to call each."""
    lines = [
        '#include "cuda_host.h"',
        "alignas(128) static thread_local char numasim_any[128];",
        f'#include "{file.name}"',
        'extern "C" char* numasim_shared() { return numasim_any; }',
    ]
    for kernel in read_kernels(file):
        arguments = []
        for i, parameter in enumerate(kernel.parameters):
            ctype = _CTYPES[parameter.dtype] + (
                " const*" if parameter.is_constant else "*" * parameter.is_array
            )
            arguments.append(f"*static_cast<{ctype}*>(a[{i}])")
        lines.append(
            f'extern "C" __attribute__((visibility("default"), no_sanitize("thread"))) '
            f"void numasim_call_{kernel.name}(void** a) {{ {kernel.name}({', '.join(arguments)}); }}"
        )
    return "\n".join(lines) + "\n"


_CTYPES = {
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


def _dynamic_memory(file: Path) -> str:
    """The unit that holds the dynamic shared memory, under the name that the source gives it."""
    names = sorted(set(_DYNAMIC.findall(file.read_text())))
    if len(names) > 1:
        raise InputError(
            f"{file}: dynamic shared memory is one array, and it has several names: {', '.join(names)}"
        )
    if not names:
        return 'extern "C" char* numasim_dynamic() { return nullptr; }\n'
    return (
        f"alignas(128) thread_local char {names[0]}[{MAX_SHARED_BYTES}];\n"
        f'extern "C" char* numasim_dynamic() {{ return {names[0]}; }}\n'
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
        said = "\n".join([line for line in lines if "error" in line][:20] or lines[:20])
        raise InputError(f"{file}: g++ does not compile it for the CPU:\n{said}")
