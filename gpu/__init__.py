"""CUDA kernels, back ends that run and trace them, and a model of GPUs."""

from functools import partial
from typing import TYPE_CHECKING

from gpu.backends.cupy_backend import CupyBackend
from gpu.backends.host.backend import HostArray, HostBackend
from gpu.backends.host.trace import KernelTrace, TraceBackend
from gpu.backends.nvrtc import KernelResources, kernel_resources, recorded_resources
from gpu.kernel import BLOCK_SIZES, KERNELS, REALS, Kernel, Parameter, read_kernels
from gpu.launch import Backend, LoadedKernel
from gpu.model.device import Device, device_names, load_device
from gpu.model.instruction_stream import InstructionCosts
from gpu.model.launches import Adapt
from gpu.model.occupancy import Occupancy, occupancy
from gpu.model.result import GpuResult
from gpu.programs.conjugate_gradient import ConjugateGradientResult, conjugate_gradient
from gpu.programs.spac_application import SpacApplication, spac_application, spac_parts
from gpu.programs.spmv import SPMV_METHODS, SpmvOperator, spmv_operator
from partitioners.lazy_names import public_name

if TYPE_CHECKING:
    from gpu.backends.trace_generators.backend import StreamBackend
    from gpu.model.simulation import simulate

__all__ = [
    "BLOCK_SIZES",
    "KERNELS",
    "REALS",
    "SPMV_METHODS",
    "Adapt",
    "Backend",
    "ConjugateGradientResult",
    "CupyBackend",
    "Device",
    "GpuResult",
    "HostArray",
    "HostBackend",
    "InstructionCosts",
    "Kernel",
    "KernelResources",
    "KernelTrace",
    "LoadedKernel",
    "Occupancy",
    "Parameter",
    "SpacApplication",
    "SpmvOperator",
    "StreamBackend",
    "TraceBackend",
    "conjugate_gradient",
    "device_names",
    "kernel_resources",
    "load_device",
    "occupancy",
    "read_kernels",
    "recorded_resources",
    "simulate",
    "spac_application",
    "spac_parts",
    "spmv_operator",
]

_HOME = {"simulate": "gpu.model.simulation", "StreamBackend": "gpu.backends.trace_generators.backend"}
"""Names whose modules need more than NumPy, so they are imported on first use."""

__getattr__ = partial(public_name, __name__, _HOME)
