"""Types of options of several partitioners; fast to import, since every check of options uses them."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Interval

Order = Literal["given", "shuffled", "degree", "bfs"]
"""The order in which edges arrive, see :func:`partitioners.streaming.edge_order.edge_order`."""

Effort = Literal["fast", "default", "best"]
"""The effort of a search, see :func:`partitioners.refinement.refine.refine`."""

Imbalance = Annotated[float, Interval(ge=1.0, le=1e6)]
"""The largest load of a cluster over the mean."""
