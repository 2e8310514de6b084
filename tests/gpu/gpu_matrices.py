"""Random sparse matrices of the shapes that trouble SpMV kernels, and applications of them."""

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

from gpu import spac_application
from partitioners.files.interchange import bipartite
from partitioners.partition import EdgePartition


@st.composite
def matrices(draw):
    """CSR matrices: empty rows, no entries, one dense row, a power law of row lengths; float64 values."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows, columns = draw(st.integers(1, 90)), draw(st.integers(1, 90))
    kind = draw(st.sampled_from(["sparse", "empty", "dense_row", "power_law"]))
    if kind == "empty":
        lengths = np.zeros(rows, int)
    elif kind == "power_law":
        lengths = np.minimum(rng.zipf(1.5, rows), columns)
    else:
        lengths = rng.integers(0, min(columns, 4) + 1, rows)
    if kind == "dense_row":
        lengths[rng.integers(rows)] = columns
    row = np.repeat(np.arange(rows), lengths)
    column = np.concatenate([rng.choice(columns, n, replace=False) for n in lengths] or [[]]).astype(int)
    return sp.coo_array((rng.standard_normal(row.size), (row, column)), shape=(rows, columns)).tocsr()


def random_matrix(rows, columns, entries, seed=0):
    rng = np.random.default_rng(seed)
    place = rng.choice(rows * columns, entries, replace=False)
    values = rng.standard_normal(entries)
    return sp.coo_array((values, (place // columns, place % columns)), shape=(rows, columns)).tocsr()


def random_application(matrix, parts, seed=0, **options):
    """A random vertex cut, which shares most rows between blocks."""
    graph = bipartite(matrix)
    clusters = np.random.default_rng(seed).integers(parts, size=graph.num_edges)
    return spac_application(matrix, EdgePartition(graph, parts, clusters), **options)
