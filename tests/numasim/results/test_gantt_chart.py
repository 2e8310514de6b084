"""The clusters over time in the report: a bar for each cluster that ran, in a lane of its core."""

import re

import pandas as pd

import numasim
from numasim.results.report.charts import gantt

CLUSTERS = pd.DataFrame(
    {
        "cluster": [0, 1, 2, 3],
        "core": [0, 0, 2, 0],
        "first_cycle": [0, 50, 10, -1],
        "last_cycle": [60, 100, 100, -1],
    }
)


def bars(svg):
    found = re.findall(r'd="M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z"><title>([^<]*)</title>', svg)
    return [(*map(float, numbers), told) for *numbers, told in found]


def test_overlapping_clusters_of_a_core_have_lanes():
    svg = gantt(CLUSTERS, 3, 200, "a <run>")
    assert bars(svg) == [
        (0.0, 0.0, 300.0, 4.5, "cluster 0 on core 0: cycles 0 to 60"),
        (250.0, 4.5, 250.0, 4.5, "cluster 1 on core 0: cycles 50 to 100"),
        (50.0, 20.0, 450.0, 9.0, "cluster 2 on core 2: cycles 10 to 100"),
    ]
    assert 'viewBox="0 0 1000 30"' in svg
    assert "a &lt;run&gt;" in svg


def test_clusters_that_follow_each_other_share_a_lane():
    later = CLUSTERS.assign(first_cycle=[0, 60, 10, -1])
    assert {height for _, _, _, height, _ in bars(gantt(later, 3, 200, ""))} == {9.0}


def test_nothing_is_drawn_of_a_run_without_tasks():
    assert bars(gantt(CLUSTERS[3:], 1, 0, "")) == []


def test_the_report_of_an_experiment_has_the_clusters_of_its_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: grid, width: 6, height: 6}\n"
        "partition: {method: contiguous, parts: 4}\n"
        "machine: mesh-2x2\n"
        "sweep: {mapping.method: [greedy, round_robin]}\n"
    )
    numasim.run("e.yaml", "out", workers=1)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<h2>Clusters over time</h2>" in page
    charts = re.findall(r'<svg class="gantt".*?</svg>', page, re.DOTALL)
    clusters = numasim.load_results("out", "clusters")
    assert sum(len(bars(chart)) for chart in charts) == (clusters["first_cycle"] >= 0).sum() == 8
