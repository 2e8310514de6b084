"""Hashes of the files behind an experiment: its inputs, and the packages of its plug-ins.

A finished point is kept under a name that all of them are part of, so that it is run again after a change of
any of their bytes: Python, CUDA, headers, data or shared objects.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
import uuid
from collections.abc import Callable, Mapping
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numasim.provenance import PACKAGES, file_sha256, package_files

_at_first: dict[str, str] = {}
"""The hash of each package when this process first asked for it, and probably imported it."""


class Hashes:
    """Hashes of files and of the packages of plug-ins; each file is read once.

    Attributes
    ----------
    by_path : dict of str to str
        The SHA-256 of each input file.
    of_this_run : str
        A hash that no other run has, for what may change without a change of a known file.
    """

    def __init__(self) -> None:
        self.by_path: dict[str, str] = {}
        self.of_this_run = uuid.uuid4().hex
        self._by_package: dict[str, str] = {}
        self._by_program: dict[tuple[Any, ...], str] = {}

    def of(self, path: Path) -> str:
        """Return the SHA-256 of a file."""
        key = str(path)
        if key not in self.by_path:
            self.by_path[key] = file_sha256(path)
        return self.by_path[key]

    def of_program(self, program: tuple[Any, ...], identity: Callable[..., str | None]) -> str:
        """Return the identity of a program, made once, or the hash of this run for a program without one."""
        if program not in self._by_program:
            self._by_program[program] = identity(*program) or self.of_this_run
        return self._by_program[program]

    def of_plugin(self, module: str) -> str:
        """Return the hash of all that a plug-in consists of; empty for a plug-in of the project.

        It covers every file of the package of its module, and the packages that this package imports: by
        their version if they are installed, else by their files. Memory may hold what a file was when this
        process imported it, so the hash of that time is part of the result. A plug-in without a file never
        has the same hash again.
        """
        package = module.partition(".")[0]
        if package in PACKAGES:
            return ""
        if package not in self._by_package:
            now = _package_hash(package)
            self._by_package[package] = f"{_at_first.setdefault(package, now)} {now}"
        return self._by_package[package]


def _package_hash(package: str) -> str:
    spec = _spec(package)
    if spec is None:  # typed in: changes cannot be detected
        return uuid.uuid4().hex
    digest = hashlib.sha256()
    todo, seen = [package], set(PACKAGES)
    while todo:
        name = todo.pop()
        spec = _spec(name)
        if name in seen or name in sys.stdlib_module_names or spec is None:
            continue
        seen.add(name)
        if name != package and _is_installed(spec):
            digest.update(f"{name} {_version(name)}\n".encode())
            continue
        for root, path in _files(spec):
            content = path.read_bytes() if path.suffix == ".py" else None
            hashed = file_sha256(path) if content is None else hashlib.sha256(content).hexdigest()
            digest.update(f"{path.relative_to(root)} {hashed}\n".encode())
            if content is not None:
                if hashed not in _imports:
                    _imports[hashed] = _imported(content)
                todo += _imports[hashed]
    return digest.hexdigest()[:12]


def _spec(package: str) -> ModuleSpec | None:
    """Find a package; None if it has no file."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):  # a script, or a module that was made by hand
        file = getattr(sys.modules.get(package), "__file__", None)
        return None if file is None else ModuleSpec(package, None, origin=str(file))
    return spec if spec is not None and (spec.submodule_search_locations or spec.has_location) else None


def _files(spec: ModuleSpec) -> list[tuple[Path, Path]]:
    """The files of a package, each behind the folder to which its name is relative."""
    if spec.submodule_search_locations is None:
        file = Path(str(spec.origin))
        return [(file.parent, file)]
    return [
        (Path(root), path) for root in spec.submodule_search_locations for path in package_files(Path(root))
    ]


def _is_installed(spec: ModuleSpec) -> bool:
    """Whether a package lies where installers put packages, and so does not change without a new version."""
    places = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    found = [*(spec.submodule_search_locations or []), spec.origin]
    return any(place in Path(str(path)).resolve().parents for path in found for place in places)


def _version(package: str) -> list[str]:
    return [f"{name} {version(name)}" for name in sorted(set(_distributions().get(package, [])))]


@cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


_imports: dict[str, list[str]] = {}
"""The packages that a Python file imports, by its hash: parsing a large package takes seconds."""


def _imported(content: bytes) -> list[str]:
    """The packages that a Python file imports, sorted."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # a file that Python cannot read imports nothing
        return []
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return sorted(found)
