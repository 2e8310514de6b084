"""What a worker is asked to do for a point, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.shared_cache import Kept
from numasim.provenance import config_hash, project_version

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class Job:
    """What a worker is asked to do.

    Attributes
    ----------
    point : int
        The index of the point; the same job at another place of a sweep has the same outcome.
    experiment : Experiment
        Concrete.
    inputs : mapping of str to str
        The SHA-256 of each file that it reads, by the field that names it.
    both : bool
        Run edge cuts a second time, with one message a cut edge.
    reference : bool
        Run one cluster on core 0 of the same machine, in place of the point.
    shared : Path or None
        A folder where the processes of the experiment find what others have made.
    kept : Kept
        Graphs, partitions and more of the jobs that the same process ran before.
    """

    point: int
    experiment: Experiment
    inputs: Mapping[str, str] = field(default_factory=dict)
    both: bool = False
    reference: bool = False
    shared: Path | None = None
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)


@dataclass(frozen=True)
class Outcome:
    """What came of it.

    Attributes
    ----------
    rows : list of dict
        One for each run.
    tables : dict of str to pandas.DataFrame
        The long tables of the runs, keyed by their ``id``; those without rows are left out.
    timings : list of dict
        Where the time of each run went.
    traceback : str
        Of a failure by a bug.
    final : bool
        That it cannot end otherwise: it succeeded, or its input is wrong.
    """

    rows: list[dict[str, Any]]
    tables: dict[str, pd.DataFrame]
    timings: list[dict[str, Any]]
    traceback: str = ""
    final: bool = True

    @property
    def error(self) -> str | None:
        """What went wrong."""
        return self.rows[0]["error"]


def identity(
    experiment: Experiment, inputs: Mapping[str, str], aggregate_messages: bool | None = None
) -> str:
    """Twelve digits that name a run: the hash of all that decides its result, files and version included."""
    config = experiment.resolved()
    for name in ("name", "title", "published", "verify"):
        config.pop(name, None)
    if aggregate_messages is not None:
        config["execution"]["aggregate_messages"] = aggregate_messages
    return config_hash({"config": config, "inputs": dict(inputs), "version": project_version()})


class Clock:
    """Wall seconds of each phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

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
        """The seconds since the last lap."""
        seconds, self.seconds = self.seconds, {}
        return seconds
