"""Components of one's own in the simulated machine: a family of plug-ins, and the section that names one.

A component is a function of typed options that returns the engine which has it: a subclass of
:class:`numasim.numa.run.Run`. How one is written is in ``docs/components.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.config.wording import Expected
from partitioners.errors import VerificationError
from partitioners.registry import Registry

if TYPE_CHECKING:
    from numasim.numa.run import Run

COMPONENTS = Registry("component", "numasim.components", {"none": "numasim.components:none"}, reserved=())
"""Every component: ``f(*, options...) -> type[Run]``."""


def none() -> None:
    """The project's own components, in either engine."""


def run_with(method: str, options: dict[str, Any]) -> type[Run] | None:
    """The engine that has a component; None where it is the project's own.

    Parameters
    ----------
    method : str
        A registered component (``COMPONENTS.names()``).
    options : dict
        What it takes.

    Raises
    ------
    OptionError, UnknownNameError
        An option that the component does not take; no such component.
    VerificationError
        What it returned is no subclass of :class:`numasim.numa.run.Run`.
    """
    from numasim.numa.run import Run

    made = COMPONENTS[method].call(options=options)
    if method == "none":
        return None
    if not (isinstance(made, type) and issubclass(made, Run)):
        raise VerificationError(
            f"component {method!r} returned {made!r}; it must return a subclass of numasim.numa.run.Run"
        )
    return made


class Component(PluginSection):
    """What is put in the place of the machine's own components."""

    method: Annotated[
        str, Expected("the name of a component"), AfterValidator(lambda name: known_name(COMPONENTS, name))
    ] = Field("none", description="the component; its options stand beside it")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """The components."""
        return COMPONENTS
