"""The note on a schedule: it is there where another scheduler helps, and not where the machine is slow."""

import math
import re

import numpy as np
import pytest

import numasim
from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.program.program import prepare
from numasim.schema.execution import as_execution
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.schema.placement_note import CURE, NO_PAGE_IS_NEAR, placement_note
from numasim.simulation.schedule_note import path_with_messages, schedule_note
from partitioners.graph import Graph
from partitioners.partition import EdgePartition

FILLERS, LENGTH = 50, 10


def a_late_head(scheduler, **execution):
    """Core 0 has independent tasks, and after them in program order the one that core 1's chain waits for."""
    edges = [(2 * k, 2 * k + 1) for k in range(FILLERS)]
    first = 2 * FILLERS
    chain = [(first + k, first + k + 1) for k in range(FILLERS + 1)]
    src, dst = np.array(edges + chain).T
    graph = Graph(first + FILLERS + 2, src, dst, np.full(src.size, float(LENGTH)))
    cut = EdgePartition(graph, 2, np.repeat([0, 1], [FILLERS + 1, FILLERS]))
    settings = {"initial_values": "preloaded", "scheduler": scheduler, **execution}
    return numasim.simulate(cut, numasim.Mapping([0, 1], 4), load_machine("mesh-2x2"), settings)


def test_a_schedule_that_makes_a_run_slow_is_said():
    slow, fast = (a_late_head(scheduler) for scheduler in ("program_order", "critical_path"))
    work = (FILLERS + 1) * LENGTH
    assert slow.scalars["busiest_core_cycles"] == slow.scalars["critical_path_cycles"] == work
    message = 1 + 1 + 2 * 5
    assert slow.scalars["cycles"] == work + message + FILLERS * LENGTH
    assert fast.scalars["cycles"] == LENGTH + message + FILLERS * LENGTH
    assert slow.warnings == (
        "the schedule takes 2.0 times the bound max(critical path with its messages and reads, busiest "
        "core); try `execution.scheduler: critical_path`",
    )
    assert fast.warnings == ()


def test_a_run_that_was_ended_says_nothing_of_its_schedule():
    (warning,) = a_late_head("program_order", max_cycles=800).warnings
    assert warning.startswith("ended by `max_cycles: 800`")


def test_the_messages_of_the_longest_path_are_in_the_bound():
    # A chain of five edges that goes back and forth between two corners, with two links between them.
    chain = Graph(6, np.arange(5), np.arange(1, 6), np.full(5, 7.0))
    cut = EdgePartition(chain, 2, [0, 1, 0, 1, 0])
    machine, mapping = load_machine("mesh-2x2"), numasim.Mapping([0, 3], 4)
    settings = as_execution({"initial_values": "preloaded"})
    path = path_with_messages(prepare(cut), mapping.core_of_cluster, machine, settings)
    assert path == 5 * 7 + 4 * (1 + 1 + 3 * 5)
    for network in ("ideal", "packet"):
        result = numasim.simulate(cut, mapping, machine, {"initial_values": "preloaded", "network": network})
        assert result.scalars["cycles"] == path
        assert result.warnings == ()
    for other in ({"scheduler": "fifo"}, {"memory_model": "simulated"}, {"model": "supersteps"}):
        program = prepare(cut, model=other.get("model"))
        assert path_with_messages(program, mapping.core_of_cluster, machine, as_execution(other)) is None


def test_the_initial_value_of_the_longest_path_is_in_the_bound():
    chain = Graph(3, [0, 1], [1, 2], [7.0, 7.0])
    cut, machine = EdgePartition(chain, 1, [0, 0]), load_machine("mesh-2x2")
    mapping, settings = numasim.Mapping([0], 4), {"initial_values": "memory"}
    path = path_with_messages(prepare(cut), mapping.core_of_cluster, machine, as_execution(settings))
    block = 32 / (8e9 / 4) * 2.4e9  # four controllers share the bandwidth, and each tile has one
    assert path == 2 * 7 + math.ceil(block) + machine.memory_answer_cycles
    result = numasim.simulate(cut, mapping, machine, settings)
    assert path <= result.scalars["cycles"] < 1.3 * path
    assert result.warnings == ()


SLOW = {
    "completed": 1,
    "cycles": 1_400,
    "busiest_core_cycles": 500,
    "largest_controller_utilisation": 0.6,
    "largest_link_utilisation": 0.6,
}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"cycles": 1_300}, 1_000),
        ({"busiest_core_cycles": 1_100}, 1_000),
        ({}, 1_100),
        ({}, None),
        ({"largest_controller_utilisation": 0.7}, 1_000),
        ({"largest_link_utilisation": 0.7}, 1_000),
        ({"completed": 0}, 1_000),
        ({"busiest_core_cycles": 0}, 0),
    ],
)
def test_what_the_schedule_is_not_blamed_for(changes, path):
    assert schedule_note(SLOW, 1_000).startswith("the schedule takes 1.4 times the bound ")
    assert schedule_note(SLOW | changes, path) is None


EXPERIMENT = """
workload: {program: fft, size: 16}
partition: {method: wb_libra, parts: 4}
machine: MACHINE
execution: {memory_model: MEMORY}
"""
PAGES = "{base: uma, l2: {home: page}}"
SWEPT = "sweep: {machine.memory.placement: [interleave, first_touch]}\n"


@pytest.mark.parametrize(
    ("machine", "memory", "sweep", "said"),
    [
        ("mesh-2x2", "simulated", SWEPT, NO_PAGE_IS_NEAR.format(home="block")),
        ("uma", "simulated", "", NO_PAGE_IS_NEAR.format(home="block") + CURE),
        (PAGES, "simulated", "", NO_PAGE_IS_NEAR.format(home="page") + CURE),
        ("two-socket", "simulated", SWEPT, None),
        ("mesh-2x2", "simulated", "", None),
        ("mesh-2x2", "traced", SWEPT, None),
        ("uma", "traced", "", None),
    ],
)
def test_placement_with_simulated_memory_is_explained_by_check(
    machine, memory, sweep, said, tmp_path, capsys
):
    file = tmp_path / "mine.yaml"
    file.write_text(EXPERIMENT.replace("MACHINE", machine).replace("MEMORY", memory) + sweep)
    found = points(load_experiment(str(file)))
    assert placement_note(found) == said
    assert execute(["check", str(file)]) == 0
    note = "" if said is None else f"note: {said}\n"
    shown = capsys.readouterr().out
    assert re.fullmatch(rf".*mine.yaml: ok, \d points?\n{re.escape(note)}", shown, re.S)


@pytest.mark.parametrize(
    ("machine", "sweep", "said"),
    [
        ("mesh-2x2", SWEPT, NO_PAGE_IS_NEAR.format(home="block")),
        ("uma", "", NO_PAGE_IS_NEAR.format(home="block") + CURE),
        ("two-socket", SWEPT, None),
        ("mesh-2x2", "", None),
    ],
)
def test_placement_for_a_program_of_threads_is_explained_by_check(machine, sweep, said, tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    text = "workload: {thread_program: random_read, threads: 1, bytes: 1 MiB, accesses: 10}\n"
    file.write_text(f"{text}machine: {machine}\n{sweep}")
    assert execute(["check", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"note: {said}\n" if said else f"ok, {1 + bool(sweep)} point{'s' * bool(sweep)}\n")
    assert out.count("note: ") == bool(said)


def test_placement_for_the_threads_of_a_processor_with_a_gpu_is_explained_by_check(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "workload: {hybrid: bfs, threads: 2, graph: {generator: rmat, scale: 5}}\n"
        "machine: {cpu: uma, gpu: c2050, link: {bandwidth: 6 GB/s, latency: 10 us}}\n"
    )
    assert execute(["check", str(file)]) == 0
    note = NO_PAGE_IS_NEAR.format(home="block") + CURE
    assert capsys.readouterr().out.endswith(f"note: {note}\n")


def far(placement, memory):
    """Links that a flit to or from a controller crosses, on average."""
    graph = numasim.trace_program("fft", size=16).graph
    cut = numasim.partition(graph, "contiguous", parts=64)
    machine = load_machine({"base": "mesh-8x8", "memory": {"placement": placement}})
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine, "round_robin")
    result = numasim.simulate(cut, mapping, machine, {"memory_model": memory})
    of_memory = result.tables["packets"].query("`class` == 'memory'")
    return of_memory["flits"] @ of_memory["hops"] / of_memory["flits"].sum()


def test_first_touch_brings_blocks_closer_to_cores_and_not_to_homes():
    assert far("first_touch", "traced") < 0.8 * far("interleave", "traced")
    assert far("first_touch", "simulated") == pytest.approx(far("interleave", "simulated"), rel=0.1)
