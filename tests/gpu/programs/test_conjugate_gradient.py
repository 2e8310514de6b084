"""The conjugate gradient method solves over any product, and takes over a cut that comes later."""

import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp
from gpu_matrices import random_matrix

from gpu import HostBackend, conjugate_gradient, spac_application, spmv_operator
from partitioners.errors import OptionError
from partitioners.files.interchange import bipartite
from partitioners.partition_graph import partition


def laplacian(n):
    return sp.diags_array([-np.ones(n - 1), np.full(n, 2.05), -np.ones(n - 1)], offsets=[-1, 0, 1]).tocsr()


@pytest.mark.parametrize("method", ["csr_vector", "merge_path", "spac_shared"])
def test_conjugate_gradient_solves(method):
    matrix, b = laplacian(500), np.random.default_rng(3).standard_normal(500)
    prepared = matrix
    if method == "spac_shared":
        prepared = spac_application(matrix, partition(bipartite(matrix), "spac", 4), reorder="same")
    operator = spmv_operator(prepared, method, HostBackend(), dtype="float64")
    found = conjugate_gradient(operator, b, tolerance=1e-10)
    assert found.converged
    assert found.residual_norms.size == found.iterations + 1 < 200
    assert np.linalg.norm(matrix @ found.x - b) <= 2e-10 * np.linalg.norm(b)


def test_conjugate_gradient_stops_where_it_is_told():
    operator = spmv_operator(laplacian(300), "csr_vector", HostBackend())
    found = conjugate_gradient(operator, np.ones(300), tolerance=1e-12, max_iterations=3)
    assert (found.iterations, found.converged) == (3, False)
    assert conjugate_gradient(operator, np.zeros(300)).iterations == 0


def test_conjugate_gradient_refuses_what_it_cannot_solve():
    backend, square = HostBackend(), laplacian(40)
    with pytest.raises(OptionError, match=r"needs a square matrix; this one is 20 x 30$"):
        conjugate_gradient(spmv_operator(random_matrix(20, 30, 50), "coo", backend), np.ones(20))
    cut = partition(bipartite(square), "random", 4)
    operator = spmv_operator(spac_application(square, cut), "spac_shared", backend)
    with pytest.raises(OptionError, match=r"^x and y are in different orders; .* reorder='same'$"):
        conjugate_gradient(operator, np.ones(40))


def agent_is_at_work():
    return any(thread.name == "spac-adapt" for thread in threading.enumerate())


def test_a_cut_that_comes_later_is_swapped_in(monkeypatch):
    matrix, b = laplacian(400), np.random.default_rng(5).standard_normal(400)
    go_on, calls = threading.Event(), []
    operator = spmv_operator(matrix, "csr_vector", HostBackend(), dtype="float64")
    apply = operator.apply

    def third_waits(x, y):
        apply(x, y)
        calls.append(1)
        if len(calls) == 3:
            go_on.set()
            while agent_is_at_work():
                time.sleep(0.001)

    def adapt():
        go_on.wait()
        return spac_application(matrix, partition(bipartite(matrix), "libra", 4), reorder="same")

    monkeypatch.setattr(operator, "apply", third_waits)
    found = conjugate_gradient(operator, b, tolerance=1e-10, adapt=adapt)
    assert found.adapted_after == len(calls) == 3
    assert found.iterations > 3
    assert np.linalg.norm(matrix @ found.x - b) <= 2e-10 * np.linalg.norm(b)
    alone = conjugate_gradient(
        spmv_operator(matrix, "csr_vector", HostBackend(), dtype="float64"), b, tolerance=1e-10
    )
    assert found.iterations == alone.iterations
    assert alone.adapted_after is None


def test_a_cut_that_comes_too_late_is_dropped():
    matrix, ended = laplacian(100), threading.Event()
    operator = spmv_operator(matrix, "csr_vector", HostBackend(), dtype="float64")
    found = conjugate_gradient(operator, np.ones(100), adapt=ended.wait)
    ended.set()
    assert found.converged
    assert found.adapted_after is None


def test_what_the_agent_raises_is_raised():
    matrix = laplacian(100)
    operator = spmv_operator(matrix, "csr_vector", HostBackend(), dtype="float64")
    apply = operator.apply

    def slow(x, y):
        apply(x, y)
        while agent_is_at_work():
            time.sleep(0.001)

    operator.apply = slow
    with pytest.raises(OptionError, match=r"^parts must be an integer >= 1, got 0$"):
        conjugate_gradient(operator, np.ones(100), adapt=lambda: partition(bipartite(matrix), "libra", 0))
    small = laplacian(50)
    cut = partition(bipartite(small), "libra", 2)
    with pytest.raises(OptionError, match=r"^adapt prepared an application of 50 rows for a matrix of 100$"):
        conjugate_gradient(operator, np.ones(100), adapt=lambda: spac_application(small, cut, reorder="same"))
