"""The requests of warps, as compiled code reads them: kinds, forms, and the stream of all warps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

(
    LOAD,
    LOAD_UNCACHED,
    STORE,
    REDUCTION,
    ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    BARRIER,
    GRID_BARRIER,
    LAUNCH,
    END,
) = range(11)
"""Kinds of requests in the model: global memory through the L1 and past it, shared memory, and all others."""

MOST_SECTORS = 64
"""Maximum number of sectors of a request: a lane's access crosses at most one border between sectors."""


FORM = np.dtype(
    [
        ("slots", np.int64),
        ("cycles", np.int64),
        ("wavefronts", np.int64),
        ("launch", np.int64),
        ("array", np.int16),
        ("sectors", np.uint8),
        ("kind", np.uint8),
        ("more_passes", np.uint8),
    ]
)
"""All that a request of a warp is but its sectors: the issue slots of the code before it, and the time that
the warp needs for this code. ``more_passes`` are the passes of an atomic through the L2 beyond one for each
sector. ``array`` counts the trace's arrays from 1; 0 is shared memory or a request that is not an access.
Each launch has a form of its own, with its number among the launches, in ``grid_start``."""


CHILD_GRID = np.dtype([("first_block", np.int64), ("blocks", np.int32), ("kernel", np.int32)])
"""A child grid: its blocks in the trace of its kernel, and the number of this trace among those of the
launch."""


class InstructionStream(NamedTuple):
    """The instructions of some traces, concatenated.

    The requests of warp w are ``warp_start[w] .. warp_start[w + 1] - 1``, and their sectors are one request
    after the other from ``first_sector[w]`` on. The k-th launch by a warp launches the grids ``grid_start[k]
    .. grid_start[k + 1] - 1``. A warp waits for the result of its request r before the code of request ``r +
    distance[r]``. On a device of capability 1.x, ``sectors`` has the first sector of each
    transaction, and ``sizes`` its number of sectors; on all others ``sizes`` is empty.
    """

    form: NDArray[np.uint32]  # of each request, in forms
    sectors: NDArray[np.uint32]
    warp_start: NDArray[np.int64]
    first_sector: NDArray[np.int64]
    forms: NDArray[Any]  # FORM
    grid_start: NDArray[np.int64]
    grids: NDArray[Any]  # CHILD_GRID
    distance: NDArray[np.uint8]
    sizes: NDArray[np.uint8]


def no_instructions() -> InstructionStream:
    """Create an instruction stream of no trace."""
    nothing = np.zeros(1, np.int64)
    return InstructionStream(
        form=np.zeros(0, np.uint32),
        sectors=np.zeros(0, np.uint32),
        warp_start=nothing,
        first_sector=nothing,
        forms=np.zeros(0, FORM),
        grid_start=nothing,
        grids=np.zeros(0, CHILD_GRID),
        distance=np.zeros(0, np.uint8),
        sizes=np.zeros(0, np.uint8),
    )
