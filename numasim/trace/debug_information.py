"""The debug information of LLVM IR, reduced to what numasim reads: files, functions and lines.

An LLVM may crash on types and variables that a newer LLVM has described. Source locations change seldom.
"""

from __future__ import annotations

import re

_FULL = "emissionKind: FullDebug"
_NODE = re.compile(r"(!\d+ = (?:distinct )?)!(DI\w+)\((.*)\)\s*$")
_FIELD = re.compile(r'(\w+): ("[^"]*"|[^",]+)')
_ATTACHED_TO_GLOBAL = re.compile(r", !dbg !\d+")
_VARIABLES = re.compile(r"\s*(?:#dbg_\w+\(|(?:tail )?call void @llvm\.dbg\.)")
"""The records of variables, and the calls that they were before LLVM 19."""

_KEPT = ("DILocation", "DIFile", "DILexicalBlock", "DILexicalBlockFile")
_REDUCED = {
    "DISubprogram": ("name", "linkageName", "file", "line", "scopeLine", "spFlags", "unit"),
    "DICompileUnit": ("language", "file", "producer", "isOptimized", "runtimeVersion"),
}


def with_lines_only(source: str) -> str:
    """Remove types and variables from the debug information of LLVM IR, as the option ``-g1`` does."""
    if _FULL not in source:
        return source
    return "\n".join(_reduced(line) for line in source.splitlines() if not _VARIABLES.match(line))


def _reduced(line: str) -> str:
    if line.startswith("@"):
        return _ATTACHED_TO_GLOBAL.sub("", line)
    found = _NODE.match(line) if line.startswith("!") else None
    if found is None or found[2] in _KEPT:
        return line
    begin, kind, text = found.groups()
    if kind not in _REDUCED:
        return f"{begin}!{{}}"
    fields = {name: value for name, value in _FIELD.findall(text) if name in _REDUCED[kind]}
    if kind == "DICompileUnit":
        fields["emissionKind"] = "LineTablesOnly"
    elif "file" in fields:
        fields["scope"] = fields["file"]
    return f"{begin}!{kind}({', '.join(f'{name}: {value}' for name, value in fields.items())})"
