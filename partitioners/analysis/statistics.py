"""Statistics of a graph: those in Table 4 of the vertex-cut paper (Ma et al., 2020), and more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from partitioners.analysis.power_law import (
    fit_power_law,
    fit_power_law_log_binned,
    fit_power_law_tail,
    zipf_ks_distance,
)
from partitioners.errors import CyclicGraphError, OptionError
from partitioners.graph import Graph

Fit = TypeVar("Fit")


@dataclass(frozen=True)
class GraphStatistics:
    """The statistics of a graph.

    Degrees count both directions, and a self-loop twice, as :attr:`Graph.degree` does. The fits leave out
    vertices without an edge. They are None if the graph does not have two different degrees.

    Attributes
    ----------
    num_vertices, num_edges : int
        Numbers of vertices and edges, with parallel edges and self-loops.
    edges_per_vertex : float
        Edges over vertices; 0 if there are no vertices.
    isolated_vertices : int
        Number of vertices without an edge.
    alpha_log_binned : float or None
        Exponent of a line through logarithmic bins, see
        :func:`partitioners.analysis.power_law.fit_power_law_log_binned`; also None if all degrees are in one
        bin.
    alpha_maximum_likelihood : float or None
        The likeliest exponent for all degrees, see :func:`partitioners.analysis.power_law.fit_power_law`.
    ks_distance : float or None
        Kolmogorov-Smirnov distance between the degrees and this law; near 0 if the degrees follow it.
    alpha_tail : float or None
        The likeliest exponent for the degrees from ``tail_x_min`` up, see
        :func:`partitioners.analysis.power_law.fit_power_law_tail`; also None if no tail is large enough.
    tail_x_min : int or None
        The lowest degree of the tail.
    tail_vertices : int or None
        Number of vertices of the tail.
    tail_ks_distance : float or None
        Kolmogorov-Smirnov distance between the tail and its law.
    average_path_length : float or None
        Mean length, in edges, of the shortest directed paths, see
        :func:`partitioners.analysis.path_length.average_path_length`; None if no vertex reaches another.
    path_length_standard_error : float or None
        Standard error of ``average_path_length``; 0 if all vertices were sources.
    longest_path_seen : int
        The longest of these shortest paths, in edges.
    sources : int
        Number of vertices from which a search started.
    pairs : int
        Number of pairs of vertices with a path; ``average_path_length`` is the mean over them.
    longest_path_vertices : int or None
        Number of vertices on the longest path of an acyclic graph; None if there is a cycle.
    """

    num_vertices: int
    num_edges: int
    edges_per_vertex: float
    max_degree: int
    isolated_vertices: int
    alpha_log_binned: float | None
    alpha_maximum_likelihood: float | None
    ks_distance: float | None
    alpha_tail: float | None
    tail_x_min: int | None
    tail_vertices: int | None
    tail_ks_distance: float | None
    average_path_length: float | None
    path_length_standard_error: float | None
    longest_path_seen: int
    sources: int
    pairs: int
    longest_path_vertices: int | None

    def to_dict(self) -> dict[str, Any]:
        """The statistics by name."""
        return dict(vars(self))


def graph_statistics(graph: Graph, sources: int | None = None, seed: int = 0) -> GraphStatistics:
    """Compute the statistics of a graph.

    Parameters
    ----------
    sources : int, optional
        Number of vertices from which to search paths; see
        :func:`partitioners.analysis.path_length.average_path_length`.
    seed : int
        Seed of the draw of the sources.

    Raises
    ------
    OptionError
        ``sources`` is less than 1.
    """
    from partitioners.analysis.path_length import average_path_length

    paths = average_path_length(graph, sources, seed)
    n, degree = graph.num_vertices, graph.degree
    alpha = ks_distance = None
    if np.unique(degree[degree > 0]).size > 1:
        alpha = fit_power_law(degree)
        ks_distance = zipf_ks_distance(degree, alpha)
    tail = _or_none(fit_power_law_tail, degree)
    return GraphStatistics(
        num_vertices=n,
        num_edges=graph.num_edges,
        edges_per_vertex=graph.num_edges / n if n else 0.0,
        max_degree=int(degree.max(initial=0)),
        isolated_vertices=int(np.count_nonzero(degree == 0)),
        alpha_log_binned=_or_none(fit_power_law_log_binned, degree),
        alpha_maximum_likelihood=alpha,
        ks_distance=ks_distance,
        alpha_tail=tail.alpha if tail else None,
        tail_x_min=tail.x_min if tail else None,
        tail_vertices=tail.vertices if tail else None,
        tail_ks_distance=tail.ks_distance if tail else None,
        average_path_length=paths.mean,
        path_length_standard_error=paths.standard_error,
        longest_path_seen=paths.longest,
        sources=paths.sources,
        pairs=paths.pairs,
        longest_path_vertices=_longest_path_vertices(graph),
    )


def _or_none(fit: Callable[[NDArray[np.int64]], Fit], degree: NDArray[np.int64]) -> Fit | None:
    try:
        return fit(degree)
    except OptionError:
        return None


def _longest_path_vertices(graph: Graph) -> int | None:
    from partitioners.levels import topological_levels

    try:
        return int(topological_levels(graph).max(initial=-1)) + 1
    except CyclicGraphError:
        return None
