"""Split-and-connect: convert the edges of a graph to nodes of a sparse graph, and convert a partition back.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", POMACS 1(1), 2017,
section 3.2. Psi (:func:`split_and_connect`) builds the auxiliary graph D' from a graph D and the order of
each vertex's edges. Omega (:func:`reconstruct`) converts any balanced vertex partition y of D' to an edge
partition x of D with C_EP(x) <= C_VP(y) (Theorem 3.4). C_VP(y) is the number of cut auxiliary edges if no
dominant edge is cut. There are two forms:

``split``
    The paper's form. Each edge has two nodes, its clones, joined by a *dominant* edge that should not be cut.
    The clones of a vertex are joined along its path by *auxiliary* edges of weight 1.
``contracted``
    Each dominant edge is contracted, so each edge has one node. This form has half the nodes, no dominant
    edges that could be cut, and no weights that differ by a factor of a thousand. The same theorem holds,
    since the same auxiliary edges are cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.coarsening.vertex_paths import VertexPaths
from partitioners.graph import Graph
from partitioners.kernels.array_types import Int8, Int32, Int64, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part

Form = Literal["contracted", "split"]

DOMINANT_WEIGHT = 1000
"""The practical value of the paper's "infinite" weight of a dominant edge (section 3.2, step 2)."""


@dataclass(frozen=True, eq=False)
class AuxiliaryGraph:
    """The graph D', whose nodes are the edges of D (``contracted``) or their clones (``split``).

    Attributes
    ----------
    form : {'contracted', 'split'}
        ``contracted``: node e is edge e. ``split``: nodes 2e and 2e + 1 are its clones at the source and at
        the destination.
    indptr : ndarray of int64, shape (nodes + 1,)
    neighbour : ndarray of int64, shape (k,)
        No self-loops, parallel edges merged; every edge is stored twice. A node has at most four neighbours.
    weight : ndarray of int64, shape (k,)
        1 for an auxiliary edge, the dominant weight for a dominant edge; merged edges have the sum.
    work : ndarray of float64, shape (nodes,)
        The weight of the node's edge, or half of it for each clone. Not all 0: if all edge weights are 0,
        each edge counts as 1.
    """

    form: Form
    indptr: NDArray[np.int64]
    neighbour: NDArray[np.int64]
    weight: NDArray[np.int64]
    work: NDArray[np.float64]


def split_and_connect(
    graph: Graph,
    paths: VertexPaths,
    *,
    form: Form = "contracted",
    close_path: bool = False,
    dominant_weight: int = DOMINANT_WEIGHT,
) -> AuxiliaryGraph:
    """Psi: build the auxiliary graph of a graph (Definition 3.2).

    Parameters
    ----------
    graph : Graph
        The graph D. The two clones of a self-loop are on the same path.
    paths : VertexPaths
        Paths of ``graph``.
    form : {'contracted', 'split'}
    close_path : bool
        Join the ends of every path of three or more clones (the paper's footnote 2).
    dominant_weight : int
        Weight of dominant edges in the form ``split``.

    Notes
    -----
    O(n + m).
    """
    contracted = form == "contracted"
    nodes = graph.num_edges * (1 if contracted else 2)
    indptr, neighbour, weight = _connect(
        paths.first, paths.clone, nodes, contracted, close_path, dominant_weight
    )
    load = edge_work(graph)
    work = load if contracted else np.repeat(load / 2, 2)
    return AuxiliaryGraph(form, indptr, neighbour, weight, work)


def reconstruct(
    auxiliary: AuxiliaryGraph, part: NDArray[np.int64], parts: int
) -> tuple[NDArray[np.int64], int]:
    """Omega: convert a vertex partition of the auxiliary graph to an edge partition (Definition 3.3).

    Parameters
    ----------
    part : ndarray of int64, shape (nodes,)
        Part of each node, 0 .. parts - 1.

    Returns
    -------
    cluster_of_edge : ndarray of int64, shape (m,)
    cut_dominant : int
        Number of dominant edges that were cut, always 0 in the form ``contracted``. Each of them is repaired
        after all other edges are placed: the edge goes to the less loaded of the two parts of its clones.
        Theorem 3.4 holds if each of them is counted as one cut.
    """
    if auxiliary.form == "contracted":
        return part, 0
    source, destination = part[0::2], part[1::2]
    cluster = source.copy()
    cut = np.flatnonzero(source != destination)
    if cut.size:
        work = 2 * auxiliary.work[0::2]
        load = np.bincount(cluster, work, minlength=parts)
        load -= np.bincount(cluster[cut], work[cut], minlength=parts)
        for e in cut.tolist():
            one, two = source[e], destination[e]
            cluster[e] = two if load[two] < load[one] else one
            load[cluster[e]] += work[e]
    return cluster, int(cut.size)


@njit(cache=True)
def _connect(
    first: Int64, clone: Integers, nodes: int, contracted: bool, close_path: bool, dominant_weight: int
) -> tuple[Int64, Int64, Int64]:
    # A node has at most two neighbours on each of its paths, and one along the dominant edge.
    neighbour = np.empty((nodes, 4), np.int32)
    weight = np.empty((nodes, 4), np.int32)
    degree = np.zeros(nodes, np.int8)
    shift = 1 if contracted else 0
    if not contracted:
        for a in range(nodes):
            neighbour[a, 0] = a ^ 1
            weight[a, 0] = dominant_weight
            degree[a] = 1
    for v in range(first.size - 1):
        low, high = first[v], first[v + 1]
        for i in range(low, high - 1):
            _join(clone[i] >> shift, clone[i + 1] >> shift, neighbour, weight, degree)
        if close_path and high - low > 2:
            _join(clone[high - 1] >> shift, clone[low] >> shift, neighbour, weight, degree)
    indptr = np.zeros(nodes + 1, np.int64)
    for a in range(nodes):
        indptr[a + 1] = indptr[a] + degree[a]
    flat_neighbour = np.empty(indptr[nodes], np.int64)
    flat_weight = np.empty(indptr[nodes], np.int64)
    for a in range(nodes):
        for i in range(degree[a]):
            flat_neighbour[indptr[a] + i] = neighbour[a, i]
            flat_weight[indptr[a] + i] = weight[a, i]
    return indptr, flat_neighbour, flat_weight


@kernel_part()
def _join(a: int, b: int, neighbour: Int32, weight: Int32, degree: Int8) -> None:
    if a == b:  # both clones of a self-loop, contracted
        return
    for i in range(degree[a]):
        if neighbour[a, i] == b:
            weight[a, i] += 1
            for j in range(degree[b]):
                if neighbour[b, j] == a:
                    weight[b, j] += 1
            return
    neighbour[a, degree[a]] = b
    weight[a, degree[a]] = 1
    degree[a] += 1
    neighbour[b, degree[b]] = a
    weight[b, degree[b]] = 1
    degree[b] += 1
