"""Migration of clusters: closed forms, both engines, the laws of its messages, and what is refused."""

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from shuffled_events import Shuffled

import numasim
import numasim.numa.simpy_engine.machine_parts
from mappers.clusters.cluster_graph import cluster_graph
from mappers.map_clusters import MAPPERS
from mappers.mapping import Mapping, PeriodicMapping
from numasim.machine.machine import load_machine
from numasim.numa.shared.timeline import Timeline
from numasim.program.schedulers import SCHEDULERS
from numasim.results.cores_over_time import MAX_ARROWS
from numasim.results.gantt import gantt_figure
from numasim.results.timeline import write_timeline
from numasim.simulation.map_onto_machine import map_clusters
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from tests.numasim.numa.test_engines import ENGINES, everything, in_both

PRELOADED = {"initial_values": "preloaded"}


def dense(seed=1, vertices=120, edges=400, parts=24):
    """A cut with messages between most of its clusters."""
    random = np.random.default_rng(seed)
    ends = random.integers(0, vertices, (2, edges))
    src, dst = np.sort(ends[:, ends[0] != ends[1]], axis=0)
    operation = random.integers(0, 3, vertices).astype(float)
    graph = Graph(vertices, src, dst, random.integers(0, 200, src.size) * 1.0, {"operation": operation})
    return EdgePartition(graph, parts, random.integers(0, parts, src.size))


CUT, MACHINE = dense(), load_machine("mesh-4x2")


class Wander:
    """Moves clusters at random, however often it is asked, and remembers what it was told."""

    def __init__(self, cores, share, seed=0):
        self.cores, self.share, self.seed = cores, share, seed
        self.asked = []

    def __call__(self, measured):
        self.asked.append(
            [getattr(value, "tolist", lambda v=value: v)() for value in vars(measured).values()]
        )
        random = np.random.default_rng([self.seed, measured.cycle])
        moves = random.random(measured.core_of_cluster.size) < self.share
        others = random.integers(0, self.cores, moves.size)
        return np.where(moves, others, measured.core_of_cluster)


def periodic(cores, every, remap, start=None, parts=None):
    start = np.arange(parts) % cores if start is None else start
    return PeriodicMapping(start, cores, "wander", every=every, new_remap=lambda: remap)


def wandering(execution, every=100, machine=MACHINE, cut=CUT, share=0.4, **more):
    """A run whose clusters move often; the same from both engines."""
    results, asked = [], []
    for engine in ENGINES:
        remap = Wander(machine.num_cores, share)
        mapping = periodic(machine.num_cores, every, remap, parts=cut.parts)
        results.append(simulate(cut, mapping, machine, {**execution, "engine": engine}, **more))
        asked.append(remap.asked)
    assert everything(results[0]) == everything(results[1])
    assert asked[0] == asked[1]
    return results[0]


# Closed forms. Core 0 has two clusters; the second one moves to its neighbour at the end of cycle 10.

PACKET = 1 + 1 + 2 * 5
"""Cycles of a packet of one flit to a neighbour: to the port, to the router, then two routers."""


def two_clusters(src, dst, weight, clusters, edge_bytes=None, every=10, start=(0, 0), to=(0, 1), **execution):
    cut = EdgePartition(Graph(max(dst) + 1, src, dst, weight, edge_bytes=edge_bytes), 2, clusters)
    mapping = periodic(2, every, lambda measured: np.array(to), start=start)
    results = []
    for engine in ENGINES:
        machine = load_machine("mesh-2x1")
        results.append(simulate(cut, mapping, machine, {**PRELOADED, **execution, "engine": engine}))
    assert everything(results[0]) == everything(results[1])
    return results[0]


@pytest.mark.parametrize("network", ["ideal", "packet", "flit"])
def test_a_waiting_cluster_moves_with_the_value_that_it_needs(network):
    # Cluster 0 runs for 100 cycles. Cluster 1 has one ready task, which needs the value of vertex 0.
    result = two_clusters([0, 0], [1, 2], [100.0, 50.0], [0, 1], network=network)
    counted = result.scalars
    assert counted["migrations"] == counted["migrated_blocks"] == 1
    assert counted["migration_bytes"] == 8 + (8 + 32)
    # The packet of the cluster is one flit. The block (40 bytes, 3 flits) waits behind it, except on `ideal`.
    settled = 10 + PACKET + 2 + (network != "ideal")
    assert result.vertex_finish.tolist() == [0, 100, settled + 50]
    new = result.tables["cores"].iloc[1]
    assert (new["synchronisation"], new["network"]) == (10, settled - 10)
    assert result.tables["clusters"]["core"].tolist() == [0, 0]
    assert result.tables["clusters"]["last_core"].tolist() == [0, 1]
    assert result.tables["clusters"]["migrations"].tolist() == [0, 1]


def test_a_value_moves_with_the_data_of_the_largest_edge_that_reads_it():
    result = two_clusters(
        [0, 0, 0], [1, 2, 3], [100.0, 50.0, 20.0], [0, 1, 1], edge_bytes=[8, 900, 1000], network="ideal"
    )
    counted = result.scalars
    assert (counted["migrations"], counted["migrated_blocks"]) == (1, 1)
    assert counted["migrated_block_bytes"] == 1024  # 1,000 bytes in blocks of 32
    assert counted["migration_bytes"] == 8 + (8 + 1024)
    settled = 10 + PACKET + 65 - 1  # 1,032 bytes are 65 flits
    assert result.vertex_finish.tolist() == [0, 100, settled + 50, settled + 70]


@pytest.mark.parametrize(("carried", "accumulated"), [([400, 400], 416), ([100, 700], 416), ([7, 8], 32)])
def test_an_accumulator_moves_with_the_data_that_have_arrived(carried, accumulated):
    """Cluster 1 has run one of two edges into vertex 1, and waits for vertex 2: half of the data of both."""
    ends, data = ([0, 0, 2], [1, 2, 1]), [carried[0], 8, carried[1]]
    result = two_clusters(
        *ends, [5.0, 200.0, 50.0], [1, 0, 1], edge_bytes=data, every=100, start=(0, 1), to=(0, 0)
    )
    counted = result.scalars
    assert (counted["migrations"], counted["migrated_blocks"]) == (1, 1)
    assert counted["migrated_block_bytes"] == accumulated
    assert counted["migration_bytes"] == 2 * 8 + accumulated


def test_a_running_task_ends_before_its_cluster_departs():
    # Cluster 1 runs a task of 60 cycles first; its second task moves.
    result = two_clusters([0, 0, 0], [1, 2, 3], [60.0, 50.0, 100.0], [1, 1, 0])
    settled = 60 + PACKET + 3
    assert result.vertex_finish.tolist() == [0, 60, settled + 50, 160]


def test_a_value_on_its_way_is_forwarded():
    # Vertex 1 is finished on core 0 in cycle 9, and its value travels to cluster 1, which leaves core 1.
    cut = EdgePartition(Graph(3, [0, 1], [1, 2], [9.0, 50.0]), 2, [0, 1])
    mapping = periodic(3, 10, lambda measured: np.array([0, 2]), start=[0, 1])
    results = []
    for engine in ENGINES:
        machine = load_machine("mesh-3x1")
        execution = {**PRELOADED, "network": "ideal", "engine": engine}
        results.append(simulate(cut, mapping, machine, execution))
    assert everything(results[0]) == everything(results[1])
    counted = results[0].scalars
    assert counted["migrations"] == counted["forwarded_messages"] == 1
    assert counted["migrated_blocks"] == 0
    assert counted["forwarded_bytes"] == 16
    # The message left in cycle 10, before the table changed, and is sent on when it arrives.
    assert results[0].vertex_finish.tolist() == [0, 9, 9 + PACKET + PACKET + 50]
    assert counted["messages"] == counted["messages_remote"] == 1


# Laws.

OF_DATAFLOW = configurations(
    memory_model="traced", model="dataflow", stealing="none", max_cycles=None, speeds=False
)


@settings(deadline=None, max_examples=examples(80))
@given(OF_DATAFLOW, st.integers(1, 400), st.sampled_from([0.1, 0.5, 1.0]), st.integers(0, 99))
def test_both_engines_migrate_the_same(run, questions, share, seed):
    cut, mapping, machine, execution = run
    plain = simulate(cut, mapping, machine, execution)
    every = plain.scalars["cycles"] // questions + 1
    # Clusters that move at each question may never run.
    execution = {**execution, "max_cycles": 4 * plain.scalars["cycles"] + 100}
    results, asked = [], []
    for engine in ENGINES:
        remap = Wander(machine.num_cores, share, seed)
        placed = periodic(machine.num_cores, every, remap, start=mapping.core_of_cluster)
        results.append(simulate(cut, placed, machine, {**execution, "engine": engine}))
        asked.append(remap.asked)
    assert everything(results[0]) == everything(results[1])
    assert asked[0] == asked[1]
    if not results[0].scalars["completed"]:
        return
    for same in ("tasks", "messages", "work_cycles", "compute_cycles", "critical_path_cycles"):
        assert results[0].scalars[same] == plain.scalars[same]
    assert results[0].tables["clusters"]["compute"].equals(plain.tables["clusters"]["compute"])


@pytest.mark.parametrize(("network", "scheduler"), [("packet", "lifo"), ("flit", "critical_path")])
def test_a_crowded_machine_migrates_the_same(network, scheduler):
    machine = load_machine({"base": "mesh-4x2", "core": {"mshrs": 1}})
    counted = wandering(
        {"network": network, "scheduler": scheduler, "value_bytes": "100 B"}, every=20, machine=machine
    ).scalars
    assert counted["migrations"] > 500
    assert counted["migrated_blocks"] > counted["forwarded_messages"] > 50
    assert counted["forwarded_bytes"] == counted["forwarded_messages"] * 108


def test_cores_of_different_speeds_migrate_the_same():
    machine = load_machine({"base": "mesh-4x2", "core": {"speeds": {"0-3": 2, "6": 0.3}}})
    assert wandering({"network": "ideal", **PRELOADED}, machine=machine).scalars["migrations"] > 50


def test_cores_of_several_classes_migrate_the_same():
    kind = np.where(np.arange(CUT.graph.num_vertices) % 3, "a", "b")
    graph = replace(CUT.graph, vertex={**CUT.graph.vertex, "kind": kind})
    speeds = {"a": {"left": 3}, "b": {"left": 0.3, "right": 2}}
    core = {"classes": {"left": "0-3", "right": 6}, "task_speeds": speeds}
    machine = load_machine({"base": "mesh-4x2", "core": core})
    cut = EdgePartition(graph, CUT.parts, CUT.cluster_of_edge)
    assert wandering(PRELOADED, machine=machine, cut=cut).scalars["migrations"] > 50


def test_a_policy_that_never_acts_changes_nothing():
    mapping = Mapping(np.arange(CUT.parts) % 8, 8)
    for execution in ({}, {"network": "flit", "scheduler": "fifo"}):
        plain = simulate(CUT, mapping, MACHINE, execution)
        stays = lambda measured: measured.core_of_cluster  # noqa: E731
        for every, remap in ((10**9, None), (10, stays)):
            never = in_both(CUT, periodic(8, every, remap, parts=CUT.parts), MACHINE, execution)
            assert never.scalars == plain.scalars
            assert never.vertex_finish.tobytes() == plain.vertex_finish.tobytes()
            traffic = never.tables["traffic"]
            ours = traffic["class"].isin(["migrations", "forwarded_values"])
            assert traffic[ours].drop(columns="class").to_numpy().sum() == 0
            for name, table in plain.tables.items():
                found = never.tables[name]
                assert table.equals(found[~ours] if name == "traffic" else found)


def test_nothing_moves_twice_at_once_or_before_its_values_are_read():
    seen = []

    def remap(measured):
        seen.append((measured.movable.copy(), measured.core_of_cluster.copy(), measured.work_left.copy()))
        return (measured.core_of_cluster + 1) % 8

    result = in_both(CUT, periodic(8, 5, remap, parts=CUT.parts), MACHINE, {})
    seen = seen[: len(seen) // 2]
    moved = [0] * CUT.parts
    for (movable, before, left), (_, after, less) in pairwise(seen):
        assert (after == (before + movable) % 8).all()
        assert (less <= left).all()
        moved += movable
    assert not seen[0][0].all()  # the values of the first cycles are read from memory
    assert result.tables["clusters"]["migrations"].tolist() == (moved + seen[-1][0]).tolist()


def test_a_mapper_is_told_what_was_sent_since_it_was_asked():
    told = []

    def remap(measured):
        rows = np.repeat(np.arange(CUT.parts), np.diff(measured.indptr))
        told.append((rows, measured.target.copy(), measured.messages.copy(), measured.payload_bytes.copy()))
        return measured.core_of_cluster

    simulate(CUT, periodic(8, 300, remap, parts=CUT.parts), MACHINE, {"value_bytes": "12 B"})
    total = np.zeros((CUT.parts, CUT.parts), int)
    for rows, target, messages, payload in told:
        assert (messages > 0).all()
        assert (payload == 12 * messages).all()
        total[rows, target] += messages
    clusters = cluster_graph(CUT)
    static = np.zeros_like(total)
    static[np.repeat(np.arange(CUT.parts), np.diff(clusters.indptr)), clusters.target] = clusters.messages
    assert 0 < total.sum() < static.sum()  # those after the last question are missing
    assert (total <= static).all()
    assert (static - total).sum() < 0.1 * static.sum()


def test_the_order_in_which_simpy_handles_equal_times_changes_nothing():
    execution = {"engine": "simpy", "network": "ideal"}
    mapping = periodic(8, 40, Wander(8, 0.5), parts=CUT.parts)
    expected = everything(simulate(CUT, mapping, MACHINE, execution))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numasim.numa.simpy_engine.machine_parts.simpy, "Environment", Shuffled)
        for _ in range(2):
            assert everything(simulate(CUT, mapping, MACHINE, execution)) == expected


@pytest.mark.parametrize("cycles", [1, 100, 500, 2000])
def test_a_run_with_migration_ends_at_a_limit_in_the_same_state(cycles):
    result = wandering({"max_cycles": cycles}, every=30)
    assert (result.scalars["completed"], result.scalars["cycles"]) == (0, cycles)


def test_a_timeline_records_the_same_run():
    timeline = Timeline()
    mapping = periodic(8, 100, Wander(8, 0.4), parts=CUT.parts)
    result = simulate(CUT, mapping, MACHINE, {}, timeline=timeline)
    assert everything(result) == everything(simulate(CUT, mapping, MACHINE, {}))
    computed = np.zeros(8, int)
    for one in timeline.slices:
        computed[one.core] += (one.last - one.first) * (one.kind == "compute")
    assert computed.tolist() == result.tables["cores"]["compute"].tolist()


def test_a_timeline_has_an_arrow_for_every_move(tmp_path):
    timeline = Timeline()
    mapping = periodic(8, 100, Wander(8, 0.4), parts=CUT.parts)
    result = simulate(CUT, mapping, MACHINE, {}, timeline=timeline)
    moves = [arrow for arrow in timeline.arrows if arrow.kind == "migration"]
    assert len(moves) == result.scalars["migrations"] > 0
    table = result.tables["clusters"].set_index("cluster")
    for cluster, row in table.iterrows():  # the moves of a cluster follow each other, from core to core
        own = [move for move in moves if move.cluster == cluster]
        assert len(own) == row["migrations"]
        at = [row["core"], *(move.target for move in own)]
        assert [move.source for move in own] == at[:-1]
        assert at[-1] == row["last_core"]
        assert all(one.sent < one.arrived <= other.sent for one, other in pairwise(own))
        # Where the cluster is on its way, none of its tasks runs.
        running = [s for s in timeline.slices if s.cluster == cluster and s.task >= 0]
        assert not any(s.first < move.arrived and s.last > move.sent for s in running for move in own)
    write_timeline(tmp_path / "t.json", timeline, MACHINE.topology, "A run")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    sent = [(e["tid"], e["args"]["cluster"]) for e in events if e["ph"] == "s" and e["name"] == "migration"]
    assert sent == [(move.source, move.cluster) for move in moves]
    told = [(e["tid"], e["ts"], e["name"]) for e in events if e["ph"] == "i"]
    assert told == [(m.source, m.sent, f"cluster {m.cluster} moves to core {m.target}") for m in moves]
    (bars, _), whole = gantt_figure(timeline, 8, "A run").axes, len(moves)
    one_in = -(-whole // MAX_ARROWS)
    title = f"A run\n{whole:,} migrations, of which one in {one_in} is drawn (red)"
    assert (len(bars.texts), bars.get_title()) == (-(-whole // one_in), title)
    timeline.last = 300
    bars, _ = gantt_figure(timeline, 8, "A run").axes
    drawn = sum(move.arrived < 300 for move in moves)
    assert (len(bars.texts), bars.get_title()) == (drawn, f"A run\n{drawn} migrations (red)")
    assert 0 < drawn < whole


def test_a_hand_worked_move_is_an_arrow_from_its_departure_to_its_arrival():
    # As in the first closed form above: cluster 1 leaves in cycle 10, and its last packet arrives in 25.
    timeline = Timeline()
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [100.0, 50.0]), 2, [0, 1])
    mapping = periodic(2, 10, lambda measured: np.array([0, 1]), start=[0, 0])
    simulate(cut, mapping, load_machine("mesh-2x1"), PRELOADED, timeline=timeline)
    (move,) = [arrow for arrow in timeline.arrows if arrow.kind == "migration"]
    assert (move.cluster, move.source, move.target) == (1, 0, 1)
    assert (move.sent, move.arrived) == (10, 10 + PACKET + 3)


# What is refused.


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ([0, 2], "array([0, 2])"),
        ([0], "array([0])"),
        ([0.0, 1.0], "array([0., 1.])"),
        ([-1, 0], "array([-1,  0])"),
    ],
)
def test_an_answer_that_is_no_mapping_is_refused(engine, answer, shown):
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [100.0, 50.0]), 2, [0, 1])
    mapping = periodic(2, 10, lambda measured: answer, start=[0, 0])
    with pytest.raises(OptionError) as error:
        simulate(cut, mapping, load_machine("mesh-2x1"), {**PRELOADED, "engine": engine})
    assert str(error.value) == (
        f"mapper 'wander' returned {shown} in cycle 10; it must return one core of 0 .. 1 for each of the 2 "
        "clusters"
    )


def test_runs_whose_clusters_cannot_move_are_refused():
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [100.0, 50.0]), 2, [0, 1])
    mapping = periodic(2, 10, lambda measured: measured.core_of_cluster, start=[0, 0])
    for key, value, wanted in (
        ("memory_model", "simulated", "traced"),
        ("model", "supersteps", "dataflow"),
        ("stealing", "nearest", "none"),
    ):
        with pytest.raises(OptionError) as error:
            simulate(cut, mapping, load_machine("mesh-2x1"), {key: value})
        assert str(error.value) == (
            f"`policy: periodic` needs `{key}: {wanted}`, got {value!r}; set it, or use `policy: static`"
        )

    class First:
        def next_task(self, core, ready, state):
            return ready[0]

    SCHEDULERS.register("first", lambda program: First())
    try:
        with pytest.raises(OptionError) as error:
            simulate(cut, mapping, load_machine("mesh-2x1"), {"scheduler": "first"})
    finally:
        SCHEDULERS.unregister("first")
    assert str(error.value) == (
        "scheduler 'first' decides while the program runs, which requires a static mapping; use "
        "`policy: static`"
    )


# Experiments.


def test_an_experiment_compares_policies(tmp_path):
    (tmp_path / "move.yaml").write_text(
        "workload: {generator: stencil, width: 12, height: 12, steps: 6, work: 300, variation: 0.8}\n"
        "partition: {method: wb_libra, parts: 16}\n"
        "mapping: {method: refine, every: 100}\n"
        "machine: {base: mesh-2x2, core: {speeds: {0-1: 0.5}}}\n"
        "execution: {initial_values: preloaded}\n"
        "sweep: {mapping.policy: [static, periodic], mapping.method: [refine, round_robin]}\n"
    )
    table = numasim.run(tmp_path / "move.yaml", workers=1)
    static, again = (table[table["mapping_policy"] == policy] for policy in ("static", "periodic"))
    assert static["migrations"].tolist() == [0, 0]
    assert static["mapping_every"].tolist() == [0, 0]
    assert again["mapping_every"].tolist() == [100, 100]
    refined, dealt = again["migrations"].tolist()
    assert refined > 0
    assert dealt == 0  # the same clusters in the same order
    cycles = table.set_index(["mapper", "mapping_policy"])["cycles"]
    assert cycles["refine", "periodic"] < cycles["refine", "static"]
    assert cycles["round_robin", "periodic"] == cycles["round_robin", "static"]


def test_a_mapper_without_remap_is_called_with_the_work_that_is_left():
    seen = []

    def by_work(clusters, topology, costs):
        seen.append((clusters.work.copy(), clusters.messages.sum()))
        return np.argsort(np.argsort(-clusters.work, kind="stable")) % topology.num_cores

    MAPPERS.register("by_work", by_work)
    try:
        mapping = map_clusters(cluster_graph(CUT), MACHINE, "by_work", policy="periodic", every=1000)
        result = simulate(CUT, mapping, MACHINE, {})
    finally:
        MAPPERS.unregister("by_work")
    work = np.array([each for each, _ in seen])
    assert (np.diff(work, axis=0) <= 0).all()
    assert work[0].sum() == result.scalars["work_cycles"] > work[-1].sum() > 0
    assert sum(messages for _, messages in seen[1:]) <= seen[0][1]
    assert result.scalars["migrations"] > 0
