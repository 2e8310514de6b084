"""A note before the runs on page placement, which does not bring data closer to a core."""

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


NO_PAGE_IS_NEAR = (
    "`placement` makes no page local or remote to a thread, because the homes of a page's blocks are on all "
    "tiles of all sockets; it only decides how the pages are spread over the controllers"
)


def placement_note(points: Sequence[Point]) -> str | None:
    """Return the note on placement if it is swept or the machine has sockets, else None.

    Parameters
    ----------
    points : sequence of Point
        The points of one experiment.
    """
    for point in points:
        experiment = point.experiment
        of_threads = experiment.kind == "threads"
        if not of_threads and (experiment.kind != "mesh" or experiment.execution.memory_model != "simulated"):
            continue
        machine = experiment.machine
        if "machine.memory.placement" not in point.overrides and machine.network.sockets is None:
            continue
        if of_threads:
            return NO_PAGE_IS_NEAR
        if machine.memory.placement == "first_touch":
            return FIRST_TOUCH_IS_NOT_NEAR
    return None
