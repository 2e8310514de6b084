"""What is run for an experiment.

A speed-up needs a reference run for every combination of workload, machine and execution: one cluster (or one
thread) on one core, shared by all points with this combination.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from numasim.experiments.job import Job
from numasim.experiments.point_kind import kind_of
from numasim.experiments.point_store import plugin_hashes, point_key, program_hash
from numasim.experiments.tools import workload_tools
from numasim.plugin_files import Hashes
from numasim.provenance import code_hash
from numasim.schema.input_files import behind_source, input_files

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment


class Plan(NamedTuple):
    """What is run for an experiment, and the hashes of its input files.

    Each point has the key of its job, and that of its reference if it has one. Equal points are one of the
    ``jobs``. References are first: they take long, because one core does all the work. The plan of a large
    sweep has a part of its points.
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
            The points to run; by default all of the experiment.
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


def job_of(point: Point, hashes: Hashes) -> Job:
    """Return the job that runs a point."""
    files = {**input_files(point.experiment), **behind_source(point.experiment)}
    inputs = {name: hashes.of(path) for name, path in files.items()}
    return Job.of(point, inputs)


def reference_key(job: Job, hashes: Hashes) -> str | None:
    """Return the key of a point's reference run, a hash of what determines it; None if it has none."""
    determining = kind_of(job.experiment).reference
    if determining is None or not job.experiment.speedup:
        return None
    parts = determining(job)
    plugins = plugin_hashes(job.experiment, hashes, "workload", "component", "execution")
    made_by = [workload_tools(job.experiment), program_hash(job.experiment, hashes)]
    return None if parts is None else code_hash("one core", parts, plugins, made_by)
