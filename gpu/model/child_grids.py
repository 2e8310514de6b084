"""The child grids of a launch, by the request that launched them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import KINDS, KernelTrace
from gpu.model.requests import CHILD_GRID
from partitioners.errors import InputError

LAUNCH = KINDS.index("launch")


def family(trace: KernelTrace) -> tuple[list[KernelTrace], list[int]]:
    """The traces of a launch, beginning with its own, and the number of each one's parent (-1: the host)."""
    traces, parents = [trace], [-1]
    for number, each in enumerate(traces):
        traces += each.children  # the loop continues with them
        parents += [number] * len(each.children)
    return traces, parents


def grids_by_request(
    traces: Sequence[KernelTrace], parents: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.void]]:
    """Sort the child grids of a launch by the request that launched them.

    Parameters
    ----------
    traces, parents
        As from :func:`family`.

    Returns
    -------
    ndarray of int64, records of type CHILD_GRID
        The grids of the k-th request of kind ``launch``, over all traces, are ``start[k] .. start[k + 1] -
        1``; those of one request are in the order of the traces and of their numbers.

    Raises
    ------
    InputError
        A child grid was not launched by a request of its parent, or a request did not launch one grid for
        each lane.
    """
    requests = [np.flatnonzero((trace.forms["kind"] == LAUNCH)[trace.form]) for trace in traces]
    first = np.cumsum([0, *(each.size for each in requests)])
    lanes = np.concatenate([trace.lanes[each] for trace, each in zip(traces, requests, strict=True)])
    launched_by, grids = [np.zeros(0, np.int64)], [np.zeros(0, CHILD_GRID)]
    for number, (trace, parent) in enumerate(zip(traces, parents, strict=True)):
        if parent < 0:
            continue
        where = f"the trace of {trace.kernel!r}, launched by {traces[parent].kernel!r}"
        blocks = np.diff(trace.child_start)
        if blocks.min(initial=0) < 0 or trace.child_start[-1] != np.prod(trace.grid) or trace.child_start[0]:
            raise InputError(f"{where}: child_start must rise from 0 to its {np.prod(trace.grid)} blocks")
        place = np.searchsorted(requests[parent], trace.child_request)
        known = place < requests[parent].size
        known[known] = requests[parent][place[known]] == trace.child_request[known]
        if trace.child_request.size != blocks.size or not known.all():
            raise InputError(f"{where}: child_request must have a request of kind launch for each grid")
        own = np.zeros(blocks.size, CHILD_GRID)
        own["first_block"], own["blocks"], own["kernel"] = trace.child_start[:-1], blocks, number
        launched_by.append(first[parent] + place)
        grids.append(own)
    by = np.concatenate(launched_by)
    counts = np.bincount(by, minlength=first[-1])
    if (counts != np.unpackbits(lanes.view(np.uint8)).reshape(-1, 32).sum(axis=1)).any():
        raise InputError(
            f"the trace of {traces[0].kernel!r}: a launch must have one child grid for each lane"
        )
    start = np.zeros(counts.size + 1, np.int64)
    np.cumsum(counts, out=start[1:])
    return start, np.concatenate(grids)[np.argsort(by, kind="stable")]
