"""``numasim validate``: the models beside independent references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from numasim.cli.validate_gpu import validate_gpu
from numasim.cli.validate_papers import validate_papers

validate = cyclopts.App(
    name="validate",
    help="Compare a model with an independent reference, row by row.",
    help_format="plaintext",
)
validate.command(validate_gpu, name="gpu")
validate.command(validate_papers, name="papers")


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

    Exit code 1 if a tolerance is missed, 2 if the reference cannot be read or no row of it can be compared.

    Parameters
    ----------
    reference
        A folder of CSV files with the columns router, k (or width and height), num_vcs, vc_buf_size,
        packet_size, traffic, rate_flits, stable, pkt_lat, routers_traversed and acc_flit; docs/validation.md
        describes them. The default is the reference that comes along.
    seed
        Seed of the traffic.
    packets
        Packets measured in every run.
    tolerance
        Allowed latency error of a row, as a share. The curves' worst rows may miss by a third of it in their
        median.
    saturation_tolerance
        Allowed error of the saturation throughput, as a share.
    output
        A Markdown file; its section about the network is replaced, or appended.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation.markdown_section import write_section
    from numasim.validation.noc_reference import REFERENCE, read_reference
    from numasim.validation.noc_report import COLUMNS, files, rows, section, summary
    from numasim.validation.noc_validation import Tolerances, validate_noc
    from partitioners.errors import InputError, OptionError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if packets < 100:
        raise OptionError(f"--packets: at least 100 are needed for a mean with an error, got {packets}")
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
    """Compare the coherence protocol with the messages of another simulator's, and test it at random.

    Ends with exit code 1 where a message differs, a law is broken or a race is never met.

    Parameters
    ----------
    reference
        A folder of CSV files in the columns of the transactions that come along, which are run too.
    seed
        Of the random tests.
    operations
        Of all random tests together.
    output
        A Markdown file; its section about coherence is replaced, or appended.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation import coherence_report as report
    from numasim.validation.coherence import validate_coherence
    from numasim.validation.coherence_transactions import read_transactions
    from numasim.validation.markdown_section import write_section
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
