"""The classes of the tasks of a graph, and the rows that they have in the tables of a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.machine.core_classes import OTHER
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.task_rates import TaskRates
    from partitioners.graph import Graph


CLASSES = ("kind", "opcode_class")
"""The vertex attributes with the class of a task: the second is that of traced programs."""


def rows_of_vertices(
    graph: Graph, rates: TaskRates, edge_cycles: NDArray[Any] | None = None
) -> NDArray[np.int32]:
    """The row of each vertex in the table of a machine. A vertex and its in-edges are of one class.

    Parameters
    ----------
    edge_cycles : ndarray of int, shape (m,), optional
        The work of the edges, if they are tasks of their own.

    Returns
    -------
    ndarray of int32, shape (n,)

    Raises
    ------
    OptionError
        The machine has rows, but a class of these tasks has none; or a class has cycles of its own, and its
        edges have work.
    """
    n = graph.num_vertices
    if not rates.classes:
        return np.zeros(n, np.int32)
    names, number = _classes(graph)
    rows = np.array([rates.row_of(name) for name in names], np.int32)
    missing = [name for name, row in zip(names, rows, strict=True) if row < 0]
    if missing:
        raise OptionError(_without_row(graph, rates, missing))
    found = rows[number]
    if edge_cycles is not None:
        _check_edges(graph, rates, found, edge_cycles)
    return found


def _classes(graph: Graph) -> tuple[list[str], NDArray[np.integer]]:
    """The classes of the tasks, and the position of each vertex's class; one without a name if none."""
    attribute = next((name for name in CLASSES if name in graph.vertex), None)
    if attribute is None:
        return [""], np.zeros(graph.num_vertices, np.int64)
    names, number = np.unique(graph.vertex[attribute], return_inverse=True)
    if attribute == "opcode_class":
        from numasim.trace.instructions import OpcodeClass

        return [OpcodeClass(int(code)).name.lower() for code in names], number
    return [str(name) for name in names], number


def _without_row(graph: Graph, rates: TaskRates, missing: list[str]) -> str:
    cure = f"add one to `core.task_speeds`, or a row {OTHER!r} for all classes without one"
    if missing == [""]:
        return f"the tasks of {graph.name!r} have no classes, and the machine has times for classes; {cure}"
    shown = ", ".join(map(repr, missing[:8])) + (", ..." if len(missing) > 8 else "")
    return (
        f"the tasks of {graph.name!r} have classes without a row in the machine's tables: {shown}; {cure}; "
        f"the tables have rows for {', '.join(rates.classes)}"
    )


def _check_edges(graph: Graph, rates: TaskRates, row: NDArray[np.int32], edge_cycles: NDArray[Any]) -> None:
    constant = rates.table[:, :, 2].max(axis=1) > 0
    wrong = np.flatnonzero(constant[row[graph.dst]] & (np.asarray(edge_cycles) > 0))
    if wrong.size:
        e = int(wrong[0])
        name = rates.classes[row[graph.dst[e]]]
        raise OptionError(
            f"`core.task_cycles` has a row for {name!r}, but edge {e} of {graph.name!r} has work of its own, "
            "so a task has several parts; use `core.task_speeds`, or give the edges the weight 0"
        )
