"""The columns that the tables of launches and arrays have besides those of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

STRUCTURES = {
    "x": "x",
    "y": "y",
    "value": "values",
    "column": "indices",
    "row": "indices",
    "row_and_column": "indices",
    "local_row": "indices",
    "row_end": "row starts",
    "row_start": "row starts",
    "part": "lists",
    "column_list": "lists",
    "row_list": "lists",
    "carry_row": "carries",
    "carry": "carries",
    "shared": "shared memory",
}
"""The contents of a product's arrays, by the names of the kernels' parameters."""


def product_launches(kernels: pd.Series, operand: str) -> NDArray[np.bool_]:
    """Mark the launches of products: in an iteration, those before the first dot product and its fill."""
    products = np.zeros(len(kernels), bool)
    within = operand == "matrix"
    for number, kernel in enumerate(kernels):
        if kernel == "vector_dot":
            products[number - 1] = within = False
        products[number] = within
        within |= kernel == "vector_xpay"
    return products


def structure(kernel: str, array: str) -> str:
    """Return what an array of a kernel contains."""
    if kernel.startswith("vector_") and kernel != "vector_fill":
        return "vectors"
    return STRUCTURES.get(array, array)
