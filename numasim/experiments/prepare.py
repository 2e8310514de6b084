"""Make the graph, partition and cluster graph of a point, once for all points that share them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job
from numasim.experiments.workload import build_graph
from numasim.provenance import config_hash
from numasim.schema.cut_experiment import CutExperiment

if TYPE_CHECKING:
    from mappers.clusters.cluster_graph import ClusterGraph
    from numasim.schema.execution import Execution
    from numasim.schema.experiment import Experiment
    from partitioners.graph import Graph
    from partitioners.partition import Partition

SHARED_EDGES = 50_000
"""The edges from which on processes share cluster graphs; fewer are condensed sooner than a file is read."""


def shared_graph(job: Job, clock: Clock | None = None) -> Graph:
    """Return the graph of a point; it is built only if no other point of the experiment has built it."""

    def build() -> Graph:
        with (clock or Clock())("graph"):
            return build_graph(job.experiment)

    key = intermediate_key(job.experiment, job.inputs, "workload")
    return job.kept.graphs.get(key, build, job.shared)


def cut_and_judge(job: Job, clock: Clock) -> tuple[Partition, dict[str, Any]]:
    """Return the partition and its quality, which are kept for the points that share them."""
    return _cut_and_judge(job, clock, _partition_key(job))


def _cut_and_judge(job: Job, clock: Clock, key: str) -> tuple[Partition, dict[str, Any]]:
    experiment = cut_of(job)
    graph = shared_graph(job, clock)

    def cut() -> tuple[Partition, dict[str, Any]]:
        from partitioners.analysis.quality import quality
        from partitioners.analysis.verify import verify

        with clock("partition"):
            partition = _cut(experiment, graph)
        if experiment.verify:
            verify(partition)
        with clock("quality"):
            return partition, _scalars(quality(partition).to_dict())

    folder = None if job.own_cut else job.shared
    return job.kept.partitions.get(key, cut, folder, graph)


def _partition_key(job: Job) -> str:
    verified = "v" * job.experiment.verify
    return intermediate_key(job.experiment, job.inputs, "workload", "partition") + verified


def cut_of(job: Job) -> CutExperiment:
    """Return the experiment of a job whose graph is cut."""
    assert isinstance(job.experiment, CutExperiment)  # by its kind
    return job.experiment


def prepare(job: Job, execution: Execution, clock: Clock) -> tuple[Partition, dict[str, Any], ClusterGraph]:
    """Return partition, quality and cluster graph, which are kept for the points that share them."""
    from mappers.clusters.cluster_graph import cluster_graph

    key = _partition_key(job)
    partition, figures = _cut_and_judge(job, clock, key)
    value, scale = execution.value_bytes, execution.cycles_per_weight

    def condense() -> ClusterGraph:
        with clock("cluster_graph"):
            return cluster_graph(partition, value_bytes=value, cycles_per_weight=scale)

    small = partition.graph.num_edges < SHARED_EDGES
    folder = None if job.own_cut or small else job.shared
    name = f"{key}-{value}-{scale!r}".replace(".", "_")
    return partition, figures, job.kept.clusters.get(name, condense, folder)


def _cut(experiment: CutExperiment, graph: Graph) -> Partition:
    section = experiment.partition
    if section.file is not None:
        from partitioners.files.partition_files import read_partition

        return read_partition(experiment.file(section.file), graph, section.parts, kind=section.kind)
    from partitioners.partition_graph import partition

    assert section.method is not None  # the schema requires both
    assert section.parts is not None
    seed = experiment.seed_of(section)
    return partition(graph, section.method, section.parts, seed=seed, **section.options)


def _scalars(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in figures.items()
        if value is None or isinstance(value, (int, float, str))
    }


def intermediate_key(experiment: Experiment, inputs: Mapping[str, str], *sections: str) -> str:
    """Return the key of a graph (``workload``), of a partition (``workload``, ``partition``), and so on."""
    config = experiment.model_dump(mode="json", include={*sections, "seed"})
    return config_hash([{name: config[name] for name in sections}, config["seed"], dict(inputs)])
