"""The versions of the compilers of kernels, on which traces and the results of the model depend."""

from __future__ import annotations

import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from gpu.backends.host.compiler import find_compiler
from gpu.backends.nvrtc import nvrtc_version
from partitioners.errors import InputError, MissingExtraError

PACKAGES = (
    *("cuda-core", "cuda-bindings", "nvidia-cuda-nvrtc-cu12", "nvidia-cuda-runtime-cu12"),
    *("nvidia-cuda-cccl-cu12", "nvidia-nvjitlink-cu12"),
)
"""The packages of the extra ``gpu-compile``; NVRTC itself may come from elsewhere."""

MISSING = "missing"
"""The version of a tool that is not installed."""


@cache
def host_tools() -> dict[str, str]:
    """Return the versions of what compiles kernels for the CPU, and finds the lines of their accesses."""
    try:
        compiler = find_compiler()
        done = subprocess.run(["addr2line", "--version"], capture_output=True, text=True, check=False)
    except InputError:
        return {"g++": MISSING}  # without it, nothing is compiled
    except OSError:
        return {"g++": compiler, "addr2line": MISSING}
    return {"g++": compiler, "addr2line": done.stdout.partition("\n")[0]}


@cache
def nvrtc_tools() -> dict[str, str]:
    """Return the versions of NVRTC and its packages, which compile a kernel that is not of the package."""
    try:
        found = {"NVRTC": nvrtc_version()}
    except MissingExtraError:
        found = {"NVRTC": MISSING}
    return found | {name: package_version(name) for name in PACKAGES}


@cache
def package_version(name: str) -> str:
    """Return the version of a package by its name in pip."""
    try:
        return version(name)
    except PackageNotFoundError:
        return MISSING
