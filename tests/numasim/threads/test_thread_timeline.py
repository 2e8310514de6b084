"""Timelines of threads: slices never overlap, add up to the accounts of the cores, and change no result."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.numa.shared.timeline import Slice, Timeline
from numasim.results.timeline import write_timeline
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.operations import COMPUTE, LOCK, UNLOCK
from numasim.threads.random_operations import RandomOperations
from numasim.threads.replay import Replay
from tests.numasim.threads.test_thread_engines import MACHINES, check_equal
from tests.numasim.threads.test_thread_replay import log

KINDS = ("compute", "memory", "synchronisation")


def of_core(timeline: Timeline, core: int) -> list[Slice]:
    return [one for one in timeline.slices if one.core == core]


def cycles(slices: list[Slice], kind: str, first: int, last: float) -> int:
    """The cycles of a kind in a window."""
    inside = [min(one.last, last) - max(one.first, first) for one in slices if one.kind == kind]
    return int(sum(length for length in inside if length > 0))


@settings(deadline=None, max_examples=examples(12))
@given(
    seed=st.integers(0, 10**6),
    cores=st.permutations([0, 1, 2, 3]),
    threads=st.integers(1, 4),
    where=st.sampled_from(sorted(MACHINES)),
    options=st.fixed_dictionaries(
        {
            "scheduler": st.sampled_from(["static", "dynamic", "steal"]),
            "network": st.sampled_from(["ideal", "packet"]),
            "barrier": st.sampled_from(["messages", "memory"]),
        }
    ),
    window=st.tuples(st.integers(0, 900), st.integers(1, 900)),
)
def test_slices_add_up(
    seed: int,
    cores: list[int],
    threads: int,
    where: str,
    options: dict[str, Any],
    window: tuple[int, int],
) -> None:
    whole, part = Timeline(), Timeline(window[0], sum(window))

    def run(timeline: Timeline | None) -> Any:
        program = RandomOperations(seed=seed, phases=2, items=12, elements=60, locks=2)
        return simulate_threads(
            program, np.array(cores[:threads]), MACHINES[where], timeline=timeline, **options
        )

    result = run(whole)
    check_equal(result, run(None))
    run(part)
    for core, row in enumerate(result.tables["cores"].to_dict("records")):
        slices, within = of_core(whole, core), of_core(part, core)
        for kind in KINDS:
            assert cycles(slices, kind, 0, np.inf) == row[kind]
            assert cycles(slices, kind, window[0], sum(window)) == cycles(within, kind, 0, np.inf)
        for timeline in (slices, within):
            assert all(one.last <= other.first for one, other in pairwise(timeline))
        assert all(one.last <= result.scalars["cycles"] for one in slices)


def test_timeline_names_locks_and_phases(tmp_path: Path) -> None:
    logs = [log((LOCK, 0), (COMPUTE, 0, 8000), (UNLOCK, 0)) for _ in range(2)]
    machine, timeline = MACHINES["defaults"], Timeline()
    program = Replay(logs, [0], 4096, block=machine.memory.block, names=("mutex sum (line 7)",))
    result = simulate_threads(program, np.arange(2), machine, timeline=timeline)
    waits = {one.waits_for: one.last - one.first for one in timeline.slices if one.waits_for}
    assert waits.keys() == {"mutex sum (line 7)", "end of the phase"}
    assert waits["mutex sum (line 7)"] >= 8000 // machine.core.issue_width
    path = tmp_path / "run.json"
    write_timeline(path, timeline, machine.topology, "locks", result.tables["phases"])
    events = json.loads(path.read_text())["traceEvents"]
    named = [event["args"]["waits_for"] for event in events if "waits_for" in event.get("args", {})]
    assert set(named) == set(waits)
    (phase,) = [event for event in events if event.get("cat") == "phase"]
    assert (phase["name"], phase["ts"]) == ("phase 0", 0)
    assert phase["dur"] == phase["args"]["cycles"] == result.tables["phases"]["cycles"][0]
    assert phase["args"]["locks"] == 2


@pytest.mark.parametrize("first", [0, 50])
def test_timeline_that_is_cut_tells(first: int) -> None:
    timeline = Timeline(first, max_events=5)
    simulate_threads(RandomOperations(), np.arange(4), MACHINES["defaults"], timeline=timeline)
    assert timeline.cut
    assert timeline.last is not None
    assert timeline.last > first
