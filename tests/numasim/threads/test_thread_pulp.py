"""PuLP by threads: one thread against plain Python, and the laws of the parts with several."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_label_propagation import REFINEMENT, PlainLabels
from small_graphs import graphs
from thread_driver import Run

from numasim.threads import schedules
from numasim.threads.pulp import Pulp
from numasim.threads.real_run import run_threads
from partitioners.errors import OptionError
from partitioners.generators.models import grid, rmat
from partitioners.graph import Graph
from partitioners.partition_graph import partition

FEW = settings(deadline=None, max_examples=examples(20), suppress_health_check=list(HealthCheck))


@st.composite
def problems(draw):
    graph = draw(graphs(max_vertices=30, max_edges=100))
    return graph, draw(st.integers(1, min(5, graph.num_vertices))), draw(st.integers(0, 3))


def plain_run(program):
    """The parts and the moves of each iteration, by one thread that takes vertices from a queue."""
    labelled = program.labelled
    plain = PlainLabels(labelled, program._start.tolist(), np.float64)
    moves = []
    for stage, iterations, limits_work in program._plan:
        queue, waits = list(range(labelled.vertices)), [True] * labelled.vertices
        limits = [*labelled.sizes, labelled.load if limits_work else 2**31 - 1]
        for _ in range(iterations):
            following = []
            moves.append(0)
            for v in queue:
                waits[v] = False
                if plain.iterate([v], 1, stage, limits):
                    moves[-1] += 1
                    following += [u for u in plain.neighbours[v] if not waits[u]]
                    for u in following:
                        waits[u] = True
            if stage == REFINEMENT:
                queue = following
            if not queue or (stage != REFINEMENT and moves[-1] == 0):
                break
    return plain.part, moves


@FEW
@given(problem=problems())
def test_one_thread_moves_vertices_one_after_another(problem):
    graph, parts, seed = problem
    program = Pulp(graph=graph, parts=parts, seed=seed, rounds=2)
    run = Run(program, 1, chunk=5)
    part, moves = plain_run(program)
    assert program.part.tolist() == part
    assert [int(row[5]) for row in run.phases if row[2] == 1] == moves


@FEW
@given(
    problem=problems(),
    schedule=st.sampled_from([schedules.static, schedules.dynamic, schedules.guided, schedules.steal]),
    threads=st.integers(2, 7),
)
def test_laws_of_parts_under_every_schedule(problem, schedule, threads):
    graph, parts, seed = problem
    program = Pulp(graph=graph, parts=parts, seed=seed)
    run = Run(program, threads, schedule, chunk=3, order=np.random.default_rng(1))
    assert program.verify() == []
    assert not run.team.layout.arrays["toward"].any()
    assert not run.team.layout.arrays["attraction"].any()
    figures = program.figures()
    assert figures["cut_edges"] == np.count_nonzero(program.part[graph.src] != program.part[graph.dst])


def test_real_threads_keep_the_laws():
    graph = rmat(scale=10, edge_factor=8, seed=3)
    for threads in (1, 2, 4):
        program = Pulp(graph=graph, parts=7)
        run = run_threads(program, threads, chunk=16)
        assert program.verify() == []
        assert set(run.figures["stage"]) == {"vertex_balance", "edge_balance", "refinement"}
        assert set(run.figures["part"]) == {"wait", "sweep"}


def test_the_cut_is_about_that_of_the_partitioner():
    ratios = []
    for graph in (rmat(scale=10, edge_factor=8, seed=2), grid(width=40, height=40)):
        for parts in (4, 16):
            program = Pulp(graph=graph, parts=parts)
            Run(program, 4)
            own = partition(graph, "pulp", parts).cluster_of_vertex
            ratios.append(program.figures()["cut_edges"] / np.count_nonzero(own[graph.src] != own[graph.dst]))
    assert np.exp(np.mean(np.log(ratios))) < 1.05


def test_more_parts_than_vertices_are_refused():
    with pytest.raises(OptionError) as caught:
        Pulp(graph=Graph(3, [0, 1], [1, 2], name="path"), parts=4)
    assert str(caught.value) == ("parts is 4, but graph 'path' has 3 vertices; choose at most as many parts")
