"""Run one point of an experiment on a processor and a GPU: graph, search, row and tables.

Every search checks its levels, whatever found them.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job, Outcome, with_rows
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import PointKind
from numasim.kinds.gpu.operand import operand_name
from numasim.kinds.hybrid.columns import ROWS as HYBRID
from numasim.kinds.hybrid.columns import SCALARS as HYBRID_SCALARS
from numasim.kinds.hybrid.schema import HybridExperiment
from numasim.kinds.threads.point import build_graph, named_graph, shared_graph, thread_cores
from numasim.kinds.threads.point import made as made_by_threads
from numasim.numa.shared.limits import Limits
from numasim.numa.shared.long_tables import LongTables
from numasim.results.number_formats import in_unit
from numasim.schema.generated import Generated
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.simulation.hybrid_search import HybridResult
    from partitioners.graph import Graph

TABLES_OF_GPU = ("launches", "arrays")
"""The tables of the GPU's simulation; the others of the kind are the threads' or the search's."""

FIELDS = (
    *("device", "threads", "method", "threshold", "states", "sockets", "gpu_above", "gpu_return"),
    *("gpu_below", "variant", "block_size", "chunk"),
)
"""The fields of the workload that are columns of a row."""


def description(experiment: HybridExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    work, machine, execution = experiment.hybrid, experiment.machine, experiment.execution
    options = work.graph.model_dump(mode="json") if isinstance(work.graph, Generated) else {}
    with_gpu = work.device != "cpu"
    link = machine.link
    return {
        "program": work.hybrid,
        "graph": operand_name(work.graph),
        "graph_options": json.dumps(options),
        **{name: None if name in work.idle else _plain(getattr(work, name)) for name in FIELDS},
        "roots": _plain(work.roots),
        "seed": experiment.seed_of(work),
        "mapper": experiment.mapping.method or experiment.mapping.file,
        "mapper_options": json.dumps(experiment.mapping.options),
        "machine": machine.label if with_gpu else machine.cpu.name,
        "cpu": machine.cpu.name,
        "gpu": machine.gpu.name if with_gpu and machine.gpu is not None else None,
        "link_bandwidth": None if link is None or not with_gpu else link.bandwidth,
        "link_latency": None if link is None or not with_gpu else float(link.latency.amount),
        "scheduler": execution.scheduler,
        "scheduler_options": json.dumps(execution.options),
        "network": execution.network,
        "barrier": execution.barrier,
        "lock": execution.lock,
        "lock_layout": execution.lock_layout,
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, and return its row and tables."""
    graph = shared_graph(job, clock)
    assert graph is not None  # the schema requires it
    with clock("simulation"):
        result = search(_of(job), graph)
    assert result.cpu is not None  # it is simulated
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges}
    row |= _figures(result)
    notes = [*graph.notes, *result.cpu.warnings, *(result.gpu.warnings if result.gpu else ())]
    if row["device"] == "both" and not row["gpu_levels"]:
        notes.append(f"no level has more than {row['gpu_above']} nodes (gpu_above), so the GPU did nothing")
    names = _of(job).kept_tables(HYBRID.tables)
    return Outcome.of(row, clock, notes, with_rows(_tables(result), names))


def search(experiment: HybridExperiment, graph: Graph) -> HybridResult:
    """Simulate the search of an experiment without a sweep on a graph.

    Raises
    ------
    OptionError
        No level can be the GPU's, or as for
        :func:`numasim.simulation.hybrid_search.simulate_hybrid_search`.
    """
    from numasim.simulation.hybrid_search import simulate_hybrid_search, simulate_search_by_threads
    from numasim.simulation.link import Link
    from numasim.threads.bfs import Bfs

    work, execution, pair = experiment.hybrid, experiment.execution, experiment.machine
    machine = pair.cpu.for_clusters(work.threads)
    options: dict[str, Any] = {
        "scheduler": execution.scheduler,
        "options": execution.options,
        "chunk": work.chunk,
        "network": execution.network,
        "barrier": execution.barrier,
        "lock": execution.lock,
        "lock_layout": execution.lock_layout,
        "engine": execution.engine,
        "limits": Limits(execution.max_cycles, execution.max_events, execution.max_seconds),
    }
    of_search: dict[str, Any] = {
        "seed": experiment.seed_of(work),
        "method": work.method,
        "roots": list(work.roots) if isinstance(work.roots, tuple) else work.roots,
        "threshold": work.threshold,
        "states": work.states,
    }
    cores = thread_cores(experiment, machine, work.threads)
    levels = work.levels
    if levels is None:
        program = Bfs(graph=graph, sockets=work.sockets, **of_search)
        return simulate_search_by_threads(program, machine, cores, **options)
    if levels.above >= graph.num_vertices:
        raise OptionError(
            f"gpu_above is {levels.above}, but the graph has {graph.num_vertices} nodes, so no level can be "
            "the GPU's; choose less, or device: cpu"
        )
    assert pair.gpu is not None  # by the schema
    return simulate_hybrid_search(
        graph,
        machine,
        pair.gpu,
        None if pair.link is None else Link(pair.link.bandwidth, float(pair.link.latency.amount)),
        levels,
        cores,
        variant=work.variant,
        block_size=work.block_size,
        **of_search,
        **options,
    )


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    words = (row["program"], row["graph"], row["device"], row["method"], row["machine"])
    return ", ".join(str(word) for word in words)


def figure(row: Mapping[str, Any]) -> str:
    """Return the time of a finished row for a line of progress."""
    return in_unit(row["seconds"], "s")


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph's generator, and those of the threads and the GPU."""
    experiment = _of(job)
    work, execution = experiment.hybrid, experiment.execution
    found = []
    if isinstance(work.graph, Generated):
        found.append(KernelSet(work.graph.generator, work.graph.generator, build_graph, job))
    key = work.hybrid, work.device != "cpu", work.variant, execution.scheduler, execution.network
    label = f"{work.hybrid} ({work.device}, {execution.scheduler}, {execution.network})"
    found.append(KernelSet(label, key, _run_tiny_graph, job, weight=15, group="threads"))
    return found


def _run_tiny_graph(job: Job) -> None:
    tiny = Generated.model_validate({"generator": "grid", "width": 8, "height": 8})
    experiment = _of(job)
    changed = {"graph": tiny, "roots": 1, "gpu_above": min(experiment.hybrid.gpu_above, 4), "gpu_below": None}
    work = experiment.hybrid.model_copy(update=changed)
    small = replace(job, experiment=experiment.model_copy(update={"workload": work}), shared=None)
    with contextlib.suppress(Exception):
        run(small, {**description(_of(small)), "run_id": ""}, Clock())


def _of(job: Job) -> HybridExperiment:
    assert isinstance(job.experiment, HybridExperiment)  # by kind_of
    return job.experiment


def _plain(value: Any) -> Any:
    """Return a number or a name as it is, and a mapping or a list as JSON."""
    return json.dumps(value) if isinstance(value, (Mapping, tuple)) else value


def _figures(result: HybridResult) -> dict[str, Any]:
    assert result.cpu is not None  # it is simulated
    levels, searches = result.levels, result.searches
    of_gpu = levels[levels["device"] == "gpu"]
    scalars = {f"cpu_{name}": value for name, value in result.cpu.scalars.items()}
    if result.gpu is not None:
        of_device = result.gpu.scalars
        scalars |= {f"gpu_{name}": value for name, value in of_device.items()}
        scalars["gpu_dram_bytes"] = of_device["dram_read_bytes"] + of_device["dram_write_bytes"]
    times = ("seconds", "cpu_seconds", "gpu_seconds", "copy_seconds")
    return {
        **{
            name: value
            for name, value in scalars.items()
            if name in HYBRID_SCALARS or name == "gpu_dram_bytes"
        },
        **{name: float(searches[name].mean()) for name in times},
        **result.cpu.figures,
        "gpu_levels": len(of_gpu) / len(searches),
        "gpu_edges_share": float(of_gpu["edges"].sum() / levels["edges"].sum()),
        "copied_bytes": int(result.copies["bytes"].sum()),
    }


def _tables(result: HybridResult) -> LongTables:
    """Return the tables of the search, of the threads, and of the GPU."""
    assert result.cpu is not None  # it is simulated
    own = {"levels": result.levels, "searches": result.searches, "copies": result.copies}
    of_gpu = {name: result.gpu.tables[name] for name in TABLES_OF_GPU} if result.gpu is not None else {}
    return LongTables({**result.cpu.tables.given, **of_gpu, **own})


def check_operand(experiment: HybridExperiment, read: Callable[..., Any]) -> None:
    """Read the graph of the searches, and raise the error with which their run would end."""
    from numasim.threads.bfs import chosen_roots

    work = experiment.hybrid
    roots = list(work.roots) if isinstance(work.roots, tuple) else work.roots
    chosen_roots(named_graph(experiment, read), roots, experiment.seed_of(work))


NO_TIMELINE = "a search on a processor and a GPU has no timeline; the tables levels and copies show its time"


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made_by_threads,
    kernel_sets=kernel_sets,
    figure=figure,
    check_operand=check_operand,
    no_timeline=lambda experiment, path: NO_TIMELINE,
    own_figures=lambda experiment: None,
)
"""The functions of this kind of experiment."""
