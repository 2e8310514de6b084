"""Instructions in out-of-order windows over coherent caches: both engines, closed forms, and the laws."""

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import drams, mappings, networks

from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.numa.compiled.run import Run as CompiledRun
from numasim.numa.shared.run_inputs import RunInputs
from numasim.numa.simpy_engine.run import Run as SimPyRun
from numasim.program.instructions import read_instructions
from numasim.program.program import prepare
from numasim.program.shared_values import share_values
from numasim.simulation.simulate import simulate
from numasim.trace.instructions import LatencyClass, OpcodeClass
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from tests.numasim.numa.test_engines import counters, in_both

LOAD, STORE, INTEGER, DIVIDE = range(4)
CLASSES = np.array(
    [
        (LatencyClass.MEMORY, OpcodeClass.LOAD),
        (LatencyClass.MEMORY, OpcodeClass.STORE),
        (LatencyClass.INTEGER, OpcodeClass.INTEGER),
        (LatencyClass.INTEGER_DIVIDE, OpcodeClass.DIVIDE),
    ]
)


def traced(num_vertices, edges, kinds, addresses):
    """A graph with the attributes of a trace."""
    src, dst = np.array(edges, int).reshape(-1, 2).T
    kinds = np.array(kinds, int)
    return Graph(
        num_vertices,
        src,
        dst,
        np.ones(src.size),
        {
            "program_order": np.arange(num_vertices),
            "latency_class": CLASSES[kinds, 0],
            "opcode_class": CLASSES[kinds, 1],
            "operation": np.where(kinds >= INTEGER, 1.0, 0.0),
            "address": np.where(kinds < INTEGER, np.array(addresses, int), 0),
        },
    )


@st.composite
def traces(draw, max_vertices=60):
    """Random instructions that fight for a few blocks."""
    n = draw(st.integers(1, max_vertices))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    m = int(random.integers(0, 2 * n))
    ends = np.sort(random.integers(0, n, (m, 2)), axis=1)
    blocks = draw(st.integers(1, 12))
    kinds = random.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    return traced(n, ends[ends[:, 0] < ends[:, 1]], kinds, 4096 + 8 * random.integers(0, 4 * blocks, n))


MODELS = st.sampled_from(["dataflow", "supersteps"])


@st.composite
def partitions(draw, model="dataflow"):
    graph = draw(st.one_of(traces(), traces().map(plain)))
    if model == "supersteps" and draw(st.booleans()):
        graph = with_cycles(graph)
    parts = draw(st.integers(1, 8))
    kind, size = draw(
        st.sampled_from([(EdgePartition, graph.num_edges), (VertexPartition, graph.num_vertices)])
    )
    seed = draw(st.integers(0, 2**32))
    return kind(graph, parts, np.random.default_rng(seed).integers(0, parts, size))


def plain(graph):
    return Graph(graph.num_vertices, graph.src, graph.dst, graph.weight)


def with_cycles(graph):
    """Some edges turned round, and a loop at vertex 0."""
    src, dst = graph.src.copy(), graph.dst.copy()
    src[::3], dst[::3] = graph.dst[::3], graph.src[::3]
    return Graph(graph.num_vertices, np.append(src, 0), np.append(dst, 0))


@st.composite
def machines(draw):
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    ways = draw(st.integers(1, 2))
    size = 32 * ways * draw(st.integers(1, 3))
    l2_ways = draw(st.integers(1, 3))
    l2_size = -(-size // (32 * l2_ways)) * 32 * l2_ways
    return load_machine(
        {
            "base": f"mesh-{width}x{height}",
            "core": {
                "mshrs": draw(st.integers(1, 4)),
                "write_backs": draw(st.integers(1, 3)),
                "issue_width": draw(st.integers(1, 3)),
                "window": draw(st.integers(1, 20)),
            },
            "l1": {"size": f"{size} B", "ways": ways, "latency_cycles": draw(st.integers(1, 3))},
            "l2": {"size": f"{l2_size} B", "ways": l2_ways, "latency_cycles": draw(st.integers(1, 8))},
            "network": draw(networks(width, height)),
            "memory": {
                "controllers": draw(st.sampled_from(["corners", "all", [0]])),
                "placement": draw(st.sampled_from(["interleave", "first_touch", "node:0"])),
                "page": draw(st.sampled_from(["32 B", "64 B", "4 KiB"])),
                "latency": draw(st.sampled_from(["1 cycles", "50 ns"])),
                **draw(drams()),
            },
        }
    )


def of_caches(run):
    return (
        [
            (c.loads, c.stores, c.hits, c.misses, c.merged, c.retries, c.requests, c.mshr_cycles)
            for c in run.coherent.l1s
        ],
        [(h.requests, h.fetches, h.write_backs) for h in run.coherent.homes],
        (run.coherent.requests, run.coherent.responses, run.coherent.forwards),
        run.coherent.local_messages,
        run.coherent.sent.tolist(),
    )


LENGTHS = [2**k + d for k in (5, 6, 8, 9, 16, 20) for d in (-1, 0, 1)]
WIDE_LENGTHS = [2**k + d for k in (31, 32, 40) for d in (-1, 0, 1)]


@pytest.mark.parametrize(
    "cycles", [*LENGTHS, *(pytest.param(each, marks=pytest.mark.slow) for each in WIDE_LENGTHS)]
)
def test_operations_of_any_length_take_their_cycles(cycles):
    # Independent operations on core 0; on core 1 a chain that keeps the run alive.
    count, chain = 20, 60
    operation = np.array([float(cycles)] * count + [10.0] * chain)
    links = np.arange(count, count + chain - 1)
    graph = Graph(count + chain, links, links + 1, np.zeros(chain - 1), {"operation": operation})
    cut = VertexPartition(graph, 2, [0] * count + [1] * chain)
    for window in (1, 2, 20):
        machine = load_machine({"base": "mesh-2x1", "core": {"window": window, "issue_width": 64}})
        execution = {"memory_model": "simulated", "initial_values": "preloaded"}
        result = in_both(cut, Mapping([0, 1], 2), machine, execution)
        assert result.scalars["cycles"] == max(count * cycles // window, 10 * chain)


@settings(deadline=None, max_examples=examples(90), suppress_health_check=[HealthCheck.too_slow])
@given(configurations(memory_model="simulated"))
def test_both_engines_give_the_same_result(run):
    in_both(*run)


@settings(deadline=None, max_examples=examples(60))
@given(st.data(), MODELS, machines(), st.sampled_from(["packet", "flit"]), st.booleans(), st.booleans())
def test_every_component_counts_the_same_under_any_priorities(
    data, model, machine, network, in_memory, coherent
):
    cut = data.draw(partitions(model))
    mapping = data.draw(mappings(cut.parts, machine.num_cores))
    program = prepare(cut, model=model, steps=1 if model == "dataflow" else 2)
    seed = data.draw(st.integers(0, 2**32))
    priority = np.random.default_rng(seed).integers(-2, 3, program.num_tasks)
    instructions = read_instructions(program, machine, inputs_in_memory=in_memory)
    shared = share_values(
        instructions, mapping.core_of_cluster, machine, through_memory=coherent, packed=in_memory
    )
    inputs = RunInputs(
        program,
        mapping,
        machine,
        network=network,
        priority=priority,
        value_bytes=8,
        inputs_in_memory=in_memory,
        instructions=instructions,
        shared=shared,
    )
    simpy, compiled = (kind(inputs) for kind in (SimPyRun, CompiledRun))
    simpy.execute()
    compiled.execute()
    assert counters(compiled) == counters(simpy)
    assert of_caches(compiled) == of_caches(simpy)


def test_accesses_of_several_blocks_are_named():
    plain = traced(3, [(0, 1), (1, 2)], [STORE, STORE, LOAD], [64, 128, 256])
    graph = Graph(3, plain.src, plain.dst, np.ones(2), {**plain.vertex, "bytes": np.array([4096, 33, 32])})
    cut = EdgePartition(graph, 1, np.zeros(2, int))
    machine = load_machine("mesh-2x2")
    found = {
        model: simulate(cut, Mapping(np.zeros(1, int), 4), machine, {"memory_model": model}).warnings
        for model in ("simulated", "traced")
    }
    assert found == {
        "simulated": (
            "2 instructions, such as `memset` and `memcpy`, access more than a block of 32 bytes each (4,129 "
            "bytes in all), and are simulated as one access to their first block; with `memory_model: "
            "traced` they take the time of all their blocks",
        ),
        "traced": (),
    }
