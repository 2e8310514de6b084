"""The wheel carries everything: installed elsewhere, it finds its configurations and runs the quickstart."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_runs_the_quickstart_by_its_name(tmp_path):
    built, installed, elsewhere = tmp_path / "dist", tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)], ROOT)
    (wheel,) = built.glob("*.whl")
    # The dependencies are those of this environment; the packages must be those of the wheel.
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    run([*pip, str(installed), str(wheel)], elsewhere)

    environment = {**os.environ, "PYTHONPATH": str(installed), "COLUMNS": "120"}
    packages = ("gpu", "mappers", "numasim", "partitioners")
    where = f"import {', '.join(packages)}; print(*(m.__file__ for m in ({', '.join(packages)})))"
    found = run([sys.executable, "-c", where], elsewhere, environment).split()
    assert all(Path(file).is_relative_to(installed) for file in found)
    for package in packages:
        assert (installed / package / "py.typed").exists()

    kernel = (
        "import gpu; b = gpu.HostBackend(); y = b.zeros(2, 'float32'); "
        "b.kernel('vector_fill')(1, 2, 1.5, y); print(b.numpy(y))"
    )
    environment["NUMASIM_CACHE"] = str(tmp_path / "cache")
    assert run([sys.executable, "-c", kernel], elsewhere, environment) == "[1.5 1.5]\n"

    printed = run(
        [sys.executable, "-m", "numasim", "run", "quickstart", "--output", "out"], elsewhere, environment
    )
    assert "wb_libra" in printed
    results = elsewhere / "out"
    assert json.loads((results / "manifest.json").read_text())
    for name in ("results.csv", "results.parquet", "resolved.yaml", "mesh_links.png", "comparison.svg"):
        assert (results / name).stat().st_size > 0
    rows = (results / "results.csv").read_text().strip().split("\n")
    assert len(rows) == 1 + 12 + 4  # a heading, twelve points, and the four edge cuts without combining


def run(command, folder, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
