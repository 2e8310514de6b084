"""The report of a results folder: one self-contained HTML page.

It is made from data that repeat byte for byte (tables, resolved configuration, the metadata of the Parquet
file), and therefore it repeats too. A policy in the page forbids loading any resource. The only script, which
sorts the table, is allowed by its hash.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.chosen_rows import chosen, runs_of
from numasim.results.comparison import compare
from numasim.results.experiment_results import Results
from numasim.results.failures import failures
from numasim.results.frames import finished, rows_where
from numasim.results.html_page import render_page
from numasim.results.kept_tables import TableNotKeptError
from numasim.results.notes import notes_on
from numasim.results.number_formats import ratio
from numasim.results.objectives import FRONT
from numasim.results.ratios import baseline_labels, baseline_places, baselines_of
from numasim.results.replicates import Case, cases
from numasim.results.report.response_section import objectives, response
from numasim.results.report.schedule_section import tasks_over_time
from numasim.results.report.sections import (
    comparison,
    meshes,
    pareto,
    roofline,
    scaling,
    schedules,
    search,
    text_of,
    where_the_time_went,
    with_ratios,
    written,
)
from numasim.results.report.timeline_section import timeline
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import (
    REPLICATE,
    Row,
    each_record,
    headings,
    records,
    row_labels,
    shown,
)
from numasim.results.summary_cells import EACH_CUT_EDGE
from numasim.results.tables import TIMELINE_TABLES, write_text
from numasim.schema.expand import assignments
from numasim.schema.experiment import experiment_of
from numasim.schema.sweep import REPLICATES, ranges, section_of, sweep_of, swept_values
from numasim.schema.workload import KINDS
from partitioners.config.yaml_lines import write_yaml
from partitioners.text.counts import plural

if TYPE_CHECKING:
    import pandas as pd

TEMPLATE = "report/page.html"
SORTING = "report/sorting.js"
DRAWN_TABLES = ("cores", "activity", "clusters", "controllers", "links", "schedule", *TIMELINE_TABLES)
"""The long tables that the report shows."""

WORKLOADS = ("workload", "matrix", "graph", "mesh")
SWEPT = "swept (see below)"
"""The text in the head of the report for a value that the sweep sets."""

MAX_VALUES = 12
"""The largest number of listed values of a swept field."""

MAX_ROWS = 1000
"""The largest number of rows of the table: more make a page that is slow to open."""

HOW_TO_READ = ("weights", "memory_dependences", "max_bytes", "timeout", "drop", "seed")
"""The keys of a workload that its line leaves out."""

Cell = tuple[str, Any]
"""The text of a cell of the table, and the number by which it is sorted; empty for text."""


def write_report(results: Results, path: Path) -> Path:
    """Write the report of results, and return its path.

    Raises
    ------
    InputError
        The report cannot be written.
    """
    write_text(path, render(results))
    return path


def render(results: Results) -> str:
    """Return the page; the same tables and configuration give the same bytes."""
    page = _page(results)
    page["configuration"] = write_yaml(results.resolved) if results.resolved else ""
    return render_page(TEMPLATE, [SORTING], page)


def _page(results: Results) -> dict[str, Any]:
    """Return the variables of the template."""
    table, kind, resolved = results.table, results.kind, results.resolved
    of_all_rows = response(results)  # needs much memory, and so do the rows below
    rows = records(results.shown.table)
    for row in rows:
        row |= {name: kind.columns[name].of(row) for name in kind.figures}
    varying = [name for name in results.varying if name in table]
    shared = [name for name in varying if name != REPLICATE]
    naming = [name for name in (*kind.naming, *shared) if name in table]
    baselines = _add_ratios(rows, resolved, kind)
    named = [
        (row, label) for row, label in zip(rows, results.labels, strict=True) if row.get("error") is None
    ]
    runs = cases([row for row, _ in named], [label for _, label in named], kind)
    done = finished(table)
    of_all = len(runs) if len(rows) == len(table) else len(np.unique(runs_of(done, naming)))

    def name(row: Row) -> str:
        return _name(row, row_labels([row], shared, kind)[0], varying)

    page: dict[str, Any] = {
        "title": resolved.get("title") or resolved.get("name") or "Results",
        "counts": _counts(len(table), len(table) - len(done), of_all),
        "facts": _facts(results.table, resolved, results.metadata),
        "versions": results.metadata.get("versions", {}),
        "failed": list(failures((row, name(row)) for row in each_record(_failed(table)))),
        "notes": notes_on(done, kind, varying),
        "reading": _how_to_read(runs, baselines),
        "baselines": baselines,
        "response": of_all_rows,
        "objectives": objectives(table, name, resolved, kind),
    }
    if results.history is not None:
        page["search"] = search(results.history)
    listed = _listed(runs, naming, kind)
    if len(listed) < len(runs):
        some = f"{len(listed):,} of {of_all:,} rows, the fastest of each swept value among them"
        page["reading"] = [f"{some}; results.parquet has all.", *_how_to_read(runs, baselines)]
    if len(rows) < len(table):
        page["reading"] = [_thinned(len(rows), len(table)), *page["reading"]]
    if not kind.figures or "seconds" not in results.table:
        return {**page, "table": _everything([row for case in listed for row in case.rows])}
    facets = [name for name in shared if name in WORKLOADS or name.startswith("workload.")]
    return {
        **page,
        "table": _summary(listed, shared, baselines, kind),
        "comparison": comparison(compare(runs, kind, shared), baselines),
        "pareto": pareto(runs, facets, kind),
        "roofline": roofline(runs),
        "scaling": scaling(runs, shared),
        **_of_long_tables(
            {
                "meshes": lambda: meshes(runs, results.tables),
                "time": lambda: where_the_time_went(runs, results.tables, kind, shared),
                "schedules": lambda: schedules(runs, results.tables),
                "tasks": lambda: tasks_over_time(runs, results.tables),
                "timeline": lambda: timeline(runs, results.tables),
            }
        ),
    }


def _of_long_tables(sections: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """The sections whose long tables the experiment keeps."""
    found = {}
    for name, section in sections.items():
        with contextlib.suppress(TableNotKeptError):
            found[name] = section()
    return found


def _add_ratios(rows: Sequence[dict[str, Any]], resolved: Mapping[str, Any], kind: RowKind) -> list[str]:
    """Add the ratios to the baselines, in place, and return the labels of the baselines."""
    baselines = baselines_of(resolved)
    if not baselines:
        return []
    labels = baseline_labels(baselines)
    points = {row["point"] for row in rows}
    every = enumerate(assignments(resolved, experiment_of(resolved)))
    swept = {point: assignment for point, assignment in every if point in points}
    of_rows = [swept[row["point"]] for row in rows]
    extra = [bool(row["extra_run"]) for row in rows]
    for label, baseline in zip(labels, baselines, strict=True):
        places = baseline_places(of_rows, extra, baseline)
        with_ratios(rows, label, [rows[place] if place >= 0 else {} for place in places], kind)
    return labels


def _listed(runs: Sequence[Case], columns: Sequence[str], kind: RowKind) -> list[Case]:
    """Return the runs of the table: those on the front, the fastest of each value, and the fastest."""
    places, _ = chosen([case.rows[0] for case in runs], columns, kind.speed, MAX_ROWS)
    best = [place for place, case in enumerate(runs) if any(row.get(FRONT) for row in case.rows)]
    return [runs[place] for place in sorted(list(dict.fromkeys([*best, *places]))[:MAX_ROWS])]


def _counts(rows: int, failed: int, runs: int) -> str:
    words = f"{rows:,} {plural(rows, 'run')}"
    if runs < rows - failed:
        words += f", replicates of {runs:,}"
    return words + (f", {failed:,} failed" if failed else "")


def _thinned(rows: int, of_all: int) -> str:
    """Return what stands for all rows in the charts."""
    return (
        f"Charts of single runs, and the table, are made of {rows:,} of {of_all:,} rows: the front, the "
        "fastest, the fastest of each swept value, and some of the others, evenly spread. Counts, notes and "
        "responses are of all rows."
    )


def _failed(table: pd.DataFrame) -> pd.DataFrame:
    return rows_where(table, table["error"].notna()) if "error" in table else table.iloc[:0]


def _how_to_read(runs: Sequence[Case], baselines: Sequence[str]) -> list[str]:
    """Return the explanations of the table, one sentence each."""
    found = {
        "Click on a heading to sort.": True,
        "Values are means of replicates, ± half the 95% confidence interval (Student's t) relative "
        "to them.": any(len(case.rows) > 1 for case in runs),
        "Columns with a slash are relative to the named baseline; less is better.": bool(baselines),
        f"{EACH_CUT_EDGE} the same edge cut with one message for every cut edge.": any(
            case["extra_run"] for case in runs
        ),
        "> a limit ended the run.": any(case["completed"] == 0 for case in runs),
    }
    return [sentence for sentence, needed in found.items() if needed]


def _facts(
    table: pd.DataFrame, resolved: Mapping[str, Any], metadata: Mapping[Any, Any]
) -> list[tuple[str, str]]:
    """Return the facts about the experiment, one line each; swept values are marked as swept."""
    sweep, verb = sweep_of(resolved), "Swept" if section_of(resolved) == "sweep" else "Searched"
    swept = {name for name, values in swept_values(sweep).items() if len(values) > 1}
    found = {
        "Workload": _workload(_fixed(resolved.get("workload", {}), "workload", swept)),
        "Graph": " and ".join(
            words for words in (_range(table, "vertices"), _range(table, "edges")) if words
        ),
        "Machine": _machine(_fixed(resolved.get("machine"), "machine", swept)),
        "Execution": _execution(_fixed(resolved.get("execution", {}), "execution", swept)),
    }
    drawn = ranges(sweep)
    for name, values in swept_values(sweep).items():
        found[f"{verb}: {name}"] = _values(values, as_range=name in drawn)
    if REPLICATES in sweep:
        found["Replicates"] = str(sweep[REPLICATES])
    for name, values in resolved.get("baseline", {}).items():
        found[f"Baseline: {name}"] = ", ".join(_plain(value) for value in values)
    found["Seed"] = _plain(metadata.get("seed", resolved.get("seed", "")))
    if versions := metadata.get("versions"):
        found["Version"] = f"numasim {versions['numasim']}, Python {versions['python']}"
    found["Identity"] = str(metadata.get("experiment") or metadata.get("study") or "")
    found["Input files (SHA-256)"] = ", ".join(metadata.get("inputs", []))
    return [(name, text) for name, text in found.items() if text]


def _fixed(given: Any, section: str, swept: Collection[str]) -> Any:
    """Return a section with ``SWEPT`` in place of the values that a sweep sets."""
    if section in swept:
        return SWEPT
    below = {name.removeprefix(f"{section}.") for name in swept if name.startswith(f"{section}.")}
    if not isinstance(given, Mapping) or not below:
        return given
    fixed = {name: _fixed(value, f"{section}.{name}", swept) for name, value in given.items()}
    if section == "workload" and below & set(KINDS):  # its other keys belong to the kind in the file
        return SWEPT
    return fixed


def _values(values: Sequence[Any], *, as_range: bool) -> str:
    """Return the values of a field; of many values, the first ones and the last."""
    listed = list(dict.fromkeys(_plain(value) for value in values))
    if as_range:
        return f"{listed[0]} to {listed[-1]}"
    if len(listed) > MAX_VALUES:
        return f"{', '.join(listed[: MAX_VALUES - 4])} … {listed[-1]} ({len(listed)} values)"
    return ", ".join(listed)


def _workload(given: Any) -> str:
    if given == SWEPT:
        return SWEPT
    kind = next((kind for kind in KINDS if kind in given), None)
    words = [] if kind is None else [f"{kind} {given[kind]}"]
    for name, value in given.items():
        if name != kind and name not in HOW_TO_READ and isinstance(value, (str, int, float)):
            words.append(f"{name} {_plain(value)}")
        elif isinstance(value, Mapping):
            words.append(f"{name} ({_plain(value)})")
    return ", ".join(words)


def _machine(given: Any) -> str:
    if not isinstance(given, Mapping):
        return _plain(given) if given is not None else ""
    size = given.get("mesh")
    words = [str(given.get("name", ""))]
    if size == SWEPT or (isinstance(size, Mapping) and SWEPT in size.values()):
        words.append(f"mesh {SWEPT}")
    elif isinstance(size, Mapping):
        words.append(f"{size.get('width')} × {size.get('height')} tiles")
    if "clock" in given:
        words.append(f"clock {SWEPT}" if given["clock"] == SWEPT else str(given["clock"]))
    return ", ".join(word for word in words if word)


def _execution(given: Mapping[str, Any]) -> str:
    words = [
        (f"{name} {SWEPT}" if given[name] == SWEPT else str(given[name]) + more)
        for name, more in (
            ("model", ""),
            ("memory_model", " memory"),
            ("communication", " communication"),
            ("network", " network"),
            ("scheduler", ""),
        )
        if given.get(name)
    ]
    if given.get("initial_values"):
        words.append(
            {"memory": "initial values in memory"}.get(
                given["initial_values"], f"initial values {given['initial_values']}"
            )
        )
    return ", ".join(words)


def _summary(
    runs: Sequence[Case], varying: Sequence[str], baselines: Sequence[str], kind: RowKind
) -> dict[str, Any]:
    """Return the table: the runs, their figures and their ratios."""

    def figure(column: str, text: Callable[[float], str]) -> Callable[[Case], Cell]:
        def show(case: Case) -> Cell:
            found = case.of(column)
            late = "> " if column == "seconds" and case["completed"] == 0 else ""
            return late + written(found, text), "" if found is None else found.mean

        return show

    def shared(column: str) -> Callable[[Case], Cell]:
        return lambda case: (shown(case[column]), _cell(case[column])[1])

    def method(case: Case) -> Cell:
        return _cell(case["partitioner"] and case["partitioner"] + EACH_CUT_EDGE * bool(case["extra_run"]))

    columns: list[tuple[str, str, Callable[[Case], Cell]]] = [
        *(
            (heading, "", method if column == "partitioner" else shared(column))
            for column, heading in kind.naming.items()
        ),
        *((heading, column, shared(column)) for column, heading in headings(varying).items()),
    ]
    if any(len(case.rows) > 1 for case in runs):
        columns.append(("runs", "replicates that did not fail", lambda case: _cell(len(case.rows))))
    if any(FRONT in row for case in runs for row in case.rows):
        columns.append((FRONT, "no other run beats this one in all objectives", _on_front))
    for column in (kind.columns[name] for name in kind.figures):
        found = [case.of(column.name) for case in runs]
        of_caches = column.name in kind.compared_if_coherent  # shown only if they have moved data
        if any(each is not None and (each.mean or not of_caches) for each in found):
            hint = column.hint or column.title
            columns.append((column.heading, hint, figure(column.name, text_of(column))))
    for column in (kind.columns[name] for name in kind.communication):
        for label in baselines:
            name = f"{column.name}_vs_{label}"
            if any(case.of(name) is not None for case in runs):
                heading, hint = f"{column.ratio}\n/{label}", f"{column.title}, relative to {label}"
                columns.append((heading, hint, figure(name, ratio)))
    if all(len(case.rows) == 1 for case in runs):
        columns.append(("run_id", "for `numasim replay`", shared("run_id")))
    return _table(
        [(name, what) for name, what, _ in columns], [[show(case) for _, _, show in columns] for case in runs]
    )


def _on_front(case: Case) -> Cell:
    """Whether a run is on the front; of replicates, how many are."""
    best = sum(bool(row.get(FRONT)) for row in case.rows)
    return (f"{best} of {len(case.rows)}" if len(case.rows) > 1 else "yes") if best else "", best


def _everything(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the table of a study, with every column unchanged."""
    names = [name for name in (rows[0] if rows else ()) if name != "error"]
    return _table([(name, "") for name in names], [[_cell(row[name]) for name in names] for row in rows])


def _table(headings: Sequence[tuple[str, str]], rows: Sequence[Sequence[Cell]]) -> dict[str, Any]:
    """Return the headings, with their meanings and whether their columns are text, and the rows."""
    columns = [
        {"name": name, "what": what, "text": all(row[k][1] == "" for row in rows)}
        for k, (name, what) in enumerate(headings)
    ]
    return {"columns": columns, "rows": rows}


def _cell(value: Any) -> Cell:
    if value is None or value == "":
        return "-", ""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _plain(value), ""
    return _plain(value), value


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("name") or ", ".join(f"{k}: {_plain(v)}" for k, v in value.items()))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _range(results: pd.DataFrame, column: str) -> str:
    if column not in results or not len(values := results[column].dropna()):
        return ""
    low, high = int(values.min()), int(values.max())
    return f"{low:,} {column}" if low == high else f"{low:,} to {high:,} {column}"


def _name(row: Mapping[str, Any], label: str, varying: Sequence[str]) -> str:
    words = [label, str(row.get("mapper") or "")]
    if REPLICATE in varying:
        words.append(f"replicate {row[REPLICATE]}")
    return ", ".join(word for word in words if word)
