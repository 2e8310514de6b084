"""Private interfaces of Numba and SimPy that the simulator uses: a release that changes one is named."""

import sys
import types
from typing import NamedTuple

import numba
import numpy as np
import simpy
from numba.core.caching import IndexDataCacheFile

from numasim.numa.clock import DECISIONS, PLACEMENT, fire_after
from numasim.numba_kernels import UNCOUNTED, kept_kernel
from partitioners.kernel_parts import by_reference, kernel_part

NUMBA = f"Numba {numba.__version__} has changed"
SIMPY = f"SimPy {simpy.__version__} has changed"


def set_first(values, value):
    values[0] = value
    return values


def test_numba_asks_for_the_stamp_of_all_files_of_a_kernel():
    index = getattr(getattr(kept_kernel(set_first), "_cache", None), "_cache_file", None)
    stamp = getattr(index, "_source_stamp", ())
    assert "test_private_interfaces.py" in [name for name, *_ in stamp], (
        f"{NUMBA} `_SourceFileBackedLocatorMixin.get_source_stamp`, by which kernels are compiled anew"
    )


def test_numba_leaves_reference_counts_out():
    counted, uncounted = (numba.njit(**options)(set_first) for options in ({}, UNCOUNTED))
    for kernel in (counted, uncounted):
        kernel(np.zeros(1), 1.0)
    (llvm,) = counted.inspect_llvm().values()
    assert "NRT_incref" in llvm, f"{NUMBA} how references are counted"
    (llvm,) = uncounted.inspect_llvm().values()
    assert "NRT_incref" not in llvm, f"{NUMBA} `_nrt=False`, with which numasim.numba_kernels compiles"


def test_a_kept_kernel_leaves_it_to_its_caller_whether_it_is_inlined():
    # Set to False, the option keeps what the loops call out of them, which then take a third longer.
    assert "forceinline" not in kept_kernel(set_first).targetoptions


class Tables(NamedTuple):
    numbers: np.ndarray
    scale: float


@kernel_part()
def scaled(tables, position):
    return tables.scale * tables.numbers[position]


@numba.njit
def sum_of_three(tables, small):
    reference = by_reference(tables)
    return scaled(reference, 0) + scaled(reference, small[0]) + scaled(reference, tables.numbers.size - 1)


def test_numba_compiles_one_version_of_a_part_for_all_integers_and_leaves_its_machine_code_to_its_callers():
    assert sum_of_three(Tables(np.arange(4), 0.5), np.array([2], np.int32)) == 2.5
    (signature,) = scaled.signatures
    assert signature[1] == numba.int64, f"{NUMBA} how the types of arguments reach `get_call_template`"
    (compiled,) = scaled.overloads.values()
    assert not compiled.library.get_pointer_to_function(compiled.fndesc.mangled_name)


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
    assert fired == expected, f"{SIMPY} `Event._ok` and `Event._value`, which numasim.numa.clock sets"


def test_numba_keeps_a_kernel_in_a_file_that_no_other_kernel_overwrites(tmp_path):
    earlier, now = (IndexDataCacheFile(str(tmp_path), "kernel", stamp) for stamp in ("before", "now"))
    earlier.save("key", "old code")
    now.save("key", "new code")
    now.save("another key", "more code")
    assert (now.load("key"), now.load("another key"), earlier.load("key")) == ("new code", "more code", None)
    assert len(list(tmp_path.glob("kernel.*.nbc"))) == 3, (
        f"{NUMBA} `IndexDataCacheFile.save`, for which processes that compile at the same time are not safe"
    )


def test_a_kernel_is_compiled_anew_where_its_index_names_a_module_that_is_gone(tmp_path, monkeypatch):
    module = types.ModuleType("removed_module")
    module.Key = type("Key", (), {"__module__": "removed_module"})
    monkeypatch.setitem(sys.modules, "removed_module", module)
    IndexDataCacheFile(str(tmp_path), "kernel", "before").save(module.Key(), "old code")
    monkeypatch.delitem(sys.modules, "removed_module")
    now = IndexDataCacheFile(str(tmp_path), "kernel", "now")
    assert now.load("key") is None, f"{NUMBA} `IndexDataCacheFile._load_index`, which unpickles stale indexes"
    now.save("key", "new code")
    assert now.load("key") == "new code"
