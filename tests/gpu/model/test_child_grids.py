"""Barriers of whole grids and launches by kernels, in the model."""

from dataclasses import replace

import numpy as np
import pytest
from example_counts import examples
from gpu_traces import launched_by_requests, random_family, random_trace, small_device, trace_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import Gpu, InstructionCosts, load_device
from gpu.model import tables
from partitioners.errors import InputError, OptionError
from tests.gpu.model.test_simulation import (
    NEEDS,
    assert_as_in_reference,
    assert_same,
    costs_of,
    simulated,
)

SEEDS = st.integers(0, 2**32 - 1)
K20C = load_device("k20c")
FREE_CODE = InstructionCosts(basic_block=0, exchange=0)


@settings(max_examples=examples(40), deadline=None)
@given(SEEDS)
def test_a_plain_simulator_gives_the_same_numbers(seed):
    rng = np.random.default_rng(seed)
    device, costs = small_device(rng, launches=True), costs_of(rng)
    launches = [random_family(rng), random_trace(rng, device), random_family(rng)]
    assert_as_in_reference(device, costs, launches[: rng.integers(1, 4)])


@settings(max_examples=examples(12), deadline=None)
@given(SEEDS)
def test_the_quantum_changes_no_number(seed):
    rng = np.random.default_rng(seed)
    device, costs = small_device(rng, launches=True), costs_of(rng)
    streams = {
        "one": [random_family(rng), random_trace(rng, device)],
        "two": [random_trace(rng, device), random_family(rng)],
        "three": random_trace(rng),
    }
    longest = simulated(streams, device, costs=costs)
    for quantum in (1, 5):
        assert_same(longest, simulated(streams, device, costs=costs, quantum=quantum))


@settings(max_examples=examples(25), deadline=None)
@given(SEEDS)
def test_laws_of_child_grids(seed):
    rng = np.random.default_rng(seed)
    device, trace = small_device(rng, launches=True), random_family(rng)
    found = simulated(trace, device)
    launches, blocks = found.tables["launches"], found.tables["thread_blocks"]
    grids = sum(each.child_request.size for each in descendants(trace))
    assert found.scalars["child_grids"] == launches["child_grids"].sum() == grids
    assert found.scalars["launches"] == 1
    assert found.scalars["kernel_cycles"] == launches["cycles"][0] >= grids * device.device_launch_cycles
    assert found.scalars["thread_blocks"] == len(blocks) == launches["thread_blocks"].sum()
    for _, row in launches[launches["parent"] >= 0].iterrows():
        parent = launches.loc[row["parent"]]
        assert row["arrival"] >= parent["arrival"] + device.device_launch_cycles
        assert row["end"] <= launches["end"][0]
        begin = blocks[blocks["launch"] == row["launch"]]["begin"].min()
        assert begin >= row["arrival"] + device.dispatch_cycles
    assert launches["kernel"].tolist() == [trace.kernel, *(each.kernel for each in descendants(trace))]


def descendants(trace):
    generation, found = [*trace.children], []
    while generation:
        found += generation
        generation = [child for each in generation for child in each.children]
    return found


def launcher(lanes, warps=1, blocks=1):
    """Warps that launch child grids of one empty block with each of their lanes, and no other code."""
    request = ("launch", None, lanes, 0, 0)
    parent = trace_of([[[request] for _ in range(warps)] for _ in range(blocks)])
    requests = np.repeat(np.flatnonzero(parent.kind == 9), lanes)
    child = trace_of([[[]]] * requests.size, kernel="child_1_0")
    return replace(parent, children=(launched_by_requests(child, requests, [1] * requests.size),))


def test_one_child_arrives_when_the_device_has_launched_it():
    found = simulated(launcher(1), K20C, costs=FREE_CODE)
    parent, child = found.tables["launches"].to_dict("records")
    begin = parent["arrival"] + K20C.dispatch_cycles  # and the launch is issued in this cycle
    assert child["arrival"] == begin + round(1.65 * 706)
    assert child["end"] == parent["end"] == child["arrival"] + K20C.dispatch_cycles + 1
    alone = found.tables["thread_blocks"].iloc[0]
    assert alone["end"] - alone["begin"] == K20C.l2_latency + 1


def test_launches_take_their_time_one_after_another():
    found = simulated(launcher(32, warps=8, blocks=20), K20C, costs=FREE_CODE)
    grids, us = found.scalars["child_grids"], found.tables["launches"]["us"][0]
    assert grids == 32 * 8 * 20
    assert 1.65 * grids <= us <= 1.65 * grids + 2
    begins = found.tables["thread_blocks"].query("launch == 1")["begin"].to_numpy()
    assert (np.diff(np.sort(begins)) == K20C.device_launch_cycles).all()


def test_a_warp_waits_while_the_pool_is_full():
    ends = {}
    for pool in (1, 20, 32, 2048):
        blocks = simulated(launcher(32), load_device("k20c", pending_launches=pool), costs=FREE_CODE).tables[
            "thread_blocks"
        ]
        ends[pool] = int(blocks["end"][0] - blocks["begin"][0])
    step = K20C.device_launch_cycles
    at_once = K20C.l2_latency + 1
    assert ends == {1: 31 * step + at_once, 20: 12 * step + at_once, 32: at_once, 2048: at_once}


def test_parents_that_fill_the_device_and_the_pool_end():
    """Their children begin when the parents have ended; those that have arrived leave the pool."""
    device = load_device("k20c", sms=1, blocks_per_sm=1, pending_launches=2)
    found = simulated(launcher(32, warps=4), device)
    blocks = found.tables["thread_blocks"]
    assert blocks.query("launch == 1")["begin"].min() >= blocks["end"][0]


def test_kernels_that_may_launch_have_more_instructions():
    code = [[[("store", 0, [0], 100, 0)] for _ in range(4)]]
    plain = trace_of(code)
    found = {
        trace.may_launch: simulated(trace, K20C).scalars["instructions"]
        for trace in (plain, replace(plain, may_launch=True))
    }
    assert found == {False: 4 * (500 + 2), True: 4 * (720 + 2)}


def test_a_grid_barrier_opens_some_time_after_the_last_block_has_come():
    quick, slow = (
        [("grid_barrier", None, [], 0, 0)],
        [("load", 0, [0], 0, 0), ("grid_barrier", None, [], 0, 0)],
    )
    found = simulated(trace_of([[quick], [quick], [slow]]), costs=FREE_CODE)
    h200 = load_device("h200")
    wait = 1 + h200.dram_latency + h200.grid_barrier_latency + 1
    assert found.scalars["kernel_cycles"] == h200.dispatch_cycles + wait
    assert found.tables["thread_blocks"]["end"].nunique() == 1


def test_grids_with_barriers_share_the_device_one_after_another():
    """Each fits on the device alone; half of both at once would wait for ever."""
    device = load_device("h200", sms=2, blocks_per_sm=2)
    trace = trace_of([[[("grid_barrier", None, [], 0, 0)]]] * 4)
    launches = simulated({"one": trace, "two": trace}, device).tables
    first, second = launches["launches"].to_dict("records")
    begins = launches["thread_blocks"].groupby("launch")["begin"].agg(["min", "max"])
    assert begins["min"][0] == begins["max"][0] < begins["min"][1] == begins["max"][1]
    assert begins["min"][1] >= first["end"]
    assert second["end"] > first["end"]


def test_blocks_of_children_beyond_a_limit_are_left_out_with_a_warning(monkeypatch):
    monkeypatch.setattr(tables, "MOST_CHILD_BLOCKS", 100)
    model = Gpu("k20c", resources=NEEDS)
    model.run([launcher(32, warps=2), launcher(32, warps=2)])
    found = model.result()
    assert len(found.tables["thread_blocks"]) == 100 + 2
    assert found.scalars["thread_blocks"] == 2 * 64 + 2
    assert found.warnings == ("the table of blocks has the first 100 blocks of child grids; 28 are left out",)


def test_what_cannot_run_is_refused_in_one_line():
    barrier = ("grid_barrier", None, [], 0, 0)
    cases = [
        (
            (launcher(1), "c2070"),
            OptionError,
            "kernel 'by_hand' launches kernels, and pending_launches of 'c2070' is 0; set it to at least 1, "
            "from capability 3.5 on, or choose such a device",
        ),
        (
            (trace_of([[[barrier]]] * 209), "k20c"),
            OptionError,
            "kernel 'by_hand': a grid barrier needs all 209 blocks at once, and 208 fit on 'k20c'; launch "
            "fewer blocks",
        ),
        (
            (trace_of([[[barrier], [("barrier", None, [], 0, 0)]]]), "k20c"),
            InputError,
            "the trace of by_hand: its warps wait for each other for ever",
        ),
    ]
    good = launcher(2)
    (child,) = good.children
    for broken, message in (
        (
            replace(child, child_request=child.child_request + 1),
            "the trace of 'child_1_0', launched by 'by_hand': child_request must have a request of kind "
            "launch for each grid",
        ),
        (
            replace(child, child_start=child.child_start[:-1], child_request=child.child_request[:-1]),
            "the trace of 'child_1_0', launched by 'by_hand': child_start must rise from 0 to its 2 blocks",
        ),
        (
            launched_by_requests(trace_of([[[barrier]]] * 2, kernel="child_1_0"), [0, 0], [1, 1]),
            "the trace of 'child_1_0': a child grid must not have a grid barrier",
        ),
        (
            launched_by_requests(trace_of([[[]]], kernel="child_1_0"), [0], [1]),
            "the trace of 'by_hand': a launch must have one child grid for each lane",
        ),
    ):
        cases.append(((replace(good, children=(broken,)), "k20c"), InputError, message))
    for arguments, error, message in cases:
        with pytest.raises(error) as refused:
            simulated(*arguments)
        assert str(refused.value) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"base": "c2070", "pending_launches": 5, "device_launch": "1 us"},
            "pending_launches: expected 0, got 5: capability 2.0 has no launches by kernels, which begin "
            "with 3.5",
        ),
        ({"device_launch": 0.0}, "device_launch: expected more than 0 s, since pending_launches is 2048"),
        ({"pending_launches": -1}, "pending_launches: expected an integer from 0 to 2147483647, got -1"),
        (
            {"grid_barrier_latency": 0},
            "grid_barrier_latency: expected an integer from 1 to 2147483647, got 0",
        ),
    ],
)
def test_devices_that_cannot_be_are_refused(changes, message):
    base = changes.pop("base", "k20c")
    with pytest.raises(OptionError) as refused:
        load_device(base, **changes)
    assert str(refused.value) == f"device {base!r}: {message}"
