"""Lazy import of a package's public names, each on first use (PEP 562)."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def public_name(package: str, home: Mapping[str, str], name: str) -> Any:
    """Import a public name of a package and store it in the package, for the package's ``__getattr__``.

    Parameters
    ----------
    package : str
        The ``__name__`` of the package.
    home : mapping of str to str
        The module of each public name.
    name : str

    Raises
    ------
    AttributeError
        ``name`` is not a public name.
    """
    if name not in home:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    value = getattr(import_module(home[name]), name)
    setattr(sys.modules[package], name, value)
    return value
