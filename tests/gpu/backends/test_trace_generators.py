"""Streams are what the trace back end gives, launch by launch and array by array."""

import dataclasses

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from gpu_matrices import matrices, random_application, random_matrix
from gpu_traces import compiler_is_expected
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import (
    SPMV_METHODS,
    StreamBackend,
    TraceBackend,
    conjugate_gradient,
    spac_application,
    spmv_operator,
)
from partitioners.errors import KernelError, OptionError
from partitioners.files.interchange import bipartite
from partitioners.partition import EdgePartition

VECTORS = ("fill", "dot", "axpy", "xpay")


def assert_same(stream, trace):
    of_forms = ("kind", "array", "code", "bytes_per_lane", "wavefronts", "passes", "exchanges_before")
    # Without a compiler, nothing says how much static shared memory a kernel has; the model has its record.
    apart = ("form", "forms", "static_shared_bytes")
    names = [each.name for each in dataclasses.fields(trace) if each.name not in apart]
    for name in (*names, *of_forms, "sectors_of_request", *["blocks_before"] * compiler_is_expected()):
        found, expected = getattr(stream, name), getattr(trace, name)
        if isinstance(expected, np.ndarray):
            assert found.dtype == expected.dtype, name
            assert found.tolist() == expected.tolist(), (trace.kernel, name)
        else:
            assert found == expected, name


def both(work):
    """What some work gives on the two back ends, and that it leaves the same."""
    results = []
    backends = StreamBackend(), TraceBackend()
    for backend in backends:
        results.append(work(backend))
    streams, traces = (backend.pop_traces() for backend in backends)
    for stream, trace in zip(streams, traces, strict=True):
        assert_same(stream, trace)
    return results, streams


VARIANTS = [("float32", 256), ("float32", 1024), ("float64", 256)]


def product_by(method, prepared, shape, dtype="float32", block_size=256):
    def product(backend):
        operator = spmv_operator(prepared, method, backend, dtype=dtype, block_size=block_size)
        y = backend.zeros(shape[0], dtype)
        operator.apply(operator.vector(np.linspace(-1, 1, shape[1])), y)
        return operator.result(y)

    return product


@pytest.mark.parametrize("method", SPMV_METHODS)
@settings(deadline=None, max_examples=examples(15))
@given(matrix=matrices(), variant=st.sampled_from(VARIANTS))
def test_products_ask_for_what_the_compiled_kernels_ask_for(method, matrix, variant):
    prepared = random_application(matrix, min(3, max(1, matrix.nnz))) if method.startswith("spac") else matrix
    (found, expected), _ = both(product_by(method, prepared, matrix.shape, *variant))
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("method", SPMV_METHODS)
def test_products_of_many_blocks(method):
    """Rows without entries and entries of one place; more blocks than are recorded in one go."""
    rng = np.random.default_rng(0)
    lengths = np.minimum(rng.zipf(1.6, 2100), 400) * (rng.random(2100) < 0.8)
    start = np.append(0, np.cumsum(lengths))
    column = (rng.random(start[-1]) ** 3 * 900).astype(int)
    matrix = sp.csr_array((rng.standard_normal(start[-1]), column, start), shape=(2100, 900))
    prepared = matrix
    if method.startswith("spac"):
        matrix.sum_duplicates()
        prepared = random_application(matrix, 12)
    (found, expected), streams = both(product_by(method, prepared, matrix.shape))
    assert np.allclose(found, expected, rtol=1e-3, atol=1e-3)
    assert streams[-1].grid[0] > 1 or streams[-2].grid[0] > 1


@settings(deadline=None, max_examples=examples(15))
@given(matrix=matrices(), intervals=st.integers(1, 9))
def test_intervals_of_many_rounds(matrix, intervals):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpu.programs.spmv.COO_INTERVALS", intervals)
        (found, expected), _ = both(product_by("coo_segmented", matrix, matrix.shape))
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-4)
    assert np.allclose(found, matrix @ np.linspace(-1, 1, matrix.shape[1]), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("method", ["spac_shared", "spac_read_only"])
def test_parts_without_entries(method):
    matrix = random_matrix(60, 50, 300)
    clusters = np.random.default_rng(0).choice([1, 4, 5], 300)
    application = spac_application(matrix, EdgePartition(bipartite(matrix), 8, clusters))
    assert (np.diff(application.entry_start) == 0).sum() == 5
    (found, expected), _ = both(product_by(method, application, matrix.shape))
    assert np.allclose(found, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(("dtype", "block_size"), VARIANTS)
def test_vector_kernels_over_fewer_and_more_blocks_than_there_is_work(dtype, block_size):
    n = 700

    def work(backend):
        x, y = (backend.array(np.linspace(-1, k, n).astype(dtype)) for k in (1, 2))
        numerator, denominator = (backend.array(np.array([k], dtype)) for k in (3, 4))
        kernel = {k: backend.kernel(f"vector_{k}", dtype=dtype, block_size=block_size) for k in VECTORS}
        for blocks in (0, 1, 2, 5):
            kernel["axpy"](blocks, n, -1.0, numerator, denominator, x, y)
            kernel["xpay"](blocks, n, numerator, denominator, x, y)
            kernel["dot"](blocks, n, x, y, numerator)
            kernel["fill"](blocks, n, 0.5, x)
        return [backend.numpy(each) for each in (x, y, numerator)]

    (found, expected), streams = both(work)
    assert len(streams) == 16
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one, other, rtol=1e-3)


def poisson(side):
    line = sp.diags_array([-1.0, 2.0, -1.0], offsets=[-1, 0, 1], shape=(side, side))
    return sp.kronsum(line, line).tocsr()


def test_conjugate_gradient_solves_and_launches_that_repeat_share_their_stream():
    matrix = poisson(9)
    b = matrix @ np.sin(np.arange(81))
    (found, expected), streams = both(
        lambda backend: conjugate_gradient(spmv_operator(matrix, "merge_path", backend), b, max_iterations=6)
    )
    assert np.allclose(found.x, expected.x, atol=1e-4)
    # The scalars of one iteration are at the addresses of those before the last one.
    assert len(streams) == 2 + 6 * 9
    assert len({id(stream) for stream in streams}) <= 2 + 2 * 9
    backend = StreamBackend()
    solved = conjugate_gradient(spmv_operator(matrix, "csr_scalar", backend), b)
    assert solved.converged
    assert np.allclose(solved.x, np.sin(np.arange(81)), atol=1e-3)


def test_a_stream_follows_the_contents_of_index_arrays():
    backend = StreamBackend()
    product = backend.kernel("spmv_csr_scalar")
    start, column = (backend.array(np.array(each, "int32")) for each in ([0, 1], [0]))
    value, x, y = (backend.array(np.ones(n, "float32")) for n in (1, 100, 1))
    for place in (0, 99, 0):
        column.values[0] = place
        product(1, 1, start, column, value, x, y)
    first, second, third = backend.pop_traces()
    assert first is third
    x_of = [trace.array_address[3] // 32 for trace in (first, second)]
    assert [
        np.isin(at + np.array([0, 12]), t.sectors).tolist()
        for at, t in zip(x_of, (first, second), strict=True)
    ] == [
        [True, False],
        [False, True],
    ]


def test_what_streams_cannot_do_is_refused(tmp_path):
    backend = StreamBackend()
    with pytest.raises(
        OptionError, match=r"scale.cu: StreamBackend supports only the package's kernels; trace 'scale' with"
    ):
        backend.kernel("scale", file=tmp_path / "scale.cu")
    fill = backend.kernel("vector_fill")
    y = backend.zeros(10, "float32")
    for blocks, threads in ((1, 64), ((1, 2), 256)):
        with pytest.raises(
            OptionError, match=r"'vector_fill': StreamBackend needs blocks of 256 threads in one dimension"
        ):
            fill(blocks, 10, 0.0, y, threads=threads)
    start, column = (backend.array(np.array(each, "int32")) for each in ([0, 1], [7]))
    value, x = (backend.array(np.ones(1, "float32")) for _ in range(2))
    with pytest.raises(
        KernelError, match=r"^kernel 'spmv_csr_scalar': the arguments contradict each other: "
    ):
        backend.kernel("spmv_csr_scalar")(1, 1, start, column, value, x, backend.zeros(1, "float32"))
    assert backend.pop_traces() == []
