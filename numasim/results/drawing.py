"""Draw the pictures and the report of a results folder.

The tables are written first (:func:`numasim.results.folder.write_folder`). A picture that fails is returned
with its error, and the others are drawn. Existing pictures of the same tables are not drawn again: the
manifest contains the hash of their data and of each file.
"""

from __future__ import annotations

import os
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.provenance import file_sha256
from numasim.results.frames import with_columns
from numasim.results.plots import Undrawn, picture_files, remove_pictures
from numasim.results.tables import REPORT, read_manifest, write_manifest
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    from numasim.results.experiment_results import ExperimentResults

DRAWN = "drawn"
"""The key of the manifest with the hashes of the pictures and of their data."""


def draw_folder(
    folder: Path, results: ExperimentResults, *, pictures: bool = True, progress: Progress = silent
) -> list[Undrawn]:
    """Draw the missing or outdated pictures of an experiment, and write its report.

    Parameters
    ----------
    folder : Path
        The folder with the tables of the experiment, from :func:`numasim.results.folder.write_folder`.
    pictures : bool
        False: write only the report. Pictures of other results are removed; those of the same are kept.
    progress : callable
        Called before each picture, and before the report.

    Returns
    -------
    list of Undrawn
        The pictures, and the report, that could not be drawn.
    """
    from numasim.results import plots

    source, manifest = _drawn_from(folder, results), read_manifest(folder)
    failed: list[Undrawn] = []
    if manifest.get(DRAWN) != {"from": source, "files": _files(folder)}:
        remove_pictures(folder)
        if pictures:
            failed = plots.write_plots(
                folder,
                results.table,
                with_columns(results.shown.table, {"label": results.labels}),
                results.tables,
                results.kind,
                results.experiment.title,
                results.varying,
                progress,
                results.history,
            )
        drawn = {"from": source, "files": _files(folder)} if pictures and not failed else None
        write_manifest(folder, {DRAWN: drawn})
    progress(0, 0, "writing the report")
    try:
        from numasim.results.report.page import write_report

        write_report(results, folder / REPORT)
    except Exception as error:  # an error in the report must not lose the tables
        failed.append(Undrawn("report.html", error))
    return failed


def draw_or_warn(folder: Path, results: ExperimentResults) -> None:
    """Draw as :func:`draw_folder` does, with a Python warning for everything that could not be drawn."""
    for reason in reasons(draw_folder(folder, results)):
        warnings.warn(reason, stacklevel=3)


def reasons(failed: Sequence[Undrawn]) -> list[str]:
    """Return a message for each failure; with ``NUMASIM_DEBUG=1`` including its traceback."""
    debug = os.environ.get("NUMASIM_DEBUG")
    return [
        f"{each}\n{''.join(traceback.format_exception(each.error))}" if debug else str(each)
        for each in failed
    ]


def _drawn_from(folder: Path, results: ExperimentResults) -> str:
    """Return the hash of the data of the pictures: the tables, the names of the rows, and the code."""
    from numasim.provenance import code_hash

    tables = [file_sha256(folder / f"{name}.parquet") for name in ("results", *sorted(results.tables))]
    searched = None if results.history is None else results.history.objectives
    title, labels = results.experiment.title, results.labels
    return code_hash("pictures", tables, title, labels, results.varying, searched)


def _files(folder: Path) -> dict[str, Any]:
    return {path.name: file_sha256(path) for path in picture_files(folder)}
