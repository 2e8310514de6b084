"""The columns of ``results.csv``: the meaning of each figure, and its form in tables, pictures and reports.

The scalars of a run and their meanings are registered where they are counted. This module adds the other
columns, and the headings and formats of all columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from gpu.model.result import SCALARS as GPU_SCALARS
from numasim.numa.shared.run_result import SCALARS as MESH_SCALARS
from numasim.numa.shared.run_result import WINDOW_SCALARS
from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.number_formats import in_unit, quantity
from numasim.results.number_formats import number as in_form


@dataclass(frozen=True)
class Column:
    """A column of figures; an attribute that no table or picture uses is empty.

    Attributes
    ----------
    name : str
    meaning : str
        The meaning of the figure, in Markdown.
    heading, narrow : str
        The heading of the column in the report, and in a terminal.
    ratio, narrow_ratio : str
        The heading of the ratios to a baseline in the report, and in a terminal; an empty ``narrow_ratio``
        means ``ratio``.
    title : str
        The title of the bars and of the axis.
    hint : str
        The tooltip of the heading; without it, the title is used.
    unit : {'', 's', 'J'}
    form : str
        The format of a number for :meth:`str.format`; without it, three digits with prefix and unit.
    derive : callable, optional
        Computes the figure from other figures of a row, for a figure that is not a column of ``results.csv``.
    """

    name: str
    meaning: str = ""
    heading: str = ""
    narrow: str = ""
    ratio: str = ""
    narrow_ratio: str = ""
    title: str = ""
    hint: str = ""
    unit: Literal["", "s", "J"] = ""
    form: str = ""
    derive: Callable[[Mapping[Any, Any]], float | None] | None = None

    def of(self, row: Mapping[Any, Any]) -> Any:
        """Return the value of a row, or None."""
        return self.derive(row) if self.derive else row.get(self.name)

    def text(self, value: float | None) -> str:
        """Format a number for tables; a dash for a missing number."""
        if self.form:
            return in_form(value, self.form)
        return in_unit(value, self.unit) if self.unit else quantity(value)


def _columns(meanings: Mapping[str, str], *shown: Column) -> Mapping[str, Column]:
    """Return the scalars of a run and all shown columns, with the meanings of the scalars."""
    scalars = {name: Column(name, meaning) for name, meaning in meanings.items()}
    return scalars | {
        each.name: replace(each, meaning=meanings.get(each.name, each.meaning)) for each in shown
    }


def _gflops(row: Mapping[Any, Any]) -> float | None:
    """Return the floating-point operations per nanosecond in kernels; None if the row has no time."""
    flops, seconds = row.get("flops"), row.get("seconds")
    return flops / seconds / 1e9 if flops is not None and seconds else None


def _gteps(
    row: Mapping[Any, Any], edges: str = "reached_edges", time: str = "elapsed_seconds"
) -> float | None:
    """Return the traversed edges per nanosecond of a time; None if the row has no edges or no time."""
    number, seconds = row.get(edges), row.get(time)
    return number / seconds / 1e9 if number is not None and seconds else None


def _l1_hit_rate(row: Mapping[Any, Any]) -> float | None:
    """Return the share of the accesses of the L1s that hit; None if there are none."""
    hits, accesses = row.get("l1_hits"), (row.get("l1_loads") or 0) + (row.get("l1_stores") or 0)
    return hits / accesses if hits is not None and accesses else None


TWO_DIGITS, SHARE = "{:.2f}", "{:.0%}"

REPLICATION_FACTOR = Column(
    "replication_factor",
    "copies of a vertex, mean over the vertices that have an edge",
    heading="RF",
    narrow="RF",
    ratio="RF",
    title="replication factor",
    form=TWO_DIGITS,
)
EDGE_WEIGHT_IMBALANCE = Column(
    "edge_weight_imbalance",
    "the largest weight of the edges of a cluster over the mean",
    narrow="imb.",
    title="largest load over the mean",
    form=TWO_DIGITS,
)
COPIES_OR_CUT = Column(
    "copies_or_cut",
    "copies of vertices beyond the first; for an edge cut, the cut edges",
    narrow="copies\nor cut",
    ratio="copies",
    title="vertex copies, or cut edges",
)
MESSAGES = Column(
    "messages",
    "values sent between clusters",
    narrow="msgs",
    ratio="msgs",
    title="messages between clusters",
)

EFFICIENCY = Column(
    "efficiency",
    "`speedup` over the number of cores, or over `equivalent_cores` if their speeds differ",
    heading="efficiency",
    narrow="eff.",
    hint="speed-up over the number of cores, each counted as a share of the fastest",
    form=TWO_DIGITS,
)
MAKESPAN_RATIO = Column(
    "makespan_ratio",
    heading="over\nbound",
    narrow="over\nbound",
    hint="time over the lower bound of the program",
    form=TWO_DIGITS,
)
CORE_UTILISATION = Column(
    "core_utilisation", heading="util.", narrow="util.", hint="mean share of the cores at work", form=SHARE
)
OF_ALL_CORES = (EFFICIENCY, MAKESPAN_RATIO, CORE_UTILISATION)
"""The figures that runs of clusters, of schedules and of threads have in common."""

MESH_COLUMNS = _columns(
    {**MESH_SCALARS, **WINDOW_SCALARS},
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

SCHEDULE_COLUMNS = _columns(
    MESH_SCALARS,
    Column("cycles", heading="cycles", narrow="cycles", ratio="cycles", title="simulated cycles"),
    Column("seconds", heading="time", narrow="time", title="simulated time", unit="s"),
    Column(
        "speedup",
        "the cycles of the whole graph on the best core of the same machine over those of the run",
        heading="speed-up",
        narrow="speed\n-up",
        hint="over the graph on one core",
        form=TWO_DIGITS,
    ),
    Column(
        "predicted_cycles",
        "length of the schedule, in cycles: without contention, and with all initial values present",
        heading="predicted",
        narrow="pre-\ndicted",
        ratio="predicted",
        title="predicted cycles",
    ),
    Column(
        "predicted_slr",
        "schedule length ratio: `predicted_cycles` over `critical_path_cycles`",
        heading="predicted\nSLR",
        hint="predicted cycles over the critical path",
        form=TWO_DIGITS,
    ),
    Column(
        "slr",
        "`cycles` over `critical_path_cycles`",
        heading="SLR",
        narrow="SLR",
        hint="simulated cycles over the critical path",
        form=TWO_DIGITS,
    ),
    *OF_ALL_CORES,
    Column(
        "energy_joules",
        heading="energy",
        narrow="energy",
        ratio="energy",
        title="energy",
        hint="dynamic energy",
        unit="J",
    ),
    Column("network_bytes", ratio="bytes", title="bytes between cores"),
    Column("flit_hops", ratio="f-hops", title="flit-hops"),
)

QUALITY_COLUMNS = _columns({}, REPLICATION_FACTOR, EDGE_WEIGHT_IMBALANCE, COPIES_OR_CUT, MESSAGES)

GPU_COLUMNS = _columns(
    GPU_SCALARS,
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
        derive=_gteps,
    ),
)

THREAD_COLUMNS = _columns(
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

HYBRID_SCALARS: Mapping[str, str] = {
    **{
        f"cpu_{name}": meaning
        for name, meaning in THREAD_SCALARS.items()
        if name not in ("completed", "seconds")
    },
    **{f"gpu_{name}": meaning for name, meaning in GPU_SCALARS.items()},
}
"""The scalars of a search on a processor and a GPU: those of the threads, and those of the GPU."""

HYBRID_COLUMNS = _columns(
    HYBRID_SCALARS,
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
        derive=lambda row: _gteps(row, "visited_edges", "seconds"),
    ),
)
