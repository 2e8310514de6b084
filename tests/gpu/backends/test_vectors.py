"""Vectors: a load or store of one of 8 or 16 bytes is one access of each lane, of three members three."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpu import HostBackend, TraceBackend
from gpu.backends.host.trace import KINDS
from gpu.backends.nvrtc import compile_kernels
from partitioners.errors import KernelError, OptionError

# name, NumPy type of a member, members
VECTORS = (
    ("int2", "int32", 2),
    ("uint2", "uint32", 2),
    ("float2", "float32", 2),
    ("double2", "float64", 2),
    ("int4", "int32", 4),
    ("uint4", "uint32", 4),
    ("float4", "float32", 4),
)
C_NAMES = {"int32": "int", "uint32": "unsigned", "float32": "float", "float64": "double"}


def kernels_of(name, dtype, members):
    number, all_members = C_NAMES[dtype], "xyzw"[:members]
    numbers = ", ".join(f"{number}(t + {i})" for i in range(members))
    return f"""
// Moves vectors through shared memory; blocks: 1.
extern "C" __global__ void move_{name}(int n, const int* from, const int* slot,
                                       const {number}* in, {number}* out) {{
    __shared__ {name} tile[64];
    const int t = threadIdx.x;
    if (t < n) tile[slot[t]] = reinterpret_cast<const {name}*>(in)[from[t]];
    __syncthreads();
    if (t < n) {{
        {name} moved = tile[slot[t]];
        moved.x += 1;
        reinterpret_cast<{name}*>(out)[t] = moved;
    }}
}}
// Loads past the caches, and copies; blocks: 1.
extern "C" __global__ void load_{name}(const {number}* in, {number}* out, {number}* copy) {{
    extern __shared__ __align__(16) int words[];
    {name}* own = reinterpret_cast<{name}*>(words);
    const int t = threadIdx.x;
    const {name} far = __ldg(&reinterpret_cast<const {name}*>(in)[t]);
    own[t] = __ldcg(&reinterpret_cast<const {name}*>(in)[t]);
    out[t] = {" + ".join(f"own[t].{member} * far.{member}" for member in all_members)};
    reinterpret_cast<{name}*>(copy)[t] = reinterpret_cast<const {name}*>(in)[t];
}}
// Makes vectors, and changes a member in memory; blocks: 1.
extern "C" __global__ void make_{name}_of({number}* out) {{
    const int t = threadIdx.x;
    reinterpret_cast<{name}*>(out)[t] = make_{name}({numbers});
    reinterpret_cast<{name}*>(out)[t].y = 7;
}}
// Loads at any offset of a member; blocks: 1.
extern "C" __global__ void offset_{name}(int offset, const {number}* in, {number}* out) {{
    __shared__ __align__(16) {number} words[100];
    const {name} value = *reinterpret_cast<const {name}*>(in + (offset > 0 ? offset : 0));
    *reinterpret_cast<{name}*>(words - (offset < 0 ? offset : 0)) = value;
    out[0] = words[0];
}}
"""


SOURCE = "".join(kernels_of(*vector) for vector in VECTORS)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "vectors.cu"
    path.write_text(SOURCE)
    return path


def passes(slots, size):
    """Passes through the banks: lanes in groups that share 128 bytes, one word of a bank at a time."""
    lanes, total = 128 // size, 0
    for first in range(0, 32, lanes):
        words = {slot * size // 4 + w for slot in slots[first : first + lanes] for w in range(size // 4)}
        total += max((sum(word % 32 == bank for word in words) for bank in range(32)), default=0)
    return total


@pytest.mark.parametrize(("name", "dtype", "members"), VECTORS, ids=[name for name, _, _ in VECTORS])
@settings(
    deadline=None, max_examples=examples(10), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_vector_is_one_access(file, name, dtype, members, data):
    n = data.draw(st.integers(1, 32))
    source = data.draw(st.lists(st.integers(0, 99), min_size=n, max_size=n))
    slots = data.draw(st.permutations(range(64)).map(lambda order: order[:n]))
    values = np.arange(100 * members).astype(dtype)
    size = members * values.itemsize
    found = []
    for backend in (HostBackend(), TraceBackend()):
        arrays = [backend.array(np.array(each, np.int32)) for each in (source, slots)]
        out = backend.zeros(members * n, dtype)
        backend.kernel(f"move_{name}", file=file)(1, n, *arrays, backend.array(values), out, threads=32)
        found.append(backend.numpy(out).reshape(n, members))
    expected = values.reshape(100, members)[source]
    expected[:, 0] += 1
    assert all(np.array_equal(each, expected) for each in found)
    (trace,) = backend.pop_traces()
    vector = trace.bytes_per_lane == size
    assert [
        (KINDS[kind], array) for kind, array in zip(trace.kind[vector], trace.array[vector], strict=True)
    ] == [
        ("load", trace.arrays.index("in")),
        ("store", -1),
        ("load", -1),
        ("store", trace.arrays.index("out")),
    ]
    assert (trace.lanes[vector] == 2**n - 1).all()
    wanted = {(values.itemsize * members * i + byte) // 32 for i in source for byte in range(size)}
    load = int(np.flatnonzero(vector)[0])
    first = trace.array_address[trace.arrays.index("in")] // 32
    sectors = trace.sectors[trace.sector_start[load] : trace.sector_start[load + 1]] - first
    assert sectors.tolist() == sorted(wanted)
    assert trace.wavefronts[vector].tolist() == [0, passes(slots, size), passes(slots, size), 0]


@pytest.mark.parametrize(("name", "dtype", "members"), VECTORS, ids=[name for name, _, _ in VECTORS])
def test_vectors_are_loaded_copied_and_made(file, name, dtype, members):
    values = np.arange(32 * members).astype(dtype)
    backend = TraceBackend()
    given_values, out, copy = (
        backend.array(values),
        backend.zeros(32, dtype),
        backend.zeros(32 * members, dtype),
    )
    load = backend.kernel(f"load_{name}", file=file)
    load(1, given_values, out, copy, threads=32, shared_bytes=512)
    assert np.array_equal(backend.numpy(out), (values.reshape(32, members) ** 2).sum(1))
    assert np.array_equal(backend.numpy(copy), values)
    (trace,) = backend.pop_traces()
    size = members * values.itemsize
    wide = [KINDS[kind] for kind in trace.kind[(trace.bytes_per_lane == size) & (trace.array >= 0)]]
    assert wide == ["texture", "load_l2", "load", "store"]
    backend.kernel(f"make_{name}_of", file=file)(1, copy, threads=32)
    expected = np.arange(32)[:, None] + np.arange(members)
    expected[:, 1] = 7
    assert np.array_equal(backend.numpy(copy).reshape(32, members), expected)
    (trace,) = backend.pop_traces()
    assert trace.bytes_per_lane.tolist() == [size, values.itemsize, 0]


@pytest.mark.parametrize(("name", "dtype", "members"), VECTORS, ids=[name for name, _, _ in VECTORS])
@pytest.mark.parametrize("backend", [TraceBackend(), HostBackend(order="turns")], ids=["trace", "turns"])
def test_an_address_must_be_aligned(file, backend, name, dtype, members):
    values, out = backend.array(np.arange(32).astype(dtype)), backend.zeros(1, dtype)
    kernel = backend.kernel(f"offset_{name}", file=file)
    kernel(1, members, values, out, threads=1)
    size = members * np.dtype(dtype).itemsize
    first = file.read_text()
    first = first[: first.index(f"offset_{name}(")].count("\n") + 1
    for offset, verb, line in ((1, "loads", first + 2), (-1, "stores", first + 3)):
        message = (
            f"kernel 'offset_{name}': block (0, 0, 0), thread (0, 0, 0) {verb} {size} bytes in line {line} "
            f"at an address that is not a multiple of {size}"
        )
        with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
            kernel(1, offset, values, out, threads=1)


@pytest.mark.parametrize(("name", "dtype", "members"), VECTORS, ids=[name for name, _, _ in VECTORS])
def test_in_order_and_without_a_trace_an_access_is_made_as_it_is(file, name, dtype, members):
    host = HostBackend()
    values, out = host.array(np.arange(32).astype(dtype)), host.zeros(1, dtype)
    host.kernel(f"offset_{name}", file=file)(1, 1, values, out, threads=1)
    assert host.numpy(out)[0] == 1


def test_nvrtc_compiles_the_same_source(file, tmp_path):
    pytest.importorskip("cuda.core", reason="compiling for a GPU needs pip install 'numasim[gpu-compile]'")
    _, resources = compile_kernels(file, architecture="sm_80")
    assert {each.kernel for each in resources} == set(re.findall(r"__global__ void (\w+)", SOURCE))
    three = tmp_path / "three.cu"
    three.write_text(THREES)
    _, resources = compile_kernels(three, architecture="sm_80")
    assert len(resources) == len(OF_THREE)


OF_THREE = (("int3", "int32"), ("float3", "float32"), ("double3", "float64"))
THREES = "".join(
    f"""
// Moves vectors through shared memory. Blocks: 1.
extern "C" __global__ void turn_{name}(const {name}* in, {name}* out) {{
    __shared__ {name} tile[32];
    tile[31 - threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const {name} found = tile[threadIdx.x];
    out[threadIdx.x] = make_{name}(found.x + 1, found.y, 2 * found.z);
}}
"""
    for name, _ in OF_THREE
)


@pytest.mark.parametrize(("name", "dtype"), OF_THREE)
def test_a_vector_of_three_is_three_accesses(tmp_path, name, dtype):
    file = tmp_path / "three.cu"
    file.write_text(THREES)
    values = np.arange(96).astype(dtype)
    expected = values.reshape(32, 3)[::-1] * [1, 1, 2] + [1, 0, 0]
    for backend in (HostBackend(), HostBackend(order="turns"), TraceBackend()):
        out = backend.zeros(96, dtype)
        backend.kernel(f"turn_{name}", file=str(file))(1, backend.array(values), out, threads=32)
        assert np.array_equal(backend.numpy(out).reshape(32, 3), expected)
    (trace,) = backend.pop_traces()
    size = values.itemsize
    made = [
        (KINDS[kind], int(array), int(width))
        for kind, array, width in zip(trace.kind, trace.array, trace.bytes_per_lane, strict=True)
        if width
    ]
    assert {each: made.count(each) for each in made} == {
        ("load", trace.arrays.index("in"), size): 3,
        ("store", -1, size): 3,
        ("load", -1, size): 3,
        ("store", trace.arrays.index("out"), size): 3,
    }


@pytest.mark.parametrize(("name", "dtype", "members"), VECTORS, ids=[name for name, _, _ in VECTORS])
def test_a_parameter_is_an_array_of_vectors(tmp_path, name, dtype, members):
    file = tmp_path / "whole.cu"
    file.write_text(
        f'extern "C" __global__ void whole(const {name}* in, {name}* out) {{\n'
        "    out[threadIdx.x] = in[threadIdx.x];\n}\n"
    )
    values = np.arange(32 * members).astype(dtype)
    backend = TraceBackend()
    out = backend.zeros(values.size, dtype)
    backend.kernel("whole", file=file)(1, backend.array(values), out, threads=32)
    assert np.array_equal(backend.numpy(out), values)
    (trace,) = backend.pop_traces()
    assert [width for width in trace.bytes_per_lane.tolist() if width] == [members * values.itemsize] * 2
    with pytest.raises(OptionError, match=f"^kernel 'whole': out holds {dtype}, got int8$"):
        backend.kernel("whole", file=file)(1, backend.array(values), backend.zeros(8, "int8"), threads=32)
