"""Graphs whose nodes and edges have names and attributes become arrays: networkx, GraphML, DOT.

Work must not get lost: a node without an ``operation`` among nodes that have one, and an edge without a
weight among edges that have one, are errors. What else cannot be carried is named in a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError

USED = ("operation", "program_order")
"""Attributes of vertices that the project computes with: real numbers."""

_NUMBER = (Real, Decimal, np.bool_)

NodeProblem = Callable[[str, str, int], InputError]
"""Called as ``problem(what is wrong, cure, node)``; gives the exception to raise."""


def node_arrays(
    nodes: Sequence[Hashable], attributes: Sequence[Mapping[Any, Any]], problem: NodeProblem
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """The nodes' attributes as arrays, and ``original_id`` where the nodes are other than 0 .. n - 1.

    Parameters
    ----------
    nodes : sequence
        Their names. Where these are neither all integers nor all texts, ``original_id`` holds their text.
    attributes : sequence of mapping
        Of each node. Numbers of any type are one kind; so are texts, and rows of numbers of one length.
    problem : callable

    Returns
    -------
    tuple of dict and list
        The arrays, and the names of the attributes that cannot be one.

    Raises
    ------
    InputError
        What ``problem`` makes: an attribute that is used (:data:`USED`) is missing at a node, or no number
        there. O(n).
    """
    arrays: dict[str, NDArray[Any]] = {}
    dropped = []
    for key in dict.fromkeys(key for each in attributes for key in each):
        values = [each.get(key) for each in attributes]
        if key in USED:
            _check_used(key, nodes, values, problem)
        array = _array(values)
        if array is None:
            dropped.append(str(key))
        else:
            arrays[str(key)] = array
    if list(nodes) != list(range(len(nodes))):
        alike = any(all(isinstance(node, kind) for node in nodes) for kind in (Integral, str))
        ids = _array(list(nodes)) if alike else None
        if "original_id" in arrays or "original_id" in dropped:
            warnings.warn("the node attribute 'original_id' gives way to the nodes' names", stacklevel=4)
        arrays["original_id"] = np.array([str(node) for node in nodes]) if ids is None else ids
    return arrays, dropped


def edge_weights(
    attributes: Sequence[Mapping[Any, Any]], weight: str, problem: Callable[[str, str, int], InputError]
) -> NDArray[np.float64] | None:
    """The edges' weights, None where no edge has one.

    Raises
    ------
    InputError
        What ``problem`` makes: an edge without a weight where others have one, or one that is no number.
    """
    values = [each.get(weight) for each in attributes]
    have = sum(value is not None for value in values)
    if not have:
        return None
    for edge, value in enumerate(values):
        if value is None:
            cure = (
                "give it one, or take it from all" if have > 1 else "take it out, or give one to every edge"
            )
            raise problem(f"has no {weight!r}, and {have} of {len(values)} edges have one", cure, edge)
        if not isinstance(value, _NUMBER):
            raise problem(f"has the {weight!r} {_text(value)}, which is no number", "give it a number", edge)
    return np.array([_float(value) for value in values])


def warn_of_dropped(nodes: Sequence[str], edges: Sequence[str], where: str = "") -> None:
    """Warn the caller's caller of attributes that a graph cannot carry; ``where`` begins the message."""
    for what, names, why in (
        ("node", nodes, "not at every node, or not all numbers, texts or rows of numbers"),
        ("edge", edges, "of edges only the weight is kept"),
    ):
        if names:
            shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
            warnings.warn(f"{where}{what} attributes that are left out: {shown} ({why})", stacklevel=3)


def _check_used(key: str, nodes: Sequence[Hashable], values: Sequence[Any], problem: NodeProblem) -> None:
    have = sum(value is not None for value in values)
    for node, value in enumerate(values):
        if value is None:
            raise problem(
                f"has no {key!r}, and {have} of {len(nodes)} nodes have one", "give every node one", node
            )
        if not isinstance(value, _NUMBER):
            raise problem(f"has the {key!r} {_text(value)}, which is no number", "give it a number", node)
        if key == "operation" and not 0 <= _float(value) < np.inf:
            raise problem(
                f"has the {key!r} {_text(value)}", "work is a finite number of at least 0; correct it", node
            )


def _array(values: list[Any]) -> NDArray[Any] | None:
    """Values as an array, one a node; None where they are not all numbers, texts, or rows of one length."""
    if all(isinstance(value, _NUMBER) for value in values):
        array = np.array(values)
        # Fractions, and integers beyond 64 bits, are objects to NumPy.
        return array if array.dtype.kind in "biuf" else np.array([_float(value) for value in values])
    if all(isinstance(value, str) for value in values):
        array = np.array(values, dtype=str)
        # NumPy ends a text at the NUL bytes at its end.
        return array if array.tolist() == [str(value) for value in values] else None
    if not all(isinstance(value, (list, tuple, np.ndarray)) for value in values):
        return None
    try:
        array = np.array(values)
    except (ValueError, OverflowError):
        return None
    return array if array.dtype.kind in "biuf" else None


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _text(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
