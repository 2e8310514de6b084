"""A figure over the swept fields, arranged for means: samples on the first axis, a grid on the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.results.sobol_indices import Floats, equal_groups, mean_behind
from numasim.results.swept_design import Design, Field
from numasim.schema.sweep import REPLICATES

Places = NDArray[np.intp]


class Groups(NamedTuple):
    """Groups of places on an axis, with the name of each group, and its number if it has one."""

    group: Places
    names: list[str]
    numbers: Floats | None


@dataclass(frozen=True)
class Cells:
    """A figure over the fields.

    Attributes
    ----------
    values : numpy.ndarray of float64, shape (samples, ...)
        The axes behind the first are those of ``grid``. A grid alone has one sample. NaN is a missing value.
    sampled, grid : list of Field
        The fields of the samples, and of the other axes.
    places : numpy.ndarray of int, shape (samples,)
        The place of each sample on the axis of its fields.
    chance : bool
        Whether the samples were drawn.
    """

    values: Floats
    sampled: list[Field]
    grid: list[Field]
    places: Places
    chance: bool

    def whole_samples(self, kept: Places) -> Cells:
        """Return some of the samples."""
        return replace(self, values=self.values[kept], places=self.places[kept])

    def groups(self, field: Field, most: int, beyond: int) -> Groups:
        """Group the places of a field by its levels; many levels of drawn numbers by about equal ones.

        Parameters
        ----------
        most : int
            The largest number of groups of about equal levels; at most the square root of the samples.
        beyond : int
            The largest number of levels that are groups by themselves.
        """
        own = field in self.sampled
        level = field.level[self.places] if own else field.level
        if field.numbers is None or not (own and self.chance) or len(np.unique(level)) <= beyond:
            return Groups(level, list(field.names), field.numbers)
        values = field.numbers[level]
        group = equal_groups(values, max(3, min(most, int(len(values) ** 0.5))))
        size = np.bincount(group)
        ends = [(values[group == k].min(), values[group == k].max()) for k in range(len(size))]
        names = [f"{low:.4g} to {high:.4g}" for low, high in ends]
        return Groups(group, names, np.bincount(group, values) / size)

    def axis(self, field: Field) -> int:
        """Return the axis of a field in the values."""
        return 0 if field in self.sampled else 1 + self.grid.index(field)

    def everywhere(self, field: Field, of_place: Places) -> Places:
        """Return what belongs to the places of a field at each value, in the shape of the values."""
        shape = [1] * self.values.ndim
        shape[self.axis(field)] = -1
        return np.broadcast_to(of_place.reshape(shape), self.values.shape)


def arranged(design: Design, values: Floats) -> tuple[Cells, Floats | None]:
    """Arrange the figures of a design.

    Parameters
    ----------
    values : numpy.ndarray of float64
        A figure of each combination, from :meth:`Design.values`.

    Returns
    -------
    cells : Cells
        The means of replicates.
    of_replicates : numpy.ndarray or None
        The values of the cells with a last axis of replicates, if there are several.
    """
    sampled = [each for each in design.fields if each.axis == design.samples]
    grid = [each for each in design.fields if each.axis != design.samples and len(each.names) > 1]
    replicates = [axis for axis, kind in enumerate(design.kinds) if kind == REPLICATES]
    several = bool(replicates) and values.shape[replicates[0]] > 1
    kept = [design.samples] if design.samples is not None else []
    kept += [each.axis for each in grid] + replicates * several
    others = [axis for axis in range(values.ndim) if axis not in kept]
    found = mean_behind(values.transpose([*kept, *others]), len(kept))
    found = found[None] if design.samples is None else found
    means = mean_behind(found, found.ndim - 1) if several else found
    cells = Cells(means, sampled, grid, np.arange(len(means)), design.samples is not None)
    return cells, found if several else None


def parts(cells: Cells, field: Field, groups: Groups, of_replicates: Floats | None) -> Sequence[Floats]:
    """Return what the interval of the mean of each group is made from.

    Of samples, the values in a group of a sampled field, and the means of each sample at a level of another
    field. Of replicates, the means of each replicate. Of a grid, all values.

    Parameters
    ----------
    of_replicates : numpy.ndarray, optional
        The values of a whole grid with its replicates.
    """
    axis = cells.axis(field)
    if not cells.chance and of_replicates is not None:
        return list(mean_behind(np.moveaxis(of_replicates, (axis, -1), (0, 1)), 2))
    if cells.chance and axis > 0:
        return list(mean_behind(np.moveaxis(cells.values, axis, 0), 2))
    values = mean_behind(cells.values) if cells.chance else cells.values.ravel()
    group = groups.group if cells.chance else cells.everywhere(field, groups.group).ravel()
    size = np.bincount(group, minlength=len(groups.names))
    return np.split(values[np.argsort(group, kind="stable")], np.cumsum(size)[:-1])
