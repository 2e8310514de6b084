"""The report: one page that repeats, says what the tables say, and is whole in a real browser."""

import html
import json
import math
import re
import shutil

import numpy as np
import pandas as pd
import pytest
import yaml
from browser import Browser, find_browser
from scipy import stats

import numasim
from numasim.cli import execute
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.provenance import project_version
from numasim.results.experiment_results import read_results
from numasim.results.replicates import Case, cases, estimate
from numasim.results.report.charts import Axis, level
from numasim.results.report.page import DRAWN_TABLES, _facts, render, write_report
from numasim.results.report.sections import first_of_each, pareto, scaling
from numasim.results.tables import load_results, write_tables
from partitioners.errors import InputError

SWEPT = {
    "title": "Cuts & <maps>",
    "workload": {"generator": "rmat", "scale": 5, "edge_factor": 4},
    "partition": {"order": "shuffled"},
    "machine": "mesh-3x2",
    "execution": {"model": "supersteps"},
    "sweep": {
        "partition.method": ["random", "wb_libra", "block"],
        "partition.parts": [2, 6, 5000],
        "replicates": 3,
    },
    "baseline": {"partition.method": ["random", "block"]},
}
ALONE = {
    "workload": {"generator": "mc2depi", "n": 3},
    "partition": {"method": "contiguous", "parts": 2},
    "machine": "mesh-2x1",
    "execution": {"network": "ideal"},
}


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """A sweep with replicates and failures, a single run, and a study."""
    place = tmp_path_factory.mktemp("report")
    for name, sections in (("swept", SWEPT), ("alone", ALONE)):
        (place / f"{name}.yaml").write_text(yaml.safe_dump(sections, sort_keys=False))
        numasim.run(place / f"{name}.yaml", place / name, workers=1)
    study = {"kind": "memory", "test": {"operations": 50}, "sweep": {"test.cores": [2, 4]}}
    (place / "study.yaml").write_text(yaml.safe_dump(study))
    numasim.run(place / "study.yaml", place / "study")
    return place


def read(folder):
    return read_results(folder, DRAWN_TABLES)


def text(page):
    """The words of a page, without its style and script."""
    body = re.sub(r"<(style|script).*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_run_leaves_the_report_that_the_command_writes(folders, tmp_path, capfd):
    for name in ("swept", "alone", "study"):
        assert (folders / name / "report.html").read_text() == render(read(folders / name))
    assert execute(["report", str(folders / "swept"), "-o", str(tmp_path / "r.html")]) == 0
    assert capfd.readouterr().out == f"the report is in {tmp_path / 'r.html'}\n"
    assert (tmp_path / "r.html").read_bytes() == (folders / "swept" / "report.html").read_bytes()


def test_the_report_depends_on_nothing_that_does_not_repeat(folders, tmp_path):
    kept = shutil.copytree(folders / "swept", tmp_path / "elsewhere", ignore=lambda *_: {"points"})
    for name in ("manifest.json", "timings.parquet", "report.html"):
        (kept / name).unlink()
    assert (
        write_report(read(kept), kept / "report.html").read_bytes()
        == (folders / "swept" / "report.html").read_bytes()
    )


def test_the_page_says_what_was_run_and_what_failed(folders):
    page = (folders / "swept" / "report.html").read_text()
    said = text(page)
    assert said.startswith("Cuts & <maps> Cuts & <maps> 33 runs, replicates of 8, 9 failed ")
    for words in (
        "Workload generator rmat, scale 5, edge_factor 4, ",
        "Machine mesh-3x2, 3 × 2 tiles, 2.4 GHz",
        "Swept: partition.parts 2, 6, 5000",
        "Baseline: partition.method random, block",
        f"Version numasim {project_version()}, Python 3.",
        "points 6 (random, parts 5000, memory_centric, replicate 0), 15 (wb_libra, parts 5000, ",
        "5000, more than the ",
        "Speed-up against the number of clusters",
        "Time against bytes between cores",
        "* the same edge cut with one message for every cut edge.",
    ):
        assert words in said, words
    assert "<maps>" not in page


def test_the_head_says_what_is_swept():
    resolved = {
        "workload": {"program": "fft", "size": 16},
        "machine": {"name": "mesh-4x2", "mesh": {"width": 4, "height": 2}, "clock": "2.4 GHz"},
        "execution": {"model": "dataflow", "network": "packet", "initial_values": "memory"},
    }
    results = pd.DataFrame()
    fixed = dict(_facts(results, {**resolved, "sweep": {"machine": ["mesh-4x2"]}}, {}))
    assert fixed["Machine"] == "mesh-4x2, 4 × 2 tiles, 2.4 GHz"
    assert fixed["Execution"] == "dataflow, packet network, initial values in memory"
    sweep = {
        "machine": ["mesh-4x2", "mesh-8x8"],
        "workload.program": ["fft", "nn"],
        "execution.network": ["ideal", "packet"],
    }
    swept = dict(_facts(results, {**resolved, "sweep": sweep}, {}))
    assert swept["Machine"] == swept["Workload"] == "swept (see below)"
    assert swept["Swept: machine"] == "mesh-4x2, mesh-8x8"
    assert swept["Execution"] == "dataflow, network swept (see below), initial values in memory"
    parts = {"machine.mesh.width": [2, 4], "machine.clock": ["1 GHz", "2 GHz"], "workload.size": [16, 64]}
    swept = dict(_facts(results, {**resolved, "sweep": parts}, {}))
    assert swept["Machine"] == "mesh-4x2, mesh swept (see below), clock swept (see below)"
    assert swept["Workload"] == "program fft, size swept (see below)"


def test_the_table_has_the_means_of_the_replicates(folders):
    results = load_results(folders / "swept")
    of_case = results[
        (results["partitioner"] == "wb_libra") & (results["parts"] == 6) & results["error"].isna()
    ]
    assert len(of_case) == 3
    page = (folders / "swept" / "report.html").read_text()
    (row,) = (
        row for row in re.findall(r"<tr>(.*?)</tr>", page) if ">wb_libra<" in row and 'data-v="6">6<' in row
    )
    cells = re.findall(r'<td(?: class="text"| data-v="([^"]*)")?>(.*?)</td>', row)
    assert float(cells[4][0]) == pytest.approx(of_case["replication_factor"].mean(), rel=1e-12)
    mean, (low, high) = (
        of_case["seconds"].mean(),
        stats.t.interval(0.95, 2, of_case["seconds"].mean(), stats.sem(of_case["seconds"])),
    )
    assert float(cells[6][0]) == pytest.approx(mean, rel=1e-12)
    told = float(re.search(r"±([0-9.]+)%", cells[6][1])[1])
    assert told == pytest.approx(100 * (high - low) / 2 / mean, abs=0.51)


def test_what_is_not_there_is_left_out(folders, tmp_path):
    said = text((folders / "alone" / "report.html").read_text())
    assert "The mesh" in said
    for section in ("failed", "Time against communication", "Scaling", "busiest link", "relative to"):
        assert section not in said
    said = text((folders / "study" / "report.html").read_text())
    assert "2 runs" in said
    assert "mean_latency_cycles" in said
    strange = {"point": [0, 1], "partitioner": ["spmv", "cg"], "seconds": [1e-6, None], "error": [None, "no"]}
    write_tables(tmp_path, {"results": pd.DataFrame(strange)}, {})
    said = text(render(read(tmp_path)))
    assert "1 failed no point 1 (cg)" in said
    assert "spmv 1 µs" in said


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (("nowhere",), "nowhere: no such results folder; `numasim run FILE --output nowhere` makes one"),
        (
            ("{folder}", "-o", "no/r.html"),
            "no/r.html: cannot be written (No such file or directory); free disk space or choose another "
            "path",
        ),
    ],
)
def test_wrong_input(folders, tmp_path, monkeypatch, capfd, tokens, message):
    monkeypatch.chdir(tmp_path)
    assert execute(["report", *(token.format(folder=folders / "alone") for token in tokens)]) == 2
    assert capfd.readouterr().err == f"error: {message}\n"


def test_a_configuration_that_is_none_is_named(tmp_path):
    write_tables(tmp_path, {"results": pd.DataFrame({"point": [0], "error": [None]})}, {})
    (tmp_path / "resolved.yaml").write_text("- a list\n")
    with pytest.raises(InputError) as error:
        render(read(tmp_path))
    file = tmp_path / "resolved.yaml"
    assert str(error.value) == f"{file}: expected a mapping, as in an unchanged file of `numasim run`"


def test_an_estimate_is_that_of_student():
    values = np.random.default_rng(0).normal(5, 2, 9)
    found = estimate(values.tolist())
    low, high = stats.t.interval(0.95, 8, values.mean(), stats.sem(values))
    assert (found.mean - found.half_width, found.mean + found.half_width) == pytest.approx((low, high))
    assert (found.samples, estimate([None, math.nan]), estimate([3]).half_width) == (9, None, None)


def test_the_front_is_what_no_other_run_beats_in_both():
    places = [(1, 9), (2, 5), (3, 5), (4, 2), (5, 3), (2, 7)]
    rows = [{"partitioner": "m", "messages": x, "seconds": y} for x, y in places]
    (chart,) = pareto(cases(rows, [f"{x}-{y}" for x, y in places], MESH), [], MESH)["charts"]
    assert [name for name, _ in chart["front"]] == ["1-9", "2-5", "4-2"]
    assert chart["svg"].count('class="ring"') == 3


def test_a_long_table_has_the_fastest_of_each_value_and_says_so(folders, monkeypatch):
    monkeypatch.setattr("numasim.results.report.page.MAX_ROWS", 4)
    page = render(read(folders / "swept"))
    assert "4 of 8 rows, the fastest of each swept value among them; results.parquet has all." in text(page)
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    assert table.count("<tr>") == 4
    assert {name for name in ("random", "wb_libra", "block") if name in table} == {
        "random",
        "wb_libra",
        "block",
    }


def test_a_crowded_chart_keeps_the_front_and_says_so(monkeypatch):
    monkeypatch.setattr("numasim.results.report.sections.MAX_MARKS", 10)
    rows = [{"partitioner": "m", "messages": 100 - k, "seconds": 1 + (k * k) % 97} for k in range(100)]
    every = cases(rows, [str(k) for k in range(100)], MESH)
    (few,) = pareto(every, [], MESH)["charts"]
    monkeypatch.undo()
    (whole,) = pareto(every, [], MESH)["charts"]
    assert few["front"] == whole["front"]
    marks = {k for k in range(100) if k % 10 == 0} | {int(name.split(",")[0]) for name, _ in whole["front"]}
    assert few["name"] == f"{whole['name']} ({len(marks)} of 100 runs)"
    assert few["svg"].count("<title>") == whole["svg"].count("<title>") - 100 + len(marks)


def scaled(parts, mesh, speedup, method="m"):
    row = {"parts": parts, "mesh": mesh, "speedup": speedup, "machine.core.mshrs": 4}
    return Case(f"{method}, parts {parts}", method, "greedy", [row])


def test_speed_up_is_drawn_against_what_varies():
    varying = ["parts", "machine.core.mshrs"]
    fixed = [scaled(4, "2x2", 1.5), scaled(8, "2x2", 2.5), scaled(4, "2x2", 3.5, "n")]
    (chart,) = scaling(fixed, varying)["charts"]
    assert chart["name"] == "Speed-up against the number of clusters"
    assert [name for _, name in chart["legend"]] == ["m, greedy, mshrs 4", "n, greedy, mshrs 4"]
    assert [chart["svg"].count(f'class="{name}') for name in ("mark", "line", "ideal")] == [3, 2, 0]
    alike = [scaled(4, "2x2", 1.5), scaled(16, "4x4", 4.5)]
    (chart,) = scaling(alike, varying)["charts"]
    assert chart["name"] == "Speed-up against the number of clusters, which equals that of cores"
    assert '"ideal"' in chart["svg"]  # where it equals the number, as far as the curves reach
    both = [scaled(parts, mesh, 2.0) for parts in (4, 8) for mesh in ("2x2", "4x4")]
    names = [chart["name"] for chart in scaling(both, varying)["charts"]]
    assert names == [f"Speed-up against the number of {what}" for what in ("clusters", "cores")]
    assert scaling([scaled(4, "2x2", 1.5)], varying) == {"charts": []}
    many = [scaled(parts, "2x2", k, f"m{k}") for k in range(1, 15) for parts in (2, 4)]
    (chart,) = scaling(many, varying)["charts"]
    assert chart["note"] == "The 12 highest of 14 lines."
    assert len(chart["legend"]) == 12


def test_every_machine_is_in_the_drawings_of_a_report():
    """Runs without contention are the fastest, and the other networks are drawn, too."""
    networks = ["ideal"] * 4 + ["packet", "flit"]
    rows = [{"seconds": k, "cycles": k, "run_id": str(k), "network": name} for k, name in enumerate(networks)]
    runs = [Case(f"run {row['run_id']}", "m", "", [row]) for row in rows]
    shown, note = first_of_each(runs, 3)
    assert [case["network"] for case in shown] == ["ideal", "packet", "flit"]
    assert note == "3 of 6 runs: the fastest of each swept value of the machine."


@pytest.mark.parametrize("values", [[0], [3], [-2, 7], [1e-9, 1e-6], [2, 64], [0.5, 0.51], [1e6, 1e7]])
def test_an_axis_keeps_its_values_and_ticks_inside(values):
    axis = Axis(values, 10, 90)
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 8
    for value in (*values, *ticks):
        assert 10 - 1e-9 <= axis(value) <= 90 + 1e-9
    assert sorted(ticks) == ticks
    assert [level(share, 1.0) for share in (0.0, 0.25, 1.0)] == [0, 5, 9]


SIZES = {"laptop": (1280, 800), "phone": (390, 844)}


@pytest.mark.skipif(find_browser() is None, reason="There is no browser on the path: install chromium.")
def test_the_page_is_whole_in_a_browser(folders, tmp_path):
    broken = tmp_path / "broken.html"
    broken.write_text(
        '<!doctype html><meta name="viewport" content="width=device-width"><img src="http://127.0.0.1:9/x.png">'
        '<div style="width:2000px">x</div><script>console.error("no")</script>'
    )
    with Browser() as browser:
        browser.open(broken, 390, 844, "light")
        assert "http://127.0.0.1:9/x.png" in browser.requests  # what is looked for below would be found
        assert browser.complaints
        assert browser.evaluate("document.scrollingElement.scrollWidth") > 390
        for name in ("swept", "alone", "study"):
            page = folders / name / "report.html"
            backgrounds = []
            for width, height in SIZES.values():
                for scheme in ("light", "dark"):
                    browser.open(page, width, height, scheme)
                    assert browser.requests == [page.as_uri()]
                    assert browser.complaints == []
                    assert browser.evaluate("document.scrollingElement.scrollWidth") <= width, (name, width)
                    backgrounds.append(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
            assert backgrounds == ["rgb(255, 255, 255)", "rgb(18, 21, 24)"] * 2
        page = folders / "swept" / "report.html"
        browser.open(page, *SIZES["laptop"], "light")
        column = "[...document.querySelectorAll('tbody tr')].map(row => Number(row.cells[6].dataset.v))"
        times = browser.evaluate(column)
        for order in (sorted(times), sorted(times, reverse=True)):
            browser.evaluate("document.querySelectorAll('th')[6].click()")
            assert browser.evaluate(column) == order
        shown = "[...document.querySelectorAll('.value em')].filter(e => e.offsetWidth).map(e => e.className)"
        assert set(browser.evaluate(shown)) == {"ratio0"}
        browser.evaluate("document.getElementById('baseline1').click()")
        assert set(browser.evaluate(shown)) == {"ratio1"}
        assert browser.evaluate("fetch('http://127.0.0.1:9/').catch(error => 'blocked')") == "blocked"
        assert "Content Security Policy" in json.dumps(browser.complaints)
