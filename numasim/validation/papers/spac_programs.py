"""The statements of the SPAC paper on programs beyond matrices, against our runs of ``papers/spac_rodinia``.

Li et al., "A Simple Yet Effective Balanced Edge Partition Model for Parallel Computing" (2017), section 5.3
and Figs 14 to 16. The numbers of its pictures are not available, so its statements are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numasim.validation.papers.shape import ALL, Shape, alike, at_least, holds, ratio

if TYPE_CHECKING:
    import pandas as pd

TITAN_X, GTX_680 = "titan-x-pascal", "gtx-680"

GAINS_MORE_ON = {"particle_filter": TITAN_X, "cfd": GTX_680, "gaussian": GTX_680}
"""The device on which SPAC gains more, where the paper names one."""

BEST_SIZES = {"particle_filter": (256,), "gaussian": (64,), "cfd": (128,), "btree": (64, 128)}
"""The block sizes at which a form of each program is fastest on the GTX 680, of all those of the study.

The paper has curves over block sizes of the Titan X only, and the best times of both devices.
"""

LARGEST_SPEEDUP = 2.4
"""The original time over that of SPAC, of the particle filter with 128 threads on the Titan X."""

DEGRADED = 1.05
"""The loss of performance is significant from this ratio of times on."""

CORRELATED = 0.8
"""Time and reads are well correlated from this rank correlation on."""


def judged_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/spac_rodinia`` without the runs on the GTX 680 that no statement needs.

    Parameters
    ----------
    sweep : dict
        With the inputs and block sizes in ``list``, and the devices in ``machine``.
    """
    runs = [
        run | {"machine": device}
        for device in sweep["machine"]
        for run in sweep["list"]
        if device != GTX_680 or run["workload.block_size"] in BEST_SIZES[run["workload.kernel"]]
    ]
    return {key: runs if key == "list" else values for key, values in sweep.items() if key != "machine"}


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The statements of the paper that the runs cover.

    Parameters
    ----------
    results : pandas.DataFrame
        The successful runs of ``papers/spac_rodinia``.
    """
    rows = ["workload", "machine", "block_size"]
    seconds, reads = (
        results.pivot_table(name, rows, "variant", sort=False).dropna() for name in ("seconds", "l2_reads")
    )
    best = seconds.groupby(level=["workload", "machine"], sort=False).min()
    held = _named(best["spac"] <= best["original"])
    yield holds("the best time of SPAC is at most that of the original", held)
    is_titan = seconds.index.get_level_values("machine") == TITAN_X
    if is_titan.any():
        yield from _curves(seconds[is_titan].droplevel("machine"))
    yield from _devices(best["original"] / best["spac"])
    held = _named(reads["spac"] < reads["original"])
    yield holds("SPAC reads less from the L2 than the original at the same size", held)
    if len(best) > 2:
        at_best = seconds["spac"].groupby(level=["workload", "machine"], sort=False).idxmin()
        share = (reads["spac"] / reads["original"]).loc[list(at_best)].set_axis(best.index)
        found = (best["spac"] / best["original"]).corr(share, method="spearman")
        yield at_least("rank correlation of Fig. 15 (best times) with Fig. 16 (reads)", CORRELATED, found)


def _curves(seconds: pd.DataFrame) -> Iterator[Shape]:
    """Fig. 14: the times of the programs on the Titan X over block sizes."""
    speedup = seconds["original"] / seconds["spac"]
    programs = set(speedup.index.get_level_values("workload"))
    if "particle_filter" in programs:
        largest = speedup.groupby(level="workload", sort=False).max()
        held = largest.drop("particle_filter") < largest["particle_filter"]
        yield holds("the largest speedup is below that of particle_filter", held)
    if ("particle_filter", 128) in speedup.index:
        ours = {ALL: float(speedup["particle_filter", 128])}
        yield ratio("speedup of particle_filter at 128 threads", LARGEST_SPEEDUP, ours, digits=2)
    held = _named(speedup.drop("gaussian", level="workload", errors="ignore") > 1)
    yield holds("SPAC is faster at every block size, without gaussian", held)
    if "gaussian" in programs:
        held = (speedup["gaussian"] > 1) == (speedup["gaussian"].index >= 256)
        yield holds("gaussian gains from 256 threads on, and only then", held)
        original = seconds["original"]["gaussian"]
        held = original.drop(64, errors="ignore") > original.get(64, float("nan"))
        yield holds("the original form of gaussian is slower than at 8 × 8", held)
    if {("cfd", 384), ("cfd", 512)} <= set(seconds.index):
        found = seconds["original"]["cfd", 512] / seconds["original"]["cfd", 384]
        yield at_least("time of the original form of cfd, 512 over 384 threads", DEGRADED, found)


def _devices(speedup: pd.Series) -> Iterator[Shape]:
    """Fig. 15: the speedups of the programs on both devices."""
    import pandas as pd

    of: dict[str, dict[str, float]] = {}
    programs, devices = (speedup.index.get_level_values(name) for name in ("workload", "machine"))
    for program, device, value in zip(programs, devices, speedup, strict=True):
        of.setdefault(program, {})[device] = value
    both = {program: gains for program, gains in of.items() if {TITAN_X, GTX_680} <= set(gains)}
    if "btree" in both:
        held = pd.Series([alike(both["btree"][TITAN_X], both["btree"][GTX_680])], ["btree"])
        yield holds("btree gains alike on both devices", held)
    more = {
        name: max(gains, key=gains.__getitem__) == GAINS_MORE_ON[name]
        for name, gains in both.items()
        if name in GAINS_MORE_ON
    }
    if more:
        held = pd.Series(list(more.values()), list(more))
        what = "particle_filter gains more on the Titan X, cfd and gaussian on the GTX 680"
        yield holds(what, held)


def _named(held: pd.Series) -> pd.Series:
    """The same with names of one word for each item, such as ``cfd gtx-680 64``."""
    return held.set_axis([" ".join(map(str, key)) for key in held.index])
