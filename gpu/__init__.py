"""CUDA kernels, back ends that run and trace them, and a model of GPUs.

Each public name is imported when it is first used, because an experiment without a GPU needs few of them.
"""

from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import attach

if TYPE_CHECKING:
    from gpu.backends.cupy_backend import CupyBackend as CupyBackend
    from gpu.backends.host.backend import HostArray as HostArray
    from gpu.backends.host.backend import HostBackend as HostBackend
    from gpu.backends.host.races import Race as Race
    from gpu.backends.host.races import RaceBackend as RaceBackend
    from gpu.backends.host.races import RacingAccess as RacingAccess
    from gpu.backends.host.trace import KernelTrace as KernelTrace
    from gpu.backends.host.trace import TraceBackend as TraceBackend
    from gpu.backends.issue_order import loads_in_flight as loads_in_flight
    from gpu.backends.nvrtc import KernelResources as KernelResources
    from gpu.backends.nvrtc import kernel_resources as kernel_resources
    from gpu.backends.nvrtc import recorded_resources as recorded_resources
    from gpu.backends.recorded_order import recorded_order as recorded_order
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
    from gpu.model.device import load_device as load_device
    from gpu.model.gpu import Gpu as Gpu
    from gpu.model.instruction_stream import InstructionCosts as InstructionCosts
    from gpu.model.kernel_needs import kernel_needs as kernel_needs
    from gpu.model.link import Copy as Copy
    from gpu.model.occupancy import Occupancy as Occupancy
    from gpu.model.occupancy import occupancy as occupancy
    from gpu.model.occupancy import resident_blocks as resident_blocks
    from gpu.model.presets import device_names as device_names
    from gpu.model.result import GpuResult as GpuResult
    from gpu.model.simulation import simulate as simulate
    from gpu.model.stream_items import Adapt as Adapt
    from gpu.model.stream_items import HostWait as HostWait
    from gpu.model.stream_items import RecordEvent as RecordEvent
    from gpu.model.stream_items import WaitEvent as WaitEvent
    from gpu.programs.bfs import Bfs as Bfs
    from gpu.programs.block_application import BlockApplication as BlockApplication
    from gpu.programs.block_application import Uses as Uses
    from gpu.programs.block_application import block_application as block_application
    from gpu.programs.cfd import Cfd as Cfd
    from gpu.programs.conjugate_gradient import ConjugateGradientResult as ConjugateGradientResult
    from gpu.programs.conjugate_gradient import conjugate_gradient as conjugate_gradient
    from gpu.programs.label_propagation import LabelPropagation as LabelPropagation
    from gpu.programs.mesh_refinement import MeshRefinement as MeshRefinement
    from gpu.programs.program import GPU_PROGRAMS as GPU_PROGRAMS
    from gpu.programs.program import GpuProgram as GpuProgram
    from gpu.programs.spac_application import SpacApplication as SpacApplication
    from gpu.programs.spac_application import spac_application as spac_application
    from gpu.programs.spac_application import spac_parts as spac_parts
    from gpu.programs.spmv import SPMV_METHODS as SPMV_METHODS
    from gpu.programs.spmv import SpmvOperator as SpmvOperator
    from gpu.programs.spmv import spmv_operator as spmv_operator
    from gpu.programs.tetrahedra import delaunay_mesh as delaunay_mesh

__getattr__, __dir__, __all__ = attach(__name__, __file__)
