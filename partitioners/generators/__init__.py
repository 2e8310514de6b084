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

__all__ = [
    "GraphSize",
    "barabasi_albert",
    "degree_sequence",
    "erdos_renyi",
    "grid",
    "mc2depi",
    "mesh27",
    "rmat",
    "size_of",
    "web",
]


def __getattr__(name: str) -> Any:  # the models need more than NumPy
    home = dict.fromkeys(__all__, "partitioners.generators.models")
    home["degree_sequence"] = "partitioners.generators.degree_sequence"
    return public_name(__name__, home, name)
