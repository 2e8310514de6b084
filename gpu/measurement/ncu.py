"""The command line of Nsight Compute (``ncu``): the metrics that are read, calls, and parsing of its output.

Counters have this project's names, which the model and the traces also use. Units are base units (bytes,
nanoseconds); ratios are in percent.
"""

from __future__ import annotations

import csv
import math
import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gpu.measurement.records import COLD, WARM
from partitioners.errors import InputError


@dataclass(frozen=True)
class Metric:
    """A metric of ``ncu``, and the factor from its number to the unit of the counter."""

    name: str
    factor: float = 1.0


def _metrics(*names: str) -> tuple[Metric, ...]:
    return tuple(Metric(name) for name in names)


def _dram_bytes(direction: str) -> tuple[Metric, ...]:
    # Versions of ncu differ in the name of the bytes; some have sectors alone.
    names = f"dram__bytes_{direction}.sum", f"dram__bytes_op_{direction}.sum"
    return (*_metrics(*names), Metric(f"dram__sectors_{direction}.sum", _SECTOR_BYTES))


_SECTOR_BYTES = 32.0

_L1 = "l1tex__t_{what}_pipe_lsu_mem_{space}_op_{op}.sum"
_GLOBAL = {"load": "ld", "store": "st", "atomic": "atom", "reduction": "red"}

COUNTERS: Mapping[str, tuple[Metric, ...]] = MappingProxyType(
    {
        # Requests of warps to the L1: a `reduction` is an atomic with an unused result, `atomic` any other.
        **{
            f"global_{name}_{what}": _metrics(_L1.format(what=what, space="global", op=op))
            for what in ("requests", "sectors")
            for name, op in _GLOBAL.items()
        },
        "global_load_sector_hits": _metrics("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"),
        "local_load_requests": _metrics(_L1.format(what="requests", space="local", op="ld")),
        "local_store_requests": _metrics(_L1.format(what="requests", space="local", op="st")),
        # Shared memory.
        "shared_wavefronts": _metrics("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
        "shared_load_wavefronts": _metrics("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
        "shared_store_wavefronts": _metrics("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
        "shared_atomic_wavefronts": _metrics("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"),
        "shared_bank_conflicts": _metrics("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"),
        # Requests of the L1s to the L2; the fabric joins the two halves of the L2 of recent devices.
        "l2_requests": _metrics("lts__t_requests_srcunit_tex.sum"),
        "l2_sectors": _metrics("lts__t_sectors_srcunit_tex.sum"),
        "l2_read_sectors": _metrics("lts__t_sectors_srcunit_tex_op_read.sum"),
        "l2_write_sectors": _metrics("lts__t_sectors_srcunit_tex_op_write.sum"),
        "l2_atomic_sectors": _metrics("lts__t_sectors_srcunit_tex_op_atom.sum"),
        "l2_reduction_sectors": _metrics("lts__t_sectors_srcunit_tex_op_red.sum"),
        "l2_hits": _metrics("lts__t_sectors_srcunit_tex_lookup_hit.sum"),
        "l2_misses": _metrics("lts__t_sectors_srcunit_tex_lookup_miss.sum"),
        "l2_read_hits": _metrics("lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"),
        "l2_fabric_sectors": _metrics("lts__t_sectors_srcunit_ltcfabric.sum"),
        "l2_fabric_read_hits": _metrics("lts__t_sectors_srcunit_ltcfabric_op_read_lookup_hit.sum"),
        "l2_fabric_read_misses": _metrics("lts__t_sectors_srcunit_ltcfabric_op_read_lookup_miss.sum"),
        "dram_read_bytes": _dram_bytes("read"),
        "dram_write_bytes": _dram_bytes("write"),
        # Warps, instructions, time.
        "occupancy_percent": _metrics("sm__warps_active.avg.pct_of_peak_sustained_active"),
        "instructions_executed": _metrics("smsp__inst_executed.sum"),
        "instructions_issued": _metrics("smsp__inst_issued.sum"),
        "elapsed_cycles": _metrics("sm__cycles_elapsed.max"),
        "active_cycles": _metrics("sm__cycles_active.avg"),
        "duration_ns": _metrics("gpu__time_duration.sum"),
    }
)
"""The metrics of ``ncu`` for each counter; the first that a version and a device have is read."""

CORE = (
    "global_load_requests",
    "global_load_sectors",
    "global_store_sectors",
    "global_reduction_sectors",
    "shared_wavefronts",
    "l2_read_sectors",
    "l2_hits",
    "l2_misses",
    "occupancy_percent",
    "duration_ns",
)
"""The counters that are still asked for if ``ncu`` refuses the others."""

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
    counters : mapping of str to float
        The counters in :data:`COUNTERS` that ``ncu`` could read, and ``blocks``, the size of the grid.
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
    """The base names of the metrics that ``ncu`` lists for this device; none if it cannot be asked."""
    try:
        done = subprocess.run([ncu, "--query-metrics"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return set()
    words = (line.split() for line in done.stdout.splitlines())
    return {first[0] for first in words if first and "__" in first[0]}


def supported_counters(known: Collection[str]) -> dict[str, Metric]:
    """The first known metric of each counter that has one; the first of each if no metric is known."""
    found = {}
    for name, metrics in COUNTERS.items():
        able = [each for each in metrics if not known or each.name.partition(".")[0] in known]
        if able:
            found[name] = able[0]
    return found


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
        for name, metrics in COUNTERS.items():
            for metric in metrics:
                value = _number(row[column[metric.name]]) if metric.name in column else None
                if value is not None:
                    counters[name] = value * metric.factor * _SCALE.get(units[column[metric.name]], 1.0)
                    break
        if "Grid Size" in column:
            counters["blocks"] = float(math.prod(map(int, re.findall(r"\d+", row[column["Grid Size"]]))))
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
