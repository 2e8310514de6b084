"""How fast the back ends on the CPU run and trace each SpMV kernel.

    python benchmarks/gpu_kernels.py [--entries 1000000] [--real float32] [--cut libra]

A matrix of about a million entries with a power law of row lengths, cut into parts of about 1024 entries.
Speeds are entries a second of processor time, the best of three products; copying a trace to NumPy included.
"""

import argparse
import time

import numpy as np
import scipy.sparse as sp

from gpu import SPMV_METHODS, HostBackend, TraceBackend, spac_application, spmv_operator
from partitioners import bipartite, partition

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--entries", type=int, default=1_000_000)
parser.add_argument("--real", default="float32")
parser.add_argument("--block-size", type=int, default=256)
parser.add_argument("--cut", default="libra", help="the partitioner of SPAC's kernels")
options = parser.parse_args()

rng = np.random.default_rng(0)
n = options.entries // 8
lengths = np.minimum(rng.zipf(1.9, n), n // 10)
row = np.repeat(np.arange(n), lengths)[: options.entries]
column = (rng.random(row.size) ** 3 * n).astype(int)
matrix = sp.coo_array((rng.standard_normal(row.size), (row, column)), shape=(n, n)).tocsr()
parts = -(-matrix.nnz // 1024)
graph = bipartite(matrix)
application = spac_application(matrix, partition(graph, options.cut, parts), real=options.real)
x = rng.standard_normal(n)
print(f"{n:,} rows, {matrix.nnz:,} entries, longest row {np.diff(matrix.indptr).max():,}; {parts} parts")
print(f"{'kernel':12} {'run':>10} {'traced':>10} {'requests':>12} {'sectors':>12}  (M entries/s)")

for method in SPMV_METHODS:
    prepared = application if method.startswith("spac") else matrix
    speeds, requests, sectors = [], 0, 0
    for backend in (HostBackend(), TraceBackend()):
        operator = spmv_operator(prepared, method, backend, real=options.real, block_size=options.block_size)
        given, y = operator.vector(x), backend.zeros(n, options.real)
        best = np.inf
        for _ in range(3):
            begin = time.process_time()
            operator.apply(given, y)
            best = min(best, time.process_time() - begin)
            if isinstance(backend, TraceBackend):
                taken = backend.take()
                requests = sum(trace.kind.size for trace in taken)
                sectors = sum(trace.sectors.size for trace in taken)
        speeds.append(matrix.nnz / best / 1e6)
        assert np.allclose(operator.result(y), matrix @ x, rtol=1e-2, atol=1e-2)
    print(f"{method:12} {speeds[0]:10.2f} {speeds[1]:10.2f} {requests:12,} {sectors:12,}")
