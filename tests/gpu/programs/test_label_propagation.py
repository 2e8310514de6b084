"""Label propagation by every kernel: against plain Python, the laws of every iteration, and bad input."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kernel_calls import callable_from_python
from plain_label_propagation import PlainLabels
from small_graphs import graphs

from gpu import HostBackend, TraceBackend
from gpu.programs import label_graph, label_state
from gpu.programs.label_graph import integer_weights
from gpu.programs.label_propagation import LabelPropagation
from gpu.programs.restriction import Restriction
from partitioners.edge_cuts import pulp_rules
from partitioners.errors import InputError, OptionError
from partitioners.generators.models import grid, rmat, web
from partitioners.graph import Graph

VARIANTS = ("collapse", "vertex", "warp")
IN_TURNS = {"resident": 8, "order": "turns"}
IN_RANDOM_ORDER = {"resident": 8, "order": "seeded", "seed": 5}
FEW = settings(deadline=None, max_examples=examples(18), suppress_health_check=list(HealthCheck))
each_variant = pytest.mark.parametrize("variant", VARIANTS)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_rules_are_those_of_pulp(dtype):
    cases = 500
    rng = np.random.default_rng(3)
    real = np.dtype(dtype).type
    stage = rng.integers(0, 3, cases).astype(np.int32)
    number = rng.choice([0.0, 0.5, 1.0, 2.0, 3.0, 7.0, 1000.0], (cases, 9)) * rng.choice(
        [1.0, 0.3], (cases, 9)
    )
    whole = rng.integers(0, 9, (cases, 3)).astype(np.int32)
    backend = HostBackend()
    kernel = backend.kernel(
        "evaluate_rules", dtype=dtype, file=Path(__file__).parents[1] / "pulp_rules_on_device.cu"
    )
    given = [backend.array(values.ravel()) for values in (stage, number.astype(dtype), whole)]
    found = backend.zeros(6 * cases, dtype)
    kernel(2, cases, *given, found)
    rules = {
        name: callable_from_python(getattr(pulp_rules, name))
        for name in ("headroom", "score", "fits", "cut_change_left", "cut_change_joined")
    }
    for i, answer in enumerate(found.values.reshape(cases, 6)):
        n, w = number[i].astype(real).astype(float), whole[i].tolist()
        attraction, size, load, cut, size_limit, load_limit, largest_cut, edge_factor, cut_factor = n
        expected = [
            rules["headroom"](size_limit, size),
            rules["score"](
                int(stage[i]), attraction, size, load, cut,
                size_limit, load_limit, largest_cut, edge_factor, cut_factor,
            ),
            rules["fits"](0.0, float(w[0]), float(w[1]), 1.0, float(w[2])),
            rules["cut_change_left"](w[0], w[1]),
            rules["cut_change_joined"](w[0], w[1]),
            attraction >= 0.5 * size,
        ]  # fmt: skip
        if dtype == "float64":
            assert answer.tolist() == expected
        np.testing.assert_allclose(answer, expected, rtol=1e-5)


class Recounted(LabelPropagation):
    """Recounts everything after each iteration, and compares it with what the device has."""

    def _launch(self, stage, items, source, *given):
        before = self.backend.numpy(self.state.part)
        used_before = self.labelled.used(before)
        row = super()._launch(stage, items, source, *given)
        state, part = self.state, self.backend.numpy(self.state.part)
        assert part.min() >= 0
        assert part.max() < self.parts
        assert (self.labelled.used(part) == state.used_of(self._totals)).all()
        limit = np.array(state.limit.values)[:, None]
        assert (self.labelled.used(part) <= np.maximum(limit, used_before)).all()
        changed = np.flatnonzero(before != part)
        assert row["moves"] == changed.size
        arrivals = np.bincount(part[changed], minlength=self.parts)
        keeps_work = len(given) == 6
        allowed = 0 if keeps_work else self.restriction.vertices_of_part(self.labelled.vertices, self.parts)
        assert arrivals.max() <= (allowed or self.labelled.vertices)
        if row["stage"] == "refinement":
            waiting = state.queues[1 - source].values[: row["waiting"]]
            assert np.unique(waiting).size == waiting.size
            beside = self.labelled.neighbour[np.isin(self.labelled.owner, changed)]
            assert np.isin(np.concatenate([changed, beside]), waiting).all()
        if self._counts_cut:
            assert row["cut_edges"] == self.labelled.cut_of(part).sum() // 2
        return row


@st.composite
def problems(draw):
    graph = draw(graphs(max_vertices=40, max_edges=160))
    return graph, draw(st.integers(1, min(6, graph.num_vertices))), draw(st.integers(0, 3))


@pytest.mark.parametrize("schedule", [{}, IN_TURNS, IN_RANDOM_ORDER], ids=["one", "turns", "seeded"])
@each_variant
@FEW
@given(
    problem=problems(),
    objective=st.sampled_from(["edge_cut", "max_cut"]),
    restriction=st.sampled_from(["none", "threshold", "allowance"]),
    table=st.sampled_from(["shared", "hash"]),
    min_blocks=st.sampled_from([1, 3, 50]),
)
def test_laws_of_every_iteration(variant, schedule, problem, objective, restriction, table, min_blocks):
    graph, parts, seed = problem
    program = Recounted(
        graph, HostBackend(**schedule), parts=parts, variant=variant, objective=objective, seed=seed,
        restriction=restriction, allowance=0.2, iterations=4, table=table, cut_of_iterations=True,
        min_blocks=min_blocks, block_size=32,
    )  # fmt: skip
    program.run()
    assert program.verify() == []
    figures, table = program.figures(), program.iteration_table()
    assert figures["moves"] == sum(table["moves"])
    assert figures["moves_undone"] == sum(table["undone"])
    assert all(undone <= moves for undone, moves in zip(table["undone"], table["moves"], strict=True))
    assert table["cut_edges"][-1] == figures["cut_edges"]
    assert figures["self_loops"] == np.count_nonzero(graph.src == graph.dst)
    isolated = np.setdiff1d(np.arange(graph.num_vertices), program.labelled.owner)
    assert (program.part[isolated] == program._start[isolated]).all()
    assert table["work_over_mean"][-1] == figures["work_over_mean"]
    beyond = figures["work_over_mean"] > figures["work_limit"] * (1 + 1e-6)
    said = f"one part has {figures['work_over_mean']:.2f} times the mean work, more than the limit of "
    assert [note.startswith(said) for note in program.notes()] == [True] * int(beyond)


class Fixed(Restriction):
    """The same threshold in every iteration."""

    def threshold(self, iteration, iterations):
        return self.start


@each_variant
@FEW
@given(problem=problems(), table=st.sampled_from(["shared", "hash"]), start=st.sampled_from([0.0, 0.0, 0.3]))
def test_one_block_at_a_time_is_a_plain_reading_of_the_collapse(variant, problem, table, start):
    graph, parts, seed = problem
    program = LabelPropagation(
        graph,
        HostBackend(),
        parts=parts,
        variant=variant,
        seed=seed,
        iterations=1,
        table=table,
        block_size=32,
    )
    program.restriction = Fixed("threshold", start)
    program.run()
    plain = PlainLabels(program.labelled, program._start.tolist())
    vertices, group = list(range(graph.num_vertices)), 32 if variant == "collapse" else 1
    moves = []
    for stage, load in ((0, False), (2, False)) * 3 + ((1, True), (2, True)) * 3:
        limits = [*program.labelled.sizes, program.labelled.load if load else 2**31 - 1]
        moves.append(len(plain.iterate(vertices, group, stage, limits, start)))
    used = plain.used(1)
    if max(used) > program.labelled.load:
        limits, emptiest = [2**31 - 1, program.labelled.load], used.index(min(used))
        moves.append(len(plain.iterate(vertices, group, 1, limits, 0.0, emptiest)))
        limits[0] = max(*program.labelled.sizes, *plain.used(0))
        moves.append(len(plain.iterate(vertices, group, 2, limits, start)))
    assert moves == program.iteration_table()["moves"]
    assert program.part.tolist() == plain.part


@each_variant
@pytest.mark.parametrize("objective", ["edge_cut", "max_cut"])
def test_tables_give_the_same_parts(monkeypatch, variant, objective):
    graph = rmat(scale=8, edge_factor=6, seed=2)
    found = []
    for table, wide in (("shared", False), ("hash", False), ("hash", True)):
        with monkeypatch.context() as patched:
            if wide:
                patched.setattr(label_state, "bits_of_slot", lambda parts, largest: (64, 48))
            program = LabelPropagation(
                graph, HostBackend(), parts=12, variant=variant, objective=objective, table=table,
                block_size=32,
            )  # fmt: skip
        assert program.state.has_wide_slots == wide
        program.run()
        assert program.verify() == []
        found.append((program.part.tolist(), program.iteration_table()))
    assert found[0] == found[1] == found[2]


def test_slots_have_the_bits_of_the_part_and_of_the_largest_count():
    graph = rmat(scale=8, edge_factor=6, seed=2)
    labelled = LabelPropagation(graph, HostBackend(), parts=12).labelled
    plain = PlainLabels(labelled, [0] * labelled.vertices)
    counts = [plain.attractions(v, 0)[0] for v in range(labelled.vertices)]
    assert labelled.largest_count() == max(counts)
    for parts, part_bits in (1, 1), (2, 1), (3, 2), (128, 7), (2**16, 16):
        assert label_state.bits_of_slot(parts, 2 ** (32 - part_bits) - 1) == (32, 32 - part_bits)
        assert label_state.bits_of_slot(parts, 2 ** (32 - part_bits)) == (64, 64 - part_bits)
    with pytest.raises(InputError) as caught:
        label_state.bits_of_slot(2**16, 2**48)
    assert str(caught.value) == (
        "parts is 65536, and the edges of a vertex attract it with 281474976710656, which do not "
        "fit together into the 64 bits of a slot; choose fewer parts, or the table shared"
    )


def test_an_objective_limits_the_largest_cut():
    graph = rmat(scale=10, edge_factor=8, seed=4)
    largest = {}
    for objective in ("edge_cut", "max_cut"):
        program = LabelPropagation(graph, HostBackend(), parts=8, objective=objective, block_size=32)
        program.run()
        largest[objective] = program.figures()["largest_cut"]
    assert largest["max_cut"] < largest["edge_cut"]


def test_several_weights_are_kept_in_balance():
    graph = rmat(scale=9, edge_factor=8, seed=1)
    rng = np.random.default_rng(0)
    attributes = {name: rng.integers(0, 9, graph.num_vertices) for name in ("memory", "power", "heat")}
    attributes["share"] = rng.random(graph.num_vertices) / 7
    weighted = Graph(graph.num_vertices, graph.src, graph.dst, graph.weight, attributes)
    names = list(attributes)
    program = LabelPropagation(
        weighted, HostBackend(**IN_TURNS), parts=6, vertex_weights=names, imbalance=3.0, block_size=32
    )
    program.run()
    assert program.verify() == []
    sums = np.array([np.bincount(program.part, attributes[name], 6) for name in names])
    assert (sums.max(axis=1) / sums.mean(axis=1) < 1.13).all()
    assert program.figures()["vertices_over_mean"] == pytest.approx(
        (sums.max(axis=1) / sums.mean(axis=1)).max()
    )
    counted = LabelPropagation(weighted, HostBackend(), parts=6, imbalance=3.0, block_size=32)
    counted.run()
    by_count = np.array([np.bincount(counted.part, attributes[name], 6) for name in names])
    assert (by_count.max(axis=1) / by_count.mean(axis=1)).max() > (sums.max(axis=1) / sums.mean(axis=1)).max()


def test_traced_runs_are_those_that_are_not_traced_and_look_at_each_edge_once():
    graph = rmat(scale=8, edge_factor=6, seed=2)
    for variant in VARIANTS:
        host, trace = (
            LabelPropagation(graph, kind(**IN_TURNS), parts=4, variant=variant, iterations=2, block_size=64)
            for kind in (HostBackend, TraceBackend)
        )
        host.run()
        trace.run()
        assert host.part.tolist() == trace.part.tolist()
        first = next(each for each in trace.backend.pop_traces() if each.kernel == f"pulp_{variant}")
        of_heads = first.lanes[first.array == first.arrays.index("head")]
        heads = int(np.unpackbits(of_heads.view(np.uint8)).sum())
        assert heads == trace.iteration_table()["edges"][0] == trace.labelled.neighbour.size


def test_thresholds_fall_to_0():
    linear = Restriction("threshold", 0.5, "linear", fall=1.0)
    assert [linear.threshold(i, 6) for i in range(6)] == pytest.approx([0.5, 0.4, 0.3, 0.2, 0.1, 0])
    geometric = Restriction("threshold", 0.64, "geometric", fall=1.0)
    assert [geometric.threshold(i, 5) for i in range(5)] == pytest.approx([0.64, 0.16, 0.04, 0.01, 0])
    assert [Restriction("threshold").threshold(i, 1) for i in range(1)] == [0]
    assert Restriction("threshold", 0.5, "geometric").threshold(0, 2) == 0.5
    for shape in ("linear", "geometric"):
        early = Restriction("threshold", 0.5, shape, fall=0.3)
        assert [early.threshold(i, 11) > 0 for i in range(11)] == [True] * 3 + [False] * 8
        assert Restriction("threshold", 0.5, shape, fall=0.0).threshold(0, 9) == 0
    assert Restriction("none").threshold(0, 9) == 0
    assert [Restriction("allowance", allowance=a).vertices_of_part(100, 8) for a in (0.0, 0.1, 1.0)] == [
        1,
        2,
        13,
    ]
    assert Restriction("none").vertices_of_part(100, 8) == 0


def test_restricted_moves_are_undone_less():
    graph = grid(width=40, height=40)
    undone = {}
    for start in (0.0, 0.25, 0.5):
        program = LabelPropagation(
            graph, HostBackend(resident=64, order="turns"), parts=8, restriction="threshold", start=start,
            block_size=32,
        )  # fmt: skip
        program.run()
        figures = program.figures()
        undone[start] = figures["moves_undone"] / figures["moves"]
    assert undone[0.5] < undone[0.25] < undone[0.0]


def test_moves_that_follow_others_need_iterations_without_a_threshold():
    graph = web(pages=2048)
    cuts = dict.fromkeys([0.5, 1.0], 0)
    for fall, seed in itertools.product(cuts, range(3)):
        program = LabelPropagation(
            graph, HostBackend(), parts=8, restriction="threshold", fall=fall, block_size=32, seed=seed
        )
        program.run()
        cuts[fall] += program.figures()["cut_edges"]
    assert cuts[0.5] < 0.985 * cuts[1.0]


@pytest.mark.parametrize(
    ("restriction", "seed"), [("allowance", 2), ("threshold", 3)], ids=["full of vertices", "without edges"]
)
def test_work_within_its_limit_goes_before_vertices(restriction, seed):
    graph = rmat(scale=11, edge_factor=8)
    program = LabelPropagation(
        graph, HostBackend(), parts=16, restriction=restriction, block_size=32, seed=seed
    )
    program.run()
    assert program.verify() == []
    figures = program.figures()
    assert figures["work_over_mean"] <= figures["work_limit"] < 1.031
    assert program.notes() == []
    assert figures["vertices_over_mean"] > 1.1


@each_variant
def test_few_vertices_are_distributed_to_more_blocks(variant):
    graph = rmat(scale=8, edge_factor=6, seed=2)
    found = []
    for min_blocks in (1, 40):
        program = LabelPropagation(
            graph, TraceBackend(resident=1), parts=4, variant=variant, min_blocks=min_blocks, block_size=64
        )
        program.run()
        assert program.verify() == []
        traces = [each for each in program.backend.pop_traces() if each.kernel == f"pulp_{variant}"]
        vertices = program.iteration_table()["vertices"]
        most = 2 if variant == "warp" else 64
        assert all(
            -(-items // most) <= trace.grid[0] <= max(min_blocks, -(-items // most))
            and trace.grid[0] >= min(items, min_blocks) / 2
            for trace, items in zip(traces, vertices, strict=True)
        )
        found.append(program.part.tolist())
    if variant == "vertex":  # which reads the parts of neighbours after the moves of all vertices before
        assert found[0] == found[1]


def test_weights_become_integers():
    exact = integer_weights([np.array([3.0, 0.0, 5.0])])
    assert (exact.values.tolist(), exact.scale.tolist()) == ([[3, 0, 5]], [1.0])
    for row in (np.array([0.5, 0.25]), np.full(3, 2.0**31), np.array([1e-9, 1e9]), np.full(7, 1 / 3)):
        scaled = integer_weights([row])
        assert scaled.values.sum(dtype=np.int64) <= 2**30
        np.testing.assert_allclose(scaled.values[0] / scaled.scale[0], row, atol=row.sum() / 2**29)


def refusal(graph, error=OptionError, **options):
    with pytest.raises(error) as caught:
        LabelPropagation(graph, HostBackend(), **options)
    return str(caught.value)


def test_bad_input_is_refused_in_one_line(monkeypatch):
    graph = Graph(3, [0, 1], [1, 2], name="path")
    assert refusal(graph, parts=4) == (
        "parts is 4, but graph 'path' has 3 vertices; choose at most as many parts"
    )
    assert refusal(graph, parts=2, vertex_weights=list("abcde")) == (
        "vertex_weights has 5 vertex attributes; name at most four"
    )
    assert refusal(graph, parts=2, vertex_weights=["size"]) == (
        "vertex_weights has 'size', which is no vertex attribute of graph 'path'; it has: none"
    )
    named = Graph(3, [0, 1], [1, 2], vertex={"size": [1.0, -2.0, 3.0], "label": ["a", "b", "c"]}, name="path")
    assert refusal(named, parts=2, vertex_weights=["size"]) == (
        "vertex attribute 'size' of graph 'path' is -2 at vertex 1; expected a finite number of at least 0"
    )
    assert refusal(named, parts=2, vertex_weights=["label"]) == (
        "vertex attribute 'label' of graph 'path' is not a number for each vertex; name an attribute "
        "of numbers in vertex_weights"
    )
    larger = grid(width=20, height=20)
    assert refusal(larger, parts=100, table="shared") == (
        "parts is 100: the counts of a block of 256 threads need 108672 bytes of shared memory, and it has "
        "49152; choose a smaller block_size, the variant warp, or the table hash"
    )
    monkeypatch.setattr(label_graph, "LARGEST", 3)
    assert refusal(graph, InputError, parts=2) == (
        "graph 'path' has 2 edges, and the kernels count both directions of each in 32-bit numbers, so at "
        "most 1; partition it with the method pulp"
    )


def test_the_check_finds_each_broken_law():
    graph = grid(width=8, height=8)
    program = LabelPropagation(graph, HostBackend(), parts=4, imbalance=1.3, block_size=32)
    program.run()
    kept = program.part.copy()
    program.part[5] = 4
    assert program.verify() == ["vertex 5 has the part 4, and the parts are 0 to 3"]
    program.part = np.zeros_like(kept)
    wrong = program.verify()
    assert [each.partition(" is ")[0] for each in wrong[:2]] == ["weight 0 of part 0"] * 2
    assert wrong[1].endswith(f"above its limit of {program.labelled.sizes[0]}")
    program.part = kept
    assert program.verify() == []
    program.state.part.values[:32] = 0
    assert program.verify()[0].startswith(
        f"part 0 has {program.labelled.cut_of(kept)[0]} cut edges, but the "
    )


def test_memory_of_the_device():
    graph = rmat(scale=12, edge_factor=16, seed=1)
    for parts, table in (16, "shared"), (128, "hash"):
        program = LabelPropagation(graph, HostBackend(), parts=parts, table=table)
        edges, vertices = program.labelled.neighbour.size // 2, graph.num_vertices
        assert program.figures()["device_bytes"] <= 24 * edges + 40 * vertices
