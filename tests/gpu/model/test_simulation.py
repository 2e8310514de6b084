"""The model of a GPU: closed forms, laws on random traces, a plain simulator that gives the same."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from gpu_traces import random_trace, small_device, trace_of, with_members
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_gpu import LOADS, ReferenceGpu

from gpu import Adapt, InstructionCosts, TraceBackend, load_device, occupancy, simulate, spmv_operator
from gpu.backends.host.trace import KINDS
from gpu.model.instruction_stream import instruction_stream
from gpu.model.result import COUNTERS, SCALARS
from partitioners.errors import InputError, OptionError

SEEDS = st.integers(0, 2**32 - 1)
H200 = load_device("h200")
NEEDS = dict.fromkeys(("by_hand", *(f"child_{depth}_{n}" for depth in (1, 2) for n in (0, 1))), (16, 0))


def costs_of(rng):
    return InstructionCosts(*(int(rng.integers(low, 5)) for low in (0, 0, 1, 1)))


def simulated(trace, device=H200, **options):
    return simulate(trace, device, **{"resources": NEEDS, **options})


def assert_same(one, other):
    assert one.scalars == other.scalars
    for name, table in one.tables.items():
        assert table.equals(other.tables[name]), name


def assert_as_in_reference(device, costs, traces, distances=None):
    """A plain simulator has the same times, counters and blocks of every launch and all its children."""
    found = simulated(traces, device, costs=costs)
    plain = ReferenceGpu(device, costs, distances)
    expected = [
        kernel
        for kernels in plain.run(traces, lambda t: occupancy(device, t.block[0], 16))
        for kernel in kernels
    ]
    launches, arrays, blocks = (found.tables[name] for name in ("launches", "arrays", "thread_blocks"))
    for number, kernel in enumerate(expected):
        row = launches.loc[number]
        assert (row["arrival"], row["end"]) == (kernel.arrival, kernel.end)
        ran = blocks[blocks["launch"] == number][["block", "sm", "begin", "end"]]
        assert list(ran.itertuples(index=False, name=None)) == kernel.blocks
        counted = arrays[arrays["launch"] == number][list(COUNTERS)].to_dict("records")
        assert counted == [{name: counts[name] for name in COUNTERS} for counts in kernel.counts]
        assert row["child_grids"] == (kernel.grids if row["parent"] >= 0 else 0)
    assert len(launches) == len(expected)
    return found


@settings(max_examples=examples(60), deadline=None)
@given(SEEDS)
def test_a_plain_simulator_gives_the_same_numbers(seed):
    rng = np.random.default_rng(seed)
    device, costs = small_device(rng), costs_of(rng)
    assert_as_in_reference(device, costs, [random_trace(rng) for _ in range(rng.integers(1, 3))])


@settings(max_examples=examples(12), deadline=None)
@given(SEEDS)
def test_the_quantum_changes_no_number(seed):
    rng = np.random.default_rng(seed)
    device, costs = small_device(rng), costs_of(rng)
    streams = {"one": [random_trace(rng), random_trace(rng)], "two": random_trace(rng)}
    longest = simulated(streams, device, costs=costs)
    assert_same(longest, simulated(streams, device, costs=costs))
    for quantum in (1, 5):
        assert_same(longest, simulated(streams, device, costs=costs, quantum=quantum))


@settings(max_examples=examples(25), deadline=None)
@given(SEEDS)
def test_laws(seed):
    rng = np.random.default_rng(seed)
    device = small_device(rng)
    trace = random_trace(rng)
    found = simulated(trace, device)
    s, sms, blocks = found.scalars, found.tables["sms"], found.tables["thread_blocks"]
    assert set(s) == set(SCALARS)
    assert s["requests"] == np.count_nonzero(trace.kind < KINDS.index("barrier"))
    # Capability 1.x moves whole segments, and twice what both halves of a warp access.
    loads = np.isin(trace.kind, [KINDS.index(kind) for kind in LOADS])
    loaded = trace.sectors_of_request[loads].sum()
    if device.is_of_generation_1:
        assert trace.sectors.size <= s["sectors"] <= 8 * trace.sectors.size
        assert loaded <= s["l1_hits"] + s["l1_misses"] <= 8 * loaded
    else:
        assert s["sectors"] == trace.sectors.size
        assert s["l1_hits"] + s["l1_misses"] == loaded
    assert s["l2_reads"] == s["l1_misses"] + s["l1_fills"]
    assert s["l1_fills"] <= (device.l1_fill // 32 - 1) * s["l1_misses"]
    at_l2 = s["l2_reads"] + s["l2_writes"] + s["l2_atomics"]
    misses = at_l2 - s["l2_read_hits"] - s["l2_write_hits"] - s["l2_atomic_hits"]
    assert s["dram_read_bytes"] <= device.dram_fetch * misses
    assert s["dram_write_bytes"] <= 32 * (s["l2_writes"] + s["l2_atomics"])
    if device.l2_size == 0:
        assert misses == at_l2
        assert s["dram_read_bytes"] >= 32 * (s["l2_reads"] + s["l2_atomics"])
        assert s["dram_write_bytes"] == 32 * (s["l2_writes"] + s["l2_atomics"])
    assert s["kernel_cycles"] >= s["dram_read_bytes"] / device.dram_bytes_per_cycle
    # Memory is behind by its latency at most, and by a line of each slice.
    moved = s["dram_read_bytes"] + s["dram_write_bytes"] - 128 * device.l2_slices
    assert s["kernel_cycles"] + device.dram_latency >= moved / device.dram_bytes_per_cycle
    assert s["kernel_cycles"] >= sms["instructions"].max() / device.schedulers
    assert s["kernel_cycles"] >= sms["lsu_cycles"].max()
    assert s["instructions"] == sms["instructions"].sum()
    fits = occupancy(device, trace.block_size, 16)
    assert s["occupancy"] <= fits.fraction
    for _, here in blocks.groupby("sm"):
        resident = [((here["begin"] <= t) & (t < here["end"])).sum() for t in here["begin"]]
        assert max(resident) <= fits.blocks
    assert blocks["block"].tolist() == list(range(trace.grid[0]))


def one_warp(*requests):
    return trace_of([[list(requests)]])


def test_one_warp_alone_takes_the_latencies_of_its_requests():
    device = H200
    overhead = device.dispatch_cycles + 1  # and the end's own slot

    def cycles(*requests, **options):
        return simulated(one_warp(*requests), **options).scalars["kernel_cycles"] - overhead

    load = ("load", 0, [0], 0, 0)
    # Issued in one cycle, through the LSU from the next.
    assert cycles(load) == 1 + device.dram_latency
    assert cycles(load, l2="warm") == 1 + device.l2_latency
    wait = ("store", None, 1, 0, 0)  # waits for the load; the next one need not wait for it
    assert cycles(load, wait, load) == 1 + device.dram_latency + 1 + 1 + device.l1_latency
    assert cycles(("load", None, 3, 0, 0)) == 1 + 2 + device.shared_latency
    scattered = ("load", 0, [0, 4, 8, 12], 0, 0)  # four lines, a pass each
    assert cycles(scattered) == 4 + device.dram_latency
    costs = InstructionCosts(basic_block=6, exchange=3, parallel=2)
    assert cycles(("load", None, 1, 2, 1), costs=costs) == (2 * 6 + 3) * 4 / 2 + 1 + device.shared_latency


def test_one_warp_alone_without_caches_takes_the_latencies_of_its_transactions():
    device = load_device("gtx-275")
    overhead = device.dispatch_cycles + 1  # and the end's own slot

    def cycles(*requests, **options):
        found = simulated(one_warp(*requests), device, **options)
        return found.scalars["kernel_cycles"] - overhead

    # Two transactions of 64 bytes, one a cycle; a port of 32 bytes a cycle takes two for the first.
    assert cycles(("load", 0, [0, 1, 2, 3], 0, 0)) == 3 + device.dram_latency
    assert cycles(("load", 0, [0, 1, 2, 3], 0, 0), l2="warm") == 3 + device.dram_latency
    # Both halves write the sector, and the warp ends before its second store arrives.
    assert cycles(("store", 0, [0], 0, 0)) == 2 + device.l2_latency - 1
    assert cycles(("load", None, 3, 0, 0)) == 1 + 2 + device.shared_latency


def test_an_atomic_without_an_l2_reads_and_writes_memory():
    device = load_device("gtx-275")
    for kind, reads, writes in (("load", 2, 0), ("store", 0, 2), ("reduction", 2, 2), ("atomic", 2, 2)):
        # Half-warps in the lower and the upper half of a line: 64 bytes each.
        s = simulated(one_warp((kind, 0, [0, 1, 2, 3], 0, 0)), device).scalars
        assert (s["dram_reads"], s["dram_writes"]) == (2 * reads, 2 * writes)
        assert s["l2_reads"] + s["l2_writes"] + s["l2_atomics"] == s["sectors"] == 4
        assert s["l2_hit_rate"] == 0


def test_atomics_on_shared_memory_take_a_round_of_a_loop_for_each_lane_that_collides():
    for kind, latency in (("atomic", "shared_latency"), ("reduction", None)):
        for name in ("k40c", "gtx-275", "titan-x-pascal"):
            device = load_device(name)
            found = {n: simulated(one_warp((kind, None, n, 0, 0)), device).scalars for n in (1, 7, 32)}
            loop = device.shared_atomic_cycles
            for n, s in found.items():
                assert s["instructions"] == 2 + 4 * n * (loop > 0)
                rounds, late = n * loop, getattr(device, latency) - 1 if latency else 0
                # The loop, the request's slot, its passes, and the slot of the end.
                assert s["kernel_cycles"] == device.dispatch_cycles + rounds + 1 + n + late + 1
                assert s["wavefronts"] == n
            # Other accesses have no loop.
            plain = simulated(one_warp(("store", None, 7, 0, 0)), device).scalars
            assert plain["kernel_cycles"] == device.dispatch_cycles + 1 + 7 + 1


def test_lanes_at_one_address_are_served_one_after_another():
    """The slice serves the load when it has served all passes of the reductions before it."""
    sector = -(-32 * 1024 // H200.l2_slice_width) * H200.atomic_sectors / 1024
    few, many = (
        simulated(one_warp(*[("reduction", 0, [0], 0, 0, passes)] * 20, ("load_l2", 0, [0], 0, 0)), l2="warm")
        for passes in (1, 51)
    )
    # With one pass each, the slice waits for the warp, which issues a request in at most two cycles. Times
    # are rounded to cycles.
    assert -1 < 20 * 50 * sector - (many.scalars["cycles"] - few.scalars["cycles"]) <= 2 * 20


def test_a_warp_waits_for_the_result_of_an_atomic_only_if_it_is_used():
    code = [("barrier", None, [], 40, 0)]  # waits for all earlier requests
    cycles = {
        kind: simulated(trace_of([[[(kind, 0, [0], 0, 0), *code]]])).scalars["cycles"]
        for kind in ("reduction", "atomic", "load_l2")
    }
    assert cycles["reduction"] < cycles["atomic"] == cycles["load_l2"]


def test_a_barrier_opens_some_time_after_the_last_warp():
    quick, slow = [("barrier", None, [], 0, 0)], [("load", 0, [0], 0, 0), ("barrier", None, [], 0, 0)]
    found = simulated(trace_of([[quick, slow]]))
    wait = 1 + H200.dram_latency + H200.barrier_latency + 1
    assert found.scalars["kernel_cycles"] == H200.dispatch_cycles + wait


def test_blocks_follow_one_another_where_they_do_not_fit_at_once():
    device = load_device("h200", sms=1, blocks_per_sm=1)
    blocks = simulated(trace_of([[[]], [[]], [[]]]), device).tables["thread_blocks"]
    first = int(blocks["begin"][0])
    step = 1 + device.dispatch_cycles
    assert blocks["begin"].tolist() == [first, first + step, first + 2 * step]


def test_memory_gives_its_bandwidth():
    rng = np.random.default_rng(0)
    sectors = iter(rng.permutation(2**17).tolist())
    load = [
        [[("load", 0, sorted(next(sectors) for _ in range(32)), 0, 0)] * 1 for _ in range(8)]
        for _ in range(256)
    ]
    device = load_device("h200", dram_bandwidth=480 * 10**9)
    s = simulated(trace_of(load), device).scalars
    at_best = s["dram_read_bytes"] / device.dram_bytes_per_cycle
    assert at_best <= s["kernel_cycles"] <= 1.3 * at_best + device.dram_latency + device.dispatch_cycles


def test_the_l2_is_cold_kept_or_warm():
    trace = one_warp(("load", 0, [0], 0, 0), ("store", 1, [40], 0, 0))
    hits = {}
    for l2 in ("cold", "persistent", "warm"):
        launches = simulated([trace, trace], l2=l2).tables["launches"]
        hits[l2] = (launches["l2_read_hits"] + launches["l2_write_hits"]).tolist()
    assert hits == {"cold": [0, 0], "persistent": [0, 2], "warm": [2, 2]}


def test_adapt_takes_over_at_the_first_iteration_after_it_is_ready():
    slow, fast = (one_warp(("load", 0, [64 * i for i in range(n)], 0, 0)) for n in (16, 1))
    before = simulated([slow] * 6).tables["launches"]
    ready = (before["end"][2] - 1) / H200.cycles_per_us
    found = simulated(Adapt(slow, fast, ready_us=ready, iterations=6)).tables["launches"]
    assert found["sectors"].tolist() == [16, 16, 16, 1, 1, 1]
    assert found["end"].tolist()[:3] == before["end"].tolist()[:3]
    dropped = simulated(Adapt(slow, fast, ready_us=1e9, iterations=6)).tables["launches"]
    assert dropped["sectors"].tolist() == [16] * 6


def test_streams_run_side_by_side():
    trace = one_warp(("load", 0, [0], 0, 0))
    device = load_device("v100")  # each multiprocessor is as near to the L2 as any other
    found = simulated({"one": trace, "two": trace}, device)
    assert found.tables["launches"]["stream"].tolist() == ["one", "two"]
    assert found.scalars["cycles"] == simulated(trace, device).scalars["cycles"]
    assert found.tables["thread_blocks"]["sm"].tolist() == [0, 1]


def test_an_empty_grid_ends_as_it_arrives():
    assert simulated(trace_of([])).scalars["kernel_cycles"] == 0


def test_a_kernel_of_the_package_with_its_recorded_registers():
    backend = TraceBackend()
    matrix = sp.random_array((300, 300), density=0.02, rng=np.random.default_rng(0), format="csr")
    operator = spmv_operator(matrix, "csr_scalar", backend)
    operator.apply(operator.vector(np.ones(300)), backend.zeros(300, "float32"))
    (trace,) = backend.pop_traces()
    for device in ("titan-x-pascal", "c2070", "h200"):
        found = simulate(trace, device)
        assert found.warnings == ()
        assert found.device == device
        launch = found.tables["launches"].iloc[0]
        assert launch["registers"] > 0
        totals = {
            name: sum(each["sectors"] for (a, _), each in trace.totals().items() if a == name)
            for name in "xy"
        }
        arrays = found.tables["arrays"].set_index("array")["sectors"]
        assert {name: arrays[name] for name in "xy"} == totals
    assert "GpuResult(h200, launches=1" in repr(found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"l2": "hot"}, r"^l2 is 'hot'; choose one of persistent, cold, warm$"),
        ({"quantum": 279}, r"^quantum is 279; expected 1 to 278 cycles on 'h200'$"),
        ({"carveout": 5}, r"carveout is 5 B; choose one of 0 B, 8 KiB, 16 KiB"),
        ({"resources": {"by_hand": (300, 0)}}, r"registers is 300; a thread has 1 to 255$"),
    ],
)
def test_options_that_are_none_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        simulated(one_warp(), **options)


def test_the_model_reads_the_arrays_of_a_trace_without_a_copy():
    trace = random_trace(np.random.default_rng(0))
    stream = instruction_stream([trace], [-1], H200, InstructionCosts())
    assert stream.form is trace.form
    assert stream.sectors is trace.sectors
    start = trace.sector_start
    assert stream.first_sector.tolist() == start[trace.warp_start].tolist()


def test_traces_that_are_not_whole_are_refused():
    trace = one_warp(("load", 0, [0], 0, 0))
    must_have_sectors = "requests to global memory, and no others, must have sectors"
    many = replace(trace, sectors=np.arange(65, dtype=np.uint32))
    for broken, message in (
        (with_members(trace, kind=trace.kind[::-1]), "the last request of each warp"),
        (replace(trace, grid=(2, 1, 1)), "has 1 warps, not 2 blocks of them"),
        (replace(trace, form=np.array([0, 2], np.uint32)), "must have lanes, and one of the 2 forms$"),
        (replace(trace, lanes=trace.lanes[1:]), "must have lanes, and one of the 2 forms$"),
        (with_members(trace, array=-1), must_have_sectors),
        (many, must_have_sectors),
        (with_members(many, sectors=[65, 0]), "a request has more than 64 sectors$"),
    ):
        with pytest.raises(InputError, match=message):
            simulated(broken)
    with pytest.raises(OptionError, match="expected traces of kernels"):
        simulated([])
    with pytest.raises(OptionError, match=r"^iterations is 0; expected an integer of at least 1$"):
        Adapt(trace, trace, 0.0, 0)
    with pytest.raises(OptionError, match=r"^l2 is 'cold', which empties the L2 at each launch"):
        simulated({"a": trace, "b": trace}, l2="cold")
    with pytest.raises(OptionError, match=r"^parallel is 0; expected an integer of at least 1$"):
        InstructionCosts(parallel=0)
    assert simulate(trace).warnings[0].startswith("kernel 'by_hand': registers")
