"""The wheel, made from the sdist: installed elsewhere, it finds its files and runs the quickstart."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("gpu", "mappers", "numasim", "partitioners")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Run a Python of this environment, elsewhere, with the packages of the wheel alone."""
    folder = tmp_path_factory.mktemp("wheel")
    built, site, elsewhere = folder / "dist", folder / "site", folder / "elsewhere"
    elsewhere.mkdir()
    # As `python -m build` does: the archive of the sources, and the wheel from what is in it.
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(built), "-t"]
    run([*build, "sdist"], ROOT)
    (archive,) = built.glob("*.tar.gz")
    # Before Python 3.11.4 there is no such filter, from 3.12 on its absence is a warning.
    extraction = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    shutil.unpack_archive(archive, folder / "sources", **extraction)
    run([*build, "wheel"], folder / "sources" / archive.name.removesuffix(".tar.gz"))
    (wheel,) = built.glob("*.whl")
    # The dependencies are those of this environment; the packages must be those of the wheel.
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    run([*pip, str(site), str(wheel)], elsewhere)
    environment = {
        **os.environ,
        "PYTHONPATH": str(site),
        "COLUMNS": "120",
        "NUMASIM_CACHE": str(folder / "cache"),
    }

    def python(*arguments):
        return run([sys.executable, *arguments], elsewhere, environment)

    where = f"import {', '.join(PACKAGES)}; print(*(m.__file__ for m in ({', '.join(PACKAGES)})))"
    assert all(Path(file).is_relative_to(site) for file in python("-c", where).split())
    for package in PACKAGES:
        assert (site / package / "py.typed").exists()
    return python, elsewhere


def test_the_wheel_has_its_configurations_its_programs_and_its_kernels(installed):
    python, _ = installed
    assert python("-m", "numasim", "check", "quickstart") == (
        "quickstart: ok, 6 points, 8 runs (2 more of edge cuts, with a message for every cut edge)\n"
    )
    programs = (
        "from numasim.trace.programs import PROGRAMS; print(all(p.ir.is_file() for p in PROGRAMS.values()))"
    )
    assert python("-c", programs) == "True\n"
    kernel = (
        "import gpu; b = gpu.HostBackend(); y = b.zeros(2, 'float32'); "
        "b.kernel('vector_fill')(1, 2, 1.5, y); print(b.numpy(y))"
    )
    assert python("-c", kernel) == "[1.5 1.5]\n"


@pytest.mark.slow  # it compiles every kernel of the quickstart anew
def test_the_wheel_runs_the_quickstart_by_its_name(installed):
    python, elsewhere = installed
    assert "nodes " in python("-m", "numasim", "trace", "fft", "--size", "4")
    assert "wb_libra" in python("-m", "numasim", "run", "quickstart", "--output", "out")
    results = elsewhere / "out"
    assert json.loads((results / "manifest.json").read_text())
    for name in ("results.csv", "results.parquet", "resolved.yaml", "mesh_links.png", "comparison.svg"):
        assert (results / name).stat().st_size > 0
    rows = (results / "results.csv").read_text().strip().split("\n")
    assert len(rows) == 1 + 6 + 2  # a heading, six points, and the two edge cuts without combining


def run(command, folder, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
