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
        values[name] = field_value(point, name, NOT_A_FIELD)
        if values[name] is NOT_A_FIELD:
            raise unknown_name(expression, name, [*overrides, *type(point).swept_fields()], "field")
    found = np.asarray(expression(values))[()]
    if not isinstance(found, (bool, np.bool_)):
        raise ExpressionError(f"{constraint!r} is {found}, not true or false; write a comparison")
    return bool(found)


NOT_A_FIELD = object()
"""Stands for the value of what is no field."""


def field_value(experiment: Experiment, name: str, otherwise: Any = np.nan) -> Any:
    """Return the value of a field in the SI base: a number, a word, or NaN for none.

    Parameters
    ----------
    experiment : Experiment
        Without a sweep.
    name : str
        The dotted name of the field, or of an option of a plug-in.
    otherwise : object
        The value if there is no such field.
    """
    place: Any = experiment
    for part in name.split("."):
        inside = place if isinstance(place, Mapping) else _fields(place)
        if part not in inside:
            return otherwise
        place = inside[part]
    if isinstance(place, Duration):
        return float(place.amount)
    return np.nan if place is None else place


def _fields(model: Any) -> Mapping[str, Any]:
    """Return the fields of a section by name, with the options of its plug-in."""
    names = getattr(type(model), "model_fields", ())
    return {**getattr(model, "options", {}), **{name: getattr(model, name) for name in names}}
