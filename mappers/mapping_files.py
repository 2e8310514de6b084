"""A mapping as a file: one 0-based core id a line, in the order of the clusters, or a NumPy array."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mappers.mapping import Mapping
from partitioners.errors import InputError


def write_mapping(mapping: Mapping, path: str | Path) -> None:
    """Write the core of every cluster: ``.npy``, else text.

    Raises
    ------
    InputError
        The file cannot be written there.
    """
    path = Path(path)
    try:
        if path.suffix == ".npy":
            np.save(path, mapping.core_of_cluster)
        else:
            path.write_text("".join(f"{core}\n" for core in mapping.core_of_cluster.tolist()))
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}; choose another place") from None


def read_mapping(path: str | Path, clusters: int, cores: int) -> Mapping:
    """Read the mapping of ``clusters`` clusters onto ``cores`` cores.

    Parameters
    ----------
    path : str or path
        Text (one 0-based core id a line, empty lines at the end allowed) or ``.npy``.
    clusters, cores : int

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        The file is missing, is no list of core ids, or does not fit the number of clusters or cores.
    """
    path = Path(path)
    try:
        ids = _from_array(path) if path.suffix == ".npy" else _from_text(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; check the name") from None
    if ids.size != clusters:
        raise InputError(
            f"{path}: has {ids.size} core ids, and there are {clusters} clusters; "
            "expected one core id a line for each cluster"
        )
    wrong = np.flatnonzero((ids < 0) | (ids >= cores))
    if wrong.size:
        first = int(wrong[0])
        raise InputError(
            f"{path}:{first + 1}: cluster {first} is mapped to core {int(ids[first])}; "
            f"cores are 0 .. {cores - 1}"
        )
    return Mapping(ids, cores, "file", {"file": path.name})


def _from_array(path: Path) -> NDArray[np.int64]:
    try:
        ids = np.load(path, allow_pickle=False)
    except (ValueError, EOFError):
        raise InputError(f"{path}: is no NumPy array; write it with numpy.save") from None
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise InputError(
            f"{path}: holds {ids.dtype} of shape {ids.shape}; expected a row of integers, one core id each"
        )
    return ids.astype(np.int64)


def _from_text(path: Path) -> NDArray[np.int64]:
    try:
        lines = path.read_text(encoding="utf-8").rstrip().splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not text; expected one core id a line (or a .npy file)") from None
    ids = np.empty(len(lines), np.int64)
    for k, line in enumerate(lines):
        try:
            ids[k] = int(line)
        except (ValueError, OverflowError):
            raise InputError(
                f"{path}:{k + 1}: {line.strip()[:40]!r} is no core id; expected one integer a line"
            ) from None
    return ids
