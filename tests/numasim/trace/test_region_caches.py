"""The caches that a region of interest finds in a graph: those that the program before it has left.

The judges are closed forms for LRU, and the same program without its markers, cut by hand.
"""

import numpy as np
import pytest
from thread_sources import needed

from numasim.trace.build_graph import build_dependencies
from numasim.trace.compilers import compile_to_ir, find_compiler
from numasim.trace.instructions import OpcodeClass
from numasim.trace.options import GraphOptions
from numasim.trace.recording import build, record
from numasim.trace.source_lines import executed_at

BLOCK = 32
L1, L2 = 64 * 1024, 256 * 1024
L1_CYCLES, L2_CYCLES, MEMORY_CYCLES = 2, 12, 100


class Traced:
    """A program, built once, whose runs are traced."""

    def __init__(self, text, folder, *, flags=(), **options):
        needed("ziglang")
        folder.mkdir()
        source = folder / "prog.c"
        source.write_text(text)
        compiler = find_compiler("ziglang")
        compile_to_ir(source, compiler, flags, folder / "prog.ll")
        self.folder, self.weights = folder, options.get("weights", "cache")
        self.program = build(
            folder / "prog.ll", folder, GraphOptions(**options), name="prog", compiler=compiler
        )

    def run(self, *arguments, crashes=False):
        captured = (self.folder / "output", self.folder / "errors")
        words = [str(each) for each in arguments]
        ending = record(self.program, self.folder / "log", name="prog", arguments=words, capture=captured)
        assert (ending.exit_code, ending.signal) == ((None, "SIGSEGV") if crashes else (0, ""))
        listing, log = self.program.listing, self.folder / "log"
        return Run(build_dependencies(listing, log, weights=self.weights), listing, log)


class Run:
    """The graph of a run, with the line, the function and the time of each vertex."""

    def __init__(self, found, listing, log):
        self.graph = found
        function, self.line = executed_at(listing, log / "segments", found.address.size)
        self.function = listing.function_names[function]
        self.time = found.operation.astype(np.float64)
        np.maximum.at(self.time, found.dst, found.weight)

    def edges(self):
        """The edges as an array of (source, destination, weight), in one order."""
        graph = self.graph
        order = np.lexsort((graph.src, graph.dst))
        return np.stack([graph.src[order], graph.dst[order], graph.weight[order]], axis=1).astype(np.int64)


# -- closed forms -----------------------------------------------------------------------------------------

PASSES = r"""#include <numasim.h>
#include <stdlib.h>
static int a[1 << 18] __attribute__((aligned(4096)));
static long sum(int n) {
    long total = 0;
    for (int i = 0; i < n; i += 8)
        total += a[i]; /* line 7 */
    return total;
}
int main(int count, char **values) {
    int n = atoi(values[1]) / 4, between = atoi(values[2]) / 4;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int part = 0; part < 3; part++) {
        numasim_begin();
        sum(n);
        numasim_end();
        sum(between);
    }
    return 0;
}
"""
SUM = 7
"""The line that reads the array."""


@pytest.fixture(scope="module")
def passes(tmp_path_factory):
    return Traced(PASSES, tmp_path_factory.mktemp("passes") / "built")


@pytest.mark.parametrize(
    ("size", "between", "first", "later"),
    [
        (L1 // 2, 0, L1_CYCLES, L1_CYCLES),
        (L2 // 2, 0, L2_CYCLES, L2_CYCLES),
        (2 * L2, 0, MEMORY_CYCLES, MEMORY_CYCLES),
        (L1 // 2, L2 // 2, L1_CYCLES, L2_CYCLES),
        (L1 // 2, 2 * L2, L1_CYCLES, MEMORY_CYCLES),
    ],
)
def test_passes_over_an_array(size, between, first, later, passes):
    """The array is written before the region, and read in each of its parts, between which more is read."""
    run = passes.run(size, between)
    loads = np.flatnonzero((run.graph.opcode_class == OpcodeClass.LOAD) & (run.line == SUM))
    for times, cycles in zip(run.time[loads].reshape(3, -1), (first, later, later), strict=True):
        # The line loads `i`, an element in a block of its own, and `total`.
        assert times.tolist() == [L1_CYCLES, cycles, L1_CYCLES] * (size // BLOCK)


@pytest.mark.parametrize("weights", ["unit", "rdtsc"])
def test_other_weights_know_no_caches(weights, tmp_path):
    run = Traced(PASSES, tmp_path / "built", weights=weights).run(256, 0)
    loads = (run.graph.opcode_class == OpcodeClass.LOAD) & (run.line == SUM)
    assert np.count_nonzero(loads) == 3 * 3 * 8
    assert (run.time[loads] == 1).all() == (weights == "unit")


# -- the whole program, cut by hand -----------------------------------------------------------------------

WALK = r"""#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#ifdef PLAIN
#define numasim_begin()
#define numasim_end()
#else
#include <numasim.h>
#endif
#define BYTES (320 << 10)
struct large { long value[9]; };
static char a[BYTES] __attribute__((aligned(4096)));
static volatile int mark;
static jmp_buf back;
static unsigned state;
static unsigned below(unsigned n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static long of_copy(struct large x) { x.value[2] += 1; return x.value[0] + x.value[8]; }
static int deeper(int n) { volatile char frame[700]; frame[n] = 1; return n ? deeper(n - 1) + frame[n] : 0; }
static long of_list(int n, ...) {
    long sum = 0;
    va_list list;
    va_start(list, n);
    while (n-- > 0) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
static void handle(int number) { for (int k = 0; k < BYTES; k += 4096) a[k] = number; }
static long step(void) {
    int from = 8 * below(BYTES / 8 - 2000), to = 8 * below(BYTES / 8 - 2000), n = below(9000), k;
    long sum = 0, *one = (long *)(a + from);
    char *made;
    switch (below(11)) {
    case 0: for (k = 0; k < n / 100; k++) sum += one[4 * k]; return sum;
    case 1: for (k = 0; k < n / 100; k++) one[k] = k; return 0;
    case 2: memcpy(a + from, a + to, n); return 0;
    case 3: memset(a + from, 0, n); return 0;
    case 4: made = calloc(n, 3); sum = made[below(3 * n)]; if (n % 2) free(made); return sum;
    case 5: return of_copy(*(struct large *)(a + from));
    case 6: return deeper(n / 500);
    case 7: qsort(a + from, 12, 4, compare); return (long)strlen(a + to);
    case 8: sum = one[0]; raise(SIGUSR1); return sum + one[n / 8];
    case 9: if (setjmp(back) == 0) longjmp(back, 1); return a[from];
    default: return of_list(3, n, from, to);
    }
}
static void toggle(int on) {
    if (on) {
        mark = 1; /* the line of BEGIN */
        numasim_begin();
    } else {
        numasim_end();
        mark = 0; /* the line of END */
    }
}
int main(int count, char **values) {
    state = atoi(values[1]);
    signal(SIGUSR1, handle); /* whose instructions are not in the graph, and not in the model */
    for (int k = 2; k < count; k++) {
        if (values[k][0] == 'x') *(volatile int *)8 = a[BYTES / 2];
        if (values[k][0] != '.') toggle(values[k][0] == 'b');
        step();
    }
    return 0;
}
"""
BEGIN, END = (
    1 + next(number for number, line in enumerate(WALK.splitlines()) if f"the line of {mark}" in line)
    for mark in ("BEGIN", "END")
)
"""The lines whose stores are the last instruction before a part of the region and the first one behind it."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return Traced(WALK, tmp_path_factory.mktemp("whole") / "built", flags=["-DPLAIN"])


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    return Traced(WALK, tmp_path_factory.mktemp("marked") / "built")


def assert_cut_from(whole, inside, region):
    """A region's graph is the part ``inside`` of the whole one, and takes the same times."""
    assert 0 < np.count_nonzero(inside) < inside.size
    assert region.line.tolist() == whole.line[inside].tolist()
    in_page = [run.graph.address & 4095 for run in (whole, region)]
    assert in_page[1].tolist() == in_page[0][inside].tolist(), "other addresses fall into other blocks"
    assert region.time.tolist() == whole.time[inside].tolist()
    assert {L1_CYCLES, MEMORY_CYCLES} <= set(region.time.tolist())
    # An edge from outside may have carried the time of a vertex, which another edge then carries.
    alone = inside.copy()
    alone[whole.graph.dst[~inside[whole.graph.src]]] = False
    number = np.cumsum(inside) - 1
    edges = whole.edges()
    edges = edges[alone[edges[:, 1]]]
    edges[:, :2] = number[edges[:, :2]]
    found = region.edges()
    found = found[alone[inside][found[:, 1]]]
    assert found.tolist() == edges.tolist()
    assert 2 * len(edges) > region.graph.src.size


@pytest.mark.parametrize("seed", range(8))
def test_random_regions_of_random_walks_are_cut_from_the_whole(seed, whole, marked):
    random = np.random.default_rng(seed)
    steps = ["."] * 90
    places = np.sort(random.choice(90, 2 * random.integers(1, 6), replace=False))
    for begin, end in places.reshape(-1, 2):
        steps[begin], steps[end] = "b", "e"
    every = whole.run(seed, *steps)
    number = np.arange(every.line.size)
    stores = every.graph.opcode_class == OpcodeClass.STORE
    inside = np.zeros(number.size, bool)
    begins, ends = (number[stores & (every.line == line)] for line in (BEGIN, END))
    for begin, end in zip(begins, ends, strict=True):
        inside[begin + 1 : end] = True
    assert_cut_from(every, inside, marked.run(seed, *steps))


def test_the_calls_of_a_function_are_cut_from_the_whole(whole, tmp_path):
    steps = [1, *"." * 90]
    every = whole.run(*steps)
    outside = np.isin(every.function, ("numasim_program_main", "toggle"))
    region = Traced(WALK, tmp_path / "built", flags=["-DPLAIN"], function="step").run(*steps)
    assert_cut_from(every, ~outside, region)


def test_a_crash_keeps_all_times_but_those_of_its_piece_of_straight_code(whole):
    steps = [1, *"." * 30]
    every, crashed = whole.run(*steps, "."), whole.run(*steps, "x", crashes=True)
    branches = np.flatnonzero(crashed.graph.opcode_class == OpcodeClass.BRANCH)
    begin, end = branches[-2] + 1, branches[-1]  # the piece ends in a branch, which has no time of memory
    assert crashed.time[:begin].tolist() == every.time[:begin].tolist()
    assert np.isin((OpcodeClass.LOAD, OpcodeClass.STORE), crashed.graph.opcode_class[begin:end]).all()
    assert (crashed.time[begin:] == 1).all()
