"""A program that has let go of its arrays gives the same ones when it is asked for them."""

import numpy as np
import pytest

import numasim
from numasim.numa.compiled.run import Run
from numasim.numa.shared.run_inputs import RunInputs
from numasim.program.program import prepare
from partitioners.graph import Graph

ARRAYS = (
    "level",
    "reader_indptr",
    "readers",
    "gather_id",
    "scatter_id",
    "scatter_count",
    "gathers_of_master",
)
OF_REPLICAS = ("indptr", "vertex", "cluster", "in_edges", "out_edges", "in_replica", "out_replica", "master")


@pytest.fixture
def partition():
    random = np.random.default_rng(1)
    ends = np.sort(random.integers(0, 60, (200, 2)), axis=1)
    src, dst = ends[ends[:, 0] < ends[:, 1]].T
    graph = Graph(60, src, dst, random.integers(1, 9, src.size).astype(float))
    return numasim.partition(graph, "wb_libra", parts=4)


def test_what_a_program_forgets_is_found_anew(partition):
    kept, program = prepare(partition, cycles_per_weight=3.0), prepare(partition, cycles_per_weight=3.0)
    program.forget(*ARRAYS)
    program.replicas.forget(*OF_REPLICAS, "edge_cycles", "operation_cycles")
    assert not set(ARRAYS) & set(vars(program))
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(program, name), getattr(kept, name))
    for name in (*OF_REPLICAS, "edge_cycles", "operation_cycles"):
        np.testing.assert_array_equal(getattr(program.replicas, name), getattr(kept.replicas, name))
    with pytest.raises(AttributeError, match="nothing"):
        _ = program.nothing
    with pytest.raises(AttributeError, match="nothing"):
        _ = program.replicas.nothing


def test_a_run_that_makes_room_is_the_same_run(partition):
    machine = numasim.load_machine("table2", clusters=4)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
    times = []
    for consume in (False, True):
        program = prepare(partition)
        order = program.order.copy()
        inputs = RunInputs(
            program,
            mapping,
            machine,
            network="packet",
            priority=program.order,
            value_bytes=8,
            inputs_in_memory=True,
            consume=consume,
        )
        run = Run(inputs)
        run.execute()
        times.append(run.vertex_finish)
        assert ("readers" in vars(program)) != consume
        np.testing.assert_array_equal(program.order, order)
    np.testing.assert_array_equal(times[0], times[1])


@pytest.mark.parametrize("positions", [[7, 9, 12, 30], [-5, 0, 2, 10**12]])
def test_program_order_may_have_gaps(positions):
    vertex = {"program_order": np.array(positions)}
    graph = Graph(4, [0, 0, 1, 2], [3, 1, 2, 3], vertex=vertex)
    program = prepare(numasim.partition(graph, "wb_libra", parts=2))
    # Operation 0, edge 1 and operation 1, edge 2 and operation 2, edges 0 and 3 and operation 3.
    assert program.order.tolist() == [5, 1, 3, 6, 0, 2, 4, 7]
