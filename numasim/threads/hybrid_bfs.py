"""Breadth-first search by threads and a GPU, from the side of the threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from numasim.threads.bfs import FIRST_STATE, Bfs
from numasim.threads.bfs_gpu import GpuLevels
from numasim.threads.bfs_states import GPU, Preset, rules_array, state_table
from partitioners.errors import OptionError
from partitioners.graph import Graph

HybridMethod = Literal["queue", "read", "hybrid"]


class HybridBfs(Bfs):
    """A breadth-first search some of whose levels are a GPU's; its threads make no operations for them.

    Parameters
    ----------
    gpu : GpuLevels
        The levels that are the GPU's.
    method : {'queue', 'read', 'hybrid'}
        How the threads search. After a return from the GPU, ``queue`` and ``hybrid`` fill the queue again by
        one level in state ``r2q``.
    graph, seed, roots, threshold, states
        As for :class:`numasim.threads.bfs.Bfs`.

    Raises
    ------
    OptionError
        There is no such method, or as for :class:`numasim.threads.bfs.Bfs`.
    """

    def __init__(
        self,
        *,
        graph: Graph,
        gpu: GpuLevels,
        seed: int = 0,
        method: HybridMethod = "hybrid",
        roots: int | list[int] = 1,
        threshold: int = 1024,
        states: Preset | Mapping[str, float] = "hong",
    ) -> None:
        if method not in get_args(HybridMethod):
            raise OptionError(f"method is {method!r}; choose one of {', '.join(get_args(HybridMethod))}")
        given = states if isinstance(states, str) else dict(states)
        super().__init__(
            graph=graph, seed=seed, method=method, roots=roots, threshold=threshold, states=given
        )
        table = state_table(given) if method == "hybrid" else ()
        self._rules = rules_array(gpu.table(table, FIRST_STATE[method]))
        if gpu.above == 0:
            self._first_state = GPU
