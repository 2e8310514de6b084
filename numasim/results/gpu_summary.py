"""The columns of the table at the end of a run on GPUs, and how to read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numasim.results.number_formats import Columns, duration, initials, number, quantity, ratio
from numasim.results.row_names import headings
from numasim.results.row_names import shown as text

SHORT = {"transactions": "trans-", "dram_bytes": "DRAM", "seconds": "time"}

CELLS: dict[str, Callable[[dict[Any, Any]], str]] = {
    "parts": lambda r: text(r.get("parts")),
    "copies": lambda r: quantity(r.get("vertex_copies")),
    "imb.": lambda r: number(r.get("edge_weight_imbalance"), "{:.2f}"),
    "trans-\nact.": lambda r: quantity(r.get("transactions")),
    "L1\nhits": lambda r: number(r.get("l1_hit_rate"), "{:.0%}"),
    "L2\nhits": lambda r: number(r.get("l2_hit_rate"), "{:.0%}"),
    "DRAM\nbytes": lambda r: quantity(r.get("dram_bytes")),
    "occu-\npancy": lambda r: number(r.get("occupancy"), "{:.0%}"),
    "time": lambda r: duration(r.get("seconds")),
    "Gflop\n/s": lambda r: number(gflops(r), "{:.3g}"),
}


def gflops(row: Mapping[Any, Any]) -> float | None:
    """Floating-point operations a nanosecond in kernels; None where the row has no time."""
    flops, seconds = row.get("flops"), row.get("seconds")
    return flops / seconds / 1e9 if flops is not None and seconds else None


def gpu_columns(baselines: Sequence[str], varying: Sequence[str]) -> Columns:
    """The columns: what tells the rows apart, the cut and the caches, the run with ratios to baselines."""
    names: dict[str, Any] = {
        "kernel": lambda r: str(r["implementation"]),
        "cut": lambda r: text(r["method"]),
        **{
            {"block_size": "block\nsize"}.get(heading, heading): lambda r, c=column: text(r[c])
            for column, heading in headings(varying).items()
        },
    }
    marks = initials(baselines)
    ratios: dict[str, Any] = {
        f"{SHORT[measure]}\n/{marks[k]}": lambda r, c=f"{measure}_vs_{label}": ratio(r.get(c))
        for measure in SHORT
        for k, label in enumerate(baselines)
    }
    run = {name: CELLS[name] for name in ("trans-\nact.", "DRAM\nbytes", "time", "Gflop\n/s")}
    others = {name: cell for name, cell in CELLS.items() if name not in (*run, *names)}
    return names, {}, others, {**run, **ratios}


def gpu_caption(baselines: Sequence[str]) -> list[str]:
    """What the columns mean, a line each."""
    lines = [
        "transact.: sectors of 32 bytes between the multiprocessors and the L2; time, Gflop/s: in kernels; "
        "imb.: largest over mean entries of a block"
    ]
    if baselines:
        marks = initials(baselines)
        names = " and ".join(f"to {label} (/{marks[k]})" for k, label in enumerate(baselines))
        lines.append(f"trans-, DRAM, time /..: transactions, bytes of DRAM and time relative {names}")
    return lines
