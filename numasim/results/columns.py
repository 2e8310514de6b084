"""The tables of results, by kind of experiment."""

MESH_TABLES = (
    "cores",
    "clusters",
    "links",
    "ports",
    "controllers",
    "caches",
    "coherence",
    "traffic",
    "packets",
    "hops",
)
"""The long tables of a run on a mesh."""

GPU_TABLES = ("launches", "arrays", "sms", "blocks")
"""The long tables of a run on a GPU."""

TABLES = (*MESH_TABLES, *GPU_TABLES)
"""Every long table."""
