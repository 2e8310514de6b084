"""The names and operands of an LLVM module in LLVM's text format."""

from __future__ import annotations

from typing import Any


def name_values(module: Any) -> None:
    """Give every global, argument, block and instruction of a module a name."""
    for variable in module.global_variables:
        variable.name = variable.name or "numasim.global"
    for function in module.functions:
        function.name = function.name or "numasim.function"
        if function.is_declaration:
            continue
        for argument in function.arguments:
            argument.name = argument.name or "a"
        for block in function.blocks:
            block.name = block.name or "b"
            for instruction in block.instructions:
                if not instruction.name and str(instruction.type) != "void":
                    instruction.name = "v"


def local_name(name: str) -> str:
    """The name of a local value in LLVM's text format."""
    return f'%"{_escape(name)}"'


def global_name(name: str) -> str:
    """The name of a global in LLVM's text format."""
    return f'@"{_escape(name)}"'


def _escape(name: str) -> str:
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in (34, 92) else f"\\{byte:02X}" for byte in name.encode()
    )


def operand_text(value: Any) -> str:
    """The text of an operand, with its type first."""
    if is_local(value):
        return f"{value.type} {local_name(value.name)}"
    if value.value_kind.name in ("function", "global_alias", "global_ifunc", "global_variable"):
        return f"{value.type} {global_name(value.name)}"
    return str(value)


def callee_of(instruction: Any) -> Any:
    """The operand that is the callee of a call."""
    return list(instruction.operands)[-1]


def function_name(value: Any) -> str:
    """The name of a directly called function; empty for a call through a pointer."""
    return value.name if value.value_kind.name == "function" else ""


def attributes(function: Any) -> list[str]:
    """The attributes of a function, one string each."""
    return b" ".join(function.attributes).decode().split()


_RETURNS_TWICE = ("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "llvm.eh.sjlj.setjmp")


def functions_returning_twice(module: Any) -> set[str]:
    """The functions of a module whose calls may return again, after a ``longjmp``."""
    return {f.name for f in module.functions if f.name in _RETURNS_TWICE or "returns_twice" in attributes(f)}


def is_local(value: Any) -> bool:
    """Whether an operand is a value of its own function."""
    return value.value_kind.name in ("instruction", "argument")


def is_block(value: Any) -> bool:
    """Whether an operand is a block (a jump target)."""
    return value.value_kind.name == "basic_block"
