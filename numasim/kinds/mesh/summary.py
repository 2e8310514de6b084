"""The columns of the table at the end of a run on a mesh, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import (
    EACH_CUT_EDGE,
    Cells,
    Groups,
    cell,
    each_cut_edge,
    figures,
    marked,
    named,
    ratios,
)

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the cut, data communication, the run."""
    names: Cells = {
        "method": lambda r: r["partitioner"] + (EACH_CUT_EDGE if r["extra_run"] else ""),
        "mapper": cell("mapper", text),
        **named(varying),
    }
    of_cut = figures(MESH, "replication_factor", "work_imbalance")
    of_caches = figures(MESH, *(MESH.compared_if_coherent if _moved_by_caches(results) else ()))
    of_run = figures(MESH, "hop_bytes", "seconds", "energy_joules", "speedup")
    return names, of_cut, of_caches | ratios(MESH, _compared(results, baselines), baselines), of_run


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = []
    if baselines:
        missing = results.filter(like="_vs_").isna().to_numpy().any()
        none = "; - where the baseline has none" if missing else ""
        lines.append(
            "copies, msgs, bytes, f-hops: vertex copies or cut edges, messages between clusters, bytes and "
            f"flit-hops between cores, relative {marked(baselines)}{none}"
        )
    if _moved_by_caches(results):
        lines.append("coh. bytes, coh. f-hops: bytes and flit-hops of the caches' messages between tiles")
    lines.append(
        "RF: replication factor; imb.: largest over mean load; speed-up: over one cluster on one core"
    )
    if results["extra_run"].any():
        lines.append(each_cut_edge())
    return lines


def _moved_by_caches(results: pd.DataFrame) -> bool:
    return "coherence_bytes" in results and bool((results["coherence_bytes"] > 0).any())


def _compared(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the measures whose ratios are shown; those of messages only if messages moved values."""
    there = {
        measure: [results[name] for label in baselines if (name := f"{measure}_vs_{label}") in results]
        for measure in MESH.communication
    }
    coherent = any(there[measure] for measure in MESH.compared_if_coherent)
    return [
        measure
        for measure, found in there.items()
        if found and not (coherent and all(column.isna().all() for column in found))
    ]
