"""Synthetic traffic on the flit-level network: patterns, Bernoulli sources, and measurements.

Each tile creates a packet in each cycle with the same probability and stores it in an unbounded queue. Each
tile has its own random generator (by seed and tile), so the packets of a tile do not depend on those of
others. The whole schedule is drawn before the network starts, and it is the only input of the network.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.banded_network import band_of_tiles, banded_network
from numasim.numa.noc.flit_counters import link_flits
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.router_kernels import advance, inject
from numasim.numa.noc.sockets import crossings
from partitioners.errors import OptionError, UnknownNameError
from partitioners.kernels.array_types import Int64
from partitioners.kernels.uncounted import kept_kernel
from partitioners.plugins.registry import did_you_mean

FEWEST = 100
"""The least number of packets of a measurement."""
MOST_CYCLES = 2.0**53
"""The largest number of cycles, up to which every whole number is a ``float``."""
BATCHES = 10
STUDENT_95 = 2.262157
"""Two-sided 95% quantile of Student's t for the mean of ten batches."""


Pattern = Callable[[Mesh, int, np.random.Generator, int], NDArray[np.int64]]
"""A function that draws the targets of packets from the mesh, their tile, its generator and their number."""


def _uniform(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    return draw.integers(mesh.num_cores, size=count)


def _transpose(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    x, y = mesh.position(source)
    return np.full(count, mesh.core_at(y, x))


def _neighbor(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    x, y = mesh.position(source)
    return np.full(count, mesh.core_at((x + 1) % mesh.width, (y + 1) % mesh.height))


def _bit_complement(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    return np.full(count, mesh.num_cores - 1 - source)


def _tornado(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    x, y = mesh.position(source)
    right, down = (mesh.width - 1) // 2, (mesh.height - 1) // 2
    return np.full(count, mesh.core_at((x + right) % mesh.width, (y + down) % mesh.height))


def _hotspot(share: float, tile: int | None) -> Pattern:
    def targets(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
        hot = mesh.core_at(mesh.width // 2, mesh.height // 2) if tile is None else tile
        anywhere = draw.integers(mesh.num_cores, size=count)
        return np.where(draw.random(count) < share, hot, anywhere)

    return targets


def _all_to_node0(mesh: Mesh, source: int, draw: np.random.Generator, count: int) -> NDArray[np.int64]:
    return np.zeros(count, np.int64)


PATTERNS: dict[str, Pattern] = {
    "uniform": _uniform,
    "transpose": _transpose,
    "neighbor": _neighbor,
    "bit_complement": _bit_complement,
    "tornado": _tornado,
    "hotspot20": _hotspot(0.2, None),
    "all_to_node0": _all_to_node0,
}
"""The targets of the packets of tile (x, y) on a mesh of W x H tiles, in this order: any tile including
itself; (y, x); (x + 1, y + 1) with wrap-around; the tile opposite the centre; (x + ceil(W / 2) - 1, y +
ceil(H / 2) - 1) with wrap-around; tile (W // 2, H // 2) for one packet in five, and any tile for the others;
tile 0."""

HOTSPOT = "hotspot:SHARE:TILE"
"""Like `hotspot20`, but with a given share and an optional tile."""

PATTERN_NAMES = (*PATTERNS, HOTSPOT)


def traffic_pattern(name: str, mesh: Mesh | None = None) -> Pattern:
    """Find a traffic pattern by name: one of ``PATTERNS``, or ``HOTSPOT`` with numbers.

    Parameters
    ----------
    mesh : Mesh, optional
        The mesh for which to check the pattern.

    Raises
    ------
    UnknownNameError
        There is no such pattern.
    OptionError
        The share of a hotspot is not in (0, 1], or the mesh does not support the pattern or lacks the tile.
    """
    kind, _, rest = name.partition(":")
    if kind == "hotspot":
        share, tile = _hotspot_numbers(name, rest)
        if mesh is not None and tile is not None and tile >= mesh.num_cores:
            raise OptionError(
                f"{name}: the tiles of a {mesh.width} x {mesh.height} mesh are 0 to "
                f"{mesh.num_cores - 1}, got {tile}"
            )
        return _hotspot(share, tile)
    if name not in PATTERNS:
        raise UnknownNameError(f"unknown traffic {name!r}; {did_you_mean(name, PATTERN_NAMES)}")
    if name == "transpose" and mesh is not None and mesh.width != mesh.height:
        raise OptionError(f"transposed traffic requires a square mesh, got {mesh.width} x {mesh.height}")
    return PATTERNS[name]


def _hotspot_numbers(name: str, rest: str) -> tuple[float, int | None]:
    found = re.fullmatch(r"([0-9]*\.?[0-9]+)(?::([0-9]{1,9}))?", rest)
    if found is None or not 0 < float(found[1]) <= 1:
        raise OptionError(
            f"{name!r}: expected {HOTSPOT} or hotspot:SHARE with a share of the packets above 0 and at most "
            f"1 and the number of a tile, such as hotspot:0.3:5"
        )
    return float(found[1]), None if found[2] is None else int(found[2])


class Schedule(NamedTuple):
    """Packets in the order of creation, then by tile; arrays of int64 with shape (packets,)."""

    created: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    flits: NDArray[np.int64]


@dataclass(frozen=True)
class Measurement:
    """The measurements of a run, over the packets created in its window and the flits of these cycles.

    Attributes
    ----------
    offered : float
        Flits per tile and cycle that the sources created.
    accepted : float
        Flits per tile and cycle that arrived. A packet is counted at the arrival of its tail.
    latency, network_latency : float
        Mean cycles to the arrival of a packet's tail, from the packet's creation and from the cycle in which
        its head left the source; NaN if the network was saturated.
    latency_error : float
        Half width of the 95% confidence interval of ``latency``, from the means of ten batches in order of
        creation.
    routers : float
        Mean number of routers that a packet passes: links + 1.
    zero_load_latency : float
        Mean latency of the same packets without contention.
    packets : int
        Number of packets created in the window.
    cycles : int
        Length of the window.
    saturated : bool
        Whether packets of the window had not arrived long after its end, or significantly fewer packets
        arrived in the window than were created: by more than 1% and three standard deviations of a count. Or
        the latency grows through the window (:func:`rises`).
    link_load : ndarray of float64, shape (links,)
        Flits per cycle on each link, by the link ids of the mesh.
    """

    offered: float
    accepted: float
    latency: float
    network_latency: float
    latency_error: float
    routers: float
    zero_load_latency: float
    packets: int
    cycles: int
    saturated: bool
    link_load: NDArray[np.float64]


def schedule(
    mesh: Mesh, pattern: str, rate: float, flits: int, cycles: int, seed: int | Sequence[int] = 0
) -> Schedule:
    """Draw the packets of ``cycles`` cycles.

    Parameters
    ----------
    pattern : str
        See :func:`traffic_pattern`.
    rate : float
        Flits per tile and cycle. A packet is created with probability ``rate / flits``.
    flits : int
        Flits per packet.

    Raises
    ------
    UnknownNameError
        There is no such pattern.
    OptionError
        The rate is not in (0, flits], or the mesh does not support the pattern.
    """
    targets = traffic_pattern(pattern, mesh)
    _check_rate(rate, flits)
    created, target = [], []
    for tile in range(mesh.num_cores):
        draw = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(tile,)))
        times = _bernoulli(draw, rate / flits, cycles)
        created.append(times)
        target.append(targets(mesh, tile, draw, times.size))
    source = np.repeat(np.arange(mesh.num_cores), [times.size for times in created])
    when = np.concatenate(created)
    order = np.argsort(when, kind="stable")
    return Schedule(
        when[order], source[order], np.concatenate(target)[order], np.full(when.size, flits, np.int64)
    )


def _check_rate(rate: float, flits: int) -> None:
    if not 0 < rate <= flits:  # not a number either
        raise OptionError(
            f"the rate must be above 0 and at most {flits} flits per tile and cycle, got {rate}"
        )


def check_traffic(rate: float, flits: int, packets: int) -> None:
    """Check that a number of packets can be measured at a rate.

    Raises
    ------
    OptionError
        There are too few packets or flits, the rate is not in (0, flits], or the packets of one tile alone
        would take more than 2^53 cycles.
    """
    if packets < FEWEST or flits < 1:
        raise OptionError(f"expected at least {FEWEST} packets of at least 1 flit, got {packets} of {flits}")
    _check_rate(rate, flits)
    least = packets * flits / MOST_CYCLES
    if rate < least:
        raise OptionError(
            f"{packets:,} packets take too many cycles to count at a rate of {rate} flits per tile and "
            f"cycle; expected a rate of at least {least:.2g}"
        )


def _bernoulli(draw: np.random.Generator, probability: float, cycles: int) -> NDArray[np.int64]:
    """Draw the cycles of successes from the gaps between them."""
    parts = []
    last = -1
    while last < cycles:
        gaps = draw.geometric(probability, size=int(probability * cycles * 1.1) + 100)
        times = last + np.cumsum(gaps)
        parts.append(times)
        last = int(times[-1])
    found = np.concatenate(parts)
    return found[found < cycles]


def measure(
    mesh: Mesh,
    parameters: RouterParameters,
    pattern: str,
    rate: float,
    flits: int = 1,
    *,
    packets: int = 100_000,
    warm_up: int | None = None,
    seed: int | Sequence[int] = 0,
    threads: int = 1,
) -> Measurement:
    """Run synthetic traffic and measure it in a window of cycles after a warm-up.

    After the window, the creation of packets continues until the packets of the window should have arrived,
    for a tenth of the window and at least 5,000 cycles. At a rate that saturates the network, only
    ``accepted`` and the link loads are meaningful.

    Parameters
    ----------
    mesh, parameters, pattern, rate, flits, seed
        See :func:`schedule` and :class:`~numasim.machine.router_parameters.RouterParameters`.
    packets : int
        Mean number of packets created in the window.
    warm_up : int, optional
        Mean number of packets created before the window; by default a fifth of ``packets``.
    threads : int
        See :func:`replay`.

    Raises
    ------
    UnknownNameError, OptionError
        See :func:`schedule` and :func:`check_traffic`; the mesh has fewer rows than ``threads``, or there
        are no threads.
    """
    check_traffic(rate, flits, packets)
    if not 1 <= threads <= mesh.height:
        raise OptionError(
            f"a {mesh.width} x {mesh.height} mesh is simulated by 1 to {mesh.height} threads, got {threads}"
        )
    a_cycle = mesh.num_cores * rate / flits
    first = int(np.ceil((packets / 5 if warm_up is None else warm_up) / a_cycle))
    last = first + int(np.ceil(packets / a_cycle))
    end = last + max(5_000, (last - first) // 10)
    drawn = schedule(mesh, pattern, rate, flits, end, seed)
    done, loads = replay(mesh, parameters, drawn, [first, last, end], threads)
    in_window = (drawn.created >= first) & (drawn.created < last)
    arrived = (done[:, 0] >= first) & (done[:, 0] < last)
    created, behind = int(in_window.sum()), int(in_window.sum()) - int(arrived.sum())
    latency = (done[:, 0] - drawn.created)[in_window]
    means = [float(batch.mean()) for batch in np.array_split(latency, BATCHES) if batch.size]
    zero_load = zero_load_latencies(mesh, parameters, flits)[drawn.source, drawn.target][in_window].mean()
    missing = bool((done[in_window, 0] < 0).any())
    saturated = missing or behind > 0.01 * created + 3 * created**0.5 or rises(means, float(zero_load))
    tile_cycles = mesh.num_cores * (last - first)
    return Measurement(
        offered=created * flits / tile_cycles,
        accepted=int(arrived.sum()) * flits / tile_cycles,
        latency=np.nan if saturated else float(latency.mean()),
        network_latency=np.nan if saturated else float((done[:, 0] - done[:, 1])[in_window].mean()),
        latency_error=np.nan if saturated else STUDENT_95 * float(np.std(means, ddof=1)) / BATCHES**0.5,
        routers=float(mesh.distances[drawn.source, drawn.target][in_window].mean()) + 1,
        zero_load_latency=float(zero_load),
        packets=created,
        cycles=last - first,
        saturated=saturated,
        link_load=(loads[1] - loads[0]) / (last - first),
    )


def rises(means: Sequence[float], zero_load: float) -> bool:
    """Whether the latency grows through the window, as where the queue of one link grows without end.

    Few packets cross such a link, so that their number may be small among all packets.

    Parameters
    ----------
    means : sequence of float
        The mean latencies of parts of the window, in their order.
    zero_load : float
        The mean latency without contention; a smaller growth is noise.
    """
    later = [b > a for k, a in enumerate(means) for b in means[k + 1 :]]
    return sum(later) >= 0.8 * len(later) and means[-1] - means[0] > zero_load


def zero_load_latencies(mesh: Mesh, parameters: RouterParameters, flits: int) -> NDArray[np.int64]:
    """Latency of a single packet between any two tiles, shape (tiles, tiles)."""
    crossed, routers = crossings(mesh, parameters.sockets), mesh.distances + 1
    return parameters.zero_load_latency(routers.astype(np.int64), flits, crossed.astype(np.int64))


def replay(
    mesh: Mesh, parameters: RouterParameters, packets: Schedule, stops: list[int], threads: int = 1
) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """Run a schedule on a new network. The number of a packet is its index in the schedule.

    Parameters
    ----------
    mesh, parameters
    stops : list of int
        Ascending cycles. The run ends at the last one.
    threads : int
        Threads that simulate bands of rows of the mesh, at most its height. They change no result.

    Returns
    -------
    done : ndarray of int64, shape (packets, 2)
        The cycles in which the tail arrived and the head left the source; -1 if the packet did not arrive.
    loads : list of ndarray
        The flits of every link so far, at each of ``stops``.
    """
    band_of_packet = band_of_tiles(mesh, threads)[packets.source]
    numbers = [np.flatnonzero(band_of_packet == band) for band in range(threads)]
    states = banded_network(mesh, parameters, [each.size for each in numbers])
    done = np.full((packets.created.size, 2), -1, np.int64)
    loads, at = [], [0] * threads
    with ThreadPoolExecutor(threads) as pool:
        for stop in stops:
            bands = zip(states, numbers, at, strict=True)
            first, *others = [partial(_replay_until, *band, packets, stop, done) for band in bands]
            started = [pool.submit(run) for run in others]
            at = [first(), *(run.result() for run in started)]
            loads.append(np.sum([link_flits(state) for state in states], axis=0))
    return done, loads


@partial(kept_kernel, forceinline=True, nogil=True)
def _replay_until(
    state: FlitState, numbers: Int64, at: int, packets: Schedule, until: int, done: Int64
) -> int:
    """Inject a band's packets from place ``at`` that are created before cycle ``until``; advance to it."""
    while True:
        goal = min(until, packets.created[numbers[at]]) if at < numbers.size else until
        for place in range(advance(state, goal, False)):
            done[state.delivered[place, 0], 0] = state.delivered[place, 1]
            done[state.delivered[place, 0], 1] = state.delivered[place, 2]
        if goal == until:
            return at
        while at < numbers.size and packets.created[numbers[at]] == goal:
            packet = numbers[at]
            source, target = packets.source[packet], packets.target[packet]
            inject(state, goal, packet, source, target, packets.flits[packet], 0)
            at += 1
