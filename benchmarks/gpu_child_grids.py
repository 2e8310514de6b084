"""Speed and memory of the GPU model where kernels launch kernels.

    python benchmarks/gpu_child_grids.py [--grids 200000] [--requests 8] [--devices k20c h200]

Blocks of 256 threads launch child grids with some of their lanes, each of one warp. A child loads and stores
sectors of its own, as the relaxation of the edges of one node does. The output has the child grids and the
warp instructions that the model simulates per second of processor time on one core, the best of the repeats,
and the bytes of a child grid: of its trace, and those that the model allocates beyond the trace.
"""

from functools import partial

import numpy as np
from harness import cpu_seconds, parser, peak_allocated, print_table

from gpu import KernelTrace, simulate
from gpu.backends.host.trace import FORM, KINDS


def trace_of(kernel, blocks, threads, kinds, lanes, **children):
    """A trace whose warps all make the same kinds of requests, each in a sector of its own."""
    warps = blocks * threads // 32
    forms = np.zeros(len(kinds), FORM)
    forms["kind"] = [KINDS.index(name) for name in kinds]
    forms["sectors"] = forms["kind"] < KINDS.index("barrier")
    forms["array"] = np.where(forms["sectors"], 0, -1)
    forms["bytes"], forms["blocks"] = 4, 2
    accesses = warps * int(forms["sectors"].sum())
    sectors = np.random.default_rng(0).permutation(accesses).astype(np.uint32)
    return KernelTrace(
        kernel=kernel, dtype="float32", block_size=threads, grid=(blocks, 1, 1), block=(threads, 1, 1),
        dynamic_shared_bytes=0, arrays=("edges",), array_address=np.zeros(1, np.int64),
        array_bytes=np.array([32 * sectors.size]), warp_start=np.arange(warps + 1) * len(kinds),
        form=np.tile(np.arange(len(kinds), dtype=np.uint32), warps),
        lanes=np.full(warps * len(kinds), 2**lanes - 1, np.uint32), forms=forms, sectors=sectors, **children,
    )  # fmt: skip


def launch(grids, requests):
    """A launch whose warps launch 8 child grids each."""
    blocks = grids // 64
    parent = ("relax", blocks, 256, ("load", "launch", "end"), 8)
    kinds = (*("load", "store") * (requests // 2), "end")
    launched_by = np.repeat(1 + 3 * np.arange(blocks * 8), 8)
    start = np.arange(launched_by.size + 1)
    child = trace_of("child", launched_by.size, 32, kinds, 32, child_start=start, child_request=launched_by)
    return trace_of(*parent, children=(child,))


def row(options, device):
    trace = launch(options.grids, options.requests)
    resources = {"relax": (32, 0), "child": (32, 0)}
    work = partial(simulate, trace, device, resources=resources)
    simulate(launch(64, options.requests), device, resources=resources)  # compiles, so it is not counted
    seconds, found = cpu_seconds(work, options.repeats, min)
    grids = found.scalars["child_grids"]
    (child,) = trace.children
    own = sum(value.nbytes for value in vars(child).values() if isinstance(value, np.ndarray)) / grids
    memory = peak_allocated(work) / grids
    return [device, grids, grids / seconds, found.scalars["instructions"] / seconds / 1e6, own, memory]


def main():
    options = parser(__doc__, repeats=3, grids=200_000, requests=8, devices=["k20c", "h200"]).parse_args()
    columns = ["device:14", "grids:9,", "grids/s:9,.0f", "M instr./s:.1f", "trace B:.0f", "model B:.0f"]
    print_table(columns, (row(options, device) for device in options.devices))


if __name__ == "__main__":
    main()
