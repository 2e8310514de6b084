"""Speed of the compiled engine with traced work, with caches, and with values through shared memory.

The last table has the most events per second over the fewest, among the numbers of cores. With `flit`, all
routers have one event in a cycle, so each flit that crosses a link counts as an event there.

scripts/bench simulated_memory              `md` of 128 particles
python benchmarks/simulated_memory.py 512   of 512, as in the paper: 14 million instructions
"""

from itertools import product

from harness import cpu_seconds, parser, peak_memory, print_table

import numasim
from numasim.numa.compiled.run import Run
from numasim.numa.shared.run_inputs import RunInputs
from numasim.program.instructions import read_instructions
from numasim.program.program import prepare
from numasim.program.shared_values import share_values

MODES = ("traced", "simulated", "coherent")
NETWORKS = ("packet", "flit")
CORES = (16, 64, 256, 1024)
COLUMNS = (
    "mode:9", "network:7", "cores:", "M instructions/s:.2f", "M events/s:.1f", "events/instruction:.1f",
    "MB of tables:,.0f", "messages of the caches/instruction:.2f", "per value:.1f",
)  # fmt: skip


def measured(graph, mode, network, parts):
    """A finished run, and its CPU seconds."""
    partition = numasim.partition(graph, "wb_libra", parts=parts, seed=0)
    machine = numasim.load_machine("table2", clusters=parts)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
    program = prepare(partition)
    instructions = shared = None
    if mode != "traced":
        instructions = read_instructions(program, machine, inputs_in_memory=True)
        shared = share_values(
            instructions, mapping.core_of_cluster, machine, through_memory=mode == "coherent"
        )
    inputs = RunInputs(
        program,
        mapping,
        machine,
        network=network,
        priority=program.order,
        value_bytes=8,
        inputs_in_memory=True,
        instructions=instructions,
        shared=shared,
    )
    run = Run(inputs)
    return run, cpu_seconds(run.execute)[0]


def row(graph, mode, network, parts):
    """The cells of a run."""
    run, seconds = measured(graph, mode, network, parts)
    n, events, caches = graph.num_vertices, run.events, run.coherent
    if network == "flit":
        events += int(run.network.link_counts()["flits"].sum())
    each = per_value = ""
    if caches is not None:
        classes = (caches.requests, caches.responses, caches.forwards)
        messages = caches.local_messages + sum(traffic.packets for traffic in classes)
        each, per_value = messages / n, messages / run.remote_values if mode == "coherent" else ""
    speeds = (n / seconds / 1e6, events / seconds / 1e6)
    return mode, network, parts, *speeds, events / n, run.state_bytes / 1e6, each, per_value


def main():
    arguments = parser(__doc__)
    arguments.add_argument("size", nargs="?", type=int, default=128, help="particles, 128 by default")
    size = arguments.parse_args().size
    small = numasim.trace_program("fft", size=16).graph
    for mode, network in product(MODES, NETWORKS):
        measured(small, mode, network, 4)  # compiles
    graph = numasim.trace_program("md", size=size).graph
    n, m = graph.num_vertices, graph.num_edges
    print(f"md of {size} particles: {n:,} instructions, {m:,} edges; one core per cluster\n")
    rates = {}

    def rows():
        for mode, network, parts in product(MODES, NETWORKS, CORES):
            cells = row(graph, mode, network, parts)
            rates.setdefault((mode, network), []).append(cells[4])
            yield cells

    print_table(COLUMNS, rows())
    print()
    ratios = ((*case, max(of_cores) / min(of_cores)) for case, of_cores in rates.items())
    print_table(("mode:9", "network:7", "most over fewest:.2f"), ratios)
    print(f"\nat most {peak_memory() / 1e9:.2f} GB of memory, including the graph and its partition")


if __name__ == "__main__":
    main()
