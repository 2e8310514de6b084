"""Microbenchmarks: on the model of a device they find what its file says; in a rehearsal all of them run."""

import csv
from types import SimpleNamespace

import numpy as np
import pytest
from model_timer import ModelTimer, facts_of

from gpu import KERNELS, InstructionCosts, load_device
from gpu.backends.nvrtc import compile_kernels
from gpu.kernel import find_kernel, needed_capability, read_kernels
from gpu.launch import check_arguments, geometry
from gpu.measurement import microbenchmarks
from gpu.measurement.fit import RULES, TABLE, fit_device, read_microbenchmarks
from gpu.measurement.microbenchmarks import BENCHMARKS, COLUMNS, run_microbenchmarks
from gpu.measurement.microbenchmarks_slopes import KERNELS as FOLDER
from gpu.measurement.microbenchmarks_slopes import Estimate, Facts, Slopes
from gpu.measurement.timer import HostTimer, Times
from partitioners.errors import KernelError, MissingExtraError

SMALL = {
    "sms": 4,
    "warps_per_sm": 16,
    "l2_size": 2**20,
    "l2_ways": 16,
    "l2_slices": 4,
    "dram_channels": 2,
    "dram_bandwidth": 10**11,
}
HALVED = load_device(
    "h100", **SMALL, outstanding_sectors=256, l2_fabric_width=64, l2_request_rate=0.3, l2_copies="hits"
)
OTHER = load_device(
    "v100",
    **SMALL,
    outstanding_sectors=160,
    l1_latency=47,
    l2_latency=311,
    dram_latency=555,
    shared_latency=33,
    barrier_latency=37,
    dispatch_cycles=321,
    l2_request_rate=0.3,
    grid_barrier_latency=1234,
    l1_fill="64 B",
    dram_fetch="128 B",
    atomic_sectors=3,
    launch_latency="3.3 us",
    copy_latency="7 us",
    synchronise_latency="4 us",
    link_bandwidth="20 GB/s",
    device_launch="1.5 us",
)
CHAINS = (
    *(
        "dispatch",
        "launches",
        "copies",
        "l1",
        "l2",
        "dram",
        "shared",
        "fills",
        "outstanding_loads",
        "atomics",
    ),
    *("grid_barriers", "block_barriers", "child_launches"),
)
STREAMS = ("dram_bandwidth", "l2_bandwidth", "port_bandwidth", "random_reads")


def found_on(device, names, **costs):
    """The rows by parameter of microbenchmarks on the model of a device."""
    rows, lines = [], []
    timer = ModelTimer(device, InstructionCosts(**costs))
    run_microbenchmarks(timer, rows.append, lambda: 1, lines.append, facts=facts_of(device), names=names)
    assert lines == [f"microbenchmark {name}" for name in names]
    assert all(tuple(row) == COLUMNS for row in rows)
    return {row["parameter"]: row for row in rows if row["parameter"]}


def measured(device):
    """All rows by parameter that the model of a device has; a chain waits for each of its loads."""
    wide = load_device(
        device, outstanding_sectors=1024
    )  # a port needs more in flight than such a small device has
    return {
        **found_on(device, CHAINS, loads_in_flight=1),
        **found_on(wide, STREAMS, loads_in_flight=4),
        **found_on(device, ("arithmetic",), basic_block=32, parallel=1),  # a block of 32 operations a round
    }


def expected(device):
    """What the rows of a device must say: the fields, or the products that are measured."""
    fields = {name: getattr(device, name) for name in RULES}
    width = device.l2_slice_width
    return {
        **fields,
        "l2_slice_width": device.l2_slices * width,
        "l2_request_rate": device.l2_slices * device.l2_request_rate,
        "dram_efficiency": device.dram_gb_s * 1e9,
        "atomic_sectors": device.atomic_sectors * 32 / width,
    }


@pytest.fixture(scope="module")
def halved():
    return measured(HALVED)


def assert_as_in_file(rows, device):
    true = expected(device)
    for name, row in rows.items():
        # A load of a chain shares the instructions of its loop with 31 others: less than a cycle.
        exact = {"rel": 0.001, "abs": 0.6 if row["quantity"] == "cycles" else 0}
        exact["abs"] = 1.5 if name == "grid_barrier_latency" else exact["abs"]  # of 8 in a loop
        streams = {
            "l2_slice_width": 0.04,
            "l2_port_width": 0.04,
            "outstanding_sectors": 0.03,
            "l2_request_rate": 0.05,
        }
        bounds = exact if name not in streams else {"rel": streams[name]}
        value, lower, upper = (float(row[each]) for each in ("value", "lower", "upper"))
        if name == "dram_latency":  # its bounds have the share of far lines, which is by chance
            assert lower - 0.6 <= true[name] <= upper + 0.6
            assert upper - lower < 4
        else:
            assert value == pytest.approx(true[name], **bounds), name
        assert lower <= value <= upper, name


@pytest.mark.slow
def test_on_a_model_with_halves_all_parameters_are_those_of_the_device(halved):
    assert halved.keys() == RULES.keys()
    assert_as_in_file(halved, HALVED)


@pytest.mark.slow
def test_on_a_model_without_halves_with_other_numbers_they_are_those_as_well():
    rows = measured(OTHER)
    assert rows.keys() == RULES.keys() - {"l2_far_latency"}
    assert_as_in_file(rows, OTHER)


def test_one_l2_is_not_taken_for_halves_and_a_miss_brings_along_what_the_file_says():
    rows = found_on(OTHER, ("l1", "l2", "dram", "fills"), loads_in_flight=1)
    assert "l2_far_latency" not in rows
    assert_as_in_file(rows, OTHER)


def test_a_port_that_limits_the_rate_hides_how_many_sectors_are_in_flight(tmp_path):
    device = load_device(OTHER, outstanding_sectors=1024, l2_port_width="8 B")
    names = ("l2", "dram", "port_bandwidth", "outstanding_loads")
    rows = found_on(device, names, loads_in_flight=1)
    assert float(rows["l2_port_width"]["value"]) == pytest.approx(8, rel=0.02)
    assert float(rows["outstanding_sectors"]["value"]) < 0.9 * device.outstanding_sectors
    with (tmp_path / TABLE).open("w", newline="") as stream:
        stream.write("# device: NVIDIA Some\n")
        table = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows.values())
    changes = fit_device(read_microbenchmarks(tmp_path), tmp_path / "mine.yaml", base="v100")
    (change,) = (each for each in changes if each.field == "outstanding_sectors")
    assert change.kept.endswith(" sectors a cycle, where the LSU (a line a cycle) or the port limits them")


def test_the_rehearsal_on_the_host_runs_all_of_them():
    rows, lines = [], []
    run_microbenchmarks(HostTimer(), rows.append, lambda: 1, lines.append)
    assert lines == [f"microbenchmark {name}" for name in BENCHMARKS]
    assert {row["benchmark"] for row in rows} == {"clock", *BENCHMARKS}
    assert {row["parameter"] for row in rows} <= {"", *RULES}
    assert all(tuple(row) == COLUMNS for row in rows)


def test_rows_are_written_when_they_are_known_and_none_begins_without_time():
    rows, lines, left = [], [], iter([1.0, 1.0, 0.0])
    run_microbenchmarks(
        HostTimer(), rows.append, lambda: next(left), lines.append, names=("shared", "arithmetic", "l1", "l2")
    )
    assert lines == [
        "microbenchmark shared",
        "microbenchmark arithmetic",
        "microbenchmarks: no time is left for l1, l2",
    ]
    assert [row["benchmark"] for row in rows] == ["clock", *["shared"] * 9, "arithmetic"]


def test_one_that_fails_does_not_end_the_others(monkeypatch):
    def breaks(slopes):
        raise KernelError("the kernel\n  spins")

    def has_no_words(slopes):
        raise RuntimeError

    some = {"breaks": breaks, "has_no_words": has_no_words, "shared": BENCHMARKS["shared"]}
    monkeypatch.setattr(microbenchmarks, "BENCHMARKS", some)
    rows, lines = [], []
    run_microbenchmarks(HostTimer(), rows.append, lambda: 1, lines.append, names=tuple(some))
    assert lines == [
        "microbenchmark breaks",
        "microbenchmark breaks failed: the kernel spins",
        "microbenchmark has_no_words",
        "microbenchmark has_no_words failed: RuntimeError",
        "microbenchmark shared",
    ]
    assert rows[-1]["benchmark"] == "shared"


class Given:
    """A timer that gives the times of a list."""

    is_gpu, backend, mhz = True, None, 2000.0

    def __init__(self, times):
        self._times = times

    def times(self, run, *, cold, repetitions, waits):
        run()
        return self._times.pop(0)


def test_a_slope_has_the_quartiles_of_both_lengths():
    timer = Given([Times(10.0, 9.0, 12.0, 8.0, 9), Times(40.0, 38.0, 43.0, 37.0, 7)])
    slopes = Slopes(timer, Facts(1, 1, 1, 1, 1, 1), lambda row: None)
    units = []
    slope = slopes.slope(units.append, 5, 15)
    assert units == [5, 15]
    assert slope == Estimate(3.0, 2.6, 3.4, 7)
    assert slopes.cycles(slope) == Estimate(6000.0, 5200.0, 6800.0, 7)
    assert slope.rate(6.0) == Estimate(2.0, 6 / 3.4, 6 / 2.6, 7)
    assert Estimate(3.0, -1.0, 4.0, 2).rate(6.0) == Estimate(2.0, 1.5, 2.0, 2)


def test_a_gpu_without_a_measured_clock_is_not_given_one():
    timer = SimpleNamespace(is_gpu=True, backend=None)
    with pytest.raises(AttributeError, match="mhz"):
        Slopes(timer, Facts(1, 1, 1, 1, 1, 1), lambda row: None)


def properties(sms, threads, shared_kib, block_shared_kib, l2, memory):
    return {
        "multiProcessorCount": sms,
        "maxThreadsPerMultiProcessor": threads,
        "sharedMemPerMultiprocessor": 1024 * shared_kib,
        "sharedMemPerBlockOptin": 1024 * block_shared_kib,
        "l2CacheSize": l2,
        "totalGlobalMem": memory,
    }


REAL = {
    "H100": properties(132, 2048, 228, 227, 52428800, 85 * 10**9),
    "H200": properties(132, 2048, 228, 227, 62914560, 150 * 10**9),
    "A100": properties(108, 2048, 164, 163, 41943040, 42 * 10**9),
    "V100": properties(80, 2048, 96, 96, 6291456, 17 * 10**9),
    "RTX 3070": properties(46, 1536, 100, 99, 4194304, 8 * 10**9),
    "Titan X": properties(28, 2048, 96, 48, 3145728, 13 * 10**9),
}


def test_facts_of_a_device():
    facts = Facts.of_device(REAL["H100"])
    assert facts.exclusive_bytes == 228 * 1024 // 2 + 1024
    assert (facts.dram_bytes, facts.memory_bytes) == (2**29, 85 * 10**9 // 8)
    assert Facts.of_device(REAL["Titan X"]).exclusive_bytes == 48 * 1024


class Checked:
    """An array without memory."""

    def __init__(self, size, dtype):
        self.size, self.dtype = size, np.dtype(dtype)


class CheckingBackend:
    """A back end that checks launches, and runs none of them.

    It knows which arrays a kernel reads or writes in order, and the places of lists.
    """

    def __init__(self, properties):
        self.properties, self.launches, self.bytes = properties, [], 0

    def zeros(self, size, dtype):
        self.bytes = max(self.bytes, size * np.dtype(dtype).itemsize)
        return Checked(size, dtype)

    def array(self, values):
        made = Checked(values.size, values.dtype)
        made.values = values
        return made

    def write(self, array, values):
        assert (array.size, array.dtype) == (values.size, values.dtype)

    def numpy(self, array):
        return np.zeros(array.size, array.dtype)

    def resident_blocks(self, kernel):
        return self.properties["multiProcessorCount"]

    def kernel(self, name, *, dtype="float32", block_size=256, file=None):
        kernel = find_kernel(name, file)

        def launch(blocks, *arguments, shared_bytes=0, threads=None):
            sizes = geometry(blocks, threads or block_size, shared_bytes)
            assert sizes.shared_bytes <= self.properties["sharedMemPerBlockOptin"]
            assert sizes.block[0] <= 1024
            check_arguments(kernel, dtype, arguments, Checked)
            given = dict(zip((each.name for each in kernel.parameters), arguments, strict=True))
            for array in (each for each in arguments if isinstance(each, Checked)):
                if "count" in given and name != "link_list":
                    assert 16 * given["count"] <= 4 * array.size
                    assert given["count"] % (4 * sizes.block[0]) == 0
                if "mask" in given and array is arguments[2]:
                    assert given["mask"] & (given["mask"] + 1) == 0
                    assert given["mask"] < array.size or name == "add_shared"
            if name == "link_list":
                places = given["place"].values.tolist()
                assert len(set(places)) == len(places)
                assert max(places) < given["list"].size
            if name == "read_lines_by_one":
                assert given["rounds"] * 4 * sizes.block[0] * 32 <= given["in"].size
            self.launches.append(name)

        return launch


@pytest.mark.parametrize("device", REAL)
def test_at_the_sizes_of_real_devices_all_launches_are_inside_their_arrays(device):
    rows, lines, timed = [], [], []
    backend = CheckingBackend(REAL[device])

    def times(run, *, cold, repetitions, waits):
        run()
        timed.append(repetitions)
        us = 10.0 * len(timed)  # each takes longer than the one before
        return Times(us, us, us, us, repetitions)

    timer = SimpleNamespace(is_gpu=True, mhz=1500.0, backend=backend, properties=REAL[device], times=times)
    timer.synchronize = lambda: None
    run_microbenchmarks(timer, rows.append, lambda: 1, lines.append)
    assert lines == [f"microbenchmark {name}" for name in BENCHMARKS]
    assert set(backend.launches) >= {
        kernel.name for file in FOLDER.glob("*.cu") for kernel in read_kernels(file) if kernel.name != "child"
    }
    assert len(timed) < 300  # of some milliseconds each
    assert backend.bytes <= REAL[device]["totalGlobalMem"] // 8


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.cu")), ids=lambda file: file.stem)
def test_the_kernels_compile_for_real_devices_and_are_none_of_the_package(file):
    kernels = read_kernels(file)
    assert not {kernel.name for kernel in kernels} & KERNELS.keys()
    needs = needed_capability(kernels)
    for architecture in ("sm_52", "sm_61", "sm_80", "sm_90") if needs < (6, 0) else ("sm_90",):
        try:
            _, resources = compile_kernels(file, architecture=architecture)
        except MissingExtraError as error:
            pytest.skip(str(error))  # the extra with NVIDIA's compiler is not installed
        assert all(each.spill_store_bytes == 0 for each in resources)
        for each in resources:  # a round of a chain is 32 steps that the compiler has kept
            if each.kernel in ("chase_l1", "chase_l2", "chase_shared", "multiply_add", "meet_block"):
                assert 32 <= each.instructions < 100
