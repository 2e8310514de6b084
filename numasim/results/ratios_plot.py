"""Bars relative to a baseline: a group for each problem and machine, a colour for each way to run it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.axis_values import Values
from numasim.results.marks import draw_bars
from numasim.results.method_ranking import texts, whole_runs
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, headings, machine_columns, value_names
from numasim.results.swept_plots import differs, is_problem, keys, legend, plain, time_of, varying_fields

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MAX_BARS = 24
MAX_GROUPS = 12
MAX_PANELS = 4
FEW_BARS = 12
"""The largest number of bars for which two panels are beside each other."""


def ratios_figure(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> tuple[Figure | None, str]:
    """Draw figures relative to the first baseline: a group of bars for each problem and machine.

    Parameters
    ----------
    results, varying, kind
        See :func:`numasim.results.swept_plots.lines_figure`.

    Returns
    -------
    figure : Figure or None
        None without a baseline, or if nothing differs from it by more than 1%.
    note : str
        The baseline, and what was left out.
    """
    from matplotlib.figure import Figure

    ratios = [str(name) for name in results if "_vs_" in str(name)]
    if not ratios:
        return None, ""
    label = ratios[0].partition("_vs_")[2]
    every = whole_runs(results, time_of(results, kind))
    rows = every[every[ratios[0]].notna()]
    fields = varying_fields(rows, varying, kind)
    found = {name: rows[f"{name}_vs_{label}"] for name in kind.compared if f"{name}_vs_{label}" in rows}
    if (ratio := _time_ratio(rows, time_of(rows, kind), label, fields)) is not None:
        found = {time_of(rows, kind): ratio} | found
    found = {name: values for name, values in found.items() if values.notna().all()}
    panels = [name for name, values in found.items() if differs(values)][:MAX_PANELS]
    if not panels:
        return None, ""
    groups = [name for name in fields if is_problem(name) or name in machine_columns(fields)]
    groups = groups or [name for name in fields if name != _field_of(rows, label, fields)] or fields
    bars = [name for name in fields if name not in groups]
    at, names = value_names(rows, groups), value_names(rows, bars)
    kept = [set(list(dict.fromkeys(values))[:most]) for values, most in ((at, MAX_GROUPS), (names, MAX_BARS))]
    chosen = np.array([place in kept[0] and name in kept[1] for place, name in zip(at, names, strict=True)])
    columns = 2 if len(kept[0]) * len(kept[1]) <= FEW_BARS and len(panels) > 1 else 1
    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(11, 1.6 + 2.4 * lines), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False)
    wide = 24 if len(kept[0]) <= 4 else 48
    shown = [fill(place, wide) for place, keep in zip(at, chosen, strict=True) if keep]
    named = [name for name, keep in zip(names, chosen, strict=True) if keep]
    for axis, measure in zip(axes.flat, panels, strict=False):
        draw_bars(axis, Values("", None, shown), found[measure][chosen].to_numpy(float), named)
        axis.axhline(1, color="0.3", linewidth=0.8)
        axis.set_title(kind.columns[measure].title, fontsize=9)
        axis.set_ylabel(f"{fill(label, 24)} = 1")
        plain(axis)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    if bars:
        legend(axes[0, -1], ", ".join(headings(bars).values()))
    same = [kind.columns[name].title for name, values in found.items() if not differs(values)]
    note = f"; within 1% in all runs: {', '.join(same)}" if same else ""
    left_out = len(every) - int(chosen.sum())
    return figure, note + (f"; without {left_out} of {len(every)} runs" if left_out else "")


def _field_of(rows: pd.DataFrame, label: str, fields: Sequence[str]) -> str | None:
    """Return the field that has the baseline's value."""
    return next((name for name in fields if (texts(rows[[name]])[name] == label).any()), None)


def _time_ratio(rows: pd.DataFrame, time: str, label: str, fields: Sequence[str]) -> pd.Series[float] | None:
    """Return the time relative to the run with the baseline's value and equal other fields."""
    field = _field_of(rows, label, fields)
    if field is None:
        return None
    same = [name for name in (*fields, REPLICATE) if name in rows and name != field]
    base = rows[texts(rows[[field]])[field] == label]
    times = dict(zip(keys(base, same), base[time], strict=True))
    return rows[time] / [times.get(key, np.nan) for key in keys(rows, same)]
