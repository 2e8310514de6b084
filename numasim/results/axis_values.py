"""The values of a column along an axis: numbers in a unit with a prefix, or names."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.results.method_ranking import texts
from numasim.results.units import unit_of
from partitioners.errors import InputError, NumasimError
from partitioners.text.units import Duration, parse_frequency, parse_rate, parse_size

if TYPE_CHECKING:
    import pandas as pd

_UNITS = {
    "B": parse_size,
    "B/s": parse_rate,
    "Hz": parse_frequency,
    "s": lambda text: _seconds(Duration.parse(text)),
}
_WITH_PREFIX = (*_UNITS, "J")
_PREFIXES = {1e12: "T", 1e9: "G", 1e6: "M", 1e3: "k", 1.0: "", 1e-3: "m", 1e-6: "µ", 1e-9: "n", 1e-12: "p"}


def _seconds(duration: Duration) -> float:
    if duration.clocked:
        raise InputError("cycles of a clock are no seconds")
    return float(duration.amount)


@dataclass(frozen=True)
class Values:
    """The values of a column along an axis.

    Attributes
    ----------
    label : str
        The name of the column, with its unit if its values have one.
    numbers : ndarray of float or None
        The values in that unit; None if they are names.
    given : list of str, or pandas.DataFrame of one column
        The values as they stand in the table.
    """

    label: str
    numbers: NDArray[np.float64] | None
    given: list[str] | pd.DataFrame

    @cached_property
    def names(self) -> list[str]:
        """The values as texts; of numbers, they are made when they are needed."""
        return self.given if isinstance(self.given, list) else texts(self.given).iloc[:, 0].tolist()


def axis_values(rows: pd.DataFrame, column: str) -> Values:
    """Return the values of a column of results: numbers, quantities such as ``64 KiB``, or names.

    Parameters
    ----------
    rows : pandas.DataFrame
        The table ``results``, without rows that have no value.
    """
    import pandas as pd

    with suppress(ValueError, TypeError):
        for first in rows[column].iloc[:1]:
            float(first)  # fails before a million texts are converted
        numbers = rows[column].to_numpy(np.float64)
        unit = rows.attrs.get("units", {}).get(column) or unit_of(column)
        return _scaled(column, numbers, unit, rows[[column]])
    names = texts(rows[[column]])
    place, distinct = pd.factorize(names[column])
    for unit, parse in _UNITS.items():
        with suppress(NumasimError):
            amounts = np.array([float(parse(name)) for name in distinct])
            return _scaled(column, amounts[place], unit, names)
    return Values(column, None, names[column].tolist())


def _scaled(column: str, numbers: NDArray[np.float64], unit: str, given: pd.DataFrame) -> Values:
    """Return values with a prefix of their unit: the largest has at most three digits before the point."""
    if unit not in _WITH_PREFIX:
        return Values(f"{column} ({unit})" if unit and unit not in column else column, numbers, given)
    largest = np.abs(numbers).max(initial=0)
    factor, prefix = 1.0, ""
    binary = unit == "B" and bool((numbers % 1024 == 0).all()) and largest >= 1024
    if binary:
        steps = ((2.0**30, "Gi"), (2.0**20, "Mi"), (2.0**10, "Ki"))
        factor, prefix = next((size, text) for size, text in steps if largest >= size)
    else:
        factor, prefix = next(
            ((size, text) for size, text in _PREFIXES.items() if largest >= size), (1.0, "")
        )
    return Values(f"{column} ({prefix}{unit})", numbers / factor, given)
