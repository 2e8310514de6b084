"""Speed of the compiled engine with traced work, with caches, and with values through shared memory.

scripts/bench simulated_memory              `md` of 128 particles
python benchmarks/simulated_memory.py 512   of 512, as in the paper: 14 million instructions
"""

import resource
import sys
import time

import numasim
from numasim.numa.compiled.run import Run
from numasim.numa.run_inputs import RunInputs
from numasim.program.instructions import read_instructions
from numasim.program.program import prepare
from numasim.program.shared_values import share_values

MODES = ("traced", "simulated", "coherent")


def measured(graph, parts, mode):
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
        network="packet",
        priority=program.order,
        value_bytes=8,
        inputs_in_memory=True,
        instructions=instructions,
        shared=shared,
    )
    run = Run(inputs)
    begin = time.process_time()
    run.execute()
    return run, time.process_time() - begin


def main(size):
    small = numasim.trace_program("fft", size=16).graph
    for mode in MODES:
        measured(small, 4, mode)  # compiles
    graph = numasim.trace_program("md", size=size).graph
    n = graph.num_vertices
    print(f"md of {size} particles: {n:,} instructions, {graph.num_edges:,} edges; one core per cluster")
    for mode in MODES:
        for parts in (16, 64, 256, 1024):
            run, seconds = measured(graph, parts, mode)
            line = (
                f"{mode}, {parts} cores: {n / seconds / 1e6:.2f} M instructions per second, "
                f"{run.events / seconds / 1e6:.1f} M events per second, "
                f"{run.events / n:.1f} events per instruction, {run.state_bytes / 1e6:,.0f} MB of tables"
            )
            caches = run.coherent
            if caches is not None:
                classes = (caches.requests, caches.responses, caches.forwards)
                messages = caches.local_messages + sum(traffic.packets for traffic in classes)
                line += f", {messages / n:.2f} messages of the caches per instruction"
                if mode == "coherent":
                    line += f", {messages / run.remote_values:.1f} per value"
            print(line, flush=True)
            del run, caches  # so that the peak is that of one run
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"at most {peak:.2f} GB of memory, including the graph and its partition")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 128)
