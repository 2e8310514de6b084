"""The registers that a file or a program gives for its kernels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema.workload import KernelWorkload


def given_resources(work: KernelWorkload) -> dict[str, int | tuple[int, int]]:
    """Return the given registers by kernel: those of the file, and else those of the program's class."""
    return {**work.program.resources, **(work.resources or {})}


def unused_resources(work: KernelWorkload, launched: Iterable[str]) -> list[str]:
    """Return a warning for each kernel of the file's ``resources`` that was not launched."""
    names = dict.fromkeys(launched)
    return [
        f"resources: no kernel {name!r} was launched; launched: {', '.join(names)}"
        for name in work.resources or {}
        if name not in names
    ]
