"""CPU time of the end of a run, when its tables, pictures and report are made, beside the law of its price.

    scripts/bench run_end                        some kinds of points
    python benchmarks/run_end.py --points 24000  more points than rows from which a report is made

The points are small. For each kind and number of points, a new process runs them and measures the gathering
of the results, the tables as Parquet and CSV, and the pictures with the report. Bytes are those of `points/`.
The law is that of `numasim.experiments.run_end`.
"""

import tempfile
from pathlib import Path

from harness import cost_apart, cpu_seconds, own_seconds, parser, print_table

from numasim.experiments.experiment import run_experiment
from numasim.experiments.price import Price
from numasim.experiments.run_end import RunEnd
from numasim.experiments.run_options import RunOptions
from numasim.results.drawing import draw_folder
from numasim.results.folder import write_folder
from numasim.results.ownership import results_folder
from numasim.schema.load import load

CLUSTERS = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "libra", "parts": 4},
    "machine": "mesh-2x2",
    "speedup": False,
}
SCHEDULE = {
    "workload": {"generator": "fork_join", "width": 32, "stages": 3, "variation": 0.5},
    "machine": "mesh-4x4",
    "schedule": {"method": "heft"},
}
THREADS = {"workload": {"program": "hash_join", "threads": 4}, "machine": "mesh-4x4"}
KINDS = {
    "clusters, no tables": (CLUSTERS | {"tables": "none"}, "mapping.seed", int),
    "clusters on 4 cores": (CLUSTERS, "mapping.seed", int),
    "clusters on 64 cores": (CLUSTERS | {"machine": "mesh-8x8"}, "mapping.seed", int),
    "schedules": (SCHEDULE, "workload.seed", int),
    "threads on 4 cores": (THREADS, "machine.memory.latency", lambda k: f"{50 + k / 10:.1f} ns"),
}
"""The sections of each kind, the field that its points differ in, and the field's value at a point."""

COLUMNS = (
    "points of:20", "points:8,", "MB:.1f", "gathered s:.2f", "tables s:.2f", "pictures, report s:.2f",
    "all s:.1f", "law s:.1f", "all/law:.2f",
)  # fmt: skip


def row(kind: str, points: int):
    """The cells of a row."""
    sections, field, value = KINDS[kind]
    last = 0.0

    def ended(*_):
        nonlocal last
        last = own_seconds()

    experiment = load(sections | {"sweep": {field: [value(k) for k in range(points)]}})
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "results")
        with results_folder(folder, experiment, None):
            found = run_experiment(experiment, RunOptions(1), folder=folder, progress=ended)
            parts = [own_seconds() - last]
            parts.append(cpu_seconds(lambda: write_folder(folder, found))[0])
            parts.append(cpu_seconds(lambda: draw_folder(folder, found))[0])
        size = sum(path.stat().st_size for path in Path(folder, "points").iterdir())
    law = RunEnd().seconds(Price(points, 0.0, size, 1))
    return kind, points, size / 1e6, *parts, sum(parts), law, sum(parts) / law


def main():
    arguments = parser(__doc__, kinds=list(KINDS), points=[100, 1600]).parse_args()
    cases = [(kind, points) for kind in arguments.kinds for points in arguments.points]
    print_table(COLUMNS, (cost_apart(lambda each=each: row(*each), tuple)[2] for each in cases))


if __name__ == "__main__":
    main()
