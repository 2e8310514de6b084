"""The hypergraph model: what Mt-KaHyPar is given, and that its objective is the number of copies."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.errors import MissingExtraError, OptionError
from partitioners.generators.models import grid, rmat
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.vertex_cuts.hypergraph import _hyperedges

needs_mtkahypar = pytest.mark.usefixtures("mtkahypar")


@pytest.fixture
def mtkahypar():
    return pytest.importorskip(
        "mtkahypar", reason="The package mtkahypar is not installed: pip install 'numasim[hypergraph]'."
    )


@settings(deadline=None)
@given(graphs())
def test_a_hyperedge_is_the_edges_of_a_vertex(graph):
    expected = [
        np.flatnonzero((graph.src == v) | (graph.dst == v)).tolist() for v in range(graph.num_vertices)
    ]
    assert _hyperedges(graph, np.arange(graph.num_edges)) == [edges for edges in expected if len(edges) > 1]


def test_the_connectivity_metric_is_the_number_of_copies(mtkahypar):
    from partitioners.vertex_cuts.hypergraph import _initializer

    initializer = _initializer()
    graph = random_graph(60, 300, 1)
    cluster = partition(graph, "random", 7)
    context = initializer.context_from_preset(mtkahypar.PresetType.DETERMINISTIC)
    context.set_partitioning_parameters(7, 0.5, mtkahypar.Objective.KM1)
    context.logging = False
    hyperedges = _hyperedges(graph, np.arange(300))
    model = initializer.create_hypergraph(context, graph.num_edges, len(hyperedges), hyperedges)
    cut = model.create_partitioned_hypergraph(context, 7, cluster.cluster_of_edge.tolist())
    assert cut.km1() == quality(cluster).vertex_copies


@needs_mtkahypar
def test_it_cuts_less_than_spac():
    for graph in (grid(width=40, height=40), rmat(scale=9, edge_factor=8)):
        copies = [quality(partition(graph, method, 8)).vertex_copies for method in ("hypergraph", "spac")]
        assert copies[0] < copies[1]


@needs_mtkahypar
@pytest.mark.parametrize(
    "preset", ["deterministic", "deterministic_quality", "default", "quality", "highest_quality", "large_k"]
)
def test_every_preset_cuts_a_grid_and_prints_nothing(preset, capfd):
    cuts = [partition(grid(width=24, height=24), "hypergraph", 4, preset=preset, seed=3) for _ in range(2)]
    assert quality(cuts[0]).vertex_copies <= 72  # two straight lines cut 48
    assert quality(cuts[0]).edge_weight_imbalance <= 1.03
    if preset.startswith("deterministic"):
        assert cuts[0].cluster_of_edge.tobytes() == cuts[1].cluster_of_edge.tobytes()
    assert capfd.readouterr() == ("", "")


@needs_mtkahypar
@pytest.mark.parametrize("weights", ["unit", "wide", "mostly zero", "fractions"])
def test_the_hard_limit_is_kept(weights, capfd):
    graph = random_graph(300, 2000, 1, weights)
    for parts in (2, 17):
        figures = quality(partition(graph, "hypergraph", parts, imbalance=1.0))
        assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)
    assert capfd.readouterr() == ("", "")


@needs_mtkahypar
def test_the_seed_is_passed_on():
    graph = rmat(scale=9, edge_factor=8)
    cuts = {partition(graph, "hypergraph", 9, seed=seed).cluster_of_edge.tobytes() for seed in range(3)}
    assert len(cuts) == 3


@needs_mtkahypar
def test_a_preset_that_is_none_is_refused():
    with pytest.raises(OptionError, match=r"^partitioner 'hypergraph': preset: expected one of "):
        partition(grid(width=4, height=4), "hypergraph", 2, preset="fast")


def test_without_mtkahypar_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "mtkahypar", None)
    with pytest.raises(MissingExtraError) as caught:
        partition(Graph(3, [0, 1], [1, 2]), "hypergraph", 2)
    assert str(caught.value) == (
        "the partitioner 'hypergraph' needs the package 'mtkahypar': pip install 'numasim[hypergraph]'"
    )
