"""``numasim trace``: run a program and write the graph of its executed instructions."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, Token

from numasim.trace.options import Drop, ProgramOptions, TraceOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numasim.trace.threads.thread_trace import ThreadTrace
    from numasim.trace.trace import Trace
    from partitioners.analysis.statistics import GraphStatistics


def _words(_type: object, tokens: Sequence[Token]) -> tuple[str, ...]:
    import shlex

    from partitioners.errors import InputError

    (token,) = tokens
    try:
        return tuple(shlex.split(token.value))
    except ValueError as error:
        raise InputError(f"--flags: {str(error).lower()} in {token.value!r}") from None


def _bytes(_type: object, tokens: Sequence[Token]) -> int:
    from partitioners.errors import InputError
    from partitioners.text.units import parse_size

    try:
        return parse_size(tokens[0].value)
    except InputError as error:
        raise InputError(f"--max-bytes: {error}") from None


@dataclass(frozen=True, kw_only=True)
class CommandOptions(TraceOptions):
    """The options as the command line writes them.

    Parameters
    ----------
    flags
        Compiler flags as one text: --flags "-O2 -DN=8". The optimization level is -O0 (-O2 with --threads)
        unless they set one.
    input_file
        A file for the program's standard input; empty by default, also if the command itself has one.
    max_bytes
        End the run when its log reaches this size, such as "2 GiB"; by default 8 GiB.
    """

    flags: Annotated[
        tuple[str, ...],
        Parameter(converter=_words, n_tokens=1, negative="", allow_leading_hyphen=True, show_default=False),
    ] = ()
    input_file: Annotated[Path | None, Parameter(name="--input")] = None
    max_bytes: Annotated[int | None, Parameter(converter=_bytes)] = None
    drop: Annotated[tuple[Drop, ...], Parameter(negative="")] = ()


def trace(
    program: str,
    /,
    *arguments: str,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    threads: int | None = None,
    form: str | None = None,
    seed: int | None = None,
    options: Annotated[CommandOptions, Parameter(name="*")] = CommandOptions(),
) -> None:
    """Run a program once and make the graph of its instructions, or with --threads the logs of its threads.

    Parameters
    ----------
    program
        A C or C++ file, LLVM IR (.ll), or one of the programs that `numasim list programs` lists.
    arguments
        Arguments of the program, after `--`.
    output
        Write the graph to this .npz file, which `numasim partition` and experiments can read.
    threads
        Trace a program of threads; the most threads that it has at a time, the main thread included.
    form
        Parallel form of a program of threads that comes with numasim.
    seed
        Seed of the order of the threads; 0 by default.
    options
        How the program is compiled and run, and what becomes of its log.
    """
    from numasim.cli.terminal import progress_bar
    from numasim.cli.thread_trace import refuse_for_threads, thread_lines
    from numasim.trace.threads.trace_threads import trace_threads
    from numasim.trace.trace import check_output
    from numasim.trace.trace_program import trace_program
    from partitioners.analysis.statistics import graph_statistics
    from partitioners.errors import OptionError

    if output is not None and threads is None:
        check_output(output)
    if options.input_file is None:
        _note_unread_input()
    if threads is not None:
        refuse_for_threads(output, options)
        common = {field.name: getattr(options, field.name) for field in fields(ProgramOptions)}
        with progress_bar(lines=False) as progress:
            logs = trace_threads(
                program, arguments, threads=threads, seed=seed or 0, form=form, progress=progress, **common
            )
        _print(logs, thread_lines(logs))
        return
    for name, value in {"form": form, "seed": seed}.items():
        if value is not None:
            raise OptionError(f"--{name} is for programs of threads; set the number of --threads too")
    with progress_bar(lines=False) as progress:
        found = trace_program(program, arguments, progress=progress, **vars(options))
        progress(0, 0, "statistics")
        statistics = graph_statistics(found.graph)
    lines = _lines(found, statistics)
    if output is not None:
        found.write(output)
        lines["written to"] = str(output)
    _print(found, lines)


def _note_unread_input() -> None:
    """Print a note if the standard input of this command is a file, which the program does not read."""
    from numasim.cli.terminal import print_error

    with contextlib.suppress(AttributeError, OSError, ValueError):  # there is no standard input
        if stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode):
            told = "the program does not read the standard input of this command; use --input FILE"
            print_error(told, kind="note: ")


def _print(found: Trace | ThreadTrace, lines: Mapping[str, str]) -> None:
    """Print the output of the traced program, what is known of the trace, and its warnings."""
    from numasim.cli.terminal import print_error, print_line

    sys.stdout.write(found.output.decode(errors="replace"))
    sys.stderr.write(found.errors.decode(errors="replace"))
    width = max(map(len, lines))
    print_line()
    for name, value in lines.items():
        print_line(f"{name:<{width}}  {value}")
    for warning in found.warnings:
        print_error(warning, kind="warning: ")


def _lines(found: Trace, statistics: GraphStatistics) -> dict[str, str]:
    about = found.about
    ended = "at a limit" if about["exit_code"] is None else f"exit code {about['exit_code']}"
    if about["exit_code"] is not None and about["cut_short"] == "limit":
        ended += ", the graph cut at a limit"
    runs = f"median of {about['timing_runs']} runs" if about["timing_runs"] > 1 else "one run"
    weights = {
        "cache": "cycles of a two-level cache model",
        "rdtsc": f"processor clock, {runs} on {about.get('processor')}, "
        f"minus {about.get('subtracted_cycles')} cycles of the clock",
        "unit": "1 for every edge",
    }
    clock = f", and {about['clock_cycles']} cycles of the clock" if about["clock_cycles"] else ""
    executed = sum(about["opcodes"].values())
    shares = [f"{name} {100 * count / executed:.0f}%" for name, count in list(about["opcodes"].items())[:6]]
    lines = {
        "program": f"{' '.join([about['program'], *about['arguments']])} ({about['signal'] or ended})",
        "compiled by": " ".join([about["compiler"], *about["flags"]]),
        "weights": weights[about["weights"]] + clock,
        "most executed": ", ".join(shares),
        "nodes": f"{statistics.num_vertices:,}",
        "edges": f"{statistics.num_edges:,} ({statistics.edges_per_vertex:.2f} per node)",
    }
    if statistics.alpha_log_binned is not None:
        lines["power law"] = (
            f"alpha {statistics.alpha_log_binned:.2f} (log-binned least squares), "
            f"{statistics.alpha_maximum_likelihood:.2f} (maximum likelihood, "
            f"Kolmogorov-Smirnov distance {statistics.ks_distance:.2f})"
        )
    if statistics.average_path_length is not None:
        sampled = (
            f"{statistics.sources:,} sampled nodes, "
            f"standard error {statistics.path_length_standard_error:,.1f}"
        )
        origin = "every node" if statistics.sources == statistics.num_vertices else sampled
        lines["average path length"] = f"{statistics.average_path_length:,.1f} (from {origin})"
    if statistics.longest_path_vertices is not None:
        lines["longest path"] = f"{statistics.longest_path_vertices:,} nodes"
    return lines
