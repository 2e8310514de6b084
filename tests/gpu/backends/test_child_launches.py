"""Grids that kernels launch: they run once, with their arguments, and traces say who launched which."""

import re
from dataclasses import fields

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpu import HostBackend, KernelTrace, TraceBackend
from gpu.backends.host.trace import KINDS
from partitioners.errors import KernelError, OptionError

SOURCE = """
#include "common.cuh"
extern "C" __global__ void broken(int* out);
// Adds value to each of some words, a block for each word; blocks: words.
extern "C" __global__ void add(int first, int value, long long unused, double half, int* out) {
    if (threadIdx.x == 0) atomicAdd(&out[first + blockIdx.x], value + int(2 * half) + int(unused));
}
// Copies words; blocks: 1.
extern "C" __global__ void copy(int first, int count, const int* __restrict__ in, int* out) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) out[first + i] = in[first + i];
}
// Thread i launches count[i] grids of i % 3 + 1 blocks of 32 or 64 threads; any number of blocks.
extern "C" __global__ void launch_some(int n, const int* count, int* out, int* refused) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int c = 0; c < count[i]; ++c)
        if (!LAUNCH_CHILD(add, i % 3 + 1, 32 * (i % 2 + 1), 0, 4 * i, c, 1000, 0.5, out))
            atomicAdd(refused, 1);
}
// Half of the lanes launch one kernel, half another; any number of blocks.
extern "C" __global__ void launch_two_kernels(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        LAUNCH_CHILD(add, 1, 32, 0, i, 7, 0, 0.0, out);
    else
        LAUNCH_CHILD(copy, dim3(1, 1), 32, 0, i, 1, in, out);
}
// Counts the blocks of each depth; each block launches two more. Blocks: 1.
extern "C" __global__ void nest(int depth, int* blocks_of_depth) {
    if (threadIdx.x > 0) return;
    atomicAdd(&blocks_of_depth[depth], 1);
    if (depth > 0) LAUNCH_CHILD(nest, 2, 32, 0, depth - 1, blocks_of_depth);
}
// A chain of grids. Blocks: 1.
extern "C" __global__ void chain(int depth, int* deepest) {
    if (threadIdx.x > 0) return;
    atomicMax(deepest, depth);
    LAUNCH_CHILD(chain, 1, 32, 0, depth + 1, deepest);
}
// Where a grid's threads are, and its shared memory. Blocks: any.
extern "C" __global__ void places(int first, int* out) {
    extern __shared__ int words[];
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    words[blockDim.x * blockDim.y - 1 - thread] = first;
    __syncthreads();
    out[first + block * blockDim.x * blockDim.y + thread] += words[thread] + block * 1000 + thread;
}
// Launches grids of three dimensions. Blocks: 1.
extern "C" __global__ void launch_places(int* out) {
    if (threadIdx.x < 2)
        LAUNCH_CHILD(places, dim3(2, 3, 2), dim3(8, 5), 40 * sizeof(int), threadIdx.x * 480, out);
}
// A grid that cannot be. Blocks: 1.
extern "C" __global__ void launch_wrong(int blocks, int threads, int shared_bytes, int* out) {
    LAUNCH_CHILD(add, blocks, threads, shared_bytes, 0, 0, 0, 0.0, out);
}
// Launches a grid that breaks a rule. Blocks: 1.
extern "C" __global__ void launch_broken(int* out) {
    if (threadIdx.x == 0) LAUNCH_CHILD(broken, 2, 64, 0, out);
}
// A barrier that a thread misses. Blocks: any.
extern "C" __global__ void broken(int* out) {
    if (blockIdx.x == 1 && threadIdx.x == 3)
        __syncthreads();
    else
        __syncthreads();
}
"""
SOURCE = SOURCE.replace(
    '#include "common.cuh"', '#include "common.cuh"\nextern "C" __global__ void broken(int*);'
)
SCHEDULES = (
    {},
    {"resident": 5},
    {"resident": 3, "order": "turns"},
    {"resident": 40, "order": "seeded", "seed": 1},
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "children.cu"
    path.write_text(SOURCE)
    return path


def sums(counts):
    """What launch_some leaves in memory."""
    out = np.zeros(4 * len(counts), np.int64)
    for i, count in enumerate(counts):
        out[4 * i : 4 * i + i % 3 + 1] = sum(c + 1001 for c in range(count))
    return out


counts = st.lists(st.integers(0, 5), min_size=1, max_size=150)


@settings(
    deadline=None, max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(counts=counts, schedule=st.sampled_from(SCHEDULES), kind=st.sampled_from([HostBackend, TraceBackend]))
def test_every_grid_runs_once_with_its_arguments(file, counts, schedule, kind):
    backend = kind(**schedule)
    out, refused = backend.zeros(4 * len(counts), "int32"), backend.zeros(1, "int32")
    launch = backend.kernel("launch_some", file=file, block_size=64)
    launch(3, len(counts), backend.array(np.array(counts, np.int32)), out, refused)
    assert np.array_equal(backend.numpy(out), sums(counts))
    assert not backend.numpy(refused)[0]


@settings(
    deadline=None, max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(counts=counts, schedule=st.sampled_from(SCHEDULES))
def test_a_trace_says_which_request_launched_which_grids(file, counts, schedule):
    backend = TraceBackend(**schedule)
    out, refused = backend.zeros(4 * len(counts), "int32"), backend.zeros(1, "int32")
    launch = backend.kernel("launch_some", file=file, block_size=64)
    launch(3, len(counts), backend.array(np.array(counts, np.int32)), out, refused)
    (trace,) = backend.pop_traces()
    launches = trace.kind == KINDS.index("launch")
    assert (trace.array[launches] == -1).all()
    assert not trace.sectors_of_request[launches].any()
    # One child trace for grids of 32 threads and one for grids of 64, of even and odd threads.
    launched = sorted({(32 * (i % 2 + 1), 1, 1) for i, n in enumerate(counts) if n})
    assert sorted(child.block for child in trace.children) == launched
    grids_of_request = np.zeros(trace.kind.size, int)
    for child in trace.children:
        assert (child.kernel, child.arrays) == ("add", trace.arrays)
        assert child.grid == (child.child_start[-1], 1, 1)
        assert child.warp_start.size - 1 == child.grid[0] * child.warps_per_block
        assert child.totals().keys() == {("out", "reduction")}
        # The lanes of the requests that launched its grids are those that launch such blocks.
        odd = 0xAAAAAAAA if child.block[0] == 64 else 0x55555555
        np.add.at(grids_of_request, child.child_request, 1)
        own = np.bincount(child.child_request, minlength=trace.kind.size)
        assert np.array_equal(own[launches], [(int(n) & odd).bit_count() for n in trace.lanes[launches]])
        # Grids of thread i have i % 3 + 1 blocks.
        blocks = sorted(np.diff(child.child_start).tolist())
        own_counts = [(i % 3 + 1, n) for i, n in enumerate(counts) if i % 2 == (child.block[0] == 64)]
        assert blocks == sorted(size for size, n in own_counts for _ in range(n))
    assert np.array_equal(grids_of_request[launches], [int(n).bit_count() for n in trace.lanes[launches]])
    assert not grids_of_request[~launches].any()


def test_lanes_at_different_launches_make_different_requests(file):
    backend = TraceBackend()
    out = backend.zeros(64, "int32")
    backend.kernel("launch_two_kernels", file=file)(
        1, backend.array(np.arange(64, dtype="int32")), out, threads=64
    )
    assert np.array_equal(backend.numpy(out), np.where(np.arange(64) % 2, 7, np.arange(64)))
    (trace,) = backend.pop_traces()
    launches = trace.kind == KINDS.index("launch")
    assert sorted(trace.lanes[launches].tolist()) == [0x55555555] * 2 + [0xAAAAAAAA] * 2
    children = {child.kernel: child for child in trace.children}
    assert children["copy"].totals().keys() == {("in", "read_only"), ("out", "store")}
    for name, lanes in (("add", 0xAAAAAAAA), ("copy", 0x55555555)):
        assert (trace.lanes[children[name].child_request] == lanes).all()
        assert children[name].child_start.tolist() == list(range(33))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_grids_nest(schedule, file, tmp_path):
    backend = TraceBackend(**schedule)
    blocks = backend.zeros(6, "int32")
    backend.kernel("nest", file=file)(1, 5, blocks, threads=32)
    assert backend.numpy(blocks).tolist() == [32, 16, 8, 4, 2, 1]
    (trace,) = backend.pop_traces()
    trace.save(tmp_path / "nested.npz")
    kept = KernelTrace.load(tmp_path / "nested.npz")
    for depth in range(6):
        assert trace.grid == (2**depth, 1, 1)
        assert (trace.kind == KINDS.index("launch")).sum() == (2**depth if depth < 5 else 0)
        assert trace.child_start.tolist() == ([*range(0, 2**depth + 1, 2)] if depth else [0])
        for each in fields(KernelTrace):
            if each.name != "children":
                assert np.array_equal(getattr(trace, each.name), getattr(kept, each.name)), each.name
        if depth < 5:
            (trace,), (kept,) = trace.children, kept.children
            assert (trace.child_request.size, kept.children == ()) == (2**depth, depth == 4)


def test_launches_nest_to_a_depth(file):
    backend = HostBackend()
    deepest = backend.zeros(1, "int32")
    line = SOURCE[: SOURCE.index("LAUNCH_CHILD(chain")].count("\n") + 1
    message = (
        "kernel 'chain': block (0, 0, 0), thread (0, 0, 0) launches a grid at depth 25 in line "
        f"{line}; launches nest to depth 24"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
        backend.kernel("chain", file=file)(1, 0, deepest, threads=32)
    assert backend.numpy(deepest)[0] == 24


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_a_grid_has_its_own_sizes_and_shared_memory(kind, schedule, file):
    backend = kind(**schedule)
    out = backend.zeros(2 * 480, "int32")
    backend.kernel("launch_places", file=file)(1, out, threads=32)
    block, thread = np.divmod(np.arange(480), 40)
    one = block * 1000 + thread
    assert np.array_equal(backend.numpy(out), np.concatenate([one, one + 480]))


@pytest.mark.parametrize("limit", [1, 7, 1000])
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_a_full_pool_is_told(kind, limit, file):
    backend = kind(pending_launches=limit)
    out, refused = backend.zeros(400, "int32"), backend.zeros(1, "int32")
    counts = backend.array(np.full(100, 2, np.int32))
    launch = backend.kernel("launch_some", file=file, block_size=128)
    for _ in range(2):  # the pool is empty again behind a launch
        launch(1, 100, counts, out, refused)
    refusals = max(0, 200 - limit)
    assert backend.numpy(refused)[0] == 2 * refusals
    if kind is TraceBackend:
        for trace in backend.pop_traces():
            assert sum(child.child_request.size for child in trace.children) == 200 - refusals
            launches = trace.lanes[trace.kind == KINDS.index("launch")]
            assert sum(int(n).bit_count() for n in launches) == 200 - refusals


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((0, 32, 0), "(0, 1, 1) blocks of (32, 1, 1) threads and 0 bytes"),
        ((-1, 32, 0), "(4294967295, 1, 1) blocks of (32, 1, 1) threads and 0 bytes"),
        ((1, 0, 0), "(1, 1, 1) blocks of (0, 1, 1) threads and 0 bytes"),
        ((1, 1025, 0), "(1, 1, 1) blocks of (1025, 1, 1) threads and 0 bytes"),
        ((1, 32, 300_000), "(1, 1, 1) blocks of (32, 1, 1) threads and 300000 bytes"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(sizes, said, file):
    backend = HostBackend()
    line = SOURCE[: SOURCE.index("LAUNCH_CHILD(add, blocks")].count("\n") + 1
    message = (
        f"kernel 'launch_wrong': block (0, 0, 0), thread (0, 0, 0) launches {said} of shared memory in line "
        f"{line}; a grid has 1 to 2147483647 x 65535 x 65535 blocks, and a block has 1 to 1024 threads and "
        "up to 232448 bytes"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
        backend.kernel("launch_wrong", file=file)(1, *sizes, backend.zeros(1, "int32"), threads=32)


def test_a_broken_rule_in_a_launched_grid_names_its_kernel(file):
    backend = HostBackend()
    out = backend.zeros(1, "int32")
    with pytest.raises(
        KernelError,
        match=r"^kernel 'broken': divergent barrier: block \(1, 0, 0\), thread \(0, 0, 0\) waits .* and "
        r"thread \(3, 0, 0\) waits at the one in line ",
    ):
        backend.kernel("launch_broken", file=file)(1, out, threads=32)
    backend.kernel("nest", file=file)(1, 0, out, threads=32)  # the next launch knows nothing of it
    assert backend.numpy(out)[0] == 1


def test_a_subclass_decides_how_many_blocks_are_resident(file):
    asked = []

    class Two(HostBackend):
        def _resident_blocks(self, launched, sizes):
            asked.append((launched.kernel.name, sizes.grid, sizes.block, sizes.shared_bytes))
            return 2

    backend = Two(order="turns")
    backend.kernel("launch_places", file=file)(1, backend.zeros(960, "int32"), threads=32)
    assert asked == [("launch_places", (1, 1, 1), (32, 1, 1), 0), ("places", (24, 1, 1), (8, 5, 1), 160)]


@pytest.mark.parametrize("limit", [0, -1, 2.5, True])
def test_a_pool_that_cannot_be_is_refused(limit):
    message = f"pending_launches is {limit!r}; expected an integer from 1 to 2147483647"
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        TraceBackend(pending_launches=limit)
