"""The loops of :mod:`numasim.trace.windows` over arrays of nodes, in which -1 stands for no node."""

from __future__ import annotations

from partitioners.kernels.uncounted import kept_kernel


@kept_kernel
def mark(marked, nodes):  # type: ignore[no-untyped-def]
    """Mark every node of an array."""
    for k in range(nodes.size):
        if nodes[k] >= 0:
            marked[nodes[k]] = True


@kept_kernel
def renumber(number, nodes):  # type: ignore[no-untyped-def]
    """Replace every node of an array by its number."""
    for k in range(nodes.size):
        if nodes[k] >= 0:
            nodes[k] = number[nodes[k]]
