"""A sensitivity study of real size: what it costs, what is left of it after kills, and whether it is right.

    scripts/bench sobol_study                                        all of it, most of an hour
    python benchmarks/sobol_study.py --samples 64 --grid 3           a try
    python benchmarks/sobol_study.py --only timing --folder study    a part, whose folder another part uses

A design `saltelli` draws four fields of a small experiment: 16,384 samples are 98,304 points, each with its
run on one core. The command line runs it in two processes.

timing
    Seconds of wall time: of all, until the first point is stored, until the last one is, and behind that. CPU
    seconds of all processes and of the main one, whose peak of memory follows. The sizes of what is written.
kills
    The same study in a second folder. All its processes are killed at equal steps of what it stores, and at
    last while it writes its results; then it may finish. Each file is compared with that of the run that was
    left alone.
indices
    The indices of Sobol that `numasim response` estimates, and their exact values on a full grid, whose
    values are the middles of equal parts of each range. They are at most 0.03 apart, if the parts are eight.
    The analysis of variance of the grid is written here, and shares no code with the estimates.
"""

import contextlib
import ctypes
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from harness import parser, peak_memory, print_table

import numasim
from partitioners.config.yaml_lines import write_yaml

FIELDS = {
    "machine.memory.latency": (50.0, 800.0, " ns"),
    "machine.memory.bandwidth": (8.0, 64.0, " GB/s"),
    "machine.clock": (1.0, 4.0, " GHz"),
    "execution.cycles_per_weight": (2.0, 200.0, ""),
}
"""The ends of the range of each field, in which equal factors have equal chances, and its unit."""

EXPERIMENT = {
    "workload": {"generator": "mc2depi", "n": 12},
    "partition": {"method": "wb_libra", "parts": 16},
    "mapping": {"method": "greedy"},  # whose cores do not depend on the fields, so that figures are smooth
    "machine": "mesh-4x4",
    "tables": "none",
}
FIGURES = ("cycles", "seconds")
PARTS = ("timing", "kills", "indices")
DIFFERENT = ("manifest.json", "timings.parquet")
"""The files that differ between runs, besides the points."""

PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.05


class Run(NamedTuple):
    """A run of the command line.

    Attributes
    ----------
    ended : bool
        Whether it ended by itself.
    seconds, first, last : float
        Seconds of wall time until its end, and until the first and the last point was stored.
    main_cpu, cpu : float
        CPU seconds of the main process, and of all processes.
    peak : int
        The peak of the resident memory of the main process, in bytes.
    """

    ended: bool
    seconds: float
    first: float
    last: float
    main_cpu: float
    cpu: float
    peak: int


def with_unit(value: float, unit: str) -> Any:
    """A value of a field in six digits, with a fraction: a range between whole numbers has only such."""
    rounded = float(f"{value:.6g}")
    return f"{rounded}{unit}" if unit else rounded


def study(samples: int) -> dict[str, Any]:
    """The experiment with a design of some samples."""
    ranges = {
        name: {"from": with_unit(low, unit), "to": with_unit(high, unit), "scale": "log"}
        for name, (low, high, unit) in FIELDS.items()
    }
    return {**EXPERIMENT, "sweep": {"saltelli": {"samples": samples, **ranges}}}


def full_grid(parts: int) -> dict[str, Any]:
    """The experiment with every combination of the middles of equal parts of the ranges."""
    middles = (np.arange(parts) + 0.5) / parts
    values = {
        name: [with_unit(value, unit) for value in low * (high / low) ** middles]
        for name, (low, high, unit) in FIELDS.items()
    }
    return {**EXPERIMENT, "sweep": values}


def files_below(folder: Path) -> list[Path]:
    """The files of a folder that may not exist."""
    return [path for path in folder.rglob("*") if path.is_file()]


def stored_bytes(folder: Path) -> int:
    """The size of the points of a results folder."""
    return sum(path.stat().st_size for path in (folder / "points").glob("*.points"))


def call(*arguments: Any, folder: Path, until: Callable[[], bool] | None = None) -> Run:
    """Call the command line, and kill all its processes once a condition holds.

    Parameters
    ----------
    folder : Path
        Its results folder, which is watched. What it prints is in a file beside it.
    """
    log = folder.with_suffix(".log")
    begin, before = time.monotonic(), stored_bytes(folder)
    first = last = 0.0
    peak = 0
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "numasim", *map(str, arguments)],
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )
    while not (reaped := os.wait4(process.pid, os.WNOHANG))[0]:
        with contextlib.suppress(OSError, IndexError):  # it has just ended
            peak = max(peak, peak_memory(process.pid))
        if (now := stored_bytes(folder)) > before:
            last = time.monotonic() - begin
            first, before = first or last, now
        if until is not None and until():
            os.killpg(process.pid, signal.SIGKILL)
            until = None
        time.sleep(POLL_SECONDS)
    seconds = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(reaped[1])
    main_cpu = cpu = sum(reaped[2][:2])
    with contextlib.suppress(ChildProcessError):
        while True:  # the processes that it leaves have become children of this one
            cpu += sum(os.wait4(-1, 0)[2][:2])
    if process.returncode not in (0, -signal.SIGKILL):
        sys.exit(f"numasim {' '.join(map(str, arguments))} failed:\n{log.read_text()[-3000:]}")
    return Run(process.returncode == 0, seconds, first, last, main_cpu, cpu, peak)


def run(file: Path, folder: Path, until: Callable[[], bool] | None = None) -> Run:
    """Run an experiment in two processes."""
    return call("run", file, "-o", folder, "-j", 2, folder=folder, until=until)


def print_cost(points: int, cost: Run, folder: Path) -> None:
    """Print what a run has cost."""
    of_points = files_below(folder / "points")
    print_table(
        (
            "points:,",
            "wall s:,.1f",
            "planning:,.1f",
            "running:,.1f",
            "results:,.1f",
            "CPU s:,.1f",
            "main CPU s:,.1f",
            "CPU ms/point:.2f",
            "main peak MB:,.0f",
            "points MB:,.1f",
            "files:",
            "results.csv MB:,.1f",
            "report MB:.2f",
        ),
        [
            (
                points,
                cost.seconds,
                cost.first,
                cost.last - cost.first,
                cost.seconds - cost.last,
                cost.cpu,
                cost.main_cpu,
                1e3 * cost.cpu / points,
                cost.peak / 1e6,
                stored_bytes(folder) / 1e6,
                len(of_points),
                (folder / "results.csv").stat().st_size / 1e6,
                (folder / "report.html").stat().st_size / 1e6,
            )
        ],
    )


def print_kills(file: Path, whole: Path, folder: Path, kills: int) -> None:
    """Kill a study several times, let it finish, and compare its files with those of a whole run."""
    every = stored_bytes(whole)

    def part_is_stored(number: int) -> Callable[[], bool]:
        return lambda: stored_bytes(folder) >= every * number / kills

    moments = [part_is_stored(number) for number in range(1, kills)]
    moments += [(folder / "results.csv").is_file] * (kills > 0)
    rows = []
    for number, until in enumerate((*moments, None), 1):
        tried = run(file, folder, until)
        how = "ended" if tried.ended else "killed"
        rows.append((str(number), how, tried.seconds, tried.first, stored_bytes(folder) / 1e6))
    print_table(("try", "how", "wall s:,.1f", "first point s:,.1f", "points MB:,.1f"), rows)
    print()
    names = {
        str(path.relative_to(each))
        for each in (whole, folder)
        for path in files_below(each)
        if path.name not in DIFFERENT and path.parent.name != "points"
    }
    compared = []
    for name in sorted(names):
        found = [path.read_bytes() if (path := each / name).is_file() else None for each in (whole, folder)]
        size = "-" if found[0] is None else len(found[0])
        compared.append((name, size, "yes" if found[0] == found[1] else "NO"))
    print_table(("file:30", "bytes:12,", "equal"), compared)


def variance_components(values: np.ndarray) -> dict[tuple[int, ...], float]:
    """The shares of the variance of a full grid that each set of its axes has, and no smaller set has."""
    effects: dict[tuple[int, ...], np.ndarray] = {}
    for size in range(values.ndim + 1):
        for axes in itertools.combinations(range(values.ndim), size):
            others = tuple(axis for axis in range(values.ndim) if axis not in axes)
            effect = values.mean(axis=others, keepdims=True)
            for smaller, known in effects.items():
                if set(smaller) < set(axes):
                    effect = effect - known
            effects[axes] = effect
    return {axes: float((effect**2).mean() / values.var()) for axes, effect in effects.items() if axes}


def print_indices(whole: Path, folder: Path, parts: int) -> None:
    """Compare the indices of a study with those of a full grid."""
    response = folder / "response"
    options = [word for name in FIGURES for word in ("-y", name)]
    cost = call("response", whole, *options, "-o", response, folder=response)
    grid = folder / "grid"
    (folder / "grid.yaml").write_text(write_yaml(full_grid(parts)))
    run(folder / "grid.yaml", grid)
    table = numasim.load_results(grid).sort_values("point")
    estimates = pd.read_csv(response / "indices.csv").set_index(["figure", "field"])
    rows = []
    for figure in FIGURES:
        shares = variance_components(table[figure].to_numpy(float).reshape([parts] * len(FIELDS)))
        for axis, field in enumerate(FIELDS):
            found = estimates.loc[(figure, field.rpartition(".")[2])]  # as the table names it
            total = sum(share for axes, share in shares.items() if axis in axes)
            for index, exact in (("first", shares[axis,]), ("total", total)):
                estimate, half = float(found[index]), float(found[f"{index}_half"])
                rows.append((figure, field, index, estimate, half, exact, estimate - exact))
    widths = (max(map(len, FIGURES)), max(map(len, FIELDS)))
    print_table(
        (
            f"figure:{widths[0]}",
            f"field:{widths[1]}",
            "index",
            "study:.4f",
            "±:.4f",
            "grid:.4f",
            "difference:+.4f",
        ),
        rows,
    )
    farthest = max(abs(row[-1]) for row in rows)
    print(f"the largest difference is {farthest:.4f}; numasim response took {cost.cpu:.1f} CPU seconds")


def measure(folder: Path, samples: int, grid: int, kills: int, only: list[str]) -> None:
    """Run the study, which every part needs, and the parts."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # so that the CPU time of workers is known
    file, whole, killed = folder / "study.yaml", folder / "whole", folder / "killed"
    file.write_text(write_yaml(study(samples)))
    if "timing" in only:
        shutil.rmtree(whole, ignore_errors=True)
    cost = run(file, whole)  # in the folder of an earlier call, it only loads the points
    if "timing" in only:
        print_cost(samples * (len(FIELDS) + 2), cost, whole)
        print()
    if "kills" in only:
        shutil.rmtree(killed, ignore_errors=True)
        print_kills(file, whole, killed, kills)
        print()
    if "indices" in only:
        print_indices(whole, folder, grid)


def main() -> None:
    given = parser(__doc__, samples=16384, grid=8, kills=5, only=[*PARTS], folder="").parse_args()
    if unknown := set(given.only) - set(PARTS):
        sys.exit(f"--only {' '.join(sorted(unknown))}: expected some of {' '.join(PARTS)}")
    with contextlib.ExitStack() as stack:
        folder = Path(given.folder or stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        measure(folder, given.samples, given.grid, given.kills, given.only)


if __name__ == "__main__":
    main()
