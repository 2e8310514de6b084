"""Graph generators."""

from typing import TYPE_CHECKING, Any

from partitioners.plugins.lazy_names import public_name

if TYPE_CHECKING:
    from partitioners.generators.degree_sequence import degree_sequence
    from partitioners.generators.forks_and_joins import fork_join, in_tree, join, map_reduce, out_tree
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
    from partitioners.generators.task_graphs import cholesky, fft, lu, stencil

__all__ = [
    "GraphSize",
    "barabasi_albert",
    "cholesky",
    "degree_sequence",
    "erdos_renyi",
    "fft",
    "fork_join",
    "grid",
    "in_tree",
    "join",
    "lu",
    "map_reduce",
    "mc2depi",
    "mesh27",
    "out_tree",
    "rmat",
    "size_of",
    "stencil",
    "web",
]


def __getattr__(name: str) -> Any:  # the models need more than NumPy
    home = dict.fromkeys(__all__, "partitioners.generators.models")
    home["degree_sequence"] = "partitioners.generators.degree_sequence"
    numerical = ("stencil", "cholesky", "lu", "fft")
    home |= dict.fromkeys(numerical, "partitioners.generators.task_graphs")
    forks = ("fork_join", "join", "map_reduce", "out_tree", "in_tree")
    home |= dict.fromkeys(forks, "partitioners.generators.forks_and_joins")
    return public_name(__name__, home, name)
