"""What a picture shows, computed once for matplotlib and for the SVG of a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

SPENT = {
    "compute": "#009E73",
    "memory": "#E69F00",
    "network": "#0072B2",
    "synchronisation": "#CC79A7",
    "idle": "#E5E5E5",
}
"""The categories of a core's time, in the order of the stack, and their colours (Okabe and Ito)."""

WAITS = ("memory", "network", "synchronisation")

STEP = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}
"""The tile at the other end of a link, relative to the tile from which it leads."""


class MeshShape(NamedTuple):
    """A mesh of tiles, whose middles have whole coordinates; y grows downwards.

    Attributes
    ----------
    controllers : list of tuple of int
        Each tile with a memory controller: x, y.
    borders : list of tuple of int
        Each pair of neighbours in different sockets: x, y, and the step to the neighbour.
    links : list of tuple
        Each link: x, y, the step to its other end, and the share of time in which it was busy.
    """

    width: int
    height: int
    controllers: list[tuple[int, int]]
    borders: list[tuple[int, int, int, int]]
    links: list[tuple[int, int, int, int, float]]

    @classmethod
    def of(cls, cores: pd.DataFrame, links: pd.DataFrame | None, controllers: pd.Series[int]) -> MeshShape:
        """Make the shape of one run from rows of its tables, and the tiles of its controllers."""
        width, height = (int(cores[axis].max()) + 1 for axis in ("x", "y"))
        framed = cores.loc[cores["core"].isin(controllers), ["x", "y"]]
        socket = cores.sort_values("core")["socket"].to_numpy().reshape(height, width)
        borders = [(x, y, 1, 0) for y, x in np.argwhere(np.diff(socket, axis=1)).tolist()]
        borders += [(x, y, 0, 1) for y, x in np.argwhere(np.diff(socket, axis=0)).tolist()]
        columns = [] if links is None else [links[n] for n in ("x", "y", "direction", "utilisation")]
        busy = [(x, y, *STEP[way], share) for x, y, way, share in zip(*columns, strict=True)]
        return cls(width, height, list(framed.itertuples(index=False, name=None)), borders, busy)


class Roof(NamedTuple):
    """The limits of a device: its peak in Gflop/s, and the slope to it, which is its bandwidth in GB/s."""

    machine: str
    peak: float
    slope: float

    @property
    def ridge(self) -> float:
        """The operations per byte at which both limits are equal."""
        return self.peak / self.slope

    def __str__(self) -> str:
        return f"{self.machine}: {self.slope:,.0f} GB/s, {self.peak:,.0f} Gflop/s"


def roofs(rows: Iterable[Mapping[Any, Any]]) -> list[Roof]:
    """Return the roof of each machine of some runs, in the order of the runs."""
    found = {str(row["machine"]): (float(row["peak_gflops"]), float(row["peak_gb_s"])) for row in rows}
    return [Roof(machine, *limits) for machine, limits in found.items()]


def stacked(cores: pd.DataFrame) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return the bottom and the top of each category in the stack of every core, in order of the cores."""
    ordered = cores.sort_values("core")
    top = np.zeros(len(ordered))
    found = {}
    for kind in SPENT:
        if kind in ordered:
            bottom, top = top, top + ordered[kind].to_numpy(float)
            found[kind] = bottom, top
    return found
