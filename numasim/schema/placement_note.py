"""A note before the runs on page placement: ``first_touch`` does not bring data closer to its core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema.expand import Point

FIRST_TOUCH_IS_NOT_NEAR = (
    "with `memory_model: simulated`, `placement: first_touch` brings no block closer to its core, "
    "because the "
    "homes of a page's blocks are on all tiles and access the controller from there; it only decides how the "
    "pages are spread over the controllers"
)


def placement_note(points: Sequence[Point]) -> str | None:
    """Return the note on ``first_touch`` if placement is swept or the machine has sockets, else None.

    Parameters
    ----------
    points : sequence of Point
        The points of one experiment.
    """
    for point in points:
        experiment = point.experiment
        if experiment.kind != "mesh" or experiment.execution.memory_model != "simulated":
            continue
        machine = experiment.machine
        matters = "machine.memory.placement" in point.overrides or machine.network.sockets is not None
        if matters and machine.memory.placement == "first_touch":
            return FIRST_TOUCH_IS_NOT_NEAR
    return None
