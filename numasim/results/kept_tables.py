"""The long tables of an experiment that keeps only some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


class TableNotKeptError(KeyError):
    """A long table that the experiment does not keep; what shows it is left out."""


class KeptTables(dict[str, "pd.DataFrame"]):
    """Tables by name; the others are not kept."""

    def __missing__(self, name: str) -> pd.DataFrame:
        raise TableNotKeptError(name)


def kept_tables(found: dict[str, pd.DataFrame], chosen: object) -> dict[str, pd.DataFrame]:
    """Return the tables of an experiment, whose ``tables`` chooses some of them if it is not empty."""
    return KeptTables(found) if chosen else found
