"""The comparison of ``papers/wb_libra_table2`` with the vertex-cut paper (Ma et al., 2020), Tables 6 and 8.

The runs are on the machine of the paper's Table 2. A value moves between cores through their caches, so the
bytes are those of the messages of the caches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numasim.validation.markdown import table
from numasim.validation.papers.shape import Shape
from numasim.validation.papers.wb_libra import (
    BASE,
    beside,
    communication_shapes,
    mean_percent,
    mean_ratios,
    methods_of,
    relative,
    time_shapes,
)
from numasim.validation.papers.wb_libra_baselines import FINE, base_shapes, is_fine, replaced

if TYPE_CHECKING:
    import pandas as pd

PARTS = 8

MOVED = {"coherence_bytes": "bytes between caches"}
"""The column of the results that is compared with Table 8, and its label."""


def shapes(runs: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of Tables 6 and 8 on this machine.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per run, without failed runs.
    """
    study = runs[~is_fine(runs)]
    paper, ours = beside(study, "cycles", "wb_libra_time", PARTS)
    yield from time_shapes(paper, ours)
    yield relative("time", paper, ours)
    paper, ours = beside(study, "coherence_bytes", "wb_libra_communication", PARTS)
    yield from communication_shapes(paper, ours, MOVED["coherence_bytes"])
    yield relative(MOVED["coherence_bytes"], paper, ours)


def fine_shapes(runs: pd.DataFrame) -> Iterator[Shape]:
    """The shapes that CompNet as fine communities changes."""
    yield from base_shapes(replaced(runs[~is_fine(runs)], runs[is_fine(runs)]), PARTS, MOVED)


def markdown(runs: pd.DataFrame) -> Iterator[str]:
    """The means over the programs with both readings of CompNet."""
    study, fine = runs[~is_fine(runs)], runs[is_fine(runs)]
    yield f"Relative to {BASE}: geometric means of the time, and means of the bytes in per cent."
    yield ""
    rows, methods = [], []
    for column, name, what, mean, text in (
        ("cycles", "wb_libra_time", "time", mean_ratios, "{:.2f}"),
        ("coherence_bytes", "wb_libra_communication", MOVED["coherence_bytes"], mean_percent, "{:.0f}"),
    ):
        tables = {
            BASE: beside(study, column, name, PARTS),
            FINE: beside(replaced(study, fine), column, name, PARTS),
        }
        paper, _ = tables[BASE]
        methods = [method for method in methods_of(paper) if method != BASE]
        rows.append([what, "the paper", "", *map(text.format, mean(paper).values())])
        rows += [
            [what, reading, f"`{order}`", *map(text.format, mean(figures).values())]
            for reading, (_, ours) in tables.items()
            for order, figures in ours.items()
        ]
    yield from table(["figure", "over", "order", *methods], rows)
