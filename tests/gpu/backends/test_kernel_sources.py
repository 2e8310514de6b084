"""Sources that the back ends on the CPU refuse, with the name, the line and the cure."""

import re

import pytest

from gpu import HostBackend, TraceBackend
from partitioners.errors import InputError

KERNEL = 'extern "C" __global__ void k(int* y) {\n    y[0] = int(%s);\n}\n'
VARIABLE = (
    "variables of a module, such as '{}', are not supported; pass the kernel an array (backend.zeros) as a "
    "parameter instead"
)
CONSTANT = (
    "the __constant__ variable '{}' has no value, and nothing copies one to it; give it one in its "
    "declaration, or pass it as a parameter of the kernel"
)


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
@pytest.mark.parametrize(
    ("declared", "used", "line", "fault"),
    [
        ("__device__ int counter;\n", "counter", 1, VARIABLE.format("counter")),
        ("// A counter.\n__device__ int counter = 3;\n", "counter", 2, VARIABLE.format("counter")),
        ("static __device__ float rows[4][2];\n", "rows[0][1]", 1, VARIABLE.format("rows")),
        ("__device__ __align__(16) int wide[4] = {1, 2};\n", "wide[0]", 1, VARIABLE.format("wide")),
        ("__managed__ int shared_by_all;\n", "shared_by_all", 1, VARIABLE.format("shared_by_all")),
        (
            "struct P { int a; __device__ P(int a); };\n__device__ P::P(int a) : a{a} {}\n"
            "__device__ int operator+(P p, P q) { return p.a + q.a; }\n__device__ int counter;\n",
            "P(1) + counter",
            4,
            VARIABLE.format("counter"),
        ),
        ("namespace mine {\n__device__ int inner;\n}\n", "mine::inner", 2, VARIABLE.format("inner")),
        ("__constant__ float table[4];\n", "table[1]", 1, CONSTANT.format("table")),
        ("struct P { int x; };\n\n__constant__ P p;\n", "p.x", 3, CONSTANT.format("p")),
    ],
)
def test_variables_of_a_module_are_refused(tmp_path, kind, declared, used, line, fault):
    file = tmp_path / "module.cu"
    file.write_text(declared + KERNEL % used)
    with pytest.raises(InputError, match=f"^{re.escape(f'{file}:{line}: {fault}')}$"):
        kind().kernel("k", file=file)


def test_those_of_a_header_are_refused_there(tmp_path):
    header, file = tmp_path / "counts.cuh", tmp_path / "module.cu"
    header.write_text("#pragma once\n__device__ int counter;\n")
    file.write_text('#include "counts.cuh"\n' + KERNEL % "counter")
    with pytest.raises(InputError, match=f"^{re.escape(f'{header}:2: ' + VARIABLE.format('counter'))}$"):
        HostBackend().kernel("k", file=file)


@pytest.mark.parametrize(
    ("declared", "used", "value"),
    [
        ("__constant__ float table[4] = {1, 2, 3, 4};\n", "table[y[0] + 1]", 2),
        ("__constant__ int rows[2][2] = {{1, 2}, {3, 4}};\n", "rows[y[0] + 1][1]", 4),
        ("__constant__ int one{5};\n", "one", 5),
        ("__device__ const int table[3] = {7, 8, 9};\n", "table[y[0] + 2]", 9),
        ("template <class T>\n__device__ T twice(T a) { T b = {a}; return 2 * b; }\n", "twice(4)", 8),
        ("struct P {\n    int x;\n};\n__device__ inline P p() { return {6}; }\n", "p().x", 6),
        (
            "struct P { int a; };\n"
            "__device__ bool operator==(const P& p, const P& q) { return p.a == q.a; }\n"
            "struct Q { int a; };\n",
            "P{3} == P{3}",
            1,
        ),
        (
            "struct P {\n    int a, b;\n"
            "    __device__ P& operator=(const P& p);\n    __device__ P(int a);\n};\n"
            "__device__ P& P::operator=(const P& p) { a = p.a; return *this; }\n"
            "__device__ P::P(int a) : a{a}, b{1} {}\nstruct Q { int a; };\n",
            "P(3).b",
            1,
        ),
        ("// __device__ int counter;\n/* __constant__ int c; */\n", '"a;{"[0] == 97', 1),
    ],
)
def test_constants_with_a_value_and_functions_are_none(tmp_path, declared, used, value):
    file = tmp_path / "module.cu"
    file.write_text(declared + KERNEL % used)
    for kind in (HostBackend, TraceBackend):
        backend = kind()
        y = backend.zeros(1, "int32")
        backend.kernel("k", file=file)(1, y, threads=1)
        assert backend.numpy(y)[0] == value


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("#include <cuda_fp16.h>\n" + KERNEL % "1", "k", "half precision is not supported on the CPU"),
        (
            "#include <cooperative_groups.h>\n" + KERNEL % "1",
            "k",
            'groups are not supported on the CPU; use GRID_SYNC() of "common.cuh" for the whole grid, and '
            "__syncthreads, __syncwarp and shuffles for parts of it",
        ),
        (
            '#include "mine.cuh"\n' + KERNEL % "1",
            "k",
            "the folder of the file and that of numasim's kernels are searched",
        ),
        (
            KERNEL % "__saturatef(1.5f)",
            "k",
            "__saturatef is not one of the CUDA functions that the CPU has; docs/gpu.md lists them",
        ),
        *(
            (
                f"#include <cuda_runtime.h>\n{KERNEL % '1'}void host() {{ {code}; }}\n",
                "k",
                "code of the host (cudaMalloc, <<<...>>>) is not compiled; leave the kernels alone in the "
                "file, and launch them from Python",
            )
            for code in ("cudaDeviceSynchronize()", "int *y = 0; k<<<1, 32>>>(y)")
        ),
        *(
            (
                KERNEL.replace("k(", f"{name}(") % "1",
                name,
                f"{name!r} is the name of a function of C; give the kernel another name",
            )
            for name in ("exp", "y1", "gamma", "main", "abs", "remove")
        ),
    ],
)
def test_what_g_plus_plus_refuses_has_a_hint(tmp_path, text, name, hint):
    file = tmp_path / "refused.cu"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        HostBackend().kernel(name, file=file)
    first, *said, last = str(caught.value).splitlines()
    assert first == f"{file}: g++ cannot compile the file for the CPU:"
    assert said
    assert not [line for line in said if "launcher.cpp" in line]
    assert last == f"hint: {hint}"


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_headers_that_files_of_cuda_have(tmp_path, kind, capfd):
    """What nvcc finds; printf is the one of the kernel, by each of its names and headers."""
    file = tmp_path / "headers.cu"
    names = ["stdio.h", "cstdio", "iostream", "cuda.h", "cuda_runtime.h", "device_launch_parameters.h"]
    prints = 'printf("%d", 4) + std::printf("%s", "two") + ::printf("\\n")'
    for first in (names, names[1:]):
        included = "".join(f"#include <{name}>\n" for name in first)
        file.write_text(included + KERNEL % prints)
        backend = kind()
        y = backend.zeros(1, "int32")
        backend.kernel("k", file=file)(1, y, threads=1)
        assert backend.numpy(y)[0] == 5
        assert capfd.readouterr().out == "4two\n"


def test_a_kernel_may_have_any_other_name(tmp_path):
    file = tmp_path / "short.cu"
    for name in ("a", "index", "numasim"):
        file.write_text(KERNEL.replace("k(", f"{name}(") % "7")
        backend = HostBackend()
        y = backend.zeros(1, "int32")
        backend.kernel(name, file=file)(1, y, threads=1)
        assert backend.numpy(y)[0] == 7
