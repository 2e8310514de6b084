"""Public names of a package, each imported from its home when it is first used (PEP 562)."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def public_name(package: str, home: Mapping[str, str], name: str) -> Any:
    """Import a public name of a package, and keep it there; what the package's ``__getattr__`` returns.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    home : mapping of str to str
        The module of each public name.
    name : str

    Raises
    ------
    AttributeError
        It is no public name.
    """
    if name not in home:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    value = getattr(import_module(home[name]), name)
    setattr(sys.modules[package], name, value)
    return value
