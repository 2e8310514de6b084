"""Ratios to a baseline point, and the speed-up over one core.

Data communication is measured in three ways, in four columns: ``copies_or_cut`` (a static count over the
partition), ``messages`` (a static count over the program), and the simulated traffic between different cores,
``network_bytes`` and ``flit_hops``. Each column has one column of ratios per baseline, such as
``messages_vs_compnet``; less is better. If values move through coherent memory instead of messages, the
traffic of the caches, ``coherence_bytes`` and ``coherence_flit_hops``, is compared too.

The baseline of a run is the point that has the baseline's values and agrees with the run in all other swept
fields. If the baseline is an edge cut, the ratios refer to its run with combined messages. Its run with one
message per cut edge has a row of its own, from which the other ratios can be computed.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.frames import with_columns
from numasim.results.row_kinds import RowKind

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment

Row = dict[str, Any]


def baselines_of(resolved: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the fields and values of each baseline of a resolved experiment: all combinations."""
    given = resolved.get("baseline") or {}
    if not given:
        return []
    return [dict(zip(given, values, strict=True)) for values in itertools.product(*given.values())]


def baseline_labels(baselines: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a short name for each baseline: its values, and also its fields if two names were equal."""
    labels = ["+".join(str(value) for value in baseline.values()) for baseline in baselines]
    if len(set(labels)) < len(labels):
        labels = ["+".join(f"{field}={value}" for field, value in b.items()) for b in baselines]
    return labels


def measures_of(kind: RowKind, points: Iterable[Experiment]) -> tuple[str, ...]:
    """Return the columns that an experiment compares, from its kind and its concrete points."""
    of_caches = kind.compared_if_coherent
    executions: Iterable[Any] = (getattr(point, "execution", None) for point in points)
    coherent = bool(of_caches) and any(each.communication == "coherent" for each in executions)
    return (*kind.compared, *kind.compared_if_coherent) if coherent else kind.compared


def add_ratios(
    table: pd.DataFrame,
    assignments: Sequence[Mapping[str, Any]],
    baselines: Sequence[Mapping[str, Any]],
    measures: Sequence[str],
) -> pd.DataFrame:
    """Return the table with the ratio columns before the warnings; NaN if there is no value to divide by.

    Figures that are counted during a run are not compared if a limit ended one of the two runs (``completed``
    is 0).

    Parameters
    ----------
    table : pandas.DataFrame
        One row per run, with the measures, and ``extra_run``: True for an edge cut's second run.
    assignments : sequence of mapping
        The swept fields of each row and their values.
    baselines : sequence of mapping
        The values of one or more fields of each baseline.
    measures : sequence of str
        The columns that are compared.
    """
    if not baselines or not len(table):
        return table
    extra = table["extra_run"].fillna(value=False).astype(bool).tolist()
    whole = _numbers(table, "completed", 1) != 0
    ratios = {}
    for label, baseline in zip(baseline_labels(baselines), baselines, strict=True):
        places = np.array(baseline_places(assignments, extra, baseline), np.intp)
        there = places >= 0
        for measure in measures:
            value = _numbers(table, measure)
            base = np.where(there, value[places], np.nan)
            comparable = (base != 0) & (measure == "copies_or_cut" or whole & whole[places])
            ratio = np.full(len(table), np.nan)
            np.divide(value, base, out=ratio, where=comparable)
            ratios[f"{measure}_vs_{label}"] = ratio
    return with_columns(table, ratios, before="warnings")


def _numbers(table: pd.DataFrame, column: str, otherwise: float = np.nan) -> NDArray[np.float64]:
    """The numbers of a column; ``otherwise`` where a row has none."""
    if column not in table:
        return np.full(len(table), otherwise)
    numbers: NDArray[np.float64] = table[column].to_numpy(dtype=float, na_value=np.nan)
    return np.where(np.isnan(numbers), otherwise, numbers)


def baseline_places(
    assignments: Sequence[Mapping[str, Any]], extra: Sequence[bool], baseline: Mapping[str, Any]
) -> list[int]:
    """Return the number of the row with which each row is compared; -1 if there is none.

    Parameters
    ----------
    assignments
        See :func:`add_ratios`.
    extra : sequence of bool
        Whether each row is that of an edge cut's second run.
    baseline : mapping
        The values of the baseline's fields.
    """
    chosen = [
        (assignment, place)
        for place, assignment in enumerate(assignments)
        if not extra[place] and all(assignment.get(f) == value for f, value in baseline.items())
    ]
    candidates = {_key(assignment): place for assignment, place in chosen}
    found = []
    for assignment in assignments:
        wanted = {**assignment, **baseline}
        base = candidates.get(_key(wanted))
        if base is None:  # an option that the baseline's method does not take is absent from its point
            alike = (k for have, k in chosen if all(wanted.get(f, v) == v for f, v in have.items()))
            base = next(alike, -1)
        found.append(base)
    return found


def add_speedup(rows: Sequence[Row], reference_cycles: Sequence[int | None]) -> None:
    """Add ``speedup`` = cycles of one cluster on the best core of the machine, over the cycles of the run.

    Rows with ``cores`` also get ``efficiency``, the speed-up over ``equivalent_cores`` (of cores of one
    speed, their number).
    A run with ``relative_work`` does that many times the work of its reference, and has the ratio of the
    rates of work. It is None if a limit ended either of the two runs.
    """
    for row, cycles in zip(rows, reference_cycles, strict=True):
        ratio = _ratio(cycles, row.get("cycles")) if row.get("completed", 1) else None
        row["speedup"] = None if ratio is None else ratio * row.get("relative_work", 1)
        if "cores" in row:
            row["efficiency"] = (
                None if ratio is None else row["speedup"] / row.get("equivalent_cores", row["cores"])
            )


def _ratio(value: float | None, base: float | None) -> float | None:
    """Return the ratio, or None if a value is missing or the base is 0 (0/0 has no meaning either)."""
    return value / base if value is not None and base else None


def _key(assignment: Mapping[str, Any]) -> str:
    return json.dumps(assignment, sort_keys=True, default=str)
