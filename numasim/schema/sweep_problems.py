"""Checks of a sweep and a baseline: which fields they may name, and which values they may give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numasim.schema.sweep import (
    FIELDS,
    LISTS,
    OF_SEARCH,
    OWN_KEYS,
    REPLICATES,
    RESERVED,
    SALTELLI,
    SAMPLERS,
    SCALES,
    SCREEN,
    SKIP,
    Path,
    as_mapping,
    fields_of,
    quantity,
    ranges,
    swept_values,
)
from partitioners.config.problems import Problem
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value

A_FIELD = {
    "workload": "n",
    "partition": "parts",
    "mapping": "method",
    "schedule": "method",
    "component": "method",
    "execution": "network",
}
"""The sections whose fields are one level below, and an example of a field of each."""


NAMED_BY = {
    "workload.generator": "generators",
    "workload.program": "programs",
    "workload.kernel": "gpu-programs",
    "workload.thread_program": "thread-programs",
    "partition.method": "partitioners",
    "mapping.method": "mappers",
    "component.method": "components",
    "execution.scheduler": "schedulers",
}
"""The fields whose values are names, and the kind of these names in ``numasim list``."""

MAPPINGS = ("workload.matrix", "workload.graph", "workload.mesh")
"""Fields whose values may be mappings."""

MAX_SAMPLES = 2**27
"""The largest number of samples of a sampler: a gigabyte for each field."""


def sweep_problems(
    sweep: Mapping[str, Any], fields: Sequence[str], sections: Mapping[str, str] = A_FIELD
) -> list[Problem]:
    """Return the problems of the fields and values of a sweep by themselves.

    Parameters
    ----------
    fields : sequence of str
        The dotted names of the schema.
    sections : mapping of str to str
        Sections with options of plug-ins, which are not among the fields and are checked later.
    """
    problems: list[Problem] = []
    homes: dict[str, str] = {}
    for key, given in sweep.items():
        if key in OF_SEARCH:
            problems += _name_problems((key,), key, fields, sections)
            continue
        found = list(_axis_problems(key, given))
        for path in fields_of({key: given}):
            field = str(path[-1])
            found += _name_problems(path, field, fields, sections)
            home = homes.setdefault(field, key)
            if home != key:
                where = f"by `{home}`" if home in RESERVED else "by itself"
                found.append(Problem(path, f"is swept twice, {where} too", at_key=True))
        wrong = {problem.path for problem in found if problem.at_key}
        problems += [each for each in found if each.at_key or each.path[: len(each.path) - 1] not in wrong]
    return problems


def search_problems(
    search: Mapping[str, Any], fields: Sequence[str], sections: Mapping[str, str] = A_FIELD
) -> list[Problem]:
    """Return the problems of the fields and values of a search, and of its screening runs.

    Parameters
    ----------
    fields, sections
        See :func:`sweep_problems`.
    """
    problems: list[Problem] = []
    searched, screen = as_mapping(search.get(FIELDS)), as_mapping(search.get(SCREEN))
    if isinstance(search.get(FIELDS), Mapping):
        problems += _drawn_problems(FIELDS, searched)
    for path in fields_of({FIELDS: searched, SCREEN: screen}):
        problems += _name_problems(path, str(path[-1]), fields, sections)
    for field, value in screen.items():
        if field in searched:
            problems.append(Problem((SCREEN, field), "is searched, so it has no value here", at_key=True))
        elif isinstance(value, (list, tuple)) or _is_unnamed_mapping(field, value):
            problems.append(Problem((SCREEN, field), _single_value(field, value)))
    return problems


def _name_problems(path: Path, key: str, fields: Sequence[str], sections: Mapping[str, str]) -> list[Problem]:
    """Return the problems of the name of a swept field."""
    section, *rest = key.split(".")
    if section in sections and not rest:
        message = f"is a section; sweep one of its fields, such as {section}.{sections[section]}"
        if section == "workload":
            message += ", or give whole workloads in `list`, such as [{workload.program: fft}]"
        return [Problem(path, message, at_key=True)]
    if len(rest) != 1 if section in sections else key not in fields:
        known = [*fields, *RESERVED] if len(path) == 1 else fields
        words = "fields are section.name, such as partition.parts" if sections else did_you_mean(key, fields)
        hint = did_you_mean(key, known, words)
        return [Problem(path, f"is not a field that can be swept; {hint}", at_key=True)]
    return []


def _axis_problems(key: str, given: Any) -> Iterator[Problem]:
    """Yield the problems of one key of a sweep, except those of the names of its fields."""
    if key == REPLICATES:
        if not isinstance(given, int) or isinstance(given, bool) or given < 1:
            yield Problem((key,), f"expected an integer of at least 1, got {format_value(given)}")
    elif key == SKIP:
        if given != "invalid":
            yield Problem((key,), f"expected 'invalid', got {format_value(given)}")
    elif key in LISTS:
        yield from _list_problems(key, given)
    elif key == "zip":
        yield from _zip_problems(given)
    elif key in SAMPLERS:
        yield from _sampler_problems(key, given)
    else:
        yield from values_problems(key, given)


def _zip_problems(given: Any) -> Iterator[Problem]:
    if not isinstance(given, Mapping) or not given:
        yield Problem(
            ("zip",), f"expected a mapping of fields to lists of one length, got {format_value(given)}"
        )
        return
    problems = [
        Problem(("zip", *each.path), each.message)
        for field, values in given.items()
        for each in values_problems(field, values, repeats=True)
    ]
    yield from problems
    lengths = {field: len(values) for field, values in given.items() if isinstance(values, (list, tuple))}
    if not problems and len(set(lengths.values())) > 1:
        found = ", ".join(f"{field} has {length}" for field, length in lengths.items())
        yield Problem(("zip",), f"the lists step together and must have the same length; {found}")


def _list_problems(key: str, given: Any) -> Iterator[Problem]:
    words = "a list of mappings, such as [{partition.parts: 8}]"
    if not isinstance(given, (list, tuple)) or not given:
        yield Problem((key,), f"expected {words}, got {format_value(given)}")
        return
    seen: set[str] = set()
    for k, entry in enumerate(given):
        if not isinstance(entry, Mapping) or not entry:
            yield Problem((key, k), f"expected a mapping of fields to values, got {format_value(entry)}")
        elif _identity(entry) in seen:
            yield Problem((key, k), "is already in the list")
        seen.add(_identity(entry))
        for field, value in as_mapping(entry).items():
            if _is_unnamed_mapping(field, value):
                yield Problem((key, k, field), _single_value(field, value))


def _sampler_problems(kind: str, given: Any) -> Iterator[Problem]:
    if not isinstance(given, Mapping):
        yield Problem((kind,), f"expected a mapping with samples and fields, got {format_value(given)}")
        return
    samples = given.get("samples")
    if "samples" not in given:
        yield Problem((kind, "samples"), "is missing; expected an integer of at least 1")
    elif not isinstance(samples, int) or isinstance(samples, bool) or samples < 1:
        yield Problem((kind, "samples"), f"expected an integer of at least 1, got {format_value(samples)}")
    elif samples > MAX_SAMPLES:
        message = f"{samples:,} samples do not fit into memory; at most {MAX_SAMPLES:,} are allowed"
        yield Problem((kind, "samples"), message)
    elif kind in ("sobol", SALTELLI) and samples & (samples - 1):
        below = 1 << (samples.bit_length() - 1)
        message = f"expected a power of two, which the balance of Sobol points requires, got {samples}"
        yield Problem((kind, "samples"), f"{message}; use {below} or {2 * below}")
    seed = given.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        yield Problem((kind, "seed"), f"expected an integer of at least 0, got {format_value(seed)}")
    yield from _drawn_problems(kind, {field: spec for field, spec in given.items() if field not in OWN_KEYS})


def _drawn_problems(key: str, fields: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems of fields that may have ranges."""
    if not fields:
        yield Problem((key,), "names no field; expected at least one, such as {from: 1, to: 8}")
    for field, spec in fields.items():
        if isinstance(spec, Mapping):
            yield from _range_problems((key, field), spec)
        else:
            words = "a range {from: A, to: B} or a list of values"
            yield from (Problem((key, *p.path), p.message) for p in values_problems(field, spec, words=words))


def _range_problems(path: Path, spec: Mapping[str, Any]) -> Iterator[Problem]:
    for key in spec:
        if key not in ("from", "to", "scale"):
            hint = did_you_mean(str(key), ("from", "to", "scale"))
            yield Problem((*path, key), f"unknown key; {hint}", at_key=True)
    missing = [end for end in ("from", "to") if end not in spec]
    if missing:
        yield Problem(path, f"{' and '.join(missing)} missing; expected a range {{from: A, to: B}}")
        return
    if (scale := spec.get("scale", "linear")) not in SCALES:
        yield Problem((*path, "scale"), f"expected one of 'linear', 'log', got {format_value(scale)}")
    low, high = quantity(spec["from"]), quantity(spec["to"])
    for end, found in (("from", low), ("to", high)):
        if found is None:
            yield Problem(
                (*path, end),
                f"expected a number, or one with its unit, got {format_value(spec[end])}; list words instead",
            )
    if low is None or high is None:
        return
    if low[1] != high[1]:
        message = f"expected the unit of from, {low[1] or 'none'}, got {format_value(spec['to'])}"
        yield Problem((*path, "to"), message)
    elif low[0] >= high[0]:
        yield Problem(
            (*path, "to"),
            f"expected more than from, {format_value(spec['from'])}, got {format_value(spec['to'])}",
        )
    elif scale == "log" and low[0] <= 0:
        yield Problem(
            (*path, "from"), f"expected more than 0 on a log scale, got {format_value(spec['from'])}"
        )


def values_problems(
    key: str, values: Any, *, words: str = "a list of values", repeats: bool = False
) -> list[Problem]:
    """Return the problems of the values of a swept field; ``repeats`` allows equal values."""
    if not isinstance(values, (list, tuple)):
        names = f"; `numasim list {NAMED_BY[key]}` prints the names" if key in NAMED_BY else ""
        return [Problem((key,), f"expected {words}, got {format_value(values)}{names}")]
    if not values:
        return [Problem((key,), "the list is empty; expected at least one value")]
    problems = []
    seen: set[str] = set()
    for k, value in enumerate(values):
        if _is_unnamed_mapping(key, value):
            problems.append(Problem((key, k), _single_value(key, value)))
        elif not repeats and _identity(value) in seen:
            problems.append(Problem((key, k), f"{format_value(value)} is already in the list"))
        seen.add(_identity(value))
    return problems


def baseline_problems(
    chosen: Mapping[str, tuple[Any, ...]], sweep: Mapping[str, Any], written: Mapping[str, Any]
) -> list[Problem]:
    """Return the problems of a baseline: fields that are not swept, values that are not among those swept.

    Parameters
    ----------
    chosen : mapping of str to tuple
        The fields of the baseline and their values.
    written : mapping
        The baseline as written in the file, with single values and lists.
    """
    problems = []
    swept, drawn = swept_values(sweep), ranges(sweep)
    for key, values in chosen.items():
        if key not in swept:
            hint = (
                did_you_mean(key, swept)
                if swept
                else "there is no sweep, so there is nothing to compare with"
            )
            problems.append(Problem((key,), f"is not swept; {hint}", at_key=True))
            continue
        if key in drawn:
            message = "is drawn from a range; a baseline must be one of the listed values of a field"
            problems.append(Problem((key,), message, at_key=True))
            continue
        if not values:
            problems.append(Problem((key,), "the list is empty; expected at least one value"))
        known_values = {_identity(other) for other in swept[key]}
        for k, value in enumerate(values):
            if _identity(value) not in known_values:
                path = (key, k) if isinstance(written[key], (list, tuple)) else (key,)
                known = ", ".join(dict.fromkeys(format_value(other) for other in swept[key]))
                problems.append(
                    Problem(path, f"{format_value(value)} is not among the values swept: {known}")
                )
    return problems


def _is_unnamed_mapping(field: str, value: Any) -> bool:
    return isinstance(value, Mapping) and field not in MAPPINGS


def _single_value(field: str, value: Any) -> str:
    cure = "; write each machine into a file, and name the files here" if field == "machine" else ""
    return f"expected a single value, got {format_value(value)}{cure}"


def _identity(value: Any) -> str:
    """Return the same text for equal values: for 1 and 1.0, but not for 1 and true."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{key!r}: {_identity(each)}' for key, each in value.items()))}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_identity, value))}]"
    if isinstance(value, float) and value.is_integer():
        return repr(int(value))
    return repr(value)
