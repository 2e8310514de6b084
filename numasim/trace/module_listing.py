"""Create a :class:`~numasim.trace.listing.Listing` and the logging calls of an LLVM module.

Operands, types and attributes come from the API of LLVM. Only the inserted calls are text. This code runs in
a separate process (:mod:`numasim.trace.instrument`), because LLVM aborts on input that it does not accept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numasim.trace.function_listing import FunctionListing, Refused
from numasim.trace.listing_builder import ListingBuilder
from numasim.trace.module_text import attributes

DROPS = ("allocas", "branches", "stack")
"""Parts that can be dropped from the graph: stack allocations, jumps, dependencies through stack slots."""


def list_module(
    module: Any,
    target_data: Any,
    *,
    weights: str = "cache",
    region: str | None = None,
    drop: Sequence[str] = (),
) -> ListingBuilder:
    """Walk a module once and create its listing and insertions.

    Parameters
    ----------
    module : llvmlite.binding.ModuleRef
        The module. Its local values must have names (:func:`name_values`).
    target_data : llvmlite.binding.TargetData
        Provides the sizes of types.
    weights : {"cache", "rdtsc", "unit"}
        Log the cycles of every memory operation from the cache model, the clock around it, or neither.
    region : str, optional
        Log only while this function runs.
    drop : sequence of str
        Names from :data:`DROPS`.

    Raises
    ------
    Refused
        An instruction cannot be traced.
    """
    builder = ListingBuilder(module, target_data, weights=weights, region=region, drop=drop)
    for function in module.functions:
        if not function.is_declaration:
            _walk(builder, function)
    return builder


def _walk(builder: ListingBuilder, function: Any) -> None:
    if "naked" in attributes(function):
        raise Refused(f"function {function.name!r} is naked, so logging calls cannot be inserted")
    registers: dict[str, int] = {}
    arguments = list(function.arguments)
    for argument in arguments:
        registers[argument.name] = len(registers)
    blocks = [(block.name, list(block.instructions)) for block in function.blocks]
    block_ids = {}
    for name, instructions in blocks:
        block_ids[name] = builder.blocks
        builder.blocks += 1
        for instruction in instructions:
            if str(instruction.type) != "void":
                registers[instruction.name] = len(registers)
    inner = FunctionListing(builder, function.name, registers, block_ids)
    every = [each for _, instructions in blocks for each in instructions]
    inner.framed = any(each.opcode == "landingpad" or builder.comes_back(each) for each in every)
    inner.stack_slots = {each.name for each in every if each.opcode == "alloca"}
    for number, (name, instructions) in enumerate(blocks):
        inner.block(name, instructions, entry=number == 0, arguments=arguments)
    inner.settle_phis()
    builder.insertions.append(inner.inserted)
    builder.functions.append((function.name, len(arguments), len(registers)))
    builder.copied_parameters.extend(builder.copies[function.name])
    builder.copied_parameter_start.append(len(builder.copied_parameters))
