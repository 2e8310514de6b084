"""The keys of a GPU in a file, in words: the meaning of each field of :class:`gpu.Device`."""

from __future__ import annotations

from collections.abc import Mapping

DEVICE_KEYS: Mapping[str, str] = {
    "name": "name of the device in tables",
    "compute_capability": 'compute capability, such as `"9.0"`; selects the register counts of the kernels',
    "sms": "number of multiprocessors",
    "clock": "clock; all cycles are cycles of this clock",
    "schedulers": "warp schedulers of a multiprocessor; each issues one instruction of one warp per cycle",
    "arithmetic_latency": "cycles from an arithmetic instruction to an instruction that needs its result",
    "warps_per_sm": "resident warps of a multiprocessor",
    "blocks_per_sm": "resident blocks of a multiprocessor",
    "registers_per_sm": "32-bit registers of a multiprocessor",
    "registers_per_block": "maximum registers of a block",
    "registers_per_thread": "maximum registers of a thread",
    "register_unit": (
        "number in whose multiples registers are allocated to a warp (capability 1.x: to a block)"
    ),
    "warp_unit": "number in whose multiples warps with registers are allocated",
    "shared_per_block": "maximum shared memory of a block",
    "shared_unit": "bytes in whose multiples shared memory is allocated",
    "shared_reserved": "bytes that the system reserves in every block with shared memory",
    "shared_carveouts": "possible sizes of shared memory, in ascending order",
    "shared_latency": "cycles from a load in shared memory to its value",
    "barrier_latency": "cycles from the arrival of the last warp at a barrier until all warps continue",
    "shared_atomic_cycles": (
        "cycles of a warp for one round of the loop of an atomic on shared memory (before capability 5.0); "
        "0: shared memory has units for atomics"
    ),
    "l1_size": "size of the L1/texture cache",
    "l1_unified": "whether L1 and shared memory share `l1_size`",
    "l1_caches": (
        "loads that the L1 caches: all, read-only and texture loads (from capability 3.5 on), or only "
        "texture loads (1.x, 3.0)"
    ),
    "l1_ways": "lines in a set",
    "l1_fill": "bytes that a miss fetches into the L1: 32 B (a sector), 64 B or 128 B (a line)",
    "l1_latency": "cycles from a load that hits to its value",
    "outstanding_sectors": (
        "maximum outstanding sectors (capability 1.x: transactions) between a multiprocessor and the L2"
    ),
    "l2_port_width": "bytes per cycle between a multiprocessor and the L2, in each direction",
    "l2_size": "size of all slices together; 0 B: there is no L2, and the slices are memory partitions",
    "l2_slices": "number of slices; addresses are distributed over them",
    "l2_ways": "lines in a set",
    "l2_latency": "cycles from a load that hits in the idle L2 to its value",
    "l2_slice_width": "bytes that a slice serves per cycle",
    "atomic_sectors": "time of an atomic on one sector at a slice, in sectors",
    "dram_channels": "number of channels; the slices are distributed evenly over them",
    "dram_latency": "cycles from a load that misses in the idle L2 to its value",
    "dram_bandwidth": "peak bandwidth",
    "dram_efficiency": "fraction of the peak that accesses to many rows reach",
    "dram_fetch": "bytes of an access to DRAM, all of which a miss fetches into the L2: 32 B, 64 B or 128 B",
    "ecc": (
        "`inline`: check bits of error correction share the memory with the data and take 1/9 of its "
        "bandwidth"
    ),
    "dispatch_cycles": (
        "cycles from the end of a block, or the arrival of a launch, to the start of the next block"
    ),
    "launch_latency": "time from the end of a launch to the arrival of the next launch of its stream",
    "link_bandwidth": "rate of a copy between host and device, in each direction",
    "copy_latency": "time of a copy in addition to the time of its bytes",
    "synchronise_latency": (
        "time from the end of an item of a stream until a host that waits for it continues"
    ),
    "grid_barrier_latency": (
        "cycles from the last arrival at a barrier of a whole grid to the release of all warps"
    ),
    "device_launch": (
        "time that the device takes for each launch by a kernel, one after another; `0 s` if kernels cannot"
        " launch kernels (before capability 3.5)"
    ),
    "pending_launches": "launches by kernels that wait for the device; a warp that launches more waits",
    "device_runtime_factor": (
        "instructions of a kernel that may launch kernels, relative to one without this possibility"
    ),
    "l2_far_latency": (
        "cycles from a load that hits in the other half of the L2 to its value; 0: the L2 has no halves"
    ),
    "l2_fabric_width": (
        "bytes per cycle that each half of the L2 sends to the other one; `0 B` if it has no halves"
    ),
    "l2_copies": (
        "loads of lines of the other half that leave a copy in the near one: those that hit there, or all"
    ),
    "l2_request_rate": (
        "requests per cycle that a slice begins (a line for one multiprocessor); 0: as many as its width "
        "allows"
    ),
}
"""The meaning by field."""
