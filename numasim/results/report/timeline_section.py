"""The section of a report on the recorded timeline of one run: its cores over time, steals and migrations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.cores_over_time import CoresOverTime
from numasim.results.replicates import Case
from numasim.results.report.timeline_chart import columns_of_time, drawn_in_columns, timeline_chart
from numasim.results.shapes import WAITS
from numasim.results.timeline import region_cycles, spans

if TYPE_CHECKING:
    import pandas as pd


def timeline(runs: Sequence[Case], tables: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    """The cores of the run with a recorded timeline; without ``svg`` if there is none."""
    if "timeline" not in tables or "cores" not in tables:
        return {"svg": ""}
    slices = tables["timeline"]
    run_id = slices["run_id"].iloc[0]
    case = next((case for case in runs if case["run_id"] == run_id), None)
    cores = int((tables["cores"]["run_id"] == run_id).sum())
    if case is None or not cores:
        return {"svg": ""}
    shown = CoresOverTime.of(tables, cores)
    first, last = shown.window
    notes = [f"{case.name}: cycles {first:,} to {last:,} of {_whole(case, tables)}."]
    recorded, timed = int((slices["task"] != "").sum()), slices.attrs.get("timed_tasks")
    if timed is not None and 0 < recorded < timed:
        some = f"{'' if first else 'The first '}{recorded:,} of {timed:,} tasks are shown"
        notes.append(f"{some}; --trace-window and --trace-events choose others.")
    if drawn_in_columns(slices):
        cycles = (last - first) / columns_of_time(cores)
        notes.append(f"A column is {cycles:,.1f} cycles; it shows what its core did for most of them.")
    return {
        "svg": timeline_chart(shown, f"the cores of {case.name} over time"),
        "note": " ".join(notes),
        "legend": shown.legend,
        "arrows": shown.arrows,
        "spent": shown.spent,
        "thin": bool(slices["activity"].isin(WAITS).any()),
    }


def _whole(case: Case, tables: Mapping[str, pd.DataFrame]) -> str:
    """The cycles of the run; those of a region of interest are not all of the run."""
    if "phases" not in tables or "part" not in tables["phases"]:
        return f"{case['cycles']:,}"
    phases = tables["phases"]
    region = region_cycles(phases[phases["run_id"] == case["run_id"]])
    return "the whole run" + (f", with the region of interest in {spans(region)}" if region else "")
