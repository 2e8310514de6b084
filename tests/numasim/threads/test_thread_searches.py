"""Test the time and the rate of searches by threads: the table `searches` and the figures of its row."""

from collections import Counter
from statistics import harmonic_mean

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thread_plugins import Sum

from numasim.machine.machine import load_machine
from numasim.numa.shared.limits import Limits
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.program import THREAD_PROGRAMS
from numasim.threads.searches import is_symmetric, traversed_edges
from partitioners.graph import Graph
from tests.numasim.kinds.test_thread_experiment import BFS, SUM, changed, run
from tests.numasim.threads.test_thread_bfs import GRAPHS, levels_of

MACHINE = load_machine("mesh-2x2")


@st.composite
def graphs(draw):
    """Small multigraphs, some of them undirected, and the nodes that two searches reach."""
    n = draw(st.integers(1, 6))
    node = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(node, node), max_size=12))
    if draw(st.booleans()):
        pairs += [(v, u) for u, v in pairs if u != v]
    reached = draw(st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=2, max_size=2))
    return n, pairs, np.array(reached)


@given(graphs())
def test_an_edge_of_an_undirected_graph_counts_once(given_graph):
    n, pairs, reached = given_graph
    graph = Graph(n, [u for u, _ in pairs], [v for _, v in pairs])
    counts = Counter(pairs)
    symmetric = all(counts[u, v] == counts[v, u] for u, v in pairs)
    assert is_symmetric(graph) == symmetric
    for found, of_search in zip(traversed_edges(graph, reached), reached, strict=True):
        begins = [(u, v) for u, v in pairs if of_search[u]]
        once = sum(0.5 if symmetric and u != v else 1 for u, v in begins)
        assert found == int(once)


@pytest.mark.parametrize("name", ["rmat", "road", "loops and parallel edges"])
def test_a_search_has_the_cycles_of_its_phases_without_the_clearing(name):
    program = Bfs(graph=GRAPHS[name], roots=2, method="hybrid")
    result = simulate_threads(program, np.arange(3), MACHINE)
    phases, searches = result.tables["phases"], result.tables["searches"]
    assert searches["root"].tolist() == program.roots.tolist()
    for row in searches.itertuples():
        level, sizes = levels_of(GRAPHS[name], row.root)
        assert (row.levels, row.reached) == (len(sizes), sum(sizes))
        assert row.reached == sum(each < len(sizes) for each in level)
        of_root = phases[phases["root"] == row.root]
        cleared = of_root[of_root["part"] == "reset"]
        assert len(cleared) == 1
        assert row.cycles == of_root["cycles"].sum() - cleared["cycles"].sum() > 0
        assert row.seconds == row.cycles / MACHINE.clock
        assert row.teps == pytest.approx(row.traversed_edges / row.seconds)
    assert result.figures["search_cycles"] == searches["cycles"].mean()
    assert result.figures["search_seconds"] == searches["seconds"].mean()
    assert result.figures["teps"] == pytest.approx(harmonic_mean(searches["teps"]))
    assert searches["cycles"].sum() < result.scalars["cycles"]


def test_both_engines_and_the_files_have_the_same_searches():
    found = [run(changed(BFS, workload={"roots": 3}, execution={"engine": e})) for e in ("compiled", "simpy")]
    tables = [each.tables["searches"].drop(columns="run_id") for each in found]
    pd.testing.assert_frame_equal(*tables)
    (row,) = found[0].table.to_dict("records")
    assert row["search_seconds"] == tables[0]["seconds"].mean()
    assert row["edges"] / 2 >= tables[0]["traversed_edges"].max()  # each edge of the R-MAT graph is two


def test_a_run_without_searches_or_cut_short_has_none():
    THREAD_PROGRAMS.register("sum", Sum)
    try:
        results = run(SUM)
    finally:
        THREAD_PROGRAMS.unregister("sum")
    assert "searches" not in results.tables
    assert "teps" not in results.table
    limits = Limits(max_cycles=500)
    cut = simulate_threads(Bfs(graph=GRAPHS["rmat"]), np.arange(2), MACHINE, limits=limits)
    assert "searches" not in cut.tables
    assert cut.figures == {}
