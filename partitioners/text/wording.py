"""Descriptions of the values that a field expects and of the value that it got.

They are made from the field's annotation, so that messages, documentation and checks always agree.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from partitioners.text.format_value import format_value

_WORDS = {int: "an integer", float: "a number", str: "text", bool: "true or false", type(None): "null"}


@dataclass(frozen=True)
class Expected:
    """Marks an annotation with a description of its values: ``Annotated[..., Expected("a size")]``."""

    text: str


def describe_type(annotation: Any, metadata: Sequence[Any] = (), *, null: bool = True) -> str:
    """Describe the values that an annotation accepts.

    Parameters
    ----------
    annotation : type or special form
    metadata : sequence
        The constraints of a pydantic field, which stores them separately from its annotation.
    null : bool
        Whether the description mentions null; it should not if null means "not given".

    Returns
    -------
    str
        ``an integer of at least 1``, ``one of a, b``, ...
    """
    while typing.get_origin(annotation) is typing.Annotated:
        annotation, *inner = typing.get_args(annotation)
        metadata = [*_constraints(inner), *metadata]
    for marker in metadata:
        if isinstance(marker, Expected):
            return marker.text
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        words = [format_value(value) for value in arguments]
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    if origin in (typing.Union, types.UnionType):
        kinds = [each for each in arguments if null or each is not type(None)]
        return " or ".join(describe_type(each, metadata if each is not type(None) else ()) for each in kinds)
    if annotation in _WORDS:
        return " ".join([_WORDS[annotation], *_limits(metadata)])
    base = origin or annotation
    if isinstance(base, type) and issubclass(base, (list, tuple, Sequence)):
        return "a list"
    if isinstance(base, type) and (issubclass(base, Mapping) or hasattr(base, "model_fields")):
        return "a mapping"
    return "any value" if annotation is Any else f"a value of {getattr(annotation, '__name__', annotation)}"


def _constraints(markers: Sequence[Any]) -> list[Any]:
    """Return the markers, with those in pydantic's ``Field(ge=...)`` unpacked."""
    return [each for marker in markers for each in (getattr(marker, "metadata", None) or [marker])]


_LIMITS: dict[str, Callable[[Any], str]] = {
    "ge": lambda limit: f"of at least {limit}",
    "gt": lambda limit: f"greater than {limit}",
    "le": lambda limit: f"of at most {limit}",
    "lt": lambda limit: f"less than {limit}",
    "min_length": lambda limit: "that is not empty" if limit == 1 else f"of at least {limit} characters",
}


def _limits(metadata: Sequence[Any]) -> list[str]:
    """Describe constraints: ``from 1 to 8``, or one phrase each."""
    limits = {
        # typing may hand out 0.0 for an equal annotation with 0.
        name: int(limit) if isinstance(limit, float) and limit.is_integer() else limit
        for marker in metadata
        for name in _LIMITS
        if (limit := getattr(marker, name, None)) is not None
    }
    if limits.keys() >= {"ge", "le"}:
        return [f"from {limits['ge']} to {limits['le']}"]
    phrases = [_LIMITS[name](limit) for name, limit in limits.items()]
    return [" and ".join(phrases)] if phrases else []


def whole_number(value: Any, wanted: str) -> str:
    """A hint for a real number in the place of an integer, such as 1e3 in YAML: ``; write 1000``."""
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return f"; write {int(value)}" if is_whole and wanted.startswith("an integer") else ""
