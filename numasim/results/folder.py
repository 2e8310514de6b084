"""Write a results folder. It contains:

=====================  ==========================================================================
``results.*``          one row per run, as CSV and Parquet; only data that repeat byte for byte
``cores.*``            cycles of every core of every run, keyed by ``run_id``
``links.*`` ...        the other long tables, with the same key; tables without rows are left out
``resolved.yaml``      the experiment with every default filled in
``points/``            the finished points, from which a killed sweep resumes
``manifest.json``      versions, revision, host, wall time, hashes of the inputs; the experiment to which the
                       folder belongs, and the files that numasim has written
``timings.parquet``    wall-clock time of each run
``mesh_links.*``       heat map of the links, PNG and SVG
``tiles.*``            heat maps of the activity of the tiles, PNG and SVG
``core_time.*``        time of every core by category, PNG and SVG
``comparison.*``       times and data communication side by side, PNG and SVG
``report.html``        all results on one page
=====================  ==========================================================================

The metadata of the Parquet files contain versions, the seed, hashes and the units of columns under the key
``numasim``. They contain nothing that differs between two executions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.provenance import command_line, config_hash, git_revision, host, versions
from numasim.results.tables import (
    MANIFEST,
    REPORT,
    RESOLVED,
    TIMINGS,
    write_manifest,
    write_parquet,
    write_tables,
    write_text,
)

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.experiment_results import ExperimentResults
    from numasim.schema.study import Study


def write_folder(folder: Path, results: ExperimentResults) -> None:
    """Write the tables of an experiment, its configuration and its manifest.

    Parameters
    ----------
    folder : Path
        The folder, from :func:`open_folder`.

    See Also
    --------
    numasim.results.drawing.draw_folder : The pictures and the report.
    """
    from numasim.results.ownership import remove_others, table_names
    from numasim.schema.expand import excluded, points, skipped
    from partitioners.config.yaml_lines import write_yaml

    experiment = results.experiment
    units = results.kind.known_units
    written = write_tables(folder, {"results": results.table, **results.tables}, results.metadata, units)
    write_parquet(folder / TIMINGS, results.timings, results.metadata)
    write_text(folder / RESOLVED, write_yaml(results.resolved))
    about = {
        "experiment": experiment.name,
        "title": experiment.title,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "wall_seconds": round(results.seconds, 3),
        "workers": results.workers,
        "command": command_line(),
        "runs": len(results.table),
        "failed": results.failed,
        "stopped": results.stopped or None,
        "reused": results.reused,
        "damaged": list(results.damaged),
        "excluded": excluded(experiment),
        "skipped": {each.index: each.why for each in skipped(experiment)},
        "tracebacks": results.tracebacks,
        "inputs": results.inputs,
        "directory": _absolute(experiment.directory),
        "data": _absolute(experiment.data),
        "located": dict(_renamed(results.resolved, experiment.resolved())),
        "versions": versions(),
        "revision": git_revision(),
        "host": host(),
    }
    if experiment.search is not None:
        about["searched"] = [each.overrides for each in points(experiment)]
    write_manifest(folder, about)
    remove_others(folder, written, table_names())


def write_study(folder: Path, study: Study, table: pd.DataFrame) -> None:
    """Write the results of a study: ``results.*``, ``resolved.yaml``, ``report.html``, ``manifest.json``.

    Parameters
    ----------
    folder : Path
        The folder, from :func:`open_folder`.
    """
    from numasim.results.experiment_results import Results
    from numasim.results.ownership import own_names, remove_others
    from numasim.results.report.page import write_report
    from numasim.results.row_kinds import STUDY
    from partitioners.config.yaml_lines import write_yaml

    resolved = study.model_dump(mode="json")
    metadata = {"versions": versions(), "seed": study.seed, "study": config_hash(resolved)}
    written = write_tables(folder, {"results": table}, metadata, STUDY.known_units)
    write_text(folder / RESOLVED, write_yaml(resolved))
    write_manifest(
        folder,
        {
            "experiment": study.name,
            "title": study.title,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": command_line(),
            "versions": versions(),
            "revision": git_revision(),
            "host": host(),
        },
    )
    shown = Results(STUDY, resolved, table, {}, metadata)
    written += [folder / RESOLVED, write_report(shown, folder / REPORT), folder / MANIFEST]
    remove_others(folder, written, own_names())


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def _renamed(located: Any, resolved: Any) -> Iterator[tuple[str, str]]:
    """Yield the paths of files in the folder of data, with their names in the experiment."""
    if isinstance(located, Mapping):
        for key in located:
            yield from _renamed(located[key], resolved[key])
    elif isinstance(located, (list, tuple)):
        for one, other in zip(located, resolved, strict=True):
            yield from _renamed(one, other)
    elif located != resolved:
        yield located, resolved
