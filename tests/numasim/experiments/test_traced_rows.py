"""Traced workloads in experiments: the same figures by every way to them, and what is said of a cut trace."""

import json
from pathlib import Path

import pytest
import yaml

import numasim
from numasim.cli import execute
from numasim.experiments.workload import traced
from numasim.schema.load import load_experiment

LOOP = """
#include <stdlib.h>
#include <string.h>
long size = 8;
char here[8], there[8];
int main(int count, char **values)
{
    long turns = count > 1 ? atol(values[1]) : 10;
    for (long i = 0; i < turns; i++) {
        memcpy(here, there, size);
        memcpy(there, here, size);
        memcpy(here, there, size);
        memcpy(there, here, size);
        memcpy(here, there, size);
        memcpy(there, here, size);
        memcpy(here, there, size);
        memcpy(there, here, size);
    }
    return 0;
}
"""
TURNS = 32_000
"""The log of so many has more than the 8 MiB after which the runtime first looks at its limits."""


@pytest.fixture
def place(c_compiler, place, no_traces):
    (place / "loop.c").write_text(LOOP)
    return place


def row(workload, partition=None, sweep=None):
    """The only row of an experiment."""
    table = rows(workload, partition, sweep)
    assert len(table) == 1
    return table.iloc[0].to_dict()


def rows(workload, partition=None, sweep=None):
    data = {
        "workload": workload,
        "partition": partition or {"method": "contiguous", "parts": 4},
        "machine": "mesh-2x2",
        "execution": {"network": "ideal", "initial_values": "preloaded"},
        **({} if sweep is None else {"sweep": sweep}),
    }
    Path("e.yaml").write_text(yaml.safe_dump(data))
    return numasim.run("e.yaml", workers=1)


def figures(found):
    """What does not say where the graph came from."""
    described = (
        "run_id",
        "workload",
        "workload_options",
        "partitioner",
        "partitioner_options",
        "parts",
        "seed",
        "order",
    )
    return {name: value for name, value in found.items() if name not in described and value == value}


def test_a_long_program_is_the_same_by_every_way_to_it(place, capsys):
    """Traced in the run, from its file, and from its file cut by the command line."""
    direct = row({"source": "loop.c", "args": [TURNS]})
    assert execute(["trace", "loop.c", "-o", "loop.npz", "--no-cache", "--", str(TURNS)]) == 0
    assert execute(["partition", "loop.npz", "-m", "contiguous", "-p", "4", "-o", "parts.txt"]) == 0
    capsys.readouterr()
    assert direct["vertices"] == numasim.read_graph("loop.npz").num_vertices > 24 * TURNS
    assert (direct["completed"], direct["trace_complete"]) == (1, 1)
    assert "trace" not in str(direct["warnings"])
    assert figures(row({"graph": "loop.npz"}, {"file": "parts.txt"})) == figures(direct)


def test_the_arguments_of_a_program_are_swept(place):
    swept = rows({"source": "loop.c"}, sweep={"workload.args": [[5], [7]]})
    assert swept["workload.args"].tolist() == ["[5]", "[7]"]
    alone = [row({"source": "loop.c", "args": [turns]}) for turns in (5, 7)]
    assert swept["cycles"].tolist() == [found["cycles"] for found in alone]
    assert alone[0]["vertices"] < alone[1]["vertices"]


@pytest.mark.parametrize("limit", [{"max_instructions": 777}, {"max_bytes": "1 MiB"}])
def test_a_limit_that_was_given_is_a_warning(place, capsys, limit):
    turns = 1_000_000_000 if "max_bytes" in limit else 1000
    options = [f"--{name.replace('_', '-')}={value}" for name, value in limit.items()]
    assert execute(["trace", "loop.c", "-o", "loop.npz", *options, "--", str(turns)]) == 0
    capsys.readouterr()
    found = row({"source": "loop.c", "args": [turns], **limit})
    nodes = numasim.read_graph("loop.npz").num_vertices
    assert (found["vertices"], found["completed"], found["trace_complete"]) == (nodes, 0, 0)
    assert found["warnings"].split(" | ")[0] == (
        f"the trace was cut by a limit after {nodes:,} instructions: the figures are those of the beginning "
        "of the program"
    )
    assert found["speedup"] is None or found["speedup"] != found["speedup"]
    assert figures(row({"graph": "loop.npz"})) == figures(found)


def test_a_swept_limit_was_given(place):
    workload = {"source": "loop.c", "args": [1000]}
    assert row(workload, sweep={"workload.max_instructions": [500]})["trace_complete"] == 0
    assert row(workload, sweep={"workload.max_instructions": [1_000_000]})["trace_complete"] == 1


def test_a_limit_that_was_not_given_is_an_error(place, monkeypatch):
    monkeypatch.setattr("numasim.trace.options.DEFAULT_MAX_BYTES", 1 << 20)
    found = row({"source": "loop.c", "args": [1_000_000_000]})
    nodes = numasim.trace_program("loop.c", ["1000000000"]).graph.num_vertices
    assert found["error"] == (
        f"loop.c: the trace was cut after {nodes:,} instructions, when its log reached 1 MiB; use a "
        "smaller problem, or set a limit with `max_instructions` or `max_bytes`"
    )


def test_a_program_has_its_time(place):
    (place / "endless.c").write_text("#include <unistd.h>\nint main(void) { for (;;) pause(); }\n")
    assert row({"source": "endless.c", "timeout": "300 ms"})["error"] == (
        "endless: the program ran for more than 0.3 s, the time limit of a traced program; raise the "
        "limit with --timeout (in a file `workload.timeout`), or end the run earlier with --max-instructions "
        "or --max-bytes"
    )


def test_a_graph_that_is_no_trace_has_no_such_column(place):
    assert "trace_complete" not in row({"generator": "grid", "width": 4, "height": 4})


def test_every_setting_of_a_workload_reaches_the_trace(place):
    """Of each key another value than its default: what the trace says that it was made with."""
    (place / "words").write_text("x")
    settings = {
        "weights": "rdtsc",
        "timing_runs": 2,
        "clock_cycles": 30,
        "function": "main",
        "memory_dependences": "raw_war_waw",
        "drop": ["allocas", "stack"],
        "max_instructions": 123,
        "max_bytes": "3 MiB",
        "flags": ["-O1", "-DX"],
    }
    row({"source": "loop.c", "args": [9, "b"], "input": "words", "timeout": "5 s", **settings})
    about = traced(load_experiment("e.yaml")).about
    expected = {**settings, "arguments": ["9", "b"], "max_bytes": 3 << 20}
    assert {name: about[name] for name in expected} == expected
    assert json.loads(json.dumps(about)) == about


STARTS_OTHERS = """
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    int sum = omp_get_max_threads();
    if (fork() == 0)
        _exit(0);
    wait(0);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += i;
    return sum == 7 ? 0 : 1;
}
"""


def test_what_a_trace_has_not_is_a_warning_of_its_runs(place):
    (place / "others.c").write_text(STARTS_OTHERS)
    notes = numasim.trace_program("others.c").graph.notes
    assert notes[:2] == (
        "the OpenMP directives were not compiled, so the program ran serially",
        "the graph does not contain the processes and programs started by: fork (1)",
    )
    found = row({"source": "others.c"})["warnings"]
    assert all(note in found for note in notes)
