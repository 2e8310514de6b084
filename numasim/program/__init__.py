"""A partitioned graph as a program: tasks, task order, schedulers, shared values."""

from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import attach

if TYPE_CHECKING:
    from numasim.program.program import Program as Program

__getattr__, __dir__, __all__ = attach(__name__, __file__)
