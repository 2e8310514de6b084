"""A note before the runs on energies per event, which do not follow the sizes and the clock of a machine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any

from numasim.machine.machine import Machine

if TYPE_CHECKING:
    from numasim.schema.expand import Point

COEFFICIENTS = {
    "core.issue_width": "task",
    "core.window": "task",
    "l1.size": "l1_access",
    "l1.ways": "l1_access",
    "l2.size": "l2_access",
    "l2.ways": "l2_access",
    "memory.block": "memory_access",
    "clock": "task",
}
"""The fields of a machine on which the energy of an event depends in hardware, and its coefficient."""


def energy_note(points: Iterable[Point]) -> str | None:
    """Return the note if such a field takes several values and its coefficient takes one, else None.

    Parameters
    ----------
    points : iterable of Point
        The points of one experiment. Caches matter only where memory is simulated.
    """
    machines: dict[int, tuple[Machine, bool]] = {}
    for point in points:
        experiment = point.experiment
        machine = getattr(experiment, "machine", None)
        if isinstance(machine, Machine):
            machines[id(machine)] = machine, experiment.machine_with_pages() is not None
    cached = [machine for machine, caches in machines.values() if caches]
    every = [machine for machine, _ in machines.values()]
    found = []
    for field, coefficient in COEFFICIENTS.items():
        those = every if field in ("memory.block", "clock") else cached
        if len(_values(those, field)) > 1 and len(_values(those, f"energy.{coefficient}")) == 1:
            found.append((f"machine.{field}", f"machine.energy.{coefficient}"))
    if not found:
        return None
    fields, coefficients = (list(dict.fromkeys(names)) for names in zip(*found, strict=True))
    differ = "differs" if len(fields) == 1 else "differ"
    return (
        f"{' and '.join(fields)} {differ} between the points, but the energies per event do not "
        f"({' and '.join(coefficients)}): the energies of these points compare numbers of events; change the "
        "coefficients together with the fields (`zip`) to compare designs"
    )


def _values(machines: Iterable[Machine], field: str) -> set[Any]:
    return {reduce(getattr, field.split("."), machine) for machine in machines}
