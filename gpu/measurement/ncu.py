"""The command line of Nsight Compute (``ncu``): the metrics that are read, calls, and parsing of its output.

Counters have this project's names, which the model and the traces also use. Units are base units (bytes,
nanoseconds); ratios are in percent.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gpu.measurement.records import COLD, WARM
from partitioners.errors import InputError

_L1 = "l1tex__t_{what}_pipe_lsu_mem_{space}_op_{op}.sum"
_GLOBAL = {"load": "ld", "store": "st", "atomic": "atom", "reduction": "red"}

COUNTERS: Mapping[str, str] = MappingProxyType(
    {
        # Requests of warps to the L1: a `reduction` is an atomic with an unused result, `atomic` any other.
        **{
            f"global_{name}_{what}": _L1.format(what=what, space="global", op=op)
            for what in ("requests", "sectors")
            for name, op in _GLOBAL.items()
        },
        "global_load_sector_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
        "local_load_requests": _L1.format(what="requests", space="local", op="ld"),
        "local_store_requests": _L1.format(what="requests", space="local", op="st"),
        # Shared memory.
        "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
        "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        "shared_atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        "shared_bank_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
        # Requests of the L1s to the L2; the fabric joins the two halves of the L2 of recent devices.
        "l2_requests": "lts__t_requests_srcunit_tex.sum",
        "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
        "l2_read_sectors": "lts__t_sectors_srcunit_tex_op_read.sum",
        "l2_write_sectors": "lts__t_sectors_srcunit_tex_op_write.sum",
        "l2_atomic_sectors": "lts__t_sectors_srcunit_tex_op_atom.sum",
        "l2_reduction_sectors": "lts__t_sectors_srcunit_tex_op_red.sum",
        "l2_hits": "lts__t_sectors_srcunit_tex_lookup_hit.sum",
        "l2_misses": "lts__t_sectors_srcunit_tex_lookup_miss.sum",
        "l2_read_hits": "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
        "l2_fabric_sectors": "lts__t_sectors_srcunit_ltcfabric.sum",
        "dram_read_bytes": "dram__bytes_read.sum",
        "dram_write_bytes": "dram__bytes_write.sum",
        # Warps, instructions, time.
        "occupancy_percent": "sm__warps_active.avg.pct_of_peak_sustained_active",
        "instructions_executed": "smsp__inst_executed.sum",
        "instructions_issued": "smsp__inst_issued.sum",
        "elapsed_cycles": "sm__cycles_elapsed.max",
        "active_cycles": "sm__cycles_active.avg",
        "duration_ns": "gpu__time_duration.sum",
        "registers": "launch__registers_per_thread",
        "static_shared_bytes": "launch__shared_mem_per_block_static",
        "dynamic_shared_bytes": "launch__shared_mem_per_block_dynamic",
        "blocks": "launch__grid_size",
    }
)
"""The metric of ``ncu`` for each counter."""

CACHE_CONTROL: Mapping[str, str] = MappingProxyType({COLD: "all", WARM: "none"})
"""Values of ``--cache-control``: flush the caches before each pass over a kernel, or leave them."""

_SCALE = {
    **{f"{prefix}byte": 1000.0**i for i, prefix in enumerate(("", "K", "M", "G"))},
    **dict.fromkeys(("ns", "nsecond"), 1.0),
    **dict.fromkeys(("us", "usecond"), 1e3),
    **dict.fromkeys(("ms", "msecond"), 1e6),
    **dict.fromkeys(("s", "second"), 1e9),
}
"""Factors to bytes and nanoseconds, in case a version of ``ncu`` scales its units."""

_PLACES = ("/opt/nvidia/nsight-compute/*/ncu", "/usr/local/cuda*/bin/ncu")


@dataclass(frozen=True)
class Profiled:
    """One launch profiled by ``ncu``.

    Attributes
    ----------
    kernel : str
    counters : mapping of str to float
        The counters in :data:`COUNTERS` that ``ncu`` could read.
    """

    kernel: str
    counters: Mapping[str, float]


def find_ncu() -> str | None:
    """The path of ``ncu``: on the search path, else the newest in the usual folders; None if not found."""
    found = shutil.which("ncu")
    if found is not None:
        return found
    root = Path("/")
    places = [file for pattern in _PLACES for file in sorted(root.glob(pattern.lstrip("/")))]
    return str(places[-1]) if places else None


def ncu_command(ncu: str, log: Path, cache: str, metrics: Iterable[str], command: Sequence[str]) -> list[str]:
    """The command line that profiles the launches of ``command`` between profiler start and stop.

    Clocks are not changed. All output of ``ncu`` goes to ``log``.
    """
    return [
        ncu,
        "--csv",
        "--page=raw",
        "--print-units=base",
        "--print-fp",
        "--clock-control=none",
        f"--cache-control={CACHE_CONTROL[cache]}",
        "--profile-from-start=off",
        "--target-processes=application-only",
        f"--log-file={log}",
        f"--metrics={','.join(metrics)}",
        *command,
    ]


def known_metrics(ncu: str) -> set[str]:
    """The base names of the metrics that ``ncu`` lists for this device, without launch metrics."""
    try:
        done = subprocess.run([ncu, "--query-metrics"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return set()
    words = (line.split() for line in done.stdout.splitlines())
    return {first[0] for first in words if first and "__" in first[0]}


def supported_counters(known: set[str]) -> dict[str, str]:
    """The counters in :data:`COUNTERS` with a known metric; all counters if no metric is known."""
    return {
        name: metric
        for name, metric in COUNTERS.items()
        if not known or metric.partition(".")[0] in known or metric.startswith("launch__")
    }


def parse_raw_page(text: str) -> list[Profiled]:
    """Parse the launches in the output of ``ncu --csv --page raw``, in their order.

    Lines before the table are messages. The first row of the table has the units. Counters that could not be
    read (``n/a``) are left out.

    Raises
    ------
    InputError
        The table has no column of kernel names.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("==")]
    begin = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        return []
    rows = list(csv.reader(lines[begin:]))
    head = rows[0]
    if "Kernel Name" not in head:
        raise InputError(f"ncu's raw page has no column 'Kernel Name'; it has {', '.join(head)}")
    column = {name: i for i, name in enumerate(head)}
    profiled, units = [], [""] * len(head)
    for row in rows[1:]:
        if len(row) != len(head):
            continue
        if not row[0].strip():
            units = row
            continue
        counters = {}
        for name, metric in COUNTERS.items():
            value = _number(row[column[metric]]) if metric in column else None
            if value is not None:
                counters[name] = value * _SCALE.get(units[column[metric]], 1.0)
        profiled.append(Profiled(row[column["Kernel Name"]].partition("(")[0].strip(), counters))
    return profiled


def ncu_problem(text: str) -> str:
    """The reason why ``ncu`` profiled nothing, in one line: its first error, else its last message."""
    said = [line.strip() for line in text.splitlines() if line.startswith("==")]
    errors = [line for line in said if line.startswith("==ERROR==")]
    line = errors[0] if errors else said[-1] if said else "ncu printed no message"
    return line.removeprefix("==ERROR==").strip()


def _number(text: str) -> float | None:
    """Parse a number of ``ncu`` with commas between thousands; None for ``n/a``."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
