"""The invariants of a run of threads, checked after every run.

They follow from the model alone (``docs/threads.md`` derives them), so they hold for every program, machine,
schedule and mapping. A run that violates an invariant is a bug and has no result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.thread_result import ThreadResult
from numasim.simulation.invariants import Law, check_laws
from numasim.threads.piece import COUNT, ISSUED

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs


def check_region_invariants(result: ThreadResult, whole: ThreadResult) -> None:
    """Check the invariants of the region of interest of a run.

    Parameters
    ----------
    result, whole : ThreadResult
        The results of the region and of the run.

    Raises
    ------
    InvariantError
        An invariant is violated. The message shows the invariant and both of its sides.
    """
    counters = (
        "cycles",
        "operations",
        "l1_loads",
        "l1_stores",
        "memory_reads",
        "energy_joules",
        "flits_injected",
    )
    parts = [
        (f"{name} of the region <= those of the run", result.scalars[name], "<=", whole.scalars[name])
        for name in counters
    ]
    check_laws([*_laws_of_a_part(result), *parts], "the model of threads")


def _laws_of_a_part(result: ThreadResult) -> list[Law]:
    """The laws that hold between any two cycles of a run."""
    s = result.scalars
    cores = result.tables.columns("cores")
    cycles, spent = s["cycles"], np.stack([cores[name] for name in (*CORE_TIMES, "idle")], axis=1)
    served = s["l1_hits"] + s["l1_misses"] + s["l1_merged"]
    return [
        ("no negative time in a core", spent.min(initial=0), ">=", 0),
        ("the times of every core add up to T", int((spent.sum(axis=1) != cycles).sum()), "==", 0),
        ("L1 hits + misses + merged = accesses", served, "==", s["l1_loads"] + s["l1_stores"]),
        (
            "sequential + random misses = misses",
            s["sequential_misses"] + s["random_misses"],
            "==",
            s["l1_misses"],
        ),
        ("T >= issue slots of the busiest core over its width", cycles, ">=", s["busiest_core_cycles"]),
    ]


def check_thread_invariants(result: ThreadResult, inputs: ThreadRunInputs, delays: tuple[int, int]) -> None:
    """Check the invariants of a run.

    Parameters
    ----------
    delays : tuple of int
        The most cycles for which a core kept its oldest operation from its issue slots, and for which a
        thread waited for what had already happened. Every wait of a thread thus ends by what another core
        does, as early as that core can do it.

    Raises
    ------
    InvariantError
        An invariant is violated. The message shows the invariant and both of its sides.
    """
    s, tables, machine = result.scalars, result.tables, inputs.machine
    cycles = s["cycles"]
    laws = [
        *_laws_of_a_part(result),
        ("flits injected >= flits ejected", s["flits_injected"], ">=", s["flits_ejected"]),
        ("MSHRs in use <= MSHRs", s["mshr_occupancy"], "<=", machine.core.mshrs),
        ("no operation waits for the issue slots of younger ones, in cycles", delays[0], "==", 0),
        ("no thread waits for what has happened, in cycles", delays[1], "==", 0),
    ]
    if s["completed"]:
        finished = int(tables.columns("cores")["tasks"].sum())
        made = int(inputs.team.tables.words[:, [ISSUED, COUNT]].sum())
        ticks, per_cycle = machine.block_service_ticks
        share = s["memory_reads"] // len(machine.controller_tiles)
        threads = inputs.core_of_thread.size
        laws += [
            ("operations finished = operations issued", finished, "==", s["operations"]),
            ("operations finished = operations of the program", finished, "==", made),
            ("flits injected = flits ejected", s["flits_injected"], "==", s["flits_ejected"]),
            ("L1 requests = L2 requests", s["l1_requests"], "==", s["l2_requests"]),
            ("L2 fetches = memory reads", s["l2_fetches"], "==", s["memory_reads"]),
            ("L2 write-backs = memory writes", s["l2_write_backs"], "==", s["memory_writes"]),
            ("barriers passed >= phases x threads", s["operation_barriers"], ">=", s["phases"] * threads),
            (
                "T >= a controller's share of the reads over its bandwidth",
                cycles,
                ">=",
                share * ticks // per_cycle,
            ),
        ]
    check_laws(laws, "the model of threads")
