"""The job of a worker for one point, and its outcome."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from numasim.experiments.shared_cache import Kept
from numasim.experiments.stored_tables import StoredTables
from numasim.numa.shared.long_tables import LongTables
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.provenance import config_hash, project_version

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

PROCESSOR_SECONDS = "processor_seconds"
"""The column of the timings with the processor time of a run."""


def with_rows(tables: LongTables, names: Iterable[str]) -> LongTables:
    """Return the tables of these names that have rows."""
    return LongTables({name: tables.given[name] for name in names if tables.rows(name)})


def report_nothing(line: str) -> None:
    """Ignore a line on the progress of a job."""


@dataclass(frozen=True)
class Job:
    """The job of a worker.

    Attributes
    ----------
    point : int
        The index of the point; the same job at another place of a sweep has the same outcome.
    experiment : Experiment
        The concrete experiment.
    inputs : mapping of str to str
        The SHA-256 of each file that the experiment reads, by the field that names the file.
    both : bool
        Whether to run edge cuts a second time, with one message per cut edge.
    reference : bool
        Whether to run one cluster, or one thread, on core 0 of the same machine instead of the point.
    shared : Path or None
        The folder in which the processes of the experiment share intermediate results.
    own_cut : bool
        Whether no other process needs the partition, so that it is not written to the folder.
    kept : Kept
        The intermediate results of earlier jobs of the same process.
    report : callable
        Takes a line on the progress of a long job.
    run_id : str
        The :func:`identity` of the run; it is made if it is left out.
    """

    point: int
    experiment: Experiment
    inputs: Mapping[str, str] = field(default_factory=dict)
    both: bool = False
    reference: bool = False
    shared: Path | None = None
    own_cut: bool = False
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)
    report: Callable[[str], None] = field(default=report_nothing, compare=False, repr=False)
    run_id: str = ""

    def __post_init__(self) -> None:
        if not self.run_id:
            object.__setattr__(self, "run_id", identity(self.experiment, self.inputs))

    @classmethod
    def of(cls, point: Point, inputs: Mapping[str, str] = MappingProxyType({})) -> Self:
        """Return the job that runs a point."""
        both = point.experiment.runs_twice(point.overrides)
        return cls(point.index, point.experiment, inputs, both)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job.

    Attributes
    ----------
    rows : list of dict
        One row per run.
    tables : StoredTables
        The long tables of the runs, by name; tables without rows are left out.
    timings : list of dict
        The seconds of each phase of each run, and its processor time.
    traceback : str
        The traceback of a failure because of a bug.
    final : bool
        Whether a retry is pointless: the job succeeded, or its input is wrong.
    """

    rows: list[dict[str, Any]]
    tables: StoredTables
    timings: list[dict[str, Any]]
    traceback: str = ""
    final: bool = True

    @classmethod
    def of(
        cls,
        row: Mapping[str, Any],
        clock: Clock,
        notes: Iterable[str] = (),
        tables: Mapping[str, pd.DataFrame] = MappingProxyType({}),
    ) -> Self:
        """Return the outcome of one run: its row with the warnings, its tables with its id, its times."""
        keyed = StoredTables.of(row["run_id"], tables)
        warnings = WARNING_SEPARATOR.join(notes) or None
        return cls([{**row, "warnings": warnings}], keyed, [{"run_id": row["run_id"], **clock.lap()}])

    @classmethod
    def on_one_core(cls, row: Mapping[str, Any], scalars: Mapping[str, Any], clock: Clock) -> Self:
        """Return the outcome of a reference run, of which only the cycles are used, or the error."""
        kept = {name: row[name] for name in ("run_id", "extra_run", "error")}
        kept |= {name: scalars[name] for name in ("cycles", "completed")}
        return cls([kept], StoredTables(), [{"run_id": f"{row['run_id']} (one core)", **clock.lap()}])

    @classmethod
    def joined(cls, runs: Sequence[Self]) -> Self:
        """Return the outcome of a point of several runs."""
        if len(runs) == 1:
            return runs[0]
        return cls(
            [row for run in runs for row in run.rows],
            StoredTables.joined(run.tables for run in runs),
            [times for run in runs for times in run.timings],
        )

    @property
    def error(self) -> str | None:
        """The error message of a failed job, or None."""
        return self.rows[0]["error"]


def identity(
    experiment: Experiment, inputs: Mapping[str, str], aggregate_messages: bool | None = None
) -> str:
    """Return the 12-digit id of a run: the hash of all that determines its result, with files and version."""
    left_out = ("name", "title", "published", "verify", "speedup", "tables")
    config = {key: value for key, value in experiment.data_to_read.items() if key not in left_out}
    if aggregate_messages is not None:
        config["execution"] = config["execution"] | {"aggregate_messages": aggregate_messages}
    return config_hash({"config": config, "inputs": dict(inputs), "version": project_version()})


def processor_seconds() -> float:
    """Return the processor time of this process and of the programs that it has run, in seconds."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


class Clock:
    """The wall-clock seconds of each phase, and the processor time of all together."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._since = processor_seconds()

    @contextmanager
    def __call__(self, phase: str) -> Iterator[None]:
        """Add the time of a block to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            name = f"{phase}_seconds"
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def lap(self) -> dict[str, float]:
        """Return the seconds of each phase and of the processor since the last call."""
        since, self._since = self._since, processor_seconds()
        seconds, self.seconds = self.seconds, {}
        return {**seconds, PROCESSOR_SECONDS: self._since - since}
