"""The section ``component`` of an experiment: one or several components of the simulated machine, by name.

The registry and the parts are in :mod:`numasim.numa.simpy_engine.parts`. ``docs/components.md`` describes how
to write a component.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from numasim.config.plugin_section import Candidates, Options, PluginSection, Swept, known_name
from numasim.numa.simpy_engine.parts import COMPONENTS, NETWORKS, OWN, Parts, check_component
from partitioners.config.problems import Problem, find_problems, raise_problems
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.parts import PartClass


def part_of(name: str) -> str:
    """Return the part that a registered component replaces; empty for ``none``.

    Raises
    ------
    OptionError
        It is not a class that can replace a part.
    """
    kind = COMPONENTS[name].function
    if name == "none":
        return ""
    part = getattr(kind, "part", None)
    if part is None:
        raise OptionError(
            f"component {name!r} names no part; register a class with the attribute `part`, one of "
            f"{', '.join(OWN)}"
        )
    check_component(part, kind)
    return str(part)


def _usable_name(name: str) -> str:
    try:
        part_of(known_name(COMPONENTS, name))
        if name in NETWORKS:
            raise OptionError(f"{name!r} is a network of numasim's own; write `execution.network: {name}`")
    except OptionError as error:
        raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None
    return name


class Component(PluginSection):
    """One component of the machine."""

    method: Annotated[str, Expected("the name of a component"), AfterValidator(_usable_name)] = Field(
        "none",
        description="component that your own package [adds to the "
        "machine](components.md#registering-it-by-name), whose options are in the same "
        "section; `numasim list components` lists all",
    )
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of components."""
        return COMPONENTS


def _one_or_several(value: Any) -> Any:
    """Make a component of a mapping, and components of a list; for pydantic validators."""
    several = isinstance(value, list | tuple)
    if not several and not isinstance(value, Mapping | Swept):
        return value
    found, problems = [], []
    for place, data in enumerate(value if several else [value]):
        try:
            found.append(Component.model_validate(data))
        except ValidationError as error:
            problems += find_problems(error, Component, (place,) if several else ())
    raise_problems(problems)
    if not several:
        return found[0]
    try:
        parts_of(found)
    except OptionError as error:
        raise_problems([Problem((), str(error))])
    return tuple(found)


OneOrSeveral = Annotated[
    Component | tuple[Component, ...],
    BeforeValidator(_one_or_several),
    Expected("a mapping, or a list of mappings"),
]
"""The type of the section."""


def parts_of(components: Component | Sequence[Component]) -> dict[str, PartClass]:
    """Return components by the part that they replace, with their options.

    Raises
    ------
    OptionError
        Two are for one part, or one cannot replace its part.
    """
    names: dict[str, str] = {}
    found: dict[str, PartClass] = {}
    for section in as_tuple(components):
        part = part_of(section.method)
        if part in names:
            raise OptionError(
                f"{names[part]!r} and {section.method!r} both replace the part {part!r}; leave out one"
            )
        if part:
            names[part] = section.method
            plugin = COMPONENTS[section.method]
            found[part] = partial(plugin.function, **plugin.check_options(section.options))
    Parts(found)  # checks them together
    return found


def as_tuple(components: Component | Sequence[Component]) -> tuple[Component, ...]:
    """Return the components of a section."""
    return (components,) if isinstance(components, Component) else tuple(components)


def names_of(components: Component | Sequence[Component]) -> str:
    """Return the names of the components of a section: ``none``, ``next_line``, ``next_line+ring``."""
    return "+".join(each.method for each in as_tuple(components) if each.method != "none") or "none"


def columns_of(components: Component | Sequence[Component]) -> dict[str, str]:
    """Return the columns of a row about the components of a section."""
    options: Any = [each.options for each in as_tuple(components) if each.method != "none"]
    return {
        "component": names_of(components),
        "component_options": json.dumps(options[0] if len(options) == 1 else options or {}),
    }


def counters_of(components: Component | Sequence[Component]) -> tuple[str, ...]:
    """Return the counters of the components of a section, which are columns of their own."""
    kinds = [COMPONENTS[each.method].function for each in as_tuple(components)]
    return tuple(name for kind in kinds for name in getattr(kind, "counters", ()))
