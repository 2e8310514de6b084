"""What is run for an experiment, and the rows of its table.

A speed-up needs a reference run for every combination of workload, machine and execution: one cluster (or one
thread) on one core, shared by all points with this combination.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from numasim.experiments.job import Job
from numasim.experiments.point_kind import kind_of
from numasim.experiments.point_store import plugin_hashes, point_key, program_hash
from numasim.experiments.run_jobs import JobResults
from numasim.experiments.tools import tools_of, workload_tools
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.plugin_files import Hashes
from numasim.provenance import code_hash, config_hash, versions
from numasim.results.ratios import add_ratios, add_speedup, measures_of
from numasim.results.row_kinds import rows_of
from numasim.results.row_names import swept_columns
from numasim.schema.input_files import behind_source, input_files

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

NO_SPEEDUP = "no speed-up: "
"""The beginning of the warning of a row whose reference failed."""

PLAIN_WORD = re.compile(r"[\w.+-]+")
"""A word that needs no quotes in a list."""


class Plan(NamedTuple):
    """What is run for an experiment, and the hashes of its input files.

    Each point has the key of its job, and that of its reference if it has one. Equal points are one of the
    ``jobs``. References are first: they take long, because one core does all the work.
    """

    experiment: Experiment
    points: list[tuple[Point, str, str | None]]
    jobs: dict[str, Job]
    hashes: Hashes

    @classmethod
    def of(
        cls, experiment: Experiment, points: Iterable[Point] | None = None, hashes: Hashes | None = None
    ) -> Plan:
        """Plan the run of an experiment.

        Parameters
        ----------
        points : iterable of Point, optional
            The points to run; by default all.
        hashes : Hashes, optional
            The hashes of files that are already known.
        """
        from numasim.schema.expand import points as all_points

        points = all_points(experiment) if points is None else points
        hashes = Hashes() if hashes is None else hashes
        planned: list[tuple[Point, str, str | None]] = []
        references, runs = dict[str, Job](), dict[str, Job]()
        for point in points:
            job = job_of(point, hashes)
            reference, key = reference_key(job, hashes), point_key(job, hashes)
            if reference is not None:
                references.setdefault(reference, replace(job, point=-1, both=False, reference=True))
            runs.setdefault(key, job)
            planned.append((point, key, reference))
        return cls(experiment, planned, references | runs, hashes)

    def metadata(self) -> dict[str, Any]:
        """Return what the files of the tables say of their origin."""
        tools = (tools_of(point.experiment) for point, _, _ in self.points)
        return {
            "versions": versions() | {name: tool for found in tools for name, tool in found.items()},
            "seed": self.experiment.seed,
            "experiment": config_hash(self.experiment.resolved()),
            "inputs": sorted(self.hashes.by_path.values()),
        }


def job_of(point: Point, hashes: Hashes) -> Job:
    """Return the job that runs a point."""
    files = {**input_files(point.experiment), **behind_source(point.experiment)}
    inputs = {name: hashes.of(path) for name, path in files.items()}
    return Job.of(point, inputs)


def reference_key(job: Job, hashes: Hashes) -> str | None:
    """Return the key of a point's reference run, a hash of what determines it; None if it has none."""
    determining = kind_of(job.experiment).reference
    if determining is None:
        return None
    parts = determining(job)
    plugins = plugin_hashes(job.experiment, hashes, "workload", "component", "execution")
    made_by = [workload_tools(job.experiment), program_hash(job.experiment, hashes)]
    return None if parts is None else code_hash("one core", parts, plugins, made_by)


def compared_rows(plan: Plan, found: JobResults) -> list[dict[str, Any]]:
    """Return the rows of all finished points, with speed-ups over references and ratios to baselines."""
    kind, shown = kind_of(plan.experiment), rows_of(plan.experiment.kind)
    rows, assignments, references = [], [], []
    for point, key, reference in plan.points:
        if key not in found.outcomes:
            continue
        of_one_core = found.outcomes[reference].rows[0] if reference in found.outcomes else {}
        for row in found.outcomes[key].rows:
            rows.append({"point": point.index, **swept_columns(point.overrides, shown), **row})
            assignments.append(point.overrides)
            references.append(of_one_core)
    if kind.reference is not None:
        add_speedup(rows, [row.get("cycles") if row.get("completed") else None for row in references])
    measures = measures_of(shown, [point.experiment for point, _, _ in plan.points])
    add_ratios(rows, assignments, plan.experiment.baselines, measures)
    for row, one_core in zip(rows, references, strict=True):
        if one_core.get("error") and row["error"] is None:
            why = f"{NO_SPEEDUP}{kind.on_one_core} on one core failed: {one_core['error']}"
            row["warnings"] = WARNING_SEPARATOR.join(filter(None, (row.get("warnings"), why)))
    return rows


def tidy(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Make a table from rows; the type of a column follows from its values, and integers stay integers."""
    import pandas as pd

    first = ("point", "run_id", "extra_run")
    last = ("warnings", "error")
    names = dict.fromkeys(name for row in rows for name in row)
    order = [*first, *(name for name in names if name not in (*first, *last)), *last]
    return pd.DataFrame({name: _column([row.get(name) for row in rows]) for name in order})


def _column(values: list[Any]) -> pd.Series:
    import pandas as pd

    values = [value.item() if hasattr(value, "item") else value for value in values]  # NumPy's scalars
    kinds = {type(value) for value in values if value is not None}
    missing = None in values
    if kinds == {bool}:
        return pd.Series(values, dtype="boolean" if missing else "bool")
    if kinds == {int}:
        return pd.Series(values, dtype="Int64" if missing else "int64")
    if kinds and kinds <= {int, float}:
        return pd.Series(values, dtype="float64")
    return pd.Series([None if value is None else _text(value) for value in values], dtype="str")


def _text(value: Any) -> str:
    """A value as text; a list of plain words, such as arguments of a program, as YAML writes it."""
    if isinstance(value, list) and all(isinstance(v, str) and PLAIN_WORD.fullmatch(v) for v in value):
        return f"[{', '.join(value)}]"
    return str(value)
