"""Preparation of a case of any kind on a back end."""

from __future__ import annotations

from gpu.launch import Backend
from gpu.measurement.cases import CG_PREFIX, EMPTY, VECTORS, Case, PreparedCase
from gpu.measurement.inputs import Input
from gpu.measurement.product_cases import (
    PreparedConjugateGradient,
    PreparedEmpty,
    PreparedProduct,
    PreparedVectors,
)
from gpu.measurement.program_cases import PROGRAM_METHODS, PreparedProgram
from partitioners.errors import OptionError


def prepare_case(case: Case, problem: Input | None, backend: Backend) -> PreparedCase:
    """Prepare a case on a back end; vector kernels and some programs need no input.

    Raises
    ------
    OptionError, UnknownNameError
        The method or the cut does not exist, or a required input is missing.
    """
    if case.method == VECTORS:
        return PreparedVectors(case, backend)
    if case.method == EMPTY:
        return PreparedEmpty(case, backend)
    if case.method in PROGRAM_METHODS:
        return PreparedProgram(case, problem, backend)
    if problem is None:
        raise OptionError(f"method {case.method!r} needs a matrix")
    if case.method.startswith(CG_PREFIX):
        return PreparedConjugateGradient(case, problem, backend)
    return PreparedProduct(case, problem, backend)
