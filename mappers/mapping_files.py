"""A mapping as a file: one 0-based core id a line, in the order of the clusters, or a NumPy array."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mappers.mapping import Mapping
from partitioners.errors import InputError
from partitioners.files.id_files import read_ids, write_ids


def write_mapping(mapping: Mapping, path: str | Path) -> None:
    """Write the core of every cluster: ``.npy``, else text.

    Raises
    ------
    InputError
        The file cannot be written there.
    """
    write_ids(mapping.core_of_cluster, path)


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
    ids = read_ids(path, "core")
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
