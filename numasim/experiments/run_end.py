"""How long the end of a run takes, when one process makes the tables, the pictures and the report.

The law is rough: ``scripts/bench run_end`` compares it with what it measures, for several kinds of points.
The pictures take a constant, the report and the rows that it shows a time per point, and the tables a time
per byte of finished points.
"""

from __future__ import annotations

from dataclasses import dataclass

from numasim.experiments.price import Price, spoken
from numasim.results.chosen_rows import MOST_ROWS

PICTURES = 7.0
"""The seconds that pictures take."""

POINT = 0.6e-3
"""The seconds that a point takes in the report, up to the number of rows from which it is made."""

BYTE = 0.15e-6
"""The seconds that a byte of finished points takes in tables of Parquet."""

BYTE_IN_CSV = 0.25e-6
"""The seconds that it takes in tables of CSV."""


@dataclass(frozen=True)
class RunEnd:
    """What the end of a run makes besides tables in Parquet and the report.

    Attributes
    ----------
    pictures, csv : bool
    """

    pictures: bool = True
    csv: bool = True

    def seconds(self, price: Price) -> float:
        """Return how long the end of a run with a price takes; points that had been finished are like it."""
        points = price.points + price.finished
        size = price.size * points / max(price.points, 1)
        of_a_byte = BYTE + BYTE_IN_CSV * self.csv
        return PICTURES * self.pictures + POINT * min(points, MOST_ROWS) + of_a_byte * size

    def after(self, price: Price) -> str:
        """Return what follows a price: ``then about 30 seconds for tables, pictures and report``."""
        made = "tables, pictures and report" if self.pictures else "tables and report"
        return f"then about {spoken(self.seconds(price), digits=1)} for {made}"
