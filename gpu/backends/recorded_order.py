"""The order of accesses in the machine code of the package's kernels, as recorded in ``kernel_code.csv.xz``.

The file has a row for each order that differs: its kernel, the variants that have it, and the texts of
:func:`gpu.backends.issue_order.order_to_text`.
"""

from __future__ import annotations

import csv
import io
import lzma
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gpu.backends.issue_order import IssueOrder, issue_orders, order_to_text, text_to_order
from gpu.backends.nvrtc import (
    ARCHITECTURES,
    KernelResources,
    compile_kernels,
    nvrtc_version,
    record_resources,
)
from gpu.backends.nvrtc import RECORDED as RESOURCES
from gpu.kernel import (
    BLOCK_SIZES,
    KERNELS,
    REALS,
    Kernel,
    capability_number,
    needed_capability,
    read_kernels,
)
from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

RECORDED = Path(__file__).parents[1] / "kernels" / "kernel_code.csv.xz"

CompiledVariant = tuple[str, str, int, str]
"""A kernel, its type of entries, its block size and the architecture for which it is compiled."""


def compiled_orders(file: Path, dtype: str, block_size: int, architecture: str) -> dict[str, IssueOrder]:
    """Compile the kernels of a file, and return the order of accesses of each.

    Raises
    ------
    MissingExtraError, InputError
        See :func:`gpu.backends.nvrtc.compile_kernels`.
    """
    code, _ = compile_kernels(file, dtype=dtype, block_size=block_size, architecture=architecture)
    return issue_orders(code, read_kernels(file))


def all_orders(
    kernels: Iterable[Kernel] | None = None,
    *,
    reals: Iterable[str] = tuple(REALS),
    block_sizes: Iterable[int] = BLOCK_SIZES,
    architectures: Iterable[str] = ARCHITECTURES,
) -> dict[CompiledVariant, IssueOrder]:
    """Compile kernels, by default all kernels of the package, in every variant; return the order of each.

    Raises
    ------
    MissingExtraError, InputError
        See :func:`gpu.backends.nvrtc.compile_kernels`.
    """
    wanted = KERNELS.values() if kernels is None else kernels
    return {
        (name, variant["dtype"], variant["block_size"], variant["architecture"]): order
        for variant in _variants(wanted, reals, block_sizes, architectures)
        for name, order in compiled_orders(**variant).items()
    }


def _variants(
    kernels: Iterable[Kernel],
    reals: Iterable[str],
    block_sizes: Iterable[int],
    architectures: Iterable[str],
) -> Iterator[dict[str, Any]]:
    """The arguments of the compiler for all variants of the files of some kernels."""
    for file in dict.fromkeys(kernel.file for kernel in kernels):
        for dtype, block_size, architecture in product(reals, block_sizes, architectures):
            if capability_number(architecture.strip("sm_af")) >= needed_capability(read_kernels(file)):
                yield {
                    "file": file,
                    "dtype": dtype,
                    "block_size": block_size,
                    "architecture": architecture,
                }


def record_machine_code(resources: Path = RESOURCES, orders: Path = RECORDED) -> None:
    """Compile all kernels of the package in every variant, and record their resources and orders.

    Raises
    ------
    MissingExtraError, InputError
        See :func:`gpu.backends.nvrtc.compile_kernels`.
    """
    needs: list[KernelResources] = []
    variants: dict[tuple[str, str, str], list[str]] = {}
    for variant in _variants(KERNELS.values(), REALS, BLOCK_SIZES, ARCHITECTURES):
        code, found = compile_kernels(**variant)
        needs += found
        name_of_variant = "{dtype}/{block_size}/{architecture}".format(**variant)
        for name, order in issue_orders(code, read_kernels(variant["file"])).items():
            variants.setdefault((name, *order_to_text(order)), []).append(name_of_variant)
    text = io.StringIO()
    text.write(f"# NVRTC {nvrtc_version()}\n")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["kernel", "variants", "blocks", "paths"])
    for (name, blocks, paths), which in variants.items():
        table.writerow([name, " ".join(which), blocks, paths])
    record_resources(needs, resources)
    with replacing(orders) as part:
        part.write_bytes(lzma.compress(text.getvalue().encode(), preset=9))


def read_orders(path: Path = RECORDED) -> tuple[str, Mapping[CompiledVariant, tuple[str, str]]]:
    """Read a file of :func:`record_machine_code`: the version of NVRTC, and the texts of each kernel's order.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    csv.field_size_limit(2**24)
    try:
        first, *lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    found = {}
    for row in csv.DictReader(lines):
        for variant in row["variants"].split(" "):
            dtype, block_size, architecture = variant.split("/")
            found[row["kernel"], dtype, int(block_size), architecture] = row["blocks"], row["paths"]
    return first.removeprefix("# NVRTC "), MappingProxyType(found)


_texts = cache(read_orders)


@cache
def recorded_order(variant: CompiledVariant, path: Path = RECORDED) -> IssueOrder | None:
    """The recorded order of accesses of a kernel; None if there is none.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    texts = _texts(path)[1].get(variant)
    return None if texts is None else text_to_order(*texts)
