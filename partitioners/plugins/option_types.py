"""Types of options of several partitioners, with their meaning; fast to import, as every check uses them."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Interval, doc

Order = Annotated[
    Literal["given", "shuffled", "degree", "bfs"],
    doc(
        "The order in which edges arrive. given: as in the graph. shuffled: at random. degree: by the lower "
        "degree of their ends, so that small vertices are placed before the hubs are cut. bfs: breadth first."
    ),
]
"""The order in which edges arrive, see :func:`partitioners.streaming.edge_order.edge_order`."""

LoadBound = Annotated[
    float,
    Ge(1.0),
    doc(
        "Load, relative to the mean, at which a cluster accepts no more edges, see "
        "partitioners.balance.soft_guarantee."
    ),
]
"""The papers' lambda: a soft limit, tested before an edge is placed."""

Effort = Literal["fast", "default", "best"]
"""The effort of a search, see :func:`partitioners.refinement.refine.refine`."""

Imbalance = Annotated[
    float,
    Interval(ge=1.0, le=1e6),
    doc("The largest load of a cluster over the mean, see partitioners.balance.feasible_limit."),
]
"""The largest load of a cluster over the mean."""
