"""``numasim validate``: compare the models with independent references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from numasim.cli.validate_gpu import validate_gpu
from numasim.cli.validate_papers import validate_papers
from numasim.cli.validate_threads import validate_threads

validate = cyclopts.App(
    name="validate",
    help="Compare a model with an independent reference, row by row.",
    help_format="plaintext",
)
validate.command(validate_gpu, name="gpu")
validate.command(validate_papers, name="papers")
validate.command(validate_threads, name="threads")


@validate.command
def noc(
    *,
    reference: Path | None = None,
    seed: int = 0,
    packets: int = 100_000,
    tolerance: float = 0.03,
    saturation_tolerance: float = 0.04,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Compare the flit-level network with the latency and throughput curves of another simulator.

    Exits with 1 if a tolerance is missed, 2 if the reference cannot be read or has no row to compare.

    Parameters
    ----------
    reference
        A folder of CSV files with the columns router, k (or width and height), num_vcs, vc_buf_size,
        packet_size, traffic, rate_flits, stable, pkt_lat, routers_traversed and acc_flit; docs/validation.md
        describes them. The default is the reference that comes with numasim.
    seed
        Seed of the traffic.
    packets
        Number of packets measured in every run.
    tolerance
        Allowed latency error of a row, as a share. The worst error of each curve is taken, and the median of
        these may be at most a third of it.
    saturation_tolerance
        Allowed error of the saturation throughput, as a share.
    output
        A Markdown file; its section about the network is replaced, or appended.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation.markdown import write_section
    from numasim.validation.noc_reference import REFERENCE, read_reference
    from numasim.validation.noc_report import COLUMNS, files, rows, section, summary
    from numasim.validation.noc_validation import Tolerances, validate_noc
    from partitioners.errors import InputError, OptionError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if packets < 100:
        raise OptionError(f"--packets: expected at least 100, for a mean with an error, got {packets}")
    if seed < 0:
        raise OptionError(f"--seed cannot be negative, got {seed}")
    tolerances = Tolerances(tolerance, saturation_tolerance)
    read = read_reference(reference or REFERENCE)
    with progress_bar(lines=False) as progress:
        found = validate_noc(
            read.curves, seed=seed, packets=packets, tolerances=tolerances, progress=progress
        )
    out = console()
    for line in files(read):
        out.print(line, soft_wrap=True)
    out.print()
    for curve in found.curves:
        table = Table(*COLUMNS, box=None, pad_edge=False, title=curve.name, title_justify="left")
        for cells in rows(curve):
            table.add_row(*cells)
        out.print(table)
        out.print()
    for line in summary(found):
        out.print(line, soft_wrap=True)
    misses = found.misses()
    for miss in misses:
        print_error(miss, kind="missed: ")
    if output is not None:
        write_section(output, section(found, read, seed=seed, packets=packets))
        out.print(f"written to {output}", soft_wrap=True)
    return 1 if misses else 0


@validate.command
def coherence(
    *,
    reference: Path | None = None,
    seed: int = 0,
    operations: int = 10_000_000,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Compare the messages of the coherence protocol with those of another simulator, and run random tests.

    Exits with 1 if a message differs, an invariant is broken, or a race never occurs.

    Parameters
    ----------
    reference
        A folder of CSV files with the columns of the shipped transactions, which are run in any case.
    seed
        Seed of the random tests.
    operations
        Total number of operations of all random tests.
    output
        A Markdown file; its section about coherence is replaced, or appended.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation import coherence_report as report
    from numasim.validation.coherence import validate_coherence
    from numasim.validation.coherence_transactions import read_transactions
    from numasim.validation.markdown import write_section
    from partitioners.errors import InputError, OptionError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if seed < 0:
        raise OptionError(f"--seed cannot be negative, got {seed}")
    rows = read_transactions()
    if reference is not None:
        rows |= read_transactions(reference)
    with progress_bar(lines=False) as progress:
        found = validate_coherence(rows, operations=operations, seed=seed, progress=progress)
    out = console()
    for columns, cells_of in (
        (report.TRANSACTION_COLUMNS, report.transaction_rows),
        (report.TEST_COLUMNS, report.test_rows),
        (report.MISS_COLUMNS, report.miss_rows),
        (report.IDENTITY_COLUMNS, report.identity_rows),
        (report.RACE_COLUMNS, report.race_rows),
    ):
        table = Table(*columns, box=None, pad_edge=False)
        for cells in cells_of(found):
            table.add_row(*cells)
        out.print(table)
        out.print()
    for line in report.summary(found):
        out.print(line, soft_wrap=True)
    misses = found.misses()
    for miss in misses:
        print_error(miss, kind="missed: ")
    if output is not None:
        write_section(output, report.section(found, seed=seed))
        out.print(f"written to {output}", soft_wrap=True)
    return 1 if misses else 0
