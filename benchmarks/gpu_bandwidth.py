"""Bandwidth of simulated GPUs for words in sequence and at random (Table II of Hong et al., PACT 2011).

    scripts/bench gpu_bandwidth
    python benchmarks/gpu_bandwidth.py [--devices c2050 gtx-275] [--vector 67108864] [--rows 1048576]

The kernel ``vector_dot`` reads two arrays of 4 MiB in sequence. The kernel ``spmv_csr_scalar`` multiplies a
matrix with one entry in each row, in a random column of a vector of 64 MiB. The time of the same product with
the columns in sequence is subtracted, so that the reads of the vector are left. Bandwidths count the bytes of
the words, not those of the sectors that bring them.
"""

import numpy as np
import scipy.sparse as sp
from harness import parser, print_table

from gpu import StreamBackend, simulate, spmv_operator
from gpu.programs.conjugate_gradient import DOT_BLOCKS

PUBLISHED = {"c2050": (76.8, 2.71), "gtx-275": (72.5, 3.15)}
SEQUENTIAL_BYTES = 4 * 2**20


def seconds_of(backend, device):
    """The simulated seconds of the launches since the last call."""
    return simulate(backend.pop_traces(), device).scalars["kernel_us"] / 1e6


def product_seconds(columns, size, device, dtype):
    """The simulated seconds of a product with one entry in each row."""
    rows, backend = columns.size, StreamBackend()
    matrix = sp.csr_array((np.ones(rows), columns, np.arange(rows + 1)), shape=(rows, size))
    operator = spmv_operator(matrix, "csr_scalar", backend, dtype=dtype, block_size=256)
    x, y = operator.vector(np.ones(size)), backend.zeros(rows, dtype)
    backend.pop_traces()
    operator.apply(x, y)
    return seconds_of(backend, device)


def dot_seconds(device, dtype):
    """The simulated seconds of a dot product."""
    backend = StreamBackend()
    operator = spmv_operator(sp.eye_array(256, format="csr"), "csr_scalar", backend, dtype=dtype)
    n = SEQUENTIAL_BYTES // np.dtype(dtype).itemsize
    u, v, result = backend.zeros(n, dtype), backend.zeros(n, dtype), backend.zeros(1, dtype)
    backend.pop_traces()
    operator.kernel("vector_dot")(DOT_BLOCKS, n, u, v, result)
    return seconds_of(backend, device)


def row(device, options):
    """The cells of a device."""
    word = np.dtype(options.dtype).itemsize
    size = options.vector // word
    columns = np.random.default_rng(0).integers(0, size, options.rows)
    in_sequence = product_seconds(np.arange(options.rows), size, device, options.dtype)
    at_random = product_seconds(columns, size, device, options.dtype)
    sequential = 2 * SEQUENTIAL_BYTES / dot_seconds(device, options.dtype) / 1e9
    random = options.rows * word / (at_random - in_sequence) / 1e9
    published = PUBLISHED.get(device, (np.nan, np.nan))
    return device, sequential, random, sequential / random, *published, published[0] / published[1]


def main():
    defaults = {"devices": list(PUBLISHED), "vector": 64 * 2**20, "rows": 2**20, "dtype": "float32"}
    options = parser(__doc__, **defaults).parse_args()
    columns = ("device:8", "sequential GB/s:.1f", "random GB/s:.2f", "ratio:.1f")
    columns += ("paper, sequential:.1f", "paper, random:.2f", "paper, ratio:.1f")
    print_table(columns, (row(device, options) for device in options.devices))


if __name__ == "__main__":
    main()
