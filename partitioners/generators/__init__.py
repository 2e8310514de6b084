"""Graph generators."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from partitioners.generators import models  # needs more than NumPy

    return getattr(models, name)
