"""The columns of the table at the end of runs of threads, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, caches and memory, the run with ratios to baselines."""
    names: Cells = {
        "program": cell("program", text),
        "mapper": cell("mapper", text),
        **({} if "threads" in varying else {"threads": cell("threads", text)}),
        **named(varying),
    }
    measured = ("search_seconds", "teps", "one_way_ns_in_socket", "one_way_ns_across")
    of_searches = [name for name in measured if name in results]
    of_run = figures(THREADS, "operations", "seconds", "speedup", *of_searches, "energy_joules")
    of_caches = figures(THREADS, "l1_hit_rate", "coherence_bytes", "dram_bytes")
    return names, {}, of_caches | ratios(THREADS, THREADS.compared, baselines), of_run


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = [
        "coh. bytes: bytes of coherence messages between tiles; mem. bytes: bytes read from "
        "and written to memory; speed-up: over one thread on one core"
    ]
    if "teps" in results:
        lines.append(
            "search: time of a search without the clearing of its arrays; TEPS: traversed edges per second"
        )
    if baselines:
        lines.append(f"cycles, coh. bytes, mem. bytes /..: relative {marked(baselines)}")
    return lines
