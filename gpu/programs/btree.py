"""Searches in a B+ tree, by the kernels of ``btree.cu``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.option_types import Interval
from gpu.programs.block_application import BlockApplication, Uses, block_application
from gpu.programs.block_forms import MOST_THREADS, Form, Threads, check_whole, kernel_of_form
from gpu.programs.program import GpuProgram
from partitioners.errors import InputError

Ints = NDArray[np.int64]

UNUSED = 2**31 - 1
"""The key of an entry that is not used; no key of a tree."""

LEAST = -(2**31)
"""The key of the first entry of the leftmost inner nodes; no key of a tree."""

WARP = 32

MOST_KEYS = 100_000_000
MOST_QUERIES = 1_000_000
MOST_QUERIES_OF_BLOCK = 1024
LEAST_ORDER, MOST_ORDER = 3, 4096


@dataclass(frozen=True, eq=False)
class BTree:
    """A B+ tree whose nodes are full, level by level from the root.

    Attributes
    ----------
    keys : ndarray of int32, shape (nodes, order)
        The entries of each node; :data:`UNUSED` after the last.
    child : ndarray of int32, shape (nodes, order)
        The node of each entry of an inner node, the record of each entry of a leaf.
    height : int
        Number of levels; that of the leaves is the last.
    leaves : int
        Number of leaves, which are the last nodes.
    """

    keys: NDArray[np.int32]
    child: NDArray[np.int32]
    height: int
    leaves: int


def btree(keys: Any, order: int) -> BTree:
    """Build a tree of sorted keys, whose records are 0, 1, 2 ...: O(keys).

    Parameters
    ----------
    keys : array_like of integers
        In ascending order.
    order : int
        Maximum number of children of a node. A leaf has one entry less.

    Raises
    ------
    OptionError
        The order is below 3.
    InputError
        There are no keys, they are not in ascending order, or they do not fit into 32 bits.
    """
    order = check_whole("order", order, LEAST_ORDER, MOST_ORDER)
    given = np.asarray(keys, np.int64)
    if given.ndim != 1 or not given.size:
        raise InputError(f"keys have the shape {given.shape}; expected a list of at least one key")
    wrong = np.flatnonzero(given[1:] <= given[:-1])
    if wrong.size:
        at = int(wrong[0])
        raise InputError(
            f"key {at + 1} is {given[at + 1]}, after {given[at]}; sort the keys, and give each of them once"
        )
    if given[0] <= LEAST or given[-1] >= UNUSED:
        raise InputError(
            f"the keys are from {given[0]} to {given[-1]}; expected integers above {LEAST} and below {UNUSED}"
        )
    levels = [_nodes(given, np.arange(given.size), order, order - 1)]
    while len(levels[-1][0]) > 1:
        least = levels[-1][0][:, 0].copy()
        least[0] = LEAST
        levels.append(_nodes(least, np.arange(least.size), order, order))
    levels.reverse()
    first = np.cumsum([len(keys) for keys, _ in levels])
    child = [below + start for (_, below), start in zip(levels[:-1], first[:-1], strict=True)]
    return BTree(
        np.concatenate([each for each, _ in levels]).astype(np.int32),
        np.concatenate([*child, levels[-1][1]]).astype(np.int32),
        len(levels),
        len(levels[-1][0]),
    )


def _nodes(keys: Ints, child: Ints, order: int, filled: int) -> tuple[Ints, Ints]:
    """The nodes of a level, shape (nodes, order), each of which but the last has ``filled`` entries."""
    nodes = blocks_for(keys.size, filled)
    levels = []
    for values, empty in ((keys, UNUSED), (child, 0)):
        padded = np.concatenate([values, np.full(nodes * filled - values.size, empty)])
        table = np.full((nodes, order), empty, np.int64)
        table[:, :filled] = padded.reshape(nodes, filled)
        levels.append(table)
    return levels[0], levels[1]


class BTreeSearch(GpuProgram):
    """Searches in a B+ tree: the records of keys, then the records of ranges of keys.

    ``spac`` is the form of Li et al., "A simple yet effective balanced edge partition model for parallel
    computing", 2017, section 5.3. A task is a query, and its data are the nodes of its path. Paths are those
    of a tree, so the best cut of the tasks is known: the order of their leaves.

    Parameters
    ----------
    sorted_keys : array_like of integers, or None
        The keys of the tree in ascending order. None: generated from ``keys`` and ``seed``.
    seed : int
        Seed of the queries, and of generated keys.
    variant
        Form of the kernels: ``original`` or ``spac``.
    keys
        Number of generated keys.
    order
        Maximum number of children of a node.
    points
        Queries of one key.
    ranges
        Queries of a range of keys.
    longest_range
        Maximum number of keys in a range.
    queries_per_block
        Queries of a block of ``spac``; a block of ``original`` has one.
    block_size
        Threads of a block.

    Attributes
    ----------
    records : ndarray of int32, shape (points,)
        After :meth:`run`, the record of each key; -1 if the tree does not have the key.
    first, length : ndarray of int32, shape (ranges,)
        After :meth:`run`, the first record and the number of records of each range.

    Raises
    ------
    OptionError, InputError
        See :func:`btree`.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "generated"
    generated_from: ClassVar[tuple[str, ...]] = ("keys",)
    small_options: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {"keys": 900, "order": 8, "points": 60, "ranges": 30, "longest_range": 90}
    )
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "nodes": "nodes of the tree",
            "height": "levels of the tree",
            "found": "keys that the tree has",
            "records_in_ranges": "records of all ranges",
            "leaf_loads": "leaves that blocks load, those of the lower and the upper bounds of ranges",
        }
    )

    def __init__(
        self,
        sorted_keys: Any,
        backend: Backend,
        *,
        seed: int = 0,
        variant: Form = "original",
        keys: Annotated[int, Interval(ge=1, le=MOST_KEYS)] = 1_000_000,
        order: Annotated[int, Interval(ge=LEAST_ORDER, le=MOST_ORDER)] = 256,
        points: Annotated[int, Interval(ge=1, le=MOST_QUERIES)] = 10_000,
        ranges: Annotated[int, Interval(ge=1, le=MOST_QUERIES)] = 6_000,
        longest_range: Annotated[int, Interval(ge=1, le=MOST_KEYS)] = 3_000,
        queries_per_block: Annotated[int, Interval(ge=1, le=MOST_QUERIES_OF_BLOCK)] = 16,
        block_size: Threads = 256,
    ) -> None:
        given = self.generate({"keys": keys}, seed) if sorted_keys is None else sorted_keys
        self.tree = btree(given, order)
        self.sorted_keys = np.asarray(given, np.int64)
        self.backend, self.variant, self.order = backend, variant, order
        self.block_size = check_whole("block_size", block_size, 1, MOST_THREADS)
        of_block = check_whole("queries_per_block", queries_per_block, 1, MOST_QUERIES_OF_BLOCK)
        rng = np.random.default_rng([seed, 1])
        self.points = _points(rng, self.sorted_keys, check_whole("points", points, 1, MOST_QUERIES))
        longest = check_whole("longest_range", longest_range, 1, MOST_KEYS)
        count = check_whole("ranges", ranges, 1, MOST_QUERIES)
        self.lowest, self.highest = _ranges(rng, self.sorted_keys, count, longest)
        self.records = self.first = self.length = np.empty(0, np.int32)
        self._find, self._range = (
            kernel_of_form(backend, name, variant) for name in ("btree_find", "btree_range")
        )
        self._tree = backend.array(self.tree.keys.ravel()), backend.array(self.tree.child.ravel())
        self._record, self._first, self._length = (backend.zeros(n, "int32") for n in (points, count, count))
        self._of_points = self._blocks([self.points], of_block)
        self._of_ranges = self._blocks([self.lowest, self.highest], of_block)
        self._queries = self._original_queries() if variant == "original" else self._sorted_queries()

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`."""
        if name == "queries_per_block":
            return options.get("variant", "original") == "spac"
        return super().applies(name, options)

    @classmethod
    def generate(cls, options: Mapping[str, Any], seed: int) -> Ints:
        """Make keys in ascending order, with random gaps of 0 to 2 numbers between them."""
        count = check_whole("keys", options["keys"], 1, MOST_KEYS)
        keys: Ints = np.cumsum(np.random.default_rng([seed, 0]).integers(1, 4, count))
        return keys

    def _blocks(self, queries: list[Ints], of_block: int) -> BlockApplication:
        """Queries in blocks, in the order of the leaves; in the original form one query a block, as given."""
        tasks = len(queries[0])
        leaves = [
            (np.searchsorted(self.sorted_keys, each, side="right") - 1).clip(0) // (self.order - 1)
            for each in queries
        ]
        part = np.arange(tasks)
        if self.variant == "spac":
            part[np.lexsort(leaves[::-1])] = np.arange(tasks) // of_block
        uses = {"leaf": Uses(self.tree.leaves, leaves)}
        return block_application(part, int(part.max()) + 1, uses, reorder="none")

    def _original_queries(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        arrays = (self.points, self.lowest, self.highest)
        points, lowest, highest = (self.backend.array(each.astype(np.int32)) for each in arrays)
        return (*self._tree, points), (*self._tree, lowest, highest)

    def _sorted_queries(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        of_points, of_ranges = self._of_points, self._of_ranges
        start = of_ranges.task_start.astype(np.int64)
        block = np.repeat(np.arange(of_ranges.parts), np.diff(start))
        number = np.arange(block.size) - start[block]
        bound = np.concatenate([each[of_ranges.task_order] for each in (self.lowest, self.highest)])
        slot = np.concatenate([2 * number, 2 * number + 1])
        order = np.lexsort((bound, np.tile(block, 2)))
        make = self.backend.array
        return (
            (
                make(of_points.task_start),
                *self._tree,
                make(self.points[of_points.task_order].astype(np.int32)),
            ),
            (
                make(2 * of_ranges.task_start),
                *self._tree,
                make(bound[order].astype(np.int32)),
                make(slot[order].astype(np.uint16)),
            ),
        )

    def run(self) -> None:
        """Search the keys, then the ranges: two launches."""
        numbers = self.order, self.tree.height
        of_points, of_ranges = self._queries
        shared = [0, 0]
        if self.variant == "spac":
            most = [int(np.diff(each.task_start).max()) for each in (self._of_points, self._of_ranges)]
            warps = blocks_for(self.block_size, WARP)
            shared = [4 * (warps * self.order + 2 * most[0]), 4 * (warps * self.order + 6 * most[1])]
        self._find(
            self._of_points.parts,
            *numbers,
            *of_points,
            self._record,
            threads=self.block_size,
            shared_bytes=shared[0],
        )
        self._range(
            self._of_ranges.parts,
            *numbers,
            *of_ranges,
            self._first,
            self._length,
            threads=self.block_size,
            shared_bytes=shared[1],
        )
        self.records = self._in_given_order(self._record, self._of_points)
        self.first, self.length = (
            self._in_given_order(each, self._of_ranges) for each in (self._first, self._length)
        )

    def _in_given_order(self, array: Any, of: BlockApplication) -> NDArray[np.int32]:
        found = self.backend.numpy(array)
        given: NDArray[np.int32] = np.empty_like(found)
        given[of.task_order] = found
        return given

    def verify(self) -> list[str]:
        """Compare all records with those of a binary search in the sorted keys."""
        keys = self.sorted_keys
        place = np.searchsorted(keys, self.points)
        has = keys[np.minimum(place, keys.size - 1)] == self.points
        first = np.searchsorted(keys, self.lowest)
        expected = {
            "record of a key": (self.records, np.where(has, place, -1)),
            "first record of a range": (self.first, first),
            "number of records of a range": (
                self.length,
                np.searchsorted(keys, self.highest, side="right") - first,
            ),
        }
        wrong = []
        for name, (found, right) in expected.items():
            at = np.flatnonzero(found != right)
            if at.size:
                wrong.append(f"the {name} is {found[at[0]]} instead of {right[at[0]]} (query {at[0]})")
        return wrong

    def figures(self) -> dict[str, int | float]:
        """Return the figures of the tree and of the last run."""
        loads = sum(each.arrays["leaf"].listed.size for each in (self._of_points, self._of_ranges))
        return {
            "nodes": len(self.tree.keys),
            "height": self.tree.height,
            "found": int(np.count_nonzero(self.records >= 0)),
            "records_in_ranges": int(self.length.sum()),
            "leaf_loads": int(loads),
        }


def _points(rng: np.random.Generator, keys: Ints, count: int) -> Ints:
    """Keys to search: random numbers up to one beyond the largest key, but no key of an unused entry."""
    points: Ints = rng.integers(keys[0] - 1, min(keys[-1] + 2, UNUSED), count)
    return points


def _ranges(rng: np.random.Generator, keys: Ints, count: int, longest: int) -> tuple[Ints, Ints]:
    """The least and the largest key of each range, of random numbers of keys."""
    first = rng.integers(keys.size, size=count)
    last = np.minimum(first + rng.integers(longest, size=count), keys.size - 1)
    return keys[first], keys[last]
