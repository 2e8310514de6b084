"""KaMinPar, a partitioner for large numbers of parts: an edge cut, and an alternative to METIS in ``spac``.

Gottesbüren, Heuer, Sanders, Schulz, Seemaier, "Deep multilevel graph partitioning", ESA 2021. Its Python
binding reads graphs only from files, so the graph is written to a file in ParHIP's binary format.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import heaviest_to_least_loaded
from partitioners.edge_cuts.metis import integer_weights, within_limit
from partitioners.errors import MissingExtraError
from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.plugins.option_types import Imbalance
from partitioners.storage.temporary_folder import temporary_folder


def kaminpar(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    imbalance: Imbalance = 1.03,
) -> VertexPartition:
    """Edge cut: KaMinPar, which balances the work of vertices as ``metis`` does.

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned, as by ``metis``.
    seed : int
        Seed of KaMinPar.
    imbalance : float
        The largest work of a cluster over the mean, see :func:`partitioners.balance.hard_limit`. If KaMinPar
        exceeds it, vertices at the border of an overloaded cluster move to clusters below the limit.

    Returns
    -------
    VertexPartition
        With fewer than two vertices with work per part, the vertices go to the least loaded part one by one,
        heaviest first.

    Raises
    ------
    MissingExtraError
        The package ``kaminpar`` is not installed.
    """
    return within_limit(graph, parts, kaminpar_k_way, seed=seed, imbalance=imbalance)


def kaminpar_k_way(
    indptr: NDArray[np.int64],
    neighbour: NDArray[np.int64],
    edge_weight: NDArray[np.int64],
    work: NDArray[np.float64],
    parts: int,
    *,
    seed: int,
    imbalance: float,
) -> NDArray[np.int64]:
    """KaMinPar's default preset on one thread.

    Arguments and result are those of :func:`partitioners.edge_cuts.metis.k_way`.

    Raises
    ------
    MissingExtraError
        The package ``kaminpar`` is not installed.
    """
    try:
        import kaminpar
    except ImportError:
        raise MissingExtraError("kaminpar", "kaminpar", "the vertex partitioner 'kaminpar'") from None

    if parts == 1 or np.count_nonzero(work) < 2 * parts:
        return heaviest_to_least_loaded(work, parts)
    partitioner = _partitioner_on_one_thread()
    with temporary_folder("kaminpar") as folder:
        path = folder / "graph.parhip"
        _write_parhip(path, indptr, neighbour, edge_weight, integer_weights(work, parts))
        graph = kaminpar.load_graph(str(path), kaminpar.GraphFileFormat.PARHIP)
    kaminpar.reseed(seed % 2**31)
    return np.asarray(partitioner.compute_partition(graph, parts, imbalance - 1), np.int64)


@cache
def _partitioner_on_one_thread() -> Any:
    """The partitioner of this process, which is made before the first graph is loaded and never removed.

    As long as it exists, the library has one thread. Otherwise loading a graph starts a thread for each core,
    and on a busy machine such a thread could take a part of the work of a partition, which would differ.
    """
    import kaminpar

    return kaminpar.KaMinPar(1, kaminpar.default_context())


def _write_parhip(
    path: Path,
    indptr: NDArray[np.int64],
    neighbour: NDArray[np.int64],
    edge_weight: NDArray[np.int64],
    node_weight: NDArray[np.int64],
) -> None:
    """Write ParHIP's format in 64-bit words.

    The words are: a version (0: with both kinds of weights), the numbers of nodes and of directed edges, the
    offset of each node's neighbours (in bytes from the start of the file), the neighbours, and the weights.
    """
    nodes = indptr.size - 1
    start = 8 * (3 + nodes + 1)
    with path.open("wb") as file:
        for words in ([0, nodes, neighbour.size], start + 8 * indptr, neighbour, node_weight, edge_weight):
            np.asarray(words, "<u8").tofile(file)
