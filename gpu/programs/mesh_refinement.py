"""Delaunay mesh refinement on a back end, by the kernels of ``dmr.cu``."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from gpu.launch import ResidentBackend
from gpu.meshes.triangle_mesh import MAX_ELEMENTS, TriangleMesh
from gpu.meshes.verify import verify_mesh
from gpu.option_types import Interval
from gpu.programs.mesh_arrays import MeshArrays
from gpu.programs.program import GpuProgram
from gpu.programs.refinement_methods import METHODS, Barrier, Check, Iteration, Priority
from partitioners.errors import OptionError

Variant = Literal["base", "atomic", "three_phase_atomic", "work_stealing"]

CHECKING_INLINE = ("base", "work_stealing")
"""Variants whose threads check the triangles that they make."""

NewPoint = Literal["off_centre", "circumcentre"]

LARGEST_SURE_ANGLE = 34
"""Degrees up to which refinement ends in practice (Shewchuk, "Delaunay refinement algorithms for triangular
mesh generation", Computational Geometry 22, 2002)."""

DEFAULT_GROWTH = 64
"""The default of ``max_triangles`` as a multiple of the triangles at first, with a million more."""


class MeshRefinement(GpuProgram):
    """A triangle mesh whose bad triangles are refined by the insertion of points.

    A triangle is bad if it has an angle below ``angle`` that is not between two segments. Ruppert's method
    inserts its circumcentre, or splits a segment. The variants are those of Vivek K, "Load Balancing and
    Dynamic Parallelism for Static and Morph Graph Algorithms", Indian Institute of Science, 2013, chapter 5.

    Parameters
    ----------
    mesh : TriangleMesh
        A constrained Delaunay triangulation.
    variant : str
        How cavities get their triangles: ``base`` (one kernel for an iteration with a barrier across the grid
        after each phase: plain marks, marks by priority, insertions), ``atomic`` (two stages without barriers
        across the grid, both with atomic marks), ``three_phase_atomic`` (the same, with the marks of
        ``base`` in the first stage) or ``work_stealing`` (a deque of bad triangles for each block, from which
        blocks without work steal; cavities lock their triangles, and there are no rounds).
    check : str
        How new triangles are checked: ``inline`` (by the thread that inserts), ``list`` (a list of all,
        which a second kernel shares out equally; the report's work stealing), ``child`` (a grid for each
        insertion). ``base`` and ``work_stealing`` have ``inline`` alone.
    barrier : str
        The barrier of ``base``: ``lock_free`` (Xiao and Feng, 2010) or ``grid_sync`` (cooperative groups,
        capability 6.0).
    angle : float
        The smallest angle allowed, in degrees.
    new_point : str
        Which point is inserted for a bad triangle: the centre of its circle (``circumcentre``), or a point
        nearer to its shortest edge (``off_centre``; Üngör, LATIN 2004), which adds fewer triangles.
    priority : str
        Which of two cavities gets a triangle: the one that comes first in the ``order`` of their numbers, or
        in the order of a ``hash`` of them, which leaves no long chains of cavities that wait for each other.
        ``work_stealing`` has no priorities.
    max_triangles : int or None
        Triangles at which refinement ends, although bad ones are left. By default 64 times those at first,
        and a million more; angles above 34 degrees need it.
    largest_cavity : int
        Triangles of a cavity at most. Larger ones are left to a single thread.
    block_size : int
        Threads of a block, a multiple of 32 up to 1024.

    Raises
    ------
    OptionError
        An option is unknown or out of range, or an angle above 34 degrees has no ``max_triangles``.
    """

    operand: ClassVar[Literal["graph", "matrix", "mesh", "generated"]] = "mesh"
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "iterations": "iterations of the loop on the host, each over all bad triangles",
            "rounds": "rounds of marks, of which the first stage of an iteration has one",
            "launches": "launches by the host",
            "single_thread_iterations": "iterations by a single thread, since no cavity could be inserted",
            "bad_at_start": "bad triangles at first",
            "cavities": "cavities that were built for bad triangles",
            "inserted": "points inserted",
            "too_large": "cavities that were too large, and left to a single thread",
            "given_up": "bad triangles whose point could not be inserted",
            "children": "grids launched by kernels (`child`)",
            "stolen": "bad triangles that blocks took from others (`work_stealing`)",
            "growths": "replacements of the arrays by larger ones",
            "triangles_at_end": "triangles at the end",
            "growth": "triangles at the end over those at first",
            "bad_at_end": "bad triangles at the end, without those given up",
            "smallest_angle": "smallest angle at the end that is not between two segments, in degrees",
            "complete": "1 if no bad triangle is left, else 0",
        }
    )
    figures_of_iteration: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "iteration": "number of the iteration, from 1",
            "bad": "bad triangles at its begin",
            "cavities": "cavities that were built for bad triangles",
            "inserted": "points inserted",
            "rounds": "rounds of marks",
            "triangles": "triangles at its end",
            "single_thread": "1 if a single thread refined, else 0",
        }
    )
    figures_of_order: ClassVar[frozenset[str]] = frozenset(figures_of_run) - {"bad_at_start", "complete"}

    def __init__(
        self,
        mesh: TriangleMesh,
        backend: ResidentBackend,
        *,
        variant: Variant = "three_phase_atomic",
        check: Check = "inline",
        barrier: Barrier = "lock_free",
        angle: Annotated[float, Interval(ge=1, le=60)] = 30.0,
        new_point: NewPoint = "off_centre",
        priority: Priority = "order",
        max_triangles: Annotated[int, Interval(ge=1, le=MAX_ELEMENTS)] | None = None,
        largest_cavity: Annotated[int, Interval(ge=4, le=256)] = 20,
        block_size: Annotated[int, Interval(ge=32, le=1024)] = 256,
    ) -> None:
        if variant not in METHODS:
            raise OptionError(f"variant is {variant!r}; choose one of {', '.join(METHODS)}")
        if variant in CHECKING_INLINE and check != "inline":
            raise OptionError(
                f"check is {check!r}, but variant {variant!r} checks new triangles inline; leave check out, "
                "or choose the variant atomic or three_phase_atomic"
            )
        if variant == "work_stealing" and priority != "order":
            raise OptionError(
                f"priority is {priority!r}, but variant 'work_stealing' has no priorities; leave priority "
                "out, or choose another variant"
            )
        if angle > LARGEST_SURE_ANGLE and max_triangles is None:
            raise OptionError(
                f"angle is {angle:g}, and refinement to more than {LARGEST_SURE_ANGLE} degrees may not end; "
                "set max_triangles"
            )
        self.mesh, self.backend, self.variant, self.check = mesh, backend, variant, check
        self.angle, self.priority, self.block_size = angle, priority, block_size
        self.barrier = barrier
        self.bound = math.cos(math.radians(angle)) ** 2
        self.reach = off_centre_reach(angle) if new_point == "off_centre" else math.inf
        self.largest_cavity = largest_cavity
        self.max_triangles = max_triangles or min(DEFAULT_GROWTH * mesh.num_triangles + 10**6, MAX_ELEMENTS)
        self.arrays = MeshArrays(backend, mesh)
        self.iterations: list[Iteration] = []
        self.refined = mesh
        self._ran = False
        self._method = METHODS[variant](self)

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`; barriers, checks and priorities are of some variants only."""
        variant = options.get("variant")
        if name == "barrier":
            return variant == "base"
        if name == "check":
            return variant not in CHECKING_INLINE
        if name == "priority":
            return variant != "work_stealing"
        return super().applies(name, options)

    def run(self) -> None:
        """Refine the mesh: launch until no triangle is bad, and copy the mesh to the host.

        Warns if bad triangles are left at ``max_triangles``, or since memory is lacking.
        """
        if self._ran:
            self.arrays.restart()
        self._ran = True
        self.iterations = []
        self._method.run()
        self.refined = self.arrays.result()
        left = self._method.counts["bad_at_end"]
        if left:
            where, cure = f"max_triangles ({self.max_triangles})", "raise max_triangles, or lower the angle"
            if self._method.lacks_memory:
                where = f"{self.refined.num_triangles} triangles, since memory is lacking for more"
                cure = "use a smaller mesh or more memory, or lower the angle"
            warnings.warn(
                f"{self.mesh.name}: refinement to {self.angle:g} degrees ended at {where}, and {left} bad "
                f"triangles are left; {cure}",
                stacklevel=2,
            )

    def verify(self) -> list[str]:
        """Check the mesh of the last run by :func:`gpu.meshes.verify.verify_mesh`.

        All angles are checked if refinement was complete and gave up no triangle.
        """
        given_up, left = self._method.counts["given_up"], self._method.counts["bad_at_end"]
        angle = self.angle if given_up == left == 0 else None
        return verify_mesh(self.refined, original=self.mesh, angle=angle)

    def figures(self) -> dict[str, int | float]:
        """The figures of the last run, which :attr:`figures_of_run` explains."""
        smallest = self.refined.smallest_angle()
        counts = self._method.counts
        return {
            "iterations": len(self.iterations),
            **counts,
            "growths": self.arrays.growths,
            "triangles_at_end": self.refined.num_triangles,
            "growth": self.refined.num_triangles / self.mesh.num_triangles,
            "smallest_angle": smallest,
            "complete": int(counts["bad_at_end"] == 0),
        }

    def iteration_table(self) -> dict[str, list[Any]]:
        """See :meth:`GpuProgram.iteration_table`; :attr:`figures_of_iteration` explains the columns."""
        rows = [{"iteration": i, **asdict(each)} for i, each in enumerate(self.iterations, 1)]
        return {name: [row[name] for row in rows] for name in self.figures_of_iteration}


def off_centre_reach(angle: float) -> float:
    """The distance of an off-centre from the shortest edge of a bad triangle, over the length of the edge.

    The new triangle at that edge has the angle allowed at the new point, with a margin of 5 percent for
    rounding.
    """
    return 0.475 / math.tan(math.radians(angle) / 2)
