"""One point of an experiment on a GPU: matrix, cut, traced kernels and model; its row and its tables.

The model sees what the kernels ask of memory, which does not depend on the numbers in the matrix. So of the
conjugate gradient method one iteration is traced, and the model runs it as often as ``iterations`` says.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gpu.model.device import WARP
from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet
from numasim.numa.run_result import WARNING_SEPARATOR
from numasim.provenance import config_hash
from numasim.results.gpu_timeline import write_gpu_timeline
from numasim.results.row_kinds import GPU
from numasim.schema.workload import Generated, KernelWorkload
from partitioners.errors import OptionError, VerificationError

if TYPE_CHECKING:
    import pandas as pd
    import scipy.sparse

    from gpu.backends.host.trace import KernelTrace
    from gpu.backends.trace_generators.backend import StreamBackend
    from gpu.model.result import GpuResult
    from gpu.programs.spac_application import SpacApplication
    from numasim.numa.timeline import Timeline
    from numasim.schema.gpu_experiment import GpuExperiment
    from partitioners.graph import Graph
    from partitioners.partition import EdgePartition

STRUCTURES = {
    "x": "x",
    "y": "y",
    "value": "values",
    "column": "indices",
    "row": "indices",
    "row_and_column": "indices",
    "local_row": "indices",
    "row_end": "row starts",
    "entry_start": "row starts",
    "row_start": "row starts",
    "column_start": "lists",
    "column_list": "lists",
    "row_list": "lists",
    "carry_row": "carries",
    "carry": "carries",
    "shared": "shared memory",
}
"""What a product's arrays hold, by the names of the kernels' parameters."""

OF_MESSAGES = ("edge_cut", "edge_cut_weight", "messages", "work_imbalance", "vertex_work_share")
"""Figures of a cut that mean nothing to thread blocks."""

LARGEST_SHARED_BYTES = 48 * 1024
"""Of a block: what every device has without asking for more."""


def description(experiment: GpuExperiment) -> dict[str, Any]:
    """The columns of a row that its configuration decides."""
    work, cut = experiment.kernel, experiment.partition
    given = work.matrix.model_dump(mode="json") if isinstance(work.matrix, Generated) else {}
    return {
        "workload": work.kernel,
        "matrix": matrix_name(work.matrix),
        "matrix_options": json.dumps(given),
        "variant": work.variant,
        **{
            name: getattr(work, name) if work.applies(name) else None
            for name in ("x_in", "block_size", "dtype", "l2", "iterations")
        },
        "partition_ready_after": None
        if work.partition_ready_after is None
        else str(work.partition_ready_after),
        "partitioner": None if cut is None else cut.method or cut.file,
        "parts": None if cut is None else cut.parts,
        "seed": experiment.seed_of(cut),
        "order": None if cut is None else cut.options.get("order"),
        "partitioner_options": json.dumps({} if cut is None else cut.options),
        "machine": experiment.machine.device.name,
        "kernel_label": experiment.kernel_name,
        "error": None,
    }


def matrix_name(matrix: Any) -> str:
    """What tables call a matrix: ``mc2depi n=1024`` for ``{generator: mc2depi, n: 1024}``, else its file."""
    if isinstance(matrix, Generated):
        from partitioners.generators.registry import GENERATORS

        taken = GENERATORS[matrix.generator].options
        chosen = {name: value for name, value in matrix.options.items() if value != taken[name].default}
        return matrix_name({"generator": matrix.generator, **chosen})
    if isinstance(matrix, Mapping):
        words = [f"{name}={value}" for name, value in matrix.items() if name not in ("generator", "seed")]
        return " ".join([str(matrix.get("generator")), *words])
    return str(matrix)


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point: its row and its tables."""
    experiment = _of(job)
    work = experiment.kernel
    prepared = _Prepared(job, clock)
    matrix = prepared.matrix
    row |= {"rows": matrix.shape[0], "columns": matrix.shape[1], "entries": matrix.nnz, **prepared.figures}
    result = _simulate(prepared, clock)
    launches, arrays = result.tables["launches"], result.tables["arrays"]
    products = _product_launches(launches["kernel"])
    arrays.insert(3, "structure", [_structure(*names) for names in arrays[["kernel", "array"]].to_numpy()])
    launches.insert(3, "product", products)
    s = result.scalars
    count = int(np.count_nonzero(launches["kernel"].isin(["vector_xpay"]))) if work.kernel == "cg" else 1
    floating = count * (2 * matrix.nnz + (10 * matrix.shape[0] if work.kernel == "cg" else 0))
    device = experiment.machine.device
    moved = s["dram_read_bytes"] + s["dram_write_bytes"]
    row |= s
    row |= {
        "shared_bytes": int(launches["shared_bytes"].max()),
        "seconds": s["kernel_us"] / 1e6,
        "product_seconds": float(launches.loc[products, "us"].sum()) / 1e6,
        "transactions": s["l2_reads"] + s["l2_writes"] + s["l2_atomics"],
        "dram_bytes": moved,
        "flops": floating,
        "sms": device.sms,
        "peak_gflops": device.sms * device.schedulers * WARP * 2 * device.cycles_per_us / 1000,
        "peak_gb_s": device.dram_bandwidth / 1e9 * device.dram_efficiency,
        "flops_per_dram_byte": floating / moved if moved else None,
        "warnings": WARNING_SEPARATOR.join(result.warnings) or None,
    }
    tables = {}
    for name in GPU.tables:
        tables[name] = result.tables[name].copy()
        tables[name].insert(0, "run_id", row["run_id"])
    return Outcome([row], tables, [{"run_id": row["run_id"], **clock.seconds}])


def headline(row: Mapping[str, Any]) -> str:
    """What to call a row in a line of progress."""
    words = (row["matrix"], row["variant"], row["x_in"], row["partitioner"], row["block_size"])
    return ", ".join(str(word) for word in words if word is not None)


def made(job: Job) -> tuple[str, str | None]:
    """What decides the matrix of a point, and its cut; None where nothing is cut."""
    experiment = _of(job)
    work, section = experiment.kernel, experiment.partition
    matrix = f"{work.matrix} {experiment.seed}"
    sizes = work.block_size if section and section.parts is None else None
    return matrix, f"{matrix} {section} {sizes}" if section else None


def kernel_sets(job: Job) -> list[KernelSet]:
    """The kernels of a point: all points run the model of the GPU, so one process compiles them all."""
    experiment = _of(job)
    work, cut = experiment.kernel, experiment.partition
    key = work.kernel, work.variant, work.x_in, work.dtype, work.block_size, cut and cut.method
    label = ", ".join(str(word) for word in key if word is not None)
    return [KernelSet(label, key, _run_tiny_matrix, job, weight=5, group="gpu")]


def _run_tiny_matrix(job: Job) -> None:
    experiment = _of(job)
    work = experiment.kernel.model_copy(update={"matrix": "banded-64x5", "iterations": 1})
    tiny = replace(job, experiment=experiment.model_copy(update={"workload": work}), shared=None)
    with contextlib.suppress(Exception):
        run(tiny, {"run_id": ""}, Clock())


def record(job: Job, timeline: Timeline, path: Path) -> int:
    """Run a point once more for its timeline, and write that; the cycles that the run took."""
    clock = Clock()
    result = _simulate(_Prepared(job, clock), clock)
    write_gpu_timeline(path, timeline, result, job.experiment.title)
    return int(result.scalars["cycles"])


def _of(job: Job) -> GpuExperiment:
    experiment: Any = job.experiment
    return experiment


class _Prepared:
    """The matrix of a point and, where its kernel takes one, a cut of it."""

    def __init__(self, job: Job, clock: Clock) -> None:
        self.job, self.experiment = job, _of(job)
        self.work = self.experiment.kernel
        seed, inputs = self.experiment.seed, job.inputs
        config = self.experiment.resolved()
        named = [config["workload"]["matrix"], seed, inputs.get("workload.matrix")]

        def make() -> scipy.sparse.csr_array:
            with clock("matrix"):
                return build_matrix(self.experiment)

        self.matrix = job.kept.matrices.get(config_hash(["matrix", *named]), make, job.shared)
        self.cut: EdgePartition | None = None
        self.figures: dict[str, Any] = {}
        self.key = config_hash(named)
        section = self.experiment.partition
        if section is None:
            return
        from partitioners.files.interchange import bipartite

        graph = bipartite(self.matrix, name=matrix_name(self.work.matrix))
        parts = section.parts
        if parts is None and section.file is None:
            parts = max(1, -(-self.matrix.nnz // self.work.block_size))
        file = inputs.get("partition.file")
        self.key = config_hash([*named, config["partition"], parts, self.experiment.verify, file])

        def cut() -> tuple[EdgePartition, dict[str, Any]]:
            return _cut(self.experiment, graph, parts, clock)

        self.cut, self.figures = job.kept.cuts.get(self.key, cut, job.shared, graph)

    def application(self) -> SpacApplication:
        """The product by the cut, its parts small enough for the device."""
        from gpu.programs.spac_application import spac_application

        assert self.cut is not None  # the schema requires it
        return spac_application(
            self.matrix,
            self.cut,
            dtype=self.work.dtype,
            x_in=self.work.x_in,
            shared_bytes=min(self.experiment.machine.device.shared_per_block, LARGEST_SHARED_BYTES),
            reorder="same" if self.work.kernel == "cg" else "each",
        )


def build_matrix(experiment: GpuExperiment) -> scipy.sparse.csr_array:
    """The matrix of a kernel, CSR with float64 values.

    The edge (u, v) of a generated graph is the entry in row u and column v, standard normal; one whose edges
    all go from lower to higher vertices is undirected, and has the entry (v, u) too.

    Raises
    ------
    OptionError
        A generator's option out of range; a matrix that does not fit the kernel.
    InputError
        A file that cannot be read.
    """
    from gpu.matrices import generate_matrix, is_generated, read_matrix

    given = experiment.kernel.matrix
    if isinstance(given, Generated):
        matrix = _matrix_of(_graph(experiment, given))
    elif is_generated(given):
        matrix = generate_matrix(given)
    else:
        matrix = read_matrix(experiment.file(given))
    if matrix.nnz == 0:
        raise OptionError(f"the matrix {matrix_name(given)!r} has no entries")
    return matrix


def _graph(experiment: GpuExperiment, given: Generated) -> Graph:
    from partitioners.generators.registry import GENERATORS

    options = dict(given.options)
    if "square" in options:  # the generator's graph of rows and columns is not its matrix
        options["square"] = True
    graph: Graph = GENERATORS[given.generator].call(options=options, seed=experiment.seed_of(given))
    return graph


def _matrix_of(graph: Graph) -> scipy.sparse.csr_array:
    import scipy.sparse as sp

    row, column = graph.src, graph.dst
    if bool((row < column).all()):
        row, column = np.concatenate([row, column]), np.concatenate([column, row])
    n = graph.num_vertices
    matrix = sp.csr_array((np.ones(row.size), (row, column)), shape=(n, n))
    matrix.sum_duplicates()
    matrix.data[:] = np.random.default_rng(0).standard_normal(matrix.nnz)
    return matrix


def _cut(
    experiment: GpuExperiment, graph: Graph, parts: int | None, clock: Clock
) -> tuple[EdgePartition, dict[str, Any]]:
    from partitioners.files.partition_files import read_partition
    from partitioners.partition import EdgePartition
    from partitioners.partition_graph import partition
    from partitioners.quality import quality
    from partitioners.replicas import forget_replicas
    from partitioners.verify import verify

    section = experiment.partition
    assert section is not None  # as the caller has looked
    with clock("partition"):
        if section.file is not None:
            found = read_partition(experiment.file(section.file), graph, parts)
        else:
            assert section.method is not None  # the schema requires one of both
            assert parts is not None
            seed = experiment.seed_of(section)
            found = partition(graph, section.method, parts, seed=seed, **section.options)
    if not isinstance(found, EdgePartition):
        raise OptionError(
            f"partitioner {section.method!r} cuts edges, and thread blocks need a vertex cut; choose another"
        )
    if experiment.verify:
        verify(found)
    with clock("quality"):
        figures = quality(found).to_dict()
    forget_replicas(found)
    return found, {name: value for name, value in figures.items() if name not in OF_MESSAGES}


def _simulate(prepared: _Prepared, clock: Clock) -> GpuResult:
    from gpu.model.launches import Adapt
    from gpu.model.simulation import simulate

    work, device = prepared.work, prepared.experiment.machine.device
    before, traces = _traces(prepared, clock)
    with clock("simulation"):
        if work.kernel == "spmv":
            return simulate(traces, device, l2=work.l2)
        ready_us = 0.0
        if work.partition_ready_after is not None:
            amount = work.partition_ready_after.amount
            ready_us = (
                float(amount) / device.cycles_per_us
                if work.partition_ready_after.clocked
                else float(amount * 10**6)
            )
        return simulate(Adapt(before, traces, ready_us, work.iterations), device, l2=work.l2)


def _traces(prepared: _Prepared, clock: Clock) -> tuple[list[KernelTrace], list[KernelTrace]]:
    """The launches of a product or an iteration, and before them those that SPAC-adapt begins with.

    They are kept for the points that differ in the device alone.
    """
    from gpu.backends.trace_generators.backend import StreamBackend

    work, device = prepared.work, prepared.experiment.machine.device
    shared = min(device.shared_per_block, LARGEST_SHARED_BYTES)
    adapts = work.partition_ready_after is not None
    of_kernel = [work.kernel, work.variant, work.x_in, work.block_size, work.dtype, shared, adapts]

    def make() -> tuple[list[KernelTrace], list[KernelTrace]]:
        operand: Any = prepared.matrix
        method: str = work.variant
        if work.variant == "spac":
            with clock("application"):
                operand, method = prepared.application(), f"spac_{work.x_in}"
        with clock("trace"):
            backend = StreamBackend()  # one, so that both have addresses of their own
            before = _trace(prepared.matrix, "merge_path", work, backend) if adapts else None
            traces = _trace(operand, method, work, backend, prepared.matrix if verify else None)
            return before or traces, traces

    verify = prepared.experiment.verify
    return prepared.job.kept.traces.get(config_hash([prepared.key, *of_kernel, verify]), make)


def _trace(
    operand: Any, method: str, work: KernelWorkload, backend: StreamBackend, check: Any = None
) -> list[KernelTrace]:
    """The traces of one product or one iteration; of a product the result is checked where asked for."""
    from gpu.measurement.cases import product_error
    from gpu.programs.conjugate_gradient import conjugate_gradient
    from gpu.programs.spmv import spmv_operator

    operator = spmv_operator(operand, method, backend, dtype=work.dtype, block_size=work.block_size)
    rows, columns = operator.shape
    if work.kernel == "cg":
        conjugate_gradient(operator, np.ones(rows), tolerance=0.0, max_iterations=1)
        return backend.pop_traces()[2:]  # without the first norm, which is no part of an iteration
    x = np.random.default_rng(0).standard_normal(columns)
    ordered, y = operator.vector(x), backend.zeros(rows, work.dtype)
    operator.apply(ordered, y)
    traces = backend.pop_traces()
    if check is not None and not product_error(check, x, operator.result(y), work.dtype) <= 1:
        raise VerificationError(f"{method}: y is not A x")
    return traces


def _product_launches(kernels: pd.Series) -> Any:
    """Which launches make products: of an iteration those before the first dot product and what it fills."""
    products = np.zeros(len(kernels), bool)
    within = True
    for number, kernel in enumerate(kernels):
        if kernel == "vector_dot":
            products[number - 1] = within = False
        products[number] = within
        within |= kernel == "vector_xpay"
    return products


def _structure(kernel: str, array: str) -> str:
    if kernel.startswith("vector_") and kernel != "vector_fill":
        return "vectors"
    if kernel.startswith("spmv_spac") and array == "row_start":
        return "lists"
    return STRUCTURES.get(array, array)
