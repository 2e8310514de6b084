"""How far value messages travel: a static figure of the program and the mapping, with nothing simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

    from mappers.topology import Mesh
    from numasim.program.program import Program


def hop_histogram(program: Program, core_of_cluster: NDArray[np.integer], mesh: Mesh) -> pd.DataFrame:
    """Count the value messages of all steps by the links between their cores.

    Parameters
    ----------
    program : Program
    core_of_cluster : ndarray of int, shape (p,)
    mesh : Mesh

    Returns
    -------
    pandas.DataFrame
        ``hops``, from 0 (clusters of one core) to the largest that occurs, and ``messages``; no rows where
        there are no messages.
    """
    import pandas as pd

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
    return pd.DataFrame({"hops": np.arange(messages.size), "messages": messages})
