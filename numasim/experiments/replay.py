"""Run one point of a results folder again, and compare it with the stored results.

The point is made from the folder's ``resolved.yaml``. The manifest records where the experiment's files were
found. A file is accepted if its hash is among the recorded hashes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.encoded_outcome import decode
from numasim.experiments.gathered import NO_SPEEDUP
from numasim.experiments.job import Job, Outcome, identity, report_nothing
from numasim.experiments.plan import job_of
from numasim.experiments.point_store import Worker
from numasim.experiments.row_table import RowTable
from numasim.experiments.tools import tools_of
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.plugin_files import Hashes
from numasim.provenance import project_version, versions
from numasim.results.differences import PLACES, Difference, compare_long, distance
from numasim.results.row_kinds import all_tables
from numasim.results.tables import RESOLVED, need_columns, read_manifest, read_own_table
from partitioners.errors import InputError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.counts import first_few

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

MAX_IDS = 8
"""The largest number of ids in a message."""

NUMBER_DIGITS = 5
"""The digits that are always the number of a point, even if there are fewer points; more may begin an id."""


@dataclass(frozen=True)
class Replay:
    """The result of replaying a run.

    Attributes
    ----------
    points : int
        The number of points of the folder.
    rows : pandas.DataFrame
        The rows of the folder: one, or two for a point whose edge cut was run both ways.
    figures, long_rows : int
        The number of compared cells of the rows, and of compared rows of long tables.
    cells : list of Difference
        The differences, with the folder's values first.
    other_versions : list of str
        The libraries and tools with another version than recorded: recorded version and current version.
    traceback : str
        The traceback of a point that failed because of a bug.
    """

    point: Point
    points: int
    rows: pd.DataFrame
    figures: int
    long_rows: int
    cells: list[Difference]
    other_versions: list[str]
    traceback: str


def replay(
    folder: str | Path,
    name: str,
    *,
    check: Callable[[Experiment], object] | None = None,
    report: Callable[[str], None] = report_nothing,
) -> Replay:
    """Run a point of a results folder again, and compare it with the stored results.

    Parameters
    ----------
    name : str
        The ``run_id`` of a run, a unique beginning of it, or the number of a point.
    check : callable, optional
        Takes the experiment of the point before it runs.
    report : callable, optional
        Takes a line on the progress of a long run.

    Raises
    ------
    InputError
        There is no such run; the results are from another version of numasim, or input files have changed.
    """
    from numasim.schema.expand import point_of, searched_points

    folder = Path(folder)
    stored = read_own_table(folder)
    if "study" in stored.attrs:
        raise InputError(
            f"{folder}: this is a study, which has no points to replay; run it again into another folder, "
            "and compare the two with `numasim compare`"
        )
    need_columns(folder / "results.parquet", stored, ("point", "run_id", "warnings", "error"))
    rows = stored[find_rows(folder, stored, name)]
    recorded = stored.attrs.get("versions", {})
    if (its := recorded.get("numasim")) != project_version():
        raise InputError(
            f"{folder}: made by numasim {its}, but this is {project_version()}; replay it with that version, "
            "or run it again and compare the two with `numasim compare`"
        )
    experiment = _experiment(folder)
    number = int(rows["point"].iloc[0])
    changed = InputError(
        f"{folder / RESOLVED}: point {number} differs from that of results.parquet; one of the files, or "
        "numasim itself, has changed since the run"
    )
    if experiment.search is None:
        point = point_of(experiment, number)
    else:
        chosen = read_manifest(folder).get("searched", [])
        point = next((p for p in searched_points(experiment, chosen) if p.index == number), None)
    if point is None:
        raise changed
    job = job_of(point, Hashes())
    _same_files(folder, job, stored.attrs.get("inputs", []))
    readings = (None, False) if job.both else (None,)
    if not set(rows["run_id"]) <= {
        identity(point.experiment, job.inputs, aggregate_messages) for aggregate_messages in readings
    }:
        raise changed
    if check is not None:
        check(point.experiment)
    outcome = decode(Worker()(job, report))
    cells, figures = _compare_rows(rows, outcome)
    long, long_rows = _compare_long(folder, rows, outcome)
    now = versions() | tools_of(point.experiment)
    other = [f"{k} {v}, now {now[k]}" for k, v in sorted(recorded.items()) if k in now and v != now[k]]
    return Replay(
        point, stored["point"].nunique(), rows, figures, long_rows, cells + long, other, outcome.traceback
    )


def find_rows(folder: Path, stored: pd.DataFrame, name: str) -> pd.Series:
    """Find the rows of a run by its id, by the beginning of the id, or by the number of its point.

    Digits that may be the number of a point are no beginning of an id.

    Raises
    ------
    InputError
        No id matches, or several do.
    """
    ids = stored["run_id"]
    if name in set(ids):
        return ids == name
    if name.isdecimal() and int(name) in set(stored["point"]):
        return stored["point"] == int(name)
    last = int(stored["point"].max())
    number = name.isdecimal() and len(name) <= max(NUMBER_DIGITS, len(str(last)))
    found = [] if number else [each for each in ids.unique() if each.startswith(name)]
    if len(found) == 1:
        return ids == found[0]
    if found:
        listed = first_few(found, MAX_IDS)
        raise InputError(
            f"{folder}: {len(found)} ids begin with {name!r}: {listed}; give more characters of the id"
        )
    hint = did_you_mean(name, ids, "results.parquet lists the ids")
    raise InputError(f"{folder}: no run has the id {name!r}, and its points are 0 to {last}; {hint}")


def _experiment(folder: Path) -> Experiment:
    """Return the experiment of a folder, which finds its files where the run found them."""
    from pydantic import ValidationError

    from numasim.schema.experiment import experiment_of
    from partitioners.config.problems import find_problems
    from partitioners.config.yaml_lines import read_yaml

    path = folder / RESOLVED
    manifest = read_manifest(folder)  # without a manifest, files are looked up in the folder
    document = read_yaml(path)
    model = experiment_of(document.data)
    try:
        located = manifest.get("located")
        names = located if isinstance(located, dict) else {}
        experiment = model.model_validate(_with_names(document.data, names))
    except ValidationError as error:
        first = find_problems(error, model)[0].line(document)
        raise InputError(
            f"{first}\n{path} is not an experiment of this version; the file was changed"
        ) from None
    directory, data = (
        Path(at) if isinstance(at := manifest.get(key), str) else None for key in ("directory", "data")
    )
    return experiment.in_directory(directory or folder, data)


def _with_names(data: Any, located: Mapping[str, str]) -> Any:
    """Return the data with the experiment's own names of files, from which the ids were computed."""
    if isinstance(data, Mapping):
        return {key: _with_names(value, located) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_with_names(value, located) for value in data]
    return located.get(data, data) if isinstance(data, str) else data


def _same_files(folder: Path, job: Job, recorded: Sequence[str]) -> None:
    for field, sha256 in job.inputs.items():
        if sha256 not in recorded:
            section, _, key = field.partition(".")
            name = getattr(getattr(job.experiment, section), key)
            raise InputError(
                f"{job.experiment.file(name)}: the file has changed since {folder} was made (its SHA-256 "
                f"begins {sha256[:12]}, which is not recorded there); replay needs the original file"
            )


def _compare_rows(rows: pd.DataFrame, outcome: Outcome) -> tuple[list[Difference], int]:
    """Compare the cells that depend on one run only; speed-up and ratios depend on other runs."""
    cells, figures = [], 0
    made = {row["run_id"]: row for row in _plain(RowTable(outcome.rows).frame())}
    for row in _plain(rows):
        again = made.get(row["run_id"])
        if again is None:
            cells.append(Difference(row["point"], row["run_id"], "a row", "there", "not there", math.inf))
            continue
        row["warnings"] = _of_the_run(row["warnings"])
        for column in (name for name in again if name not in PLACES):
            figures += 1
            if apart := distance(row.get(column), again[column]):
                cells.append(
                    Difference(row["point"], row["run_id"], column, row.get(column), again[column], apart)
                )
    return cells, figures


def _of_the_run(warnings: str | None) -> str | None:
    """Return the warnings of the run itself, without that of its reference on one core."""
    notes = [] if warnings is None else warnings.split(WARNING_SEPARATOR)
    return WARNING_SEPARATOR.join(note for note in notes if not note.startswith(NO_SPEEDUP)) or None


def _compare_long(folder: Path, rows: pd.DataFrame, outcome: Outcome) -> tuple[list[Difference], int]:
    cells: list[Difference] = []
    count = 0
    for name in all_tables():
        path = folder / f"{name}.parquet"
        table = read_own_table(folder, name) if path.is_file() else None
        if table is not None:
            need_columns(path, table, PLACES)
        now = outcome.tables.get(name)
        for point, key in zip(rows["point"], rows["run_id"], strict=True):
            mine, again = (None if each is None else each[each["run_id"] == key] for each in (table, now))
            if mine is not None:
                mine = mine[mine["point"] == point]
                count += len(mine)
            cells += compare_long(name, point, key, mine, again)
    return cells, count


def _plain(table: pd.DataFrame) -> list[dict[str, Any]]:
    import pandas as pd

    return [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in table.to_dict("records")
    ]
