"""Columns of rows that runs of several kinds have: of the trace, and of the machine."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from partitioners.graph import Graph


def trace_columns(graph: Graph) -> dict[str, int]:
    """Return the columns of a traced workload: ``trace_complete``, which is 0 if a limit cut the trace."""
    from numasim.trace.trace import TRACE_CUT

    return {"trace_complete": int(TRACE_CUT not in graph.vertex)} if "opcode_class" in graph.vertex else {}


def tell_cut(row: dict[str, Any], graph: Graph, notes: list[str]) -> None:
    """Say first of a run that a limit cut its trace, so that it is not completed."""
    from numasim.trace.trace import cut_trace

    if row.get("trace_complete") == 0:
        row["completed"] = 0
        notes.insert(0, cut_trace(graph.num_vertices))


def machine_columns(machine: Machine, speeds: Sequence[float | Fraction] | None = None) -> dict[str, Any]:
    """Return the columns of a mesh of cores; with the speed of each core, also their ``equivalent_cores``."""
    from numasim.program.task_times import best_core

    mesh = machine.topology
    found = {"machine": machine.name, "mesh": f"{mesh.width}x{mesh.height}", "cores": machine.num_cores}
    return found if speeds is None else {**found, "equivalent_cores": best_core(speeds).equivalents}
