"""Rules for fields that have no effect in a run, because of the values of other fields.

The rules of a kind of experiment are its ``no_effect_rules``. Those here are of several kinds. An experiment
is ``Any`` in them, because a rule reads sections that only some kinds have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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
    idle: Callable[[Any], bool]
    reason: str


ROUTER = "machine.network.router"


def _no_flit_routers(experiment: Any) -> bool:
    return experiment.execution.network != "flit"


def _pipeline_given(experiment: Any) -> bool:
    return _no_flit_routers(experiment) and experiment.machine.network.router_cycles is not None


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
