"""The activity of every core of a run over time, and its messages, in a window of cycles.

The slices of a core are the categories of its time (``docs/execution-model.md``). They never overlap, and
within the window they add up to the core's row in the table ``cores``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from partitioners.errors import OptionError

if TYPE_CHECKING:
    from partitioners.graph import Graph


@dataclass
class Slice:
    """An interval of a core's time.

    Attributes
    ----------
    kind : str
        ``compute``, ``memory``, ``network`` or ``synchronisation``.
    first, last : int
        Cycles; ``last`` is the first cycle after the slice.
    task, cluster : int
        The task that a blocking core computed, and its cluster; -1 otherwise.
    waits_for : str
        The synchronisation object for which a thread waited, or "".
    """

    core: int
    kind: str
    first: int
    last: int
    task: int
    cluster: int
    waits_for: str = ""


@dataclass(frozen=True)
class Arrow:
    """What moves from one core to another.

    Attributes
    ----------
    source, target : int
        The cores.
    sent, arrived : int
        Cycles. Those of a migration are of the first and the last packet of the cluster.
    kind : str
        ``value``, a stolen ``task``, its ``result``, or the ``migration`` of a cluster.
    task, cluster : int
        The stolen task, or the cluster that migrates; otherwise -1.
    """

    number: int
    source: int
    target: int
    sent: int
    arrived: int
    kind: str = "value"
    task: int = -1
    cluster: int = -1


class Timeline:
    """Records the slices and messages of a run in a window of cycles.

    Parameters
    ----------
    first : int
        The first cycle of the window.
    last : int, optional
        The first cycle after the window. By default, the window ends with the run.
    max_events : int, optional
        Maximum number of slices and messages, at which the window ends early.

    Attributes
    ----------
    cut : bool
        Whether the window ended early, at ``last``.
    graph : Graph or None
        The graph of the run. Tasks below its number of edges are edges, and the others are operations of
        vertices.
    timed_tasks : int
        Number of tasks of the run that take at least a cycle, in all steps.
    run_cycles : int
        A program of threads: the cycles of the whole run, also if its results are those of a region.
    region : sequence of (int, int)
        A program of threads: the first cycle of each part of its region of interest, and the first after it.

    Raises
    ------
    OptionError
        The window has no cycle, or ``max_events`` is less than 1.
    """

    def __init__(self, first: int = 0, last: int | None = None, max_events: int | None = None) -> None:
        if first < 0 or (last is not None and last <= first):
            raise OptionError(f"the window {first}:{last} has no cycles; expected FROM:TO with FROM < TO")
        if max_events is not None and max_events < 1:
            raise OptionError(f"max_events of a timeline must be at least 1, got {max_events}")
        self.first, self.last, self.max_events = first, last, max_events
        self.cut = False
        self.graph: Graph | None = None
        self.timed_tasks = self.run_cycles = 0
        self.region: Sequence[tuple[int, int]] = ()
        self._slices: list[Slice] = []
        self._latest: dict[int, Slice] = {}
        self._arrows: list[Arrow] = []

    def spent(
        self,
        core: int,
        kind: str,
        first: int,
        last: int,
        task: int = -1,
        cluster: int = -1,
        waits_for: str = "",
    ) -> None:
        """Record that a core has spent the cycles ``first`` .. ``last - 1``."""
        if last <= self.first or (self.last is not None and first >= self.last):
            return
        before = self._latest.get(core)
        goes_on = before and (before.kind, before.last, before.waits_for) == (kind, first, waits_for)
        if before and goes_on and before.task == task == -1:
            before.last = last
            return
        self._latest[core] = Slice(core, kind, first, last, task, cluster, waits_for)
        self._slices.append(self._latest[core])
        self._close_when_full(last)

    def take_back(self, core: int, now: int) -> None:
        """Shorten what was last recorded of a core, so that it ends in the cycle ``now`` at the latest."""
        latest = self._latest.get(core)
        if latest is not None:
            latest.last = min(latest.last, now)

    def message(
        self,
        number: int,
        source: int,
        target: int,
        sent: int,
        arrived: int,
        kind: str = "value",
        task: int = -1,
        cluster: int = -1,
    ) -> None:
        """Record a received message, or a cluster that has migrated."""
        if sent >= self.first and (self.last is None or arrived < self.last):
            self._arrows.append(Arrow(number, source, target, sent, arrived, kind, task, cluster))
            self._close_when_full(arrived)

    def _close_when_full(self, now: int) -> None:
        full = self.max_events is not None and len(self._slices) + len(self._arrows) >= self.max_events
        if full and not self.cut:
            self.cut = True
            self.last = max(now, self.first + 1)

    @property
    def slices(self) -> list[Slice]:
        """The slices in the window, cut at its ends, by core and time."""
        kept = []
        for s in self._slices:
            first = max(s.first, self.first)
            last = s.last if self.last is None else min(s.last, self.last)
            if first < last:
                kept.append(replace(s, first=first, last=last))
        return sorted(kept, key=lambda s: (s.core, s.first))

    @property
    def arrows(self) -> list[Arrow]:
        """The messages that were sent and received within the window, by number and time."""
        inside = [a for a in self._arrows if self.last is None or a.arrived < self.last]
        return sorted(inside, key=lambda a: (a.sent, a.number))

    def task_name(self, task: int) -> str:
        """The name of a task: its edge or vertex, with the vertex ids of the graph's source."""
        graph = self.graph
        if graph is None:
            return f"task {task}"
        ids = graph.vertex.get("original_id")
        if task < graph.num_edges:
            ends = "" if ids is None else f" ({ids[graph.src[task]]} to {ids[graph.dst[task]]})"
            return f"edge {task}{ends}"
        vertex = task - graph.num_edges
        return f"vertex {vertex}" + ("" if ids is None else f" ({ids[vertex]})")

    def task_kind(self, task: int) -> str:
        """The kind of a task: that of its vertex, or of the end of its edge; "" without kinds."""
        graph = self.graph
        if graph is None or "kind" not in graph.vertex:
            return ""
        return str(
            graph.vertex["kind"][graph.dst[task] if task < graph.num_edges else task - graph.num_edges]
        )
