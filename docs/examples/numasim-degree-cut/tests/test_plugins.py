"""They keep what their families promise, and do what they are for."""

from pathlib import Path

import pytest

import numasim
from numasim.generators import rmat
from numasim.plugins import conformance


@pytest.mark.parametrize(("kind", "name"), [("partitioner", "degree_cut"), ("mapper", "near_partners")])
def test_it_conforms(kind, name):
    assert [finding for finding in conformance(kind, name) if finding.failure] == []


def test_it_copies_fewer_vertices_than_random():
    graph = rmat(scale=9, seed=1)
    copies = {
        method: numasim.quality(numasim.partition(graph, method, 16)).vertex_copies
        for method in ("degree_cut", "random")
    }
    assert copies["degree_cut"] < 0.8 * copies["random"]


def test_the_experiment_runs_and_the_mapper_saves_hops():
    table = numasim.run(Path(__file__).parents[1] / "experiment.yaml", workers=1)
    assert table["error"].isna().all()
    hops = table[table["partitioner"] == "multilevel"].set_index("mapper")["flit_hops"]
    assert hops["near_partners"] < 0.9 * hops["random"]
