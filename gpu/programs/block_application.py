"""Tasks in thread blocks, and the data that each block needs: an application of a vertex cut.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017, section 4. A
task is an edge of a graph: it uses an element of each of two arrays, or two elements of one array. A cut of
the edges assigns the tasks to thread blocks. *Job swapping* sorts the tasks by block. *Data reordering* puts
the elements that a block needs next to each other. A block loads each of its elements into shared memory
once. :mod:`gpu.programs.spac_application` is a sparse matrix-vector product in this form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError

MAX_LOCAL = 2**16
"""Maximum number of elements of an array that a block uses, since tasks store their places in 16 bits."""

Ints = NDArray[np.int64]
Reorder = Literal["each", "same", "none"]


@dataclass(frozen=True, eq=False)
class BlockArray:
    """The elements of one array, as the blocks need them. Positions refer to the reordered array.

    Attributes
    ----------
    order : ndarray of int32, shape (elements,)
        The element at each position.
    own : ndarray of int32, shape (parts, 2)
        First position, and position after the last, of the elements that each part owns: those that no
        earlier part uses.
    exclusive : ndarray of int32, shape (parts, 2)
        The same for those of them that no other part uses; empty if tasks only read the array.
    start : ndarray of int32, shape (parts + 1,)
        Start of each part's list.
    listed : ndarray of int32
        The positions that each part uses and does not own, in ascending order.
    local : tuple of ndarray of uint16, each of shape (tasks,)
        For each use of the array by a task: the index of its element in the part's own elements followed by
        its list.
    """

    order: NDArray[np.int32]
    own: NDArray[np.int32]
    exclusive: NDArray[np.int32]
    start: NDArray[np.int32]
    listed: NDArray[np.int32]
    local: tuple[NDArray[np.uint16], ...]

    def elements_of_parts(self) -> Ints:
        """The number of elements that each part uses, shape (parts,)."""
        return np.diff(self.start).astype(np.int64) + np.diff(self.own)[:, 0]


@dataclass(frozen=True, eq=False)
class BlockApplication:
    """Tasks in thread blocks, with one part of a cut per block.

    Attributes
    ----------
    task_start : ndarray of int32, shape (parts + 1,)
        The tasks of part p are ``task_start[p] .. task_start[p + 1] - 1``, sorted by the positions that they
        use.
    task_order : ndarray of int64, shape (tasks,)
        The task at each place, which is the schedule of job swapping.
    arrays : mapping of str to BlockArray
    """

    task_start: NDArray[np.int32]
    task_order: Ints
    arrays: Mapping[str, BlockArray]

    @property
    def parts(self) -> int:
        """The number of thread blocks."""
        return self.task_start.size - 1

    def part_table(self) -> NDArray[np.int32]:
        """What a kernel reads of each part, shape (parts, 2 + 6 arrays).

        The first task, and the one after the last; then for each array the begin and the end of its own
        elements, of the exclusive ones, and of its list.
        """
        columns = [self.task_start[:-1], self.task_start[1:]]
        for array in self.arrays.values():
            columns += [*array.own.T, *array.exclusive.T, array.start[:-1], array.start[1:]]
        return np.stack(columns, axis=1).astype(np.int32)

    def positions(self, name: str) -> tuple[NDArray[np.int32], ...]:
        """The position of each use of an array, for a kernel that reads it through the read-only cache."""
        array = self.arrays[name]
        return tuple(
            positions_of(local, array.own, array.start, array.listed, self.task_start)
            for local in array.local
        )


def positions_of(
    local: NDArray[np.uint16],
    own: NDArray[np.int32],
    start: NDArray[np.int32],
    listed: NDArray[np.int32],
    task_start: NDArray[np.int32],
) -> NDArray[np.int32]:
    """The positions in an array that indices in parts mean, shape (tasks,); see :class:`BlockArray`."""
    part = np.repeat(np.arange(len(own)), np.diff(task_start))
    first, count = own[part, 0], (own[:, 1] - own[:, 0])[part]
    of_list = local.astype(np.int64) - count
    position = first + local
    position[of_list >= 0] = listed[(start[part] + of_list)[of_list >= 0]]
    return position.astype(np.int32)


@dataclass(frozen=True, eq=False)
class Uses:
    """The elements of one array that tasks use.

    Attributes
    ----------
    size : int
        Number of elements of the array.
    elements : sequence of ndarray of int64, each of shape (tasks,)
        The element that each task uses; one entry for every use.
    is_written : bool
        Whether tasks change the elements. Then the elements that only one part uses are a range, since this
        part may store them and need not add to them by atomics.
    """

    size: int
    elements: Sequence[Ints]
    is_written: bool = False


def block_application(
    part_of_task: NDArray[np.integer],
    parts: int,
    uses: Mapping[str, Uses],
    *,
    reorder: Reorder = "each",
) -> BlockApplication:
    """Prepare the tasks and the data of all blocks.

    Parameters
    ----------
    part_of_task : ndarray of integers, shape (tasks,)
    uses : mapping of str to Uses
        The elements that tasks use, by array. The order of the arrays decides the order of a part's tasks.
    reorder : "each", "same" or "none"
        Data reordering: an order for each array; one order for two arrays of the same size, the first of
        which is written; or no reordering. Without it, a part owns nothing and lists all.

    Raises
    ------
    OptionError
        The arrays do not fit ``same``, or a part uses more than 65,536 elements of an array. O(tasks log
        tasks).
    """
    part = np.asarray(part_of_task, np.int64)
    layouts = _layouts(part, parts, uses, reorder)
    positions = {name: [layouts[name].position[each] for each in uses[name].elements] for name in uses}
    keys = [position for of_array in positions.values() for position in of_array]
    order = np.lexsort((*reversed(keys), part))
    ordered = part[order]
    arrays = {}
    for name, layout in layouts.items():
        of_tasks = [position[order] for position in positions[name]]
        is_written = uses[name].is_written
        own = layout.ranges(0, 4) if is_written else layout.ranges(2, 5)
        exclusive = layout.ranges(1, 3) if is_written else layout.ranges(2, 2)
        start, listed, local = _lists(ordered, of_tasks, uses[name].size, own, name)
        arrays[name] = BlockArray(layout.order.astype(np.int32), own, exclusive, start, listed, local)
    start_of_tasks = np.searchsorted(ordered, np.arange(parts + 1)).astype(np.int32)
    return BlockApplication(start_of_tasks, order, arrays)


def split_parts(
    part_of_task: NDArray[np.integer],
    parts: int,
    uses: Mapping[str, Uses],
    excess: Callable[[Mapping[str, Ints]], Ints],
    refuse: Callable[[int, int, bool], OptionError | None],
) -> tuple[Ints, int]:
    """Halve the parts whose data are too large, until none is.

    Parameters
    ----------
    part_of_task, parts, uses
        As for :func:`block_application`. The halves of a part are its tasks in the order of their elements.
    excess : callable
        Returns by how much each part is too large, from the number of elements that it uses of each array.
    refuse : callable
        Returns an error for the part that is too large by most, or None to halve it. Its arguments are the
        part, its excess, and whether it has fewer than two tasks.

    Returns
    -------
    ndarray of int64, int
        The part of each task, and the number of parts.
    """
    part = np.array(part_of_task, np.int64)
    keys = [elements for each in uses.values() for elements in each.elements]
    while True:
        over = excess({name: _distinct(part, each, parts) for name, each in uses.items()})
        large = np.flatnonzero(over > 0)
        if large.size == 0:
            return part, parts
        order = np.lexsort((*reversed(keys), part))
        start = np.searchsorted(part[order], np.arange(parts + 1))
        most = int(large[np.argmax(over[large])])
        error = refuse(most, int(over[most]), bool(start[most + 1] - start[most] < 2))
        if error is not None:
            raise error
        for new, old in enumerate(large, parts):
            middle = (start[old] + start[old + 1]) // 2
            part[order[middle : start[old + 1]]] = new
        parts += large.size


def _distinct(part: Ints, uses: Uses, parts: int) -> Ints:
    """The number of distinct elements of each part."""
    used = _pairs(np.tile(part, len(uses.elements)), np.concatenate(uses.elements), uses.size)
    return np.bincount(used // max(uses.size, 1), minlength=parts)


def _pairs(part: Ints, element: Ints, size: int) -> Ints:
    """The sorted distinct pairs of a part and one of its elements, as part * size + element."""
    key = np.sort(part * size + element)
    return key[np.concatenate([[True], key[1:] != key[:-1]])] if key.size else key


@dataclass(frozen=True, eq=False)
class _Layout:
    """An order of the elements of an array: by their part, and in a part by their class.

    The first part that uses an element owns it. The classes make the own elements of each array, and the
    exclusive ones of an array that is written, ranges, even if both have the same order:

    ===== ================================================== ======= ========= ====
    class the part is the first that uses the element        written exclusive read
    ===== ================================================== ======= ========= ====
    0     only in the written array, others use it too       own
    1     only in the written array, no other uses it        own     exclusive
    2     in both, no other uses it in the written array     own     exclusive own
    3     in both, others use it in the written array too    own               own
    4     only in the array that is read                                       own
    ===== ================================================== ======= ========= ====

    Attributes
    ----------
    position : ndarray of int64
        The position of each element.
    order : ndarray of int64
        The element at each position.
    key : ndarray of int64, ascending
        Five times the part plus the class at each position.
    """

    position: Ints
    order: Ints
    key: Ints
    parts: int

    @classmethod
    def sorted_by(cls, key: Ints, parts: int) -> _Layout:
        """Sort elements by five times their part plus their class."""
        order = np.argsort(key, kind="stable")
        position = np.empty(key.size, np.int64)
        position[order] = np.arange(key.size)
        return cls(position, order, key[order], parts)

    def ranges(self, first: int, end: int) -> NDArray[np.int32]:
        """First position of class ``first``, and of class ``end``, in every part, shape (parts, 2)."""
        begin = 5 * np.arange(self.parts)[:, None]
        return np.searchsorted(self.key, begin + np.array([first, end])).astype(np.int32)


def _layouts(part: Ints, parts: int, uses: Mapping[str, Uses], reorder: Reorder) -> dict[str, _Layout]:
    """The order of each array; elements that no part uses come last."""
    if reorder == "none":
        return {name: _Layout.sorted_by(np.full(each.size, 5 * parts), parts) for name, each in uses.items()}
    ends = {name: _first_and_last(part, parts, each) for name, each in uses.items()}
    if reorder == "each":
        return {
            name: _Layout.sorted_by(
                5 * first + (np.where(first != last, 3, 2) if uses[name].is_written else 4), parts
            )
            for name, (first, last) in ends.items()
        }
    if [each.is_written for each in uses.values()] != [True, False] or len(
        {u.size for u in uses.values()}
    ) > 1:
        arrays = ", ".join(f"{name} ({each.size} elements)" for name, each in uses.items())
        raise OptionError(
            f"reorder is 'same', but the arrays are {arrays}; expected two of the same size, the first of "
            "which is written"
        )
    (first_of_one, last_of_one), (first_of_two, _) = ends.values()
    shared = first_of_one != last_of_one
    first = np.minimum(first_of_one, first_of_two)
    of_one = np.where(first_of_two == first, np.where(shared, 3, 2), np.where(shared, 0, 1))
    both = _Layout.sorted_by(5 * first + np.where(first_of_one == first, of_one, 4), parts)
    return dict.fromkeys(uses, both)


def _first_and_last(part: Ints, parts: int, uses: Uses) -> tuple[Ints, Ints]:
    """The first and the last part that uses each element; ``parts`` if none does."""
    first, last = np.full(uses.size, parts, np.int64), np.full(uses.size, -1, np.int64)
    for elements in uses.elements:
        np.minimum.at(first, elements, part)
        np.maximum.at(last, elements, part)
    return first, np.where(last < 0, parts, last)


def _lists(
    part: Ints, positions: Sequence[Ints], size: int, own: NDArray[np.int32], name: str
) -> tuple[NDArray[np.int32], NDArray[np.int32], tuple[NDArray[np.uint16], ...]]:
    """The start and the content of the parts' lists, and the local index of each use."""
    parts = len(own)
    first, end = own[part].T.astype(np.int64)
    is_listed = [(position < first) | (position >= end) for position in positions]
    pairs = _pairs(
        np.concatenate([part[listed] for listed in is_listed]),
        np.concatenate([position[listed] for position, listed in zip(positions, is_listed, strict=True)]),
        size,
    )
    start = np.searchsorted(pairs, np.arange(parts + 1) * size)
    most = int((np.diff(start) + np.diff(own)[:, 0]).max(initial=0))
    if most > MAX_LOCAL:
        raise OptionError(f"a part uses {most} elements of {name}, but at most {MAX_LOCAL} are possible")
    local = []
    for position, listed in zip(positions, is_listed, strict=True):
        index = position - first
        in_list = np.searchsorted(pairs, part * size + position) - start[part]
        index[listed] = (end - first + in_list)[listed]
        local.append(index.astype(np.uint16))
    return start.astype(np.int32), (pairs % max(size, 1)).astype(np.int32), tuple(local)
