"""A partitioned graph as a program: tasks, their order, schedulers, shared values."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.program.program import Program

__all__ = ["Program"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from numasim.program.program import Program

    return Program
