"""The units of the columns of tables.

Most names give the unit: ``work_cycles`` are cycles, ``energy_joules`` joules. The figures of a kind of
experiment whose names do not are in :attr:`numasim.results.row_kinds.RowKind.units`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from numasim.numa.shared.run_result import CORE_TIMES

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.row_kinds import RowKind

_OF_LAST_WORD = {
    "seconds": "s",
    "us": "µs",
    "cycles": "cycles",
    "cycle": "cycles",
    "joules": "J",
    "bytes": "B",
    "bandwidth": "B/s",
}

_IN_LONG_TABLES = dict.fromkeys(
    (
        *(*CORE_TIMES, "idle", "work", "arrival", "begin", "start", "end"),
        *("simulated_start", "simulated_end"),
    ),
    "cycles",
)
"""The columns of long tables whose names do not give the unit: times of cores, and when something happens."""


def unit_of(column: str) -> str:
    """Return the unit that the name of a column of numbers gives; empty without one, as of counts and ratios.

    The name may be that of a swept field, such as ``machine.network.link_cycles``.
    """
    if "_vs_" in column or "_per_" in column:
        return ""
    last = column.rpartition(".")[2].rpartition("_")[2]
    return _IN_LONG_TABLES.get(column) or _OF_LAST_WORD.get(last, "")


def units_of(table: pd.DataFrame, known: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the units of the columns of numbers that have one.

    Parameters
    ----------
    table : pandas.DataFrame
        A table of results, or a long table.
    known : mapping of str to str, optional
        Units of columns whose names do not give them.
    """
    known = known or {}
    numbers = [str(name) for name in table if table[name].dtype.kind in "iuf"]
    units = {name: known.get(name) or unit_of(name) for name in numbers}
    return {name: unit for name, unit in units.items() if unit}


def with_units(table: pd.DataFrame, kind: RowKind) -> pd.DataFrame:
    """Set ``attrs["units"]`` of a table of results to :func:`units_of` its columns, and return the table."""
    table.attrs["units"] = units_of(table, kind.known_units)
    return table
