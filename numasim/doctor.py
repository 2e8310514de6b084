"""The components of this installation: which are installed, which are missing, and whether they work."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from gpu.backends.host.compiler import find_compiler as find_kernel_compiler
from numasim.provenance import DEPENDENCIES, memory_bytes, project_version, usable_cores, versions
from numasim.trace.compilers import find_compiler, find_linker

State = Literal["ok", "absent", "broken"]


EXTRAS = {
    "trace": ("ziglang", "compiles C and C++ where there is no clang"),
    "gpu-cuda12": ("cupy-cuda12x", "runs kernels on a GPU, with a driver for CUDA 12"),
    "gpu-cuda13": ("cupy-cuda13x", "runs kernels on a GPU, with a driver for CUDA 13"),
    "gpu-compile": ("cuda-core", "compiles kernels for GPUs"),
    "hypergraph": ("mtkahypar", "the partitioner hypergraph"),
    "kaminpar": ("kaminpar", "the partitioner kaminpar"),
    "dask": ("distributed", "runs on several machines"),
    "search": ("optuna", "searches for the best points"),
    "sql": ("duckdb", "queries of results in SQL"),
}
"""The extras of ``pyproject.toml``: a package that each installs, and what it is for."""


@dataclass(frozen=True)
class Finding:
    """One line of the report; ``broken`` means that numasim cannot run experiments."""

    state: State
    what: str
    detail: str


def findings() -> Iterator[Finding]:
    """Check each component in turn. The self-check comes last."""
    found = versions()
    yield Finding("ok", "numasim", project_version())
    yield Finding("ok", "Python", found["python"])
    for name in DEPENDENCIES:
        missing = found[name] == "missing"
        yield Finding(
            "broken" if missing else "ok", name, "missing: pip install numasim" if missing else found[name]
        )
    memory = memory_bytes()
    yield Finding("ok", "cores", str(usable_cores()))
    if memory is not None:
        yield Finding("ok", "memory", f"{memory / 2**30:.1f} GiB")
    yield _kernels()
    yield _numba()
    yield _compiler("clang", lambda: find_compiler().version)
    yield _compiler("C compiler", lambda: " ".join(find_linker()))
    yield _compiler("g++", find_kernel_compiler)
    driver = shutil.which("nvidia-smi")
    yield Finding(
        "ok" if driver else "absent",
        "GPU driver",
        driver or "nvidia-smi is not on the path; GPU runs need it",
    )
    for extra in EXTRAS:
        yield _extra(extra)
    yield self_check()


def _extra(name: str) -> Finding:
    """Find the package of an extra."""
    package, purpose = EXTRAS[name]
    try:
        found = version(package)
    except PackageNotFoundError:
        return Finding("absent", f"extra {name}", f"{purpose}: pip install 'numasim[{name}]'")
    return Finding("ok", f"extra {name}", f"{package} {found}, {purpose}")


def _kernels() -> Finding:
    """Find the folder of compiled kernels."""
    from partitioners.kernels.folder import CURE, kernel_folder

    folder = kernel_folder()
    if folder is None:
        return Finding("absent", "kernel cache", f"every run compiles its kernels again; {CURE}")
    return Finding("ok", "kernel cache", str(folder))


def _numba() -> Finding:
    """Try the private interfaces of Numba by which kernels are compiled."""
    from partitioners.kernels.self_test import changed_interfaces

    changed = list(changed_interfaces())
    if changed:
        return Finding("broken", "compilation", f"this release of Numba has changed {'; '.join(changed)}")
    return Finding("ok", "compilation", "kernels are compiled and kept as expected")


def _compiler(what: str, find: Callable[[], str]) -> Finding:
    """Find a compiler: clang for C sources, any to link traced programs, g++ for CUDA kernels on the CPU."""
    from partitioners.errors import InputError

    try:
        return Finding("ok", what, find())
    except InputError as error:
        return Finding("absent", what, str(error))


def self_check() -> Finding:
    """Partition, map and simulate a grid of 24 edges, and check the invariants of the execution model."""
    import numpy as np

    import numasim

    try:
        at = np.arange(16).reshape(4, 4)
        src = np.concatenate([at[:, :-1].ravel(), at[:-1].ravel()])
        dst = np.concatenate([at[:, 1:].ravel(), at[1:].ravel()])
        graph = numasim.Graph(16, src, dst, name="self-check")
        partition = numasim.partition(graph, "wb_libra", parts=4)
        numasim.verify(partition)
        machine = numasim.load_machine("mesh-2x2")
        mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
        result = numasim.simulate(partition, mapping, machine)
    except Exception as error:  # the report must be printed whatever is broken
        return Finding("broken", "self-check", f"{type(error).__name__}: {error}")
    detail = (
        f"24 edges in 4 clusters on a 2 x 2 mesh ran in {result.scalars['cycles']} cycles; all checks passed"
    )
    return Finding("ok", "self-check", detail)
