"""Parts of an experiment that run on different machines, and their union.

Point ``k`` belongs to shard ``k mod N + 1`` of ``N``. A shard is a results folder with finished points and no
tables. The union has the points of all shards; its tables are made as those of an experiment that resumes,
so they are the same, byte for byte, as if it had run in one piece.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from numasim.experiments.ahead import ahead
from numasim.experiments.experiment import run_experiment
from numasim.experiments.plan import Plan
from numasim.experiments.point_runner import PointRunner
from numasim.experiments.point_store import FOLDER, SUFFIX, PointStore
from numasim.experiments.run_jobs import JobRunner
from numasim.experiments.run_options import RunOptions
from numasim.provenance import config_hash
from numasim.results.tables import MANIFEST, RESOLVED, read_manifest, write_manifest, write_text
from numasim.schema.expand import checked_points, parts_of
from partitioners.errors import InputError, OptionError
from partitioners.progress import Progress, silent
from partitioners.text.counts import first_few

if TYPE_CHECKING:
    from numasim.results.experiment_results import ExperimentResults
    from numasim.schema.experiment import Experiment

SHARDS = "shards"
"""The key of the manifest with the shards that have finished."""

MOST_NAMED = 5


@dataclass(frozen=True)
class Shard:
    """A part of an experiment.

    Attributes
    ----------
    number, count : int
        The shard ``number`` of ``count``, from 1.
    """

    number: int
    count: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the shard of a text such as ``3/64``.

        Raises
        ------
        OptionError
            The text is none of a shard.
        """
        found = re.fullmatch(r"\s*([0-9]+)\s*/\s*([0-9]+)\s*", text)
        if found is None:
            raise OptionError(f"shard: expected a number and a count, such as 3/64, got {text!r}")
        number, count = int(found[1]), int(found[2])
        if not 1 <= number <= count:
            raise OptionError(f"shard: there are the shards 1/{count} to {count}/{count}, got {text!r}")
        return cls(number, count)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def has(self, point: int) -> bool:
        """Whether the point of a number belongs to the shard."""
        return point % self.count == self.number - 1


@dataclass(frozen=True)
class ShardResults:
    """How the run of a shard ended.

    Attributes
    ----------
    points, failed, reused : int
        The number of its finished points, of those that failed, and of those that had already been finished.
    stopped, damaged
        See :class:`~numasim.experiments.point_runner.PointRunner`.
    """

    points: int
    failed: int
    reused: int
    stopped: str
    damaged: Sequence[str]


def run_shard(
    experiment: Experiment,
    shard: Shard,
    options: RunOptions,
    folder: Path,
    progress: Progress = silent,
) -> ShardResults:
    """Run the points of a shard that its folder does not have.

    Parameters
    ----------
    folder : Path
        The results folder, which is locked. It may contain other shards of the same experiment.

    Raises
    ------
    InputError
        The folder has shards of another experiment.
    OptionError
        The experiment is a search.
    """
    from partitioners.config.yaml_lines import write_yaml

    if experiment.search is not None:
        raise OptionError("--shard: the points of a search are known when it has run; run it in one piece")
    about = {"of": shard.count, "plan": _identity(experiment)}
    before = _shards(folder) or {**about, "finished": []}
    if any(before[key] != value for key, value in about.items()):
        raise InputError(
            f"{folder}: has shards of other points, or another number of shards; choose another --output"
        )
    others = [number for number in before["finished"] if number != shard.number]
    write_text(folder / RESOLVED, write_yaml(experiment.located()))
    write_manifest(folder, {SHARDS: {**about, "finished": others}})
    points = failed = reused = 0
    with JobRunner(options, PointStore(folder)) as jobs:
        runner = PointRunner(experiment, jobs, progress)
        for part, after in ahead(parts_of(experiment, shard.has)):
            plan, found, _ = runner.run(part, after // shard.count)
            outcomes = [found.outcomes[key] for _, key, _ in plan.points if key in found.outcomes]
            points += len(outcomes)
            failed += sum(outcome.error is not None for outcome in outcomes)
            reused += sum(key in found.reused for _, key, _ in plan.points)
            if runner.stopped:
                break
    if not runner.stopped:
        write_manifest(folder, {SHARDS: {**about, "finished": sorted([*others, shard.number])}})
    return ShardResults(points, failed, reused, runner.stopped, tuple(runner.damaged))


def experiment_of_shards(folders: Sequence[Path]) -> Experiment:
    """Return the experiment of which some folders are all shards.

    Raises
    ------
    InputError
        A folder has no shards, they are not those of one experiment, or one of them is missing.
    """
    from numasim.schema.experiment import Experiment
    from numasim.schema.load import load

    all_shards = [(folder, _shards(folder)) for folder in folders]
    finished: set[int] = set()
    first_folder, first = all_shards[0]
    for folder, shards in all_shards:
        if shards is None or first is None:
            raise InputError(f"{folder}: has no shards; `numasim run FILE --shard 1/2 -o FOLDER` makes one")
        if shards["of"] != first["of"]:
            raise InputError(
                f"{folder}: has shards of {shards['of']}, and {first_folder} of {first['of']}; merge equal "
                "ones"
            )
        if shards["plan"] != first["plan"]:
            raise InputError(
                f"{folder}: has shards of other points than {first_folder}: of another experiment, of other "
                "input files, or of another version of numasim"
            )
        finished |= set(shards["finished"])
    assert first is not None  # there is a folder, and each has shards
    if missing := sorted(set(range(1, first["of"] + 1)) - finished):
        named = first_few([f"{number}/{first['of']}" for number in missing], MOST_NAMED, ", ")
        raise InputError(f"shards that have not finished: {named}; run them with --shard")
    experiment = load(first_folder / RESOLVED)
    if not isinstance(experiment, Experiment):
        raise InputError(
            f"{first_folder / RESOLVED}: is not an experiment; expected an unchanged file of numasim"
        )
    if _identity(experiment) != first["plan"]:
        raise InputError(
            f"{first_folder}: its points are those of other input files or of another version of numasim; "
            "run the shards again with this one"
        )
    return experiment


def merge_shards(
    experiment: Experiment,
    folders: Sequence[Path],
    options: RunOptions,
    folder: Path,
    progress: Progress = silent,
) -> ExperimentResults:
    """Copy the points of shards into a folder, and return the results of the whole experiment.

    Points that failed in their shard are run again.

    Parameters
    ----------
    experiment : Experiment
        The result of :func:`experiment_of_shards`.
    folder : Path
        The results folder of the union, which is locked.
    """
    points = folder / FOLDER
    shutil.rmtree(points, ignore_errors=True)
    points.mkdir()
    files = [path for each in folders for path in sorted((each / FOLDER).glob(f"*{SUFFIX}"))]
    for number, path in enumerate(files, 1):
        shutil.copyfile(path, points / f"{number:04d}{SUFFIX}")
    return run_experiment(experiment, options, folder=folder, progress=progress)


def _identity(experiment: Experiment) -> str:
    """The hash of what determines the points: the configuration, its input files, and the code.

    Of many points, only those at which the experiment is checked are asked for their files.
    """
    plan = Plan.of(experiment, checked_points(experiment))
    return config_hash([experiment.resolved(), *(key for _, key, _ in plan.points)])


def _shards(folder: Path) -> dict[str, Any] | None:
    """What the manifest of a folder says of its shards; None if it has none.

    Raises
    ------
    InputError
        The manifest was changed.
    """
    found = read_manifest(folder).get(SHARDS)
    if found is None:
        return None
    if not isinstance(found, dict) or found.keys() != {"of", "plan", "finished"}:
        raise InputError(
            f"{folder / MANIFEST}: the shards were changed; expected an unchanged file of numasim"
        )
    return found
