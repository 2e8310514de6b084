"""Compilation of the kernels of a plan by many processes, into the cache of CuPy or of the host back end.

The compilation of a file takes up to 13 seconds, and a GPU waits for it. Each process prepares cases with a
small operand, so it compiles exactly what the cases need.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from gpu.backends.cupy_backend import CupyBackend
from gpu.backends.host.backend import HostBackend
from gpu.matrices import generate_matrix, is_generated
from gpu.measurement.cases import CG_PREFIX, EMPTY, VECTORS, Case
from gpu.measurement.inputs import CONTIGUOUS, Input
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.program_cases import PROGRAM_METHODS, SMALL_OPERANDS
from gpu.programs.program import program_class
from gpu.programs.spmv import SPMV_METHODS

BACKENDS: Mapping[str, Callable[[], Any]] = {"cupy": CupyBackend, "host": HostBackend}

_LONG = ("gpulp", "dmr")  # programs whose files take longest, so that they begin first


def small_cases(cases: Iterable[Case]) -> list[Case]:
    """One case on a small operand for each method, type and block size, those that compile longest first."""
    found: dict[Case, None] = {}
    for case in cases:
        method = case.method.removeprefix(CG_PREFIX)
        if case.method in PROGRAM_METHODS:
            operand = SMALL_OPERANDS[program_class(PROGRAM_METHODS[case.method][0]).operand]
            found[replace(case, matrix=operand)] = None
        elif method in SPMV_METHODS:
            cut = CONTIGUOUS if case.cut else ""
            found[replace(case, method=method, matrix=SMALL_OPERANDS["matrix"], cut=cut)] = None
        elif method in (VECTORS, EMPTY):
            found[replace(case, method=VECTORS, matrix="1")] = None
    return sorted(found, key=lambda case: not case.method.startswith(_LONG))


def compile_ahead(
    cases: Iterable[Case], backend: str, workers: int, seconds_left: Callable[[], float]
) -> int:
    """Compile the kernels of cases while time is left; return the number of finished cases.

    A case that cannot be prepared is not reported here, since it fails again when it is checked.

    Parameters
    ----------
    backend : str
        A name in :data:`BACKENDS`.
    workers : int
        Number of processes; with 0 kernels are compiled when they are needed.
    """
    if workers == 0:
        return 0
    done = 0
    # Each worker is a new interpreter: a forked process could not use its copy of the GPU context.
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        waiting = [pool.apply_async(_compile, (case, backend)) for case in small_cases(cases)]
        for each in waiting:
            each.wait(max(0.0, seconds_left()))
            done += each.ready() and each.successful()
    return done


def _compile(case: Case, backend: str) -> None:
    problem = Input(case.matrix, generate_matrix(case.matrix)) if is_generated(case.matrix) else None
    prepare_case(case, problem, _backend(backend))


@cache
def _backend(name: str) -> Any:
    return BACKENDS[name]()
