"""A run of many instructions, simulated in windows: speed and memory from the program to the last cycle.

    scripts/bench long_run                                `md` of 600 particles: 20 million instructions
    python benchmarks/long_run.py --size 4365             1,002 million instructions, 5.4 GB of log

The work is traced, and each window is cut anew for 64 cores on the network `packet`. The time is CPU time of
the whole: the run of the program with its log, the graphs, their cuts and the simulation, without the
compilation of kernels. Memory is the peak of this process and includes libraries and kernels.
"""

import sys

from harness import children_seconds, cpu_seconds, own_seconds, parser, peak_memory, print_table

import numasim
from numasim.cli.terminal import progress_bar

COLUMNS = (
    "cut:12", "instructions:14,", "windows:,", "cycles:15,", "carried values:,", "most kept:,", "CPU s:,.0f",
    "M instructions/s:.2f", "peak GB:.2f",
)  # fmt: skip


def simulated(machine, arguments, size, progress):
    windows = numasim.trace_windows(arguments.program, size=size, window=arguments.window)
    return numasim.simulate_windows(
        windows,
        machine,
        arguments.parts,
        method=arguments.method,
        execution={"network": arguments.network},
        progress=progress,
    )


def row(arguments):
    machine = numasim.load_machine("table2", clusters=arguments.parts)
    simulated(machine, arguments, 20, lambda *_: None)  # compiles
    with progress_bar(lines=not sys.stderr.isatty()) as progress:
        seconds, found = cpu_seconds(
            lambda: simulated(machine, arguments, arguments.size, progress),
            clock=lambda: own_seconds() + children_seconds(),
        )
    total = found.scalars
    count = total["instructions"]
    counts = [total[name] for name in ("windows", "cycles", "carried_values", "most_kept_values")]
    return arguments.method, count, *counts, seconds, count / seconds / 1e6, peak_memory() / 1e9


def main():
    arguments = parser(
        __doc__, program="md", size=600, window=1 << 20, parts=64, method="contiguous", network="packet"
    ).parse_args()
    print_table(COLUMNS, [row(arguments)])


if __name__ == "__main__":
    main()
