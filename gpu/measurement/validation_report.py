"""The report of a GPU's validation: a table of counters, a summary, and a section of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpu.measurement.validation import TARGETS, CounterReport, Validation

BEGIN, END = "<!-- begin: numasim validate gpu -->", "<!-- end: numasim validate gpu -->"

COLUMNS = ("counter", "launches", "mean error", "worst", "correlation", "target", "verdict")

_PROVENANCE = ("driver", "cuda_runtime", "nvrtc", "cupy", "sm_mhz_measured", "ncu", "date", "kernels_hash")


def rows(validation: Validation) -> Iterator[tuple[str, ...]]:
    """The cells of the table with the columns ``COLUMNS``, one row per counter.

    Parameters
    ----------
    validation : Validation
    """
    for report in validation.reports:
        yield report.counter, *_cells(report)


def _cells(report: CounterReport) -> tuple[str, ...]:
    target = report.target
    if not report.comparisons:
        why = "not simulated" if report.measured else "not measured"
        return "0", "", "", "", str(target), why
    correlation = "" if report.correlation is None else f"{report.correlation:.4f}"
    return (
        f"{len(report.comparisons)}",
        target.text(report.mean_error),
        target.text(report.error(report.worst)),
        correlation,
        str(target),
        "missed" if report.is_missed else "met",
    )


def summary(validation: Validation) -> Iterator[str]:
    """The results that are not in the table, one line each.

    Parameters
    ----------
    validation : Validation
    """
    recording = validation.recording
    known = [f"{key} {recording.provenance[key]}" for key in _PROVENANCE if key in recording.provenance]
    yield f"{recording.device}: {len(recording.rows)} numbers recorded; {', '.join(known)}"
    for words, wanted in (("not measured", False), ("measured and not simulated", True)):
        counters = [
            report.counter
            for report in validation.reports
            if not report.comparisons and bool(report.measured) == wanted
        ]
        if counters:
            yield f"{words}: {', '.join(counters)}"
    for why, number in validation.left_out.items():
        yield f"{number} launches or runs not compared: {why}"
    wrong = [line for line in recording.log if line[0] == "wrong"]
    if wrong:
        yield f"{len(wrong)} cases were wrong on the device and are not timed; the first is {wrong[0][1]}"
    for stage, what, why in recording.log:
        if stage in ("ncu", "budget"):
            yield f"{stage}: {what}: {why}"


def nothing_recorded() -> str:
    """The message if there are no measurements of a GPU."""
    return (
        "there are no measurements of a GPU to compare with; not measured: "
        f"{', '.join(TARGETS)}; `numasim validate gpu --record` measures the GPU of this machine, "
        "`--record DIR` imports measurements of gpu/record.py from a different machine"
    )


def section(validations: Sequence[Validation]) -> str:
    """The section of the documentation, as Markdown between two markers.

    Parameters
    ----------
    validations : sequence of Validation
        One validation per device.
    """
    lines = [BEGIN, "## The GPU, counter by counter", ""]
    lines += ["`numasim validate gpu` compared recorded numbers with traces and the model, and wrote this."]
    if not validations:
        text = nothing_recorded()
        lines += ["", f"{text[0].upper()}{text[1:]}."]
    for validation in validations:
        lines += ["", f"### {validation.recording.device}", ""]
        lines += [f"- {line[0].upper()}{line[1:]}." for line in summary(validation)]
        lines += ["", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
        lines += ["| " + " | ".join(cells) + " |" for cells in rows(validation)]
        misses = validation.misses()
        lines += ["", "**Missed:**", "", *(f"- {miss}." for miss in misses)] if misses else []
    return "\n".join([*lines, END])
