"""The kernels of :mod:`mappers.algorithms.bottleneck`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.algorithms.time_estimate import (
    Demand,
    Load,
    Site,
    add,
    add_everywhere,
    message_cycles,
    sum_powers,
    swap_saved,
)
from partitioners.kernels.array_types import Float64, Int32
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part

SWAP_CORES = 4
"""Cores with whose clusters a cluster may swap: those with the cheapest messages for it."""

SWAPS_PER_CORE = 8
"""Maximum number of clusters tried on each of these cores."""

LEAST_GAIN = 1e-6
"""Cycles that a change must save, so that rounding errors cannot keep the search going."""


class Held(NamedTuple):
    """The clusters on each core, as doubly linked lists; -1 ends a list."""

    first: NDArray[np.int64]
    next: NDArray[np.int64]
    previous: NDArray[np.int64]


@njit(cache=True)
def improve(
    demand: Demand, site: Site, load: Load, held: Held, core_of_cluster: Int32, max_passes: int
) -> None:
    """Move and swap clusters in place, pass after pass, while that lowers the estimated time.

    ``load`` and ``held`` are empty at the start.
    """
    messages = np.zeros(load.cores.shape[1])
    estimate = np.zeros(messages.size)
    for cluster in range(core_of_cluster.size):
        add(demand, site, load, cluster, core_of_cluster[cluster], 1.0)
        _insert(held, cluster, core_of_cluster[cluster])
    for _ in range(max_passes):
        changes = 0
        sum_powers(load)
        for cluster in range(core_of_cluster.size):
            home = core_of_cluster[cluster]
            core_of_cluster[cluster] = -1
            add(demand, site, load, cluster, home, -1.0)
            message_cycles(demand, site, cluster, core_of_cluster, messages)
            estimate[:] = messages
            add_everywhere(demand, site, load, cluster, estimate)
            stay = estimate[home]
            core, least = home, stay - LEAST_GAIN
            for each in range(estimate.size):
                if estimate[each] < least:
                    core, least = each, estimate[each]
            partner = _best_swap(
                demand, site, load, held, cluster, home, core_of_cluster, messages, stay - least
            )
            if partner >= 0:
                core = core_of_cluster[partner]
                _move(demand, site, load, held, partner, core, home, core_of_cluster)
            _remove(held, cluster, home)
            _insert(held, cluster, core)
            add(demand, site, load, cluster, core, 1.0)
            core_of_cluster[cluster] = core
            changes += core != home
        if changes == 0:
            break


@kernel_part()
def _best_swap(
    demand: Demand,
    site: Site,
    load: Load,
    held: Held,
    cluster: int,
    home: int,
    core_of_cluster: Int32,
    messages: Float64,
    gain: float,
) -> int:
    """The cluster whose swap with this one, which is taken off ``home``, gains more than ``gain``, or -1."""
    best = -1
    tried = np.zeros(messages.size, np.bool_)
    tried[home] = True
    for _ in range(SWAP_CORES):
        core = -1
        for each in range(messages.size):
            out = tried[each] or held.first[each] < 0 or messages[each] > messages[home]
            if not out and (core < 0 or messages[each] < messages[core]):
                core = each
        if core < 0:
            break
        tried[core] = True
        partner, count = held.first[core], 0
        while partner >= 0 and count < SWAPS_PER_CORE:
            saved = (
                messages[home] - messages[core] + _saved(demand, site, partner, core, home, core_of_cluster)
            )
            # Both lists of messages assume that the other cluster stays; they are as far apart as before.
            saved -= _between(demand, site, cluster, partner, core, home)
            saved += _load_saved(demand, site, load, cluster, home, partner, core)
            if saved > gain + LEAST_GAIN:
                best, gain = partner, saved
            partner, count = held.next[partner], count + 1
    return best


@kernel_part()
def _saved(demand: Demand, site: Site, cluster: int, core: int, to: int, core_of_cluster: Int32) -> float:
    """Cycles of critical messages that a move saves."""
    saved = 0.0
    for k in range(demand.indptr[cluster], demand.indptr[cluster + 1]):
        other = core_of_cluster[demand.other[k]]
        if other >= 0:
            saved += demand.critical[k] * (_cycles(site, core, other) - _cycles(site, to, other))
    return saved


@kernel_part()
def _between(demand: Demand, site: Site, one: int, two: int, core: int, home: int) -> float:
    """Cycles of the critical messages between two clusters on two cores."""
    for k in range(demand.indptr[one], demand.indptr[one + 1]):
        if demand.other[k] == two:
            return demand.critical[k] * _cycles(site, core, home)
    return 0.0


@kernel_part()
def _cycles(site: Site, one: int, two: int) -> float:
    """Cycles of a message between two cores in addition to a message within a core."""
    if one == two:
        return 0.0
    hops = np.int64(0)
    for axis in range(site.position.shape[0]):
        hops += site.apart[site.position[axis, one], site.position[axis, two]]
    return site.message_cycles + site.hop_cycles * hops


@kernel_part()
def _load_saved(
    demand: Demand, site: Site, load: Load, cluster: int, home: int, partner: int, core: int
) -> float:
    """By how much the cores and controllers have less to do after a swap than before it.

    The cluster is not in ``load``, and the partner is.
    """
    saved = 0.0
    for window in range(load.core_powers.size):
        work, others = demand.work[cluster, window], demand.work[partner, window]
        if work > 0.0 or others > 0.0:
            saved += swap_saved(
                load.core_powers[window],
                load.cores[window, home],
                load.cores[window, core],
                work,
                others,
                site.slowness[home],
                site.slowness[core],
            )
    one, two = site.controller[home], site.controller[core]
    if one != two:
        saved += swap_saved(
            load.controller_powers[0],
            load.controllers[one],
            load.controllers[two],
            demand.service[cluster],
            demand.service[partner],
            1.0,
            1.0,
        )
    return saved


@kernel_part()
def _move(
    demand: Demand,
    site: Site,
    load: Load,
    held: Held,
    cluster: int,
    core: int,
    to: int,
    core_of_cluster: Int32,
) -> None:
    add(demand, site, load, cluster, core, -1.0)
    add(demand, site, load, cluster, to, 1.0)
    _remove(held, cluster, core)
    _insert(held, cluster, to)
    core_of_cluster[cluster] = to


@kernel_part()
def _insert(held: Held, cluster: int, core: int) -> None:
    """Put a cluster at the head of its core's list."""
    following = held.first[core]
    held.next[cluster], held.previous[cluster], held.first[core] = following, -1, cluster
    if following >= 0:
        held.previous[following] = cluster


@kernel_part()
def _remove(held: Held, cluster: int, core: int) -> None:
    following, previous = held.next[cluster], held.previous[cluster]
    if previous >= 0:
        held.next[previous] = following
    else:
        held.first[core] = following
    if following >= 0:
        held.previous[following] = previous
