"""The columns of a run on a mesh, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from dataclasses import fields

from mappers.metrics import MappingQuality
from numasim.numa.shared.run_result import SCALARS, WINDOW_SCALARS
from numasim.results.columns import (
    COPIES_OR_CUT,
    MESSAGES,
    OF_ALL_CORES,
    REPLICATION_FACTOR,
    TWO_DIGITS,
    Column,
    columns_of,
    names_of,
)
from numasim.results.row_kinds import OF_ANY_CUT, OF_CUT, OF_GRAPH, OF_MACHINE, RowKind, of_section

_MESSAGES = ("copies_or_cut", "messages", "network_bytes", "flit_hops")
_OF_CACHES = ("coherence_bytes", "coherence_flit_hops")

COLUMNS = columns_of(
    {**SCALARS, **WINDOW_SCALARS},
    REPLICATION_FACTOR,
    Column(
        "work_imbalance",
        "the largest work of a cluster over the mean",
        heading="imb.",
        narrow="imb.",
        hint="largest over mean work of a cluster",
        form=TWO_DIGITS,
    ),
    Column("seconds", heading="time", narrow="time", title="simulated time", unit="s"),
    Column(
        "speedup",
        "the cycles of one cluster on the best core of the same machine over those of the run",
        heading="speed-up",
        narrow="speed\n-up",
        hint="over one cluster on one core",
        form=TWO_DIGITS,
    ),
    *OF_ALL_CORES,
    Column(
        "energy_joules", heading="energy", narrow="energy", title="energy", hint="dynamic energy", unit="J"
    ),
    Column(
        "hop_bytes",
        "bytes of the value messages times the links between their cores",
        heading="hop-bytes",
        narrow="hop-\nbytes",
        title="hop-bytes (bytes × hops)",
        hint="bytes times hops",
    ),
    COPIES_OR_CUT,
    MESSAGES,
    Column("network_bytes", ratio="bytes", title="bytes between cores"),
    Column("flit_hops", ratio="f-hops", title="flit-hops"),
    Column(
        "coherence_bytes",
        heading="coh.\nbytes",
        narrow="coh.\nbytes",
        ratio="coh.\nbytes",
        title="bytes between caches",
    ),
    Column(
        "coherence_flit_hops",
        heading="coh.\nf-hops",
        narrow="coh.\nf-hops",
        ratio="coh.\nf-hops",
        title="flit-hops between caches",
    ),
)

ROWS = RowKind(
    name="mesh",
    naming={"partitioner": "method", "mapper": "mapper"},
    field_columns={
        **OF_ANY_CUT,
        **of_section("execution", "model", "steps", "initial_values", "network", "scheduler"),
        **of_section("execution", "stealing", "aggregate_messages"),
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
    measured=(
        *(*OF_CUT, *(each.name for each in fields(MappingQuality)), *OF_GRAPH, *OF_MACHINE),
        *("cut_kind", "aggregate_messages", "model"),
    ),
    columns=COLUMNS,
    compared=_MESSAGES,
    compared_if_coherent=_OF_CACHES,
    figures=(
        *("replication_factor", "work_imbalance", "seconds", "speedup", *names_of(OF_ALL_CORES)),
        *("energy_joules", "hop_bytes", *_OF_CACHES),
    ),
    communication=(*_MESSAGES, *_OF_CACHES),
    bars=("seconds", "hop_bytes", *_MESSAGES, *_OF_CACHES, "energy_joules"),
    units={"largest_link_load": "B", "largest_core_load": "cycles"},
)
