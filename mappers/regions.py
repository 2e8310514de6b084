"""Architecture decomposition: a mesh cut into connected regions of equal size by recursive bisection.

The memory-centric mapping (Algorithm 2, line 17) decomposes the architecture so that independent clusters can
be placed in different parts of it. Each region is halved across its longer side, line by line. The line on
which the cut falls is divided between the halves, so region sizes differ by at most one tile for any number
of regions.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Tile = tuple[int, int]

CUTS_PER_REGION = 20
"""Maximum number of cuts tried for each region; the search rarely needs more than two."""


def recursive_bisection(width: int, height: int, count: int) -> NDArray[np.int32]:
    """Divide a mesh into connected regions of equal size; return the region of each tile.

    Parameters
    ----------
    width, height : int
        Tile id = x + width * y.
    count : int
        Number of regions, 1 <= count <= width * height.

    Returns
    -------
    ndarray of int32, shape (width * height,)
        Every region is connected, and their sizes differ by at most one.

    Notes
    -----
    O(n log n log count) time for n tiles if the first cut of every region succeeds, as it does if ``count``
    and both sides of the mesh are powers of two. If a cut leaves a half in two pieces, a cut from another
    corner or across the shorter side replaces it. If too many cuts fail (regions of two or three tiles on
    some meshes), the mesh is cut along one path through all tiles, row by row in alternating direction, whose
    pieces are always connected.
    """
    sizes = np.diff(np.arange(count + 1) * (width * height) // count).tolist()
    tiles = [(x, y) for y in range(height) for x in range(width)]
    regions: list[list[Tile]] = []
    if not _bisect(tiles, sizes, regions, [CUTS_PER_REGION * count]):
        path = [(x if y % 2 == 0 else width - 1 - x, y) for x, y in tiles]
        ends = np.cumsum(sizes)
        regions = [path[end - size : end] for size, end in zip(sizes, ends.tolist(), strict=True)]
    region_of_tile = np.empty(width * height, np.int32)
    for region, members in enumerate(regions):
        for x, y in members:
            region_of_tile[x + width * y] = region
    return region_of_tile


def _bisect(tiles: list[Tile], sizes: list[int], regions: list[list[Tile]], budget: list[int]) -> bool:
    """Append regions of these sizes that cover the tiles; on failure append nothing and return False."""
    if len(sizes) == 1:
        regions.append(tiles)
        return True
    half = (len(sizes) + 1) // 2
    size = sum(sizes[:half])
    before = len(regions)
    for ordered in _orders(tiles):
        if budget[0] == 0:
            return False
        budget[0] -= 1
        one, other = ordered[:size], ordered[size:]
        if not (_is_connected(one) and _is_connected(other)):
            continue
        if _bisect(one, sizes[:half], regions, budget) and _bisect(other, sizes[half:], regions, budget):
            return True
        del regions[before:]
    return False


def _orders(tiles: list[Tile]) -> Iterator[list[Tile]]:
    """The tiles line by line across the longer side, from each corner, then across the shorter side."""
    xs, ys = zip(*tiles, strict=True)
    longer = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1
    for axis in (longer, 1 - longer):
        for first in (1, -1):
            for second in (1, -1):
                keyed = [(first * tile[axis], second * tile[1 - axis], tile) for tile in tiles]
                yield [tile for _, _, tile in sorted(keyed)]


def _is_connected(tiles: list[Tile]) -> bool:
    left = set(tiles)
    stack = [left.pop()]
    while stack:
        x, y = stack.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in left:
                left.remove(near)
                stack.append(near)
    return not left
