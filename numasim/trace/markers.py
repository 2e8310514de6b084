"""Markers of the region of interest in a traced program: ``numasim_begin()`` and ``numasim_end()``.

The header ``numasim.h`` defines them as functions that do nothing, for plain builds. A traced program calls
the functions of these names of the runtime instead.
"""

from __future__ import annotations

import re
from pathlib import Path

HEADERS = Path(__file__).parent.parent / "include"
"""The folder of ``numasim.h``."""

BEGIN, END = "numasim_begin_at", "numasim_end_at"
"""The functions behind the two macros."""

WRONG_MARKERS = 8
"""The first word of the header of a run whose markers are wrong (``markers.h``)."""

_DEFINITION = re.compile(rf"^define [^\n]*@({BEGIN}|{END})\(i32[^\n]*\{{\n.*?^\}}$", re.MULTILINE | re.DOTALL)
_CALL = re.compile(rf"\bcall [^\n]*@(?:{BEGIN}|{END})\(")
_BEGUN_TWICE, _NOT_BEGUN, _NOT_ENDED, _NOT_REACHED = range(1, 5)


def without_definitions(ir: str) -> str:
    """LLVM IR that declares the two functions, which the header defines for plain builds."""
    return _DEFINITION.sub(r"declare void @\1(i32)", ir)


def has_markers(ir: str) -> bool:
    """Whether a program in LLVM IR calls one of the markers."""
    return _CALL.search(ir) is not None


def mistake_text(word: int, ended: str) -> str:
    """The message for wrong markers, from the second word of the header (``markers.h``).

    Parameters
    ----------
    ended : str
        A parenthesis on how the program ended; empty if it ended as it should, or because of the mistake.
    """
    mistake, line, other = word >> 56, word >> 28 & 0xFFFFFFF, word & 0xFFFFFFF
    return {
        _BEGUN_TWICE: f"line {line} begins a region inside the region that line {other} has begun; call "
        "numasim_end() before, or remove one numasim_begin()",
        _NOT_BEGUN: f"line {line} ends a region that has not begun; call numasim_begin() in the same thread "
        "before, or remove numasim_end()",
        _NOT_ENDED: f"the region that line {line} has begun never ends{ended}; call numasim_end() in the "
        "same thread before it ends",
        _NOT_REACHED: f"the program has markers, but never called numasim_begin(){ended}, so its region is "
        "empty; give it arguments with which it does, or remove the markers",
    }[mistake]
