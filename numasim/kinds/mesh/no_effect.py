"""The rules for fields that have no effect in a run of clusters on a mesh."""

from __future__ import annotations

from typing import Any

from numasim.schema.no_effect_rules import CAPACITY, ROUTER_RULES, Rule
from partitioners.partition_graph import may_cut_edges


def _traced(experiment: Any) -> bool:
    return experiment.execution.memory_model == "traced"


def _no_reads(experiment: Any) -> bool:
    return _traced(experiment) and experiment.execution.initial_values == "preloaded"


def _no_stealing(experiment: Any) -> bool:
    return experiment.execution.stealing == "none"


def _asked_once(experiment: Any) -> bool:
    return experiment.mapping.policy != "periodic"


def _not_shared(experiment: Any) -> bool:
    return _traced(experiment) or (
        experiment.execution.communication == "message" and experiment.execution.model == "dataflow"
    )


def _cuts_vertices(experiment: Any) -> bool:
    method = experiment.partition.method
    return method is not None and not may_cut_edges(method)


UNCOUNTED = (None, "round_robin", "random", "bottleneck", "greedy", "local_search")
"""The mappers that do not count the clusters of a core."""


def _other_mapper(experiment: Any) -> bool:
    return experiment.mapping.method in UNCOUNTED


CORE = tuple(f"machine.core.{name}" for name in ("issue_width", "window", "write_backs", "latencies"))
RULES: tuple[Rule, ...] = (
    Rule(
        ("machine.l1", "machine.l2", *CORE, "machine.energy.l1_access", "machine.energy.l2_access"),
        _traced,
        "memory is traced",
    ),
    Rule(
        (
            *(
                f"machine.memory.{name}"
                for name in ("block", "bandwidth", "bandwidth_scope", "latency", "placement", "page", "dram")
            ),
            "machine.energy.memory_access",
        ),
        _no_reads,
        "memory is traced and the initial values are preloaded, so memory is not read",
    ),
    Rule(
        ("machine.core.mshrs",),
        lambda experiment: _no_reads(experiment) and _no_stealing(experiment),
        "memory is traced and the initial values are preloaded, so memory is not read",
    ),
    Rule(("machine.core.atomics",), lambda _: True, "only programs of threads have atomic operations"),
    Rule(("execution.steal_threshold", "execution.steal_retry_cycles"), _no_stealing, "no core steals"),
    Rule(("mapping.every",), _asked_once, "only `policy: periodic` asks the mapper again"),
    CAPACITY,
    Rule(("execution.value_layout",), _not_shared, "no value is in shared memory"),
    *ROUTER_RULES,
    Rule(("execution.aggregate_messages",), _cuts_vertices, "the partition is a vertex cut"),
    Rule(
        ("machine.core.max_clusters_per_core",),
        _other_mapper,
        "the mapper does not count the clusters of a core",
    ),
    Rule(
        ("machine.core.classes",),
        lambda experiment: not experiment.machine.core.key_of_rates,
        "no speed or time belongs to a class",
    ),
)
