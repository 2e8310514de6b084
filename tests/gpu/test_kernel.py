"""Kernels are found by name, and what their source declares is read from it."""

import re
import shutil
import subprocess

import numpy as np
import pytest

from gpu import KERNELS, HostBackend, Parameter, read_kernels
from gpu.kernel import KERNEL_FOLDER, OLDEST_CAPABILITY, find_kernel, header_files
from partitioners.errors import InputError, OptionError, UnknownNameError


def test_every_kernel_has_its_name_from_its_file_and_one_line():
    for name, kernel in KERNELS.items():
        assert name.startswith(kernel.file.stem.partition("_")[0])
        assert re.search(r"[Bb]locks", kernel.summary)
        assert kernel.parameters


def test_parameters_are_read_from_the_source():
    assert KERNELS["vector_axpy"].parameters[:3] == (
        Parameter("n", "int32", False, False, False),
        Parameter("sign", "real", False, False, False),
        Parameter("numerator", "real", True, True, True),
    )
    x, y = KERNELS["vector_axpy"].parameters[-2:]
    assert (x.is_read_only, y.is_constant, y.is_read_only) == (True, False, False)
    x = KERNELS["vector_dot"].parameters[1]  # the same array may be both x and y
    assert (x.is_constant, x.is_read_only) == (True, False)


def test_a_macro_stands_for_the_parameters_of_several_kernels(tmp_path):
    file = tmp_path / "shared.cu"
    file.write_text(
        """
#define SIZE 4
#define PARAMETERS \\
    int n, const float* __restrict__ in, \\
    float* out
extern "C" __global__ void shared_copy(PARAMETERS) { out[threadIdx.x] = in[threadIdx.x] + n; }
extern "C" __global__ void shared_twice(PARAMETERS) { out[threadIdx.x] = in[threadIdx.x] * n; }
"""
    )
    copy, twice = read_kernels(file)
    assert [each.name for each in copy.parameters] == ["n", "in", "out"]
    assert copy.parameters == twice.parameters
    backend = HostBackend()
    values, out = backend.array(np.arange(32, dtype=np.float32)), backend.zeros(32, "float32")
    backend.kernel("shared_twice", block_size=32, file=file)(1, 2, values, out)
    assert out.values.tolist() == list(range(0, 64, 2))


OF_A_MACRO = (
    ". Macros are not expanded, so the kernels of the macro 'KERNEL' are not found; write them out, as "
    "`cpp -P` does (without the lines #include)"
)
MACRO = (
    "#define KERNEL(N, T) \\\n"
    '    extern "C" __global__ void add_##N(T* a) { a[threadIdx.x] += 1; }\n'
    "KERNEL(f, float)\nKERNEL(d, double)\n"
)


@pytest.mark.parametrize(
    "text",
    [
        MACRO,
        MACRO.replace("add_##N", "N"),
        MACRO.replace("\\\n", ""),
        '#define KERNEL extern "C" __global__ void\nKERNEL add_f(float* a) { a[threadIdx.x] += 1; }\n',
        '# define KERNEL __global__\nextern "C" KERNEL void add_f(float* a) { a[threadIdx.x] += 1; }\n',
    ],
)
def test_kernels_of_a_macro_are_not_found_and_the_cure_finds_them(tmp_path, text):
    file = tmp_path / "macro.cu"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_kernels(file)
    none = 'the file has no kernel; declare one as extern "C" __global__ void name(...)'
    assert str(caught.value) == f"{file}: {none}{OF_A_MACRO}"
    file.write_text(text + 'extern "C" __global__ void other(int n) {}\n')
    with pytest.raises(UnknownNameError) as unknown:
        find_kernel("add_f", file)
    assert str(unknown.value) == f"unknown kernel 'add_f'; known: other{OF_A_MACRO}"


@pytest.mark.skipif(shutil.which("cpp") is None, reason="the preprocessor of C is not installed")
def test_cpp_writes_the_kernels_of_a_macro_out(tmp_path):
    file, written = tmp_path / "macro.cu", tmp_path / "written.cu"
    file.write_text(MACRO)
    subprocess.run(["cpp", "-P", file, written], check=True)
    assert [kernel.name for kernel in read_kernels(written)] == ["add_f", "add_d"]
    backend = HostBackend()
    a = backend.zeros(32, "float64")
    backend.kernel("add_d", block_size=32, file=written)(1, a)
    assert backend.numpy(a).tolist() == [1.0] * 32


def test_an_unknown_kernel_names_the_nearest():
    with pytest.raises(UnknownNameError, match=r"^unknown kernel 'spmv_cool'; did you mean 'spmv_coo'\?$"):
        find_kernel("spmv_cool")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        ("int x;", 'the file has no kernel; declare one as extern "C" __global__ void name(...)'),
        (
            'extern "C" __global__ void k(int n, float** rows) {}',
            "kernel 'k': the parameter `float** rows` is not a number or a pointer to numbers; ",
        ),
        (
            'extern "C" __global__ void k(int n, float3 row) {}',
            "kernel 'k': the parameter `float3 row` is not a number or a pointer to numbers; known types: "
            "bool, char, unsigned char, short, unsigned short, int, unsigned, unsigned int, long long, "
            "unsigned long long, float, double, real, and pointers to int2, int3, int4, uint2, uint4, "
            "float2, float3, float4, double2, double3",
        ),
    ],
)
def test_a_file_without_a_kernel_that_can_be_called_is_refused(tmp_path, source, message):
    file = tmp_path / "my.cu"
    if source is not None:
        file.write_text(source)
    with pytest.raises(InputError, match=f"^{re.escape(f'{file}: {message}')}"):
        read_kernels(file)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dtype": "float16"}, "dtype is 'float16'; choose one of float32, float64"),
        ({"block_size": 100}, "block_size is 100; choose a multiple of 32 from 32 to 1024"),
        ({"block_size": 2048}, "block_size is 2048; choose a multiple of 32 from 32 to 1024"),
    ],
)
def test_a_variant_that_cannot_be_compiled_is_refused(options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        HostBackend().kernel("vector_fill", **options)


def test_what_a_kernel_needs_of_a_device_is_read_from_its_source(tmp_path):
    (tmp_path / "helpers.cuh").write_text(
        "__device__ inline void meet() {\n    if (true) { GRID_SYNC(); }\n}\n"
        "__device__ inline bool start(int* x);\n"
    )
    file = tmp_path / "needs.cu"
    file.write_text(
        """// Idea.
// Capability: 6.0
#include "common.cuh"
#include "helpers.cuh"
/* LAUNCH_CHILD(plain, ...) in a comment */
// Waits. Blocks: any.
extern "C" __global__ void waits(int* x) {
    meet();  // LAUNCH_CHILD is not called
}
__device__ inline bool start(int* x) {
    return LAUNCH_CHILD(waits, 1, 32, 0, x);
}
// Launches. Blocks: any.
// Capability: 7.0
extern "C" __global__ void __launch_bounds__(256)
launches(int* x) {
    for (int i = 0; i < 3; ++i) { if (start(x)) x[i] = 1; }
}
// Neither. Blocks: any.
extern "C" __global__ void plain(int* meeting) {
    *meeting = 1;
}
"""
    )
    waits, launches, plain = read_kernels(file)
    assert (waits.uses_grid_sync, waits.may_launch, waits.capability) == (True, False, "6.0")
    assert (launches.uses_grid_sync, launches.may_launch, launches.capability) == (False, True, "7.0")
    assert (plain.uses_grid_sync, plain.may_launch, plain.capability) == (False, False, "6.0")
    assert launches.summary == "Launches. Blocks: any."


def test_a_kernel_without_a_capability_runs_on_all_devices():
    assert KERNELS["vector_fill"].capability == OLDEST_CAPABILITY
    assert not any(kernel.may_launch for kernel in KERNELS.values() if kernel.name.startswith("vector"))


def test_a_declaration_is_no_kernel(tmp_path):
    file = tmp_path / "declared.cu"
    declaration = 'extern "C" __global__ void later(int n, int* out)'
    file.write_text(f"{declaration};\n// Later. Blocks: any.\n{declaration}\n{{\n}}\n")
    (kernel,) = read_kernels(file)
    assert (kernel.name, kernel.summary) == ("later", "Later. Blocks: any.")


def test_the_headers_of_a_file_are_those_that_it_needs(tmp_path):
    """Also the headers of headers; a header of its folder comes before one of the package."""
    folder = KERNEL_FOLDER
    assert header_files(folder / "bfs.cu") == (folder / "common.cuh", folder / "graph.cuh")
    assert header_files(folder / "vector.cu") == (folder / "common.cuh",)
    (tmp_path / "common.cuh").write_text("#define MINE\n")
    (tmp_path / "alone.cu").write_text('#include "common.cuh"\n#include <math.h>\n#include "none.h"\n')
    assert header_files(tmp_path / "alone.cu") == (tmp_path / "common.cuh",)
