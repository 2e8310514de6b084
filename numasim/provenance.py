"""The origin of results: versions, the revision of the code, the host, and hashes of input files."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
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
"""The required distributions, by their names in pip."""


PACKAGES = ("partitioners", "mappers", "gpu", "numasim")
"""The packages of the project."""


@cache
def project_version() -> str:
    """Return the version of the installed distribution."""
    try:
        return version("numasim")
    except PackageNotFoundError:
        return "0 (not installed)"


__version__ = project_version()


def versions() -> dict[str, str]:
    """Return the versions that can change a result: of the project, Python and every dependency."""
    found = {name: _installed(name) for name in DEPENDENCIES}
    return {"numasim": project_version(), "python": platform.python_version(), **found}


@cache
def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def source_hash() -> str:
    """Return the hash of all files of the four packages, which distinguishes states of one version."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in package_files(root / package):
            digest.update(f"{path.relative_to(root)} {file_sha256(path)}\n".encode())
    return digest.hexdigest()[:12]


def package_files(folder: Path) -> list[Path]:
    """Return all files of a package but those that Python or an editor keeps there, in their order."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and not _is_kept_there(path, folder))


def _is_kept_there(path: Path, folder: Path) -> bool:
    return any(part == "__pycache__" or part.startswith(".") for part in path.relative_to(folder).parts)


def git_revision() -> str | None:
    """Return the current commit, with ``+changes`` if files differ; None outside a checkout."""
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
    """Describe the machine on which the runs were made; it is never part of a result table."""
    return {
        "name": platform.node(),
        "platform": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": usable_cores(),
        "memory_bytes": memory_bytes(),
    }


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_bytes() -> int | None:
    """Return the host's memory in bytes; None if it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def peak_memory_bytes() -> int:
    """Return the peak of the resident memory of this process."""
    import resource  # Windows has none

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def config_hash(config: Any) -> str:
    """Return 12 hexadecimal digits that identify a configuration: SHA-256 of its JSON with sorted keys."""
    text = json.dumps(config, sort_keys=True, separators=(",", ":"), allow_nan=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def command_line() -> list[str]:
    """Return the command that started this process."""
    return [Path(sys.argv[0]).name, *sys.argv[1:]] if sys.argv else []


def code_hash(*parts: Any) -> str:
    """Return the hash of the arguments and of the code: its sources, and the versions of its libraries."""
    return config_hash([*parts, _code()])


@cache
def _code() -> str:
    return config_hash([versions(), source_hash()])
