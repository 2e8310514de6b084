"""Work stealing: an idle core asks a victim for one of its ready tasks. The settings, and what is no timing.

R. D. Blumofe and C. E. Leiserson, "Scheduling multithreaded computations by work stealing", J. ACM 46, 1999.
``docs/execution-model.md`` defines the messages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from numasim.numa.network_interface import Traffic

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        Values that moved with stolen tasks.
    returned : int
        Results of stolen tasks that have arrived.
    stolen, stolen_cycles : list of int
        By core: tasks that it has received from other cores, and cycles of those that it has finished.
    traffic : Traffic
        The packets of requests, answers and results.
    """

    requests: int = 0
    operands: int = 0
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
