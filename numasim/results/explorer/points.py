"""The points of the rows, and the YAML text of each value that a point sets.

The text of a value is exact: pasted into the entries of ``sweep: {list: [...]}``, it gives the same point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numasim.results.experiment_results import Results
from numasim.results.row_kinds import STUDY
from numasim.results.row_names import POINT
from numasim.results.tables import MANIFEST, RESOLVED, need_columns, read_manifest
from numasim.schema.expand import assignments
from numasim.schema.experiment import experiment_of
from numasim.schema.sweep import REPLICATES, combinations, replicate_seed, swept_values
from numasim.schema.sweep_problems import sweep_problems
from partitioners.config.yaml_lines import write_flow
from partitioners.errors import InputError

Overrides = dict[str, Any]


def overrides_of(results: Results, folder: Path) -> list[Overrides]:
    """Return the swept or searched fields of each row and their values; empty mappings without any.

    Raises
    ------
    InputError
        The table is not of the same run as ``resolved.yaml``, or for a search as ``manifest.json``.
    """
    need_columns(folder / "results.parquet", results.table, (POINT,))
    points = results.table[POINT].tolist()
    if results.resolved.get("search"):
        every, file = _searched(folder), MANIFEST
    elif results.resolved.get("sweep"):
        every, file = _swept(results, folder), RESOLVED
    else:
        return [{} for _ in points]
    for point in points:
        if not 0 <= point < len(every):
            raise InputError(
                f"{folder / 'results.parquet'}: has the point {point}, but {file} has {len(every):,} points; "
                "expected unchanged files of `numasim run`"
            )
    return [every[point] for point in points]


def _searched(folder: Path) -> list[Overrides]:
    """The points of a search, which the manifest has, because no other file says what was proposed."""
    found = read_manifest(folder).get("searched")
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError(
            f"{folder / MANIFEST}: searched: expected the points of the search; expected an unchanged file "
            "of `numasim run`"
        )
    return found


def _swept(results: Results, folder: Path) -> list[Overrides]:
    """All points of a sweep."""
    resolved, sweep = results.resolved, results.resolved["sweep"]
    unchanged = "expected an unchanged file of `numasim run`"
    if not isinstance(sweep, Mapping):
        raise InputError(f"{folder / RESOLVED}: sweep: expected a mapping; {unchanged}")
    if problems := sweep_problems(sweep, list(swept_values(sweep)), sections={}):
        raise InputError(f"{folder / RESOLVED}: sweep: {problems[0].line()}; {unchanged}")
    if results.kind is STUDY:
        return list(combinations(sweep))
    return list(assignments(resolved, experiment_of(resolved)))


def pasted(overrides: Overrides, seed: int) -> Overrides:
    """Return the values that give a point without its sweep: a replicate has its seed, not its number."""
    if REPLICATES not in overrides:
        return overrides
    others = {name: value for name, value in overrides.items() if name != REPLICATES}
    return {**others, "seed": replicate_seed(overrides.get("seed", seed), overrides[REPLICATES])}


def coded(rows: Sequence[Overrides], name: str) -> tuple[list[Any], list[int]]:
    """Return the different values of a field as they first occur, and the place of each row's value.

    The place of a row without the field is -1. 1, 1.0 and true are different.
    """
    places: dict[str, int] = {}
    values: list[Any] = []
    at = []
    for row in rows:
        if name not in row:
            at.append(-1)
            continue
        value = row[name]
        place = places.setdefault(repr(value), len(places))
        if place == len(values):
            values.append(value)
        at.append(place)
    return values, at


def names_of(rows: Sequence[Overrides]) -> list[str]:
    """Return the fields that rows set, in the order of the sweep."""
    return list(dict.fromkeys(name for row in rows for name in row))


def yaml_fields(rows: Sequence[Overrides]) -> list[dict[str, Any]]:
    """Return the fields: name, key in YAML, the texts of the values, and the place of each row's value."""
    found = []
    for name in names_of(rows):
        values, at = coded(rows, name)
        found.append(
            {"name": name, "key": write_flow(name), "yaml": [write_flow(value) for value in values], "at": at}
        )
    return found
