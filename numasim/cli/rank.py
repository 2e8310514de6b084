"""``numasim rank``: compare methods over all instances of a results folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.method_ranking import Rank
    from numasim.results.text_table import TextTable


def rank(
    folder: Path,
    /,
    *more: Path,
    by: str = "partitioner",
    instance: str | None = None,
    measure: str = "cycles",
    reference: str | None = None,
    form: Annotated[Literal["terminal", "latex", "markdown"], Parameter(name="--format")] = "terminal",
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
        columns, separated by commas. A swept field may be given by its end, such as flit_size. Columns that a
        row does not have are left out of its method.
    instance
        The columns that distinguish the instances, separated by commas, such as workload,machine; by default
        all other columns of the configuration.
    measure
        The column to compare; less is better.
    reference
        The method with which the others are compared; the best one by default.
    form
        The form of the tables; latex needs the package booktabs.
    output
        Folder for the table `ranking`, as Parquet and CSV, and the picture `profile`; by default only the
        table is printed.
    """
    from numasim.cli.terminal import console
    from numasim.provenance import versions
    from numasim.results.drawing_style import write_figure
    from numasim.results.method_figures import method_figures
    from numasim.results.method_ranking import distinct, find_column, find_columns, instances, joined
    from numasim.results.method_ranking import rank as rank_methods
    from numasim.results.profile_plot import profile_figure
    from numasim.results.tables import open_folder, read_table, write_tables
    from numasim.results.text_table import print_lines, print_table

    results = joined([read_table(each) for each in (folder, *more)], by)
    by, measure = ",".join(find_columns(results, by)), find_column(results, measure)
    columns = None if instance is None else find_columns(results, instance)
    found = instances(results, by, measure, columns)
    values = distinct(found)
    ranks = rank_methods(values, reference)
    figures = method_figures(results, by, values, measure)
    out = console()
    print_table(out, _ranks(ranks, by, reference or ranks[0].method), form)
    meaning = (
        f"{measure} over {len(values):,} instances: geometric means of ratios, less is better; p: Wilcoxon "
        "signed-rank test, corrected by Holm; <= F: share of the instances within F times the best"
    )
    print_lines(out, [meaning], form, wrap=False)
    if copies := len(found) - len(values):
        note = (
            f"note: {copies:,} further instances are replicates with the same {measure} of every method, so "
            "they do not count"
        )
        print_lines(out, [note], form, wrap=False)
    if figures is not None:
        print_table(out, _figures(ranks, by, figures), form)
        meaning = (
            "over bound: makespan_ratio; eff.: efficiency; util.: core_utilisation (geometric means); "
            "compute .. idle: shares of the time of all cores (means)"
        )
        print_lines(out, [meaning], form, wrap=False)
    if output is None:
        return
    written = open_folder(output)
    write_tables(written, {"ranking": _table(ranks, figures)}, {"versions": versions()})
    write_figure(written, "profile", lambda: profile_figure(values, measure))
    out.print(f"table and picture are in {written}")


def _ranks(ranks: Sequence[Rank], by: str, compared: str) -> TextTable:
    from numasim.results.method_ranking import FACTORS
    from numasim.results.text_table import TextTable

    unknown = [each.method == compared or each.low != each.low for each in ranks]
    figures = {
        "wins": [str(each.wins) for each in ranks],
        "to\nbest": [f"{each.to_best:.3f}" for each in ranks],
        f"to\n{compared}": [f"{each.to_reference:.3f}" for each in ranks],
        "95%\ninterval": [
            "-" if without else f"{each.low:.3f} to {each.high:.3f}"
            for each, without in zip(ranks, unknown, strict=True)
        ],
        "p": ["-" if each.p != each.p else f"{each.p:.2g}" for each in ranks],
    }
    for number, factor in enumerate(FACTORS):
        figures[f"<=\n{factor:g}"] = [f"{each.profile[number]:.0%}" for each in ranks]
    return TextTable({by: [each.method for each in ranks]}, figures)


def _figures(ranks: Sequence[Rank], by: str, found: pd.DataFrame) -> TextTable:
    from numasim.results.method_figures import RATIOS, TIMES
    from numasim.results.number_formats import number
    from numasim.results.text_table import TextTable

    methods = [each.method for each in ranks]
    figures = {
        head.replace(" ", "\n"): [number(value, form) for value in found.loc[methods, name]]
        for heads, form in ((RATIOS, "{:.2f}"), (TIMES, "{:.0%}"))
        for name, head in heads.items()
    }
    return TextTable({by: methods}, figures)


def _table(ranks: Sequence[Rank], figures: pd.DataFrame | None) -> pd.DataFrame:
    import dataclasses

    import pandas as pd

    from numasim.results.method_ranking import FACTORS

    frame = pd.DataFrame([dataclasses.asdict(each) for each in ranks])
    more = [pd.DataFrame(frame.pop("profile").tolist(), columns=[f"within_{f:g}" for f in FACTORS])]
    if figures is not None:
        more.append(figures.loc[frame["method"]].reset_index(drop=True))
    return pd.concat([frame, *more], axis=1)
