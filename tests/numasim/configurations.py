"""Random configurations of the whole schema, for the comparisons of the engines with each other.

Every field that has an effect on an engine is drawn, and integers are drawn at and beside each power of two
(:func:`integers`). ``NEVER_DRAWN`` names the fields that are not, with the reason.
"""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.program.schedulers import SCHEDULERS
from numasim.threads.layout import LOCK_KINDS
from numasim.threads.schedules import THREAD_SCHEDULES
from numasim.trace.instructions import LatencyClass, OpcodeClass
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition

NEVER_DRAWN = {
    "machine.name": "a name",
    "machine.core.max_clusters_per_core": "of mappers; a configuration has a finished mapping",
    **dict.fromkeys(
        [f"machine.energy.{event}" for event in (
            "task", "l1_access", "l2_access", "memory_access", "byte_link", "byte_router",
        )],
        "energy is computed after the run, from counters that are compared",
    ),
    "execution.engine": "what is compared",
    "execution.max_events": "events are steps of one engine, and the engines have different ones",
    "execution.max_seconds": "time of the computer that simulates",
}  # fmt: skip


def integers(least, most):
    """Integers: small ones, and those at and beside each power of two."""
    return st.integers(least, min(most, least + 4)) | st.sampled_from(beside_powers(least, most))


def beside_powers(least, most):
    beside = {2**k + d for k in range(most.bit_length() + 1) for d in (-1, 0, 1)}
    return sorted(each for each in beside if least <= each <= most)


def sizes(least, most):
    return integers(least, most).map(lambda size: f"{size} B")


# Graphs.


@st.composite
def graphs(draw, acyclic=True, simulated=False, wide=False, most_vertices=40):
    """A graph whose tasks take up to 2^30 cycles, or ``wide`` 2^33: its work, or traced instructions."""
    n = draw(st.integers(1, most_vertices))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    ends = random.integers(0, n, (draw(st.integers(0, 2 * n)), 2))
    if acyclic:
        ends = np.sort(ends, axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
    src, dst = ends.T
    powers = beside_powers(0, 2 ** draw(st.sampled_from([3, 7, 33 if wide else 23])))
    lengths = np.append(random.choice(powers, 3), draw(st.sampled_from(powers))).astype(float)
    vertex = {"kind": random.choice(["a", "b", "c"], n)}
    if simulated and draw(st.booleans()):
        kind = random.choice(list(LatencyClass), n)
        vertex |= {
            "latency_class": kind,
            "opcode_class": np.where(
                kind == LatencyClass.MEMORY,
                random.choice([OpcodeClass.LOAD, OpcodeClass.STORE], n),
                OpcodeClass.INTEGER,
            ),
            "address": np.where(kind == LatencyClass.MEMORY, 4096 + 8 * random.integers(0, 40, n), 0),
            "program_order": np.arange(n),
            "operation": np.ones(n),
        }
    elif draw(st.sampled_from([True, True, False])):
        vertex["operation"] = random.choice(lengths, n)
    edge_bytes = None
    if draw(st.booleans()):
        edge_bytes = random.choice([0, 1, 8, 20, draw(integers(0, 200))], src.size)
    return Graph(n, src, dst, random.choice(lengths, src.size), vertex, edge_bytes=edge_bytes)


@st.composite
def partitions(draw, **of_graph):
    graph = draw(graphs(**of_graph))
    parts = draw(st.integers(1, 8))
    kind, size = draw(
        st.sampled_from([(EdgePartition, graph.num_edges), (VertexPartition, graph.num_vertices)])
    )
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return kind(graph, parts, random.integers(0, parts, size))


# Machines.


@st.composite
def _cores(draw, cores, speeds):
    core = {
        "mshrs": draw(integers(1, 65)),
        "issue_width": draw(integers(1, 64)),
        "window": draw(integers(1, 65_536)),
        "write_backs": draw(integers(1, 65)),
        "atomics": draw(st.sampled_from(["ordered", "overlapped"])),
        "latencies": {
            kind.name.lower(): draw(integers(1, 2**31 - 1))
            for kind in LatencyClass
            if kind is not LatencyClass.MEMORY
        },
    }
    if not speeds or draw(st.booleans()):
        return core
    speed = st.sampled_from([0.001, 0.3, 0.5, 0.7, 1, 2, 7, 1000])
    core["classes"] = {"fast": "0", **({"slow": f"1-{cores - 1}"} if cores > 1 else {})}
    places = st.sampled_from(sorted(core["classes"]))
    core["speeds"] = draw(st.dictionaries(places, speed))
    if draw(st.booleans()):
        row = st.dictionaries(places, speed, min_size=1)
        cycles = st.dictionaries(places, integers(1, 2**23), min_size=1)
        core["task_speeds"] = {"a": draw(row), "other": draw(row)}
        core["task_cycles"] = {"b": draw(cycles)}
    return core


@st.composite
def _sockets(draw, width, height, flit):
    splits = [
        (across, down)
        for across in range(1, width + 1)
        for down in range(1, height + 1)
        if across * down > 1 and width % across == 0 and height % down == 0
    ]
    if not splits or draw(st.booleans()):
        return None
    across, down = draw(st.sampled_from(splits))
    return {
        "across": across,
        "down": down,
        "link_cycles": draw(integers(1, 33 if flit else 2**20)),
        "flit_cycles": draw(integers(1, 5 if flit else 2**20)),
    }


@st.composite
def _networks(draw, width, height, flit):
    """A network; with ``flit``, one whose delays fit the routers, and whose packets are short."""
    delay = 33 if flit else 2**20
    speculative = draw(st.booleans())
    stage = integers(1, 9 if flit else 2**20)
    return {
        "sockets": draw(_sockets(width, height, flit)),
        "flit_size": draw(sizes(4 if flit else 1, 2**10)),
        "header_size": draw(sizes(1, 17 if flit else 2**16)),
        "injection_cycles": draw(integers(1, delay)),
        "link_cycles": draw(integers(1, delay)),
        "router_cycles": None if flit else draw(st.none() | integers(0, 2**20)),
        "router": {
            "vcs": draw(st.integers(1, 4)),
            "buffer_flits": draw(integers(1, 65 if width * height > 16 else 4096)),
            "routing_delay": draw(integers(0, 9)),
            "vc_alloc_delay": 1 if speculative else draw(stage),
            "sw_alloc_delay": draw(stage),
            "st_final_delay": draw(stage),
            "credit_delay": draw(integers(0, 33)),
            "speculative": speculative,
        },
    }


@st.composite
def _memories(draw, width, height, block, wide):
    rows = integers(1, 9).map(lambda blocks: f"{blocks * block} B")
    times = st.sampled_from(["1 cycles", "13.75 ns", "50 ns"]) | integers(1, 2**12).map("{} cycles".format)
    dram = {"banks": draw(integers(1, 1024)), "row": draw(rows), "activate": draw(times)}
    last = width * height - 1
    controllers = draw(st.sampled_from(["corners", "center", "all", [0], [[width - 1, height - 1]], [last]]))
    return {
        "capacity": draw(st.sampled_from(["64 MiB", "4 GiB", *(["2 TiB"] if wide else [])])),
        "block": f"{block} B",
        "page": f"{block * draw(integers(1, 65))} B",
        "controllers": controllers,
        "bandwidth": draw(st.sampled_from(["1 MB/s", "8 GB/s", "300 GB/s"])),
        "bandwidth_scope": draw(st.sampled_from(["machine", "controller"])),
        "latency": draw(times),
        "placement": draw(st.sampled_from(["interleave", "first_touch", "node:0"])),
        "dram": draw(st.none() | st.just({**dram, "precharge": draw(times)})),
    }


SMALL = [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3)]
LARGE = [(8, 8), (13, 5), (1, 65), (129, 1)]
"""Meshes at and beyond the bits of a word."""


@st.composite
def machines(draw, *, flit=False, speeds=False, large=True, wide=False):
    width, height = draw(st.sampled_from([*SMALL * 3, *(LARGE if large else [])]))
    block = 2 ** draw(st.integers(3, 12))
    ways, l2_ways = draw(integers(1, 9)), draw(integers(1, 9))
    l1_sets = draw(integers(1, 9))
    l2_sets = -(-l1_sets * ways // l2_ways) * draw(integers(1, 3))
    return load_machine(
        {
            "mesh": {"width": width, "height": height},
            "clock": draw(st.sampled_from(["2.4 GHz", "1 GHz", "333 MHz"])),
            "core": draw(_cores(width * height, speeds)),
            "l1": {
                "size": f"{block * ways * l1_sets} B",
                "ways": ways,
                "latency_cycles": draw(integers(1, 600)),
                "snoop_cycles": draw(st.none() | integers(1, 600)),
            },
            "l2": {
                "size": f"{block * l2_ways * l2_sets} B",
                "ways": l2_ways,
                "latency_cycles": draw(integers(1, 4096)),
                "home": draw(st.sampled_from(["block", "page", "socket"])),
            },
            "network": draw(_networks(width, height, flit)),
            "memory": draw(_memories(width, height, block, wide)),
        }
    )


# Runs.


@st.composite
def executions(draw, **fixed):
    """The section ``execution``, with the given keys as they are."""

    def one(key, *values):
        return fixed[key] if key in fixed else draw(st.sampled_from(values))

    model, memory = one("model", "dataflow", "supersteps"), one("memory_model", "traced", "simulated")
    network = one("network", "ideal", "packet", "flit")
    coherent = ["coherent"] if memory == "simulated" else []
    communication = one("communication", "message", *coherent)
    steals = memory == "traced" and model == "dataflow"
    victims = ["random", "nearest", "most_loaded"] if steals else []
    return {
        "model": model,
        "memory_model": memory,
        "network": network,
        "communication": communication,
        "steps": 1 if model == "dataflow" else draw(st.integers(1, 3)),
        "initial_values": one("initial_values", "memory", "preloaded"),
        "value_layout": one("value_layout", "padded", "packed"),
        "scheduler": one("scheduler", *SCHEDULERS.builtins),
        "stealing": one("stealing", "none", *victims),
        "steal_threshold": draw(st.integers(1, 3) | integers(1, 2**31 - 1)),
        "steal_retry_cycles": draw(integers(1, 2**40)),
        "aggregate_messages": communication == "coherent" or draw(st.booleans()),
        "cycles_per_weight": draw(st.sampled_from([0.001, 0.5, 1.0, 3.7, 64.0])),
        "value_bytes": draw(sizes(1, 65 if network == "flit" else 2**30)),
        "max_cycles": one("max_cycles", *[None] * 3, draw(integers(1, 2**20))),
    }


@st.composite
def configurations(draw, *, speeds=True, large=True, wide=False, **fixed):
    """All that :func:`numasim.simulation.simulate.simulate` takes, with the given keys of the execution.

    ``wide``: with cycles and blocks of more than 32 bits, for which the compiled engine has other tables.
    """
    execution = draw(executions(**fixed))
    traced = execution["memory_model"] == "traced"
    flit = execution["network"] == "flit"
    machine = draw(machines(flit=flit, speeds=speeds and traced, large=large, wide=wide))
    cut = draw(partitions(acyclic=execution["model"] == "dataflow", simulated=not traced, wide=wide))
    if machine.core.task_cycles:  # of whole tasks, whose edges have no work
        label = cut.cluster_of_edge if isinstance(cut, EdgePartition) else cut.cluster_of_vertex
        no_work = np.zeros(cut.graph.num_edges)
        cut = type(cut)(replace(cut.graph, weight=no_work), cut.parts, label)
    placed = draw(st.lists(st.integers(0, machine.num_cores - 1), min_size=cut.parts, max_size=cut.parts))
    return cut, Mapping(np.array(placed, int), machine.num_cores), machine, execution


@st.composite
def thread_configurations(draw):
    """A program of random operations, the core of each thread, the machine, and the options of the run."""
    network = draw(st.sampled_from(["ideal", "packet", "flit"]))
    machine = draw(machines(flit=network == "flit", large=False))
    cores = draw(st.permutations(range(machine.num_cores)))
    program = {
        "seed": draw(st.integers(0, 10**6)),
        "phases": 3,
        "items": draw(integers(0, 25)),
        "elements": draw(integers(1, 900)),
        "locks": draw(integers(1, 5)),
    }
    options = {
        "network": network,
        "scheduler": draw(st.sampled_from(THREAD_SCHEDULES.builtins)),
        "chunk": draw(integers(1, 2**31 - 1)),
        "barrier": draw(st.sampled_from(["messages", "memory"])),
        "lock": draw(st.sampled_from(LOCK_KINDS)),
        "lock_layout": draw(st.sampled_from(["padded", "packed"])),
    }
    max_cycles = draw(st.none() | integers(1, 2**14))
    return program, np.array(cores[: draw(st.integers(1, 4))]), machine, options, max_cycles
