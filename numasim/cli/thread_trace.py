"""What ``numasim trace --threads N`` prints of the logs of a program of threads."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from numasim.trace.options import ProgramOptions, TraceOptions
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.trace.threads.thread_trace import ThreadTrace


def refuse_for_threads(output: Path | None, options: TraceOptions) -> None:
    """Raise an OptionError for an option of the graph, which logs of threads do not have."""
    of_graph = "is for the graph of one thread; remove it, or --threads"
    if output is not None:
        raise OptionError(f"--output {of_graph}; `workload: {{source: FILE, threads: N}}` runs the logs")
    shared = {field.name for field in fields(ProgramOptions)} | {"cache"}
    for field in fields(TraceOptions):
        if field.name not in shared and getattr(options, field.name) != field.default:
            raise OptionError(f"--{field.name.replace('_', '-')} {of_graph}")


def thread_lines(trace: ThreadTrace) -> dict[str, str]:
    """Return the lines about a trace, each with its name."""
    about, counts = trace.about, trace.counts
    ended = about["signal"] or (
        f"exit code {trace.exit_code}" if trace.exit_code is not None else "at a limit"
    )
    totals = {name: int(counts[name].sum()) for name in ("instructions", "loads", "stores", "atomics")}
    kinds: dict[str, int] = {}
    for each in trace.objects:
        kinds[each.kind] = kinds.get(each.kind, 0) + 1
    operations = [log.size for log in trace.operations]
    left_out = int((trace.idle_turns[:, 2] - trace.idle_turns[:, 1]).sum())
    return {
        "program": f"{' '.join([about['program'], *about['arguments']])} ({ended})",
        "compiled by": " ".join([about["compiler"], *about["flags"]]),
        "threads": f"{len(operations)} of {about['threads']}, order of seed {about['seed']}",
        "instructions": f"{totals['instructions']:,}",
        "operations": f"{sum(operations):,} ({min(operations):,} to {max(operations):,} a thread)",
        "accesses": ", ".join(f"{totals[name]:,} {name}" for name in ("loads", "stores", "atomics")),
        "objects": ", ".join(f"{kind} {count:,}" for kind, count in kinds.items()) or "none",
        "region": f"{trace.marks:,} marks; a run counts what is between them"
        if trace.marks
        else "the whole run",
        "waits": f"{len(trace.waits):,} reads for stores of other threads, {left_out:,} operations of idle "
        f"turns left out ({trace.order_bytes / max(sum(operations), 1):.2f} bytes an operation)",
        "memory": f"{trace.memory_bytes:,} bytes",
        "data races": f"{trace.data_races:,} words",
    }
