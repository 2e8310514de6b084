"""Points on a Dask cluster: a real scheduler and two workers, one of which is killed, and every row."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from stored_points import stored_points

from numasim.cli import execute
from numasim.experiments.dask_pool import DaskPool
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.results.tables import load_results
from numasim.schema.load import load_experiment

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 12},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [4, 5000], "list": [{"mapping.seed": seed} for seed in range(40)]},
}
GOOD = {
    **SWEEP,
    "workload": {"generator": "mc2depi", "n": 5},
    "tables": "none",
    "speedup": False,
    "sweep": {"partition.parts": [2, 3], "mapping.seed": [*range(30)]},
}
ROOT = Path(__file__).parents[3]
PATIENCE = 600
"""Seconds after which a step is taken to hang. On a busy machine it takes some minutes."""


def start(*arguments, told=os.devnull):
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with Path(told).open("w") as stream:
        return subprocess.Popen(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=stream,
        )


def wait_for(what, *processes):
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until
        assert all(process.poll() is None for process in processes)
        time.sleep(0.02)


@pytest.mark.slow  # Dask waits long before it gives a worker up
def test_a_cluster_that_loses_a_worker_gives_every_row(tmp_path, monkeypatch):
    pytest.importorskip(
        "distributed", reason="The package distributed is not installed: pip install 'numasim[dask]'."
    )
    monkeypatch.chdir(tmp_path)
    Path("e.yaml").write_text(yaml.safe_dump(SWEEP, sort_keys=False))
    file = str(tmp_path / "scheduler.json")
    scheduler = "-m distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file"
    worker = "-m distributed.cli.dask_worker --nthreads 1 --no-nanny --no-dashboard --scheduler-file"
    started = [start(*scheduler.split(), file)]
    try:
        wait_for(lambda: Path(file).exists() and Path(file).read_text().endswith("}"), *started)
        started += [start(*worker.split(), file) for _ in range(2)]
        address = json.loads(Path(file).read_text())["address"]
        run = start("-m", "numasim", "run", "e.yaml", "-o", "out", "--dask", address, told="told")
        started.append(run)
        wait_for(lambda: len(stored_points("out")) > 5, *started)
        started[1].kill()
        assert run.wait(PATIENCE) == 1, Path("told").read_text()[-3000:]  # for the bad points
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
    whole = run_experiment(load_experiment("e.yaml"), RunOptions(workers=1)).table
    whole.to_csv("whole.csv", index=False)
    assert Path("out/results.csv").read_bytes() == Path("whole.csv").read_bytes()
    assert load_results("out").groupby("point")["error"].first().isna().sum() == 40
    lines = Path("told").read_text().splitlines()
    (price,) = (line for line in lines if ": about " in line)
    assert re.fullmatch(
        r"80 points: about \S+ processor seconds? \(\S+ seconds? on [12] workers?\), \S+ k?B of points; "
        r"then about 7 seconds for tables, pictures and report",
        price,
    )
    last = [json.loads(line) for line in lines if line.startswith("{")][-1]
    assert last["processor_seconds"] > load_results("out", "timings")["processor_seconds"].sum()


def test_a_run_on_a_cluster_has_a_price():
    """The jobs are priced as those of processes here: by the seconds in their outcomes."""
    distributed = pytest.importorskip(
        "distributed", reason="The package distributed is not installed: pip install 'numasim[dask]'."
    )
    prices = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        options = RunOptions(dask=cluster.scheduler_address)
        found = run_experiment(load_experiment(GOOD), options, report_price=prices.append)
    assert found.table["point"].nunique() == 60
    assert 1 < len(prices) < 60
    assert {(price.points, price.workers) for price in prices} == {(60, 2)}
    assert prices[-1].seconds > found.timings["processor_seconds"].sum()
    assert re.fullmatch(
        r"60 points: about \S+ processor seconds? \(\S+ seconds? on 2 workers\), 0 B of points",
        str(prices[0]),
    )


def squared(number, report):
    """A job that reports its progress."""
    for step in range(3):
        report(f"step {step} of {number}")
    return number**2


def test_jobs_report_their_progress():
    distributed = pytest.importorskip(
        "distributed", reason="The package distributed is not installed: pip install 'numasim[dask]'."
    )
    lines = {3: [], 4: [], 5: [], 6: []}
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        pool = DaskPool(squared, cluster.scheduler_address, lambda job, line: lines[job].append(line))
        with contextlib.closing(pool):
            assert pool.workers == 1
            assert set(pool.run([[3, 4], [5]])) == {(0, 0, 9), (0, 1, 16), (1, 0, 25)}
            assert list(pool.run([[6]])) == [(0, 0, 36)]  # to the same workers
    assert lines == {job: [f"step {step} of {job}" for step in range(3)] for job in lines}


def test_what_dask_does_not_go_with(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("e.yaml").write_text(yaml.safe_dump(SWEEP, sort_keys=False))
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = {}
    for option in ("--fail-fast", "--timeout=3", "--workers=2"):
        assert execute(["run", "e.yaml", "--dask", "tcp://127.0.0.1:1", option]) == 2
        told[option] = capsys.readouterr().err
    assert told == {
        "--fail-fast": "error: a run on a Dask cluster needs the package 'distributed': "
        "pip install 'numasim[dask]'\n",
        "--timeout=3": "error: a timeout or a memory limit cannot be used with Dask; set the limits of the "
        "Dask workers instead\n",
        "--workers=2": "error: workers cannot be used with Dask; the cluster sets the number of workers\n",
    }
