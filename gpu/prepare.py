"""``python -m gpu.prepare DIR``: matrices and their cuts, as ``gpu/record.py`` reads them on a GPU machine.

This is the part that needs the partitioners; the other one needs NumPy, SciPy and CuPy alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gpu.kernel import BLOCK_SIZES, check_variant
from gpu.matrices import SIZES, generate_matrix, is_generated, read_matrix
from gpu.measurement.problems import CONTIGUOUS, Problem
from partitioners.errors import InputError, NumasimError, OptionError

CUTS = ("spac", "wb_libra")
"""The partitioners of the paper that are measured by default, beside ``contiguous``."""

MAX_CUT_ENTRIES = 3_000_000
"""Larger matrices are measured under ``contiguous`` alone: cuts of them take hours and tens of megabytes."""

_SUFFIXES = (".mtx", ".mtx.gz", ".mtx.bz2", ".mtx.xz")


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
        problem = make_problem(name, matrices)
        if problem.matrix.nnz <= MAX_CUT_ENTRIES:
            made = {(cut, size): cut_matrix(problem, cut, size) for cut in cuts for size in block_sizes}
            problem = Problem(name, problem.matrix, made)
        file = problem.save(folder)
        written.append(file)
        say(f"{file}: {problem.matrix.nnz} entries, {len(problem.cuts)} cuts, {file.stat().st_size} bytes")
    return written


def make_problem(name: str, matrices: Path | None = None) -> Problem:
    """The matrix of a name, generated or from a folder of Matrix Market files, not cut yet.

    Raises
    ------
    InputError
        It is neither; or as :func:`gpu.matrices.read_matrix`.
    """
    if is_generated(name):
        return Problem(name, generate_matrix(name))
    for file in matrix_files(matrices) if matrices else ():
        if matrix_name(file) == name:
            return Problem(name, read_matrix(file))
    where = f"there is no file of it in {matrices}" if matrices else "name the folder that holds its file"
    raise InputError(f"matrix {name!r} is not a generated one, and {where}")


def cut_matrix(problem: Problem, cut: str, block_size: int) -> NDArray[Any]:
    """The part of each entry by a partitioner (seed 0), about a block's threads of entries in each part.

    Raises
    ------
    UnknownNameError, OptionError
        No such partitioner; one that cuts vertices.
    """
    from partitioners.files.interchange import bipartite
    from partitioners.partition import EdgePartition
    from partitioners.partition_graph import partition

    if cut == CONTIGUOUS:
        return problem.part_of_entry(cut, block_size)
    found = partition(bipartite(problem.matrix), cut, problem.parts(block_size))
    if not isinstance(found, EdgePartition):
        raise OptionError(f"partitioner {cut!r} cuts edges and SPAC needs a vertex cut; choose another")
    return found.cluster_of_edge


def matrix_files(folder: Path) -> list[Path]:
    """The Matrix Market files of a folder.

    Raises
    ------
    InputError
        No such folder, or none in it.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder of matrices")
    files = sorted(file for file in folder.iterdir() if file.name.endswith(_SUFFIXES))
    if not files:
        raise InputError(f"{folder}: there is no Matrix Market file in it ({', '.join(_SUFFIXES)})")
    return files


def matrix_name(file: Path) -> str:
    """A file's name without its suffixes."""
    return file.name[: file.name.index(".mtx")]


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
