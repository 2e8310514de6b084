"""The columns of a run of threads, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.columns import OF_ALL_CORES, SHARE, TWO_DIGITS, Column, columns_of, names_of
from numasim.results.row_kinds import OF_GRAPH, OF_MACHINE, RowKind, of_section


def _l1_hit_rate(row: Mapping[Any, Any]) -> float | None:
    """Return the share of the accesses of the L1s that hit; None if there are none."""
    hits, accesses = row.get("l1_hits"), (row.get("l1_loads") or 0) + (row.get("l1_stores") or 0)
    return hits / accesses if hits is not None and accesses else None


COLUMNS = columns_of(
    THREAD_SCALARS,
    Column("cycles", heading="cycles", narrow="cycles", ratio="cycles", title="cycles"),
    Column("seconds", heading="time", narrow="time", title="simulated time", unit="s"),
    Column(
        "speedup",
        "the cycles of one thread of the same program on core 0 of the same machine, with the schedule "
        "`static`, over those of the run, times `relative_work`",
        heading="speed-up",
        narrow="speed\n-up",
        hint="over one thread on one core",
        form=TWO_DIGITS,
    ),
    *OF_ALL_CORES,
    Column(
        "relative_work",
        "work of the run over that of one thread: the number of threads if each thread does the same work, "
        "as in the microbenchmarks (weak scaling), otherwise 1",
    ),
    Column(
        "search_cycles",
        "cycles of a search without the clearing of its arrays, mean over the searches",
    ),
    Column(
        "search_seconds",
        "time of a search without the clearing of its arrays, mean over the searches",
        heading="search",
        narrow="search",
        hint="time of a search without the clearing of its arrays",
        unit="s",
    ),
    Column(
        "teps",
        "traversed edges per second as Graph500 defines them, harmonic mean over the searches",
        heading="TEPS",
        narrow="TEPS",
        hint="traversed edges per second, harmonic mean over the searches",
    ),
    *(
        Column(
            f"one_way_ns_{where}",
            f"time of a message between two cores of {which}, median over the pairs, in nanoseconds",
            heading=f"{where.replace('_', ' ')}, ns",
            narrow=f"{where.replace('_', chr(10))},\nns",
            hint=f"one way between two cores of {which}, median",
            form="{:.3g}",
        )
        for where, which in (("in_socket", "one socket"), ("across", "different sockets"))
    ),
    Column(
        "operations",
        heading="operations",
        narrow="oper-\nations",
        hint="operations of all threads, without the folded accesses",
    ),
    Column(
        "l1_hit_rate",
        heading="L1 hits",
        narrow="L1\nhits",
        hint="share of the accesses of the L1s that hit",
        form=SHARE,
        derive=_l1_hit_rate,
    ),
    Column(
        "coherence_bytes",
        heading="coh.\nbytes",
        narrow="coh.\nbytes",
        ratio="coh.\nbytes",
        title="bytes between caches",
        hint="bytes of the coherence messages between tiles",
    ),
    Column(
        "dram_bytes",
        heading="memory\nbytes",
        narrow="mem.\nbytes",
        ratio="mem.\nbytes",
        title="bytes read from and written to memory",
    ),
    Column("energy_joules", heading="energy", narrow="energy", title="energy", unit="J"),
)

ROWS = RowKind(
    name="threads",
    naming={"program": "program", "mapper": "mapper"},
    field_columns={
        **dict.fromkeys(("workload.thread_program", "workload.program", "workload.source"), "program"),
        **of_section("workload", "threads", "graph", "chunk", "seed"),
        **of_section("execution", "scheduler", "network", "barrier", "lock", "lock_layout"),
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
    measured=(
        *(*OF_GRAPH, *OF_MACHINE),
        *("data_races", "awaited_stores", "reads_not_kept", "relative_work"),
    ),
    columns=COLUMNS,
    compared=("cycles", "coherence_bytes", "dram_bytes"),
    figures=(
        *("seconds", "speedup", *names_of(OF_ALL_CORES), "search_seconds", "teps"),
        *("operations", "l1_hit_rate", "coherence_bytes", "dram_bytes"),
    ),
    communication=("coherence_bytes", "dram_bytes"),
    bars=("seconds", "coherence_bytes", "dram_bytes", "energy_joules"),
    units={"teps": "edges/s", "one_way_ns_in_socket": "ns", "one_way_ns_across": "ns"},
)
