"""The first floor, beside the mappers: CUDA kernels, and the back ends that run and trace them."""

from gpu.conjugate_gradient import ConjugateGradientResult, conjugate_gradient
from gpu.host.backend import HostArray, HostBackend
from gpu.host.trace import KernelTrace, TraceBackend
from gpu.kernel import BLOCK_SIZES, KERNELS, REALS, Kernel, Parameter, read_kernels
from gpu.launch import Backend, LoadedKernel
from gpu.spac_application import SpacApplication, spac_application
from gpu.spmv import SPMV_METHODS, SpmvOperator, spmv_operator

__all__ = [
    "BLOCK_SIZES",
    "KERNELS",
    "REALS",
    "SPMV_METHODS",
    "Backend",
    "ConjugateGradientResult",
    "HostArray",
    "HostBackend",
    "Kernel",
    "KernelTrace",
    "LoadedKernel",
    "Parameter",
    "SpacApplication",
    "SpmvOperator",
    "TraceBackend",
    "conjugate_gradient",
    "read_kernels",
    "spac_application",
    "spmv_operator",
]
