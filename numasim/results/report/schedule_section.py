"""The section of a report on schedules: the tasks of each core over time, as they ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.cores_over_time import PALETTE, CoresOverTime, Legend, colours_of_kinds
from numasim.results.replicates import Case
from numasim.results.report.sections import MAX_CORES, by_id, first_of_each
from numasim.results.report.timeline_chart import columns_of_time, drawn_in_columns, timeline_chart

if TYPE_CHECKING:
    import pandas as pd


def tasks_over_time(runs: Sequence[Case], tables: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    """The tasks of a few runs with a schedule, from their simulated starts and ends."""
    if "schedule" not in tables or "cores" not in tables:
        return {"charts": []}
    cores = by_id(tables["cores"])
    of_run = by_id(tables["schedule"])
    first, note = first_of_each([case for case in runs if case["run_id"] in of_run], MAX_CORES)
    ran = [of_run[case["run_id"]].query("simulated_end > simulated_start") for case in first]
    if not any(len(tasks) for tasks in ran):
        return {"charts": []}
    import pandas as pd

    every = pd.concat(ran, ignore_index=True)
    legend: Legend = []
    if (every["kind"] != "").any():
        colours, legend = colours_of_kinds(every["kind"], every["simulated_end"] - every["simulated_start"])
    else:
        colours = [PALETTE[task % len(PALETTE)] for task in every["task"]]
    charts, start = [], 0
    # Runs of one workload have the same scale of time, so that the pictures can be compared.
    for case, tasks in zip(first, ran, strict=True):
        own = colours[start : start + len(tasks)]
        start += len(tasks)
        if tasks.empty:
            continue
        longest = max(other["cycles"] for other in first if _workload(other) == _workload(case))
        drawn = tasks.assign(
            activity="compute",
            first_cycle=tasks["simulated_start"],
            last_cycle=tasks["simulated_end"],
            colour=own,
            tooltip=[_tooltip(task) for task in tasks.to_dict("records")],
        )
        num_cores = len(cores[case["run_id"]])
        columns = ""
        if drawn_in_columns(drawn, len(first)):
            columns = f"; a column is {longest / columns_of_time(num_cores, len(first)):,.1f} cycles"
        shown = CoresOverTime(drawn, num_cores, (0, longest), legend)
        charts.append(
            {
                "name": f"{case.name}: {case['cycles']:,} cycles{columns}",
                "svg": timeline_chart(shown, f"the tasks of {case.name} over time", len(first)),
            }
        )
    return {"charts": charts, "legend": legend, "note": note}


def _workload(case: Case) -> tuple[Any, Any]:
    return case["workload"], case["workload_options"]


def _tooltip(task: Mapping[Any, Any]) -> str:
    name = f" ({task['name']})" if task["name"] else ""
    kind = f", {task['kind']}" if task["kind"] else ""
    return (
        f"task {task['task']}{name}{kind}, core {task['core']}: cycles {task['simulated_start']:,} to "
        f"{task['simulated_end']:,}, predicted {task['start']:,.0f} to {task['end']:,.0f}"
    )
