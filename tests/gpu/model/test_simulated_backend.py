"""A back end that simulates each launch at once: results, times of launches and copies, no traces."""

import re

import numpy as np
import pytest

import gpu
from gpu.programs.bfs import Bfs
from partitioners.errors import OptionError
from partitioners.generators.models import rmat

GRAPH = rmat(scale=9, edge_factor=8, a=0.45, b=0.195, c=0.195, directed=True, seed=3)


def simulated(device="k20c", variant="relax", **options):
    backend = gpu.SimulatedBackend(device, **options)
    program = Bfs(GRAPH, backend, variant=variant, block_size=128)
    return backend, program, backend.simulate(program.run)


@pytest.mark.parametrize("variant", ["relax", "atomic", "queue_warp"])
def test_a_run_is_that_of_the_host_back_end_with_what_fits_on_the_device(variant):
    backend, program, result = simulated(variant=variant)
    assert program.verify() == []
    launches = result.tables["launches"]
    # 128 threads: 13 multiprocessors with 16 blocks of 4 warps.
    assert launches["possible_occupancy"].eq(1).all()
    host = Bfs(GRAPH, gpu.HostBackend(resident=13 * 16, order="turns"), variant=variant, block_size=128)
    host.run()
    assert host.figures() == program.figures()
    assert np.array_equal(host.distances, program.distances)
    assert len(launches) == program.figures()["launches"]
    assert backend.traces == []


def test_traces_simulated_together_take_the_same_cycles():
    backend = gpu.TraceBackend(resident=13 * 16, order="turns")
    program = Bfs(GRAPH, backend, block_size=128)
    program.run()
    _, _, result = simulated()
    together = gpu.simulate(backend.pop_traces(), "k20c")
    columns = [*gpu.model.result.COUNTERS, "instructions", "cycles"]
    one, other = (each.tables["launches"][columns] for each in (result, together))
    assert one.equals(other)


def test_copies_and_waits_are_in_the_elapsed_time():
    _, program, result = simulated()
    rounds = program.figures()["rounds"]
    copies = result.tables["copies"]
    nodes = 4 * GRAPH.num_vertices
    assert copies["direction"].tolist() == ["to_device", *["to_device", "to_host"] * rounds, "to_host"]
    assert copies["bytes"].tolist() == [nodes, *[4, 4] * rounds, nodes]
    assert (copies["begin"].to_numpy()[1:] >= copies["end"].to_numpy()[:-1]).all()
    s = result.scalars
    assert s["time_us"] > s["kernel_us"] + copies["us"].sum()


def test_a_warm_l2_is_that_of_a_run_before():
    cold, warm = (simulated(l2=l2)[2].scalars for l2 in ("persistent", "warm"))
    assert warm["sectors"] == cold["sectors"]
    assert warm["dram_read_bytes"] < 0.1 * cold["dram_read_bytes"]
    empty = simulated(l2="cold")[2].scalars
    assert empty["dram_read_bytes"] > cold["dram_read_bytes"]


def test_a_seeded_order_repeats():
    runs = [simulated(order="seeded", seed=seed)[2].scalars["cycles"] for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_a_resident_block_less_changes_who_sees_what():
    alone = simulated(resident=1, order="in_order")[1].figures()
    many = simulated()[1].figures()
    assert alone["rounds"] < many["rounds"]


def test_what_cannot_be_is_refused():
    with pytest.raises(OptionError, match=r"^l2 is 'hot'; choose one of persistent, cold, warm$"):
        gpu.SimulatedBackend("k20c", l2="hot")
    message = "resident is 0; expected an integer from 1 to 65536"
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        gpu.SimulatedBackend("k20c", resident=0)
