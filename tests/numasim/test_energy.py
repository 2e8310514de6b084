"""Energy: counts times coefficients, by hand, and the laws that hold for any run."""

import pytest

import numasim
from numasim.machine.machine import load_machine
from partitioners import EdgePartition, Graph
from partitioners.generators import mc2depi

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
