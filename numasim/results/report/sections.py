"""The sections of a report: the contents of each section, and its selection of runs.

In this module, a run is a :class:`numasim.results.replicates.Case` with all its replicates. A section is
empty if the tables of the experiment have no data for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.chosen_rows import of_each_machine
from numasim.results.columns import Column
from numasim.results.comparison import Comparison, of_fastest_labels
from numasim.results.mesh_plot import BORDER, CONTROLLER
from numasim.results.number_formats import ratio
from numasim.results.replicates import Case, Estimate, estimate
from numasim.results.report.charts import (
    SERIES,
    Mark,
    activity_over_time,
    core_time,
    curves,
    gantt,
    mesh,
    roofs_above,
    scatter,
    swatch,
)
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import headings, shown
from numasim.results.shapes import SPENT, MeshShape, roofs

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.search_history import History

Section = dict[str, Any]

MAX_MESHES = 12
MAX_CORES = 6
MAX_BARS = 500
MAX_LINES = 12
MAX_FACETS = 6
MAX_MARKS = 1000
"""The largest number of points of a chart besides its front: more hide each other, and make a large page."""


def text_of(column: Column) -> Callable[[float], str]:
    """Return the function that formats a figure."""
    return lambda value: "0" if column.unit and not value else column.text(value)


def written(found: Estimate | None, text: Callable[[float], str]) -> str:
    """Format a mean, with its interval if there are replicates."""
    if found is None:
        return "-"
    if not found.half_width or not found.mean:
        return text(found.mean)
    share = found.half_width / abs(found.mean)
    return f"{text(found.mean)} ±{share:.1%}" if share < 0.0995 else f"{text(found.mean)} ±{share:.0%}"


def comparison(shown: Comparison, baselines: Sequence[str]) -> Section:
    """Bars for each figure: a group per label, a colour per mapper, with the ratios to every baseline."""
    charts = []
    for column, bars in shown.panels:
        largest = max(bar.estimate.mean + (bar.estimate.half_width or 0) for bar in bars)
        groups: dict[str, list[dict[str, Any]]] = {}
        for bar in bars:
            mean, half = bar.estimate.mean, bar.estimate.half_width or 0.0
            ratios = [bar.case.of(f"{column.name}_vs_{label}") for label in baselines]
            groups.setdefault(shown.labels[bar.group], []).append(
                {
                    "name": bar.case.name,
                    "colour": bar.colour % SERIES,
                    "width": _percent(mean / largest),
                    "low": _percent(max(mean - half, 0) / largest) if half else None,
                    "span": _percent(min(2 * half, mean + half) / largest),
                    "value": ("> " if bar.unfinished else "") + written(bar.estimate, text_of(column)),
                    "ratios": ["" if each is None else f"×{ratio(each.mean)}" for each in ratios],
                }
            )
        charts.append({"name": column.title, "groups": groups})
    legend = [(swatch(k), mapper) for k, mapper in enumerate(shown.colours)] if any(shown.colours) else []
    return {"charts": charts, "legend": legend, "notes": shown.notes}


def pareto(runs: Sequence[Case], facets: Sequence[str], kind: RowKind) -> Section:
    """Time against each kind of data communication, with the Pareto front.

    Parameters
    ----------
    facets : sequence of str
        The columns of the workload. Runs of different workloads are not comparable; each workload has a chart
        of its own, of one kind of communication.
    """
    methods = list(dict.fromkeys(case.method for case in runs))
    mappers = list(dict.fromkeys(case.mapper for case in runs))
    problems: dict[tuple[str, ...], list[Case]] = {}
    for case in runs:
        if case["completed"] != 0 and case.of("seconds") is not None:
            problems.setdefault(tuple(str(case[name]) for name in facets), []).append(case)
    charts = []
    for problem, members in list(problems.items())[:MAX_FACETS]:
        found = [
            _time_against(kind.columns[measure], kind.columns["seconds"], members, methods, mappers)
            for measure in kind.communication
        ]
        drawn = [chart for chart in found if chart]
        if len(problems) > 1:
            drawn = [{**chart, "name": f"{', '.join(problem)}: {chart['name']}"} for chart in drawn[-1:]]
        charts += drawn
    note = ""
    if len(problems) > MAX_FACETS:
        note = f"The first {MAX_FACETS} of {len(problems)} workloads."
    legend = [(swatch(methods.index(name), 0), name) for name in methods]
    if len(mappers) > 1:
        legend += [(swatch(-1, k), name) for k, name in enumerate(mappers)]
    return {"charts": charts, "legend": legend, "note": note}


def _time_against(
    measure: Column, time: Column, runs: Sequence[Case], methods: Sequence[str], mappers: Sequence[str]
) -> dict[str, Any] | None:
    both = [(case, case.of(measure.name), case.of(time.name)) for case in runs]
    found = [(case, x, y) for case, x, y in both if x is not None and y is not None]
    if len({x.mean for _, x, _ in found}) < 2:
        return None
    best: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: (found[k][1].mean, found[k][2].mean)):
        if not best or found[k][2].mean < found[best[-1]][2].mean:
            best.append(k)
    every = -(-len(found) // MAX_MARKS)
    kept = sorted({*best, *range(0, len(found), max(every, 1))})
    drawn = {k: place for place, k in enumerate(kept)}
    best, found = [drawn[k] for k in best], [found[k] for k in kept]
    shows = text_of(measure), text_of(time)
    told = [f"{written(y, shows[1])}, {written(x, shows[0])}" for _, x, y in found]
    marks = [
        Mark(
            x.mean,
            y.mean,
            y.half_width,
            f"{case.name}: {told[k]}",
            methods.index(case.method),
            mappers.index(case.mapper),
        )
        for k, (case, x, y) in enumerate(found)
    ]
    thinned = f" ({len(found):,} of {len(both):,} runs)" if every > 1 else ""
    return {
        "name": f"Time against {measure.title}{thinned}",
        "svg": scatter(marks, best, (measure.title, time.title), shows),
        "front": [(found[k][0].name, told[k]) for k in best],
    }


def search(history: History) -> Section:
    """The course of a search, and the points by the first two objectives."""
    course = [
        Mark(
            int(history.points[k]),
            float(history.best[k]),
            None,
            f"point {history.points[k]}: {history.best[k]:.6g}",
            0,
            0,
        )
        for k in history.steps
    ]
    names, shows = ("point", history.label), (_whole, "{:.4g}".format)
    charts: list[dict[str, Any]] = [{"name": "Course", "svg": curves([course], names, shows), "front": []}]
    if len(history.objectives) > 1:
        told = [_values_of(history, cost) for cost in history.costs.tolist()]
        marks = [
            Mark(cost[0], cost[1], None, f"point {point}: {text}", 0, 0)
            for point, cost, text in zip(history.ends.tolist(), history.costs.tolist(), told, strict=True)
        ]
        front = history.front.tolist()
        names = history.objectives[0], history.objectives[1]
        charts.append(
            {
                "name": "Front",
                "svg": scatter(marks, front, names, ("{:.4g}".format,) * 2),
                "front": [(f"point {history.ends[k]}", told[k]) for k in front],
            }
        )
    return {"charts": charts, "note": f"{history}."}


def _values_of(history: History, costs: Sequence[float]) -> str:
    return ", ".join(f"{name} {cost:.6g}" for name, cost in zip(history.objectives, costs, strict=True))


def roofline(runs: Sequence[Case]) -> Section:
    """Operations per second over operations per byte of DRAM for each run on a GPU, with the device's roofs.

    A run without memory traffic is not shown.
    """
    places = ((case, case.of("flops_per_dram_byte"), case.of("gflops")) for case in runs)
    found = [(case, x, y) for case, x, y in places if x and y and x.mean > 0 and y.mean > 0]
    if not found:
        return {"charts": []}
    devices = roofs(case.rows[0] for case, _, _ in found)
    kinds = list(dict.fromkeys(str(case["kernel_label"]) for case, _, _ in found))
    machines = [roof.machine for roof in devices]
    marks = [
        Mark(
            x.mean,
            y.mean,
            y.half_width,
            f"{case.name}: {y.mean:.3g} Gflop/s, {x.mean:.3g} operations per byte",
            kinds.index(str(case["kernel_label"])),
            machines.index(str(case["machine"])),
        )
        for case, x, y in found
    ]
    names = "floating-point operations per byte of DRAM", "Gflop/s in kernels"
    legend = [(swatch(k, 0), kind) for k, kind in enumerate(kinds)]
    if len(machines) > 1:
        legend += [(swatch(-1, k), name) for k, name in enumerate(machines)]
    svg = roofs_above(marks, devices, names, ("{:.3g}".format, _gflops))
    note = "; ".join(map(str, devices))
    return {"charts": [{"name": "Roofline", "svg": svg}], "legend": legend, "note": note}


def scaling(runs: Sequence[Case], varying: Sequence[str]) -> Section:
    """Speed-up against the numbers of clusters and cores, if they vary; a line per other varying values."""
    charts: list[dict[str, Any]] = []
    for name, number in (("clusters", _clusters), ("cores", _cores)):
        if charts and all(_clusters(case) == _cores(case) for case in runs):
            charts[0]["name"] += ", which equals that of cores"
            break
        lines: dict[str, list[tuple[float, Estimate, Case]]] = {}
        for case in runs:
            at, found = number(case), case.of("speedup")
            if at is not None and found is not None:
                lines.setdefault(_apart_from(case, name, varying), []).append((at, found, case))
        if all(len({at for at, _, _ in line}) < 2 for line in lines.values()):
            continue
        highest = {key: max(found.mean for _, found, _ in line) for key, line in lines.items()}
        best = sorted(lines, key=lambda key: -highest[key])[:MAX_LINES]
        keys = [key for key in lines if key in best]
        drawn = [
            [
                Mark(at, found.mean, found.half_width, _told(case, found), k % SERIES, k // SERIES)
                for at, found, case in sorted(lines[key], key=lambda point: point[0])
            ]
            for k, key in enumerate(keys)
        ]
        charts.append(
            {
                "name": f"Speed-up against the number of {name}",
                "svg": curves(
                    drawn, (f"number of {name}", "speed-up"), (_whole, "{:.3g}".format), diagonal=True
                ),
                "legend": [
                    (swatch(k % SERIES, k // SERIES), key or "all runs") for k, key in enumerate(keys)
                ],
                "note": f"The {MAX_LINES} highest of {len(lines)} lines." if len(lines) > MAX_LINES else "",
            }
        )
    return {"charts": charts}


def _apart_from(case: Case, name: str, varying: Sequence[str]) -> str:
    """Return the name of a line: all varying values except those of its axis."""
    hidden = ("parts",) if name == "clusters" else ()
    words, heading = [case.method, case.mapper], headings(varying)
    for column in varying:
        if column not in hidden and not (column.partition(".")[0] == "machine" and name == "cores"):
            words.append("" if case[column] is None else f"{heading[column]} {shown(case[column])}")
    words.append("each cut edge" if case["extra_run"] else "")
    return ", ".join(word for word in words if word)


def _clusters(case: Case) -> float | None:
    return case["parts"]


def _cores(case: Case) -> float | None:
    width, _, height = str(case["mesh"] or "").partition("x")
    return int(width) * int(height) if width.isdecimal() and height.isdecimal() else None


def _told(case: Case, found: Estimate) -> str:
    return f"{case.name}: {written(found, '{:.2f}'.format)}"


def meshes(runs: Sequence[Case], tables: Mapping[str, pd.DataFrame]) -> Section:
    """The mesh of every run, or of the fastest run of each label."""
    if "cores" not in tables:
        return {"charts": []}
    first, note = first_of_each(runs, MAX_MESHES)
    cores = tables["cores"]
    spent = cores[[kind for kind in SPENT if kind in cores]].sum(axis=1).clip(lower=1)
    computing = cores[["run_id", "core", "x", "y", "socket"]].assign(value=cores["compute"] / spent)
    tiles = by_id(computing)
    controllers = by_id(tables["controllers"])
    links = by_id(tables["links"]) if "links" in tables else {}
    drawn = [case for case in first if case["run_id"] in tiles]
    hottest = (
        max((float(tiles[case["run_id"]]["value"].max()) for case in drawn), default=0.0),
        max(
            (float(links[case["run_id"]]["utilisation"].max()) for case in drawn if case["run_id"] in links),
            default=0.0,
        ),
    )
    charts = []
    for case in drawn:
        its_tiles, its_links = tiles[case["run_id"]], links.get(case["run_id"])
        shape = MeshShape.of(its_tiles, its_links, controllers[case["run_id"]]["tile"])
        busiest = "" if its_links is None else f"busiest link {_share(its_links['utilisation'].max())}"
        charts.append(
            {
                "name": case.name,
                "svg": mesh(shape, its_tiles, hottest, f"the mesh of {case.name}"),
                "caption": busiest,
            }
        )
    scales = [("tiles: share of the time computing", "t", _share(hottest[0]))]
    if links:
        scales.append(("links: share of the time busy", "h", _share(hottest[1])))
    signs = [(CONTROLLER, "controller")]
    if cores["socket"].any():
        signs.append((BORDER, "border"))
    return {"charts": charts, "scales": scales, "signs": signs, "note": note}


def where_the_time_went(
    runs: Sequence[Case], tables: Mapping[str, pd.DataFrame], kind: RowKind, varying: Sequence[str]
) -> Section:
    """The shares of the cores' time in each run, and core by core for a few runs."""
    shown, notes = of_fastest_labels(runs, kind, varying)
    bars = []
    for case in shown:
        found = {what: case.of(f"{what}_cycles") for what in SPENT}
        total = sum(each.mean for each in found.values() if each is not None)
        if total <= 0:
            continue
        shares = {what: each.mean / total for what, each in found.items() if each is not None}
        bars.append(
            {
                "name": case.name,
                "shares": [(what, _percent(share), f"{what} {share:.1%}") for what, share in shares.items()],
                "value": written(case.of("seconds"), text_of(kind.columns["seconds"])),
            }
        )
    charts = []
    several = ""
    if "cores" in tables:
        first, several = first_of_each(runs, MAX_CORES)
        of_run = by_id(tables["cores"])
        charts = [
            {"name": case.name, "svg": core_time(of_run[case["run_id"]], f"the cores of {case.name}")}
            for case in first
            if case["run_id"] in of_run
        ]
    over_time = []
    if "activity" in tables:
        first, several = first_of_each(runs, MAX_CORES)
        of_run = by_id(tables["activity"])
        over_time = [
            {
                "name": f"{case.name}: cycles 0 to {case['cycles']:,}",
                "svg": activity_over_time(
                    of_run[case["run_id"]], f"the activity of the cores of {case.name} over time"
                ),
            }
            for case in first
            if case["run_id"] in of_run
        ]
    return {
        "bars": bars,
        "charts": charts,
        "over_time": over_time,
        "kinds": list(SPENT),
        "note": f"{'; '.join(notes)}." if notes else "",
        "several": several,
    }


def schedules(runs: Sequence[Case], tables: Mapping[str, pd.DataFrame]) -> Section:
    """The clusters of a few runs over time, if they are few enough to be seen."""
    if "clusters" not in tables or "cores" not in tables:
        return {"charts": []}
    clusters = by_id(tables["clusters"])
    few = [case for case in runs if len(clusters.get(str(case["run_id"]), ())) <= MAX_BARS]
    first, note = first_of_each(few, MAX_CORES)
    cores = by_id(tables["cores"])
    charts = [
        {
            "name": case.name,
            "svg": gantt(
                clusters[case["run_id"]],
                len(cores[case["run_id"]]),
                float(case["cycles"]),
                f"the clusters of {case.name} over time",
            ),
        }
        for case in first
        if case["run_id"] in clusters and case["run_id"] in cores
    ]
    return {"charts": charts, "note": note}


def first_of_each(runs: Sequence[Case], limit: int) -> tuple[list[Case], str]:
    """Return the runs, or the fastest of each machine and label if there are too many, and a note."""
    whole = [case for case in runs if case["run_id"] is not None]
    notes = ["Only the first of the replicates."] if any(len(case.rows) > 1 for case in whole) else []
    if len(whole) > limit:
        rows = [{**case.rows[0], "label": case.label} for case in whole]
        places, machines = of_each_machine(rows, "cycles", limit)
        of_each = "swept value of the machine" if machines else "method"
        notes.insert(0, f"{len(places)} of {len(whole)} runs: the fastest of each {of_each}.")
        whole = [whole[place] for place in places]
    return whole, " ".join(notes)


def by_id(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of each run."""
    return {str(name): rows for name, rows in table.groupby("run_id", sort=False)}


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def _share(value: float) -> str:
    return f"{value:.0%}" if value >= 0.0995 else f"{value:.1%}"


def _gflops(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:.3g}"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def with_ratios(
    rows: Sequence[dict[str, Any]], label: str, bases: Sequence[Mapping[str, Any]], kind: RowKind
) -> None:
    """Add the ratios of every compared figure to a baseline, in place.

    Parameters
    ----------
    label : str
        The baseline's.
    bases : sequence of mapping
        The row with which each row is compared.
    """
    for row, base in zip(rows, bases, strict=True):
        for column in kind.bars:
            mine, other = (estimate([each.get(column)]) for each in (row, base))
            if mine and other and other.mean and f"{column}_vs_{label}" not in row:
                row[f"{column}_vs_{label}"] = mine.mean / other.mean
