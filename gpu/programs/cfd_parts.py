"""The interactions of a mesh's elements in thread blocks, as ``cfd_flux_spac`` needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpu.programs.block_application import MAX_LOCAL, Uses, block_application, split_parts
from gpu.programs.tetrahedra import TetrahedralMesh
from partitioners.errors import OptionError
from partitioners.partition import Partition

Ints = NDArray[np.int64]

NUMBER_BYTES = 4
VARIABLES = 5
FACES = 4

NOTHING = 0xFFFF
"""The end of the interactions of an element with fewer than four."""

MOST_TASKS = NOTHING // 2
"""Maximum number of interactions of a part: twice their number is stored in 16 bits."""


@dataclass(frozen=True, eq=False)
class CfdParts:
    """Interactions by part, and the elements that each part needs. Positions are those after reordering.

    Attributes
    ----------
    order : ndarray of int32, shape (elements,)
        The element at each position.
    task_order : ndarray of int64, shape (interactions,)
        The interaction of the mesh at each place.
    part : ndarray of int32, shape (parts, 8)
        The fields that ``cfd.cu`` names.
    listed : ndarray of int32
        The positions that each part uses and does not own.
    first, second : ndarray of uint16, shape (interactions,)
        The elements of each interaction, as indices in the part's own elements followed by its list.
    place : ndarray of int32, shape (parts,)
        The number of elements that earlier parts use.
    incident : ndarray of uint16, shape (4, elements of all parts)
        The interactions of each used element: twice their number in the part, plus one for the second
        element; :data:`NOTHING` after the last.
    most_elements, most_tasks : int
        Maximum over the parts.
    """

    order: NDArray[np.int32]
    task_order: Ints
    part: NDArray[np.int32]
    listed: NDArray[np.int32]
    first: NDArray[np.uint16]
    second: NDArray[np.uint16]
    place: NDArray[np.int32]
    incident: NDArray[np.uint16]
    most_elements: int
    most_tasks: int

    @property
    def shared_bytes(self) -> int:
        """Shared memory of a block: the variables of its elements, and the fluxes of its interactions."""
        return NUMBER_BYTES * VARIABLES * (self.most_elements + self.most_tasks)


ONE_INTERACTION = 3
"""What an interaction alone needs: two elements and itself."""


def cfd_parts(mesh: TetrahedralMesh, cut: Partition, *, shared_bytes: int = 48 * 1024) -> CfdParts:
    """Prepare the interactions for a vertex cut of ``mesh.graph()``.

    Parameters
    ----------
    shared_bytes : int
        Maximum shared memory of a block. Parts that need more are halved.

    Raises
    ------
    OptionError
        The cut is of a different graph, or one interaction does not fit. O(interactions log interactions).
    """
    lower, upper, _ = mesh.interactions
    graph = cut.graph
    if not np.array_equal(graph.src, lower) or not np.array_equal(graph.dst, upper):
        raise OptionError(
            f"the partition is of the graph {graph.name!r}, which is not that of this mesh; cut mesh.graph()"
        )
    tasks = len(lower)
    elements = Uses(len(mesh.elements), [lower, upper], is_written=True)
    limit = shared_bytes // (NUMBER_BYTES * VARIABLES)

    def excess(used: Mapping[str, Ints]) -> Ints:
        demand = used["element"] + used["task"] - allowed
        return np.maximum(demand, np.maximum(used["element"] - MAX_LOCAL, used["task"] - MOST_TASKS))

    def refuse(part: int, over: int, alone: bool) -> OptionError | None:
        if not alone:
            return None
        return OptionError(
            f"an interaction needs {(limit + over) * NUMBER_BYTES * VARIABLES} bytes of shared memory, but "
            f"shared_bytes is {shared_bytes}"
        )

    both = {"element": elements, "task": Uses(tasks, [np.arange(tasks)])}
    allowed = limit
    while True:
        of_task, parts = split_parts(cut.cluster_of_edge, cut.parts, both, excess, refuse)
        blocks = block_application(of_task, parts, {"element": elements})
        of_elements = blocks.arrays["element"]
        used = of_elements.elements_of_parts()
        start = blocks.task_start.astype(np.int64)
        # All blocks have the memory for the most elements and the most interactions, of whichever parts.
        over = int(used.max(initial=0) + np.diff(start).max(initial=0)) - limit
        if over <= 0:
            break
        allowed = max(allowed - over, ONE_INTERACTION)
    place = np.concatenate([[0], np.cumsum(used)])
    incident = _incident(start, place, of_elements.local)
    return CfdParts(
        order=of_elements.order,
        task_order=blocks.task_order,
        part=blocks.part_table(),
        listed=of_elements.listed,
        first=of_elements.local[0],
        second=of_elements.local[1],
        place=place[:-1].astype(np.int32),
        incident=incident,
        most_elements=int(used.max(initial=0)),
        most_tasks=int(np.diff(start).max(initial=0)),
    )


def _incident(start: Ints, place: Ints, local: tuple[NDArray[np.uint16], ...]) -> NDArray[np.uint16]:
    """The interactions of each used element in its part, shape (4, used elements of all parts)."""
    sizes = np.diff(start)
    part = np.repeat(np.arange(sizes.size), sizes)
    number = np.arange(part.size) - start[part]
    at = np.concatenate([place[part] + each for each in local])
    code = np.concatenate([2 * number, 2 * number + 1])
    order = np.lexsort((code, at))
    at, code = at[order], code[order]
    first = np.searchsorted(at, at)
    incident = np.full((FACES, place[-1]), NOTHING, np.uint16)
    incident[np.arange(at.size) - first, at] = code
    return incident
