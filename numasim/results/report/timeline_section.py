"""The section of a report on the recorded timeline of one run: its cores over time, steals and migrations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.core_plots import WAITS
from numasim.results.replicates import Case
from numasim.results.report.charts import SERIES
from numasim.results.report.timeline_chart import columns_of_time, drawn_in_columns, one_in, timeline_chart
from numasim.results.shapes import SPENT
from numasim.results.timeline import region_cycles, spans
from partitioners.text.counts import first_few, plural

if TYPE_CHECKING:
    import pandas as pd

PALETTE = (4, 5, 6, 7, 2, 0, 1, 3)
"""The colours of kinds of tasks and of clusters; the first are not those of waits."""

MOVES = {"task": "stolen task", "migration": "migration"}
"""The messages with an arrow, and their names."""


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
    styles, legend = _styles(slices)
    waits = slices["activity"].isin(WAITS)
    drawn = slices.assign(style=styles, thin=waits, tooltip=_tooltips(slices))
    moves = _moves(tables)
    window = int(slices["first_cycle"].min()), int(slices["last_cycle"].max())
    notes = [f"{case.name}: cycles {window[0]:,} to {window[1]:,} of {_whole(case, tables)}."]
    recorded, timed = int((slices["task"] != "").sum()), slices.attrs.get("timed_tasks")
    if timed is not None and 0 < recorded < timed:
        first = "The first " if window[0] == 0 else ""
        some = f"{first}{recorded:,} of {timed:,} tasks are shown"
        notes.append(f"{some}; --trace-window and --trace-events choose others.")
    if drawn_in_columns(slices):
        cycles = (window[1] - window[0]) / columns_of_time(cores)
        notes.append(f"A column is {cycles:,.1f} cycles; it shows what its core did for most of them.")
    return {
        "svg": timeline_chart(drawn, moves, cores, window, f"the cores of {case.name} over time"),
        "note": " ".join(notes),
        "legend": legend,
        "arrows": _arrows(moves),
        "spent": [what for what in SPENT if what == "idle" or (slices["activity"] == what).any()],
        "thin": bool(waits.any()),
    }


def _whole(case: Case, tables: Mapping[str, pd.DataFrame]) -> str:
    """The cycles of the run; those of a region of interest are not all of the run."""
    if "phases" not in tables or "part" not in tables["phases"]:
        return f"{case['cycles']:,}"
    phases = tables["phases"]
    region = region_cycles(phases[phases["run_id"] == case["run_id"]])
    return "the whole run" + (f", with the region of interest in {spans(region)}" if region else "")


def _styles(slices: pd.DataFrame) -> tuple[list[str], list[tuple[str, str]]]:
    """The CSS class of each slice, and a legend of the kinds of tasks or the clusters."""
    styles = [f"spent-{activity}" for activity in slices["activity"]]
    tasks = slices[slices["task"] != ""]
    if tasks.empty:
        return styles, []
    if (tasks["kind"] != "").any():
        of_task, legend = styles_of_kinds(tasks["kind"], tasks["last_cycle"] - tasks["first_cycle"])
    else:
        of_task = [f"s{PALETTE[cluster % SERIES]}" for cluster in tasks["cluster"]]
        of_style: dict[str, list[int]] = {}
        for cluster in sorted(set(tasks["cluster"].tolist())):
            of_style.setdefault(f"s{PALETTE[cluster % SERIES]}", []).append(cluster)
        legend = [(style, _clusters(same)) for style, same in of_style.items()]
    for place, style in zip(slices.index.get_indexer(tasks.index), of_task, strict=True):
        styles[place] = style
    return styles, legend


def styles_of_kinds(kinds: pd.Series, cycles: pd.Series) -> tuple[list[str], list[tuple[str, str]]]:
    """The CSS class of each task by its kind, and their legend.

    The kinds with the most cycles have a colour each, and the others share one.

    Parameters
    ----------
    kinds : pandas.Series of str
    cycles : pandas.Series of int
        The cycles of each task.
    """
    total = cycles.groupby(kinds).sum()
    ranked = sorted(total.index, key=lambda kind: (-total[kind], kind))
    own = ranked if len(ranked) <= SERIES else ranked[: SERIES - 1]
    style = {kind: f"s{PALETTE[own.index(kind) if kind in own else SERIES - 1]}" for kind in ranked}
    legend = [(style[kind], kind or "no kind") for kind in own]
    if len(own) < len(ranked):
        legend.append((f"s{PALETTE[-1]}", f"{len(ranked) - len(own)} other kinds"))
    return [style[kind] for kind in kinds], legend


def _clusters(numbers: Sequence[int]) -> str:
    """The clusters of one colour, in words."""
    return f"{plural(len(numbers), 'cluster')} {first_few([str(number) for number in numbers], 2)}"


def _tooltips(slices: pd.DataFrame) -> list[str]:
    names = ["core", "activity", "first_cycle", "last_cycle", "task", "cluster", "kind", "waits_for"]
    found = []
    for core, activity, first, last, task, cluster, kind, awaited in slices[names].itertuples(index=False):
        what = f"{task}{f', {kind}' if kind else ''}, cluster {cluster}" if task else activity
        if awaited:
            what += f" ({awaited})"
        found.append(f"core {core}, cycles {first:,} to {last:,}: {what}")
    return found


def _moves(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The stolen tasks and the migrations, with their tooltips; no rows if there are none."""
    import pandas as pd

    columns = ["kind", "source", "target", "sent", "arrived", "task", "cluster"]
    found = tables.get("timeline_messages", pd.DataFrame(columns=columns))
    moves = found[found["kind"].isin(list(MOVES))][columns]
    tooltips = []
    for kind, source, target, sent, arrived, task, cluster in moves.itertuples(index=False):
        what = f"{task} stolen" if kind == "task" else f"cluster {cluster} moves"
        tooltips.append(f"{what} from core {source} to core {target}: cycles {sent:,} to {arrived:,}")
    return moves.assign(tooltip=tooltips)


def _arrows(moves: pd.DataFrame) -> list[tuple[str, str]]:
    """The legend of the arrows: their CSS class, and their number."""
    found = []
    for kind, name in MOVES.items():
        number = int((moves["kind"] == kind).sum())
        if number:
            only = f", of which one in {one_in(number)} is drawn" if one_in(number) > 1 else ""
            found.append((kind, f"{number:,} {plural(number, name)}{only}"))
    return found
