"""The first floor, beside the mappers: CUDA kernels, and the back ends that run and trace them."""

from gpu.conjugate_gradient import ConjugateGradientResult, conjugate_gradient
from gpu.cupy_backend import CupyBackend
from gpu.host.backend import HostArray, HostBackend
from gpu.host.trace import KernelTrace, TraceBackend
from gpu.kernel import BLOCK_SIZES, KERNELS, REALS, Kernel, Parameter, read_kernels
from gpu.launch import Backend, LoadedKernel
from gpu.nvrtc import KernelResources, kernel_resources, recorded_resources
from gpu.spac_application import SpacApplication, spac_application
from gpu.spmv import SPMV_METHODS, SpmvOperator, spmv_operator

__all__ = [
    "BLOCK_SIZES",
    "KERNELS",
    "REALS",
    "SPMV_METHODS",
    "Backend",
    "ConjugateGradientResult",
    "CupyBackend",
    "HostArray",
    "HostBackend",
    "Kernel",
    "KernelResources",
    "KernelTrace",
    "LoadedKernel",
    "Parameter",
    "SpacApplication",
    "SpmvOperator",
    "TraceBackend",
    "conjugate_gradient",
    "kernel_resources",
    "read_kernels",
    "recorded_resources",
    "spac_application",
    "spmv_operator",
]
