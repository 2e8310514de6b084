"""What settings need of the section ``execution``: the rules of files and of the functions of Python.

A model of :mod:`numasim.schema` reports all that is missing at its place in the file, before anything runs.
A function of :mod:`numasim.simulation` refuses the first, also where the graph decides the execution model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.threads.program import ThreadProgram


class Execution(Protocol):
    """What is read of the section :class:`numasim.schema.execution.Execution`."""

    @property
    def model(self) -> str | None:
        """The execution model, or None where the graph decides it."""

    @property
    def steps(self) -> int:
        """The number of supersteps."""

    @property
    def communication(self) -> str:
        """How values move."""

    @property
    def engine(self) -> str:
        """The engine that runs the program."""


@dataclass(frozen=True)
class Requires:
    """What a setting needs.

    Attributes
    ----------
    setting : str
        The setting as in messages, with the names of its values in braces.
    needs : mapping of str to object
        The keys of ``execution`` and their values.
    cure : str
        What to do instead.
    """

    setting: str
    needs: Mapping[str, Any]
    cure: str

    def unmet(self, execution: Execution, **values: str) -> dict[str, str]:
        """Return a message for each key that has another value."""
        setting, messages = self.setting.format(**values), {}
        for key, wanted in self.needs.items():
            found = getattr(execution, key)
            if found not in (wanted, None):  # the graph may decide later
                messages[key] = f"{setting} needs `{key}: {wanted}`, got {found!r}; set it, or {self.cure}"
        return messages

    def check(self, execution: Execution, **values: str) -> None:
        """Raise the first message of :meth:`unmet` as an :class:`OptionError`, for a function of Python."""
        for message in self.unmet(execution, **values).values():
            raise OptionError(message)


TASKS_ONCE = {"memory_model": "traced", "model": "dataflow", "steps": 1}

STEALING = Requires("`stealing: {stealing}`", TASKS_ONCE, "use `stealing: none`")
PERIODIC = Requires("`policy: periodic`", {**TASKS_ONCE, "stealing": "none"}, "use `policy: static`")
SCHEDULE = Requires(
    "a schedule",
    {**TASKS_ONCE, "scheduler": "program_order", "stealing": "none"},
    "leave out the schedule",
)
WINDOWS = Requires("a run in windows", TASKS_ONCE, "leave out `window`")
SPEEDS = Requires("`core.{key}`", {"memory_model": "traced"}, "leave out this key")
COHERENT = Requires(
    "`communication: coherent`", {"memory_model": "simulated"}, "use `communication: message`"
)

NO_EVENTS = "the events of a run in windows are not counted; use `max_cycles` or `max_seconds`"


def check_placed_before(execution: Execution, *, online: bool) -> None:
    """Check that the core of every cluster is known before the run where values move through caches.

    Supersteps place all clusters of an on-line mapping before the first step.

    Raises
    ------
    OptionError
        They move through caches, and an on-line mapping decides during the run.
    """
    in_steps = execution.model == "supersteps" or execution.steps > 1
    if online and execution.communication == "coherent" and not in_steps:
        raise OptionError(
            "`communication: coherent` needs the core of every cluster before the run; use `policy: static`, "
            "or `communication: message`"
        )


def check_runs_components(execution: Execution) -> None:
    """Check that the engine can run components of one's own; if not, raise an OptionError."""
    if execution.engine == "compiled":
        raise OptionError(
            "`engine: compiled` runs no custom component; use `engine: auto`, or leave out the component"
        )


def check_one_speed(machine: Machine) -> None:
    """Check that no core of the machine of a program of threads has a speed of its own.

    Raises
    ------
    OptionError
    """
    if key := machine.core.key_of_rates:
        raise OptionError(f"the cores of a program of threads have one speed; leave out `core.{key}`")


def check_fixed_mesh(machine: Machine) -> None:
    """Check that a schedule knows the cores.

    Raises
    ------
    OptionError
        The machine has one core per cluster.
    """
    if machine.mesh == "clusters":
        raise OptionError(
            f"the machine {machine.name!r} has one core per cluster, and a schedule has no clusters; use a "
            "machine with a mesh of a fixed size, such as mesh-4x4"
        )


def check_least_threads(program: type[ThreadProgram], threads: int, name: str) -> None:
    """Check that a program of threads, which messages call by this name, has as many threads as it needs.

    Raises
    ------
    OptionError
    """
    if threads < program.least_threads:
        raise OptionError(f"{name} needs at least {program.least_threads} threads, got {threads}")
