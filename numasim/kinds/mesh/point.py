"""Run one point of an experiment on a mesh of cores: partition, mapping, simulation, rows and tables.

A point is one run, or two if its partition is an edge cut with combined messages. The second run sends one
message per cut edge (``aggregate_messages: false``), as papers on edge cuts count them, so that tables can
show both. It has the same partition and mapping, and its row has ``extra_run``.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.components import as_tuple, columns_of, counters_of, parts_of
from numasim.experiments.job import Clock, Job, Outcome, identity, with_rows
from numasim.experiments.kernel_sets import KernelSet, kernels_of
from numasim.experiments.point_kind import PointKind
from numasim.experiments.prepare import prepare, shared_graph
from numasim.experiments.run_columns import machine_columns, tell_cut, trace_columns
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.kinds.mesh.no_effect import UNCOUNTED
from numasim.kinds.mesh.schema import MeshExperiment, TaskExperiment
from numasim.kinds.quality.point import MOST_TINY_PARTS, check_operand, tiny_grid
from numasim.kinds.quality.point import description as of_quality
from numasim.kinds.quality.point import kernel_sets as of_quality_kernels
from numasim.kinds.quality.point import made as made_by_cut
from numasim.numa.simpy_engine.parts import COMPONENTS
from numasim.results.timeline import write_timeline
from numasim.schema.no_effect import no_effect
from partitioners.partition_graph import cuts_edges

if TYPE_CHECKING:
    from mappers.clusters.cluster_graph import ClusterGraph
    from mappers.mapping import Mapping as ClusterMapping
    from mappers.mapping import OnlineMapping
    from numasim.machine.machine import Machine
    from numasim.numa.shared.timeline import Timeline
    from partitioners.graph import Graph
    from partitioners.partition import Partition

CYCLIC = "execution.model is left out and the graph has a cycle, so the model is supersteps"
"""The note on a run whose model was left out and is not dataflow."""

UNDIRECTED = (
    "the graph is undirected and execution.model is left out: each edge is one dependence, in the direction "
    "in which the file has it, so the numbers of the vertices decide the result; set `execution.model: "
    "supersteps`, or `workload.symmetric_entries: two_edges`"
)
"""The note on a run whose model was left out and whose dependences are undirected edges."""

SPREADING = ("local_search", "greedy")
"""The mappers that distribute the clusters evenly over the cores."""


def description(experiment: MeshExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    mapping, execution, machine = experiment.mapping, experiment.execution, experiment.machine
    return {
        **of_quality(experiment),
        "mapper": mapping.method or mapping.file,
        "mapping_policy": mapping.policy,
        "mapping_every": (mapping.every or 0) * (mapping.policy == "periodic"),
        "mapper_options": json.dumps(mapping.options),
        "machine": machine.name,
        **columns_of(experiment.component),
        "model": execution.model,
        "steps": execution.steps,
        "initial_values": execution.initial_values,
        "network": execution.network,
        "scheduler": execution.scheduler,
        "stealing": execution.stealing,
        "aggregate_messages": execution.aggregate_messages,
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, or its reference on one core, and return its rows and tables."""
    with blamed(_of(job)):
        return (_reference if job.reference else _run)(job, row, clock)


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    return f"{row['partitioner']}, {row['parts']} parts, {row['mapper']}"


def record(job: Job, timeline: Timeline, path: Path) -> int:
    """Run a point again, write its timeline, and return the cycles of the run.

    Raises
    ------
    InputError
        The point is invalid.
    """
    from numasim.simulation.simulate import simulate

    experiment = _of(job)
    partition, _, clusters = prepare(job, experiment.execution, Clock())
    machine = experiment.machine.for_clusters(partition.parts)
    mapping = _map(experiment, partition.graph, clusters, machine)
    result = simulate(
        partition,
        mapping,
        machine,
        experiment.execution,
        seed=experiment.seed,
        timeline=timeline,
        parts=parts_of(experiment.component),
    )
    write_timeline(path, timeline, machine.topology, experiment.title)
    return int(result.scalars["cycles"])


def reference(job: Job) -> list[Any]:
    """Return what determines the run of one cluster on core 0: workload, machine and execution."""
    config, experiment = job.experiment.data_to_read, _of(job)
    parts = experiment.partition.parts
    machine: Any = config["machine"]
    if machine["mesh"] == "clusters":  # without parts, the partition file decides the size of the mesh
        machine = [machine, config["partition"]]
        if parts is not None:
            machine = experiment.machine.for_clusters(parts).model_dump(mode="json")
    of_clusters = ("aggregate_messages", "stealing", "steal_threshold", "steal_retry_cycles")
    execution = {name: value for name, value in config["execution"].items() if name not in of_clusters}
    files = {name: value for name, value in job.inputs.items() if name.startswith("workload.")}
    return [config["workload"], config["seed"], files, machine, config["component"], execution]


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph, the partitioner, the mapper and the simulation."""
    return [*of_quality_kernels(job), *run_kernels(job)]


def run_kernels(job: Job) -> list[KernelSet]:
    """Return the kernels of the mapper and the simulation."""
    experiment = _of(job)
    cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
    models = execution.model, execution.network, execution.memory_model, execution.communication
    edge_cut = cut.method is not None and cuts_edges(cut.method)
    label = f"simulation ({', '.join(filter(None, models[:3]))})"
    found = [
        KernelSet(label, (*models, edge_cut), _simulate_tiny_grid, job, weight=12, group="simulation"),
    ]
    if place.method is not None:
        key = place.method, place.policy, kernels_of(place.options)
        found.append(KernelSet(place.method, key, _map_tiny_grid, job))
    return found


def _tiny_partition(job: Job) -> Partition:
    """Return a partition of a tiny grid, of the same kind as the point's partition."""
    from partitioners.partition import EdgePartition, VertexPartition

    cut, graph = _of(job).partition, tiny_grid()
    parts = min(cut.parts or 2, MOST_TINY_PARTS)
    if cut.method is not None and cuts_edges(cut.method):
        return VertexPartition(graph, parts, np.arange(graph.num_vertices) % parts)
    return EdgePartition(graph, parts, np.arange(graph.num_edges) % parts)


def _map_tiny_grid(job: Job) -> None:
    from mappers.clusters.cluster_graph import cluster_graph
    from numasim.simulation.map_onto_machine import map_clusters

    experiment = _of(job)
    place = experiment.mapping
    with contextlib.suppress(Exception):
        clusters = _tiny_partition(job)
        machine = experiment.machine.for_clusters(clusters.parts)
        map_clusters(
            cluster_graph(clusters), machine, str(place.method), policy=place.policy, **place.options
        )


def _simulate_tiny_grid(job: Job) -> None:
    from mappers.mapping import Mapping as Placed
    from numasim.simulation.simulate import simulate

    experiment = _of(job)
    with contextlib.suppress(Exception):
        clusters = _tiny_partition(job)
        machine = experiment.machine.for_clusters(clusters.parts)
        cores = machine.topology.num_cores
        mapping = Placed(np.arange(clusters.parts) % cores, cores)
        simulate(clusters, mapping, machine, experiment.execution.model_copy(update={"steps": 1}))


def _of(job: Job) -> MeshExperiment:
    assert isinstance(job.experiment, MeshExperiment)  # by kind_of
    return job.experiment


def _run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    from mappers.mapping import Mapping as Placed
    from mappers.metrics import mapping_quality
    from numasim.program.task_times import mean_speeds
    from numasim.simulation.simulate import simulate
    from partitioners.analysis.quality import exceeded_limits
    from partitioners.partition import VertexPartition

    experiment = _of(job)
    execution = experiment.execution
    partition, quality, clusters = prepare(job, execution, clock)
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row |= trace_columns(graph)
    machine = experiment.machine.for_clusters(partition.parts)
    row |= machine_columns(machine, mean_speeds(graph, machine, execution.cycles_per_weight))
    edge_cut, runs = isinstance(partition, VertexPartition), []
    row["cut_kind"] = "edge cut" if edge_cut else "vertex cut"
    both = job.both and edge_cut and _may_run_twice(experiment)
    for aggregate_messages in (True, False) if both else (execution.aggregate_messages,):
        extra = aggregate_messages != execution.aggregate_messages
        with clock("mapping"):
            mapping = _map(experiment, partition.graph, clusters, machine)
        with clock("simulation"):
            settings = execution.model_copy(update={"aggregate_messages": aggregate_messages})
            result = simulate(
                partition,
                mapping,
                machine,
                settings,
                seed=experiment.seed,
                parts=parts_of(experiment.component),
            )
        run = {**row, "aggregate_messages": aggregate_messages, "extra_run": extra, "model": result.model}
        run |= result.scalars
        if extra:
            run["run_id"] = identity(experiment, job.inputs, aggregate_messages)
        placed = Placed(result.core_of_cluster, machine.num_cores)
        static = mapping_quality(clusters, placed, machine.topology).to_dict()
        of_traffic = ("hop_bytes", "mean_hops", "local_bytes", "largest_link_load")
        for name in of_traffic if edge_cut and not aggregate_messages else ():
            del static[name]  # the cluster graph counts combined messages
        run |= static
        # Warnings about the cut come before those about the mapping.
        uneven = exceeded_limits(partition, quality)
        uneven += _uneven(partition, quality) or _crowded(run, machine)
        decided = execution.model_copy(update={"model": result.model})
        idle = no_effect(experiment.model_copy(update={"execution": decided}))
        warnings = [*graph.notes, *result.warnings, *uneven, *idle]
        if execution.model is None and execution.steps == 1:
            if result.model == "supersteps":
                warnings.insert(0, CYCLIC)
            elif graph.undirected:
                warnings.insert(0, UNDIRECTED)
        tell_cut(run, graph, warnings)
        runs.append(
            Outcome.of(run, clock, warnings, with_rows(result.tables, experiment.kept_tables(MESH.tables)))
        )
    return Outcome.joined(runs)


def _may_run_twice(experiment: MeshExperiment) -> bool:
    """Whether the cut is from a file or a method of edge cuts; the estimate counts the runs of these."""
    method = experiment.partition.method
    return method is None or cuts_edges(method)


def _uneven(partition: Partition, figures: Mapping[str, Any]) -> list[str]:
    from partitioners.analysis.quality import unbalanced_work

    said = unbalanced_work(partition, figures)
    return [] if said is None else [said]


def _crowded(run: dict[str, Any], machine: Machine) -> list[str]:
    """Return a warning if a core has much more work than with an even distribution of the clusters."""
    cores, most = machine.num_cores, run["most_clusters_on_a_core"]
    # A core has at least one whole cluster.
    best = max(1.0, run["edge_weight_imbalance"] * cores / run["parts"])
    if run["core_load_imbalance"] <= 2 * best:
        return []
    much = f"a core has {run['core_load_imbalance']:.1f} times the mean work"
    share = -(-run["parts"] // cores)
    if most <= share:
        return [
            f"{much}, but no core has more than its share of the clusters ({share}): the clusters are "
            "uneven; another `partition.method` may balance them"
        ]
    cures = [f"`mapping.method: {name}`" for name in SPREADING]
    counts = run.get("mapper") not in UNCOUNTED
    if counts and machine.core.max_clusters_per_core > 1 and run["parts"] <= cores:
        cures.append("`machine.core.max_clusters_per_core: 1`")
    return [f"{much}, with up to {most} clusters on one core; {' or '.join(cures)} may spread them"]


def _reference(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run one cluster on the best core, which gives the reference cycles of a speed-up."""
    experiment = _of(job)
    graph = shared_graph(job, clock)
    parts = experiment.partition.parts
    if parts is None:
        parts = prepare(job, experiment.execution, clock)[0].parts
    return run_on_one_core(graph, experiment.machine.for_clusters(parts), experiment, row, clock)


def run_on_one_core(
    graph: Graph, machine: Machine, experiment: TaskExperiment, row: dict[str, Any], clock: Clock
) -> Outcome:
    """Run a graph as one cluster on its best core, and return the row with its cycles."""
    from numasim.simulation.one_core import simulate_on_one_core

    with clock("simulation"):
        result = simulate_on_one_core(
            graph, machine, experiment.execution, parts=parts_of(experiment.component)
        )
    return Outcome.on_one_core(row, result.scalars, clock)


def _map(
    experiment: MeshExperiment, graph: Graph, clusters: ClusterGraph, machine: Machine
) -> ClusterMapping | OnlineMapping:
    section = experiment.mapping
    if section.file is not None:
        from mappers.mapping_files import read_mapping

        return read_mapping(experiment.file(section.file), clusters.parts, machine.num_cores)
    from mappers.map_clusters import EVERY
    from numasim.program.task_times import mean_speeds
    from numasim.simulation.map_onto_machine import map_clusters

    speeds = None
    if machine.task_rates.classes:
        speeds = mean_speeds(graph, machine, experiment.execution.cycles_per_weight)
    assert section.method is not None  # the schema requires it
    seed = experiment.seed_of(section)
    return map_clusters(
        clusters,
        machine,
        section.method,
        policy=section.policy,
        every=section.every or EVERY,
        seed=seed,
        initial_values=experiment.execution.initial_values,
        speeds=speeds,
        **section.options,
    )


@contextmanager
def blamed_components(experiment: TaskExperiment) -> Iterator[None]:
    """Attribute an exception in the code of a component to this plug-in."""
    with ExitStack() as stack:
        for component in as_tuple(experiment.component):
            stack.enter_context(COMPONENTS[component.method].blamed())
        yield


@contextmanager
def blamed(experiment: MeshExperiment) -> Iterator[None]:
    """Attribute an exception in the code of a component or an on-line mapper to this plug-in."""
    from mappers.map_clusters import MAPPERS

    with ExitStack() as stack:
        stack.enter_context(blamed_components(experiment))
        if experiment.mapping.method is not None:
            stack.enter_context(MAPPERS[experiment.mapping.method].blamed())
        yield


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made_by_cut,
    kernel_sets=kernel_sets,
    record=record,
    own_figures=lambda experiment: counters_of(experiment.component),
    reference=reference,
    on_one_core="one cluster",
    check_operand=check_operand,
)
"""The functions of this kind of experiment."""
