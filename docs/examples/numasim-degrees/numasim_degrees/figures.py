"""The pictures of this kind of experiment."""

from collections.abc import Mapping, Sequence
from typing import Any

from numasim.plugins import comparison_figure
from numasim_degrees.columns import ROWS

PICTURES = ()
"""The names of its own pictures; every kind may have those of numasim."""


def pictures(results: Any, tables: Mapping[str, Any], title: str, varying: Sequence[str]) -> list[Any]:
    """Return the pictures, each as a name and a function that draws it."""
    return [("comparison", lambda: comparison_figure(results, ROWS, title, varying))]
