"""The times and places of the thread blocks of a run on a GPU: rows that never overlap, and trace events.

A multiprocessor runs several blocks at once, each in a *slot* of its own. A block takes the first free slot,
so the number of slots of a multiprocessor is the largest number of blocks that it ran at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.timeline import write_events

if TYPE_CHECKING:
    import pandas as pd

    from gpu.model.result import GpuResult
    from numasim.numa.shared.timeline import Timeline


def slots(blocks: pd.DataFrame) -> NDArray[np.int64]:
    """Return the slot of each block on its multiprocessor. O(m log m).

    Parameters
    ----------
    blocks : pandas.DataFrame
        The table of :attr:`gpu.GpuResult.tables`: sm, begin, end.
    """
    found = np.zeros(len(blocks), np.int64)
    order = np.lexsort((np.arange(len(blocks)), blocks["begin"], blocks["sm"]))
    spans = blocks[["sm", "begin", "end"]].to_numpy()
    free: list[int] = []
    running: list[tuple[int, int]] = []
    now, used = -1, 0
    for place in order.tolist():
        sm, begin, end = spans[place].tolist()
        if sm != now:
            now, used, free, running = sm, 0, [], []
        while running and running[0][0] <= begin:
            heapq.heappush(free, heapq.heappop(running)[1])
        if not free:
            heapq.heappush(free, used)
            used += 1
        found[place] = heapq.heappop(free)
        heapq.heappush(running, (end, int(found[place])))
    return found


def write_gpu_timeline(path: Path, timeline: Timeline, result: GpuResult, title: str) -> None:
    """Write the blocks of a run as a JSON file for https://ui.perfetto.dev or ``chrome://tracing``.

    Parameters
    ----------
    timeline : Timeline
        The window of the timeline; blocks outside are left out. If it has more than ``max_events`` blocks, it
        is cut at the beginning of the first block that is left out.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    kernels = result.tables["launches"]["kernel"].tolist()
    blocks = result.tables["thread_blocks"].assign(slot=slots(result.tables["thread_blocks"]))
    last = int(blocks["end"].max()) if timeline.last is None else timeline.last
    inside = blocks[(blocks["end"] > timeline.first) & (blocks["begin"] < last)]
    inside = inside.sort_values(["begin", "sm", "slot"])
    if timeline.max_events is not None and len(inside) > timeline.max_events:
        first_left_out = int(inside["begin"].iloc[timeline.max_events])
        timeline.cut, timeline.last = True, max(first_left_out, timeline.first)
        inside = inside.iloc[
            : timeline.max_events
        ]  # whole blocks: all blocks of a wave begin in the cycle of the cut
    inside = inside.assign(begin=inside["begin"].clip(timeline.first), end=inside["end"].clip(upper=last))
    write_events(path, _events(inside, kernels, title), cut=timeline.cut)


def _events(blocks: pd.DataFrame, kernels: list[str], title: str) -> Iterator[dict[str, Any]]:
    for sm in sorted(set(blocks["sm"].tolist())):
        name = f"SM {sm}: {title} (1 cycle = 1 µs)"
        yield {"ph": "M", "pid": sm, "tid": 0, "name": "process_name", "args": {"name": name}}
        yield {"ph": "M", "pid": sm, "tid": 0, "name": "process_sort_index", "args": {"sort_index": sm}}
    for sm, slot in sorted(set(zip(blocks["sm"].tolist(), blocks["slot"].tolist(), strict=True))):
        yield {"ph": "M", "pid": sm, "tid": slot, "name": "thread_name", "args": {"name": f"slot {slot}"}}
    columns = [blocks[name].tolist() for name in ("launch", "block", "sm", "slot", "begin", "end")]
    for launch, block, sm, slot, begin, end in zip(*columns, strict=True):
        yield {
            **{"ph": "X", "pid": sm, "tid": slot, "ts": begin, "dur": end - begin},
            **{"name": kernels[launch], "cat": "block", "args": {"launch": launch, "block": block}},
        }
