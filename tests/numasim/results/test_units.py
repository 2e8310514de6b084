"""The units of columns: those of their names or their kind, also of what is read back from a folder."""

import re

import numpy as np
import pandas as pd
import pytest

import numasim
from gpu.model.result import SCALARS as OF_GPU
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.numa.shared.run_result import SCALARS
from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.axis_values import axis_values
from numasim.results.folder import write_folder
from numasim.results.tables import write_parquet
from numasim.results.units import unit_of, units_of

EXPERIMENT = {
    "workload": {"generator": "mc2depi", "n": 9},
    "partition": {"parts": 4},
    "machine": "mesh-2x2",
    "execution": {"model": "supersteps", "steps": 2},
    "sweep": {"partition.method": ["metis"], "machine.network.link_cycles": [1, 2]},
    "baseline": {"partition.method": "metis"},
    "derived": {"joule_seconds": "energy_joules * seconds", "cycles_per_part": "cycles / parts"},
}

AMOUNTS = {
    "cycles": ("cycles ", "T:", "T1:"),
    "B": ("bytes ", "payload "),
    "J": ("energy ", "dynamic energy"),
    "µs": ("time ",),
}
"""How the meaning of a column in each unit begins, unless it says over what the amount is."""


@pytest.mark.parametrize("scalars", [SCALARS, THREAD_SCALARS, OF_GPU], ids=["mesh", "threads", "gpu"])
def test_the_units_of_scalars_are_those_of_their_meanings(scalars):
    for name, meaning in scalars.items():
        if not re.search("divided by T|over the bytes", meaning):
            for unit, beginnings in AMOUNTS.items():
                assert unit_of(name) == unit or not meaning.startswith(beginnings), name


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("seconds", "s"),
        ("cpu_energy_l1_joules", "J"),
        ("gpu_time_us", "µs"),
        ("first_cycle", "cycles"),
        ("machine.network.link_cycles", "cycles"),
        ("synchronisation", "cycles"),
        ("dram_bandwidth", "B/s"),
        ("flit_hops", ""),
        ("seconds_vs_random", ""),
        ("requests_vs_cycles", ""),
        ("flops_per_dram_bytes", ""),
        ("machine.memory", ""),
    ],
)
def test_a_name_gives_the_unit(column, unit):
    assert unit_of(column) == unit


def test_only_numbers_have_a_unit_and_known_units_come_first():
    table = pd.DataFrame(
        {
            "network": ["packet"],
            "seconds": [None],
            "cycles": pd.array([None], "Int64"),
            "rate": [0.5],
            "time_us": np.float32([1]),
            "first_bytes": [True],
        }
    )
    assert units_of(table, {"rate": "1/h", "time_us": "ms"}) == {
        "cycles": "cycles",
        "rate": "1/h",
        "time_us": "ms",
    }


def test_a_frame_has_its_units_and_so_has_the_folder(tmp_path):
    write_folder(tmp_path, run_experiment(numasim.Experiment(**EXPERIMENT), RunOptions(1)))
    units = numasim.run(EXPERIMENT).attrs["units"]
    for column, unit in {
        "seconds": "s",
        "cycles": "cycles",
        "energy_joules": "J",
        "network_bytes": "B",
        "dram_bandwidth": "B/s",
        "largest_link_load": "B",
        "largest_core_load": "cycles",
        "machine.network.link_cycles": "cycles",
        "joule_seconds": "s",
    }.items():
        assert units[column] == unit
    assert units.keys().isdisjoint(("parts", "speedup", "partitioner", "cycles_per_part"))
    assert not [name for name in units if "_vs_" in name]
    assert numasim.load_results(tmp_path).attrs["units"] == units
    cores = numasim.load_results(tmp_path, "cores").attrs
    assert cores["units"]["synchronisation"] == "cycles"
    assert cores["versions"]["numasim"] == numasim.__version__


def test_the_units_of_a_study(tmp_path):
    study = {"kind": "network", "machine": "mesh-2x2", "traffic": {"packets": 100, "rate": 0.1}}
    frame = numasim.run(study, tmp_path)
    assert frame.attrs["units"]["latency"] == "cycles"
    assert frame.attrs["units"]["accepted"] == frame.attrs["units"]["largest_link_load"] == "flits/cycle"
    assert numasim.load_results(tmp_path).attrs["units"] == frame.attrs["units"]


def test_the_bytes_of_a_file_do_not_depend_on_the_attributes_of_the_frame(tmp_path):
    frame = pd.DataFrame({"cycles": [1, 2]})
    write_parquet(tmp_path / "a.parquet", frame, {"seed": 1})
    frame.attrs["units"] = {"cycles": "weeks"}
    write_parquet(tmp_path / "b.parquet", frame, {"seed": 1})
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert frame.attrs == {"units": {"cycles": "weeks"}}


def test_an_axis_names_the_unit_of_the_frame():
    rows = pd.DataFrame({"teps": [2e9], "time_us": [3e6], "seconds": [2e-3]})
    assert [axis_values(rows, name).label for name in rows] == ["teps", "time_us (µs)", "seconds (ms)"]
    rows.attrs["units"] = {"teps": "edges/s"}
    assert axis_values(rows, "teps").label == "teps (edges/s)"
    assert axis_values(rows, "time_us").numbers == pytest.approx([3e6])
