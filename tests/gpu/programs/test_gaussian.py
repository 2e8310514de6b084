"""Gaussian elimination: solutions, tiles of all sizes, and what is refused."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import HostBackend, SimulatedBackend, TraceBackend
from gpu.programs.gaussian import Gaussian, eliminated
from partitioners.errors import InputError, OptionError

FORMS = ("original", "spac")


@settings(deadline=None, max_examples=examples(25))
@given(
    size=st.integers(2, 40),
    seed=st.integers(0, 9),
    variant=st.sampled_from(FORMS),
    block_size=st.sampled_from([16, 64, 256, 1024]),
    dtype=st.sampled_from(["float32", "float64"]),
)
def test_the_solution_is_that_of_numpy(size, seed, variant, block_size, dtype):
    program = Gaussian(
        None, HostBackend(), seed=seed, size=size, variant=variant, block_size=block_size, dtype=dtype
    )
    program.run()
    assert program.verify() == []
    expected = np.linalg.solve(program.system[:, :-1], program.system[:, -1])
    assert np.allclose(program.solution, expected, rtol=0, atol=1e3 * np.finfo(dtype).eps)


@pytest.mark.parametrize("variant", FORMS)
def test_some_pivots_are_those_of_the_same_elimination(variant):
    program = Gaussian(None, HostBackend(), size=50, variant=variant, pivots=7, dtype="float64")
    program.run()
    assert program.pivots == (0, 7, 14, 21, 28, 35, 42)
    assert program.solution is None
    assert program.verify() == []
    matrix = program.backend.numpy(program._matrix).reshape(50, 50)
    assert np.allclose(matrix, eliminated(program.system, program.pivots)[:, :-1], rtol=0, atol=1e-9)
    for pivot in program.pivots:
        assert np.allclose(matrix[pivot + 1 :, pivot], 0, atol=1e-9)
    program.backend.write(program._matrix, 1.001 * matrix.ravel())
    assert re.match("an element is wrong: its error is ", program.verify()[0])


def test_both_forms_compute_the_same_bits():
    found = []
    for variant in FORMS:
        program = Gaussian(None, HostBackend(), size=37, variant=variant)
        program.run()
        found.append(program.solution)
    assert np.array_equal(*found)


def reads(variant, block_size):
    """The sectors that the updates of a system of 64 equations load, by array."""
    backend = TraceBackend()
    Gaussian(None, backend, size=64, variant=variant, block_size=block_size, pivots=1).run()
    update = backend.pop_traces()[1]
    return {
        name: total["sectors"]
        for (name, kind), total in update.totals().items()
        if "load" in kind or kind == "read_only"
    }


def test_a_tile_loads_its_multipliers_and_its_part_of_the_pivots_row_once():
    """16 x 16 threads: 4 x 4 tiles, each with 16 multipliers, side by side, and 16 elements of the row."""
    original, spac = reads("original", 256), reads("spac", 256)
    warps = 4 * 4 * 8
    assert original["multiplier"] > 10 * spac["multiplier"]
    assert 16 * 2 <= spac["multiplier"] <= 16 * 3  # 64 bytes, which need not begin at a sector
    # Each warp has 16 rows and 2 columns: a sector of the pivot's row, and 16 of the elements to be updated.
    assert original["matrix"] - warps * 16 <= spac["matrix"] + warps
    assert spac["matrix"] < original["matrix"]


def test_the_blocks_of_the_model_are_those_of_the_tiles():
    backend = SimulatedBackend("titan-x-pascal")
    program = Gaussian(None, backend, size=33, variant="spac", block_size=64, pivots=1)
    launches = backend.simulate(program.run).tables["launches"]
    assert launches["thread_blocks"].tolist() == [1, 4 * 5]
    assert launches["shared_bytes"].tolist() == [0, 2 * 8 * 4]
    assert program.figures() == {"equations": 33, "eliminated_pivots": 1, "flops": 32 + 2 * 32 * 34}


@pytest.mark.parametrize(
    ("matrix", "pivot", "value"),
    [
        ([[1, 2], [2, 4]], 1, "0"),
        ([[0, 1, 0], [1, 0, 0], [0, 0, 1]], 0, "0"),
        ([[1, 2, 0], [1, 2, 1], [0, 1, 1]], 1, "0"),
    ],
)
def test_a_pivot_of_zero_is_named(matrix, pivot, value):
    system = np.column_stack([np.array(matrix, float), np.ones(len(matrix))])
    expected = (
        f"pivot {pivot} of the matrix is 0: the matrix is singular, or needs an exchange of rows, which "
        "gaussian does not make; exchange rows before"
    )
    with pytest.raises(InputError, match=f"^{re.escape(expected)}$"):
        Gaussian(system, HostBackend()).run()


@pytest.mark.parametrize(
    ("system", "options", "error", "message"),
    [
        (
            np.ones((3, 3)),
            {},
            InputError,
            "the system has the shape (3, 3); expected (n, n + 1) with n >= 2, the right side in the last "
            "column",
        ),
        (
            np.array([[1, 2, 3], [4, np.inf, 6]]),
            {},
            InputError,
            "the system has inf in row 1, column 1; expected finite numbers",
        ),
        (None, {"size": 1}, OptionError, "size is 1; expected an integer from 2 to 16384"),
        (None, {"pivots": 0}, OptionError, "pivots is 0; expected an integer from 1 to 16384"),
        (
            None,
            {"block_size": 48},
            OptionError,
            "block_size is 48; choose a square, 16, 64, 256 or 1024",
        ),
        (None, {"block_size": 4096}, OptionError, "block_size is 4096; expected an integer from 4 to 1024"),
    ],
)
def test_what_cannot_be_solved_is_refused(system, options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        Gaussian(system, HostBackend(), **options)
