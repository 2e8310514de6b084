"""``python -m gpu.prepare DIR``: prepare matrices and their cuts for ``gpu/record.py`` on a GPU machine.

This step needs the partitioners; ``gpu/record.py`` needs only NumPy, SciPy and CuPy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gpu.kernel import BLOCK_SIZES
from gpu.matrices import SIZES
from gpu.measurement.make_input import cut_matrix, make_input, matrix_files, matrix_name
from gpu.programs.spac_application import ENTRIES_PER_THREAD, spac_parts
from partitioners.errors import NumasimError

CUTS = ("spac", "wb_libra")
"""The partitioners of the paper that are measured by default, in addition to ``contiguous``."""

MAX_CUT_ENTRIES = 3_000_000
"""Entries above which a matrix is measured only with ``contiguous``; cuts take hours and much memory."""


def prepare(
    folder: Path,
    names: Sequence[str],
    *,
    matrices: Path | None = None,
    cuts: Sequence[str] = CUTS,
    block_sizes: Sequence[int] = BLOCK_SIZES,
    entries_per_thread: int = ENTRIES_PER_THREAD,
    say: Callable[[str], object] = lambda line: None,
) -> list[Path]:
    """Write a file for each generated matrix and each Matrix Market file.

    Parameters
    ----------
    folder : Path
        Output folder, created if it does not exist.
    names : sequence of str
        Names of generated matrices.
    matrices : Path, optional
        A folder of Matrix Market files, which are all prepared.
    cuts : sequence of str
        Names of partitioners.
    block_sizes : sequence of int
        Threads of a block; each size has its own cuts.
    entries_per_thread : int
        Entries of a part over threads of its block, 1 to 64.
    say : callable
        Called with a line for each file.

    Raises
    ------
    InputError, OptionError, UnknownNameError
        A file, a name, a size or a partitioner is invalid.
    """
    for block_size in block_sizes:
        spac_parts(0, block_size=block_size, entries_per_thread=entries_per_thread)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [*names, *(matrix_name(file) for file in (matrix_files(matrices) if matrices else ()))]
    written = []
    for name in wanted:
        problem = replace(make_input(name, matrices), entries_per_thread=entries_per_thread)
        if problem.matrix.nnz <= MAX_CUT_ENTRIES:
            made = {(cut, size): cut_matrix(problem, cut, size) for cut in cuts for size in block_sizes}
            problem = replace(problem, cuts=made)
        file = problem.save(folder)
        written.append(file)
        say(f"{file}: {problem.matrix.nnz} entries, {len(problem.cuts)} cuts, {file.stat().st_size} bytes")
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m gpu.prepare", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=list(SIZES), help="sets of matrices")
    parser.add_argument(
        "--generate", nargs="+", metavar="NAME", help="matrices to generate instead, such as rmat-12x16"
    )
    parser.add_argument("--matrices", type=Path, metavar="DIR", help="folder of further Matrix Market files")
    parser.add_argument("--cuts", nargs="*", default=list(CUTS), metavar="PARTITIONER")
    parser.add_argument("--block-sizes", nargs="+", type=int, default=list(BLOCK_SIZES), metavar="SIZE")
    parser.add_argument(
        "--entries-per-thread",
        type=int,
        default=ENTRIES_PER_THREAD,
        metavar="N",
        help=f"entries of a part over threads of its block ({ENTRIES_PER_THREAD})",
    )
    given = parser.parse_args(arguments)
    names = given.generate or [name for size in given.sizes for name in SIZES[size]]
    try:
        prepare(
            given.folder,
            names,
            matrices=given.matrices,
            cuts=given.cuts,
            block_sizes=given.block_sizes,
            entries_per_thread=given.entries_per_thread,
            say=lambda line: sys.stderr.write(line + "\n"),
        )
    except (NumasimError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
