"""Graph generators."""

from partitioners.generators.models import (
    GraphSize,
    barabasi_albert,
    erdos_renyi,
    grid,
    mc2depi,
    mesh27,
    rmat,
    size_of,
    web,
)

__all__ = [
    "GraphSize",
    "barabasi_albert",
    "erdos_renyi",
    "grid",
    "mc2depi",
    "mesh27",
    "rmat",
    "size_of",
    "web",
]
