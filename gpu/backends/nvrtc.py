"""Compilation of kernels for real devices without a GPU, and the resources that the kernels need.

NVRTC, NVIDIA's run-time compiler, compiles the kernels' sources to machine code for any architecture. Its
assembler reports the registers, shared memory and spills of each kernel. These and the block size determine
the number of blocks that fit on a multiprocessor. The length of the machine code is the number of its
instructions. All of this is recorded in ``kernel_resources.csv`` for machines without NVRTC.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gpu.backends.machine_code import instruction_counts
from gpu.kernel import (
    BLOCK_SIZES,
    KERNEL_FOLDER,
    KERNELS,
    REALS,
    Kernel,
    capability_number,
    check_variant,
    needed_capability,
    read_kernels,
)
from partitioners.errors import InputError, MissingExtraError, OptionError
from partitioners.storage.atomic_write import replacing

ARCHITECTURES = ("sm_52", "sm_61", "sm_80", "sm_90")
"""The architectures whose resources are recorded; :func:`nearest_architecture` selects one for a device."""

RECORDED = Path(__file__).parents[1] / "kernels" / "kernel_resources.csv"

_FUNCTION = re.compile(
    r"Compiling entry function '(?P<kernel>\w+)'.*?(?P<stack>\d+) bytes stack frame, "
    r"(?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads.*?"
    r"Used (?P<registers>\d+) registers(?:[^\n]*?(?P<shared>\d+) bytes smem)?",
    re.DOTALL,
)


@dataclass(frozen=True)
class KernelResources:
    """The resources of one kernel, as reported by the assembler.

    Attributes
    ----------
    kernel, dtype, block_size, architecture
        The compiled kernel and variant, and the target architecture (``sm_90``).
    registers : int
        Registers of each thread.
    shared_bytes : int
        Static shared memory of each block.
    spill_store_bytes, spill_load_bytes, stack_bytes : int
        Bytes of each thread in local memory.
    instructions : int
        Length of the machine code in instructions, without padding and without called functions. The
        compiler writes out loops of a fixed number of rounds. All other loops of the kernel's file count
        once, although the compiler may write out some of their rounds.
    """

    kernel: str
    dtype: str
    block_size: int
    architecture: str
    registers: int
    shared_bytes: int
    spill_store_bytes: int
    spill_load_bytes: int
    stack_bytes: int
    instructions: int


def nearest_architecture(compute_capability: str) -> str:
    """The recorded architecture whose code stands for that of a device of a compute capability.

    Devices before capability 6.0 get the oldest architecture that NVRTC supports.
    """
    major = int(compute_capability.partition(".")[0])
    return next(
        (name for first, name in ((9, "sm_90"), (7, "sm_80"), (6, "sm_61")) if major >= first), "sm_52"
    )


_LOOP = re.compile(r"^( *)(for|while) \(", re.MULTILINE)


def _rolled(source: str) -> str:
    """A source whose loops, except for those with a mark of its own, are compiled to one round."""
    return _LOOP.sub(r'\1_Pragma("unroll 1") \2 (', source)


def compile_kernels(
    file: Path, *, dtype: str = "float32", block_size: int = 256, architecture: str = "sm_90"
) -> tuple[bytes, tuple[KernelResources, ...]]:
    """Compile the kernels of one file.

    Parameters
    ----------
    dtype, block_size
        Type of entries and block size, as for a back end's kernel.
    architecture : str
        An architecture that NVRTC supports: ``sm_80``, ``sm_90`` ...

    Returns
    -------
    bytes, tuple of KernelResources
        The machine code (a cubin), and the resources of each kernel in it. If a kernel of the file may
        launch others, the code is relocatable; :func:`link_launches` links it.

    Raises
    ------
    MissingExtraError
        The extra ``gpu-compile`` is not installed.
    InputError
        NVRTC cannot compile the file. The message has its output.
    """
    check_variant(dtype, block_size)
    if not re.fullmatch(r"sm_\d+[af]?", architecture):
        raise OptionError(f"architecture is {architecture!r}; expected the form sm_90")
    try:
        from cuda.core import Program, ProgramOptions
    except ImportError:
        raise MissingExtraError("cuda.core", "gpu-compile", "compiling kernels for a GPU") from None
    kernels = read_kernels(file)
    macros = [("REAL", REALS[dtype]), ("BLOCK_SIZE", str(block_size))]
    folders = [str(KERNEL_FOLDER), str(file.parent)]
    if any(kernel.uses_grid_sync for kernel in kernels):
        macros.append(("USES_GRID_SYNC", "1"))
        folders += _runtime_headers()
    options = ProgramOptions(
        name=file.name,
        arch=architecture,
        std="c++17",
        define_macro=macros,
        include_path=folders,
        relocatable_device_code=any(kernel.may_launch for kernel in kernels),
        lineinfo=True,  # which accesses of the machine code are those of the source: issue_order.py
        ptxas_options=["-v"],
    )
    source = file.read_text()
    log = io.StringIO()
    try:
        code = bytes(Program(source, "c++", options).compile("cubin", logs=log).code)
        rolled = (
            code
            if _rolled(source) == source
            else Program(_rolled(source), "c++", options).compile("cubin").code
        )
    except Exception as error:  # cuda.core has no common class for the errors of NVRTC
        if "NotFound" in type(error).__name__:  # the library itself is missing
            raise MissingExtraError(
                "nvidia.cuda_nvrtc", "gpu-compile", "compiling kernels for a GPU"
            ) from None
        said = [line for line in f"{log.getvalue()}\n{error}".splitlines() if "error" in line]
        raise InputError(
            f"{file}: NVRTC cannot compile the file for {architecture}:\n" + "\n".join(said[:20])
        ) from None
    instructions = instruction_counts(bytes(rolled))
    found = tuple(
        KernelResources(
            each["kernel"],
            dtype,
            block_size,
            architecture,
            int(each["registers"]),
            int(each["shared"] or 0),
            int(each["stores"]),
            int(each["loads"]),
            int(each["stack"]),
            instructions[each["kernel"]],
        )
        for each in _FUNCTION.finditer(log.getvalue())
    )
    return code, found


def _runtime_headers() -> list[str]:
    """The folders with the headers of cooperative groups."""
    from cuda.pathfinder import find_nvidia_header_directory

    folders = []
    for library, package in (("cudart", "nvidia.cuda_runtime"), ("cccl", "nvidia.cuda_cccl")):
        folder = find_nvidia_header_directory(library)
        if folder is None:
            raise MissingExtraError(package, "gpu-compile", "compiling a kernel with a grid barrier")
        folders.append(folder)
    return folders


def link_launches(code: bytes, architecture: str) -> bytes:
    """Link relocatable machine code with the part of CUDA's runtime by which kernels launch others.

    Parameters
    ----------
    code : bytes
        From :func:`compile_kernels` for the same architecture.

    Returns
    -------
    bytes
        The machine code (a cubin), which can be loaded.

    Raises
    ------
    MissingExtraError
        The extra ``gpu-compile`` is not installed.
    InputError
        The code cannot be linked. The message has the output of nvJitLink.
    """
    purpose = "linking kernels that launch others"
    try:
        from cuda.bindings import nvjitlink
        from cuda.pathfinder import (
            DynamicLibNotFoundError,
            StaticLibNotFoundError,
            find_static_lib,
        )
    except ImportError:
        raise MissingExtraError("cuda.bindings", "gpu-compile", purpose) from None
    try:
        runtime = Path(find_static_lib("cudadevrt")).read_bytes()
        link = nvjitlink.create(1, [f"-arch={architecture}"])
    except StaticLibNotFoundError:
        raise MissingExtraError("nvidia.cuda_runtime", "gpu-compile", purpose) from None
    except DynamicLibNotFoundError:
        raise MissingExtraError("nvidia.nvjitlink", "gpu-compile", purpose) from None
    try:
        nvjitlink.add_data(link, nvjitlink.InputType.CUBIN, code, len(code), "kernels")
        nvjitlink.add_data(link, nvjitlink.InputType.LIBRARY, runtime, len(runtime), "cudadevrt")
        nvjitlink.complete(link)
        linked = bytearray(nvjitlink.get_linked_cubin_size(link))
        nvjitlink.get_linked_cubin(link, linked)
    except nvjitlink.nvJitLinkError:
        said = bytearray(nvjitlink.get_error_log_size(link))
        nvjitlink.get_error_log(link, said)
        text = said.decode(errors="replace").strip("\0\n ")
        raise InputError(f"the kernels cannot be linked for {architecture}: {text}") from None
    finally:
        nvjitlink.destroy(link)
    return bytes(linked)


def kernel_resources(
    kernels: Iterable[Kernel] | None = None,
    *,
    reals: Sequence[str] = tuple(REALS),
    block_sizes: Sequence[int] = BLOCK_SIZES,
    architectures: Sequence[str] = ARCHITECTURES,
) -> list[KernelResources]:
    """Compile kernels, by default all kernels of the package, in every variant; return their resources.

    Architectures before the least capability of a file's kernels are left out.

    Raises
    ------
    MissingExtraError, InputError
        See :func:`compile_kernels`.
    """
    wanted = list(KERNELS.values() if kernels is None else kernels)
    names = {kernel.name for kernel in wanted}
    return [
        needs
        for file in dict.fromkeys(kernel.file for kernel in wanted)
        for dtype in reals
        for block_size in block_sizes
        for architecture in architectures
        if capability_number(architecture.strip("sm_af")) >= needed_capability(read_kernels(file))
        for needs in compile_kernels(file, dtype=dtype, block_size=block_size, architecture=architecture)[1]
        if needs.kernel in names
    ]


def nvrtc_version() -> str:
    """The version of NVRTC, such as ``12.9``.

    Raises
    ------
    MissingExtraError
        The extra ``gpu-compile`` is not installed, or NVRTC itself is missing.
    """
    purpose = "compiling kernels for a GPU"
    try:
        from cuda.bindings import nvrtc
        from cuda.pathfinder import DynamicLibNotFoundError
    except ImportError:
        raise MissingExtraError("cuda.bindings", "gpu-compile", purpose) from None
    try:
        _, major, minor = nvrtc.nvrtcVersion()
    except DynamicLibNotFoundError:
        raise MissingExtraError("nvidia.cuda_nvrtc", "gpu-compile", purpose) from None
    return f"{major}.{minor}"


def record_resources(resources: Iterable[KernelResources], path: Path = RECORDED) -> None:
    """Write the resources of kernels to a CSV file, with the version of NVRTC in its first line."""
    with replacing(path) as part, part.open("w", newline="") as stream:
        stream.write(f"# NVRTC {nvrtc_version()}\n")
        table = csv.DictWriter(stream, [each.name for each in fields(KernelResources)], lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(needs) for needs in resources)


def read_recorded(path: Path) -> tuple[str, list[dict[str, str]]]:
    """Read the first line of a recorded file, which names the compiler, and the rows of its table.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    try:
        first, *lines = path.read_text().splitlines()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    return first.removeprefix("# "), list(csv.DictReader(lines))


def recorded_resources(path: Path = RECORDED) -> tuple[str, list[KernelResources]]:
    """Read a file of :func:`record_resources`: the version of NVRTC, and the resources of each kernel.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    version, rows = read_recorded(path)
    texts = ("kernel", "dtype", "architecture")
    found = []
    for row in rows:
        values: dict[str, Any] = {name: text if name in texts else int(text) for name, text in row.items()}
        found.append(KernelResources(**values))
    return version.removeprefix("NVRTC "), found
