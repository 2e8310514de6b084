"""Test the options of schedules: what each one does, in both engines, on real threads and in files."""

import numpy as np
import pandas as pd
import pytest
import yaml
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from thread_driver import Run

from numasim.machine.machine import load_machine
from numasim.schema.load import load_experiment
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads import schedules
from numasim.threads.bfs import Bfs
from numasim.threads.microbenchmarks import AtomicCounter
from numasim.threads.random_numbers import mixed_numbers
from numasim.threads.real_run import run_threads
from numasim.threads.schedules import OWN_WORDS, TAKEN, Schedule
from partitioners.errors import ConfigError, OptionError, PluginError
from partitioners.generators.models import rmat
from tests.numasim.kinds.test_thread_experiment import BFS, changed, run

MACHINE = load_machine("mesh-2x2")
QUEUE = changed(BFS, workload={"method": "queue", "chunk": 1})
OPTIONS = {
    "guided": {"divisor": st.integers(1, 5)},
    "steal": {"random_victim": st.booleans(), "one_chunk": st.booleans()},
}


@st.composite
def chosen(draw):
    """A schedule with options."""
    name = draw(st.sampled_from(sorted(OPTIONS)))
    return name, {option: draw(values) for option, values in OPTIONS[name].items()}


@settings(max_examples=examples(40), deadline=None)
@given(chosen(), st.integers(1, 9), st.integers(1, 30), st.integers(1, 30), st.integers(0, 99))
def test_every_item_is_done_once(schedule, threads, accesses, chunk, seed):
    name, options = schedule
    program = AtomicCounter(accesses=accesses, counters=31)
    order = np.random.default_rng(seed)
    Run(program, threads, getattr(schedules, name), chunk, order, options=options, seed=seed)
    assert program.verify() == []


@pytest.fixture
def plain(monkeypatch):
    """The functions of schedules as plain Python."""
    for name in ("touch", "_give"):
        monkeypatch.setattr(schedules, name, getattr(schedules, name).py_func)
    monkeypatch.setattr(schedules, "mixed", lambda number: int(mixed_numbers(np.array([number]))[0]))


def state(threads, items, chunk=1):
    """A phase of a schedule."""
    bounds = np.array([items * k // threads for k in range(threads + 1)])
    others = (np.arange(threads)[:, None] + np.arange(1, threads)) % threads
    return Schedule(
        threads,
        phase=np.array([items, chunk, 0, 0, 0, 0, 0, 0]),
        taken=np.zeros(1, np.int64),
        first=bounds[:-1].copy(),
        stop=bounds[1:].copy(),
        victims=others,
        chunk=np.zeros((threads, 2), np.int64),
        touched=np.zeros((threads, threads + 3), np.int64),
        own=np.zeros((threads, OWN_WORDS), np.int64),
    )


def asked(schedule, thread, next_chunk, **options):
    """The chunk that a thread gets, or None, and the shared words that the request touches."""
    schedule.touched[thread, 0] = 0
    got = next_chunk(schedule, thread, **options)
    words = schedule.touched[thread]
    return schedule.chunk[thread].tolist() if got else None, words[1 : 1 + words[0]].tolist()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("divisor", [1, 2, 5])
def test_guided_gives_a_part_of_the_remaining_share(divisor):
    schedule, begin = state(3, 100, 4), 0
    while begin < 100:
        stop = min(begin + max((100 - begin) // (3 * divisor), 4), 100)
        assert asked(schedule, 1, schedules.guided, divisor=divisor) == ([begin, stop], [TAKEN])
        begin = stop
    assert asked(schedule, 1, schedules.guided, divisor=divisor) == (None, [TAKEN])


@pytest.mark.usefixtures("plain")
def test_a_thief_takes_half_or_a_chunk_from_the_back_of_the_victim():
    for one_chunk, stolen in ((False, 5), (True, 2)):
        schedule = state(2, 20, 2)
        schedule.first[0] = 10  # thread 0 has finished its share
        chunk, touched = asked(schedule, 0, schedules.steal, one_chunk=one_chunk)
        assert chunk == [20 - stolen, 20 - stolen + 2]
        assert touched == [1, 2, 1]
        assert schedule.stop[1] == 20 - stolen


@pytest.mark.usefixtures("plain")
def test_a_random_thief_begins_anywhere_and_finds_the_only_work():
    begins = []
    for seed in range(200):
        schedule = state(5, 50)
        schedule.first[:] = schedule.stop
        schedule.first[3] -= 1
        chunk, touched = asked(schedule, 0, schedules.steal, seed=seed, random_victim=True)
        assert chunk == [39, 40]
        begins.append(touched[1] - 1)
        looked = [(touched[1] - 2 + k) % 4 + 1 for k in range(len(touched) - 2)]
        assert [word - 1 for word in touched[1:-1]] == looked
    assert min(begins.count(victim) for victim in (1, 2, 3, 4)) > 25
    assert asked(state(1, 3), 0, schedules.steal, random_victim=True) == ([0, 1], [1])


def test_both_engines_agree_with_every_option():
    graph, cycles = rmat(scale=9, edge_factor=6, directed=True), set()
    for name, options in (
        ("guided", {"divisor": 7}),
        ("guided", {}),
        ("steal", {"random_victim": True, "one_chunk": True}),
        ("steal", {"random_victim": True}),
        ("steal", {}),
    ):
        found = [
            simulate_threads(
                Bfs(graph=graph, method="queue"),
                np.arange(4),
                MACHINE,
                scheduler=name,
                options=options,
                seed=2**64 + 5,
                chunk=4,
                engine=engine,
            )
            for engine in ("compiled", "simpy")
        ]
        assert found[0].scalars == found[1].scalars
        for table in found[0].tables:
            pd.testing.assert_frame_equal(found[0].tables[table], found[1].tables[table])
        cycles.add(found[0].scalars["cycles"])
    assert len(cycles) == 5


def test_real_threads_take_the_options():
    for name, options in (("guided", {"divisor": 3}), ("steal", {"random_victim": True})):
        program = AtomicCounter(accesses=500, counters=31)
        run_threads(program, 3, getattr(schedules, name), 4, options=options, seed=9)
        assert program.verify() == []


def test_a_file_names_the_options_of_a_schedule():
    sweep = {"list": [{"execution.divisor": 1}, {"execution.divisor": 9}]}
    table = run(changed(QUEUE, execution={"scheduler": "guided"}, sweep=sweep)).table
    assert table["scheduler_options"].tolist() == ['{"divisor": 1}', '{"divisor": 9}']
    assert table["cycles"].nunique() == 2
    graph = {"generator": "grid", "width": 9, "height": 9}
    base = changed(QUEUE, execution={"scheduler": "steal", "random_victim": True})
    base = changed(base, workload={"seed": 0, "graph": graph}, sweep={"seed": [1, 2, 3]})
    first, again = (run(base).table["cycles"].tolist() for _ in range(2))
    assert len(set(first)) > 1
    assert first == again


@pytest.mark.parametrize(
    ("execution", "message"),
    [
        (
            {"scheduler": "dynamic", "divisor": 2},
            "e.yaml:12:3: execution.divisor: unknown key; known: barrier, engine, lock, lock_layout, "
            "max_cycles, max_events, max_seconds, network, scheduler",
        ),
        (
            {"scheduler": "guided", "divisor": 0},
            "e.yaml:12:12: execution.divisor: guided expects an integer from 1 to 2147483647, got 0",
        ),
        (
            {"scheduler": "steal", "one_chunk": 3},
            "e.yaml:12:14: execution.one_chunk: steal expects true or false, got 3",
        ),
    ],
)
def test_a_wrong_option_is_refused(place, execution, message):
    (place / "e.yaml").write_text(yaml.safe_dump(changed(BFS, execution=execution), sort_keys=False))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert [line.partition(" (")[0] for line in error.value.problems] == [message]


def later(schedule, thread, *, way: str = "first"):
    """A schedule with an option that compiled functions cannot take."""
    return 0


def test_options_are_numbers():
    with pytest.raises(OptionError) as wrong:
        simulate_threads(AtomicCounter(), np.arange(2), MACHINE, scheduler="guided", options={"way": 1})
    assert str(wrong.value) == "thread schedule 'guided' takes no option 'way'; known: divisor"
    with pytest.raises(PluginError) as error:
        run_threads(AtomicCounter(), 2, later)
    assert str(error.value) == (
        "thread schedule 'later' failed: its option 'way' is 'first'; options of a schedule are integers and "
        "truth values"
    )
