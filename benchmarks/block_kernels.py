"""Speed and memory of programs in the original and the SPAC form: their traces, and traces with simulation.

    python benchmarks/block_kernels.py [--programs particle_filter gaussian cfd btree] [--resident 56]

Each program has its default options. For each form the output has the requests of all launches, and millions
of requests and of sectors per second when the program is traced, with blocks in order and with turns of
resident blocks. Then follow the seconds in which it is traced and simulated on a device, and the peak of the
resident memory in megabytes, libraries and input included. Seconds are those of the processor, on one core,
in a process that has run the form with small options. Inputs and cuts are made before.
"""

import inspect

from harness import cost_apart, cpu_seconds, parser, peak_memory, print_table

import gpu
from gpu.programs.program import program_class
from partitioners.partition_graph import partition


def arguments(program, form, operand, name, defaults):
    """The options of a form, with a cut if it takes one."""
    given = {"variant": form}
    if program.applies("cut", given):
        graph = program.task_graph(operand, name)
        given["cut"] = partition(graph, "spac", -(-graph.num_edges // defaults["block_size"]))
    return given


def traced(program, operand, given, **turns):
    """The processor seconds of a traced run in a process of its own, its requests and its sectors."""

    def work():
        backend = gpu.TraceBackend(**turns)
        made = program(operand, backend, **given)
        seconds, _ = cpu_seconds(made.run)
        traces = backend.pop_traces()
        return seconds, *(sum(getattr(trace, each).size for trace in traces) for each in ("kind", "sectors"))

    return cost_apart(work, lambda found: found)[2]


def simulated(program, operand, given, device):
    """Trace and simulate a run; its simulated microseconds."""
    backend = gpu.SimulatedBackend(device)
    made = program(operand, backend, **given)
    found = backend.simulate(made.run).scalars["kernel_us"]
    assert made.verify() == []
    return found


def row(name, form, options):
    """The cells of a program in one form."""
    program = program_class(name)
    options_of = inspect.signature(program).parameters
    defaults = {key: option.default for key, option in options_of.items()}
    small = program.generate(defaults | program.small_options, 0)
    simulated(program, small, arguments(program, form, small, name, defaults), options.device)
    operand = program.generate(defaults, 0)
    given = arguments(program, form, operand, name, defaults)
    seconds, requests, sectors = traced(program, operand, given)
    turns, _, _ = traced(program, operand, given, resident=options.resident, order="turns")
    rates = [count / each / 1e6 for each in (seconds, turns) for count in (requests, sectors)]
    whole, _, (peak, time) = cost_apart(
        lambda: simulated(program, operand, given, options.device), lambda found: (peak_memory(), found)
    )
    return [f"{name} {form}", requests, *rates, whole, peak / 1e6, time]


def main():
    options = parser(
        __doc__,
        programs=["particle_filter", "gaussian", "cfd", "btree"],
        device="titan-x-pascal",
        resident=56,
    ).parse_args()
    columns = ["program:24", "requests:11,"]
    for order in ("in order", "turns"):
        columns += [f"{order} requests:.1f", "sectors:.1f"]
    columns += ["simulated s:.1f", "MB:6,.0f", "model us:9,.0f"]
    forms = [(name, form) for name in options.programs for form in ("original", "spac")]
    print_table(columns, (row(name, form, options) for name, form in forms))


if __name__ == "__main__":
    main()
