"""The network's validation in words: a table for each curve, and the section of the documentation."""

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
    """The cells of a curve's table under ``COLUMNS``, a row of the reference each.

    Parameters
    ----------
    curve : Curve
    """
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
    """What the curves come to, a line each.

    Parameters
    ----------
    validation : Validation
    """
    curves, tolerances = validation.curves, validation.tolerances
    if validation.not_compared:
        names = "; ".join(curve.name for curve in validation.not_compared)
        yield (
            f"not judged: {len(validation.not_compared)} of {len(curves)} curves, whose rows are all stable "
            f"and all above {COMPARED_UP_TO:.0%} of saturation ({names})"
        )
    judged = [one for curve in curves for one in curve.compared]
    if judged:
        lowest = [abs(curve.lowest.cycles_off) for curve in curves if curve.compared]
        yield (
            f"lowest rate: {max(lowest):.2f} cycles off at most ({ZERO_LOAD_CYCLES} allowed), "
            f"{median(lowest):.2f} in the median of {len(lowest)} curves"
        )
        largest = max(abs(one.latency_error) for one in judged)
        over = [one for curve in curves for one in curve.over if one.row.stable]
        yield (
            f"latency up to {COMPARED_UP_TO:.0%} of saturation: the worst error of a curve is "
            f"{validation.median_latency_error:.2%} in the median "
            f"({percent(tolerances.median_latency)} allowed) and {largest:.2%} at most "
            f"({percent(tolerances.latency)} allowed); "
            f"{len(over)} of {len(judged)} rows are above that, "
            f"{sum(one.is_noise for one in over)} of these within the noise of the reference"
        )
    saturated = [one for curve in curves for one in curve.saturated]
    if saturated:
        errors = [abs(one.accepted_error) for one in saturated]
        over = [one for curve in curves for one in curve.over if not one.row.stable]
        noise = f"; {len(over)} are above that, {sum(one.is_noise for one in over)} of these within the noise"
        yield (
            f"saturation throughput: {median(errors):.2%} off in the median, {max(errors):.2%} at most "
            f"({percent(tolerances.saturation)} allowed), in {len(errors)} rows that reach it"
            + (noise if over else "")
        )
    below, above = validation.packet_errors(0, 0.5), validation.packet_errors(0.5, COMPARED_UP_TO)
    parts = [
        f"{median(errors):.1%} off in the median and {_tenth(errors):.1%} in nine of ten rows {where}"
        for errors, where in (
            (below, "up to half of saturation"),
            (above, f"from half to {COMPARED_UP_TO:.0%}"),
        )
        if errors
    ]
    if parts:
        yield f"the packet network: latency {', '.join(parts)}"


def files(reference: Reference) -> Iterator[str]:
    """The files of a reference, a line each: name, rows, and the hash of its bytes.

    Parameters
    ----------
    reference : Reference
    """
    for one in reference.files:
        yield f"{one.name}: {one.rows} row{'s' * (one.rows != 1)}, sha256 {one.sha256}"


def section(validation: Validation, reference: Reference, *, seed: int, packets: int) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    validation : Validation
    reference : Reference
        The curves that it was made with.
    seed, packets : int
        What it was run with.
    """
    misses = validation.misses()
    arguments, curves = "", "the [reference curves](../numasim/validation/reference/booksim/README.md)"
    if reference.folder != REFERENCE:
        arguments, curves = f" --reference {reference.folder.name}", "the reference curves"
    lines = [
        BEGIN,
        "## The network, flit by flit",
        "",
        f"`numasim validate noc{arguments}` runs every row of {curves}, which another simulator",
        f"measured, on `numasim.numa.noc.flit_network` (seed {seed}, {packets:,} packets measured in each",
        "run) and wrote this section. Latencies are compared after a correction for the hops that the",
        f"reference happened to sample, and only up to {COMPARED_UP_TO:.0%} of the saturation throughput:",
        "beyond, both sides say more of their seeds than of the router. Nothing is fitted. Router A has",
        "four stages (5 cycles a hop), B computes the route ahead (4), C allocates speculatively as well",
        "(3).",
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
        "Errors are those of latency unless they say otherwise, the worst of a curve, its rate in brackets.",
        "The last three columns are the `packet` network (queues of unbounded length at every link, no",
        "virtual channels), given the same traffic through SimPy: its worst latency error up to half and up",
        f"to {COMPARED_UP_TO:.0%} of the reference's saturation, and the rate at which its busiest queue",
        "would be full, over the reference's saturation. That is below 1 where the reference goes on to",
        'accept more from the tiles whose links are not the full ones. "Above" is the largest throughput of',
        "a curve whose rows are all stable; its saturation is then the largest rate that our network",
        "carries.",
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
    yield "Rows of the reference that are further away than their tolerance, beside runs of ours with other"
    yield "seeds at the reference's own length (half of a run is taken as warm-up): latencies in cycles for"
    yield "the hops that it sampled, or flits accepted at saturation (where the reference gives no length,"
    yield "the shortest of the curve). The reference's own scatter is unknown, so ours stands in for it: a"
    yield "row is noise within three standard deviations. Mean ± standard deviation, and how many runs are"
    yield "as far from their mean as the reference:"
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
