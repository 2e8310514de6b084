"""Where results come from: versions, the revision of the code, the host, and hashes of what was read."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import uuid
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

DEPENDENCIES = (
    "numpy",
    "scipy",
    "pandas",
    "pyarrow",
    "numba",
    "llvmlite",
    "simpy",
    "pymetis",
    "networkx",
    "pydantic",
    "PyYAML",
    "cyclopts",
    "rich",
    "matplotlib",
    "Jinja2",
)
"""The distributions that the main job stands on, as pip names them."""


PACKAGES = ("partitioners", "mappers", "gpu", "numasim")
"""The project's own."""


def project_version() -> str:
    """The version of the installed distribution."""
    try:
        return version("numasim")
    except PackageNotFoundError:
        return "0 (not installed)"


def versions() -> dict[str, str]:
    """The versions that can change a result: of the project, Python and every dependency."""
    found = {"numasim": project_version(), "python": platform.python_version()}
    for name in DEPENDENCIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def source_hash() -> str:
    """The hash of every source file of the four packages: what tells two states of one version apart."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".c", ".h", ".cpp", ".hpp", ".cu", ".cuh") and path.is_file():
                digest.update(f"{path.relative_to(root)} {file_sha256(path)}\n".encode())
    return digest.hexdigest()[:12]


@cache
def foreign_source_hash(module: str) -> str:
    """The hash of the Python files of a plug-in's whole package; empty where it is the project's own."""
    top = module.partition(".")[0]
    if top in PACKAGES:
        return ""
    found = sys.modules[top]
    if getattr(found, "__file__", None) is None:  # typed in: nobody can tell whether it is still the same
        return uuid.uuid4().hex
    file = Path(str(found.__file__))
    root = file.parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")) if hasattr(found, "__path__") else [file]:
        digest.update(f"{path.relative_to(root)} {file_sha256(path)}\n".encode())
    return digest.hexdigest()[:12]


def git_revision() -> str | None:
    """The commit that is checked out, with ``+changes`` where files differ; None outside a checkout."""
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return None

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(root), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+changes" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def host() -> dict[str, Any]:
    """The machine that the runs were made on; never part of a result table."""
    return {
        "name": platform.node(),
        "platform": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": usable_cores(),
        "memory_bytes": memory_bytes(),
    }


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_bytes() -> int | None:
    """The host's memory in bytes; None where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def config_hash(config: Any) -> str:
    """Twelve hexadecimal digits that identify a configuration: SHA-256 of its JSON with sorted keys."""
    text = json.dumps(config, sort_keys=True, separators=(",", ":"), allow_nan=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def command_line() -> list[str]:
    """The command that started this process."""
    return [Path(sys.argv[0]).name, *sys.argv[1:]] if sys.argv else []


def code_hash(*parts: Any) -> str:
    """The hash of what is given, and of the code: its sources, and the versions of its libraries."""
    return config_hash([*parts, _code()])


@cache
def _code() -> str:
    return config_hash([versions(), source_hash()])
