"""Published measurements of real machines, and the same quantities of their presets.

The latencies of the levels of a machine's memory are what its preset is made from. The latencies between
cores are not: they follow from the protocol, the network and the latency of a snoop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from numasim.machine.machine import Machine, load_machine
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.microbenchmarks import RandomRead, SequentialRead
from numasim.threads.ping_pong import PingPong
from partitioners.progress import Progress

L3, LOCAL, REMOTE, IN_SOCKET, ACROSS, SEQUENTIAL, RANDOM = (
    "load from the last-level cache, ns",
    "load from local memory, ns",
    "load from remote memory, ns",
    "core to core in a socket, ns",
    "core to core across sockets, ns",
    "sequential reads of one thread, GB/s",
    "random reads of one thread, GB/s",
)
"""The quantities."""

WESTMERE = "7-cpu.com/cpu/Westmere.html (X5650)"
CORES = "github.com/nviennot/core-to-core-latency (X5650), median"
EPYC = "github.com/nviennot/core-to-core-latency (EPYC 7R13, in a group and between groups), median"
TABLE_II = "Hong et al., PACT 2011, Table II"


@dataclass(frozen=True)
class Published:
    """A published measurement.

    Attributes
    ----------
    machine : str
        The preset.
    tolerance : float or None
        Allowed error, as a share; None if the figure is only shown.
    is_input : bool
        Whether the preset is made from it.
    """

    machine: str
    quantity: str
    value: float
    source: str
    tolerance: float | None
    is_input: bool = False


PUBLISHED = (
    Published("xeon-x5650", L3, 15.7, WESTMERE, 0.15, True),
    Published("xeon-x5650", LOCAL, 82, WESTMERE, 0.15, True),
    Published("xeon-x5650", REMOTE, 120, WESTMERE, 0.15, True),
    Published("xeon-x5650", IN_SOCKET, 37.2, CORES, 0.2),
    Published("xeon-x5650", ACROSS, 73.7, CORES, 0.2),
    Published("xeon-x5650", SEQUENTIAL, 12, "anandtech.com/show/3648, STREAM of one thread", None),
    Published("xeon-x5550", L3, 14.7, "anandtech.com/show/2542, 39 cycles at 2.66 GHz", 0.15, True),
    Published("xeon-x5550", LOCAL, 82, WESTMERE, 0.15, True),
    Published("xeon-x5550", REMOTE, 120, WESTMERE, 0.15, True),
    Published("xeon-x5550", IN_SOCKET, 37.2, CORES, 0.2),
    Published("xeon-x5550", ACROSS, 73.7, CORES, 0.2),
    Published("xeon-x5550", SEQUENTIAL, 8.6, TABLE_II, None),
    Published("xeon-x5550", RANDOM, 0.98, TABLE_II, None),
    Published("epyc-7r13-groups", IN_SOCKET, 22.7, EPYC, 0.2),
    Published("epyc-7r13-groups", ACROSS, 150.7, EPYC, None),
    Published("xeon-e5345", LOCAL, 114.9, "anandtech.com/show/2294, Everest", None),
    Published("xeon-e5345", SEQUENTIAL, 3.0, TABLE_II, None),
    Published("xeon-e5345", RANDOM, 0.25, TABLE_II, None),
)


@dataclass(frozen=True)
class Compared:
    """A published measurement, and that of the model."""

    published: Published
    simulated: float

    @property
    def error(self) -> float:
        """The error as a share of the published value."""
        return self.simulated / self.published.value - 1

    @property
    def missed(self) -> bool:
        """Whether the error is above the tolerance."""
        tolerance = self.published.tolerance
        return tolerance is not None and abs(self.error) > tolerance


def compare_published(progress: Progress | None = None) -> list[Compared]:
    """Simulate the quantities of all published measurements."""
    found: list[Compared] = []
    names = dict.fromkeys(each.machine for each in PUBLISHED)
    for done, name in enumerate(names):
        rows = [each for each in PUBLISHED if each.machine == name]
        if progress is not None:
            progress(done, len(names), f"the quantities of {name}")
        values = dict(_simulated(name, {row.quantity for row in rows}))
        found += [Compared(row, values[row.quantity]) for row in rows]
    if progress is not None:
        progress(len(names), len(names), "all quantities")
    return found


def _simulated(name: str, quantities: set[str]) -> Iterator[tuple[str, float]]:
    """The quantities of a preset, by threads that begin at core 0."""
    machine = load_machine(name)
    if L3 in quantities:
        yield L3, load_latency(machine, "256 KiB", 30_000, before=60_000)
    for quantity, node in ((LOCAL, 0), (REMOTE, 1)):
        if quantity in quantities:
            placed = load_machine({"base": name, "memory": {"placement": f"node:{node}"}})
            yield quantity, load_latency(placed, "64 MiB", 3000)
    if IN_SOCKET in quantities:
        result = simulate_threads(PingPong(), np.arange(machine.num_cores), machine)
        yield IN_SOCKET, result.figures["one_way_ns_in_socket"]
        yield ACROSS, result.figures["one_way_ns_across"]
    for quantity, kind in ((SEQUENTIAL, SequentialRead), (RANDOM, RandomRead)):
        if quantity in quantities:
            accesses = 100_000
            program = kind(bytes="256 MiB", accesses=accesses)
            cycles = simulate_threads(program, np.zeros(1, np.int64), machine).scalars["cycles"]
            yield quantity, 8 * accesses * machine.clock / cycles / 1e9


def load_latency(machine: Machine, size: str, accesses: int, *, before: int = 0) -> float:
    """The nanoseconds from a load that misses the L1 to its use, from a chain of reads on core 0.

    Parameters
    ----------
    size : str
        Of the array.
    accesses : int
        Reads of 8 bytes that count.
    before : int
        Reads before them, which fill the caches.
    """
    totals = []
    for count in (before, before + accesses):
        if count:
            program = RandomRead(bytes=size, accesses=count, dependent=True)
            phases = simulate_threads(program, np.zeros(1, np.int64), machine).tables["phases"]
            totals.append(phases[["cycles", "l1_hits", "l1_misses"]].sum().to_numpy())
    cycles, hits, misses = totals[-1] - (totals[0] if before else 0)
    # A read that hits takes the latency of the L1, and a cycle for its issue.
    return float((cycles - hits * (machine.l1.latency_cycles + 1)) / misses / machine.clock * 1e9)
