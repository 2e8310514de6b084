"""The tools that make a point besides the code: compilers of programs and kernels, and optional packages.

Each is asked for its version once in a process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.provenance import PACKAGES
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.traced_workload import ThreadedProgram, ThreadedSource, TracedSource
from numasim.schema.workload import KernelWorkload
from numasim.trace.compilers import compiler_version
from partitioners.partition_graph import EXTRAS

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


def tools_of(experiment: Experiment) -> dict[str, str]:
    """Return the version of each tool on which a concrete experiment depends, as it is installed."""
    return {**workload_tools(experiment), **partition_tools(experiment)}


def workload_tools(experiment: Experiment) -> dict[str, str]:
    """Return the tools that make the operations of a workload, without its cut."""
    work = experiment.workload
    found = {}
    if is_compiled(work):
        setting = getattr(work, "compiler", None)
        found[f"compiler {setting}" if setting else "compiler"] = compiler_version(setting)
    if compiles_kernels(experiment):
        from gpu.backends.tools import host_tools, nvrtc_tools  # `check` asks for no version

        found |= host_tools()
        if isinstance(work, KernelWorkload) and not _is_of_project(work):
            found |= nvrtc_tools()
    return found


def partition_tools(experiment: Experiment) -> dict[str, str]:
    """Return the tools that cut the graph."""
    from gpu.backends.tools import host_tools, package_version

    if cuts_on_kernels(experiment):
        return host_tools()
    section = getattr(experiment, "partition", None)
    if section is None or section.method is None:
        return {}
    named = section.method.partition("+")[0], section.options.get("partitioner")  # of `spac`
    return {EXTRAS[name]: package_version(EXTRAS[name]) for name in named if name in EXTRAS}


def is_compiled(work: object) -> bool:
    """Whether a workload is a program that is compiled from C or C++ when it runs."""
    if isinstance(work, (TracedSource, ThreadedSource)):
        return not work.source.endswith(".ll")
    return isinstance(work, ThreadedProgram)  # others of the package are kept as LLVM IR


def compiles_kernels(experiment: Experiment) -> bool:
    """Whether a workload runs kernels that are compiled for the CPU."""
    work = experiment.workload
    if isinstance(work, KernelWorkload):
        return not work.program.has_trace_generators or experiment.verify == "races"
    return isinstance(work, HybridWorkload) and work.device != "cpu"


def cuts_on_kernels(experiment: Experiment) -> bool:
    """Whether the partitioner is label propagation in kernels that are compiled for the CPU."""
    section = getattr(experiment, "partition", None)
    return section is not None and section.method == "gpulp" and section.options["backend"] == "host"


def _is_of_project(work: KernelWorkload) -> bool:
    """Whether a GPU program has the package's kernels alone, whose machine code is recorded."""
    return work.program.__module__.partition(".")[0] in PACKAGES
