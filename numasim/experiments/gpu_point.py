"""Run one point of an experiment on a GPU: matrix, cut, traced kernels, model, row and tables.

The model simulates the memory accesses of the kernels, which do not depend on the numbers in the matrix.
Therefore only one iteration of the conjugate gradient method is traced, and the model runs it ``iterations``
times.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gpu.model.device import WARP, Device
from gpu.model.occupancy import largest_shared_bytes
from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.one_resident_block import one_resident_block
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
    "row_start": "row starts",
    "part": "lists",
    "column_list": "lists",
    "row_list": "lists",
    "carry_row": "carries",
    "carry": "carries",
    "shared": "shared memory",
}
"""The contents of a product's arrays, by the names of the kernels' parameters."""

OF_MESSAGES = ("edge_cut", "edge_cut_weight", "messages", "work_imbalance", "vertex_work_share")
"""The figures of a cut that have no meaning for thread blocks."""

LARGEST_SHARED_BYTES = 48 * 1024
"""The largest shared memory of a block that every device provides by default."""


def shared_limit(device: Device) -> int:
    """Return the shared memory of a part at most, in bytes."""
    return min(largest_shared_bytes(device), LARGEST_SHARED_BYTES)


def description(experiment: GpuExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
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
        "entries_per_thread": work.entries_per_thread if _makes_parts(experiment) else None,
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
    """Return a matrix's name: ``mc2depi n=1024`` for ``{generator: mc2depi, n: 1024}``, else its file."""
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
    """Run a point, and return its row and tables."""
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
    parts = None if prepared.cut is None else prepared.cut.parts
    crowded = one_resident_block(device, launches, row["entries_per_thread"], parts)
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
        "peak_gb_s": device.dram_gb_s,
        "flops_per_dram_byte": floating / moved if moved else None,
        "warnings": WARNING_SEPARATOR.join([*result.warnings, *crowded]) or None,
    }
    tables = {}
    for name in GPU.tables:
        tables[name] = result.tables[name].copy()
        tables[name].insert(0, "run_id", row["run_id"])
    return Outcome([row], tables, [{"run_id": row["run_id"], **clock.seconds}])


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    words = (row["matrix"], row["variant"], row["x_in"], row["partitioner"], row["block_size"])
    return ", ".join(str(word) for word in words if word is not None)


def made(job: Job) -> tuple[str, str | None]:
    """Return the keys of a point's matrix and cut; None if there is no cut."""
    experiment = _of(job)
    work, section = experiment.kernel, experiment.partition
    matrix = f"{work.matrix} {experiment.seed}"
    sizes = (work.block_size, work.entries_per_thread) if _makes_parts(experiment) else None
    return matrix, f"{matrix} {section} {sizes}" if section else None


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of a point; all points share the model, so one process compiles all kernels."""
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
    """Run a point again, write its timeline, and return the cycles of the run."""
    clock = Clock()
    result = _simulate(_Prepared(job, clock), clock)
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
    """The matrix of a point and, if its kernel uses one, a cut of the matrix."""

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
        from gpu.programs.spac_application import spac_parts
        from partitioners.files.interchange import bipartite

        graph = bipartite(self.matrix, name=matrix_name(self.work.matrix))
        parts = section.parts
        if _makes_parts(self.experiment):
            parts = spac_parts(
                self.matrix.nnz,
                block_size=self.work.block_size,
                entries_per_thread=self.work.entries_per_thread,
            )
        file = inputs.get("partition.file")
        self.key = config_hash([*named, config["partition"], parts, self.experiment.verify, file])

        def cut() -> tuple[EdgePartition, dict[str, Any]]:
            return _cut(self.experiment, graph, parts, clock)

        self.cut, self.figures = job.kept.cuts.get(self.key, cut, job.shared, graph)

    def application(self) -> SpacApplication:
        """Return the product with the cut, whose parts are small enough for the device."""
        from gpu.programs.spac_application import spac_application

        assert self.cut is not None  # the schema requires it
        return spac_application(
            self.matrix,
            self.cut,
            dtype=self.work.dtype,
            x_in=self.work.x_in,
            shared_bytes=shared_limit(self.experiment.machine.device),
            reorder="same" if self.work.kernel == "cg" else "each",
        )


def build_matrix(experiment: GpuExperiment) -> scipy.sparse.csr_array:
    """Return the matrix of a kernel, CSR with float64 values.

    The edge (u, v) of a generated graph is the entry in row u and column v, with a standard normal value. A
    graph whose edges all go from lower to higher vertices is undirected, and also has the entry (v, u).

    Raises
    ------
    OptionError
        An option of a generator is out of range, or the matrix does not fit the kernel.
    InputError
        A file cannot be read.
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
    if "square" in options:  # without it, the generator makes the graph of rows and columns
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
    assert section is not None  # the caller has checked
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
            f"partitioner {section.method!r} makes an edge cut, but thread blocks need a vertex cut; "
            "choose a vertex cut"
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
    """Return the launches that SPAC-adapt begins with, and the launches of a product or an iteration.

    They are kept for the points that differ only in the device.
    """
    from gpu.backends.trace_generators.backend import StreamBackend

    work, device = prepared.work, prepared.experiment.machine.device
    shared = shared_limit(device)
    adapts = work.partition_ready_after is not None
    of_kernel = [work.kernel, work.variant, work.x_in, work.block_size, work.dtype, shared, adapts]

    def make() -> tuple[list[KernelTrace], list[KernelTrace]]:
        operand: Any = prepared.matrix
        method: str = work.variant
        if work.variant == "spac":
            with clock("application"):
                operand, method = prepared.application(), f"spac_{work.x_in}"
        with clock("trace"):
            backend = StreamBackend()  # one back end, so that both have addresses of their own
            before = _trace(prepared.matrix, "merge_path", work, backend) if adapts else None
            traces = _trace(operand, method, work, backend, prepared.matrix if verify else None)
            return before or traces, traces

    verify = prepared.experiment.verify
    return prepared.job.kept.traces.get(config_hash([prepared.key, *of_kernel, verify]), make)


def _trace(
    operand: Any, method: str, work: KernelWorkload, backend: StreamBackend, check: Any = None
) -> list[KernelTrace]:
    """Return the traces of one product or one iteration; ``check`` is the matrix to check a product with."""
    from gpu.measurement.cases import product_error
    from gpu.programs.conjugate_gradient import conjugate_gradient
    from gpu.programs.spmv import spmv_operator

    operator = spmv_operator(operand, method, backend, dtype=work.dtype, block_size=work.block_size)
    rows, columns = operator.shape
    if work.kernel == "cg":
        conjugate_gradient(operator, np.ones(rows), tolerance=0.0, max_iterations=1)
        return backend.pop_traces()[2:]  # without the first norm, which is not part of an iteration
    x = np.random.default_rng(0).standard_normal(columns)
    ordered, y = operator.vector(x), backend.zeros(rows, work.dtype)
    operator.apply(ordered, y)
    traces = backend.pop_traces()
    if check is not None and not product_error(check, x, operator.result(y), work.dtype) <= 1:
        raise VerificationError(f"{method}: y is not A x")
    return traces


def _product_launches(kernels: pd.Series) -> Any:
    """Mark the launches of products: in an iteration, those before the first dot product and its fill."""
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
    return STRUCTURES.get(array, array)
