"""What the comparison of methods shows, computed once for matplotlib and for the page of a report."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from numasim.results.chosen_rows import chosen
from numasim.results.columns import Column
from numasim.results.replicates import Case, Estimate
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE

MAX_GROUPS = 24
"""The largest number of groups of bars."""


class Bar(NamedTuple):
    """One run in a panel.

    Attributes
    ----------
    group, colour : int
        Its positions in :attr:`Comparison.labels` and :attr:`Comparison.colours`.
    estimate : Estimate
        The length of the bar, with its interval.
    unfinished : bool
        Whether the bar is a time at which a limit ended the run.
    """

    case: Case
    group: int
    colour: int
    estimate: Estimate
    unfinished: bool


class Panel(NamedTuple):
    """The bars of one figure."""

    column: Column
    bars: list[Bar]


class Comparison(NamedTuple):
    """Bars of each figure, with a group per label and a colour per mapper (on GPUs, per machine).

    Attributes
    ----------
    labels, colours : list of str
        The names of the groups, from the top, and of the colours; a single empty name if the kind of rows has
        no colours.
    panels : list of Panel
        A figure that is missing or zero in all runs has no panel. A figure that is the same in all runs has
        none either, unless it is the first.
    notes : list of str
        What is averaged and what is left out, as phrases.
    """

    labels: list[str]
    colours: list[str]
    panels: list[Panel]
    notes: list[str]


def compare(runs: Sequence[Case], kind: RowKind, varying: Sequence[str]) -> Comparison:
    """Return the comparison of some runs.

    Parameters
    ----------
    runs : sequence of Case
        Beyond 24 labels, those of :func:`of_fastest_labels` are shown.
    varying : sequence of str
        The columns that distinguish the labels.
    """
    shown, notes = of_fastest_labels(runs, kind, varying)
    if any(len(case.rows) > 1 for case in runs):
        notes.insert(0, "means of replicates")
    labels = list(dict.fromkeys(case.label for case in shown))
    colours = list(dict.fromkeys(case.mapper for case in shown))
    panels: list[Panel] = []
    same = []
    for column in (kind.columns[name] for name in kind.bars):
        found = [(case, case.of(column.name)) for case in shown]
        means = {None if each is None else each.mean for _, each in found}
        if not any(means - {None}):
            continue
        if panels and len(shown) > 1 and len(means) == 1:
            same.append(column.title)
            continue
        bars = [
            Bar(
                case,
                labels.index(case.label),
                colours.index(case.mapper),
                each,
                column.name == "seconds" and case["completed"] == 0,
            )
            for case, each in found
            if each is not None
        ]
        panels.append(Panel(column, bars))
    if same:
        notes.append(f"the same in all runs: {', '.join(same)}")
    return Comparison(labels, colours, panels, notes)


def of_fastest_labels(
    runs: Sequence[Case], kind: RowKind, varying: Sequence[str]
) -> tuple[list[Case], list[str]]:
    """Return the runs of at most 24 labels, and phrases on the others.

    The fastest label of each value of ``varying`` comes first, then the fastest of the others.
    """
    best: dict[str, dict[str, Any]] = {}
    for case in runs:
        found = case.of("seconds") or case.of(kind.speed)
        row = {**case.rows[0], "label": case.label, "fastest": inf if found is None else found.mean}
        best[case.label] = min(row, best.get(case.label, row), key=lambda row: row["fastest"])
    if len(best) <= MAX_GROUPS:
        return list(runs), []
    rows = list(best.values())
    columns = [name for name in (*kind.naming, *varying) if name not in (REPLICATE, kind.group)]
    places, left_out = chosen(rows, columns, "fastest", MAX_GROUPS)
    labels = {rows[place]["label"] for place in places}
    notes = [f"{MAX_GROUPS} of {len(best)}, the fastest of each swept value first"]
    if left_out:
        notes.append(f"without {left_out}")
    return [case for case in runs if case.label in labels], notes
