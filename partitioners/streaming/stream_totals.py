"""What is known of all edges of a stream before the first edge is placed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Integers


@dataclass(frozen=True, eq=False)
class StreamTotals:
    """Totals over all edges, which one pass computes before the first edge is placed.

    Attributes
    ----------
    degree : ndarray of int64, shape (n,)
        Edges in both directions; a self-loop counts twice.
    weight, smallest, largest : float
        Sum, minimum and maximum of the weights.
    """

    edges: int
    degree: NDArray[np.int64]
    weight: float
    smallest: float
    largest: float

    @property
    def narrow_degree(self) -> Integers:
        """The degrees in the type of :func:`partitioners.streaming.degrees.degrees`, in a new array."""
        return self.degree.astype(np.int32 if 2 * self.edges < 2**31 else np.int64)
