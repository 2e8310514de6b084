"""The rules for fields that have no effect in a run of a program of threads."""

from __future__ import annotations

from numasim.schema.no_effect_rules import CAPACITY, ROUTER_RULES, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        ("machine.core.latencies",),
        lambda experiment: not experiment.traced,
        "only traced programs have chains of instructions",
    ),
    Rule(
        ("machine.core.latencies.branch", "machine.core.latencies.move"),
        lambda experiment: experiment.traced,
        "no instruction of a thread waits for a branch, a phi or a cast",
    ),
    Rule(("machine.core.max_clusters_per_core",), lambda _: True, "threads are not clusters"),
    Rule(("machine.core.classes",), lambda _: True, "the cores of a program of threads have one speed"),
    CAPACITY,
    *ROUTER_RULES,
)
