"""Traces written by hand or drawn at random, and small devices to run them on."""

import re
from dataclasses import replace

import numpy as np

from gpu import KernelTrace, load_device, resident_blocks
from gpu.backends.host.compiler import find_compiler
from gpu.backends.host.trace import FORM, KINDS

ARRAYS = ("a", "b", "c")
ATOMICS = ("reduction", "atomic")
SHARED_KINDS = ("load", "store", "reduction", "atomic")


def compiler_is_expected():
    """Whether basic blocks are as tests expect them; with another compiler than g++ 12 a few differ."""
    return re.search(r" 12\.\d+\.\d+$", find_compiler()) is not None


def trace_of(blocks, dynamic_shared_bytes=0, kernel="by_hand"):
    """A trace of blocks, each a list of warps, each a list of requests.

    A request is (kind, array, sectors or wavefronts, basic blocks before, exchanges before), and of an atomic
    the passes through the L2 if they are more than the sectors; the end of each warp is added where it is
    missing. A launch has its number of lanes in place of sectors.
    """
    warps = [
        warp if warp and warp[-1][0] == "end" else [*warp, ("end", None, [], 0, 0)]
        for b in blocks
        for warp in b
    ]
    requests = [request for warp in warps for request in warp]
    shared = [request[1] is None and request[0] in SHARED_KINDS for request in requests]
    launches = [request[2] if request[0] == "launch" else 32 for request in requests]
    sectors = [[] if s or r[0] == "launch" else list(r[2]) for s, r in zip(shared, requests, strict=True)]
    return KernelTrace(
        kernel=kernel,
        dtype="float32",
        block_size=32 * len(blocks[0]) if blocks else 32,
        grid=(len(blocks), 1, 1),
        block=(32 * len(blocks[0]) if blocks else 32, 1, 1),
        dynamic_shared_bytes=dynamic_shared_bytes,
        arrays=ARRAYS,
        array_address=np.arange(3) * 2**20,
        array_bytes=np.full(3, 2**20),
        warp_start=np.cumsum([0, *map(len, warps)]),
        lanes=np.array([2**lanes - 1 for lanes in launches], np.uint32),
        sectors=np.array([s for each in sectors for s in each], np.uint32),
        **forms_of(
            kind=[KINDS.index(r[0]) for r in requests],
            array=[-1 if r[1] is None else r[1] for r in requests],
            bytes=np.full(len(requests), 4),
            wavefronts=[r[2] if s else 0 for s, r in zip(shared, requests, strict=True)],
            passes=[_passes(r) for r in requests],
            blocks=[r[3] for r in requests],
            exchanges=[r[4] for r in requests],
            sectors=[len(each) for each in sectors],
        ),
    )


def forms_of(**members):
    """The fields ``form`` and ``forms`` of a trace, of the members of each request's form."""
    requests = np.zeros(len(members["kind"]), FORM)
    for name, values in members.items():
        requests[name] = values
    forms, form = np.unique(requests, return_inverse=True)
    return {"form": form.astype(np.uint32), "forms": forms}


def with_members(trace, **changes):
    """The trace with other values of some members of its requests' forms."""
    members = {name: trace.forms[name][trace.form] for name in FORM.names}
    return replace(trace, **forms_of(**members | changes))


def _passes(request):
    if request[0] not in ATOMICS or request[1] is None:
        return 0
    return request[5] if len(request) > 5 else len(request[2])


def random_trace(rng, grid_barriers_on=None):
    """A few blocks whose warps do a bit of everything, over few or many sectors.

    With a device, the blocks may have grid barriers, and all of them fit on it.
    """
    blocks, warps = int(rng.integers(1, 9)), int(rng.integers(1, 5))
    if grid_barriers_on is not None:
        blocks = min(blocks, resident_blocks(grid_barriers_on, 32 * warps, 16))
    trace = trace_of(random_blocks(rng, blocks, warps, grid_barriers=grid_barriers_on is not None))
    count = trace.form.size
    lanes = rng.integers(1, 2**32, count, np.uint32) & rng.choice([2**32 - 1, 2**16 - 1], count)
    trace = replace(trace, lanes=np.maximum(lanes, 1).astype(np.uint32))
    return with_members(trace, bytes=rng.choice([1, 2, 4, 8, 16], count))


def random_blocks(rng, blocks, warps, grid_barriers=False, launches=0.0):
    """The requests of random blocks; ``launches`` is the share of launches by warps."""
    barriers = ["grid_barrier" if grid_barriers and rng.random() < 0.6 else "barrier"] * rng.integers(0, 3)
    span = int(rng.choice([8, 60, 2000]))

    def request():
        before = (int(rng.integers(0, 4) * (rng.random() < 0.6)), int(rng.integers(0, 2)))
        if launches and rng.random() < launches:
            return ("launch", None, int(rng.integers(1, 4)), *before)
        kind = str(rng.choice(["load"] * 3 + ["read_only", "texture", "load_l2", "store", *ATOMICS]))
        if rng.random() < 0.25:
            return (kind if kind in SHARED_KINDS else "load", None, int(rng.integers(1, 6)), *before)
        many = int(rng.integers(1, 17))
        start = int(rng.integers(span))
        near = np.arange(start, start + many) if rng.random() < 0.5 else rng.integers(0, span, many)
        array = int(rng.integers(3))
        sectors = np.unique(near + array * 2**15).tolist()
        more = [len(sectors) + int(rng.integers(0, 5))] * (kind in ATOMICS)
        return (kind, array, sectors, *before, *more)

    def warp():
        made = []
        for kind in barriers:
            made += [request() for _ in range(rng.integers(0, 5))]
            made.append((kind, None, [], int(rng.integers(0, 3)), 0))
        return made + [request() for _ in range(rng.integers(0, 8))]

    return [[warp() for _ in range(warps)] for _ in range(blocks)]


def random_family(rng, depth=2):
    """A launch whose warps launch child grids of one or two kernels, whose warps may launch more."""
    blocks = random_blocks(rng, int(rng.integers(1, 5)), int(rng.integers(1, 3)), launches=0.2)
    return launching(rng, trace_of(blocks), depth)


def launching(rng, trace, depth):
    """A trace with random children, one for each lane of each launch."""
    requests = np.flatnonzero(trace.kind == KINDS.index("launch"))
    lanes = [int(trace.lanes[request]).bit_count() for request in requests]
    launched_by = rng.permutation(np.repeat(requests, lanes))
    children = []
    for part in np.array_split(launched_by, rng.integers(1, 3)):
        if part.size:
            counts = rng.integers(1, 3, part.size)
            own = 0.04 if depth > 1 else 0.0
            blocks = random_blocks(rng, int(counts.sum()), int(rng.integers(1, 3)), launches=own)
            child = trace_of(blocks, kernel=f"child_{depth}_{len(children)}")
            children.append(launched_by_requests(launching(rng, child, depth - 1), part, counts))
    return replace(trace, children=tuple(children), may_launch=bool(children))


def launched_by_requests(trace, requests, blocks):
    """A trace of child grids: the request that launched each, and its number of blocks."""
    start = np.cumsum([0, *blocks]).astype(np.int64)
    return replace(trace, child_start=start, child_request=np.asarray(requests, np.int64))


def small_device(rng, launches=False, **changes):
    """A device so small that everything on it is scarce."""
    slices = int(rng.choice([1, 2, 6]))
    fields = {
        "sms": int(rng.integers(1, 4)),
        "clock": 1e9,
        "schedulers": int(rng.choice([1, 2, 4])),
        "arithmetic_latency": int(rng.integers(1, 7)),
        "warps_per_sm": int(rng.choice([4, 8])),
        "blocks_per_sm": int(rng.integers(1, 5)),
        "shared_latency": int(rng.integers(1, 9)),
        "barrier_latency": int(rng.integers(1, 6)),
        "shared_atomic_cycles": int(rng.choice([0, 3, 40])),
        "shared_carveouts": (0, 4096),
        "l1_size": 1024 * int(rng.choice([4, 5, 8])),
        "l1_caches": str(rng.choice(["all", "read_only", "texture"])),
        "l1_ways": int(rng.choice([1, 2, 4])),
        "l1_fill": int(rng.choice([32, 64, 128])),
        "l1_latency": 9,
        "outstanding_sectors": int(rng.choice([4, 9, 40])),
        "l2_port_width": int(rng.choice([8, 32, 64])),
        "l2_size": 1024 * int(rng.choice([3, 12])),
        "l2_slices": slices,
        "l2_ways": int(rng.choice([1, 4])),
        "l2_latency": int(rng.integers(10, 30)),
        "l2_slice_width": int(rng.choice([8, 32])),
        "l2_far_latency": 0,
        "l2_fabric_width": 0,
        "l2_copies": str(rng.choice(["hits", "loads"])),
        "l2_request_rate": float(rng.choice([0, 0.1, 0.3, 0.9])),
        "atomic_sectors": int(rng.integers(1, 4)),
        "dram_channels": int(rng.choice([1, slices])),
        "dram_latency": int(rng.integers(30, 70)),
        "dram_bandwidth": 10**9 * int(rng.choice([4, 50])),
        "dram_fetch": int(rng.choice([32, 64, 128])),
        "ecc": str(rng.choice(["none", "inline"])),
        "dispatch_cycles": int(rng.integers(8, 40)),
        "launch_latency": 50e-9,
        "grid_barrier_latency": int(rng.integers(3, 40)),
        "device_launch": 1e-9 * int(rng.integers(1, 60)),
        "pending_launches": int(rng.choice([1, 2, 3, 50])),
        "device_runtime_factor": float(rng.choice([1, 1.44])),
    }
    if slices > 1 and rng.random() < 0.6:
        fields |= {
            "dram_channels": int(rng.choice([2, slices])),
            "l2_far_latency": int(rng.integers(fields["l2_latency"], fields["dram_latency"] + 1)),
            "l2_fabric_width": int(rng.choice([8, 64])),
        }
    if rng.random() < 0.25:
        fields |= {"l2_size": 0, "l2_far_latency": 0, "l2_fabric_width": 0}
        if rng.random() < 0.6 and not launches:
            fields |= {"compute_capability": "1.3", "l1_caches": "texture", "shared_atomic_cycles": 7}
            fields |= {"device_launch": 0, "pending_launches": 0}
    return load_device("h200", **{**fields, **changes})
