"""Traced programs of threads in experiments: what a file may say, runs, shared traces, failures."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import yaml
from thread_sources import COMPILERS, FORMS, needed

import numasim
from numasim.experiments.array_files import load, save
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.threads import trace as thread_trace
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.machine.machine import load_machine
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.results.plots import picture_files
from numasim.schema.load import load_experiment
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.mapping import map_threads
from numasim.threads.replay import Replay
from numasim.trace.compiler_words import FORMS as ACCEPTED
from numasim.trace.threads.programs import THREADED_PROGRAMS
from numasim.trace.threads.trace_threads import trace_threads
from partitioners.errors import ConfigError

SOURCE = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long threads, sum;
static volatile long racy;
static long numbers[240];

static void *work(void *argument)
{
    long me = (long)argument, own = 0;
    for (long i = me * 240 / threads; i < (me + 1) * 240 / threads; i++)
        own += numbers[i] = i * i % 7;
    if (racy)
        racy++;
    pthread_mutex_lock(&lock);
    sum += own;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int count, char **values)
{
    pthread_t made[16];
    threads = atol(values[1]);
    racy = count > 3;
    for (long i = 1; i < threads; i++)
        pthread_create(&made[i], NULL, work, (void *)i);
    work(NULL);
    for (long i = 1; i < threads; i++)
        pthread_join(made[i], NULL);
    if (count > 2)
        fprintf(stderr, "it did not work\n");
    printf("%ld\n", sum);
    return count > 2 ? atoi(values[2]) : 0;
}
"""
OPENMP = r"""
#include <stdio.h>
int main(void)
{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < 100; i++)
        sum += i * i % 7;
    printf("%ld\n", sum);
    return 0;
}
"""
OWN = {"workload": {"source": "prog.c", "args": ["$threads"], "threads": 3}, "machine": "mesh-2x2"}
JOIN = {"workload": {"program": "hash_join", "size": 40, "threads": 3}, "machine": "mesh-2x2"}
TINY = {
    "stencil": 4,
    "hash_join": 20,
    "hot_counter": 30,
    "producer_consumer": 15,
    "false_sharing": 6,
    "matrix": 4,
    "histogram": 50,
    "merge_sort": 20,
    "prefix_sum": 40,
    "breadth_first": 15,
}


@pytest.fixture
def source(place, c_compiler):
    """The program in the current directory."""
    (place / "prog.c").write_text(SOURCE)
    return place / "prog.c"


def changed(base, **sections):
    """An experiment with other sections; the keys of a mapping replace those of the section, None removes."""
    data = {name: dict(part) if isinstance(part, dict) else part for name, part in base.items()}
    for name, part in sections.items():
        data[name] = {**data.get(name, {}), **part} if isinstance(part, dict) else part
        if isinstance(part, dict):
            data[name] = {key: value for key, value in data[name].items() if value is not None}
    return data


def run(data):
    return run_experiment(ThreadExperiment.model_validate(data), RunOptions(workers=1))


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_program_of_ones_own_gives_the_numbers_of_python(place, compiler):
    needed(compiler)
    data = changed(OWN, workload={"compiler": compiler, "seed": 5}, mapping={"method": "scatter"})
    (place / "own.yaml").write_text(yaml.safe_dump(data))
    (row,) = numasim.run(place / "own.yaml", place / "out").to_dict("records")
    trace = trace_threads(place / "prog.c", ["3"], threads=3, seed=5, compiler=compiler)
    machine = load_machine("mesh-2x2")
    program = Replay.of(trace, block=machine.memory.block)
    result = simulate_threads(program, map_threads(3, np.arange(4), "scatter"), machine)
    assert {name: row[name] for name in result.scalars} == result.scalars
    assert (row["program"], row["threads"], row["seed"], row["data_races"]) == ("prog.c", 3, 5, 0)
    assert (row["completed"], row["trace_complete"]) == (1, 1)
    assert pd.isna(row["chunk"])
    assert pd.isna(row["scheduler"])
    assert pd.isna(row["warnings"])
    options = {"args": ["$threads"], "flags": [], "compiler": compiler, "exit_code": 0}
    assert json.loads(row["program_options"]) == options
    assert row["operation_locks"] == 3


EVERYDAY = ("histogram", "hot_counter", "producer_consumer")
"""The programs that every run of the tests compares; the others are compared by slow tests."""


@pytest.mark.parametrize(
    ("name", "form"),
    [
        pytest.param(*each.values, marks=each.marks if each.values[0] in EVERYDAY else pytest.mark.slow)
        for each in FORMS
    ],
)
def test_both_engines_give_the_same_rows_and_tables(c_compiler, name, form):
    work = {"program": name, "form": form, "size": TINY[name], "threads": 3}
    data = {"workload": work, "machine": "mesh-2x2"}
    one, other = (run(changed(data, execution={"engine": engine})) for engine in ("compiled", "simpy"))
    assert one.table["error"].isna().all()
    assert (one.table["operations"] > 0).all()
    pd.testing.assert_frame_equal(one.table.drop(columns="run_id"), other.table.drop(columns="run_id"))
    for table in one.tables:
        pd.testing.assert_frame_equal(
            *(each.tables[table].drop(columns="run_id") for each in (one, other)), check_like=False
        )
    has_speedup = THREADED_PROGRAMS[name].least_threads == 1
    assert ("speedup" in one.table and one.table["speedup"].notna().all()) == has_speedup


def test_every_program_has_a_tiny_size():
    assert set(TINY) == set(THREADED_PROGRAMS)


SWEPT = changed(
    OWN,
    sweep={"workload.threads": [1, 3], "mapping.method": ["compact", "scatter"], "machine.l1.ways": [2, 4]},
)


@pytest.mark.usefixtures("source")
def test_points_with_one_program_share_its_trace(monkeypatch):
    made = []
    original = thread_trace.traced_threads
    monkeypatch.setattr(
        thread_trace, "traced_threads", lambda *given: made.append(given[1]) or original(*given)
    )
    table = run(SWEPT).table
    assert made == [1, 3]  # the references have one thread
    alone = table[table["threads"] == 1].set_index(["mapper", "machine.l1.ways"])["cycles"]
    for row in table.to_dict("records"):
        expected = alone["compact", row["machine.l1.ways"]] / row["cycles"]
        assert row["speedup"] == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.usefixtures("source")
def test_any_number_of_workers_gives_the_same_bytes(call, place):
    data = changed(OWN, sweep={"workload.threads": [1, 3], "workload.seed": [0, 1]})
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    for workers in (1, 2):
        code, _, err = call("run", "e.yaml", "-o", f"out{workers}", "-j", workers, "--no-pictures")
        assert code == 0, err
    names = sorted(path.name for path in (place / "out1").glob("*.csv"))
    assert {"results.csv", "phases.csv", "coherence.csv"} <= set(names)
    for name in names:
        assert (place / "out1" / name).read_bytes() == (place / "out2" / name).read_bytes()
    code, out, _ = call("replay", "out2", "3")
    assert code == 0, out
    assert "the same, byte for byte" in out


def test_a_trace_is_read_as_it_was_written(tmp_path, source):
    trace = trace_threads(source, ["2"], threads=2)
    save(tmp_path / "trace", trace)
    read = load(tmp_path / "trace")
    assert [(log.dtype, log.tobytes()) for log in read.operations] == [
        (log.dtype, log.tobytes()) for log in trace.operations
    ]
    for name in ("objects", "memory_bytes", "data_races", "output", "errors", "exit_code", "about"):
        assert getattr(read, name) == getattr(trace, name)
    assert {name: each.tolist() for name, each in read.counts.items()} == {
        name: each.tolist() for name, each in trace.counts.items()
    }


NOT_THREADED = (
    "has one thread; remove `threads`, or choose one of stencil, hash_join, hot_counter, producer_consumer, "
    "false_sharing, matrix, histogram, merge_sort, prefix_sum, breadth_first"
)
SHARES = "the log of a traced program fixes the share of each thread; remove this key"
MISTAKES = {
    "too many threads": (
        changed(OWN, workload={"threads": 5}),
        "e.yaml:5:12: workload.threads: 5 threads do not fit on 4 cores, which run one thread each; use 1 to "
        "4 threads or a larger machine",
    ),
    "more threads than can be traced": (
        changed(OWN, workload={"threads": 1025}, machine="mesh-64x64"),
        "e.yaml:5:12: workload.threads: expected an integer from 1 to 1024, got 1025",
    ),
    "no threads": (
        changed(JOIN, workload={"threads": None}),
        "e.yaml:1:1: workload.threads: is missing; expected an integer from 1 to 1024",
    ),
    "an unknown program": (
        changed(JOIN, workload={"program": "hash_joint"}),
        "e.yaml:2:12: workload.program: unknown program 'hash_joint'; did you mean 'hash_join'?",
    ),
    "a program of one thread": (
        changed(JOIN, workload={"program": "fft"}),
        f"e.yaml:2:12: workload.program: fft {NOT_THREADED}",
    ),
    "a program that is not traced": (
        changed(JOIN, workload={"program": "bfs"}),
        "e.yaml:2:12: workload.program: 'bfs' is no traced program; write `thread_program: bfs`",
    ),
    "a program that is traced": (
        changed(JOIN, workload={"thread_program": "hash_join", "program": None, "size": None}),
        "e.yaml:3:19: workload.thread_program: 'hash_join' is a traced program; write `program: hash_join`",
    ),
    "a form that it has not": (
        changed(JOIN, workload={"program": "histogram", "form": "padded"}),
        "e.yaml:5:9: workload.form: program 'histogram' has no form 'padded'; known: atomics, "
        "openmp, pthreads",
    ),
    "a size that it has not": (
        changed(JOIN, workload={"size": 10**8}),
        "e.yaml:3:9: workload.size: hash_join expects a size from 1 to 10000000 (default 10000), "
        "got 100000000",
    ),
    "too few threads": (
        changed(JOIN, workload={"program": "producer_consumer", "threads": 1}),
        "e.yaml:4:12: workload.threads: producer_consumer expects at least 2 threads, got 1",
    ),
    "a key of the graph": (
        changed(OWN, workload={"window": 100}),
        "e.yaml:6:3: workload.window: applies to the graph of a program without threads; remove it",
    ),
    "a chunk": (
        changed(OWN, workload={"chunk": 8}),
        f"e.yaml:6:3: workload.chunk: {SHARES}",
    ),
    "a schedule": (
        changed(OWN, execution={"scheduler": "static"}),
        f"e.yaml:8:3: execution.scheduler: {SHARES}",
    ),
    "a swept schedule": (
        changed(OWN, sweep={"execution.scheduler": ["static"]}),
        f"e.yaml:9:5: execution.scheduler[0]: {SHARES}",
    ),
    "a partition": (
        changed(OWN, partition={"method": "metis", "parts": 4}),
        "e.yaml:7:1: partition: a program of threads divides its own work; remove this section",
    ),
    "a flag": (
        changed(OWN, workload={"flags": ["-fopenmp", "-fplugin=x"]}),
        "e.yaml:8:5: workload.flags[1]: the flag '-fplugin=x' is not accepted; accepted flags are "
        f"{ACCEPTED}",
    ),
    "a file that is not there": (
        changed(OWN, workload={"source": "no.c"}),
        "e.yaml:2:11: workload.source: no such file: 'no.c'",
    ),
    "a point of one thread": (
        changed(JOIN, sweep={"workload.program": ["hash_join", "md"]}),
        f"e.yaml:9:5: workload.program[1]: md {NOT_THREADED}",
    ),
}


@pytest.mark.parametrize(("data", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_at_its_place(place, data, message):
    (place / "prog.c").write_text(SOURCE)
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert [line.partition(" (looked")[0] for line in error.value.problems] == [message]


@pytest.mark.parametrize("data", [OWN, JOIN, SWEPT])
def test_an_experiment_loads_back_as_itself(data, validator):
    experiment = ThreadExperiment.model_validate(data)
    assert ThreadExperiment.model_validate(experiment.resolved()) == experiment
    assert "scheduler" not in experiment.resolved()["execution"]
    assert [error.message for error in validator.iter_errors(data)] == []
    assert not validator.is_valid(changed(data, workload={"weights": "unit"}))
    assert not validator.is_valid(changed(data, partition={"method": "metis", "parts": 2}))


def test_another_class_of_experiment_names_the_right_one():
    with pytest.raises(ValueError, match=r"is the workload of a .*ThreadExperiment"):
        MeshExperiment.model_validate({**OWN, "partition": {"method": "metis", "parts": 2}})


@pytest.mark.usefixtures("source")
def test_the_threads_alone_may_be_in_the_sweep(place, validator):
    data = changed(OWN, workload={"threads": None}, sweep={"workload.threads": [2, 4]})
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    assert run(load_experiment("e.yaml").resolved()).table["threads"].tolist() == [2, 4]
    assert validator.is_valid(data)


@pytest.mark.usefixtures("source")
def test_failures_of_a_program_become_rows(place):
    (place / "wrong.c").write_text("int main(void) { return x; }\n")
    failing = [
        ({"args": [4]}, "prog.c: line 29 makes thread 4, the main thread included, but threads is 3; raise "),
        (
            {"args": [3, 7]},
            "prog.c ended with exit code 7: it did not work; if this is expected, set `exit_code`",
        ),
        ({"exit_code": 1}, "prog.c ended with exit code 0; if this is expected, set `exit_code`"),
        ({"source": "wrong.c"}, "wrong.c: "),
    ]
    for change, message in failing:
        (error,) = run(changed(OWN, workload=change)).table["error"]
        assert "\n" not in error
        assert message in error
    assert run(changed(OWN, workload={"args": [3, 7], "exit_code": 7})).table["error"].isna().all()


def test_a_program_of_threads_reads_its_input(place, c_compiler):
    (place / "reads.c").write_text(
        '#include <stdio.h>\nint main(void) { int n; return scanf("%d", &n) == 1 ? n : 99; }\n'
    )
    work = {"source": "reads.c", "args": None, "threads": 1}
    for text, given, code in (("3", "n.txt", 3), ("5", "n.txt", 5), ("5", None, 99)):
        (place / "n.txt").write_text(text)
        data = changed(OWN, workload={**work, "input": given, "exit_code": code})
        assert run(data).table["error"].isna().all()


@pytest.mark.usefixtures("source")
def test_a_row_says_what_its_logs_fix_and_lack(call, place):
    data = changed(OWN, workload={"args": [2, 0, "racy"]})
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    code, out, _ = call("run", "e.yaml", "-o", "out", "-j", 1, "--no-pictures")
    assert code == 0
    assert "note: 1 word of memory has data races, whose outcomes the logs fix" in out
    (row,) = numasim.load_results("out").to_dict("records")
    assert (row["data_races"], row["awaited_stores"], row["reads_not_kept"]) == (1, 1, 0)
    assert pd.isna(row["speedup"])  # the number of threads is not an argument
    assert row["warnings"].split(WARNING_SEPARATOR) == [
        "the program made 2 threads, and `threads` allows 3",
        "1 read waits for the store of another thread that the traced run read",
        "1 word of memory has data races, whose outcomes the logs fix",
    ]
    (row,) = run(changed(OWN, workload={"max_instructions": 100})).table.to_dict("records")
    assert (row["completed"], row["trace_complete"]) == (0, 0)
    assert pd.isna(row["speedup"])
    assert row["warnings"].startswith("the trace was cut by a limit after ")


@pytest.mark.usefixtures("pictures", "source")
def test_the_pictures_are_those_of_threads_with_one_phase(place):
    (place / "e.yaml").write_text(yaml.safe_dump(OWN))
    numasim.run(place / "e.yaml", place / "out")
    assert {path.name for path in picture_files(place / "out") if path.suffix == ".png"} == {
        *("comparison.png", "mesh_links.png", "tiles.png", "core_time.png"),
    }
    page = (place / "out" / "report.html").read_text(encoding="utf-8")
    assert "prog.c" in page


def test_a_program_with_openmp_has_a_speedup(place, c_compiler):
    (place / "omp.c").write_text(OPENMP)
    data = changed(OWN, workload={"source": "omp.c", "args": None}, sweep={"workload.threads": [1, 4]})
    one, four = run(data).table.to_dict("records")
    assert one["speedup"] == 1
    assert four["speedup"] == pytest.approx(one["cycles"] / four["cycles"])
    (place / "omp.c").write_text(OPENMP.replace("for reduction", "for num_threads(2) reduction"))
    (row,) = run({**data, "sweep": {}}).table.to_dict("records")
    assert pd.isna(row["speedup"])
    assert "no speed-up: one thread on one core failed: omp.c: line " in row["warnings"]


def test_the_commands_know_programs_of_threads(call, place, c_compiler):
    code, out, err = call(
        "trace", "hash_join", "--threads", 3, "--size", 40, "--form", "atomics", "--seed", 2
    )
    assert (code, err) == (0, "")
    lines = dict(line.split("  ", 1) for line in out.splitlines() if "  " in line)
    assert lines["program"].strip() == "hash_join 40 3 (exit code 0)"
    assert lines["threads"].strip() == "3 of 3, order of seed 2"
    assert lines["data races"].strip() == "0 words"
    assert re.fullmatch(
        r"[\d,]+ reads for stores of other threads, [\d,]+ operations of idle turns left out "
        r"\(\d\.\d\d bytes an operation\)",
        lines["waits"].strip(),
    )
    for tokens, message in (
        (["fft", "--seed", "1"], "--seed is for programs of threads; set the number of --threads too"),
        (["hash_join"], "hash_join is a program of threads; set the number of its `threads`"),
        (
            ["hash_join", "--threads", "2", "-o", "x.npz"],
            "--output is for the graph of one thread; remove it, or --threads; "
            "`workload: {source: FILE, threads: N}` runs the logs",
        ),
        (
            ["prog.c", "--threads", "2", "-o", "logs"],
            "--output is for the graph of one thread; remove it, or --threads; "
            "`workload: {source: FILE, threads: N}` runs the logs",
        ),
        (
            ["hash_join", "--threads", "2", "--weights", "unit"],
            "--weights is for the graph of one thread; remove it, or --threads",
        ),
        (
            ["hash_join", "--threads", "2", "--", "40"],
            "hash_join has no arguments but its size and the number of threads; use size",
        ),
        (["no.c", "--threads", "2"], "no.c: there is no such file"),
    ):
        assert call("trace", *tokens) == (2, "", f"error: {message}\n")
    (place / "prog.c").write_text(SOURCE)
    assert call("trace", "prog.c", "--threads", 2, "--size", 3)[2] == (
        "error: size and form are only for the programs included in numasim, not for 'prog.c'; use its "
        "arguments and flags\n"
    )
    listed = call("list", "programs", "hot_counter")[1]
    assert listed.endswith("A program of threads; forms: pthreads, atomics, openmp\n")
    (place / "e.yaml").write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    assert call("check", "e.yaml")[1] == (
        "e.yaml: ok, 8 points\n"
        "note: machine.l1.ways differs between the points, but the energies per event do not "
        "(machine.energy.l1_access): the energies of these points compare numbers of events; change the "
        "coefficients together with the fields (`zip`) to compare designs\n"
    )
    shown = call("show", "e.yaml")[1]
    assert "# 8 points, 10 runs (8 of the points, 2 of one thread on one core); 2 traces to make\n" in shown
