"""The distances of value messages, computed from the program and the mapping without a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mappers.topology import Mesh
    from numasim.program.program import Program


def hop_histogram(
    program: Program, core_of_cluster: NDArray[np.integer], mesh: Mesh
) -> dict[str, NDArray[np.int64]]:
    """Count the value messages of all steps by the number of links that they cross.

    Parameters
    ----------
    core_of_cluster : ndarray of int, shape (p,)

    Returns
    -------
    dict of str to ndarray of int64
        Columns ``hops`` and ``messages``. ``hops`` runs from 0 (clusters on the same core) to the largest
        distance that occurs. There are no rows if there are no messages.
    """
    replicas = program.replicas
    sent = np.concatenate([replicas.gathers, replicas.scatters])
    copies = np.concatenate(
        [np.ones(replicas.gathers.size, np.int64), program.scatter_count[replicas.scatters]]
    )
    masters = replicas.master[replicas.vertex[sent]]
    core_of_cluster = np.asarray(core_of_cluster)
    hops = mesh.distances[core_of_cluster[replicas.cluster[sent]], core_of_cluster[replicas.cluster[masters]]]
    messages = np.zeros(int(hops.max(initial=-1)) + 1, np.int64)
    np.add.at(messages, hops, copies * program.steps)
    return {"hops": np.arange(messages.size), "messages": messages}
