"""What the lanes of a warp and the threads of a block may not do is named, with the place in the source."""

import re
import warnings

import numpy as np
import pytest

from gpu import HostBackend, RaceBackend, TraceBackend
from gpu.backends.host.backend import NOT_DEFINED
from partitioners.errors import KernelError

BACKENDS = [HostBackend, TraceBackend, RaceBackend]
SOURCE = """
#include "common.cuh"
extern "C" __global__ void branches(int* y) {
    if (threadIdx.x < 32) { __syncthreads(); y[0] = 1; } else { y[1] = 2; __syncthreads(); }
}
extern "C" __global__ void counts(int* y) {
    y[threadIdx.x] = threadIdx.x < 32 ? __syncthreads_or(1) : __syncthreads_or(0);
}
extern "C" __global__ void of_the_grid(int* y) {
    if (threadIdx.x < 32) { GRID_SYNC(); } else { GRID_SYNC(); }
}
extern "C" __global__ void votes(int* y) {
    y[threadIdx.x] = threadIdx.x < 16 ? __any_sync(~0u, 1) : __any_sync(~0u, 0);
}
__device__ void meet() { __syncthreads(); }
extern "C" __global__ void one_place(int* y) {
    for (int k = 0; k < 3; ++k) meet();
    if (threadIdx.x < 32) { y[threadIdx.x] = 1; meet(); } else { y[threadIdx.x] = 2; meet(); }
}
extern "C" __global__ void exited(int* y) {
    int v = threadIdx.x;
    if (threadIdx.x >= 16) return;
    v = __shfl_down_sync(0xffffffff, v, 8);
    y[threadIdx.x] = v;
}
extern "C" __global__ void masked(int* y) {
    int v = threadIdx.x;
    if (threadIdx.x < 16) v = __shfl_xor_sync(0xffff, v, 24);
    y[threadIdx.x] = v;
}
extern "C" __global__ void segments(int* y) {
    int v = threadIdx.x;
    if (threadIdx.x < 16) v = __shfl_down_sync(0xffff, v, 8, 16);
    y[threadIdx.x] = v;
}
extern "C" __global__ void lockstep(const int* in, int* out) {
    __shared__ volatile int s[64];
    const int t = threadIdx.x;
    s[t] = in[t], s[t + 32] = 0;
    for (int d = 16; d > 0; d /= 2)
        s[t] += s[t + d];
    if (t == 0) out[0] = s[0];
}
extern "C" __global__ void in_order(const int* in, int* out) {
    __shared__ volatile int s[64];
    const int t = threadIdx.x;
    s[t] = in[t], s[t + 32] = 0;
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        const int sum = s[t] + s[t + d];
        __syncwarp();
        s[t] = sum;
        __syncwarp();
    }
    if (t == 0) out[0] = s[0];
}
extern "C" __global__ void other_warp(const int* in, int* out) {
    __shared__ volatile int found;
    if (threadIdx.x == 0) found = in[0];
    if (threadIdx.x == 32) out[0] = found;
}
extern "C" __global__ void flag(const int* in, int* out) {
    __shared__ volatile int ready;
    __shared__ int value;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) { value = in[0]; __threadfence_block(); ready = 1; }
    if (threadIdx.x == 1) { while (!ready) __nanosleep(20); out[0] = value; }
}
extern "C" __global__ void harmless(const int* in, int* out) {
    __shared__ volatile int found;
    if (threadIdx.x == 1) found = in[0];  // Race: any value will do
    if (threadIdx.x == 0) out[0] = found;  // Race: any value will do
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("rules") / "rules.cu"
    made.write_text(SOURCE)
    return made


def launch(backend, file, name, threads=64):
    y = backend.zeros(64, "int32")
    backend.kernel(name, file=file)(1, y, threads=threads)
    return backend.numpy(y).tolist()


def line_of(text):
    return 1 + SOURCE[: SOURCE.index(text)].count("\n")


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize("name", ["branches", "counts"])
def test_two_barriers_of_one_line_are_two(file, kind, name):
    line = line_of(f"void {name}") + 1
    text = (
        f"kernel {name!r}: divergent barrier: block (0, 0, 0), thread (0, 0, 0) waits at __syncthreads in "
        f"line {line}, and thread (32, 0, 0) waits at a second one of this line; every thread of a block "
        "must reach the same barrier"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(text)}$"):
        launch(kind(), file, name)


def test_so_are_barriers_of_the_grid_and_votes(file):
    with pytest.raises(KernelError, match=r"divergent grid barrier: .* waits at GRID_SYNC in line 10, and "):
        launch(HostBackend(), file, "of_the_grid")
    with pytest.raises(KernelError, match=r"deadlock: .* waits for lane 16 at a vote in line 13 "):
        launch(HostBackend(), file, "votes")


@pytest.mark.parametrize("kind", BACKENDS)
def test_a_barrier_in_a_function_is_one_wherever_it_is_called(file, kind):
    assert launch(kind(), file, "one_place") == [1] * 32 + [2] * 32


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize(
    ("name", "thread", "lane", "why", "expected"),
    [
        ("exited", 8, 16, "has left the kernel", [*range(8, 16), *range(8, 16)] + [0] * 16),
        ("masked", 0, 24, "is not in the mask 0x0000ffff", list(range(32))),
    ],
)
def test_a_shuffle_from_a_lane_that_is_not_there(file, kind, name, thread, lane, why, expected):
    line = line_of("v = __shfl_down_sync(0xffffffff") if name == "exited" else line_of("v = __shfl_xor")
    note = (
        f"kernel {name!r}: block (0, 0, 0), thread ({thread}, 0, 0) reads lane {lane} by a shuffle in line "
        f"{line}, and that lane {why}; in CUDA the value is not defined; here it is the thread's own"
    )
    with pytest.warns(UserWarning, match=f"^{re.escape(note)}$") as said:
        assert launch(kind(), file, name, 32)[:32] == expected
    assert [each.filename for each in said] == [__file__]
    assert note.endswith(NOT_DEFINED)


@pytest.mark.parametrize("kind", BACKENDS)
def test_a_shuffle_within_its_segment_has_no_note(file, kind):
    assert launch(kind(), file, "segments", 32)[:16] == [*range(8, 16), *range(8, 16)]


def add_up(backend, file, name, threads=32):
    values = np.arange(3, 35, dtype="int32")
    out = backend.zeros(1, "int32")
    backend.kernel(name, file=file)(1, backend.array(values), out, threads=threads)
    return backend.numpy(out)[0], values


IN_TURNS = {"resident": 2, "order": "turns", "slice": 1}


def test_what_needs_lockstep_is_named(file):
    first = line_of("s[t] = in[t]")
    note = (
        "kernel 'lockstep': lockstep of a warp on byte 128 of 's': block (0, 0, 0), thread (0, 0, 0) stores "
        f"it in line {first}, and block (0, 0, 0), thread (16, 0, 0) loads it in line {first + 2}, with "
        "nothing between (so does 1 more pair of places); from compute capability 7.0 on, the lanes of a "
        "warp do not run in lockstep; put __syncwarp() between them, or write `// Race: reason` in both "
        "lines if it does no harm"
    )
    for schedule in ({}, IN_TURNS):
        backend = RaceBackend(**schedule)
        with pytest.warns(
            UserWarning, match=re.escape(note) if not schedule else "lockstep of a warp"
        ) as said:
            add_up(backend, file, "lockstep")
        assert [each.filename for each in said] == [__file__]
        lines = {
            tuple(sorted(access.place.lines[0].number for access in race.accesses)) for race in backend.races
        }
        assert lines == {(first, first + 2), (first + 2, first + 2)}
        assert all(race.needs_lockstep for race in backend.races)


@pytest.mark.parametrize("schedule", [{}, IN_TURNS])
@pytest.mark.parametrize("kind", BACKENDS)
def test_with_a_meeting_between_it_is_right_and_has_no_note(file, kind, schedule):
    total, values = add_up(kind(**schedule), file, "in_order")
    assert total == values.sum()


@pytest.mark.parametrize("name", ["other_warp", "flag", "harmless"])
def test_flags_and_what_does_no_harm_are_no_lockstep(file, name):
    backend = RaceBackend(**IN_TURNS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        add_up(backend, file, name, 64)
    assert [race.reason for race in backend.races] == (["any value will do"] if name == "harmless" else [])
