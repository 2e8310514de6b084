"""The timeline of a run in its results folder and report: tables, bars, arrows, shares, what is left out."""

import json
import re
from html import unescape
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numasim
from numasim.cli import execute
from numasim.numa.shared.timeline import Timeline
from numasim.results.cores_over_time import MAX_ARROWS, MOVED, CoresOverTime
from numasim.results.replicates import Case
from numasim.results.report import timeline_chart as chart
from numasim.results.report.timeline_section import timeline
from numasim.results.shares_over_time import share_of_cores
from numasim.results.tables import TIMELINE_TABLES
from numasim.results.timeline_tables import timeline_tables

STEALING = """\
workload: {generator: cholesky, tiles: 4, data: 256, variation: 0.5}
partition: {method: contiguous, parts: 4}
mapping: {method: round_robin}
machine: mesh-2x2
execution: {stealing: nearest}
"""


def section(page):
    """The section of a report on the timeline, as text."""
    found = re.search(r'<section id="timeline">.*?</section>', page, re.DOTALL)
    return None if found is None else found[0]


def strips(svg):
    """The bars: (class, first, core, length, tooltip), in the units of their group."""
    inside = re.search(r'<g class="strips".*?<rect', svg, re.DOTALL)[0]
    found = []
    for style, paths in re.findall(r'<g class="((?!strips)[^"]+)">(.*?)</g>', inside, re.DOTALL):
        for path, told in re.findall(r'<path d="([^"]+)"(?:/>|><title>([^<]*)</title></path>)', paths):
            for x, y, length in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path):
                found.append((style, float(x), int(float(y)), float(length), unescape(told)))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("timeline")
    (folder / "e.yaml").write_text(STEALING)
    command = ["run", str(folder / "e.yaml"), "-o", str(folder / "out"), "--workers", "1", "--no-pictures"]
    assert execute([*command, "--trace", str(folder / "t.json")]) == 0
    return folder


def test_the_tables_add_up_to_those_of_the_cores(folder):
    slices = numasim.load_results(folder / "out", "timeline")
    cores = numasim.load_results(folder / "out", "cores").set_index("core")
    cycles = slices["last_cycle"] - slices["first_cycle"]
    for activity in ("compute", "memory", "network", "synchronisation"):
        spent = cycles[slices["activity"] == activity].groupby(slices["core"]).sum()
        assert spent.reindex(cores.index, fill_value=0).tolist() == cores[activity].tolist()
    row = numasim.load_results(folder / "out").iloc[0]
    assert slices["run_id"].unique().tolist() == [row["run_id"]]
    assert set(slices["kind"][slices["task"] != ""]) == {"potrf", "trsm", "syrk", "gemm"}
    messages = numasim.load_results(folder / "out", "timeline_messages")
    kinds = messages["kind"].value_counts()
    assert kinds["value"] == row["messages"]
    assert kinds["task"] == kinds["result"] == row["steals"] > 0
    assert slices.attrs["timed_tasks"] == (slices["task"] != "").sum()


def test_the_report_has_a_bar_for_every_slice_and_an_arrow_for_every_steal(folder):
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    shown = section(page)
    slices = numasim.load_results(folder / "out", "timeline")
    bars = sorted((core, first, length) for _, first, core, length, _ in strips(shown))
    expected = slices.assign(length=slices["last_cycle"] - slices["first_cycle"])
    assert bars == sorted(map(tuple, expected[["core", "first_cycle", "length"]].to_numpy().tolist()))
    computing = {told for style, *_, told in strips(shown) if not style.endswith("thin")}
    assert len(computing) == (slices["activity"] == "compute").sum()
    assert any(
        re.fullmatch(r"core \d, cycles [\d,]+ to [\d,]+: vertex \d+, gemm, cluster \d", t) for t in computing
    )
    row = numasim.load_results(folder / "out").iloc[0]
    assert shown.count('class="arrow task" d=') == row["steals"]
    assert f"{row['steals']} stolen tasks</li>" in shown
    assert f"cycles 0 to {row['cycles']:,} of {row['cycles']:,}." in shown
    assert "tasks are shown" not in shown  # nothing is left out
    assert [kind for kind in ("gemm", "syrk", "trsm", "potrf") if f"</i>{kind}</li>" in shown] == [
        *("gemm", "syrk", "trsm", "potrf")
    ]


def test_the_report_has_the_shares_of_the_cores_over_time(folder):
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    charts = re.findall(r'<svg class="cores"[^>]*aria-label="the activity .*?</svg>', page, re.DOTALL)
    activity = numasim.load_results(folder / "out", "activity")
    whole = activity[activity["run_id"] == numasim.load_results(folder / "out")["run_id"][0]]
    bars = re.search(r'spent-compute" d="([^"]*)"', charts[0])[1]
    found = {int(x): float(share) for x, share in re.findall(r"M(\d+) [\d.]+h1v-([\d.]+)", bars)}
    cores = 4 * (whole["last_cycle"] - whole["first_cycle"])
    expected = (100 * whole["compute"] / cores).round(1)
    assert found == {k: share for k, share in enumerate(expected.tolist()) if share > 0}


def test_the_command_report_writes_the_same_bytes(folder, tmp_path):
    assert execute(["report", str(folder / "out"), "-o", str(tmp_path / "r.html")]) == 0
    assert (tmp_path / "r.html").read_bytes() == (folder / "out" / "report.html").read_bytes()


def test_a_window_says_what_it_leaves_out_and_a_run_without_a_timeline_removes_it(
    folder, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(STEALING)
    command = ["run", "e.yaml", "-o", "out", "--workers", "1", "--no-pictures"]
    assert execute([*command, "--trace", "t.json", "--trace-events", "60"]) == 0
    slices = numasim.load_results("out", "timeline")
    shown, recorded = (slices["task"] != "").sum(), slices.attrs["timed_tasks"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    words = (
        f"The first {shown} of {recorded} tasks are shown; --trace-window and --trace-events choose others."
    )
    assert words in section(page)
    assert 0 < shown < recorded
    files = [f"{name}.{kind}" for name in TIMELINE_TABLES for kind in ("csv", "parquet")]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert set(files) <= set(manifest["files"])
    assert execute(command) == 0
    assert not any((tmp_path / "out" / name).exists() for name in files)
    assert section((tmp_path / "out" / "report.html").read_text(encoding="utf-8")) is None


def test_the_report_has_the_tasks_of_every_schedule(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.dot").write_text(
        "digraph g { load [operation=20, kind=io]; store [operation=0, kind=io];\n"
        "a [operation=100, kind=long]; b [operation=80, kind=work]; edge [weight=0];\n"
        "load -> a -> store; load -> b -> store; }\n"
    )
    (tmp_path / "e.yaml").write_text(
        "workload: {graph: g.dot}\nschedule: {method: heft}\nmachine: mesh-2x1\n"
        "sweep: {schedule.method: [heft, min_min]}\n"
    )
    assert execute(["run", "e.yaml", "-o", "out", "--workers", "1", "--no-pictures"]) == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    shown = re.search(r'<section id="tasks">.*?</section>', page, re.DOTALL)[0]
    charts = re.findall(r"<svg.*?</svg>", shown, re.DOTALL)
    rows = numasim.load_results("out")
    tasks = numasim.load_results("out", "schedule")
    assert len(charts) == len(rows) == 2
    for svg, row in zip(charts, rows.to_dict("records"), strict=True):
        own = tasks[tasks["run_id"] == row["run_id"]]
        assert own.set_index("name")["kind"].to_dict() == {
            "load": "io",
            "a": "long",
            "b": "work",
            "store": "io",
        }
        timed = own[own["simulated_end"] > own["simulated_start"]]  # `store` takes no cycle
        found = sorted((core, first, first + length) for _, first, core, length, _ in strips(svg))
        assert found == sorted(
            map(tuple, timed[["core", "simulated_start", "simulated_end"]].to_numpy().tolist())
        )
        assert len(found) == 3
        task = timed[timed["name"] == "b"].iloc[0]
        words = f"core {task['core']}: cycles {task['simulated_start']} to {task['simulated_end']}"
        expected = f"task 3 (b), work, {words}, predicted {task['start']:.0f} to {task['end']:.0f}"
        assert expected in {told for *_, told in strips(svg)}
    assert re.findall(r"</i>(\w+)</li>", shown) == ["long", "work", "io"]
    longest = max(rows["cycles"])
    units = {float(re.search(r"scale\(([\d.]+)", svg)[1]) for svg in charts}
    assert list(units) == [pytest.approx(chart.INNER / longest, rel=1e-5)]  # the same scale of time


# The chart by itself.


@st.composite
def timelines(draw):
    """Slices of some cores that do not overlap, at least one, and the number of cores."""
    rows = [(0, "compute", 0, 1, -1, "x")]
    cores = draw(st.integers(1, 5))
    for core in range(cores):
        ends = sorted(draw(st.sets(st.integers(1, 120), max_size=12)))
        for first, last in pairwise(ends):
            activity = draw(st.sampled_from(["compute", "memory", "network", ""]))
            if activity:
                rows.append((core, activity, first, last, -1, "x"))
    names = ["core", "activity", "first_cycle", "last_cycle", "colour", "tooltip"]
    return pd.DataFrame(rows, columns=names), cores


@settings(deadline=None, max_examples=60)
@given(timelines())
def test_a_column_has_what_its_core_did_for_most_of_it(drawn):
    slices, cores = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chart, "MAX_BARS", -1)
        patch.setattr(chart, "columns_of_time", lambda num_cores, pictures: 40)  # of three cycles each
        svg = chart.timeline_chart(CoresOverTime(slices, cores, (0, 120), []), "a run")
    found = [[""] * 40 for _ in range(cores)]
    for style, first, core, length, _ in strips(svg):
        for column in range(int(first), int(first + length)):
            assert found[core][column] == ""
            found[core][column] = style.removesuffix(" thin").removeprefix("spent-")
    for core in range(cores):
        did = [""] * 120
        for row in slices[slices["core"] == core].to_dict("records"):
            did[row["first_cycle"] : row["last_cycle"]] = [row["activity"]] * (
                row["last_cycle"] - row["first_cycle"]
            )
        for column in range(40):
            of_column = did[3 * column : 3 * column + 3]
            assert of_column.count(found[core][column]) == max(map(of_column.count, of_column))


@settings(deadline=None, max_examples=60)
@given(timelines(), st.integers(1, 50))
def test_shares_are_those_of_a_count_of_cycles(drawn, width):
    slices, cores = drawn
    edges = np.arange(0, 121, width, dtype=float)
    shares = share_of_cores(edges, slices["first_cycle"], slices["last_cycle"], cores)
    busy = np.zeros((cores, 120))
    for row in slices.to_dict("records"):
        busy[row["core"], row["first_cycle"] : row["last_cycle"]] = 1
    counted = [busy[:, int(a) : int(b)].mean() for a, b in pairwise(edges)]
    assert shares == pytest.approx(np.array(counted))


def test_the_picture_of_many_short_tasks_on_many_cores_is_bounded():
    cores, each = 256, 800
    core = np.repeat(np.arange(cores), each)
    first = np.tile(np.arange(each) * 10, cores)
    slices = pd.DataFrame({"core": core, "first_cycle": first, "last_cycle": first + 9, "task": "t"})
    slices = slices.assign(activity="compute", cluster=core % 2, kind="", waits_for="")
    rows = [("task", 0, 1, 10 * k, 10 * k + 5, "t", -1) for k in range(5_000)]
    tables = {"timeline": slices, "timeline_messages": pd.DataFrame(rows, columns=MOVED)}
    shown = CoresOverTime.of(tables, cores)
    svg = chart.timeline_chart(shown, "a run")
    assert svg.count('class="arrow task"') == 5_000 / 25 == len(shown.moves) <= MAX_ARROWS
    assert shown.arrows == [("task", "5,000 stolen tasks, of which one in 25 is drawn")]
    assert len(svg) < 2_000_000


def of_graph(graph, **execution):
    """The section on a run of a task graph."""
    machine = numasim.load_machine("mesh-2x2")
    recorded = Timeline()
    schedule = numasim.schedule(graph, machine, "heft")
    result = numasim.simulate_schedule(graph, schedule, machine, execution, timeline=recorded)
    tables = timeline_tables(recorded, 0, "r")
    cores = result.tables["cores"].assign(run_id="r")
    case = Case("heft", "heft", "", ({"run_id": "r", **result.scalars},))
    return timeline([case], {**tables, "cores": cores})


def test_the_legend_names_the_kinds_with_the_most_cycles():
    kinds = [f"kind {k}" for k in range(10)]
    vertex = {"operation": np.array([1.0, *range(100, 0, -10)]), "kind": np.array(["kind 0", *kinds])}
    found = of_graph(numasim.Graph(11, [0] * 10, list(range(1, 11)), np.zeros(10), vertex))
    assert [name for _, name in found["legend"]] == [*kinds[:7], "3 other kinds"]
    assert len({style for style, _ in found["legend"]}) == 8
    assert found["arrows"] == []


def test_without_kinds_the_legend_has_the_clusters_of_each_colour():
    rows = [(0, "compute", 10 * k, 10 * k + 5, f"edge {k}", k, "", "") for k in range(17)]
    names = [*("core", "activity", "first_cycle", "last_cycle"), *("task", "cluster", "kind", "waits_for")]
    slices = pd.DataFrame(rows, columns=names).assign(run_id="r")
    case = Case("metis", "metis", "greedy", ({"run_id": "r", "cycles": 165},))
    found = timeline([case], {"timeline": slices, "cores": pd.DataFrame({"run_id": ["r"]})})
    named = [name for _, name in found["legend"]]
    assert named[:2] == ["clusters 0, 8, ...", "clusters 1, 9"]
    assert len(named) == 8
    bars = strips(found["svg"])
    assert "core 0, cycles 160 to 165: edge 16, cluster 16" in {told for *_, told in bars}
    style = {int(told.rsplit(" ", 1)[1]): style for style, *_, told in bars}
    assert all((style[one] == style[other]) == (one % 8 == other % 8) for one in style for other in style)
    # A timeline of another run than those of the table is not shown.
    assert timeline([], {"timeline": slices, "cores": pd.DataFrame({"run_id": ["r"]})}) == {"svg": ""}
