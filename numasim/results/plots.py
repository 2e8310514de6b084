"""The pictures of a results folder: the comparison of methods, the links of the mesh, and the cores.

Heat maps are light for idle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from numasim.results.chosen_rows import of_each_machine
from numasim.results.comparison_plot import MAX_GROUPS, comparison_figure
from numasim.results.core_plots import tiles_figure, time_figure
from numasim.results.drawing_style import headline, save, style
from numasim.results.mesh_plot import links_figure
from numasim.results.row_kinds import GPU, HYBRID, MESH, QUALITY, SCHEDULE, THREADS, RowKind
from numasim.results.row_names import REPLICATE, panel_names, records
from partitioners.errors import InputError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PICTURES = (
    *("comparison", "mesh_links", "tiles", "core_time", "relative", "degrees", "block_sizes", "iterations"),
    *("thread_blocks", "roofline", "sectors", "phases", "pairs", "swept", "levels", "accumulated"),
    *("swept_map", "effects", "front"),
)
MAX_MESHES = 12
MAX_ROWS = 6
"""The largest number of runs in the pictures of the cores."""

Picture = tuple[str, Callable[[], "Figure | None"]]
"""A picture's name, and the function that draws it, which returns None if there is nothing to draw."""


@dataclass(frozen=True)
class Undrawn:
    """A picture, or the report, that could not be made.

    Attributes
    ----------
    name : str
    error : Exception
    """

    name: str
    error: Exception

    def __str__(self) -> str:
        reason = str(self.error) if isinstance(self.error, InputError) else repr(self.error)
        return f"{self.name} could not be drawn: {reason}"


def write_plots(
    folder: Path,
    results: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    labels: Sequence[str],
    kind: RowKind,
    title: str = "",
    varying: Sequence[str] = (),
    progress: Progress = silent,
) -> list[Undrawn]:
    """Draw the pictures of an experiment as PNG and SVG.

    No picture is drawn if all runs failed, and no mesh if the network has no links (``network: ideal``).

    Parameters
    ----------
    folder : Path
    results : pandas.DataFrame
        One row per run.
    tables : mapping of str to pandas.DataFrame
        The long tables of a results folder; tables without rows are left out.
    labels : sequence of str
        The name of each row of ``results``, without its mapper.
    kind : RowKind
        The kind of the rows.
    title : str
        The headline of all pictures.
    varying : sequence of str
        The columns that distinguish the runs, without those that every table of the kind has.
    progress : callable
        Called before each picture.

    Returns
    -------
    list of Undrawn
        The pictures that failed; the others are drawn.
    """
    remove_pictures(folder)  # no picture of an earlier experiment may stay
    results = results.assign(label=list(labels))
    results = results[results["error"].isna()]
    if results.empty or kind.name not in PICTURES_OF:
        return []
    pictures = PICTURES_OF[kind.name](results, tables, title, varying)
    failed = []
    for done, (name, draw) in enumerate(pictures):
        progress(done, len(pictures), f"drawing {name}")
        try:
            with style():
                figure = draw()
                if figure is not None:
                    save(folder, name, figure)
        except Exception as error:  # an error in a picture must not lose the others, or the tables
            remove_pictures(folder, (name,))
            failed.append(Undrawn(name, error))
    return failed


def remove_pictures(folder: Path, names: Sequence[str] = PICTURES) -> None:
    """Remove pictures of an experiment from its folder."""
    for path in picture_files(folder, names):
        path.unlink()


def picture_files(folder: Path, names: Sequence[str] = PICTURES) -> list[Path]:
    """Return the existing files of pictures in a folder."""
    paths = (folder / f"{name}.{kind}" for name in names for kind in ("png", "svg"))
    return [path for path in paths if path.is_file()]


def _mesh_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    return [
        ("comparison", lambda: comparison_figure(results, MESH, title, varying)),
        *_of_sweep(results, title, varying, MESH),
        *_of_mesh(results, tables, title, varying, MESH),
    ]


def _of_sweep(results: pd.DataFrame, title: str, varying: Sequence[str], kind: RowKind) -> list[Picture]:
    """Return the pictures that are chosen by the fields that vary, for all kinds of runs."""
    from numasim.results.ratios_plot import ratios_figure
    from numasim.results.swept_plots import (
        effects_figure,
        front_figure,
        heat_figure,
        lines_figure,
    )

    def noted(draw: Callable[..., tuple[Figure | None, str]], what: str) -> Callable[[], Figure | None]:
        def figure() -> Figure | None:
            drawn, note = draw(results, varying, kind)
            return _titled(drawn, title, what + note)

        return figure

    def titled(draw: Callable[..., Figure | None], what: str) -> Callable[[], Figure | None]:
        return noted(lambda *given: (draw(*given), ""), what)

    measure = "time" if "seconds" in results else kind.columns[kind.speed].title
    return [
        ("swept", noted(lines_figure, f"{measure}, less is better")),
        ("swept_map", titled(heat_figure, f"{measure}, less is better")),
        ("effects", noted(effects_figure, "effects of the fields, other fields averaged")),
        ("front", titled(front_figure, f"{measure} and what it costs, less is better")),
        ("relative", noted(ratios_figure, "relative to the baseline, less is better")),
    ]


def _of_mesh(
    results: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    title: str,
    varying: Sequence[str],
    kind: RowKind,
) -> list[Picture]:
    """Return the pictures of links and cores, for all kinds of runs on a mesh."""

    def of_cores(draw: Callable[[pd.DataFrame], Figure], what: str) -> Callable[[], Figure]:
        def figure() -> Figure:
            runs, note = _runs_to_draw(results, tables["cores"], MAX_ROWS, kind, varying)
            return _titled(draw(runs), title, what + note)

        return figure

    links = [("mesh_links", lambda: mesh_figure(results, tables, title, kind, varying))]
    return [
        *(links if "links" in tables else []),
        ("tiles", of_cores(lambda runs: tiles_figure(runs, tables), "tiles of the mesh")),
        (
            "core_time",
            of_cores(lambda runs: time_figure(runs, tables["cores"]), "where the time of every core went"),
        ),
    ]


def _gpu_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    from numasim.results.block_size_plot import block_sizes_figure
    from numasim.results.gpu_plots import (
        blocks_figure,
        degrees_figure,
        iterations_figure,
        roofline_figure,
        sectors_figure,
    )

    def blocks() -> Figure:
        runs, note = _runs_to_draw(results, tables["thread_blocks"], MAX_ROWS, GPU, varying)
        return _titled(
            blocks_figure(runs, tables["thread_blocks"], tables["launches"]), title, f"thread blocks{note}"
        )

    def sectors() -> Figure:
        runs, note = _runs_to_draw(results, tables["arrays"], MAX_GROUPS, GPU, varying)
        return _titled(sectors_figure(runs, tables["arrays"]), title, f"transactions by data structure{note}")

    def degrees() -> Figure | None:
        drawn = degrees_figure(results, tables.get("published"))
        return _titled(drawn, title, "time over the largest out-degree allowed")

    def block_sizes() -> Figure | None:
        return _titled(block_sizes_figure(results), title, "original and SPAC form over the block size")

    def iterations() -> Figure:
        runs, note = _runs_to_draw(results, tables["iterations"], MAX_ROWS, GPU, varying)
        return _titled(iterations_figure(runs, tables["iterations"]), title, f"iterations{note}")

    def roofline() -> Figure | None:
        return _titled(roofline_figure(results), title, "roofline of the simulated runs")

    return [
        ("comparison", lambda: comparison_figure(results, GPU, title, varying)),
        *_of_sweep(results, title, varying, GPU),
        ("degrees", degrees),
        ("block_sizes", block_sizes),
        *([("iterations", iterations)] if "inserted" in tables.get("iterations", ()) else []),
        ("thread_blocks", blocks),
        ("roofline", roofline),
        ("sectors", sectors),
    ]


def _thread_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    from numasim.results.pairs_plot import pairs_figure
    from numasim.results.thread_plots import phases_figure

    several = "phases" in tables and (tables["phases"]["phase"] > 0).any()

    def phases() -> Figure:
        runs, note = _runs_to_draw(results, tables["phases"], MAX_ROWS, THREADS, varying)
        return _titled(phases_figure(runs, tables["phases"]), title, f"time of the phases{note}")

    def pairs() -> Figure:
        runs, note = _runs_to_draw(results, tables["pairs"], MAX_ROWS, THREADS, varying)
        return _titled(pairs_figure(runs, tables["pairs"]), title, f"latency between cores{note}")

    own = [("pairs", pairs)] if "pairs" in tables else [("phases", phases)] if several else []
    return [
        ("comparison", lambda: comparison_figure(results, THREADS, title, varying)),
        *_of_sweep(results, title, varying, THREADS),
        *own,  # the only phase is the whole run
        *_of_mesh(results, tables, title, varying, THREADS),
    ]


def _hybrid_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    from numasim.results.hybrid_plots import accumulated_figure, times_of_levels
    from numasim.results.thread_plots import phases_figure

    def levels() -> Figure:
        times = times_of_levels(tables)
        runs, note = _runs_to_draw(results, times, MAX_ROWS, HYBRID, varying)
        return _titled(phases_figure(runs, times, HYBRID), title, f"time of the levels, all roots{note}")

    def accumulated() -> Figure:
        drawn = accumulated_figure(results, times_of_levels(tables), varying)
        return _titled(drawn, title, "time from the root to the end of each level")

    return [
        ("comparison", lambda: comparison_figure(results, HYBRID, title, varying)),
        *_of_sweep(results, title, varying, HYBRID),
        ("levels", levels),
        ("accumulated", accumulated),
    ]


def _schedule_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    return [
        ("comparison", lambda: comparison_figure(results, SCHEDULE, title, varying)),
        *_of_sweep(results, title, varying, SCHEDULE),
        *_of_mesh(results, tables, title, varying, SCHEDULE),
    ]


def _quality_pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    return [
        ("comparison", lambda: comparison_figure(results, QUALITY, title, varying)),
        *_of_sweep(results, title, varying, QUALITY),
    ]


PICTURES_OF = {
    "mesh": _mesh_pictures,
    "quality": _quality_pictures,
    "schedule": _schedule_pictures,
    "gpu": _gpu_pictures,
    "threads": _thread_pictures,
    "hybrid": _hybrid_pictures,
}
"""The pictures by the kind of the rows; other kinds have no pictures."""

Drawn = TypeVar("Drawn", "Figure", "Figure | None")


def _titled(figure: Drawn, title: str, what: str) -> Drawn:
    if figure is not None:
        headline(figure, title, what)
    return figure


def write_load_curve(folder: Path, curve: pd.DataFrame, title: str) -> list[Path]:
    """Draw a curve of :func:`numasim.simulation.load_curve.load_curve` as PNG and SVG."""
    from numasim.results.load_curve_plot import load_figure

    with style():
        return save(folder, "load_curve", load_figure(curve, title))


def mesh_figure(
    results: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    title: str = "",
    kind: RowKind = MESH,
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
    title : str
    kind : RowKind
    varying : sequence of str
        The columns that distinguish the runs.
    """
    runs, note = _runs_to_draw(results, tables["links"], MAX_MESHES, kind, varying)
    return _titled(links_figure(runs, tables), title, "links of the mesh, traffic keeps right" + note)


def _runs_to_draw(
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
