"""A partitioned graph as a program: tasks, task order, schedulers, shared values."""

from functools import partial
from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import public_name

if TYPE_CHECKING:
    from numasim.program.program import Program as Program

_HOME = {"Program": "numasim.program.program"}

__all__ = [*_HOME]
__getattr__ = partial(public_name, __name__, _HOME)
