"""The end of ``numasim run`` and ``numasim merge``: tables, pictures, what is printed, and the exit code."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from partitioners.text.counts import first_few, plural

if TYPE_CHECKING:
    from numasim.results.experiment_results import ExperimentResults

INTERRUPTED = 130
MAX_REASONS = 3


def write_and_print(
    folder: Path,
    results: ExperimentResults,
    start: float,
    *,
    pictures: bool,
    also: Callable[[], None] | None = None,
) -> int:
    """Write the tables, the pictures and the report of a run, print its table, and return the exit code.

    Parameters
    ----------
    folder : Path
        The results folder, which is locked.
    start : float
        When the command started, in seconds of the monotonic clock.
    also : callable, optional
        Adds to the results, if no interrupt or failure has ended the run.
    """
    from numasim.cli.terminal import print_error, progress_bar
    from numasim.results.drawing import draw_folder, reasons
    from numasim.results.folder import write_folder

    if results.stopped == "interrupted" and results.table.empty:
        print_error("interrupted before the first run was finished; no table was written", kind="")
        return INTERRUPTED
    write_folder(folder, results)
    _print_results(results.experiment.title, results)
    with progress_bar(lines=False) as progress:
        undrawn = draw_folder(folder, results, pictures=pictures, progress=progress)
    for reason in reasons(undrawn):
        print_error(reason, kind="warning: ")
    if also is not None and not results.stopped:
        also()
    written = "tables, pictures and report.html" if pictures else "tables and report.html"
    said = f"{time.monotonic() - start:.1f} s; {written}"
    return _tell_end(results, folder, said)


def _print_results(title: str, results: ExperimentResults) -> None:
    """Print the table of a run, its comparison with published results, and notes on both."""
    from numasim.cli.terminal import console, print_error
    from numasim.results.published import print_published
    from numasim.results.summary import print_summary

    console().print(f"\n{title}")
    print_summary(console(), results.table, results.kind, results.baselines, results.varying)
    if results.history is not None:
        console().print(f"search: {results.history}", soft_wrap=True)
    if "published" in results.tables:
        print_published(console(), results.tables["published"], results.kind)
    for note in results.notes:
        print_error(note, kind="note: ")
    if results.damaged:
        console().print(damaged_points(results.damaged), soft_wrap=True)
    sys.stdout.flush()


def _tell_end(results: ExperimentResults, folder: Path, written: str) -> int:
    """Print how a run ended, and return the exit code."""
    from numasim.cli.terminal import console, print_error

    resume_hint = f"finished runs are in {folder}; run the same command to resume"
    if results.stopped == "interrupted":
        print_error(f"interrupted; {resume_hint}", kind="")
        return INTERRUPTED
    if results.stopped == "failed":
        print_error(f"stopped at the first failure; {resume_hint}", kind="")
        return 1
    runs = len(results.table)
    if results.failed:
        kept = "errors" if results.failed == runs else "other results"
        print_error(f"{results.failed} of {runs} runs failed; the {kept} are in {folder}", kind="")
        return 1
    if results.reused:
        reused = f"{results.reused} of {results.points} points were already finished"
        console().print(f"{reused} and were not run again")
    console().print(f"{runs} {plural(runs, 'run')} in {written} are in {folder}", soft_wrap=True)
    return 0


def damaged_points(reasons: Sequence[str]) -> str:
    """Describe the stored points that were damaged and were run again, with the first few reasons."""
    count, were = len(reasons), "was" if len(reasons) == 1 else "were"
    shown = first_few(reasons, MAX_REASONS, "; ")
    return f"{count} stored {plural(count, 'point')} {were} damaged and {were} run again: {shown}"
