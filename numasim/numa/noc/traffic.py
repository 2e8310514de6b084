"""Synthetic traffic on the flit-level network: patterns, Bernoulli sources, and what is measured.

Each tile creates a packet in each cycle with the same probability and keeps it in a queue of unbounded
length. Its draws come from a generator of its own (by seed and tile), so they do not depend on how many
packets others create. The whole schedule is drawn before the network starts; the network sees nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc import router_kernels as flit_router
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.noc.sockets import crossings
from partitioners.errors import OptionError, UnknownNameError
from partitioners.registry import did_you_mean

BATCHES = 10
STUDENT_95 = 2.262157
"""Two-sided 95% quantile of Student's t for the mean of ten batches."""


Pattern = Callable[[Mesh, int, np.random.Generator, int], NDArray[np.int64]]
"""The targets of some packets of a tile, from the mesh, the tile, its generator and their number."""


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
"""Where the packets of a tile go: anywhere (itself included); (x, y) to (y, x); to (x + 1, y + 1) around the
edges; to the tile opposite the centre; to (x + ceil(W / 2) - 1, y + ceil(H / 2) - 1) around the edges of a
mesh of W x H tiles; one in five to the tile (W // 2, H // 2) and the others anywhere; to tile 0."""

HOTSPOT = "hotspot:SHARE:TILE"
"""As `hotspot20` with a share of its own, and a tile of its own where one is given."""

PATTERN_NAMES = (*PATTERNS, HOTSPOT)


def traffic_pattern(name: str, mesh: Mesh | None = None) -> Pattern:
    """The traffic of a name: one of ``PATTERNS``, or ``HOTSPOT`` with numbers.

    Parameters
    ----------
    name : str
    mesh : Mesh, optional
        Checks that the pattern fits this mesh.

    Raises
    ------
    UnknownNameError
        No such pattern.
    OptionError
        A hotspot without a share in (0, 1]; a pattern or a tile that the mesh cannot have.
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
        raise OptionError(f"transposed traffic needs a square mesh, got {mesh.width} x {mesh.height}")
    return PATTERNS[name]


def _hotspot_numbers(name: str, rest: str) -> tuple[float, int | None]:
    found = re.fullmatch(r"([0-9]*\.?[0-9]+)(?::([0-9]{1,9}))?", rest)
    if found is None or not 0 < float(found[1]) <= 1:
        raise OptionError(
            f"{name!r}: expected {HOTSPOT} or hotspot:SHARE, a share of the packets that is more than 0 and "
            f"at most 1 and the number of a tile, such as hotspot:0.3:5"
        )
    return float(found[1]), None if found[2] is None else int(found[2])


class Schedule(NamedTuple):
    """Packets in the order of their creation, those of one cycle by tile; arrays of int64, shape (packets,).

    Attributes
    ----------
    created, source, target, flits : ndarray
    """

    created: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    flits: NDArray[np.int64]


@dataclass(frozen=True)
class Measurement:
    """What one run measured, over the packets that were created in its window and the flits of its cycles.

    Attributes
    ----------
    offered : float
        Flits a tile and cycle that the sources created.
    accepted : float
        Flits a tile and cycle that arrived, packets counted by their tails.
    latency, network_latency : float
        Mean cycles from the creation of a packet, and from the cycle in which its head left the source, to
        the arrival of its tail; NaN where the network was saturated.
    latency_error : float
        Half width of the 95% confidence interval of ``latency``, from the means of ten batches in order of
        creation.
    routers : float
        Routers that a packet passes, on average: links + 1.
    zero_load_latency : float
        Mean latency of the same packets without any contention.
    packets : int
        Created in the window.
    cycles : int
        Of the window.
    saturated : bool
        Packets of the window had not arrived long after its end, or clearly fewer arrived in it than were
        created: by more than 1% and three standard deviations of a count.
    link_load : ndarray of float64, shape (links,)
        Flits a cycle on each link, by the link ids of the mesh.
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
    """Draw the packets of so many cycles.

    Parameters
    ----------
    mesh : Mesh
    pattern : str
        See :func:`traffic_pattern`.
    rate : float
        Flits a tile and cycle; a packet is created with the probability ``rate / flits``.
    flits : int
        Of each packet.
    cycles : int
    seed : int or sequence of int

    Raises
    ------
    UnknownNameError
        No such pattern.
    OptionError
        A rate that is not of (0, flits], or a pattern that does not fit the mesh.
    """
    targets = traffic_pattern(pattern, mesh)
    if not 0 < rate <= flits:
        raise OptionError(
            f"a rate must be more than 0 and at most {flits} flits a tile and cycle, got {rate}"
        )
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


def _bernoulli(draw: np.random.Generator, probability: float, cycles: int) -> NDArray[np.int64]:
    """The cycles of successes, by the gaps between them."""
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
) -> Measurement:
    """Run synthetic traffic and measure it in a window of cycles that follows a warm-up.

    Creation goes on after the window until its packets should have arrived: a tenth of the window, and at
    least 5,000 cycles. At a rate that saturates the network only ``accepted`` and the loads mean anything.

    Parameters
    ----------
    mesh, parameters, pattern, rate, flits, seed
        See :func:`schedule` and :class:`~numasim.machine.router_parameters.RouterParameters`.
    packets : int
        To be created in the window, on average.
    warm_up : int, optional
        Likewise before the window; a fifth of ``packets`` where it is left out.

    Raises
    ------
    UnknownNameError, OptionError
        See :func:`schedule`.
    """
    a_cycle = mesh.num_cores * rate / flits
    first = int(np.ceil((packets / 5 if warm_up is None else warm_up) / a_cycle))
    last = first + int(np.ceil(packets / a_cycle))
    end = last + max(5_000, (last - first) // 10)
    drawn = schedule(mesh, pattern, rate, flits, end, seed)
    network = FlitNetwork(mesh, parameters)
    done, loads = replay(network, drawn, [first, last, end])
    in_window = (drawn.created >= first) & (drawn.created < last)
    arrived = (done[:, 0] >= first) & (done[:, 0] < last)
    created, behind = int(in_window.sum()), int(in_window.sum()) - int(arrived.sum())
    saturated = bool((done[in_window, 0] < 0).any()) or behind > 0.01 * created + 3 * created**0.5
    latency = (done[:, 0] - drawn.created)[in_window]
    means = [float(batch.mean()) for batch in np.array_split(latency, BATCHES) if batch.size]
    tile_cycles = mesh.num_cores * (last - first)
    return Measurement(
        offered=created * flits / tile_cycles,
        accepted=int(arrived.sum()) * flits / tile_cycles,
        latency=np.nan if saturated else float(latency.mean()),
        network_latency=np.nan if saturated else float((done[:, 0] - done[:, 1])[in_window].mean()),
        latency_error=np.nan if saturated else STUDENT_95 * float(np.std(means, ddof=1)) / BATCHES**0.5,
        routers=float(mesh.distances[drawn.source, drawn.target][in_window].mean()) + 1,
        zero_load_latency=float(
            zero_load_latencies(mesh, parameters, flits)[drawn.source, drawn.target][in_window].mean()
        ),
        packets=created,
        cycles=last - first,
        saturated=saturated,
        link_load=(loads[1] - loads[0]) / (last - first),
    )


def zero_load_latencies(mesh: Mesh, parameters: RouterParameters, flits: int) -> NDArray[np.int64]:
    """Latency of a lone packet from each tile to each other, shape (tiles, tiles)."""
    crossed, routers = crossings(mesh, parameters.sockets), mesh.distances + 1
    return parameters.zero_load_latency(routers.astype(np.int64), flits, crossed.astype(np.int64))


def replay(
    network: FlitNetwork, packets: Schedule, stops: list[int]
) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """Run a schedule on a new network, packets numbered by their places in it.

    Parameters
    ----------
    network : FlitNetwork
        In cycle 0.
    packets : Schedule
    stops : list of int
        Ascending cycles; the run ends in the last one.

    Returns
    -------
    done : ndarray of int64, shape (packets, 2)
        Cycle of the tail's arrival, and of the head's leaving the source; -1 where it did not arrive.
    loads : list of ndarray
        The flits of every link so far, in each of ``stops``.
    """
    network.reserve(packets.created.size + 1)
    done = np.full((packets.created.size, 2), -1, np.int64)
    loads, at = [], 0
    for stop in stops:
        at = flit_router.replay(network.state, *packets, at, stop, done)
        loads.append(network.link_flits().copy())
    return done, loads
