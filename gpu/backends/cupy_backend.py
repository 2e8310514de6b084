"""The CuPy back end, which runs the kernels on a real GPU, compiled by CuPy's ``RawModule``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gpu.kernel import (
    KERNEL_FOLDER,
    REALS,
    Kernel,
    capability_number,
    check_variant,
    find_kernel,
    needed_capability,
    read_kernels,
)
from gpu.launch import Size, check_arguments, check_array, check_values, geometry
from partitioners.errors import InputError, MissingExtraError

STATIC_LIMIT = 48 * 1024
"""Bytes of dynamic shared memory above which a kernel attribute must be set before a launch."""


class CupyBackend:
    """A back end that runs kernels on the current CUDA device, with CuPy arrays.

    Raises
    ------
    MissingExtraError
        CuPy is not installed.
    InputError
        There is no GPU that CuPy can use.
    """

    name = "cupy"

    def __init__(self) -> None:
        try:
            import cupy
        except ImportError:
            raise MissingExtraError(
                "cupy", ("gpu-cuda12", "gpu-cuda13"), "running kernels on a GPU"
            ) from None
        try:
            devices = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise InputError(f"CUDA finds no GPU, which is needed to run kernels on it: {error}") from None
        if devices == 0:
            raise InputError("CUDA finds no GPU, which is needed to run kernels on it")
        self.cupy = cupy

    def array(self, values: Any) -> Any:
        """Copy a one-dimensional NumPy array of numbers to the device."""
        return self.cupy.asarray(check_array(values))

    def zeros(self, size: int, dtype: Any) -> Any:
        """Create an array of zeros."""
        return self.cupy.zeros(size, dtype)

    def write(self, array: Any, values: Any) -> None:
        """Copy values to an array, as many as it has and of its type."""
        array.set(check_values(values, array.size, array.dtype))

    def numpy(self, array: Any) -> NDArray[Any]:
        """Copy an array to a NumPy array, after waiting for all earlier launches."""
        return self.cupy.asnumpy(array)

    def kernel(
        self, name: str, *, dtype: str = "float32", block_size: int = 256, file: str | Path | None = None
    ) -> CupyKernel:
        """Compile a kernel for the current device; parameters and errors are those of the host back end."""
        check_variant(dtype, block_size)
        return CupyKernel(self, find_kernel(name, file), dtype, block_size)

    def resident_blocks(self, kernel: Any) -> int:
        """The number of blocks of a kernel that are resident on the device at once."""
        function = kernel.function.kernel if hasattr(kernel.function, "kernel") else kernel.function
        per_multiprocessor = self.cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(
            function.ptr, kernel.block_size, 0
        )
        return int(per_multiprocessor * self.cupy.cuda.Device().attributes["MultiProcessorCount"])


class CupyKernel:
    """A kernel on a GPU; see :class:`gpu.launch.LoadedKernel`. A launch does not wait for its end."""

    def __init__(self, backend: CupyBackend, kernel: Kernel, dtype: str, block_size: int) -> None:
        self.backend = backend
        self.kernel = kernel
        self.dtype = dtype
        self.block_size = block_size
        own = backend.cupy.cuda.Device().compute_capability
        major, minor = needed_capability(read_kernels(kernel.file))
        if capability_number(own) < (major, minor):
            raise InputError(
                f"{kernel.file}: its kernels need a GPU of compute capability {major}.{minor}, and this one "
                f"has {own[:-1]}.{own[-1]}; run them with gpu.HostBackend"
            )
        self.function = _module(kernel.file, dtype, block_size).get_function(kernel.name)

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        """Launch the kernel on the current stream."""
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        checked = check_arguments(self.kernel, self.dtype, arguments, self.backend.cupy.ndarray)
        if 0 in sizes.grid:
            return
        if sizes.shared_bytes > STATIC_LIMIT:
            self.function.max_dynamic_shared_size_bytes = sizes.shared_bytes
        self.function(sizes.grid, sizes.block, tuple(checked), shared_mem=sizes.shared_bytes)


@cache
def _module(file: Path, dtype: str, block_size: int) -> Any:
    import cupy

    kernels = read_kernels(file)
    options = [
        "-std=c++17",
        f"-DREAL={REALS[dtype]}",
        f"-DBLOCK_SIZE={block_size}",
        f"-I{KERNEL_FOLDER}",
        f"-I{file.parent}",
    ]
    cooperative = any(kernel.uses_grid_sync for kernel in kernels)
    if cooperative:
        options.append("-DUSES_GRID_SYNC")
    if any(kernel.may_launch for kernel in kernels):
        options.append("-rdc=true")  # CuPy then links the code with the device's runtime
    return cupy.RawModule(
        code=file.read_text(),
        options=tuple(options),
        backend="nvrtc",
        enable_cooperative_groups=cooperative,
    )
