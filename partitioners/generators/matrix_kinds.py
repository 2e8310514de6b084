"""Structures of matrices of two kinds, finite elements and circuits, for matrices that are not at hand.

Both give the graph of rows and columns, as :func:`partitioners.generators.models.mc2depi` does, or with
``square`` the graph of the rows.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge

from partitioners.errors import OptionError
from partitioners.generators.models import (
    Count,
    GraphSize,
    Probability,
    check_counts,
    checked_size,
    rows_and_columns,
    sized,
)
from partitioners.graph import Graph

SMALLEST_BLOCK = 2
"""Logarithm to base 2 of the size of the smallest block of a circuit."""


def _finite_elements_size(*, width: int, height: int, length: int, unknowns: int, square: bool) -> GraphSize:
    check_counts("finite_elements", width=width, height=height, length=length, unknowns=unknowns)
    rows = width * height * length * unknowns
    # A line of n nodes has 3 n - 2 ordered pairs of nodes at distance 0 or 1.
    full = (3 * width - 2) * (3 * height - 2) * (3 * length - 2) * unknowns**2
    size = GraphSize(rows * (1 if square else 2), (full + rows) // 2)
    return checked_size("finite_elements", size, "width, height, length or unknowns")


@sized(_finite_elements_size)
def finite_elements(
    *,
    width: Count,
    height: Count,
    length: Count,
    unknowns: Count = 3,
    square: bool = False,
    seed: int = 0,
) -> Graph:
    """The stored half of the stiffness matrix of a beam of hexahedra with a node at each corner.

    Node (z * height + y) * width + x has ``unknowns`` consecutive rows. A row has the columns of its own
    node, and of the up to 26 nodes of the same elements, up to the diagonal: a file of a symmetric matrix
    stores no others. 9 x 9 x 257 nodes with three unknowns have the 62,451 rows of the matrix cant, a
    cantilever, and 2,194,038 entries instead of 2,034,917. O(m).

    Parameters
    ----------
    width, height, length : int
        Nodes along each axis.
    unknowns : int
        Rows of a node.
    square : bool
        False: the graph of rows and columns. True: the graph of the rows.
    seed : int
        Ignored, since the matrix is not random.

    Raises
    ------
    OptionError
        The matrix is too large.
    """
    _finite_elements_size(width=width, height=height, length=length, unknowns=unknowns, square=square)
    node = np.arange(width * height * length)
    place = node % width, node // width % height, node // (width * height)
    one, two = [], []
    for dz, dy, dx in np.ndindex(3, 3, 3):
        step = dx - 1, dy - 1, dz - 1
        there = np.ones(node.size, bool)
        for at, moved, end in zip(place, step, (width, height, length), strict=True):
            there &= (at + moved >= 0) & (at + moved < end)
        one.append(node[there])
        two.append(node[there] + step[0] + width * (step[1] + height * step[2]))
    of_row, of_column = np.divmod(np.arange(unknowns**2), unknowns)
    row = (np.concatenate(one)[:, None] * unknowns + of_row).ravel()
    column = (np.concatenate(two)[:, None] * unknowns + of_column).ravel()
    stored = column <= row
    rows = node.size * unknowns
    return rows_and_columns(rows, row[stored], column[stored], square, f"finite-elements-{rows}")


def _circuit_size(
    *, rows: int, pairs: int, rent: float, hub_share: float, scattered: float, square: bool
) -> GraphSize:
    check_counts("circuit", rows=rows)
    check_counts("circuit", least=0, pairs=pairs)
    if min(rent, hub_share, scattered) < 0 or max(rent, hub_share, scattered) > 1:
        raise OptionError(
            f"circuit: rent, hub_share and scattered are {rent:g}, {hub_share:g} and {scattered:g}; "
            "expected 0 to 1"
        )
    size = checked_size("circuit", GraphSize(rows * (1 if square else 2), rows + 2 * pairs), "rows or pairs")
    if 4 * pairs > rows * (rows - 1):
        raise OptionError(
            f"circuit: {pairs} pairs, but {rows} rows should have {rows * (rows - 1) // 4} at most, half of "
            "all; choose fewer pairs or more rows"
        )
    return size


@sized(_circuit_size)
def circuit(
    *,
    rows: Count,
    pairs: Annotated[int, Ge(0)],
    rent: Probability = 0.5,
    hub_share: Probability = 0.0,
    scattered: Probability = 0.0,
    square: bool = False,
    seed: int = 0,
) -> Graph:
    """The matrix of a circuit: the diagonal, and both entries of each pair of connected nodes.

    Nodes are the leaves of a binary tree of blocks. One node of a pair is any, the other one any of a block
    around it, whose size is drawn so that a block of n nodes has about n^rent connections to the rest
    (Landman and Russo, "On a pin versus block relationship for partitions of logic graphs", 1971). A share of
    the pairs joins a node with a hub instead, such as a supply or a clock: there are about log2(rows) hubs,
    of which the kth has a weight of 1 / k. Different pairs are drawn until there are enough. O(m log m).

    Parameters
    ----------
    rows : int
        Number of nodes, and of rows.
    pairs : int
        Number of connected pairs; the matrix has rows + 2 pairs entries.
    rent : float
        Rent's exponent: the smaller, the better can the circuit be cut.
    hub_share : float
        Share of the drawn pairs that join a node with a hub.
    scattered : float
        Share of the nodes whose rows are exchanged at random; all others are in the order of the tree.
    square : bool
        False: the graph of rows and columns. True: the graph of the rows.
    seed : int

    Raises
    ------
    OptionError
        An option is out of range, or the matrix is too large.
    """
    _circuit_size(
        rows=rows,
        pairs=pairs,
        rent=rent,
        hub_share=hub_share,
        scattered=scattered,
        square=square,
    )
    rng = np.random.default_rng(seed)
    hubs = rng.choice(rows, rows.bit_length(), replace=False)
    weight = 1 / np.arange(1, hubs.size + 1)
    depth = max(SMALLEST_BLOCK, (rows - 1).bit_length())
    share = 2.0 ** ((rent - 1) * np.arange(depth - SMALLEST_BLOCK + 1))
    chosen = np.empty(0, np.int64)
    while chosen.size < pairs:
        one = rng.integers(rows, size=pairs - chosen.size)
        size = 1 << SMALLEST_BLOCK + rng.choice(share.size, one.size, p=share / share.sum())
        first = one // size * size
        other = first + (rng.random(one.size) * np.minimum(size, rows - first)).astype(np.int64)
        to_hub = rng.random(one.size) < hub_share
        other[to_hub] = rng.choice(hubs, np.count_nonzero(to_hub), p=weight / weight.sum())
        key = (np.minimum(one, other) * rows + np.maximum(one, other))[one != other]
        chosen = np.unique(np.concatenate([chosen, key]))
    number = np.arange(rows)
    moved = rng.permutation(rows)[: round(scattered * rows)]
    number[moved] = number[np.sort(moved)]
    one, other = number[chosen // rows], number[chosen % rows]
    diagonal = np.arange(rows)
    src = np.concatenate([diagonal, one, other])
    return rows_and_columns(rows, src, np.concatenate([diagonal, other, one]), square, f"circuit-{rows}")
