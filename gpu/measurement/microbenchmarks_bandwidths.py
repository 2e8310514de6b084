"""Microbenchmarks of bandwidths: reads, writes and copies, reads of anywhere, loads in flight, atomics.

They determine ``l2_slice_width`` (bytes per cycle of all slices), ``l2_port_width``, ``dram_efficiency``
(bytes per second of copies), ``outstanding_sectors``, ``l2_request_rate`` (reads of anywhere per cycle) and
``atomic_sectors`` (cycles of an atomic at one address).
"""

from __future__ import annotations

from collections.abc import Callable

from gpu.measurement.microbenchmarks_slopes import BLOCK, Estimate, Slopes

FOUR = 16
"""Bytes of a load or a store of a thread; it has four of them at once."""


class Arrays:
    """Two arrays in memory, and kernels that read and write parts of them in order.

    Parameters
    ----------
    size : int
        The most bytes of a part.
    """

    def __init__(self, slopes: Slopes, size: int) -> None:
        self.slopes = slopes
        numbers = max(size, 4 * FOUR * BLOCK * slopes.facts.sms) // 4
        self.source, self.target = (slopes.backend.zeros(numbers, "uint32") for _ in "ab")
        self._kernels = {
            name: slopes.kernel("bandwidth", f"{name}_in_order") for name in ("read", "write", "copy")
        }

    def rate(self, name: str, size: int, few: int, many: int, blocks: int | None = None) -> Estimate:
        """Bytes per microsecond of some rounds of reads, writes or copies of about ``size`` bytes.

        By default there are as many blocks as fit on the device and have something to do.
        """
        facts, of_block = self.slopes.facts, 4 * FOUR * BLOCK
        each = min(max(1, size // (of_block * facts.sms)), facts.threads_per_sm // BLOCK)
        grid = blocks or each * facts.sms
        count = 4 * BLOCK * grid * max(1, size // (of_block * grid))
        arrays = {
            "read": (self.source, self.target),
            "write": (self.target,),
            "copy": (self.source, self.target),
        }

        def run(rounds: int) -> None:
            self._kernels[name](grid, rounds, count, *arrays[name])

        return self.slopes.slope(run, few, many).rate(FOUR * count * (2 if name == "copy" else 1))


def l2_bandwidth(slopes: Slopes) -> None:
    """Determine the width of all slices of the L2 together, by reads of a quarter of it in order.

    Where an L2 has halves, a quarter of it and the copies of the other half fit into each.
    """
    size = slopes.facts.l2_bytes // 4
    arrays = Arrays(slopes, size)
    few, many = 4 * slopes.facts.rounds, 12 * slopes.facts.rounds
    for name in ("read", "write"):
        rate = arrays.rate(name, size, few, many).times(1 / slopes.mhz)
        parameter = "l2_slice_width" if name == "read" else ""
        slopes.report("l2_bandwidth", f"{name}s of {size} bytes", "bytes_per_cycle", rate, parameter)


def port_bandwidth(slopes: Slopes) -> None:
    """Determine the bytes per cycle that one multiprocessor receives from the L2."""
    facts = slopes.facts
    threads = min(1024, facts.threads_per_sm)
    count = 4 * threads
    kernel = slopes.kernel("bandwidth", "read_by_one")
    source, target = (slopes.backend.zeros(4 * count, "uint32") for _ in "ab")

    def run(rounds: int) -> None:
        kernel(
            facts.sms, rounds, 0, count, source, target, shared_bytes=facts.exclusive_bytes, threads=threads
        )

    few, many = 4 * facts.rounds, 16 * facts.rounds
    rate = slopes.slope(run, few, many).rate(FOUR * count).times(1 / slopes.mhz)
    slopes.report("port_bandwidth", f"{threads} threads", "bytes_per_cycle", rate, "l2_port_width")


def dram_bandwidth(slopes: Slopes) -> None:
    """Determine the bandwidth of memory that copies reach; also that of reads and writes."""
    size = slopes.facts.dram_bytes
    arrays = Arrays(slopes, size)
    for name in ("copy", "read", "write"):
        rate = arrays.rate(name, size, 1, 3).times(1e6)
        parameter = "dram_efficiency" if name == "copy" else ""
        slopes.report("dram_bandwidth", f"{name} of {size} bytes", "bytes_per_second", rate, parameter)


def bandwidth_by_size(slopes: Slopes) -> None:
    """Read more and more bytes in order, which shows the sizes of the halves and of the L2."""
    eighths, l2 = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16), slopes.facts.l2_bytes
    sizes = [k * l2 // 8 for k in eighths if k * l2 // 8 <= slopes.facts.dram_bytes]
    arrays = Arrays(slopes, sizes[-1])
    for size in sizes:
        rate = arrays.rate("read", size, 4, 12).times(1e6)
        slopes.report("bandwidth_by_size", f"{size} bytes", "bytes_per_second", rate)
    blocks = 1
    while blocks <= slopes.facts.sms:
        rate = arrays.rate("read", sizes[0], 4, 12, blocks).times(1e6)
        slopes.report("bandwidth_by_size", f"{sizes[0]} bytes, {blocks} blocks", "bytes_per_second", rate)
        blocks *= 2


def random_reads(slopes: Slopes) -> None:
    """Read 4 bytes of anywhere in the L2 and in memory, which uses a part of each sector.

    Reads from a quarter of the L2 give the requests that all slices begin together, ``l2_request_rate``: each
    is a sector of a line of its own.
    """
    facts = slopes.facts
    blocks = facts.sms * (facts.threads_per_sm // BLOCK)
    kernel = slopes.kernel("bandwidth", "read_anywhere")
    target = slopes.backend.zeros(1, "uint32")
    quarter, memory = (1 << size.bit_length() - 1 for size in (facts.l2_bytes // 4, facts.memory_bytes))
    for size in dict.fromkeys((quarter, 2 * quarter, facts.dram_bytes, min(memory, 2**32))):
        source = slopes.backend.zeros(size // 4, "uint32")

        def run(rounds: int, source: object = source, mask: int = size // 4 - 1) -> None:
            kernel(blocks, rounds, mask, source, target)

        reads = slopes.slope(run, facts.rounds, 3 * facts.rounds).rate(4 * blocks * BLOCK).times(1e6)
        slopes.report("random_reads", f"{size} bytes", "reads_per_second", reads)
        if size == quarter:
            rate = reads.times(1e-6 / slopes.mhz)
            slopes.report(
                "random_reads", f"{size} bytes, in cycles", "reads_per_cycle", rate, "l2_request_rate"
            )


def outstanding_loads(slopes: Slopes) -> None:
    """Determine the sectors that a multiprocessor has in flight: their rate times the latency of memory.

    One multiprocessor reads a sector of each line, with more and more warps and an L2 that has none of them.
    Where its LSU or its port limits the rate, the number is a lower bound, which :mod:`gpu.measurement.fit`
    sees. It is not found without the latency, from :func:`dram`.
    """
    facts = slopes.facts
    most = min(1024, facts.threads_per_sm)
    few, many = 4, 4 + 8 * facts.rounds
    source = slopes.backend.zeros(32 * 4 * most * many, "uint32")
    target = slopes.backend.zeros(1, "uint32")
    latency = slopes.found.get("dram_latency", 0.0) + slopes.beyond_near / 2
    kernel, rates = slopes.kernel("bandwidth", "read_lines_by_one"), []
    for threads in (each for each in (32, 64, 128, 256, 512, 1024) if each <= most):

        def run(rounds: int, threads: int = threads) -> None:
            kernel(facts.sms, rounds, 0, source, target, shared_bytes=facts.exclusive_bytes, threads=threads)

        rates.append(slopes.slope(run, few, many, cold=True).rate(4 * threads).times(1 / slopes.mhz))
        slopes.report("outstanding_loads", f"{threads} threads", "sectors_per_cycle", rates[-1])
    best = max(rates, key=lambda rate: rate.value)
    if latency:
        at_most = best.times(latency)
        slopes.report("outstanding_loads", "in flight at most", "sectors", at_most, "outstanding_sectors")


def atomics(slopes: Slopes) -> None:
    """Determine the time of an atomic at one address; also at those of a sector, of a line, and of 8 MiB."""
    facts = slopes.facts
    blocks = facts.sms
    most = min(2**21, facts.memory_bytes // 8 // 4)
    spreads = {"one address": 1, "one sector": 8, "one line": 32, f"{most} numbers": most}
    kernels = (
        ("add_int", "int32"),
        ("add_float", "float32"),
        ("add_double", "float64"),
        ("add_and_use", "int32"),
    )
    for name, dtype in kernels:
        kernel, out = slopes.kernel("bandwidth", name), slopes.backend.zeros(most, dtype)
        for spread, numbers in spreads.items():
            if name in ("add_double", "add_and_use") and numbers not in (1, most):
                continue

            def run(
                rounds: int, numbers: int = numbers, kernel: Callable[..., None] = kernel, out: object = out
            ) -> None:
                kernel(blocks, rounds, numbers - 1, out)

            once = slopes.slope(run, facts.rounds, 3 * facts.rounds).times(1 / (blocks * BLOCK))
            parameter = "atomic_sectors" if (name, numbers) == ("add_float", 1) else ""
            slopes.report("atomics", f"{name}, {spread}", "cycles", slopes.cycles(once), parameter)
    kernel, out = slopes.kernel("bandwidth", "add_shared"), slopes.backend.zeros(blocks, "int32")
    for numbers in (1, 32, 256):

        def run_shared(rounds: int, numbers: int = numbers) -> None:
            kernel(blocks, rounds, numbers - 1, out)

        once = slopes.slope(run_shared, 4 * facts.rounds, 16 * facts.rounds).times(1 / BLOCK)
        slopes.report("atomics", f"add_shared, {numbers} addresses", "cycles", slopes.cycles(once))
