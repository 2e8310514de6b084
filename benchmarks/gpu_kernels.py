"""Speed of the package's kernels on the CPU, of their traces, and of their simulation on the GPU model.

    python benchmarks/gpu_kernels.py [--matrix mc2depi-1024] [--real float32] [--cut libra] [--devices h200]

For each SpMV kernel the output has millions of entries per second of processor time on one core, the best of
three: run and traced by code from g++, and streamed by code from Numba (including results). It also has the
warp instructions (requests and the code between them) that the model simulates per second, and the memory of
a trace. A matrix is `mc2depi-N`, a power law of row lengths, `power-law-ENTRIES`, or one of gpu.matrices,
`rmat-17x16`; SPAC's cuts have parts of about 1024 entries.
"""

import argparse
import time

import numpy as np
import scipy.sparse as sp

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
from partitioners import bipartite, partition
from partitioners.generators import mc2depi


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


def product(backend):
    """The processor seconds of the best of three products, and the traces of the last."""
    operator = spmv_operator(prepared, method, backend, dtype=options.dtype, block_size=options.block_size)
    x = np.random.default_rng(1).standard_normal(matrix.shape[1])
    given, y = operator.vector(x), backend.zeros(matrix.shape[0], options.dtype)
    best, traces = np.inf, []
    for _ in range(3):
        traces = []  # a trace without a reference is generated again
        begin = time.process_time()
        operator.apply(given, y)
        best = min(best, time.process_time() - begin)
        traces = backend.pop_traces() if hasattr(backend, "pop_traces") else []
    assert np.allclose(operator.result(y), matrix @ x, rtol=1e-2, atol=1e-2)
    return best, traces


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--matrix", default="power-law-1000000")
parser.add_argument("--real", default="float32")
parser.add_argument("--block-size", type=int, default=256)
parser.add_argument("--cut", default="libra", help="partitioner for SPAC's kernels")
parser.add_argument("--methods", nargs="+", default=list(SPMV_METHODS))
parser.add_argument("--devices", nargs="*", default=["h200", "titan-x-pascal"])
options = parser.parse_args()

matrix = matrix_of(options.matrix)
print(f"{matrix.shape[0]:,} rows, {matrix.nnz:,} entries, longest row {np.diff(matrix.indptr).max():,}")
columns = ("run", "traced", "streamed", "ratio", "requests", "sectors", "MB", *options.devices)
print(f"{'':12}" + "".join(f" {name:>{max(10, len(name))}}" for name in columns))
for method in options.methods:
    prepared = matrix
    if method.startswith("spac"):
        cut = partition(bipartite(matrix), options.cut, -(-matrix.nnz // 1024))
        prepared = spac_application(matrix, cut, dtype=options.dtype)
    seconds = [product(backend())[0] for backend in (HostBackend, TraceBackend)]
    streamed, traces = product(StreamBackend())
    run, traced, fast = (matrix.nnz / each / 1e6 for each in (*seconds, streamed))
    requests, sectors = (sum(getattr(t, name).size for t in traces) for name in ("kind", "sectors"))
    size = (
        sum(value.nbytes for t in traces for value in vars(t).values() if isinstance(value, np.ndarray)) / 1e6
    )
    cells = [f"{run:.1f}", f"{traced:.1f}", f"{fast:.1f}", f"{fast / traced:.1f}"]
    cells += [f"{requests:,}", f"{sectors:,}", f"{size:.0f}"]
    for device in options.devices:
        simulate(traces[-1:], device)  # the first run compiles and reads files, so it is not counted
        begin = time.process_time()
        s = simulate(traces, device).scalars
        cells.append(f"{s['instructions'] / (time.process_time() - begin) / 1e6:.1f}")
    row = zip(cells, columns, strict=True)
    print(f"{method:12}" + "".join(f" {cell:>{max(10, len(name))}}" for cell, name in row), flush=True)
