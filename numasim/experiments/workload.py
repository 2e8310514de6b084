"""Make the graph of a workload: read a file, run a generator, or trace a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partitioners.errors import InputError

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment
    from numasim.trace.trace import Trace
    from partitioners.graph import Graph


def build_graph(experiment: Experiment) -> Graph:
    """Make the graph of an experiment.

    Parameters
    ----------
    experiment : Experiment
        A concrete experiment: without a sweep.

    Raises
    ------
    ConfigError
        The file does not exist.
    GraphFileError
        The file does not have the format of its name.
    OptionError
        An option of a generator is out of range.
    InputError
        A program does not compile, cannot be traced, or did not end with the expected exit code.
    """
    from numasim.schema.generated import Generated
    from numasim.schema.workload import GraphFile

    workload = experiment.workload
    if isinstance(workload, GraphFile):
        from partitioners.files.read_graph import read_graph

        return read_graph(
            experiment.file(workload.graph),
            weights=workload.weights,
            symmetric_entries=workload.symmetric_entries,
            bipartite=workload.bipartite,
        )
    if isinstance(workload, Generated):
        from partitioners.generators.registry import GENERATORS

        plugin = GENERATORS[workload.generator]
        graph: Graph = plugin.call(options=workload.options, seed=experiment.seed_of(workload))
        return graph
    return traced(experiment).graph


def traced(experiment: Experiment) -> Trace:
    """Return the trace of an experiment's program.

    Parameters
    ----------
    experiment : Experiment
        A concrete experiment whose workload is a ``program`` or a ``source``.

    Raises
    ------
    InputError
        The program does not compile, cannot be traced, did not end with the expected exit code, or its trace
        was cut by a default limit.
    """
    from numasim.schema.workload import TracedProgram, TracedSource
    from numasim.trace.trace_program import trace_program
    from partitioners.units import format_size

    workload = experiment.workload
    assert isinstance(workload, (TracedProgram, TracedSource))
    own = {"program", "size", "source", "args", "input", "exit_code", "timeout"}
    # The values as they are: a dump would write quantities as text.
    settings = {name: getattr(workload, name) for name in type(workload).model_fields if name not in own}
    if workload.timeout is not None:
        settings["timeout"] = float(workload.timeout.amount)
    if isinstance(workload, TracedProgram):
        name, wanted = workload.program, 0
        trace = trace_program(name, size=workload.size, **settings)
    else:
        name, wanted = workload.source, workload.exit_code
        trace = trace_program(
            experiment.file(workload.source),
            workload.args,
            input_file=None if workload.input is None else experiment.file(workload.input),
            **settings,
        )
    about = trace.about
    said = trace.errors.decode(errors="replace").strip().splitlines()
    last_words = f": {said[-1]}" if said else ""
    if about["signal"]:
        raise InputError(f"{name} was ended by {about['signal']}{last_words}; correct the program")
    if about["exit_code"] is not None and about["exit_code"] != wanted:
        cure = "" if isinstance(workload, TracedProgram) else "; if this is expected, set `exit_code`"
        raise InputError(f"{name} ended with exit code {about['exit_code']}{last_words}{cure}")
    limited = workload.max_instructions is not None or workload.max_bytes is not None
    if about["cut_short"] == "limit" and not limited:
        raise InputError(
            f"{name}: the trace was cut after {trace.graph.num_vertices:,} instructions, when its log "
            "reached "
            f"{format_size(about['max_bytes'])}; use a smaller problem, or set a limit with "
            "`max_instructions` or `max_bytes`"
        )
    return trace


def trace_columns(graph: Graph) -> dict[str, int]:
    """Return the columns of a traced workload: ``trace_complete``, which is 0 if a limit cut the trace."""
    from numasim.trace.trace import TRACE_CUT

    return {"trace_complete": int(TRACE_CUT not in graph.vertex)} if "opcode_class" in graph.vertex else {}


def cut_trace(graph: Graph) -> str:
    """Return the warning for a row whose trace was cut by a limit."""
    return (
        f"the trace was cut by a limit after {graph.num_vertices:,} instructions: the figures are those of "
        "the beginning of the program"
    )
