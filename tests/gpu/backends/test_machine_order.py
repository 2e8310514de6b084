"""Traces in the order of machine code: against walks through random code, whose order and waits are known."""

from dataclasses import replace

import numpy as np
import pytest
from example_counts import examples
from gpu_traces import random_trace, small_device, trace_of, with_members
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_gpu import limited

from gpu import InstructionCosts, TraceBackend, load_device, simulate
from gpu.backends.host.trace import KINDS
from gpu.backends.issue_order import ENTRY, Access, Block, IssueOrder, merged
from gpu.backends.machine_code import (
    ALL,
    ATOMIC,
    BARRIER,
    LOAD,
    NO_WAIT,
    NONE,
    SHARED_LOAD,
    SHARED_STORE,
    STORE,
)
from gpu.backends.recorded_order import recorded_order
from gpu.model import instruction_stream
from gpu.model.machine_order import FARTHEST, OrderedRequests, in_machine_order, with_loads_in_flight
from gpu.programs.bfs import Bfs
from partitioners.errors import OptionError
from partitioners.generators.models import rmat
from tests.gpu.model.test_simulation import assert_as_in_reference, costs_of

SEEDS = st.integers(0, 2**32 - 1)
WAITS_FOR_ALL = ("grid_barrier", "launch", "end")
KIND_OF_TRACE = {
    LOAD: ("load", "read_only", "texture", "load_l2"),
    STORE: ("store",),
    ATOMIC: ("atomic", "reduction"),
    SHARED_LOAD: ("load",),
    SHARED_STORE: ("store",),
    BARRIER: ("barrier",),
}
LOADS = (LOAD, SHARED_LOAD)


def random_waits(rng):
    return tuple(int(rng.choice([0, 1, ALL], p=[0.15, 0.1, 0.75])) for _ in range(6))


def random_order(rng):
    """Code whose blocks have no access in common, so that a trace shows which blocks a warp has run."""
    lines, blocks = iter(range(1, 1000)), []
    for _ in range(rng.integers(1, 6)):
        accesses = []
        for _ in range(rng.integers(1, 6)):
            kind = int(rng.choice([LOAD, LOAD, LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE]))
            array = -1 if kind in (SHARED_LOAD, SHARED_STORE) else int(rng.integers(0, 3))
            sets = int(rng.integers(0, 6)) if kind in LOADS or rng.random() < 0.5 * (kind == ATOMIC) else NONE
            if kind in LOADS and rng.random() < 0.2:
                sets = NONE  # it comes before the next load
            optional = len(accesses) > 0 and rng.random() < 0.2
            accesses.append(Access(kind, array, str(next(lines)), sets, optional, random_waits(rng)))
        if rng.random() < 0.3:
            accesses.append(Access(BARRIER, -1, str(next(lines)), NONE, False, random_waits(rng)))
        blocks.append(Block(tuple(accesses), random_waits(rng)))
    count = len(blocks)
    paths = {
        (first, second): random_waits(rng)
        for first in range(ENTRY, count)
        for second in range(count)
        if rng.random() < 0.8
    }
    return IssueOrder(tuple(blocks), paths)


def walk(rng, order):
    """What a warp runs: fixed requests, and lists of the accesses of a block with the waits before each."""
    steps, previous = [], ENTRY
    for _ in range(rng.integers(0, 8)):
        if rng.random() < 0.1:
            steps.append(str(rng.choice(["grid_barrier", "launch"])))
        block = int(rng.integers(len(order.blocks)))
        # Between blocks that cannot follow each other the warp waits for everything.
        waits, ran = order.paths.get((previous, block), (0,) * 6), []
        for access in order.blocks[block].accesses:
            waits = merged(waits, access.waits)
            if not access.is_optional or rng.random() < 0.5:
                ran.append((access, waits))
                waits = NO_WAIT
        steps.append(ran)
        previous = block
    return [*steps, "end"]


def first_uses(steps):
    """The distance of each result to its first use, by following the scoreboards."""
    flat = [each for step in steps for each in ([step] if isinstance(step, str) else step)]
    found, flying, counted = (
        [FARTHEST] * len(flat),
        {},
        [0] * 6,
    )  # of a result: (board, its number on the board)
    for at, each in enumerate(flat):
        if isinstance(each, str):
            flying = {}
            continue
        access, waits = each
        for other, (board, number) in list(flying.items()):
            later = counted[board] - number if board != NONE else -1
            if waits == (0,) * 6 or (board != NONE and later >= waits[board]):
                found[other] = at - other
                del flying[other]
        if access.sets != NONE:
            counted[access.sets] += 1
            for other, (board, _) in flying.items():
                if board == NONE:
                    flying[other] = access.sets, counted[access.sets]
        if access.kind in LOADS or access.sets != NONE:
            flying[at] = access.sets, counted[access.sets] if access.sets != NONE else 0
    return found


def traced(rng, walks):
    """A trace of warps that have run some walks; the requests of a block are in any order."""
    warps, expected, distances = [], [], []
    for steps in walks:
        requests, ordered = [], []
        for step in steps:
            if isinstance(step, str):
                here = [((step, None, 1 if step == "launch" else [], 0, 0), None)]
            else:
                here = [(request_of(rng, access), access) for access, _ in step]
            ordered += [request for request, _ in here]
            barriers = [each for each in here if each[1] is not None and each[1].kind == BARRIER]
            others = [each for each in here if each not in barriers]
            # The first one, which is never optional, shows where a block begins.
            requests += others[:1] + [others[1:][i] for i in rng.permutation(len(others[1:]))] + barriers
        warps.append(requests)
        expected.append(ordered)
        distances += first_uses(steps)
    lines = sorted({access.line for warp in warps for _, access in warp if access and access.kind != BARRIER})
    code = [
        lines.index(access.line) + 1 if access and access.kind != BARRIER else 0
        for warp in warps
        for _, access in warp
    ]
    trace = trace_of([[[request for request, _ in warp]] for warp in warps])
    trace = replace(with_members(trace, code=code), lines=tuple(lines))
    return trace, trace_of([[warp] for warp in expected]), distances


def request_of(rng, access):
    kind = str(rng.choice(KIND_OF_TRACE[access.kind]))
    if access.kind in (BARRIER, SHARED_LOAD, SHARED_STORE):
        return (kind, None, [] if kind == "barrier" else 1 + int(rng.integers(4)), 0, 0)
    return (kind, access.array, np.unique(rng.integers(0, 900, rng.integers(1, 5))).tolist(), 0, 0)


def of_requests(trace):
    """What each request is, with its sectors."""
    start = trace.sector_start
    return [
        (KINDS[kind], int(array), int(waves), trace.sectors[start[r] : start[r + 1]].tolist())
        for r, (kind, array, waves) in enumerate(zip(trace.kind, trace.array, trace.wavefronts, strict=True))
    ]


@settings(max_examples=examples(150), deadline=None)
@given(SEEDS)
def test_a_walk_through_code_is_found_again(seed):
    rng = np.random.default_rng(seed)
    order = random_order(rng)
    trace, expected, distances = traced(rng, [walk(rng, order) for _ in range(rng.integers(1, 4))])
    found = in_machine_order(trace, order)
    assert of_requests(found.trace) == of_requests(expected)
    assert found.distance.tolist() == distances


@settings(max_examples=examples(60), deadline=None)
@given(SEEDS)
def test_a_trace_of_other_code_is_only_moved_within_its_warps(seed):
    rng = np.random.default_rng(seed)
    trace, _, _ = traced(rng, [walk(rng, random_order(rng)) for _ in range(rng.integers(1, 4))])
    found = in_machine_order(trace, random_order(rng))
    before, after = of_requests(trace), of_requests(found.trace)
    assert (found.distance >= 1).all()
    for begin, end in zip(trace.warp_start, trace.warp_start[1:], strict=False):
        assert sorted(before[begin:end]) == sorted(after[begin:end])
        fixed = [i for i in range(begin, end) if before[i][0] in (*WAITS_FOR_ALL, "barrier")]
        assert [before[i] for i in fixed] == [after[i] for i in fixed]


@settings(max_examples=examples(40), deadline=None)
@given(SEEDS, st.integers(1, 9))
def test_loads_in_flight_are_those_of_a_plain_queue(seed, loads):
    trace = random_trace(np.random.default_rng(seed))
    found = with_loads_in_flight(trace, loads)
    assert found.trace is trace
    assert found.distance.tolist() == limited(trace, loads)


@settings(max_examples=examples(12), deadline=None)
@given(SEEDS)
def test_the_model_waits_for_each_result_where_it_is_first_used(seed):
    """A plain simulator that is given the same distances has the same times, counters and blocks."""
    rng = np.random.default_rng(seed)
    device, costs = small_device(rng), costs_of(rng)
    traces = [random_trace(rng) for _ in range(rng.integers(1, 3))]
    near = int(rng.integers(2, 40))
    distances = {id(trace): rng.integers(1, near, trace.form.size).astype(np.uint8) for trace in traces}

    def ordered(trace, *_):
        return OrderedRequests(trace, distances[id(trace)])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(instruction_stream, "_ordered", ordered)
        assert_as_in_reference(device, costs, traces, lambda trace: distances[id(trace)])


def unrolled(rounds):
    """A loop of a dependent pair of loads, written out so that the first loads of all rounds come first."""
    head = [Access(LOAD, 0, "1", 0, False, NO_WAIT)] * rounds
    other = [Access(LOAD, 1, "2", 1, False, (0 if i == 0 else ALL, *NO_WAIT[1:])) for i in range(rounds)]
    return Block((*head, *other), (ALL, 0, *NO_WAIT[2:]))


def test_the_largest_block_that_fits_is_taken():
    order = IssueOrder(
        (unrolled(1), unrolled(4)), {(a, b): (ALL, 0, *NO_WAIT[2:]) for a in (-1, 0, 1) for b in (0, 1)}
    )
    pair = [("load", 0, [1], 0, 0), ("load", 1, [2], 0, 0)]
    trace = trace_of([[pair * 6]])
    is_access = trace.kind == 0
    trace = replace(with_members(trace, code=np.where(is_access, trace.array + 1, 0)), lines=("1", "2"))
    found = in_machine_order(trace, order)
    assert found.trace.array[:-1].tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1]
    assert found.distance[:-1].tolist() == [4, 3, 2, 1, 4, 3, 2, 1, 1, 1, 1, FARTHEST]


def test_an_access_that_the_compiler_has_left_out_is_not_awaited():
    order = IssueOrder((unrolled(1),), {(ENTRY, 0): NO_WAIT})
    trace = trace_of([[[("load", 0, [1], 0, 0), ("load", 2, [5], 0, 0), ("load", 1, [2], 0, 0)]]])
    is_access = trace.kind == 0
    trace = replace(with_members(trace, code=np.where(is_access, trace.array + 1, 0)), lines=("1", "2", "3"))
    assert in_machine_order(trace, order).distance.tolist() == [1, FARTHEST, 1, FARTHEST]


@pytest.mark.parametrize("architecture", ["sm_52", "sm_61", "sm_80", "sm_90"])
def test_a_search_that_follows_edges_has_one_load_in_flight(architecture):
    """Each load of bfs_relax in the loop decides the address of the next one, or a branch."""
    graph = rmat(scale=8, edge_factor=8, directed=True)
    backend = TraceBackend()
    Bfs(graph, backend, variant="relax", block_size=256).run()
    for trace in backend.pop_traces():
        if trace.kernel != "bfs_relax":
            continue
        order = recorded_order((trace.kernel, trace.dtype, trace.block_size, architecture))
        found = in_machine_order(trace, order)
        in_loop = np.isin(found.trace.array, [trace.arrays.index("head"), trace.arrays.index("children")])
        loads = np.isin(found.trace.kind, [KINDS.index("load"), KINDS.index("read_only")])
        assert (found.distance[in_loop & loads] == 1).all()


def test_a_trace_without_lines_has_a_number_of_loads_in_flight_and_says_so():
    """Not even the time of a launch may seem shorter because addr2line is missing."""
    graph = rmat(scale=8, edge_factor=8, directed=True)
    backend = TraceBackend()
    Bfs(graph, backend, variant="relax", block_size=256).run()
    trace = backend.pop_traces()[0]
    without = replace(trace, lines=("?",) * len(trace.lines))
    found, four = (
        simulate(without, "k20c", costs=InstructionCosts(loads_in_flight=loads)) for loads in (None, 4)
    )
    assert found.scalars == four.scalars
    assert found.warnings == (
        "kernel 'bfs_relax': its machine code is not known; 4 loads of a warp in flight are assumed; install "
        "addr2line of the binutils, which finds the lines of its accesses, or set loads_in_flight of "
        "InstructionCosts",
    )
    assert simulate(trace, "k20c").scalars["kernel_cycles"] > four.scalars["kernel_cycles"]


def chase(length, chains):
    """A warp that follows some chains of loads, each of which waits for the one before it in its chain."""
    requests = [("load", 0, [128 * (i * chains + c)], 0, 0) for i in range(length) for c in range(chains)]
    return trace_of([[requests]])


@pytest.mark.parametrize("chains", [1, 2, 8])
def test_chains_of_loads_take_their_latencies_one_after_another(chains):
    """Between the latency times the length, and that and a few cycles for each request."""
    length = 20
    device = "h200"
    trace = chase(length, chains)
    latency = load_device(device).dram_latency
    with pytest.MonkeyPatch.context() as patch:
        distance = np.full(trace.form.size, chains, np.uint8)
        patch.setattr(instruction_stream, "_ordered", lambda trace, *_: OrderedRequests(trace, distance))
        result = simulate(trace, device, resources={"by_hand": (16, 0)})
    cycles = result.scalars["kernel_cycles"]
    assert length * latency <= cycles <= length * (latency + 8 * chains) + 1000


def test_a_number_of_loads_in_flight_is_at_least_one():
    with pytest.raises(OptionError, match=r"^loads_in_flight is 0; expected an integer of at least 1$"):
        InstructionCosts(loads_in_flight=0)
