"""Regions of interest: markers and functions, in graphs and logs of threads, and what a run counts of them.

The judge is the same program split by hand: its whole graph or log, cut where the markers are.
"""

import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest
from thread_sources import needed

import numasim
from numasim.numa.shared.limits import Limits
from numasim.results.timeline import spans
from numasim.threads.operations import COMPUTE, END, LOAD, MARK, OPERATION, STORE
from numasim.threads.replay import Replay, ReplayWithRegion
from numasim.trace.markers import HEADERS
from numasim.trace.threads.trace_threads import trace_threads
from numasim.trace.windows import trace_windows
from partitioners.errors import InputError

MACHINE = numasim.load_machine("mesh-2x2")
BLOCK, WIDTH = MACHINE.memory.block, MACHINE.core.issue_width
ENGINES = ("compiled", "simpy")

SERIAL = r"""#include <stdio.h>
#ifdef PLAIN
#define numasim_begin()
#define numasim_end()
#else
#include <numasim.h>
#endif
static int a[20];
static int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += a[i]; return s; }
static int twice(int x) {
    numasim_begin();
    int y = f(x) * x;
    numasim_end();
    return y;
}
int main(void) {
    for (int i = 0; i < 20; i++) a[i] = i;
    int k = 3;
    numasim_begin();
    k += f(10);
    a[3] = k;
    numasim_end();
    k += twice(a[3] % 20);
    printf("%d\n", k);
    return 0;
}
"""
PARTS = ((20, 21), (12,))
"""The lines of the two parts of the region, between the first and last of which all is executed in it."""

THREADS = r"""#include <pthread.h>
#include <stdio.h>
#include <numasim.h>
#define SIZE 128
static long a[4][SIZE];
__attribute__((noinline)) void *work(void *p) {
    long *x = p;
    for (int i = 0; i < SIZE; i++) x[i] += i;
    return 0;
}
int main(void) {
    pthread_t others[3];
    for (int k = 0; k < 4; k++) for (int i = 0; i < SIZE; i++) a[k][i] = k;
    numasim_begin();
    for (int k = 0; k < 3; k++) pthread_create(&others[k], 0, work, a[k + 1]);
    work(a[0]);
    for (int k = 0; k < 3; k++) pthread_join(others[k], 0);
    numasim_end();
    long sum = 0;
    for (int k = 0; k < 4; k++) for (int i = 0; i < SIZE; i++) sum += a[k][i];
    printf("%ld\n", sum);
    return 0;
}
"""


def written(folder, text):
    source = folder / "prog.c"
    source.write_text(text)
    return source


# -- graphs -----------------------------------------------------------------------------------------------


def test_the_graph_has_what_is_executed_between_markers(tmp_path):
    needed("ziglang")
    source = written(tmp_path, SERIAL)
    marked = numasim.trace_program(source, compiler="ziglang")
    whole = numasim.trace_program(source, flags=["-DPLAIN"], compiler="ziglang").graph
    assert marked.output == b"632\n"
    inside = np.zeros(whole.num_vertices, bool)
    for lines in PARTS:
        of_part = np.flatnonzero(np.isin(whole.vertex["line"], lines))
        inside[of_part[0] : of_part[-1] + 1] = True
    assert 0 < inside.sum() < whole.num_vertices
    for name in ("line", "opcode_class", "latency_class", "bytes"):
        assert np.array_equal(marked.graph.vertex[name], whole.vertex[name][inside])
    number = np.cumsum(inside) - 1
    both = inside[whole.src] & inside[whole.dst]
    edges = sorted(zip(number[whole.src[both]].tolist(), number[whole.dst[both]].tolist(), strict=True))
    found = sorted(zip(marked.graph.src.tolist(), marked.graph.dst.tolist(), strict=True))
    assert found == edges


def test_a_function_takes_the_place_of_the_markers(tmp_path):
    needed("ziglang")
    found = numasim.trace_program(written(tmp_path, SERIAL), compiler="ziglang", function="f")
    assert set(found.graph.vertex["line"]) == {0, 9}  # allocations of local variables have no line


def test_windows_have_what_is_executed_between_markers(tmp_path):
    needed("ziglang")
    source = written(tmp_path, SERIAL)
    windows = list(trace_windows(source, window=100, compiler="ziglang"))
    whole = numasim.trace_program(source, compiler="ziglang")
    assert sum(each.instructions for each in windows) == whole.graph.num_vertices


# -- what is wrong ----------------------------------------------------------------------------------------

MISTAKES = {
    "numasim_begin();\nnumasim_begin();\nnumasim_end();": "line 5 begins a region inside the region that "
    "line 4 has begun; call numasim_end() before, or remove one numasim_begin()",
    "numasim_end();": "line 4 ends a region that has not begun; call numasim_begin() in the same thread "
    "before, or remove numasim_end()",
    "numasim_begin();": "the region that line 4 has begun never ends; call numasim_end() in the same thread "
    "before it ends",
    "if (count > 5)\nnumasim_begin();": "the program has markers, but never called numasim_begin(), so its "
    "region is empty; give it arguments with which it does, or remove the markers",
    "if (count < 5)\nreturn 3;\nnumasim_begin();\nnumasim_end();": "the program has markers, but never "
    "called numasim_begin() (it ended with exit code 3), so its region is empty; give it arguments with "
    "which it does, or remove the markers",
    "numasim_begin();\nif (count < 5)\nexit(4);\nnumasim_end();": "the region that line 4 has begun never "
    "ends (it ended with exit code 4); call numasim_end() in the same thread before it ends",
}


@pytest.mark.parametrize("body", MISTAKES)
def test_wrong_markers_are_one_error(body, tmp_path):
    needed("ziglang")
    source = written(
        tmp_path,
        "#include <numasim.h>\nvoid exit(int); int main(int count, char **values)\n{\n"
        f"{body}\nreturn 0;\n}}\n",
    )
    for trace in (
        lambda: numasim.trace_program(source, compiler="ziglang"),
        lambda: trace_threads(source, threads=1, compiler="ziglang"),
    ):
        with pytest.raises(InputError) as caught:
            trace()
        assert str(caught.value) == f"prog: {MISTAKES[body]}"


def test_a_thread_that_ends_in_its_region_is_an_error(tmp_path):
    needed("ziglang")
    text = THREADS.replace("    return 0;\n}\nint main", "    numasim_begin();\n    return 0;\n}\nint main")
    text = text.replace("    numasim_begin();\n    for", "    for").replace("    numasim_end();\n", "")
    with pytest.raises(InputError) as caught:
        trace_threads(written(tmp_path, text), threads=4, compiler="ziglang")
    assert str(caught.value) == (
        "prog: the region that line 9 has begun never ends; call numasim_end() in the same thread "
        "before it ends"
    )


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            "werk",
            "the program has no function 'werk'; did you mean 'work'? (a function whose calls are all "
            "inlined is not found; mark it noinline)",
        ),
        (
            "unused",
            "function 'unused' was not called, or all calls of it are inlined; mark it noinline, or give the "
            "program arguments with which it calls it",
        ),
    ],
)
def test_a_function_that_is_not_called_is_an_error(function, message, tmp_path):
    needed("ziglang")
    source = written(tmp_path, THREADS + 'void unused(void) { printf("unused"); }\n')
    with pytest.raises(InputError) as caught:
        trace_threads(source, threads=4, compiler="ziglang", function=function)
    assert str(caught.value) == f"prog.c: {message}"


def test_a_function_that_an_early_exit_leaves_out(tmp_path):
    needed("ziglang")
    source = written(
        tmp_path, "void work(void) {}\nint main(int c, char **v) { if (c < 2) return 3; work(); }\n"
    )
    with pytest.raises(InputError) as caught:
        trace_threads(source, threads=1, compiler="ziglang", function="work", flags=["-O0"])
    assert str(caught.value) == (
        "prog.c: function 'work' was not called, or all calls of it are inlined (it ended with exit code 3); "
        "mark it noinline, or give the program arguments with which it calls it"
    )


# -- logs of threads --------------------------------------------------------------------------------------


def run(trace, engine="compiled", **options):
    program = Replay.of(trace, block=BLOCK)
    return numasim.simulate_threads(
        program, np.arange(len(trace.operations)), MACHINE, engine=engine, **options
    )


@pytest.mark.parametrize(
    ("function", "network"),
    [
        (None, "packet"),
        (None, "flit"),
        ("work", "packet"),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((None, "ideal"), ("work", "flit"))),
    ],
)
def test_both_engines_count_the_same_in_a_region(function, network, tmp_path):
    needed("ziglang")
    trace = trace_threads(written(tmp_path, THREADS), threads=4, compiler="ziglang", function=function)
    assert trace.output == b"33280\n"
    assert trace.marks == (2 if function is None else 8)
    assert not trace.about["unknown_calls"]
    found, other = (run(trace, engine, network=network) for engine in ENGINES)
    assert found.scalars == other.scalars
    for name, table in found.tables.items():
        assert table.equals(other.tables[name])
    phases = found.tables["phases"]
    in_region = phases[phases["part"] == "region"]
    assert phases["part"].tolist()[0] == "warm-up"
    assert phases["part"].tolist()[-1] == "after"
    assert in_region["cycles"].sum() == found.scalars["cycles"]
    assert in_region["l1_misses"].sum() == found.scalars["l1_misses"]
    assert in_region["issue_slots"].sum() <= found.scalars["cycles"] * WIDTH * 4
    assert found.scalars["memory_reads"] < phases["memory_reads"].sum() / 8  # the pages and the L2 are warm
    assert found.scalars["energy_joules"] > 0
    assert found.scalars["phases"] == 1


LEAVING = r"""
#include <setjmp.h>
static volatile long A[4096];
static jmp_buf place;
static void leave(int n);
extern "C" __attribute__((noinline)) int work(int n, int deep)
{
    if (deep) return work(n, deep - 1);
    for (int i = 0; i < 50; i++) A[4 * i] = i;
    if (n % 2) leave(n);
    return n;
}
__attribute__((noinline)) static void leave(int n) { LEAVE; }
__attribute__((noinline)) static void outside(void) { for (int i = 0; i < 300; i++) A[1000 + i] = i; }
int main(void)
{
    for (volatile int k = 0; k < 4; k = k + 1) {
        CALL
        outside();
    }
    return 0;
}
"""
WAYS = {
    "throw": ("throw n", "try { work(k, 0); } catch (int) {}"),
    "throw from deep": ("throw n", "try { work(k, 3); } catch (int) {}"),
    "throw into itself": ("try { throw n; } catch (int) {}", "work(k, 2);"),
    "longjmp": ("longjmp(place, n)", "if (!setjmp(place)) work(k, 0);"),
    "longjmp from deep": ("longjmp(place, n)", "if (!setjmp(place)) work(k, 3);"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_region_ends_however_its_function_is_left(way, tmp_path):
    needed("ziglang")
    leave, call = WAYS[way]
    source = tmp_path / "prog.cpp"
    source.write_text(LEAVING.replace("LEAVE;", f"{leave};").replace("CALL", call))
    trace = trace_threads(source, threads=1, compiler="ziglang", function="work", flags=["-O1"])
    assert trace.marks == 8
    (log,) = trace.operations
    inside = np.cumsum(np.where(log["kind"] == MARK, 2 * log["address"].astype(np.int64) - 1, 0)) > 0
    outside = sum(~inside & (log["kind"] == STORE))
    assert 4 * 50 <= sum(inside & (log["kind"] == STORE)) <= 4 * 50 + 80  # and those of unwinding
    assert 4 * 300 <= outside <= 4 * 300 + 100


def test_a_region_is_the_difference_of_two_runs_that_end_at_its_marks():
    """One thread: the log up to the first mark, and the log up to the second one."""
    rng = np.random.default_rng(3)
    log = np.zeros(600, OPERATION)
    log["kind"] = rng.choice([LOAD, STORE, COMPUTE], 600)
    log["address"] = 8 * rng.integers(4096, size=600)
    log["cycles"] = rng.integers(1, 40, size=600)
    log[200]["kind"] = log[500]["kind"] = MARK
    log[200]["address"], log[500]["address"] = 1, 0
    log[-1]["kind"] = END

    def up_to(last):
        cut = log[: last + 1].copy()
        cut[last] = (0, END, 0, 0, log[last]["cycles"], 0)
        return cut

    def counted(logs, kind=Replay):
        return numasim.simulate_threads(kind([logs], (), 1 << 15, block=BLOCK), np.arange(1), MACHINE).scalars

    region = counted(log, ReplayWithRegion)
    first, second = counted(up_to(200)), counted(up_to(500))
    for name in ("cycles", "memory_reads", "l1_hits", "l1_misses", "l1_loads", "l1_stores"):
        assert region[name] == second[name] - first[name], name
    # A run also counts the messages that follow its last miss, which are on their way when a region ends.
    messages = second["coherence_messages"] - first["coherence_messages"]
    assert abs(region["coherence_messages"] - messages) <= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_region_lasts_while_a_thread_is_inside(engine):
    """Two threads that only compute, in cycles: 100 | 300 | 200, and 250 | 400 | 100."""

    def log(*parts):
        found = np.zeros(6, OPERATION)
        found["kind"] = [COMPUTE, MARK, COMPUTE, MARK, COMPUTE, END]
        found["address"] = [0, 1, 0, 0, 0, 0]
        found["cycles"][::2] = [WIDTH * part for part in parts]
        return found

    program = ReplayWithRegion([log(100, 300, 200), log(250, 400, 100)], (), 4096, block=BLOCK)
    found = numasim.simulate_threads(program, np.arange(2), MACHINE, engine=engine)
    # From cycle 100 of one to cycle 650 of the other, and a few cycles for the marks.
    assert 550 <= found.scalars["cycles"] <= 556
    cores = found.tables["cores"]
    assert cores["compute"].tolist()[0] in range(500, 506)  # 300 and 200: the thread goes on behind its mark
    assert cores["compute"].tolist()[1] in range(550, 556)  # 150 before its mark, and 400
    slots = WIDTH * (found.scalars["busiest_core_cycles"])
    assert slots <= WIDTH * found.scalars["cycles"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_may_end_a_run_before_or_in_its_region(engine, tmp_path):
    needed("ziglang")
    trace = trace_threads(written(tmp_path, THREADS), threads=4, compiler="ziglang")
    begin, end = run(trace, engine).tables["phases"]["last_cycle"][:2].tolist()
    before = run(trace, engine, limits=Limits(max_cycles=begin - 10))
    assert before.warnings[-1] == "the region of interest has not begun"
    assert before.scalars["cycles"] == begin - 10
    inside = run(trace, engine, limits=Limits(max_cycles=begin + 100))
    assert inside.scalars["cycles"] == 100
    assert inside.scalars["completed"] == 0
    assert (inside.tables["cores"][["compute", "memory", "synchronisation", "idle"]].sum(axis=1) == 100).all()
    after = run(trace, engine, limits=Limits(max_cycles=end + 100))
    assert after.scalars["cycles"] == end - begin


# -- the header -------------------------------------------------------------------------------------------


def test_a_plain_build_ignores_the_markers(call, tmp_path):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("There is no C compiler on the path: install one (apt install gcc).")
    code, folder, _ = call("include")
    folder = folder.strip()
    assert (code, folder) == (0, str(HEADERS))
    source = written(tmp_path, THREADS)
    words = [compiler, "-O2", "-Wall", "-Werror", "-pthread", f"-I{folder}", str(source), "-o", "plain"]
    subprocess.run(words, check=True, cwd=tmp_path)
    assert subprocess.run([tmp_path / "plain"], check=True, capture_output=True).stdout == b"33280\n"


def test_an_experiment_has_the_row_of_the_region(tmp_path):
    needed("ziglang")
    written(tmp_path, THREADS)
    file = tmp_path / "experiment.yaml"
    file.write_text(
        "workload: {source: prog.c, threads: 4, compiler: ziglang}\nmachine: mesh-2x2\n"
        "sweep: {workload.function: [null, work]}\n"
    )
    runs = numasim.run(file, output=tmp_path / "results")
    assert runs["completed"].tolist() == [1, 1]
    phases = pd.read_parquet(tmp_path / "results" / "phases.parquet")
    of_regions = phases[phases["part"] == "region"].groupby("run_id")["cycles"].sum()
    assert runs.set_index("run_id")["cycles"].to_dict() == of_regions.to_dict()
    assert of_regions.nunique() == 2


def test_a_timeline_has_the_whole_run_and_tells_where_the_region_is(call, tmp_path, monkeypatch):
    needed("ziglang")
    monkeypatch.chdir(tmp_path)
    written(tmp_path, THREADS)
    (tmp_path / "e.yaml").write_text(
        "workload: {source: prog.c, threads: 4, compiler: ziglang}\nmachine: mesh-2x2\n"
    )
    code, out, _ = call("run", "e.yaml", "-o", "out", "--trace", "t.json", "--no-pictures")
    assert code == 0
    phases, slices, cores = (
        numasim.load_results(tmp_path / "out", name) for name in ("phases", "timeline", "cores")
    )
    begin, end = phases["last_cycle"][:2].tolist()
    last = slices["last_cycle"].max()
    assert last >= phases["last_cycle"].max() > end
    assert f"the timeline, cycles 0 to {last:,}, is in t.json\n" in out
    assert f"it has the whole run; the region of interest is cycles {begin:,} to {end:,}\n" in out
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    region = f"the whole run, with the region of interest in cycles {begin:,} to {end:,}."
    assert f": cycles 0 to {last:,} of {region}" in page
    inside = (slices["last_cycle"].clip(upper=end) - slices["first_cycle"].clip(lower=begin)).clip(lower=0)
    for activity in ("compute", "memory", "synchronisation"):
        spent = inside[slices["activity"] == activity].groupby(slices["core"]).sum()
        assert spent.reindex(cores["core"], fill_value=0).tolist() == cores[activity].tolist()


def test_many_parts_of_a_region_are_counted():
    assert spans([(0, 5), (1_000, 2_000)]) == "cycles 0 to 5, 1,000 to 2,000"
    assert spans([(k, k + 1) for k in range(10)]) == "cycles 0 to 1, 1 to 2, 2 to 3 and 7 more parts"
