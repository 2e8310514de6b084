"""How kernels are compiled: the flags that Numba compares, the names of their parts, and what is inlined."""

from typing import Any, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba.core.compiler import Flags
from numba.core.targetconfig import ConfigStack
from numba.extending import intrinsic

from partitioners.kernels.cache import _Flags, njit
from partitioners.kernels.parts import by_reference, kernel_part
from partitioners.kernels.uncounted import inlined_kernel, kept_called_kernel

OPTIONS = ("nrt", "no_cpython_wrapper", "forceinline", "release_gil", "boundscheck", "error_model")


@st.composite
def flags(draw):
    """Flags of which some are set, also to their defaults."""
    found = Flags()
    for name, value in draw(st.dictionaries(st.sampled_from(OPTIONS), st.booleans())).items():
        setattr(found, name, ("python", "numpy")[value] if name == "error_model" else value)
    return found


@given(flags(), flags())
def test_flags_of_kernels_are_equal_where_those_of_numba_are(one, other):
    equal = one == other
    assert (_Flags(one) == _Flags(other)) is (_Flags(one) == other) is (one == _Flags(other)) is equal
    if equal:
        assert hash(_Flags(one)) == hash(_Flags(other)) == hash(one)
    assert _Flags(one) != one.values()


@intrinsic
def note_flags(typing_context, seen):
    """Note the flags of the kernel that is compiled."""
    found.append(type(ConfigStack.top_or_none()))
    return seen(seen), lambda context, builder, signature, arguments: arguments[0]


found: list[type] = []


def test_kernels_are_compiled_with_these_flags():
    njit(lambda number: note_flags(number))(1)
    assert set(found) == {_Flags}


class Tables(NamedTuple):
    """A named tuple whose type has a long name."""

    many: Any
    more: Any


@kernel_part()
def first(tables):
    """The first number of the tables."""
    return tables.many[0]


@njit
def first_of(tables):
    """The same, from a kernel."""
    return first(by_reference(tables))


def test_parts_have_short_names_which_differ_by_the_types_of_the_fields():
    record = np.zeros(1, [(f"field_{k}", np.int64) for k in range(100)])
    for numbers in ([1], [1.5]):
        assert first_of(Tables(np.array(numbers), record)) == numbers[0]
    names = [each.fndesc.mangled_name for each in first.overloads.values()]
    references = [name[name.index("reference") :] for name in names]
    assert len(set(references)) == 2
    assert all(len(name) < 250 for name in names)


@inlined_kernel
def part(number):
    """A part of the called kernel."""
    return number * 3


@kept_called_kernel
def called(number):
    """A kernel that its callers call."""
    return part(number) + 1


@njit
def twice(number):
    """Call the kernel at two places."""
    return called(called(number))


def test_a_called_kernel_is_one_function_in_its_callers_and_contains_its_parts():
    assert called(5) == 16
    assert twice(5) == 49
    (code,) = twice.inspect_llvm().values()
    (name,) = (each.fndesc.mangled_name for each in called.overloads.values())
    (part_name,) = (each.fndesc.mangled_name for each in part.overloads.values())
    calls = [line for line in code.splitlines() if " call " in line and name in line]
    assert len(calls) == 2
    assert part_name not in "".join(line for line in code.splitlines() if " call " in line)
