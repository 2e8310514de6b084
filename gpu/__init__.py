"""CUDA kernels, back ends that run and trace them, and a model of GPUs.

Each public name is imported when it is first used, because an experiment without a GPU needs few of them.
"""

from functools import partial
from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import public_name

if TYPE_CHECKING:
    from gpu.backends.cupy_backend import CupyBackend as CupyBackend
    from gpu.backends.host.backend import HostArray as HostArray
    from gpu.backends.host.backend import HostBackend as HostBackend
    from gpu.backends.host.races import Race as Race
    from gpu.backends.host.races import RaceBackend as RaceBackend
    from gpu.backends.host.races import RacingAccess as RacingAccess
    from gpu.backends.host.trace import KernelTrace as KernelTrace
    from gpu.backends.host.trace import TraceBackend as TraceBackend
    from gpu.backends.nvrtc import KernelResources as KernelResources
    from gpu.backends.nvrtc import kernel_resources as kernel_resources
    from gpu.backends.nvrtc import recorded_resources as recorded_resources
    from gpu.backends.trace_generators.backend import StreamBackend as StreamBackend
    from gpu.kernel import BLOCK_SIZES as BLOCK_SIZES
    from gpu.kernel import KERNELS as KERNELS
    from gpu.kernel import REALS as REALS
    from gpu.kernel import Kernel as Kernel
    from gpu.kernel import Parameter as Parameter
    from gpu.kernel import read_kernels as read_kernels
    from gpu.launch import Backend as Backend
    from gpu.launch import LoadedKernel as LoadedKernel
    from gpu.meshes.delaunay import delaunay as delaunay
    from gpu.meshes.files import read_mesh as read_mesh
    from gpu.meshes.files import write_mesh as write_mesh
    from gpu.meshes.generators import MESH_GENERATORS as MESH_GENERATORS
    from gpu.meshes.generators import make_mesh as make_mesh
    from gpu.meshes.given_triangles import mesh_of as mesh_of
    from gpu.meshes.segments import triangulate as triangulate
    from gpu.meshes.triangle_mesh import TriangleMesh as TriangleMesh
    from gpu.meshes.verify import verify_mesh as verify_mesh
    from gpu.model.backend import SimulatedBackend as SimulatedBackend
    from gpu.model.device import Device as Device
    from gpu.model.device import device_names as device_names
    from gpu.model.device import load_device as load_device
    from gpu.model.gpu import Gpu as Gpu
    from gpu.model.instruction_stream import InstructionCosts as InstructionCosts
    from gpu.model.kernel_needs import kernel_needs as kernel_needs
    from gpu.model.launches import Adapt as Adapt
    from gpu.model.launches import Copy as Copy
    from gpu.model.launches import HostWait as HostWait
    from gpu.model.launches import RecordEvent as RecordEvent
    from gpu.model.launches import WaitEvent as WaitEvent
    from gpu.model.occupancy import Occupancy as Occupancy
    from gpu.model.occupancy import occupancy as occupancy
    from gpu.model.occupancy import resident_blocks as resident_blocks
    from gpu.model.result import GpuResult as GpuResult
    from gpu.model.simulation import simulate as simulate
    from gpu.programs.block_application import BlockApplication as BlockApplication
    from gpu.programs.block_application import Uses as Uses
    from gpu.programs.block_application import block_application as block_application
    from gpu.programs.conjugate_gradient import ConjugateGradientResult as ConjugateGradientResult
    from gpu.programs.conjugate_gradient import conjugate_gradient as conjugate_gradient
    from gpu.programs.program import GPU_PROGRAMS as GPU_PROGRAMS
    from gpu.programs.program import GpuProgram as GpuProgram
    from gpu.programs.spac_application import SpacApplication as SpacApplication
    from gpu.programs.spac_application import spac_application as spac_application
    from gpu.programs.spac_application import spac_parts as spac_parts
    from gpu.programs.spmv import SPMV_METHODS as SPMV_METHODS
    from gpu.programs.spmv import SpmvOperator as SpmvOperator
    from gpu.programs.spmv import spmv_operator as spmv_operator

_HOME = {
    "BLOCK_SIZES": "gpu.kernel",
    "GPU_PROGRAMS": "gpu.programs.program",
    "KERNELS": "gpu.kernel",
    "MESH_GENERATORS": "gpu.meshes.generators",
    "REALS": "gpu.kernel",
    "SPMV_METHODS": "gpu.programs.spmv",
    "Adapt": "gpu.model.launches",
    "Backend": "gpu.launch",
    "BlockApplication": "gpu.programs.block_application",
    "ConjugateGradientResult": "gpu.programs.conjugate_gradient",
    "Copy": "gpu.model.launches",
    "CupyBackend": "gpu.backends.cupy_backend",
    "Device": "gpu.model.device",
    "Gpu": "gpu.model.gpu",
    "GpuProgram": "gpu.programs.program",
    "GpuResult": "gpu.model.result",
    "HostArray": "gpu.backends.host.backend",
    "HostBackend": "gpu.backends.host.backend",
    "HostWait": "gpu.model.launches",
    "InstructionCosts": "gpu.model.instruction_stream",
    "Kernel": "gpu.kernel",
    "KernelResources": "gpu.backends.nvrtc",
    "KernelTrace": "gpu.backends.host.trace",
    "LoadedKernel": "gpu.launch",
    "Occupancy": "gpu.model.occupancy",
    "Parameter": "gpu.kernel",
    "Race": "gpu.backends.host.races",
    "RaceBackend": "gpu.backends.host.races",
    "RacingAccess": "gpu.backends.host.races",
    "RecordEvent": "gpu.model.launches",
    "SimulatedBackend": "gpu.model.backend",
    "SpacApplication": "gpu.programs.spac_application",
    "SpmvOperator": "gpu.programs.spmv",
    "StreamBackend": "gpu.backends.trace_generators.backend",
    "TraceBackend": "gpu.backends.host.trace",
    "TriangleMesh": "gpu.meshes.triangle_mesh",
    "Uses": "gpu.programs.block_application",
    "WaitEvent": "gpu.model.launches",
    "block_application": "gpu.programs.block_application",
    "conjugate_gradient": "gpu.programs.conjugate_gradient",
    "delaunay": "gpu.meshes.delaunay",
    "device_names": "gpu.model.device",
    "kernel_needs": "gpu.model.kernel_needs",
    "kernel_resources": "gpu.backends.nvrtc",
    "load_device": "gpu.model.device",
    "make_mesh": "gpu.meshes.generators",
    "mesh_of": "gpu.meshes.given_triangles",
    "occupancy": "gpu.model.occupancy",
    "read_kernels": "gpu.kernel",
    "read_mesh": "gpu.meshes.files",
    "recorded_resources": "gpu.backends.nvrtc",
    "resident_blocks": "gpu.model.occupancy",
    "simulate": "gpu.model.simulation",
    "spac_application": "gpu.programs.spac_application",
    "spac_parts": "gpu.programs.spac_application",
    "spmv_operator": "gpu.programs.spmv",
    "triangulate": "gpu.meshes.segments",
    "verify_mesh": "gpu.meshes.verify",
    "write_mesh": "gpu.meshes.files",
}

__all__ = [*_HOME]

__getattr__ = partial(public_name, __name__, _HOME)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
