"""The validation of the flit-level network against the curves of an independent simulator.

A row is one run of the reference at one rate. A curve has the rows of one router, mesh and traffic, sorted by
rate (:mod:`numasim.validation.noc_reference`). Every row is run with the same rate, and nothing is fitted.
Three quantities are compared:

- the latency of the rows up to 80% of the curve's saturation throughput. The reference measured a sample of
  hops, so it is corrected by cycles per hop x (our mean routers - its mean routers);
- the latency of the lowest rate, in cycles;
- the accepted throughput of the rows in which the reference was not stable, which is the saturation.

The saturation of a curve is the throughput of its unstable rows. If all rows are stable, it is the largest
rate that our network or the reference carries.

A reference row is one run of limited length. Near saturation it has noise of unknown size, because it is a
single number, so the variance of our own runs is used instead. If a row exceeds its tolerance, the run is
repeated at the length of the reference run with enough different seeds for a standard deviation (latencies
near saturation have long tails). The error is considered noise only if the reference lies within three
standard deviations. If the length of a saturated row is unknown, the shortest run of its curve is used.

The ``packet`` network of :mod:`numasim.numa.simpy_engine.network` gets the same packets. It has neither VCs
nor bounded buffers, so its error is reported but has no tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median, stdev

import numpy as np

from numasim.numa.noc.traffic import Measurement, measure, schedule
from numasim.numa.simpy_engine.packet_replay import replay_on_queues
from numasim.validation.noc_reference import Row
from partitioners.errors import InputError, OptionError
from partitioners.progress import Progress, silent

ZERO_LOAD_CYCLES = 0.3
"""Tolerance of the latency of the lowest rate."""

COMPARED_UP_TO = 0.8
"""Share of the saturation throughput above which latency depends more on the seed than on the router."""

PACKETS = 100_000
PACKETS_IN_SIMPY = 10_000
SEEDS, DEVIATIONS = 200, 3.0
PACKETS_FOR_SATURATION = 20_000
SATURATION_STEP = 1.05
"""The relative precision of the rate at which our network saturates."""


@dataclass(frozen=True)
class Tolerances:
    """The allowed errors, as shares of the reference.

    Attributes
    ----------
    latency : float
        Tolerance of the latency of a row. The tolerance of the median of the curves' worst rows is a third.
    saturation : float
        Tolerance of the throughput of a saturated row.
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
        """Tolerance of the median over the curves of their worst latency errors."""
        return self.latency / 3


@dataclass(frozen=True)
class Comparison:
    """The comparison of a row of the reference with our run.

    Attributes
    ----------
    packet_latency : float
        Mean latency of the ``packet`` network; NaN if it was not run.
    packet_routers : float
        Mean routers of the packets in the run of the ``packet`` network.
    packet_saturation : float
        The rate at which the busiest link of the ``packet`` network is always busy.
    other_seeds : tuple of float
        Results of our runs with the length of the reference run: latencies for the hops of the reference, or
        accepted throughputs if the reference was not stable. Empty if the row needs no such runs.
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
        """Our latency minus that of the reference; infinite if our network was saturated."""
        return np.inf if self.ours.saturated else self.ours.latency - self.reference

    @property
    def latency_error(self) -> float:
        """The latency error, as a share of the reference."""
        return self.cycles_off / self.reference

    @property
    def accepted_error(self) -> float:
        """The error of the accepted throughput, as a share of the reference."""
        return self.ours.accepted / self.row.accepted - 1

    @property
    def packet_error(self) -> float:
        """The latency error of the ``packet`` network, as a share of the reference."""
        reference = _corrected(self.row, self.packet_routers)
        return self.packet_latency / reference - 1

    @property
    def is_noise(self) -> bool:
        """Whether the reference is within three standard deviations of our runs of its length."""
        if len(self.other_seeds) < 2:
            return False
        return abs(self.judged - self.seeds_mean) <= DEVIATIONS * self.seeds_deviation

    @property
    def judged(self) -> float:
        """The measurement of the reference: latency, or accepted throughput if it was not stable."""
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
        """The share of the runs with other seeds that are as far from their mean as the reference."""
        off = abs(self.judged - self.seeds_mean)
        return mean(float(abs(other - self.seeds_mean) >= off) for other in self.other_seeds)


@dataclass(frozen=True)
class Curve:
    """The comparisons of one router and traffic, by rate.

    Attributes
    ----------
    saturation : float
        Maximum flits per tile and cycle that the network carries, see the module.
    """

    comparisons: list[Comparison]
    saturation: float
    tolerances: Tolerances

    @property
    def name(self) -> str:
        """Router, mesh, VCs x flits per buffer, flits per packet, traffic."""
        return self.comparisons[0].row.curve

    @property
    def compared(self) -> list[Comparison]:
        """The rows whose latencies are compared."""
        return [one for one in self.comparisons if _is_compared(one.row, self.saturation)]

    @property
    def lowest(self) -> Comparison:
        """The row of the lowest rate."""
        return self.comparisons[0]

    @property
    def worst(self) -> Comparison | None:
        """The compared row with the largest latency error."""
        return max(self.compared, key=lambda one: abs(one.latency_error), default=None)

    @property
    def worst_but_noise(self) -> Comparison | None:
        """The compared row with the largest latency error that is not noise."""
        judged = (one for one in self.compared if not one.is_noise)
        return max(judged, key=lambda one: abs(one.latency_error), default=None)

    @property
    def saturated(self) -> list[Comparison]:
        """The rows in which the reference was not stable."""
        return [one for one in self.comparisons if not one.row.stable]

    @property
    def over(self) -> list[Comparison]:
        """The compared rows that exceed their tolerance, including noise."""
        return [one for one in (*self.compared, *self.saturated) if _is_over(one, self.tolerances)]

    def misses(self) -> Iterator[str]:
        """The errors above their tolerance, one line each."""
        if self.compared and not abs(self.lowest.cycles_off) <= ZERO_LOAD_CYCLES:
            off = f"{self.lowest.cycles_off:+.2f}"
            yield f"{self.name}: {off} cycles at the lowest rate ({ZERO_LOAD_CYCLES} allowed)"
        for one in self.over:
            if one.is_noise:
                continue
            if one.row.stable:
                what = f" at {one.row.rate:g}: latency {one.latency_error:+.1%}"
                allowed = self.tolerances.latency
            else:
                what = f": saturation throughput {one.accepted_error:+.1%}"
                allowed = self.tolerances.saturation
            yield f"{self.name}{what} ({percent(allowed)} allowed){_not_noise(one)}"


@dataclass(frozen=True)
class Validation:
    """The results of all curves."""

    curves: list[Curve]
    tolerances: Tolerances

    @property
    def median_latency_error(self) -> float:
        """Median over the curves of the worst latency error that is not noise, as a share."""
        worst = [abs(one.latency_error) for curve in self.curves if (one := curve.worst_but_noise)]
        return median(worst) if worst else 0.0

    @property
    def not_compared(self) -> list[Curve]:
        """The curves without a compared row."""
        return [curve for curve in self.curves if not curve.compared and not curve.saturated]

    def misses(self) -> list[str]:
        """The errors above their tolerance, one line each; empty if all tolerances are met."""
        found = [miss for curve in self.curves for miss in curve.misses()]
        if self.median_latency_error > self.tolerances.median_latency:
            found.append(
                f"the worst latency error per curve has a median of {self.median_latency_error:.1%} "
                f"({percent(self.tolerances.median_latency)} allowed)"
            )
        return found

    def packet_errors(self, above: float, up_to: float) -> list[float]:
        """Absolute latency errors of the ``packet`` network between two shares of the saturation."""
        return [
            abs(one.packet_error)
            for curve in self.curves
            for one in curve.compared
            if above * curve.saturation < one.row.rate_to_run <= up_to * curve.saturation
        ]


def percent(share: float) -> str:
    """Format a tolerance, such as 3% or 2.5%."""
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
    packets : int
        Number of measured packets per run.
    packets_in_simpy : int
        Number of measured packets per run on the ``packet`` network.
    other_seeds : int
        Number of runs with other seeds for a row that exceeds its tolerance.

    Raises
    ------
    InputError
        No row can be compared.
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
    """Maximum flits per tile and cycle that a curve's network carries, see the module."""
    carried = max((row.accepted for row in rows if row.stable), default=0.0)
    not_carried = [row.accepted for row in rows if not row.stable]
    if not_carried:
        return max(carried, min(not_carried))
    low, high = carried, 1.0
    rate = low
    while low * SATURATION_STEP < high and rate <= 1:
        run = replace(rows[-1], rate=rate, stable=False)  # at this rate, not at the reference's injected rate
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
        raise InputError("there are no reference curves")
    raise InputError(
        f"{first.where}: no row can be compared, because all rows are stable and have rates above "
        f"{COMPARED_UP_TO:.0%} of the saturation of their curve, which is {saturations[0]:.3f} flits per "
        f"tile and cycle for {first.curve}; add rows with lower rates, or rows with stable 0"
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
    """Measurements of runs of ``cycles`` cycles, half of which are warm-up; latencies for the row's hops."""
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
    """Mean latency and routers on the ``packet`` network, and the rate that saturates its busiest link.

    Every link, injection port and ejection port is an unbounded queue. The delays add up to those of the
    router.
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
