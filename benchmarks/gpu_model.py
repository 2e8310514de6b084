"""How fast the model of a GPU runs, by device and SpMV kernel.

    python benchmarks/gpu_model.py [--entries 1000000] [--devices h200 titan-x-pascal]

A matrix of about a million entries with a power law of row lengths. Speeds are warp instructions (requests
and the code between them) and requests a second of processor time on one core, traces made beforehand.
"""

import argparse
import time

import numpy as np
import scipy.sparse as sp

from gpu import SPMV_METHODS, TraceBackend, device_names, simulate, spac_application, spmv_operator
from partitioners import bipartite, partition

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--entries", type=int, default=1_000_000)
parser.add_argument("--block-size", type=int, default=256)
parser.add_argument("--devices", nargs="+", default=device_names())
parser.add_argument("--methods", nargs="+", default=list(SPMV_METHODS))
options = parser.parse_args()

rng = np.random.default_rng(0)
n = options.entries // 8
lengths = np.minimum(rng.zipf(1.9, n), n // 10)
row = np.repeat(np.arange(n), lengths)[: options.entries]
column = (rng.random(row.size) ** 3 * n).astype(int)
matrix = sp.coo_array((rng.standard_normal(row.size), (row, column)), shape=(n, n)).tocsr()
graph = bipartite(matrix)
application = spac_application(matrix, partition(graph, "libra", -(-matrix.nnz // 1024)), real="float32")
x = rng.standard_normal(n)
backend = TraceBackend()
traces = {}
for method in options.methods:
    prepared = application if method.startswith("spac") else matrix
    operator = spmv_operator(prepared, method, backend, block_size=options.block_size)
    operator.apply(operator.vector(x), backend.zeros(n, "float32"))
    traces[method] = backend.take()
simulate(traces[options.methods[0]][-1], options.devices[0])  # compiles

print(f"{n:,} rows, {matrix.nnz:,} entries")
print(
    f"{'':15} {'':12} {'sectors':>10} {'seconds':>8} {'M instr/s':>10} {'M requests/s':>13} {'model us':>10}"
)
for device in options.devices:
    for method, launches in traces.items():
        begin = time.process_time()
        s = simulate(launches, device).scalars
        seconds = time.process_time() - begin
        print(
            f"{device:15} {method:12} {s['sectors']:10,} {seconds:8.2f} "
            f"{s['instructions'] / seconds / 1e6:10.2f} {s['requests'] / seconds / 1e6:13.2f} "
            f"{s['kernel_us']:10.1f}"
        )
