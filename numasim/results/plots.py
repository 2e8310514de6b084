"""The pictures of a results folder: the comparison of methods, the links of the mesh, and the cores.

Heat maps are light for idle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from numasim.results.chosen_rows import of_each_machine
from numasim.results.core_plots import tiles_figure, time_figure
from numasim.results.drawing_style import headline, save, style
from numasim.results.frames import finished
from numasim.results.kept_tables import TableNotKeptError
from numasim.results.mesh_plot import links_figure
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, panel_names, records
from numasim.schema.kinds import KINDS, part, parts
from partitioners.errors import InputError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from numasim.results.search_history import History

OF_SWEEP = ("swept", "swept_map", "effects", "front", "relative")
SEARCH = "search"
OF_MESH = ("mesh_links", "tiles", "core_time")
MAX_MESHES = 12
MAX_ROWS = 6
"""The largest number of runs in the pictures of the cores."""

Picture = tuple[str, Callable[[], "Figure | None"]]
"""A picture's name, and the function that draws it, which returns None if there is nothing to draw."""


@dataclass(frozen=True)
class Undrawn:
    """A picture, or the report, that could not be made."""

    name: str
    error: Exception

    def __str__(self) -> str:
        reason = str(self.error) if isinstance(self.error, InputError) else repr(self.error)
        return f"{self.name} could not be drawn: {reason}"


def write_plots(
    folder: Path,
    results: pd.DataFrame,
    shown: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    kind: RowKind,
    title: str = "",
    varying: Sequence[str] = (),
    progress: Progress = silent,
    history: History | None = None,
) -> list[Undrawn]:
    """Draw the pictures of an experiment as PNG and SVG.

    No picture is drawn if all runs failed, and no mesh if the network has no links (``network: ideal``).

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, for the pictures of means.
    shown : pandas.DataFrame
        The rows for the pictures of single runs, with ``label``, their names without the mapper.
    tables : mapping of str to pandas.DataFrame
        The long tables of a results folder; tables without rows are left out.
    kind : RowKind
        The kind of the rows.
    title : str
        The headline of all pictures.
    varying : sequence of str
        The columns that distinguish the runs, without those that every table of the kind has.
    progress : callable
        Called before each picture.
    history : History, optional
        What a search found.

    Returns
    -------
    list of Undrawn
        The pictures that failed; the others are drawn.
    """
    remove_pictures(folder)  # no picture of an earlier experiment may stay
    if finished(shown).empty or kind.name not in KINDS:
        return []
    pictures = pictures_of(results, shown, tables, kind, title, varying)
    if history is not None:
        pictures = [*pictures, (SEARCH, partial(_of_search, history, title))]
    failed = []
    for done, (name, draw) in enumerate(pictures):
        progress(done, len(pictures), f"drawing {name}")
        try:
            with style():
                figure = draw()
                if figure is not None:
                    save(folder, name, figure)
        except TableNotKeptError:
            continue
        except Exception as error:  # an error in a picture must not lose the others, or the tables
            remove_pictures(folder, (name,))
            failed.append(Undrawn(name, error))
    return failed


def pictures_of(
    results: pd.DataFrame,
    shown: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    kind: RowKind,
    title: str,
    varying: Sequence[str],
) -> list[Picture]:
    """Return the pictures of an experiment, without that of a search; see :func:`write_plots`."""
    rows = f" ({len(shown):,} of {len(results):,} rows)" if len(shown) < len(results) else ""
    of_single_runs = part(kind.name, "figures", "pictures")
    comparison, *others = of_single_runs(finished(shown), tables, title + rows, varying)
    return [comparison, *_of_sweep(results, title, varying, kind), *others]


@cache
def all_pictures() -> tuple[str, ...]:
    """Return the names of the pictures of all kinds."""
    own = (name for names in parts("figures", "PICTURES") for name in names)
    return tuple(dict.fromkeys(("comparison", *OF_SWEEP, SEARCH, *OF_MESH, *own)))


def remove_pictures(folder: Path, names: Sequence[str] | None = None) -> None:
    """Remove pictures of an experiment from its folder."""
    for path in picture_files(folder, names):
        path.unlink()


def picture_files(folder: Path, names: Sequence[str] | None = None) -> list[Path]:
    """Return the existing files of pictures in a folder."""
    paths = (
        folder / f"{name}.{kind}"
        for name in (all_pictures() if names is None else names)
        for kind in ("png", "svg")
    )
    return [path for path in paths if path.is_file()]


def _of_sweep(results: pd.DataFrame, title: str, varying: Sequence[str], kind: RowKind) -> list[Picture]:
    """Return the pictures that are chosen by the fields that vary, for all kinds of runs."""
    from numasim.results.ratios_plot import ratios_figure
    from numasim.results.swept_plots import (
        columns_of_sweep,
        effects_figure,
        front_figure,
        heat_figure,
        lines_figure,
    )

    results = finished(results[columns_of_sweep(results, varying, kind)])

    def noted(draw: Callable[..., tuple[Figure | None, str]], what: str) -> Callable[[], Figure | None]:
        def figure() -> Figure | None:
            drawn, note = draw(results, varying, kind)
            return titled(drawn, title, what + note)

        return figure

    def plain(draw: Callable[..., Figure | None], what: str) -> Callable[[], Figure | None]:
        return noted(lambda *given: (draw(*given), ""), what)

    measure = "time" if "seconds" in results else kind.columns[kind.speed].title
    return [
        ("swept", noted(lines_figure, f"{measure}, less is better")),
        ("swept_map", plain(heat_figure, f"{measure}, less is better")),
        ("effects", noted(effects_figure, "effects of the fields, other fields averaged")),
        ("front", noted(front_figure, f"{measure} and what it costs, less is better")),
        ("relative", noted(ratios_figure, "relative to the baseline, less is better")),
    ]


def _of_search(history: History, title: str) -> Figure:
    from numasim.results.search_plot import search_figure

    return titled(search_figure(history), title, "course of the search")


def of_mesh(
    results: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    title: str,
    varying: Sequence[str],
    kind: RowKind,
) -> list[Picture]:
    """Return the pictures of links and cores, for all kinds of runs on a mesh."""

    def of_cores(draw: Callable[[pd.DataFrame], Figure], what: str) -> Callable[[], Figure]:
        def figure() -> Figure:
            runs, note = runs_to_draw(results, tables["cores"], MAX_ROWS, kind, varying)
            return titled(draw(runs), title, what + note)

        return figure

    links = [("mesh_links", lambda: mesh_figure(results, tables, kind, title, varying))]
    return [
        *(links if "links" in tables else []),
        ("tiles", of_cores(lambda runs: tiles_figure(runs, tables), "tiles of the mesh")),
        (
            "core_time",
            of_cores(lambda runs: time_figure(runs, tables["cores"]), "where the time of every core went"),
        ),
    ]


Drawn = TypeVar("Drawn", "Figure", "Figure | None")


def titled(figure: Drawn, title: str, what: str) -> Drawn:
    """Set the title of a figure, if there is one, and return the figure."""
    if figure is not None:
        headline(figure, title, what)
    return figure


def mesh_figure(
    results: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    kind: RowKind,
    title: str = "",
    varying: Sequence[str] = (),
) -> Figure:
    """Draw the mesh of each run, with each link coloured by the share of the run in which it was busy.

    Parameters
    ----------
    results : pandas.DataFrame
        The runs, with ``label``. If there are more than 12 runs, the fastest run of each label is drawn, for
        the 12 fastest labels.
    tables : mapping of str to pandas.DataFrame
        ``links``, and if they are drawn ``controllers`` and ``cores``, whose tiles have sockets.
    varying : sequence of str
        The columns that distinguish the runs.
    """
    runs, note = runs_to_draw(results, tables["links"], MAX_MESHES, kind, varying)
    return titled(links_figure(runs, tables), title, "links of the mesh, traffic keeps right" + note)


def runs_to_draw(
    results: pd.DataFrame, table: pd.DataFrame, limit: int, kind: RowKind, varying: Sequence[str]
) -> tuple[pd.DataFrame, str]:
    """Return the runs with rows in a long table, and a note on omitted runs and on what all runs share.

    Only the first of several replicates is returned. Of too many runs, the fastest run of each value of the
    machine is returned, then the fastest run of each label, for the fastest labels. The column ``panel`` is
    the title of a run's panel.
    """
    of_table = results[results["run_id"].isin(table["run_id"])]
    runs = of_table.drop_duplicates(["label", kind.group]) if REPLICATE in results else of_table
    note = "; the first of the replicates" if len(runs) < len(of_table) else ""
    if len(runs) > limit:
        places, machines = of_each_machine(records(runs), kind.speed, limit)
        of_each = "swept value of the machine" if machines else "method"
        note += f"; {len(places)} of {len(runs)} runs: the fastest of each {of_each}"
        runs = runs.iloc[places]
    shared = panel_names(records(runs), [column for column in varying if column != REPLICATE], kind)
    if shared is None:
        return runs.assign(panel=runs["label"] + ", " + runs[kind.group].astype(str)), note
    names, common = shared
    return runs.assign(panel=names), note + (f"; all: {', '.join(common)}" if common else "")
