"""Variables of a kernel's file outside its functions, which a kernel must not depend on.

The back ends launch kernels and copy arrays; nothing sets a variable of the device's module (there is no
``cudaMemcpyToSymbol``). A constant with a value is a part of the code and does no harm.
"""

from __future__ import annotations

import re
from pathlib import Path

from gpu.kernel import header_files
from partitioners.errors import InputError

_IGNORED = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.DOTALL | re.MULTILINE
)
_TRANSPARENT = re.compile(r"(?:extern|namespace(?:\s+\w+)?)\s*$")
_ATTRIBUTE = re.compile(r"\b(?:__align__|alignas|__attribute__|__declspec)\s*\((?:[^()]|\([^()]*\))*\)")
_NAME = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$")
_OPERATOR = re.compile(r"\boperator\s*(?:\(\s*\)|[^\w\s(]+)")  # such as operator==, which assigns nothing
_INITIALISER = re.compile(r"\{[^{};]*\}(?=\s*[,{])")  # of a member, before the body of a constructor


def check_module_variables(file: Path) -> None:
    """Refuse variables of a source and of its headers that have no value when a kernel begins.

    Raises
    ------
    InputError
        A ``__device__`` or ``__managed__`` variable is not constant, or a ``__constant__`` one has no value.
        The message names the file, the line and the variable.
    """
    for each in (file, *header_files(file)):
        for line, declared in _declarations(each.read_text()):
            if fault := _fault(declared):
                raise InputError(f"{each}:{line}: {fault}")


def _fault(declared: str) -> str:
    """What is wrong with a declaration outside functions; empty if nothing is."""
    before, equals, _ = _ATTRIBUTE.sub(" ", declared).partition("=")
    words = set(re.findall(r"\w+", before))
    name = _NAME.search(before.strip())
    if name is None or "(" in before or not words & {"__device__", "__constant__", "__managed__"}:
        return ""
    if "__constant__" in words:
        if equals or "{" in before:
            return ""
        return (
            f"the __constant__ variable {name[1]!r} has no value, and nothing copies one to it; give it one "
            "in its declaration, or pass it as a parameter of the kernel"
        )
    if words & {"const", "constexpr"} and "__managed__" not in words:
        return ""
    return (
        f"variables of a module, such as {name[1]!r}, are not supported; pass the kernel an array "
        "(backend.zeros) as a parameter instead"
    )


def _declarations(text: str) -> list[tuple[int, str]]:
    """The declarations outside functions, each with the number of its last line; of a value only ``= ``."""
    code = _IGNORED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    code = _INITIALISER.sub(lambda found: "\n" * found[0].count("\n"), _OPERATOR.sub("operator", code))
    found: list[tuple[int, str]] = []
    begin = depth = 0
    opened = False  # whether a brace within this declaration has been opened
    for token in re.finditer(r"[{};]", code):
        if token[0] == "{":
            if depth == 0 and _TRANSPARENT.search(code[begin : token.start()]):
                begin = token.end()  # its declarations count
                continue
            depth += 1
            opened = True
        elif token[0] == "}":
            depth = max(0, depth - 1)
            head = _ATTRIBUTE.sub(" ", code[begin : token.start()].partition("{")[0])
            before, parameters, _ = head.partition("(")
            is_function = depth == 0 and opened and bool(parameters) and "=" not in before
            if is_function or not opened:
                begin, opened = token.end(), False
        elif depth == 0:
            declared, brace, _ = code[begin : token.start()].partition("{")
            kept = declared if not brace or "=" in declared else declared + "= {"
            found.append((code.count("\n", 0, token.start()) + 1, kept))
            begin, opened = token.end(), False
    return found
