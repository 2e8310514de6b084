"""Pictures and report of a folder: what fails costs nothing else, and what is there is not drawn again."""

import re

import pytest
import yaml

import numasim
from numasim.cli import execute
from numasim.results.tables import read_manifest

BOTH = {
    "workload": {"program": "fft", "size": 4},
    "partition": {"method": "contiguous", "parts": 2},
    "machine": "mesh-2x1",
    "sweep": {"execution.memory_model": ["traced", "simulated"]},
}
PICTURES = ("comparison", "mesh_links", "tiles", "core_time")


@pytest.fixture
def run(tmp_path, monkeypatch, capfd, pictures):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "both.yaml").write_text(yaml.safe_dump(BOTH))

    def run(*more):
        code = execute(["run", "both.yaml", "-j", "1", *more])
        out, err = capfd.readouterr()
        return code, out, [line for line in err.splitlines() if not line.startswith('{"done"')]

    return run


def files(folder, kinds=("png", "svg")):
    return {path.name for path in folder.iterdir() if path.suffix[1:] in kinds}


def whole(names=PICTURES):
    return {f"{name}.{kind}" for name in names for kind in ("png", "svg")}


def test_a_sweep_of_traced_and_simulated_memory_has_table_pictures_and_report(run, tmp_path):
    code, out, err = run()
    assert (code, err) == (0, [])
    folder = tmp_path / "results" / "both"
    assert files(folder) == whole()
    assert (folder / "report.html").is_file()
    assert re.search(r"^ contiguous +memory_centric +traced ", out, re.M)
    assert re.search(r"^ contiguous +memory_centric +simulated ", out, re.M)
    made = {path: path.stat().st_mtime_ns for path in folder.glob("*.png")}

    assert run()[0] == 0  # all points are finished and the pictures there
    assert {path: path.stat().st_mtime_ns for path in folder.glob("*.png")} == made
    (folder / "tiles.png").write_bytes(b"")
    assert run()[0] == 0
    assert (folder / "tiles.png").stat().st_size > 1000

    code, out, err = run("--no-pictures")  # those of the same tables are left
    assert out.endswith("tables and report.html are in results/both\n")
    assert files(folder) == whole()
    (tmp_path / "both.yaml").write_text(yaml.safe_dump({**BOTH, "seed": 1}))
    assert run("--no-pictures")[0] == 0
    assert files(folder) == set()
    assert (folder / "report.html").is_file()
    assert read_manifest(folder)["drawn"] is None
    assert run()[0] == 0
    assert files(folder) == whole()


def broken(*_, **__):
    raise ValueError("no such tile")


def test_what_fails_in_drawing_is_a_warning(run, tmp_path, monkeypatch):
    monkeypatch.setattr("numasim.results.plots.tiles_figure", broken)
    monkeypatch.setattr("numasim.results.plots.mesh_figure", broken)
    code, out, err = run()
    assert (code, err) == (
        0,
        [
            "warning: mesh_links could not be drawn: ValueError('no such tile')",
            "warning: tiles could not be drawn: ValueError('no such tile')",
        ],
    )
    folder = tmp_path / "results" / "both"
    assert files(folder) == whole(("comparison", "core_time"))
    assert (folder / "report.html").is_file()
    assert "contiguous" in out
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert run()[0] == 0  # they are drawn by the next run
    assert files(folder) == whole()


def test_a_report_that_fails_is_a_warning_and_its_traceback_can_be_seen(run, tmp_path, monkeypatch):
    monkeypatch.setattr("numasim.results.plots.write_plots", lambda *_: [])
    monkeypatch.setattr("numasim.results.report.page.render", broken)
    code, out, err = run()
    assert (code, err) == (0, ["warning: report.html could not be drawn: ValueError('no such tile')"])
    assert "contiguous" in out
    monkeypatch.setenv("NUMASIM_DEBUG", "1")
    code, _, err = run()
    assert code == 0
    assert err[0] == "warning: report.html could not be drawn: ValueError('no such tile')"
    assert err[1] == "Traceback (most recent call last):"
    with pytest.warns(UserWarning, match=r"^report\.html could not be drawn: ValueError"):
        rows = numasim.run("both.yaml", tmp_path / "python", workers=1)
    assert len(rows) == 2
