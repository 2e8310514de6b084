"""CPU time and storage of the points of a sweep, whose simulations are small.

Run as ``python benchmarks/points.py [--points N] [--repeats N]``. A point is a graph of 182 vertices (a
Markov chain of 144 states) in 16 clusters on 16 cores, with its run on one core, which no other point shares:
a latency of the memory is drawn from a range. Times are medians of CPU seconds of one process per point,
after a run that compiles. ``run`` is the whole point with its part of the tables, and ``load`` a point that
is already finished. Bytes are those of ``points/``, whose files are counted, and of the tables in both forms.
"""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from harness import cpu_seconds, parser, print_table

from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.results.folder import write_folder
from numasim.results.tables import TIMINGS
from numasim.schema.load import load


def sweep(points: int, tables: str | None):
    """The experiment with a power of two of points."""
    latency = {"from": "50 ns", "to": "200 ns"}
    bound = {"from": 1.01, "to": 1.2}
    return load(
        {
            "workload": {"generator": "mc2depi", "n": 12},
            "partition": {"method": "wb_libra", "parts": 16},
            "machine": "mesh-4x4",
            "execution": {"network": "packet"},
            **({} if tables is None else {"tables": tables}),
            "sweep": {
                "sobol": {"samples": points, "machine.memory.latency": latency, "partition.load_bound": bound}
            },
        }
    )


def row(points: int, tables: str | None, repeats: int):
    """The cells of a row: milliseconds of a run and of a load, bytes and files."""
    run_experiment(sweep(4, tables), RunOptions(1))
    with tempfile.TemporaryDirectory() as parent:
        folders = iter(range(repeats))

        def run():
            folder = Path(parent, str(next(folders)))
            folder.mkdir()
            return run_experiment(sweep(points, tables), RunOptions(1), folder=folder)

        seconds, _ = cpu_seconds(run, repeats)
        last = Path(parent, str(repeats - 1))
        again, found = cpu_seconds(
            lambda: run_experiment(sweep(points, tables), RunOptions(1), folder=last), repeats
        )
        files = list((last / "points").iterdir())
        write_folder(last, found)
        sizes = [bytes_of(each) / points for each in (files, last.glob("*.parquet"), last.glob("*.csv"))]
    return tables or "all", 1e3 * seconds / points, 1e3 * again / points, len(files), *sizes


def bytes_of(files: Iterable[Path]) -> int:
    """The bytes of files; the times of this machine are not counted."""
    return sum(path.stat().st_size for path in files if path.name != TIMINGS)


def main() -> None:
    given = parser(__doc__, points=256, repeats=3).parse_args()
    print_table(
        ("tables", "run, ms:.2f", "load, ms:.2f", "files:", "bytes:.0f", "Parquet:.0f", "CSV:.0f"),
        (row(given.points, tables, given.repeats) for tables in (None, "none")),
    )


if __name__ == "__main__":
    main()
