"""Restrictions of the moves of label propagation, which make decisions with stale parts more accurate.

``threshold``: a move must gain a share of what the vertex could gain at most, and the share falls to 0
(Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020). ``allowance``: a part takes a limited
number of vertices in an iteration, as each process of XtraPuLP does (Slota, Rajamanickam, Devine and Madduri,
"Partitioning trillion-edge graphs in minutes", IPDPS 2017).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Restricted = Literal["none", "threshold", "allowance"]
Shape = Literal["linear", "geometric"]

LAST_GEOMETRIC = 1 / 64
"""The share of the first threshold that the last iteration above 0 of a geometric sequence has."""


@dataclass(frozen=True)
class Restriction:
    """What moves an iteration allows.

    Attributes
    ----------
    kind : {'none', 'threshold', 'allowance'}
    start : float
        The threshold of the first iteration, as a share from 0 to 1.
    shape : {'linear', 'geometric'}
        How the threshold falls.
    fall : float
        The share of the iterations of a stage after which the threshold is 0, from 0 to 1. A move makes
        moves of its neighbours possible in the next iteration, so a stage also needs iterations without a
        threshold.
    allowance : float
        Vertices that a part takes in an iteration, as a share of the mean number of vertices of a part.
    """

    kind: Restricted = "none"
    start: float = 0.5
    shape: Shape = "linear"
    fall: float = 0.5
    allowance: float = 0.1

    def threshold(self, iteration: int, iterations: int) -> float:
        """The threshold of an iteration of a stage; that of the last iteration is 0."""
        falling = math.ceil(round(self.fall * (iterations - 1), 9))
        if self.kind != "threshold" or iteration >= falling:
            return 0.0
        if self.shape == "linear":
            return self.start * (1 - iteration / falling)
        return float(self.start * LAST_GEOMETRIC ** (iteration / max(1, falling - 1)))

    def vertices_of_part(self, vertices: int, parts: int) -> int:
        """The vertices that a part takes in an iteration at most, at least 1; 0 means any number."""
        return max(1, math.ceil(self.allowance * vertices / parts)) if self.kind == "allowance" else 0
