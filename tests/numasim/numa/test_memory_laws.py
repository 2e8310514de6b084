"""Queues, bandwidth and simulated memory beside their closed forms, in both engines."""

import numpy as np
import pytest
import simpy

from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.numa.compiled.controller import serve_blocks
from numasim.numa.compiled.run import Run as CompiledRun
from numasim.numa.compiled.server import request
from numasim.numa.shared.run_inputs import RunInputs
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.coherent_memory import L1
from numasim.numa.simpy_engine.controller import Controller
from numasim.numa.simpy_engine.memory import Memory
from numasim.numa.simpy_engine.network import IdealNetwork
from numasim.program.program import prepare
from numasim.simulation.simulate import simulate
from partitioners.graph import Graph
from partitioners.kernels.uncounted import kept_kernel
from partitioners.partition import EdgePartition, VertexPartition
from tests.numasim.numa.test_engines import in_both
from tests.numasim.numa.test_simulated_memory import DIVIDE, INTEGER, LOAD, STORE, traced

SERVICE = 48 / 5
"""Cycles of a 32-byte block at 8 GB/s and 2.4 GHz: 3.333 bytes a cycle."""
LATENCY = 120
"""Cycles: 50 ns at 2.4 GHz."""
SENT = 1
"""Cycles from a packet's being sent to its port."""


# A controller by itself, as each engine has it.


def served_by_simpy(machine, arrivals):
    """The mean wait of each of ten batches, and the cycle of the last answer."""
    env = simpy.Environment()
    clock = Clock(env)
    controllers = [Controller(clock, machine) for _ in machine.controller_tiles]
    network = IdealNetwork(clock, machine.topology, machine.network)
    memory = Memory(clock, network, machine, controllers)
    controller, waits, answered = memory.controllers[0], [], []

    def come():
        for batch in np.array_split(arrivals, 10):
            before = controller.wait_cycles
            for number, cycle in enumerate(batch.tolist()):
                if cycle > env.now:
                    yield env.timeout(cycle - env.now)
                event = memory.serve(number, 0, 0, is_read=True)
                event.callbacks.append(lambda event: answered.append(env.now))
            yield clock.decisions()
            waits.append((controller.wait_cycles - before) / batch.size)

    env.process(come())
    env.run()
    return np.array(waits), max(answered)


@kept_kernel
def _serve(state, server, arrivals, waits):
    row = state.servers[server]
    k = 0
    while k < arrivals.size:
        state.clock.now = arrivals[k]
        first = k
        while k < arrivals.size and arrivals[k] == arrivals[first]:
            request(state, server, k - first)
            k += 1
        before = row.wait_cycles
        serve_blocks(state, server)
        waits[first:k] = (row.wait_cycles - before) / (k - first)


def served_by_compiled(machine, arrivals):
    """The same."""
    # A program with as many transactions as may come in one cycle.
    cut = EdgePartition(Graph(3_000, np.arange(2_999), np.arange(1, 3_000)), 2, np.arange(2_999) % 2)
    program = prepare(cut)
    inputs = RunInputs(
        program,
        Mapping([0, 0], machine.num_cores),
        machine,
        network="ideal",
        priority=program.order,
        value_bytes=8,
        inputs_in_memory=True,
    )
    run = CompiledRun(inputs)
    waits, state = np.zeros(arrivals.size), run._state
    row = state.servers[6 * machine.num_cores]
    _serve(state, 6 * machine.num_cores, arrivals, waits)
    last = row.free_cycle + (row.free_tick > 0) + state.answer_cycles
    return np.array([batch.mean() for batch in np.array_split(waits, 10)]), last


SERVED = pytest.mark.parametrize("served", [served_by_simpy, served_by_compiled])


@SERVED
@pytest.mark.parametrize(("load", "wait"), [(0.5, 4.8), (0.8, 19.2), (0.9, 43.2)])
@pytest.mark.parametrize("count", [40_000, pytest.param(400_000, marks=pytest.mark.slow)])
def test_a_controller_under_random_requests_is_an_m_d_1_queue(served, load, wait, count):
    assert wait == pytest.approx(load * SERVICE / (2 * (1 - load)))
    random = np.random.default_rng(1)
    arrivals = np.cumsum(random.exponential(SERVICE / load, count)).astype(np.int64)
    machine = load_machine({"base": "mesh-1x1", "memory": {"controllers": [0]}})
    waits, _ = served(machine, arrivals)
    error = waits.std(ddof=1) / 10**0.5
    # A request is rounded down to its cycle (half a cycle more to wait), and so is its wait (two fifths less,
    # the mean of 0 to 4 ticks), each only where there is a wait: together less than half a cycle.
    assert abs(waits.mean() - wait) < 3 * error + 0.5
    assert error < 0.03 * (400_000 / count) ** 0.5 * wait


@SERVED
def test_requests_that_come_no_faster_than_they_are_served_do_not_wait(served):
    machine = load_machine({"base": "mesh-1x1", "memory": {"controllers": [0]}})
    waits, _ = served(machine, 10 * np.arange(1_000))
    assert (waits == 0).all()


@SERVED
@pytest.mark.parametrize("count", [10, 12, 2_500])
def test_requests_of_one_cycle_are_served_at_exactly_the_bandwidth(served, count):
    machine = load_machine({"base": "mesh-1x1", "memory": {"controllers": [0]}})
    _, last = served(machine, np.zeros(count, np.int64))
    assert last == -(-48 * count // 5) + LATENCY + SENT


@pytest.mark.parametrize("count", [10, 1_000, 2_503])
def test_a_run_that_saturates_its_controller_takes_its_bytes_over_the_bandwidth(count):
    machine = load_machine({"base": "mesh-1x1", "core": {"mshrs": 64}, "memory": {"controllers": [0]}})
    star = Graph(count + 1, np.arange(count), np.full(count, count), np.zeros(count))
    result = in_both(
        EdgePartition(star, 1, np.zeros(count, int)), Mapping([0], 1), machine, {"network": "ideal"}
    )
    there, back = SENT + 1 + 5, SENT + 1 + 5 + 2  # port, router; a block and its header are three flits
    assert result.scalars["cycles"] == there + -(-48 * count // 5) + LATENCY + back
    assert result.scalars["memory_reads"] == count


# Banks and row buffers: 48 blocks, each a value that is read.

ACTIVATE, PRECHARGE = 20, 24


def reads(mshrs, memory, mesh="mesh-1x1"):
    """T, and what the reads found in their row buffers."""
    star = Graph(49, np.arange(48), np.full(48, 48), np.zeros(48))
    machine = load_machine(
        {
            "base": mesh,
            "core": {"mshrs": mshrs},
            "memory": {"controllers": "all", "bandwidth_scope": "controller", **memory},
        }
    )
    cut = EdgePartition(star, 1, np.zeros(48, int))
    result = in_both(cut, Mapping([0], machine.num_cores), machine, {"network": "ideal"})
    rows = [result.scalars[f"row_{kind}"] for kind in ("hits", "misses", "conflicts")]
    return result.scalars["cycles"], rows, result.tables["controllers"]


def dram(banks, row):
    times = {"activate": f"{ACTIVATE} cycles", "precharge": f"{PRECHARGE} cycles"}
    return {"dram": {"banks": banks, "row": row, **times}}


@pytest.mark.parametrize(
    ("banks", "row", "rows"),
    [
        (8, "256 B", [42, 6, 0]),  # a stream: a row is opened once, for its 8 blocks
        (2, "256 B", [42, 2, 4]),  # in each bank another row is open
        (8, "32 B", [0, 8, 40]),  # a row a block: none is found open
        (1, "32 B", [0, 1, 47]),
    ],
)
def test_reads_one_by_one_pay_for_the_rows_that_they_open(banks, row, rows):
    without, none, _ = reads(1, {})
    cycles, found, controllers = reads(1, dram(banks, row))
    assert (none, found) == ([0, 0, 0], rows)
    _, misses, conflicts = rows
    assert cycles == without + misses * ACTIVATE + conflicts * (ACTIVATE + PRECHARGE)
    assert controllers["wait_cycles"].sum() == 0


def test_banks_open_their_rows_at_the_same_time():
    # A bank has 7 x 48/5 = 67 cycles for the next row, which takes 44, before the channel comes round to it.
    without, _, _ = reads(64, {})
    assert reads(64, dram(8, "32 B"))[0] == without + ACTIVATE
    assert reads(64, dram(1, "32 B"))[0] == without + ACTIVATE + 47 * (ACTIVATE + PRECHARGE)


def test_interleaved_pages_lie_side_by_side_in_their_controller():
    memory = {"placement": "interleave", "page": "32 B", **dram(2, "64 B")}
    _, rows, controllers = reads(64, memory, "mesh-2x1")
    assert controllers["memory_blocks"].tolist() == [24, 24]
    assert rows == [24, 4, 20]  # two blocks a row, the rows of a controller to its two banks in turn


# Out-of-order cores.


def alone(graph, machine="mesh-1x1", network="packet"):
    """One cluster on core 0."""
    machine = load_machine(machine)
    cut = EdgePartition(graph, 1, np.zeros(graph.num_edges, np.int64))
    return in_both(
        cut, Mapping([0], machine.num_cores), machine, {"memory_model": "simulated", "network": network}
    )


def chain_of(kinds, addresses=None):
    count = len(kinds)
    edges = [(k, k + 1) for k in range(count - 1)]
    return traced(count, edges, kinds, np.zeros(count) if addresses is None else addresses)


@pytest.mark.parametrize(("kind", "latency"), [(INTEGER, 1), (DIVIDE, 18)])
@pytest.mark.parametrize("count", [1, 2, 500])
def test_a_chain_takes_its_latencies(kind, latency, count):
    assert alone(chain_of([kind] * count)).scalars["cycles"] == count * latency


@pytest.mark.parametrize("width", [1, 3, 8])
@pytest.mark.parametrize("count", [1, 8, 9, 1_000])
def test_independent_instructions_begin_at_the_issue_width(width, count):
    result = alone(
        traced(count, [], [INTEGER] * count, np.zeros(count)),
        {"base": "mesh-1x1", "core": {"issue_width": width}},
    )
    assert result.scalars["cycles"] == -(-count // width)
    assert result.scalars["compute_cycles"] == result.scalars["cycles"]


@pytest.mark.parametrize("window", [1, 2, 10, 64, 500])
def test_a_long_instruction_stops_a_window(window):
    # A division, and instructions that do not need it: in its window they run beside it, then after it.
    count, width = 300, 4
    result = alone(
        traced(1 + count, [], [DIVIDE] + [INTEGER] * count, np.zeros(1 + count)),
        {"base": "mesh-1x1", "core": {"window": window, "issue_width": width}},
    )
    beside = min(window - 1, count)
    together = -(-(1 + beside) // width)  # cycles in which these begin, the last of which ends one later
    per_cycle = min(width, window)
    assert result.scalars["cycles"] == max(18, together) + max(0, -(-(count - beside) // per_cycle))


def miss_cycles(machine, *, network=0):
    """From the beginning of a load to its value, on an idle machine whose home and memory are here."""
    service = -(-48 // 5)
    return (
        machine.l1.latency_cycles  # the L1 looks, and asks the home
        + machine.l2.latency_cycles  # which looks, and asks the controller
        + service
        + LATENCY
        + SENT
        + machine.l2.latency_cycles  # the home takes the block in, and answers
        + network
    )


def loads_and_readers(count):
    """Independent loads of blocks of their own, each with an instruction that takes the value."""
    edges = [(2 * k, 2 * k + 1) for k in range(count)]
    return traced(2 * count, edges, [LOAD, INTEGER] * count, 4096 + 32 * np.arange(2 * count))


ONE_TILE = {"base": "mesh-1x1", "memory": {"controllers": [0]}}


def test_a_miss_a_hit_and_what_they_take():
    machine = load_machine(ONE_TILE)
    graph = chain_of([LOAD, LOAD, STORE], [4096, 4104, 4112])  # one block, which comes exclusive
    finish = alone(graph, ONE_TILE).vertex_finish
    assert miss_cycles(machine) == 1 + 6 + 10 + 120 + 1 + 6
    assert np.diff(finish, prepend=0).tolist() == [144, 1, 1]


def test_a_superstep_reads_and_writes_its_values():
    # The blocks of two vertices, cold in the first step: the controller serves them one by one.
    machine = load_machine(ONE_TILE)
    cut = EdgePartition(Graph(2, [0, 1], [1, 0]), 1, [0, 0])

    def steps(count, **execution):
        execution = {"memory_model": "simulated", "model": "supersteps", "steps": count, **execution}
        return in_both(cut, Mapping([0], 1), machine, execution).scalars

    barrier, operation, hit = 1, 1, machine.l1.latency_cycles
    warm = hit + operation + hit + barrier
    cold = miss_cycles(machine) + 10 - hit
    for count in (1, 2, 7):
        s = steps(count)
        assert s["cycles"] == count * warm + cold
        assert (s["l1_loads"], s["l1_stores"], s["l1_misses"]) == (2 * count, 2 * count, 2)
        assert s["critical_path_cycles"] == count * (warm - barrier)
        assert steps(count, initial_values="preloaded")["cycles"] == count * (operation + barrier)


@pytest.mark.parametrize("network", ["ideal", "packet", "flit"])
def test_a_miss_crosses_the_network_twice_to_its_home_and_twice_to_memory(network):
    # Core 0, the home of the block at tile 1, the controller at tile 2.
    machine = {"base": "mesh-3x1", "memory": {"controllers": [2]}}
    block = 3 * 50 + 1
    finish = alone(chain_of([LOAD, INTEGER], [32 * block, 0]), machine, network).vertex_finish
    hop, control, data = 1 + 2 * 5, 0, 2  # one link: the port, two routers; flits behind the head
    there_and_back = 2 * (hop + control) + 2 * (hop + data)
    miss = miss_cycles(load_machine(machine), network=there_and_back)
    assert finish.tolist() == [miss, miss + 1]


def test_a_hit_in_the_l2():
    # Two blocks take turns in an L1 of one line.
    machine = {**ONE_TILE, "l1": {"size": "32 B", "ways": 1}}
    finish = alone(chain_of([LOAD] * 4, [4096, 8192, 4096, 8192]), machine).vertex_finish
    hit = 1 + 6
    assert np.diff(finish, prepend=0).tolist() == [144, 144, hit, hit]


def test_a_block_comes_from_the_cache_that_wrote_it():
    machine = load_machine({"base": "mesh-2x1", "memory": {"controllers": [0]}})
    graph = chain_of([STORE, LOAD], [4096, 4096])  # block 128: its home is tile 0
    finish = in_both(
        VertexPartition(graph, 2, [0, 1]), Mapping([0, 1], 2), machine, {"memory_model": "simulated"}
    ).vertex_finish
    hop = 1 + 2 * 5
    message = 1 + hop
    load = (
        1  # the L1 looks
        + hop  # its request
        + 6  # the home looks
        + 1  # forwarded within the tile, the owner's L1 looks
        + (hop + 2)  # the block, three flits
    )
    assert finish.tolist() == [144, 144 + message + load]


@pytest.mark.parametrize("count", [1, 2, 7])
def test_with_one_mshr_misses_follow_one_another(count):
    machine = {**ONE_TILE, "core": {"mshrs": 1}}
    loads = loads_and_readers(count)
    result = alone(loads, machine)
    assert result.vertex_finish[::2].tolist() == [144 * (k + 1) for k in range(count)]
    assert result.scalars["mshr_occupancy"] == pytest.approx(144 * count / (144 * count + 1))


@pytest.mark.parametrize("mshrs", [1, 2, 4, 8])
def test_misses_are_as_many_at_a_time_as_there_are_mshrs(mshrs):
    # An unbounded memory: every wave of misses takes as long as one.
    machine = {**ONE_TILE, "core": {"mshrs": mshrs}}
    machine["memory"] = {**machine["memory"], "bandwidth": "80 TB/s"}
    count = 24
    loads = loads_and_readers(count)
    result = alone(loads, machine)
    one = 1 + 6 + 1 + 120 + 1 + 6  # a service of less than a cycle ends in the next
    assert result.vertex_finish.max() - 1 == one * count // mshrs


@pytest.mark.parametrize("mshrs", [1, 4, 16])
def test_mshrs_in_use_are_the_rate_of_misses_times_their_latency(mshrs, monkeypatch):
    # Little's law, exactly: the latency of each miss is taken from outside, as its instruction sees it.
    began, latencies = {}, []
    access, deliver = L1.access, L1.deliver

    def timed_access(l1, vertex, block, store):
        misses = l1.misses
        became = access(l1, vertex, block, store)
        if l1.misses > misses:
            began[vertex] = l1.caches.now
        return became

    def timed_deliver(l1):
        completed, room = deliver(l1)
        latencies.extend(l1.caches.now - began.pop(v) for v in completed if v in began)
        return completed, room

    monkeypatch.setattr(L1, "access", timed_access)
    monkeypatch.setattr(L1, "deliver", timed_deliver)
    random = np.random.default_rng(3)
    count = 800
    kinds = random.choice([LOAD, STORE, INTEGER], count, p=[0.5, 0.2, 0.3])
    edges = [(k, k + int(step)) for k, step in enumerate(random.integers(1, 20, count)) if k + step < count]
    graph = traced(count, edges, kinds, 4096 + 8 * random.integers(0, 3_000, count))
    machine = load_machine({"base": "mesh-2x2", "core": {"mshrs": mshrs}, "l1": {"size": "256 B"}})
    cut = VertexPartition(graph, 4, random.integers(0, 4, count))
    execution = {"memory_model": "simulated", "engine": "simpy"}
    result = simulate(cut, Mapping([0, 1, 2, 3], 4), machine, execution)
    numbers = result.scalars
    rate = numbers["l1_misses"] / numbers["cycles"]
    assert len(latencies) == numbers["l1_misses"] > 100
    assert 4 * numbers["mshr_occupancy"] == pytest.approx(rate * np.mean(latencies), rel=1e-12)
    assert result.tables["caches"]["mshr_occupancy"].max() <= mshrs
