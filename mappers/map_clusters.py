"""Map a cluster graph onto a topology with a mapper chosen by name."""

from __future__ import annotations

import inspect
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from mappers.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import CoreState, Mapping, OnlineMapper, OnlineMapping
from mappers.topology import Topology
from partitioners.errors import OptionError, VerificationError
from partitioners.registry import Registry

MAPPERS = Registry(
    "mapper",
    "numasim.mappers",
    {
        "memory_centric": "mappers.algorithms.memory_centric:memory_centric",
        "round_robin": "mappers.algorithms.baselines:round_robin",
        "random": "mappers.algorithms.baselines:random",
        "bottleneck": "mappers.algorithms.bottleneck:bottleneck",
        "greedy": "mappers.algorithms.greedy:greedy",
        "local_search": "mappers.algorithms.local_search:local_search",
    },
)
"""Every mapper: ``f(clusters, topology, costs, *, [seed,] options...) -> core_of_cluster | OnlineMapper``."""


@overload
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = ...,
    *,
    costs: TransferCosts | None = ...,
    policy: Literal["static"] = ...,
    seed: int = ...,
    **options: Any,
) -> Mapping: ...
@overload
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = ...,
    *,
    costs: TransferCosts | None = ...,
    policy: Literal["online"],
    seed: int = ...,
    **options: Any,
) -> OnlineMapping: ...
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = "memory_centric",
    *,
    costs: TransferCosts | None = None,
    policy: str = "static",
    seed: int = 0,
    **options: Any,
) -> Mapping | OnlineMapping:
    """Map clusters to cores.

    Parameters
    ----------
    clusters : ClusterGraph
    topology : Topology
    method : str
        A registered mapper (``MAPPERS.names()``).
    costs : TransferCosts, optional
        Transfer costs; those of the default machine by default.
    policy : {'static', 'online'}
        ``static``: every cluster is placed before the run, in the order in which they become ready.
        ``online``: the simulator calls the mapper while the program runs; only on-line mappers support it.
    seed : int
        Seed of methods that draw random numbers; other methods ignore it.
    **options
        Further options of the method, checked against its signature.

    Returns
    -------
    Mapping or OnlineMapping

    Raises
    ------
    OptionError
        The method does not have an option, or ``policy`` is ``'online'`` and the mapper is static.
    UnknownNameError
        There is no such method; the message contains the nearest name.
    VerificationError
        The method did not return one core for each cluster.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise OptionError(f"seed must be an integer >= 0, got {seed!r}")
    if policy not in ("static", "online"):
        raise OptionError(f"policy must be 'static' or 'online', got {policy!r}")
    plugin = MAPPERS[method]
    result = plugin.call(clusters, topology, costs or TransferCosts(), options=options, seed=int(seed))
    record = plugin.check_options(options)
    if "seed" in plugin.accepts:
        record["seed"] = int(seed)
    record["policy"] = policy
    cores = topology.num_cores
    if isinstance(result, OnlineMapper):
        if policy == "online":
            return OnlineMapping(result, clusters.parts, cores, method, record)
        state = CoreState(np.zeros(cores, np.int64), np.zeros(cores, np.int64))
        with plugin.blamed():
            placed = _one_for_each(result.place(clusters.ready_order, state), clusters.parts, method)
        core_of_cluster = np.empty_like(placed)
        core_of_cluster[clusters.ready_order] = placed
        return Mapping(core_of_cluster, cores, method, record)
    if policy == "online":
        raise OptionError(
            f"mapper {method!r} is static: it places all clusters at once; use `policy: static`"
        )
    return Mapping(_one_for_each(result, clusters.parts, method), cores, method, record)


def is_static(method: str) -> bool:
    """Whether the declared return type of a mapper shows that it places all clusters at once.

    False if it declares no return type: then only a call shows whether it is static.
    """
    made = inspect.signature(MAPPERS[method].function).return_annotation
    return "ndarray" in (made if isinstance(made, str) else repr(made)).lower()


def _one_for_each(cores: Any, parts: int, method: str) -> NDArray[Any]:
    array = np.asarray(cores)
    if array.shape != (parts,) or array.dtype.kind not in "iu":
        raise VerificationError(
            f"mapper {method!r} returned an array of {array.dtype} of shape {array.shape}; "
            f"it must return one core (an integer) for each of the {parts} clusters"
        )
    return array
