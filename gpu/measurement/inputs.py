"""Inputs of measurements: a matrix, and its cuts for thread blocks of each size, as portable files.

An input is one small ``.npz`` file. A generated matrix is generated again from its name when the file is
read. The file contains the part of each entry for every cut, from which the application is prepared with
NumPy only. Matrices and applications that take long to compute can be cached in a folder for other processes
and later runs.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.matrices import content_hash, generate_matrix, is_generated, matrix_hash, search_levels
from gpu.programs.spac_application import (
    ENTRIES_PER_THREAD,
    SpacApplication,
    spac_application,
    spac_parts,
)
from partitioners.errors import InputError, OptionError
from partitioners.files.interchange import bipartite
from partitioners.partition import EdgePartition
from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    import scipy.sparse

CONTIGUOUS = "contiguous"
"""The cut without a partitioner: entries in row order, in parts of equal size."""


MOST_LEVELS = 2_000
"""Levels above which a search is not measured, since each of them is a launch and a wait."""


@dataclass(frozen=True, eq=False)
class Input:
    """A matrix and its cuts.

    Attributes
    ----------
    name : str
        Name of the matrix: a name for :func:`gpu.matrices.generate_matrix`, or a file's name without
        suffixes.
    cuts : mapping of (str, int) to ndarray of int, shape (m,)
        The part of each entry (CSR order) by partitioner and block size; ``contiguous`` always exists.
    kept : Path, optional
        Cache folder for generated matrices and applications, which are then not computed again.
    entries_per_thread : int
        Entries of a part over threads of its block, for all cuts.
    """

    name: str
    matrix: scipy.sparse.csr_array
    cuts: Mapping[tuple[str, int], NDArray[Any]] = field(default_factory=dict)
    kept: Path | None = None
    entries_per_thread: int = ENTRIES_PER_THREAD

    @cached_property
    def hash(self) -> str:
        """A hash of the matrix; twelve hexadecimal digits."""
        return matrix_hash(self.matrix)

    @property
    def levels(self) -> int:
        """The levels of a search in the graph of the entries, up to one more than :data:`MOST_LEVELS`."""
        return search_levels(self.matrix, MOST_LEVELS + 1)

    def parts(self, block_size: int) -> int:
        """The number of parts of a cut for blocks of this size."""
        return spac_parts(self.matrix.nnz, block_size=block_size, entries_per_thread=self.entries_per_thread)

    def methods(self, block_size: int) -> tuple[str, ...]:
        """The cuts for a block size."""
        return (CONTIGUOUS, *(method for method, size in self.cuts if size == block_size))

    def part_of_entry(self, cut: str, block_size: int) -> NDArray[Any]:
        """The part of each entry, shape (m,).

        Raises
        ------
        OptionError
            The cut does not exist.
        """
        if cut == CONTIGUOUS:
            entries = self.matrix.nnz
            return np.arange(entries) * self.parts(block_size) // max(entries, 1)
        if (cut, block_size) not in self.cuts:
            raise OptionError(f"matrix {self.name!r} has no cut by {cut!r} for blocks of {block_size}")
        return self.cuts[cut, block_size]

    def application(
        self, cut: str, block_size: int, reorder: Literal["each", "same", "none"] = "each"
    ) -> SpacApplication:
        """Prepare the SPAC application of a cut.

        Its parts are small enough for both types and both places of x. O(m log m).
        """
        file = f"{self.name}.{cut}.{block_size}.{self.entries_per_thread}.{reorder}.npz"
        kept = None if self.kept is None else self.kept / file
        if kept is not None and kept.exists():
            return SpacApplication.load(kept)
        parts = self.part_of_entry(cut, block_size)
        partition = EdgePartition(bipartite(self.matrix), self.parts(block_size), parts, method=cut)
        made = spac_application(self.matrix, partition, dtype="float64", x_in="shared", reorder=reorder)
        if kept is not None:
            made.save(kept)
        return made

    def input_hash(self, cut: str, block_size: int) -> str:
        """A hash of the matrix and, if it is not empty, the cut; twelve hexadecimal digits."""
        if not cut:
            return self.hash
        digits = np.frombuffer(self.hash.encode(), np.uint8)
        return content_hash(digits, self.part_of_entry(cut, block_size).astype(np.int32))

    def save(self, folder: Path) -> Path:
        """Write ``<name>.npz``; it contains the matrix only if it cannot be generated from the name."""
        arrays: dict[str, Any] = {
            "hash": np.array(self.hash),
            "entries": np.array(self.matrix.nnz),
            "entries_per_thread": np.array(self.entries_per_thread),
            "levels": np.array(self.levels),
        }
        if not is_generated(self.name):
            arrays |= {
                "shape": np.array(self.matrix.shape, np.int64),
                "row_start": self.matrix.indptr.astype(np.int32),
                "column": self.matrix.indices.astype(np.int32),
                "value": self.matrix.data,
            }
        for (method, block_size), parts in self.cuts.items():
            narrow = np.uint16 if self.parts(block_size) <= 2**16 else np.int32
            arrays[f"{method}/{block_size}"] = np.asarray(parts).astype(narrow)
        path = folder / f"{self.name}.npz"
        with replacing(path) as part, part.open("wb") as stream:
            np.savez_compressed(stream, **arrays)
        return path

    @classmethod
    def load(cls, path: Path, kept: Path | None = None) -> Input:
        """Read a file of :meth:`save`; a generated matrix is generated again if it is not cached.

        Raises
        ------
        InputError
            The file cannot be read, is not an input, or its matrix differs from the one that was cut.
        """
        import scipy.sparse as sp

        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                arrays = dict(archive)
            expected = str(arrays.pop("hash"))
            arrays.pop("entries")
            arrays.pop("levels")
            entries_per_thread = int(arrays.pop("entries_per_thread"))
            made = None if kept is None else kept / f"{path.stem}.matrix.npz"
            if made is not None and made.exists():
                matrix = sp.load_npz(made)
            elif is_generated(path.stem):
                matrix = generate_matrix(path.stem)
            else:
                shape = tuple(int(n) for n in arrays.pop("shape"))
                entries = arrays.pop("value"), arrays.pop("column"), arrays.pop("row_start")
                matrix = sp.csr_array(entries, shape=shape)
                matrix.check_format(full_check=True)
            cuts = {}
            for name, parts in arrays.items():
                method, _, block_size = name.rpartition("/")
                cuts[method, int(block_size)] = parts
        except KeyError as error:
            raise InputError(f"{path}: not a measurement input: {error.args[0]}") from None
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            raise InputError(f"{path}: not a measurement input: {error}") from None
        problem = cls(path.stem, matrix, cuts, kept, entries_per_thread)
        if made is not None and made.exists():
            problem.__dict__["hash"] = expected  # verified before it was cached
        if problem.hash != expected:
            raise InputError(
                f"{path}: the matrix has the hash {problem.hash} here, but had {expected} when it was cut; "
                "prepare it with the same versions of numasim and NumPy"
            )
        if made is not None and not made.exists() and is_generated(path.stem):
            with replacing(made) as part, part.open("wb") as stream:
                sp.save_npz(stream, matrix, compressed=False)
        return problem


@dataclass(frozen=True)
class Prepared:
    """The file of an input, and a summary of its content.

    Attributes
    ----------
    entries : int
        Number of entries of the matrix.
    levels : int
        Levels of a search in its graph, up to one more than :data:`MOST_LEVELS`.
    cuts : tuple of (str, int)
        Partitioner and block size of each cut, without ``contiguous``.
    """

    path: Path
    entries: int
    levels: int
    cuts: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """The name of the matrix."""
        return self.path.stem

    def methods(self, block_size: int) -> tuple[str, ...]:
        """The cuts for a block size, as in :meth:`Input.methods`."""
        return (CONTIGUOUS, *(method for method, size in self.cuts if size == block_size))


def prepared_inputs(folder: Path) -> list[Prepared]:
    """List the inputs of a folder, small matrices first, without generating or reading a matrix.

    Raises
    ------
    InputError
        The folder does not exist or is empty, or a file is not an input.
    """
    if not folder.is_dir():
        raise InputError(
            f"{folder}: there is no such folder; create it with `python -m gpu.prepare {folder}`"
        )
    found = []
    for file in sorted(folder.glob("*.npz")):
        try:
            with np.load(file, allow_pickle=False) as archive:
                names = [name.rpartition("/") for name in archive.files if "/" in name]
                cuts = tuple((method, int(block_size)) for method, _, block_size in names)
                found.append(Prepared(file, int(archive["entries"]), int(archive["levels"]), cuts))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise InputError(f"{file}: not a measurement input: {error}") from None
    if not found:
        raise InputError(
            f"{folder}: the folder has no .npz file; fill it with `python -m gpu.prepare {folder}`"
        )
    return sorted(found, key=lambda each: (each.entries, each.name))
