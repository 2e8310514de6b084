"""The stream back end: the package's kernels by NumPy, and their traces by Numba; no compiler is needed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.backend import HostArray, HostBackend
from gpu.backends.host.trace import REQUEST, SHARED, KernelTrace, trace_of_launch
from gpu.backends.trace_generators import results
from gpu.backends.trace_generators.recorder import Launch, empty_record
from gpu.kernel import Kernel, check_variant, find_kernel
from gpu.launch import Geometry, Size, check_arguments, geometry
from partitioners.errors import KernelError, OptionError

_BLOCKS_AT_ONCE = 64
"""Blocks whose requests are made in one go."""


class StreamBackend(HostBackend):
    """What :class:`gpu.TraceBackend` gives, for the package's own kernels, faster and without g++.

    Results are NumPy's, so their sums are rounded otherwise. A trace is made from the launch's indices
    (``gpu.backends.trace_generators``); it is equal to the traced one array by array, but that ``code``
    numbers the kernel's places from 1 in the order of the code. A launch that repeats one whose trace
    somebody still holds (kernel, sizes, numbers, addresses, contents of index arrays) has that same
    :class:`KernelTrace`.

    Attributes
    ----------
    traces : list of KernelTrace
        Of the launches since the last :meth:`take`, in their order.
    """

    name = "stream"

    def __init__(self) -> None:
        super().__init__()
        self.traces: list[KernelTrace] = []
        self._known: WeakValueDictionary[Any, KernelTrace] = WeakValueDictionary()

    def pop_traces(self) -> list[KernelTrace]:
        """The traces so far, which are forgotten here."""
        taken, self.traces = self.traces, []
        return taken

    def kernel(
        self, name: str, *, dtype: str = "float32", block_size: int = 256, file: Path | None = None
    ) -> StreamKernel:
        """One of the package's kernels, for a type of entries and a block size.

        Raises
        ------
        UnknownNameError, OptionError
            No such kernel, or one of a file; a wrong type or size.
        """
        check_variant(dtype, block_size)
        if file is not None:
            raise OptionError(
                f"{file}: streams are of the package's kernels alone; trace {name!r} by gpu.TraceBackend"
            )
        return StreamKernel(self, find_kernel(name), dtype, block_size)


class StreamKernel:
    """A kernel on the stream back end; see :class:`gpu.launch.LoadedKernel`."""

    def __init__(self, backend: StreamBackend, kernel: Kernel, dtype: str, block_size: int) -> None:
        self.backend = backend
        self.kernel = kernel
        self.dtype = dtype
        self.block_size = block_size

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        """Compute what the kernel computes, and keep what its warps ask of memory.

        Raises
        ------
        OptionError
            Arguments that do not fit; blocks of another size or of more than one dimension.
        KernelError
            Indices that lead outside the arrays.
        """
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        checked = check_arguments(self.kernel, self.dtype, arguments, HostArray)
        if sizes.block != (self.block_size, 1, 1) or sizes.grid[1:] != (1, 1):
            raise OptionError(
                f"kernel {self.kernel.name!r}: a stream is of blocks of {self.block_size} threads in one "
                f"dimension, got {sizes.grid} blocks of {sizes.block}; trace it by gpu.TraceBackend"
            )
        given = [each.values if isinstance(each, HostArray) else each for each in checked]
        launch = Launch(0, sizes.grid[0], sizes.grid[0], self.block_size, np.dtype(self.dtype).itemsize)
        compute: Callable[..., None] = getattr(results, self.kernel.name)
        try:
            with np.errstate(all="ignore"):
                compute(launch, *given)
        except (IndexError, ValueError) as error:
            raise KernelError(
                f"kernel {self.kernel.name!r}: its arguments contradict one another: {error}"
            ) from None
        key = self._identity(sizes, checked)
        trace = self.backend._known.get(key)
        if trace is None:
            trace = trace_of_launch(self, sizes, checked, *self._requests(launch, checked))
            self.backend._known[key] = trace
        self.backend.traces.append(trace)

    def _identity(self, sizes: Geometry, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """What the requests of a launch depend on."""
        known: list[Any] = [self.kernel.name, self.dtype, self.block_size, sizes]
        for parameter, argument in zip(self.kernel.parameters, arguments, strict=True):
            if isinstance(argument, HostArray):
                known += [argument.address, argument.values.nbytes]
                if parameter.is_constant and parameter.dtype != "real":
                    known.append(hashlib.sha1(argument.values, usedforsecurity=False).digest())
            elif parameter.dtype != "real":
                known.append(argument)
        return tuple(known)

    def _requests(
        self, launch: Launch, arguments: Sequence[Any]
    ) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[np.uint32]]:
        """The requests of each warp (how many), all requests, all sectors."""
        module = import_module(f"gpu.backends.trace_generators.{self.kernel.file.stem}")
        record_blocks: Callable[..., None] = getattr(module, self.kernel.name)
        indices = [
            argument.values if isinstance(argument, HostArray) else int(argument)
            for parameter, argument in zip(self.kernel.parameters, arguments, strict=True)
            if parameter.dtype != "real"
        ]
        address = [each.address for each in arguments if isinstance(each, HostArray)]
        warps = self.block_size // 32
        of_warps = [np.zeros(0, np.int64)]
        requests, sectors = [np.zeros(0, REQUEST)], [np.zeros(0, np.uint32)]
        first, requests_room, sectors_room = 0, 2**18, 2**20
        record = empty_record(requests_room, sectors_room, _BLOCKS_AT_ONCE * warps, address)
        while first < launch.blocks:
            end = min(first + _BLOCKS_AT_ONCE, launch.blocks)
            warp = record.warp
            for name in ("requests", "sectors", "warps", "lost_requests", "lost_sectors", "first_request"):
                warp[name] = 0
            record_blocks(record, launch._replace(first=first, end=end), *indices)
            if warp["lost_requests"]:
                requests_room = max(requests_room, int(warp["lost_requests"] + warp["requests"]))
                sectors_room = max(sectors_room, int(warp["lost_sectors"] + warp["sectors"]) + 32)
                record = empty_record(requests_room, sectors_room, _BLOCKS_AT_ONCE * warps, address)
                continue
            of_warps.append(record.warps[: warp["warps"]].copy())
            requests.append(record.requests[: warp["requests"]].copy())
            sectors.append(record.sectors[: warp["sectors"]].copy())
            first = end
        made = np.concatenate(requests)
        # An array given twice is the first of the two, and shared memory's -1 stays.
        made["array"] = np.array([*map(address.index, address), SHARED])[made["array"]]
        return np.concatenate(of_warps), made, np.concatenate(sectors)
