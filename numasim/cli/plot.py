"""``numasim plot``: draw one column of a results folder over another column."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

FORMATS = (".svg", ".pdf", ".png")


def plot(
    folder: Path,
    /,
    *,
    x: str,
    y: str,
    by: str | None = None,
    where: list[str] | None = None,
    relative_to: str | None = None,
    kind: Literal["line", "bar", "heat", "scatter", "box"] | None = None,
    style: Literal["screen", "paper"] = "screen",
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
) -> None:
    """Draw one column of results over another column, such as the speed-up over the number of threads.

    Parameters
    ----------
    folder
        A results folder of `numasim run`.
    x
        The column of the horizontal axis: a column of results.parquet, or a swept field such as l2.size.
    y
        The column of the vertical axis, such as seconds, speedup or energy_joules. Replicates are drawn as
        their mean with its 95% interval.
    by
        The column whose values have a line or a colour each; of a heat map, its rows.
    where
        Only the rows in which a column has a value, such as --where network=packet; may be repeated.
    relative_to
        Divide by the row with this value of the column of x or of by, such as threads=1.
    kind
        Lines if x is a number, else bars; or a heat map, points with their front, or boxes.
    style
        paper has the width of a column and letters of 8 points.
    output
        The picture, which ends in .svg, .pdf or .png.
    """
    from numasim.results.chart import plot as draw
    from numasim.results.drawing_style import write_picture
    from numasim.results.tables import read_table
    from partitioners.errors import OptionError

    if output.suffix.lower() not in FORMATS:
        raise OptionError(f"--output {output}: expected a name that ends in {', '.join(FORMATS)}")
    chosen = dict(_pair("--where", text) for text in where or ())
    base = None if relative_to is None else _pair("--relative-to", relative_to)
    results = read_table(folder)
    write_picture(
        output,
        lambda: draw(results, x=x, y=y, by=by, where=chosen, relative_to=base, kind=kind, style=style),
    )


def _pair(option: str, text: str) -> tuple[str, str]:
    from partitioners.errors import OptionError

    name, sign, value = text.partition("=")
    if not (sign and name):
        raise OptionError(f"{option} {text}: expected a column and its value, such as network=packet")
    return name, value
