"""Private interfaces of Numba and SimPy that the simulator uses: a release that changes one is named."""

import sys
import types

import numba
import pytest
import simpy

from numasim import doctor
from numasim.numa.simpy_engine.clock import DECISIONS, PLACEMENT, fire_after
from partitioners.kernels.cache import KernelFiles
from partitioners.kernels.parts import by_reference
from partitioners.kernels.self_test import changed_interfaces
from partitioners.kernels.uncounted import kept_kernel

SIMPY = f"SimPy {simpy.__version__} has changed"


def set_first(values, value):
    values[0] = value
    return values


def test_numba_has_changed_no_private_interface():
    assert list(changed_interfaces()) == []


CHANGES = {
    "`FunctionCache`, by which kernels are compiled anew": ("cache._KernelCache.__init__", None),
    "`IndexDataCacheFile`, by which several processes keep kernels": ("cache.KernelFiles.save", None),
    "`_nrt=False`, by which kernels do not count references": ("self_test.UNCOUNTED", {}),
}


@pytest.mark.parametrize("message", CHANGES)
def test_doctor_names_a_private_interface_that_numba_has_changed(message, monkeypatch):
    place, changed = CHANGES[message]
    monkeypatch.setattr(f"partitioners.kernels.{place}", (lambda *_: None) if changed is None else changed)
    assert doctor._numba() == doctor.Finding(
        "broken", "compilation", f"this release of Numba has changed {message}"
    )


def test_a_kept_kernel_leaves_it_to_its_caller_whether_it_is_inlined():
    # Set to False, the option keeps what the loops call out of them, which then take a third longer.
    assert "forceinline" not in kept_kernel(set_first).targetoptions


def test_a_reference_to_nothing_is_nothing():
    @numba.njit
    def is_nothing(tables):
        return by_reference(tables) is None

    assert is_nothing(None)


def test_simpy_fires_an_event_that_is_made_triggered():
    env, fired = simpy.Environment(), []
    for delay, priority in ((5, PLACEMENT), (5, DECISIONS), (3, DECISIONS)):
        event = env.event()
        event.callbacks.append(lambda event, what=(delay, priority): fired.append((env.now, *what, event.ok)))
        fire_after(event, delay, priority)
    env.run()
    expected = [(3, 3, DECISIONS, True), (5, 5, DECISIONS, True), (5, 5, PLACEMENT, True)]
    assert fired == expected, (
        f"{SIMPY} `Event._ok` and `Event._value`, which numasim.numa.simpy_engine.clock sets"
    )


def test_a_kernel_is_compiled_anew_where_its_index_names_a_module_that_is_gone(tmp_path, monkeypatch):
    module = types.ModuleType("removed_module")
    module.Key = type("Key", (), {"__module__": "removed_module"})
    monkeypatch.setitem(sys.modules, "removed_module", module)
    KernelFiles(str(tmp_path), "kernel", "before").save(module.Key(), "old code")
    monkeypatch.delitem(sys.modules, "removed_module")
    now = KernelFiles(str(tmp_path), "kernel", "now")
    assert now.load("key") is None
    now.save("key", "new code")
    assert now.load("key") == "new code"
