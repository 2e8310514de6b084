"""The figures that a study is about: its objectives, or else its time and its energy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.frames import with_columns
from numasim.results.objectives import column_values
from numasim.results.row_kinds import STUDY, RowKind
from numasim.results.swept_plots import time_of
from numasim.schema.expressions import parse
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

ENERGY = "energy_joules"


def with_objectives(table: pd.DataFrame, resolved: Mapping[str, Any]) -> tuple[pd.DataFrame, list[str]]:
    """Return the results with the values of the objectives, and the columns of these.

    An objective that is a column, or a column with a minus in front, is this column. Any other has a column
    of its own, named by its expression.

    Parameters
    ----------
    resolved : mapping
        The resolved experiment.
    """
    given = resolved.get("objective") or []
    names = []
    for text in [given] if isinstance(given, str) else given:
        name = str(text).strip().removeprefix("-").strip()
        if name not in table:
            name, expression = str(text), parse(str(text))
            if any(used not in table for used in expression.names):
                continue  # programs of threads name figures of their own, which a run may lack
            values = expression({used: column_values(table, used) for used in expression.names})
            found = np.broadcast_to(np.asarray(values, dtype=float), len(table))
            table = with_columns(table, {name: found})
        names.append(name)
    return table, names


def main_figures(
    table: pd.DataFrame, resolved: Mapping[str, Any], kind: RowKind
) -> tuple[pd.DataFrame, list[str]]:
    """Return the results, and the columns of the objectives, or else of the time and the energy.

    Parameters
    ----------
    resolved
        See :func:`with_objectives`.

    Raises
    ------
    InputError
        There are no objectives and no time.
    """
    table, names = with_objectives(table, resolved)
    if names:
        return table, names
    time = time_of(table, kind)
    if time not in table or kind is STUDY:
        figures = [str(name) for name in table if table[name].dtype.kind == "f"]
        such = f", such as {figures[0]}" if figures else ""
        raise InputError(f"the results have no objective and no time; name a column of figures by -y{such}")
    return table, [time, *(name for name in [ENERGY] if name in table and table[name].notna().any())]
