"""The flit-level network beside an independent simulator: every row of its curves, and what counts as a miss.

A row is one run of the reference at one rate; a curve is the rows of one router, mesh and traffic, by rate
(:mod:`numasim.validation.noc_reference`). Every row is run here with the same rate, and nothing is fitted.
Compared are

- latency, in the rows of up to 80% of the curve's saturation throughput. The reference measured a sample of
  hops; it is corrected by cycles per hop x (our mean routers - its mean routers);
- the latency of the lowest rate, in cycles;
- the accepted throughput of the rows in which the reference was not stable: the saturation.

The saturation of a curve is the throughput of its rows that are not stable. Where all rows are stable, it is
the largest rate that our network carries, or the reference if that is more.

A reference row is one run of limited length, so near saturation it carries noise, and how much is unknown: it
is one number. Our own scatter stands in for it. Where a row misses its tolerance, the run is repeated at the
reference's own length with as many other seeds as a standard deviation needs (latencies near saturation have
long tails), and the miss is put down to noise only if the reference lies within three of them. Where a
saturated row does not give its length, the shortest run of its curve does.

The same packets are given to the ``packet`` network of :mod:`numasim.numa.network`, which has neither VCs nor
bounded buffers: its error is shown, not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median, stdev

import numpy as np

from numasim.numa.noc.traffic import Measurement, measure, schedule
from numasim.numa.packet_replay import replay_on_queues
from numasim.validation.noc_reference import Row
from partitioners.errors import InputError, OptionError
from partitioners.progress import Progress, silent

ZERO_LOAD_CYCLES = 0.3
"""Tolerance of the latency of the lowest rate."""

COMPARED_UP_TO = 0.8
"""Of the saturation throughput: latency beyond says more of the seed than of the router."""

PACKETS = 100_000
PACKETS_IN_SIMPY = 10_000
SEEDS, DEVIATIONS = 200, 3.0
PACKETS_FOR_SATURATION = 20_000
SATURATION_STEP = 1.05
"""The rate at which our network saturates is known to this factor."""


@dataclass(frozen=True)
class Tolerances:
    """Errors that are allowed, as shares of the reference.

    Attributes
    ----------
    latency : float
        Of the latency of a row. The worst rows of the curves may miss by a third of it in their median.
    saturation : float
        Of the throughput of a saturated row.
    """

    latency: float = 0.03
    saturation: float = 0.04

    def __post_init__(self) -> None:
        for name in ("latency", "saturation"):
            if not 0 < getattr(self, name) < 1:
                raise OptionError(
                    f"the tolerance of {name} must be a share between 0 and 1, such as 0.03, "
                    f"got {getattr(self, name)}"
                )

    @property
    def median_latency(self) -> float:
        """Of the worst latency error of each curve, in the median of the curves."""
        return self.latency / 3


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
        In runs of the reference's length, our latencies for the hops of the reference, or our accepted
        throughputs where it was not stable; empty where the row needs none.
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
        return abs(self.judged - self.seeds_mean) <= DEVIATIONS * self.seeds_deviation

    @property
    def judged(self) -> float:
        """What the reference measured: its latency, or its accepted throughput where it was not stable."""
        return self.row.latency if self.row.stable else self.row.accepted

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
        off = abs(self.judged - self.seeds_mean)
        return mean(float(abs(other - self.seeds_mean) >= off) for other in self.other_seeds)


@dataclass(frozen=True)
class Curve:
    """The comparisons of one router and traffic, by rate.

    Attributes
    ----------
    comparisons : list of Comparison
    saturation : float
        Flits a tile and cycle that the network carries at most, see the module.
    tolerances : Tolerances
    """

    comparisons: list[Comparison]
    saturation: float
    tolerances: Tolerances

    @property
    def name(self) -> str:
        """Router, mesh, VCs x flits of their buffers, flits of a packet, traffic."""
        return self.comparisons[0].row.curve

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
    def worst_but_noise(self) -> Comparison | None:
        """Likewise of those that were not put down to noise."""
        judged = (one for one in self.compared if not one.is_noise)
        return max(judged, key=lambda one: abs(one.latency_error), default=None)

    @property
    def saturated(self) -> list[Comparison]:
        """The rows in which the reference was not stable."""
        return [one for one in self.comparisons if not one.row.stable]

    @property
    def over(self) -> list[Comparison]:
        """The judged rows that are further away than their tolerance, noise or not."""
        return [one for one in (*self.compared, *self.saturated) if _is_over(one, self.tolerances)]

    def misses(self) -> Iterator[str]:
        """What misses its tolerance, one line each."""
        if self.compared and not abs(self.lowest.cycles_off) <= ZERO_LOAD_CYCLES:
            off = f"{self.lowest.cycles_off:+.2f}"
            yield f"{self.name}: {off} cycles at the lowest rate, {ZERO_LOAD_CYCLES} are allowed"
        for one in self.over:
            if one.is_noise:
                continue
            if one.row.stable:
                what = f" at {one.row.rate:g}: latency {one.latency_error:+.1%}"
                allowed = self.tolerances.latency
            else:
                what = f": saturation throughput {one.accepted_error:+.1%}"
                allowed = self.tolerances.saturation
            yield f"{self.name}{what}, {percent(allowed)} are allowed{_not_noise(one)}"


@dataclass(frozen=True)
class Validation:
    """All curves.

    Attributes
    ----------
    curves : list of Curve
    tolerances : Tolerances
    """

    curves: list[Curve]
    tolerances: Tolerances

    @property
    def median_latency_error(self) -> float:
        """Median over the curves of the worst latency error of each that is not noise, as a share."""
        worst = [abs(one.latency_error) for curve in self.curves if (one := curve.worst_but_noise)]
        return median(worst) if worst else 0.0

    @property
    def not_compared(self) -> list[Curve]:
        """The curves without a row that is judged."""
        return [curve for curve in self.curves if not curve.compared and not curve.saturated]

    def misses(self) -> list[str]:
        """What misses its tolerance, one line each; empty where all is well."""
        found = [miss for curve in self.curves for miss in curve.misses()]
        if self.median_latency_error > self.tolerances.median_latency:
            found.append(
                f"the worst latency error of a curve is {self.median_latency_error:.1%} in the median, "
                f"{percent(self.tolerances.median_latency)} are allowed"
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


def percent(share: float) -> str:
    """A tolerance in words, such as 3% or 2.5%."""
    return f"{100 * share:.3g}%"


def validate_noc(
    curves: Sequence[Sequence[Row]],
    *,
    seed: int = 0,
    packets: int = PACKETS,
    packets_in_simpy: int = PACKETS_IN_SIMPY,
    other_seeds: int = SEEDS,
    tolerances: Tolerances | None = None,
    progress: Progress = silent,
) -> Validation:
    """Run every row and compare.

    Parameters
    ----------
    curves : sequence of sequence of Row
        See :func:`numasim.validation.noc_reference.read_reference`.
    seed : int
    packets : int
        Measured in every run.
    packets_in_simpy : int
        Likewise on the ``packet`` network.
    other_seeds : int
        Runs by which a row that misses its tolerance is judged.
    tolerances : Tolerances, optional
    progress : callable

    Raises
    ------
    InputError
        No row can be judged.
    """
    tolerances = tolerances or Tolerances()
    saturations = [_saturation(rows, seed) for rows in curves]
    _check_that_some_are_compared(curves, saturations)
    total, done = sum(map(len, curves)), 0
    found = []
    for rows, saturation in zip(curves, saturations, strict=True):
        cycles = min((row.cycles for row in rows if row.cycles > 0), default=np.nan)
        comparisons = []
        for row in rows:
            progress(done, total, f"{row.curve} at {row.rate:g}")
            one = Comparison(row, _measured(row, row.seeds(seed), packets))
            if _is_compared(row, saturation):
                latency, routers, at_most = _on_packet_network(row, row.seeds(seed), packets_in_simpy)
                one = replace(one, packet_latency=latency, packet_routers=routers, packet_saturation=at_most)
            if (_is_compared(row, saturation) or not row.stable) and _is_over(one, tolerances):
                length = row.cycles if row.stable or row.cycles > 0 else cycles
                if np.isfinite(length):
                    one = replace(one, other_seeds=tuple(_over_seeds(row, length, seed, other_seeds)))
            comparisons.append(one)
            done += 1
        found.append(Curve(comparisons, saturation, tolerances))
    return Validation(found, tolerances)


def _saturation(rows: Sequence[Row], seed: int) -> float:
    """Flits a tile and cycle that a curve's network carries at most, see the module."""
    carried = max((row.accepted for row in rows if row.stable), default=0.0)
    not_carried = [row.accepted for row in rows if not row.stable]
    if not_carried:
        return max(carried, min(not_carried))
    low, high = carried, 1.0
    rate = low
    while low * SATURATION_STEP < high and rate <= 1:
        run = replace(rows[-1], rate=rate, stable=False)  # at this rate, whatever the reference injected
        if _measured(run, run.seeds(seed), PACKETS_FOR_SATURATION).saturated:
            if rate == carried:
                break
            high = rate
        else:
            low = rate
        rate = (low * high) ** 0.5
    return low


def _check_that_some_are_compared(curves: Sequence[Sequence[Row]], saturations: Sequence[float]) -> None:
    first: Row | None = None
    for rows, saturation in zip(curves, saturations, strict=True):
        first = first or rows[0]
        if any(_is_compared(row, saturation) or not row.stable for row in rows):
            return
    if first is None:
        raise InputError("there are no reference curves to compare with")
    raise InputError(
        f"{first.where}: nothing can be compared: all rows are stable, and none has a rate of at most "
        f"{COMPARED_UP_TO:.0%} of its curve's saturation, which is {saturations[0]:.3f} flits a tile and "
        f"cycle for {first.curve}; add rows of lower rates, or rows with stable 0"
    )


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


def _over_seeds(row: Row, cycles: float, seed: int, runs: int) -> Iterator[float]:
    """What runs of so many cycles measure, latencies for the reference's hops; half of each is warm-up."""
    packets = max(100, int(cycles / 2 * row.mesh.num_cores * row.rate_to_run / row.flits))
    for run in range(1, runs + 1):
        ours = _measured(row, row.seeds(seed, run), packets, warm_up=packets)
        if not row.stable:
            yield ours.accepted
        elif not ours.saturated:
            yield ours.latency - row.parameters.hop_cycles * (ours.routers - row.routers)


def _not_noise(one: Comparison) -> str:
    if len(one.other_seeds) < 2:
        return ""
    digits, unit = (2, "cycles") if one.row.stable else (4, "flits")
    return (
        f", and runs of the reference's length ({one.seeds_mean:.{digits}f} ± "
        f"{one.seeds_deviation:.{digits}f} {unit}) do not reach its {one.judged:.{digits}f}"
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
    done, busiest = replay_on_queues(mesh, parameters, drawn)
    counted = slice(min(warm_up, done.size - 1), None)
    routers = mesh.distances[drawn.source, drawn.target][counted].mean() + 1
    latency = (done - drawn.created)[counted].mean()
    return float(latency), float(routers), row.rate_to_run * cycles / busiest


def _corrected(row: Row, routers: float) -> float:
    return row.latency + row.parameters.hop_cycles * (routers - row.routers)


def _is_compared(row: Row, saturation: float) -> bool:
    return row.stable and row.rate <= COMPARED_UP_TO * saturation


def _is_over(one: Comparison, tolerances: Tolerances) -> bool:
    if one.row.stable:
        return not abs(one.latency_error) <= tolerances.latency
    return not abs(one.accepted_error) <= tolerances.saturation
