"""Creation of inputs from matrix names, and their cuts; this module needs the partitioners."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gpu.matrices import generate_matrix, is_generated, read_matrix
from gpu.measurement.inputs import CONTIGUOUS, Input
from partitioners.errors import InputError, OptionError

_SUFFIXES = (".mtx", ".mtx.gz", ".mtx.bz2", ".mtx.xz")


def make_input(name: str, matrices: Path | None = None) -> Input:
    """Generate the matrix with a name, or read it from a folder of Matrix Market files, without cuts.

    Raises
    ------
    InputError
        The name is neither; or see :func:`gpu.matrices.read_matrix`.
    """
    if is_generated(name):
        return Input(name, generate_matrix(name))
    for file in matrix_files(matrices) if matrices else ():
        if matrix_name(file) == name:
            return Input(name, read_matrix(file))
    where = f"{matrices} has no file for it" if matrices else "name the folder of its file"
    raise InputError(f"matrix {name!r} is not a generated matrix; {where}")


def cut_matrix(problem: Input, cut: str, block_size: int) -> NDArray[Any]:
    """Cut a matrix with a partitioner (seed 0) into parts for blocks of this size.

    Raises
    ------
    UnknownNameError, OptionError
        The partitioner does not exist, or is an edge cut.
    """
    from partitioners.files.interchange import bipartite
    from partitioners.partition import EdgePartition
    from partitioners.partition_graph import partition

    if cut == CONTIGUOUS:
        return problem.part_of_entry(cut, block_size)
    found = partition(bipartite(problem.matrix), cut, problem.parts(block_size))
    if not isinstance(found, EdgePartition):
        raise OptionError(f"partitioner {cut!r} is an edge cut, but SPAC needs a vertex cut; choose another")
    return found.cluster_of_edge


def matrix_files(folder: Path) -> list[Path]:
    """List the Matrix Market files of a folder.

    Raises
    ------
    InputError
        The folder does not exist, or has no such file.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder of matrices")
    files = sorted(file for file in folder.iterdir() if file.name.endswith(_SUFFIXES))
    if not files:
        raise InputError(f"{folder}: the folder has no Matrix Market file ({', '.join(_SUFFIXES)})")
    return files


def matrix_name(file: Path) -> str:
    """A file's name without its suffixes."""
    return file.name[: file.name.index(".mtx")]
