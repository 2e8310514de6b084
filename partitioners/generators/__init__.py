"""Graph generators."""

from typing import TYPE_CHECKING, Any

from partitioners.lazy_names import public_name

if TYPE_CHECKING:
    from partitioners.generators.degree_sequence import degree_sequence
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
    from partitioners.generators.task_graphs import cholesky, fft, fork_join, lu, out_tree, stencil

__all__ = [
    "GraphSize",
    "barabasi_albert",
    "cholesky",
    "degree_sequence",
    "erdos_renyi",
    "fft",
    "fork_join",
    "grid",
    "lu",
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
    tasks = ("fork_join", "stencil", "cholesky", "lu", "fft", "out_tree")
    home |= dict.fromkeys(tasks, "partitioners.generators.task_graphs")
    return public_name(__name__, home, name)
