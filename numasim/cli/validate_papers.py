"""``numasim validate papers``: compare the documents' experiments with the documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter


def validate_papers(
    *,
    only: Literal["wb_libra", "spac", "hybrid_bfs", "gpulp", "node_splitting"] | None = None,
    full: Annotated[bool, Parameter(negative="")] = False,
    data: Path | None = None,
    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None,
    results: Path = Path("results/papers"),
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Run the papers' experiments, and compare their results with the papers.

    Finished points are kept; run the same command to resume. Exits with 1 if a run failed. A result that
    differs from the paper's is reported, and does not change the exit code.

    Parameters
    ----------
    only
        Run and compare the studies of one paper.
    full
        Run everything: all sizes, numbers of clusters and variants. Hours instead of minutes.
    data
        A folder of matrices of the SPAC paper; missing matrices are skipped.
    workers
        Number of parallel processes; by default one per core.
    results
        The folder that contains the results folders.
    output
        A Markdown file; its section about the papers is replaced, or appended. Not with --only, since the
        section has all papers.
    """
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.experiments.run_options import RunOptions
    from numasim.validation.markdown import write_section
    from numasim.validation.papers import report
    from numasim.validation.papers.documents import DOCUMENTS
    from numasim.validation.papers.validation import experiments, run_papers
    from partitioners.errors import InputError

    if output is not None and only is not None:
        raise InputError("--output writes the section about all papers; leave out --only or --output")
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    documents = [each for each in DOCUMENTS if only in (None, each.name)]
    chosen = experiments(documents, full=full, data=data)
    with progress_bar() as progress:
        found = run_papers(chosen, RunOptions(workers), results, progress)
    if found.stopped:
        print_error(f"interrupted; finished points are in {results}; run the same command to resume", kind="")
        return 130
    out = console()
    shapes = found.shapes()
    for line in report.lines(shapes):
        out.print(line, soft_wrap=True)
    _print_table(*report.summary(shapes))
    if found.left_out:
        out.print(f"skipped, files not found: {', '.join(found.left_out)}", soft_wrap=True)
    for what, error in found.failed.items():
        print_error(f"{what}: {error}", kind="failed: ")
    drawn = found.draw(results)
    if output is not None:
        pictures = {heading: _copy(path, output.parent / "figures") for heading, path in drawn.items()}
        write_section(output, report.section(found, pictures))
        out.print(f"written to {output}", soft_wrap=True)
    out.print(f"{found.seconds:.0f} s; tables and pictures are in {results}", soft_wrap=True)
    return 1 if found.failed else 0


def _print_table(head: Sequence[str], *rows: Sequence[str]) -> None:
    from rich.table import Table

    from numasim.cli.terminal import console

    table = Table(*head, box=None, pad_edge=False)
    for cells in rows:
        table.add_row(*cells)
    out = console()
    out.print()
    out.print(table)


def _copy(picture: Path, folder: Path) -> str:
    """Copy a picture, and return its path relative to the parent of the folder."""
    folder.mkdir(exist_ok=True)
    (folder / picture.name).write_bytes(picture.read_bytes())
    return f"{folder.name}/{picture.name}"
