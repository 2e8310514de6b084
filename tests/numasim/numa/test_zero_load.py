"""A packet is created when it is sent: the studies, the load curve and the page have the same latency."""

import pytest

import numasim
from numasim.machine.machine import load_machine
from numasim.numa.noc.machine_traffic import latencies_alone
from numasim.simulation.load_curve import load_curve


@pytest.mark.parametrize(("name", "hops"), [("mesh-2x1", 1), ("mesh-4x1", 2), ("mesh-4x4", 4)])
@pytest.mark.parametrize("flits", [1, 5])
def test_the_latency_of_a_packet_alone_is_that_of_the_page(name, hops, flits):
    machine = load_machine(name)
    formula = 5 * (hops + 1) + 2 + flits - 1  # docs/execution-model.md
    if name == "mesh-2x1":  # all packets take the same way
        found = numasim.measure_network(
            machine, "bit_complement", 0.002, packet_flits=flits, packets=300, seed=1
        )
        assert found.latency == pytest.approx(formula, abs=0.1)
        assert found.zero_load_latency == formula
        assert found.network_latency == pytest.approx(formula - 1, abs=0.1)
    alone = latencies_alone(machine, flits)
    assert (
        alone[machine.topology.distances == hops].tolist()
        == [formula] * (machine.topology.distances == hops).sum()
    )


def test_a_study_and_the_load_curve_agree():
    machine = load_machine("mesh-2x1")
    curve = load_curve(machine, "bit_complement", 1, packets=500, seed=0).iloc[0]
    study = numasim.measure_network(machine, "bit_complement", 0.02, packets=500, seed=0)
    assert curve["flit"] == study.latency
    assert curve["ideal"] == study.zero_load_latency == 12
