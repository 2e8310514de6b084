"""How much of the variance of a figure is due to each field: the indices of Sobol.

The *first-order* index of a field is the share of the variance that remains if all other fields are averaged,
``Var(E(y | x)) / Var(y)``, which in the analysis of variance is eta squared. The *total* index adds all of
its interactions: ``E(Var(y | all but x)) / Var(y)`` (I. M. Sobol, "Global sensitivity indices for nonlinear
mathematical models and their Monte Carlo estimates", Math. Comput. Simul. 55, 2001). Fields are independent,
and each has the distribution that the sweep gives it.

A full grid has both by definition. The design ``saltelli`` has the estimators that A. Saltelli et al. found
best ("Variance based sensitivity analysis of model output. Design and estimator for the total sensitivity
index", Comput. Phys. Commun. 181, 2010): equation (b) of their Table 2 for first-order indices, and (f), of
M. J. W. Jansen ("Analysis of variance designs for model output", Comput. Phys. Commun. 117, 1999), for total
indices. Plain samples have first-order indices from the means of groups of samples with about the same value
(E. Plischke, E. Borgonovo and C. L. Smith, "Global sensitivity measures from given data", Eur. J. Oper. Res.
226, 2013), without the variance that such means have by chance (T. L. Kelley, "An unbiased correlation ratio
measure", PNAS 21, 1935).

Intervals are 1.96 standard deviations over resamples of the samples, drawn with a fixed seed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 200
SEED = 0
QUANTILE = 1.959964
"""That of the normal distribution for an interval of 95%."""

MOST_WEIGHTS = 4_000_000
"""The largest number of weights of resamples that are in memory at a time."""


class Indices(NamedTuple):
    """The indices of some fields; NaN where there is none.

    Attributes
    ----------
    first, total : numpy.ndarray of float64, shape (fields,)
    first_half, total_half : numpy.ndarray of float64, shape (fields,)
        Half the width of the 95% interval.
    """

    first: Floats
    total: Floats
    first_half: Floats
    total_half: Floats


def grid_indices(values: Floats) -> Indices:
    """Return the indices of the fields of a full grid, all of whose points have the same probability.

    Parameters
    ----------
    values : numpy.ndarray of float64
        One axis per field.
    """
    unknown = np.full(values.ndim, np.nan)
    first = np.array([_mean_but(values, axis).var() for axis in range(values.ndim)])
    return Indices(first / values.var(), _within(values) / values.var(), unknown, unknown)


def grid_interactions(values: Floats) -> dict[tuple[int, int], float]:
    """Return the shares of the variance that are due to two fields together, and to neither alone.

    Parameters
    ----------
    values
        See :func:`grid_indices`.
    """
    first = grid_indices(values).first
    return {
        (i, j): float(_mean_but(values, i, j).var() / values.var() - first[i] - first[j])
        for i, j in itertools.combinations(range(values.ndim), 2)
    }


def saltelli_indices(values: Floats) -> Indices:
    """Return the indices of the fields of a design ``saltelli``, and of the fields of a grid at each point.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (samples, fields + 2, ...)
        The second axis is as in :func:`numasim.schema.sweep.saltelli_rows`; those behind it are of the grid.

    Returns
    -------
    Indices
        Those of the sampled fields, then those of the grid.
    """
    y = values - values.mean()  # any constant will do, and this is near the mean of the figure
    ends = y[:, [0, -1]]
    change = y[:, 1:-1] - y[:, :1]
    of_first = mean_behind(y[:, -1])[:, None] * mean_behind(change, 2)
    of_total = mean_behind(change**2 / 2, 2)
    within = [mean_behind(each) for each in _variances(ends, 2)]
    mean, square, levels = mean_behind(ends), mean_behind(ends**2), list(_levels(ends, 2))
    fields = of_first.shape[1]

    def estimate(weights: Floats) -> Floats:
        first = [*(weights @ of_first).T, *((weights @ each).var(axis=1) for each in levels)]
        total = [*(weights @ of_total).T, *(weights @ each for each in within)]
        variance = weights @ square - (weights @ mean) ** 2
        return np.stack([*first, *total], axis=1) / variance[:, None]

    found = _with_intervals(estimate, len(y), fields + len(levels))
    every = ends.reshape(-1, *ends.shape[2:])
    chance = [0.0] * fields + [_chance(each) for each in _levels(every)]
    return found._replace(first=found.first - np.array(chance) / ends.var())


def sampled_indices(values: Floats, groups: Sequence[NDArray[np.intp]]) -> Indices:
    """Return the first-order indices of sampled fields, and the indices of a grid at each sample.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (samples, ...)
        The axes behind the first are of the grid. NaN is a missing value.
    groups : sequence of numpy.ndarray of int, shape (samples,)
        For each sampled field, the group of each sample: its value, or about the same value.

    Returns
    -------
    Indices
        Those of the sampled fields, which have no total, then those of the grid, whose totals are known if no
        value is missing.
    """
    groups = [np.unique(group, return_inverse=True)[1] for group in groups]
    y = values - np.nanmean(values)
    mean, square, levels = mean_behind(y), mean_behind(y**2), list(_levels(y))
    samples = len(y)
    known = [(np.nan_to_num(each), np.isfinite(each).astype(float)) for each in levels]
    within = [each.reshape(samples, -1).mean(axis=1) for each in _variances(y)]  # NaN if a value is missing

    def estimate(weights: Floats) -> Floats:
        total = weights @ square - (weights @ mean) ** 2
        first = []
        weighted = weights * mean
        for group in groups:
            share, sums = _sums_of_groups(weights, group), _sums_of_groups(weighted, group)
            squares = np.divide(sums**2, share, out=np.zeros_like(sums), where=share > 0)
            first.append(squares.sum(axis=1) - (weights @ mean) ** 2)
        for each, there in known:
            first.append(((weights @ each) / np.maximum(weights @ there, 1e-300)).var(axis=1))
        unknown = [np.full(len(weights), np.nan)] * len(groups)
        return np.stack([*first, *unknown, *(weights @ each for each in within)], axis=1) / total[:, None]

    found = _with_intervals(estimate, samples, len(groups) + len(levels))
    chance = [_chance_of_groups(mean, group) for group in groups] + [_chance(each) for each in levels]
    return found._replace(first=found.first - np.array(chance) / np.nanvar(y))


def equal_groups(values: Floats, most: int) -> NDArray[np.intp]:
    """Return groups of about equal size of samples with about the same value, from the least; ties together.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (samples,)
    most : int
        The number of groups, if no two values are the same.
    """
    below = np.searchsorted(np.sort(values), values)
    return np.unique(below * most // len(values), return_inverse=True)[1]


def _with_intervals(estimate: Callable[[Floats], Floats], samples: int, fields: int) -> Indices:
    """The estimates of all samples, and their intervals from resamples.

    Parameters
    ----------
    estimate : callable
        Returns first and total indices, one row per row of the weights of the samples.
    """
    first, total = np.split(estimate(np.full((1, samples), 1 / samples))[0], [fields])
    drawn = np.concatenate([estimate(weights) for weights in _weights(samples)])
    half = QUANTILE * drawn.std(axis=0, ddof=1)
    return Indices(first, total, *np.split(half, [fields]))


def _weights(samples: int) -> Iterator[Floats]:
    """The weights of the samples in each resample, in portions."""
    generator = np.random.default_rng(SEED)
    portion = max(1, MOST_WEIGHTS // samples)
    for start in range(0, RESAMPLES, portion):
        count = min(portion, RESAMPLES - start)
        weights = np.empty((count, samples))
        for each in weights:
            each[:] = np.bincount(generator.integers(samples, size=samples), minlength=samples)
        weights /= samples
        yield weights


def _mean_but(values: Floats, *kept: int) -> Floats:
    """The mean over all axes but some."""
    found: Floats = values.mean(axis=tuple(axis for axis in range(values.ndim) if axis not in kept))
    return found


def _within(values: Floats) -> Floats:
    """For each axis, the mean variance along it."""
    return np.array([values.var(axis=axis).mean() for axis in range(values.ndim)])


def mean_behind(values: Floats, kept: int = 1) -> Floats:
    """The mean over all axes but the first ones, without missing values; NaN if all are missing."""
    values = values.reshape(*values.shape[:kept], -1)
    there = np.isfinite(values)
    sums, count = np.where(there, values, 0).sum(axis=-1), there.sum(axis=-1)
    return np.divide(sums, count, out=np.full(sums.shape, np.nan), where=count > 0)


def _levels(values: Floats, start: int = 1) -> Iterator[Floats]:
    """For each axis from ``start`` on, the means of each sample over the others, shape (samples, levels)."""
    for axis in range(start, values.ndim):
        yield mean_behind(np.moveaxis(values, axis, 1), 2)


def _variances(values: Floats, start: int = 1) -> Iterator[Floats]:
    """For each axis from ``start`` on, the variance along it."""
    for axis in range(start, values.ndim):
        yield values.var(axis=axis)


def _chance(levels: Floats) -> float:
    """The variance of the means of levels that is due to the choice of the samples.

    Each sample has all levels, so that only what they do not have in common counts.
    """
    own = levels - mean_behind(levels)[:, None]
    own -= np.nanmean(own, axis=0)
    samples = np.isfinite(own).sum(axis=0)
    return float(np.mean(np.nansum(own**2, axis=0) / np.maximum(samples - 1, 1) / np.maximum(samples, 1)))


def _sums_of_groups(values: Floats, group: NDArray[np.intp]) -> Floats:
    """The sum of each row over each group, shape (rows, groups)."""
    return np.stack([np.bincount(group, row) for row in values], axis=1, dtype=np.float64).T


def _chance_of_groups(values: Floats, group: NDArray[np.intp]) -> float:
    """The variance of the means of groups that is due to the choice of the samples."""
    size = np.bincount(group)
    means = np.bincount(group, values) / size
    free = len(values) - len(size)
    within = ((values - means[group]) ** 2).sum() / free if free > 0 else 0.0
    return float((len(size) - 1) * within / len(values))
