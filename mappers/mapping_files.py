"""Mapping files: one 0-based core id per line, in the order of the clusters, or a NumPy array."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mappers.mapping import Mapping
from partitioners.errors import InputError
from partitioners.files.id_files import read_ids, write_ids


def write_mapping(mapping: Mapping, path: str | Path) -> None:
    """Write the core of every cluster, as a NumPy array if the name ends in ``.npy``, else as text.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    write_ids(mapping.core_of_cluster, path)


def read_mapping(path: str | Path, clusters: int, cores: int) -> Mapping:
    """Read a mapping of ``clusters`` clusters to ``cores`` cores.

    Parameters
    ----------
    path : str or path
        Text (one 0-based core id per line, empty lines at the end allowed) or ``.npy``.

    Raises
    ------
    InputError
        The file is missing, is not a list of core ids, or does not fit the number of clusters or cores.
    """
    path = Path(path)
    ids = read_ids(path, "core")
    if ids.size != clusters:
        raise InputError(
            f"{path}: {ids.size} core ids for {clusters} clusters; "
            "expected one core id per line for each cluster"
        )
    wrong = np.flatnonzero((ids < 0) | (ids >= cores))
    if wrong.size:
        first = int(wrong[0])
        raise InputError(
            f"{path}:{first + 1}: cluster {first} is mapped to core {int(ids[first])}; "
            f"cores are 0 .. {cores - 1}"
        )
    return Mapping(ids, cores, "file", {"file": path.name})
