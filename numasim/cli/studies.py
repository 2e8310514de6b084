"""Run a study from the command line and print its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema.study import Study


def run_and_print(study: Study, file: Path, output: Path | None, *, overwrite: bool) -> int:
    """Run a study, print its table, write its results folder, and return the exit code.

    Parameters
    ----------
    file : Path
        The file of the study.
    output : Path, optional
        The results folder; by default ``results/NAME``.
    overwrite : bool
        See :func:`numasim.results.ownership.results_folder`.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.experiments.run_study import run_study
    from numasim.results.folder import write_study
    from numasim.results.ownership import default_folder, results_folder
    from numasim.results.row_names import REPLICATE, headings
    from numasim.schema.sweep import REPLICATES, swept_values

    folder = default_folder(study.name) if output is None else output
    with results_folder(folder, study, file, overwrite=overwrite):
        with progress_bar(lines=False) as progress:
            results = run_study(study, progress)
        write_study(folder, study, results)
    names = [*swept_values(study.sweep), *([REPLICATE] if REPLICATES in study.sweep else [])]
    swept = {
        name if name in results else name.rpartition(".")[2]: heading
        for name, heading in headings(names, study.columns.values()).items()
    }
    shown = {**swept, **study.columns}
    table = Table(box=None, pad_edge=False)
    for heading in shown.values():
        table.add_column(heading, justify="right", vertical="bottom")
    for row in results.to_dict("records"):
        table.add_row(*(_cell(row.get(name)) for name in shown))
    console().print(f"\n{study.title}")
    console().print(table)
    errors = results["error"].dropna().tolist() if "error" in results else []
    for error in errors:
        print_error(error, kind="failed: ")
    console().print(f"{len(results)} points; the table is in {folder}")
    return 1 if errors else 0


def _cell(value: object) -> str:
    if value is None or value != value:  # NaN is not equal to itself
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
