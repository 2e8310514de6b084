"""Compiled functions kept on disk, and compiled anew when any file that they may call into has changed.

Numba's own cache looks at the time of the function's own file alone, and would miss a change of an inlined
function or of a constant in another.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any


def depend_on(compiled: Any, paths: Iterable[Path]) -> None:
    """Let what Numba keeps of a function hold only as long as these files, and their order, stay the same."""
    index = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if index is not None:
        stats = [(path.name, path.stat()) for path in paths]
        index._source_stamp = tuple((name, stat.st_mtime, stat.st_size) for name, stat in stats)
