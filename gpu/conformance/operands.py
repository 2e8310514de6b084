"""Graphs, matrices and meshes of the shapes that break GPU programs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gpu.matrices import generate_matrix
from gpu.meshes.delaunay import delaunay
from gpu.meshes.generators import make_mesh
from gpu.meshes.triangle_mesh import TriangleMesh
from partitioners.conformance.graphs import edgeless, gallery
from partitioners.generators.models import rmat
from partitioners.graph import Graph

if TYPE_CHECKING:
    import scipy.sparse

STANDARD = "standard"
"""The name of the operand that every program must take."""


def graph_operands() -> dict[str, Graph]:
    """Graphs of all shapes by name; the standard one has hubs, isolated vertices and weights from 1 to 9."""
    standard = rmat(scale=9, edge_factor=4, directed=True, seed=3)
    weight = np.random.default_rng(0).integers(1, 10, standard.num_edges).astype(np.float64)
    return {
        STANDARD: replace(standard, weight=weight),
        "no edges": edgeless(3),
        **gallery(),
    }


def mesh_operands() -> dict[str, TriangleMesh]:
    """Meshes of all shapes by name; the standard one has random points and two holes."""
    return {
        STANDARD: make_mesh("plate", holes=2, points=30),
        "random": make_mesh("random_points", points=80),
        "graded": make_mesh("graded_points", points=60, grading=2.0),
        "grid": make_mesh("grid_points", width=7, height=5),
        "circle": make_mesh("circle_points", points=40),
        "l_shape": make_mesh("l_shape", points=20),
        "one triangle": delaunay([(0, 0), (1, 0), (0.5, 0.75)]),
        "thin": delaunay([(0, 0), (4, 0), (4, 0.125), (0, 0.125)]),
    }


def matrix_operands() -> dict[str, scipy.sparse.csr_array]:
    """Matrices of all shapes by name; the standard one is symmetric and positive definite."""
    import scipy.sparse as sp

    size = 40
    rng = np.random.default_rng(0)
    full_row = sp.csr_array((np.ones(size), (np.full(size, 3), np.arange(size))), shape=(size, size))
    star = sp.csr_array(sp.diags_array(np.full(size, 2.0 * size))) + full_row + full_row.T
    found = {
        STANDARD: generate_matrix("mesh-20x16"),
        "no entries": sp.csr_array((5, 5)),
        "one entry": sp.csr_array(np.array([[2.0]])),
        "path": generate_matrix(f"mesh-{size}x1"),
        "star": star,
        "one full row": full_row,
        "banded": generate_matrix("banded-64x5"),
        "R-MAT, empty rows": generate_matrix("rmat-7x2"),
        "wide": sp.random_array((7, 90), density=0.2, rng=rng),
        "tall": sp.random_array((90, 7), density=0.2, rng=rng),
    }
    return {name: _csr(matrix) for name, matrix in found.items()}


def _csr(matrix: Any) -> scipy.sparse.csr_array:
    import scipy.sparse as sp

    made = sp.csr_array(matrix, dtype=np.float64)
    made.sort_indices()
    made.indices, made.indptr = made.indices.astype(np.int32), made.indptr.astype(np.int32)
    return made
