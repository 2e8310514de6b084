"""Lazy import of a package's public names, each on first use (PEP 562).

A package lists its names once, as imports for type checkers::

    if TYPE_CHECKING:
        from partitioners.graph import Graph as Graph

    __getattr__, __dir__, __all__ = attach(__name__, __file__)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r"^    from ([\w.]+) import (\w+) as \2$", re.MULTILINE)


def public_names(file: str) -> dict[str, str]:
    """The names that a package's file lists, and the module of each."""
    return {name: module for module, name in _IMPORT.findall(Path(file).read_text(encoding="utf-8"))}


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make the names of a package that its file lists, each imported on first use.

    Parameters
    ----------
    package, file : str
        The ``__name__`` and the ``__file__`` of the package.

    Returns
    -------
    tuple
        The package's ``__getattr__``, ``__dir__`` and ``__all__``.
    """
    homes = public_names(file)

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    names = sorted(homes, key=lambda name: (not name.isupper(), name[0].islower(), name))
    return get, lambda: sorted({*vars(sys.modules[package]), *names}), names
