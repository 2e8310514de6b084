"""``numasim schedule``: schedule the tasks of one graph on a machine and print the length of the schedule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from numasim.cli.partition import parse_flags, print_figures

if TYPE_CHECKING:
    from mappers.scheduling.schedule import Schedule
    from numasim.machine.machine import Machine
    from numasim.schema.execution import Execution
    from partitioners.graph import Graph


def schedule(
    graph: Path,
    /,
    *,
    machine: str,
    method: Annotated[str, Parameter(name=["--method", "-m"])] = "heft",
    seed: int = 0,
    vertex_work: str | None = None,
    edge_bytes: str | None = None,
    value_bytes: str | None = None,
    cycles_per_weight: float = 1.0,
    ccr: float | None = None,
    simulate: Annotated[bool, Parameter(negative="")] = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    **options: Annotated[str, Parameter(help="Any option of the method.")],
) -> None:
    """Schedule the tasks of a graph on the cores of a machine and print the length of the schedule.

    Parameters
    ----------
    graph
        An acyclic graph, such as a WfCommons workflow (.json), an .stg file, DOT or .npz; any format that
        `numasim partition` reads.
    machine
        A machine, such as mesh-4x4 or a file; `numasim list machines` lists the presets.
    method
        A static scheduler; `numasim list schedules` lists them.
    seed
        Seed of methods that draw random numbers.
    vertex_work
        The node attribute of a DOT or GraphML file with the work of a task; edges then have no work.
    edge_bytes
        The edge attribute of a DOT or GraphML file with the bytes of data; `bytes` by default.
    value_bytes
        The size of a value if the file has no sizes, such as '1 KiB'; 8 bytes by default.
    cycles_per_weight
        Cycles per unit of work.
    ccr
        The mean time of a message over that of a task, which sets the cycles per unit of work.
    simulate
        Also run the schedule on the machine.
    output
        Write the task, its name, core, start and end of each task to this file, as CSV or .parquet.
    json
        Print one JSON object with all figures, and nothing else.
    """
    from mappers.scheduling.schedule_files import write_schedule
    from mappers.scheduling.schedule_tasks import SCHEDULES
    from numasim.cli.terminal import print_error
    from numasim.machine.machine import load_machine
    from numasim.schema.execution import as_execution
    from numasim.simulation.schedule_graph import cycles_per_weight_of, work_note
    from numasim.simulation.schedule_graph import schedule as make
    from partitioners.errors import OptionError
    from partitioners.files.read_graph import read_graph

    own = (
        "machine",
        "method",
        "seed",
        "vertex_work",
        "edge_bytes",
        "value_bytes",
        "cycles_per_weight",
        "ccr",
    )
    parsed = parse_flags(SCHEDULES[method], (*own, "simulate", "output", "json"), options)
    if ccr is not None and not 0 < ccr < float("inf"):
        raise OptionError(f"--ccr must be greater than 0 and finite, got {ccr:g}")
    if ccr is not None and cycles_per_weight != 1:
        raise OptionError("--ccr sets --cycles-per-weight; leave out one of the two")
    sizes = {} if value_bytes is None else {"value_bytes": value_bytes}
    execution = as_execution({"cycles_per_weight": cycles_per_weight, **sizes})
    target = load_machine(machine)
    read = read_graph(graph, vertex_work=vertex_work, edge_bytes=edge_bytes)
    if ccr is not None:
        scale = cycles_per_weight_of(read, target, execution, ccr)
        execution = execution.model_copy(update={"cycles_per_weight": scale})
    made = make(read, target, method, execution, seed=seed, **parsed)
    if note := work_note(read):
        print_error(note, kind="warning: ")
    if output is not None:
        write_schedule(made, output, read.vertex.get("original_id"))
    found = figures_of(read, made, target, execution, simulate=simulate)
    if output is not None:
        found["written_to"] = str(output)
    print_figures(found, json=json)


def figures_of(
    graph: Graph, made: Schedule, machine: Machine, execution: Execution, *, simulate: bool
) -> dict[str, Any]:
    """The figures of a schedule by name; the simulated ones are left out without a simulation.

    A simulated time is compared with the simulated time on the best core, since both read initial values.
    """
    from numasim.program.task_times import best_core, mean_speeds
    from numasim.simulation.one_core import simulate_on_one_core
    from numasim.simulation.schedule_graph import scheduling_problem, simulate_schedule

    problem, _ = scheduling_problem(graph, machine, execution)
    path = problem.critical_path
    speeds = mean_speeds(graph, machine, execution.cycles_per_weight)
    best = best_core(speeds)
    on_best_core = float(problem.cost[:, problem.kind_of_core[best.core]].sum())
    found: dict[str, Any] = {
        "graph": graph.name,
        "tasks": graph.num_vertices,
        "dependences": graph.num_edges,
        "machine": machine.name,
        "cores": machine.num_cores,
        "method": made.method,
        "cycles_on_best_core": int(on_best_core),
        "critical_path_cycles": int(path),
        "communication_to_computation": problem.communication_to_computation,
        "predicted_cycles": int(made.makespan),
    }
    cycles, alone = made.makespan, on_best_core
    if simulate:
        cycles = simulate_schedule(graph, made, machine, execution).scalars["cycles"]
        alone = simulate_on_one_core(graph, machine, execution).scalars["cycles"]
        found |= {"simulated_cycles": cycles, "simulated_cycles_on_best_core": alone}
    if cycles:
        found |= {
            "schedule_length_ratio": cycles / path if path else 0.0,
            "speedup": alone / cycles,
            "efficiency": alone / cycles / best.equivalents,
        }
    return found
