"""The style of all pictures, and the files of a picture.

Pictures are drawn without a display and are the same, byte for byte, for the same numbers: they contain no
dates, and the SVG has fixed ids. Colours are those of Okabe and Ito, which colour-blind readers can
distinguish.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")

LETTERS = 11
"""The characters of the title of a figure for each inch of its width."""


def headline(figure: Figure, title: str, note: str) -> None:
    """Set the title of a figure, with a note below it, in lines that fit its width."""
    text = f"({note})" if title else f"{note[:1].upper()}{note[1:]}"
    width = int(LETTERS * figure.get_figwidth())
    figure.suptitle("\n".join(textwrap.fill(each, width) for each in (title, text) if each), fontsize=11)


def write_figure(folder: Path, name: str, draw: Callable[[], Figure]) -> list[Path]:
    """Draw a figure in the project's style as PNG and SVG."""
    with style():
        return save(folder, name, draw())


def save(folder: Path, name: str, figure: Figure) -> list[Path]:
    """Write a figure as PNG and SVG, and return the paths."""
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": None},
        "svg": {"Date": None, "Creator": None},
    }
    paths = [folder / f"{name}.{kind}" for kind in metadata]
    for path, (kind, about) in zip(paths, metadata.items(), strict=True):
        with replacing(path) as part:
            figure.savefig(part, format=kind, dpi=150 if kind == "png" else "figure", metadata=about)
        figure.set_layout_engine("none")  # the second file reuses the layout of the first
    return paths


def write_picture(path: Path, draw: Callable[[], Figure]) -> None:
    """Write one picture; the end of the file's name is its format.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    kind = path.suffix[1:].lower()
    about: dict[str, Any] = {"Software": None} if kind == "png" else {"Creator": None}
    about |= {"svg": {"Date": None}, "pdf": {"CreationDate": None, "Producer": None}}.get(kind, {})
    with style(), replacing(path) as part:
        draw().savefig(part, format=kind, dpi=150, metadata=about)


@contextmanager
def style() -> Iterator[None]:
    """Draw in the project's style within this context."""
    import matplotlib
    from cycler import cycler

    settings: dict[Any, Any] = dict(matplotlib.rcParamsDefault)
    settings |= {
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "svg.hashsalt": "numasim",
        "svg.fonttype": "path",
        "figure.facecolor": "white",
        "axes.prop_cycle": cycler(color=COLOURS),
        "backend": "Agg",
    }
    with matplotlib.rc_context(rc=settings):
        yield
