"""Compiled functions of a program, which the compiled engine calls by their addresses.

The engine's loop is compiled once, and a program's functions are compiled for their own data. So the loop
gets the address of a function, and of its arguments in memory. This module uses private interfaces of Numba.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from partitioners.kernels.cache import cfunc, njit
from partitioners.kernels.parts import reference_to
from partitioners.kernels.uncounted import UNCOUNTED

_INT64 = ir.IntType(64)


class StoredTuple:
    """A named tuple of arrays and integers in memory, to whose address compiled functions refer.

    Parameters
    ----------
    value : NamedTuple
        Its arrays stay alive as long as this object.

    Attributes
    ----------
    value : NamedTuple
    address : int
    """

    def __init__(self, value: Any) -> None:
        self.value = value
        self._memory = np.zeros(-(-_size(value) // 8), np.int64)
        self.address = self._memory.ctypes.data
        _store(value, self.address)


def compile_native(function: Callable[..., Any], *tuples: Any) -> Any:
    """Compile a function of references to named tuples for calls by its address; cached on disk.

    Parameters
    ----------
    function : callable
        A function of a module, of the subset of Python that Numba compiles. It returns an integer.
    *tuples : NamedTuple or int
        One value of each parameter's type.

    Returns
    -------
    object
        Its attribute ``address`` is the address, as long as the object lives.
    """
    kinds = [types.int64 if isinstance(one, int) else reference_to(typeof(one)) for one in tuples]
    return _compiled(function, types.int64(*kinds))


@cache
def _compiled(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a function once in a process, since loading it from disk takes longer than a short run.

    A function that is not in a file, but in standard input or in a text, is not kept on disk.
    """
    in_a_file = Path(function.__code__.co_filename).is_file()
    return cfunc(function, signature, cache=in_a_file, **UNCOUNTED)


@njit(cache=True, **UNCOUNTED)
def _size(value: Any) -> int:
    return _size_of(value)


@njit(cache=True, **UNCOUNTED)
def _store(value: Any, address: int) -> None:
    _store_at(value, address)


@intrinsic
def _size_of(typing_context: Any, value: Any) -> Any:
    def compute(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_abi_sizeof(context.get_value_type(signature.args[0]))
        return ir.Constant(_INT64, size)

    return types.int64(value), compute


@intrinsic
def _store_at(typing_context: Any, value: Any, address: Any) -> Any:
    def store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = context.get_value_type(signature.args[0])
        builder.store(arguments[0], builder.inttoptr(arguments[1], kind.as_pointer()))
        return context.get_dummy_value()

    return types.none(value, types.int64), store


@intrinsic
def call_native(typing_context: Any, address: Any, first: Any, second: Any) -> Any:
    """Call the function at an address with two addresses or integers. Returns its integer."""

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_INT64, [_INT64, _INT64])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, types.int64, types.int64), call


def library_address(name: str) -> int:
    """The address of a function of the C library."""
    return int(ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value or 0)


class Bound(NamedTuple):
    """A compiled function whose arguments after the second one are fixed; :func:`call_bound` calls it.

    Attributes
    ----------
    function : int
        Its address.
    first : int
        The address of its first argument.
    numbers : tuple of int
        The fixed arguments.
    """

    function: int
    first: int
    numbers: tuple[int, ...]


def call_bound(bound: Bound, second: int) -> int:
    """Call the function of a :class:`Bound`; compiled by :func:`compile_native`."""
    return _call_bound(bound.function, bound.first, second, bound.numbers)


@intrinsic
def _call_bound(typing_context: Any, address: Any, first: Any, second: Any, numbers: Any) -> Any:
    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_INT64, [_INT64] * (2 + numbers.count))
        fixed = cgutils.unpack_tuple(builder, arguments[3])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), [*arguments[1:3], *fixed])

    return types.int64(types.int64, types.int64, types.int64, numbers), call


@intrinsic
def address_of(typing_context: Any, array: Any, index: Any) -> Any:
    """The address of an element of a contiguous array with one dimension."""

    def compute(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(_element(context, builder, signature, arguments), _INT64)

    return types.int64(array, types.int64), compute


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.gep(data, [arguments[1]])


def _atomic(operation: str) -> Any:
    @intrinsic
    def modify(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        def compute(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            element = _element(context, builder, signature, arguments)
            return builder.atomic_rmw(operation, element, arguments[2], "seq_cst")

        return array.dtype(array, types.int64, array.dtype), compute

    return modify


atomic_add = _atomic("add")
"""Add to an element of an array of integers in one step; return its value before (``atomicrmw``)."""

atomic_or = _atomic("or")
"""Set bits of an element of an array of integers in one step; return its value before (``atomicrmw``)."""

atomic_exchange = _atomic("xchg")
"""Replace an element of an array of integers in one step; return its value before (``atomicrmw``)."""


@intrinsic
def atomic_replace(typing_context: Any, array: Any, index: Any, expected: Any, value: Any) -> Any:
    """Replace an element by a value in one step if it has the expected one (``cmpxchg``). Returns whether."""

    def replace(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = _element(context, builder, signature, arguments)
        found = builder.cmpxchg(element, arguments[2], arguments[3], "seq_cst", "seq_cst")
        return builder.extract_value(found, 1)

    return types.boolean(array, types.int64, array.dtype, array.dtype), replace


@intrinsic
def atomic_read(typing_context: Any, array: Any, index: Any) -> Any:
    """The value of an element that other threads write; nothing later is done before it."""

    def read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = _element(context, builder, signature, arguments)
        return builder.load_atomic(element, "acquire", array.dtype.bitwidth // 8)

    return array.dtype(array, types.int64), read


@intrinsic
def is_real(typing_context: Any, piece: Any) -> Any:
    """Whether a reference is one to a ``RealPiece``, known when a kernel is compiled."""
    found = piece.target.instance_class.__name__ == "RealPiece"

    def compute(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.bool_t(int(found))

    return types.boolean(piece), compute
