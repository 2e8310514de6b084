"""The CuPy back end: its errors everywhere, its results where there is a GPU."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from gpu_matrices import random_application, random_matrix

from gpu import SPMV_METHODS, CupyBackend, spmv_operator
from partitioners.errors import InputError, MissingExtraError


def test_without_cupy_the_extras_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(
        MissingExtraError,
        match=r"^running kernels on a GPU needs the package 'cupy': pip install 'numasim\[gpu-cuda12\]' or "
        r"'numasim\[gpu-cuda13\]'$",
    ):
        CupyBackend()


def test_without_a_gpu_it_says_so(monkeypatch):
    class CUDARuntimeError(RuntimeError):
        pass

    def count():
        raise CUDARuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected")

    runtime = SimpleNamespace(getDeviceCount=count, CUDARuntimeError=CUDARuntimeError)
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=SimpleNamespace(runtime=runtime)))
    with pytest.raises(
        InputError,
        match=r"^CUDA finds no GPU, which is needed to run kernels on it: cudaErrorNoDevice: ",
    ):
        CupyBackend()


def test_a_module_is_compiled_for_what_its_kernels_use(monkeypatch, tmp_path):
    """Without a GPU: CuPy is one that notes what it is asked for."""
    made = []

    class RawModule:
        def __init__(self, **options):
            made.append(options)

        def get_function(self, name):
            return name

    runtime = SimpleNamespace(getDeviceCount=lambda: 1, CUDARuntimeError=RuntimeError)
    device = SimpleNamespace(compute_capability="61")
    cuda = SimpleNamespace(runtime=runtime, Device=lambda: device)
    fake = SimpleNamespace(cuda=cuda, RawModule=RawModule)
    monkeypatch.setitem(sys.modules, "cupy", fake)
    bodies = {"plain": "", "syncs": "GRID_SYNC();", "launches": "LAUNCH_CHILD(k, 1, 32, 0);"}
    for name, body in bodies.items():
        file = tmp_path / f"{name}.cu"
        file.write_text(f'#include "common.cuh"\nextern "C" __global__ void k() {{ {body} }}\n')
        CupyBackend().kernel("k", file=file)
    options = [set(each["options"]) for each in made]
    assert options[1] - options[0] == {"-DUSES_GRID_SYNC"}
    assert options[2] - options[0] == {"-rdc=true"}
    assert [each["enable_cooperative_groups"] for each in made] == [False, True, False]
    file = tmp_path / "recent.cu"
    file.write_text('// Capability: 7.0\nextern "C" __global__ void k() {}\n')
    with pytest.raises(
        InputError,
        match=r"recent.cu: its kernels need a GPU of compute capability 7.0, and this one has 6.1; run them "
        r"with gpu.HostBackend$",
    ):
        CupyBackend().kernel("k", file=file)


@pytest.mark.parametrize("method", SPMV_METHODS)
@pytest.mark.parametrize("block_size", [256, 1024])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_products_on_a_gpu(method, block_size, dtype):
    try:
        backend = CupyBackend()
    except (MissingExtraError, InputError) as error:
        pytest.skip(str(error))  # no GPU, or no CuPy
    matrix = random_matrix(3000, 2000, 50_000)
    prepared = random_application(matrix, 60, dtype=dtype) if method.startswith("spac") else matrix
    operator = spmv_operator(prepared, method, backend, dtype=dtype, block_size=block_size)
    x = np.random.default_rng(0).standard_normal(2000)
    y = backend.zeros(3000, dtype)
    operator.apply(operator.vector(x), y)
    tolerance = 1e-4 if dtype == "float32" else 1e-12
    assert np.allclose(operator.result(y), matrix @ x, rtol=tolerance, atol=tolerance)
