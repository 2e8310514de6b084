"""A table of rules for fields that have no effect in a run, because of the values of other fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from numasim.machine.machine import Machine
from numasim.schema.execution import Execution
from numasim.schema.traced_workload import ThreadedProgram, ThreadedSource
from partitioners.partition_graph import may_cut_edges

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class Rule:
    """Fields that have no effect under a condition.

    Attributes
    ----------
    fields : tuple of str
        Dotted names, which include all fields below them.
    idle : callable
        Whether the fields have no effect in a concrete experiment.
    reason : str
        The reason, which follows "has no effect:" in the note.
    """

    fields: tuple[str, ...]
    idle: Callable[[Experiment], bool]
    reason: str


def _traced(experiment: Experiment) -> bool:
    return experiment.execution.memory_model == "traced"


def _no_reads(experiment: Experiment) -> bool:
    return _traced(experiment) and experiment.execution.initial_values == "preloaded"


def _no_stealing(experiment: Experiment) -> bool:
    return experiment.execution.stealing == "none"


def _asked_once(experiment: Experiment) -> bool:
    return experiment.mapping.policy != "periodic"


def _not_shared(experiment: Experiment) -> bool:
    return _traced(experiment) or (
        experiment.execution.communication == "message" and experiment.execution.model == "dataflow"
    )


def _no_flit_routers(experiment: Experiment) -> bool:
    return experiment.execution.network != "flit"


def _pipeline_given(experiment: Experiment) -> bool:
    return _no_flit_routers(experiment) and experiment.machine.network.router_cycles is not None


def _cuts_vertices(experiment: Experiment) -> bool:
    method = experiment.partition.method
    return method is not None and not may_cut_edges(method)


UNCOUNTED = (None, "round_robin", "random", "bottleneck", "greedy", "local_search")
"""The mappers that do not count the clusters of a core."""


def _other_mapper(experiment: Experiment) -> bool:
    return experiment.mapping.method in UNCOUNTED


CORE = tuple(f"machine.core.{name}" for name in ("issue_width", "window", "write_backs", "latencies"))
ROUTER = "machine.network.router"

CAPACITY = Rule(("machine.memory.capacity",), lambda _: True, "it only limits the size of the data")

ROUTER_RULES = (
    Rule(
        tuple(f"{ROUTER}.{name}" for name in ("vcs", "buffer_flits", "credit_delay")),
        _no_flit_routers,
        "the network is not flit",
    ),
    Rule(
        tuple(
            f"{ROUTER}.{name}"
            for name in ("routing_delay", "vc_alloc_delay", "sw_alloc_delay", "st_final_delay", "speculative")
        ),
        _pipeline_given,
        "router_cycles is given, and the network is not flit",
    ),
)

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


def _is_traced(experiment: Experiment) -> bool:
    return isinstance(experiment.workload, (ThreadedProgram, ThreadedSource))


THREAD_RULES: tuple[Rule, ...] = (
    Rule(
        ("machine.core.latencies",),
        lambda experiment: not _is_traced(experiment),
        "only traced programs have chains of instructions",
    ),
    Rule(
        ("machine.core.latencies.branch", "machine.core.latencies.move"),
        _is_traced,
        "no instruction of a thread waits for a branch, a phi or a cast",
    ),
    Rule(("machine.core.max_clusters_per_core",), lambda _: True, "threads are not clusters"),
    Rule(("machine.core.classes",), lambda _: True, "the cores of a program of threads have one speed"),
    CAPACITY,
    *ROUTER_RULES,
)
"""The rules for a program of threads."""


def no_effect(experiment: Experiment) -> list[str]:
    """Return the fields of a concrete experiment that differ from their defaults and have no effect.

    Returns
    -------
    list of str
        One sentence per field: ``machine.l2.size has no effect: memory is traced``.
    """
    return _idle(experiment, _judged(experiment))


def _idle(experiment: Experiment, judged: Sequence[tuple[Rule, Sequence[str]]]) -> list[str]:
    """Return a sentence for each field that has no effect, of the fields that each rule judges."""
    return [
        f"{field} has no effect: {rule.reason}"
        for rule, fields in judged
        if rule.idle(experiment)
        for field in fields
    ]


def _judged(experiment: Experiment) -> list[tuple[Rule, list[str]]]:
    """Return the rules on changed fields, each with these fields."""
    changed = _changed(experiment)
    judged = []
    for rule in THREAD_RULES if experiment.kind == "threads" else RULES:
        own = tuple(f"{each}." for each in rule.fields)
        fields = [field for field in changed if f"{field}.".startswith(own)]
        if fields:
            judged.append((rule, fields))
    return judged


def notes_on(points: Iterable[Point]) -> list[str]:
    """Return notes on the fields that have no effect at some points, with the number of these points."""
    counted: dict[str, int] = {}
    # Points share equal sections, so few of them are examined.
    judged: dict[tuple[int, int, int], list[tuple[Rule, list[str]]]] = {}
    known: dict[tuple[int, ...], list[str]] = {}
    total = 0
    for point in points:
        total += 1
        experiment = point.experiment
        decided = id(experiment.machine), id(experiment.execution), id(experiment.mapping)
        key = *decided, id(experiment.partition)
        if decided not in judged:
            judged[decided] = _judged(experiment)
        if key not in known:
            known[key] = _idle(experiment, judged[decided])
        for note in known[key]:
            counted[note] = counted.get(note, 0) + 1
    return [
        note if count == total else f"{note} ({count:,} of {total:,} points)"
        for note, count in counted.items()
    ]


def _changed(experiment: Experiment) -> list[str]:
    """Return the fields that differ from their defaults: of machine, execution and the mapping's period."""
    if experiment.kind not in ("mesh", "threads"):
        return []
    defaults: list[tuple[str, BaseModel, dict[str, Any]]] = [("machine", experiment.machine, _MACHINE)]
    if experiment.kind == "mesh":
        defaults.append(("execution", experiment.execution, _EXECUTION))
    found = [
        field
        for name, section, default in defaults
        for field, value in _leaves(section.model_dump(), name)
        if default.get(field, _leaves) != value
    ]
    if experiment.kind == "mesh" and experiment.mapping.every is not None:
        found.append("mapping.every")
    return found


def _leaves(data: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{name}.{key}")
        else:
            yield f"{name}.{key}", value


_MACHINE = dict(_leaves(Machine.model_validate({}).model_dump(), "machine"))
_EXECUTION = dict(_leaves(Execution.model_validate({}).model_dump(), "execution"))
