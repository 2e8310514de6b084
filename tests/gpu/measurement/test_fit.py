"""Device files with measured values: a round trip, the marks of all lines, refused tables in full text."""

import csv
import dataclasses
import re

import pytest
from model_timer import ModelTimer, facts_of

from gpu import InstructionCosts, device_names, load_device
from gpu.measurement.fit import RULES, TABLE, Measurement, fit_device, read_microbenchmarks
from gpu.measurement.microbenchmarks import COLUMNS, run_microbenchmarks
from gpu.model.presets import device_directory, preset_of
from numasim.cli import execute
from partitioners.errors import InputError, OptionError, UnknownNameError
from tests.gpu.measurement.test_microbenchmarks import HALVED, SMALL

HEAD = {"device": "NVIDIA H100 80GB HBM3", "date": "2026-11-26T16:30:00Z", "sm_mhz_measured": "1980"}


def write_table(folder, rows, head=HEAD):
    """Write a table as a recording does: provenance, columns, rows as mappings."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / TABLE).open("w", newline="") as stream:
        stream.writelines(f"# {key}: {value}\n" for key, value in head.items())
        table = csv.DictWriter(stream, COLUMNS, lineterminator="\n", restval="")
        table.writeheader()
        table.writerows(rows)
    return folder


def row(parameter, value, lower=None, upper=None):
    return {
        **{"benchmark": "some", "configuration": "one", "quantity": "cycles", "samples": 9},
        **{"value": value, "lower": lower or value, "upper": upper or value, "parameter": parameter},
    }


def test_what_microbenchmarks_find_on_a_model_makes_its_device_file(tmp_path):
    """From the model of a device to a file on another base, and from the file to the same device."""
    rows, costs = [], InstructionCosts(loads_in_flight=1)
    names = ("dispatch", "launches", "copies", "l1", "l2", "dram", "shared", "fills", "block_barriers")
    true = load_device(
        HALVED,
        **{
            "l1_latency": 35,
            "l2_latency": 222,
            "l2_far_latency": 301,
            "dram_latency": 505,
            "shared_latency": 25,
        },
        **{"barrier_latency": 31, "dispatch_cycles": 401, "dram_fetch": "32 B", "clock": 1.5e9},
        **{"launch_latency": 3.1e-6, "copy_latency": 6.5e-6, "synchronise_latency": 4.2e-6},
        link_bandwidth="31 GB/s",
    )
    run_microbenchmarks(
        ModelTimer(true, costs), rows.append, lambda: 1, lambda line: None, facts=facts_of(true), names=names
    )
    measured = read_microbenchmarks(write_table(tmp_path / "recorded", rows))
    target = tmp_path / "mine.yaml"
    changes = fit_device(measured, target)
    fitted = load_device(
        target, **SMALL, outstanding_sectors=256, l2_fabric_width=64, l2_request_rate=0.3, l2_copies="hits"
    )
    assert fitted.dram_latency == pytest.approx(true.dram_latency, abs=2)
    assert fitted == load_device(true, name="mine", dram_latency=fitted.dram_latency)
    assert [change.field for change in changes] == [name for name in RULES if name in measured.fields]
    assert all(not change.kept for change in changes)


def test_measured_lines_say_so_and_all_others_keep_their_marks(tmp_path):
    folder = write_table(
        tmp_path / "recorded",
        [
            row("l2_latency", 251.6, 248.2, 255.4),
            row("", 3.0),
            row("launch_latency", 2.1234e-6, 2.0e-6, 2.3e-6),
            row("l2_slice_width", 3921.0, 3900.0, 3950.0),
            row("dram_efficiency", 2.911e12, 2.9e12, 2.95e12),
            row("atomic_sectors", 1.31, 1.3, 1.4),
            row("clock", 1.755e9),
            row("l2_latency", 261.6, 258.2, 265.4),  # measured again
        ],
    )
    target = tmp_path / "h100.yaml"
    changes = fit_device(read_microbenchmarks(folder), target)
    before = (device_directory() / "h100.yaml").read_text().splitlines()
    after = target.read_text().splitlines()
    of_device = "on NVIDIA H100 80GB HBM3, 2026-11-26"
    new = [
        "# (recorded) measured by the microbenchmarks of a recording of numasim.",
        f"clock: 1755 MHz                 # (recorded) measured 1755 MHz to 1755 MHz {of_device}",
        f"l2_latency: 262                 # (recorded) measured 258 to 265 {of_device}",
        "l2_far_latency: 337             # (recorded) as far from l2_latency as before",
        f"l2_slice_width: 49 B            # (recorded) measured 49 B to 49 B {of_device}",
        f"atomic_sectors: 2               # (recorded) measured 2 to 2 {of_device}",
        f"dram_efficiency: 0.869          # (recorded) measured 0.866 to 0.881 {of_device}",
        f"launch_latency: 2.12 us         # (recorded) measured 2 us to 2.3 us {of_device}",
    ]
    assert [line for line in after if line not in before] == new
    measured = (
        "clock",
        "l2_latency",
        "l2_far_latency",
        "l2_slice_width",
        "atomic_sectors",
        "dram_efficiency",
        "launch_latency",
    )
    assert [line for line in before if line not in after] == [
        line for line in before if line.startswith(tuple(f"{name}:" for name in measured))
    ]
    (change,) = (change for change in changes if change.field == "l2_slice_width")
    assert (change.before, change.now, change.bounds) == ("32 B", "49 B", "49 B to 49 B")
    # Again on its own file: nothing else changes, and the head is not repeated.
    fit_device(read_microbenchmarks(folder), target, base=str(target))
    assert target.read_text().splitlines() == after


@pytest.mark.parametrize("name", device_names())
def test_each_preset_can_be_fitted(name, tmp_path):
    """With its own numbers, the device is the same."""
    device = load_device(name)
    whole = {
        "l2_slice_width": device.l2_slices * device.l2_slice_width,
        "dram_efficiency": device.dram_efficiency * device.dram_bandwidth,
        "l2_request_rate": device.l2_slices * device.l2_request_rate,
        "atomic_sectors": device.atomic_sectors * 32 / device.l2_slice_width,
    }
    rows = [row(field, whole.get(field, getattr(device, field))) for field in RULES]
    measured = read_microbenchmarks(write_table(tmp_path, [each for each in rows if each["value"]]))
    fit_device(measured, tmp_path / "mine.yaml", base=name)
    assert load_device(tmp_path / "mine.yaml") == load_device(device, name="mine")


def test_a_file_on_a_base_gets_lines_for_what_it_does_not_say(tmp_path):
    base = tmp_path / "small.yaml"
    base.write_text("base: h100\nsms: 4  # ours\n")
    measured = read_microbenchmarks(write_table(tmp_path / "recorded", [row("l1_latency", 44.0)]))
    (change,) = fit_device(measured, tmp_path / "mine.yaml", base=str(base))
    assert change.before == "41"
    device = load_device(tmp_path / "mine.yaml")
    assert (device.name, device.sms, device.l1_latency) == ("mine", 4, 44)


def test_numbers_that_are_only_bounds_are_not_taken(tmp_path):
    """The clock is measured between events; loads in flight at a sector a cycle are limited by the LSU."""
    folder = write_table(
        tmp_path,
        [row("clock", 1.96e9), row("dram_latency", 678.0), row("outstanding_sectors", 643.0)],
    )
    kept = {
        change.field: change.kept for change in fit_device(read_microbenchmarks(folder), tmp_path / "m.yaml")
    }
    assert kept == {
        "clock": "1960 MHz was measured between events, which take a part of the time",
        "dram_latency": "",
        "outstanding_sectors": "643 was measured at 0.95 sectors a cycle, where the LSU (a line a cycle) or "
        "the port limits them",
    }
    device = load_device(tmp_path / "m.yaml")
    assert (device.clock, device.outstanding_sectors, device.dram_latency) == (1.98e9, 2048, 678)
    few = write_table(tmp_path / "few", [row("dram_latency", 678.0), row("outstanding_sectors", 400.0)])
    fit_device(read_microbenchmarks(few), tmp_path / "few.yaml")
    assert load_device(tmp_path / "few.yaml").outstanding_sectors == 400


def test_halves_that_look_alike_keep_their_distance(tmp_path):
    """A chase that sees one latency of the L2, and the mean of both halves in memory."""
    folder = write_table(tmp_path, [row("l2_latency", 278.0), row("dram_latency", 677.75)])
    fit_device(read_microbenchmarks(folder), tmp_path / "mine.yaml")
    device, before = load_device(tmp_path / "mine.yaml"), load_device("h100")
    distance = before.l2_far_latency - before.l2_latency
    assert (device.l2_latency, device.l2_far_latency) == (278, 278 + distance)
    assert device.dram_latency == round(677.75 - distance / 2)


def test_a_number_that_cannot_be_is_left_out(tmp_path):
    folder = write_table(tmp_path, [row("synchronise_latency", -1e-7), row("l1_latency", 44.0)])
    changes = fit_device(read_microbenchmarks(folder), tmp_path / "mine.yaml")
    assert [(change.field, change.kept) for change in changes] == [
        ("l1_latency", ""),
        ("synchronise_latency", "-1e-07 was measured, which cannot be"),
    ]
    text = (tmp_path / "mine.yaml").read_text()
    assert "synchronise_latency: 5 us       # (ours)" in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "{path}: does not name the device; expected a line `# device: ...` at its head"),
        (
            lambda text: text.replace("benchmark,", "name,"),
            f"{{path}}: line 4: expected the columns {','.join(COLUMNS)}",
        ),
        (lambda text: text + "1,2\n", "{path}: line 6: expected 8 values, got 2"),
        (
            lambda text: text.replace("l1_latency", "l1_latenzy"),
            "{path}: line 5: unknown parameter 'l1_latenzy'; did you mean 'l1_latency'?",
        ),
        (
            lambda text: text.replace("44.0,44.0,45.5", "44.0,x,45.5"),
            "{path}: line 5: lower is 'x'; expected a number",
        ),
        (
            lambda text: text.replace("44.0,44.0,45.5", "nan,44.0,45.5"),
            "{path}: line 5: value is nan; expected a finite number",
        ),
        (
            lambda text: text.replace("l1_latency", ""),
            "{path}: determines no parameter of a device; record it again",
        ),
    ],
)
def test_a_table_that_is_none_is_refused(change, message, tmp_path):
    path = write_table(tmp_path, [row("l1_latency", 44.0, 44.0, 45.5)]) / TABLE
    path.write_text(change(path.read_text()))
    with pytest.raises(InputError) as error:
        read_microbenchmarks(tmp_path)
    assert str(error.value) == message.format(path=path)


def test_what_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(InputError) as error:
        read_microbenchmarks(tmp_path / "none")
    assert str(error.value) == (
        f"{tmp_path / 'none' / TABLE}: cannot be read: No such file or directory; record the device again, "
        "with its microbenchmarks"
    )
    folder = write_table(tmp_path / "r", [row("l2_latency", 44.0), row("l1_latency", 144.0)])
    measured, target = read_microbenchmarks(folder), tmp_path / "mine.yaml"
    other = dataclasses.replace(measured, device="Some GPU")
    no_yaml, notes, far = tmp_path / "mine.txt", tmp_path / "notes.yaml", tmp_path / "a" / "mine.yaml"
    notes.write_text("- milk\n")
    for given, place, base, message in (
        (
            other,
            target,
            None,
            f"{folder / TABLE}: Some GPU has no preset; give the device whose other values are nearest, "
            f"such as `--base {device_names()[0]}`",
        ),
        (measured, no_yaml, None, f"{no_yaml}: expected a name that ends in .yaml"),
        (measured, notes, None, f"{notes}: exists and is not a device file; choose another name"),
        (measured, far, None, f"{far}: there is no folder {far.parent} to write into"),
    ):
        with pytest.raises(InputError) as error:
            fit_device(given, place, base)
        assert str(error.value) == message
    with pytest.raises(OptionError) as error:
        fit_device(measured, target)
    assert str(error.value) == (
        f"{folder / TABLE}: the fitted device 'mine': l1_latency: expected at most l2_latency, 44, got "
        "144\n"
        "correct the rows of these fields, or measure again"
    )
    assert not target.exists()
    with pytest.raises(UnknownNameError, match=r"^unknown device 'h1000'; did you mean 'h100'\?$"):
        fit_device(measured, target, "h1000")
    assert notes.read_text() == "- milk\n"


def test_the_preset_is_the_one_whose_words_a_driver_says():
    assert {
        name: preset_of(name)
        for name in (
            "NVIDIA H100 80GB HBM3",
            "NVIDIA H100 PCIe",
            "NVIDIA H200",
            "NVIDIA A100-SXM4-40GB",
            "NVIDIA A100-PCIE-40GB",
            "NVIDIA A100-SXM4-80GB",
            "Tesla V100-SXM2-16GB",
            "NVIDIA GeForce RTX 3070",
            "NVIDIA GeForce RTX 3080",
            "NVIDIA TITAN X (Pascal)",
            "Tesla K20c",
            "GeForce GTX 275",
        )
    } == {
        "NVIDIA H100 80GB HBM3": "h100",
        "NVIDIA H100 PCIe": "h100",
        "NVIDIA H200": "h200",
        "NVIDIA A100-SXM4-40GB": "a100-40gb",
        "NVIDIA A100-PCIE-40GB": "a100-40gb",
        "NVIDIA A100-SXM4-80GB": None,
        "Tesla V100-SXM2-16GB": "v100",
        "NVIDIA GeForce RTX 3070": "rtx-3070",
        "NVIDIA GeForce RTX 3080": None,
        "NVIDIA TITAN X (Pascal)": "titan-x-pascal",
        "Tesla K20c": "k20c",
        "GeForce GTX 275": "gtx-275",
    }


def test_the_values_of_a_table(tmp_path):
    measured = read_microbenchmarks(write_table(tmp_path, [row("l1_latency", 44.0, 43.0, 45.5)]))
    assert measured.fields == {"l1_latency": Measurement(44.0, 43.0, 45.5)}
    assert (measured.device, measured.date) == ("NVIDIA H100 80GB HBM3", "2026-11-26")
    assert re.fullmatch(r".*microbenchmarks\.csv", str(measured.path))


# The command


@pytest.fixture
def packaged(tmp_path, monkeypatch):
    """An empty folder in the place of the recordings of the package; the current folder is another one."""
    folder = tmp_path / "packaged"
    folder.mkdir()
    monkeypatch.setattr("gpu.measurement.records.MEASUREMENTS", folder)
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_command_writes_the_file_and_says_what_has_changed(packaged, capsys):
    write_table(
        packaged / "nvidia-h100-80gb-hbm3", [row("l2_latency", 251.6, 248.2, 255.4), row("clock", -1.0)]
    )
    assert execute(["validate", "gpu", "--fit"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [re.split(" {2,}", line.strip()) for line in lines] == [
        ["field", "before", "measured", "bounds"],
        ["clock", "1980 MHz", "1980 MHz", "kept: -1 was measured, which cannot be"],
        ["l2_latency", "260", "252", "248 to 255"],
        ["l2_far_latency", "335", "327", "323 to 330"],
        ["written to nvidia-h100-80gb-hbm3.yaml"],
    ]
    assert load_device("nvidia-h100-80gb-hbm3.yaml").l2_latency == 252


def test_the_command_takes_a_recording_a_file_and_a_base(packaged, tmp_path, capsys):
    write_table(packaged / "one", [row("l2_latency", 251.6)])
    write_table(tmp_path / "brought" / "two", [row("l1_latency", 44.0)], HEAD | {"device": "Some GPU"})
    command = [
        "validate",
        "gpu",
        "--record",
        str(tmp_path / "brought"),
        "--fit",
        "mine.yaml",
        "--base",
        "v100",
    ]
    assert execute(command) == 0
    capsys.readouterr()
    assert load_device("mine.yaml") == load_device("v100", name="mine", l1_latency=44)
    assert not (packaged / "two").exists()  # nothing is imported or compared


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--fit"],
            "{packaged}: no recording in it has microbenchmarks; expected a folder with microbenchmarks.csv, "
            "which `python gpu/record.py` writes on a machine with a GPU, or --record DIR",
        ),
        (["--base", "h100"], "--base: names the device of a fitted file; add --fit"),
    ],
)
def test_the_command_says_what_is_missing(options, message, packaged, capsys):
    assert execute(["validate", "gpu", *options]) == 2
    assert capsys.readouterr().err.replace("\n", " ").strip() == "error: " + message.format(packaged=packaged)


def test_the_command_does_not_choose_among_recordings(packaged, capsys):
    for name in ("one", "two"):
        write_table(packaged / name, [row("l2_latency", 251.6)])
    assert execute(["validate", "gpu", "--fit"]) == 2
    assert capsys.readouterr().err.replace("\n", " ").strip() == (
        f"error: several recordings have microbenchmarks: {packaged / 'one'}, {packaged / 'two'}; choose one "
        "by --record DIR"
    )
