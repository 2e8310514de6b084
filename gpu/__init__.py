"""The first floor, beside the mappers: CUDA kernels, what runs and traces them, a model of GPUs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gpu.conjugate_gradient import ConjugateGradientResult, conjugate_gradient
from gpu.cupy_backend import CupyBackend
from gpu.device import Device, device_names, load_device
from gpu.gpu_result import GpuResult
from gpu.host.backend import HostArray, HostBackend
from gpu.host.trace import KernelTrace, TraceBackend
from gpu.kernel import BLOCK_SIZES, KERNELS, REALS, Kernel, Parameter, read_kernels
from gpu.launch import Backend, LoadedKernel
from gpu.launches import Adapt
from gpu.nvrtc import KernelResources, kernel_resources, recorded_resources
from gpu.occupancy import Occupancy, occupancy
from gpu.spac_application import SpacApplication, spac_application
from gpu.spmv import SPMV_METHODS, SpmvOperator, spmv_operator
from gpu.warp_work import InstructionCosts

if TYPE_CHECKING:
    from gpu.simulation import simulate
    from gpu.streams.backend import StreamBackend

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
    "spmv_operator",
]

_HOME = {"simulate": "gpu.simulation", "StreamBackend": "gpu.streams.backend"}
"""Names whose homes need more than NumPy: imported when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
