"""The states of the hybrid breadth-first search, and the rules by which it changes from one to the next.

Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011: a
state machine decides for each level how its nodes are found. The rules are data, a table with a row for each
change of state. Its two presets are published: ``hong`` is that of the templates of Green-Marl, written by an
author of the paper, and ``alpha_beta`` that of a later implementation of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.graph import MAX_VERTICES
from partitioners.plugins.registry import did_you_mean

SMALL, QUEUE, Q2R, READ, R2Q, CHANNELS, GPU = range(7)
"""The states, which are the ways to process a level.

``SMALL``: one thread takes nodes from the queue and appends to the next queue. ``QUEUE``: all threads do so,
through local queues. ``Q2R``: all threads take nodes from the queue, and only write levels. ``READ``: all
threads read the levels of all nodes, and only write levels. ``R2Q``: all threads read the levels of all
nodes, and append to the next queue. ``CHANNELS`` is no state of the hybrid search: the threads of each socket
take nodes from its queue, and send the nodes of other sockets to these. ``GPU``: the threads wait for a GPU,
see :mod:`numasim.threads.bfs_gpu`.
"""

STATE_NAMES = ("small", "queue", "q2r", "read", "r2q", "channels", "gpu")
"""The names of the states in tables."""

Preset = Literal["hong", "alpha_beta"]


class Change(NamedTuple):
    """One row of the table: when the search leaves a state, and for which one.

    The conditions are about the number of nodes of the level that has ended (``current``) and of the level
    that it has found (``following``). All must hold. The first row of a state whose conditions hold is taken;
    if there is none, the state stays.

    Attributes
    ----------
    least : int
        following >= least.
    above : float
        following > above x current.
    at_most, below : float
        following <= at_most x current, and following < below x current.
    most : float
        following <= most.
    """

    state: int
    target: int
    least: int = 0
    above: float = 0
    at_most: float = inf
    below: float = inf
    most: float = inf


def preset(name: Preset) -> tuple[Change, ...]:
    """The table of a published state machine."""
    if name == "hong":
        return (
            Change(SMALL, QUEUE, least=128),
            Change(QUEUE, Q2R, least=1024),
            Change(Q2R, READ),
            Change(READ, R2Q, at_most=2),
            Change(R2Q, QUEUE),
        )
    return (
        Change(SMALL, QUEUE, least=64 + 1),
        Change(QUEUE, Q2R, least=262_144 + 1),
        Change(QUEUE, Q2R, least=2048 + 1, above=2),
        Change(Q2R, READ),
        Change(READ, R2Q, below=2),
        Change(R2Q, QUEUE),
    )


OWN_THRESHOLDS = {"queue_at": 128.0, "read_at": 1024.0, "read_growth": 0.0, "back_growth": 2.0}
"""Thresholds of a machine of one's own, with those of ``hong`` as defaults.

``queue_at``: nodes of the next level from which all threads work. ``read_at``: nodes from which levels are
read, if the level also grows by more than the factor ``read_growth``. ``back_growth``: the largest growth at
which the search returns to the queue.
"""


def state_table(states: Preset | Mapping[str, float]) -> tuple[Change, ...]:
    """The table of a preset, or of thresholds of one's own.

    Parameters
    ----------
    states : {'hong', 'alpha_beta'} or mapping of str to float
        See :data:`OWN_THRESHOLDS`.

    Raises
    ------
    OptionError
        A threshold is unknown, or a state can never be left.
    """
    if isinstance(states, str):
        return preset(states)
    for name in states:
        if name not in OWN_THRESHOLDS:
            raise OptionError(f"states has no threshold {name!r}; {did_you_mean(name, OWN_THRESHOLDS)}")
    given = {**OWN_THRESHOLDS, **states}
    for name in ("queue_at", "read_at"):
        value = given[name]
        if not 1 <= value <= MAX_VERTICES:
            raise OptionError(
                f"states: with {name} {value:g}, no number of nodes can leave the state "
                f"{'small' if name == 'queue_at' else 'queue'!r}; choose 1 to {MAX_VERTICES}"
            )
    table = (
        Change(SMALL, QUEUE, least=int(np.ceil(given["queue_at"]))),
        Change(QUEUE, Q2R, least=int(np.ceil(given["read_at"])), above=given["read_growth"]),
        Change(Q2R, READ),
        Change(READ, R2Q, at_most=given["back_growth"]),
        Change(R2Q, QUEUE),
    )
    check_table(table)
    return table


def check_table(table: Sequence[Change]) -> None:
    """Check that each state has a change to a different one that can happen.

    Raises
    ------
    OptionError
        The conditions of all rows of a state contradict themselves.
    """
    for state, name in enumerate(STATE_NAMES[:CHANNELS]):
        if not any(_can_hold(row) for row in table if row.state == state and row.target != state):
            raise OptionError(
                f"states: no growth of a level can leave the state {name!r}; choose a read_growth from 0 to "
                "1000000 and a back_growth above 0"
            )


def _can_hold(row: Change) -> bool:
    """Whether two numbers of nodes, both at least 1, satisfy a row."""
    largest = min(row.at_most, row.below)
    return row.least <= MAX_VERTICES and isfinite(row.above) and largest > max(row.above, 0)


RULE_COLUMNS = len(Change._fields)


def rules_array(table: Sequence[Change]) -> NDArray[np.float64]:
    """The table for compiled functions, shape (rows, RULE_COLUMNS)."""
    return np.array(table, np.float64).reshape(-1, RULE_COLUMNS)
