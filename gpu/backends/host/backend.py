"""The host back end, which runs kernels on the CPU, for tests and for machines without a GPU."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.compiler import load_library, name_lines
from gpu.kernel import Kernel, check_variant, find_kernel
from gpu.launch import Geometry, LoadedKernel, Size, check_arguments, check_values, geometry
from partitioners.errors import KernelError, OptionError

Order = Literal["in_order", "turns", "seeded"]

SLICE = 64
"""Number of basic blocks after which a thread ends its slice."""

ALIGNMENT = 256
"""Alignment of every array in bytes, the same as that of ``cudaMalloc``."""


class HostArray:
    """An array in the memory of the simulated device.

    Attributes
    ----------
    values : ndarray, one-dimensional
        The content, aligned to 256 bytes.
    dtype : numpy.dtype
    address : int
        Address on the device. The first array is at 256, and each array follows the arrays created before it.
        Traces contain these addresses, so they are the same in every run.
    """

    def __init__(self, size: int, dtype: Any, address: int) -> None:
        self.dtype = np.dtype(dtype)
        room = np.zeros(size * self.dtype.itemsize + ALIGNMENT, np.uint8)
        begin = -room.ctypes.data % ALIGNMENT
        self.values = room[begin : begin + size * self.dtype.itemsize].view(self.dtype)
        self.address = address

    def __len__(self) -> int:
        return int(self.values.size)


class _Schedule(ctypes.Structure):
    """The C structure ``Schedule`` of runtime.cpp."""

    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("resident", ctypes.c_uint32),
        ("order", ctypes.c_uint32),
        ("slice", ctypes.c_uint32),
        ("record", ctypes.c_uint32),
    )


class HostBackend:
    """A back end that runs the kernels' unmodified source on one core of the CPU.

    Threads of a block are fibers: they run one at a time and switch when they wait. If not all threads of a
    block reach a barrier, or lanes wait for each other forever, the launch ends with a :class:`KernelError`
    that names the kernel, the block, the thread and the line.

    Parameters
    ----------
    resident : int
        Number of blocks that run at the same time. The next block of the grid begins when one of them ends.
    order : {'in_order', 'turns', 'seeded'}
        Which resident block runs next. ``in_order``: the first one that can run, until all its threads wait.
        ``turns``: one after the other, in a circle. ``seeded``: a random one. In the last two, a turn runs
        each ready thread of the block until it waits, uses the result of an atomic operation, calls
        ``__nanosleep``, or has begun 64 basic blocks. On a GPU, threads see values that others have written
        at about the same time; only these two orders show this.
    seed : int
        The seed of ``seeded``. The same seed gives the same results.

    Raises
    ------
    OptionError
        A parameter is invalid.
    InputError
        From :meth:`kernel`: g++ is not installed, or cannot compile the source.

    Notes
    -----
    A thread that spins until another thread acts ends the launch with a :class:`KernelError` if blocks take
    turns and no thread makes progress. In order, it spins forever.
    """

    name = "host"
    _records = False

    def __init__(self, *, resident: int = 1, order: Order = "in_order", seed: int = 0) -> None:
        orders: tuple[str, ...] = get_args(Order)
        if order not in orders:
            raise OptionError(f"order is {order!r}; choose one of {', '.join(orders)}")
        for name, value, least, most in (
            ("resident", resident, 1, 2**16),
            ("seed", seed, 0, 2**64 - 1),
        ):
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if not whole or not least <= value <= most:
                raise OptionError(f"{name} is {value!r}; expected an integer from {least} to {most}")
        self._schedule = _Schedule(seed, resident, orders.index(order), SLICE, self._records)
        # Kernels that end slices are compiled like traced ones, so that both have the same basic blocks.
        self._instrumented = self._records or order != "in_order"
        self._next_address = ALIGNMENT

    def array(self, values: Any) -> HostArray:
        """Copy a one-dimensional NumPy array of numbers to the device."""
        given = np.asarray(values)
        if given.ndim != 1:
            raise OptionError(f"a device array must have one dimension, got shape {given.shape}")
        made = self.zeros(given.size, given.dtype)
        made.values[:] = given
        return made

    def zeros(self, size: int, dtype: Any) -> HostArray:
        """Create an array of zeros."""
        made = HostArray(size, dtype, self._next_address)
        # One more sector than the content, so that an access beyond the end is never in the next array.
        self._next_address += -(-(made.values.nbytes + 32) // ALIGNMENT) * ALIGNMENT
        return made

    def write(self, array: HostArray, values: Any) -> None:
        """Copy values to an array, as many as it has and of its type."""
        array.values[:] = check_values(values, len(array), array.dtype)

    def numpy(self, array: HostArray) -> NDArray[Any]:
        """Copy an array to a NumPy array."""
        return array.values.copy()

    def kernel(
        self, name: str, *, dtype: str = "float32", block_size: int = 256, file: Path | None = None
    ) -> LoadedKernel:
        """Compile a kernel for a type of entries and a block size.

        Parameters
        ----------
        name : str
            Name of a kernel in :data:`gpu.KERNELS`, or in ``file``.
        dtype : "float32" or "float64"
        block_size : int
            A multiple of 32 up to 1024.
        file : Path, optional
            A CUDA C++ file other than those of the package.

        Raises
        ------
        UnknownNameError, OptionError, InputError
            The kernel does not exist; the type or the block size is invalid; g++ is not installed, or cannot
            compile the source.
        """
        check_variant(dtype, block_size)
        return HostKernel(self, find_kernel(name, file), dtype, block_size)

    def _launched(self, launched: HostKernel, sizes: Geometry, arguments: Sequence[Any]) -> None:
        """Hook that subclasses override to act after a launch."""


class HostKernel:
    """A kernel on the host back end; see :class:`gpu.launch.LoadedKernel`."""

    def __init__(self, backend: HostBackend, kernel: Kernel, dtype: str, block_size: int) -> None:
        self.backend = backend
        self.kernel = kernel
        self.dtype = dtype
        self.block_size = block_size
        self.library = load_library(kernel, dtype, block_size, traced=backend._instrumented)

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        """Run the kernel and return when it has ended."""
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        checked = check_arguments(self.kernel, self.dtype, arguments, HostArray)
        with _RUNNING:
            if self.backend._records:
                self._tell_arrays(checked)
            if 0 not in sizes.grid:
                self._run(sizes, checked)
            self.backend._launched(self, sizes, checked)

    def _run(self, sizes: Geometry, checked: Sequence[Any]) -> None:
        values = [
            np.array(v.values.ctypes.data, np.uint64) if isinstance(v, HostArray) else np.array(v)
            for v in checked
        ]
        pointers = (ctypes.c_void_p * max(1, len(values)))(*(value.ctypes.data for value in values))
        message = ctypes.create_string_buffer(600)
        call = ctypes.cast(getattr(self.library, f"numasim_call_{self.kernel.name}"), ctypes.c_void_p)
        three = ctypes.c_uint * 3
        failed = self.library.numasim_run(
            call,
            pointers,
            three(*sizes.grid),
            three(*sizes.block),
            ctypes.c_size_t(sizes.shared_bytes),
            message,
            ctypes.c_size_t(len(message)),
            ctypes.byref(self.backend._schedule),
        )
        size = ctypes.c_int64()
        self.library.numasim_printed.restype = ctypes.c_void_p
        text_at = self.library.numasim_printed(ctypes.byref(size))
        if size.value:
            sys.stdout.write(ctypes.string_at(text_at, size.value).decode(errors="replace"))
            sys.stdout.flush()
        if failed:
            text = name_lines(message.value.decode(), self.library, self.kernel)
            for i, parameter in enumerate(self.kernel.parameters):
                text = text.replace(f"argument @{i},", f"{parameter.name!r},")
            raise KernelError(f"kernel {self.kernel.name!r}: {text}")

    def _tell_arrays(self, arguments: Sequence[Any]) -> None:
        count = len(arguments)
        begin, size, address, read_only = (np.zeros(max(1, count), np.uint64) for _ in range(4))
        for i, array in enumerate(arguments):
            if isinstance(array, HostArray):
                begin[i], size[i], address[i] = array.values.ctypes.data, array.values.nbytes, array.address
                read_only[i] = self.kernel.parameters[i].is_read_only
        pointers = (each.ctypes.data_as(ctypes.c_void_p) for each in (begin, size, address, read_only))
        self.library.numasim_arrays(count, *pointers)


_RUNNING = threading.Lock()
"""A lock, since a library runs one launch at a time, and kernels of one file share a library."""
