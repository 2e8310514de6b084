"""The kinds of rows that a table of results has, and what tables, pictures and reports do for each.

A kind has the name that an experiment's class has in ``kind``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from numasim.results.columns import GPU_COLUMNS, MESH_COLUMNS, QUALITY_COLUMNS, Column


@dataclass(frozen=True)
class RowKind:
    """How the rows of one kind of experiment are named, compared and shown.

    Attributes
    ----------
    name : str
    tables : tuple of str
        The long tables of its runs.
    columns : mapping of str to Column
        Its figures. The following name some of them, or other columns of its rows.
    naming : mapping of str to str
        The columns that every table has to tell rows apart, beside those of swept fields; their headings.
    method : tuple of str
        What a row's method is: the first of these that it has.
    group : str
        What a row's label leaves to a colour of its own; empty for none.
    speed : str
        Less of it is better: which runs are shown of too many.
    compared, compared_if_coherent : tuple of str
        What has ratios to the baselines; the second where caches carry the values.
    figures : tuple of str
        In the report's table.
    communication : tuple of str
        What time is shown against, and whose ratios stand in the report's table.
    bars, more_bars : tuple of str
        In pictures and report, and in the report alone.
    """

    name: str
    naming: Mapping[str, str] = field(default_factory=dict)
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


_MESSAGES = ("copies_or_cut", "messages", "network_bytes", "flit_hops")
_OF_CACHES = ("coherence_bytes", "coherence_flit_hops")

MESH = RowKind(
    name="mesh",
    naming={"partitioner": "method", "mapper": "mapper"},
    group="mapper",
    tables=(
        *("cores", "clusters", "links", "ports", "controllers", "caches", "coherence"),
        *("traffic", "packets", "hops"),
    ),
    columns=MESH_COLUMNS,
    compared=_MESSAGES,
    compared_if_coherent=_OF_CACHES,
    figures=(
        *("replication_factor", "work_imbalance", "seconds", "speedup", "energy_joules", "hop_bytes"),
        *_OF_CACHES,
    ),
    communication=(*_MESSAGES, *_OF_CACHES),
    bars=("seconds", "hop_bytes", *_MESSAGES, *_OF_CACHES),
    more_bars=("energy_joules",),
)

GPU = RowKind(
    name="gpu",
    naming={"variant": "kernel", "partitioner": "cut"},
    method=("partitioner", "variant"),
    group="machine",
    tables=("launches", "arrays", "sms", "thread_blocks"),
    columns=GPU_COLUMNS,
    compared=("transactions", "dram_bytes", "seconds", "product_seconds"),
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
    columns=QUALITY_COLUMNS,
    speed="copies_or_cut",
    compared=("copies_or_cut", "messages", "replication_factor", "edge_weight_imbalance"),
)

STUDY = RowKind(name="study")
"""The rows of a study, which name no method and are compared with none."""

ROW_KINDS: Mapping[str, RowKind] = {kind.name: kind for kind in (MESH, GPU, QUALITY)}
"""By the ``kind`` of an experiment."""

TABLES = tuple(name for kind in ROW_KINDS.values() for name in kind.tables)
"""Every long table."""
