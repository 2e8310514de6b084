"""The flit-level network beside an independent simulator: every row of its curves, and what counts as a miss.

A row is one run of the reference at one rate; a curve is the rows of one router, mesh and traffic, by rate.
Every row is run here with the same rate, and nothing is fitted. Compared are

- latency, in the rows of up to 80% of the curve's saturation throughput. The reference measured a sample of
  hops; it is corrected by cycles per hop x (our mean routers - its mean routers);
- the latency of the lowest rate, in cycles;
- the accepted throughput of the rows in which the reference was not stable: the saturation.

A reference row is one run of limited length, so near saturation it carries noise. Where a latency misses its
tolerance, the run is repeated at the reference's own length with as many other seeds as a standard deviation
needs (latencies near saturation have long tails), and the miss is put down to noise only if the reference
lies within three of them.

The same packets are given to the ``packet`` network of :mod:`numasim.numa.network`, which has neither VCs nor
bounded buffers: its error is shown, not judged.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import mean, median, stdev

import numpy as np

from mappers.topology import Mesh
from numasim.numa.flit_network import ROUTERS, RouterParameters
from numasim.numa.packet_replay import replay_on_queues
from numasim.numa.traffic import PATTERNS, Measurement, measure, schedule
from partitioners.errors import InputError
from partitioners.progress import Progress, silent

REFERENCE = Path(__file__).parent / "reference" / "booksim"
"""The curves that come along."""

ZERO_LOAD_CYCLES = 0.3
MEDIAN_LATENCY, LATENCY, SATURATION = 0.01, 0.03, 0.04
"""Tolerances: of the worst latency error of a curve, in the median of the curves and for each; of
throughput."""

COMPARED_UP_TO = 0.8
"""Of the saturation throughput: latency beyond says more of the seed than of the router."""

PACKETS = 100_000
PACKETS_IN_SIMPY = 10_000
SEEDS, DEVIATIONS = 200, 3.0


@dataclass(frozen=True)
class Row:
    """One run of the reference.

    Attributes
    ----------
    router, traffic : str
    k, vcs, buffer_flits, flits : int
        The mesh is k x k; flits of a packet.
    rate, injected, accepted : float
        Flits a tile and cycle: as asked, as measured at the sources and at the sinks.
    stable : bool
    latency, routers : float
        Means over the packets; NaN where it was not stable.
    cycles : float
        Length of the run.
    """

    router: str
    k: int
    vcs: int
    buffer_flits: int
    flits: int
    traffic: str
    rate: float
    stable: bool
    latency: float
    routers: float
    accepted: float
    injected: float
    cycles: float

    @property
    def mesh(self) -> Mesh:
        """Of the run."""
        return Mesh(self.k, self.k)

    @property
    def parameters(self) -> RouterParameters:
        """Of the routers."""
        return replace(ROUTERS[self.router], vcs_per_class=self.vcs, buffer_flits=self.buffer_flits)

    @property
    def rate_to_run(self) -> float:
        """Long packets are few in a reference run: what its sources really offered, where that is known."""
        return self.injected if self.stable and self.flits > 1 else self.rate

    def seeds(self, seed: int, run: int = 0) -> tuple[int, ...]:
        """Seeds of one run of this row; the traffic of a row does not depend on the others."""
        return seed, run, self.k, self.vcs, self.buffer_flits, self.flits, round(1e6 * self.rate)


@dataclass(frozen=True)
class Comparison:
    """A row of the reference, and ours.

    Attributes
    ----------
    row : Row
    ours : Measurement
    packet_latency : float
        Mean latency of the ``packet`` network; NaN where it was not run.
    packet_routers : float
        Mean routers of the packets that it was run with.
    packet_saturation : float
        The rate at which that network's busiest link would be busy all the time.
    other_seeds : tuple of float
        Our latencies for the hops of the reference, in runs of its length; empty where the row needs none.
    """

    row: Row
    ours: Measurement
    packet_latency: float = np.nan
    packet_routers: float = np.nan
    packet_saturation: float = np.nan
    other_seeds: tuple[float, ...] = ()

    @property
    def reference(self) -> float:
        """Latency of the reference for the hops of our run, in cycles."""
        return _corrected(self.row, self.ours.routers)

    @property
    def cycles_off(self) -> float:
        """Our latency less the reference; infinite where our network was saturated."""
        return np.inf if self.ours.saturated else self.ours.latency - self.reference

    @property
    def latency_error(self) -> float:
        """The same as a share of the reference."""
        return self.cycles_off / self.reference

    @property
    def accepted_error(self) -> float:
        """Of the accepted throughput, as a share of the reference."""
        return self.ours.accepted / self.row.accepted - 1

    @property
    def packet_error(self) -> float:
        """Of the ``packet`` network's latency, as a share of the reference."""
        reference = _corrected(self.row, self.packet_routers)
        return self.packet_latency / reference - 1

    @property
    def is_noise(self) -> bool:
        """Whether the reference lies where runs of its length lie."""
        if len(self.other_seeds) < 2:
            return False
        return abs(self.row.latency - self.seeds_mean) <= DEVIATIONS * self.seeds_deviation

    @property
    def seeds_mean(self) -> float:
        """Mean of the runs with other seeds."""
        return mean(self.other_seeds)

    @property
    def seeds_deviation(self) -> float:
        """Standard deviation of the runs with other seeds."""
        return stdev(self.other_seeds)

    @property
    def share_as_far(self) -> float:
        """The share of those runs that lie as far from their mean as the reference does."""
        off = abs(self.row.latency - self.seeds_mean)
        return mean(float(abs(other - self.seeds_mean) >= off) for other in self.other_seeds)


@dataclass(frozen=True)
class Curve:
    """The comparisons of one router and traffic, by rate.

    Attributes
    ----------
    comparisons : list of Comparison
    """

    comparisons: list[Comparison]

    @property
    def name(self) -> str:
        """Router, mesh, VCs x flits of their buffers, flits of a packet, traffic."""
        return _name(self.comparisons[0].row)

    @cached_property
    def saturation(self) -> float:
        """Flits a tile and cycle that the reference accepted at most."""
        return _saturation([one.row for one in self.comparisons])

    @property
    def compared(self) -> list[Comparison]:
        """The rows whose latencies are judged."""
        return [one for one in self.comparisons if _is_compared(one.row, self.saturation)]

    @property
    def lowest(self) -> Comparison:
        """The row of the lowest rate."""
        return self.comparisons[0]

    @property
    def worst(self) -> Comparison | None:
        """The row with the largest latency error of those that are judged."""
        return max(self.compared, key=lambda one: abs(one.latency_error), default=None)

    @property
    def saturated(self) -> list[Comparison]:
        """The rows in which the reference was not stable."""
        return [one for one in self.comparisons if not one.row.stable]

    def misses(self) -> Iterator[str]:
        """What misses its tolerance, one line each."""
        if self.compared and not abs(self.lowest.cycles_off) <= ZERO_LOAD_CYCLES:
            off = f"{self.lowest.cycles_off:+.2f}"
            yield f"{self.name}: {off} cycles at the lowest rate, {ZERO_LOAD_CYCLES} are allowed"
        for one in self.compared:
            if not abs(one.latency_error) <= LATENCY and not one.is_noise:
                off = f"{one.latency_error:+.1%}"
                where = f"{self.name} at {one.row.rate:g}"
                yield f"{where}: latency {off}, {LATENCY:.0%} are allowed{_not_noise(one)}"
        for one in self.saturated:
            if not abs(one.accepted_error) <= SATURATION:
                off = f"{one.accepted_error:+.1%}"
                yield f"{self.name}: saturation throughput {off}, {SATURATION:.0%} are allowed"


@dataclass(frozen=True)
class Validation:
    """All curves.

    Attributes
    ----------
    curves : list of Curve
    """

    curves: list[Curve]

    @property
    def median_latency_error(self) -> float:
        """Median over the curves of the worst latency error of each, as a share."""
        worst = [abs(curve.worst.latency_error) for curve in self.curves if curve.worst]
        return median(worst) if worst else 0.0

    def misses(self) -> list[str]:
        """What misses its tolerance, one line each; empty where all is well."""
        found = [miss for curve in self.curves for miss in curve.misses()]
        if self.median_latency_error > MEDIAN_LATENCY:
            found.append(
                f"the worst latency error of a curve is {self.median_latency_error:.1%} in the median, "
                f"{MEDIAN_LATENCY:.0%} are allowed"
            )
        return found

    def packet_errors(self, above: float, up_to: float) -> list[float]:
        """Errors of the ``packet`` network's latency, absolute, between two shares of the saturation."""
        return [
            abs(one.packet_error)
            for curve in self.curves
            for one in curve.compared
            if above * curve.saturation < one.row.rate_to_run <= up_to * curve.saturation
        ]


def read_reference(folder: Path = REFERENCE) -> list[list[Row]]:
    """Read the curves of a folder: the rows of all its CSV files, those of a curve together, by rate.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        No such folder, no CSV file in it, or a row that does not say what is needed.
    """
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise InputError(f"{folder}: there are no CSV files with reference curves here")
    curves: dict[str, list[Row]] = {}
    for file in files:
        with file.open(newline="") as lines:
            for number, cells in enumerate(csv.DictReader(lines), 2):
                row = _row(cells, f"{file}:{number}")
                curves.setdefault(_name(row), []).append(row)
    return [sorted(rows, key=lambda row: row.rate) for rows in curves.values()]


def _row(cells: dict[str, str], where: str) -> Row:
    try:
        row = Row(
            router=cells["router"],
            k=int(cells["k"]),
            vcs=int(cells["num_vcs"]),
            buffer_flits=int(cells["vc_buf_size"]),
            flits=int(cells["packet_size"]),
            traffic=cells["traffic"],
            rate=float(cells["rate_flits"]),
            stable=cells["stable"] == "1",
            latency=float(cells["pkt_lat"] or "nan"),
            routers=float(cells["routers_traversed"] or "nan"),
            accepted=float(cells["acc_flit"]),
            injected=float(cells["inj_flit"] or "nan"),
            cycles=float(cells["cycles"] or "nan"),
        )
    except KeyError as error:
        raise InputError(f"{where}: a reference curve needs the column {error.args[0]!r}") from None
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: not a row of a reference curve ({error})") from None
    for what, name, known in (("router", row.router, ROUTERS), ("traffic", row.traffic, PATTERNS)):
        if name not in known:
            raise InputError(f"{where}: unknown {what} {name!r}; there are {', '.join(known)}")
    return row


def validate_noc(
    curves: Sequence[Sequence[Row]],
    *,
    seed: int = 0,
    packets: int = PACKETS,
    packets_in_simpy: int = PACKETS_IN_SIMPY,
    other_seeds: int = SEEDS,
    progress: Progress = silent,
) -> Validation:
    """Run every row and compare.

    Parameters
    ----------
    curves : sequence of sequence of Row
        See :func:`read_reference`.
    seed : int
    packets : int
        Measured in every run.
    packets_in_simpy : int
        Likewise on the ``packet`` network.
    other_seeds : int
        Runs by which a row that misses its tolerance is judged.
    progress : callable
    """
    total, done = sum(map(len, curves)), 0
    found = []
    for rows in curves:
        saturation = _saturation(rows)
        comparisons = []
        for row in rows:
            progress(done, total, f"{_name(row)} at {row.rate:g}")
            ours = _measured(row, row.seeds(seed), packets)
            one = Comparison(row, ours)
            if _is_compared(row, saturation):
                latency, routers, at_most = _on_packet_network(row, row.seeds(seed), packets_in_simpy)
                one = replace(one, packet_latency=latency, packet_routers=routers, packet_saturation=at_most)
                if not abs(one.latency_error) <= LATENCY and np.isfinite(row.cycles):
                    one = replace(one, other_seeds=tuple(_over_seeds(row, seed, other_seeds)))
            comparisons.append(one)
            done += 1
        found.append(Curve(comparisons))
    return Validation(found)


def _measured(row: Row, seeds: tuple[int, ...], packets: int, warm_up: int | None = None) -> Measurement:
    return measure(
        row.mesh,
        row.parameters,
        row.traffic,
        row.rate_to_run,
        row.flits,
        packets=packets,
        warm_up=warm_up,
        seed=seeds,
    )


def _over_seeds(row: Row, seed: int, runs: int) -> Iterator[float]:
    """Latencies of runs as long as the reference for its hops; half of each run is warm-up."""
    packets = max(100, int(row.cycles / 2 * row.k**2 * row.rate_to_run / row.flits))
    for run in range(1, runs + 1):
        ours = _measured(row, row.seeds(seed, run), packets, warm_up=packets)
        if not ours.saturated:
            yield ours.latency - row.parameters.hop_cycles * (ours.routers - row.routers)


def _not_noise(one: Comparison) -> str:
    if len(one.other_seeds) < 2:
        return ""
    return (
        f", and runs of the reference's length ({one.seeds_mean:.2f} ± {one.seeds_deviation:.2f} cycles) "
        f"do not reach its {one.row.latency:.2f}"
    )


def _on_packet_network(row: Row, seeds: tuple[int, ...], packets: int) -> tuple[float, float, float]:
    """Mean latency and routers on the network of queues, and the rate that would fill its busiest link.

    Every link, injection port and ejection port is a queue of unbounded length; the delays add up to the
    router's.
    """
    mesh, parameters = row.mesh, row.parameters
    warm_up = packets // 5
    cycles = int((packets + warm_up) / (mesh.num_cores * row.rate_to_run / row.flits))
    drawn = schedule(mesh, row.traffic, row.rate_to_run, row.flits, cycles, seeds)
    done, busiest = replay_on_queues(mesh, parameters.injection_delay, parameters.hop_cycles, drawn)
    counted = slice(min(warm_up, done.size - 1), None)
    routers = mesh.distances[drawn.source, drawn.target][counted].mean() + 1
    latency = (done - drawn.created)[counted].mean()
    return float(latency), float(routers), row.rate_to_run * cycles / busiest


def _corrected(row: Row, routers: float) -> float:
    return row.latency + row.parameters.hop_cycles * (routers - row.routers)


def _name(row: Row) -> str:
    return (
        f"{row.router} {row.k}x{row.k}, {row.vcs} VCs x {row.buffer_flits} flits, "
        f"{row.flits}-flit packets, {row.traffic}"
    )


def _saturation(rows: Sequence[Row]) -> float:
    return max(row.accepted for row in rows)


def _is_compared(row: Row, saturation: float) -> bool:
    return row.stable and row.rate <= COMPARED_UP_TO * saturation
