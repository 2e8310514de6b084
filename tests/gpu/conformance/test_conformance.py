"""The suite of GPU programs over ours, the example's, and broken ones."""

from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import pytest
import scipy.sparse as sp
from broken_programs import BROKEN, Arrivals, UnstableFigure

import gpu
from gpu import GPU_PROGRAMS, HostBackend
from gpu.conformance.operands import STANDARD, graph_operands, matrix_operands
from gpu.conformance.program_suite import GpuProgramSuite
from gpu.conformance.watched_backend import WatchedBackend
from partitioners.plugins.conformance import Suite, ask_another_process

EXAMPLE = Path(gpu.__file__).parents[1] / "docs" / "examples" / "numasim-page-rank"


# Their kernels have many launches and options: they take as long as all others together.
LONG = ("cg", "dmr", "gpulp")
SHORT = tuple(name for name in GPU_PROGRAMS.builtins if name not in LONG)


@cache
def suites(names):
    """One for each built-in program; all are asked in another process at once."""
    made = {name: GpuProgramSuite(name) for name in names}
    ask_another_process(list(made.values()))
    return made


@pytest.mark.parametrize("name", SHORT)
def test_every_program_conforms(name):
    findings = suites(SHORT)[name].run()
    assert [(each.check, each.failure) for each in findings if each.failure] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_every_long_program_conforms(name):
    findings = suites(LONG)[name].run()
    assert [(each.check, each.failure) for each in findings if each.failure] == []


@pytest.fixture
def registered():
    """Register programs for the time of a test."""
    names = []

    def register(program):
        GPU_PROGRAMS.register(program.__name__, program)
        names.append(program.__name__)
        return GpuProgramSuite(program.__name__)

    yield register
    for name in names:
        GPU_PROGRAMS.unregister(name)


def test_the_example_conforms(registered, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from numasim_page_rank.page_rank import PageRank

    suite = registered(PageRank)
    suite.elsewhere = "not there"  # another process has neither the path nor the registration
    assert [(each.check, each.failure) for each in suite.run() if each.failure] == []


def test_a_program_that_breaks_nothing_conforms(registered):
    findings = registered(Arrivals).run()
    assert [(each.check, each.failure) for each in findings if each.failure] == []
    assert {each.skipped for each in findings if each.skipped} == {
        "has_trace_generators is false",
        "it has no seed",
    }


@pytest.mark.parametrize(
    ("name", "program", "failure"), BROKEN, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_broken_program_is_found_by_the_check_that_is_meant_for_it(name, program, failure, registered):
    suite = registered(program)
    assert suite._make(getattr(suite, name)).failure == failure


def test_a_run_that_an_earlier_check_made_is_named(registered):
    (expected,) = (failure for _, program, failure in BROKEN if program is UnstableFigure)
    failures = [each.failure for each in registered(UnstableFigure).run() if each.failure]
    assert expected in failures


def test_every_check_has_a_broken_program():
    own = {name for name, value in vars(GpuProgramSuite).items() if hasattr(value, "check")}
    assert own <= {name for name, _, _ in BROKEN}
    assert not own & vars(Suite).keys()


def test_operands_have_the_shapes_that_they_are_named_after():
    graphs, matrices = graph_operands(), matrix_operands()
    standard = graphs[STANDARD]
    assert (standard.in_degree + standard.out_degree == 0).any()
    assert standard.weight.min() == 1
    assert standard.weight.max() == 9
    assert graphs["no edges"].num_edges == matrices["no entries"].nnz == 0
    assert (abs(matrices[STANDARD] - matrices[STANDARD].T) > 0).nnz == 0
    assert {matrix.shape for matrix in matrices.values()} >= {(7, 90), (90, 7), (1, 1)}
    assert (matrices["R-MAT, empty rows"].indptr[1:] == matrices["R-MAT, empty rows"].indptr[:-1]).any()


def test_the_watched_back_end_changes_one_copy():
    watched = WatchedBackend(HostBackend(), changed=1)
    numbers, truths = watched.array([1.5, -2.0]), watched.array([True, False])
    assert watched.numpy(numbers).tolist() == [1.5, -2.0]
    assert watched.numpy(truths).tolist() == [False, True]
    assert watched.numpy(truths).tolist() == [True, False]
    assert (len(watched.copies), len(watched.arrays)) == (3, 2)


class OfManyArrays(Arrivals):
    """Take a tuple of a number, an array and a mapping with an array."""

    operand = "generated"
    changes: ClassVar = None

    @classmethod
    def generate(cls, options, seed):
        """Return the operand."""
        return 64, np.arange(3), {"more": [np.zeros(2)]}

    def __init__(self, operand, backend, *, block_size: Literal[32, 64] = 64):
        super().__init__(operand[0] * sp.eye_array(64), backend, block_size=block_size)
        self.operands = operand

    def run(self):
        """Launch the kernel, and change an array."""
        super().run()
        if self.changes == "array":
            self.operands[1][0] = 7
        if self.changes == "more":
            self.operands[2]["more"][0][1] = 7


@pytest.mark.parametrize(
    ("changes", "failure"),
    [
        (None, ""),
        ("array", "the run changed the array 1"),
        ("more", "the run changed the array 2.more.0"),
    ],
)
def test_an_operand_may_have_arrays_in_tuples_and_mappings(registered, monkeypatch, changes, failure):
    monkeypatch.setattr(OfManyArrays, "changes", changes)
    suite = registered(OfManyArrays)
    found = suite._make(suite.operand_is_unchanged)
    assert found.failure.rpartition(": ")[2] == failure
