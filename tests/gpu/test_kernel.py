"""Kernels are found by name, and what their source declares is read from it."""

import re

import pytest

from gpu import KERNELS, HostBackend, Parameter, read_kernels
from gpu.kernel import find_kernel
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
