"""The columns of a partition, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from numasim.results.columns import (
    COPIES_OR_CUT,
    EDGE_WEIGHT_IMBALANCE,
    MESSAGES,
    REPLICATION_FACTOR,
    columns_of,
)
from numasim.results.row_kinds import OF_ANY_CUT, OF_CUT, OF_GRAPH, RowKind

COLUMNS = columns_of({}, REPLICATION_FACTOR, EDGE_WEIGHT_IMBALANCE, COPIES_OR_CUT, MESSAGES)

ROWS = RowKind(
    name="quality",
    naming={"partitioner": "method"},
    field_columns=OF_ANY_CUT,
    measured=(*OF_CUT, *OF_GRAPH, "cut_kind"),
    columns=COLUMNS,
    speed="copies_or_cut",
    compared=("copies_or_cut", "messages", "replication_factor", "edge_weight_imbalance"),
    bars=("copies_or_cut", "replication_factor", "edge_weight_imbalance"),
)
