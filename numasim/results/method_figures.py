"""The figures of methods beside each other: length over the bound, speed-up, utilisation, waits by cause.

Runs of tasks, of schedules and of threads have these columns under the same names, so methods of all kinds
stand in one table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.method_ranking import labels, texts, whole_runs

if TYPE_CHECKING:
    import pandas as pd

RATIOS: Mapping[str, str] = {
    "makespan_ratio": "over bound",
    "speedup": "speed-up",
    "efficiency": "eff.",
    "core_utilisation": "util.",
}
"""The columns of a run that are compared as ratios, and their headings."""

TIMES: Mapping[str, str] = {
    "compute_cycles": "compute",
    "memory_cycles": "memory",
    "network_cycles": "network",
    "synchronisation_cycles": "sync.",
    "idle_cycles": "idle",
}
"""The columns of a run into which the time of its cores is divided, and their headings."""


def method_figures(
    table: pd.DataFrame, by: str, values: pd.DataFrame, measure: str = "cycles"
) -> pd.DataFrame | None:
    """The figures of each method over the instances that all methods have.

    Parameters
    ----------
    table : pandas.DataFrame
        The table ``results`` from which ``values`` was made.
    by : str
        The columns that name the method, separated by commas.
    values : pandas.DataFrame
        The result of :func:`numasim.results.method_ranking.instances`.
    measure : str
        Its measure.

    Returns
    -------
    pandas.DataFrame or None
        One row per method. The columns of ``RATIOS`` are geometric means. Those of ``TIMES`` are mean shares
        of the time of all cores. A column that a method does not have is NaN. None for rows without any.
    """
    import pandas as pd

    rows = whole_runs(table, measure)
    method = labels(rows, by)
    names = [name for name in values.index.names if name in table]
    rows = rows[[*dict.fromkeys((*names, *(name for name in (*RATIOS, *TIMES) if name in table)))]]
    if names:
        kept = {key if isinstance(key, tuple) else (key,) for key in values.index}
        rows = rows[[key in kept for key in texts(rows[names]).itertuples(index=False, name=None)]]
    found = {}
    for name, of_method in rows.groupby(method, sort=False):
        figures = {ratio: _geometric_mean(of_method.get(ratio)) for ratio in RATIOS}
        found[str(name)] = figures | _shares(of_method, list(TIMES))
    frame = pd.DataFrame.from_dict(found, orient="index")
    return None if frame.isna().all(axis=None) else frame


def _geometric_mean(column: pd.Series | None) -> float:
    """The geometric mean of a column; NaN if a value is missing or not positive."""
    if column is None:
        return np.nan
    numbers = column.astype(float).to_numpy()
    return float(np.exp(np.log(numbers).mean())) if (numbers > 0).all() else np.nan


def _shares(rows: pd.DataFrame, names: Sequence[str]) -> dict[str, float]:
    """The mean share of each time in the sum of all; NaN if the rows do not have them."""
    if not set(names) <= set(rows.columns):
        return dict.fromkeys(names, np.nan)
    times = rows[names].astype(float)
    shares = times.div(times.sum(axis=1), axis=0).mean()
    return {name: float(shares[name]) for name in names}
