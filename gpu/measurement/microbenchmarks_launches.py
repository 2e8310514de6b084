"""Microbenchmarks of launches by host and kernels, copies, waits of the host, and barriers of a grid.

They determine ``dispatch_cycles``, ``launch_latency``, ``copy_latency``, ``link_bandwidth``,
``synchronise_latency``, ``grid_barrier_latency`` and ``device_launch``.
"""

from __future__ import annotations

import numpy as np

from gpu.measurement.microbenchmarks_slopes import WARP, Estimate, Slopes


def dispatch(slopes: Slopes) -> None:
    """Determine the time from the end of a block to the begin of the next on its multiprocessor.

    A block has a multiprocessor for itself and ends with its first instruction, so a block takes
    ``dispatch_cycles`` and the slot of this instruction.
    """
    facts, nothing = slopes.facts, slopes.kernel("bandwidth", "nothing")

    def run(blocks_of_each: int) -> None:
        nothing(facts.sms * blocks_of_each, 0, shared_bytes=facts.exclusive_bytes, threads=WARP)

    many = 16 * facts.rounds
    of_block = slopes.cycles(slopes.slope(run, many // 4, many)).less(1)
    slopes.report("dispatch", "a block for each multiprocessor", "cycles", of_block, "dispatch_cycles")
    small = slopes.slope(
        lambda blocks: nothing(blocks, 0, threads=WARP), facts.sms * many, 4 * facts.sms * many
    )
    slopes.report("dispatch", "blocks of a warp, as many as fit", "blocks_per_us", small.rate(1))


def launches(slopes: Slopes) -> None:
    """Determine the time from the end of a launch to the arrival of the next one of a stream.

    A launch of a block that ends at once takes this time, ``dispatch_cycles`` and the slot of its
    instruction.
    """
    nothing = slopes.kernel("bandwidth", "nothing")

    def run(count: int) -> None:
        for _ in range(count):
            nothing(1, 0, threads=WARP)

    once = slopes.slope(run, 4 * slopes.facts.rounds, 16 * slopes.facts.rounds)
    own = (slopes.found.get("dispatch_cycles", 0.0) + 1) / slopes.mhz
    slopes.report("launches", "one after another", "seconds", once.times(1e-6))
    slopes.report("launches", "without the block", "seconds", once.less(own).times(1e-6), "launch_latency")
    one = slopes.time(lambda: nothing(1, 0, threads=WARP))
    slopes.report("launches", "one, between events", "seconds", Estimate.of_times(one).times(1e-6))


def copies(slopes: Slopes) -> None:
    """Determine the time of a copy, of its bytes, and of the wait of the host for its end."""
    backend, facts = slopes.backend, slopes.facts
    small, large = (backend.zeros(size, "uint8") for size in (4, facts.copy_bytes))
    word, bytes_ = np.zeros(4, np.uint8), np.zeros(facts.copy_bytes, np.uint8)

    def write(count: int) -> None:
        for _ in range(count):
            backend.write(small, word)

    def read(count: int) -> None:
        for _ in range(count):
            backend.numpy(small)

    few, many = facts.rounds, 4 * facts.rounds
    to_device = slopes.slope(write, few, many, waits=True)
    slopes.report("copies", "4 bytes to the device", "seconds", to_device.times(1e-6), "copy_latency")
    to_host = slopes.slope(read, few, many, waits=True)
    slopes.report("copies", "4 bytes to the host, and a wait", "seconds", to_host.times(1e-6))
    wait = to_host.less(to_device.value).times(1e-6)
    slopes.report("copies", "difference of both", "seconds", wait, "synchronise_latency")

    def write_bytes(count: int) -> None:
        for _ in range(count):
            backend.write(large, bytes_)

    of_large = slopes.slope(write_bytes, 1, 3, waits=True).less(to_device.value)
    rate = of_large.times(1e-6).rate(facts.copy_bytes)
    slopes.report(
        "copies", f"{facts.copy_bytes} bytes to the device", "bytes_per_second", rate, "link_bandwidth"
    )

    def read_bytes(count: int) -> None:
        for _ in range(count):
            backend.numpy(large)

    back = slopes.slope(read_bytes, 1, 3, waits=True).less(to_host.value)
    back = back.times(1e-6).rate(facts.copy_bytes)
    slopes.report("copies", f"{facts.copy_bytes} bytes to the host", "bytes_per_second", back)


def grid_barriers(slopes: Slopes) -> None:
    """Determine the time of a barrier of the whole grid, with a block for each multiprocessor."""
    meet = slopes.kernel("grid_barrier", "meet_grid")
    blocks = min(slopes.facts.sms, slopes.backend.resident_blocks(meet))
    few, many = slopes.facts.rounds, 4 * slopes.facts.rounds
    barrier = slopes.cycles(
        slopes.slope(lambda rounds: meet(blocks, rounds, threads=2 * WARP), few, many).times(1 / 8)
    )
    slopes.report("grid_barriers", f"{blocks} blocks", "cycles", barrier, "grid_barrier_latency")


def child_launches(slopes: Slopes) -> None:
    """Determine the time that the device takes for a launch by a kernel, with at most 1024 pending."""
    parent = slopes.kernel("child_launches", "launch_children")
    few, many = 8, 32
    child = slopes.slope(lambda rounds: parent(1, rounds, threads=WARP), few, many).times(1 / WARP)
    slopes.report("child_launches", f"{WARP * many} by a warp", "seconds", child.times(1e-6), "device_launch")
