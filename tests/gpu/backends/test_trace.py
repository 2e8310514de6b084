"""Traces hold what warps ask of memory: by hand on small kernels, by NumPy on the SpMV kernels."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from example_counts import examples
from gpu_matrices import matrices, random_application, random_matrix
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_kernels import lockstep, number, random_program, source

from gpu import SPMV_METHODS, HostBackend, KernelTrace, TraceBackend, spmv_operator
from gpu.backends.host.trace import KINDS
from partitioners.errors import InputError, KernelError

SOURCE = """
// Loops in loops, as long as the lane says. Blocks: any.
extern "C" __global__ void nested(int rounds, const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i)
        for (int j = 0; j < int(threadIdx.x) % 4; ++j) sum += in[32 * i + j];
    out[threadIdx.x] = sum;
}
// Loops that lanes leave and skip. Blocks: any.
extern "C" __global__ void leaving(const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        if ((threadIdx.x + i) % 2) continue;
        int j = 0;
        while (true) {
            sum += in[64 * i + j];
            if (++j > int(threadIdx.x) % 3) break;
        }
        if (sum < 0) return;
        out[32 * i + threadIdx.x] = sum;
    }
}
// Shared memory by stride. Blocks: any.
extern "C" __global__ void strides(int stride, int* out) {
    extern __shared__ __align__(16) int words[];
    words[threadIdx.x * stride] = 1;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}
// Shared memory by stride, wide. Blocks: any.
extern "C" __global__ void wide_strides(int stride, double* out) {
    __shared__ double words[32 * 32];
    words[threadIdx.x * stride] = 1;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}
// Atomics, and loads of the read-only path. Blocks: any.
extern "C" __global__ void kinds(int lanes_of_word, const double* in, double* out, int* counts) {
    __shared__ int words[32];
    words[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&words[threadIdx.x / lanes_of_word], 1);
    __syncwarp();
    atomicAdd(&counts[threadIdx.x], words[threadIdx.x]);
    out[threadIdx.x] = __ldg(&in[31 - threadIdx.x]);
}
// Atomics whose results are used and not used, at given words. Blocks: any.
extern "C" __global__ void use_some(const int* used, const int* unused, int* counts, int* more, int* out) {
    const int t = threadIdx.x;
    const int before = atomicAdd(&counts[used[t]], 1);
    atomicMax(&more[unused[t]], t);
    if (atomicCAS(&more[64], 0, t + 1) == 0) out[t] = before;
    if (t == 0) atomicExch(out, 1);
}
// Loads from given places. Blocks: any.
extern "C" __global__ void gather(const int* place, const int* in, int* out) {
    out[threadIdx.x] = in[place[threadIdx.x]];
}
// Loads of every kind. Blocks: any.
extern "C" __global__ void paths(const int* __restrict__ alone, const int* plain,
                                 volatile const int* changing, const int* __restrict__ past,
                                 int* __restrict__ out) {
    __shared__ volatile int words[32];
    const int t = threadIdx.x;
    words[t] = out[t];
    __syncwarp();
    out[t] = alone[t] + plain[t] + changing[t] + __ldcg(&past[t]) + words[31 - t];
}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    file = tmp_path_factory.mktemp("kernels") / "traced.cu"
    file.write_text(SOURCE)

    def trace(name, *arguments, threads=32, shared_bytes=0, blocks=1):
        backend = TraceBackend()
        given = [backend.array(a) if isinstance(a, np.ndarray) else a for a in arguments]
        backend.kernel(name, file=file)(blocks, *given, threads=threads, shared_bytes=shared_bytes)
        (taken,) = backend.pop_traces()
        return taken

    return trace


def requests_of(trace, array, kind="load"):
    """The lanes and the sectors, counted from the array's first, of each request."""
    index = trace.arrays.index(array)
    first = trace.array_address[index] // 32
    wanted = np.flatnonzero((trace.array == index) & (trace.kind == KINDS.index(kind)))
    start = trace.sector_start
    return [(int(trace.lanes[r]), (trace.sectors[start[r] : start[r + 1]] - first).tolist()) for r in wanted]


def test_a_large_trace_has_the_requests_of_all_blocks(run):
    blocks, rounds = 32, 100_000
    trace = run(
        "nested", rounds, np.zeros(32 * rounds, "int32"), np.zeros(32, "int32"), threads=2, blocks=blocks
    )
    assert (trace.warp_start == (rounds + 2) * np.arange(blocks + 1)).all()
    assert (
        trace.kind.reshape(blocks, -1)
        == [*[KINDS.index("load")] * rounds, *map(KINDS.index, ("store", "end"))]
    ).all()
    assert (trace.lanes.reshape(blocks, -1) == [*[2] * rounds, 3, 0]).all()
    first, out = trace.array_address // 32
    assert (trace.sectors.reshape(blocks, -1) == [*(first + 4 * np.arange(rounds)), out]).all()
    assert (trace.sectors_of_request.reshape(blocks, -1) == [*[1] * (rounds + 1), 0]).all()


def test_a_trace_beyond_half_of_the_available_memory_ends_its_launch(run, monkeypatch):
    monkeypatch.setattr("gpu.backends.host.trace.available_bytes", lambda: 2**26)
    rounds = 100_000
    with pytest.raises(KernelError) as error:
        run("nested", rounds, np.zeros(32 * rounds, "int32"), np.zeros(32, "int32"))
    assert str(error.value) == (
        "kernel 'nested': its trace needs more than 0.03 GiB, half of the memory that is available; choose a "
        "smaller input"
    )
    assert requests_of(run("nested", 1, np.ones(32, "int32"), np.zeros(32, "int32")), "out", "store")


def test_lanes_of_nested_loops_meet_at_the_next_round(run):
    trace = run("nested", 3, np.arange(96, dtype="int32"), np.zeros(32, "int32"))
    rounds = [(lanes, [4 * i]) for i in range(3) for lanes in (0xEEEEEEEE, 0xCCCCCCCC, 0x88888888)]
    assert requests_of(trace, "in") == rounds
    assert requests_of(trace, "out", "store") == [(0xFFFFFFFF, [0, 1, 2, 3])]


def test_lanes_that_skip_a_round_wait_for_the_others(run):
    trace = run("leaving", np.ones(256, "int32"), np.zeros(128, "int32"))
    expected, stores = [], []
    for i in range(4):
        inside = [t for t in range(32) if (t + i) % 2 == 0]
        for j in range(3):
            expected.append((sum(1 << t for t in inside if t % 3 >= j), [8 * i]))
        stores.append((sum(1 << t for t in inside), [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]))
    assert requests_of(trace, "in") == expected
    assert requests_of(trace, "out", "store") == stores


def test_random_loops_and_branches_are_grouped_as_in_lockstep(tmp_path):
    rng = np.random.default_rng(100)
    programs = [random_program(rng) for _ in range(45)]
    loads = [number(program) for program in programs]
    file = tmp_path / "random.cu"
    file.write_text("".join(source(program, f"k{i}") for i, program in enumerate(programs)))
    backend = TraceBackend()
    for i, program in enumerate(programs):
        given = backend.array(np.ones(8 * loads[i] + 8, "int32"))
        backend.kernel(f"k{i}", file=file)(1, given, backend.zeros(32, "int32"), threads=32)
        (trace,) = backend.pop_traces()
        expected = list(lockstep(program, np.ones(32, bool)))
        found = [(sectors[0], lanes) for lanes, sectors in requests_of(trace, "in", "load_l2")]
        assert sorted(found) == sorted(expected), (i, source(program, "k"))


def wavefronts(trace, kind):
    return trace.wavefronts[(trace.array == -1) & (trace.kind == KINDS.index(kind))].tolist()


@pytest.mark.parametrize(("stride", "passes"), [(0, 1), (1, 1), (2, 2), (3, 1), (8, 8), (32, 32), (33, 1)])
def test_wavefronts_are_the_most_words_of_a_bank(run, stride, passes):
    trace = run("strides", stride, np.zeros(32, "int32"), shared_bytes=33 * 32 * 4)
    assert wavefronts(trace, "load") == wavefronts(trace, "store") == [passes]
    assert [KINDS[kind] for kind in trace.kind] == ["store", "barrier", "load", "store", "end"]


@pytest.mark.parametrize(("stride", "passes"), [(0, 2), (1, 2), (2, 4), (16, 32)])
def test_eight_bytes_take_the_warp_in_halves(run, stride, passes):
    assert wavefronts(run("wide_strides", stride, np.zeros(32)), "load") == [passes]


@pytest.mark.parametrize(("lanes_of_word", "passes"), [(1, 1), (4, 4), (32, 32)])
def test_atomics_on_one_word_go_one_by_one(run, lanes_of_word, passes):
    trace = run("kinds", lanes_of_word, np.zeros(32), np.zeros(32), np.zeros(32, "int32"))
    assert wavefronts(trace, "reduction") == [passes]
    assert requests_of(trace, "counts", "reduction") == [(0xFFFFFFFF, [0, 1, 2, 3])]
    assert requests_of(trace, "in", "texture") == [(0xFFFFFFFF, list(range(8)))]
    assert requests_of(trace, "out", "store") == [(0xFFFFFFFF, list(range(8)))]
    assert trace.exchanges_before.sum() == 2
    assert trace.totals()["shared", "reduction"] == {"requests": 1, "sectors": 0, "wavefronts": passes}


lanes_at_words = st.lists(st.integers(0, 40), min_size=32, max_size=32)


@settings(
    deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(used=lanes_at_words, unused=lanes_at_words)
def test_lanes_at_one_address_pass_one_after_the_other(run, used, unused):
    words = [np.array(each, np.int32) for each in (used, unused)]
    trace = run("use_some", *words, *(np.zeros(size, np.int32) for size in (64, 65, 32)))

    def passes(words):
        sectors = [
            [word for word in words if word // 8 == sector] for sector in {word // 8 for word in words}
        ]
        return sum(max(Counter(each).values()) for each in sectors)

    kinds = [KINDS[kind] for kind in trace.kind]
    found = [
        (kind, trace.arrays[array], int(count))
        for kind, array, count in zip(kinds, trace.array, trace.passes, strict=True)
        if kind in ("reduction", "atomic")
    ]
    assert found == [
        ("atomic", "counts", passes(used)),
        ("reduction", "more", passes(unused)),
        ("atomic", "more", 32),
        ("reduction", "out", 1),
    ]
    assert not trace.passes[[kind not in ("reduction", "atomic") for kind in kinds]].any()


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 2**32 - 1))
def test_sectors_of_a_tile_are_distinct_and_ascend(run, seed):
    """Lanes go down the columns of a tile; columns share all of their sectors, some or none."""
    rng = np.random.default_rng(seed)
    rows, stride = int(rng.choice([4, 8, 16])), int(rng.choice([8, 9, 64]))
    lane = np.arange(int(rng.integers(1, 33)))
    columns = rng.integers(0, 2, 8) * rng.integers(0, int(rng.choice([1, 8, 64])), 8)
    place = lane % rows * stride + columns[lane // rows]
    trace = run(
        "gather", place.astype(np.int32), np.zeros(2048, np.int32), np.zeros(32, np.int32), threads=lane.size
    )
    ((_, sectors),) = requests_of(trace, "in")
    assert sectors == np.unique(4 * place // 32).tolist()


def test_half_a_warp_and_more_than_one_warp(run):
    trace = run("nested", 1, np.arange(32, dtype="int32"), np.zeros(48, "int32"), threads=48)
    assert trace.warps_per_block == 2
    assert trace.lanes[trace.kind == 1].tolist() == [0xFFFFFFFF, 0xFFFF]
    assert trace.warp[trace.kind == KINDS.index("end")].tolist() == [0, 1]


def expected_csr(matrix, itemsize, lane_groups):
    """The sectors of `column`, `value` and `x` that lanes ask for on their walks over entries, in order."""
    found = {"column": [], "value": [], "x": []}
    for group in lane_groups:
        steps = max((len(entries) for entries in group), default=0)
        for step in range(steps):
            entries = np.array([e[step] for e in group if step < len(e)], np.int64)
            for name, place, size in (
                ("column", entries, 4),
                ("value", entries, itemsize),
                ("x", matrix.indices[entries], itemsize),
            ):
                found[name].append(sorted({int(p) * size // 32 for p in place}))
    return found


@pytest.mark.parametrize("method", ["csr_scalar", "csr_vector", "coo"])
@settings(deadline=None, max_examples=examples(15))
@given(matrix=matrices(), dtype=st.sampled_from(["float32", "float64"]))
def test_sectors_of_spmv_are_those_that_numpy_finds(method, matrix, dtype):
    backend = TraceBackend()
    operator = spmv_operator(matrix, method, backend, dtype=dtype)
    operator.apply(operator.vector(np.ones(matrix.shape[1])), backend.zeros(matrix.shape[0], dtype))
    trace = backend.pop_traces()[-1]
    rows, start = matrix.shape[0], matrix.indptr
    if method == "csr_scalar":
        groups = [
            [range(start[r], start[r + 1]) for r in range(w, min(w + 32, rows))] for w in range(0, rows, 32)
        ]
    elif method == "csr_vector":
        groups = [[range(start[r] + lane, start[r + 1], 32) for lane in range(32)] for r in range(rows)]
    else:
        groups = [[[e] for e in range(w, min(w + 32, matrix.nnz))] for w in range(0, matrix.nnz, 32)]
    for name, sectors in expected_csr(matrix, np.dtype(dtype).itemsize, groups).items():
        assert [found for _, found in requests_of(trace, name, "read_only")] == sectors


@pytest.mark.parametrize("method", SPMV_METHODS)
def test_traced_kernels_compute_what_untraced_ones_do(method):
    matrix = random_matrix(300, 200, 2500)
    prepared = random_application(matrix, 9) if method.startswith("spac") else matrix
    results, x = [], np.random.default_rng(0).standard_normal(200)
    for backend in (HostBackend(), TraceBackend()):
        operator = spmv_operator(prepared, method, backend)
        y = backend.zeros(300, "float32")
        operator.apply(operator.vector(x), y)
        results.append(operator.result(y))
    assert np.array_equal(*results)
    # All entries are read, each sector of them once a warp at least.
    trace = next(t for t in backend.pop_traces() if t.kernel == f"spmv_{method}")
    assert trace.totals()["value", "read_only"]["sectors"] >= 2500 * 4 / 32


@pytest.mark.parametrize("method", SPMV_METHODS)
@settings(deadline=None, max_examples=examples(8))
@given(matrix=matrices(), block_size=st.sampled_from([256, 1024]))
def test_every_entry_is_read_by_one_lane_and_every_row_written_by_one(method, matrix, block_size):
    parts = min(3, max(1, matrix.nnz))
    application = random_application(matrix, parts)
    prepared = application if method.startswith("spac") else matrix
    backend = TraceBackend()
    operator = spmv_operator(prepared, method, backend, block_size=block_size)
    operator.apply(operator.vector(np.ones(matrix.shape[1])), backend.zeros(matrix.shape[0], "float32"))
    trace = next(t for t in backend.pop_traces() if t.kernel == f"spmv_{method}")

    def lanes(array, *kinds):
        return sum(lanes.bit_count() for kind in kinds for lanes, _ in requests_of(trace, array, kind))

    assert lanes("value", "read_only") == matrix.nnz
    if method in ("csr_scalar", "csr_vector", "merge_path"):
        assert lanes("y", "store", "reduction") == matrix.shape[0]
        assert lanes("x", "read_only") == matrix.nnz
    elif method == "spac_read_only":
        assert lanes("x", "texture") == matrix.nnz
        assert (
            lanes("y", "store", "reduction")
            == np.diff(application.own_rows).sum() + application.row_list.size
        )


def test_spac_reads_each_element_of_x_once_a_block():
    matrix = random_matrix(400, 400, 3000)
    application = random_application(matrix, 6)
    backend = TraceBackend()
    operator = spmv_operator(application, "spac_shared", backend)
    operator.apply(operator.vector(np.ones(400)), backend.zeros(400, "float32"))
    trace = backend.pop_traces()[-1]
    lanes = sum(lanes.bit_count() for lanes, _ in requests_of(trace, "x", "read_only"))
    assert lanes == np.diff(application.own_columns).sum() + application.column_list.size
    listed = sum(lanes.bit_count() for lanes, _ in requests_of(trace, "column_list", "read_only"))
    assert listed == application.column_list.size
    own, stored = (int(np.diff(each).sum()) for each in (application.own_rows, application.stored_rows))
    atomics = sum(lanes.bit_count() for lanes, _ in requests_of(trace, "y", "reduction"))
    assert atomics == own - stored + application.row_list.size
    assert sum(n.bit_count() for n, _ in requests_of(trace, "y", "store")) == stored


def test_a_load_has_the_kind_of_its_path(run):
    trace = run("paths", *(np.arange(32, dtype="int32") * 10**k for k in range(5)))
    kinds = {array: {kind for name, kind in trace.totals() if name == array} for array in trace.arrays}
    assert kinds == {
        "alone": {"read_only"},
        "plain": {"load"},
        "changing": {"load_l2"},
        "past": {"load_l2"},
        "out": {"load", "store"},
    }
    assert wavefronts(trace, "load") == wavefronts(trace, "store") == [1]


def test_a_trace_is_kept_in_a_file_and_repeats(tmp_path, run):
    arguments = (3, np.arange(96, dtype="int32"), np.zeros(32, "int32"))
    trace, again = run("nested", *arguments), run("nested", *arguments)
    trace.save(tmp_path / "trace.npz")
    loaded = KernelTrace.load(tmp_path / "trace.npz")
    for field in dataclasses.fields(KernelTrace):
        values = [getattr(each, field.name) for each in (trace, again, loaded)]
        assert type(values[0]) is type(values[2])
        assert np.array_equal(values[0], values[1])
        assert np.array_equal(values[0], values[2])
    whole = (tmp_path / "trace.npz").read_bytes()
    for damaged in (b"no trace", whole[: len(whole) // 2]):
        (tmp_path / "other.npz").write_bytes(damaged)
        with pytest.raises(InputError, match=r"other.npz: not the trace of a kernel: "):
            KernelTrace.load(tmp_path / "other.npz")


def test_a_launch_of_no_blocks_leaves_an_empty_trace():
    backend = TraceBackend()
    backend.kernel("vector_fill")(0, 0, 1.0, backend.zeros(0, "float32"))
    (trace,) = backend.pop_traces()
    assert trace.kind.size == trace.sectors.size == 0
    assert trace.warp_start.tolist() == trace.sector_start.tolist() == [0]


def test_children_are_kept_in_the_file_of_their_parent(tmp_path, run):
    arguments = (3, np.arange(96, dtype="int32"), np.zeros(32, "int32"))
    grandchild = dataclasses.replace(
        run("nested", *arguments), child_start=np.array([0, 1]), child_request=np.array([5])
    )
    child = dataclasses.replace(grandchild, children=(grandchild,))
    dataclasses.replace(run("nested", *arguments), children=(grandchild, child)).save(tmp_path / "trace.npz")
    loaded = KernelTrace.load(tmp_path / "trace.npz")
    assert (loaded.child_start.tolist(), loaded.child_request.tolist()) == ([0], [])
    first, second = loaded.children
    for one in (first, second, *second.children):
        assert (one.child_start.tolist(), one.child_request.tolist()) == ([0, 1], [5])
        assert np.array_equal(one.kind, grandchild.kind)
    assert (first.children, len(second.children)) == ((), 1)
