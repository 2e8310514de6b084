"""Occupancy, worked out by hand for each of its limits."""

from pathlib import Path

import pytest

from gpu import load_device, occupancy
from partitioners.errors import OptionError

# Device, threads, registers, shared bytes -> blocks, what limits them, carve-out.
CASES = [
    # 2048 / 256 = 8 blocks; 32 x 32 registers a warp: 64 warps.
    ("h200", 256, 32, 0, 8, ("warps", "registers"), 0),
    # 40 x 32 = 1280 registers a warp: 51 warps, in fours 48; 48 / 8 = 6.
    ("h200", 256, 40, 0, 6, ("registers",), 0),
    # 33 x 32 = 1056 registers go out as 1280.
    ("h200", 256, 33, 0, 6, ("registers",), 0),
    # One warp a block: 32 blocks, though there is room for 64 warps.
    ("h200", 32, 32, 0, 32, ("blocks",), 0),
    # 64 / 3 = 21.
    ("h200", 96, 32, 0, 21, ("warps", "registers"), 0),
    # 36,888 + 1,024 bytes go out as 37,888... in 228 KiB 6 times, but 1024 threads fit twice: 76 KiB, so 100.
    ("h200", 1024, 32, 36_888, 2, ("warps", "registers"), 100),
    # 50,000 + 1,024 go out as 51,072: 4 times in 228 KiB, which no smaller carve-out holds.
    ("h200", 256, 32, 50_000, 4, ("shared_memory",), 228),
    ("h200", 1024, 64, 0, 1, ("registers",), 0),
    # 20,000 go out as 20,224: 4 times in 96 KiB.
    ("titan-x-pascal", 256, 32, 20_000, 4, ("shared_memory",), 96),
    ("gtx-680", 64, 20, 0, 16, ("blocks",), 48),
    # Fermi: 21 x 32 = 672 registers go out as 704; 46 warps: 5 blocks of 8.
    ("c2070", 256, 21, 0, 5, ("registers",), 16),
    ("c2070", 192, 20, 0, 8, ("warps", "blocks", "registers"), 16),
    # Capability 1.x: 8 x 32 x 21 = 5376 registers of a block go out as 5632: 2 times in 16384.
    ("gtx-275", 256, 21, 0, 2, ("registers",), 16),
    # 16 x 32 x 16 = 8192: twice, and 2 x 16 warps are all there are.
    ("gtx-275", 512, 16, 0, 2, ("warps", "registers"), 16),
    # Warps are counted in twos: 4 x 32 x 20 = 2560 for 3 warps; 6 times.
    ("gtx-275", 96, 20, 0, 6, ("registers",), 16),
    # 4,000 + 16 go out as 4,096: 4 times in 16 KiB.
    ("gtx-275", 64, 10, 4_000, 4, ("shared_memory",), 16),
    ("k40c", 256, 32, 0, 8, ("warps", "registers"), 48),
    ("c2070", 192, 20, 6_000, 8, ("warps", "blocks", "registers", "shared_memory"), 48),
]

DEVICES = sorted((Path(__file__).parents[3] / "configs" / "devices").glob("*.yaml"))

FEWER = "choose fewer threads"
LESS = f"{FEWER}, or less shared memory"


@pytest.mark.parametrize(("name", "threads", "registers", "shared", "blocks", "by", "carveout"), CASES)
def test_by_hand(name, threads, registers, shared, blocks, by, carveout):
    device = load_device(name)
    found = occupancy(device, threads, registers, shared)
    assert (found.blocks, found.limited_by, found.carveout) == (blocks, by, 1024 * carveout)
    assert found.warps == blocks * -(-threads // 32)
    assert found.fraction == found.warps / device.warps_per_sm
    assert found.l1_bytes == device.l1_size - 1024 * carveout * device.l1_unified


@pytest.mark.parametrize("file", DEVICES, ids=lambda file: file.stem)
def test_what_the_system_reserves_does_not_limit_blocks_without_shared_memory(file):
    """So it does not matter for their number that CUDA counts it for them, too."""
    device = load_device(file.stem)
    reserved = -(-device.shared_reserved // device.shared_unit) * device.shared_unit
    assert device.blocks_per_sm * reserved <= device.shared_carveouts[-1]
    found = occupancy(device, 32, 16, 0)
    assert (found.carveout, found.shared_of_block) == (device.shared_carveouts[0], 0)


def test_a_given_carveout_is_the_limit():
    found = occupancy("h200", 256, 32, 30_000, carveout=64 * 1024)
    assert (found.blocks, found.carveout, found.l1_bytes) == (2, 64 * 1024, 192 * 1024)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2000, 32, 0), r"^device 'c2070': threads is 2000; a block has 1 to 1024$"),
        ((256, 0, 0), r"^device 'c2070': registers is 0; a thread has 1 to 63$"),
        (
            (256, 32, 50_000),
            rf"^device 'c2070': shared_bytes is 50000; a block has 0 to 49152; {LESS}$",
        ),
        ((1024, 63, 0), rf"fits on a multiprocessor; not enough registers; {FEWER}$"),
        (
            (32, 32, 20_000, 16 * 1024),
            rf"fits on a multiprocessor; not enough shared memory; {LESS}$",
        ),
    ],
)
def test_blocks_that_do_not_fit_are_refused(arguments, message):
    with pytest.raises(OptionError, match=message):
        occupancy(load_device("c2070"), *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1024, 16, 0), r"^device 'gtx-275': threads is 1024; a block has 1 to 512$"),
        ((256, 125, 0), r"^device 'gtx-275': registers is 125; a thread has 1 to 124$"),
        ((512, 33, 0), rf"fits on a multiprocessor; not enough registers; {FEWER}$"),
        (
            (64, 16, 16_384),
            rf"fits on a multiprocessor; not enough shared memory; {LESS}$",
        ),
        (
            (64, 16, 16_385),
            rf"^device 'gtx-275': shared_bytes is 16385; a block has 0 to 16384; {LESS}$",
        ),
    ],
)
def test_blocks_that_do_not_fit_on_capability_1_are_refused(arguments, message):
    with pytest.raises(OptionError, match=message):
        occupancy(load_device("gtx-275"), *arguments)
