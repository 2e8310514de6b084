"""Races are found with their array, threads and lines; what orders accesses is respected."""

import re

import numpy as np
import pytest
from broken_programs import KERNELS as ARRIVALS

import gpu
from gpu import GPU_PROGRAMS, RaceBackend
from gpu.backends.host.races import race_reasons
from gpu.backends.host.source_lines import SourceLine
from gpu.conformance.program_suite import IN_TURNS, SCHEDULES, GpuProgramSuite
from gpu.conformance.watched_backend import WatchedBackend
from gpu.kernel import KERNEL_FOLDER
from partitioners.errors import InputError, KernelError

HEADER = """
#pragma once
// Adds one.
__device__ inline void increase(int* y) {
    y[0] += 1;
}
"""
SOURCE = """
#include "increase.cuh"
extern "C" __global__ void global(int* y) {
    y[0] += 1;
}
extern "C" __global__ void in_shared(int* y) {
    __shared__ int sum, others[4];
    if (threadIdx.x == 0) sum = others[3] = 0;
    __syncthreads();
    sum += 1;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = sum + others[3];
}
extern "C" __global__ void in_dynamic(int* y) {
    extern __shared__ int room[];
    room[threadIdx.x] = threadIdx.x;
    y[blockIdx.x * blockDim.x + threadIdx.x] = room[(threadIdx.x + 1) % blockDim.x];
}
extern "C" __global__ void by_a_function(int* y) {
    increase(y);
}
extern "C" __global__ void between_blocks(int* y) {
    __syncthreads();
    if (threadIdx.x == 0) y[0] = blockIdx.x;
    __syncthreads();
}
extern "C" __global__ void atomic_and_plain(int* y) {
    atomicAdd(&y[0], 1);
    if (threadIdx.x == 40) y[1] = y[0];
}
extern "C" __global__ void two_sizes(int* y) {
    if (threadIdx.x == 0) reinterpret_cast<long long*>(y)[0] = 7;
    if (threadIdx.x == 1) reinterpret_cast<char*>(y)[6] = 1;
}
extern "C" __global__ void two_bytes(int* y) {
    if (threadIdx.x < 32) reinterpret_cast<char*>(y)[threadIdx.x + 32 * blockIdx.x] = 1;
}
extern "C" __global__ void warps(int* y) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncwarp();
    s[threadIdx.x ^ 2] = 5;
    if (threadIdx.x < 8) __syncwarp(0xffu);
    if (threadIdx.x < 8) y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void shuffles(int* y) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    const int other = __shfl_xor_sync(0xffffffffu, int(threadIdx.x), 1);
    y[64 * blockIdx.x + threadIdx.x] = s[other];
}
extern "C" __global__ void too_few_lanes(int* y) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 8) __syncwarp(0xffu);
    if (threadIdx.x < 8) y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x + 1];
}
extern "C" __global__ void handed_over(int with_fence, int* y) {
    if (threadIdx.x > 0) return;
    volatile int* ready = y + 1;
    if (blockIdx.x == 0) {
        y[0] = 7;
        if (with_fence) __threadfence();
        *ready = 1;
    } else {
        while (*ready == 0) {
        }
        y[2] = y[0];
    }
}
extern "C" __global__ void handed_on(int* y) {
    if (threadIdx.x > 1) return;
    volatile int* ready = y + 1;
    if (blockIdx.x == 0) {
        if (threadIdx.x == 1) y[0] = 7;
        __syncwarp(3u);
        __threadfence();
        if (threadIdx.x == 0) *ready = 1;
    } else if (threadIdx.x == 0) {
        while (*ready == 0) {
        }
        y[2] = y[0];
    }
}
extern "C" __global__ void locked(int with_fence, int* y) {
    if (threadIdx.x % 32 > 0) return;
    while (atomicCAS(&y[1], 0, 1) != 0) {
    }
    y[0] += 1;
    if (with_fence) __threadfence();
    atomicExch(&y[1], 0);
}
extern "C" __global__ void last_block(int* y) {
    __shared__ bool is_last;
    if (threadIdx.x == 5) y[2 + blockIdx.x] = blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&y[1], 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last && threadIdx.x < gridDim.x) y[64 + threadIdx.x] = y[2 + threadIdx.x];
}
extern "C" __global__ void by_turns(int* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = i;
    numasim_sync_grid(__LINE__);
    y[(i + 64) % 128] += 1;
}
extern "C" __global__ void named(int* y) {
    y[0] = 1;  // Race: all store the same value
    // Race: the reader takes what it finds
    y[1] += y[0];
    if (threadIdx.x == 3) y[5] = 3;
}
extern "C" __global__ void half_named(int* y) {
    if (threadIdx.x == 0)
        y[0] = 1;  // Race: only one side says so
    else
        y[2 + threadIdx.x + 64 * blockIdx.x] = y[0];
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("races") / "races.cu"
    made.write_text(SOURCE)
    made.with_name("increase.cuh").write_text(HEADER)
    return made


def line_of(name, behind):
    """The number of a line behind the begin of a kernel."""
    return SOURCE[: SOURCE.index(f"void {name}(")].count("\n") + 1 + behind


CALLED = "5 of increase.cuh (called in line {1})"
CURE = (
    "with nothing between{}; order them by a barrier, make both atomic, or write `// Race: reason` in both "
    "lines if it does no harm"
)


def run(file, name, *numbers, backend=None, blocks=1, threads=64, shared_bytes=0):
    backend = RaceBackend() if backend is None else backend
    y = backend.zeros(256, "int32")
    kernel = backend.kernel(name, file=file)
    kernel(blocks, *numbers, y, threads=threads, shared_bytes=shared_bytes)
    return backend.numpy(y)


@pytest.mark.parametrize("schedule", [{}, {"resident": 2, "order": "turns"}, SCHEDULES[IN_TURNS]])
def test_an_increment_by_many_threads(file, schedule):
    line = line_of("global", 1)
    backend = RaceBackend(**schedule)
    with pytest.raises(KernelError) as caught:
        run(file, "global", backend=backend, threads=256)
    assert str(caught.value) == (
        "kernel 'global': race on byte 0 of 'y': block (0, 0, 0), thread (0, 0, 0) stores it in line "
        f"{line}, and block (0, 0, 0), thread (1, 0, 0) loads it in line {line}, {CURE.format(more(1))}"
    )
    assert {(race.kernel, race.array, race.byte, race.reason) for race in backend.races} == {
        ("global", "y", 0, "")
    }


def more(count):
    return f" (so {'does' if count == 1 else 'do'} {count} more pair{'s' * (count > 1)} of places)"


@pytest.mark.parametrize(
    ("name", "array", "byte", "one", "other", "others", "options"),
    [
        ("in_shared", "sum", 0, (32, "stores", "{4}"), (33, "loads", "{4}"), 1, {}),
        ("in_dynamic", "room", 4, (0, "loads", "{3}"), (1, "stores", "{2}"), 0, {"shared_bytes": 256}),
        ("by_a_function", "y", 0, (0, "stores", CALLED), (1, "loads", CALLED), 1, {}),
        ("atomic_and_plain", "y", 0, (0, "updates", "{1}"), (40, "loads", "{2}"), 0, {}),
        ("two_sizes", "y", 6, (0, "stores", "{1}"), (1, "stores", "{2}"), 0, {}),
        ("too_few_lanes", "s", 32, (7, "loads", "{4}"), (8, "stores", "{2}"), 0, {}),
    ],
)
def test_other_races(file, name, array, byte, one, other, others, options):
    def said(access):
        thread, verb, line = access
        line = re.sub(r"\{(\d)\}", lambda found: str(line_of(name, int(found[1]))), line)
        return f"block (0, 0, 0), thread ({thread}, 0, 0) {verb} it in line {line}"

    cure = CURE.format(more(others) if others else "")
    expected = f"kernel {name!r}: race on byte {byte} of {array!r}: {said(one)}, and {said(other)}, {cure}"
    with pytest.raises(KernelError, match=f"^{re.escape(expected)}$"):
        run(file, name, **options)


def test_blocks_are_not_ordered(file):
    run(file, "between_blocks", blocks=1)
    line = line_of("between_blocks", 2)
    with pytest.raises(
        KernelError,
        match=rf"race on byte 0 of 'y': block \(0, 0, 0\), thread \(0, 0, 0\) stores it in line {line}, and "
        rf"block \(1, 0, 0\), thread \(0, 0, 0\) stores it in line {line}, with",
    ):
        run(file, "between_blocks", blocks=3)


@pytest.mark.parametrize("order", ["turns", "seeded"])
@pytest.mark.parametrize(
    ("name", "numbers", "blocks"),
    [
        ("two_bytes", (), 2),
        ("warps", (), 1),
        ("shuffles", (), 2),
        ("handed_over", (1,), 2),
        ("handed_on", (), 2),
        ("locked", (1,), 2),
        ("last_block", (), 3),
        ("by_turns", (), 2),
    ],
)
def test_what_is_ordered_does_not_race(file, name, numbers, blocks, order):
    backend = RaceBackend(resident=4, order=order)
    run(file, name, *numbers, backend=backend, blocks=blocks)
    assert backend.races == []


@pytest.mark.parametrize("name", ["handed_over", "locked"])
def test_without_a_fence_nothing_is_handed_over(file, name):
    with pytest.raises(KernelError, match=f"^kernel '{name}': race on byte 0 of 'y': "):
        run(file, name, 0, backend=RaceBackend(resident=4, order="turns"), blocks=2)


def test_races_that_do_no_harm_are_named_in_both_lines(file):
    backend = RaceBackend()
    assert run(file, "named", backend=backend)[0] == 1
    reasons = {part for race in backend.races for part in race.reason.split("; ")}
    assert reasons == {"all store the same value", "the reader takes what it finds"}
    line = line_of("half_named", 2)
    with pytest.raises(KernelError, match=rf"stores it in line {line}, .* loads it in line {line + 2}, with"):
        run(file, "half_named")


def test_comments_belong_to_the_next_line_with_code(file):
    reasons = race_reasons(file)
    assert reasons[SourceLine("races.cu", line_of("named", 1))] == "all store the same value"
    assert reasons[SourceLine("races.cu", line_of("named", 3))] == "the reader takes what it finds"
    assert len(reasons) == 3


def test_a_race_needs_its_reason(tmp_path):
    file = tmp_path / "silent.cu"
    file.write_text('extern "C" __global__ void silent(int* y) {\n    y[0] += 1;  // Race:\n}\n')
    backend = RaceBackend()
    text = f"{file}:2: say why the race does no harm: // Race: reason"
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        backend.kernel("silent", file=file)(1, backend.zeros(1, "int32"), threads=2)


def test_launches_are_ordered(file):
    backend = RaceBackend()
    y = backend.zeros(256, "int32")
    kernel = backend.kernel("between_blocks", file=file)
    for _ in range(3):
        kernel(1, y, threads=64)
    assert backend.races == []
    arrivals = backend.kernel("arrivals", file=ARRIVALS)
    arrivals(4, 256, backend.zeros(1, "int32"), y, threads=64)
    assert sorted(backend.numpy(y)) == list(range(256))


@pytest.fixture(scope="module")
def of_package():
    """The races of all programs of the package: each operand, and each value of each option."""
    found = []
    for name in GPU_PROGRAMS.builtins:
        suite = GpuProgramSuite(name)
        sets = [suite.given]
        if "max_degree" in suite.plugin.options:
            sets.append({**suite.given, "variant": "child", "max_degree": 2})
        if "level" in suite.plugin.options:  # split nodes, whose children get their distances
            splitting = ("relax", "literal", "atomic")
            sets += [{**suite.given, "variant": variant, "level": 3} for variant in splitting]
        for option in suite.plugin.options.values():
            sets += [{**suite.given, option.name: value} for value in _values(option)]
        for operand in suite.operands:
            for options in sets if operand == gpu.conformance.operands.STANDARD else sets[:1]:
                watched = WatchedBackend(RaceBackend(**SCHEDULES[IN_TURNS]))
                try:
                    program = suite._program(operand, watched, options, 0)
                except InputError:  # an operand that the program does not take
                    continue
                program.run()
                assert program.verify() == []
                found += watched.inner.races
    return found


def _values(option):
    from partitioners.plugins.conformance import choices

    return choices(option.annotation)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_package_s_kernels_name_their_races(of_package):
    assert [race for race in of_package if not race.reason] == []
    assert {race.kernel.partition("_")[0] for race in of_package} == {"bfs", "sssp", "relax", "dmr", "pulp"}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_no_comment_names_a_race_that_does_not_occur(of_package):
    needed = {line for race in of_package for access in race.accesses for line in access.place.lines}
    named = {}
    for file in sorted(KERNEL_FOLDER.glob("*.cu")):
        named |= race_reasons(file)
    assert {line for line in named if line not in needed} == set()
    assert len(named) > 40


def test_a_grid_that_a_kernel_launched_is_checked(tmp_path):
    file = tmp_path / "children.cu"
    file.write_text(
        '#include "common.cuh"\n'
        'extern "C" __global__ void child(int* y) {\n    y[0] += 1;\n}\n'
        'extern "C" __global__ void parent(int* y) {\n'
        "    if (threadIdx.x < 2) LAUNCH_CHILD(child, 1, 1, 0, y);\n}\n"
    )
    backend = RaceBackend()
    with pytest.raises(
        KernelError,
        match=r"^kernel 'child': race on byte 0 of 'y': block \(0, 0, 0\), thread \(0, 0, 0\) stores it in "
        r"line 3, and block \(1, 0, 0\), thread \(0, 0, 0\) (loads|stores) it in line 3, with nothing ",
    ):
        backend.kernel("parent", file=file)(1, backend.zeros(1, "int32"), threads=32)
    assert np.unique([race.kernel for race in backend.races]).tolist() == ["child"]
