"""The points of a sweep that meet the experiment's ``constraint``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.schema.expressions import ExpressionError, parse, unknown_name
from partitioners.text.units import Duration

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


def meets(point: Experiment, overrides: Mapping[str, Any], constraint: str) -> bool:
    """Whether a concrete experiment meets a constraint; one that compares a missing value is not met.

    Parameters
    ----------
    point : Experiment
        Without a sweep.
    overrides : mapping
        Its swept fields.
    constraint : str

    Raises
    ------
    ExpressionError
        The constraint names something that is no field, calculates with words, or is no comparison.
    """
    expression = parse(constraint)
    values = {}
    for name in expression.names:
        if not has_field(point, name):
            known = [*overrides, *type(point).swept_fields()]
            unknown_name(expression, name, known, "field")
        values[name] = field_value(point, name)
    found = np.asarray(expression(values))[()]
    if not isinstance(found, (bool, np.bool_)):
        raise ExpressionError(f"{constraint!r} is {found}, not true or false; write a comparison")
    return bool(found)


def has_field(experiment: Experiment, name: str) -> bool:
    """Whether an experiment has a field of a dotted name, or its plug-in an option."""
    place: Any = experiment
    for part in name.split("."):
        found = _inside(place, part)
        if found is None:
            return False
        (place,) = found
    return True


def field_value(experiment: Experiment, name: str) -> Any:
    """Return the value of a field in the SI base: a number, a word, or NaN for none."""
    place: Any = experiment
    for part in name.split("."):
        found = _inside(place, part)
        if found is None:
            return np.nan
        (place,) = found
    if isinstance(place, Duration):
        return float(place.amount)
    return np.nan if place is None else place


def _inside(place: Any, part: str) -> tuple[Any] | None:
    """Return the value of one part of a name, in a tuple; None if there is none."""
    if isinstance(place, Mapping):
        return (place[part],) if part in place else None
    if part in type(place).model_fields if hasattr(type(place), "model_fields") else False:
        return (getattr(place, part),)
    options = getattr(place, "options", None)
    return (options[part],) if isinstance(options, Mapping) and part in options else None
