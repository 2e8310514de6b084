"""Add the timeline of one run to a results folder that exists, and to its report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results.report.page import write_report
from numasim.results.tables import REPORT, write_tables

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.experiment_results import Results


def add_timeline(
    folder: Path, results: Results, tables: dict[str, pd.DataFrame], tasks: int, *, csv: bool = True
) -> None:
    """Write the tables of a timeline into a results folder, and its report again with the timeline.

    Parameters
    ----------
    tables : dict of str to pandas.DataFrame
        From :func:`numasim.results.timeline_tables.timeline_tables`.
    tasks : int
        Number of tasks of the run that take at least a cycle.
    csv : bool
        Whether to write the tables as CSV, too.

    Raises
    ------
    InputError
        A file cannot be written.
    """
    metadata: dict[str, Any] = {**results.metadata, "timed_tasks": tasks}
    for table in tables.values():
        table.attrs.update(metadata)
    write_tables(folder, tables, metadata, csv=csv)
    write_report(replace(results, tables={**results.tables, **tables}), folder / REPORT)
