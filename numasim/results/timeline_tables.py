"""The timeline of one run as long tables of its results folder: the slices of the cores, and the messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.results.tables import TIMELINE_TABLES

if TYPE_CHECKING:
    import pandas as pd

    from numasim.numa.shared.timeline import Timeline


def timeline_tables(timeline: Timeline, point: int, run_id: str) -> dict[str, pd.DataFrame]:
    """Return the tables of a timeline; tables without rows are left out.

    Parameters
    ----------
    run_id : str
        The run of the timeline.

    Returns
    -------
    dict of str to pandas.DataFrame
        ``timeline`` (core, activity, first_cycle, last_cycle: the first cycle after the slice; of a task:
        task, cluster, kind; waits_for) and ``timeline_messages`` (message, kind, source, target, sent,
        arrived: cycles; task and cluster of those that move).
    """
    import pandas as pd

    slices = [
        {
            "core": s.core,
            "activity": s.kind,
            "first_cycle": s.first,
            "last_cycle": s.last,
            "task": timeline.task_name(s.task) if s.task >= 0 else "",
            "cluster": s.cluster,
            "kind": timeline.task_kind(s.task) if s.task >= 0 else "",
            "waits_for": s.waits_for,
        }
        for s in timeline.slices
    ]
    messages = [
        {
            "message": a.number,
            "kind": a.kind,
            "source": a.source,
            "target": a.target,
            "sent": a.sent,
            "arrived": a.arrived,
            "task": timeline.task_name(a.task) if a.task >= 0 else "",
            "cluster": a.cluster,
        }
        for a in timeline.arrows
    ]
    found = {}
    for name, rows in zip(TIMELINE_TABLES, (slices, messages), strict=True):
        if rows:
            found[name] = pd.DataFrame(rows)
            found[name].insert(0, "point", point)
            found[name].insert(1, "run_id", run_id)
    return found
