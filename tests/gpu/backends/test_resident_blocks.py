"""Blocks that run at the same time: what their threads see of each other, and that the results repeat."""

import re
from dataclasses import fields

import numpy as np
import pytest
from gpu_matrices import random_application, random_matrix
from random_kernels import number, random_program, source

from gpu import HostBackend, TraceBackend
from gpu.programs.spmv import SPMV_METHODS, spmv_operator
from partitioners.errors import KernelError, OptionError

KERNELS = """
// Takes items of a queue one by one; any number of blocks.
extern "C" __global__ void take(int n, int* next, int* owner) {
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (;;) {
        const int item = atomicAdd(next, 1);
        if (item >= n) break;
        owner[item] = me;
    }
}

// Reads its neighbour's value and writes its own, for some rounds; any number of blocks.
extern "C" __global__ void rounds(int n, int* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 100; ++round) {
        const int left = ((volatile int*)values)[(i + n - 1) % n];
        ((volatile int*)values)[i] = left + (round & 1);
    }
}

// Relaxes the edge behind each vertex of a path; one thread a vertex.
extern "C" __global__ void relax(int n, int* distance, int* changed) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v + 1 >= n) return;
    int spent = 0;  // threads are busy for different times
    for (int step = 0; step < 100 * (1 + v % 3); ++step) spent += ((volatile int*)distance)[v] >= 0;
    const int further = ((volatile int*)distance)[v] + 1;
    if (spent > 0 && further < distance[v + 1]) {
        distance[v + 1] = further;
        *changed = 1;
    }
}

// Keeps numbers in local variables, and reads them through a pointer; any number of blocks.
extern "C" __global__ void keep(int* next, int* out) {
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    int numbers[300];
    int* const mine = numbers + me % 7;
    for (int i = 0; i < 300; ++i) numbers[i] = me * 300 + i;
    for (int turn = 0; turn < me % 5; ++turn) mine[turn] += 0 * atomicAdd(next, 1);
    if (me % 3 == 0) return;
    __nanosleep(1);
    int sum = 0;
    for (int i = 0; i < 293; ++i) sum += mine[i];
    out[me] = sum;
}

// Uses the result of an atomic operation late, after an exchange of half a warp; any number of blocks.
extern "C" __global__ void late(int* count, int* out) {
    const int me = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int sum = 0;
    for (int i = 0; i < 9 + lane % 3; ++i) sum += out[me];
    const auto old = atomicAdd(count + me, 1);
    for (int i = 0; i < 9; ++i) sum += out[me];
    if (lane < 16) sum += __shfl_sync(0xffffu, sum, lane ^ 1, 16);
    for (int i = 0; i < 9; ++i) sum += out[me];
    out[me] = sum + old;
}

// Half of each warp exchanges values between many loads. Blocks: any.
extern "C" __global__ void halves(const int* in, int* out) {
    int sum = 0;
    for (int part = 0; part < 3; ++part) {
        for (int i = 0; i < 2500; ++i) sum += in[(32 * i + threadIdx.x) % 256];
        if (threadIdx.x % 32 < 16) sum += __shfl_xor_sync(0xffff, sum, 1);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Waits until every block of the grid has arrived; all blocks must be resident.
extern "C" __global__ void meet(int* arrived, int* out) {
    __shared__ int mine;
    if (threadIdx.x == 0) {
        mine = blockIdx.x;
        atomicAdd(arrived, 1);
        while (*(volatile int*)arrived < (int)gridDim.x) {
        }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

// The same, with a sleep between two looks.
extern "C" __global__ void meet_asleep(int* arrived, int* out) {
    atomicAdd(arrived, threadIdx.x == 0);
    while (atomicAdd(arrived, 0) < (int)gridDim.x) __nanosleep(100);
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

// Waits for a flag that no thread sets.
extern "C" __global__ void spin(const volatile int* flag) {
    while (*flag == 0) {
    }
}

// Waits for the flag by a vote of the warp.
extern "C" __global__ void spin_by_vote(const volatile int* flag) {
    while (!__any_sync(0xffffffffu, *flag)) {
    }
}

// Sums numbers in dynamic shared memory, block by block.
extern "C" __global__ void sums(const int* in, int* out) {
    extern __shared__ int part[];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
"""
SCHEDULES = (
    {"resident": 5},
    {"order": "turns"},
    {"resident": 3, "order": "turns"},
    {"resident": 100, "order": "turns"},
    {"resident": 4, "order": "seeded", "seed": 7},
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "resident.cu"
    path.write_text(KERNELS)
    return path


def owners(backend, file, items=1000):
    owner = backend.zeros(items, "int32")
    backend.kernel("take", file=file, block_size=64)(8, items, backend.zeros(1, "int32"), owner)
    return backend.numpy(owner)


@pytest.mark.parametrize("schedule", [{"order": "turns"}, {"order": "seeded"}])
def test_resident_threads_share_a_queue_and_others_get_nothing(schedule, file):
    counts = np.bincount(owners(HostBackend(resident=4, **schedule), file), minlength=512)
    assert (counts[:256] >= 1).all()
    assert counts[:256].max() <= 2 * counts[:256].min() + 2
    assert not counts[256:].any()  # the queue is empty when the later blocks begin


def test_in_order_the_first_thread_takes_all(file):
    for resident in (1, 8):
        assert not owners(HostBackend(resident=resident), file).any()


@pytest.mark.parametrize("kernel", ["take", "rounds"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_host_and_trace_give_the_same_results_again_and_again(schedule, kernel, file):
    found = []
    for kind in (HostBackend, HostBackend, TraceBackend):
        backend = kind(**schedule)
        if kernel == "take":
            found.append(owners(backend, file))
        else:
            values = backend.array(np.arange(512, dtype=np.int32))
            backend.kernel("rounds", file=file, block_size=64)(8, 512, values)
            found.append(backend.numpy(values))
    assert all(np.array_equal(found[0], each) for each in found[1:])


def test_seeds_give_different_interleavings(file):
    found = {owners(HostBackend(resident=4, order="seeded", seed=seed), file).tobytes() for seed in range(5)}
    assert len(found) == 5


def launches_of_relaxation(backend, file):
    """Launches until the distances along a path of 512 vertices are known; the last one changes nothing."""
    relax = backend.kernel("relax", file=file, block_size=64)
    distance = backend.array(np.where(np.arange(512) == 0, 0, 10**6).astype(np.int32))
    for launch in range(1, 600):
        changed = backend.zeros(1, "int32")
        relax(8, 512, distance, changed)
        if not backend.numpy(changed)[0]:
            assert np.array_equal(backend.numpy(distance), np.arange(512))
            return launch
    raise AssertionError("the distances do not converge")


def test_resident_threads_see_older_values(file):
    """In order, one launch relaxes the whole path. With turns, some threads read too early."""
    launches = [
        launches_of_relaxation(HostBackend(**options), file)
        for options in ({}, {"resident": 8}, {"order": "turns"}, {"resident": 8, "order": "seeded"})
    ]
    assert launches[:2] == [2, 2]
    assert min(launches[2:]) > 2


def test_a_slice_ends_after_its_basic_blocks(file):
    """With a slice longer than a thread, one launch relaxes the whole path, as in order."""
    found = set()
    assert launches_of_relaxation(HostBackend(order="turns", slice=2**20), file) == 2
    for length in (2**20, 64, 4):
        backend = HostBackend(resident=8, order="turns", slice=length)
        values = backend.array(np.arange(512, dtype=np.int32))
        backend.kernel("rounds", file=file, block_size=64)(8, 512, values)
        found.add(values.values.tobytes())
    assert len(found) == 3


@pytest.mark.parametrize("kernel", ["meet", "meet_asleep"])
@pytest.mark.parametrize("schedule", [{"order": "turns"}, {"order": "seeded"}])
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_resident_blocks_can_wait_for_each_other(kind, schedule, kernel, file):
    backend = kind(resident=8, **schedule)
    out = backend.zeros(8 * 64, "int32")
    backend.kernel(kernel, file=file, block_size=64)(8, backend.zeros(1, "int32"), out)
    assert np.array_equal(backend.numpy(out), np.repeat(np.arange(8), 64))


@pytest.mark.parametrize(
    ("kernel", "line", "resident"),
    [
        ("spin", "while (*flag == 0)", 4),
        ("spin_by_vote", "while (!__any_sync", 4),
        ("meet", "while (*(volatile int*)arrived", 3),
    ],
)
def test_a_thread_that_spins_is_named(kernel, line, resident, file):
    number_of_line = KERNELS[: KERNELS.index(line)].count("\n") + 1
    backend = HostBackend(resident=resident, order="turns")
    arguments = [backend.zeros(1, "int32")]
    if kernel == "meet":
        arguments.append(backend.zeros(4 * 32, "int32"))
    pattern = (
        rf"kernel '{kernel}': block \(\d, 0, 0\), thread \(\d+, 0, 0\) spins in line {number_of_line}: "
        r"no thread of the launch wrote to memory, passed a barrier or ended in the last \d+ million basic "
        "blocks"
    )
    with pytest.raises(KernelError, match=f"^{pattern}$"):
        backend.kernel(kernel, file=file, block_size=32)(4, *arguments)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_threads_keep_their_local_variables_while_other_blocks_run(kind, schedule, file):
    backend, threads = kind(**schedule), np.arange(9 * 64)
    out = backend.zeros(threads.size, "int32")
    backend.kernel("keep", file=file)(9, backend.zeros(1, "int32"), out, threads=64)
    expected = 293 * (300 * threads + threads % 7) + 292 * 293 // 2
    assert np.array_equal(backend.numpy(out), np.where(threads % 3 == 0, 0, expected))


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_each_resident_block_has_its_own_shared_memory(kind, schedule, file):
    numbers = np.random.default_rng(0).integers(0, 1000, 20 * 128).astype(np.int32)
    backend = kind(**schedule)
    out = backend.zeros(20, "int32")
    sums = backend.kernel("sums", file=file, block_size=128)
    sums(20, backend.array(numbers), out, shared_bytes=512)
    assert np.array_equal(backend.numpy(out), numbers.reshape(20, 128).sum(1))


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("method", SPMV_METHODS)
def test_products_do_not_depend_on_the_schedule(method, schedule):
    """Entries are small integers, so that the order of a sum does not change it."""
    rng = np.random.default_rng(1)
    matrix = random_matrix(3000, 500, 9000)
    matrix.data = rng.integers(1, 9, matrix.nnz).astype(float)
    x = rng.integers(0, 9, 500).astype(float)
    prepared = random_application(matrix, 30) if method.startswith("spac") else matrix
    operator = spmv_operator(prepared, method, HostBackend(**schedule), block_size=256)
    y = operator.backend.zeros(3000, "float32")
    operator.apply(operator.vector(x), y)
    assert np.array_equal(operator.result(y), matrix @ x)


@pytest.mark.parametrize(("kernel", "slice"), [("late", 1), ("late", 7), ("halves", 64)])
def test_a_request_is_the_same_if_its_lanes_need_several_turns(kernel, slice, file):
    found = []
    for schedule in {}, {"resident": 3, "order": "turns", "slice": slice}:
        backend = TraceBackend(**schedule)
        backend.kernel(kernel, file=file)(4, *(backend.zeros(4 * 64, "int32") for _ in "ab"), threads=64)
        found += backend.pop_traces()
    for field in fields(found[0]):
        assert np.array_equal(getattr(found[0], field.name), getattr(found[1], field.name)), field.name


@pytest.mark.parametrize("seed", range(3))
def test_traces_of_independent_threads_do_not_depend_on_the_schedule(seed, tmp_path):
    program = random_program(np.random.default_rng(seed))
    sectors = number(program)
    file = tmp_path / "program.cu"
    file.write_text(source(program, "program"))
    traces = []
    for options in ({}, *SCHEDULES):
        backend = TraceBackend(**options)
        words = backend.zeros(8 * max(1, sectors), "int32")
        backend.kernel("program", file=file, block_size=64)(6, words, backend.zeros(64, "int32"))
        traces += backend.pop_traces()
    for trace in traces[1:]:
        for each in fields(trace):
            assert np.array_equal(getattr(traces[0], each.name), getattr(trace, each.name)), each.name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resident": 0}, "resident is 0; expected an integer from 1 to 65536"),
        ({"resident": 2.5}, "resident is 2.5; expected an integer from 1 to 65536"),
        ({"resident": True}, "resident is True; expected an integer from 1 to 65536"),
        ({"seed": -1}, f"seed is -1; expected an integer from 0 to {2**64 - 1}"),
        ({"slice": 0}, "slice is 0; expected an integer from 1 to 1048576"),
        ({"slice": 2**20 + 1}, "slice is 1048577; expected an integer from 1 to 1048576"),
        ({"order": "random"}, "order is 'random'; choose one of in_order, turns, seeded"),
    ],
)
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_a_schedule_that_cannot_be_is_refused(kind, options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        kind(**options)
