"""Programs of threads, traced: they do what they do untraced, and their logs say what they did."""

import itertools
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from thread_log_replay import replay
from thread_sources import COMPILERS, FORMS, needed

from numasim.threads.operations import ATOMIC, BARRIER, COMPUTE, END, LOAD, LOCK, OPERATION, STORE, UNLOCK
from numasim.trace.threads.programs import FOLDER, THREADED_PROGRAMS, find_threaded_program
from numasim.trace.threads.trace_threads import trace_threads
from partitioners.errors import OptionError, UnknownNameError

SOURCES = Path(__file__).parents[1] / "thread_programs"
THREADS = 4
SMALL = {
    "stencil": 12,
    "hash_join": 300,
    "hot_counter": 500,
    "producer_consumer": 100,
    "false_sharing": 100,
    "matrix": 10,
    "histogram": 1000,
    "merge_sort": 200,
    "prefix_sum": 500,
    "breadth_first": 200,
}
FEATURES = {
    "pthreads.c": ["", "7"],
    "atomics.c": [""],
    "openmp.c": ["100"],
    "openmp_more.c": [""],
    "openmp_nested_locks.c": [""],
    "openmp_tasks.c": [""],
    "handovers.c": ["flag 3 10 4", "ticket 3 10 4", "barrier 3 10 4"],
    "standard_threads.cpp": [""],
}


@cache
def traced(name, form, compiler="ziglang", seed=0):
    program = THREADED_PROGRAMS[name]
    return trace_threads(
        program.source,
        program.arguments(THREADS, SMALL[name]),
        threads=THREADS,
        seed=seed,
        flags=program.flags(form),
        compiler=compiler,
    )


def run_plainly(source, folder, arguments, flags=()):
    """The program by the system's compiler, with its own threads."""
    compiler = shutil.which("c++" if source.suffix == ".cpp" else "cc")
    if compiler is None:
        pytest.skip("There is no C compiler on the path, so there is no plain program to compare with.")
    words = [compiler, "-O1", "-pthread", "-fopenmp", *flags, str(source), "-o", str(folder / "plain")]
    subprocess.run(words, check=True, capture_output=True)
    return subprocess.run(
        [str(folder / "plain"), *arguments],
        env={"OMP_NUM_THREADS": str(THREADS)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def check_laws(trace):
    """What holds for every trace."""
    counts = trace.counts
    for thread, log in enumerate(trace.operations):
        assert log.dtype == OPERATION
        kinds = np.bincount(log["kind"], minlength=10)
        assert kinds[[LOAD, STORE, ATOMIC]].tolist() == [
            counts[name][thread] for name in ("loads", "stores", "atomics")
        ]
        assert (
            counts["instructions"][thread] + counts["library"][thread]
            == int(log["cycles"].sum()) + kinds[: ATOMIC + 1].sum()
        )
        assert kinds[END] == 1
        assert log["kind"][-1] == END
        accesses = log[log["kind"] <= ATOMIC]
        assert np.all((accesses["address"] >= 4096) & (accesses["address"] < trace.memory_bytes))
        assert np.all(log["after"] <= np.arange(log.size))
        needs = np.flatnonzero(log["after"])
        assert np.all(np.isin(log["kind"][needs - log["after"][needs]], (LOAD, ATOMIC, COMPUTE)))
        synchronising = log[(log["kind"] >= LOCK) & (log["kind"] < END)]
        assert np.all(synchronising["address"] < len(trace.objects))
    for number, each in enumerate(trace.objects):
        arrivals = [int(np.sum((o["kind"] == BARRIER) & (o["address"] == number))) for o in trace.operations]
        if any(arrivals):
            assert each.kind == "barrier"
            assert sum(arrivals) % each.participants == 0
    done = replay(trace.operations, trace.participants, waits=trace.waits)
    assert len(done) == sum(int(np.sum(log["kind"] >= LOCK)) for log in trace.operations)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(("name", "form"), FORMS)
def test_every_program_in_every_form_does_what_it_does_untraced(tmp_path, name, form, compiler):
    needed(compiler)
    program = THREADED_PROGRAMS[name]
    trace = traced(name, form, compiler)
    plain = run_plainly(
        program.source, tmp_path, program.arguments(THREADS, SMALL[name]), program.flags(form)
    )
    assert (trace.output, trace.errors, trace.exit_code) == (plain.stdout, b"", 0)
    assert plain.returncode == 0
    assert len(trace.operations) == THREADS
    assert trace.data_races == 0
    assert trace.warnings == ()
    check_laws(trace)


def is_long(name, level, compiler):
    """Both levels are long together, and ziglang builds the C++ library first."""
    return level == "-O0" or (name.endswith(".cpp") and compiler == "ziglang")


@pytest.mark.parametrize(
    ("name", "level", "compiler"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] * is_long(*case))
        for case in itertools.product(FEATURES, ("-O0", "-O2"), COMPILERS)
    ],
)
def test_a_program_of_all_features_does_what_it_does_untraced(tmp_path, name, level, compiler):
    needed(compiler)
    for text in FEATURES[name]:
        arguments = text.split()
        trace = trace_threads(SOURCES / name, arguments, threads=5, flags=[level], compiler=compiler)
        plain = run_plainly(SOURCES / name, tmp_path, arguments)
        if name != "openmp.c":  # whose team has the size that the number of threads says
            assert trace.output == plain.stdout
        assert (trace.errors, trace.exit_code) == (plain.stderr, plain.returncode)
        assert trace.data_races == 0
        check_laws(trace)


def test_every_program_of_the_folders_is_run():
    assert {path.name for path in SOURCES.iterdir()} == set(FEATURES)
    assert {path.stem for path in FOLDER.glob("*.c")} == set(THREADED_PROGRAMS) == set(SMALL)


@pytest.mark.parametrize(
    ("name", "form"),
    [("matrix", "openmp"), pytest.param("producer_consumer", "atomics", marks=pytest.mark.slow)],
)
def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_order(name, form):
    first = traced(name, form)
    again = traced.__wrapped__(name, form)
    assert [log.tobytes() for log in first.operations] == [log.tobytes() for log in again.operations]
    assert (first.objects, first.data_races, first.memory_bytes) == (
        again.objects,
        again.data_races,
        again.memory_bytes,
    )
    others = [traced(name, form, seed=seed) for seed in (1, 2, 3)]
    assert {each.output for each in others} == {first.output}
    assert any(
        [log.tobytes() for log in other.operations] != [log.tobytes() for log in first.operations]
        for other in others
    )


@pytest.mark.parametrize("name", ["hot_counter", "hash_join", "producer_consumer", "stencil"])
def test_the_logs_can_be_replayed_in_other_orders(name):
    trace = traced(name, "pthreads")
    for seed in range(5):
        replay(trace.operations, trace.participants, random.Random(seed).choice, trace.waits)


def test_a_lock_is_held_once_for_each_number():
    """500 numbers are added under the lock, by their own threads."""
    trace = traced("hot_counter", "pthreads")
    (number,) = [n for n, each in enumerate(trace.objects) if each.kind == "mutex"]
    assert trace.objects[number].name == "lock"
    for log in trace.operations:
        for kind in (LOCK, UNLOCK):
            assert np.sum((log["kind"] == kind) & (log["address"] == number)) == 500 // THREADS


def test_false_sharing_is_kept():
    """Counters that lie in one block do so in the log, and padded ones do not."""
    for form, blocks in (("shared", 1), ("padded", THREADS)):
        written = {
            int(log["address"][log["kind"] == STORE][-1]) // 64
            for log in traced("false_sharing", form).operations[1:]
        }
        assert len(written) == min(blocks, THREADS - 1)


def test_the_arguments_of_a_program():
    program = find_threaded_program("producer_consumer")
    assert program.arguments(4) == ["3000", "4"]
    with pytest.raises(OptionError) as caught:
        program.arguments(1)
    assert str(caught.value) == "producer_consumer expects at least 2 threads, got 1"
    with pytest.raises(OptionError) as caught:
        program.arguments(4, 0)
    assert str(caught.value) == "producer_consumer expects a size from 1 to 10000000 (default 3000), got 0"
    with pytest.raises(UnknownNameError) as caught:
        find_threaded_program("stencl")
    assert str(caught.value).startswith("unknown program 'stencl'; did you mean 'stencil'?")
    with pytest.raises(UnknownNameError) as caught:
        program.flags("openmp")
    assert str(caught.value).startswith("program 'producer_consumer' has no form 'openmp'; ")


@pytest.mark.parametrize("name", THREADED_PROGRAMS)
def test_a_program_refuses_a_wrong_size(tmp_path, name):
    program = THREADED_PROGRAMS[name]
    done = run_plainly(program.source, tmp_path, ["0", "4"], program.flags(program.forms[0]))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: ")
