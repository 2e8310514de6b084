"""Work stealing: an idle core asks a victim for one of its ready tasks. The settings, and what is no timing.

R. D. Blumofe and C. E. Leiserson, "Scheduling multithreaded computations by work stealing", J. ACM 46, 1999.
``docs/execution-model.md`` defines the messages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from numasim.numa.shared.traffic import Traffic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numasim.program.program import Program

Victim = Literal["random", "nearest", "most_loaded"]

LARGEST_DOUBLING = 4
"""The number of doublings of the pause between two requests of an idle core."""

IDLE_SHIFT = 3
"""A pause is at least the time since the first refusal, shifted right by this number of bits. So the number
of requests grows with the logarithm of the time for which a core is idle. With random victims, most requests
meet cores without tasks although others have some. So there the sum of as many pauses as there are other
cores is at least that time, and the pauses double once in as many refusals."""

LONGEST_PAUSE = 2**40


@dataclass(frozen=True)
class Stealing:
    """The settings of work stealing.

    Attributes
    ----------
    victim : {'random', 'nearest', 'most_loaded'}
        Whom an idle core asks.
    threshold : int
        Least number of ready tasks of a core that gives one away.
    retry_cycles : int
        Cycles between the first refusal and the next request. They double with further refusals.
    seed : int
        The seed of random victims.
    """

    victim: Victim
    threshold: int
    retry_cycles: int
    seed: int


@dataclass(eq=False)
class StealCounts:
    """The counters of work stealing.

    Attributes
    ----------
    requests : int
        Requests of idle cores.
    operands : int
        Stolen tasks whose operands moved with them.
    operand_bytes, result_bytes : int
        Payload of the answers with tasks, and of the results that have left their thief.
    returned : int
        Results of stolen tasks that have arrived.
    stolen, stolen_cycles : list of int
        By core: tasks that it has received from other cores, and cycles of those that it has finished.
    traffic : Traffic
        The packets of requests, answers and results.
    """

    requests: int = 0
    operands: int = 0
    operand_bytes: int = 0
    result_bytes: int = 0
    returned: int = 0
    stolen: list[int] = field(default_factory=list)
    stolen_cycles: list[int] = field(default_factory=list)
    traffic: Traffic = field(default_factory=Traffic)


def nearest_first(distances: NDArray[np.integer]) -> NDArray[np.int32]:
    """All other cores in the order (distance, number), for each core.

    Parameters
    ----------
    distances : ndarray of int, shape (cores, cores)

    Returns
    -------
    ndarray of int32, shape (cores, cores - 1)
    """
    cores = distances.shape[0]
    order = np.argsort(distances, axis=1, kind="stable").astype(np.int32)
    return order[order != np.arange(cores)[:, None]].reshape(cores, cores - 1)


class StolenData(NamedTuple):
    """The data of stolen tasks, if the edges of the graph have ``edge_bytes``.

    An edge task reads the data of its edge and returns them for its head. The operation of a vertex reads the
    data of all in-edges, and returns a value, which is as large as the largest of the edges that read it.

    Attributes
    ----------
    of_task : ndarray of int64, shape (m + n,)
        The bytes that an edge task reads and returns, and those that the operation of a vertex returns.
    indptr : ndarray of int64, shape (n + 1,)
        The in-edges of vertex v are at ``indptr[v] .. indptr[v + 1] - 1`` of the two other arrays.
    tail : ndarray of int32, shape (m,)
        The vertex whose value each in-edge reads.
    carried : ndarray of int64, shape (m,)
        The bytes of each in-edge.
    """

    of_task: NDArray[np.int64]
    indptr: NDArray[np.int64]
    tail: NDArray[np.int32]
    carried: NDArray[np.int64]


def stolen_data(program: Program) -> StolenData | None:
    """The data of stolen tasks; None if every value has the same bytes."""
    from partitioners.kernels.grouping import group

    graph = program.partition.graph
    if graph.edge_bytes is None:
        return None
    result = np.zeros(graph.num_vertices, np.int64)
    np.maximum.at(result, graph.src, graph.edge_bytes)
    indptr, edges = group(graph.dst, graph.num_vertices)
    of_task = np.concatenate([graph.edge_bytes.astype(np.int64), result])
    return StolenData(of_task, indptr, graph.src[edges], graph.edge_bytes[edges].astype(np.int64))
