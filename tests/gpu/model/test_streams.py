"""One launch at a time, copies, host waits and events between streams."""

import gc
import weakref
from collections import defaultdict, deque
from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from example_counts import examples
from gpu_traces import random_trace, small_device, trace_of
from hypothesis import given, settings
from hypothesis import strategies as st

import gpu
from gpu import Adapt, Copy, Gpu, HostWait, RecordEvent, WaitEvent, load_device, simulate
from gpu.model import gpu as gpu_module
from partitioners.errors import OptionError

SEEDS = st.integers(0, 2**32 - 1)
NEEDS = {"by_hand": (16, 0)}
NOTHING = trace_of([])  # ends as it arrives


def one_warp():
    return trace_of([[[("load", 0, [0], 0, 0)]]])


def assert_same(one, other):
    assert one.scalars == other.scalars
    assert one.warnings == other.warnings
    for name, table in one.tables.items():
        assert table.equals(other.tables[name]), name


@settings(max_examples=examples(15), deadline=None)
@given(SEEDS)
def test_one_launch_at_a_time_gives_the_numbers_of_a_list(seed):
    rng = np.random.default_rng(seed)
    device, l2 = small_device(rng), str(rng.choice(["persistent", "cold"]))
    traces = [random_trace(rng) for _ in range(2)]
    items = [traces[0], Copy(300, "to_host"), HostWait(), traces[1], traces[0]]
    model = Gpu(device, l2=l2, resources=NEEDS)
    ends = []
    for item in items:
        model.run(item)
        ends.append(model.cycles)
    expected = simulate(items, device, l2=l2, resources=NEEDS)
    assert_same(model.result(), expected)
    assert [ends[0], *ends[3:]] == expected.tables["launches"]["end"].tolist()
    assert ends[1:2] == expected.tables["copies"]["end"].tolist()
    assert ends[2] - ends[1] == device.synchronise_cycles
    model.restart()
    for item in items:
        model.run(item)
    if l2 == "persistent":
        assert_same(model.result(), simulate(items, device, l2="warm", resources=NEEDS))


def random_streams(rng, device):
    """Items of up to three streams; an event is recorded before any stream waits for it."""
    streams = {name: [] for name in "abc"[: rng.integers(1, 4)]}
    recorded = []
    for _ in range(rng.integers(1, 16)):
        items = streams[str(rng.choice(list(streams)))]
        match rng.integers(0, 6 if recorded else 5):
            case 0 | 1:
                items.append(Copy(int(rng.integers(1, 400)), str(rng.choice(["to_device", "to_host"]))))
            case 2:
                items.append(HostWait())
            case 3:
                items.append(NOTHING)
            case 4:
                recorded.append(f"event {len(recorded)}")
                items.append(RecordEvent(recorded[-1]))
            case 5:
                items.append(WaitEvent(str(rng.choice(recorded))))
    return {name: items for name, items in streams.items() if items}


def latencies(rng):
    link = int(rng.choice([1, 3, 7, 40]))  # bytes per cycle, which is a nanosecond
    copy, wait = (int(rng.integers(10, 60)) for _ in range(2))
    return {
        "link_bandwidth": link * 10**9,
        "copy_latency": copy * 1e-9,
        "synchronise_latency": wait * 1e-9,
    }


def reference_timeline(streams, device):
    """The end of each item, by a clock that ticks through all cycles; launches take no time."""
    per_cycle = Fraction(device.link_bandwidth, int(device.clock))
    to_cycles = {
        name: round(getattr(device, name) * device.clock)
        for name in ("copy_latency", "synchronise_latency", "launch_latency")
    }
    left = {name: deque(items) for name, items in streams.items()}
    ends, events, at_link = defaultdict(list), {}, {"to_device": [], "to_host": []}
    busy_until = dict.fromkeys(at_link, 0)
    due = {}  # the cycle in which the first item of a stream asks for the link, or ends
    t = 0
    while any(left.values()):
        moved = True
        while moved:
            moved = False
            for name, items in left.items():
                if not items or (name in due and due[name] > t):
                    continue
                item, end = items[0], ends[name][-1] if ends[name] else 0
                if isinstance(item, RecordEvent):
                    events[item.name] = t
                elif isinstance(item, WaitEvent):
                    if item.name not in events:
                        continue
                elif name not in due:
                    latency = {Copy: "copy_latency", HostWait: "synchronise_latency"}
                    due[name] = end + to_cycles[latency.get(type(item), "launch_latency")]
                    moved = True
                    continue
                elif isinstance(item, Copy):
                    if name not in [other for other, _ in at_link[item.direction]]:
                        at_link[item.direction].append((name, item))
                    continue
                due.pop(name, None)
                items.popleft()
                ends[name].append(t)
                moved = True
        for direction, waiting in at_link.items():
            waiting.sort(key=lambda each: [due[each[0]], list(streams).index(each[0])])
            while waiting and busy_until[direction] <= t:
                name, item = waiting.pop(0)
                busy_until[direction] = t + ceil(item.bytes / per_cycle)
                due[name] = busy_until[direction]
                left[name].popleft()
                left[name].appendleft(HostWait())  # ends at a known cycle
        t += 1
    return ends


@settings(max_examples=examples(60), deadline=None)
@given(SEEDS)
def test_streams_of_copies_waits_and_events_end_when_a_plain_clock_says(seed):
    rng = np.random.default_rng(seed)
    device = small_device(rng, **latencies(rng))
    streams = random_streams(rng, device)
    if not streams:
        return
    found = simulate(streams, device, resources=NEEDS)
    ends = reference_timeline(streams, device)
    for name, items in streams.items():
        copies, launches = (
            table[table["stream"] == name]["end"].tolist()
            for table in (found.tables["copies"], found.tables["launches"])
        )
        expected = list(zip(items, ends[name], strict=True))
        assert copies == [end for item, end in expected if isinstance(item, Copy)]
        assert launches == [end for item, end in expected if item is NOTHING]
    assert found.scalars["cycles"] == max(end for each in ends.values() for end in each)
    waits = sum(isinstance(item, HostWait) for items in streams.values() for item in items)
    assert found.scalars["wait_us"] == pytest.approx(waits * device.synchronise_cycles / device.cycles_per_us)


@settings(max_examples=examples(10), deadline=None)
@given(SEEDS)
def test_the_quantum_changes_no_number_of_copies_and_events(seed):
    rng = np.random.default_rng(seed)
    device = small_device(rng, **latencies(rng))
    streams = random_streams(rng, device)
    traces = [random_trace(rng) for _ in range(2)]
    for items in streams.values():
        items.insert(int(rng.integers(len(items) + 1)), traces[int(rng.integers(2))])
    if not streams:
        return
    longest = simulate(streams, device, resources=NEEDS)
    for quantum in (1, 5):
        assert_same(longest, simulate(streams, device, resources=NEEDS, quantum=quantum))


def test_a_copy_takes_its_latency_and_the_time_of_its_bytes():
    device = load_device("k20c")
    copies = [Copy(4, "to_host"), Copy(6_000_000, "to_device")]
    found = simulate(copies, device)
    table = found.tables["copies"]
    assert table["us"].tolist() == pytest.approx([14.0, 14.0 + 1000], abs=0.003)
    assert table["begin"].tolist() == [0, table["end"][0]]
    assert found.scalars["copied_bytes"] == 6_000_004
    assert found.scalars["copy_us"] == pytest.approx(table["us"].sum())
    assert found.scalars["kernel_us"] == 0
    # In one direction the second copy waits for the bytes of the first, in the other it does not.
    streams = {"a": copies[1], "b": copies[1], "c": Copy(6_000_000, "to_host")}
    table = simulate(streams, device).tables["copies"].set_index("stream")
    assert table["us"]["b"] - table["us"]["a"] == pytest.approx(1000, abs=0.003)
    assert table["us"]["c"] == table["us"]["a"]


def test_a_launch_after_a_host_wait_arrives_later():
    device = load_device("h200")
    later, sooner = (
        simulate(items, device, resources=NEEDS).tables["launches"]["arrival"][1]
        for items in ([NOTHING, HostWait(), NOTHING], [NOTHING, NOTHING])
    )
    assert later - sooner == device.synchronise_cycles


def test_an_event_delays_the_stream_that_waits_for_it():
    trace, device = one_warp(), load_device("h200")
    streams = {"one": [trace, RecordEvent("done")], "two": [WaitEvent("done"), trace]}
    launches = simulate(streams, device, resources=NEEDS).tables["launches"]
    assert launches["arrival"][1] == launches["end"][0] + device.launch_cycles


def test_nothing_of_a_launch_remains_when_it_has_ended():
    model = Gpu("h200", resources=NEEDS)
    rng = np.random.default_rng(0)
    sizes, gone = set(), []
    for _ in range(5):
        trace = random_trace(rng)
        gone.append(weakref.ref(trace))
        model.run([trace, trace])
        del trace
        gc.collect()
        tables = model._live.tables
        sizes.add((tables.table.size, tables.presence.size, model._live.work.form.size))
    assert sizes == {(1, 132, 0)}
    assert [each() for each in gone] == [None] * 5
    assert len(model.result().tables["launches"]) == 10


def test_parallel_streams_reuse_the_places_of_launches_that_have_ended():
    rng = np.random.default_rng(1)
    device = small_device(rng)
    streams = {name: [random_trace(rng) for _ in range(6)] * 3 for name in "ab"}
    model = Gpu(device, resources=NEEDS)
    model.run_streams(streams)
    assert len(model._live.tables.table) == 2
    assert_same(model.result(), simulate(streams, device, resources=NEEDS))


def test_a_trace_is_converted_once_for_all_its_launches(monkeypatch):
    converted = []
    real = gpu_module.prepare_launch
    monkeypatch.setattr(
        gpu_module, "prepare_launch", lambda trace, *rest: converted.append(trace) or real(trace, *rest)
    )
    one, two = one_warp(), one_warp()
    simulate([one, two, Adapt(one, two, 0.0, 3), one], resources=NEEDS, l2="warm")
    assert converted == [one, two]


def test_a_result_before_any_launch_is_empty():
    found = Gpu("k20c").result()
    assert (found.scalars["cycles"], found.scalars["launches"], len(found.tables["launches"])) == (0, 0, 0)
    assert "kernel" in found.tables["launches"]


def test_streams_of_separate_calls_run_one_after_another():
    model, trace = Gpu("h200", resources=NEEDS), one_warp()
    model.run(trace, "one")
    first = model.cycles
    model.run(trace, "two")
    assert model.result().tables["launches"]["arrival"][1] == first + model.device.launch_cycles


def test_unknown_resources_are_said_in_every_result():
    for l2 in ("persistent", "warm"):
        (warning,) = simulate(one_warp(), l2=l2).warnings
        assert warning.startswith("kernel 'by_hand': registers and static shared memory are not recorded")


def test_resident_blocks_are_those_of_all_multiprocessors():
    device = load_device("k20c")
    assert gpu.resident_blocks(device, (256, 1, 1), 32) == 13 * 8
    assert gpu.resident_blocks(device, (32, 8, 2), 64, 16 * 1024) == 13 * 2
    needs = gpu.kernel_needs(("vector_fill", "float32", 256), device)
    assert (needs.registers, needs.is_known) == (4, True)
    said = (
        "kernel 'mine': registers and static shared memory are not recorded; 32 and 0 are assumed; give them "
        "in `resources`"
    )
    assert gpu.kernel_needs(("mine", "float32", 256), device) == (32, 0, said)
    assert gpu.kernel_needs(("mine", "float32", 256), device, {"mine": (20, 8)}) == (20, 8, "")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Copy(0, "to_host"), "bytes is 0; expected an integer of at least 1"),
        (lambda: Copy(1, "up"), "direction is 'up'; choose one of to_device, to_host"),
        (
            lambda: Gpu(l2="warm"),
            "l2 is 'warm'; choose persistent or cold, or call restart() after a first run to keep the L2",
        ),
        (
            lambda: Gpu().run(["copy"]),
            "stream: expected traces of kernels (KernelTrace) or other items, got str; choose among "
            "KernelTrace, Copy, HostWait, RecordEvent, WaitEvent, Adapt",
        ),
        (
            lambda: simulate({"a": WaitEvent("x"), "b": HostWait()}),
            "a: waits for event 'x', which no stream records; add a RecordEvent",
        ),
        (
            lambda: simulate({"a": RecordEvent("x"), "b": RecordEvent("x")}),
            "b: event 'x' is recorded twice; choose a second name",
        ),
        (
            lambda: simulate(
                {"a": [WaitEvent("y"), RecordEvent("x")], "b": [WaitEvent("x"), RecordEvent("y")]}
            ),
            "a, b: the streams wait for events of each other; record each event before the item that waits "
            "for it",
        ),
    ],
)
def test_items_that_cannot_be_are_refused(make, message):
    with pytest.raises(OptionError) as refused:
        make()
    assert str(refused.value) == message
