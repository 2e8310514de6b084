"""Threads on the computer at hand: programs run and are simulated here, and the report says what is off."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from numasim.cli import execute
from numasim.host.description import Cache, Description
from numasim.host.measure import Measured
from numasim.machine.machine import load_machine
from numasim.trace.threads.programs import THREADED_PROGRAMS, ThreadedProgram
from numasim.validation import this_computer
from numasim.validation import this_computer_report as report
from numasim.validation.this_computer import Run, geometric_mean, run_included, thread_counts
from partitioners.errors import InputError

PAGE = Path(__file__).parents[3] / "docs" / "validation.md"


def made_up(program: str, threads: int, measured: float, simulated: float) -> Run:
    took = Measured(measured, 1.25 * measured, 60)
    return Run(program, threads, 100, took, simulated, 8000, 4096, (0.2, 0.7, 0.1))


def computer(*caches: Cache) -> Description:
    """One core with an L1 and other caches."""
    first = Cache(1, 2**15, 8, 64, frozenset({0}))
    return Description("a core", (frozenset({0}),), 1, (first, *caches), (), (), 2**30, None)


RUNS = [made_up("slow", 1, 1000, 4000), made_up("slow", 2, 500, 2500), made_up("fast", 1, 4000, 1000)]


def test_the_table_has_times_speed_ups_and_rates():
    assert list(report.rows(RUNS, 4e9)) == [
        ("slow", "1", "10", "+25%", "40", "4.00", "-", "-", "2.00", "0.50", "20% / 70% / 10%"),
        ("slow", "2", "5", "+25%", "25", "5.00", "2.00", "1.60", "4.00", "0.80", "20% / 70% / 10%"),
        ("fast", "1", "40", "+25%", "10", "0.25", "-", "-", "0.50", "2.00", "20% / 70% / 10%"),
    ]


def test_the_mean_takes_too_slow_and_too_fast_alike():
    assert geometric_mean([RUNS[0], RUNS[2]]) == pytest.approx(4)
    private, shared = Cache(2, 2**18, 8, 64, frozenset({0})), Cache(3, 2**22, 16, 64, frozenset({0}))
    spends = "its core spends 70% of the simulated cycles waiting for memory"
    holds = "and the cache of level 3, 4 MiB, which the model lacks, can hold the 4 KiB it fetches"
    lines = [
        "One thread: 4.00 times off in the geometric mean (goal: 2).",
        f"slow: simulated 4.0 times too slow (goal: 3); {spends}, {holds}.",
        f"fast: simulated 4.0 times too fast (goal: 3); {spends}.",
    ]
    assert report.summary(RUNS, computer(private, shared)) == lines
    lines[1] = f"slow: simulated 4.0 times too slow (goal: 3); {spends}."
    assert report.summary(RUNS, computer(private)) == lines
    assert report.summary([RUNS[1]], computer(private)) == []


@pytest.mark.parametrize("name", ["histogram", "hash_join"])
def test_a_program_with_static_variables_runs_many_times(name):
    """Each run checks its result, which would be wrong with the variables of the run before."""
    (found,) = run_included(name, load_machine("mesh-2x2"), [1])
    assert found.measured.samples == 60
    assert found.measured.least > 0
    assert found.simulated > 0
    assert found.work == THREADED_PROGRAMS[name].size
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.slow
def test_the_simulated_time_is_that_of_the_trace():
    machine = load_machine("mesh-2x2")
    slower = {"clock": "1.2 GHz", "memory": {"latency": "100 ns", "bandwidth": "4 GB/s"}}
    half_as_fast = load_machine({"base": "mesh-2x2", **slower})
    (one,), (half,) = (run_included("false_sharing", each, [1]) for each in (machine, half_as_fast))
    assert half.simulated == pytest.approx(2 * one.simulated, rel=0.01)
    assert half.instructions == one.instructions


def test_a_program_that_fails_here_is_named(tmp_path, monkeypatch):
    source = tmp_path / "broken.c"
    source.write_text('#include <stdio.h>\nint main(void) { fputs("no luck", stderr); return 3; }\n')
    program = ThreadedProgram("broken", "", ("shared",), 10, 100)
    monkeypatch.setattr(ThreadedProgram, "source", property(lambda self: source))
    monkeypatch.setitem(this_computer.THREADED_PROGRAMS, "broken", program)
    with pytest.raises(InputError) as caught:
        run_included("broken", load_machine("mesh-2x2"), [1])
    assert str(caught.value) == "broken ended with exit code 3 on this computer: no luck"


def test_the_threads_go_up_to_the_processors(monkeypatch):
    for most, counts in ((1, [1]), (2, [1, 2]), (6, [1, 2, 4, 6])):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, most=most: set(range(most)))
        assert thread_counts() == counts


def test_a_machine_file_without_this_is_refused(capsys):
    assert execute(["validate", "threads", "--machine", "mine.yaml"]) == 2
    expected = "error: --machine: it is the file of this computer; add --this\n"
    assert capsys.readouterr().err == expected


def test_the_page_has_all_programs_and_the_processor():
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("<!-- begin: numasim validate threads --this -->") :]
    assert re.search(r"computer with\n\d+ cores \(`.+`\)", section)
    for name in (*THREADED_PROGRAMS, "sequential_read", "random_read", "atomic_counter"):
        assert f"| {name} | 2 |" in section
