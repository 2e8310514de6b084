"""Notes on fields that have no effect in a run, because of the values of other fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment
    from numasim.schema.no_effect_rules import Rule


def no_effect(experiment: Experiment) -> list[str]:
    """Return the fields of a concrete experiment that differ from their defaults and have no effect.

    Returns
    -------
    list of str
        One sentence per field: ``machine.l2.size has no effect: memory is traced``.
    """
    return _idle(experiment, _judged(experiment))


def _idle(experiment: Experiment, judged: Sequence[tuple[Rule, Sequence[str]]]) -> list[str]:
    """Return a sentence for each field that has no effect, of the fields that each rule judges."""
    return [
        f"{field} has no effect: {rule.reason}"
        for rule, fields in judged
        if rule.idle(experiment)
        for field in fields
    ]


def _judged(experiment: Experiment) -> list[tuple[Rule, list[str]]]:
    """Return the rules on changed fields, each with these fields."""
    changed = _changed(experiment)
    judged = []
    for rule in experiment.no_effect_rules:
        own = tuple(f"{each}." for each in rule.fields)
        fields = [field for field in changed if f"{field}.".startswith(own)]
        if fields:
            judged.append((rule, fields))
    return judged


def notes_on(points: Iterable[Point]) -> list[str]:
    """Return notes on the fields that have no effect at some points, with the number of these points."""
    counted: dict[str, int] = {}
    # Points share equal sections, so few of them are examined.
    judged: dict[tuple[int, ...], list[tuple[Rule, list[str]]]] = {}
    known: dict[tuple[int, ...], list[str]] = {}
    total = 0
    for point in points:
        total += 1
        experiment = point.experiment
        decided = tuple(id(section) for section in _sections(experiment).values())
        key = tuple(id(section) for _, section in experiment if isinstance(section, BaseModel))
        if decided not in judged:
            judged[decided] = _judged(experiment)
        if key not in known:
            known[key] = _idle(experiment, judged[decided])
        for note in known[key]:
            counted[note] = counted.get(note, 0) + 1
    return [
        note if count == total else f"{note} ({count:,} of {total:,} points)"
        for note, count in counted.items()
    ]


def _changed(experiment: Experiment) -> list[str]:
    """Return the fields that differ from their defaults, of the sections that the rules name."""
    found = []
    for name, section in _sections(experiment).items():
        model = type(section)
        unlike = {key for key in model.model_fields if getattr(section, key) != getattr(_default(model), key)}
        defaults, fields = _defaults(model, name), _leaves(section.model_dump(include=unlike), name)
        found += [field for field, value in fields if defaults.get(field, _leaves) != value]
    return found


def _sections(experiment: Experiment) -> dict[str, BaseModel]:
    fields = (field for rule in experiment.no_effect_rules for field in rule.fields)
    return {name: getattr(experiment, name) for name in dict.fromkeys(f.partition(".")[0] for f in fields)}


@cache
def _default(model: type[BaseModel]) -> BaseModel:
    return model.model_validate({})


@cache
def _defaults(model: type[BaseModel], name: str) -> dict[str, Any]:
    return dict(_leaves(_default(model).model_dump(), name))


def _leaves(data: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{name}.{key}")
        else:
            yield f"{name}.{key}", value
