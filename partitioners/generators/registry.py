"""The registry of generators."""

from __future__ import annotations

from partitioners.plugins.registry import Registry

GENERATORS = Registry(
    "generator",
    "numasim.generators",
    {
        name: f"partitioners.generators.models:{name}"
        for name in ("rmat", "barabasi_albert", "erdos_renyi", "web", "grid", "mesh27", "mc2depi")
    }
    | {name: f"partitioners.generators.matrix_kinds:{name}" for name in ("finite_elements", "circuit")}
    | {"degree_sequence": "partitioners.generators.degree_sequence:degree_sequence"}
    | {
        name: f"partitioners.generators.forks_and_joins:{name}"
        for name in ("fork_join", "join", "map_reduce", "out_tree", "in_tree")
    }
    | {name: f"partitioners.generators.task_graphs:{name}" for name in ("stencil", "cholesky", "lu", "fft")},
)
"""Every generator: ``f(*, options..., seed=0) -> Graph``; regular graphs accept the seed and ignore it."""
