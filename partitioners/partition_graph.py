"""Partition a graph with a method chosen by name."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from partitioners.errors import VerificationError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, Partition, VertexPartition, check_parts
from partitioners.plugins.registry import Registry
from partitioners.progress import Progress, silent
from partitioners.text.integers import check_integer

PARTITIONERS = Registry(
    "partitioner",
    "numasim.partitioners",
    {
        "contiguous": "partitioners.vertex_cuts.contiguous:contiguous",
        "random": "partitioners.vertex_cuts.random:random",
        "dbh": "partitioners.vertex_cuts.dbh:dbh",
        "hdrf": "partitioners.vertex_cuts.hdrf:hdrf",
        "powergraph": "partitioners.vertex_cuts.powergraph:powergraph",
        "w_powergraph": "partitioners.vertex_cuts.powergraph:w_powergraph",
        "wb_powergraph": "partitioners.vertex_cuts.powergraph:wb_powergraph",
        "libra": "partitioners.vertex_cuts.libra:libra",
        "w_libra": "partitioners.vertex_cuts.libra:w_libra",
        "wb_libra": "partitioners.vertex_cuts.libra:wb_libra",
        "spac": "partitioners.vertex_cuts.spac:spac",
        "wvp_random": "partitioners.vertex_cuts.wvp:wvp_random",
        "wvp_greedy": "partitioners.vertex_cuts.wvp:wvp_greedy",
        "buffered": "partitioners.vertex_cuts.buffered:buffered",
        "hypergraph": "partitioners.vertex_cuts.hypergraph:hypergraph",
        "ne": "partitioners.vertex_cuts.ne:ne",
        "cover": "partitioners.vertex_cuts.cover:cover",
        "multilevel": "partitioners.vertex_cuts.multilevel:multilevel",
        "portfolio": "partitioners.vertex_cuts.portfolio:portfolio",
        "time_balanced": "partitioners.vertex_cuts.time_balanced:time_balanced",
        "heft": "partitioners.vertex_cuts.heft:heft",
        "dsc": "partitioners.vertex_cuts.dsc:dsc",
        "block": "partitioners.edge_cuts.baselines:block",
        "round_robin": "partitioners.edge_cuts.baselines:round_robin",
        "metis": "partitioners.edge_cuts.metis:metis",
        "kaminpar": "partitioners.edge_cuts.kaminpar:kaminpar",
        "pulp": "partitioners.edge_cuts.pulp:pulp",
        "compnet": "partitioners.edge_cuts.compnet:compnet",
    },
    modifiers={"refine": "partitioners.refinement.refine:refined"},
)
"""Every partitioner: ``f(graph, parts, *, [seed,] [progress,] options...) -> Partition``.

Any vertex cut can be refined: ``spac+refine``.
"""


EXTRAS = {"hypergraph": "mtkahypar", "kaminpar": "kaminpar"}
"""The package that a partitioner needs, which the extra of the partitioner's name installs."""


def missing_extra(method: str) -> str | None:
    """Return what to do if the optional package of a partitioner is not installed, else None."""
    base = method.partition("+")[0]
    package = EXTRAS.get(base)
    if package is None or importlib.util.find_spec(package) is not None:
        return None
    return f"the partitioner {base!r} needs the package {package!r}: pip install 'numasim[{base}]'"


def partition(
    graph: Graph, method: str, parts: int, *, seed: int = 0, progress: Progress = silent, **options: Any
) -> Partition:
    """Partition a graph into clusters.

    Parameters
    ----------
    method : str
        A registered partitioner (``PARTITIONERS.names()``). ``+refine`` can be appended to any vertex cut.
    parts : int
        1 <= parts <= 65,536, and at most the number of edges (edge cuts: of vertices) if there are edges.
    seed : int
        Seed of methods that draw random numbers; other methods ignore it.
    progress : callable
        See :mod:`partitioners.progress`.
    **options
        Further options of the method, checked against its signature.

    Returns
    -------
    EdgePartition or VertexPartition
        The partition, with the name of the method and all its options including defaults.

    Raises
    ------
    OptionError
        ``parts`` is out of range, or the method does not have an option.
    UnknownNameError
        There is no such method; the message contains the nearest name.
    VerificationError
        A method of another package did not return a partition of this graph with these parts.
    """
    plugin = PARTITIONERS[method]
    check_parts(parts, graph, placed=placed_by(method))
    seed = check_integer("seed", seed)
    given = graph_with_edge_work(graph) if _sees_edges_only(method) else graph
    result = plugin.call(given, int(parts), options=options, seed=seed, progress=progress)
    if not isinstance(result, (EdgePartition, VertexPartition)):
        raise VerificationError(
            f"partitioner {method!r} returned {type(result).__name__}; "
            "it must return an EdgePartition or a VertexPartition"
        )
    if result.parts != parts:
        raise VerificationError(
            f"partitioner {method!r} returned {result.parts} parts for the {parts} that it was asked for; it "
            "must return a partition with these, of which some may be empty"
        )
    if not _same_edges(result.graph, given):
        raise VerificationError(
            f"partitioner {method!r} returned a partition of another graph, with {result.graph.num_vertices} "
            f"vertices and {result.graph.num_edges} edges for {given.num_vertices} and {given.num_edges}; it "
            "must return a partition of the graph that it was given, with the edges in their order"
        )
    record = plugin.check_options(options)
    if "seed" in plugin.accepts:
        record["seed"] = int(seed)
    if result.graph is not graph:
        result = replace(result, graph=graph)
    return replace(result, method=method, options=record)


def cuts_edges(method: str) -> bool:
    """Whether a partitioner declares that it makes edge cuts."""
    return _declared(method) == "VertexPartition"


def may_cut_edges(method: str) -> bool:
    """Whether a partitioner makes edge cuts, or either kind of cut as the graph needs."""
    return _declared(method) in ("VertexPartition", "Partition")


def _declared(method: str) -> str:
    return PARTITIONERS[method].returns


def placed_by(method: str) -> Literal["edges", "vertices"]:
    """What a partitioner places in parts."""
    return "vertices" if cuts_edges(method) else "edges"


def _same_edges(found: Graph, given: Graph) -> bool:
    """Whether both graphs have the same vertices and edges; they are usually one graph."""
    if found is given:
        return True
    sizes = found.num_vertices == given.num_vertices and found.num_edges == given.num_edges
    return sizes and np.array_equal(found.src, given.src) and np.array_equal(found.dst, given.dst)


READ_OPERATIONS = ("time_balanced", "heft", "dsc")
"""The built-in vertex cuts that read ``operation`` themselves, as all edge cuts do."""


def _sees_edges_only(method: str) -> bool:
    base = method.partition("+")[0]
    if base not in PARTITIONERS.builtins or base in READ_OPERATIONS:
        return False
    return not PARTITIONERS[base].function.__module__.startswith("partitioners.edge_cuts.")


def graph_with_edge_work(graph: Graph) -> Graph:
    """Give the work of the vertices to the edges, if all work is in the vertices, as in a task graph.

    The edges into a vertex share its ``operation``; without such edges, the edges out of it do. So a method
    that balances the weight of the edges also balances the work of such a graph.

    Returns
    -------
    Graph
        The same graph if it has a weight that is not 0 or no work in its vertices.
    """
    operation = graph.vertex.get("operation")
    if operation is None or graph.weight.any() or not operation.any():
        return graph
    into, out_of = graph.in_degree, graph.out_degree
    share = operation / np.maximum(np.where(into > 0, into, out_of), 1)
    weight = share[graph.dst] + np.where(into[graph.src] == 0, share[graph.src], 0.0)
    return replace(graph, weight=weight)
