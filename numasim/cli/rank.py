"""``numasim rank``: compare methods over all instances of a results folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def rank(
    folder: Path,
    /,
    *,
    by: str = "partitioner",
    instance: str | None = None,
    measure: str = "cycles",
    reference: str | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Compare methods over all instances of a results folder, with paired tests and performance profiles.

    Parameters
    ----------
    folder
        A results folder of `numasim run`.
    by
        The column that names the method, such as partitioner, mapper, scheduler or stealing; or several
        columns, separated by commas.
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
    import dataclasses

    import pandas as pd
    from rich import box
    from rich.table import Table

    from numasim.cli.terminal import console
    from numasim.results.method_ranking import FACTORS, instances
    from numasim.results.method_ranking import rank as rank_methods
    from numasim.results.plots import write_figure
    from numasim.results.profile_plot import profile_figure
    from numasim.results.tables import load_results, open_folder
    from partitioners.atomic_write import replacing

    columns = None if instance is None else [column.strip() for column in instance.split(",")]
    values = instances(load_results(folder), by, measure, columns)
    ranks = rank_methods(values, reference)
    compared = reference or ranks[0].method
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heads = ("wins", "to best", f"to {compared}", "95% interval", "p", *(f"<= {f:g}" for f in FACTORS))
    table.add_column(by)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for each in ranks:
        without = each.method == compared or each.low != each.low
        table.add_row(
            *(each.method, str(each.wins), f"{each.to_best:.3f}", f"{each.to_reference:.3f}"),
            "-" if without else f"{each.low:.3f} to {each.high:.3f}",
            "-" if each.p != each.p else f"{each.p:.2g}",
            *(f"{share:.0%}" for share in each.profile),
        )
    out = console()
    out.print(table)
    out.print(
        f"{measure} over {len(values):,} instances: geometric means of ratios, less is better; p: Wilcoxon "
        "signed-rank test, corrected by Holm; <= F: share of the instances within F times the best",
        soft_wrap=True,
    )
    if output is None:
        return
    written = open_folder(output)
    frame = pd.DataFrame([dataclasses.asdict(each) for each in ranks])
    shares = pd.DataFrame(frame.pop("profile").tolist(), columns=[f"within_{f:g}" for f in FACTORS])
    with replacing(written / "ranking.csv") as part:
        pd.concat([frame, shares], axis=1).to_csv(part, index=False, lineterminator="\n")
    write_figure(written, "profile", lambda: profile_figure(values, measure))
    out.print(f"table and picture are in {written}")
