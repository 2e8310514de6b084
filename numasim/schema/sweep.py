"""The axes of a sweep, each a list of assignments of values to fields.

A field with its values is one axis. The fields of ``zip`` are one axis and step together. The entries of
``list`` are one axis, and each entry names the fields that it sets. The entries of ``present`` are one axis
without the entries whose files do not exist. The samples of ``random``, ``latin_hypercube``, ``sobol`` and
``saltelli`` are one axis each. The ``replicates`` are one axis that repeats every point with other seeds. A
point combines one assignment of every axis; the first axis varies slowest. ``skip`` is not an axis: it
selects what happens to impossible points.

A ``search`` chooses its points while it runs. Until then it stands for an axis of its ``fields``, which has
each listed value and each end of a range once, and an axis of its ``screen``.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

SALTELLI = "saltelli"
SAMPLERS = ("random", "latin_hypercube", "sobol", SALTELLI)
REPLICATES = "replicates"
PRESENT = "present"
LISTS = ("list", PRESENT)
SKIP = "skip"
RESERVED = ("zip", *LISTS, *SAMPLERS, REPLICATES, SKIP)
"""The keys of a sweep that are not fields: kinds of axes, and ``skip``."""

OWN_KEYS = ("samples", "seed")
"""The keys of a sampler that are not fields."""

FIELDS = "fields"
"""The key of a search with its fields."""

SCREEN = "screen"
"""The key of a search with the values of its screening runs."""

OF_SEARCH = (FIELDS, SCREEN)
"""The keys of a search that are axes."""

DRAWN = (*SAMPLERS, FIELDS)
"""The axes whose fields may have ranges."""

SCALES = ("linear", "log")

AT_A_TIME = 1024
"""The number of assignments that are made together."""

Assignment = dict[str, Any]
Path = tuple[str | int, ...]

_QUANTITY = re.compile(r"\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*([^0-9.\s].*?)\s*")


def section_of(data: Mapping[str, Any]) -> str:
    """Return the section of an experiment's data that varies its fields: ``sweep`` or ``search``."""
    return "search" if as_mapping(data.get("search")) else "sweep"


def sweep_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the axes of an experiment's data: its sweep, or the axes of its search."""
    if section_of(data) == "sweep":
        return as_mapping(data.get("sweep"))
    return {key: data["search"][key] for key in OF_SEARCH if data["search"].get(key)}


def axes(sweep: Mapping[str, Any]) -> list[Sequence[Assignment]]:
    """Return the axes of a valid sweep, in its order."""
    found: list[Sequence[Assignment]] = []
    for key, given in sweep.items():
        if key == "zip":
            rows = zip(*given.values(), strict=True)
            found.append([dict(zip(given, row, strict=True)) for row in rows])
        elif key in LISTS:
            found.append([dict(entry) for entry in given])
        elif key in SAMPLERS:
            found.append(_samples(key, given))
        elif key == REPLICATES:
            found.append(_replicates(given))
        elif key == FIELDS:
            found.append(_one_at_a_time(given))
        elif key == SCREEN:
            found.append([dict(given), {}])
        elif key != SKIP:
            found.append([{key: value} for value in given])
    return found


def combinations(sweep: Mapping[str, Any]) -> Iterator[Assignment]:
    """Yield every combination of the axes as one assignment; the first axis varies slowest."""
    return _product(axes(sweep))


def _product(every: Sequence[Sequence[Assignment]]) -> Iterator[Assignment]:
    """Yield the product of axes; unlike ``itertools.product``, without a copy of long ones."""
    if not every:
        yield {}
        return
    *outer, last = every
    for chosen in _product(outer):
        for assignment in last:
            yield {**chosen, **assignment}


def some_combinations(sweep: Mapping[str, Any], number: int) -> Iterator[Assignment]:
    """Yield combinations of the axes, in their order, drawn with equal chances and always the same.

    Parameters
    ----------
    number : int
        The number of draws; those that are equal are one.
    """
    every = axes(sweep)
    sizes = [len(axis) for axis in every]
    generator, total = random.Random(0), math.prod(sizes)  # NumPy's integers have 64 bits
    for place in sorted({generator.randrange(total) for _ in range(number)}):
        chosen = []
        for axis, size in zip(reversed(every), reversed(sizes), strict=True):
            place, own = divmod(place, size)
            chosen.append(axis[own])
        yield {key: value for assignment in reversed(chosen) for key, value in assignment.items()}


def written_values(sweep: Any) -> Iterator[tuple[str, Any, Path]]:
    """Yield each field, each of its values (also ends of ranges) and its path; the sweep may be invalid."""
    for key, given in as_mapping(sweep).items():
        if key in LISTS:
            for k, entry in enumerate(as_sequence(given)):
                for field, value in as_mapping(entry).items():
                    yield field, value, (key, k, field)
        elif key == SCREEN:
            yield from ((field, value, (key, field)) for field, value in as_mapping(given).items())
        elif key == "zip" or key in DRAWN:
            for field, values in as_mapping(given).items():
                if key in SAMPLERS and field in OWN_KEYS:
                    continue
                for k, value in enumerate(as_sequence(values)):
                    yield field, value, (key, field, k)
                for end in ("from", "to") if key in DRAWN else ():
                    if end in as_mapping(values):
                        yield field, values[end], (key, field, end)
        elif key not in (REPLICATES, SKIP):
            for k, value in enumerate(as_sequence(given)):
                yield key, value, (key, k)


def fields_of(sweep: Any) -> Iterator[Path]:
    """Yield the path of every field that a sweep names, in its order; the sweep may be invalid."""
    for key, given in as_mapping(sweep).items():
        if key in LISTS:
            for k, entry in enumerate(as_sequence(given)):
                yield from ((key, k, field) for field in as_mapping(entry))
        elif key == "zip" or key in (*DRAWN, SCREEN):
            own = OWN_KEYS if key in SAMPLERS else ()
            yield from ((key, field) for field in as_mapping(given) if field not in own)
        elif key not in (REPLICATES, SKIP):
            yield (key,)


def swept_values(sweep: Any) -> dict[str, tuple[Any, ...]]:
    """Return the fields that a sweep names, with the values written for each."""
    values: dict[str, list[Any]] = {}
    for field, value, _ in written_values(sweep):
        values.setdefault(field, []).append(value)
    return {field: tuple(written) for field, written in values.items()}


def ranges(sweep: Any) -> frozenset[str]:
    """Return the fields that are drawn from a range, not from listed values."""
    return frozenset(field for field, _, path in written_values(sweep) if path[-1] in ("from", "to"))


def always_swept(sweep: Any) -> frozenset[str]:
    """Return the fields that every point sets: all except those that only some entries of a list name."""
    if not sweep:
        return frozenset()
    entries = {key: [as_mapping(entry) for entry in as_sequence(as_mapping(sweep).get(key))] for key in LISTS}
    of_all = {key: set.intersection(*map(set, given)) if given else set() for key, given in entries.items()}
    return frozenset(
        field
        for field, _, path in written_values(sweep)
        if path[0] != SCREEN and (path[0] not in LISTS or field in of_all[str(path[0])])
    )


def place_of(path: Path) -> Path:
    """Return the path of the axis of a value, or of the part of the axis for one field."""
    return path[:2] if path[0] in (*RESERVED, *OF_SEARCH) else path[:1]


def homes(data: Mapping[str, Any]) -> dict[str, Path]:
    """Return the path of the axis of each swept field of an experiment's data: :func:`place_of` in a file."""
    section = section_of(data)
    return {field: (section, *place_of(path)) for field, _, path in written_values(sweep_of(data))}


def count(sweep: Mapping[str, Any]) -> int:
    """Return the number of combinations of a sweep without making them."""
    sizes = []
    for key, given in sweep.items():
        if key == "zip":
            sizes.append(len(next(iter(given.values()))))
        elif key in SAMPLERS:
            sizes.append(given["samples"] * _rows_of_a_sample(key, given))
        elif key in OF_SEARCH:
            sizes.append(len(axes({key: given})[0]))
        elif key != SKIP:
            sizes.append(given if key == REPLICATES else len(given))
    return math.prod(sizes)


def replicate_seed(seed: int, replicate: int) -> int:
    """Return the seed of a replicate: the first has the experiment's seed, the others independent seeds."""
    if replicate == 0:
        return seed
    return int(np.random.SeedSequence([seed, replicate]).generate_state(1)[0])


def quantity(value: Any) -> tuple[float, str] | None:
    """Split an end of a range into its number and unit (empty for a bare number); None for anything else.

    A number without a fraction is an int.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return value, ""
    found = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return None
    try:
        return (int(found[1]) if re.fullmatch(r"[-+]?[0-9]+", found[1]) else float(found[1])), found[2]
    except ValueError:
        return None


def _drawn_fields(block: Mapping[str, Any]) -> dict[str, Any]:
    return {field: given for field, given in block.items() if field not in OWN_KEYS}


def _rows_of_a_sample(kind: str, block: Mapping[str, Any]) -> int:
    return len(_drawn_fields(block)) + 2 if kind == SALTELLI else 1


class _Made(Sequence[Assignment]):
    """Assignments that are made when they are used, since there may be millions.

    Parameters
    ----------
    length : int
        Their number.
    make : callable
        Returns the assignments of a slice.
    """

    def __init__(self, length: int, make: Callable[[slice], list[Assignment]]) -> None:
        self._places, self._make = range(length), make

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Assignment: ...
    @overload
    def __getitem__(self, place: slice) -> list[Assignment]: ...
    def __getitem__(self, place: int | slice) -> Assignment | list[Assignment]:
        if isinstance(place, slice):
            return self._make(place)
        start = self._places[place]
        return self._make(slice(start, start + 1))[0]

    def __iter__(self) -> Iterator[Assignment]:
        for start in self._places[::AT_A_TIME]:
            yield from self._make(slice(start, start + AT_A_TIME))


def _replicates(count: int) -> _Made:
    return _Made(count, lambda part: [{REPLICATES: number} for number in range(count)[part]])


def _samples(kind: str, block: Mapping[str, Any]) -> _Made:
    fields = _drawn_fields(block)
    cube = _unit_cube(kind, block["samples"], len(fields), block.get("seed", 0))

    def make(part: slice) -> list[Assignment]:
        columns = [
            _values_at(given, column.tolist())
            for given, column in zip(fields.values(), cube[part].T, strict=True)
        ]
        return [dict(zip(fields, row, strict=True)) for row in zip(*columns, strict=True)]

    return _Made(len(cube), make)


def _one_at_a_time(fields: Mapping[str, Any]) -> list[Assignment]:
    """The first value of each field together, and then each other value with the first of the others."""
    values = swept_values({FIELDS: fields})
    first = {field: written[0] for field, written in values.items()}
    return [first, *(first | {field: value} for field in values for value in values[field][1:])]


def _unit_cube(kind: str, samples: int, dimensions: int, seed: int) -> NDArray[np.float64]:
    generator = np.random.default_rng(seed)
    if kind == "random":
        return generator.random((samples, dimensions))
    from scipy.stats import qmc

    if kind == SALTELLI:
        return saltelli_rows(qmc.Sobol(2 * dimensions, seed=generator).random(samples))
    sampler = qmc.LatinHypercube if kind == "latin_hypercube" else qmc.Sobol
    return sampler(dimensions, seed=generator).random(samples)


def saltelli_rows(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the design that first and total indices of Sobol are estimated from.

    Two independent points ``A`` and ``B`` make ``dimensions + 2`` rows: ``A``; ``A`` with one coordinate of
    ``B``, for each coordinate; and ``B`` (A. Saltelli et al., "Variance based sensitivity analysis of model
    output. Design and estimator for the total sensitivity index", Comput. Phys. Commun. 181, 2010).

    Parameters
    ----------
    pairs : numpy.ndarray of float64, shape (samples, 2 * dimensions)
        ``A`` beside ``B``.

    Returns
    -------
    numpy.ndarray of float64, shape (samples * (dimensions + 2), dimensions)
        The rows of a sample are together.
    """
    dimensions = pairs.shape[1] // 2
    a, b = pairs[:, None, :dimensions], pairs[:, None, dimensions:]
    mixed = np.where(np.eye(dimensions, dtype=bool), b, a)
    return np.concatenate([a, mixed, b], axis=1).reshape(-1, dimensions)


def value_at(given: Any, u: float) -> Any:
    """Return the value of a field at 0 <= u < 1 of its values, or at 0 <= u <= 1 of its range."""
    return _values_at(given, [u])[0]


def _values_at(given: Any, places: Sequence[float]) -> list[Any]:
    """Return the values of a field at places from 0 to below 1 of its values or its range."""
    if not isinstance(given, Mapping):
        return [given[int(u * len(given))] for u in places]
    bottom, end = quantity(given["from"]), quantity(given["to"])
    assert bottom is not None  # the schema has checked this
    assert end is not None
    (low, unit), (high, _) = bottom, end
    whole = isinstance(low, int) and isinstance(high, int)
    top = high + 1 if whole else high  # whole numbers have equal chances, including both ends
    if given.get("scale", "linear") == "log":
        drawn = [math.exp(math.log(low) + u * (math.log(top) - math.log(low))) for u in places]
    else:
        drawn = [low + u * (top - low) for u in places]
    # Six digits are enough, and do not depend on the last bit of the logarithm, which differs by platform.
    rounded = (math.floor(value) if whole else float(f"{value:.6g}") for value in drawn)
    values = [min(max(value, low), high) for value in rounded]
    return [f"{value} {unit}" for value in values] if unit else values


def as_mapping(value: Any) -> Mapping[str, Any]:
    """Return the value if it is a mapping, else an empty mapping; for files that may be invalid."""
    return value if isinstance(value, Mapping) else {}


def as_sequence(value: Any) -> Sequence[Any]:
    """Return the value if it is a list, else an empty list; for files that may be invalid."""
    return value if isinstance(value, (list, tuple)) else ()
