"""Which edge cuts are run a second time, with one message for every cut edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.schema.windowed import is_windowed
from partitioners.partition_graph import cuts_edges

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment


def sends_messages(experiment: Experiment) -> bool:
    """Whether clusters send messages, which can be aggregated."""
    return experiment.kind == "mesh"


def counts_both_ways(point: Point) -> bool:
    """Whether an edge cut is run a second time with one message per cut edge.

    It is not if that field is swept, and not in windows, which are made for one run.
    """
    if not sends_messages(point.experiment) or is_windowed(point.experiment.workload):
        return False
    execution = point.experiment.execution
    swept = "execution.aggregate_messages" in point.overrides
    return not swept and execution.aggregate_messages and execution.communication == "message"


def second_runs(points: Sequence[Point]) -> int:
    """The number of second runs, for methods that declare that they cut edges."""
    methods = Counter(point.experiment.partition.method for point in points if counts_both_ways(point))
    return sum(count for method, count in methods.items() if method is not None and cuts_edges(method))
