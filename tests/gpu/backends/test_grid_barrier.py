"""Grid barriers: all blocks of a grid wait for each other, and a barrier that some thread misses is named."""

import re

import numpy as np
import pytest

from gpu import HostBackend, TraceBackend
from gpu.backends.host.trace import KINDS
from partitioners.errors import KernelError

SOURCE = """
#include "common.cuh"
// Rotates values by one place a round; one thread a value.
extern "C" __global__ void rotate(int n, int rounds, int* values, int* others) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        others[i] = values[(i + 1) % n];
        GRID_SYNC();
        values[i] = others[i];
        GRID_SYNC();
    }
}
// The same without cooperative groups.
extern "C" __global__ void rotate_by_flags(int n, int rounds, int* values, int* others, int* flags) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        ((volatile int*)others)[i] = ((volatile int*)values)[(i + 1) % n];
        lock_free_grid_sync(2 * round + 1, flags, flags + gridDim.x);
        ((volatile int*)values)[i] = ((volatile int*)others)[i];
        lock_free_grid_sync(2 * round + 2, flags, flags + gridDim.x);
    }
}
// Every thread adds in its shared memory, and waits for the others in between; any number of blocks.
extern "C" __global__ void both_barriers(int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    GRID_SYNC();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// A thread of the last block ends early. Blocks: any.
extern "C" __global__ void leave(int* out) {
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 5) return;
    GRID_SYNC();
    out[0] = 1;
}
// A block waits elsewhere. Blocks: any.
extern "C" __global__ void elsewhere(int* out) {
    if (blockIdx.x == 1)
        GRID_SYNC();
    else
        GRID_SYNC();
    out[0] = 1;
}
// Some threads wait for their block. Blocks: any.
extern "C" __global__ void for_their_block(int* out) {
    if (blockIdx.x == 1 && threadIdx.x < 3)
        __syncthreads();
    else
        GRID_SYNC();
    out[0] = 1;
}
// Some lanes wait for their warp. Blocks: any.
extern "C" __global__ void for_their_warp(int* out) {
    if (threadIdx.x >= 60) __syncwarp();
    GRID_SYNC();
    out[0] = 1;
}
// A grid with a barrier, launched by a kernel. Blocks: 1.
extern "C" __global__ void launches_it(int* out) {
    if (threadIdx.x == 0) LAUNCH_CHILD(both_barriers, 1, 32, 0, out);
}
"""
SCHEDULES = (
    {"resident": 8},
    {"resident": 64, "order": "turns"},
    {"resident": 8, "order": "seeded", "seed": 3},
    {"resident": 8, "order": "turns", "slice": 1},
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "barriers.cu"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_no_thread_passes_before_the_last_one_comes(kind, schedule, file):
    backend = kind(**schedule)
    values = backend.array(np.arange(8 * 48, dtype=np.int32))
    others = backend.zeros(8 * 48, "int32")
    backend.kernel("rotate", file=file)(8, 8 * 48, 7, values, others, threads=48)
    assert np.array_equal(backend.numpy(values), np.roll(np.arange(8 * 48), -7))
    backend.kernel("both_barriers", file=file)(8, values, threads=48)
    assert (backend.numpy(values) == 48).all()


@pytest.mark.parametrize("schedule", SCHEDULES[1:])
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_the_lock_free_barrier_does_the_same(kind, schedule, file):
    backend = kind(**schedule)
    values, others = backend.array(np.arange(8 * 48, dtype=np.int32)), backend.zeros(8 * 48, "int32")
    rotate = backend.kernel("rotate_by_flags", file=file)
    rotate(8, 8 * 48, 5, values, others, backend.zeros(16, "int32"), threads=48)
    assert np.array_equal(backend.numpy(values), np.roll(np.arange(8 * 48), -5))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_trace_has_the_barriers_of_each_warp(schedule, file):
    backend = TraceBackend(**schedule)
    values, others = (backend.zeros(4 * 48, "int32") for _ in range(2))
    backend.kernel("rotate", file=file)(4, 4 * 48, 3, values, others, threads=48)
    (trace,) = backend.pop_traces()
    expected = ["load", "store", "grid_barrier"] * 6 + ["end"]
    for warp in range(8):
        own = slice(*trace.warp_start[warp : warp + 2])
        assert [KINDS[kind] for kind in trace.kind[own]] == expected
    barriers = trace.kind == KINDS.index("grid_barrier")
    assert (trace.array[barriers] == -1).all()
    assert not trace.sectors_of_request[barriers].any()


@pytest.mark.parametrize(
    ("kernel", "line", "missing"),
    [
        ("leave", 35, "block (2, 0, 0), thread (5, 0, 0) has left the kernel"),
        ("elsewhere", 43, "block (1, 0, 0), thread (0, 0, 0) waits at GRID_SYNC in line 41"),
        ("for_their_block", 51, "block (1, 0, 0), thread (0, 0, 0) waits at __syncthreads in line 49"),
        ("for_their_warp", 57, "block (0, 0, 0), thread (60, 0, 0) waits at __syncwarp in line 56"),
    ],
)
@pytest.mark.parametrize("schedule", [{"resident": 3}, {"resident": 3, "order": "turns"}])
def test_a_barrier_that_a_thread_misses_is_reported(kernel, line, missing, schedule, file):
    message = (
        f"kernel {kernel!r}: divergent grid barrier: block (0, 0, 0), thread (0, 0, 0) waits at GRID_SYNC in "
        f"line {line}, and {missing}; every thread of a grid must reach the same grid barrier"
    )
    backend = HostBackend(**schedule)
    launch = backend.kernel(kernel, file=file)
    with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
        launch(3, backend.zeros(1, "int32"), threads=64)


@pytest.mark.parametrize("order", ["in_order", "turns"])
def test_a_grid_that_is_not_resident_is_refused(order, file):
    backend = HostBackend(resident=7, order=order)
    message = (
        "kernel 'leave': block (0, 0, 0), thread (0, 0, 0) waits at GRID_SYNC in line 35 for all 8 "
        "blocks of the grid, but only 7 are resident; launch fewer blocks, or raise `resident`"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(message)}$"):
        backend.kernel("leave", file=file)(8, backend.zeros(1, "int32"), threads=64)


def test_a_launched_grid_has_no_grid_barrier(file):
    backend = HostBackend()
    with pytest.raises(
        KernelError,
        match=r"^kernel 'both_barriers': block \(0, 0, 0\), thread \(0, 0, 0\) waits at GRID_SYNC in "
        "line 29, but a kernel launched its grid; only a grid that the host launches has a grid barrier$",
    ):
        backend.kernel("launches_it", file=file)(1, backend.zeros(32, "int32"), threads=32)
