"""Devices: the presets are what their sources say, and devices that cannot be are refused by name."""

import dataclasses

import pytest

from gpu import Device, device_names, load_device
from partitioners.errors import ConfigError, InputError, OptionError, UnknownNameError


def test_presets():
    assert device_names() == ["c2070", "gtx-680", "h200", "k20c", "titan-x-pascal"]
    for name in device_names():
        assert load_device(name).name == name
    titan, gtx = load_device("titan-x-pascal"), load_device("gtx-680")
    assert (titan.sms, titan.shared_carveouts_kib, titan.l1_kib) == (28, (96,), 24)
    assert (gtx.sms, gtx.shared_carveouts_kib, gtx.l1_kib) == (8, (48,), 48)
    assert load_device("h200").dram_bytes_per_cycle == pytest.approx(4800 * 0.9 / 1.98)


def test_a_file_says_what_differs(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("base: h200\nl2_kib: 1536\n")
    mine = load_device(file)
    assert dataclasses.replace(load_device("h200"), l2_kib=1536) == mine
    assert load_device(mine, sms=1).sms == 1
    file.write_text("base: h200\nname: mine\ndram_gb_s: 4000\n")
    assert load_device(str(file)).dram_gb_s == 4000.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sms": 0}, "sms is 0; expected at least 1"),
        ({"l1_ways": True}, "l1_ways is True; expected an integer"),
        ({"clock_mhz": float("nan")}, "clock_mhz is nan; expected a number above 0"),
        ({"compute_capability": "nine"}, "compute_capability is 'nine'; expected the form '9.0'"),
        ({"l1_caches": "none"}, "l1_caches is 'none'; choose one of all, read_only"),
        (
            {"shared_carveouts_kib": [8, 4]},
            "shared_carveouts_kib is [8, 4]; expected sizes that rise from 0 or more",
        ),
        ({"shared_carveouts_kib": 8}, "shared_carveouts_kib is 8; expected a list of integers"),
        ({"l1_kib": 64}, "shared_carveouts_kib goes up to 228; expected at most l1_kib, 64"),
        ({"l1_latency": 300}, "l1_latency is 300; expected at most l2_latency, 237"),
        ({"dram_latency": 200}, "l2_latency is 237; expected at most dram_latency, 200"),
        ({"outstanding_sectors": 3}, "outstanding_sectors is 3; expected at least 4, a whole line"),
        ({"schedulers": 3}, "schedulers is 3; expected a divisor of warps_per_sm, 64"),
        ({"dram_channels": 7}, "dram_channels is 7; expected a divisor of l2_slices, 96"),
        ({"l2_kib": 100}, "l2_kib is 100; 96 slices of 16 ways do not fit in it"),
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
        ("base: h200\nl2_size: 1\n", r"mine.yaml: unknown field 'l2_size'; did you mean 'l2_slices'\?$"),
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
