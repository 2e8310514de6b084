"""Devices: the presets are what their sources say, and devices that cannot be are refused by name."""

import re
from pathlib import Path

import pytest

from gpu import Device, device_names, load_device
from gpu.model.presets import device_directory, generation_names
from partitioners.errors import ConfigError, InputError, OptionError, UnknownNameError


def test_presets():
    assert device_names() == [
        *("a100-40gb", "c2050", "c2070", "gtx-275", "gtx-680", "h100"),
        *("h200", "k20c", "k40c", "rtx-3070", "titan-x-pascal", "v100"),
    ]
    for name in device_names():
        assert load_device(name).name == name
    titan, gtx = load_device("titan-x-pascal"), load_device("gtx-680")
    assert (titan.sms, titan.shared_carveouts, titan.l1_size) == (28, (96 * 1024,), 24 * 1024)
    assert (gtx.sms, gtx.shared_carveouts, gtx.l1_size) == (8, (48 * 1024,), 48 * 1024)
    # Fermi fills whole lines, and GDDR5X and the H100 and H200 fetch two sectors.
    assert {name: load_device(name).l1_fill for name in device_names()} == {
        **dict.fromkeys(device_names(), 32),
        "c2050": 128,
        "c2070": 128,
    }
    wide = [name for name in device_names() if load_device(name).dram_fetch == 64]
    assert wide == ["gtx-275", "h100", "h200", "titan-x-pascal"]
    with_check_bits = [name for name in device_names() if load_device(name).ecc == "inline"]
    assert with_check_bits == ["c2050", "c2070", "k20c", "k40c"]
    # Shared memory has units for atomics from Maxwell on.
    native = [name for name in device_names() if load_device(name).shared_atomic_cycles == 0]
    assert native == ["a100-40gb", "h100", "h200", "rtx-3070", "titan-x-pascal", "v100"]
    assert [name for name in device_names() if load_device(name).l2_size == 0] == ["gtx-275"]
    k20c = load_device("k20c")
    assert k20c.dram_gb_s == pytest.approx(load_device(k20c, ecc="none").dram_gb_s / 1.125)
    # Width of the memory in bits times its rate, as on the boards.
    for name, bits, rate, of_channel in (
        ("k40c", 384, 6.008, 64),
        ("c2050", 384, 3.0, 64),
        ("gtx-275", 448, 2.268, 64),
        ("v100", 4096, 1.754, 128),
        ("a100-40gb", 5120, 2.43, 128),
        ("h100", 5120, 5.238, 128),
        ("rtx-3070", 256, 14.0, 16),
    ):
        assert load_device(name).dram_bandwidth == pytest.approx(bits / 8 * rate * 1e9, rel=0.002)
        assert load_device(name).dram_channels == bits / of_channel
    halved = [name for name in device_names() if load_device(name).l2_far_latency]
    assert halved == ["a100-40gb", "h100", "h200"]
    assert load_device("h200").dram_bytes_per_cycle == pytest.approx(4800 * 0.822 / 1.98)


def test_a_c2050_is_a_c2070_with_less_memory():
    assert load_device("c2050", name="c2070") == load_device("c2070")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"compute_capability": "1.1"},
            "compute_capability: expected at least 1.2, got 1.1: the model lacks the coalescing of 1.0 and "
            "1.1, and they have no atomics on shared memory",
        ),
        ({"l1_caches": "all"}, "l1_caches: expected texture, got all: capability 1.x caches nothing else"),
        (
            {"l2_size": "768 KiB"},
            "l2_size: expected 0 B: capability 1.x has no L2 for global memory, got 768 KiB",
        ),
        (
            {"shared_atomic_cycles": -1},
            "shared_atomic_cycles: expected an integer from 0 to 2147483647, got -1",
        ),
    ],
)
def test_a_device_of_capability_1_that_cannot_be_is_refused(changes, message):
    with pytest.raises(OptionError) as error:
        load_device("gtx-275", **changes)
    assert str(error.value) == f"device 'gtx-275': {message}"


def test_presets_have_launches_by_kernels_from_capability_3_5_on():
    for name in device_names():
        device = load_device(name)
        can_launch = tuple(map(int, device.compute_capability.split("."))) >= (3, 5)
        assert (device.pending_launches > 0) == (device.device_launch > 0) == can_launch
        assert can_launch or device.device_runtime_factor == 1


def test_what_is_not_a_kernel_takes_the_time_of_the_published_runs():
    """The node-splitting report's runs: an iteration copies a flag to and from the device, and waits."""
    for name, us in (("k20c", 38), ("c2070", 27)):
        device = load_device(name)
        other = 2 * device.copy_latency + device.launch_latency + device.synchronise_latency
        assert other * 1e6 == pytest.approx(us)


def test_a_file_says_what_differs(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("base: h200\nl2_size: 1536 KiB\n")
    mine = load_device(file)
    assert load_device("h200", name="mine", l2_size=1536 * 1024) == mine
    assert load_device(mine, sms=1).sms == 1
    file.write_text("base: mine.yaml\nname: other\ndram_bandwidth: 4 TB/s\n")
    other = tmp_path / "other.yaml"
    file.rename(other)
    file.write_text("base: h200\nl2_size: 1536 KiB\n")
    assert load_device(str(other)) == load_device(mine, name="other", dram_bandwidth=4 * 10**12)


def test_a_change_is_a_number_or_a_text_with_its_unit():
    number = load_device("h200", l2_size=2**20, clock=1e9, copy_latency=8e-6, shared_carveouts=[0, 8192])
    sizes = ["0 B", "8 KiB"]
    text = load_device("h200", l2_size="1 MiB", clock="1 GHz", copy_latency="8 us", shared_carveouts=sizes)
    assert number == text
    assert (text.l2_size, text.clock, text.copy_latency, text.shared_carveouts) == (
        2**20,
        1e9,
        8e-6,
        (0, 8192),
    )


def test_a_device_starts_from_a_generation(tmp_path):
    """Whoever writes a device file says what differs from its generation; a generation is no device."""
    for name in generation_names():
        assert any(f"\nbase: {name}\n" in file.read_text() for file in device_directory().glob("*.yaml"))
    lines = (device_directory() / "v100.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(lines.replace("name: v100\n", "").replace("sms: 80", "sms: 72"))
    assert load_device(tmp_path / "mine.yaml") == load_device("v100", name="mine", sms=72)
    with pytest.raises(UnknownNameError) as error:
        load_device("volta")
    assert str(error.value) == (
        "'volta' is a generation, from which devices start; write `base: volta` in a device file or choose a "
        f"device: {', '.join(device_names())}"
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sms": 0}, "sms: expected an integer from 1 to 2147483647, got 0"),
        ({"l1_ways": True}, "l1_ways: expected an integer from 1 to 2147483647, got true"),
        (
            {"clock": float("nan")},
            "clock: expected a frequency with its unit, such as '2.4 GHz', got nan; add a unit to the "
            "number: Hz, kHz, MHz, GHz",
        ),
        (
            {"compute_capability": "nine"},
            "compute_capability: expected a compute capability, such as '9.0', got 'nine'",
        ),
        ({"l1_caches": "none"}, "l1_caches: expected one of 'all', 'read_only', 'texture', got 'none'"),
        (
            {"l1_caches": "read_only", "compute_capability": "3.0", "pending_launches": 0},
            "l1_caches: expected all or texture, got read_only: capability 3.0 has no read-only loads, "
            "which begin with 3.5",
        ),
        (
            {"shared_carveouts": [8192, 4096]},
            "shared_carveouts: expected ascending sizes, got [8 KiB, 4 KiB]",
        ),
        ({"shared_carveouts": 8}, "shared_carveouts: expected a list of sizes with their units, got 8"),
        (
            {"l1_size": "64 KiB"},
            "shared_carveouts: expected at most l1_size, 64 KiB, which includes shared memory, got 228 KiB",
        ),
        ({"l1_latency": 300}, "l1_latency: expected at most l2_latency, 278, got 300"),
        ({"dram_latency": 200}, "l2_latency: expected at most dram_latency, 200, got 278"),
        ({"outstanding_sectors": 3}, "outstanding_sectors: expected an integer from 4 to 2147483647, got 3"),
        ({"schedulers": 3}, "schedulers: expected a divisor of warps_per_sm, 64, got 3"),
        ({"dram_channels": 7}, "dram_channels: expected a divisor of l2_slices, 96, got 7"),
        (
            {"l2_size": "100 KiB"},
            "l2_size: expected at least 192 KiB, a line in each of 16 ways of 96 slices, got 100 KiB",
        ),
        ({"l1_fill": 16}, "l1_fill: expected 32 B, 64 B or 128 B: a sector, two sectors or a line, got 16 B"),
        (
            {"dram_fetch": "256 B"},
            "dram_fetch: expected 32 B, 64 B or 128 B: a sector, two sectors or a line, got 256 B",
        ),
        ({"ecc": "on"}, "ecc: expected one of 'none', 'inline', got 'on'"),
        (
            {"dram_efficiency": 1.5},
            "dram_efficiency: expected a number greater than 0 and of at most 1, got 1.5",
        ),
    ],
)
def test_a_device_that_cannot_be_is_refused_with_the_fields_name(changes, message):
    with pytest.raises(OptionError) as error:
        load_device("h200", **changes)
    assert str(error.value) == f"device 'h200': {message}"


def test_names_and_files_that_are_none_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match=r"^unknown device 'h300'; did you mean 'h200'\?$"):
        load_device("h300")
    with pytest.raises(UnknownNameError, match=r"^unknown field 'sm'; did you mean 'sms'\?$"):
        load_device("h200", sm=1)
    file = tmp_path / "mine.yaml"
    with pytest.raises(InputError, match=r"mine.yaml: no such file$"):
        load_device(file)
    for text, message in (
        ("base: h200\nl2_sizes: 1\n", "2:1: l2_sizes: unknown key; did you mean 'l2_size'?"),
        ("base: h200\nl2_kib: 1\n", "2:1: l2_kib: unknown key; write l2_size: N KiB"),
        (
            "base: h200\nl2_size: 6144\n",
            "2:10: l2_size: expected a size with its unit, such as '64 KiB', got 6144; add a unit to the "
            "number: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB",
        ),
        (
            "base: h200\nclock: 1 KiB\n",
            "2:8: clock: expected a frequency with its unit, such as '2.4 GHz', got '1 KiB'; units: Hz, kHz, "
            "MHz, GHz",
        ),
        (
            "base: h200\nl2_latency: 900\nsms: 0\n",
            "3:6: sms: expected an integer from 1 to 2147483647, got 0",
        ),
        (
            "base: h200\nshared_carveouts: 8 KiB\n",
            "2:19: shared_carveouts: expected a list of sizes with their units, got '8 KiB'",
        ),
        (
            "sms: 1\n",
            "1:1: lacks compute_capability, clock, schedulers and 44 other fields of a device; start from an "
            "existing device, such as `base: v100`",
        ),
        ("base: mine.yaml\n", "1:7: base: the device is based on itself"),
        ("base: h300\n", "1:7: base: unknown device 'h300'; did you mean 'h200'?"),
        ("base: 3\n", "1:7: base: expected the name of a device, got 3"),
    ):
        file.write_text(text)
        with pytest.raises(ConfigError) as error:
            load_device(file)
        assert str(error.value) == f"{file}:{message}"
    file.write_text("- 1\n")
    with pytest.raises(ConfigError, match=r"mine.yaml: expected a mapping, got \[1\]$"):
        load_device(file)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"l2_far_latency": 277},
            "l2_far_latency: expected at least l2_latency, 278, and at most dram_latency, 640, or 0 for an "
            "L2 without halves, got 277",
        ),
        (
            {"l2_far_latency": 641},
            "l2_far_latency: expected at least l2_latency, 278, and at most dram_latency, 640, or 0 for an "
            "L2 without halves, got 641",
        ),
        (
            {"l2_far_latency": 0},
            "l2_fabric_width: expected 0 B, as l2_far_latency is 0: there is one L2, got 1.5 KiB",
        ),
        (
            {"l2_fabric_width": "0 B"},
            "l2_fabric_width: expected more than 0 B, since l2_far_latency says that the L2 has halves",
        ),
        (
            {"l2_size": "0 B"},
            "l2_far_latency: expected 0, got 353: the device has no L2 (l2_size is 0 B)",
        ),
        (
            {"l2_slices": 45, "dram_channels": 15},
            "l2_slices: expected an even number, got 45: half of them are in each half of the L2\n"
            "device 'h200': dram_channels: expected an even number, got 15: half of them are in each half of "
            "the L2",
        ),
        (
            {"dram_channels": 3},
            "dram_channels: expected an even number, got 3: half of them are in each half of the L2",
        ),
        ({"l2_far_latency": -1}, "l2_far_latency: expected an integer from 0 to 2147483647, got -1"),
    ],
)
def test_halves_that_cannot_be_are_refused(changes, message):
    with pytest.raises(OptionError) as error:
        load_device("h200", **changes)
    assert str(error.value) == f"device 'h200': {message}"


def test_a_file_need_not_say_that_the_l2_has_no_halves(tmp_path):
    lines = (device_directory() / "v100.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(lines.replace("name: v100", "name: mine"))
    mine = load_device(tmp_path / "mine.yaml")
    assert (mine.l2_far_latency, mine.l2_fabric_width) == (0, 0)
    (tmp_path / "mine.yaml").write_text("base: v100\nl2_far_latency: 300\nl2_fabric_width: 64 B\n")
    assert load_device(tmp_path / "mine.yaml").l2_fabric_width == 64


def test_each_preset_is_in_the_table_of_devices_and_says_where_its_numbers_come_from():
    """A row of docs/gpu.md names each preset; a comment of its file has the source of each of its numbers."""
    page = (Path(__file__).parents[3] / "docs" / "gpu.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| `[a-z0-9-]+` \(20\d\d\)", line)]
    assert sorted(name for row in rows for name in re.findall(r"`([a-z0-9-]+)` \(20", row)) == device_names()
    for row in rows:
        for name in re.findall(r"`([a-z0-9-]+)` \(20", row):
            assert f" {load_device(name).compute_capability} |" in row
    for name in (*device_names(), *(f"generations/{name}" for name in generation_names())):
        text = (device_directory() / f"{name}.yaml").read_text("utf-8")
        head = " ".join(line[1:] for line in text.splitlines() if line[0] == "#")
        sources = set(re.findall(r"\(([^()]+)\) ", head))
        used = set(re.findall(r"# \(([^()]+)\)", text))
        assert used <= sources, name
        assert "/" in name or f"\nname: {name}\n" in text
        covered = 0  # numbers that a comment above covers, such as "also the next ten values"
        for line in text.splitlines():
            if line[0] == "#" or line.startswith(("name:", "base:", "compute_capability:", "l1_unified:")):
                continue
            words = re.search(r"# \(.*\), also the next(?: (\w+))? values?", line)
            assert covered or "# (" in line or "# no L2" in line or line in WITHOUT, f"{name}: {line}"
            covered = COUNTS.index(words[1] or "one") + 1 if words else max(0, covered - 1)


WITHOUT = ("pending_launches: 0", "device_runtime_factor: 1")
COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def test_the_fields_are_documented():
    assert [name for name, info in Device.model_fields.items() if not info.description] == []
