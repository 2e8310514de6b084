"""Random small programs, cuts, mappings and machines for Hypothesis."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from mappers.mapping import Mapping
from mappers.topology import Mesh
from numasim.machine.machine import load_machine
from numasim.machine.router_parameters import RouterParameters
from numasim.machine.sockets import Sockets
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


@st.composite
def graphs(draw, acyclic=True, max_vertices=10, max_edges=30):
    n = draw(st.integers(1, max_vertices))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=max_edges))
    if acyclic:
        pairs = [(min(u, v), max(u, v)) for u, v in pairs if u != v]
    src, dst = np.array(pairs, int).reshape(-1, 2).T
    weight = draw(st.lists(st.integers(0, 4), min_size=len(pairs), max_size=len(pairs)))
    vertex_attributes = {}
    if draw(st.booleans()):
        operation = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
        vertex_attributes["operation"] = np.array(operation, float)
    if acyclic and draw(st.booleans()):
        vertex_attributes["program_order"] = np.arange(n)
    edge_bytes = None
    if draw(st.booleans()):
        carried = st.lists(st.sampled_from([0, 1, 8, 20, 100]), min_size=len(pairs), max_size=len(pairs))
        edge_bytes = np.array(draw(carried), int)
    return Graph(n, src, dst, np.array(weight, float), vertex_attributes, edge_bytes=edge_bytes)


@st.composite
def partitions(draw, acyclic=True, max_parts=6):
    graph = draw(graphs(acyclic))
    parts = draw(st.integers(1, max_parts))
    kind, size = draw(
        st.sampled_from([(EdgePartition, graph.num_edges), (VertexPartition, graph.num_vertices)])
    )
    clusters = draw(st.lists(st.integers(0, parts - 1), min_size=size, max_size=size))
    return kind(graph, parts, np.array(clusters, int))


@st.composite
def drams(draw):
    """A part of the memory: banks with row buffers, or none."""
    if draw(st.booleans()):
        return {}
    times = st.sampled_from(["1 cycles", "9 cycles", "13.75 ns"])
    return {
        "dram": {
            "banks": draw(st.integers(1, 3)),
            "row": draw(st.sampled_from(["32 B", "96 B", "8 KiB"])),
            "activate": draw(times),
            "precharge": draw(times),
        }
    }


@st.composite
def sockets(draw, width, height):
    """A split of a mesh into sockets of one size; None where it has one tile alone."""
    splits = [(a, d) for a in range(1, width + 1) for d in range(1, height + 1) if a * d > 1]
    fitting = [(a, d) for a, d in splits if width % a == 0 and height % d == 0]
    if not fitting:
        return None
    across, down = draw(st.sampled_from(fitting))
    return {
        "across": across,
        "down": down,
        "link_cycles": draw(st.integers(1, 9)),
        "flit_cycles": draw(st.integers(1, 4)),
    }


@st.composite
def networks(draw, width, height):
    """Networks that all fidelities can run."""
    speculative = draw(st.booleans())
    return {
        "sockets": draw(st.none() | sockets(width, height)),
        "flit_size": draw(st.sampled_from(["4 B", "16 B"])),
        "injection_cycles": draw(st.integers(1, 3)),
        "link_cycles": draw(st.integers(1, 2)),
        "router": {
            "vcs": draw(st.integers(1, 4)),
            "buffer_flits": draw(st.integers(1, 5)),
            "routing_delay": draw(st.integers(0, 2)),
            "vc_alloc_delay": 1 if speculative else draw(st.integers(1, 2)),
            "sw_alloc_delay": draw(st.integers(1, 2)),
            "st_final_delay": draw(st.integers(1, 2)),
            "credit_delay": draw(st.integers(0, 2)),
            "speculative": speculative,
        },
    }


@st.composite
def machines(draw):
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return load_machine(
        {
            "base": f"mesh-{width}x{height}",
            "core": {"mshrs": draw(st.integers(1, 3))},
            "network": draw(networks(width, height)),
            "memory": {
                "controllers": draw(st.sampled_from(["corners", "all", [0]])),
                "placement": draw(st.sampled_from(["interleave", "first_touch", "node:0"])),
                "page": draw(st.sampled_from(["32 B", "64 B", "4 KiB"])),
                "latency": draw(st.sampled_from(["1 cycles", "7 cycles", "50 ns"])),
                "bandwidth": draw(st.sampled_from(["8 GB/s", "300 GB/s"])),
                **draw(drams()),
            },
        }
    )


@st.composite
def mappings(draw, parts, cores):
    placed = draw(st.lists(st.integers(0, cores - 1), min_size=parts, max_size=parts))
    return Mapping(np.array(placed, int), cores)


@st.composite
def executions(draw, model="dataflow"):
    return {
        "model": model,
        "steps": 1 if model == "dataflow" else draw(st.integers(1, 3)),
        "initial_values": draw(st.sampled_from(["memory", "preloaded"])),
        "network": draw(st.sampled_from(["ideal", "packet", "flit"])),
        "scheduler": draw(st.sampled_from(["program_order", "fifo", "lifo", "critical_path"])),
        "aggregate_messages": draw(st.booleans()),
    }


@st.composite
def runs(draw, model="dataflow"):
    """Everything that :func:`numasim.simulation.simulate.simulate` takes."""
    partition = draw(partitions(acyclic=model == "dataflow"))
    machine, execution = draw(machines()), draw(executions(model))
    if execution["network"] != "flit":  # the others do without the stages of a pipeline
        router_cycles = draw(st.none() | st.integers(0, 4))
        network = machine.network.model_copy(update={"router_cycles": router_cycles})
        machine = machine.model_copy(update={"network": network})
    return partition, draw(mappings(partition.parts, machine.num_cores)), machine, execution


@st.composite
def flit_cases(draw, most_packets=60):
    """A mesh, its routers, and packets: cycle, source, target, flits, class."""
    speculative = draw(st.booleans())
    parameters = RouterParameters(
        vcs_per_class=draw(st.integers(1, 3)),
        classes=draw(st.integers(1, 3)),
        buffer_flits=draw(st.integers(1, 6)),
        routing_delay=draw(st.integers(0, 2)),
        vc_alloc_delay=1 if speculative else draw(st.integers(1, 2)),
        sw_alloc_delay=draw(st.integers(1, 2)),
        st_final_delay=draw(st.integers(1, 2)),
        credit_delay=draw(st.integers(0, 2)),
        channel_delay=draw(st.integers(1, 2)),
        injection_delay=draw(st.integers(1, 3)),
        source_delay=draw(st.integers(0, 1)),
        speculative=speculative,
    )
    mesh = Mesh(draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    split = draw(st.none() | sockets(mesh.width, mesh.height))
    if split is not None:
        parameters = replace(parameters, sockets=Sockets(**split))
    tile = st.integers(0, mesh.num_cores - 1)
    target = st.one_of(tile, st.just(mesh.num_cores - 1))  # half of them meet in one corner
    packet = st.tuples(
        st.integers(0, 30), tile, target, st.integers(1, 6), st.integers(0, parameters.classes - 1)
    )
    return mesh, parameters, draw(st.lists(packet, min_size=1, max_size=most_packets))
