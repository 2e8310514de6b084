"""The page of the explorer: its data, its notes and its script.

As the report, it is made from data that repeat byte for byte, loads nothing, and allows its script by a hash.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numasim.results.experiment_results import Results
from numasim.results.explorer.columns import first_axes, page_columns
from numasim.results.explorer.points import Overrides, overrides_of, pasted, yaml_fields
from numasim.results.failures import Failure, failures
from numasim.results.html_page import render_page
from numasim.results.row_names import POINT, records
from numasim.results.tables import write_text
from numasim.schema.expand import describe
from partitioners.config.yaml_lines import MAX_VALUES
from partitioners.errors import InputError

EXPLORER = "explorer.html"
"""The name of the page in a results folder."""

MOST_ERRORS = 40
"""The largest number of different errors that are listed."""

TEMPLATE = "explorer/explorer.html"
SCRIPTS = tuple(
    f"explorer/{name}.js"
    for name in (
        "columns",
        "selection",
        "painter",
        "plot",
        "parallel",
        "scatter",
        "panel",
        "snippet",
        "explorer",
    )
)


def write_explorer(results: Results, folder: Path, path: Path, columns: Sequence[str] = ()) -> Path:
    """Write the explorer of a results folder, and return its path.

    Parameters
    ----------
    folder : Path
        The folder of the results, for messages.
    columns : sequence of str
        Columns of the results in place of the figures of the kind.

    Raises
    ------
    InputError
        There is no row, or nothing differs between the rows; a column does not exist; the table and
        ``resolved.yaml`` are not of the same run; the page cannot be written.
    """
    write_text(path, render(results, folder, columns))
    return path


def render(results: Results, folder: Path, columns: Sequence[str] = ()) -> str:
    """Return the page; see :func:`write_explorer`. The same folder gives the same bytes."""
    if not len(results.table):
        raise InputError(f"{folder}: the table of results has no row; run the experiment again")
    rows = overrides_of(results, folder)
    found, same = page_columns(results, rows, columns)
    if not found:
        raise InputError(
            f"{folder}: nothing differs between the rows, so there is nothing to explore; "
            "`numasim report` shows them"
        )
    seed = results.resolved.get("seed", 0)
    data = {
        "points": results.table[POINT].tolist(),
        "fields": yaml_fields([pasted(row, seed) for row in rows]),
        "columns": found,
        "first": first_axes(results, found),
        "maxValues": MAX_VALUES,
    }
    return render_page(
        TEMPLATE,
        SCRIPTS,
        {
            "title": results.resolved.get("title") or results.resolved.get("name") or "Results",
            "rows": len(results.table),
            "same": same,
            "failed": _failed(results, rows),
            "most_errors": MOST_ERRORS,
            "varied_by": "search" if results.resolved.get("search") else "sweep",
            "baseline": bool(results.resolved.get("baseline")),
            "data": base64.b64encode(_packed(data)).decode(),
        },
    )


def _packed(data: Any) -> bytes:
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return zlib.compress(text.encode(), 9)


def _failed(results: Results, rows: Sequence[Overrides]) -> list[Failure]:
    """Return the failed rows by their errors."""
    if "error" not in results.table:
        return []
    bad = results.table["error"].notna().to_numpy()
    names = [describe(row) for row, failed in zip(rows, bad, strict=True) if failed]
    return list(failures(zip(records(results.table[bad]), names, strict=True)))
