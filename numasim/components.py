"""Custom components of the simulated machine: a family of plug-ins, and the section that names one.

A component is a function with typed options. It returns the engine that contains the component: a subclass of
:class:`numasim.numa.simpy_engine.run.Run`. ``docs/components.md`` describes how to write a component.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from partitioners.errors import VerificationError
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.run import Run

COMPONENTS = Registry("component", "numasim.components", {"none": "numasim.components:none"}, reserved=())
"""The registry of components: ``f(*, options...) -> type[Run]``."""


def none() -> None:
    """Use numasim's own components, in either engine."""


def run_with(method: str, options: dict[str, Any]) -> type[Run] | None:
    """Return the engine that contains a component, or None for ``none``.

    Parameters
    ----------
    method : str
        A registered component (``COMPONENTS.names()``).
    options : dict
        The options of the component.

    Raises
    ------
    OptionError, UnknownNameError
        The component does not have an option; there is no such component.
    VerificationError
        The component did not return a subclass of :class:`numasim.numa.simpy_engine.run.Run`.
    """
    from numasim.numa.simpy_engine.run import Run

    made = COMPONENTS[method].call(options=options)
    if method == "none":
        return None
    if not (isinstance(made, type) and issubclass(made, Run)):
        raise VerificationError(
            f"component {method!r} returned {made!r}; it must return a subclass of "
            "numasim.numa.simpy_engine.run.Run"
        )
    return made


class Component(PluginSection):
    """The section ``component``: a replacement for components of the machine."""

    method: Annotated[
        str, Expected("the name of a component"), AfterValidator(lambda name: known_name(COMPONENTS, name))
    ] = Field(
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
