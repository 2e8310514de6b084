"""What makes runs comparable: ratios to a baseline point, and the speed-up over one core.

Data communication is three things, never mixed, in four columns: ``copies_or_cut`` (a static count over the
partition), ``messages`` (a static count over the program) and what was simulated between different cores,
``network_bytes`` and ``flit_hops``. Each gets one column of ratios a baseline, ``messages_vs_compnet``; less
is better. Where values go through coherent memory no message carries them, and the traffic of the caches,
``coherence_bytes`` and ``coherence_flit_hops``, is compared too.

The baseline of a run is the point that has the baseline's values and agrees with the run in all other swept
fields. Where the baseline is an edge cut, the ratios are to its run with combined messages; its run with one
message a cut edge has a row of its own, so either reading is one division away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.row_kinds import RowKind

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment

Row = dict[str, Any]


def baseline_labels(baselines: Sequence[Mapping[str, Any]]) -> list[str]:
    """A short name for each baseline: its values; with the fields where two would share a name."""
    labels = ["+".join(str(value) for value in baseline.values()) for baseline in baselines]
    if len(set(labels)) < len(labels):
        labels = ["+".join(f"{field}={value}" for field, value in b.items()) for b in baselines]
    return labels


def measures_of(kind: RowKind, points: Iterable[Experiment]) -> tuple[str, ...]:
    """The columns that an experiment compares, from its kind and its concrete points."""
    coherent = any(point.execution.communication == "coherent" for point in points)
    return (*kind.compared, *kind.compared_if_coherent) if coherent else kind.compared


def add_ratios(
    rows: Sequence[Row],
    assignments: Sequence[Mapping[str, Any]],
    baselines: Sequence[Mapping[str, Any]],
    measures: Sequence[str],
) -> None:
    """Add the ratio columns to every row, in place; None where there is nothing to divide by.

    What was counted while a run went on is not compared where a limit ended one of the two (``complete`` 0).

    Parameters
    ----------
    rows : sequence of dict
        With the measures, and ``extra_run``: True for an edge cut's second run.
    assignments : sequence of mapping
        The swept fields of each row and their values.
    baselines : sequence of mapping
        Field to value; one or more fields each.
    measures : sequence of str
        The columns that are compared.
    """
    for label, baseline in zip(baseline_labels(baselines), baselines, strict=True):
        for row, base in zip(rows, baseline_rows(rows, assignments, baseline), strict=True):
            whole = row.get("completed", 1) and base.get("completed", 1)
            for measure in measures:
                comparable = whole or measure == "copies_or_cut"
                ratio = _ratio(row.get(measure), base.get(measure)) if comparable else None
                row[f"{measure}_vs_{label}"] = ratio


def baseline_rows(
    rows: Sequence[Row], assignments: Sequence[Mapping[str, Any]], baseline: Mapping[str, Any]
) -> list[Row]:
    """The row that each row is compared with; an empty one where there is none.

    Parameters
    ----------
    rows, assignments
        See :func:`add_ratios`.
    baseline : mapping
        Field to value.
    """
    chosen = [
        (assignment, row)
        for row, assignment in zip(rows, assignments, strict=True)
        if not row["extra_run"] and all(assignment.get(f) == value for f, value in baseline.items())
    ]
    candidates = {_key(assignment): row for assignment, row in chosen}
    found = []
    for assignment in assignments:
        wanted = {**assignment, **baseline}
        base = candidates.get(_key(wanted))
        if base is None:  # an option that the baseline's method does not take is absent from its point
            base = next(
                (r for have, r in chosen if all(wanted.get(f, v) == v for f, v in have.items())), None
            )
        found.append(base or {})
    return found


def add_speedup(rows: Sequence[Row], reference_cycles: Sequence[int | None]) -> None:
    """Add ``speedup`` = cycles of one cluster on one core of the same machine, over the cycles of the run.

    None where a limit ended either of them.
    """
    for row, cycles in zip(rows, reference_cycles, strict=True):
        row["speedup"] = _ratio(cycles, row.get("cycles")) if row.get("completed", 1) else None


def _ratio(value: float | None, base: float | None) -> float | None:
    """None where there is no ratio: a value is missing, or the base is 0 (0/0 too says nothing)."""
    return value / base if value is not None and base else None


def _key(assignment: Mapping[str, Any]) -> str:
    return json.dumps(assignment, sort_keys=True, default=str)
