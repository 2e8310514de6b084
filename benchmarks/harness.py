"""Functions that the benchmarks share: arguments, CPU time, memory, and tables of results.

A benchmark keeps what it measures: its cases, the work that is timed, and the columns of its table. Its
docstring states which statistic of the repeats it reports.
"""

import argparse
import ctypes
import multiprocessing
import resource
import statistics
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numasim
from partitioners.partition import EdgePartition, VertexPartition


def parser(doc: str, **defaults: Any) -> argparse.ArgumentParser:
    """A parser with a benchmark's docstring as its help, and with options of the same type as their defaults.

    An option whose default is a list takes several values.
    """
    found = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        first, nargs = (default[0], "*") if isinstance(default, list) else (default, None)
        option, shown = f"--{name.replace('_', '-')}", "default: %(default)s"
        found.add_argument(option, type=type(first), nargs=nargs, default=default, help=shown)
    return found


def own_seconds() -> float:
    """The CPU seconds of this process, exact also under a limit, where `time.process_time` has ticks."""
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def children_seconds() -> float:
    """The CPU seconds of all finished child processes."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def cpu_seconds(
    work: Callable[[], Any],
    repeats: int = 1,
    statistic: Callable[[Sequence[float]], float] = statistics.median,
    clock: Callable[[], float] = own_seconds,
) -> tuple[float, Any]:
    """The median (or another statistic) of the CPU seconds of some calls, and the result of the last call.

    A result is freed before the next call, so that two results are never in memory together.
    """
    seconds, result = [], None
    for _ in range(repeats):
        result = None
        begin = clock()
        result = work()
        seconds.append(clock() - begin)
    return statistic(seconds), result


def peak_memory(process: int | str = "self") -> int:
    """The peak of the resident memory of a process, by default of this one, in bytes."""
    return 1024 * int(Path(f"/proc/{process}/status").read_text().split("VmHWM:")[1].split()[0])


def peak_allocated(work: Callable[[], Any]) -> int:
    """The peak of the bytes that Python and NumPy allocate during a call."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def cost_apart(
    work: Callable[[], Any], summary: Callable[[Any], Any], limit_s: int | None = None
) -> tuple[float, int, Any] | None:
    """CPU seconds of a call in a forked process, its peak memory, and a summary of its result.

    Memory is resident memory in bytes, in addition to the memory before the call. It includes some megabytes
    of libraries that the child maps again. The child makes the summary after both measurements, and sends it
    to this process. An exception of the child is raised here. The answer is None if the child takes longer
    than `limit_s` CPU seconds.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def measure() -> None:
        if limit_s is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, resource.RLIM_INFINITY))
        ctypes.CDLL(None).malloc_trim(0)  # else memory that the parent has freed is reused, not counted
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak, which is that of the parent
        before = peak_memory()
        try:
            seconds, result = cpu_seconds(work)
            sender.send((seconds, peak_memory() - before, summary(result)))
        except Exception as error:
            sender.send(error)

    child = context.Process(target=measure)
    child.start()
    sender.close()
    try:
        answer = receiver.recv()
    except EOFError:  # the child was killed
        answer = None
    child.join()
    if isinstance(answer, Exception):
        raise answer
    return answer


def paper_run(
    partition: EdgePartition | VertexPartition, estimate: str = "overlapped", **execution: Any
) -> Any:
    """The scalars of a run on the vertex-cut paper's machine: memory-centric mapping, inputs present."""
    machine = numasim.load_machine("table2", clusters=partition.parts)
    clusters = numasim.cluster_graph(partition)
    mapping = numasim.map_clusters(
        clusters, machine, "memory_centric", initial_values="preloaded", estimate=estimate
    )
    return numasim.simulate(partition, mapping, machine, {"initial_values": "preloaded", **execution}).scalars


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The lines of a Markdown table with aligned columns.

    A column is its heading and the format of its cells: ``"edges:11,"`` or ``"CPU s:.2f"``. It is as wide as
    the heading or the format, whichever is wider. The first column is left-aligned. The format does not apply
    to strings.
    """
    heads, _, formats = zip(*(column.partition(":") for column in columns), strict=True)
    widths = [max(2, len(head), len(format(0, each))) for head, each in zip(heads, formats, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return f"| {' | '.join([cells[0].ljust(widths[0]), *padded])} |"

    yield line(heads)
    yield line(["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])])
    for row in rows:
        cells = zip(row, formats, strict=True)
        yield line([cell if isinstance(cell, str) else format(cell, each) for cell, each in cells])


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table, each row as soon as it is measured."""
    for line in table(columns, rows):
        print(line, flush=True)
