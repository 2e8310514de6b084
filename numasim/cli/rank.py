"""``numasim rank``: compare methods over all instances of a results folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from numasim.results.method_ranking import Rank


def rank(
    folder: Path,
    /,
    *more: Path,
    by: str = "partitioner",
    instance: str | None = None,
    measure: str = "cycles",
    reference: str | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Compare methods over all instances of results folders, with paired tests and performance profiles.

    Parameters
    ----------
    folder
        A results folder of `numasim run`.
    more
        Further folders, whose rows stand in the same table: runs of tasks, of schedules and of threads.
    by
        The column that names the method, such as partitioner, mapper, scheduler or stealing; or several
        columns, separated by commas. Columns that a row does not have are left out of its method.
    instance
        The columns that distinguish the instances, separated by commas, such as workload,machine; by default
        all other columns of the configuration.
    measure
        The column to compare; less is better.
    reference
        The method with which the others are compared; the best one by default.
    output
        Folder for ranking.csv, profile.png and profile.svg; by default only the table is printed.
    """
    from numasim.cli.terminal import console
    from numasim.results.method_figures import method_figures
    from numasim.results.method_ranking import instances, joined
    from numasim.results.method_ranking import rank as rank_methods
    from numasim.results.plots import write_figure
    from numasim.results.profile_plot import profile_figure
    from numasim.results.tables import load_results, open_folder

    columns = None if instance is None else [column.strip() for column in instance.split(",")]
    results = joined([load_results(each) for each in (folder, *more)], by)
    values = instances(results, by, measure, columns)
    ranks = rank_methods(values, reference)
    figures = method_figures(results, by, values, measure)
    out = console()
    _print_ranks(out, ranks, by, reference or ranks[0].method)
    out.print(
        f"{measure} over {len(values):,} instances: geometric means of ratios, less is better; p: Wilcoxon "
        "signed-rank test, corrected by Holm; <= F: share of the instances within F times the best",
        soft_wrap=True,
    )
    if figures is not None:
        _print_figures(out, ranks, by, figures)
    if output is None:
        return
    written = open_folder(output)
    _write_ranks(written, ranks, figures)
    write_figure(written, "profile", lambda: profile_figure(values, measure))
    out.print(f"table and picture are in {written}")


def _print_ranks(out: Console, ranks: Sequence[Rank], by: str, compared: str) -> None:
    from rich import box
    from rich.table import Table

    from numasim.results.method_ranking import FACTORS

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    heads = ("wins", "to best", f"to {compared}", "95% interval", "p", *(f"<= {f:g}" for f in FACTORS))
    table.add_column(by, no_wrap=True, vertical="bottom")
    for head in heads:
        table.add_column(head.replace(" ", "\n"), justify="right", no_wrap=True, vertical="bottom")
    for each in ranks:
        without = each.method == compared or each.low != each.low
        table.add_row(
            *(each.method, str(each.wins), f"{each.to_best:.3f}", f"{each.to_reference:.3f}"),
            "-" if without else f"{each.low:.3f} to {each.high:.3f}",
            "-" if each.p != each.p else f"{each.p:.2g}",
            *(f"{share:.0%}" for share in each.profile),
        )
    out.print(table)


def _print_figures(out: Console, ranks: Sequence[Rank], by: str, figures: pd.DataFrame) -> None:
    from rich import box
    from rich.table import Table

    from numasim.results.method_figures import RATIOS, TIMES
    from numasim.results.number_formats import number

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(by, no_wrap=True, vertical="bottom")
    for head in (*RATIOS.values(), *TIMES.values()):
        table.add_column(head.replace(" ", "\n"), justify="right", overflow="fold", vertical="bottom")
    for each in ranks:
        cells = figures.loc[each.method].to_dict()
        table.add_row(
            each.method,
            *(number(cells[name], "{:.2f}") for name in RATIOS),
            *(number(cells[name], "{:.0%}") for name in TIMES),
        )
    out.print(table)
    out.print(
        "over bound: makespan_ratio; eff.: efficiency; util.: core_utilisation (geometric means); "
        "compute .. idle: shares of the time of all cores (means)",
        soft_wrap=True,
    )


def _write_ranks(folder: Path, ranks: Sequence[Rank], figures: pd.DataFrame | None) -> None:
    import dataclasses

    import pandas as pd

    from numasim.results.method_ranking import FACTORS
    from partitioners.atomic_write import replacing

    frame = pd.DataFrame([dataclasses.asdict(each) for each in ranks])
    more = [pd.DataFrame(frame.pop("profile").tolist(), columns=[f"within_{f:g}" for f in FACTORS])]
    if figures is not None:
        more.append(figures.loc[frame["method"]].reset_index(drop=True))
    with replacing(folder / "ranking.csv") as part:
        pd.concat([frame, *more], axis=1).to_csv(part, index=False, lineterminator="\n")
