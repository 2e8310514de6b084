"""Energy: counts times coefficients, by hand, and the laws that hold for any run."""

import pytest

import numasim
from numasim.machine.machine import load_machine
from numasim.schema.energy_note import energy_note
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.trace.programs import find_program
from partitioners.generators.models import mc2depi
from partitioners.graph import Graph
from partitioners.partition import EdgePartition

PARTS = ("compute", "l1", "l2", "memory", "network")
NAMES = ("task", "l1_access", "l2_access", "memory_access", "byte_link", "byte_router")
FREE = dict.fromkeys(NAMES, "0 pJ")


def energies(result):
    return {part: result.scalars[f"energy_{part}_joules"] for part in PARTS}


def simulated(energy=None, **execution):
    """A small graph on four cores, with everything in it: caches, memory, network."""
    cut = numasim.partition(mc2depi(n=8), "wb_libra", parts=4)
    machine = load_machine({"base": "mesh-2x2", "energy": energy or {}})
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine, "round_robin")
    return numasim.simulate(cut, mapping, machine, execution)


def test_a_case_by_hand():
    """0 -> 1 on core 0, 1 -> 2 on core 3 of a 2 x 2 mesh; the value of vertex 0 is read at tile 0."""
    graph = Graph(3, [0, 1], [1, 2], [5.0, 7.0])
    cut = EdgePartition(graph, 2, [0, 1])
    energy = {
        "task": "3 pJ",
        "l1_access": "10 nJ",
        "l2_access": "0.01 uJ",
        "memory_access": "0.05 nJ",
        "byte_link": "0.25 pJ",
        "byte_router": "0.5 pJ",
    }
    machine = load_machine(
        {"base": "mesh-2x2", "energy": energy, "memory": {"controllers": [0], "placement": "node:0"}}
    )
    mapping = numasim.Mapping([0, 3], 4)
    result = numasim.simulate(cut, mapping, machine, {})
    # Two tasks; one flit of 16 bytes over two links, through three routers; one block from the controller of
    # core 0's own tile: a flit there and three back, through one router.
    assert result.scalars["flit_hops"] == 2
    assert energies(result) == pytest.approx(
        {"compute": 6e-12, "l1": 0, "l2": 0, "memory": 50e-12, "network": (2 * 0.25 + 7 * 0.5) * 16e-12}
    )
    assert result.scalars["energy_joules"] == pytest.approx(120e-12)


@pytest.mark.parametrize(
    "execution", [{}, {"memory_model": "simulated"}, {"model": "supersteps", "network": "flit"}]
)
def test_the_parts_add_up_and_follow_their_coefficients(execution):
    result = simulated(**execution)
    parts = energies(result)
    assert sum(parts.values()) == result.scalars["energy_joules"] > 0
    assert (parts["l1"] > 0) == (parts["l2"] > 0) == (execution.get("memory_model") == "simulated")
    assert energies(simulated(FREE, **execution)) == dict.fromkeys(PARTS, 0.0)
    doubled = energies(simulated({"byte_link": "4 pJ", "byte_router": "4 pJ"}, **execution))
    assert doubled == {**parts, "network": 2 * parts["network"]}
    # A packet over h links passes h + 1 routers.
    packets = result.tables["packets"]
    links, routers = packets["flits"] @ packets["hops"], packets["flits"] @ (packets["hops"] + 1)
    for coefficients, passed in ((("2 pJ", "0 pJ"), links), (("0 pJ", "2 pJ"), routers)):
        keys = dict(zip(("byte_link", "byte_router"), coefficients, strict=True))
        assert energies(simulated(keys, **execution))["network"] == pytest.approx(passed * 16 * 2e-12)
    assert parts["network"] == pytest.approx((links + routers) * 16 * 2e-12)


SOURCE = """
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    long n = atol(words[1]);
    double x = 1.5, y = 2.5;
    static double a[1000];
    for (long i = 0; i < n; i++) LOOP;
    printf("%f\\n", x + a[n / 2]);
    return 0;
}
"""
DIVISIONS, COPIES = "x = y / (x + 1)", "a[i] = x + i, x = a[i / 3]"


@pytest.mark.parametrize("loop", [DIVISIONS, COPIES])
def test_an_instruction_costs_the_same_in_every_model_of_a_program(loop, write, tmp_path):
    """As a vertex with traced and with simulated memory, and as an issue slot of a thread."""
    (tmp_path / "loop.c").write_text(SOURCE.replace("LOOP", loop))
    program = {"source": "loop.c", "args": [600], "flags": ["-O2"]}
    graph = {
        "workload": program,
        "partition": {"method": "contiguous", "parts": 1},
        "sweep": {"execution.memory_model": ["traced", "simulated"]},
    }
    traced, cached = numasim.run(write({**graph, "machine": "mesh-2x2"})).to_dict("records")
    (thread,) = numasim.run(write({"workload": {**program, "threads": 1}, "machine": "mesh-2x2"})).to_dict(
        "records"
    )
    of_vertices = traced["energy_compute_joules"]
    # A round has an addition and a division, or a load and a store with their addresses, and the addition,
    # comparison and branch of the counter.
    assert 600 * 2 <= of_vertices / 70e-12 <= 600 * 15
    assert of_vertices == pytest.approx(traced["vertices"] * 70e-12, rel=0.01)
    assert cached["energy_compute_joules"] == pytest.approx(of_vertices, rel=0.01)
    assert thread["energy_compute_joules"] == pytest.approx(of_vertices, rel=0.01)


def test_a_program_of_one_thread_has_the_energy_of_its_graph(write, tmp_path):
    """Of k-means, in total as well: the same instructions, and almost the same misses."""
    (tmp_path / "kmeans.c").write_text(find_program("kmeans").source.read_text())
    program = {"source": "kmeans.c", "args": [32], "flags": ["-O2"]}
    graph = {"partition": {"method": "contiguous", "parts": 1}, "execution": {"memory_model": "simulated"}}
    rows = [
        numasim.run(write({"machine": "mesh-2x2", "workload": {**program, **threads}, **keys})).iloc[0]
        for threads, keys in (({}, graph), ({"threads": 1}, {}))
    ]
    compute, total = ([row[column] for row in rows] for column in ("energy_compute_joules", "energy_joules"))
    assert compute[0] == pytest.approx(rows[0]["vertices"] * 70e-12)
    assert compute[1] == pytest.approx(compute[0], rel=0.05)
    assert total[1] == pytest.approx(total[0], rel=0.05)


@pytest.mark.parametrize(
    ("sweep", "execution", "note"),
    [
        (
            {"machine.l1.size": ["8 KiB", "16 KiB"]},
            {"memory_model": "simulated"},
            "machine.l1.size differs between the points, but the energies per event do not "
            "(machine.energy.l1_access): the energies of these points compare numbers of events; change the "
            "coefficients together with the fields (`zip`) to compare designs",
        ),
        (
            {"machine.clock": ["1 GHz", "2 GHz"], "machine.core.window": [32, 64]},
            {"memory_model": "simulated"},
            "machine.core.window and machine.clock differ between the points, but the energies per event do "
            "not (machine.energy.task): the energies of these points compare numbers of events; change the "
            "coefficients together with the fields (`zip`) to compare designs",
        ),
        ({"machine.l1.size": ["8 KiB", "16 KiB"]}, {}, None),  # traced memory has no caches
        (
            {
                "zip": {
                    "machine.l2.size": ["64 KiB", "1 MiB"],
                    "machine.energy.l2_access": ["50 pJ", "100 pJ"],
                }
            },
            {"memory_model": "simulated"},
            None,
        ),
        ({"machine": ["mesh-2x2", "mesh-3x3"]}, {"memory_model": "simulated"}, None),
    ],
)
def test_coefficients_that_do_not_follow_a_swept_size_are_named(write, sweep, execution, note):
    sections = {
        "workload": {"generator": "mc2depi", "n": 8},
        "partition": {"method": "wb_libra", "parts": 4},
        "machine": "mesh-2x2",
        "execution": execution,
        "sweep": sweep,
    }
    assert energy_note(points(load_experiment(write(sections)))) == note
