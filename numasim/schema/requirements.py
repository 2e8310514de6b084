"""What settings need of the section ``execution``: the rules of files and of the functions of Python.

A model of :mod:`numasim.schema` reports all that is missing at its place in the file, before anything runs.
A function of :mod:`numasim.simulation` refuses the first, also where the graph decides the execution model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.schema.execution import Execution


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
