"""The rules on fields of a mesh of cores without effect that several kinds of experiments have."""

from __future__ import annotations

from typing import Any

from numasim.schema.no_effect import Rule

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
