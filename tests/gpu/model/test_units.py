"""The units of the GPU model: each brings its counters and its laws, and a broken law ends the run."""

import pytest
from gpu_traces import trace_of

from gpu import Copy, load_device, simulate
from gpu.model import link
from gpu.model.live_launches import LiveLaunches
from gpu.model.result import LAUNCH_COLUMNS, SCALARS
from gpu.model.unit import Ran
from gpu.model.units import COUNTERS, UNITS, laws_of_kernel
from partitioners.errors import InvariantError

# A warp on an H200: three loads of sectors 0 to 2 and 9, of which one hits, a store and an atomic.
RIGHT = Ran(
    counted={
        **dict.fromkeys(COUNTERS, 0),
        **{"requests": 4, "sectors": 6, "l1_hits": 1, "l1_merged": 1, "l1_misses": 3, "l1_fills": 1},
        **{"l2_reads": 4, "l2_read_hits": 2, "l2_writes": 1, "l2_atomics": 1, "l2_atomic_hits": 1},
        **{"l2_fabric": 2, "dram_reads": 4},
    },
    instructions=9,
    warp_cycles=900,
    busy_cycles=900,
    grids=0,
    since_launch=0,
    accesses=4,
    sectors=6,
    child_grids=0,
)

WITHOUT_LAW = ("wavefronts", "l1_merged", "l2_read_along", "l2_write_hits", "dram_writes")
"""Counters that no law of a device with an L2 binds to others."""


def broken(device, ran):
    return [law.words for law in laws_of_kernel(device, ran) if law.left != law.right]


def test_counters_have_one_unit_and_are_in_all_tables():
    names = [name for unit in UNITS for name in unit.COUNTERS]
    assert names == list(COUNTERS) == LAUNCH_COLUMNS[-len(names) :]
    assert len({*names}) == len(names)
    assert all(SCALARS[name] == meaning for name, meaning in COUNTERS.items())


@pytest.mark.parametrize("name", [name for name in COUNTERS if name not in WITHOUT_LAW])
def test_a_counter_that_is_wrong_breaks_a_law(name):
    device = load_device("h200")
    assert broken(device, RIGHT) == []
    more = 5 if name == "l2_fabric" else 1
    assert broken(device, RIGHT._replace(counted={**RIGHT.counted, name: RIGHT.counted[name] + more}))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"accesses": 5}, "requests are those of the trace"),
        ({"sectors": 5}, "sectors are those of the trace"),
        ({"instructions": 3601}, "a scheduler issues one instruction a cycle"),
        ({"warp_cycles": 57_601}, "no more warps are resident than fit"),
        ({"child_grids": 1, "since_launch": 10**6}, "all child grids ran"),
        (
            {"child_grids": 2, "grids": 2, "since_launch": 1947},
            "the device launches one grid at a time",
        ),
    ],
)
def test_a_run_that_cannot_be_breaks_one_law(changes, words):
    assert broken(load_device("h200"), RIGHT._replace(**changes)) == [words]


def test_two_copies_in_one_direction_do_not_overlap():
    device = load_device("h200", link_bandwidth="1 GB/s")
    first = link.CopyRun("s", "to_host", 1000, 0, device.copy_cycles + 1980)
    second = link.CopyRun("t", "to_host", 1000, 0, device.copy_cycles + 2 * 1980)
    early = second._replace(end=second.end - 1)
    other = early._replace(direction="to_device")
    for copies, right in (([first, second], True), ([first, early], False), ([first, other], True)):
        assert all(law.left == law.right for law in link.laws(device, copies)) == right


def test_a_broken_law_ends_the_run_and_names_the_kernel(monkeypatch):
    """What the compiled code counted is changed on the way to the results."""
    remove = LiveLaunches.remove

    def one_more(self, root):
        entries, counts = remove(self, root)
        counts[0]["l2_reads"][1] += 1
        return entries, counts

    trace = trace_of([[[("load", 0, [0, 1], 0, 0)]]])
    simulate([trace, Copy(8, "to_host")], "v100")
    monkeypatch.setattr(LiveLaunches, "remove", one_more)
    with pytest.raises(InvariantError) as error:
        simulate(trace, "v100")
    assert str(error.value) == (
        "launch 0 (by_hand): misses and fills of the L1 are reads of the L2: 2 is not 3"
    )
