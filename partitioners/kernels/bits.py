"""Instructions that Numba does not have: trailing zeros, prefetch, tests of 8 words (LLVM intrinsics)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """The index of the lowest set bit of a 64-bit integer that is not 0, as an integer of the same type."""
    kind = types.int64 if word.signed else types.uint64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return kind(kind), generate


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Prefetch ``array[index]`` into the cache; this is a hint without any other effect.

    ``array`` must be contiguous, and ``index`` a uint64 within bounds, which counts elements row by row.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        )
        address = builder.bitcast(builder.gep(data, [arguments[1]]), pointer)
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@intrinsic
def common_of_8(typing_context: Any, words: Any, one: Any, two: Any) -> Any:
    """Which of the 8 words from ``one`` on share a bit with those from ``two`` on, as bits of a uint64.

    ``words`` is a contiguous array of uint64, with 8 words after both indices, which are uint64. With wide
    vectors these are a few instructions.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.IntType(64), 8)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data

        def load(index: Any) -> Any:
            pointer = builder.bitcast(builder.gep(data, [index]), vector.as_pointer())
            return builder.load(pointer, align=8)

        common = builder.and_(load(arguments[1]), load(arguments[2]))
        nonzero = builder.icmp_unsigned("!=", common, ir.Constant(vector, [0] * 8))
        return builder.zext(builder.bitcast(nonzero, ir.IntType(8)), ir.IntType(64))

    return types.uint64(words, types.uint64, types.uint64), generate
