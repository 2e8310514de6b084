"""The columns of a search on a processor and a GPU, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from collections.abc import Mapping

from gpu.model.result import SCALARS as GPU_SCALARS
from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.columns import SHARE, Column, columns_of, gteps
from numasim.results.row_kinds import RowKind, of_section

SCALARS: Mapping[str, str] = {
    **{
        f"cpu_{name}": meaning
        for name, meaning in THREAD_SCALARS.items()
        if name not in ("completed", "seconds")
    },
    **{f"gpu_{name}": meaning for name, meaning in GPU_SCALARS.items()},
}
"""The scalars of a search on a processor and a GPU: those of the threads, and those of the GPU."""

COLUMNS = columns_of(
    SCALARS,
    Column(
        "seconds",
        "time of a search from its root, mean over the roots, without the clearing of the arrays before it",
        heading="time",
        narrow="time",
        ratio="time",
        title="simulated time of a search",
        unit="s",
    ),
    Column(
        "cpu_seconds",
        "part of `seconds` in levels of the threads",
        heading="threads",
        narrow="threads",
        hint="time in levels of the threads",
        unit="s",
    ),
    Column(
        "gpu_seconds",
        "part of `seconds` in levels of the GPU",
        heading="GPU",
        narrow="GPU",
        hint="time in levels of the GPU",
        unit="s",
    ),
    Column(
        "copy_seconds",
        "part of `seconds` in copies over the link",
        heading="copies",
        narrow="copies",
        hint="time in copies over the link",
        unit="s",
    ),
    Column("reached", "reached nodes, mean over the roots"),
    Column("visited_edges", "out-edges of the reached nodes, mean over the roots"),
    Column("levels", "levels, mean over the roots"),
    Column("gpu_levels", "levels of the GPU, mean over the roots"),
    Column(
        "gpu_edges_share",
        "share of the visited edges in levels of the GPU",
        heading="edges on\nGPU",
        narrow="edges\non GPU",
        hint="share of the visited edges in levels of the GPU",
        form=SHARE,
    ),
    Column(
        "copied_bytes",
        "bytes copied over the link, of all searches",
        ratio="copied",
        title="bytes over the link",
    ),
    Column(
        "gpu_dram_bytes",
        "bytes that the GPU reads from its memory and writes back",
        ratio="DRAM",
        title="bytes of the GPU's DRAM",
    ),
    Column("cpu_dram_bytes", ratio="memory", title="bytes of the processor's memory"),
    Column(
        "gteps",
        heading="GTEPS",
        narrow="GTEPS",
        hint="10^9 visited edges over the time, in seconds",
        form="{:.3g}",
        derive=lambda row: gteps(row, "visited_edges", "seconds"),
    ),
)

ROWS = RowKind(
    name="hybrid",
    naming={"device": "device"},
    field_columns={
        **of_section("workload", "device", "threads", "graph", "method", "roots", "threshold", "states"),
        **of_section("workload", "sockets", "gpu_above", "gpu_return", "gpu_below", "variant"),
        **of_section("workload", "block_size", "chunk", "seed"),
        "workload.hybrid": "program",
        **of_section("execution", "scheduler", "network", "barrier", "lock", "lock_layout"),
        **of_section("machine", "cpu", "gpu"),
        "mapping.method": "mapper",
        "machine": "machine",
        "seed": "seed",
    },
    method=("program",),
    group="device",
    tables=(
        *("levels", "searches", "copies", "phases", "cores", "controllers", "caches", "coherence"),
        *("traffic", "launches", "arrays"),
    ),
    columns=COLUMNS,
    speed="seconds",
    compared=("seconds",),
    figures=("seconds", "cpu_seconds", "gpu_seconds", "copy_seconds", "gpu_edges_share", "gteps"),
    communication=("cpu_dram_bytes", "gpu_dram_bytes", "copied_bytes"),
    bars=("seconds", "cpu_dram_bytes", "gpu_dram_bytes"),
    units={"teps": "edges/s"},
)
