"""The columns of a run on a GPU, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpu.model.result import SCALARS
from numasim.results.columns import (
    COPIES_OR_CUT,
    EDGE_WEIGHT_IMBALANCE,
    REPLICATION_FACTOR,
    SHARE,
    Column,
    columns_of,
    gteps,
)
from numasim.results.row_kinds import OF_ANY_CUT, OF_CUT, RowKind, of_section


def _gflops(row: Mapping[Any, Any]) -> float | None:
    """Return the floating-point operations per nanosecond in kernels; None if the row has no time."""
    flops, seconds = row.get("flops"), row.get("seconds")
    return flops / seconds / 1e9 if flops is not None and seconds else None


COLUMNS = columns_of(
    SCALARS,
    REPLICATION_FACTOR,
    EDGE_WEIGHT_IMBALANCE,
    COPIES_OR_CUT,
    Column("vertex_copies", "copies of vertices beyond the first", narrow="copies"),
    Column(
        "seconds",
        "time in kernels; `time_us` includes the time between launches",
        heading="time",
        narrow="time",
        ratio="time",
        title="simulated time",
        unit="s",
    ),
    Column(
        "elapsed_seconds",
        "time from the start of the program to the end of its last launch or copy: `time_us` in seconds",
        heading="elapsed",
        narrow="elapsed",
        ratio="elapsed",
        title="elapsed time",
        hint="with launches, copies and host waits",
        unit="s",
    ),
    Column(
        "product_seconds",
        "part of `seconds` in the kernels of the product (`cg` has other kernels too)",
        title="time of products",
        unit="s",
    ),
    Column(
        "transactions",
        "sectors of 32 bytes between multiprocessors and L2: loads, stores and atomics, without hits "
        "in an L1",
        heading="trans-\nactions",
        narrow="trans-\nact.",
        ratio="trans.",
        narrow_ratio="trans-",
        title="transactions with the L2 (32 bytes)",
    ),
    Column(
        "l1_hit_rate",
        heading="L1 hits",
        narrow="L1\nhits",
        hint="share of the sectors requested from the L1",
        form=SHARE,
    ),
    Column(
        "l2_hit_rate",
        heading="L2 hits",
        narrow="L2\nhits",
        hint="share of the sectors requested from the L2",
        form=SHARE,
    ),
    Column(
        "dram_bytes",
        "bytes read from memory and written back",
        heading="DRAM\nbytes",
        narrow="DRAM\nbytes",
        ratio="DRAM",
        title="bytes of DRAM",
    ),
    Column(
        "occupancy",
        heading="occupancy",
        narrow="occu-\npancy",
        hint="resident warps over the maximum number of warps",
        form=SHARE,
    ),
    Column("flops", "floating-point operations: 2 per entry, and with `cg` 10 per row and iteration"),
    Column("flops_per_dram_byte", "`flops` over `dram_bytes` (empty if there are none)"),
    Column("peak_gflops", "the device's flat roof: two operations per lane and cycle"),
    Column("peak_gb_s", "the device's sloping roof: its effective bandwidth"),
    Column("shared_bytes", "shared memory of a block, the largest over all launches"),
    Column(
        "gflops",
        heading="Gflop/s",
        narrow="Gflop\n/s",
        hint="floating-point operations over the time in kernels",
        form="{:.3g}",
        derive=_gflops,
    ),
    Column(
        "gteps",
        heading="GTEPS",
        narrow="GTEPS",
        hint="10^9 edges of reached nodes over the elapsed time, in seconds",
        form="{:.3g}",
        derive=gteps,
    ),
)

_OF_OPERAND = ("vertices", "edges", "points", "triangles", "rows", "columns", "entries")
_OF_DEVICE = ("shared_bytes", "sms", "peak_gflops", "peak_gb_s", "flops_per_dram_byte")

ROWS = RowKind(
    name="gpu",
    naming={"variant": "kernel", "partitioner": "cut"},
    field_columns={
        **OF_ANY_CUT,
        **of_section("workload", "matrix", "graph", "mesh", "variant", "x_in", "block_size", "dtype", "l2"),
        **of_section("workload", "iterations", "entries_per_thread", "max_degree", "level"),
        **of_section("workload", "check", "angle", "priority", "new_point"),
        **of_section("workload", "partition_ready_after", "resident_blocks", "block_order"),
        "machine": "machine",
    },
    method=("partitioner", "variant"),
    group="machine",
    tables=("launches", "arrays", "copies", "sms", "thread_blocks", "iterations"),
    measured=(*OF_CUT, *_OF_OPERAND, *_OF_DEVICE),
    columns=COLUMNS,
    compared=("transactions", "dram_bytes", "seconds", "elapsed_seconds", "product_seconds"),
    figures=(
        *("replication_factor", "seconds", "transactions", "l1_hit_rate", "l2_hit_rate", "dram_bytes"),
        *("occupancy", "gflops"),
    ),
    communication=("copies_or_cut", "transactions", "dram_bytes"),
    bars=("seconds", "transactions", "dram_bytes", "copies_or_cut"),
    units={"peak_gflops": "Gflop/s", "peak_gb_s": "GB/s"},
)
