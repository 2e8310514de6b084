"""Tasks without parents: graphs that begin with many of them are as short as those of list schedulers."""

import networkx as nx
import numpy as np
import pytest
from workflows import SHAPES, montage, seismology, workflow

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.schedule_tasks import schedule_tasks
from numasim import Graph, load_machine, quality
from numasim.simulation.schedule_graph import scheduling_problem
from partitioners.errors import OptionError
from partitioners.generators.forks_and_joins import in_tree, join, map_reduce
from partitioners.partition import VertexPartition
from partitioners.partition_graph import partition

LIST_SCHEDULERS = ("heft", "cpop", "peft", "dls", "etf", "mct", "min_min", "max_min")
CUTS = ("heft", "dsc", "time_balanced")

VARIED = {"work": 10_000.0, "variation": 0.5, "seed": 1}
NAMED = [
    *(join(width=width, **VARIED) for width in (17, 100, 1000)),
    *(in_tree(depth=depth, **VARIED) for depth in (5, 8)),
    *(map_reduce(maps=maps, reduces=maps // 4, **VARIED) for maps in (40, 200)),
    *(workflow(montage, size, size) for size in (20, 100)),
    *(workflow(seismology, size, size) for size in (100, 500)),
]
_rng = np.random.default_rng(11)
RANDOM = [workflow(SHAPES[_rng.integers(len(SHAPES))], int(_rng.integers(5, 60)), k) for k in range(50)]


def over_the_best(graph, machine):
    """The lengths of a graph's schedules and cuts, over the best list schedule."""
    problem, vertex = scheduling_problem(graph, machine)
    best = min(schedule_tasks(problem, method).makespan for method in LIST_SCHEDULERS)
    found = {"time_balanced": schedule_tasks(problem, "time_balanced").makespan / best}
    for method in CUTS:
        cut = partition(graph, method, parts=min(machine.num_cores, graph.num_edges))
        fixed = cut.cluster_of_vertex[vertex].astype(np.int64)
        _, start = place_in_order(problem, problem.by_upward_rank, fixed=fixed)
        found[f"cut {method}"] = float((start + problem.cost[:, 0]).max()) / best
    return found


@pytest.mark.parametrize("mesh", ["mesh-4x4", "mesh-8x8"])
@pytest.mark.parametrize("graphs", [NAMED, RANDOM], ids=["named", "random"])
def test_methods_for_programs_are_close_to_list_schedulers_on_workflows(graphs, mesh):
    machine = load_machine(mesh)
    found = [over_the_best(graph, machine) for graph in graphs]
    for method in found[0]:
        over = [each[method] for each in found]
        assert (method, np.mean(over)) <= (method, 1.15)
        if method != "cut dsc":  # it packs its clusters by load, whatever runs when
            assert (method, max(over)) <= (method, 1.5)


@pytest.mark.parametrize("weight", [0, 1])
@pytest.mark.parametrize("method", CUTS)
def test_first_tasks_are_shared_out(method, weight):
    network = nx.DiGraph()
    network.add_node("end", operation=1000)
    for v in range(100):
        network.add_node(v, operation=10_000)
        network.add_edge(v, "end", bytes=64, weight=weight)
    cut = partition(Graph.from_networkx(network), method, parts=16)
    assert isinstance(cut, VertexPartition)
    assert quality(cut).work_imbalance < 1.13  # seven tasks of 10,000 on the busiest, 62,562 in the mean


def test_a_cut_of_first_tasks_is_not_refined():
    with pytest.raises(OptionError) as error:
        partition(join(width=9), "heft+refine", parts=3)
    assert str(error.value) == (
        "'heft' is an edge cut, but only vertex cuts can be refined; remove `+refine` or choose a vertex cut"
    )
