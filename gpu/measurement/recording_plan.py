"""The plan of a recording: its lines, the most valuable first, with what they do and how long they may take.

A plan is for a budget that is spent to its end (:func:`whole_plan`), or for one of the two calls by which a
machine is measured that is at hand for a quarter of an hour (:func:`call_plan`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import Any, Literal

from gpu.kernel import BLOCK_SIZES
from gpu.measurement.cases import CG_PREFIX, EMPTY, VECTORS, Case
from gpu.measurement.inputs import CONTIGUOUS, MOST_LEVELS, Prepared
from gpu.measurement.prefetch import LARGE_ENTRIES
from gpu.measurement.program_cases import (
    FULL_OPERANDS,
    PROGRAM_METHODS,
    SEARCHES,
    SMALL_OPERANDS,
    program_cases,
)
from gpu.measurement.records import COLD, WARM
from gpu.programs.spmv import SPMV_METHODS
from partitioners.errors import InputError

VECTOR_SIZES = (1 << 16, 1 << 22)
CUSPARSE = "cusparse"
CG_METHODS = ("csr_vector", "merge_path", "spac_shared")
"""The products with which the conjugate gradient method is measured."""

Action = Literal["device", "compile", "microbenchmarks", "check", "time", "count"]

_VARIANTS = (
    (256, "float32"),
    (256, "float64"),
    (512, "float32"),
    (1024, "float32"),
    (512, "float64"),
    (1024, "float64"),
)


@dataclass(frozen=True)
class Line:
    """A line of a plan.

    Attributes
    ----------
    action : Action
        ``check`` checks the cases, ``time`` checks and times them, and ``count`` reads counters of those that
        are right.
    seconds : float
        The time that it is expected to take on a GPU. Twice this time ends it, and what is left of it follows
        all other lines that have a time.
    caches : tuple of str
        States of the L2 in which counters are read.
    """

    name: str
    action: Action
    seconds: float = inf
    cases: tuple[Case, ...] = ()
    caches: tuple[str, ...] = (COLD, WARM)


@dataclass(frozen=True)
class Chosen:
    """The inputs that the two calls measure.

    Attributes
    ----------
    products : tuple of str
        Matrices of products, with all methods and cuts, from counters to times.
    doubles : tuple of str
        Those of them that are also measured with ``float64``.
    large : tuple of str
        Matrices of products that come from DRAM.
    meshes, graphs : tuple of str
        Matrices of the conjugate gradient method and of searches.
    operands : dict of str to str
        The operand on which programs are timed, by kind.
    block_sizes : tuple of int
        Block sizes of what follows if time is left.
    """

    products: tuple[str, ...] = (
        *("rmat-14x16", "uniform-16384x16", "mesh-224x224", "dense_rows-8192x8"),
        *("rmat-16x16", "mesh-512x512"),
    )
    doubles: tuple[str, ...] = ("rmat-14x16", "rmat-16x16")
    large: tuple[str, ...] = ("uniform-1048576x24", "rmat-20x24")
    meshes: tuple[str, ...] = ("mesh-224x224", "mesh-512x512")
    graphs: tuple[str, ...] = ("rmat-16x16", "uniform-65536x16", "mesh-224x224")
    operands: tuple[tuple[str, str], ...] = tuple(FULL_OPERANDS.items())
    vector_sizes: tuple[int, ...] = VECTOR_SIZES
    block_sizes: tuple[int, ...] = BLOCK_SIZES

    def matrices(self) -> tuple[str, ...]:
        """All matrices, each once."""
        return tuple(dict.fromkeys((*self.products, *self.large, *self.meshes, *self.graphs)))

    def save(self, folder: Path) -> None:
        """Write ``calls.json`` to a prepared folder."""
        (folder / CALLS).write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Chosen:
        """Read the file of :meth:`save`.

        Raises
        ------
        InputError
            There is no such file, or it has other content.
        """
        path = folder / CALLS
        cure = f"write it with `python -m gpu.prepare --minutes 15 {folder}`"
        try:
            found = json.loads(path.read_text())
            values: dict[str, Any] = {each.name: _tuples(found[each.name]) for each in fields(cls)}
            return cls(**values)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror}; {cure}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{path}: not the inputs of the two calls; {cure}") from None


CALLS = "calls.json"


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def call_plan(call: str, prepared: Iterable[Prepared], chosen: Chosen) -> list[Line]:
    """List the lines of call ``A`` or ``B``, and then what follows if time is left.

    Raises
    ------
    InputError
        A chosen matrix is not prepared.
    """
    inputs = {each.name: each for each in prepared if each.name in chosen.matrices()}
    missing = [name for name in chosen.matrices() if name not in inputs]
    if missing:
        raise InputError(
            f"the prepared folder has no matrix {missing[0]!r}, which {CALLS} names; prepare it again with "
            "`python -m gpu.prepare --minutes 15`"
        )
    lines = _first_call(inputs, chosen) if call == "A" else _second_call(inputs, chosen)
    rest = whole_plan(inputs.values(), chosen.vector_sizes, chosen.block_sizes)
    planned = {(line.action, case) for line in lines for case in line.cases}
    if call == "B":  # the end of what A did not get to
        rest = [line for times in range(len(rest) - 2, 3, -2) for line in rest[times : times + 2]]
    for line in rest:
        cases = tuple(case for case in line.cases if (line.action, case) not in planned)
        if cases:
            lines.append(replace(line, cases=cases))
    return lines


def _first_call(inputs: dict[str, Prepared], chosen: Chosen) -> list[Line]:
    empty = (Case(EMPTY, "float32", 256, "0"),)
    vectors = tuple(Case(VECTORS, "float32", 256, str(n)) for n in chosen.vector_sizes)
    products = tuple(case for name in chosen.products for case in _products(inputs[name], "float32", 256))
    doubles = tuple(case for name in chosen.doubles for case in _products(inputs[name], "float64", 256))
    large = tuple(
        Case(method, "float32", 256, name, cut)
        for name in chosen.large
        for method, cut in (
            *((each, "") for each in (CUSPARSE, "csr_vector", "coo_segmented", "merge_path")),
            ("spac_shared", CONTIGUOUS),
        )
    )
    solvers = tuple(case for name in chosen.meshes for case in _solvers(inputs[name], "float32", 256))
    searches = tuple(case for name in chosen.graphs for case in _searches(inputs[name]))
    return [
        Line("device", "device", 6),
        Line("compilation", "compile", 14),
        Line("time of a launch", "time", 4, empty),
        Line("microbenchmarks", "microbenchmarks", 32),
        Line("products", "time", 45, (*products, *vectors, *doubles)),
        Line("counters of products", "count", 130, (*empty, *products, *vectors)),
        Line("products from DRAM", "time", 35, large),
        Line("counters from DRAM", "count", 35, large, (COLD,)),
        Line("programs, verified", "check", 25, tuple(program_cases(SMALL_OPERANDS))),
        Line("solvers and searches", "time", 35, (*solvers, *searches)),
    ]


def _second_call(inputs: dict[str, Prepared], chosen: Chosen) -> list[Line]:
    empty = (Case(EMPTY, "float32", 256, "0"),)
    cases = program_cases(dict(chosen.operands))
    programs = tuple(case for case in cases if PROGRAM_METHODS[case.method][0] in TIMED_PROGRAMS)
    # One after the other, so that an end in between leaves some of each program.
    counted = tuple(case for case in programs if case.dtype == "float32" and " " not in case.method)
    searches = tuple(
        case
        for name in chosen.graphs
        for case in _searches(inputs[name])
        if case.method in ("bfs:relax", "bfs:queue_warp", "sssp:near_far")
    )
    return [
        Line("device", "device", 6),
        Line("compilation", "compile", 14),
        Line("time of a launch", "time", 4, empty),
        Line("programs", "time", 60, programs),
        Line("searches, verified", "check", 5, searches),
        Line("counters of searches", "count", 25, searches),
        Line("counters of programs", "count", 40, counted, (COLD,)),
    ]


TIMED_PROGRAMS = ("btree", "cfd", "dmr", "gaussian", "gpulp", "particle_filter")
"""The programs that call B times on their full operands; the others are timed as products and searches."""


def whole_plan(
    prepared: Iterable[Prepared],
    vector_sizes: Sequence[int] = VECTOR_SIZES,
    block_sizes: Sequence[int] = BLOCK_SIZES,
) -> list[Line]:
    """List all lines: times and then counters of one group of cases after the other.

    The groups are: one matrix of each kind and size with blocks of 256 in single precision, the other
    matrices, the programs, double precision, then the other block sizes. Large matrices are measured with
    blocks of 256 only, and are third in each group.
    """
    inputs = sorted(prepared, key=lambda each: each.entries)
    first = _one_of_each(inputs)
    others = [each for each in inputs if each not in first]
    lines = [
        Line("device", "device"),
        Line("compilation", "compile"),
        Line("time of a launch", "time", cases=(Case(EMPTY, "float32", 256, "0"),)),
        Line("microbenchmarks", "microbenchmarks"),
    ]
    for block_size, dtype in _VARIANTS:
        if block_size not in block_sizes:
            continue
        vectors = [Case(VECTORS, dtype, block_size, str(n)) for n in vector_sizes]
        is_first = (block_size, dtype) == (256, "float32")
        for name, group in (("first matrices", first), ("other matrices", others)):
            cases = [case for each in group for case in _cases_of(each, dtype, block_size)]
            if name == "first matrices":
                cases = [*vectors, *cases]
            if cases:
                both = _both(f"{name}, {dtype}, blocks of {block_size}", cases)
                if is_first and name == "first matrices":
                    both[1] = replace(both[1], cases=(*lines[2].cases, *both[1].cases))
                lines += both
        if is_first:
            lines += _both("programs", program_cases(SMALL_OPERANDS))
    return lines


def _both(name: str, cases: Sequence[Case]) -> list[Line]:
    return [Line(name, "time", cases=tuple(cases)), Line(f"counters: {name}", "count", cases=tuple(cases))]


def _one_of_each(inputs: Sequence[Prepared]) -> list[Prepared]:
    """Two small matrices, the large ones, and then the others of which each has a new kind or a new size."""
    found: list[Prepared] = []
    for each in inputs:
        kinds, sizes = {_kind(one) for one in found}, {_size(one) for one in found}
        if _kind(each) not in kinds or _size(each) not in sizes:
            found.append(each)
    large = [each for each in found if each.entries > LARGE_ENTRIES]
    rest = [each for each in found if each.entries <= LARGE_ENTRIES]
    return [*rest[:2], *large, *rest[2:]]


def _kind(each: Prepared) -> str:
    return each.name.partition("-")[0]


def _size(each: Prepared) -> int:
    return len(str(each.entries))


def _cases_of(each: Prepared, dtype: str, block_size: int) -> list[Case]:
    large = each.entries > LARGE_ENTRIES
    if large and block_size != 256:
        return []
    cases = _products(each, dtype, block_size)
    if not large:
        cases += _solvers(each, dtype, block_size)
        if (block_size, dtype) == (256, "float32"):  # graphs have no real numbers
            cases += _searches(each)
    return cases


def _products(each: Prepared, dtype: str, block_size: int) -> list[Case]:
    library = [Case(CUSPARSE, dtype, 0, each.name)] if block_size == 256 else []
    return library + [
        Case(method, dtype, block_size, each.name, cut)
        for method in SPMV_METHODS
        for cut in (each.methods(block_size) if method.startswith("spac") else ("",))
    ]


def _solvers(each: Prepared, dtype: str, block_size: int) -> list[Case]:
    if not each.name.startswith("mesh-"):  # symmetric and positive definite, as the method needs it
        return []
    cut = each.methods(block_size)[-1]
    return [
        Case(f"{CG_PREFIX}{method}", dtype, block_size, each.name, cut if "spac" in method else "")
        for method in CG_METHODS
    ]


def _searches(each: Prepared) -> list[Case]:
    if each.levels > MOST_LEVELS:
        return []
    return [Case(method, "float32", 256, each.name) for method in SEARCHES]
