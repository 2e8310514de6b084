"""What the timer asks of a GPU, on a stand-in for CuPy that writes down what is launched."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from gpu.measurement.timer import WARM_UP_RUNS, CupyTimer, HostTimer, Times


class Recorded:
    """A device on which every launch and event is a line, and time passes a millisecond a line."""

    def __init__(self):
        self.lines = []

    def kernel(self, code, name, backend):
        return lambda grid, block, arguments: self.lines.append(name)

    def event(self):
        return SimpleNamespace(
            record=lambda: self.lines.append("event"), synchronize=lambda: None, at=len(self.lines)
        )

    def buffer(self, size, dtype):
        return SimpleNamespace(fill=lambda value: self.lines.append(f"flush {size}"))


@pytest.fixture
def device(monkeypatch):
    found = Recorded()
    properties = {
        "name": b"Some  GPU 7",
        "l2CacheSize": 3 * 2**20,
        "multiProcessorCount": 4,
        "totalGlobalMem": 2**30,
    }
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 1,
        getDeviceProperties=lambda number: properties,
        driverGetVersion=lambda: 13000,
        runtimeGetVersion=lambda: 13020,
        profilerStart=lambda: found.lines.append("start"),
        profilerStop=lambda: found.lines.append("stop"),
        CUDARuntimeError=RuntimeError,
    )
    cuda = SimpleNamespace(
        runtime=runtime,
        Device=lambda: SimpleNamespace(
            id=0, compute_capability="90", synchronize=lambda: found.lines.append("wait")
        ),
        Event=found.event,
        get_elapsed_time=lambda first, last: 0.5,
        nvrtc=SimpleNamespace(getVersion=lambda: (13, 0)),
    )
    cupy = SimpleNamespace(
        cuda=cuda, RawKernel=found.kernel, empty=found.buffer, uint8=np.uint8, __version__="1.0"
    )
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setenv("PATH", "")
    return found


def test_the_device_is_held_while_a_run_is_launched(device):
    watch = CupyTimer()
    assert watch.folder == "some-gpu-7"
    device.lines.clear()
    times = watch.times(lambda: device.lines.append("run"), cold=False, repetitions=3)
    warm_up = ["run"] * WARM_UP_RUNS + ["wait", "run", "wait"]
    assert device.lines == [*warm_up, *["run", "hold", "event", "run", "event"] * 3, "wait"]
    assert times == Times(500.0, 500.0, 500.0, 500.0, 3)


def test_cold_caches_are_made_by_writing_more_than_the_l2(device):
    watch = CupyTimer()
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=True, repetitions=1)
    assert device.lines[-6:-1] == [f"flush {12 * 2**20}", "hold", "event", "run", "event"]
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=False, repetitions=1, waits=True)
    assert "hold" not in device.lines


def test_long_runs_are_repeated_less_often(device, monkeypatch):
    watch = CupyTimer()
    monkeypatch.setattr("gpu.measurement.timer.SECONDS_A_TIMING", 1e-12)
    assert watch.times(lambda: None, cold=True, repetitions=50).repetitions == 5
    assert watch.times(lambda: None, cold=True, repetitions=2).repetitions == 2


def test_a_profiler_sees_what_it_is_to_see(device):
    watch = CupyTimer()
    device.lines.clear()
    watch.profile(lambda: device.lines.append("run"))
    assert device.lines == ["wait", "start", "run", "wait", "stop"]


def test_provenance_names_device_versions_and_clocks(device):
    known = CupyTimer().provenance()
    assert known["device"] == "Some  GPU 7"
    assert known["driver"] == known["clocks_sm_memory"] == "unknown"  # there is no nvidia-smi
    assert (known["nvrtc"], known["cupy"], known["sm_mhz_measured"]) == ("13.0", "1.0", "40000")
    assert {"cuda_runtime", "l2_bytes", "compute_capability", "numpy", "scipy"} <= set(known)


def test_times_are_quartiles():
    assert Times.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Times(3.0, 2.0, 4.0, 1.0, 5)
    assert HostTimer().times(lambda: None, cold=True, repetitions=4).repetitions == 4
