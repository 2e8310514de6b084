"""Speed of the package's kernels on the CPU, of their traces, and of their simulation on the GPU model.

    python benchmarks/gpu_kernels.py [--matrix mc2depi-1024] [--dtype float32] [--cut libra] [--devices h200]

For each SpMV kernel the output has millions of entries per second of processor time on one core, the best of
the repeats: run and traced by code from g++, and streamed by code from Numba (including results). It also has
the millions of warp instructions (requests and the code between them) that the model of a device simulates
per second, in one run, and the memory of a trace. A matrix is `mc2depi-N`, a power law of row lengths,
`power-law-ENTRIES`, or one of gpu.matrices, `rmat-17x16`; SPAC's kernels take cuts by `--cut`, with parts of
about 1024 entries.
"""

from functools import partial

import numpy as np
import scipy.sparse as sp
from harness import cpu_seconds, parser, print_table

from gpu import (
    SPMV_METHODS,
    HostBackend,
    StreamBackend,
    TraceBackend,
    simulate,
    spac_application,
    spmv_operator,
)
from gpu.matrices import generate_matrix
from partitioners.files.interchange import bipartite
from partitioners.generators.models import mc2depi
from partitioners.partition_graph import partition


def power_law(entries):
    rng = np.random.default_rng(0)
    n = entries // 8
    lengths = np.minimum(rng.zipf(1.9, n), n // 10)
    row = np.repeat(np.arange(n), lengths)[:entries]
    column = (rng.random(row.size) ** 3 * n).astype(int)
    return sp.coo_array((rng.standard_normal(row.size), (row, column)), shape=(n, n)).tocsr()


def matrix_of(name):
    kind, _, size = name.rpartition("-")
    if kind == "power-law":
        return power_law(int(size))
    if kind != "mc2depi":
        return generate_matrix(name)
    graph = mc2depi(n=int(size))
    rows = int(graph.src.max()) + 1
    place = (graph.src, graph.dst - rows)
    values = np.random.default_rng(0).standard_normal(graph.num_edges)
    return sp.coo_array((values, place), shape=(rows, int(place[1].max()) + 1)).tocsr()


def product(matrix, prepared, method, backend, options):
    """The processor seconds of the best of the products, and the traces of the last."""
    operator = spmv_operator(prepared, method, backend, dtype=options.dtype, block_size=options.block_size)
    x = np.random.default_rng(1).standard_normal(matrix.shape[1])
    given, y = operator.vector(x), backend.zeros(matrix.shape[0], options.dtype)

    def work():
        operator.apply(given, y)
        # Without a reference from the back end, the trace is generated again in the next call.
        return backend.pop_traces() if hasattr(backend, "pop_traces") else []

    best, traces = cpu_seconds(work, options.repeats, min)
    assert np.allclose(operator.result(y), matrix @ x, rtol=1e-2, atol=1e-2)
    return best, traces


def row(matrix, method, options):
    """The cells of a method."""
    prepared = matrix
    if method.startswith("spac"):
        cut = partition(bipartite(matrix), options.cut, -(-matrix.nnz // 1024))
        prepared = spac_application(matrix, cut, dtype=options.dtype)
    rates = []
    for backend in (HostBackend(), TraceBackend(), StreamBackend()):
        seconds, traces = product(matrix, prepared, method, backend, options)
        rates.append(matrix.nnz / seconds / 1e6)
    requests, sectors = (sum(getattr(t, name).size for t in traces) for name in ("kind", "sectors"))
    arrays = (value for t in traces for value in vars(t).values() if isinstance(value, np.ndarray))
    memory = sum(array.nbytes for array in arrays) / 1e6
    cells = [method, *rates, rates[2] / rates[1], requests, sectors, memory]
    for device in options.devices:
        simulate(traces[-1:], device)  # the first run compiles and reads files, so it is not counted
        seconds, simulated = cpu_seconds(partial(simulate, traces, device))
        cells.append(simulated.scalars["instructions"] / seconds / 1e6)
    return cells


def main():
    options = parser(
        __doc__, repeats=3, matrix="power-law-1000000", dtype="float32", block_size=256, cut="libra",
        methods=list(SPMV_METHODS), devices=["h200", "titan-x-pascal"],
    ).parse_args()  # fmt: skip
    matrix = matrix_of(options.matrix)
    print(f"{matrix.shape[0]:,} rows, {matrix.nnz:,} entries, longest row {np.diff(matrix.indptr).max():,}\n")
    columns = ["method:14", "run:8.1f", "traced:8.1f", "streamed:.1f", "ratio:.1f", "requests:11,"]
    columns += ["sectors:11,", "MB:5.0f", *(f"{device}:8.1f" for device in options.devices)]
    print_table(columns, (row(matrix, method, options) for method in options.methods))


if __name__ == "__main__":
    main()
