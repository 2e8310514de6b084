"""What every core of a run did when, and its messages: for the viewers that read Chrome's trace events.

A cycle is written as a microsecond, the unit of that format. Every core is a thread whose slices are the
categories of its time (``docs/execution-model.md``): they never overlap, and inside the window they add up
to the core's row in the table ``cores``. A value message is an arrow from the slice in which it was sent to
the one in which it was taken in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.atomic_write import replacing
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from mappers.topology import Mesh
    from partitioners.graph import Graph

COLOURS = {
    "compute": "thread_state_running",
    "memory": "thread_state_iowait",
    "network": "thread_state_runnable",
    "synchronisation": "thread_state_sleeping",
}
"""The kinds of slices, and what the format calls their colours: green, orange, blue, grey."""


@dataclass
class Slice:
    """A stretch of a core's time.

    Attributes
    ----------
    core : int
    kind : str
        One of ``COLOURS``.
    first, last : int
        Cycles; ``last`` is the first that is not in it.
    task, cluster : int
        What a blocking core computed, and for which cluster; -1 elsewhere.
    """

    core: int
    kind: str
    first: int
    last: int
    task: int
    cluster: int


@dataclass(frozen=True)
class Arrow:
    """A value message between two cores."""

    number: int
    source: int
    target: int
    sent: int
    arrived: int


class Timeline:
    """Told by a run what happens, it keeps what lies in a window of cycles.

    Parameters
    ----------
    first : int
        The first cycle of the window.
    last : int, optional
        The first cycle after it; without it the window ends with the run.
    max_events : int, optional
        After so many slices and messages the window ends early.

    Attributes
    ----------
    cut : bool
        The window ended early, at ``last``.
    graph : Graph or None
        Of the run. Tasks below its number of edges are edges, the others operations of vertices.

    Raises
    ------
    OptionError
        A window without a cycle, or no room for an event.
    """

    def __init__(self, first: int = 0, last: int | None = None, max_events: int | None = None) -> None:
        if first < 0 or (last is not None and last <= first):
            raise OptionError(f"the window {first}:{last} holds no cycle; expected FROM:TO with FROM < TO")
        if max_events is not None and max_events < 1:
            raise OptionError(f"a timeline needs room for at least 1 event, got {max_events}")
        self.first, self.last, self.max_events = first, last, max_events
        self.cut = False
        self.graph: Graph | None = None
        self._slices: list[Slice] = []
        self._latest: dict[int, Slice] = {}
        self._arrows: list[Arrow] = []

    def spent(self, core: int, kind: str, first: int, last: int, task: int = -1, cluster: int = -1) -> None:
        """A core has spent the cycles from ``first`` to before ``last``."""
        if last <= self.first or (self.last is not None and first >= self.last):
            return
        before = self._latest.get(core)
        if before and (before.kind, before.last, before.task, task) == (kind, first, -1, -1):
            before.last = last
            return
        self._latest[core] = Slice(core, kind, first, last, task, cluster)
        self._slices.append(self._latest[core])
        self._close_when_full(last)

    def message(self, number: int, source: int, target: int, sent: int, arrived: int) -> None:
        """A value message has been taken in."""
        if sent >= self.first and (self.last is None or arrived < self.last):
            self._arrows.append(Arrow(number, source, target, sent, arrived))
            self._close_when_full(arrived)

    def _close_when_full(self, now: int) -> None:
        full = self.max_events is not None and len(self._slices) + len(self._arrows) >= self.max_events
        if full and not self.cut:
            self.cut = True
            self.last = max(now, self.first + 1)

    @property
    def slices(self) -> list[Slice]:
        """What lies in the window, cut at its ends, by core and time."""
        kept = []
        for s in self._slices:
            first = max(s.first, self.first)
            last = s.last if self.last is None else min(s.last, self.last)
            if first < last:
                kept.append(Slice(s.core, s.kind, first, last, s.task, s.cluster))
        return sorted(kept, key=lambda s: (s.core, s.first))

    @property
    def arrows(self) -> list[Arrow]:
        """The messages that were sent and taken in inside the window, by number and time."""
        inside = [a for a in self._arrows if self.last is None or a.arrived < self.last]
        return sorted(inside, key=lambda a: (a.sent, a.number))

    def task_name(self, task: int) -> str:
        """What a task is: its edge or vertex, with the ids that the graph's own source has for vertices."""
        graph = self.graph
        if graph is None:
            return f"task {task}"
        ids = graph.vertex.get("original_id")
        if task < graph.num_edges:
            ends = "" if ids is None else f" ({ids[graph.src[task]]} to {ids[graph.dst[task]]})"
            return f"edge {task}{ends}"
        vertex = task - graph.num_edges
        return f"vertex {vertex}" + ("" if ids is None else f" ({ids[vertex]})")


def parse_window(text: str) -> tuple[int, int | None]:
    """``FROM:TO`` in cycles, each of which may be left out.

    Raises
    ------
    OptionError
        Anything else.
    """
    first, colon, last = text.replace("_", "").replace(",", "").partition(":")
    if colon != ":" or not all(part == "" or (part.isascii() and part.isdigit()) for part in (first, last)):
        raise OptionError(f"expected a window FROM:TO in cycles, such as 1000:2000 or :500, got {text!r}")
    return int(first or 0), int(last) if last else None


def write_timeline(path: Path, timeline: Timeline, mesh: Mesh, title: str) -> None:
    """Write a timeline as a JSON file for https://ui.perfetto.dev or ``chrome://tracing``.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    write_events(path, _events(timeline, mesh, title), cut=timeline.cut)


def write_events(path: Path, events: Iterable[Mapping[str, Any]], *, cut: bool) -> None:
    """Write trace events whose times are cycles; ``cut`` where they do not reach the end of the run.

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
        yield event
    for k, a in enumerate(timeline.arrows):
        arrow = {"pid": 0, "cat": "message", "name": "value", "id": k}
        # Half a cycle back: within the slice that ended with the message.
        yield {"ph": "s", "tid": a.source, "ts": max(a.sent - 0.5, 0), **arrow, "args": {"message": a.number}}
        yield {"ph": "f", "bp": "e", "tid": a.target, "ts": a.arrived, **arrow}


def _name(kind: str, core: int, args: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "M", "pid": 0, "tid": core, "name": kind, "args": args}
