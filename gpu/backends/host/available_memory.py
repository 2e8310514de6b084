"""The memory that new data can have: what the system has, and what the control groups of the process allow.

On Linux, a container or a batch job has a control group with a limit, and so may each group above it. The
kernel's pages "Memory Resource Controller" and "Control Group v2" describe the files of both versions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class _Hierarchy(NamedTuple):
    """Control groups that limit memory: where they are, and the names of their files and of a statistic."""

    controller: str
    folder: str
    limit: str
    usage: str
    cached: str  # bytes of files in the cache, which the system frees for new data


_HIERARCHIES = (
    _Hierarchy("", "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
    _Hierarchy(
        *("memory", "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
        "total_inactive_file",
    ),
)


def available_bytes(root: Path = Path("/")) -> int:
    """The memory that new data can have without swapping; without limit on a system other than Linux."""
    free = _numbers(root / "proc/meminfo").get("MemAvailable:", sys.maxsize // 1024) * 1024
    return max(0, min([free, *_allowed(root)]))


def _allowed(root: Path) -> Iterator[int]:
    """What each control group of the process, and each above it, still allows."""
    for hierarchy in _HIERARCHIES:
        top = root / hierarchy.folder
        group = top / _group(root, hierarchy.controller)
        # In a container, only the groups from its own on are visible, some under a shorter path.
        for folder in {top, group, *(each for each in group.parents if each.is_relative_to(top))}:
            limit, usage = _text(folder / hierarchy.limit), _text(folder / hierarchy.usage)
            if limit.isdecimal() and usage.isdecimal():
                cached = _numbers(folder / "memory.stat").get(hierarchy.cached, 0)
                yield int(limit) - int(usage) + cached


def _group(root: Path, controller: str) -> str:
    """The path of the process's group in the hierarchy of a controller; that of version 2 has no name."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(","):
            return path.lstrip("/")
    return ""


def _numbers(file: Path) -> dict[str, int]:
    """The number behind each name of a file with a name and a number a line."""
    return {words[0]: int(words[1]) for words in map(str.split, _text(file).splitlines())}


def _text(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
