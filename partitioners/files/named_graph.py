"""Conversion of named nodes and edges with attributes to arrays, for networkx, GraphML and DOT.

Work must not get lost: it is an error if only some nodes have an ``operation``, or only some edges have a
weight. A warning names all other attributes that cannot be converted.
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
from partitioners.graph import MAX_BYTES

USED = ("operation", "program_order")
"""Vertex attributes that the project uses in computations, so they must be real numbers."""

_NUMBER = (Real, Decimal, np.bool_)

NodeProblem = Callable[[str, str, int], InputError]
"""Called as ``problem(what is wrong, remedy, node)``; returns the exception to raise."""


def node_arrays(
    nodes: Sequence[Hashable], attributes: Sequence[Mapping[Any, Any]], problem: NodeProblem
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """Convert node attributes to arrays, and add ``original_id`` if the nodes are not 0 .. n - 1.

    Parameters
    ----------
    nodes : sequence
        Names of the nodes. If they are neither all integers nor all texts, ``original_id`` has their text.
    attributes : sequence of mapping
        Attributes of each node. The values of an attribute must be all numbers of any type, all texts, or all
        rows of numbers of one length.

    Returns
    -------
    tuple of dict and list
        The arrays, and the names of the attributes that cannot be converted.

    Raises
    ------
    InputError
        From ``problem``: an attribute in :data:`USED` is missing at a node, or is not a number. O(n).
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
            warnings.warn("the node attribute 'original_id' is replaced by the nodes' names", stacklevel=4)
        arrays["original_id"] = np.array([str(node) for node in nodes]) if ids is None else ids
    return arrays, dropped


def edge_weights(
    attributes: Sequence[Mapping[Any, Any]], weight: str, problem: Callable[[str, str, int], InputError]
) -> NDArray[np.float64] | None:
    """The weights of the edges; None if no edge has a weight.

    Raises
    ------
    InputError
        From ``problem``: only some edges have a weight, or a weight is not a number.
    """
    values = _edge_numbers(attributes, weight, problem)
    return None if values is None else np.array(values)


def edge_bytes(
    attributes: Sequence[Mapping[Any, Any]], name: str, problem: Callable[[str, str, int], InputError]
) -> NDArray[np.int64] | None:
    """The bytes of the edges, rounded up to integers; None if no edge has the attribute.

    Raises
    ------
    InputError
        From ``problem``: only some edges have the attribute, or a value is not a finite number of at least 0.
    """
    values = _edge_numbers(attributes, name, problem)
    if values is None:
        return None
    for edge, value in enumerate(values):
        if not 0 <= value < MAX_BYTES:
            cure = "bytes are a number from 0 to 2^53; correct it"
            raise problem(f"has the {name!r} {_text(attributes[edge][name])}", cure, edge)
    return np.ceil(values).astype(np.int64)


def _edge_numbers(
    attributes: Sequence[Mapping[Any, Any]], name: str, problem: Callable[[str, str, int], InputError]
) -> list[float] | None:
    """An attribute that every edge has as a number; None if no edge has it."""
    values = [each.get(name) for each in attributes]
    have = sum(value is not None for value in values)
    if not have:
        return None
    for edge, value in enumerate(values):
        if value is None:
            cure = (
                "give it one, or remove it from all edges"
                if have > 1
                else "remove it, or give one to every edge"
            )
            raise problem(f"has no {name!r}, but {have} of {len(values)} edges have one", cure, edge)
        if not isinstance(value, _NUMBER):
            raise problem(f"has the {name!r} {_text(value)}, which is not a number", "give it a number", edge)
    return [_float(value) for value in values]


def warn_of_dropped(nodes: Sequence[str], edges: Sequence[str], where: str = "") -> None:
    """Warn the caller's caller of attributes that are ignored; the message begins with ``where``."""
    for what, names, why in (
        ("node", nodes, "missing at some nodes, or not all numbers, texts or rows of numbers"),
        ("edge", edges, "only the weight and the bytes of an edge are kept"),
    ):
        if names:
            shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
            warnings.warn(f"{where}{what} attributes ignored: {shown} ({why})", stacklevel=3)


def _check_used(key: str, nodes: Sequence[Hashable], values: Sequence[Any], problem: NodeProblem) -> None:
    have = sum(value is not None for value in values)
    for node, value in enumerate(values):
        if value is None:
            raise problem(
                f"has no {key!r}, but {have} of {len(nodes)} nodes have one", "give one to every node", node
            )
        if not isinstance(value, _NUMBER):
            raise problem(f"has the {key!r} {_text(value)}, which is not a number", "give it a number", node)
        if key == "operation" and not 0 <= _float(value) < np.inf:
            raise problem(
                f"has the {key!r} {_text(value)}", "work is a finite number of at least 0; correct it", node
            )


def _array(values: list[Any]) -> NDArray[Any] | None:
    """Values as an array, one per node; None unless all are numbers, texts, or rows of one length."""
    if all(isinstance(value, _NUMBER) for value in values):
        array = np.array(values)
        # NumPy stores fractions and integers beyond 64 bits as objects.
        return array if array.dtype.kind in "biuf" else np.array([_float(value) for value in values])
    if all(isinstance(value, str) for value in values):
        array = np.array(values, dtype=str)
        # NumPy removes NUL bytes at the end of a text.
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
