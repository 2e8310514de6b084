"""Write the activity of every core and the messages of a run as Chrome trace events, for timeline viewers.

A cycle is written as a microsecond, the unit of that format. Every core is a thread whose slices are the
categories of its time (``docs/execution-model.md``). Slices never overlap, and inside the window they add up
to the core's row in the table ``cores`` (in the cycles of a region of interest, if the run has one). A value
message is an arrow from the slice in which it was sent to the slice in which it was received.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.errors import OptionError
from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    import pandas as pd

    from mappers.topology import Mesh
    from numasim.numa.shared.timeline import Timeline

COLOURS = {
    "compute": "thread_state_running",
    "memory": "thread_state_iowait",
    "network": "thread_state_runnable",
    "synchronisation": "thread_state_sleeping",
}
"""The kinds of slices, and the format's names of their colours: green, orange, blue, grey."""

MAX_SPANS = 3
"""Number of parts of a region of interest that a message has."""

PICTURES = (".svg", ".png", ".pdf")
"""The ends of the names of files that get a picture instead of trace events."""


def parse_window(text: str) -> tuple[int, int | None]:
    """Read ``FROM:TO`` in cycles; either end may be left out.

    Raises
    ------
    OptionError
        The text has another form.
    """
    first, colon, last = text.replace("_", "").replace(",", "").partition(":")
    if colon != ":" or not all(part == "" or (part.isascii() and part.isdigit()) for part in (first, last)):
        raise OptionError(f"expected a window FROM:TO in cycles, such as 1000:2000 or :500, got {text!r}")
    return int(first or 0), int(last) if last else None


def region_cycles(phases: pd.DataFrame) -> list[tuple[int, int]]:
    """Return the cycles of the parts of a region of interest, first and first after it.

    Parameters
    ----------
    phases : pandas.DataFrame
        The table ``phases`` of one run.
    """
    if "part" not in phases:
        return []
    parts = phases[phases["part"] == "region"]
    ends = parts["last_cycle"].tolist()
    return [(last - cycles, last) for last, cycles in zip(ends, parts["cycles"].tolist(), strict=True)]


def spans(cycles: Sequence[tuple[int, int]]) -> str:
    """Return intervals of cycles in words; of many, the first ones."""
    shown = [f"{first:,} to {last:,}" for first, last in cycles[:MAX_SPANS]]
    left = len(cycles) - len(shown)
    return f"cycles {', '.join(shown)}" + (f" and {left:,} more parts" if left else "")


def write_timeline(
    path: Path, timeline: Timeline, mesh: Mesh, title: str, phases: pd.DataFrame | None = None
) -> None:
    """Write a timeline as a picture, or as a JSON file for https://ui.perfetto.dev or ``chrome://tracing``.

    The name of the file decides: a picture ends with ``.svg``, ``.png`` or ``.pdf``.

    Parameters
    ----------
    phases : DataFrame, optional
        The table ``phases`` of a run of threads. Each phase becomes a slice above the cores.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    if path.suffix.lower() in PICTURES:
        from numasim.results.drawing_style import write_picture
        from numasim.results.gantt import gantt_figure

        write_picture(path, lambda: gantt_figure(timeline, mesh.num_cores, title))
        return
    events = itertools.chain(
        _events(timeline, mesh, title), () if phases is None else _phases(timeline, phases)
    )
    write_events(path, events, cut=timeline.cut)


def write_events(path: Path, events: Iterable[Mapping[str, Any]], *, cut: bool) -> None:
    """Write trace events whose times are cycles; ``cut`` means that they end before the run does.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    about = json.dumps({"unit": "1 cycle is shown as 1 microsecond", "cut": cut})
    text = f'{{"displayTimeUnit":"ns","otherData":{about},"traceEvents":[\n{lines}\n]}}\n'
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _events(timeline: Timeline, mesh: Mesh, title: str) -> Iterator[dict[str, Any]]:
    yield _name("process_name", 0, {"name": f"{title} (1 cycle = 1 µs)"})
    for core in range(mesh.num_cores):
        x, y = mesh.position(core)
        yield _name("thread_name", core, {"name": f"core {core} ({x}, {y})"})
        yield _name("thread_sort_index", core, {"sort_index": core})
    for s in timeline.slices:
        event: dict[str, Any] = {"ph": "X", "pid": 0, "tid": s.core, "ts": s.first, "dur": s.last - s.first}
        event |= {"name": s.kind, "cat": s.kind, "cname": COLOURS[s.kind]}
        if s.task >= 0:
            event["args"] = {"task": timeline.task_name(s.task), "cluster": s.cluster}
        elif s.waits_for:
            event["args"] = {"waits_for": s.waits_for}
        yield event
    for k, a in enumerate(timeline.arrows):
        arrow = {"pid": 0, "cat": "message", "name": a.kind, "id": k}
        about: dict[str, Any] = {"message": a.number}
        if a.task >= 0:
            about["task"] = timeline.task_name(a.task)
        if a.cluster >= 0:
            about["cluster"] = a.cluster
        # Half a cycle earlier, inside the slice that ended with the message.
        yield {"ph": "s", "tid": a.source, "ts": max(a.sent - 0.5, 0), **arrow, "args": about}
        yield {"ph": "f", "bp": "e", "tid": a.target, "ts": a.arrived, **arrow}
        if a.kind == "migration":  # viewers draw no arrow from a core that is idle
            name = f"cluster {a.cluster} moves to core {a.target}"
            yield {"ph": "i", "s": "t", "pid": 0, "tid": a.source, "ts": a.sent, "name": name}


def _phases(timeline: Timeline, phases: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """The slices of the phases, in a process of their own, with the figures of each phase."""
    yield _name("process_name", 0, {"name": "phases"}) | {"pid": 1}
    yield _name("process_sort_index", 0, {"sort_index": -1}) | {"pid": 1}
    for phase in json.loads(phases.to_json(orient="records")):
        first = max(phase["last_cycle"] - phase["cycles"], timeline.first)
        last = phase["last_cycle"] if timeline.last is None else min(phase["last_cycle"], timeline.last)
        if first < last:
            slice_of = {"ph": "X", "pid": 1, "tid": 0, "ts": first, "dur": last - first, "cat": "phase"}
            yield {**slice_of, "name": f"phase {phase['phase']}", "args": phase}


def _name(kind: str, core: int, args: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "M", "pid": 0, "tid": core, "name": kind, "args": args}
