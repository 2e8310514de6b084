"""The shared arrays of each kernel: their sizes, their bounds, and the blocks that they leave room for."""

import re

import numpy as np
import pytest

from gpu import (
    KERNELS,
    HostBackend,
    KernelTrace,
    SimulatedBackend,
    TraceBackend,
    recorded_resources,
    simulate,
)
from partitioners.errors import KernelError, OptionError

SOURCE = """
extern "C" __global__ void short_one(int offset, int* out) {
    __shared__ int a[32];
    a[int(threadIdx.x) + offset] = 1;
    __syncthreads();
    out[threadIdx.x] = a[31 - threadIdx.x];
}
extern "C" __global__ void long_one(int offset, int* out) {
    __shared__ int b[1000];
    b[int(threadIdx.x) + offset] = 1;
    __syncthreads();
    out[threadIdx.x] = b[31 - threadIdx.x];
}
__device__ inline int reversed(int value) {
    __shared__ int of_function[32];
    of_function[threadIdx.x] = value;
    __syncthreads();
    return of_function[31 - threadIdx.x];
}
extern "C" __global__ void by_a_function(int offset, int* out) {
    const auto twice = [&](int value) { return 2 * reversed(value); };
    out[threadIdx.x] = twice(threadIdx.x + offset);
}
extern "C" __global__ void none(int offset, int* out) {
    out[threadIdx.x] = offset;
}
"""
CHASE = """
// A pointer chase, with 44,000 bytes of shared memory. Blocks: any.
extern "C" __global__ void fixed(const int* x, int* y) {
    __shared__ int s[11000];
    const int t = threadIdx.x;
    s[t] = t / 32;
    __syncthreads();
    int a = s[t];
    for (int i = 0; i < 4; ++i) a = x[a];
    y[blockIdx.x * blockDim.x + t] = a;
}
// The same. Blocks: any.
extern "C" __global__ void sized(const int* x, int* y) {
    extern __shared__ int dynamic[];
    const int t = threadIdx.x;
    dynamic[t] = t / 32;
    __syncthreads();
    int a = dynamic[t];
    for (int i = 0; i < 4; ++i) a = x[a];
    y[blockIdx.x * blockDim.x + t] = a;
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("shared") / "shared.cu"
    made.write_text(SOURCE)
    return made


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    made = tmp_path_factory.mktemp("shared") / "chase.cu"
    made.write_text(CHASE)
    return made


@pytest.mark.parametrize("kind", [pytest.param(HostBackend, marks=pytest.mark.slow), TraceBackend])
def test_the_package_s_kernels_have_as_much_as_nvrtc_says(kind):
    recorded = {}
    for each in recorded_resources()[1]:
        recorded.setdefault((each.kernel, each.dtype, each.block_size), set()).add(each.shared_bytes)
    backend = kind()
    found = set()
    for name in KERNELS:
        for dtype in ("float32", "float64"):
            mine = backend.kernel(name, dtype=dtype, block_size=256).static_shared_bytes
            # NVIDIA's compiler may align the end of doubles.
            assert any(0 <= its - mine < 8 for its in recorded[name, dtype, 256]), (name, dtype)
            found.add(mine)
    assert len(found) > 5


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_each_kernel_has_its_own_arrays(file, kind):
    sizes = {
        name: kind().kernel(name, file=file).static_shared_bytes
        for name in ("short_one", "long_one", "by_a_function", "none")
    }
    assert sizes == {"short_one": 128, "long_one": 4000, "by_a_function": 128, "none": 0}


@pytest.mark.parametrize(
    ("name", "offset", "text"),
    [
        ("short_one", 1, "thread (31, 0, 0) stores 4 bytes in line 4 outside its arrays: 128 bytes behind"),
        ("short_one", 200, "thread (0, 0, 0) stores 4 bytes in line 4 outside its arrays: 800 bytes behind"),
        ("short_one", -1, "thread (0, 0, 0) stores 4 bytes in line 4 outside its arrays: 4 bytes before"),
        (
            "long_one",
            969,
            "thread (31, 0, 0) stores 4 bytes in line 10 outside its arrays: 4000 bytes behind",
        ),
        ("long_one", -2, "thread (0, 0, 0) stores 4 bytes in line 10 outside its arrays: 8 bytes before"),
    ],
)
def test_an_access_outside_is_found_to_the_byte_also_in_a_neighbour(file, name, offset, text):
    backend = TraceBackend()
    out = backend.zeros(32, "int32")
    backend.kernel(name, file=file)(1, 0, out, threads=32)
    array, size = ("a", 128) if name == "short_one" else ("b", 4000)
    message = (
        f"kernel {name!r}: block (0, 0, 0), {text} the begin of shared array {array!r}, which has {size} "
        "bytes"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
        backend.kernel(name, file=file)(1, offset, out, threads=32)


def test_static_and_dynamic_memory_take_the_same_time(chase):
    backend = TraceBackend()
    x = backend.array(np.random.default_rng(0).permutation(4096).astype("int32"))
    y = backend.zeros(60 * 256, "int32")
    backend.kernel("fixed", file=chase)(60, x, y, threads=256)
    backend.kernel("sized", file=chase)(60, x, y, threads=256, shared_bytes=44_000)
    fixed, sized = backend.pop_traces()
    assert (fixed.static_shared_bytes, fixed.dynamic_shared_bytes) == (44_000, 0)
    assert (sized.static_shared_bytes, sized.dynamic_shared_bytes) == (0, 44_000)
    resources = {"fixed": 24, "sized": 24}
    results = [simulate(trace, "titan-x-pascal", resources=resources) for trace in (fixed, sized)]
    assert results[0].scalars == results[1].scalars
    for result in results:
        assert result.tables["launches"]["shared_bytes"].tolist() == [44_000]
        assert result.tables["launches"]["possible_occupancy"].tolist() == [0.25]
    text = (
        "device 'gtx-275': shared_bytes is 44000; a block has 0 to 16384; choose fewer threads, or less "
        "shared memory"
    )
    for trace in (fixed, sized):
        with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
            simulate(trace, "gtx-275", resources=resources)
    model = SimulatedBackend("gtx-275", resources=resources)
    arrays = model.array(backend.numpy(x)), model.zeros(60 * 256, "int32")
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        model.kernel("fixed", file=chase)(60, *arrays, threads=256)


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_what_no_device_has_is_refused(tmp_path, chase, kind):
    large = tmp_path / "large.cu"
    large.write_text(
        'extern "C" __global__ void large(int* y) {\n    __shared__ int s[20000];\n'
        "    s[threadIdx.x] = 1;\n    __syncthreads();\n    y[threadIdx.x] = s[31 - threadIdx.x];\n}\n"
    )
    text = (
        "kernel 'large': its __shared__ arrays with a size have 80000 bytes; a block has 0 to 49152; declare "
        "a larger one as `extern __shared__`, and give its bytes at the launch (shared_bytes)"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        kind().kernel("large", file=large)
    backend = kind()
    x = backend.zeros(256, "int32")
    text = (
        "kernel 'fixed': shared_bytes is 200000, and its __shared__ arrays with a size have 44000; a block "
        "has 0 to 232448 in all"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        backend.kernel("fixed", file=chase)(1, x, x, threads=256, shared_bytes=200_000)


def test_a_trace_keeps_it_in_a_file(chase, tmp_path):
    backend = TraceBackend()
    x, y = backend.zeros(64, "int32"), backend.zeros(64, "int32")
    backend.kernel("fixed", file=chase)(1, x, y, threads=64)
    (trace,) = backend.pop_traces()
    trace.save(tmp_path / "trace.npz")
    found = KernelTrace.load(tmp_path / "trace.npz")
    assert (found.static_shared_bytes, found.source, found.early_exit) == (44_000, str(chase.resolve()), "")
