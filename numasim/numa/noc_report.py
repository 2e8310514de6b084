"""The network's validation in words: a table for each curve, and the section of the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from numasim.numa.noc_validation import (
    COMPARED_UP_TO,
    LATENCY,
    MEDIAN_LATENCY,
    SATURATION,
    ZERO_LOAD_CYCLES,
    Comparison,
    Curve,
    Validation,
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
    compared = curve.compared
    for one in curve.comparisons:
        rate = f"{one.row.rate:g}"
        if not one.row.stable:
            yield (
                rate,
                "flits accepted",
                f"{one.row.accepted:.4f}",
                f"{one.ours.accepted:.4f}",
                f"{one.accepted_error:+.2%}",
                f"{SATURATION:.0%}",
                "",
            )
            continue
        judged = one in compared
        tolerance = f"{LATENCY:.0%}" if judged else "none"
        if judged and one is curve.lowest:
            tolerance += f", {ZERO_LOAD_CYCLES} cycles"
        if judged and not abs(one.latency_error) <= LATENCY:
            tolerance += ", " + ("noise" if one.is_noise else "missed")
        yield (
            rate,
            "latency",
            f"{one.reference:.2f}",
            f"{one.ours.latency:.2f} ± {one.ours.latency_error:.2f}",
            f"{one.latency_error:+.2%} ({one.cycles_off:+.2f})",
            tolerance,
            f"{one.packet_error:+.1%}" if judged else "",
        )


def summary(validation: Validation) -> Iterator[str]:
    """What the curves come to, a line each.

    Parameters
    ----------
    validation : Validation
    """
    curves = validation.curves
    lowest = [abs(curve.lowest.cycles_off) for curve in curves if curve.compared]
    yield (
        f"lowest rate: {max(lowest, default=0):.2f} cycles off at most ({ZERO_LOAD_CYCLES} allowed), "
        f"{_median(lowest):.2f} in the median of {len(lowest)} curves"
    )
    worst = [abs(curve.worst.latency_error) for curve in curves if curve.worst]
    judged = [one for curve in curves for one in curve.compared]
    over = [one for one in judged if not abs(one.latency_error) <= LATENCY]
    yield (
        f"latency up to {COMPARED_UP_TO:.0%} of saturation: the worst error of a curve is "
        f"{_median(worst):.2%} in the median ({MEDIAN_LATENCY:.0%} allowed) and "
        f"{max(worst, default=0):.2%} at most ({LATENCY:.0%} allowed); "
        f"{len(over)} of {len(judged)} rows are above that, "
        f"{sum(one.is_noise for one in over)} of these within the noise of the reference"
    )
    saturation = [abs(one.accepted_error) for curve in curves for one in curve.saturated]
    yield (
        f"saturation throughput: {_median(saturation):.2%} off in the median, "
        f"{max(saturation, default=0):.2%} at most ({SATURATION:.0%} allowed), in "
        f"{len(saturation)} rows that reach it"
    )
    below, above = validation.packet_errors(0, 0.5), validation.packet_errors(0.5, COMPARED_UP_TO)
    yield (
        f"the packet network: latency {_median(below):.1%} off in the median and {_tenth(below):.1%} in nine "
        f"of ten rows up to half of saturation, {_median(above):.1%} and {_tenth(above):.1%} from there to "
        f"{COMPARED_UP_TO:.0%}"
    )


def section(validation: Validation, *, seed: int, packets: int) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    validation : Validation
    seed, packets : int
        What it was run with.
    """
    misses = validation.misses()
    lines = [
        BEGIN,
        "## The network, flit by flit",
        "",
        "`numasim validate noc` runs every row of the",
        "[reference curves](../numasim/numa/reference/booksim/README.md), which an independent simulator",
        f"measured, on `numasim.numa.flit_network` (seed {seed}, {packets:,} packets measured in each run)",
        "and wrote this section. Latencies are compared after a correction for the hops that the reference",
        f"happened to sample, and only up to {COMPARED_UP_TO:.0%} of the saturation throughput: beyond, both",
        "sides say more of their seeds than of the router. Nothing is fitted. Router A has four stages",
        "(5 cycles a hop), B computes the route ahead (4), C allocates speculatively as well (3).",
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
        "accept more from the tiles whose links are not the full ones.",
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
    yield f"{first.router}, {first.k} × {first.k}"
    yield f"{first.vcs} × {first.buffer_flits}"
    yield f"{first.flits}"
    yield first.traffic
    yield f"{curve.lowest.cycles_off:+.2f}" if curve.compared else ""
    yield _worst(curve.compared, lambda one: one.latency_error, "{:+.2%}")
    saturated = curve.saturated
    yield ", ".join(f"{one.row.accepted:.4f}" for one in saturated) or f"above {curve.saturation:.3f}"
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
    found: list[tuple[Curve, Comparison]] = [
        (curve, one) for curve in validation.curves for one in curve.compared if len(one.other_seeds) > 1
    ]
    if not found:
        return
    yield f"Rows of the reference that are more than {LATENCY:.0%} away, beside runs of ours with other seeds"
    yield "at the reference's own length (half of a run is taken as warm-up), for the hops that it sampled;"
    yield "mean ± standard deviation in cycles, and how many are as far from their mean as the reference:"
    yield ""
    yield "| curve | rate | reference | ours, long run | ours, its length | as far from these | |"
    yield "|---|---|---|---|---|---|---|"
    for curve, one in found:
        ours = one.ours.latency - (one.reference - one.row.latency)
        yield (
            f"| {curve.name} | {one.row.rate:g} | {one.row.latency:.2f} "
            f"| {ours:.2f} ({one.latency_error:+.1%}) "
            f"| {one.seeds_mean:.2f} ± {one.seeds_deviation:.2f} ({len(one.other_seeds)} runs) "
            f"| {one.share_as_far:.1%} | {'noise' if one.is_noise else 'missed'} |"
        )
    yield ""


def _median(values: list[float]) -> float:
    return median(values) if values else 0.0


def _tenth(values: list[float]) -> float:
    return float(np.quantile(values, 0.9)) if values else 0.0
