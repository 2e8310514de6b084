"""The graph of a long run in windows of consecutive instructions, so that memory does not grow with the run.

The run is recorded once. The pass over its log then stops after each window, whose nodes and edges become a
graph of their own. Values that a later instruction may still read live on: those of the last writers of a
byte, of a register, or of an open call. They are the first nodes of the next window. So the windows together
have every edge of the whole graph exactly once.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.trace.build_graph import LogPass
from numasim.trace.options import GraphOptions
from numasim.trace.recording import Ending, Instrumented, build, record
from numasim.trace.trace import notes_on
from numasim.trace.trace_program import (
    SHOWN_OUTPUT,
    calls_to_note,
    compile_program,
    executions,
    find_input,
    has_openmp,
    nothing_executed,
)
from partitioners.errors import InputError, OptionError
from partitioners.graph import Graph
from partitioners.progress import Progress, silent
from partitioners.storage.temporary_folder import temporary_folder

if TYPE_CHECKING:
    from numasim.trace.pass_tables import Output

DEFAULT_WINDOW = 1 << 20
"""Instructions in a window. A window of this size takes about 0.3 GB while it is simulated."""


@dataclass(frozen=True, eq=False)
class Window:
    """Consecutive instructions of a run.

    Attributes
    ----------
    graph : Graph
        The carried values, without work and without in-edges, and then the instructions. Its notes are on
        the whole run up to the end of the window.
    first : int
        The number of the first instruction in the run.
    of_run : int
        Number of instructions in the run.
    carried : ndarray of int64, shape (c,)
        The instructions of earlier windows whose values this window reads; vertex ``k`` < c of the graph is
        instruction ``carried[k]``.
    kept : int
        Number of values of earlier windows that were kept for this window and those after it.
    ending : Ending
        How the run of the program ended.
    errors : bytes
        The first 64 KiB of the program's standard error.
    cut : bool
        Whether a limit cut the run, so that the last window is not the end of the program.
    """

    graph: Graph
    first: int
    of_run: int
    carried: NDArray[np.int64]
    kept: int
    ending: Ending
    errors: bytes
    cut: bool

    @property
    def instructions(self) -> int:
        """Number of instructions in the window."""
        return self.graph.num_vertices - self.carried.size


def trace_windows(
    program: str | os.PathLike[str],
    arguments: Sequence[str] = (),
    *,
    window: int = DEFAULT_WINDOW,
    progress: Progress = silent,
    **options: Any,
) -> Generator[Window, None, None]:
    """Run a program once with a log, and yield the graph of its instructions window by window.

    Parameters
    ----------
    program, arguments, progress
        See :func:`numasim.trace_program`. The log takes about 5.4 bytes an instruction of the disk with the
        temporary folder.
    window : int
        Instructions in a window. A window ends later if a function of a library is calling the program back,
        because the reads of this function are known only when it returns.
    **options
        The fields of :class:`numasim.GraphOptions`: ``size``, ``weights`` (``"cache"``, whose
        model keeps the contents of its caches between windows, or ``"unit"``), ``clock_cycles``,
        ``function``, ``drop``, ``flags``, ``compiler``, ``input_file``, ``max_instructions``, ``max_bytes``,
        ``timeout``.

    Raises
    ------
    OptionError
        An option is out of range.
    InputError
        See :func:`numasim.trace_program`.
    """
    if isinstance(window, bool) or not isinstance(window, int) or window < 1:
        raise OptionError(f"window must be an integer of at least 1, got {window!r}")
    chosen = GraphOptions(**options)
    weights, limit = chosen.weights, chosen.max_instructions
    if weights not in ("cache", "unit"):
        raise OptionError(f"the windows of a run need weights 'cache' or 'unit', got {weights!r}")
    name = os.fspath(program)
    find_input(chosen.input_file)
    with temporary_folder("trace") as folder:
        progress(0, 0, "compiling")
        ir, made_by, arguments = compile_program(name, arguments, folder, chosen)
        instrumented = build(ir, folder, chosen, name=name, compiler=made_by)
        progress(0, 0, "running the program")
        captured = (folder / "output", folder / "errors")
        ending = record(
            instrumented,
            folder / "log",
            chosen,
            name=Path(name).stem,
            arguments=arguments,
            capture=captured,
        )
        errors = captured[1].read_bytes()[:SHOWN_OUTPUT]
        log = LogPass(
            instrumented.listing,
            folder / "log",
            weights=weights,
            clock_cycles=chosen.clock_cycles,
            keep_readers=False,
        )
        of_run = log.expected_nodes if limit is None else min(log.expected_nodes, limit)
        cut = ending.limit or of_run < log.expected_nodes
        notes = _Notes(log, instrumented, made_by is not None and has_openmp(Path(program)))
        first = 0
        for graph, carried, kept in _windows(log, notes, Path(name).stem, window, of_run):
            each = Window(graph, first, of_run, carried, kept, ending, errors, cut)
            first += each.instructions
            del graph  # the caller frees the window before the next one is made
            yield each
            del each
        if first == 0:
            raise InputError(nothing_executed(name, chosen.function, ending, errors))


class _Notes(NamedTuple):
    """The notes on the part of a run that the pass has reached; see :func:`notes_on`."""

    log: LogPass
    instrumented: Instrumented
    ran_serially: bool

    def so_far(self) -> tuple[str, ...]:
        from numasim.trace.pass_tables import INSTRUCTION, LAST

        unfinished = int(self.log.state[INSTRUCTION]), int(self.log.state[LAST])
        times = executions(self.instrumented, self.log.executed, unfinished)
        return notes_on({**calls_to_note(self.instrumented, times), "ran_serially": self.ran_serially})


def _windows(
    log: LogPass, notes: _Notes, name: str, window: int, of_run: int
) -> Iterator[tuple[Graph, NDArray[np.int64], int]]:
    """The graph of each window, the instructions whose values it reads, and the number of kept values."""
    from numasim.trace.pass_tables import NODE

    kept = np.empty(0, np.int64)
    first = 0
    while first < of_run:
        end = min(first + window, of_run)
        log.write_to(kept.size + end - first)
        cut_short = log.advance(kept.size + end - first)
        while cut_short == "limit" and end < of_run and _library_calls_back(log):
            end = min(end + max(window // 8, 1), of_run)
            cut_short = log.advance(kept.size + end - first)
        nodes = int(log.state[NODE])
        count = nodes - kept.size
        if count == 0:
            break  # the last segment did not finish
        origin = np.append(kept, np.arange(first, first + count))
        graph, carried = _graph(log, name, kept.size, notes.so_far())
        lasting = _keep(log, nodes)
        yield graph, origin[carried], kept.size
        del graph  # before the next window is made
        kept = origin[lasting]
        first += count
        if cut_short != "limit":
            break


def _library_calls_back(log: LogPass) -> bool:
    """Whether a function of a library has called a function of the program that has not returned."""
    from numasim.trace.pass_tables import DEPTH, DIRECT

    return bool((log.frames.row[1 : int(log.state[DEPTH]), DIRECT] == 0).any())


def _graph(log: LogPass, name: str, kept: int, notes: tuple[str, ...]) -> tuple[Graph, NDArray[np.int64]]:
    """The graph of the window, and the kept nodes that it has because the window reads them."""
    from numasim.trace.pass_tables import EDGE, NODE
    from numasim.trace.window_kernels import mark, renumber

    out: Output = log.out
    nodes, edges = int(log.state[NODE]), int(log.state[EDGE])
    src, dst = out.src[:edges], out.dst[:edges]
    weight: NDArray[Any] = out.weight[:edges]  # Graph converts it
    wanted = np.zeros(nodes, bool)
    wanted[kept:] = True
    mark(wanted, src)
    carried = np.flatnonzero(wanted[:kept])
    number = np.cumsum(wanted, dtype=np.int32) - np.int32(1)
    renumber(number, src)
    renumber(number, dst)
    vertex: dict[str, NDArray[Any]] = {
        "operation": _after(carried.size, out.operation[kept:nodes]),
        "opcode_class": _after(carried.size, out.opcode_class[kept:nodes]),
        "program_order": np.arange(carried.size + nodes - kept, dtype=np.int32),
    }
    return Graph(carried.size + nodes - kept, src, dst, weight, vertex, name=name, notes=notes), carried


def _after(zeros: int, values: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([np.zeros(zeros, values.dtype), values])


def _keep(log: LogPass, nodes: int) -> NDArray[np.int64]:
    """Number the nodes that later ones may depend on from 0 on. Returns their numbers before."""
    from numasim.trace.memory_writers import PAGE_BYTES
    from numasim.trace.pass_tables import CALL_NODE, DEPTH, EDGE, NODE, REGISTER_TOP, SORTED
    from numasim.trace.window_kernels import mark, renumber

    state, frames = log.state, log.frames
    calls = frames.row[: int(state[DEPTH]), CALL_NODE].astype(np.int32)
    writers = (
        log.memory.writer[: int(log.memory.pages_used[0]) * PAGE_BYTES],
        frames.register[: int(state[REGISTER_TOP])],
        frames.phi,
        calls,
    )
    lasting = np.zeros(nodes, bool)
    for each in writers:
        mark(lasting, each)
    number = np.cumsum(lasting, dtype=np.int32) - np.int32(1)
    for each in writers:
        renumber(number, each)
    frames.row[: calls.size, CALL_NODE] = calls
    kept = np.flatnonzero(lasting)
    state[NODE], state[EDGE], state[SORTED] = kept.size, 0, -1
    return kept
