"""Recorded cases that are run again: their traces, and what the model says about launches and whole runs.

The traces of a case are made on the trace back end, with the same matrix and the same cut, which the recorded
hash verifies. The runs of a program are made on the model of the recorded device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpu.backends.host.trace import KernelTrace, TraceBackend
from gpu.launch import Backend
from gpu.matrices import entries_at_most, is_generated
from gpu.measurement.cases import CG_PREFIX, EMPTY, VECTORS, Case, HostLoop, PreparedCase, source_hash
from gpu.measurement.inputs import Input
from gpu.measurement.make_input import cut_matrix, make_input
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.program_cases import PROGRAM_METHODS, takes_matrix
from gpu.programs.spmv import SPMV_METHODS
from partitioners.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from gpu.model.backend import SimulatedBackend

DIFFERENT_KERNEL = "recorded with a different version of the kernel"
"""The reason why a launch or a run is not compared if the source has changed."""

LaunchModel = Callable[[str, Sequence[KernelTrace], str], Sequence[Mapping[str, float]]]
"""A function of the device's name, the traces of one run's launches and the state of the L2 (``warm`` or
``cold``). It returns the counters of each launch, named as in :data:`gpu.measurement.ncu.COUNTERS`; the time
of a launch is ``time_us``."""

RunModel = Callable[[str], "SimulatedBackend | None"]
"""A function of the device's name. It returns a model with a warm L2, on which whole runs are simulated; None
if the device has no model."""


def modelled_counters(
    device: str, traces: Sequence[KernelTrace], cache: str
) -> Sequence[Mapping[str, float]]:
    """Counters of :func:`gpu.simulate` for the launches of one run, with the preset of the recorded device.

    Parameters
    ----------
    device : str
        Name in recordings, such as NVIDIA H200; there are no counters if the device has no preset.
    cache : "cold" or "warm"
        State of the L2.
    """
    from gpu.model.presets import preset_of
    from gpu.model.simulation import simulate
    from gpu.model.sizes import SECTOR_BYTES

    preset = preset_of(device)
    if preset is None:
        return [{} for _ in traces]
    launches = simulate(list(traces), preset, l2=cache).tables["launches"]
    counters = {
        "global_load_sector_hits": launches["l1_hits"],
        "l2_read_sectors": launches["l2_reads"],
        # All sectors of a request are looked up before any of them is fetched.
        "l2_read_hits": launches["l2_read_hits"] - launches["l2_read_along"],
        "dram_read_bytes": SECTOR_BYTES * launches["dram_reads"],
        "dram_write_bytes": SECTOR_BYTES * launches["dram_writes"],
        "occupancy_percent": 100 * launches["occupancy"],
        "time_us": launches["us"],
    }
    return [
        dict(zip(counters, values, strict=True))
        for values in zip(*(column.tolist() for column in counters.values()), strict=True)
    ]


def modelled_runs(device: str) -> SimulatedBackend | None:
    """A back end that simulates runs on the preset of the recorded device.

    As many blocks run at the same time as fit on the device, and the L2 has what the run before has left.

    Parameters
    ----------
    device : str
        As for :func:`modelled_counters`; None is returned if the device has no preset.
    """
    from gpu.model.backend import SimulatedBackend
    from gpu.model.presets import preset_of

    preset = preset_of(device)
    return None if preset is None else SimulatedBackend(preset, l2="warm")


class Reruns:
    """Recorded cases that are run again, with one matrix at a time in memory.

    Parameters
    ----------
    matrices : Path, optional
        A folder of ``python -m gpu.prepare``, or of Matrix Market files.
    max_entries : int
        Limit on the size of matrices and vectors.
    """

    def __init__(self, matrices: Path | None, max_entries: int) -> None:
        self.matrices = matrices
        self.max_entries = max_entries
        self._problem: Input | None = None

    def traces(self, case: Case, input_hash: str) -> list[KernelTrace] | str:
        """The traces of the launches of one run, or the reason why there are none."""
        backend = TraceBackend()
        prepared = self._prepare(case, input_hash, backend)
        if isinstance(prepared, str):
            return prepared
        # The preparation of a product runs it once; the vector kernels have not run yet.
        traces = backend.pop_traces()
        if not traces:
            prepared.run()
            traces = backend.pop_traces()
        return traces

    def run_us(self, case: Case, input_hash: str, source: str, backend: SimulatedBackend) -> float | str:
        """The elapsed time of a unit of a host loop, or the reason why there is none.

        Parameters
        ----------
        input_hash, source : str
            The recorded hashes of the data and of the kernels.

        Returns
        -------
        float or str
            The launches, copies and waits of the host, in microseconds.
        """
        prepared = self._prepare(case, input_hash, backend)
        if isinstance(prepared, str):
            return prepared
        if source_hash(prepared) != source:
            return DIFFERENT_KERNEL
        assert isinstance(prepared, HostLoop)  # its rows are named after the units of one
        return float(backend.simulate(prepared.run).scalars["time_us"]) / prepared.units

    def _prepare(self, case: Case, input_hash: str, backend: Backend) -> PreparedCase | str:
        """The case on a back end, or the reason why it cannot be run again."""
        known = (VECTORS, EMPTY, *SPMV_METHODS, *PROGRAM_METHODS)
        if case.method.removeprefix(CG_PREFIX) not in known:
            return f"the method {case.method!r} does not exist"
        too_large = f"of more than {self.max_entries} entries"
        problem = None
        if case.method in (VECTORS, EMPTY):
            if int(case.matrix) > self.max_entries:
                return too_large
        elif case.method not in PROGRAM_METHODS or takes_matrix(case):
            if is_generated(case.matrix) and entries_at_most(case.matrix) > 4 * self.max_entries:
                return too_large
            try:
                problem = self._cut(case)
            except UnknownNameError as error:
                return str(error)
            if problem is None:
                return f"the matrix {case.matrix!r} is not available"
            if problem.matrix.nnz > self.max_entries:
                return too_large
        prepared = prepare_case(case, problem, backend)
        if prepared.input_hash != input_hash:
            return "recorded with a different matrix or cut of the same name"
        return prepared

    def _cut(self, case: Case) -> Input | None:
        if self._problem is None or self._problem.name != case.matrix:
            self._problem = self._read(case.matrix)
        problem, key = self._problem, (case.cut, case.block_size)
        if problem is None or not case.cut or case.cut in problem.methods(case.block_size):
            return problem
        if problem.matrix.nnz > self.max_entries:
            return problem
        cuts = {**problem.cuts, key: cut_matrix(problem, *key)}
        self._problem = replace(problem, cuts=cuts)
        return self._problem

    def _read(self, name: str) -> Input | None:
        if self.matrices is not None and (self.matrices / f"{name}.npz").is_file():
            return Input.load(self.matrices / f"{name}.npz")
        try:
            return make_input(name, self.matrices)
        except InputError:
            if is_generated(name):
                raise
            return None
