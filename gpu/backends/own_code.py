"""The machine code of kernels that are not of the package, for which NVRTC compiles their files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from gpu.backends.issue_order import IssueOrder, issue_orders
from gpu.backends.nvrtc import KernelResources, compile_kernels
from gpu.kernel import header_files, read_kernels
from partitioners.errors import InputError, MissingExtraError

NOT_INSTALLED = "NVRTC is not installed"


class OwnCode(NamedTuple):
    """The resources and the order of accesses of each kernel of a file, by name."""

    resources: dict[str, KernelResources]
    orders: dict[str, IssueOrder]


def own_code(source: str, dtype: str, block_size: int, architecture: str) -> OwnCode | str:
    """Compile a file of kernels; return why if it cannot be compiled, NOT_INSTALLED without NVRTC."""
    file = Path(source)
    try:
        text = "".join(each.read_text() for each in (file, *header_files(file)))
    except OSError:
        return f"{source} cannot be read"
    return _compiled(file, text, dtype, block_size, architecture)


@lru_cache(maxsize=256)
def _compiled(file: Path, with_headers: str, dtype: str, block_size: int, architecture: str) -> OwnCode | str:
    try:
        code, found = compile_kernels(file, dtype=dtype, block_size=block_size, architecture=architecture)
    except MissingExtraError:
        return NOT_INSTALLED
    except InputError as error:
        return " ".join(str(error).splitlines()[:2])
    return OwnCode({each.kernel: each for each in found}, issue_orders(code, read_kernels(file)))
