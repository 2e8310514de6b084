"""The columns of the table at the end of runs with a schedule, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.schedule.columns import ROWS as SCHEDULE
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, predicted and simulated time, ratios to baselines."""
    names: Cells = {"schedule": cell("schedule", text), **named(varying)}
    of_run = figures(
        SCHEDULE, "predicted_cycles", "cycles", "slr", "seconds", "speedup", "efficiency", "energy_joules"
    )
    return names, {}, ratios(SCHEDULE, SCHEDULE.compared, baselines), of_run


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = [
        "predicted: cycles of the schedule, without contention and with its data present; SLR: simulated "
        "cycles over the critical path; speed-up: over the graph on one core; eff.: speed-up over cores"
    ]
    if baselines:
        lines.append(f"columns with a slash are relative {marked(baselines)}; less is better")
    return lines
