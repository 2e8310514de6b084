"""A short table of what a recording did and found, for a machine that returns only the end of its output."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite

from gpu.measurement.recording_plan import CUSPARSE
from gpu.measurement.recording_session import Summary
from gpu.programs.spmv import SPMV_METHODS

MOST_WRONG = 5
MOST_PARAMETERS = 30


def table(summary: Summary) -> Iterator[str]:
    """The lines of the plan with their seconds, the times of products, the parameters, and what was wrong."""
    yield f"{'line of the plan':44} {'done':>11} {'seconds':>8} {'expected':>8}"
    limited = [each for each in summary.lines if isfinite(each.line.seconds)]
    for each in limited or summary.lines:
        yield _row(each.line.name, each.done, each.planned, each.seconds, each.line.seconds)
    rest = [each for each in summary.lines if limited and each not in limited]
    if rest:
        done, planned = sum(each.done for each in rest), sum(each.planned for each in rest)
        yield _row("what follows if time is left", done, planned, sum(each.seconds for each in rest), inf)
    yield f"{'sum':44} {'':11} {sum(each.seconds for each in summary.lines):8.1f}"
    yield from _products(summary)
    for name, value in summary.parameters[:MOST_PARAMETERS]:
        yield f"{name} = {value:.6g}"
    for line in summary.wrong[:MOST_WRONG]:
        yield f"wrong: {line}"
    if len(summary.wrong) > MOST_WRONG:
        yield f"wrong: {len(summary.wrong) - MOST_WRONG} more, see log.csv"
    yield (
        f"{summary.planned} cases: {summary.right} right, {len(summary.wrong)} wrong, {summary.timed} timed, "
        f"{summary.profiled} profiled (cold and warm caches count as two); all in {summary.folder}"
    )


def _row(name: str, done: int, planned: int, seconds: float, expected: float) -> str:
    last = f"{expected:.0f}" if isfinite(expected) else ""
    return f"{name:44} {f'{done}/{planned}':>11} {seconds:8.1f} {last:>8}"


def _products(summary: Summary) -> Iterator[str]:
    """The microseconds of products in single precision with warm caches and blocks of 256, best cut first."""
    methods = (CUSPARSE, *SPMV_METHODS)
    found: dict[str, dict[str, float]] = {}
    for case, microseconds in summary.product_us.items():
        if case.method in methods and case.dtype == "float32" and case.block_size in (0, 256):
            of_matrix = found.setdefault(case.matrix, {})
            of_matrix[case.method] = min(microseconds, of_matrix.get(case.method, microseconds))
    if found:
        yield f"{'us of a product, warm, float32':31} " + " ".join(f"{name[:12]:>12}" for name in methods)
    for matrix, times in found.items():
        cells = (f"{times[name]:12.1f}" if name in times else f"{'':12}" for name in methods)
        yield f"{matrix:31} " + " ".join(cells)
