"""Run one point of an experiment on a GPU: operand, cut, traced kernels, model, row and tables.

The memory accesses of a product do not depend on the numbers in the matrix. Therefore only one iteration of
the conjugate gradient method is traced, and the model runs it ``iterations`` times. Every other program runs
from begin to end, and the model simulates each launch before the next one.
"""

from __future__ import annotations

import contextlib
import json
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpu.backends.host.trace import KernelTrace
from gpu.model.device import Device
from gpu.model.occupancy import largest_shared_bytes
from gpu.model.sizes import WARP
from gpu.programs.program import GPU_PROGRAMS, GpuProgram
from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import PointKind
from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.kinds.gpu.launch_columns import product_launches, structure
from numasim.kinds.gpu.one_resident_block import one_resident_block
from numasim.kinds.gpu.operand import (
    build_generated,
    build_graph,
    build_matrix,
    build_mesh,
    check_operand,
    operand_name,
)
from numasim.kinds.gpu.resources import given_resources, unused_resources
from numasim.kinds.gpu.timeline import write_gpu_timeline
from numasim.provenance import config_hash
from numasim.results.timeline import PICTURES
from numasim.schema.generated import Generated
from numasim.schema.workload import OPERANDS as WORKLOAD_KEYS
from numasim.schema.workload import KernelWorkload
from partitioners.errors import OptionError, VerificationError

if TYPE_CHECKING:
    import pandas as pd

    from gpu.backends.trace_generators.backend import StreamBackend
    from gpu.model.result import GpuResult
    from numasim.kinds.gpu.schema import GpuExperiment
    from numasim.numa.shared.timeline import Timeline
    from partitioners.graph import Graph
    from partitioners.partition import EdgePartition

OPERANDS = {
    "graph": build_graph,
    "matrix": build_matrix,
    "mesh": build_mesh,
    "generated": build_generated,
}
"""The functions that make the operand of an experiment."""

OPTION_COLUMNS = (
    *("variant", "x_in", "block_size", "dtype", "iterations", "entries_per_thread"),
    *("max_degree", "level", "check", "angle", "priority", "new_point"),
)
"""The options of programs that are columns of a row; all others are in ``program_options``."""

OF_MESSAGES = ("edge_cut", "edge_cut_weight", "messages", "work_imbalance", "vertex_work_share")
"""The figures of a cut that have no meaning for thread blocks."""

TINY_OPERANDS: Mapping[str, dict[str, Any]] = {
    "graph": {"graph": {"generator": "grid", "width": 8, "height": 8}},
    "matrix": {"matrix": "banded-64x5"},
    "mesh": {"mesh": {"generator": "l_shape", "points": 20}},
}
"""The operands with which kernels are compiled before the runs."""

RESIDENT_BLOCKS = 64
"""Number of blocks that run at the same time while races are looked for, unless the workload says it."""

LARGEST_SHARED_BYTES = 48 * 1024
"""The largest shared memory of a block that every device provides by default."""


def shared_limit(device: Device) -> int:
    """Return the shared memory of a part at most, in bytes."""
    return min(largest_shared_bytes(device), LARGEST_SHARED_BYTES)


def description(experiment: GpuExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    work, cut = experiment.kernel, experiment.partition
    others = {name: value for name, value in work.options.items() if name not in OPTION_COLUMNS}
    makes_parts = _makes_parts(experiment)
    return {
        "workload": work.kernel,
        **{name: column for kind in WORKLOAD_KEYS for name, column in _operand_columns(work, kind).items()},
        **{
            name: work.options.get(name) if name != "entries_per_thread" or makes_parts else None
            for name in OPTION_COLUMNS
        },
        "input": str(work.operand) if work.program.operand == "generated" else None,
        "program_options": json.dumps(others),
        "l2": work.l2,
        **{
            name: getattr(work, name) if work.applies(name) else None
            for name in ("resident_blocks", "block_order")
        },
        "partition_ready_after": None
        if work.partition_ready_after is None
        else str(work.partition_ready_after),
        "partitioner": None if cut is None else cut.method or cut.file,
        "parts": None if cut is None else cut.parts,
        "seed": experiment.seed_of(cut),
        "order": None if cut is None else cut.options.get("order"),
        "partitioner_options": json.dumps({} if cut is None else cut.options),
        "machine": experiment.machine.name,
        "kernel_label": experiment.kernel_name,
        "error": None,
    }


def _operand_columns(work: KernelWorkload, kind: str) -> dict[str, str | None]:
    """Return the name and the generator's options of an operand; None for a kind of no use to the program."""
    if kind != work.program.operand:
        return {kind: None, f"{kind}_options": None}
    options = work.operand.model_dump(mode="json") if isinstance(work.operand, Generated) else {}
    return {kind: operand_name(work.operand), f"{kind}_options": json.dumps(options)}


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, and return its row and tables."""
    experiment = _of(job)
    work = experiment.kernel
    prepared = _Prepared(job, clock)
    row |= {**prepared.size, **prepared.figures}
    operand_notes = work.program.check_operand(prepared.operand, work.options)
    result, of_run, iterations = _simulate(prepared, clock)
    race_notes = _refuse_races(prepared, clock) if experiment.verify == "races" else []
    launches, arrays = result.tables["launches"], result.tables["arrays"]
    products = product_launches(launches["kernel"], work.program.operand)
    arrays.insert(3, "structure", [structure(*names) for names in arrays[["kernel", "array"]].to_numpy()])
    launches.insert(3, "product", products)
    s = result.scalars
    device = experiment.machine
    moved = s["dram_read_bytes"] + s["dram_write_bytes"]
    flops = of_run.get("flops")
    parts = None if prepared.cut is None else prepared.cut.parts
    notes = [
        *(*operand_notes, *result.warnings),
        *one_resident_block(device, launches, row["entries_per_thread"], parts),
        *(*unused_resources(work, launches["kernel"]), *race_notes),
    ]
    row |= s
    row |= {
        "shared_bytes": int(launches["shared_bytes"].max()),
        "seconds": s["kernel_us"] / 1e6,
        "elapsed_seconds": s["time_us"] / 1e6,
        "product_seconds": float(launches.loc[products, "us"].sum()) / 1e6 if products.any() else None,
        "transactions": s["l2_reads"] + s["l2_writes"] + s["l2_atomics"],
        "dram_bytes": moved,
        **of_run,
        "sms": device.sms,
        "peak_gflops": device.sms * device.schedulers * WARP * 2 * device.cycles_per_us / 1000,
        "peak_gb_s": device.dram_gb_s,
        "flops_per_dram_byte": flops / moved if moved and flops is not None else None,
    }
    tables = {**result.tables, "iterations": iterations}
    return Outcome.of(
        row, clock, dict.fromkeys(notes), {name: tables[name] for name in experiment.kept_tables(GPU.tables)}
    )


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    words = (
        row["matrix"] or row["graph"] or row["mesh"] or row["input"],
        row["variant"],
        row["x_in"],
        row["partitioner"],
        row["block_size"],
    )
    return ", ".join(str(word) for word in words if word is not None)


def made(job: Job) -> tuple[str, str | None]:
    """Return the keys of a point's operand and cut; None if there is no cut."""
    experiment = _of(job)
    options, section = experiment.kernel.options, experiment.partition
    operand = f"{experiment.kernel.operand} {experiment.seed}"
    sizes = (options["block_size"], options["entries_per_thread"]) if _makes_parts(experiment) else None
    return operand, f"{operand} {section} {sizes}" if section else None


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of a point; all points share the model, so one process compiles all kernels."""
    experiment = _of(job)
    work, cut = experiment.kernel, experiment.partition
    words = (work.options.get(name) for name in ("variant", "x_in", "dtype", "block_size"))
    key = work.kernel, *words, cut and cut.method
    label = ", ".join(str(word) for word in key if word is not None)
    return [KernelSet(label, key, _run_tiny_operand, job, weight=5, group="gpu")]


def _run_tiny_operand(job: Job) -> None:
    experiment = _of(job)
    program = experiment.kernel.program
    tiny = TINY_OPERANDS.get(program.operand, {}) | {"symmetric_entries": None}
    given = experiment.kernel.model_dump(mode="json") | tiny | dict(program.small_options)
    if "iterations" in given:
        given["iterations"] = 1
    work = KernelWorkload.model_validate(given)
    small = replace(job, experiment=experiment.model_copy(update={"workload": work}), shared=None)
    with contextlib.suppress(Exception):
        run(small, {"run_id": "", "entries_per_thread": None}, Clock())


def record(job: Job, timeline: Timeline, path: Path) -> int:
    """Run a point again, write its timeline, and return the cycles of the run."""
    clock = Clock()
    result, *_ = _simulate(_Prepared(job, clock), clock)
    write_gpu_timeline(path, timeline, result, job.experiment.title)
    return int(result.scalars["cycles"])


def _makes_parts(experiment: GpuExperiment) -> bool:
    """Whether the number of parts follows from the entries of a thread."""
    section = experiment.partition
    return section is not None and section.parts is None and section.file is None


def _of(job: Job) -> GpuExperiment:
    experiment: Any = job.experiment
    return experiment


class _Prepared:
    """The operand of a point and, if its program uses one, a cut of the operand."""

    def __init__(self, job: Job, clock: Clock) -> None:
        self.job, self.experiment = job, _of(job)
        self.work = self.experiment.kernel
        kind = self.work.program.operand
        seed, inputs = self.experiment.seed, job.inputs
        config = self.experiment.resolved()
        given = config["workload"].get(kind, str(self.work.operand))
        files = [inputs[name] for name in sorted(inputs) if name.startswith(f"workload.{kind}")]
        named = [given, seed, files, self.work.symmetric_entries]

        def make() -> Any:
            with clock(kind):
                return OPERANDS[kind](self.experiment)

        key = [kind, *named, self.work.weights]
        self.operand = job.kept.matrices.get(config_hash(key), make, job.shared)
        self.cut: EdgePartition | None = None
        self.figures: dict[str, Any] = {}
        self.key = config_hash(named)
        section = self.experiment.partition
        if section is None:
            return
        from gpu.programs.spac_application import spac_parts

        graph = self.work.program.task_graph(self.operand, operand_name(self.work.operand))
        options, parts = self.work.options, section.parts
        if _makes_parts(self.experiment):
            parts = spac_parts(
                graph.num_edges,
                block_size=options["block_size"],
                entries_per_thread=options["entries_per_thread"],
            )
        file = inputs.get("partition.file")
        self.key = config_hash([*named, config["partition"], parts, self.experiment.verify, file])

        def cut() -> tuple[EdgePartition, dict[str, Any]]:
            return _cut(self.experiment, graph, parts, clock)

        self.cut, self.figures = job.kept.cuts.get(self.key, cut, job.shared, graph)

    @property
    def size(self) -> dict[str, int]:
        """The size of the operand, as columns of a row."""
        if self.work.program.operand == "graph":
            return {"vertices": self.operand.num_vertices, "edges": self.operand.num_edges}
        if self.work.program.operand == "mesh":
            return {"points": self.operand.num_points, "triangles": self.operand.num_triangles}
        if self.work.program.operand == "generated":
            return {}
        rows, columns = self.operand.shape
        return {"rows": rows, "columns": columns, "entries": self.operand.nnz}

    def program(self, backend: Any, **changes: Any) -> GpuProgram:
        """Make the program of the point, with changed options, on a back end."""
        given: dict[str, Any] = {**self.work.options, **changes}
        options = {name: value for name, value in given.items() if self.work.program.applies(name, given)}
        device = self.experiment.machine
        made: GpuProgram = GPU_PROGRAMS[self.work.kernel].call(
            self.operand,
            backend,
            options=options,
            cut=self.cut,
            shared_bytes=shared_limit(device),
            seed=self.experiment.seed,
        )
        return made


def _cut(
    experiment: GpuExperiment, graph: Graph, parts: int | None, clock: Clock
) -> tuple[EdgePartition, dict[str, Any]]:
    from partitioners.analysis.quality import quality
    from partitioners.analysis.verify import verify
    from partitioners.files.partition_files import read_partition
    from partitioners.partition import EdgePartition
    from partitioners.partition_graph import partition
    from partitioners.replicas import forget_replicas

    section = experiment.partition
    assert section is not None  # the caller has checked
    with clock("partition"):
        if section.file is not None:
            found = read_partition(experiment.file(section.file), graph, parts, kind=section.kind)
        else:
            assert section.method is not None  # the schema requires one of both
            assert parts is not None
            seed = experiment.seed_of(section)
            found = partition(graph, section.method, parts, seed=seed, **section.options)
    if not isinstance(found, EdgePartition):
        raise OptionError(
            f"partitioner {section.method!r} makes an edge cut, but thread blocks need a vertex cut; "
            "choose a vertex cut"
        )
    if experiment.verify:
        verify(found)
    with clock("quality"):
        figures = quality(found).to_dict()
    forget_replicas(found)
    return found, {name: value for name, value in figures.items() if name not in OF_MESSAGES}


def _simulate(prepared: _Prepared, clock: Clock) -> tuple[GpuResult, dict[str, Any], pd.DataFrame]:
    """Return the result of a point's simulation, the figures of its program, and those of its iterations."""
    import pandas as pd

    if prepared.work.program.has_trace_generators:
        return *_simulate_traces(prepared, clock), pd.DataFrame()
    result, program = _simulate_program(prepared, clock)
    with GPU_PROGRAMS[prepared.work.kernel].blamed():
        return result, program.figures(), pd.DataFrame(program.iteration_table())


def _refuse_races(prepared: _Prepared, clock: Clock) -> list[str]:
    """Run the program again on the race back end, which refuses it if threads race; return its warnings."""
    from gpu.backends.host.races import RaceBackend

    work = prepared.work
    resident = work.resident_blocks or RESIDENT_BLOCKS
    backend = RaceBackend(resident=resident, order=work.block_order, seed=prepared.experiment.seed)
    with warnings.catch_warnings(record=True) as notes, clock("races"), GPU_PROGRAMS[work.kernel].blamed():
        warnings.simplefilter("always")
        prepared.program(backend).run()
    return [str(note.message) for note in notes]


def _simulate_program(prepared: _Prepared, clock: Clock) -> tuple[GpuResult, GpuProgram]:
    """Run the program on the model; each launch is simulated before the next one."""
    from gpu.model.backend import SimulatedBackend

    work, experiment = prepared.work, prepared.experiment
    backend = SimulatedBackend(
        experiment.machine,
        l2=work.l2,
        resident=work.resident_blocks,
        order=work.block_order,
        seed=experiment.seed,
        resources=given_resources(work),
    )
    blamed = GPU_PROGRAMS[work.kernel].blamed
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        with clock("prepare"):
            program = prepared.program(backend)
        with clock("simulation"), blamed():
            result = backend.simulate(program.run)
    with blamed():
        if experiment.verify:
            _refuse(work.kernel, program.verify())
        # What the result says too may have been a warning of an earlier point of this process.
        others = [text for note in notes if (text := str(note.message)) not in result.warnings]
        said = [*others, *program.notes(), *result.warnings]
    return replace(result, warnings=tuple(dict.fromkeys(said))), program  # a warm run says it twice


def _simulate_traces(prepared: _Prepared, clock: Clock) -> tuple[GpuResult, dict[str, Any]]:
    from gpu.model.simulation import simulate
    from gpu.model.stream_items import Adapt

    work, device = prepared.work, prepared.experiment.machine
    before, traces, figures = _traces(prepared, clock)
    with clock("simulation"):
        if work.kernel == "spmv":
            return simulate(traces, device, l2=work.l2, resources=given_resources(work)), figures
        ready_us = 0.0
        if work.partition_ready_after is not None:
            amount = work.partition_ready_after.amount
            ready_us = (
                float(amount) / device.cycles_per_us
                if work.partition_ready_after.clocked
                else float(amount * 10**6)
            )
        iterations = work.options["iterations"]
        items = Adapt(before, traces, ready_us, iterations)
        result = simulate(items, device, l2=work.l2, resources=given_resources(work))
        return result, {name: iterations * figure for name, figure in figures.items()}


Traces = tuple[list[KernelTrace], list[KernelTrace], dict[str, int | float]]


def _traces(prepared: _Prepared, clock: Clock) -> Traces:
    """Return the launches that SPAC-adapt begins with, those of a product or an iteration, and its figures.

    They are kept for the points that differ only in the device.
    """
    from gpu.backends.trace_generators.backend import StreamBackend

    work, device = prepared.work, prepared.experiment.machine
    adapts = work.partition_ready_after is not None
    options = {name: value for name, value in work.options.items() if name != "iterations"}
    verify = prepared.experiment.verify
    named = [prepared.key, work.kernel, options, shared_limit(device), adapts, verify]

    def make() -> Traces:
        with clock("trace"):
            backend = StreamBackend()  # one back end, so that both have addresses of their own
            before = _trace(prepared, backend, variant="merge_path")[0] if adapts else None
            traces, program = _trace(prepared, backend)
            if verify and work.kernel == "spmv":
                _refuse(work.options["variant"], program.verify())
            return before or traces, traces, program.figures()

    return prepared.job.kept.traces.get(config_hash(named), make)


def _trace(
    prepared: _Prepared, backend: StreamBackend, **changes: Any
) -> tuple[list[KernelTrace], GpuProgram]:
    """Return the traces of one product or one iteration, and the program that made it."""
    if prepared.work.kernel == "cg":
        changes["iterations"] = 1
    program = prepared.program(backend, **changes)
    program.run()
    return backend.pop_traces()[getattr(program, "launches_before_iterations", 0) :], program


def _refuse(name: str, wrong: list[str]) -> None:
    if wrong:
        raise VerificationError(f"{name}: {'; '.join(wrong)}")


def no_timeline(experiment: GpuExperiment, path: Path) -> str:
    """Return why there is no timeline in a file of this name; empty if there is."""
    no_picture = "a GPU timeline cannot be drawn; use a file name that ends in .json"
    return no_picture if path.suffix.lower() in PICTURES else ""


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made,
    kernel_sets=kernel_sets,
    record=record,
    check_operand=check_operand,
    no_timeline=no_timeline,
    own_figures=lambda experiment: experiment.kernel.program.figures_of_run,
)
"""The functions of this kind of experiment."""
