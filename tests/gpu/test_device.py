"""Devices: the presets are what their sources say, and devices that cannot be are refused by name."""

import dataclasses

import pytest

from gpu import Device, device_names, load_device
from partitioners.errors import ConfigError, InputError, OptionError, UnknownNameError


def test_presets():
    assert device_names() == [
        *("c2050", "c2070", "gtx-275", "gtx-680"),
        *("h200", "k20c", "k40c", "titan-x-pascal"),
    ]
    for name in device_names():
        assert load_device(name).name == name
    titan, gtx = load_device("titan-x-pascal"), load_device("gtx-680")
    assert (titan.sms, titan.shared_carveouts, titan.l1_size) == (28, (96 * 1024,), 24 * 1024)
    assert (gtx.sms, gtx.shared_carveouts, gtx.l1_size) == (8, (48 * 1024,), 48 * 1024)
    # What the makers of the memories say: Fermi fills whole lines, GDDR5X and HBM3 fetch two sectors.
    assert {name: load_device(name).l1_fill for name in device_names()} == {
        **dict.fromkeys(device_names(), 32),
        "c2050": 128,
        "c2070": 128,
    }
    wide = [name for name in device_names() if load_device(name).dram_fetch == 64]
    assert wide == ["gtx-275", "h200", "titan-x-pascal"]
    with_check_bits = [name for name in device_names() if load_device(name).ecc == "inline"]
    assert with_check_bits == ["c2050", "c2070", "k20c", "k40c"]
    # Shared memory has units for atomics from Maxwell on.
    native = [name for name in device_names() if load_device(name).shared_atomic_cycles == 0]
    assert native == ["h200", "titan-x-pascal"]
    assert [name for name in device_names() if load_device(name).l2_size == 0] == ["gtx-275"]
    k20c = load_device("k20c")
    assert k20c.dram_gb_s == pytest.approx(load_device(k20c, ecc="none").dram_gb_s / 1.125)
    # Width of the memory in bits times its rate, as on the boards.
    for name, bits, rate in (("k40c", 384, 6.008), ("c2050", 384, 3.0), ("gtx-275", 448, 2.268)):
        assert load_device(name).dram_bandwidth == pytest.approx(bits / 8 * rate * 1e9, rel=0.002)
        assert load_device(name).dram_channels == bits / 64
    assert load_device("h200").dram_bytes_per_cycle == pytest.approx(4800 * 0.9 / 1.98)


def test_a_c2050_is_a_c2070_with_less_memory():
    assert dataclasses.replace(load_device("c2050"), name="c2070") == load_device("c2070")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"compute_capability": "1.1"},
            "compute_capability is 1.1; expected at least 1.2: the model lacks the coalescing of 1.0 and "
            "1.1, and they have no atomics on shared memory",
        ),
        ({"l1_caches": "all"}, "l1_caches is all; expected texture: capability 1.3 caches nothing else"),
        (
            {"l2_size": "768 KiB"},
            "l2_size is 768 KiB; expected 0 B: capability 1.3 has no L2 for global memory",
        ),
        ({"shared_atomic_cycles": -1}, "shared_atomic_cycles is -1; expected at least 0"),
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
    assert dataclasses.replace(load_device("h200"), l2_size=1536 * 1024) == mine
    assert load_device(mine, sms=1).sms == 1
    file.write_text("base: h200\nname: mine\ndram_bandwidth: 4 TB/s\n")
    assert load_device(str(file)).dram_bandwidth == 4 * 10**12


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sms": 0}, "sms is 0; expected at least 1"),
        ({"l1_ways": True}, "l1_ways is True; expected an integer"),
        ({"clock": float("nan")}, "clock is nan; expected a number above 0"),
        ({"compute_capability": "nine"}, "compute_capability is 'nine'; expected the form '9.0'"),
        ({"l1_caches": "none"}, "l1_caches is 'none'; choose one of all, read_only, texture"),
        (
            {"l1_caches": "read_only", "compute_capability": "3.0", "pending_launches": 0},
            "l1_caches is read_only; expected all or texture: capability 3.0 has no read-only loads, "
            "which begin with 3.5",
        ),
        (
            {"shared_carveouts": [8192, 4096]},
            "shared_carveouts is [8 KiB, 4 KiB]; expected ascending sizes >= 0",
        ),
        ({"shared_carveouts": 8}, "shared_carveouts is 8; expected a list of integers"),
        (
            {"l1_size": "64 KiB"},
            "shared_carveouts has 228 KiB; expected at most l1_size, 64 KiB, which includes it",
        ),
        ({"l1_latency": 300}, "l1_latency is 300; expected at most l2_latency, 237"),
        ({"dram_latency": 200}, "l2_latency is 237; expected at most dram_latency, 200"),
        ({"outstanding_sectors": 3}, "outstanding_sectors is 3; expected at least 4, a whole line"),
        ({"schedulers": 3}, "schedulers is 3; expected a divisor of warps_per_sm, 64"),
        ({"dram_channels": 7}, "dram_channels is 7; expected a divisor of l2_slices, 96"),
        (
            {"l2_size": "100 KiB"},
            "l2_size is 100 KiB; expected at least 192 KiB, a line in each of 16 ways of 96 slices",
        ),
        ({"l1_fill": 16}, "l1_fill is 16 B; expected 32 B, 64 B or 128 B: a sector, two sectors or a line"),
        (
            {"dram_fetch": "256 B"},
            "dram_fetch is 256 B; expected 32 B, 64 B or 128 B: a sector, two sectors or a line",
        ),
        ({"ecc": "on"}, "ecc is 'on'; choose one of none, inline"),
        ({"dram_efficiency": 1.5}, "dram_efficiency is 1.5; expected at most 1"),
    ],
)
def test_a_device_that_cannot_be_is_refused_with_the_fields_name(changes, message):
    with pytest.raises(OptionError) as error:
        load_device("h200", **changes)
    assert str(error.value) == f"device 'h200': {message}"


def test_names_and_files_that_are_none_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match=r"^unknown device 'h100'; did you mean 'h200'\?$"):
        load_device("h100")
    with pytest.raises(UnknownNameError, match=r"^unknown field 'sm'; did you mean 'sms'\?$"):
        load_device("h200", sm=1)
    file = tmp_path / "mine.yaml"
    with pytest.raises(InputError, match=r"mine.yaml: no such file$"):
        load_device(file)
    for text, message in (
        ("base: h200\nl2_sizes: 1\n", r"mine.yaml: unknown field 'l2_sizes'; did you mean 'l2_size'\?$"),
        (
            "base: h200\nl2_size: 6144\n",
            r"mine.yaml: l2_size: expected a size with its unit, .* got 6144; add a unit ",
        ),
        (
            "base: h200\nclock: 1 KiB\n",
            r"mine.yaml: clock: expected a frequency .* got '1 KiB'; ",
        ),
        (
            "base: h200\nshared_carveouts: 8 KiB\n",
            r"shared_carveouts: expected a list of sizes with ",
        ),
        ("sms: 1\n", r"mine.yaml: compute_capability is missing\n"),
        ("- 1\n", r"mine.yaml: expected a mapping, got list$"),
        ("a: [\n", r"mine.yaml: not valid YAML: "),
        (f"base: {file}\n", r"mine.yaml: base: the device is based on itself$"),
    ):
        file.write_text(text)
        with pytest.raises(ConfigError, match=message):
            load_device(file)


def test_the_fields_are_documented():
    words = Device.__doc__.split()
    assert all(field.name in words or f"{field.name}," in words for field in dataclasses.fields(Device))
