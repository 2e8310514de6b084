"""Bounds of integers: no integer of a file or an option is beyond what the kernels can count.

Numbers of entities and delays are stored in 32 bits, times in 64. A field or an option whose annotation has
no bound of its own gets those of 32 bits, so that a larger value is refused where it is written.
"""

from __future__ import annotations

import typing
from collections.abc import Sequence
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any

import numpy as np

from partitioners.errors import OptionError
from partitioners.text.wording import Expected

MAX_INTEGER = 2**31 - 1
"""The largest value of an integer without a bound of its own."""

MAX_DELAY = 2**20
"""The largest delay of a network, in cycles: sums over a route are exact in 32 bits."""

MAX_WORD = 2**63 - 1
"""The largest seed."""

MAX_TIME = 2**53
"""The largest limit on cycles, events and instructions: every smaller integer is exact in a float, too."""


def check_integer(name: str, value: object, least: int = 0) -> int:
    """Return a value as an int.

    Raises
    ------
    OptionError
        It is no integer, or less than ``least``. The message begins with ``name``.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise OptionError(f"{name} must be an integer >= {least}, got {value!r}")
    return int(value)


def bounded(annotation: Any, metadata: Sequence[Any] = ()) -> Any:
    """Add bounds to the integers of an annotation.

    Parameters
    ----------
    annotation : type or special form
    metadata : sequence
        The constraints of a pydantic field, which stores them separately from its annotation.

    Returns
    -------
    type or special form
        The annotation with its constraints. An integer without an upper bound is at most ``MAX_INTEGER``, and
        an integer without a lower bound is at least ``-MAX_INTEGER - 1``. What is described in words of its
        own (:class:`~partitioners.text.wording.Expected`) is checked elsewhere, and stays as it is.
    """
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return bounded(arguments[0], [*annotation.__metadata__, *metadata])
    if any(isinstance(each, Expected) for each in metadata):
        return _with(annotation, metadata)
    if annotation is int:
        return _with(int, [*metadata, *missing_bounds(metadata)])
    if origin in (typing.Union, UnionType):
        # The constraints of an optional number are those of the number.
        kinds = [each if each is type(None) else bounded(each, metadata) for each in arguments]
        return reduce(or_, kinds)
    if origin in (list, tuple, dict):
        inner = tuple(each if each is Ellipsis else bounded(each) for each in arguments)
        return _with(origin[inner], metadata)
    return _with(annotation, metadata)


def missing_bounds(metadata: Sequence[Any]) -> list[Any]:
    """Return the bounds that an integer with these constraints lacks."""
    try:
        from annotated_types import Ge, Le
    except ModuleNotFoundError:  # a machine that only measures a GPU, where nothing reads the bounds
        return []
    known = [each for marker in metadata for each in (getattr(marker, "metadata", None) or [marker])]
    lacks = [
        all(getattr(each, name, None) is None for each in known for name in names)
        for names in (("ge", "gt"), ("le", "lt"))
    ]
    return [
        each for each, missing in zip((Ge(-MAX_INTEGER - 1), Le(MAX_INTEGER)), lacks, strict=True) if missing
    ]


def _with(annotation: Any, metadata: Sequence[Any]) -> Any:
    return Annotated[(annotation, *metadata)] if metadata else annotation
