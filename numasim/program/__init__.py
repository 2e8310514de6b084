"""A partitioned graph as a program: tasks, their order, schedulers, shared values."""

from typing import TYPE_CHECKING

from numasim.lazy_names import lazy_names

if TYPE_CHECKING:
    from numasim.program.program import Program as Program

_HOME = {"Program": "numasim.program.program"}

__all__ = [*_HOME]
__getattr__, __dir__ = lazy_names(__name__, _HOME)
