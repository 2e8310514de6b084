"""Test the breadth-first search by threads: levels, states, operations and messages."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_driver import Run

from numasim.threads import schedules
from numasim.threads.bfs import Bfs
from numasim.threads.bfs_data import JOIN, LEVEL, RESET
from numasim.threads.bfs_states import STATE_NAMES
from numasim.threads.operations import BARRIER, END
from partitioners.analysis.distances import UNREACHED
from partitioners.errors import OptionError
from partitioners.generators.models import erdos_renyi, grid, rmat
from partitioners.graph import Graph

METHODS = ("queue", "read", "hybrid", "channels")
SCHEDULES = [schedules.static, schedules.dynamic, schedules.guided, schedules.steal]


def star(leaves):
    """A hub with edges to and from all leaves."""
    hub, leaf = np.zeros(leaves, int), np.arange(1, leaves + 1)
    return Graph(leaves + 1, np.r_[hub, leaf], np.r_[leaf, hub], name="star")


def both_ways(graph):
    return Graph(graph.num_vertices, np.r_[graph.src, graph.dst], np.r_[graph.dst, graph.src])


def levels_of(graph, root):
    """The levels by a search in plain Python."""
    neighbours = [[] for _ in range(graph.num_vertices)]
    for u, v in zip(graph.src.tolist(), graph.dst.tolist(), strict=True):
        neighbours[u].append(v)
    level = [UNREACHED] * graph.num_vertices
    level[root], frontier, sizes = 0, [root], []
    while frontier:
        sizes.append(len(frontier))
        following = []
        for u in frontier:
            for v in neighbours[u]:
                if level[v] == UNREACHED:
                    level[v] = level[u] + 1
                    following.append(v)
        frontier = following
    return level, sizes


GRAPHS = {
    "rmat": rmat(scale=11, edge_factor=8, directed=True),
    "uniform": both_ways(erdos_renyi(vertices=2000, edges=8000)),
    "road": both_ways(grid(width=60, height=25)),
    "star": star(5000),
    "disconnected": Graph(200, np.r_[np.arange(50), 100], np.r_[np.arange(1, 51), 101]),
    "loops and parallel edges": Graph(5, [0, 0, 0, 0, 1, 1, 4], [0, 1, 1, 2, 1, 3, 4]),
    "one edge": Graph(2, [1], [0]),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", GRAPHS)
def test_levels_are_those_of_a_search_in_plain_python(name, method):
    graph = GRAPHS[name]
    program = Bfs(graph=graph, method=method, roots=1, threshold=20, states={"queue_at": 3, "read_at": 40})
    for threads in (1, 3, 16):
        Run(program, threads)
        assert program.levels[0].tolist() == levels_of(graph, program.roots[0])[0]
        assert program.verify() == []


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("method", METHODS)
def test_levels_are_right_under_every_schedule_and_from_several_roots(method, schedule):
    program = Bfs(graph=GRAPHS["rmat"], method=method, roots=3)
    run = Run(program, 5, schedule, chunk=3, order=np.random.default_rng(1))
    assert program.verify() == []
    reached = program.levels < UNREACHED
    assert program.figures() == {
        "reached": reached.sum() / 3,
        "visited_edges": sum(program.graph.out_degree[row].sum() for row in reached) / 3,
        "levels": sum(row[each].max() + 1 for row, each in zip(program.levels, reached, strict=True)) / 3,
    }
    for k, root in enumerate(program.roots):
        rows = [row for row in run.phases if row[0] == root and row[3] == LEVEL]
        sizes = np.bincount(program.levels[k][reached[k]]).tolist()
        assert [row[4] for row in rows] == sizes
        assert [row[1] for row in rows] == list(range(len(sizes)))
        degrees = program.graph.out_degree
        assert [row[5] for row in rows] == [
            degrees[program.levels[k] == depth].sum() for depth in range(len(sizes))
        ]


def next_state(states, state, current, following):
    """The state machines as their authors describe them."""
    if states == "hong":
        leaves = {
            "small": following >= 128,
            "queue": following >= 1024,
            "q2r": True,
            "read": following <= 2 * current,
            "r2q": True,
        }
    else:
        leaves = {
            "small": following > 64,
            "queue": following > 262144 or (following > 2048 and following > 2 * current),
            "q2r": True,
            "read": following < 2 * current,
            "r2q": True,
        }
    order = {"small": "queue", "queue": "q2r", "q2r": "read", "read": "r2q", "r2q": "queue"}
    return order[state] if leaves[state] else state


@pytest.mark.parametrize("states", ["hong", "alpha_beta"])
@pytest.mark.parametrize(
    "graph", [rmat(scale=14, directed=True), both_ways(erdos_renyi(vertices=30_000, edges=45_000))]
)
def test_the_states_are_those_of_the_published_machines(graph, states):
    program = Bfs(graph=graph, method="hybrid", roots=[int(graph.out_degree.argmax())], states=states)
    run = Run(program)
    sizes = levels_of(graph, program.roots[0])[1]
    expected = ["small"]
    for current, following in pairwise(sizes):
        expected.append(next_state(states, expected[-1], current, following))
    assert [STATE_NAMES[row[2]] for row in run.phases if row[3] == LEVEL] == expected
    assert len(set(expected)) > 2 or states == "alpha_beta"


def test_each_root_begins_with_a_reset_and_a_level_of_all_threads_ends_with_a_join():
    run = Run(Bfs(graph=GRAPHS["road"], method="queue", roots=2), 3)
    parts = [int(row[3]) for row in run.phases]
    for row, following in pairwise(run.phases):
        assert following[3] in {RESET: (LEVEL,), LEVEL: (JOIN,), JOIN: (LEVEL, RESET)}[int(row[3])]
    assert parts.count(RESET) == 2
    for operations in run.operations:
        kinds = operations["kind"]
        assert np.count_nonzero(kinds == BARRIER) == len(parts)
        assert np.flatnonzero(kinds == END).tolist() == [len(kinds) - 1]


@pytest.mark.parametrize("method", METHODS)
def test_operations_are_those_of_the_method(method):
    graph = GRAPHS["rmat"]
    program = Bfs(graph=graph, method=method, roots=1, threshold=64)
    run = Run(program, 4)
    reached = program.levels[0] < UNREACHED
    loads, _, atomics = run.accessed("visited")
    assert loads.sum() + atomics.sum() > 0
    new_nodes = int(reached.sum()) - 1
    if method != "hybrid":  # each new node is claimed by one thread, and threads that take turns do not race
        assert atomics.sum() == new_nodes
    queue_loads, queue_stores, _ = run.accessed("queue")
    begins = 1  # the root
    if method == "read":
        assert queue_loads.sum() == 0
        assert queue_stores.sum() == begins
        assert run.accessed("ends")[2].sum() == 0
    if method == "queue":
        assert queue_loads.sum() <= reached.sum()
        pushes = run.accessed("ends")[2].sum()
        assert new_nodes / (64 + 8) <= pushes < new_nodes
    for operations in run.operations:
        assert operations["folded"].max() <= 4096


@pytest.mark.parametrize("sockets", [1, 2, 3])
def test_threads_of_a_socket_access_only_the_bits_and_levels_of_its_nodes(sockets):
    graph = GRAPHS["rmat"]
    program = Bfs(graph=graph, method="channels", sockets=sockets, threshold=16)
    run = Run(program, 6, schedules.static)
    nodes = -(-graph.num_vertices // sockets)
    for thread in range(6):
        own = thread * sockets // 6
        for name, size in (("visited", 64), ("level", 1)):
            first = run.places(thread, name, skipped_phases=1) * size
            assert first.size
            assert np.all((first + size > own * nodes) & (first < (own + 1) * nodes))
    reached = program.levels[0] < UNREACHED
    followed = reached[graph.src]
    remote = np.count_nonzero(graph.src[followed] // nodes != graph.dst[followed] // nodes)
    # Nodes are sent without a test, each in one element of an outbox and one of a channel.
    loads, stores, _ = run.accessed("channels", folded=True)
    assert loads.sum() == stores.sum() == remote
    assert (remote > 0) == (sockets > 1)


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 150))
    m = draw(st.integers(1, 400))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return Graph(n, rng.integers(0, n, m), rng.integers(0, n, m))


@settings(max_examples=60, deadline=None)
@given(
    graph=graphs(),
    method=st.sampled_from(METHODS),
    schedule=st.sampled_from(SCHEDULES),
    threads=st.integers(1, 9),
    chunk=st.integers(1, 40),
    threshold=st.integers(1, 30),
    thresholds=st.tuples(st.integers(1, 20), st.integers(1, 20), st.floats(0.25, 4)),
    sockets=st.integers(1, 5),
    seed=st.integers(0, 1000),
)
def test_levels_of_random_graphs(
    graph, method, schedule, threads, chunk, threshold, thresholds, sockets, seed
):
    states = dict(zip(("queue_at", "read_at", "back_growth"), map(float, thresholds), strict=True))
    program = Bfs(graph=graph, seed=seed, method=method, threshold=threshold, states=states, sockets=sockets)
    run = Run(program, threads, schedule, chunk, order=np.random.default_rng(seed))
    assert program.levels[0].tolist() == levels_of(graph, program.roots[0])[0]
    end = run.team.layout.array_bytes
    shared = run.team.layout.shared_address
    for operations in run.operations:
        accesses = operations[operations["kind"] <= 2]["address"]
        assert np.all(((accesses >= 0) & (accesses < end)) | np.isin(accesses, shared))


def refused(**options):
    with pytest.raises(OptionError) as caught:
        Bfs(graph=Graph(5, [0, 1, 1], [1, 2, 3], name="tiny"), **options)
    return str(caught.value)


def test_messages():
    assert refused(roots=[7]) == "root is 7; the nodes of graph 'tiny' are 0 .. 4"
    assert refused(roots=[0, 4]) == "root 4 has no out-edge; choose a node that has one"
    assert refused(roots=[1, 0, 1]) == "roots has node 1 more than once; name each root once"
    assert refused(roots=[]) == "roots is an empty list; name at least one node"
    assert refused(roots=3) == (
        "roots is 3, but graph 'tiny' has 2 nodes with an out-edge; choose at most that many roots"
    )
    assert refused(states={"queue_after": 3}) == (
        "states has no threshold 'queue_after'; did you mean 'queue_at'?"
    )
    assert refused(states={"queue_at": 1e12}) == (
        "states: with queue_at 1e+12, no number of nodes can leave the state 'small'; choose 1 to 2147483647"
    )
    assert refused(states={"read_at": 0}) == (
        "states: with read_at 0, no number of nodes can leave the state 'queue'; choose 1 to 2147483647"
    )
    assert refused(states={"back_growth": 0.0}) == (
        "states: no growth of a level can leave the state 'read'; choose a read_growth from 0 to "
        "1000000 and a back_growth above 0"
    )
