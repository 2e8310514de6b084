"""With one resident block and blocks in order, traces are those of the version before resident blocks.

``earlier_traces.json`` has a digest of each array of a trace, recorded with that version. Kinds of requests
that it did not tell apart are mapped to its kinds. Traces that change on purpose are recorded again by
``PYTHONPATH=. python tests/gpu/backends/test_earlier_traces.py``, and the difference of the file is reviewed.
"""

import hashlib
import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from gpu_traces import compiler_is_expected

from gpu import SPMV_METHODS, TraceBackend, conjugate_gradient, spmv_operator
from gpu.backends.host.trace import KINDS

RECORDED = Path(__file__).parents[1] / "earlier_traces.json"

EARLIER_KIND = {
    "load": "load",
    "store": "store",
    "reduction": "atomic",
    "atomic": "atomic",
    "read_only": "load",  # __restrict__ was ignored
    "texture": "read_only",
    "load_l2": "load",
    "barrier": "barrier",
    "end": "end",
}
ARRAYS = (
    *("array_address", "array_bytes", "warp_start", "kind", "array", "code", "lanes", "bytes_per_lane"),
    *("wavefronts", "blocks_before", "exchanges_before", "sector_start", "sectors"),
)
"""The arrays that traces had. ``passes`` and those of child grids are newer."""

CHANGED = {
    "coo_segmented": "the kernel is newer",
    "spac_read_only": "a part owns a range of rows and columns, where it had lists of all that it uses",
    "spac_shared": "the same",
}
VARIANTS = [("float32", 256), ("float32", 1024), ("float64", 256)]
SOURCE = """
// Loops in loops, which lanes leave and skip. Blocks: any.
extern "C" __global__ void loops(const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        if ((threadIdx.x + i) % 3 == 0) continue;
        for (int j = 0; j < int(threadIdx.x + blockIdx.x) % 5; ++j) sum += in[32 * i + j];
        if (sum > 90) return;
        out[32 * i + threadIdx.x] = sum;
    }
}
// Shared memory by stride, wide and narrow, and its atomics. Blocks: any.
extern "C" __global__ void shared(int stride, const double* in, double* out, int* count) {
    __shared__ double wide[64];
    extern __shared__ int words[];
    wide[threadIdx.x * stride % 64] = in[threadIdx.x];
    words[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&words[threadIdx.x / 3], 1);
    if (threadIdx.x < 40) __syncwarp(threadIdx.x < 32 ? 0xffffffffu : 0xffu);
    const double mine = wide[threadIdx.x * stride % 64];
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine + __shfl_xor_sync(0xffffffffu, stride, 1);
    __syncthreads();
    atomicAdd(&count[words[threadIdx.x] * blockIdx.x], 1);
}
// Atomics whose results are used, loads of the read-only path, structures. Blocks: any.
struct Three {
    int x, y, z;
};
extern "C" __global__ void others(const int* in, int* out) {
    const int t = threadIdx.x;
    Three three = reinterpret_cast<const Three*>(in)[t % 30];
    if (atomicMax(&out[three.x % 7], t) < t) out[8 + t] = __ldg(&in[95 - t]) + three.y + three.z;
    if (t % 2) out[200 - t] = atomicCAS(&out[8 + t], 0, 1);
}
"""


def rectangular():
    """A matrix with empty rows, a dense row and rows of different lengths."""
    lengths = [0 if row % 7 == 0 else 1 + row * row % 9 for row in range(300)]
    lengths[100] = 200
    place = {(row, (31 * row + 7 * i * i + i) % 200) for row, n in enumerate(lengths) for i in range(n)}
    row, column = np.array(sorted(place)).T
    return sp.coo_array((1.0 + row % 5, (row, column)), shape=(300, 200)).tocsr()


def definite(n=400):
    offsets = (-20, -1, 1, 20)
    return sp.csr_array(
        sum((sp.diags_array([-1.0] * (n - abs(o)), offsets=o) for o in offsets), sp.diags_array([4.5] * n))
    )


def product(method, dtype, block_size):
    def trace(backend, _folder):
        matrix = rectangular()
        made = spmv_operator(matrix, method, backend, dtype=dtype, block_size=block_size)
        made.apply(made.vector(np.ones(matrix.shape[1])), backend.zeros(matrix.shape[0], dtype))

    return trace


def solution(method, dtype, block_size):
    def trace(backend, _folder):
        made = spmv_operator(definite(), method, backend, dtype=dtype, block_size=block_size)
        conjugate_gradient(made, np.ones(400), max_iterations=3)

    return trace


def small_kernels(backend, folder):
    file = folder / "earlier.cu"
    file.write_text(SOURCE)
    kernel = {name: backend.kernel(name, file=file) for name in ("loops", "shared", "others")}
    kernel["loops"](3, backend.array(np.arange(128, dtype="int32")), backend.zeros(192, "int32"), threads=48)
    for stride in (1, 2, 16, 17):
        arrays = backend.array(np.ones(64)), backend.zeros(128, "float64"), backend.zeros(8, "int32")
        kernel["shared"](2, stride, *arrays, threads=64, shared_bytes=256)
    given = backend.array(np.arange(96, dtype="int32"))
    kernel["others"](2, given, backend.zeros(201, "int32"), threads=96)


CASES = {
    **{
        f"{name} {dtype} {block_size}": work(name.rpartition(" ")[2], dtype, block_size)
        for name, work in (
            *((method, product) for method in SPMV_METHODS if method not in CHANGED),
            ("conjugate_gradient csr_scalar", solution),
            ("conjugate_gradient merge_path", solution),
        )
        for dtype, block_size in VARIANTS
    },
    "small kernels": small_kernels,
}


def digests(case, folder):
    """A digest of each array of the traces of a case, in the kinds and types of the earlier version."""
    backend = TraceBackend(resident=1, order="in_order")
    CASES[case](backend, folder)
    found = {name: hashlib.sha256() for name in ARRAYS}
    for trace in backend.pop_traces():
        for name, digest in found.items():
            values = getattr(trace, name)
            if name == "kind":
                digest.update(" ".join(EARLIER_KIND[KINDS[kind]] for kind in values).encode())
                continue
            if name == "code":  # the same places in the same order
                values = np.unique(values, return_inverse=True)[1]
            digest.update(np.array([values.size, *values], "<i8").tobytes())
    return {name: digest.hexdigest()[:16] for name, digest in found.items()}


@pytest.mark.parametrize("case", CASES)
def test_traces_are_those_of_the_version_without_resident_blocks(case, tmp_path):
    recorded = json.loads(RECORDED.read_text())[case]
    found = digests(case, tmp_path)
    if not compiler_is_expected():
        del recorded["blocks_before"], found["blocks_before"]
    assert found == recorded


def test_every_recorded_trace_is_compared():
    assert json.loads(RECORDED.read_text()).keys() == CASES.keys()
    assert CHANGED.keys() < set(SPMV_METHODS)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        now = {case: digests(case, Path(name)) for case in CASES}
    RECORDED.write_text(json.dumps(now, indent=1) + "\n")
