"""Breadth-first search and shortest paths by every kernel, against SciPy and their verifier."""

import re
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpu import HostBackend, TraceBackend
from gpu.programs.bfs import Bfs
from gpu.programs.graph_search import SPLITTING
from gpu.programs.sssp import Sssp
from partitioners.analysis.distances import UNREACHED
from partitioners.errors import InputError, OptionError
from partitioners.generators.degree_sequence import degree_sequence
from partitioners.generators.models import rmat
from partitioners.graph import Graph

FEW = settings(deadline=None, max_examples=examples(40), suppress_health_check=[HealthCheck.filter_too_much])
VARIANTS = [(program, variant) for program in (Bfs, Sssp) for variant in program.methods]
SCHEDULES = [
    {},
    {"resident": 6, "order": "turns", "pending_launches": 2},
    {"resident": 6, "order": "seeded", "seed": 3},
]
each_variant = pytest.mark.parametrize(
    ("program", "variant"), VARIANTS, ids=lambda each: getattr(each, "__name__", each)
)


@st.composite
def searches(draw):
    """A multigraph with self-loops, parallel edges, isolated nodes and stars, and a root with out-edges."""
    n = draw(st.integers(1, 60))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), min_size=1, max_size=150))
    centre = draw(vertex)
    pairs += [(centre, leaf) for leaf in range(draw(st.integers(0, n)))]
    src, dst = np.array(pairs).T
    weight = draw(st.lists(st.sampled_from([0, 1, 1, 2, 5, 90]), min_size=src.size, max_size=src.size))
    return Graph(n, src, dst, np.array(weight, float)), int(draw(st.sampled_from(src.tolist())))


def shortest(graph, root, weight):
    """By SciPy, whose matrices have one entry for parallel edges; weights of 0 are stored as tiny ones."""
    matrix = np.full((graph.num_vertices, graph.num_vertices), np.inf)
    np.minimum.at(matrix, (graph.src, graph.dst), np.maximum(weight, 1e-6))
    found = sp.csgraph.dijkstra(sp.csr_array(np.where(np.isinf(matrix), 0, matrix)), indices=root)
    return np.where(np.isinf(found), UNREACHED, np.round(found)).astype(int)


def weights_of(program, graph):
    return np.ones(graph.num_edges) if program is Bfs else graph.weight


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: each.get("order", "in_order"))
@each_variant
@FEW
@given(
    search=searches(),
    split=st.sampled_from(["max_degree", "level"]).flatmap(
        lambda name: st.fixed_dictionaries({name: st.none() | st.integers(1, 6)})
    )
    | st.just({"level": "histogram"}),
)
@pytest.mark.filterwarnings("ignore:max_degree is", "ignore:all edges of graph")
def test_every_variant_finds_the_shortest_distances(program, variant, schedule, search, split):
    graph, root = search
    options = split if variant in SPLITTING else {}
    made = program(graph, HostBackend(**schedule), variant=variant, root=root, block_size=32, **options)
    expected = shortest(graph, root, weights_of(program, graph))
    for _ in range(2):  # a search may run again
        made.run()
        assert made.distances.tolist() == expected.tolist()
        assert made.verify() == []
    reached = expected < UNREACHED
    figures = made.figures()
    assert figures["reached"] == np.count_nonzero(reached)
    assert figures["farthest"] == expected[reached].max()
    assert figures["reached_edges"] == np.count_nonzero(reached[graph.src])


@pytest.fixture(scope="module")
def larger():
    """More nodes than a block has threads, and queues that many blocks fill."""
    graph = rmat(scale=10, edge_factor=8, a=0.45, b=0.195, c=0.195, directed=True, seed=1)
    weight = np.random.default_rng(0).integers(1, 60, graph.num_edges).astype(float)
    return Graph(graph.num_vertices, graph.src, graph.dst, weight), int(graph.out_degree.argmax())


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: each.get("order", "in_order"))
@each_variant
def test_traced_searches_are_those_that_are_not_traced(program, variant, schedule, larger):
    graph, root = larger
    options = {"max_degree": 8} if variant in SPLITTING else {}
    host, trace = (
        program(graph, kind(**schedule), variant=variant, root=root, block_size=96, **options)
        for kind in (HostBackend, TraceBackend)
    )
    host.run()
    trace.run()
    assert host.verify() == []
    assert host.distances.tolist() == trace.distances.tolist()
    assert host.figures() == trace.figures()
    assert host.distances.tolist() == shortest(graph, root, weights_of(program, graph)).tolist()
    traces = trace.backend.pop_traces()
    assert len(traces) == trace.figures()["launches"]
    if variant == "relax":  # children are updated before each relaxation
        names = ["update_children", f"{program.program}_relax"]
        assert [each.kernel for each in traces] == names * trace.figures()["rounds"]
    assert any(each.children for each in traces) == (variant == "child")
    # Each visit of an edge reads its head once; `literal` reads it again where it has stored a distance.
    grids = [*traces, *(child for each in traces for child in each.children)]
    lanes = [each.lanes[each.array == each.arrays.index("head")] for each in grids if "head" in each.arrays]
    heads = int(np.unpackbits(np.concatenate(lanes).view(np.uint8)).sum())
    visits = trace.figures().get("edge_visits", heads)
    assert heads > visits > 0 if variant == "literal" else heads == visits > 0


@each_variant
def test_blocks_of_1024_by_default(program, variant, larger):
    graph, root = larger
    made = program(graph, HostBackend(), variant=variant, root=root)
    made.run()
    assert made.block_size == 1024
    assert made.verify() == []


@pytest.mark.filterwarnings("ignore:all edges of graph")
@pytest.mark.parametrize("program", [Bfs, Sssp])
def test_a_split_graph_has_its_extra_nodes_and_updates_children(program):
    graph = degree_sequence(out_degrees=[40, *[3] * 50], seed=2)
    counts = {}
    for variant in ("relax", "atomic", "virtual"):
        made = program(graph, HostBackend(), variant=variant, max_degree=4, block_size=64)
        made.run()
        counts[variant] = made.figures()
    assert [counts[variant]["extra_nodes"] for variant in counts] == [9, 9, 0]
    assert all(count["max_degree_allowed"] == 4 for count in counts.values())
    for variant, launches in ("relax", 2), ("atomic", 1), ("virtual", 1):
        assert counts[variant]["launches"] == launches * counts[variant]["rounds"]
    for count in counts.values():
        assert count["edge_visits"] == graph.num_edges * count["rounds"]
    whole = program(graph, HostBackend(), block_size=64)
    whole.run()
    assert whole.figures()["max_degree_allowed"] == 40
    assert whole.figures()["launches"] == whole.figures()["rounds"]


@pytest.mark.parametrize("program", [Bfs, Sssp])
@pytest.mark.parametrize("pending", [None, 3])
def test_nodes_with_many_edges_launch_a_grid_each(program, pending, larger):
    """Where only three grids may wait, the other nodes relax their edges themselves."""
    graph, root = larger
    backend = TraceBackend(pending_launches=pending)
    made = program(graph, backend, variant="child", root=root, max_degree=30, block_size=64)
    made.run()
    assert made.verify() == []
    large = int(np.count_nonzero(graph.out_degree > 30))
    assert large > 3
    for each in backend.pop_traces():
        (children,) = each.children
        assert children.kernel == f"{program.program}_child"
        assert children.block == (32, 1, 1)
        assert children.grid == (large if pending is None else pending, 1, 1)


def test_levels_take_a_launch_each():
    graph = Graph(6, [0, 1, 2, 3], [1, 2, 3, 4])
    for variant in Bfs.methods:
        made = Bfs(graph, HostBackend(), variant=variant, block_size=32)
        made.run()
        assert made.distances.tolist() == [0, 1, 2, 3, 4, UNREACHED]
        if variant not in SPLITTING:
            assert made.figures()["launches"] == 5
            assert made.figures()["edge_visits"] == 4


def test_a_node_whose_distance_shrinks_is_visited_again():
    """Node 1 is reached at 9, and in the next round at 2; so node 3 is put into two queues."""
    graph = Graph(4, [0, 0, 2, 1], [1, 2, 1, 3], [9.0, 1.0, 1.0, 1.0])
    made = Sssp(graph, HostBackend(), variant="worklist", block_size=32)
    made.run()
    assert made.distances.tolist() == [0, 2, 1, 3]
    assert made.figures()["node_visits"] == 6
    assert made.figures()["rounds"] == 4


@pytest.mark.filterwarnings("ignore:all edges of graph")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda each: each.get("order", "in_order"))
@FEW
@given(search=searches(), delta=st.sampled_from([1, 2, 7, 60, 10**9]))
def test_any_threshold_gives_the_shortest_distances(schedule, search, delta):
    graph, root = search
    made = Sssp(graph, HostBackend(**schedule), variant="near_far", root=root, delta=delta, block_size=32)
    made.run()
    assert made.distances.tolist() == shortest(graph, root, graph.weight).tolist()
    figures = made.figures()
    assert figures["launches"] == figures["rounds"] >= figures.get("threshold_steps", 0)


def test_far_nodes_wait_until_the_threshold_grows():
    """Of node 0's neighbours, 1 is near, and 2 and 3 are far; 2 becomes near by 1, so its entry is stale."""
    graph = Graph(5, [0, 0, 0, 1, 2, 3], [1, 2, 3, 2, 3, 4], [1.0, 5.0, 9.0, 1.0, 30.0, 1.0])
    backend = TraceBackend()
    made = Sssp(graph, backend, variant="near_far", delta=4, block_size=32)
    made.run()
    assert made.distances.tolist() == [0, 1, 2, 9, 10]
    # Near: 0; 1; 2. The threshold grows to 8: the entry of 2 is dropped, and 3 stays. No node is near, so it
    # grows to 12. Near: 3; 4, whose edges reach nothing.
    assert [each.kernel.removeprefix("sssp_") for each in backend.pop_traces()] == [
        *["near_far"] * 3,
        *["split_far"] * 2,
        *["near_far"] * 2,
    ]
    figures = made.figures()
    assert (figures["node_visits"], figures["threshold_steps"], figures["rounds"]) == (5, 2, 7)


def test_a_threshold_does_not_grow_where_no_distance_is():
    """Node 1 becomes near by the first split. The second finds node 2 far away, and the third takes it."""
    graph = Graph(3, [0, 1], [1, 2], [1.0, 1e8])
    made = Sssp(graph, HostBackend(), variant="near_far", delta=1, block_size=32)
    made.run()
    assert made.distances.tolist() == [0, 1, 10**8 + 1]
    assert made.figures()["threshold_steps"] == 3


@pytest.mark.filterwarnings("ignore:all edges of graph")
def test_the_threshold_grows_by_what_the_paper_chooses(larger):
    """A warp's lanes times the mean weight over the mean degree; less work than a queue of all nodes."""
    graph, root = larger
    made, queue = (Sssp(graph, HostBackend(), variant=each, root=root) for each in ("near_far", "worklist"))
    assert made.delta == round(32 * graph.weight.mean() / graph.out_degree.mean())
    for each in made, queue:
        each.run()
    assert made.figures()["node_visits"] < queue.figures()["node_visits"]
    light, none = (Graph(40, [0, *range(39)], range(40), np.full(40, w)) for w in (1.0, 0.0))
    assert Sssp(light, HostBackend()).delta == 32
    assert Sssp(none, HostBackend()).delta == 1
    heavy = Graph(40, [0], [1], [1e9])
    assert Sssp(heavy, HostBackend(), variant="near_far").delta == 10**9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"delta": 0}, "delta is 0; expected an integer from 1 to 1000000000"),
        ({"delta": 2.5}, "delta is 2.5; expected an integer from 1 to 1000000000"),
        ({"delta": 10**9 + 1}, "delta is 1000000001; expected an integer from 1 to 1000000000"),
        (
            {"delta": 5, "variant": "worklist"},
            "delta is 5, but variant 'worklist' does not use it; leave delta out, or choose the variant "
            "near_far",
        ),
    ],
)
def test_a_wrong_threshold_is_refused(options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        Sssp(LINE, HostBackend(), **{"variant": "near_far"} | options)


def test_wrong_distances_are_reported(larger):
    graph, root = larger
    made = Sssp(graph, HostBackend(), root=root)
    made.run()
    made.distances[17] += 1
    assert "node 17" in " ".join(made.verify())
    assert Bfs(graph, HostBackend(), root=root).verify()  # before the first run


# Bad input

LINE = Graph(4, [0, 0, 2], [1, 2, 0], [1.0, 2.0, 3.0], name="line")


@pytest.mark.parametrize("program", [Bfs, Sssp])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"root": 4}, "root is 4; the nodes of graph 'line' are 0 .. 3"),
        ({"root": -1}, "root is -1; the nodes of graph 'line' are 0 .. 3"),
        (
            {"root": 3},
            "root is 3, which has no out-edges: 1 of 4 nodes would be reached; choose a root that has, "
            "such as 0",
        ),
        ({"max_degree": 0}, "max_degree is 0; expected an integer of at least 1"),
        ({"max_degree": 2.5}, "max_degree is 2.5; expected an integer of at least 1"),
        ({"block_size": 100}, "block_size is 100; choose a multiple of 32 from 32 to 1024"),
    ],
)
def test_what_a_search_cannot_take_is_refused(program, options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        program(LINE, HostBackend(), **options)


@pytest.mark.parametrize(
    ("program", "variants"),
    [
        (
            Bfs,
            "relax, literal, atomic, virtual, child, read_node, read_warp, queue_node, queue_warp, "
            "queue_block",
        ),
        (Sssp, "relax, literal, atomic, virtual, child, worklist, near_far"),
    ],
)
def test_an_unknown_variant_is_refused(program, variants):
    with pytest.raises(OptionError, match=rf"^variant is 'fast'; choose one of {variants}$"):
        program(LINE, HostBackend(), variant="fast")


@each_variant
def test_a_largest_degree_fits_the_variant(program, variant):
    if variant in SPLITTING:
        message = (
            "max_degree is 3, but no node of graph 'line' has more than 2 out-edges, so it changes nothing"
        )
        with pytest.warns(UserWarning, match=f"^{message}$"):
            made = program(LINE, HostBackend(), variant=variant, max_degree=3)
        assert made.figures()["extra_nodes"] == 0
    else:
        message = (
            f"max_degree is 3, but variant '{variant}' does not use it; leave max_degree out, or choose the "
            "variant relax, literal, atomic, virtual or child"
        )
        with pytest.raises(OptionError, match=f"^{message}$"):
            program(LINE, HostBackend(), variant=variant, max_degree=3)


def test_a_graph_without_edges_has_no_root():
    message = "root is 0, which has no out-edges: 1 of 2 nodes would be reached; no node of this graph has"
    with pytest.raises(OptionError, match=f"^{message}$"):
        Bfs(Graph(2, [], []), HostBackend())


def test_a_wrong_weight_is_named_by_the_ids_of_the_file():
    graph = Graph(3, [0, 1], [1, 2], [1.0, 0.5], {"original_id": np.array([7, 19, 30])}, name="line")
    with pytest.raises(InputError, match=r"^graph 'line': edge 1 \(19 -> 30\) has the weight 0.5; "):
        Sssp(graph, HostBackend())


@pytest.mark.parametrize(("weight", "shown"), [(0.5, "0.5"), (10**9 + 1, "1000000001")])
def test_weights_are_integers(weight, shown):
    graph = Graph(3, [0, 1], [1, 2], [1.0, weight], name="line")
    message = (
        f"graph 'line': edge 1 (1 -> 2) has the weight {shown}; distances are 32-bit integers: scale and "
        "round the weights to integers from 0 to 1000000000"
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        Sssp(graph, HostBackend())
    Bfs(graph, HostBackend()).run()


def test_a_level_is_a_share_of_the_largest_degree():
    graph = rmat(scale=8, edge_factor=8, directed=True, seed=2)
    largest = int(graph.out_degree.max())
    for level, degree in ((1, largest), (2, -(-largest // 2)), (10**6, 1)):
        made = Bfs(graph, HostBackend(), level=level, block_size=64)
        assert made.figures()["max_degree_allowed"] == degree
    with pytest.raises(OptionError, match=r"^max_degree is 4 and level is 2; leave one of them out$"):
        Bfs(graph, HostBackend(), max_degree=4, level=2)
    with pytest.raises(OptionError, match=r"^level is 0; expected an integer of at least 1, or 'histogram'$"):
        Bfs(graph, HostBackend(), level=0)


def test_weights_are_drawn_from_one_to_the_largest():
    graph = rmat(scale=8, edge_factor=8, directed=True, seed=2)
    runs = []
    for seed in 1, 1, 2:
        made = Sssp(graph, HostBackend(), largest_weight=9, seed=seed, block_size=64)
        made.run()
        assert made.verify() == []
        assert set(made.graph.weight) == set(range(1, 10))
        runs.append(made.distances)
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    with pytest.raises(OptionError, match=r"^largest_weight is 0; expected an integer from 1 to 1000000000$"):
        Sssp(graph, HostBackend(), largest_weight=0)


def test_equal_weights_of_one_are_said():
    graph = Graph(3, np.array([0, 1]), np.array([1, 2]), name="path")
    message = (
        "all edges of graph 'path' have the weight 1, so distances are numbers of edges, as of bfs; set "
        "largest_weight for random weights"
    )
    with pytest.warns(UserWarning, match=f"^{re.escape(message)}$"):
        Sssp(graph, HostBackend())


def test_searches_need_no_numba():
    """The machine with the GPU may have NumPy, SciPy and CuPy alone."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from gpu import HostBackend\n"
        "from gpu.programs.bfs import Bfs\n"
        "from gpu.programs.sssp import Sssp\n"
        "from partitioners.graph import Graph\n"
        "for program in (Bfs, Sssp):\n"
        "    made = program(Graph(3, [0, 0, 1], [1, 2, 2]), HostBackend(), max_degree=1)\n"
        "    made.run()\n"
        "    assert made.verify() == []\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@each_variant
def test_a_search_that_runs_again_has_the_same_traces(program, variant, larger):
    graph, root = larger
    made = program(graph, TraceBackend(), variant=variant, root=root, block_size=64)
    runs = []
    for _ in range(2):
        made.run()
        runs.append(made.backend.pop_traces())
    for one, two in zip(*runs, strict=True):
        for name in ("warp_start", "kind", "sectors", "array_address"):
            assert np.array_equal(getattr(one, name), getattr(two, name))
