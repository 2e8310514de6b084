"""One point of an experiment, from its configuration to its rows: a pure function, run in any process.

A point is one run, and two where its partition is an edge cut with combined messages: the second run sends
one message for every cut edge (``combine: false``), as papers on edge cuts count them, so that tables can
show both. It keeps the point's partition and mapping, and its row has ``extra_run``.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.intermediates import Intermediates
from numasim.experiments.quality_point import description as of_quality
from numasim.experiments.quality_point import run_quality
from numasim.experiments.workload import build_graph, cut_trace, trace_columns
from numasim.numa.run_result import WARNING_SEPARATOR
from numasim.provenance import config_hash, project_version
from numasim.results.columns import MESH_TABLES
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.no_effect import no_effect
from partitioners.errors import InputError, LawError, MissingExtraError, PluginError, VerificationError

if TYPE_CHECKING:
    import pandas as pd

    from mappers.cluster_graph import ClusterGraph
    from mappers.mapping import Mapping as ClusterMapping
    from mappers.mapping import OnlineMapping
    from numasim.machine.machine import Machine
    from numasim.numa.run import Run
    from numasim.numa.run_result import RunResult
    from numasim.numa.timeline import Timeline
    from numasim.schema.experiment import Experiment
    from partitioners.graph import Graph
    from partitioners.partition import Partition

SPREADING = ("local_search", "greedy")
"""Mappers that give every core its share of the clusters."""


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
    """

    point: int
    experiment: Experiment
    inputs: Mapping[str, str] = field(default_factory=dict)
    both: bool = False
    reference: bool = False
    shared: Path | None = None


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


def evaluate(job: Job) -> Outcome:
    """Run a point; what goes wrong becomes the ``error`` of its row."""
    outcome = Outcome([], {}, [])
    row = description(job.experiment)
    row |= {"id": identity(job.experiment, job.inputs), "extra_run": False}
    clock = _Clock()
    trace, final = "", False
    try:
        if job.experiment.on_gpu:
            from numasim.experiments.gpu_point import run_kernel

            run_kernel(job, row, clock, outcome)
            outcome.timings.append({"id": row["id"], **clock.seconds})
        elif not job.experiment.on_mesh:
            run_quality(job, row, clock, outcome)
        else:
            with _blamed(job.experiment):
                (_reference if job.reference else _run)(job, row, clock, outcome)
        return outcome
    except (InputError, MissingExtraError) as error:
        row["error"], final = _one_line(error), True
    except LawError as error:
        row["error"], trace = f"a bug: {_one_line(error)}", traceback.format_exc()
    except VerificationError as error:
        row["error"], trace = f"the result does not verify: {_one_line(error)}", traceback.format_exc()
    except PluginError as error:
        row["error"], trace = _one_line(error), traceback.format_exc()
    except MemoryError:
        row["error"], trace = "out of memory", traceback.format_exc()
    except Exception as error:  # a plug-in may raise anything; the other points go on
        row["error"] = ": ".join(dict.fromkeys(["a bug", type(error).__name__, _one_line(error)]))
        trace = traceback.format_exc()
    # Of a point that failed half-way nothing is kept but that.
    return Outcome([row], {}, [{"id": row["id"], **clock.seconds}], trace, final)


def lost(job: Job, why: str) -> Outcome:
    """The outcome of a point whose process died or was killed."""
    row = {**description(job.experiment), "extra_run": False, "error": why}
    return Outcome([row | {"id": identity(job.experiment, job.inputs)}], {}, [], final=False)


def record(job: Job, timeline: Timeline) -> tuple[Machine, RunResult]:
    """Run a point once more for its timeline; the machine with its mesh, and the result.

    Raises
    ------
    InputError
        What is wrong with the point.
    """
    from numasim.simulation.simulate import simulate

    experiment = job.experiment
    partition, _, clusters = _prepare(job, _Clock())
    machine = experiment.machine.for_clusters(partition.parts)
    mapping = _map(experiment, clusters, machine)
    return machine, simulate(
        partition,
        mapping,
        machine,
        experiment.execution,
        timeline=timeline,
        components=_components(experiment),
    )


def identity(experiment: Experiment, inputs: Mapping[str, str], combine: bool | None = None) -> str:
    """Twelve digits that name a run: the hash of all that decides its result, files and version included."""
    config = experiment.resolved()
    for name in ("name", "title", "published", "verify"):
        config.pop(name, None)
    if combine is not None:
        config["execution"]["combine"] = combine
    return config_hash({"config": config, "inputs": dict(inputs), "version": project_version()})


def description(experiment: Experiment) -> dict[str, Any]:
    """The columns of a row that its configuration decides."""
    if isinstance(experiment, GpuExperiment):
        from numasim.experiments.gpu_point import description as of_kernel

        return of_kernel(experiment)
    if not experiment.on_mesh:
        return of_quality(experiment)
    mapping, execution, machine = experiment.mapping, experiment.execution, experiment.machine
    return {
        **of_quality(experiment),
        "mapper": mapping.method or mapping.file,
        "mapping_when": mapping.when,
        "mapper_options": json.dumps(mapping.options),
        "machine": machine.name,
        "component": experiment.component.method,
        "component_options": json.dumps(experiment.component.options),
        "model": execution.model,
        "steps": execution.steps,
        "inputs": execution.inputs,
        "network": execution.network,
        "scheduler": execution.scheduler,
        "combine": execution.combine,
        "error": None,
    }


def _run(job: Job, row: dict[str, Any], clock: _Clock, outcome: Outcome) -> None:
    import pandas as pd

    from mappers.mapping import Mapping as Placed
    from mappers.metrics import mapping_quality
    from numasim.simulation.simulate import simulate
    from partitioners.partition import VertexPartition

    experiment = job.experiment
    execution = experiment.execution
    partition, quality, clusters = _prepare(job, clock)
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row |= trace_columns(graph)
    machine = experiment.machine.for_clusters(partition.parts)
    row |= {"machine": machine.name, "mesh": f"{machine.topology.width}x{machine.topology.height}"}
    edge_cut = isinstance(partition, VertexPartition)
    found: dict[str, list[pd.DataFrame]] = {}
    row["kind"] = "edge cut" if edge_cut else "vertex cut"
    for combine in (True, False) if job.both and edge_cut else (execution.combine,):
        extra = combine != execution.combine
        with clock("mapping"):
            mapping = _map(experiment, clusters, machine)
        with clock("simulation"):
            settings = execution.model_copy(update={"combine": combine})
            result = simulate(partition, mapping, machine, settings, components=_components(experiment))
        run = {**row, "combine": combine, "extra_run": extra, **result.scalars}
        run["id"] = identity(experiment, job.inputs, combine)
        placed = Placed(result.core_of_cluster, machine.num_cores)
        static = mapping_quality(clusters, placed, machine.topology).to_dict()
        of_traffic = ("hop_bytes", "mean_hops", "local_bytes", "largest_link_load")
        for name in of_traffic if edge_cut and not combine else ():
            del static[name]  # the cluster graph counts combined messages
        run |= static
        # What is wrong with the cut comes before what the mapper makes of it.
        uneven = _uneven(partition, quality) or _crowded(run, machine)
        warnings = [*graph.notes, *result.warnings, *uneven, *no_effect(experiment)]
        if run.get("trace_complete") == 0:
            run["complete"] = 0
            warnings.insert(0, cut_trace(graph))
        run["warnings"] = WARNING_SEPARATOR.join(warnings) or None
        outcome.rows.append(run)
        for name in MESH_TABLES:
            if len(result.tables[name]):
                found.setdefault(name, []).append(_keyed(result, name, run))
        outcome.timings.append({"id": run["id"], **clock.lap()})
    outcome.tables.update({name: pd.concat(parts, ignore_index=True) for name, parts in found.items()})


def _uneven(partition: Partition, figures: Mapping[str, Any]) -> list[str]:
    from partitioners.quality import unbalanced_work

    said = unbalanced_work(partition, figures)
    return [] if said is None else [said]


def _crowded(run: dict[str, Any], machine: Machine) -> list[str]:
    """What to say where a core has much more work than it would with the clusters dealt out evenly."""
    cores, most = machine.num_cores, run["most_clusters_on_a_core"]
    # A core cannot have less than a cluster.
    best = max(1.0, run["edge_weight_imbalance"] * cores / run["parts"])
    if run["core_load_imbalance"] <= 2 * best:
        return []
    much = f"a core has {run['core_load_imbalance']:.1f} times the mean work"
    share = -(-run["parts"] // cores)
    if most <= share:
        return [
            f"{much}, and no core has more than its share of the clusters ({share}): the clusters are "
            "uneven; another `partition.method` may balance them"
        ]
    cures = [f"`mapping.method: {name}`" for name in SPREADING]
    if machine.core.clusters > 1 and run["parts"] <= cores:
        cures.append("`machine.core.clusters: 1`")
    return [f"{much}, with up to {most} clusters on one core; {' or '.join(cures)} may spread them"]


def _reference(job: Job, row: dict[str, Any], clock: _Clock, outcome: Outcome) -> None:
    """One cluster on core 0; the cycles that a speed-up is measured against."""
    import numpy as np

    from mappers.mapping import Mapping as Placed
    from numasim.simulation.simulate import simulate
    from partitioners.partition import EdgePartition

    experiment = job.experiment
    graph = shared_graph(job, clock)
    parts = experiment.partition.parts
    if parts is None:
        parts = _prepare(job, clock)[0].parts
    machine = experiment.machine.for_clusters(parts)
    whole = EdgePartition(graph, 1, np.zeros(graph.num_edges, np.int32))
    with clock("simulation"):
        result = simulate(
            whole,
            Placed(np.zeros(1, np.int32), machine.num_cores),
            machine,
            experiment.execution,
            components=_components(experiment),
        )
    outcome.rows.append({**row, **{name: result.scalars[name] for name in ("cycles", "complete")}})
    outcome.timings.append({"id": f"{row['id']} (one core)", **clock.seconds})


def shared_graph(job: Job, clock: _Clock | None = None) -> Graph:
    """The graph of a point, built only where no other point of the experiment has built it."""

    def build() -> Graph:
        with (clock or _Clock())("graph"):
            return build_graph(job.experiment)

    key = intermediate_key(job.experiment, job.inputs, "workload")
    return _GRAPHS.get(key, build, job.shared)


def cut_and_judge(job: Job, clock: _Clock) -> tuple[Partition, dict[str, Any]]:
    """Partition and quality; kept for the points that share them."""
    experiment = job.experiment
    graph = shared_graph(job, clock)

    def cut() -> tuple[Partition, dict[str, Any]]:
        from partitioners.quality import quality
        from partitioners.verify import verify

        with clock("partition"):
            partition = _cut(experiment, graph)
        if experiment.verify:
            verify(partition)
        with clock("quality"):
            return partition, _scalars(quality(partition).to_dict())

    return _PARTITIONS.get(_partition_key(job), cut, job.shared, graph)


def _partition_key(job: Job) -> str:
    verified = "v" * job.experiment.verify
    return intermediate_key(job.experiment, job.inputs, "workload", "partition") + verified


def _prepare(job: Job, clock: _Clock) -> tuple[Partition, dict[str, Any], ClusterGraph]:
    """Partition, quality and cluster graph; kept for the points that share them."""
    from mappers.cluster_graph import cluster_graph

    partition, figures = cut_and_judge(job, clock)
    execution, key = job.experiment.execution, _partition_key(job)
    value, scale = execution.value, execution.cycles_per_weight

    def condense() -> ClusterGraph:
        with clock("cluster_graph"):
            return cluster_graph(partition, value_bytes=value, cycles_per_weight=scale)

    return (
        partition,
        figures,
        _CLUSTERS.get(f"{key}-{value}-{scale!r}".replace(".", "_"), condense, job.shared),
    )


def _cut(experiment: Experiment, graph: Graph) -> Partition:
    section = experiment.partition
    if section.file is not None:
        from partitioners.files.partition_files import read_partition

        return read_partition(experiment.file(section.file), graph, section.parts)
    from partitioners.partition_graph import partition

    assert section.method is not None  # the schema requires both
    assert section.parts is not None
    seed = experiment.seed if section.seed is None else section.seed
    return partition(graph, section.method, section.parts, seed=seed, **section.options)


def _map(experiment: Experiment, clusters: ClusterGraph, machine: Machine) -> ClusterMapping | OnlineMapping:
    section = experiment.mapping
    if section.file is not None:
        from mappers.mapping_files import read_mapping

        return read_mapping(experiment.file(section.file), clusters.parts, machine.num_cores)
    from numasim.simulation.map_onto_machine import map_clusters

    assert section.method is not None  # the schema requires it
    seed = experiment.seed if section.seed is None else section.seed
    return map_clusters(clusters, machine, section.method, when=section.when, seed=seed, **section.options)


@contextmanager
def _blamed(experiment: Experiment) -> Iterator[None]:
    """Blame a component, or a mapper that is asked during the run, for what its code raises."""
    from mappers.map_clusters import MAPPERS
    from numasim.components import COMPONENTS

    with ExitStack() as stack:
        stack.enter_context(COMPONENTS[experiment.component.method].blamed())
        if experiment.mapping.method is not None:
            stack.enter_context(MAPPERS[experiment.mapping.method].blamed())
        yield


def _components(experiment: Experiment) -> type[Run] | None:
    from numasim.components import run_with

    return run_with(experiment.component.method, experiment.component.options)


def _keyed(result: RunResult, name: str, row: Mapping[str, Any]) -> pd.DataFrame:
    table = result.tables[name].copy()
    table.insert(0, "id", row["id"])
    return table


def _scalars(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in figures.items()
        if value is None or isinstance(value, (int, float, str))
    }


def intermediate_key(experiment: Experiment, inputs: Mapping[str, str], *sections: str) -> str:
    """What decides a graph (``workload``), a partition (``workload`` and ``partition``), and so on."""
    config = experiment.resolved()
    return config_hash([{name: config[name] for name in sections}, config["seed"], dict(inputs)])


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


_GRAPHS, _PARTITIONS, _CLUSTERS = Intermediates(2), Intermediates(2), Intermediates(2)


class _Clock:
    """Wall seconds of each phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, phase: str) -> Iterator[None]:
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
