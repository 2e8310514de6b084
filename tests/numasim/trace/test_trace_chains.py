"""Chains of dependent instructions in the logs of threads, and the times that follow from them.

The judge is the graph of the same program: another tracer finds every dependence between its instructions.
"""

import numpy as np
import pytest
from thread_sources import tracer

import numasim
from numasim.threads.operations import COMPUTE, LOAD
from numasim.threads.replay import Replay

MACHINE = numasim.load_machine("mesh-2x2")
LATENCIES = MACHINE.core.latencies
FLAGS = ["-O2", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize"]

MAIN = """
static double numbers[512];
static unsigned long words[512];
int main(int count, char **values)
{
    long n = atol(values[1]);
    double x = 1.5, y = 2.5, z = 0.5;
    unsigned long u = 88172645463325252u, v = count;
    for (int i = 0; i < 512; i++)
        numbers[i] = i + count, words[i] = 7u * (unsigned)i;
    for (long i = 0; i < n; i++) {
        BODY
    }
    printf("%f %f %f %lu %lu\\n", x, y, z, u, v);
    return 0;
}
"""

BODIES = {
    "x = y / (x + 1);": 17,
    "x = y / (x + 1); z = z * 0.5 + 3;": 17,
    "x = y / (x + 1); x = y / (x + 2); x = y / (x + 3); x = y / (x + 4); x = y / (x + 5);"
    "x = y / (x + 6); x = y / (x + 7); x = y / (x + 8); x = y / (x + 9); x = y / (x + 10);"
    "x = y / (x + 11); x = y / (x + 12); x = y / (x + 13); x = y / (x + 14); x = y / (x + 15);"
    "x = y / (x + 16); x = y / (x + 17); x = y / (x + 18);": 306,
    "x += numbers[i & 511];": 4,
    "u ^= u << 13; u ^= u >> 7; u ^= u << 17;": 6,
    "u = u * 6364136223846793005u + 1442695040888963407u; v += words[u >> 55];": 4,
    "u = u / 3 + words[i & 511];": None,
    "x = i & 1 ? x / 3 : x * 2;": 13 + 1,
    "x = x > 1000 ? x - 900 : x + y;": 4 + 1 + 4,
    "for (int j = 0; j < 5; j++) x = x * 1.5 + j;": 5 * 4,
}
"""Bodies of a loop, and the cycles of a turn as one can count them."""


@pytest.fixture
def trace(tmp_path):
    return tracer(tmp_path)


def traced(trace, body, turns, **options):
    return trace(MAIN.replace("BODY", body), str(turns), threads=1, flags=FLAGS, **options)


def cycles(result, machine=MACHINE):
    program = Replay.of(result, block=machine.memory.block)
    return numasim.simulate_threads(program, np.arange(1), machine).scalars["cycles"]


def longest_path(source, turns):
    """The cycles of the longest chain of a program through registers, by its graph."""
    graph = numasim.trace_program(source, [str(turns)], flags=FLAGS, weights="unit").graph
    free = np.isin(graph.vertex["latency_class"], [0, 9, 10])  # memory, phis and casts, branches
    takes = np.where(free, 0, graph.vertex["operation"])
    ends = takes.astype(float)
    for start, end in sorted(zip(graph.src.tolist(), graph.dst.tolist(), strict=True), key=lambda e: e[1]):
        ends[end] = max(ends[end], ends[start] + takes[end])
    return ends.max()


@pytest.mark.parametrize("body", BODIES)
def test_a_loop_takes_its_longest_chain(trace, tmp_path, body):
    turns = 600
    more, less = (cycles(traced(trace, body, n)) for n in (2 * turns, turns))
    a_turn = (more - less) / turns
    by_hand = BODIES[body]
    if by_hand is not None:
        assert a_turn == pytest.approx(by_hand, rel=0.05, abs=0.5)
    paths = [longest_path(tmp_path / "prog.c", n) for n in (2 * turns, turns)]
    of_graph = (paths[0] - paths[1]) / turns
    assert 0.95 * of_graph - 2 <= a_turn <= 1.05 * of_graph + 2


def test_latencies_are_those_of_the_trace(trace):
    slow = LATENCIES.model_dump() | {"float_divide": 40}
    body = "x = y / (x + 1);"
    found = [cycles(traced(trace, body, 500, latencies=each)) for each in (None, slow)]
    assert found[1] - found[0] == pytest.approx(500 * (40 - 13), rel=0.01)


def test_a_loop_that_only_counts_has_no_computations(trace):
    """The chain of a counter is left out: the slots of a loop take as long."""
    log = traced(trace, "numbers[i & 511] = 2;", 500).operations[0]
    assert (log["kind"] == COMPUTE).sum() == 0


def test_the_chain_from_a_load_to_an_address(trace):
    """table[load * count & 63]: a multiplication and a mask in between; a field of a structure is none."""
    text = """
    struct node { long pad[3]; struct node *volatile next; };
    static struct node nodes[8];
    static volatile long table[64], index = 5;
    int main(int count, char **values)
    {
        long k = index;
        long found = table[k * count & 63];
        struct node *at = nodes;
        for (int i = 0; i < 7; i++)
            nodes[i].next = &nodes[i + 1];
        for (int i = 0; i < 7; i++)
            at = at->next;
        return (int)(found + (at == &nodes[7])) != 1;
    }
    """
    result = trace(text, threads=1, flags=["-O1", "-fno-unroll-loops"])
    assert result.exit_code == 0
    log = result.operations[0]
    log = log[log["kind"] == LOAD]
    assert log["chain"][0] == 0
    assert log["chain"][1] == LATENCIES.integer_multiply + LATENCIES.integer
    assert log["chain"][-7:].tolist() == [0] * 7


def test_a_chain_passes_calls(trace):
    """A result that takes three divisions in a function that is not inlined, and feeds the next call."""
    text = """
    __attribute__((noinline)) static double thirds(double x) { return 1 / (1 / (1 / (x + 1))); }
    int main(int count, char **values)
    {
        double x = count;
        for (int i = 0; i < 300; i++)
            x = thirds(x);
        printf("%f\\n", x);
        return 0;
    }
    """
    found = cycles(trace(text, threads=1, flags=["-O2"]))
    assert found == pytest.approx(300 * (4 + 3 * 13), rel=0.05)
