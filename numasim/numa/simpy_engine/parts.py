"""The parts of a machine in the SimPy engine: numasim's own and the components that replace them.

A component is a class with the attribute ``part``, which names the part that it replaces. The engine creates
it with the arguments of numasim's own class. Its keyword-only parameters are options, and the names in its
attribute ``counters`` are integers that it counts. ``docs/components.md`` describes how to write one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from numasim.numa.shared.run_result import SCALARS
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry, did_you_mean
from partitioners.text.format_value import format_value

OWN = {
    "network": "network:PacketNetwork",
    "memory": "memory:Memory",
    "controller": "controller:Controller",
    "caches": "coherent_memory:CoherentMemory",
    "l1": "coherent_memory:L1",
    "home": "coherent_memory:Home",
    "core": "core:Core",
    "out_of_order_core": "out_of_order_core:OutOfOrderCore",
    "stealing": "work_stealing:WorkStealing",
    "migration": "migration:ClusterMigration",
    "messages": "value_messages:ValueMessages",
    "barrier": "barrier:Barrier",
}
"""The parts, and numasim's own class of each. The network is the one that ``execution.network`` names."""

NETWORKS = {
    "ideal": "network:IdealNetwork",
    "packet": OWN["network"],
    "flit": "flit_level:FlitLevelNetwork",
}

COMPONENTS = Registry(
    "component",
    "numasim.components",
    {
        name: f"numasim.numa.simpy_engine.{target}"
        for name, target in {"none": "parts:none", **NETWORKS, **OWN}.items()
        if name != "network"
    },
    reserved=(),
)
"""The registry of components: classes with the attribute ``part``. Ours have the name of their part."""

PartClass = Callable[..., Any]
"""A class with the methods of a part, or its :class:`functools.partial` with options."""


def none() -> None:
    """Use numasim's own components, in either engine."""


class Parts:
    """The class of each part of a machine.

    Parameters
    ----------
    components : mapping of str to PartClass
        Components by the part that they replace. Every other part is numasim's own.

    Raises
    ------
    OptionError
        See :func:`check_component`.
    """

    def __init__(self, components: Mapping[str, PartClass] = MappingProxyType({})) -> None:
        counted: dict[str, str] = {}
        for part, component in components.items():
            check_component(part, component)
            for name in getattr(_class_of(component), "counters", ()):
                if counted.setdefault(name, part) != part:
                    raise OptionError(
                        f"the components for {counted[name]!r} and {part!r} both have the counter {name!r}; "
                        "rename one"
                    )
        self._components = components
        self._made: dict[str, list[Any]] = {part: [] for part in components}

    def make(self, part: str, *arguments: Any, own: str | None = None) -> Any:
        """Create a part with the arguments of our own class, which ``own`` names if there are several."""
        if part not in self._components:
            return COMPONENTS[own or part].function(*arguments)
        self._made[part].append(self._components[part](*arguments))
        return self._made[part][-1]

    def is_used(self, part: str) -> bool:
        """Whether the component for a part was created: the machine may have no such part."""
        return bool(self._made[part])

    def counters(self) -> dict[str, int]:
        """Return each counter of the components, summed over all that were created."""
        total: dict[str, int] = {}
        for made in itertools.chain.from_iterable(self._made.values()):
            for name in getattr(made, "counters", ()):
                total[name] = total.get(name, 0) + getattr(made, name)
        return total


def check_component(part: Any, component: Any) -> None:
    """Check that a class can replace a part.

    Raises
    ------
    OptionError
        There is no such part, the component is no class, it lacks a method of the part, or it has a counter
        with the name of a figure of every run.
    """
    if part not in OWN:
        raise OptionError(f"unknown part {format_value(part)}; {did_you_mean(str(part), OWN)}")
    kind = _class_of(component)
    if not isinstance(kind, type):
        raise OptionError(f"expected a class for the part {part!r}, got {format_value(component)}")
    own = COMPONENTS["packet" if part == "network" else part].function
    needed = [name for name in dir(own) if name[0] != "_" and callable(getattr(own, name))]
    for name in needed:
        if not callable(getattr(kind, name, None)):
            raise OptionError(
                f"the class {kind.__name__} lacks the method {name!r} of the part {part!r}, which has "
                f"{', '.join(needed)}"
            )
    for name in getattr(kind, "counters", ()):
        if name in SCALARS:
            raise OptionError(
                f"the class {kind.__name__} has the counter {name!r}, which is a figure of every run; choose "
                "another name"
            )


def _class_of(component: Any) -> Any:
    return component.func if isinstance(component, partial) else component
