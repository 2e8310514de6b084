"""The ranks are right in any order of the blocks, and the experiment runs."""

from pathlib import Path

import pytest
from numasim_page_rank.page_rank import PageRank

import gpu
import numasim
from numasim.generators import web
from numasim.plugins import conformance


@pytest.mark.parametrize("schedule", [{}, {"resident": 4, "order": "turns"}])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_ranks_are_right(schedule, dtype):
    program = PageRank(web(pages=300), gpu.HostBackend(**schedule), dtype=dtype)
    program.run()
    assert program.verify() == []


def test_a_wrong_rank_is_found():
    backend = gpu.HostBackend()
    program = PageRank(web(pages=300), backend)
    program.run()
    backend.write(program.rank, 2 * backend.numpy(program.rank))
    assert len(program.verify()) == 1


def test_it_conforms():
    assert [finding for finding in conformance("gpu-program", "page_rank") if finding.failure] == []


def test_the_experiment_runs():
    table = numasim.run(Path(__file__).parents[1] / "experiment.yaml", workers=1)
    assert table["error"].isna().all()
    assert (table["launches"] == 6).all()
    assert (table["edges_pushed"] == 3 * table["edges"]).all()


def test_parallel_edges_are_pushed_one_by_one():
    graph = numasim.Graph(3, [0, 0, 1], [1, 1, 2])
    program = PageRank(graph, gpu.HostBackend(), iterations=2)
    program.run()
    assert program.figures()["edges_pushed"] == 6
