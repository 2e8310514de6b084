"""The report on the validation of the network: a table per curve, and the section of the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from numasim.validation.noc_reference import REFERENCE, Reference
from numasim.validation.noc_validation import (
    COMPARED_UP_TO,
    ZERO_LOAD_CYCLES,
    Comparison,
    Curve,
    Validation,
    percent,
)
from partitioners.text.counts import plural

BEGIN, END = "<!-- begin: numasim validate noc -->", "<!-- end: numasim validate noc -->"

COLUMNS = ("rate", "compared", "reference", "ours", "error", "tolerance", "packet network")
CURVE_COLUMNS = (
    "router and mesh",
    "VCs × flits",
    "packet",
    "traffic",
    "lowest rate, cycles off",
    f"worst latency to {COMPARED_UP_TO:.0%}",
    "saturation: reference",
    "ours",
    "error",
    "`packet` to 50%",
    "to 80%",
    "its saturation",
)


def rows(curve: Curve) -> Iterator[tuple[str, ...]]:
    """The rows of a curve's table with ``COLUMNS``, one per row of the reference."""
    compared, over, tolerances = curve.compared, curve.over, curve.tolerances
    for one in curve.comparisons:
        rate = f"{one.row.rate:g}"
        missed = ", " + ("noise" if one.is_noise else "missed") if one in over else ""
        if not one.row.stable:
            yield (
                rate,
                "flits accepted",
                f"{one.row.accepted:.4f}",
                f"{one.ours.accepted:.4f}",
                f"{one.accepted_error:+.2%}",
                percent(tolerances.saturation) + missed,
                "",
            )
            continue
        judged = one in compared
        tolerance = percent(tolerances.latency) if judged else "none"
        if judged and one is curve.lowest:
            tolerance += f", {ZERO_LOAD_CYCLES} cycles"
        yield (
            rate,
            "latency",
            f"{one.reference:.2f}",
            f"{one.ours.latency:.2f} ± {one.ours.latency_error:.2f}",
            f"{one.latency_error:+.2%} ({one.cycles_off:+.2f})",
            tolerance + missed,
            f"{one.packet_error:+.1%}" if judged else "",
        )


def summary(validation: Validation) -> Iterator[str]:
    """The summary of the curves, one line each."""
    curves, tolerances = validation.curves, validation.tolerances
    if validation.not_compared:
        names = "; ".join(curve.name for curve in validation.not_compared)
        yield (
            f"not compared: {len(validation.not_compared)} of {len(curves)} curves, because all their rows "
            f"are stable and above {COMPARED_UP_TO:.0%} of saturation ({names})"
        )
    judged = [one for curve in curves for one in curve.compared]
    if judged:
        lowest = [abs(curve.lowest.cycles_off) for curve in curves if curve.compared]
        yield (
            f"lowest rate: at most {max(lowest):.2f} cycles off ({ZERO_LOAD_CYCLES} allowed), "
            f"median {median(lowest):.2f} over {len(lowest)} curves"
        )
        largest = max(abs(one.latency_error) for one in judged)
        over = [one for curve in curves for one in curve.over if one.row.stable]
        yield (
            f"latency up to {COMPARED_UP_TO:.0%} of saturation: the worst error per curve has a median of "
            f"{validation.median_latency_error:.2%} "
            f"({percent(tolerances.median_latency)} allowed) and a maximum of {largest:.2%} "
            f"({percent(tolerances.latency)} allowed); "
            f"{len(over)} of {len(judged)} rows exceed the tolerance, "
            f"{sum(one.is_noise for one in over)} of them within the noise of the reference"
        )
    saturated = [one for curve in curves for one in curve.saturated]
    if saturated:
        errors = [abs(one.accepted_error) for one in saturated]
        over = [one for curve in curves for one in curve.over if not one.row.stable]
        noise = f"; {len(over)} exceed the tolerance, {sum(one.is_noise for one in over)} within the noise"
        yield (
            f"saturation throughput: median error {median(errors):.2%}, maximum {max(errors):.2%} "
            f"({percent(tolerances.saturation)} allowed), over {len(errors)} saturated rows"
            + (noise if over else "")
        )
    below, above = validation.packet_errors(0, 0.5), validation.packet_errors(0.5, COMPARED_UP_TO)
    parts = [
        f"median error {median(errors):.1%}, at most {_tenth(errors):.1%} in nine of ten rows {where}"
        for errors, where in (
            (below, "up to half of saturation"),
            (above, f"from half to {COMPARED_UP_TO:.0%}"),
        )
        if errors
    ]
    if parts:
        yield f"latency of the packet network: {'; '.join(parts)}"


def files(reference: Reference) -> Iterator[str]:
    """The files of a reference, one line each: name, rows, and hash of the bytes."""
    for one in reference.files:
        yield f"{one.name}: {one.rows} {plural(one.rows, 'row')}, sha256 {one.sha256}"


def section(validation: Validation, reference: Reference, *, seed: int, packets: int) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    reference : Reference
        The curves of the validation.
    seed, packets : int
        The arguments of the run.
    """
    misses = validation.misses()
    arguments, curves = "", "the [reference curves](../numasim/validation/reference/booksim/README.md)"
    if reference.folder != REFERENCE:
        arguments, curves = f" --reference {reference.folder.name}", "the reference curves"
    lines = [
        BEGIN,
        "## The network, flit by flit",
        "",
        f"`numasim validate noc{arguments}` ran every row of {curves}, which another simulator",
        f"measured, on `numasim.numa.noc.flit_network` (seed {seed}, {packets:,} packets measured per run)",
        "and wrote this section. The latencies are corrected for the hops in the sample of the reference.",
        f"They are compared only up to {COMPARED_UP_TO:.0%} of the saturation throughput, because above it",
        "they depend more on the seed than on the router. Nothing is fitted. Router A has four stages",
        "(5 cycles per hop), B uses lookahead routing (4), and C also allocates speculatively (3).",
        "",
        "The reference:",
        "",
        *(f"- `{line.partition(': ')[0]}`: {line.partition(': ')[2]}" for line in files(reference)),
        "",
        *(f"- {line[0].upper()}{line[1:]}." for line in summary(validation)),
        "",
        *(["**Missed:**", ""] if misses else ["**All tolerances are met.**"]),
        *(f"- {miss}." for miss in misses),
        "",
        "Each error is the worst of a curve, with its rate in parentheses. The last three columns are for",
        "the `packet` network (unbounded queues at every link, no virtual channels) with the same traffic in",
        f"SimPy: its worst latency error up to 50% and up to {COMPARED_UP_TO:.0%} of the reference's",
        "saturation, and the rate that saturates its busiest queue, relative to the reference's saturation.",
        "This ratio is below 1 if the reference accepts more packets from tiles whose links are not",
        'saturated. "Above" is the largest throughput of a curve whose rows are all stable. The saturation',
        "of this curve is the largest rate that our network carries.",
        "",
        "| " + " | ".join(CURVE_COLUMNS) + " |",
        "|" + "---|" * len(CURVE_COLUMNS),
        *("| " + " | ".join(_cells(curve)) + " |" for curve in validation.curves),
        "",
        *_noise(validation),
        END,
    ]
    return "\n".join(lines)


def _cells(curve: Curve) -> Iterator[str]:
    first = curve.lowest.row
    yield f"{first.router}, {first.width} × {first.height}"
    yield f"{first.vcs} × {first.buffer_flits}"
    yield f"{first.flits}"
    yield first.traffic
    yield f"{curve.lowest.cycles_off:+.2f}" if curve.compared else ""
    yield _worst(curve.compared, lambda one: one.latency_error, "{:+.2%}")
    saturated = curve.saturated
    most = max(one.row.accepted for one in curve.comparisons)
    yield ", ".join(f"{one.row.accepted:.4f}" for one in saturated) or f"above {most:.3f}"
    yield ", ".join(f"{one.ours.accepted:.4f}" for one in saturated)
    yield ", ".join(f"{one.accepted_error:+.2%}" for one in saturated)
    half = [one for one in curve.compared if one.row.rate_to_run <= curve.saturation / 2]
    yield _worst(half, lambda one: one.packet_error, "{:+.1%}")
    yield _worst(curve.compared, lambda one: one.packet_error, "{:+.1%}")
    with_rate = curve.compared[-1:] if saturated else []
    yield "".join(f"{one.packet_saturation / curve.saturation:.2f} ×" for one in with_rate)


def _worst(comparisons: list[Comparison], error: Callable[[Comparison], float], text: str) -> str:
    if not comparisons:
        return ""
    one = max(comparisons, key=lambda each: abs(error(each)))
    return f"{text.format(error(one))} ({one.row.rate:g})"


def _noise(validation: Validation) -> Iterator[str]:
    found = [(curve, one) for curve in validation.curves for one in curve.over if len(one.other_seeds) > 1]
    if not found:
        return
    yield "The rows that exceed their tolerance, compared with runs of ours that have different seeds and"
    yield "the length of the reference run (half of it is warm-up). If this length is unknown, it is that of"
    yield "the shortest run of the curve. The values are latencies in cycles for the hops in the sample of"
    yield "the reference, or accepted flits at saturation. The variance of the reference is unknown, so that"
    yield "of our runs is used: a row within three standard deviations is noise. The last columns are the"
    yield "mean ± standard deviation, and the share of runs that are as far from their mean as the reference:"
    yield ""
    yield "| curve | rate | reference | ours, long run | ours, its length | as far from these | |"
    yield "|---|---|---|---|---|---|---|"
    for curve, one in found:
        if one.row.stable:
            digits, error = 2, one.latency_error
            ours = one.ours.latency - (one.reference - one.row.latency)
        else:
            digits, error, ours = 4, one.accepted_error, one.ours.accepted
        yield (
            f"| {curve.name} | {one.row.rate:g} | {one.judged:.{digits}f} "
            f"| {ours:.{digits}f} ({error:+.1%}) "
            f"| {one.seeds_mean:.{digits}f} ± {one.seeds_deviation:.{digits}f} ({len(one.other_seeds)} runs) "
            f"| {one.share_as_far:.1%} | {'noise' if one.is_noise else 'missed'} |"
        )
    yield ""


def _tenth(values: list[float]) -> float:
    return float(np.quantile(values, 0.9))
