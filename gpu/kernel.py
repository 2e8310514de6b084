"""The kernels by name, as declared in their source.

A kernel is an ``extern "C" __global__`` function of a ``.cu`` file. Its name, parameters and one-line summary
are read from the source, so all back ends and the documentation agree with it. A macro of the same file can
stand for the parameters of kernels that have them in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType

from partitioners.errors import InputError, OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean

KERNEL_FOLDER = Path(__file__).parent / "kernels"

REALS = MappingProxyType({"float32": "float", "float64": "double"})
"""The types of matrix and vector entries, and their names in CUDA C++."""

BLOCK_SIZES = (256, 512, 1024)
"""The block sizes that are tested and measured for every kernel; multiples of 32 up to 1024 are accepted."""

OLDEST_CAPABILITY = "5.0"
"""The oldest compute capability for which NVRTC compiles."""

_KERNEL = re.compile(
    r'(?P<comment>(?:^[ \t]*//[^\n]*\n)*)^[ \t]*extern\s+"C"\s+__global__\s+void\s+'
    r"(?:__launch_bounds__\([^)]*\)\s*)?(?P<name>\w+)\s*\((?P<parameters>[^)]*)\)\s*\{",
    re.MULTILINE,
)
_MACRO_OF_KERNELS = re.compile(r"\s*#\s*define\s+(\w+).*\b__global__\b", re.DOTALL)
_MACRO = re.compile(r"^#define[ \t]+(\w+)[ \t]+((?:[^\\\n]|\\\n)+)$", re.MULTILINE)
_CAPABILITY = re.compile(r"^[ \t]*// Capability: (\d+\.\d+)$", re.MULTILINE)
_DTYPES = {
    "bool": "bool",
    "char": "int8",
    "unsigned char": "uint8",
    "short": "int16",
    "unsigned short": "uint16",
    "int": "int32",
    "unsigned": "uint32",
    "unsigned int": "uint32",
    "long long": "int64",
    "unsigned long long": "uint64",
    "float": "float32",
    "double": "float64",
    "real": "real",
}
_VECTORS = {
    **dict.fromkeys(("int2", "int3", "int4"), "int32"),
    **dict.fromkeys(("uint2", "uint4"), "uint32"),
    **dict.fromkeys(("float2", "float3", "float4"), "float32"),
    **dict.fromkeys(("double2", "double3"), "float64"),
}
"""The type of the members of vectors; a kernel may have arrays of vectors as parameters."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel.

    Attributes
    ----------
    dtype : str
        NumPy's name of the type, for an array that of its elements; ``real`` is the type for which the kernel
        is compiled.
    is_constant : bool
        Whether it is an array that the kernel only reads.
    is_read_only : bool
        Whether nothing writes the array while the kernel runs: ``const`` and ``__restrict__``. NVIDIA's
        compiler loads such arrays through the read-only cache (``ld.global.nc``).
    vector : str
        The type of an array's elements in CUDA C++ if they are vectors, such as ``float3``, and ``dtype`` is
        that of a member; empty for numbers.
    """

    name: str
    dtype: str
    is_array: bool
    is_constant: bool
    is_read_only: bool
    vector: str = ""


@dataclass(frozen=True)
class Kernel:
    """One kernel and the file of its source.

    Attributes
    ----------
    summary : str
        One line, which includes the number of blocks of a launch.
    capability : str
        The least compute capability of a device that can run the kernel. A line ``// Capability: 6.0`` of its
        comment, or of the comment that the file begins with, names it. By default the oldest of NVRTC.
    may_launch : bool
        Whether it or a function that it calls has a ``LAUNCH_CHILD``.
    uses_grid_sync : bool
        Whether it or a function that it calls has a ``GRID_SYNC``.
    """

    name: str
    file: Path
    parameters: tuple[Parameter, ...]
    summary: str
    capability: str = OLDEST_CAPABILITY
    may_launch: bool = False
    uses_grid_sync: bool = False


def read_kernels(file: Path) -> tuple[Kernel, ...]:
    """Read the kernels of a CUDA C++ file, in their order.

    Raises
    ------
    InputError
        The file cannot be read, has no ``extern "C" __global__`` function, or a parameter is neither a number
        nor a pointer to numbers.
    """
    try:
        text = file.read_text()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from None
    return _kernels_of(file, text, _with_headers(text, file.parent, {}))


@lru_cache(maxsize=256)
def _kernels_of(file: Path, text: str, with_headers: str) -> tuple[Kernel, ...]:
    """The kernels of a text, which is parsed once, although programs load each of its kernels."""
    kernels = []
    head = "\n".join(takewhile(lambda line: line.startswith("//"), text.splitlines()))
    bodies = _bodies(with_headers)
    macros = {macro[1]: macro[2].replace("\\\n", "") for macro in _MACRO.finditer(text)}
    launching, synchronising = (_reaching(word, bodies) for word in ("LAUNCH_CHILD", "GRID_SYNC"))
    for found in _KERNEL.finditer(_DIRECTIVE.sub("", text)):
        name = found["name"]
        capability = _CAPABILITY.search(found["comment"]) or _CAPABILITY.search(head)
        lines = _CAPABILITY.sub("", found["comment"]).splitlines()
        comment = " ".join(line.strip().removeprefix("//").strip() for line in lines if line)
        written = macros.get(found["parameters"].strip(), found["parameters"])
        declared = [each for each in written.split(",") if each.strip()]
        parameters = tuple(_parameter(each, f"{file}: kernel {name!r}") for each in declared)
        kernels.append(
            Kernel(
                name,
                file,
                parameters,
                comment,
                capability[1] if capability else OLDEST_CAPABILITY,
                name in launching,
                name in synchronising,
            )
        )
    if not kernels:
        raise InputError(
            f'{file}: the file has no kernel; declare one as extern "C" __global__ void name(...)'
            + _of_macros(text)
        )
    return tuple(kernels)


def _of_macros(text: str) -> str:
    """What to do if a macro of a text declares kernels; empty if none does."""
    macro = next((each for each in _DIRECTIVE.findall(text) if _MACRO_OF_KERNELS.match(each)), "")
    if not (found := _MACRO_OF_KERNELS.match(macro)):
        return ""
    return (
        f". Macros are not expanded, so the kernels of the macro {found[1]!r} are not found; write them out, "
        "as `cpp -P` does (without the lines #include)"
    )


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
_LAUNCH_BOUNDS = re.compile(r"\b__launch_bounds__\s*\([^)]*\)")
_LAUNCHED = re.compile(r"(?<=LAUNCH_CHILD)\s*\(\s*\w+")
_ALIGNMENT = re.compile(r"\b(?:__align__|alignas)\s*\([^)]*\)")
_FUNCTION = re.compile(
    r"\b(?P<type>struct|class)\s+(?P<of_type>\w+)\s*(?:<[^;{}()]*>\s*)?(?::[^;{}()]*)?\{|"
    r"(?P<name>\w+)\s*\([^;{}]*\)\s*(?:const\s*|noexcept\s*|override\s*|final\s*|->[\w\s:<>*&]+)*\{"
)
_BRACE = re.compile("[{}]")


def header_files(file: Path) -> tuple[Path, ...]:
    """The headers of its folder or the package's that a CUDA C++ file needs, directly or not, by name."""
    found: dict[Path, None] = {}
    _with_headers(file.read_text(), file.parent, found)
    return tuple(sorted(found, key=lambda path: (path.name, path)))


def _with_headers(text: str, folder: Path, known: dict[Path, None], at: Path | None = None) -> str:
    """A source behind the headers that it includes, which become known.

    A header lies beside the file that includes it, in the folder of the kernels, or in the package's.
    """
    for name in _INCLUDE.findall(text):
        places = (at or folder, folder, KERNEL_FOLDER)
        header = next((each / name for each in places if (each / name).is_file()), None)
        if header is not None and (header := header.resolve()) not in known:
            known[header] = None
            text = _with_headers(header.read_text(), folder, known, header.parent) + "\n" + text
    return text


def _bodies(text: str) -> dict[str, str]:
    """The body of each function of a source by its name, without the names of kernels that it launches.

    Functions of one name are one. A type is one function with all its members: its constructors and operators
    are called without their names.
    """
    code = text
    removed = ((_COMMENT, " "), (_DIRECTIVE, ""), (_LAUNCH_BOUNDS, ""), (_ALIGNMENT, ""), (_LAUNCHED, "("))
    for pattern, other in removed:
        code = pattern.sub(other, code)
    bodies: dict[str, str] = {}
    at = 0
    while found := _FUNCTION.search(code, at):
        depth, end = 1, len(code)
        for brace in _BRACE.finditer(code, found.end()):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                end = brace.end()
                break
        name = found["of_type"] or found["name"]
        bodies[name] = bodies.get(name, "") + code[found.end() : end]
        at = found.end() if found["type"] else end
    return bodies


def _reaching(word: str, bodies: Mapping[str, str]) -> set[str]:
    """The functions whose bodies have a word, or call a function that reaches it."""
    words = {name: set(re.findall(r"\w+", body)) for name, body in bodies.items()}
    reaching = {word}
    while more := {name for name, own in words.items() if own & reaching} - reaching:
        reaching |= more
    return reaching


def _parameter(declared: str, where: str) -> Parameter:
    words = re.sub(r"\b(__restrict__|__restrict|volatile)\b", " ", declared).replace("*", " * ").split()
    pointers, name = words.count("*"), words[-1]
    constant = "const" in words and pointers == 1
    alone = re.search(r"\b__restrict(__)?\b", declared) is not None and "volatile" not in declared.split()
    ctype = " ".join(word for word in words[:-1] if word not in ("*", "const"))
    if pointers == 1 and ctype in _VECTORS:
        return Parameter(name, _VECTORS[ctype], True, constant, constant and alone, ctype)
    if pointers > 1 or ctype not in _DTYPES:
        raise InputError(
            f"{where}: the parameter `{' '.join(declared.split())}` is not a number or a pointer to numbers; "
            f"known types: {', '.join(_DTYPES)}, and pointers to {', '.join(_VECTORS)}"
        )
    return Parameter(name, _DTYPES[ctype], pointers == 1, constant, constant and alone)


KERNELS: Mapping[str, Kernel] = MappingProxyType(
    {kernel.name: kernel for file in sorted(KERNEL_FOLDER.glob("*.cu")) for kernel in read_kernels(file)}
)
"""Every kernel of the package by name, with files in alphabetical order."""


def find_kernel(name: str, file: str | Path | None = None) -> Kernel:
    """Find a kernel of the package or of a file by name.

    Raises
    ------
    UnknownNameError
        There is no such kernel; the message has the nearest name.
    InputError
        See :func:`read_kernels`.
    """
    known = KERNELS if file is None else {kernel.name: kernel for kernel in read_kernels(Path(file))}
    if name not in known:
        of_macros = "" if file is None else _of_macros(Path(file).read_text())
        raise UnknownNameError(f"unknown kernel {name!r}; {did_you_mean(name, known)}{of_macros}")
    return known[name]


def needed_capability(kernels: Iterable[Kernel]) -> tuple[int, int]:
    """The least compute capability (major, minor) that can run all of some kernels."""
    return max(capability_number(kernel.capability) for kernel in kernels)


def capability_number(text: str) -> tuple[int, int]:
    """The (major, minor) of a compute capability such as ``6.1``, of which the last digit is the minor."""
    digits = text.replace(".", "")
    return int(digits[:-1]), int(digits[-1])


def check_variant(dtype: str, block_size: int) -> None:
    """Check the type and block size of a kernel.

    Raises
    ------
    OptionError
        No kernel can be compiled for them.
    """
    if dtype not in REALS:
        raise OptionError(f"dtype is {dtype!r}; choose one of {', '.join(REALS)}")
    whole = isinstance(block_size, int) and not isinstance(block_size, bool)
    if not whole or not 32 <= block_size <= 1024 or block_size % 32:
        raise OptionError(f"block_size is {block_size!r}; choose a multiple of 32 from 32 to 1024")
