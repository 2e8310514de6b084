"""A thread that sleeps or waits for files lets another one run, and no real time passes."""

from pathlib import Path

import pytest

from numasim.trace.threads.trace_threads import trace_threads

SOURCE = Path(__file__).parents[1] / "sleeping.c"
WAYS = ("sleep", "usleep", "nanosleep", "clock_nanosleep", "poll", "select")


def traced(source, *arguments, seed=0):
    # An hour of real sleep would be far beyond the time limit.
    trace = trace_threads(source, arguments, threads=2, seed=seed, timeout=60)
    assert (trace.exit_code, trace.errors) == (0, b"")
    assert trace.counts["instructions"].sum() < 2000
    return trace


@pytest.mark.parametrize("way", WAYS)
def test_a_loop_that_sleeps_until_a_flag_is_set(c_compiler, way):
    for seed in (1, 2):
        trace = traced(SOURCE, way, seed=seed)
        how, rest = trace.output.decode().split(" -, ")
        few, hours = rest.split(", hours ")
        assert (how, few) == (way, "1")
        assert 0 <= int(hours) <= 2  # the other thread may have set the flag before the first look


def test_a_limited_wait_ends_while_another_thread_only_sleeps(c_compiler):
    assert traced(SOURCE, "timed wait").output.startswith(b"timed wait -, 1, ")


def test_data_of_another_thread_are_waited_for(c_compiler):
    for seed in range(3):
        assert traced(SOURCE, "pipe", seed=seed).output == b"pipe x, 1, hours 0\n"


def test_sleeps_at_the_same_time_take_the_time_of_one(c_compiler):
    # Both sleep an hour; only if the main thread begins when the other one has slept are these two.
    found = {traced(SOURCE, "both", seed=seed).output for seed in range(6)}
    assert found <= {b"both -, 1, hours 0\n", b"both -, 1, hours 1\n", b"both -, 1, hours 2\n"}
    assert b"both -, 1, hours 1\n" in found


CHRONO = """#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
static std::atomic<bool> done;
int main() {
    using namespace std::chrono;
    auto begin = steady_clock::now();
    std::thread other([] { std::this_thread::sleep_for(hours(2)); done = true; });
    while (!done) std::this_thread::sleep_for(hours(1));
    other.join();
    std::printf("%d\\n", (int)(duration_cast<minutes>(steady_clock::now() - begin).count() >= 120));
}
"""


def test_the_clocks_of_cplusplus_go_on(c_compiler, tmp_path):
    source = tmp_path / "chrono.cpp"
    source.write_text(CHRONO)
    assert traced(source).output == b"1\n"
