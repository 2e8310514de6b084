"""The invariants of the execution model, checked after every run.

They follow from the execution model alone (``docs/execution-model.md`` derives them), so they hold for
every machine, mapping and scheduler. A run that violates an invariant is a bug and has no result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.shared.migration import in_blocks
from numasim.numa.shared.run_result import CORE_TIMES, RunResult
from numasim.program.program import Program
from partitioners.errors import InvariantError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.schema.execution import Execution


KINDS_OF_HOPS = ("", "controller_", "coherence_", "steal_", "migration_", "forwarded_")
"""The prefixes of the scalars ``flit_hops``."""

Law = tuple[str, float, str, float]
"""A description of the invariant, its left side, its relation and its right side."""


def check_invariants(
    result: RunResult,
    program: Program,
    machine: Machine,
    execution: Execution,
    *,
    fullest_window: int = 0,
) -> None:
    """Check the invariants of a run's work, messages and caches.

    If a limit ended the run, only the invariants that hold at any time are checked.

    Parameters
    ----------
    fullest_window : int
        The cycles that a run needs at least because of the windows of its cores.

    Raises
    ------
    InvariantError
        An invariant is violated. The message shows the invariant and both of its sides.
    """
    laws = _at_any_moment(result, program, machine, execution)
    if result.scalars["completed"]:
        laws = _at_the_end(result, program, machine, execution) + laws
        cycles = result.scalars["cycles"]
        laws.append(("T >= cycles of a core's tasks over its window", cycles, ">=", fullest_window))
    check_laws(laws, "the execution model")


def check_laws(laws: Iterable[Law], model: str) -> None:
    """Raise an error at the first law that does not hold.

    Raises
    ------
    InvariantError
        A law is violated. The message shows it with both of its sides.
    """
    for law, left, relation, right in laws:
        if not {"==": left == right, ">=": left >= right, "<=": left <= right}[relation]:
            raise InvariantError(
                f"the run violates an invariant of {model}: {law}: {left} is not {relation} {right}"
            )


def _at_any_moment(result: RunResult, program: Program, machine: Machine, execution: Execution) -> list[Law]:
    s = result.scalars
    cycles, local_and_remote = s["cycles"], s["messages_local"] + s["messages_remote"]
    cores, clusters = result.tables.columns("cores"), result.tables.columns("clusters")
    spent = np.stack([cores[name] for name in (*CORE_TIMES, "idle")], axis=1)
    placed = clusters["core"] >= 0
    times_of_clusters = np.stack([clusters[name] for name in CORE_TIMES], axis=1)
    of_clusters = np.zeros_like(spent[:, :-1])
    np.add.at(of_clusters, clusters["core"][placed], times_of_clusters[placed])
    not_theirs = spent[:, :-1] - of_clusters
    not_theirs[:, CORE_TIMES.index("compute")] -= cores["stolen_cycles"]
    if s["migrations"]:  # the cycles of a cluster that has moved belong to several cores
        not_theirs = not_theirs.sum(axis=0, keepdims=True)
    traffic, by_hops = result.tables.columns("traffic"), result.tables.columns("packets")
    counted = np.stack([traffic[name] for name in ("packets", "flits_injected", "flit_hops")], axis=1)
    place = {name: k for k, name in enumerate(traffic["class"].tolist())}
    packets, flits, hops = (by_hops[name] for name in ("packets", "flits", "hops"))
    sums = np.zeros_like(counted)
    of_class = [place[name] for name in by_hops["class"].tolist()]
    np.add.at(sums, of_class, np.stack([packets, flits, flits * hops], axis=1))
    # These waits end without a task of the core's clusters.
    of_no_cluster = ["memory", "synchronisation"] if program.model == "supersteps" else []
    if execution.stealing != "none":
        of_no_cluster = ["network", "synchronisation"]
    elif s["migrations"]:
        of_no_cluster = ["memory", "network", "synchronisation"]
    laws: list[Law] = [
        ("local + remote messages = messages", local_and_remote, "==", s["messages"]),
        ("messages <= static count x steps", s["messages"], "<=", program.num_messages * program.steps),
        ("flits injected >= flits ejected", s["flits_injected"], ">=", s["flits_ejected"]),
        ("no negative time in a core", spent.min(initial=0), ">=", 0),
        ("the times of every core add up to T", int((spent.sum(axis=1) != cycles).sum()), "==", 0),
        (
            "the times of a core's clusters add up to its own",
            int(np.count_nonzero(not_theirs[:, [name not in of_no_cluster for name in CORE_TIMES]])),
            "==",
            0,
        ),
        ("packets by hops = packets", int((sums != counted).sum()), "==", 0),
        ("time of a core's clusters <= time of the core", not_theirs.min(), ">=", 0),
        ("no negative time in a cluster", min(times_of_clusters.min(), clusters["idle"].min()), ">=", 0),
    ]
    if execution.memory_model == "simulated":
        served = s["l1_hits"] + s["l1_misses"] + s["l1_merged"]
        laws += [
            ("L1 hits + misses + merged = accesses", served, "==", s["l1_loads"] + s["l1_stores"]),
            ("MSHRs in use <= MSHRs", s["mshr_occupancy"], "<=", machine.core.mshrs),
        ]
    return laws


def _traffic(result: RunResult, kind: str, *counts: str) -> int:
    """The sum of some counts of a kind of message; 0 for a kind that the run does not have."""
    traffic = result.tables.columns("traffic")
    return sum(int(traffic[name][traffic["class"] == kind].sum()) for name in counts)


def _at_the_end(result: RunResult, program: Program, machine: Machine, execution: Execution) -> list[Law]:
    s, steps = result.scalars, program.steps
    cycles = s["cycles"]
    laws: list[Law] = [
        ("messages = static count x steps", s["messages"], "==", program.num_messages * steps),
        ("flits injected = flits ejected", s["flits_injected"], "==", s["flits_ejected"]),
        ("T >= critical path", cycles, ">=", s["critical_path_cycles"]),
    ]
    if execution.stealing != "none":
        laws += _of_stealing(result, program, machine, execution)
    elif s["migrations"]:
        laws += _of_migration(result, program, machine, execution)
    else:
        laws.append(("T >= work of the busiest core", cycles, ">=", s["busiest_core_cycles"]))
    if execution.memory_model == "traced":
        clusters = result.tables.columns("clusters")
        differ = int((clusters["compute"] != clusters["work"]).sum())
        work = program.work * steps if not machine.cores_differ else int(clusters["work"].sum())
        moved = execution.stealing != "none" or s["migrations"] > 0  # tasks to cores of other speeds
        if not (moved and machine.cores_differ):
            laws.append(("compute = work", s["compute_cycles"], "==", work))
            if execution.stealing == "none":
                laws.append(("compute = work in every cluster", differ, "==", 0))
    else:
        laws += [
            ("L1 requests = L2 requests", s["l1_requests"], "==", s["l2_requests"]),
            ("L2 fetches = memory reads", s["l2_fetches"], "==", s["memory_reads"]),
            ("L2 write-backs = memory writes", s["l2_write_backs"], "==", s["memory_writes"]),
        ]
    if program.model == "supersteps":
        barrier = 2 * (machine.num_cores - 1) * steps
        laws.append(("barrier messages = 2 (cores - 1) x steps", s["barrier_messages"], "==", barrier))
    links = result.tables.columns("links")
    if links["link"].size:
        flits = links["flits"]
        # Requests and answers of thieves may cross a link after T.
        before_end = flits.max(initial=0) - _traffic(result, "steals", "flits_injected")
        laws.append(("T >= flits over the busiest link", cycles, ">=", before_end))
        if program.model == "dataflow":  # `hops` does not contain the hops of barrier messages
            hops = sum(s[f"{kind}flit_hops"] for kind in KINDS_OF_HOPS)
            laws.append(("flits over all links = flit hops", flits.sum(), "==", hops))
    if (
        execution.network == "ideal"
        and execution.initial_values == "preloaded"
        and execution.memory_model == "traced"
        and program.model == "dataflow"
        and not (moved and machine.cores_differ)
    ):
        # A sent message is a cycle on its way to the port; a local one takes one cycle in all.
        latencies = s["message_latency_cycles"] + s["messages"]
        if execution.stealing != "none":
            latencies += _traffic(result, "steals", "latency_cycles", "packets")
        if s["migrations"]:
            for kind in ("migrations", "forwarded_values"):
                latencies += _traffic(result, kind, "latency_cycles", "packets")
        laws.append(("T <= work + message latencies on an ideal network", work + latencies, ">=", cycles))
    if machine.memory.dram is not None:
        rows = s["row_hits"] + s["row_misses"] + s["row_conflicts"]
        laws.append(
            ("row hits + misses + conflicts = blocks", rows, "==", s["memory_reads"] + s["memory_writes"])
        )
    ticks, per_cycle = machine.block_service_ticks
    served = result.tables.columns("controllers")["memory_blocks"].max()
    laws.append(
        (
            "T >= blocks of the busiest controller over its bandwidth",
            cycles,
            ">=",
            served * ticks // per_cycle,
        )
    )
    return laws


def _of_stealing(result: RunResult, program: Program, machine: Machine, execution: Execution) -> list[Law]:
    """The laws of the messages of work stealing, and of the cycles of stolen tasks."""
    s = result.scalars
    # A stolen task takes other cycles on a core of another speed.
    stolen = result.tables.columns("cores")["stolen_cycles"].sum()
    clusters = result.tables.columns("clusters")
    lost = clusters["work"] - clusters["compute"]
    packets = _traffic(result, "steals", "packets")
    num_bytes = packets * machine.network.header_size + s["steal_operand_bytes"] + s["steal_result_bytes"]
    data: list[Law] = []
    if program.partition.graph.edge_bytes is None:
        operands, results = (s[name] * execution.value_bytes for name in ("steal_operands", "steals"))
        data = [
            ("bytes of stolen operands = operands x value", s["steal_operand_bytes"], "==", operands),
            ("bytes of stolen results = steals x value", s["steal_result_bytes"], "==", results),
        ]
    return [
        ("steal messages = 2 requests + results", packets, "==", 2 * s["steal_requests"] + s["steals"]),
        ("steals <= requests", s["steals"], "<=", s["steal_requests"]),
        ("moved operands <= steals", s["steal_operands"], "<=", s["steals"]),
        ("bytes of steals = headers + operands + results", s["steal_bytes"], "==", num_bytes),
        *data,
        ("no cluster computes more than its work", lost.min(initial=0), ">=", 0),
        *([] if machine.cores_differ else [("stolen cycles = lost cycles", stolen, "==", lost.sum())]),
    ]


def _of_migration(result: RunResult, program: Program, machine: Machine, execution: Execution) -> list[Law]:
    """The laws of the messages of clusters that move."""
    s = result.scalars
    clusters = result.tables.columns("clusters")
    packets, block = s["migrations"] + s["migrated_blocks"], machine.memory.block
    num_bytes = packets * machine.network.header_size + s["migrated_block_bytes"]
    data: Law = (
        "bytes of blocks >= blocks x a block of memory",
        s["migrated_block_bytes"],
        ">=",
        s["migrated_blocks"] * block,
    )
    if program.partition.graph.edge_bytes is None:
        of_values = s["migrated_blocks"] * in_blocks(execution.value_bytes, block)
        data = ("bytes of blocks = blocks x those of a value", s["migrated_block_bytes"], "==", of_values)
    stayed = clusters["migrations"] == 0
    return [
        (
            "messages of moving clusters = clusters + blocks",
            _traffic(result, "migrations", "packets"),
            "==",
            packets,
        ),
        ("their bytes = headers + blocks", s["migration_bytes"], "==", num_bytes),
        ("blocks are whole blocks of memory", s["migrated_block_bytes"] % block, "==", 0),
        data,
        ("a message is forwarded at most once", s["forwarded_messages"], "<=", s["messages_remote"]),
        (
            "clusters without a move stay",
            int((clusters["core"] != clusters["last_core"])[stayed].sum()),
            "==",
            0,
        ),
    ]
