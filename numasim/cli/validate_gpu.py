"""``numasim validate gpu``: compare counters and times of real GPUs with those of traces and of the model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from gpu.measurement.records import Recording


def validate_gpu(
    *,
    record: Annotated[bool | Path, Parameter(negative=())] = False,
    matrices: Path | None = None,
    sizes: Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative=())] = (
        "small",
        "moderate",
        "medium",
        "large",
    ),
    budget: float = 480.0,
    max_entries: int = 1_500_000,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    fit: Annotated[bool | Path, Parameter(negative=())] = False,
    base: str | None = None,
) -> int:
    """Compare recorded counters and times of GPUs with those of traces and the model, or record them first.

    Times are those of launches, and of whole runs of programs with their copies and waits. Exits with 1 if a
    target is missed. Counters without a measurement are reported as not measured.

    Parameters
    ----------
    record
        Measure the GPU of this machine first. With a folder, import the measurements in it instead.
    matrices
        A folder of Matrix Market files to measure, or that were measured, in addition to the generated
        matrices; or a folder made by `python -m gpu.prepare`.
    sizes
        Sizes of the generated matrices to measure: small, moderate, medium, large.
    budget
        Time limit for the measurements in seconds, without their preparation.
    max_entries
        Largest number of entries of a matrix that is compared; a large one of the generated matrices needs
        30000000, and takes a minute.
    output
        A Markdown file; its section about the GPU is replaced, or appended.
    fit
        Write a device file with the values that the microbenchmarks have measured, and compare nothing.
        Without a file name, the file is named after the recording, in the current directory.
    base
        The device whose other values the fitted file keeps; by default the preset of the measured device.
    """
    from rich.table import Table

    from gpu.measurement import validation_report
    from gpu.measurement.records import MEASUREMENTS, import_recordings, read_recording, recordings
    from gpu.measurement.validation import validate_gpu as compare
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation.markdown import write_section
    from partitioners.errors import InputError, OptionError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if matrices is not None and not matrices.is_dir():
        raise InputError(f"{matrices}: there is no such folder of matrices")
    if max_entries < 1:
        raise OptionError(f"--max-entries: expected at least 1, got {max_entries}")
    if base is not None and fit is False:
        raise OptionError("--base: names the device of a fitted file; add --fit")
    if record is True:
        _measure(matrices, sizes, budget)
    if fit is not False:
        return _fit(fit, base, record)
    if isinstance(record, Path):
        for taken in import_recordings(record, MEASUREMENTS):
            print_error(f"imported: {taken.device}, {len(taken.rows)} numbers, to {taken.folder}", kind="")
    out = console()
    found = []
    measured: list[Recording] = [read_recording(folder) for folder in recordings(MEASUREMENTS)]
    for recording in measured:
        with progress_bar(lines=False) as progress:
            one = compare(recording, matrices=matrices, max_entries=max_entries, progress=progress)
        table = Table(*validation_report.COLUMNS, box=None, pad_edge=False)
        for cells in validation_report.rows(one):
            table.add_row(*cells)
        out.print(table)
        out.print()
        for line in validation_report.summary(one):
            out.print(line, soft_wrap=True)
        found.append(one)
    if not found:
        out.print(validation_report.nothing_recorded(), soft_wrap=True)
    misses = [miss for one in found for miss in one.misses()]
    for miss in misses:
        print_error(miss, kind="missed: ")
    if output is not None:
        write_section(output, validation_report.section(found))
        out.print(f"written to {output}", soft_wrap=True)
    return 1 if misses else 0


def _fit(fit: bool | Path, base: str | None, record: bool | Path) -> int:
    """Write the device file of a recording, and print what has changed."""
    from rich.table import Table

    from gpu.measurement.fit import TABLE, fit_device, read_microbenchmarks
    from gpu.measurement.records import MEASUREMENTS
    from numasim.cli.terminal import console
    from partitioners.errors import InputError

    place = record if isinstance(record, Path) else MEASUREMENTS
    folders = sorted({path.parent for pattern in (TABLE, f"*/{TABLE}") for path in place.glob(pattern)})
    if not folders:
        raise InputError(
            f"{place}: no recording in it has microbenchmarks; expected a folder with {TABLE}, which "
            "`python gpu/record.py` writes on a machine with a GPU, or --record DIR"
        )
    if len(folders) > 1:
        names = ", ".join(str(folder) for folder in folders)
        raise InputError(f"several recordings have microbenchmarks: {names}; choose one by --record DIR")
    measured = read_microbenchmarks(folders[0])
    target = fit if isinstance(fit, Path) else Path(f"{folders[0].resolve().name}.yaml")
    changes = fit_device(measured, target, base)
    out, table = console(), Table("field", "before", "measured", "bounds", box=None, pad_edge=False)
    for change in changes:
        table.add_row(change.field, change.before, change.now, change.bounds or f"kept: {change.kept}")
    out.print(table)
    out.print(f"written to {target}", soft_wrap=True)
    return 0


def _measure(matrices: Path | None, sizes: tuple[str, ...], budget: float) -> None:
    """Prepare the inputs and measure them with gpu/record.py in a separate process."""
    import subprocess
    import sys
    import tempfile

    import gpu.record
    from gpu import CupyBackend
    from gpu.matrices import SIZES
    from gpu.measurement.records import MEASUREMENTS
    from gpu.prepare import prepare
    from numasim.cli.terminal import print_error
    from partitioners.errors import OptionError, UnknownNameError
    from partitioners.plugins.registry import did_you_mean

    for size in sizes:
        if size not in SIZES:
            raise UnknownNameError(f"--sizes: unknown size {size!r}; {did_you_mean(size, SIZES)}")
    if budget <= 0:
        raise OptionError(f"--budget: expected more than 0 seconds, got {budget:g}")
    CupyBackend()  # raises an error for missing software before the long preparation
    with tempfile.TemporaryDirectory() as scratch:
        prepared = Path(scratch)
        if matrices is not None and any(matrices.glob("*.npz")):
            prepared = matrices
        else:
            names = [name for size in sizes for name in SIZES[size]]
            prepare(prepared, names, matrices=matrices, say=lambda line: print_error(line, kind=""))
        script = str(Path(gpu.record.__file__))
        # A wrong kernel ends it with 1; the recording and the comparison name the kernel.
        subprocess.run(
            [sys.executable, script, str(prepared), "--output", str(MEASUREMENTS), "--budget", f"{budget:g}"],
            check=False,
        )
