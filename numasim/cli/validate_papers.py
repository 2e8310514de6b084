"""``numasim validate papers``: compare the papers' experiments with the papers' tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def validate_papers(
    *,
    full: Annotated[bool, Parameter(negative="")] = False,
    data: Path | None = None,
    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None,
    results: Path = Path("results/papers"),
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Run the papers' experiments, and compare their results with the papers' tables.

    Finished points are kept; run the same command to resume. Exits with 1 if a run failed. A result whose
    shape differs from the paper's is reported, and does not change the exit code.

    Parameters
    ----------
    full
        Run everything: all cluster counts (default: 8 and 1,024), Md in Fig. 11, every block size of the SPAC
        paper's programs, and a mesh of a million triangles.
    data
        A folder of matrices of the SPAC paper; missing matrices are skipped.
    workers
        Number of parallel processes; by default one per core.
    results
        The folder that contains the results folders.
    output
        A Markdown file; its section about the papers is replaced, or appended.
    """
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.experiments.run_options import RunOptions
    from numasim.validation.markdown_section import write_section
    from numasim.validation.papers import load_bound, report
    from numasim.validation.papers.validation import experiments, run_papers
    from partitioners.errors import InputError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    chosen = experiments(full=full, data=data)
    with progress_bar() as progress:
        found = run_papers(chosen, RunOptions(workers), results, progress)
    if found.stopped:
        print_error(f"interrupted; finished points are in {results}; run the same command to resume", kind="")
        return 130
    out = console()
    for line in (*report.lines(found), "", *report.summary(found)):
        out.print(line, soft_wrap=True)
    curves = found.curves()
    drawn = [] if curves is None else load_bound.draw(results, curves)
    for what, error in found.failed.items():
        print_error(f"{what}: {error}", kind="failed: ")
    if output is not None:
        picture = ""
        for path in drawn:
            if path.suffix == ".svg":
                copied = output.parent / "figures" / path.name
                copied.parent.mkdir(exist_ok=True)
                copied.write_bytes(path.read_bytes())
                picture = copied.relative_to(output.parent).as_posix()
        write_section(output, report.section(found, picture))
        out.print(f"written to {output}", soft_wrap=True)
    out.print(f"{found.seconds:.0f} s; tables and pictures are in {results}", soft_wrap=True)
    return 1 if found.failed else 0
