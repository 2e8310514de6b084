"""Breadth-first search by threads: queue-based, read-based, and the hybrid of both.

Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011. The
search processes a level at a time, with a fork and a join of all threads. A bitmap has the visited nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from numasim.threads import bfs_phases
from numasim.threads.bfs_data import BATCH, FLUSHED, GROUP, KEPT, LINE, PART_NAMES, RESET, BfsData
from numasim.threads.bfs_states import (
    CHANNELS,
    QUEUE,
    READ,
    SMALL,
    STATE_NAMES,
    Preset,
    rules_array,
    state_table,
)
from numasim.threads.program import MemoryArray, ThreadProgram
from numasim.threads.searches import traversed_edges
from partitioners.analysis.distances import UNREACHED, check_root, verify_levels
from partitioners.errors import OptionError
from partitioners.graph import Graph

if TYPE_CHECKING:
    import pandas as pd

Method = Literal["queue", "read", "hybrid", "channels"]

FIRST_STATE = {"queue": QUEUE, "read": READ, "hybrid": SMALL, "channels": CHANNELS}
"""The state of the first level, by method."""


class Bfs(ThreadProgram):
    """Levels of a breadth-first search along the directed edges, from one root after the other.

    Parameters
    ----------
    graph : Graph
        Weights are not used.
    seed : int
        Chooses the roots.
    method : {'queue', 'read', 'hybrid', 'channels'}
        ``queue``: threads take nodes from a queue, and append new ones to the next queue by way of a local
        queue. ``read``: threads read the levels of all nodes to find those of the level. ``hybrid``: a state
        machine chooses one of five ways for each level. ``channels``: each socket has a queue and a part of
        the nodes, and sends the nodes of other sockets to these; see :mod:`numasim.threads.bfs_channels`.
    roots : int or list of int
        The number of roots, which are drawn without repetition from the nodes that have an out-edge; or the
        roots themselves, counted from 0; the nodes of an edge list are in ascending order of their ids.
    threshold : int
        Number of nodes in a local queue at which it is appended to the next queue. The document leaves it
        open; with 1,024, threads modify the end of the queue about once for a thousand new nodes.
    states : {'hong', 'alpha_beta'} or dict
        The state machine of ``hybrid``: one of two published ones, or thresholds of one's own, see
        :data:`numasim.threads.bfs_states.OWN_THRESHOLDS`.

    sockets : int
        The sockets of ``channels``, to which threads belong in equal parts, in the order of their numbers.

    Attributes
    ----------
    levels : ndarray of int32, shape (roots, n)
        After a run, the level of each node from each root, or
        :data:`~partitioners.analysis.distances.UNREACHED` (10^9).

    Raises
    ------
    OptionError
        A root does not exist or has no out-edge, there are fewer such nodes than roots, or a state of the
        state machine can never be left.
    """

    columns: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "root": "node at which the search begins",
            "level": "number of edges from the root to the nodes of the level",
            "state": "way to process the level",
            "part": "part of the search: its arrays are cleared (reset), a level, drain of channels, or join",
            "frontier": "nodes of the level",
            "edges": "out-edges of these nodes, which the phase has looked at",
        }
    )
    value_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType(
        {"state": STATE_NAMES, "part": PART_NAMES}
    )
    fill = bfs_phases.fill
    next_phase = bfs_phases.next_phase

    def __init__(
        self,
        *,
        graph: Graph,
        seed: int = 0,
        method: Method = "hybrid",
        roots: Annotated[int, Ge(1)] | list[Annotated[int, Ge(0)]] = 1,
        threshold: Annotated[int, Ge(1)] = 1024,
        states: Preset | dict[str, float] = "hong",
        sockets: Annotated[int, Ge(1)] = 2,
    ) -> None:
        table = state_table(states)
        self.graph = graph
        self.roots = chosen_roots(graph, roots, seed)
        self.threshold = threshold
        self._first_state = FIRST_STATE[method]
        self.sockets = sockets if method == "channels" else 1
        self._socket_nodes = -(-graph.num_vertices // self.sockets)
        self._uses_channels = method == "channels"
        self.locks = self.sockets * (1 + self.sockets) if self._uses_channels else 0
        self._rules = rules_array(table if method == "hybrid" else ())
        self.levels = np.full((self.roots.size, graph.num_vertices), UNREACHED, np.int32)

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        n = self.graph.num_vertices
        offsets, neighbours = adjacency(self.graph)
        arrays = [
            MemoryArray("offsets", n + 1, offsets.dtype, offsets),
            MemoryArray("neighbours", neighbours.size, np.int32, neighbours),
            MemoryArray("visited", -(-n // 64)),
            MemoryArray("level", n, np.int32),
            MemoryArray("queue", 2 * n, np.int32),
            MemoryArray("ends", 2 * self.sockets * LINE, written_by="first"),
            MemoryArray("local", threads * self._local_size, np.int32),
            MemoryArray("found", threads),
        ]
        if self._uses_channels:
            channels = self.sockets**2
            arrays += [
                MemoryArray("taken", self.sockets * LINE, written_by="first"),
                MemoryArray("channels", self.graph.num_edges, np.int32),
                MemoryArray("sent", channels * LINE, written_by="first"),
                MemoryArray("received", channels * LINE, written_by="first"),
                MemoryArray("outbox", threads * self.sockets * (BATCH + GROUP), np.int32),
            ]
        return arrays

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> BfsData:
        """See :meth:`ThreadProgram.data`."""
        kept = np.zeros((threads, KEPT), np.int64)
        kept[:, FLUSHED] = -1
        unused = {name: np.zeros(1, np.int64) for name in ("taken", "sent", "received")}
        unused |= {name: np.zeros(1, np.int32) for name in ("channels", "outbox")}
        return BfsData(
            **{**unused, **arrays},
            nodes=self.graph.num_vertices,
            threshold=self.threshold,
            local_size=self._local_size,
            sockets=self.sockets,
            socket_nodes=self._socket_nodes,
            first_state=self._first_state,
            roots=self.roots,
            rules=self._rules,
            control=np.zeros(8, np.int64),
            kept=kept,
            results=self.levels,
            queued=np.zeros(self.sockets, np.int64),
            channel_begin=self._channel_begin(),
            outbox_size=np.zeros((threads, self.sockets), np.int64),
        )

    @property
    def _local_size(self) -> int:
        """The capacity of a local queue: whole lines, with space for a group beyond the threshold."""
        return -(-(self.threshold + GROUP) // 16) * 16

    def _channel_begin(self) -> NDArray[np.int64]:
        """The first place of each channel: it has space for all edges from its socket to the other one."""
        edges = np.zeros(self.sockets**2, np.int64)
        if self._uses_channels:
            src, dst = (ends // self._socket_nodes for ends in (self.graph.src, self.graph.dst))
            edges = np.bincount(src[src != dst] * self.sockets + dst[src != dst], minlength=edges.size)
        return np.cumsum(edges) - edges

    def verify(self) -> list[str]:
        """Check the levels of each root by :func:`partitioners.analysis.distances.verify_levels`."""
        return [
            f"root {root}: {problem}"
            for root, levels in zip(self.roots.tolist(), self.levels, strict=True)
            for problem in verify_levels(self.graph, root, levels)
        ]

    def figures(self) -> dict[str, int | float]:
        """Means over the roots: reached nodes, their out-edges, and levels."""
        reached = self.levels < UNREACHED
        return {
            "reached": float(reached.sum(axis=1).mean()),
            "visited_edges": float((reached @ self.graph.out_degree).mean()),
            "levels": float(np.where(reached, self.levels, -1).max(axis=1).mean() + 1),
        }

    def searches(self, phases: pd.DataFrame) -> pd.DataFrame:
        """The root, levels, reached nodes and edges of each search, and its cycles without the clearing."""
        import pandas as pd

        reached = self.levels < UNREACHED
        return pd.DataFrame(
            {
                "root": self.roots,
                "levels": np.where(reached, self.levels, -1).max(axis=1) + 1,
                "reached": reached.sum(axis=1),
                "traversed_edges": traversed_edges(self.graph, reached),
                "cycles": search_seconds(self.roots, phases, phases["cycles"].to_numpy()).astype(np.int64),
            }
        )


def search_seconds(
    roots: NDArray[np.int64], figures: Mapping[str, NDArray[Any]] | pd.DataFrame, times: NDArray[Any]
) -> NDArray[np.float64]:
    """The time of the search from each root, without the clearing of its arrays.

    Parameters
    ----------
    roots : ndarray of int64, shape (roots,)
        All different.
    figures : mapping of str to ndarray, each of shape (phases,), or DataFrame
        The columns ``root`` and ``part`` of the phases.
    times : ndarray, shape (phases,)
        The time of each phase, in any unit.

    Returns
    -------
    ndarray of float64, shape (roots,)
    """
    timed = figures["part"] != PART_NAMES[RESET]
    return np.array([times[timed & (figures["root"] == root)].sum() for root in roots])


def adjacency(graph: Graph) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """The out-edges of each node: offsets, shape (n + 1,), of 4 bytes if they suffice, and neighbours."""
    order = np.argsort(graph.src, kind="stable")
    dtype = np.int32 if graph.num_edges < 2**31 else np.int64
    offsets = np.zeros(graph.num_vertices + 1, dtype)
    np.cumsum(graph.out_degree, out=offsets[1:])
    return offsets, graph.dst[order].astype(np.int32)


def chosen_roots(graph: Graph, roots: int | Sequence[int], seed: int) -> NDArray[np.int64]:
    """The roots: as given, or random nodes of those with an out-edge.

    Raises
    ------
    OptionError
        A root does not exist or has no out-edge, or there are too few nodes.
    """
    if isinstance(roots, int):
        candidates = np.flatnonzero(graph.out_degree)
        if candidates.size < roots:
            raise OptionError(
                f"roots is {roots}, but graph {graph.name!r} has {candidates.size} nodes with an out-edge; "
                "choose at most that many roots"
            )
        return np.random.default_rng(seed).choice(candidates, roots, replace=False).astype(np.int64)
    if not roots:
        raise OptionError("roots is an empty list; name at least one node")
    for root in roots:
        check_root(graph, root)
        if graph.out_degree[root] == 0:
            raise OptionError(f"root {root} has no out-edge; choose a node that has one")
        if roots.count(root) > 1:
            raise OptionError(f"roots has node {root} more than once; name each root once")
    return np.array(roots, np.int64)
