"""The laws that every run obeys, checked after each; a run that breaks one is a bug and gives no result.

They follow from the execution model alone (``docs/execution-model.md`` derives them), so they hold for
every machine, mapping and scheduler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.program import Program
from numasim.run_result import RunResult
from partitioners.errors import LawError

if TYPE_CHECKING:
    from numasim.machine import Machine
    from numasim.schema import Execution


def check_laws(result: RunResult, program: Program, machine: Machine, execution: Execution) -> None:
    """Check a run against the laws of traced work and explicit messages.

    Raises
    ------
    LawError
        Naming the law and both of its sides.
    """
    s, steps = result.scalars, program.steps
    cycles = s["cycles"]
    core_work = np.bincount(
        result.core_of_cluster, program.replicas.cluster_work, minlength=machine.num_cores
    ) * float(steps)
    cores = result.tables["cores"]
    spent = cores[["compute", "memory", "network", "synchronisation", "idle"]]
    laws = [
        ("messages = static count x steps", s["messages"], "==", program.num_messages * steps),
        (
            "local + remote messages = messages",
            s["messages_local"] + s["messages_remote"],
            "==",
            s["messages"],
        ),
        ("flits injected = flits ejected", s["flits_injected"], "==", s["flits_ejected"]),
        ("compute = work", s["compute_cycles"], "==", program.work * steps),
        ("T >= critical path", cycles, ">=", program.critical_path),
        ("T >= work of the busiest core", cycles, ">=", core_work.max(initial=0)),
        ("no negative time in a core", spent.to_numpy().min(initial=0), ">=", 0),
        ("the times of every core add up to T", int((spent.sum(axis=1) != cycles).sum()), "==", 0),
    ]
    if program.model == "supersteps":
        barrier = 2 * (machine.num_cores - 1) * steps
        laws.append(("barrier messages = 2 (cores - 1) x steps", s["barrier_messages"], "==", barrier))
    if execution.network != "ideal":
        flits = result.tables["links"]["flits"].to_numpy()
        laws.append(("T >= flits over the busiest link", cycles, ">=", flits.max(initial=0)))
        if program.model == "dataflow":  # no barrier, whose hops are not told
            hops = s["flit_hops"] + s["memory_flit_hops"]
            laws.append(("flits over all links = flit hops", flits.sum(), "==", hops))
    if execution.network == "ideal" and execution.inputs == "present" and program.model == "dataflow":
        # A sent message is a cycle on its way to the port; a local one takes one cycle in all.
        latencies = s["message_latency_cycles"] + s["messages"]
        laws.append(
            ("T <= work + message latencies on an ideal network", program.work + latencies, ">=", cycles)
        )
    ticks, per_cycle = machine.block_service_ticks
    served = result.tables["controllers"]["blocks"].max()
    laws.append(
        (
            "T >= blocks of the busiest controller over its bandwidth",
            cycles,
            ">=",
            served * ticks // per_cycle,
        )
    )
    for law, left, relation, right in laws:
        if not (left == right if relation == "==" else left >= right):
            raise LawError(
                f"the run breaks a law of the execution model: {law}: {left} is not {relation} {right}"
            )
