"""The search of :func:`partitioners.vertex_cuts.portfolio.portfolio`: several starts, the best refined.

The copies of a raw cut say little about the copies after refinement: a cut by METIS on the vertices or on the
split-and-connect graph loses more of its copies than a cut by expansion. So the starts are compared after a
short search, and the best of them with a multilevel cut. A graph whose connected components fit whole into
the clusters needs no start.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from partitioners.balance import edge_work
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Effort, Imbalance
from partitioners.refinement.refine import SEARCHES, Refiner, load_limit
from partitioners.vertex_cuts.multilevel import cycle
from partitioners.vertex_cuts.recursive import divisors
from partitioners.vertex_cuts.starts import LARGE, Starts
from partitioners.vertex_cuts.whole_components import whole_components

FAR_BEHIND = 1.4
"""Copies of a raw start, relative to the best searched one, from which a search cannot make it the best."""

LEADING = 1.02
"""Copies of a start, relative to the best, up to which its V-cycle can make it the best."""

LEADERS = 2
"""Maximum number of starts that get a V-cycle."""

LOOK_AHEAD = SEARCHES["default"]._replace(patience=4, worth=0.002)
"""The search of the edges of each start."""

CLOSE = 1.03
"""Copies of a start with the effort ``best``, relative to the best, up to which it gets further seeds."""

COMBINED = 4
"""Maximum number of cuts that are combined with the effort ``best``."""

POLISH = SEARCHES["default"]._replace(moves_per_edge=1, worth=0.002)
"""The search after the V-cycle of the effort ``default``."""

THIN = 0.1
"""Copies per edge up to which the effort ``best`` cuts the borders of every start by flow. With more copies,
this takes longest and saves least, so only the borders of the last cut are cut."""

REACH = 0.5
"""Maximum share of a cluster that a border cut divides anew."""

BEST_TRIES = 3
"""Number of seeds of each start with the effort ``best``."""

NEAR = 1.15
"""Copies of a start with the effort ``best``, relative to the cut of ``default``, up to which border cuts can
make it the best."""

BEST_GAIN = 0.002
"""Share of the copies that a last search with the effort ``best`` must save to be repeated."""


def refine_best_start(
    graph: Graph, parts: int, *, seed: int, imbalance: Imbalance, effort: Effort
) -> EdgePartition:
    """See :func:`partitioners.vertex_cuts.portfolio.portfolio`."""
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int32))
    weight = edge_work(graph)
    whole = whole_components(graph, weight, parts, load_limit(weight, parts, imbalance))
    if whole is not None:
        return EdgePartition(graph, parts, whole)
    starts = Starts(graph, parts, imbalance, seed)
    fewest = fewest_possible_copies(graph, parts, imbalance)
    best = _best_of_one_seed(starts, seed, "fast" if effort == "fast" else "default", fewest)
    if starts.leaves_out_metis and effort != "best":
        warnings.warn(
            f"portfolio: METIS was not tried: on {graph.num_edges:,} edges (more than {LARGE:,}) with many "
            "copies of vertices, it needs up to 400 bytes per edge; the effort `best` tries it",
            stacklevel=2,
        )
    if effort == "best" and best.copies > fewest:
        best = _best_of_all(starts, best, seed)
    return EdgePartition(graph, parts, best.cluster)


def _best_of_one_seed(starts: Starts, seed: int, effort: Effort, fewest: int) -> Refiner:
    """The best cut of the starts with one seed, refined with the efforts ``fast`` or ``default``."""
    kind, found = starts.kind, []
    for cut in starts.cheap(seed, effort):
        if cut.copies == fewest:
            return cut
        found.append(cut)
    found = _compared(found)
    if effort == "fast":
        best = _within(found, 1.0)[0]
        best.run(SEARCHES["fast"])
        return best
    levels = starts.few_levels(seed, _within(found, 1.0)[0].copies)
    found += [] if levels is None else [levels]
    leaders = _within(found, LEADING)[:LEADERS]
    for cut in leaders:
        cycle(cut, seed=seed, effort="fast")
    best = _within(leaders, 1.0)[0]
    if not (kind.is_even and kind.is_sparse):
        best.moves = 0
        best.run(POLISH)
    return best


def _compared(cuts: list[Refiner]) -> list[Refiner]:
    """The cuts that are not far behind, each after a short search, from the fewest raw copies on."""
    compared: list[Refiner] = []
    for cut in sorted(cuts, key=lambda cut: cut.copies):
        if not compared or cut.copies <= FAR_BEHIND * min(other.copies for other in compared):
            cut.search_edges(LOOK_AHEAD)
            compared.append(cut)
    return compared


def _cut_thin_borders(cut: Refiner) -> None:
    if cut.copies <= THIN * cut.graph.num_edges:
        cut.cut_borders(REACH)


def _best_of_all(starts: Starts, best: Refiner, seed: int) -> Refiner:
    """The best cut of all starts with several seeds and of ``best``, combined with the next best, refined.

    With the seed itself, each start is refined like the method of the same name with ``+refine``, and the
    multilevel cut is that of ``multilevel``. So the result is at most as bad as any of them.
    """
    makers: list[Callable[[int], Refiner]] = [
        starts.expansion,
        starts.hashed,
        starts.connected,
        partial(starts.cover, exponent=0.5),
        partial(starts.cover, exponent=0.0),
        starts.levels,
        *(partial(starts.recursive, ways=ways) for ways in divisors(starts.parts)),
    ]

    def refined(make: Callable[[int], Refiner], turn: int) -> Refiner:
        cut = make(turn)
        cut.run(SEARCHES["default"])
        if cut.copies <= NEAR * best.copies:
            _cut_thin_borders(cut)
        return cut

    found = [best, *(refined(make, seed) for make in makers)]
    fewest = _within(found, 1.0)[0].copies
    close = [make for make, cut in zip(makers, found[1:], strict=True) if cut.copies <= CLOSE * fewest]
    for turn in np.random.SeedSequence(seed).generate_state(BEST_TRIES - 1).tolist():
        found += [refined(make, turn) for make in close]
    found = _within(found, CLOSE)[:COMBINED]
    best, others = found[0], [cut.cluster.copy() for cut in found]
    turns = np.random.SeedSequence(seed).generate_state(len(others)).tolist()
    for turn, other in zip(turns, others, strict=True):
        cycle(best, seed=turn, effort="default", other=other)
        _cut_thin_borders(best)
    before = np.inf
    while best.copies < (1 - BEST_GAIN) * before:
        before = best.copies
        best.moves = 0
        best.run(SEARCHES["best"])
        best.cut_borders(REACH)
    return best


def fewest_possible_copies(graph: Graph, parts: int, imbalance: float) -> int:
    """A lower bound on the copies: the edges of a vertex need as many clusters as hold their weight."""
    weight, n = edge_work(graph), graph.num_vertices
    loop = graph.src == graph.dst
    of_vertex = np.bincount(graph.src, weight, n) + np.bincount(graph.dst, np.where(loop, 0.0, weight), n)
    clusters = np.ceil(of_vertex / load_limit(weight, parts, imbalance) * (1 - 1e-9))
    return int(np.maximum(clusters - 1, 0).sum())


def _within(cuts: Iterable[Refiner], ratio: float) -> list[Refiner]:
    """The cuts with at most ``ratio`` times the fewest copies, fewest first."""
    ordered = sorted(cuts, key=lambda cut: cut.copies)
    return [cut for cut in ordered if cut.copies <= ratio * ordered[0].copies]
