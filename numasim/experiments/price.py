"""The price of a run, in processor time and in bytes of finished points, from the first points that have run.

Points of one sweep may cost very different amounts, so those that run first are spread evenly over it. At
each place, two batches run. The first loads libraries and kernels and makes the graph that the points share.
These happen once in a run, so only the second batch is measured.

There are three kinds of jobs: runs on one core, the first job of a batch, which may have to cut the graph,
and the others, which share its partition. The price of all jobs is the number of each kind times its mean.

Few jobs, such as the points that confirm a search, keep their order. There, the first job on each worker is
the one that loads.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from numasim.experiments.job import PROCESSOR_SECONDS, Job, Outcome, processor_seconds
from numasim.results.number_formats import quantity
from partitioners.text.counts import plural

PLACES = 16
"""The number of places of a sweep that are measured, if it has enough batches."""

BATCHES_OF_A_PLACE = 8
"""The least number of batches for each place, so that the places are a small part of the run."""

MANY = 50
"""The number of jobs from which on a run has a price while it runs."""

DRAWS = 1000
"""The number of bootstrap samples of an interval."""

FEW = 8
"""The number of measured jobs below which there is no interval."""

HOUR = 3600.0

ON_ONE_CORE = "on one core"
"""The kind of the references of speed-ups."""


@dataclass(frozen=True)
class Price:
    """What points cost.

    Attributes
    ----------
    points : int
        The number of points.
    seconds : float
        The processor time of all points and their runs on one core.
    size : float
        The bytes of the finished points on disk.
    workers : int
        The number of parallel processes.
    interval : tuple of float, or None
        The 90% interval of the seconds (a bootstrap of the measured jobs); None if few were measured.
    others : int
        The number of those points that are not known yet, and are expected to cost as much as the known ones.
    unpriced : int
        The number of further points, which confirm others; they cost more, and how much is not known yet.
    confirming : Price or None
        The price of the points that confirm others, which are some of these points.
    finished : int
        The number of further points that had already been finished.
    """

    points: int
    seconds: float
    size: float
    workers: int
    interval: tuple[float, float] | None = None
    others: int = 0
    unpriced: int = 0
    confirming: Price | None = None
    finished: int = 0

    def __str__(self) -> str:
        """One line: ``65,536 points: about 0.31 processor hours (...), 45 MB of points``."""
        if self.confirming is not None:
            both = "" if self.confirming.points == self.points else f"; with the screened ones: {self._cost}"
            return f"{_confirming(self.confirming.points)}: {self.confirming._cost}{both}"
        count = f"{self.points:,} {plural(self.points, 'point')}"
        if self.others:
            count = f"up to {count}, like the first {self.points - self.others:,}"
        more = f"; the price of {_confirming(self.unpriced)} is not known yet" if self.unpriced else ""
        return f"{count}: {self._cost}{more}"

    @property
    def _cost(self) -> str:
        return f"about {self.time}, {self.stored}"

    def __add__(self, other: Price) -> Price:
        """Return the price of the points of both, on the workers of the later ones."""
        seconds, size = self.seconds + other.seconds, self.size + other.size
        return Price(self.points + other.points, seconds, size, other.workers)

    def and_others(self, others: int, like: Price) -> Price:
        """Return the price of these points, and of others that cost as much as some of them."""
        share, points = others / max(like.points, 1), self.points + others
        seconds, size = self.seconds + share * like.seconds, self.size + share * like.size
        return Price(points, seconds, size, self.workers, others=others)

    @property
    def time(self) -> str:
        """The processor time, its interval, and the time on the workers."""
        unit, scale = ("hour", HOUR) if self.seconds >= HOUR / 10 else ("second", 1.0)
        within = ""
        if self.interval is not None:
            least, most = (_rounded(end / scale) for end in self.interval)
            within = f"90% interval {least} to {most}; "
        wall = f"{spoken(self.seconds / self.workers)} on {self.workers} {plural(self.workers, 'worker')}"
        return f"{_count(self.seconds / scale, f'processor {unit}')} ({within}{wall})"

    @property
    def stored(self) -> str:
        """The bytes on disk."""
        return f"{spoken_size(self.size)} of points"


def report_no_price(price: Price) -> None:
    """Ignore the price of a run."""


def spoken(seconds: float, digits: int = 2) -> str:
    """Return a time with two digits, or another number of them: ``10 minutes``."""
    for least, unit, scale in ((2 * HOUR, "hour", HOUR), (120.0, "minute", 60.0)):
        if seconds >= least:
            return _count(seconds / scale, unit, digits)
    return _count(seconds, "second", digits)


def spoken_size(size: float) -> str:
    """Return a number of bytes with two digits: ``45 MB``."""
    text = quantity(float(f"{size:.2g}"))
    return f"{text}B" if " " in text else f"{text} B"


def _confirming(points: int) -> str:
    return f"{points:,} confirming {plural(points, 'point')}"


def _count(value: float, noun: str, digits: int = 2) -> str:
    text = _rounded(value, digits)
    return f"{text} {noun}" if text == "1" else f"{text} {noun}s"


def _rounded(value: float, digits: int = 2) -> str:
    return f"{float(f'{value:.{digits}g}'):,.15g}"


class Cost(NamedTuple):
    """What jobs cost: the processor time, and the bytes on disk."""

    seconds: float
    size: float


class Meter:
    """Orders the batches of a run so that it can be priced early, and measures its jobs.

    Parameters
    ----------
    batches : sequence of sequences of Job
        All jobs that are to run.
    workers : int
        The number of processes that run them; with 0, the order is kept, and there is no price.
    here : bool
        Whether the jobs run in this process.
    in_order : bool
        Whether to keep the order although there is a price.

    Attributes
    ----------
    first : list of sequences of Job
        The batches to run first.
    batches : list of sequences of Job
        All batches, in the order in which they are to run.
    """

    def __init__(
        self, batches: Sequence[Sequence[Job]], workers: int, *, here: bool, in_order: bool = False
    ) -> None:
        self._here = here
        self._clock: Callable[[], float] = processor_seconds if here else time.process_time
        self._since = self._clock()
        self._workers, self._in_order, self._points = workers, in_order, _points(batches)
        self._kind = kinds(batches)
        self._left = Counter(self._kind.values())
        measured = _sample(batches, workers) if workers and not in_order else {}
        self.first = [batches[number] for number in measured]
        self.batches = [*self.first, *(each for k, each in enumerate(batches) if k not in measured)]
        self._awaited = {id(job): is_measured for k, is_measured in measured.items() for job in batches[k]}
        self._costs: dict[tuple[str, bool], list[Cost]] = {}
        self._means: dict[str, Cost] = {}
        self._spent, self._ended, self._ended_points = Cost(0.0, 0), 0, 0

    def ended(self, job: Job, outcome: Outcome, size: int) -> None:
        """Record that a job has ended.

        Parameters
        ----------
        size : int
            The bytes of the stored point.
        """
        since, self._since = self._since, self._clock()
        seconds = self._since - since  # of this process, which stores the points
        if not self._here:
            seconds += sum(times.get(PROCESSOR_SECONDS, 0.0) for times in outcome.timings)
        cost, kind = Cost(seconds, size), self._kind[id(job)]
        self._left[kind] -= 1
        self._spent = Cost(self._spent.seconds + cost.seconds, self._spent.size + cost.size)
        is_measured = self._ended >= self._workers if self._in_order else self._awaited.pop(id(job), None)
        if is_measured is not None:
            self._costs.setdefault((kind, is_measured), []).append(cost)
            self._means = {}
        self._ended += 1
        self._ended_points += not job.reference

    def paid(self, workers: int) -> Price:
        """Return what the jobs that have ended have cost."""
        return Price(self._ended_points, *self._spent, workers)

    def price(self, workers: int) -> Price | None:
        """Return the price of all jobs, those that have ended and the others; None until it is known."""
        if not self._is_known:
            return None
        means = self._means = self._means or {kind: self._mean(kind) for kind in self._left}
        seconds, size = (
            spent + sum(left * means[kind][k] for kind, left in self._left.items())
            for k, spent in enumerate(self._spent)
        )
        return Price(self._points, seconds, size, workers)

    @property
    def _is_known(self) -> bool:
        """Whether the first jobs have ended; in order, whether each kind that is left has been measured."""
        if not self._workers:
            return False
        if self._in_order:
            return all((kind, True) in self._costs for kind, left in self._left.items() if left)
        return not self._awaited

    def price_of(self, jobs: Mapping[str, float], points: int, workers: int) -> Price:
        """Return the price of points that cost as much as those that ran, with its interval.

        Parameters
        ----------
        jobs : mapping of str to float
            The number of jobs of each kind.
        """
        seconds, size = (sum(n * self._mean(kind)[k] for kind, n in jobs.items()) for k in range(2))
        return Price(points, seconds, size, workers, self._interval(jobs))

    def _of(self, kind: str) -> Sequence[Cost]:
        """The measured costs of a kind of jobs, or the nearest to them that there are."""
        near = [(kind, True), (kind, False), *self._costs]
        return next((self._costs[each] for each in near if each in self._costs), ())

    def _mean(self, kind: str) -> Cost:
        seconds, size = np.mean(self._of(kind) or [Cost(0.0, 0.0)], axis=0)
        return Cost(float(seconds), float(size))

    def _interval(self, jobs: Mapping[str, float]) -> tuple[float, float] | None:
        """The 5% and 95% quantiles of the seconds if the measured jobs are drawn again, with replacement."""
        if sum(len(costs) for (_, is_measured), costs in self._costs.items() if is_measured) < FEW:
            return None
        random = np.random.default_rng(0)
        total = np.zeros(DRAWS)
        for kind, number in jobs.items():
            seconds = np.array([cost.seconds for cost in self._of(kind)])
            total += number * random.choice(seconds, (DRAWS, seconds.size)).mean(axis=1)
        least, most = np.quantile(total, (0.05, 0.95))
        return float(least), float(most)


def kinds(batches: Sequence[Sequence[Job]]) -> dict[int, str]:
    """Return the kinds of all jobs by the identities of the objects."""
    return {
        id(job): ON_ONE_CORE if job.reference else "first" if k == 0 else "other"
        for batch in batches
        for k, job in enumerate(batch)
    }


def _points(batches: Sequence[Sequence[Job]]) -> int:
    return sum(not job.reference for batch in batches for job in batch)


def _sample(batches: Sequence[Sequence[Job]], workers: int) -> dict[int, bool]:
    """Return the numbers of the batches to run first, in order, and whether each is measured."""
    references = [k for k, batch in enumerate(batches) if batch[0].reference]
    points = [k for k, batch in enumerate(batches) if not batch[0].reference]
    return {k: measured for each in (references, points) for k, measured in _pairs(each, workers)}


def _pairs(numbers: Sequence[int], workers: int) -> Iterator[tuple[int, bool]]:
    """Yield pairs of neighbours, spread evenly: first those that load, then those that are measured.

    Each worker loads what it needs, so as many pairs as workers are begun together. Any number of the first
    pairs is spread, too: their places are in the order of their reversed binary digits.
    """
    size = len(numbers)
    if size <= 2:
        yield from ((k, False) for k in numbers)
        return
    count = max(1, min(max(PLACES, 2 * workers), size // BATCHES_OF_A_PLACE))
    spread = sorted(range(count), key=lambda k: f"{k:032b}"[::-1])
    places = [(2 * k + 1) * size // (2 * count) for k in spread]
    for begin in range(0, count, workers):
        for measured in (False, True):
            yield from ((numbers[k + measured], measured) for k in places[begin : begin + workers])
