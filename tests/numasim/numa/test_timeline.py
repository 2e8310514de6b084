"""Timelines: slices never overlap, add up to the accounts of the cores, and change nothing in a run."""

import json
from itertools import pairwise
from pathlib import Path

import networkx
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines, mappings, partitions

from mappers.mapping import Mapping
from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.numa.shared.timeline import Timeline
from numasim.results.timeline import COLOURS, parse_window, write_timeline
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from tests.numasim.numa import test_simulated_memory
from tests.numasim.numa.test_engines import everything


def of_core(slices, core):
    return [s for s in slices if s.core == core]


def sums(slices, cores):
    """Cycles of each kind, by core."""
    return [
        {kind: sum(s.last - s.first for s in of_core(slices, core) if s.kind == kind) for kind in COLOURS}
        for core in range(cores)
    ]


def check(cut, mapping, machine, execution, window):
    whole, part = Timeline(), Timeline(*window)
    result = simulate(cut, mapping, machine, execution, timeline=whole)
    assert everything(result) == everything(simulate(cut, mapping, machine, execution))
    table = result.tables["cores"].to_dict("records")
    assert sums(whole.slices, len(table)) == [{kind: row[kind] for kind in COLOURS} for row in table]
    assert len(whole.arrows) == result.scalars["messages"]
    assert all(0 <= a.sent < a.arrived <= result.scalars["cycles"] for a in whole.arrows)
    first, last = window
    simulate(cut, mapping, machine, execution, timeline=part)
    for timeline in (whole, part):
        for core in range(len(table)):
            assert all(a.last <= b.first for a, b in pairwise(of_core(timeline.slices, core)))
    within = [(s, max(s.first, first), min(s.last, last)) for s in whole.slices]
    for core in range(len(table)):
        for kind in COLOURS:
            expected = sum(max(0, b - a) for s, a, b in within if (s.core, s.kind) == (core, kind))
            assert sums(part.slices, len(table))[core][kind] == expected
    assert part.arrows == [a for a in whole.arrows if first <= a.sent and a.arrived < last]


WINDOWS = st.tuples(st.integers(0, 60), st.integers(1, 200)).map(lambda w: (w[0], w[0] + w[1]))


@settings(deadline=None, max_examples=examples(40))
@given(st.data(), st.sampled_from(["dataflow", "supersteps"]), machines(), WINDOWS)
def test_blocking_cores(data, model, machine, window):
    cut = data.draw(partitions(acyclic=model == "dataflow"))
    steps = 2 if model == "supersteps" else 1
    check(
        cut,
        data.draw(mappings(cut.parts, machine.num_cores)),
        machine,
        {"model": model, "steps": steps},
        window,
    )


@settings(deadline=None, max_examples=examples(40))
@given(st.data(), test_simulated_memory.MODELS, test_simulated_memory.machines(), WINDOWS)
def test_out_of_order_cores(data, model, machine, window):
    cut = data.draw(test_simulated_memory.partitions(model))
    mapping = data.draw(mappings(cut.parts, machine.num_cores))
    steps = 2 if model == "supersteps" else 1
    check(cut, mapping, machine, {"memory_model": "simulated", "model": model, "steps": steps}, window)


def chain():
    """0 -> 1 on core 0 in 5 cycles, 1 -> 2 on core 1 in 7; the message takes 12 cycles in between."""
    cut = EdgePartition(Graph(3, [0, 1], [1, 2], [5.0, 7.0]), 2, [0, 1])
    return cut, Mapping([0, 1], 2), load_machine("mesh-2x1"), {"initial_values": "preloaded"}


def test_a_case_by_hand(tmp_path):
    timeline = Timeline()
    result = simulate(*chain(), timeline=timeline)
    path = tmp_path / "run.json"
    write_timeline(path, timeline, load_machine("mesh-2x1").topology, "a chain")
    written = json.loads(path.read_text())
    assert written["otherData"] == {"unit": "1 cycle is shown as 1 microsecond", "cut": False}
    slices = [
        (e["tid"], e["name"], e["ts"], e["dur"], e.get("args"))
        for e in written["traceEvents"]
        if e["ph"] == "X"
    ]
    assert result.scalars["cycles"] == 5 + 12 + 7
    assert slices == [
        (0, "compute", 0, 5, {"task": "edge 0", "cluster": 0}),
        (1, "synchronisation", 0, 5, None),
        (1, "network", 5, 12, None),
        (1, "compute", 17, 7, {"task": "edge 1", "cluster": 1}),
    ]
    arrows = [(e["ph"], e["tid"], e["ts"], e["id"]) for e in written["traceEvents"] if e["ph"] in "sf"]
    assert arrows == [("s", 0, 4.5, 0), ("f", 1, 17, 0)]
    names = [e["args"]["name"] for e in written["traceEvents"] if e["name"] == "thread_name"]
    assert names == ["core 0 (0, 0)", "core 1 (1, 0)"]


def test_tasks_have_the_names_that_the_graph_has_for_its_vertices(tmp_path):
    graph = networkx.DiGraph()
    graph.add_node("potrf", operation=3)
    graph.add_node("trsm", operation=4)
    graph.add_edge("potrf", "trsm", weight=5)
    cut = EdgePartition(Graph.from_networkx(graph), 1, [0])
    timeline, machine = Timeline(), load_machine("mesh-1x1")
    simulate(cut, Mapping([0], 1), machine, {"initial_values": "preloaded"}, timeline=timeline)
    write_timeline(tmp_path / "run.json", timeline, machine.topology, "two tasks")
    events = json.loads((tmp_path / "run.json").read_text())["traceEvents"]
    assert [e["args"]["task"] for e in events if e["ph"] == "X"] == [
        "vertex 0 (potrf)",
        "edge 0 (potrf to trsm)",
        "vertex 1 (trsm)",
    ]


def test_a_full_timeline_ends_early_and_is_whole_until_then():
    whole, short = Timeline(), Timeline(max_events=2)
    for timeline in (whole, short):
        simulate(*chain(), timeline=timeline)
    assert (whole.cut, short.cut) == (False, True)
    assert short.last == 17
    assert short.slices == [s for s in whole.slices if s.last <= 17]


@pytest.mark.parametrize(
    ("text", "window"), [(":", (0, None)), ("5:", (5, None)), (":7", (0, 7)), ("1,000:2_000", (1000, 2000))]
)
def test_windows(text, window):
    assert parse_window(text) == window


@pytest.mark.parametrize("text", ["", "5", "a:b", "1:2:3", "-1:5"])
def test_what_is_no_window_is_refused(text):
    with pytest.raises(OptionError, match=r"^expected a window FROM:TO in cycles, such as 1000:2000 or :500"):
        parse_window(text)


EXPERIMENT = """\
workload: {generator: mc2depi, n: 8}
partition: {parts: 4}
machine: mesh-2x2
sweep: {partition.method: [contiguous, wb_libra]}
"""


def test_the_command_line_writes_one_and_says_where_it_ends(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(EXPERIMENT)
    assert execute(["run", "e.yaml", "--trace-point", "1"]) == 2
    assert capsys.readouterr().err == (
        "error: --trace-window, --trace-point and --trace-events require --trace FILE, the timeline "
        "to write\n"
    )
    options = ["--workers", "1", "--trace", "run.json", "--trace-point", "1"]
    assert execute(["run", "e.yaml", *options, "--trace-window", "10:100"]) == 0
    assert "the timeline of point 1 (of 2), cycles 10 to 100, is in run.json" in capsys.readouterr().out
    written = json.loads((tmp_path / "run.json").read_text())["traceEvents"]
    assert all(e["ts"] >= 10 and e["ts"] + e["dur"] <= 100 for e in written if e["ph"] == "X")
    assert execute(["run", "e.yaml", *options, "--trace-events", "20"]) == 0
    assert "it was cut at cycle" in capsys.readouterr().out
    for wrong, message in [
        (["--trace-point", "2"], "--trace-point 2: no such point; `numasim show e.yaml` lists the points"),
        (["--trace-window", "9:9"], "the window 9:9 has no cycles; expected FROM:TO with FROM < TO"),
    ]:
        assert execute(["run", "e.yaml", "--trace", "run.json", *wrong]) == 2
        assert message in capsys.readouterr().err


def test_a_point_that_failed_has_no_timeline(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("loop.txt").write_text("0 1\n1 0\n")
    Path("e.yaml").write_text(
        "workload: {graph: loop.txt}\npartition: {method: contiguous, parts: 2}\nmachine: mesh-2x1\n"
        "execution: {model: dataflow}\n"
    )
    assert execute(["run", "e.yaml", "--output", "out", "--workers", "1", "--trace", "run.json"]) == 1
    told = capsys.readouterr().err.splitlines()[-2:]
    assert told == ["no timeline: point 0 failed", "1 of 1 runs failed; the errors are in out"]
    assert not Path("run.json").exists()
    assert execute(["replay", "out", "0", "--trace", "run.json"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "no timeline: point 0 failed"
