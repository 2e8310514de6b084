"""Make the graph of a workload: read a file, run a generator, or trace a program."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.errors import InputError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment
    from numasim.schema.traced_workload import TracedProgram, TracedSource
    from numasim.trace.options import GraphOptions
    from numasim.trace.trace import Trace
    from numasim.trace.windows import Window
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
            vertex_work=workload.vertex_work,
            edge_bytes=workload.edge_bytes,
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
    from numasim.trace.options import TraceOptions
    from numasim.trace.trace_program import trace_program

    workload, program, settings = _settings(experiment, TraceOptions)
    trace = trace_program(program, **settings)
    about = trace.about
    check_ending(workload.name, about["signal"], about["exit_code"], trace.errors, workload.exit_code)
    if about["cut_short"] == "limit" and not workload.limited:
        raise cut_at_the_default(workload.name, trace.graph.num_vertices, about["max_bytes"])
    return trace


def traced_windows(experiment: Experiment, progress: Progress = silent) -> Generator[Window, None, None]:
    """Trace the program of an experiment in windows; see :func:`numasim.trace_windows`.

    Parameters
    ----------
    experiment : Experiment
        A concrete experiment whose workload is a ``program`` or a ``source`` with ``window``.

    Raises
    ------
    InputError
        See :func:`traced`.
    """
    from numasim.trace.options import DEFAULT_MAX_BYTES, GraphOptions
    from numasim.trace.windows import trace_windows

    workload, program, settings = _settings(experiment, GraphOptions)
    assert workload.window is not None
    traced = trace_windows(program, window=workload.window, progress=progress, **settings)
    with contextlib.closing(traced) as windows:
        for window in windows:
            if window.first == 0:
                ending, wanted = window.ending, workload.exit_code
                check_ending(workload.name, ending.signal, ending.exit_code, window.errors, wanted)
                if window.cut and not workload.limited:
                    raise cut_at_the_default(workload.name, window.of_run, DEFAULT_MAX_BYTES)
            yield window
            del window  # before the next one is made


def _settings(
    experiment: Experiment, options: type[GraphOptions]
) -> tuple[TracedProgram | TracedSource, str | Path, dict[str, Any]]:
    """The workload of a traced program, the program, and the arguments of a function that traces it."""
    from numasim.schema.traced_workload import TracedProgram, TracedSource

    workload = experiment.workload
    assert isinstance(workload, (TracedProgram, TracedSource))
    # The values as they are: a dump would write quantities as text.
    known = {field.name for field in fields(options)} & type(workload).model_fields.keys() - {"timeout"}
    settings = {name: getattr(workload, name) for name in known}
    if workload.timeout is not None:
        settings["timeout"] = float(workload.timeout.amount)
    if isinstance(workload, TracedProgram):
        return workload, workload.program, settings
    settings |= {
        "arguments": workload.args,
        "input_file": None if workload.input is None else experiment.file(workload.input),
    }
    return workload, experiment.file(workload.source), settings


def check_ending(name: str, signal: str, exit_code: int | None, errors: bytes, wanted: int | None) -> None:
    """Raise an error if a traced program did not end as expected.

    Parameters
    ----------
    name : str
        The name of the program in the message.
    signal : str
        The name of the signal that ended it, or "".
    exit_code : int or None
        None if a signal or a limit ended it.
    errors : bytes
        Its standard error, whose last line is in the message.
    wanted : int or None
        The expected exit code; None for a program that comes with numasim, which ends with 0.

    Raises
    ------
    InputError
    """
    said = errors.decode(errors="replace").strip().splitlines()
    last_words = f": {said[-1]}" if said else ""
    if signal:
        raise InputError(f"{name} was ended by {signal}{last_words}; correct the program")
    if exit_code is not None and exit_code != (wanted or 0):
        cure = "" if wanted is None else "; if this is expected, set `exit_code`"
        raise InputError(f"{name} ended with exit code {exit_code}{last_words}{cure}")


def cut_at_the_default(name: str, instructions: int, max_bytes: int) -> InputError:
    """Return the error of a program whose trace was cut although its file sets no limit."""
    from partitioners.text.units import format_size

    return InputError(
        f"{name}: the trace was cut after {instructions:,} instructions, when its log reached "
        f"{format_size(max_bytes)}; use a smaller problem, or set a limit with `max_instructions` or "
        "`max_bytes`"
    )
