"""``python -m gpu.prepare DIR``: matrices and their cuts, as ``gpu/record.py`` reads them on a GPU machine.

This is the part that needs the partitioners; the other one needs NumPy, SciPy and CuPy alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gpu.kernel import BLOCK_SIZES, check_variant
from gpu.matrices import SIZES
from gpu.measurement.inputs import Input
from gpu.measurement.make_input import cut_matrix, make_input, matrix_files, matrix_name
from partitioners.errors import NumasimError

CUTS = ("spac", "wb_libra")
"""The partitioners of the paper that are measured by default, beside ``contiguous``."""

MAX_CUT_ENTRIES = 3_000_000
"""Larger matrices are measured under ``contiguous`` alone: cuts of them take hours and tens of megabytes."""


def prepare(
    folder: Path,
    names: Sequence[str],
    *,
    matrices: Path | None = None,
    cuts: Sequence[str] = CUTS,
    block_sizes: Sequence[int] = BLOCK_SIZES,
    say: Callable[[str], object] = lambda line: None,
) -> list[Path]:
    """Write a file for each generated matrix and each Matrix Market file.

    Parameters
    ----------
    folder : Path
        Made where it is not there.
    names : sequence of str
        Of generated matrices.
    matrices : Path, optional
        A folder of Matrix Market files, all of which are taken.
    cuts : sequence of str
        Partitioners.
    say : callable
        Told a line for each file.

    Raises
    ------
    InputError, OptionError, UnknownNameError
        A file, a name or a partitioner that is none.
    """
    for block_size in block_sizes:
        check_variant("float32", block_size)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [*names, *(matrix_name(file) for file in (matrix_files(matrices) if matrices else ()))]
    written = []
    for name in wanted:
        problem = make_input(name, matrices)
        if problem.matrix.nnz <= MAX_CUT_ENTRIES:
            made = {(cut, size): cut_matrix(problem, cut, size) for cut in cuts for size in block_sizes}
            problem = Input(name, problem.matrix, made)
        file = problem.save(folder)
        written.append(file)
        say(f"{file}: {problem.matrix.nnz} entries, {len(problem.cuts)} cuts, {file.stat().st_size} bytes")
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m gpu.prepare", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=list(SIZES), help="sets of matrices")
    parser.add_argument("--generate", nargs="+", metavar="NAME", help="these instead, as rmat-12x16")
    parser.add_argument("--matrices", type=Path, metavar="DIR", help="Matrix Market files beside them")
    parser.add_argument("--cuts", nargs="*", default=list(CUTS), metavar="PARTITIONER")
    parser.add_argument("--block-sizes", nargs="+", type=int, default=list(BLOCK_SIZES), metavar="SIZE")
    given = parser.parse_args(arguments)
    names = given.generate or [name for size in given.sizes for name in SIZES[size]]
    try:
        prepare(
            given.folder,
            names,
            matrices=given.matrices,
            cuts=given.cuts,
            block_sizes=given.block_sizes,
            say=lambda line: sys.stderr.write(line + "\n"),
        )
    except (NumasimError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
