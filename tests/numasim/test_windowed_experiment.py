"""Programs that run in windows from a file: the figures of Python, replay, progress, and what is refused."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
import yaml

import numasim
from numasim.experiments.estimate import estimate
from numasim.results.tables import load_results
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

WINDOWED = {
    "workload": {"program": "fft", "size": 32, "window": 4_000},
    "partition": {"method": "metis", "parts": 4, "seed": 3},
    "mapping": {"method": "local_search", "seed": 5},
    "machine": "mesh-2x2",
    "seed": 9,
    "verify": True,
}
TABLES = ("windows", "cores", "links", "ports", "controllers", "traffic", "packets", "hops")


def write(data, name="e.yaml"):
    Path(name).write_text(yaml.safe_dump(data, sort_keys=False))
    return name


def changed(**sections):
    """The experiment with other keys in some sections."""
    found = dict(WINDOWED)
    for name, keys in sections.items():
        found[name] = {**found[name], **keys} if isinstance(found.get(name), dict) else keys
    return found


def in_python(window=4_000, **more):
    return numasim.simulate_windows(
        numasim.trace_windows("fft", size=32, window=window),
        numasim.load_machine("mesh-2x2"),
        4,
        method="metis",
        options={"seed": 3},
        mapper="local_search",
        mapper_options={"seed": 5},
        seed=9,
        **more,
    )


def test_a_file_gives_the_figures_of_python(call):
    expected = in_python()
    code, out, _ = call("run", write(WINDOWED), "-o", "cli", "-j", "1", "--no-pictures")
    assert code == 0
    assert "local_search" in out
    table = numasim.run("e.yaml", workers=1)
    stored = load_results("cli")
    pd.testing.assert_frame_equal(stored, table, check_frame_type=False)
    row = table.iloc[0]
    figures = dict(expected.scalars)
    assert row["vertices"] == figures.pop("instructions")
    assert {name: row[name] for name in figures} == figures
    assert row["warnings"] == (" | ".join(expected.warnings) or None)
    assert (row["cut_kind"], row["mesh"], row["cores"], row["model"]) == ("edge cut", "2x2", 4, "dataflow")
    for name in TABLES:
        own = load_results("cli", name).drop(columns=["point", "run_id"])
        pd.testing.assert_frame_equal(own, expected.tables[name], check_dtype=False, check_frame_type=False)
    # The reference of the speed-up is the same windows on one core.
    one = numasim.simulate_windows(
        numasim.trace_windows("fft", size=32, window=4_000),
        numasim.load_machine("mesh-2x2"),
        1,
        mapper=numasim.Mapping([0], 4),
    )
    assert row["speedup"] == one.scalars["cycles"] / expected.scalars["cycles"]
    code, _, err = call("replay", "cli", "0", "--trace", "t.json")
    assert (code, err.count("a run in windows has no timeline"), err.count("\n")) == (2, 1, 1)
    code, out, _ = call("replay", "cli", "0")
    assert code == 0
    assert "the same, byte for byte" in out


def test_a_sweep_compares_windows_with_the_whole_run_on_any_number_of_workers(call):
    data = changed(workload={"window": None})
    data["sweep"] = {"workload.window": [None, 2_000, 10**9], "partition.method": ["contiguous", "metis"]}
    write(data)
    folders = []
    for workers in (1, 2):
        code, out, err = call("run", "e.yaml", "-o", f"w{workers}", "-j", workers, "--no-pictures")
        assert code == 0, err
        folders.append({path.name: path.read_bytes() for path in Path(f"w{workers}").glob("*.parquet")})
        assert "window" in out
    for each in folders:
        del each["timings.parquet"]
    assert folders[0] == folders[1]
    table = load_results("w1")
    whole, windows, one_window = (
        table[part & ~table["extra_run"]]
        for part in (table["point"] < 2, table["point"].isin([2, 3]), table["point"] > 3)
    )
    assert windows["windows"].tolist() == [-(-int(n) // 2_000) for n in whole["vertices"]]
    for name in ("cycles", "messages", "copies_or_cut", "network_bytes", "speedup"):
        assert whole[name].tolist() == one_window[name].tolist()
    assert (windows["edges"].to_numpy() == whole["edges"].to_numpy()).all()
    assert whole["windows"].isna().all()
    assert table["extra_run"].sum() == 1  # of the whole run; windows run once
    found = estimate(points(load_experiment("e.yaml")))
    assert (found.points, found.extra, found.references, found.alone) == (6, 1, 3, 4)
    assert str(found) == (
        "6 points, 10 runs (6 of the points, 1 more of edge cuts, with a message for every cut edge, 3 of "
        "one cluster on one core); 1 graph and 2 partitions to make, 4 points in windows, which every run "
        "makes and cuts anew"
    )


def test_only_windows_are_announced_if_every_point_has_them(place):
    write(WINDOWED)
    assert str(estimate(points(load_experiment("e.yaml")))) == (
        "1 point, 2 runs (1 of the points, 1 of one cluster on one core); 1 point in windows, which every "
        "run makes and cuts anew"
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_a_long_run_reports_its_cycles_and_its_speed(call, monkeypatch, workers):
    monkeypatch.setattr("numasim.kinds.windows.point.REPORT_EVERY", 0.0)
    code, _, err = call("run", write(WINDOWED), "-j", workers, "--no-pictures")
    assert code == 0
    lines = [json.loads(line)["what"] for line in err.splitlines() if line.startswith("{")]
    speed = r"\d+%, [\d,.]+ (M )?instructions/s, [\d,]+ cycles"
    for name in ("metis, 4 parts, local_search", "one cluster on one core"):
        assert f"compiling: {name}" in lines
        if workers == 1:  # other processes report once a second
            windows = [line for line in lines if re.fullmatch(f"{speed}: {name}", line)]
            assert len(windows) == 4
            assert windows[-1].startswith("100%, ")


def test_a_mapping_of_a_file_places_the_clusters_of_all_windows(place):
    Path("cores.txt").write_text("3\n3\n1\n1\n")
    data = dict(WINDOWED, mapping={"file": "cores.txt"})
    write(data)
    row = numasim.run("e.yaml", workers=1).iloc[0]
    windows = numasim.trace_windows("fft", size=32, window=4_000)
    expected = numasim.simulate_windows(
        windows,
        numasim.load_machine("mesh-2x2"),
        4,
        method="metis",
        options={"seed": 3},
        mapper=numasim.Mapping([3, 3, 1, 1], 4),
    )
    assert row["cycles"] == expected.scalars["cycles"]


def test_a_cut_run_says_so_and_a_failing_program_fails(c_compiler, place):
    write(changed(workload={"max_instructions": 6_000}))
    row = numasim.run("e.yaml", workers=1).iloc[0]
    assert (row["vertices"], row["completed"], row["trace_complete"]) == (6_000, 0, 0)
    assert row["warnings"].startswith(
        "the trace was cut by a limit after 6,000 instructions: the figures are"
    )
    Path("fails.c").write_text('#include <stdio.h>\nint main(void) { fputs("no disk", stderr); return 3; }\n')
    write(dict(WINDOWED, workload={"source": "fails.c", "window": 10}))
    (error,) = numasim.run("e.yaml", workers=1)["error"]
    assert error == "fails.c ended with exit code 3: no disk; if this is expected, set `exit_code`"
    work = {"source": "fails.c", "window": 10, "exit_code": 3}
    write(dict(WINDOWED, workload=work, partition={"method": "contiguous", "parts": 1}))
    assert numasim.run("e.yaml", workers=1)["error"].isna().all()


def test_a_log_that_reaches_the_default_limit_is_an_error(c_compiler, place, monkeypatch):
    monkeypatch.setattr("numasim.trace.options.DEFAULT_MAX_BYTES", 8 << 20)
    write(changed(workload={"program": "md", "size": 200, "window": 10**6}))
    (error,) = numasim.run("e.yaml", workers=1)["error"]
    assert re.fullmatch(
        r"md: the trace was cut after [\d,]+ instructions, when its log reached 8 MiB; use a smaller "
        r"problem, or set a limit with `max_instructions` or `max_bytes`",
        error,
    )


NEEDS = "set it, or leave out `window`"


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        (
            {"mapping": {"method": "memory_centric", "policy": "online"}},
            f"mapping.policy: a run in windows needs `policy: static`, got 'online'; {NEEDS}",
        ),
        (
            {"mapping": {"policy": "periodic"}},
            f"mapping.policy: a run in windows needs `policy: static`, got 'periodic'; {NEEDS}",
        ),
        (
            {"execution": {"memory_model": "simulated"}},
            "execution.memory_model: a run in windows needs `memory_model: traced`, got 'simulated'; "
            f"{NEEDS}",
        ),
        (
            {"execution": {"model": "supersteps"}},
            f"execution.model: a run in windows needs `model: dataflow`, got 'supersteps'; {NEEDS}",
        ),
        (
            {"execution": {"steps": 2}},
            f"execution.steps: a run in windows needs `steps: 1`, got 2; {NEEDS}",
        ),
        (
            {"execution": {"max_events": 5}},
            "execution.max_events: the events of a run in windows are not counted; use `max_cycles` or "
            "`max_seconds`",
        ),
        (
            {"workload": {"weights": "rdtsc"}},
            "workload.weights: `window` needs 'cache' or 'unit', got 'rdtsc'; set it, or remove `window`",
        ),
        (
            {"workload": {"memory_dependences": "raw_war_waw"}},
            "workload.memory_dependences: `window` needs 'raw', got 'raw_war_waw'; set it, or remove "
            "`window`",
        ),
        ({"workload": {"window": 0}}, "workload.window: expected an integer from 1 to 2147483647, got 0"),
        (
            {"workload": {"window": "1_000"}},
            "workload.window: expected an integer from 1 to 2147483647, got '1_000'; leave out the "
            "underscores",
        ),
        (
            {"workload": {"threads": 2, "program": "hash_join", "size": None}},
            "workload.window: applies to the graph of a program without threads; remove it",
        ),
    ],
)
def test_what_windows_do_not_have_is_refused(place, sections, message):
    write({key: value for key, value in changed(**sections).items() if value is not None})
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert message in [re.sub(r"^e.yaml:\d+:\d+: ", "", line) for line in str(error.value).splitlines()]


def test_an_experiment_without_clusters_on_a_machine_has_no_windows(place):
    workload = WINDOWED["workload"]
    write({"workload": workload, "partition": WINDOWED["partition"], "machine": "none"})
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert str(error.value) == (
        "e.yaml:4:3: workload.window: nothing runs with `machine: none`; remove this key, or name a machine"
    )
    write({"workload": workload, "schedule": {"method": "heft"}, "machine": "mesh-2x2"})
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert str(error.value) == (
        "e.yaml:4:3: workload.window: a schedule orders the tasks of a whole program; remove this key, or "
        "use `partition`"
    )
    Path("parts.txt").write_text("0\n")
    write(dict(WINDOWED, partition={"file": "parts.txt"}))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert str(error.value) == (
        "e.yaml:6:3: partition.file: a run in windows needs a `method`, because every window is cut anew; "
        f"{NEEDS}"
    )


def test_windows_have_no_timeline(call):
    code, _, err = call("run", write(WINDOWED), "--trace", "t.json")
    assert code == 2
    assert err == (
        "error: --trace t.json: a run in windows has no timeline; the table windows shows their cycles\n"
    )
    assert not Path("results").exists()


def test_the_page_on_tracing_shows_one_run_in_two_ways(place, capsys):
    page = (Path(__file__).parents[2] / "docs" / "tracing.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Long runs, in windows\n(.*?)^## ", page, re.S | re.M)
    smaller = re.sub(r"\b4365\b", "40", re.sub(r"\b1_?000_?000\b", "20000", section))
    (file,) = re.findall(r"```yaml\n(.*?)```", smaller, re.S)
    (code,) = re.findall(r"```python\n(.*?)```", smaller, re.S)
    Path("e.yaml").write_text(file)
    row = numasim.run("e.yaml", workers=1).iloc[0]
    names = {"numasim": numasim}
    exec(compile(code, "tracing.md", "exec"), names)
    assert row["cycles"] == names["result"].scalars["cycles"]
    assert capsys.readouterr().out.startswith(str(row["cycles"]))
    assert row["windows"] > 2
