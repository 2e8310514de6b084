"""Map clusters onto the cores of a machine. Mappers see a topology and costs, but not the machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from mappers.map_clusters import EVERY

if TYPE_CHECKING:
    from mappers.clusters.cluster_graph import ClusterGraph
    from mappers.mapping import Mapping, OnlineMapping
    from numasim.machine.machine import Machine


@overload
def map_clusters(
    clusters: ClusterGraph,
    machine: Machine | str,
    method: str = ...,
    *,
    policy: Literal["static"] = ...,
    seed: int = ...,
    initial_values: Literal["memory", "preloaded"] = ...,
    speeds: Sequence[float] | None = ...,
    **options: Any,
) -> Mapping: ...
@overload
def map_clusters(
    clusters: ClusterGraph,
    machine: Machine | str,
    method: str = ...,
    *,
    policy: str,
    every: int = ...,
    seed: int = ...,
    initial_values: Literal["memory", "preloaded"] = ...,
    speeds: Sequence[float] | None = ...,
    **options: Any,
) -> Mapping | OnlineMapping: ...
def map_clusters(
    clusters: ClusterGraph,
    machine: Machine | str,
    method: str = "memory_centric",
    *,
    policy: str = "static",
    every: int = EVERY,
    seed: int = 0,
    initial_values: Literal["memory", "preloaded"] = "memory",
    speeds: Sequence[float] | None = None,
    **options: Any,
) -> Mapping | OnlineMapping:
    """Place clusters on the cores of a machine.

    Parameters
    ----------
    machine : Machine or str
        A machine, or what :func:`numasim.load_machine` takes. Its mesh is the topology for the mapper, and
        its network and memory determine the costs. For a machine with ``mesh: clusters``, the number of
        clusters determines the mesh.
    method : str
        A registered mapper.
    policy : {'static', 'online', 'periodic'}
    every : int
        Cycles between two questions to the mapper, with ``periodic``.
    initial_values : {'memory', 'preloaded'}
        That of the run. With ``preloaded``, a mapper need not share out reads among the memory controllers.
    speeds : sequence of float, optional
        The speed of each core that the mapper sees, such as
        :func:`numasim.program.task_times.mean_speeds`; by default that of ``core.speeds``.
    **options
        See :func:`mappers.map_clusters.map_clusters`.

    Returns
    -------
    Mapping, OnlineMapping or PeriodicMapping

    Raises
    ------
    OptionError, UnknownNameError
        See :func:`mappers.map_clusters.map_clusters`.
    """
    from mappers.map_clusters import map_clusters as place
    from numasim.machine.machine import load_machine

    machine = load_machine(machine, clusters.parts)
    costs = machine.transfer_costs
    if initial_values == "preloaded":
        costs = replace(costs, controllers=())
    if speeds is not None:
        costs = replace(costs, speeds=tuple(speeds))
    return place(
        clusters,
        machine.topology,
        method,
        costs=costs,
        policy=cast(Literal["periodic"], policy),  # checked there, with a message
        every=every,
        seed=seed,
        **options,
    )
