"""Pictures of meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_mesh(axes: Axes, mesh: TriangleMesh, angle: float = 0) -> None:
    """Draw the edges of a mesh, its segments with thick lines, and its bad triangles in a colour.

    Parameters
    ----------
    angle : float
        Triangles with a smaller angle, in degrees, are bad unless it lies between two segments.
    """
    x, y = mesh.points.T
    bad = np.zeros(mesh.num_triangles)
    bad[mesh.bad_triangles(angle)] = 1
    axes.tripcolor(x, y, mesh.triangles, facecolors=bad, cmap="Oranges", vmin=0, vmax=2)
    axes.triplot(x, y, mesh.triangles, color="0.45", linewidth=0.4)
    t, k = np.nonzero(mesh.marks >= 0)
    ends = np.stack([mesh.triangles[t, NEXT[k]], mesh.triangles[t, PREVIOUS[k]]])
    axes.plot(x[ends], y[ends], color="0.1", linewidth=1.2)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_title(f"{mesh.num_triangles} triangles, {int(bad.sum())} bad", fontsize=9)
