"""Every SpMV kernel on the host back end gives what SciPy gives in double precision."""

import re

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from gpu_matrices import matrices, random_application, random_matrix
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import (
    SPMV_METHODS,
    HostBackend,
    TraceBackend,
    conjugate_gradient,
    spac_application,
    spmv_operator,
)
from gpu.programs.spmv import coo_interval
from partitioners.errors import InputError, OptionError, UnknownNameError
from partitioners.files.interchange import bipartite
from partitioners.partition_graph import partition

TOLERANCE = {"float32": 2e-6, "float64": 4e-15}


def check(matrix, method, backend, dtype, block_size, parts=5):
    prepared = matrix
    if method.startswith("spac"):
        prepared = random_application(matrix, min(parts, max(1, matrix.nnz)), dtype=dtype)
    operator = spmv_operator(prepared, method, backend, dtype=dtype, block_size=block_size)
    x = np.random.default_rng(7).standard_normal(matrix.shape[1])
    y = backend.array(np.full(matrix.shape[0], np.nan, dtype))
    operator.apply(operator.vector(x), y)
    # The error of a sum is bounded by the sum of absolute values, whatever the order.
    bound = (abs(matrix) @ abs(x) + 1e-30) * np.maximum(np.diff(matrix.indptr), 4)
    assert np.all(abs(operator.result(y) - matrix @ x) <= TOLERANCE[dtype] * bound)


@pytest.mark.parametrize("method", SPMV_METHODS)
@settings(deadline=None, max_examples=examples(25))
@given(matrix=matrices(), dtype=st.sampled_from(["float32", "float64"]))
def test_random_matrices(method, matrix, dtype):
    check(matrix, method, HostBackend(), dtype, 256)


def test_an_interval_of_the_segmented_reduction_is_a_number_of_whole_warps():
    assert [coo_interval(n) for n in (0, 1, 65_536, 65_537, 2_100_225)] == [32, 32, 32, 64, 1056]


def test_the_segmented_reduction_has_no_atomics():
    backend, matrix = TraceBackend(), random_matrix(50, 40, 900)
    operator = spmv_operator(matrix, "coo_segmented", backend)
    operator.apply(operator.vector(np.ones(40)), backend.zeros(50, "float32"))
    kinds = {kind for trace in backend.pop_traces() for _, kind in trace.totals()}
    assert kinds == {"load", "read_only", "store"}


@pytest.mark.parametrize("method", SPMV_METHODS)
@pytest.mark.parametrize(("block_size", "dtype"), [(512, "float32"), (1024, "float64")])
def test_other_block_sizes_over_many_blocks(method, block_size, dtype):
    check(random_matrix(3000, 700, 9000), method, HostBackend(), dtype, block_size)


@pytest.mark.parametrize("method", ["coo_segmented", "merge_path", "spac_shared"])
def test_a_row_that_spans_many_blocks(method):
    dense = sp.vstack([sp.csr_array((4, 6000)), sp.csr_array(np.ones((1, 6000))), sp.csr_array((3, 6000))])
    check(dense.tocsr(), method, HostBackend(), "float64", 256, parts=7)


@pytest.mark.parametrize("method", SPMV_METHODS)
def test_a_matrix_without_rows(method):
    check(sp.csr_array((0, 5)), method, HostBackend(), "float32", 256)


def test_the_same_product_twice_gives_the_same():
    backend, matrix = HostBackend(), random_matrix(200, 200, 1000)
    operator = spmv_operator(random_application(matrix, 4), "spac_read_only", backend)
    x, y = operator.vector(np.ones(200)), backend.zeros(200, "float32")
    operator.apply(x, y)
    first = operator.result(y)
    operator.apply(x, y)
    assert np.array_equal(operator.result(y), first)


def test_what_does_not_fit_is_refused():
    backend, matrix = HostBackend(), random_matrix(20, 30, 50)
    with pytest.raises(UnknownNameError, match=r"^unknown SpMV method 'csr'; "):
        spmv_operator(matrix, "csr", backend)
    with pytest.raises(OptionError, match=r"'spac_read_only' takes a SpacApplication \(gpu\."):
        spmv_operator(matrix, "spac_read_only", backend)
    with pytest.raises(OptionError, match=r"'coo' takes a sparse matrix, got SpacApplication$"):
        spmv_operator(random_application(matrix, 2), "coo", backend)
    with pytest.raises(OptionError, match=r"^x has shape \(20,\), but the matrix has 30 columns$"):
        spmv_operator(matrix, "coo", backend).vector(np.ones(20))


COMPLEX = "has complex values; kernels need real numbers: take the real part or the absolute values"


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        (sp.csr_array(np.eye(4) * 1j), f"the matrix {COMPLEX}"),
        (sp.coo_array(np.eye(4, dtype="complex64")), f"the matrix {COMPLEX}"),
        (
            np.eye(4),
            "the matrix is a ndarray; expected a sparse array of SciPy: scipy.sparse.csr_array(matrix)",
        ),
        (
            [[1.0]],
            "the matrix is a list; expected a sparse array of SciPy: scipy.sparse.csr_array(matrix)",
        ),
    ],
    ids=["complex128", "complex64", "dense", "list"],
)
def test_what_is_no_sparse_matrix_of_real_numbers_is_refused(matrix, said):
    for method in "csr_scalar", "merge_path":
        with pytest.raises(InputError, match=f"^{re.escape(said)}$"):
            spmv_operator(matrix, method, HostBackend())
    square = sp.csr_array(np.eye(4))
    cut = partition(bipartite(square), "random", parts=2)
    with pytest.raises(InputError, match=f"^{re.escape(said)}$"):
        spac_application(matrix, cut)


def test_vectors_are_real_numbers():
    operator = spmv_operator(sp.csr_array(np.eye(4)), "csr_scalar", HostBackend())
    with pytest.raises(InputError, match=f"^x {COMPLEX}$"):
        operator.vector(np.ones(4) * 1j)
    words = "x has values of type <U1; kernels need real numbers: take the real part or the absolute values"
    with pytest.raises(InputError, match=f"^{words}$"):
        operator.vector(["a", "b", "c", "d"])
    with pytest.raises(InputError, match=f"^x {COMPLEX}$"):
        conjugate_gradient(operator, np.ones(4) * 1j)
    for whole in (np.ones(4, bool), np.ones(4, "int8"), [1, 1, 1, 1]):
        y = operator.backend.zeros(4, "float32")
        operator.apply(operator.vector(whole), y)
        assert operator.result(y).tolist() == [1.0] * 4
