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
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")

LETTERS = 11
"""The characters of the title of a figure for each inch of its width."""

DPI = 150
"""The dots of an inch, of a PNG and of images inside other pictures."""

MAX_MARKS = 1_000
"""A picture with more marks has them as an image, so that its file stays small; all else stays as it is."""


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
    draw_many_as_image(figure)
    for path, (kind, about) in zip(paths, metadata.items(), strict=True):
        with replacing(path) as part:
            figure.savefig(part, format=kind, dpi=DPI, metadata=about)
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
        figure = draw()
        draw_many_as_image(figure)
        figure.savefig(part, format=kind, dpi=DPI, metadata=about)


def draw_many_as_image(figure: Figure) -> None:
    """Have the marks of a figure drawn as an image, also in an SVG or a PDF, if they are many."""
    marks = {artist: _marks(artist) for axis in figure.axes for artist in _drawn(axis)}
    if sum(marks.values()) > MAX_MARKS:
        for artist in (each for each, number in marks.items() if number):
            artist.set_rasterized(True)


def _drawn(axis: Axes) -> list[Artist]:
    """The artists of an axis that may have many marks."""
    return [*axis.collections, *axis.lines, *axis.patches]


def _marks(artist: Artist) -> int:
    """The number of marks of an artist: of its markers, or of its shapes, each of about four corners.

    A line without markers has none, since matplotlib leaves out its points that cannot be seen. Nor has an
    artist that is an image anyway, such as the colours of a scale.
    """
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if artist.get_rasterized():
        return 0
    if isinstance(artist, Line2D):
        return 0 if artist.get_marker() in ("None", None, "", " ") else len(artist.get_xydata())
    if isinstance(artist, Patch):
        return max(1, len(artist.get_path()) // 4)
    assert isinstance(artist, Collection)
    shapes = artist.get_paths()
    return max(len(artist.get_offsets()), len(shapes), sum(map(len, shapes)) // 4)


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
