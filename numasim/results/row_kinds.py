"""The kinds of rows in a table of results, and how tables, pictures and reports show each kind.

The name of a kind is that in ``kind`` of an experiment's class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from numasim.results.columns import (
    GPU_COLUMNS,
    HYBRID_COLUMNS,
    MESH_COLUMNS,
    OF_ALL_CORES,
    QUALITY_COLUMNS,
    SCHEDULE_COLUMNS,
    THREAD_COLUMNS,
    Column,
)
from numasim.schema.workload import KINDS


@dataclass(frozen=True)
class RowKind:
    """How the rows of one kind of experiment are named, compared and shown.

    Attributes
    ----------
    name : str
    tables : tuple of str
        The long tables of its runs.
    columns : mapping of str to Column
        The figures. The following attributes name some of them, or other columns of the rows.
    naming : mapping of str to str
        The columns that distinguish rows in every table, in addition to swept fields; their headings.
    field_columns : mapping of str to str
        The column of each field of the configuration whose column has another name. A swept field without an
        entry makes a column of its own name.
    method : tuple of str
        The columns of a row's method; the first one with a value is used.
    group : str
        The column that is shown as a colour and left out of a row's label; empty for none.
    speed : str
        The column, less of which is better, that selects the shown runs if there are too many.
    compared, compared_if_coherent : tuple of str
        The columns with ratios to the baselines; the second only if values move through caches.
    figures : tuple of str
        The columns in the report's table.
    communication : tuple of str
        The columns against which time is plotted, and whose ratios are in the report's table.
    bars, more_bars : tuple of str
        The columns in bars of pictures and report, and of the report only.
    """

    name: str
    naming: Mapping[str, str] = field(default_factory=dict)
    field_columns: Mapping[str, str] = field(default_factory=dict)
    method: tuple[str, ...] = ("partitioner",)
    group: str = ""
    tables: tuple[str, ...] = ()
    columns: Mapping[str, Column] = field(default_factory=dict)
    speed: str = "cycles"
    compared: tuple[str, ...] = ()
    compared_if_coherent: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    communication: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    more_bars: tuple[str, ...] = ()


def _of_section(section: str, *names: str) -> dict[str, str]:
    """Return the entries of fields whose columns have their last names."""
    return {f"{section}.{name}": name for name in names}


_OF_ANY_CUT = {
    **{f"workload.{kind}": "workload" for kind in KINDS},
    "partition.method": "partitioner",
    "partition.parts": "parts",
    "partition.seed": "seed",
    "partition.order": "order",
    "seed": "seed",
}
_MESSAGES = ("copies_or_cut", "messages", "network_bytes", "flit_hops")
_OF_ALL_CORES = tuple(column.name for column in OF_ALL_CORES)
_OF_CACHES = ("coherence_bytes", "coherence_flit_hops")

MESH = RowKind(
    name="mesh",
    naming={"partitioner": "method", "mapper": "mapper"},
    field_columns={
        **_OF_ANY_CUT,
        **_of_section("execution", "model", "steps", "initial_values", "network", "scheduler"),
        **_of_section("execution", "stealing", "aggregate_messages"),
        "mapping.method": "mapper",
        "mapping.policy": "mapping_policy",
        "mapping.every": "mapping_every",
        "machine": "machine",
        "component.method": "component",
    },
    group="mapper",
    tables=(
        *("cores", "activity", "clusters", "links", "ports", "controllers", "caches", "coherence"),
        *("traffic", "packets", "hops", "windows"),
    ),
    columns=MESH_COLUMNS,
    compared=_MESSAGES,
    compared_if_coherent=_OF_CACHES,
    figures=(
        *("replication_factor", "work_imbalance", "seconds", "speedup", *_OF_ALL_CORES),
        *("energy_joules", "hop_bytes", *_OF_CACHES),
    ),
    communication=(*_MESSAGES, *_OF_CACHES),
    bars=("seconds", "hop_bytes", *_MESSAGES, *_OF_CACHES),
    more_bars=("energy_joules",),
)

GPU = RowKind(
    name="gpu",
    naming={"variant": "kernel", "partitioner": "cut"},
    field_columns={
        **_OF_ANY_CUT,
        **_of_section("workload", "matrix", "graph", "mesh", "variant", "x_in", "block_size", "dtype", "l2"),
        **_of_section("workload", "iterations", "entries_per_thread", "max_degree", "level"),
        **_of_section("workload", "check", "angle", "priority", "new_point"),
        **_of_section("workload", "partition_ready_after", "resident_blocks", "block_order"),
        "machine": "machine",
    },
    method=("partitioner", "variant"),
    group="machine",
    tables=("launches", "arrays", "copies", "sms", "thread_blocks", "iterations"),
    columns=GPU_COLUMNS,
    compared=("transactions", "dram_bytes", "seconds", "elapsed_seconds", "product_seconds"),
    figures=(
        *("replication_factor", "seconds", "transactions", "l1_hit_rate", "l2_hit_rate", "dram_bytes"),
        *("occupancy", "gflops"),
    ),
    communication=("copies_or_cut", "transactions", "dram_bytes"),
    bars=("seconds", "transactions", "dram_bytes", "copies_or_cut"),
)

QUALITY = RowKind(
    name="quality",
    naming={"partitioner": "method"},
    field_columns=_OF_ANY_CUT,
    columns=QUALITY_COLUMNS,
    speed="copies_or_cut",
    compared=("copies_or_cut", "messages", "replication_factor", "edge_weight_imbalance"),
    bars=("copies_or_cut", "replication_factor", "edge_weight_imbalance"),
)

THREADS = RowKind(
    name="threads",
    naming={"program": "program", "mapper": "mapper"},
    field_columns={
        **dict.fromkeys(("workload.thread_program", "workload.program", "workload.source"), "program"),
        **_of_section("workload", "threads", "graph", "chunk", "seed"),
        **_of_section("execution", "scheduler", "network", "barrier", "lock", "lock_layout"),
        "mapping.method": "mapper",
        "machine": "machine",
        "seed": "seed",
    },
    method=("program",),
    group="mapper",
    tables=(
        *("phases", "searches", "pairs", "cores", "links", "ports", "controllers", "caches", "coherence"),
        *("traffic", "packets"),
    ),
    columns=THREAD_COLUMNS,
    compared=("cycles", "coherence_bytes", "dram_bytes"),
    figures=(
        *("seconds", "speedup", *_OF_ALL_CORES, "search_seconds", "teps", "operations", "l1_hit_rate"),
        *("coherence_bytes", "dram_bytes"),
    ),
    communication=("coherence_bytes", "dram_bytes"),
    bars=("seconds", "coherence_bytes", "dram_bytes"),
    more_bars=("energy_joules",),
)

HYBRID = RowKind(
    name="hybrid",
    naming={"device": "device"},
    field_columns={
        **_of_section("workload", "device", "threads", "graph", "method", "roots", "threshold", "states"),
        **_of_section("workload", "sockets", "gpu_above", "gpu_return", "gpu_below", "variant"),
        **_of_section("workload", "block_size", "chunk", "seed"),
        "workload.hybrid": "program",
        **_of_section("execution", "scheduler", "network", "barrier", "lock", "lock_layout"),
        **_of_section("machine", "cpu", "gpu"),
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
    columns=HYBRID_COLUMNS,
    speed="seconds",
    compared=("seconds",),
    figures=("seconds", "cpu_seconds", "gpu_seconds", "copy_seconds", "gpu_edges_share", "gteps"),
    communication=("cpu_dram_bytes", "gpu_dram_bytes", "copied_bytes"),
    bars=("seconds", "cpu_dram_bytes", "gpu_dram_bytes"),
)

SCHEDULE = RowKind(
    name="schedule",
    naming={"schedule": "schedule"},
    field_columns={
        **{f"workload.{kind}": "workload" for kind in KINDS},
        "schedule.method": "schedule",
        **_of_section("schedule", "seed"),
        **_of_section("execution", "initial_values", "network", "aggregate_messages"),
        "machine": "machine",
        "component.method": "component",
        "seed": "seed",
    },
    method=("schedule",),
    group="machine",
    tables=("schedule", "cores", "activity", "links", "ports", "controllers", "traffic", "packets", "hops"),
    columns=SCHEDULE_COLUMNS,
    compared=("cycles", "predicted_cycles", "network_bytes", "flit_hops", "energy_joules"),
    figures=(
        *("predicted_cycles", "cycles", "predicted_slr", "slr", "seconds", "speedup", *_OF_ALL_CORES),
        "energy_joules",
    ),
    communication=("network_bytes", "flit_hops"),
    bars=("seconds", "predicted_cycles", "network_bytes", "flit_hops"),
    more_bars=("energy_joules",),
)

STUDY = RowKind(name="study")
"""The rows of a study, which have no method and no baseline."""

ROW_KINDS: Mapping[str, RowKind] = {
    kind.name: kind for kind in (MESH, GPU, QUALITY, THREADS, HYBRID, SCHEDULE)
}
"""The kinds of rows by the ``kind`` of an experiment."""

TABLES = tuple(dict.fromkeys(name for kind in ROW_KINDS.values() for name in kind.tables))
"""The names of all long tables."""
