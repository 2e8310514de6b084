"""The registers of one's own kernel: given, from NVRTC, or assumed with a warning."""

import re
import warnings
from contextlib import contextmanager

import pytest

from gpu import (
    InstructionCosts,
    KernelTrace,
    SimulatedBackend,
    TraceBackend,
    kernel_needs,
    load_device,
    simulate,
)
from gpu.backends import own_code
from gpu.backends.nvrtc import compile_kernels
from gpu.model.gpu import _TOLD
from partitioners.errors import InputError, MissingExtraError, OptionError

SOURCE = """
// Sums of many products, which need registers. Blocks: any.
extern "C" __global__ void products(const float* x, float* y) {
    float a[40];
    for (int i = 0; i < 40; ++i) a[i] = x[64 * i + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 40; ++i)
        for (int j = 0; j < i; ++j) sum += a[i] * a[j];
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("needs") / "products.cu"
    made.write_text(SOURCE)
    return made


@pytest.fixture
def trace(file):
    backend = TraceBackend()
    arrays = backend.zeros(64 * 40, "float32"), backend.zeros(128, "float32")
    backend.kernel("products", file=file)(2, *arrays, threads=64)
    return backend.pop_traces()[0]


def registers(result):
    return result.tables["launches"]["registers"].tolist()


def test_nvrtc_finds_them(file, trace):
    pytest.importorskip("cuda.core", reason="compiling for a GPU needs pip install 'numasim[gpu-compile]'")
    result = simulate(trace, "h200")
    _, (found,) = compile_kernels(file, architecture="sm_90")
    assert found.registers > 40
    assert registers(result) == [found.registers]
    assert result.warnings == ()


@pytest.fixture
def without_nvrtc(monkeypatch):
    def missing(*_, **__):
        raise MissingExtraError("cuda.core", "gpu-compile", "compiling kernels for a GPU")

    _compile_by(monkeypatch, missing)


def _compile_by(monkeypatch, function):
    monkeypatch.setattr(own_code, "compile_kernels", function)
    own_code._compiled.cache_clear()


@pytest.fixture(autouse=True)
def _forget():
    _TOLD.clear()
    yield
    own_code._compiled.cache_clear()


SAID = (
    "kernel 'products': its registers are not known; 32 are assumed; give them in `resources`, or pip "
    "install 'numasim[gpu-compile]', which finds them"
)
SAID_OF_WAITS = (
    "kernel 'products': its machine code is not known; 4 loads of a warp in flight are assumed; pip install "
    "'numasim[gpu-compile]', which finds it, or set loads_in_flight of InstructionCosts"
)


@contextmanager
def warned(*texts):
    """Exactly these warnings."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield
    assert [str(each.message) for each in found] == list(texts)


def test_without_nvrtc_they_are_assumed_with_a_warning(file, trace, without_nvrtc):
    with warned(SAID, SAID_OF_WAITS):
        result = simulate(trace, "h200")
    assert registers(result) == [32]
    assert result.warnings == (SAID, SAID_OF_WAITS)
    with warned():  # once is enough, and each result has them
        assert simulate(trace, "h200").warnings == (SAID, SAID_OF_WAITS)
        backend = SimulatedBackend("h200")
        arrays = backend.zeros(64 * 40, "float32"), backend.zeros(128, "float32")
        backend.kernel("products", file=file)(2, *arrays, threads=64)
    other = file.with_name("other.cu")
    other.write_text(file.read_text())
    with warned(SAID, SAID_OF_WAITS):  # another file with a kernel of this name
        backend.kernel("products", file=other)(2, *arrays, threads=64)


@pytest.mark.parametrize("given", [40, (40, 1024)])
def test_given_ones_go_before(trace, without_nvrtc, given):
    with warned(SAID_OF_WAITS):
        simulate(trace, "h200", resources={"products": given})
    costs = InstructionCosts(loads_in_flight=4)
    result = simulate(trace, "h200", resources={"products": given}, costs=costs)
    assert registers(result) == [40]
    assert result.tables["launches"]["shared_bytes"].tolist() == [0 if given == 40 else 1024]
    assert result.warnings == ()


@pytest.mark.parametrize("given", [0, -3, 2.5, True, (40,), (40, -1), (40, 0, 0), "40", (0, 0)])
def test_wrong_ones_are_refused(trace, given):
    text = (
        f"resources of kernel 'products' are {given!r}; expected the registers of a thread (at least 1), or "
        "(registers, static shared memory of a block in bytes)"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        simulate(trace, "h200", resources={"products": given})


def test_a_source_that_nvrtc_refuses_is_named(trace, monkeypatch):
    def refused(file, **_):
        raise InputError(f"{file}: NVRTC cannot compile the file for sm_90:\nline 3: error: no\nline 4: more")

    _compile_by(monkeypatch, refused)
    said = (
        f"kernel 'products': its registers are not known; 32 are assumed; {trace.source}: NVRTC cannot "
        "compile the file for sm_90: line 3: error: no; give them in `resources`"
    )
    waits = (
        "kernel 'products': its machine code is not known; 4 loads of a warp in flight are assumed; "
        f"{trace.source}: NVRTC cannot compile the file for sm_90: line 3: error: no, or set "
        "loads_in_flight of InstructionCosts"
    )
    with warned(said, waits):
        simulate(trace, "h200")


def test_a_source_that_is_gone(trace, tmp_path):
    trace.save(tmp_path / "trace.npz")
    elsewhere = KernelTrace.load(tmp_path / "trace.npz")
    gone = tmp_path / "gone.cu"
    needs = kernel_needs(
        (elsewhere.kernel, elsewhere.dtype, elsewhere.block_size),
        load_device("h200"),
        shared_bytes=48,
        source=str(gone),
    )
    assert (needs.registers, needs.shared_bytes, needs.is_known) == (32, 48, False)
    assert needs.assumed.endswith(f"; {gone} cannot be read; give them in `resources`")


def test_a_kernel_with_the_name_of_one_of_the_package_is_another_one(tmp_path, without_nvrtc):
    file = tmp_path / "mine.cu"
    file.write_text('extern "C" __global__ void vector_fill(int* y) {\n    y[threadIdx.x] = 1;\n}\n')
    backend = TraceBackend()
    backend.kernel("vector_fill", file=file)(1, backend.zeros(32, "int32"), threads=32)
    with warned(*(said.replace("products", "vector_fill") for said in (SAID, SAID_OF_WAITS))):
        assert registers(simulate(backend.pop_traces(), "h200")) == [32]
