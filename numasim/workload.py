"""A workload's description becomes a graph: a file that is read, or a generator that is run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema import Experiment
    from partitioners.graph import Graph


def build_graph(experiment: Experiment) -> Graph:
    """The graph of an experiment.

    Parameters
    ----------
    experiment : Experiment
        Concrete: without a sweep.

    Raises
    ------
    ConfigError
        The file is not there.
    GraphFileError
        The file is not what it claims to be.
    OptionError
        A generator's option out of range.
    """
    from numasim.schema import GraphFile

    workload = experiment.workload
    if isinstance(workload, GraphFile):
        from partitioners.readers import read_graph

        return read_graph(
            experiment.file(workload.graph),
            weights=workload.weights,
            symmetric=workload.symmetric,
            bipartite=workload.bipartite,
        )
    from partitioners.generators import GENERATORS

    plugin = GENERATORS[workload.generator]
    seed = experiment.seed if workload.seed is None else workload.seed
    graph: Graph = plugin.call(options=workload.options, seed=seed)
    return graph


def input_files(experiment: Experiment) -> dict[str, Path]:
    """The user's files that a concrete experiment reads, by the field that names them."""
    from numasim.schema import GraphFile

    workload = experiment.workload
    named = {
        "workload.graph": workload.graph if isinstance(workload, GraphFile) else None,
        "partition.file": experiment.partition.file,
        "mapping.file": experiment.mapping.file,
    }
    return {field: experiment.file(name) for field, name in named.items() if name is not None}
