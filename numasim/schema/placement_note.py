"""A note before the runs on page placement where it brings no data closer to a core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema.expand import Point

NO_PAGE_IS_NEAR = (
    "`placement` brings no page closer to a core, because with `l2.home: {home}` the homes of its blocks are "
    "on any tiles; it only decides how the pages are spread over the controllers"
)

CURE = "; with `l2.home: socket`, they are in the socket of the page's controller"
"""What is added if the machine has sockets."""


def placement_note(points: Sequence[Point]) -> str | None:
    """Return the note on placement if it is swept or the machine has sockets, else None.

    Parameters
    ----------
    points : sequence of Point
        The points of one experiment.
    """
    for point in points:
        experiment = point.experiment
        found = experiment.machine_with_pages()
        if found is None:
            continue
        machine, key = found
        sockets = machine.network.sockets is not None
        if sockets and machine.l2.home == "socket":
            continue
        if sockets or f"{key}.memory.placement" in point.overrides:
            return NO_PAGE_IS_NEAR.format(home=machine.l2.home) + (CURE if sockets else "")
    return None
