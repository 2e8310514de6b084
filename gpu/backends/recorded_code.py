"""Instructions of a basic block, from the code of two compilers.

Traces count the basic blocks of g++, and a GPU runs the instructions of NVIDIA's compiler. For each kernel
the length of NVIDIA's machine code is distributed evenly over the basic blocks of g++. The blocks are
recorded in ``kernel_blocks.csv``, the lengths in ``kernel_resources.csv`` (:mod:`gpu.backends.nvrtc`).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gpu.backends.host.compiler import CodeCounts, code_counts, find_compiler
from gpu.backends.nvrtc import KernelResources, read_recorded, recorded_resources
from gpu.kernel import BLOCK_SIZES, KERNELS, REALS
from partitioners.storage.atomic_write import replacing

RECORDED = Path(__file__).parents[1] / "kernels" / "kernel_blocks.csv"

Variant = tuple[str, str, int]
"""A kernel, its type of entries and its block size."""


def all_code_counts() -> dict[Variant, CodeCounts]:
    """Compile every kernel of the package in every variant for tracing; return the counts.

    Raises
    ------
    InputError
        g++ is not installed.
    """
    return {
        (name, dtype, block_size): counts
        for file in dict.fromkeys(kernel.file for kernel in KERNELS.values())
        for dtype in REALS
        for block_size in BLOCK_SIZES
        for name, counts in code_counts(file, dtype, block_size).items()
    }


def record_code_counts(path: Path = RECORDED) -> None:
    """Write the counts of all kernels to a CSV file, with the version of g++ in its first line."""
    with replacing(path) as part, part.open("w", newline="") as stream:
        stream.write(f"# {find_compiler()}\n")
        columns = ("kernel", "dtype", "block_size", "blocks", "requests", "exchanges", "lines")
        table = csv.DictWriter(stream, columns, lineterminator="\n")
        table.writeheader()
        for variant, counts in all_code_counts().items():
            row = dict(zip(columns, variant, strict=False)) | asdict(counts)
            table.writerow(row | {"lines": " ".join(counts.lines)})


def recorded_code_counts(path: Path = RECORDED) -> tuple[str, dict[Variant, CodeCounts]]:
    """Read a file of :func:`record_code_counts`: the compiler, and the counts of each kernel.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    compiler, rows = read_recorded(path)
    return compiler, {
        (row["kernel"], row["dtype"], int(row["block_size"])): CodeCounts(
            int(row["blocks"]),
            int(row["requests"]),
            int(row["exchanges"]),
            tuple(row["lines"].split()),
        )
        for row in rows
    }


@cache
def _resources() -> Mapping[tuple[Variant, str], KernelResources]:
    table = recorded_resources()[1]
    return MappingProxyType({((n.kernel, n.dtype, n.block_size), n.architecture): n for n in table})


@cache
def _counts() -> Mapping[Variant, CodeCounts]:
    return MappingProxyType(recorded_code_counts()[1])


def resources_of(variant: Variant, architecture: str) -> KernelResources | None:
    """The recorded resources of a kernel for an architecture; None if there are none."""
    return _resources().get((variant, architecture))


def lines_of_accesses(variant: Variant) -> tuple[str, ...]:
    """The line of the source of each access of a recorded kernel, in the order of its code.

    They do not depend on the block size, which need not be a recorded one.
    """
    kernel, dtype, _ = variant
    return _counts()[kernel, dtype, BLOCK_SIZES[0]].lines


def instructions_per_block(variant: Variant, architecture: str, exchange: int) -> float | None:
    """The mean number of instructions of a basic block; None if the kernel is not recorded.

    Parameters
    ----------
    variant : (str, str, int)
    exchange : int
        Instructions of a shuffle, a vote or a ``__syncwarp``. Those and one for each request are not a part
        of the blocks.
    """
    needs, counts = resources_of(variant, architecture), _counts().get(variant)
    if needs is None or counts is None:
        return None
    of_blocks = needs.instructions - counts.requests - exchange * counts.exchanges
    return max(of_blocks, 0) / counts.blocks
