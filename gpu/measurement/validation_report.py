"""The report of a GPU's validation: a table of counters, a summary, and a section of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpu.measurement.records import Recording
from gpu.measurement.validation import FIRST_PASS, LEAST, LEAST_US, TARGETS, CounterReport, Validation
from gpu.model.device import Device
from gpu.model.presets import device_names, preset_of

BEGIN, END = "<!-- begin: numasim validate gpu -->", "<!-- end: numasim validate gpu -->"

COLUMNS = ("counter", "launches", "mean error", "worst", "correlation", "target", "verdict")

COMPARED = (
    *("global_load_sector_hits", "l2_hits", "l2_misses", "l2_fabric_read_hits"),
    *("dram_read_bytes", "dram_write_bytes", "duration_ns", "time_median_us"),
)
"""The recorded counters from which the compared figures are computed."""

_PROVENANCE = ("driver", "cuda_runtime", "nvrtc", "cupy", "sm_mhz_measured", "ncu", "date", "kernels_hash")


def rows(validation: Validation) -> Iterator[tuple[str, ...]]:
    """The cells of the table with the columns ``COLUMNS``, one row per counter."""
    for report in validation.reports:
        yield report.counter, *_cells(report)


def _cells(report: CounterReport) -> tuple[str, ...]:
    target = report.target
    if not report.comparisons:
        why = "not simulated" if report.measured else "not measured"
        if report.short:
            why = "too short to judge"
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
    """The results that are not in the table, one line each."""
    recording = validation.recording
    known = [f"{key} {recording.provenance[key]}" for key in _PROVENANCE if key in recording.provenance]
    yield f"{recording.device}: {len(recording.rows)} numbers recorded; {', '.join(known)}"
    if not any(report.measured for report in validation.reports):
        checks = [row.value <= 1 for row in recording.rows if row.counter == "error_over_allowed"]
        if checks:
            yield f"{sum(checks)} of {len(checks)} cases were right on the device; nothing else was measured"
            yield from _log(recording)
            return
    preset = preset_of(recording.device)
    if preset is None:
        yield (
            f"{recording.device} has no preset, so nothing is simulated; add its file to configs/devices; "
            f"the presets are {', '.join(device_names())}"
        )
    else:
        yield f"simulated with the preset {preset!r}"
    yield f"not judged for warm caches, which ncu does not keep in its first pass: {', '.join(FIRST_PASS)}"
    for words, wanted in (("not measured", False), ("measured and not simulated", True)):
        counters = [
            report.counter
            for report in validation.reports
            if not report.comparisons and bool(report.measured) == wanted and not report.short
        ]
        if counters:
            yield f"{words}: {', '.join(counters)}"
    for report in validation.reports:
        if report.short:
            least = f"{LEAST_US:g} us"
            if report.counter in LEAST:
                size, number = LEAST[report.counter]
                least = f"{number:g} {size}"
            yield f"{report.short} launches of less than {least} are not judged by {report.counter}"
    yield from _without_counterpart(recording)
    yield from _parameters(recording)
    for why, number in validation.left_out.items():
        yield f"{number} launches or runs not compared: {why}"
    yield from _log(recording)


def _log(recording: Recording) -> Iterator[str]:
    """What went wrong or was left out; what is said of several cases is said once."""
    wrong = [line for line in recording.log if line[0] == "wrong"]
    if wrong:
        yield f"{len(wrong)} cases were wrong on the device and are not timed; the first is {wrong[0][1]}"
    by_reason: dict[tuple[str, str], list[str]] = {}
    for stage, what, why in recording.log:
        if stage in ("ncu", "budget"):
            by_reason.setdefault((stage, why), []).append(what)
    for (stage, why), cases in by_reason.items():
        more = f" and {len(cases) - 1} more" if len(cases) > 1 else ""
        yield f"{stage}: {cases[0]}{more}: {why}"


def _without_counterpart(recording: Recording) -> Iterator[str]:
    """The measured figures that are not compared."""
    compared = {*TARGETS, *COMPARED}
    rows = (row for row in recording.rows if row.cache)
    counters = dict.fromkeys(row.counter for row in rows if row.counter not in compared)
    if counters:
        yield f"measured and not compared: {', '.join(counters)}"
    first = sum(1 for row in recording.rows if row.kernel.endswith("]"))
    if first:
        yield f"measured and not compared: {first} counters of the first launches of programs"


def _parameters(recording: Recording) -> Iterator[str]:
    """Which parameters of the device's model the microbenchmarks measured, and which they did not."""
    measured = {}
    for row in recording.microbenchmarks:
        if row["parameter"]:
            measured[row["parameter"]] = f"{row['value']} ({row['lower']} to {row['upper']})"
    if measured:
        found = (f"{name} {value}" for name, value in measured.items())
        yield f"parameters of the device measured: {', '.join(found)}"
    rest = [name for name in Device.model_fields if name not in measured]
    yield f"parameters of the device not measured: {', '.join(rest)}"


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
        if any(report.measured for report in validation.reports):
            lines += ["", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
            lines += ["| " + " | ".join(cells) + " |" for cells in rows(validation)]
        misses = validation.misses()
        lines += ["", "**Missed:**", "", *(f"- {miss}." for miss in misses)] if misses else []
    return "\n".join([*lines, END])
