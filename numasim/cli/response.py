"""``numasim response``: what each swept field does to a figure of a results folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter


def response(
    folder: Path,
    /,
    *,
    y: Annotated[list[str] | None, Parameter(name=["--y", "-y"], negative="")] = None,
    form: Annotated[Literal["terminal", "latex", "markdown"], Parameter(name="--format")] = "terminal",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Print what each swept field does to a figure: its share of the variance, and the mean at each value.

    A full grid has exact shares, also of two fields together. Samples of the kind
    `saltelli` have estimates of Sobol's first and total indices, and other samples
    of first indices, with 95% intervals.

    Parameters
    ----------
    folder
        A results folder of `numasim run`.
    y
        The column of figures, such as cycles or energy_joules; may be repeated. By default the objectives of
        the experiment, or else the time and the energy.
    form
        The form of the tables; latex needs the package booktabs.
    output
        Folder for the pictures and the tables response, indices and interactions; by default response in the
        results folder.
    """
    from dataclasses import replace
    from functools import partial

    from numasim.cli.terminal import console
    from numasim.results.drawing_style import write_figure
    from numasim.results.experiment_results import read_results
    from numasim.results.main_figures import main_figures
    from numasim.results.response import responses
    from numasim.results.response_plot import maps_figure, response_figure
    from numasim.results.response_tables import curves_table, effects_table, lines, response_frames
    from numasim.results.tables import open_folder, write_tables
    from numasim.results.text_table import print_lines, print_table

    results = read_results(folder, ())
    names = y
    if names is None:
        table, names = main_figures(results.table, results.resolved, results.kind)
        results = replace(results, table=table)
    found = responses(results, names)
    out = console()
    title = str(results.resolved.get("title") or "")
    written = open_folder(output or folder / "response")
    for each in found:
        out.print(f"\n{each.title} ({each.points:,} points)", highlight=False)
        if each.effects:
            print_table(out, effects_table(each), form)
        print_table(out, curves_table(each), form)
        print_lines(out, lines(each), form)
        name = "".join(letter if letter.isalnum() or letter in "_.-" else "_" for letter in each.figure.name)
        write_figure(written, f"response_{name}", partial(response_figure, each, title))
        if each.maps:
            write_figure(written, f"map_{name}", partial(maps_figure, each, title))
    write_tables(written, response_frames(found), results.metadata)
    out.print(f"tables and pictures are in {written}", soft_wrap=True)
