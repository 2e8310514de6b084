"""What a user should know of a page placement before the runs: what ``first_touch`` does not do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema.expand import Point

FIRST_TOUCH_IS_NOT_NEAR = (
    "with `memory_model: simulated`, `placement: first_touch` brings no block closer to its core: the homes "
    "of a page's blocks are on all tiles, and these ask the controller; it only decides how the pages are "
    "spread over the controllers"
)


def placement_note(points: Sequence[Point]) -> str | None:
    """The note on ``first_touch`` where placement is swept or the machine has sockets.

    Parameters
    ----------
    points : sequence of Point
        Of one experiment.
    """
    for point in points:
        experiment = point.experiment
        if experiment.kind == "gpu" or experiment.execution.memory_model != "simulated":
            continue
        machine = experiment.machine
        matters = "machine.memory.placement" in point.overrides or machine.network.sockets is not None
        if matters and machine.memory.placement == "first_touch":
            return FIRST_TOUCH_IS_NOT_NEAR
    return None
