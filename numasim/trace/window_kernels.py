"""The loops of :mod:`numasim.trace.windows` over arrays of nodes, in which -1 stands for no node."""

from __future__ import annotations

from partitioners.kernels.array_types import Booleans, Integers
from partitioners.kernels.uncounted import kept_kernel


@kept_kernel
def mark(marked: Booleans, nodes: Integers) -> None:
    """Mark every node of an array."""
    for k in range(nodes.size):
        if nodes[k] >= 0:
            marked[nodes[k]] = True


@kept_kernel
def renumber(number: Integers, nodes: Integers) -> None:
    """Replace every node of an array by its number."""
    for k in range(nodes.size):
        if nodes[k] >= 0:
            nodes[k] = number[nodes[k]]
