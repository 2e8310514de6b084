"""Microbenchmarks of latencies: chases through the L1, both halves of the L2, memory and shared memory.

They determine ``l1_latency``, ``l2_latency``, ``l2_far_latency``, ``dram_latency``, ``shared_latency``,
``arithmetic_latency``, ``barrier_latency``, ``l1_fill`` and ``dram_fetch``. A step of a chase takes the
latency, and the cycle in which its load is issued.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gpu.measurement.microbenchmarks_slopes import LINE_BYTES, SECTOR_BYTES, WARP, Estimate, Slopes

STEPS = 32
"""Steps of a round of a chase."""

ELEMENT = 8
"""Bytes of an element of a list, which is an address."""

WINDOW_BYTES = 4096
"""Size of a window of memory that is in one half of the L2, if it does not lie across two of 8 KiB."""

FETCHES = (32, 64, 128)


class Lists:
    """Lists in one array, each linked when it is made.

    Parameters
    ----------
    size : int
        Bytes of the array.
    """

    def __init__(self, slopes: Slopes, size: int) -> None:
        self.slopes = slopes
        self.array = slopes.backend.zeros(size // ELEMENT, "uint64")
        self.end = slopes.backend.zeros(1, "uint64")
        self._link = slopes.kernel("latency", "link_list")
        self._chases = {name: slopes.kernel("latency", f"chase_{name}") for name in ("l1", "l2")}

    def linked(self, byte_places: Sequence[int]) -> int:
        """Link elements at byte offsets to a list; return the place of its first element."""
        places = (np.asarray(byte_places, np.int64) // ELEMENT).astype(np.uint32)
        self._link(1, len(places), self.slopes.backend.array(places), self.array, threads=WARP)
        return int(places[0])

    def chase(self, cache: str, first: int, rounds: int, worker: int = 0) -> None:
        """Follow a list from its first element on, some rounds of :data:`STEPS`, on one multiprocessor."""
        facts = self.slopes.facts
        self._chases[cache](
            facts.sms,
            rounds,
            worker,
            first,
            self.array,
            self.end,
            shared_bytes=facts.exclusive_bytes,
            threads=1,
        )

    def step(
        self,
        cache: str,
        byte_places: Sequence[int],
        few: int,
        many: int,
        *,
        cold: bool = False,
        worker: int = 0,
    ) -> Estimate:
        """The cycles of a step, from chases of few and many rounds."""
        first = self.linked(byte_places)

        def run(rounds: int) -> None:
            self.chase(cache, first, rounds, worker)

        return self.slopes.cycles(self.slopes.slope(run, few, many, cold=cold).times(1 / STEPS))


def shuffled(lines: int, seed: int = 0) -> list[int]:
    """Byte offsets of lines in a random order."""
    return [int(line) * LINE_BYTES for line in np.random.default_rng(seed).permutation(lines)]


def l1(slopes: Slopes) -> None:
    """Determine the latency of a hit in the L1, by a chase through 4 KiB."""
    few, many = 4 * slopes.facts.rounds, 16 * slopes.facts.rounds
    step = Lists(slopes, WINDOW_BYTES).step("l1", shuffled(WARP), few, many).less(1)
    slopes.report("l1", f"{WINDOW_BYTES} bytes", "cycles", step, "l1_latency")


def l2(slopes: Slopes) -> None:
    """Determine the latencies of a hit in the near and in the far half of the L2.

    The second pass through some lines hits in the half of their memory, and the first one does not: with an
    empty L2 before each run, the time between one and two passes is that of the hits. Windows of 4 KiB are
    sorted by what one multiprocessor sees: the near ones, the far ones, and those that lie across both. Then
    the near and the far windows are lists of their own, and some multiprocessors see one of them near and the
    other far.
    """
    count = 32
    lists = Lists(slopes, count * WINDOW_BYTES)
    lines = WINDOW_BYTES // LINE_BYTES
    windows = [
        [window * WINDOW_BYTES + place for place in shuffled(lines, window)] for window in range(count)
    ]

    def hits(places: Sequence[int], worker: int) -> Estimate:
        passes = len(places) // STEPS
        return lists.step("l2", places, passes, 2 * passes, cold=True, worker=worker).less(1)

    seen = [hits(window, 0).value for window in windows]
    low, high = min(seen), max(seen)
    groups = [
        [place for window, value in zip(windows, seen, strict=True) if inside(value) for place in window]
        for inside in (
            lambda value: value <= low + (high - low) / 3,
            lambda value: value >= high - (high - low) / 3,
        )
    ]
    workers = sorted({slopes.facts.sms * k // 8 for k in range(8)} | {slopes.facts.sms - 1})
    by_worker = [sorted(hits(group, worker).value for group in groups if group) for worker in workers]
    near, far = (Estimate.of_values([pair[at] for pair in by_worker]) for at in (0, -1))
    mean = Estimate((near.value + far.value) / 2, near.lower, far.upper, near.samples + far.samples)
    if far.value - near.value > 0.1 * near.value and far.lower > near.upper:
        slopes.report("l2", f"near half, {len(workers)} multiprocessors", "cycles", near, "l2_latency")
        slopes.report("l2", f"far half, {len(workers)} multiprocessors", "cycles", far, "l2_far_latency")
    else:
        slopes.report("l2", f"one L2, {len(workers)} multiprocessors", "cycles", mean, "l2_latency")
    slopes.report("l2", "mean of both", "cycles", mean)


def dram(slopes: Slopes) -> None:
    """Determine the latency of memory, by a chase through lines that are not in the L2.

    In an L2 with halves, half of the lines are far, so the mean is above the near latency by half of the
    difference. A chase with a page for each line also misses in the TLB, which the model does not have.
    """
    steps = STEPS * 16 * slopes.facts.rounds
    near = min(16 * 2**20, slopes.facts.dram_bytes)
    rounds = steps // STEPS
    mean: Estimate | None = None
    for size in (near, slopes.facts.memory_bytes):
        places = np.random.default_rng(1).choice(size // LINE_BYTES, steps, replace=False) * LINE_BYTES
        step = Lists(slopes, size).step("l2", places.tolist(), rounds // 2, rounds, cold=True).less(1)
        slopes.report("dram", f"lines of {size} bytes", "cycles", step)
        mean = mean or step
    assert mean is not None
    beyond = slopes.beyond_near
    latency = mean.less(beyond / 2)
    chance = beyond / 2 / steps**0.5  # the standard error of the share of far lines
    latency = Estimate(latency.value, latency.lower - chance, latency.upper + chance, latency.samples)
    slopes.report("dram", "near half" if beyond else "one L2", "cycles", latency, "dram_latency")


def fills(slopes: Slopes) -> None:
    """Determine what a miss brings along, by chases that read a second sector of each line behind the first
    one.

    The second sector takes a hit if the miss of the first one fetched it, and a miss if not.
    """
    steps = STEPS * 4 * slopes.facts.rounds
    lists = Lists(slopes, 2 * steps * LINE_BYTES)
    alone = [2 * line * LINE_BYTES for line in range(steps // 2)]  # every second line

    def second(cache: str, distance: int, cold: bool) -> float:
        """Cycles of the read of a second sector."""
        rounds = steps // STEPS
        both = [place + far for place in alone for far in (0, distance)]
        pair = lists.step(cache, both, rounds // 2, rounds, cold=cold).times(2)
        return pair.value - lists.step(cache, alone, rounds // 4, rounds // 2, cold=cold).value

    for cache, cold, parameter, levels in (
        ("l2", True, "dram_fetch", ("l2_latency", "dram_latency")),
        ("l1", False, "l1_fill", ("l1_latency", "l2_latency")),
    ):
        hit, miss = (slopes.found.get(level, 0.0) for level in levels)
        wider = FETCHES[1:]
        cycles = {fetch: second(cache, fetch // 2, cold) for fetch in wider}
        for fetch, value in cycles.items():
            configuration = f"a sector {fetch // 2} bytes behind, {cache}"
            slopes.report("fills", configuration, "cycles", Estimate(value, value, value, 1))
        along = max([SECTOR_BYTES, *(fetch for fetch in wider if cycles[fetch] < (hit + miss) / 2)])
        slopes.report("fills", cache, "bytes", Estimate(along, along, along, 1), parameter)


def shared(slopes: Slopes) -> None:
    """Determine the latency of shared memory, and the cycles of each further pass through its banks."""
    end, chase = slopes.backend.zeros(WARP, "int32"), slopes.kernel("latency", "chase_shared")
    few, many = 4 * slopes.facts.rounds, 16 * slopes.facts.rounds
    cycles: list[Estimate] = []
    for stride in (0, 1, 2, 4, 8, 16, 32):

        def run(rounds: int, stride: int = stride) -> None:
            chase(1, rounds, stride, end, threads=WARP)

        cycles.append(slopes.cycles(slopes.slope(run, few, many).times(1 / STEPS)).less(1))
        slopes.report("shared", f"stride {stride}", "cycles", cycles[-1])
    slopes.report("shared", "without conflicts", "cycles", cycles[1], "shared_latency")
    slopes.report("shared", "a further pass", "cycles", cycles[-1].less(cycles[1].value).times(1 / 31))


def arithmetic(slopes: Slopes) -> None:
    """Determine the latency of a multiplication with addition."""
    end, chain = slopes.backend.zeros(WARP, "float32"), slopes.kernel("latency", "multiply_add")
    step = _of_rounds(slopes, lambda rounds: chain(1, rounds, 0.5, end, threads=WARP))
    slopes.report("arithmetic", "multiply-add", "cycles", step, "arithmetic_latency")


def block_barriers(slopes: Slopes) -> None:
    """Determine the time of a barrier of a block with two warps."""
    meet = slopes.kernel("latency", "meet_block")
    step = _of_rounds(slopes, lambda rounds: meet(1, rounds, threads=2 * WARP))
    slopes.report("block_barriers", "two warps", "cycles", step, "barrier_latency")


def _of_rounds(slopes: Slopes, run: Callable[[int], None]) -> Estimate:
    few, many = 4 * slopes.facts.rounds, 16 * slopes.facts.rounds
    return slopes.cycles(slopes.slope(run, few, many).times(1 / STEPS))
