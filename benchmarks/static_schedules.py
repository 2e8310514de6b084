"""CPU seconds of static schedulers on about 100,000 tasks and 64 cores, and the lengths of their schedules.

Lengths are relative to the lower bound, which is the longest path or the work on all cores, and times also to
HEFT.
"""

from functools import partial

from harness import cpu_seconds, parser, print_table

import numasim
from mappers.scheduling.schedule_tasks import SCHEDULES, schedule_tasks
from numasim.simulation.schedule_graph import scheduling_problem
from partitioners.generators.forks_and_joins import fork_join
from partitioners.generators.task_graphs import cholesky, stencil

GRAPHS = {
    "cholesky, 83 tiles": partial(cholesky, tiles=83),
    "stencil, 400 cells, 250 steps": partial(stencil, width=400, steps=250),
    "fork_join, 10,000 tasks, 10 stages": partial(fork_join, width=10_000, stages=10),
}
COLUMNS = ("graph:36", "method:14", "CPU s:.2f", "over heft:.1f", "length / lower bound:.3f")


def rows(machine, repeats):
    for name, make in GRAPHS.items():
        graph = make(variation=0.3)
        problem, _ = scheduling_problem(graph, machine)
        _ = problem.instance  # its preparation is common to all methods
        heft, _ = cpu_seconds(partial(schedule_tasks, problem, "heft"), repeats)
        for method in SCHEDULES.builtins:
            seconds, made = cpu_seconds(partial(schedule_tasks, problem, method), repeats)
            yield name, method, seconds, seconds / heft, made.makespan / problem.lower_bound


def main():
    options = parser(__doc__.partition("\n")[0], repeats=3).parse_args()
    machine = numasim.load_machine("mesh-8x8")
    small, _ = scheduling_problem(cholesky(tiles=4), machine)
    for method in SCHEDULES.builtins:
        schedule_tasks(small, method)  # compiles
    print_table(COLUMNS, rows(machine, options.repeats))


if __name__ == "__main__":
    main()
