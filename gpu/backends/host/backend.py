"""The host back end, which runs kernels on the CPU, for tests and for machines without a GPU."""

from __future__ import annotations

import ctypes
import mmap
import re
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.compiler import dynamic_array, load_library
from gpu.backends.host.guarded_memory import GUARD, guarded_memory
from gpu.backends.host.source_lines import name_lines
from gpu.kernel import Kernel, check_variant, find_kernel, read_kernels
from gpu.launch import (
    MAX_SHARED_BYTES,
    MAX_STATIC_SHARED_BYTES,
    Geometry,
    LoadedKernel,
    Size,
    check_arguments,
    check_array,
    check_values,
    geometry,
)
from partitioners.errors import KernelError, OptionError

Order = Literal["in_order", "turns", "seeded"]

NEEDED_FOR_EARLY_EXIT = (
    "from compute capability 7.0 on, the barrier waits for the threads that have not left; an older device "
    "may wait forever"
)
"""Which devices allow barriers that some threads have left before."""

NOT_DEFINED = "in CUDA the value is not defined; here it is the thread's own"
"""What a shuffle reads from a lane that takes no part in it."""

ALIGNMENT = 256
"""Alignment of every array in bytes, the same as that of ``cudaMalloc``."""


class HostArray:
    """An array in the memory of the simulated device.

    Attributes
    ----------
    values : ndarray, one-dimensional
        The content, aligned to 256 bytes.
    dtype : numpy.dtype
    pointer : int
        Address of the content in the memory of the host.
    address : int
        Address on the device. The first array is at 256, and each array follows the arrays created before it.
        Traces contain these addresses, so they are the same in every run.
    """

    def __init__(self, size: int, dtype: Any, address: int) -> None:
        self.dtype = np.dtype(dtype)
        self.values = guarded_memory(size * self.dtype.itemsize, ALIGNMENT).view(self.dtype)
        self.pointer = self.values.ctypes.data
        self.address = address

    def __len__(self) -> int:
        return int(self.values.size)


class _Schedule(ctypes.Structure):
    """The C structure ``Schedule`` of runtime.cpp."""

    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("trace_bytes", ctypes.c_int64),
        ("resident", ctypes.c_uint32),
        ("order", ctypes.c_uint32),
        ("slice", ctypes.c_uint32),
        ("checks_races", ctypes.c_uint32),
    )


class _QueueSizes(ctypes.Structure):
    """The C structure ``QueueSizes`` of children.h."""

    _fields_ = (
        ("call", ctypes.c_void_p),
        ("grids", ctypes.c_int64),
        ("blocks", ctypes.c_int64),
        ("block", ctypes.c_uint32 * 3),
        ("dynamic_bytes", ctypes.c_uint32),
    )


class HostBackend:
    """A back end that runs the kernels' unmodified source on one core of the CPU.

    Threads of a block are fibers: they run one at a time and switch when they wait. If threads of a block
    wait at different barriers, lanes wait for each other forever, an assertion fails, an integer is divided
    by zero or an access is one that the process cannot make, the launch ends with a :class:`KernelError` that
    names the kernel, the block, the thread and the line. Threads that have left the kernel before a barrier
    are a warning, since devices from capability 7.0 on do not wait for them. A shuffle from a lane that has
    left, or that is not in the mask, is a warning too.

    The lanes of a warp do not run in lockstep: code that relies on it, instead of ``__syncwarp``, has wrong
    results. :class:`RaceBackend` names such accesses to volatile shared memory.

    Parameters
    ----------
    resident : int
        Number of blocks that run at the same time. The next block of the grid begins when one of them ends.
    order : {'in_order', 'turns', 'seeded'}
        Which resident block runs next. ``in_order``: the first one that can run, until all its threads wait.
        ``turns``: one after the other, in a circle. ``seeded``: a random one. In the last two, a turn runs
        each ready thread of the block until it waits, uses the result of an atomic operation, calls
        ``__nanosleep``, or has begun ``slice`` basic blocks. On a GPU, threads see values that others have
        written at about the same time; only these two orders show this.
    seed : int
        The seed of ``seeded``. The same seed gives the same results.
    slice : int
        Number of basic blocks that a thread begins in a turn at most. The fewer, the more threads read a
        value before a different thread changes it.
    pending_launches : int, optional
        Number of grids that kernels have launched and that have not begun. If there are as many,
        ``LAUNCH_CHILD`` is false. By default any number. Grids begin when the kernel that launched them has
        ended.

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
    _checks_races = False

    def __init__(
        self,
        *,
        resident: int = 1,
        order: Order = "in_order",
        seed: int = 0,
        slice: int = 64,
        pending_launches: int | None = None,
    ) -> None:
        orders: tuple[str, ...] = get_args(Order)
        if order not in orders:
            raise OptionError(f"order is {order!r}; choose one of {', '.join(orders)}")
        for name, value, least, most in (
            ("resident", resident, 1, 2**16),
            ("seed", seed, 0, 2**64 - 1),
            ("slice", slice, 1, 2**20),
            ("pending_launches", 1 if pending_launches is None else pending_launches, 1, 2**31 - 1),
        ):
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if not whole or not least <= value <= most:
                raise OptionError(f"{name} is {value!r}; expected an integer from {least} to {most}")
        self._resident = int(resident)
        self._turns = int(seed), orders.index(order), int(slice)
        self._pending_launches = 0 if pending_launches is None else int(pending_launches)
        # Whether a library must know the arrays.
        self._watches = self._records or self._checks_races
        # Kernels that end slices are compiled like traced ones, so that both have the same basic blocks.
        self._instrumented = self._watches or order != "in_order"
        self._next_address = ALIGNMENT

    def array(self, values: Any) -> HostArray:
        """Copy a one-dimensional NumPy array of numbers to the device."""
        given = check_array(values)
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
        self, name: str, *, dtype: str = "float32", block_size: int = 256, file: str | Path | None = None
    ) -> LoadedKernel:
        """Compile a kernel for a type of entries and a block size.

        Parameters
        ----------
        name : str
            Name of a kernel in :data:`gpu.KERNELS`, or in ``file``.
        dtype : "float32" or "float64"
        block_size : int
            A multiple of 32 up to 1024.
        file : str or Path, optional
            A CUDA C++ file other than those of the package.

        Raises
        ------
        UnknownNameError, OptionError, InputError
            The kernel does not exist; the type or the block size is invalid; g++ is not installed, or cannot
            compile the source.
        """
        check_variant(dtype, block_size)
        return HostKernel(self, find_kernel(name, file), dtype, block_size)

    def resident_blocks(self, kernel: LoadedKernel) -> int:
        """The number of blocks that make progress at the same time: 1 if they run in order."""
        if self._turns[1] == get_args(Order).index("in_order"):
            return 1
        assert isinstance(kernel, HostKernel)
        threads = (kernel.block_size, 1, 1)
        return self._resident_blocks(kernel, Geometry((1, 1, 1), threads, 0))

    def _schedule(self, resident: int) -> _Schedule:
        seed, order, slice = self._turns
        return _Schedule(seed, self._trace_bytes(), resident, order, slice, self._checks_races)

    def _trace_bytes(self) -> int:
        """The memory in bytes that the records of a launch may need; 0 if nothing is recorded."""
        return 0

    def _resident_blocks(self, launched: HostKernel, sizes: Geometry) -> int:
        """The number of blocks of a launch that run at the same time, at least 1; subclasses may decide it.

        The grids that kernels launch with one kernel, block and shared memory run together; ``sizes.grid`` is
        (all their blocks, 1, 1).
        """
        return self._resident

    def _ran(self, grids: Grids, run_children: Callable[[Any], list[Any]]) -> Any:
        """Run the grids that some grids have launched; subclasses also record what happened.

        What this returns for a child is an element of the list that ``run_children(parent)`` returns, where
        ``parent`` becomes :attr:`Grids.parent` of each child.
        """
        run_children(None)


@dataclass(frozen=True)
class Grids:
    """Grids of one kernel that run together: one from the host, or those of a queue of child launches.

    Attributes
    ----------
    launched : HostKernel
        The kernel of the grids.
    sizes : Geometry
        ``grid`` is (all blocks, 1, 1) for a queue.
    root, arguments : HostKernel, sequence
        The launch from the host that led to them.
    queue, count : int
        Number of the queue in the library (children.h), or -1; number of grids.
    parent : Any
        What the back end passed to ``run_children`` for the grids that launched these.
    early_exit : str
        Where threads first waited at a barrier that others of their block had left before; empty if nowhere.
    """

    launched: HostKernel
    sizes: Geometry
    root: HostKernel
    arguments: Sequence[Any]
    queue: int = -1
    count: int = 1
    parent: Any = None
    early_exit: str = ""


class HostKernel:
    """A kernel on the host back end; see :class:`gpu.launch.LoadedKernel`."""

    def __init__(self, backend: HostBackend, kernel: Kernel, dtype: str, block_size: int) -> None:
        self.backend = backend
        self.kernel = kernel
        self.dtype = dtype
        self.block_size = block_size
        library = load_library(kernel, dtype, block_size, traced=backend._instrumented)
        self.shared_library, self._arrays = library
        self.shared_library.numasim_printed.restype = ctypes.c_void_p
        self.shared_library.numasim_early_exit.restype = ctypes.c_char_p
        self.shared_library.numasim_absent_lane.restype = ctypes.c_char_p
        self.shared_library.numasim_queues.restype = ctypes.c_int64
        self.siblings = {_address(self.shared_library, each): each for each in read_kernels(kernel.file)}
        self.notes: dict[tuple[str, str], str] = {}  # a place in the source, by kernel and what it means
        self._dynamic = dynamic_array(kernel.file)
        unit = 16 if self._dynamic else 1
        self._static_bytes = {
            name: -(-sum(array.size for array in arrays) // unit) * unit
            for name, arrays in self._arrays.items()
        }
        self._tell_shared_arrays()
        if self.static_shared_bytes > MAX_STATIC_SHARED_BYTES:
            raise OptionError(
                f"kernel {kernel.name!r}: its __shared__ arrays with a size have {self.static_shared_bytes} "
                f"bytes; a block has 0 to {MAX_STATIC_SHARED_BYTES}; declare a larger one as `extern "
                "__shared__`, and give its bytes at the launch (shared_bytes)"
            )

    @property
    def static_shared_bytes(self) -> int:
        """Shared memory of a block in bytes for the ``__shared__`` arrays that have a size.

        In a file with a dynamic array, it is a multiple of 16, as for NVIDIA's compiler.
        """
        return self._static_bytes[self.kernel.name]

    def region_name(self, region: int, running: Kernel) -> str:
        """The name of a parameter, or of a shared array of the running kernel, by its number in trace.h."""
        parameters = self.kernel.parameters
        if region < len(parameters):
            return parameters[region].name
        names = *(array.name for array in self._arrays[running.name]), self._dynamic
        return names[region - len(parameters)]

    def _near(self, address: int, arguments: Sequence[Any]) -> str:
        """Where an address lies beside an argument that is an array; empty if it is near none."""
        for parameter, argument in zip(self.kernel.parameters, arguments, strict=True):
            if not isinstance(argument, HostArray):
                continue
            behind, size = address - argument.pointer, argument.values.nbytes
            if -GUARD <= behind < size + GUARD + mmap.PAGESIZE:
                side = "behind" if behind >= 0 else "before"
                return f": {abs(behind)} bytes {side} the begin of {parameter.name!r}, which has {size} bytes"
        return ""

    def _tell_shared_arrays(self) -> None:
        for address, kernel in self.siblings.items():
            arrays = self._arrays[kernel.name]
            places = [number for array in arrays for number in (array.offset, array.size)]
            self.shared_library.numasim_shared_arrays(
                ctypes.c_void_p(address),
                ctypes.c_size_t(len(arrays)),
                (ctypes.c_uint64 * len(places))(*places),
            )

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        """Run the kernel and all grids that it launches, and return when they have ended."""
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        checked = check_arguments(self.kernel, self.dtype, arguments, HostArray)
        static = self.static_shared_bytes
        if static + sizes.shared_bytes > MAX_SHARED_BYTES:
            raise OptionError(
                f"kernel {self.kernel.name!r}: shared_bytes is {shared_bytes}, and its __shared__ arrays "
                f"with a size have {static}; a block has 0 to {MAX_SHARED_BYTES} in all"
            )
        with _RUNNING:
            if self.backend._watches:
                self._tell_arrays(checked)
            grids = Grids(self, sizes, self, checked)
            if 0 in sizes.grid:
                self.backend._ran(grids, lambda parent: [])
                return
            noted = set(self.notes)
            try:
                self._run(grids)
            finally:
                self._print()
        for name, meaning in [each for each in self.notes if each not in noted]:
            warnings.warn(f"kernel {name!r}: {self.notes[name, meaning]}; {meaning}", stacklevel=2)

    def _run(self, grids: Grids) -> Any:
        """Run grids and then their children, and return what the back end returns for them."""
        from_host = grids.queue < 0
        first = 0 if from_host else self.shared_library.numasim_queues()
        run = self._run_from_host if from_host else self._run_queue
        message = ctypes.create_string_buffer(600)
        resident = self.backend._resident_blocks(grids.launched, grids.sizes)
        schedule = self.backend._schedule(resident)
        ended = run(grids, message, ctypes.c_size_t(len(message)), ctypes.byref(schedule))
        if ended == _FAILED:
            kernel = grids.launched.kernel
            text = name_lines(message.value.decode(), Path(self.shared_library._name), kernel.file)
            text = re.sub("&([0-9a-f]+)&", lambda found: self._near(int(found[1], 16), grids.arguments), text)
            text = re.sub(r"#(\d+)", lambda found: repr(self.region_name(int(found[1]), kernel)), text)
            raise KernelError(f"kernel {kernel.name!r}: {text}")
        early, absent = self.shared_library.numasim_early_exit(), self.shared_library.numasim_absent_lane()
        for note, meaning in ((early, NEEDED_FOR_EARLY_EXIT), (absent, NOT_DEFINED)):
            if note:
                self.notes.setdefault((grids.launched.kernel.name, meaning), note.decode())
        grids = replace(grids, early_exit=early.decode())
        queues = range(first, self.shared_library.numasim_queues())
        ran = self.backend._ran(
            grids, lambda parent: [self._run(self._queued(queue, grids, parent)) for queue in queues]
        )
        if not from_host:
            self.shared_library.numasim_forget_queue(ctypes.c_int64(grids.queue))
        return ran

    def _run_from_host(self, grids: Grids, *how: Any) -> int:
        slots = b"".join(
            value.pointer.to_bytes(8, sys.byteorder)
            if isinstance(value, HostArray)
            else value.tobytes().ljust(8, b"\0")
            for value in grids.arguments
        )
        three = ctypes.c_uint * 3
        return int(
            self.shared_library.numasim_run(
                ctypes.c_void_p(_address(self.shared_library, self.kernel)),
                ctypes.c_char_p(slots),
                three(*grids.sizes.grid),
                three(*grids.sizes.block),
                ctypes.c_size_t(grids.sizes.shared_bytes),
                ctypes.c_int64(self.backend._pending_launches),
                *how,
            )
        )

    def _run_queue(self, grids: Grids, *how: Any) -> int:
        queue = ctypes.c_int64(grids.queue)
        if self.backend._watches:
            parameters = grids.launched.kernel.parameters
            read_only, written = (
                sum(p.is_array << i for i, p in enumerate(parameters) if p.is_read_only == wanted)
                for wanted in (True, False)
            )
            self.shared_library.numasim_queue_arrays(
                queue, ctypes.c_uint64(read_only), ctypes.c_uint64(written)
            )
        return int(self.shared_library.numasim_run_queue(queue, *how))

    def _queued(self, queue: int, parents: Grids, parent: Any) -> Grids:
        found = _QueueSizes()
        self.shared_library.numasim_queue_sizes(ctypes.c_int64(queue), ctypes.byref(found))
        launched = copy(self)
        launched.kernel = self.siblings[found.call]
        x, y, z = found.block
        sizes = Geometry((found.blocks, 1, 1), (x, y, z), found.dynamic_bytes)
        return Grids(launched, sizes, self, parents.arguments, queue, found.grids, parent)

    def _print(self) -> None:
        size = ctypes.c_int64()
        text_at = self.shared_library.numasim_printed(ctypes.byref(size))
        if size.value:
            sys.stdout.write(ctypes.string_at(text_at, size.value).decode(errors="replace"))
            sys.stdout.flush()

    def _tell_arrays(self, arguments: Sequence[Any]) -> None:
        members: list[int] = []
        written = {
            argument.pointer
            for parameter, argument in zip(self.kernel.parameters, arguments, strict=True)
            if isinstance(argument, HostArray) and not parameter.is_constant
        }
        for parameter, argument in zip(self.kernel.parameters, arguments, strict=True):
            if isinstance(argument, HostArray):
                size = len(argument) * argument.dtype.itemsize
                constant = argument.pointer not in written
                members += argument.pointer, size, argument.address, parameter.is_read_only, constant
            else:
                members += 0, 0, 0, 0, 0
        self.shared_library.numasim_arrays(len(arguments), (ctypes.c_uint64 * len(members))(*members))


def _address(library: ctypes.CDLL, kernel: Kernel) -> int:
    """The address of the function that calls a kernel."""
    found = ctypes.cast(getattr(library, f"numasim_call_{kernel.name}"), ctypes.c_void_p).value
    assert found is not None  # the library has one for each kernel of its file
    return found


_FAILED = 1
"""What the library says of grids that have not run to their end (runtime.cpp)."""

_RUNNING = threading.Lock()
"""A lock, since a library runs one launch at a time, and kernels of one file share a library."""
