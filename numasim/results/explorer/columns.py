"""The columns of the explorer: the swept fields and the figures that vary, as plain data for its script.

A column is a mapping with ``label`` and ``hint``, with ``shown`` (whether it has an axis at first), and with
its values in one of three forms:

- ``values`` and ``at``: different numbers or names, and the place of each row's value, -1 for none;
- ``values`` and ``field``: the field of the points whose places the rows have; without ``values``, the texts
  of the field are the numbers;
- ``numbers``: the number of each row, None for none.

Numbers of figures, and of fields in a unit, have seven digits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.axis_values import axis_values
from numasim.results.experiment_results import Results
from numasim.results.explorer.points import Overrides, coded, names_of
from numasim.results.method_ranking import find_column
from numasim.results.row_names import POINT, headings, missing, records
from numasim.results.swept_plots import PRICES, time_of
from numasim.schema.sweep import REPLICATES
from partitioners.config.yaml_lines import write_flow
from partitioners.text.counts import first_few

if TYPE_CHECKING:
    import pandas as pd

MAX_AXES = 10
"""The largest number of axes at first, if the fields are fewer."""

FEWEST_FIGURES = 3
"""The number of figures with axes at first if the fields are many."""

MAX_COLOURS = 8
MAX_SAME = 12
"""The largest number of constant columns that are named."""

OUTCOMES = ("finished", "ended by a limit", "failed")
NO_FIGURES = (POINT, "run_id", "warnings", "error")

PageColumn = dict[str, Any]


def page_columns(
    results: Results, rows: Sequence[Overrides], chosen: Sequence[str]
) -> tuple[list[PageColumn], str]:
    """Return the columns that vary, those of fields first, and the constant ones in words.

    Parameters
    ----------
    rows : sequence of dict
        The overrides of each row.
    chosen : sequence of str
        Columns of the results in place of the figures of the kind; empty for those.

    Raises
    ------
    InputError
        A chosen column does not exist.
    """
    fields, same = _fields(rows)
    marks = _marks(results.table)
    names = [find_column(results.table, name) for name in chosen] or _figures(results, rows)
    figures = []
    for name in names:
        found, value = _figure(results, name)
        if found is not None:
            figures.append(found)
        elif value:
            same.append(value)
    most = max(FEWEST_FIGURES, MAX_AXES - sum(each["shown"] for each in fields))
    for each in figures[most:]:
        each["shown"] = False
    told = f"The same in all rows: {first_few(same, MAX_SAME)}." if same else ""
    return [*fields, *marks, *figures], told


def first_axes(results: Results, columns: Sequence[PageColumn]) -> dict[str, int]:
    """Return the places of the columns that the scatter plot has at first: ``x``, ``y`` and ``colour``."""
    place = {each["name"]: k for k, each in enumerate(columns)}
    figures = [k for k, each in enumerate(columns) if "numbers" in each]
    named = [k for k, each in enumerate(columns) if 1 < len(_names(each)) <= MAX_COLOURS]
    everything = [*figures, *range(len(columns))]
    y = place.get(time_of(results.table, results.kind), everything[0])
    prices = [place[name] for name in (*PRICES, *results.kind.communication) if name in place]
    x = next(each for each in [*prices, *everything, y] if each != y or len(columns) == 1)
    return {"x": x, "y": y, "colour": named[0] if named else y}


def _names(column: PageColumn) -> Sequence[str]:
    values = column.get("values", ())
    return values if values and isinstance(values[0], str) else ()


def _fields(rows: Sequence[Overrides]) -> tuple[list[PageColumn], list[str]]:
    """Return the columns of the fields, and the fields of one value with it."""
    names = names_of(rows)
    heading = headings(names, taken=())
    columns, same = [], []
    for name in names:
        values, at = coded(rows, name)
        if len(values) == 1 and -1 not in at:
            same.append(f"{name} {_label(values[0])}")
            continue
        label = "replicate" if name == REPLICATES else heading[name]
        column = {"name": name, "hint": name, "shown": name != REPLICATES, **_values_of(label, values)}
        # The points that are pasted have seeds in place of the numbers of their replicates.
        if REPLICATES in names and name in (REPLICATES, "seed"):
            columns.append({**column, "at": at})
            continue
        if column["values"] == values and not isinstance(values[0], str):
            del column["values"]
        columns.append({**column, "field": name})
    return columns, same


def _values_of(label: str, values: Sequence[Any]) -> PageColumn:
    """Return the label, with its unit, and the values of a field as numbers or as names."""
    import pandas as pd

    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    if plain and all(map(math.isfinite, values)):
        found = axis_values(pd.DataFrame({label: values}, dtype=float), label)
        assert found.numbers is not None  # numbers were given
        same = found.numbers.tolist() == values
        return {"label": found.label, "values": values if same else list(map(_seven, found.numbers.tolist()))}
    if all(isinstance(value, str) for value in values):
        found = axis_values(pd.DataFrame({label: values}, dtype=object), label)
        if found.numbers is not None:
            return {"label": found.label, "values": list(map(_seven, found.numbers.tolist()))}
    names = [_label(value) for value in values]
    if len(set(names)) < len(names):
        names = [write_flow(value) for value in values]
    return {"label": label, "values": names}


def _label(value: Any) -> str:
    """Return the name of a value: of a mapping its own, if it has one."""
    if isinstance(value, Mapping) and isinstance(value.get("name"), str):
        return str(value["name"])
    return value if isinstance(value, str) else write_flow(value)


def _marks(table: pd.DataFrame) -> list[PageColumn]:
    """Return columns of how rows ended, and of which is the second run of an edge cut, if they differ."""
    ended = table["completed"].eq(0).tolist() if "completed" in table else [False] * len(table)
    failed = table["error"].notna().tolist() if "error" in table else [False] * len(table)
    outcome = [2 if bad else int(late) for late, bad in zip(ended, failed, strict=True)]
    found: list[tuple[str, str, tuple[str, ...], list[int]]]
    found = [("outcome", "How the run ended: a limit leaves figures of a part of the run", OUTCOMES, outcome)]
    if "extra_run" in table:
        extra = [int(value is True) for value in table["extra_run"].astype(object).tolist()]
        found.append(
            ("each cut edge", "A second run, with one message for every cut edge", ("no", "yes"), extra)
        )
    return [
        {"name": label, "label": label, "hint": hint, "shown": False, "values": list(names), "at": at}
        for label, hint, names, at in found
        if len(set(at)) > 1
    ]


def _figures(results: Results, rows: Sequence[Overrides]) -> list[str]:
    """Return the figures of the kind, derived columns and ratios; of a study, all columns but fields."""
    table, kind = results.table, results.kind
    derived = results.resolved.get("derived") or {}
    names = [*kind.figures, *derived, "front", *kind.communication, *kind.bars]
    time = time_of(table, kind)
    if not kind.columns:
        fields = {name.rpartition(".")[2] for name in names_of(rows)}
        names = [name for name in map(str, table) if name not in fields and name not in NO_FIGURES]
    ratios = [name for name in map(str, table) if "_vs_" in name]
    first = [name for name in (time, *PRICES) if name in names]
    found = dict.fromkeys([*first, *names, *ratios])
    return [name for name in found if name in table or _derives(results, name)]


def _derives(results: Results, name: str) -> bool:
    column = results.kind.columns.get(name)
    return column is not None and column.derive is not None


def _figure(results: Results, name: str) -> tuple[PageColumn | None, str]:
    """Return the column of a figure if it varies, else None and the figure with its value."""
    import numpy as np
    import pandas as pd

    column = results.kind.columns.get(name)
    if name in results.table:
        cells = results.table[name]
    else:
        assert column is not None  # it derives the figure
        cells = pd.Series([column.of(row) for row in records(results.table)], dtype=float)
    about = {"name": name, "hint": _hint(results, name), "shown": True}
    if cells.dtype.kind not in "iuf":
        return _words(about, cells.tolist())
    numbers = cells.to_numpy(float)
    known = np.isfinite(numbers)
    if len(set(numbers[known].tolist())) < 2:
        value = "".join(f"{name} {value:.7g}" for value in numbers[known][:1])
        return None, value if known.all() else ""
    found = axis_values(pd.DataFrame({name: numbers[known]}), name)
    assert found.numbers is not None  # numbers were given
    scaled = np.full(len(numbers), np.nan)
    scaled[known] = found.numbers
    return {**about, "label": found.label, "numbers": [_seven(each) for each in scaled.tolist()]}, ""


def _words(about: PageColumn, cells: Iterable[Any]) -> tuple[PageColumn | None, str]:
    """Return a column of names, such as the yes and no of a front."""
    words = {True: "yes", False: "no"}
    rows = [{} if missing(cell) else {"": words.get(cell, cell)} for cell in cells]
    values, at = coded(rows, "")
    if len(values) < 2:
        return None, "".join(f"{about['name']} {_label(value)}" for value in values if -1 not in at)
    return {**about, "label": about["name"], "values": [_label(value) for value in values], "at": at}, ""


def _hint(results: Results, name: str) -> str:
    column = results.kind.columns.get(name)
    if column is None:
        return str((results.resolved.get("derived") or {}).get(name, name))
    return (column.hint or column.title or column.meaning or name).replace("\n", " ")


def _seven(value: float) -> float | int | None:
    """Return a number with seven digits, whole numbers without a point; None for a missing one."""
    if not math.isfinite(value):
        return None
    short = float(f"{value:.7g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short
