"""The stream back end: NumPy computes the package's kernels and Numba their traces, without a compiler."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from gpu.backends.host.backend import HostArray, HostBackend
from gpu.backends.host.trace import (
    SHARED,
    KernelTrace,
    RecordedRequests,
    number_places,
    offsets,
    trace_of_launch,
)
from gpu.backends.recorded_code import lines_of_accesses
from gpu.backends.trace_generators.recorder import Launch, empty_record
from gpu.backends.trace_generators.request_forms import RequestForms
from gpu.kernel import Kernel, check_variant, find_kernel
from gpu.launch import Geometry, Size, check_arguments, geometry
from partitioners.errors import KernelError, OptionError

_BLOCKS_AT_ONCE = 64
"""Number of blocks whose requests are generated at once."""


class StreamBackend(HostBackend):
    """A faster replacement of :class:`gpu.TraceBackend` for the package's own kernels, without g++.

    NumPy computes the results, so sums are rounded differently. Traces are generated from the launch's
    indices (``gpu.backends.trace_generators``). They equal the recorded traces array by array. If a launch
    repeats an earlier one (same kernel, sizes, numbers, addresses and contents of index arrays) whose trace
    still exists, both share one :class:`KernelTrace`.

    Attributes
    ----------
    traces : list of KernelTrace
        Traces of the launches since the last :meth:`pop_traces`, in their order.
    """

    name = "stream"

    def __init__(self) -> None:
        super().__init__()
        self.traces: list[KernelTrace] = []
        self._known: WeakValueDictionary[Any, KernelTrace] = WeakValueDictionary()

    def pop_traces(self) -> list[KernelTrace]:
        """Return the traces so far, and remove them from the back end."""
        taken, self.traces = self.traces, []
        return taken

    def kernel(
        self, name: str, *, dtype: str = "float32", block_size: int = 256, file: str | Path | None = None
    ) -> StreamKernel:
        """Return a kernel of the package, for a type of entries and a block size.

        Raises
        ------
        UnknownNameError, OptionError
            The kernel does not exist or is from a file, or the type or the block size is invalid.
        """
        check_variant(dtype, block_size)
        if file is not None:
            raise OptionError(
                f"{file}: StreamBackend supports only the package's kernels; trace {name!r} with "
                "gpu.TraceBackend"
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
        """Compute the results of the kernel, and generate the memory requests of its warps.

        Raises
        ------
        OptionError
            The arguments do not fit, or the blocks have a different size or more than one dimension.
        KernelError
            An index is outside its array.
        """
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        checked = check_arguments(self.kernel, self.dtype, arguments, HostArray)
        if sizes.block != (self.block_size, 1, 1) or sizes.grid[1:] != (1, 1):
            raise OptionError(
                f"kernel {self.kernel.name!r}: StreamBackend needs blocks of {self.block_size} threads in "
                f"one dimension, got {sizes.grid} blocks of {sizes.block}; trace it with gpu.TraceBackend"
            )
        given = [each.values if isinstance(each, HostArray) else each for each in checked]
        launch = Launch(0, sizes.grid[0], sizes.grid[0], self.block_size, np.dtype(self.dtype).itemsize)
        compute: Callable[..., None] = getattr(self._module(), f"{self.kernel.name}_result")
        try:
            with np.errstate(all="ignore"):
                compute(launch, *given)
        except (IndexError, ValueError) as error:
            raise KernelError(
                f"kernel {self.kernel.name!r}: the arguments contradict each other: {error}"
            ) from None
        key = self._identity(sizes, checked)
        trace = self.backend._known.get(key)
        if trace is None:
            requests = self._requests(launch, checked)
            every = lines_of_accesses((self.kernel.name, self.dtype, self.block_size))
            lines = tuple(every[place - 1] for place in number_places(requests.forms).tolist())
            trace = trace_of_launch(self, sizes, checked, requests, lines)
            self.backend._known[key] = trace
        self.backend.traces.append(trace)

    def _module(self) -> ModuleType:
        """The module of the kernel's file: how it makes requests, and its result."""
        return import_module(f"gpu.backends.trace_generators.{self.kernel.file.stem}")

    def _identity(self, sizes: Geometry, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """All data on which the requests of a launch depend."""
        known: list[Any] = [self.kernel.name, self.dtype, self.block_size, sizes]
        for parameter, argument in zip(self.kernel.parameters, arguments, strict=True):
            if isinstance(argument, HostArray):
                known += [argument.address, argument.values.nbytes]
                if parameter.is_constant and parameter.dtype != "real":
                    known.append(hashlib.sha1(argument.values, usedforsecurity=False).digest())
            elif parameter.dtype != "real":
                known.append(argument)
        return tuple(known)

    def _requests(self, launch: Launch, arguments: Sequence[Any]) -> RecordedRequests:
        """The requests of all warps of a launch."""
        record_blocks: Callable[..., None] = getattr(self._module(), self.kernel.name)
        indices = [
            argument.values if isinstance(argument, HostArray) else int(argument)
            for parameter, argument in zip(self.kernel.parameters, arguments, strict=True)
            if parameter.dtype != "real"
        ]
        address = [each.address for each in arguments if isinstance(each, HostArray)]
        warps = self.block_size // 32
        # An array that is passed twice has the number of the first; the -1 of shared memory stays.
        array = np.array([*map(address.index, address), SHARED])
        forms = RequestForms()
        of_warps = [np.zeros(0, np.int64)]
        form, lanes, sectors = ([np.zeros(0, np.uint32)] for _ in range(3))
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
            requests = record.requests[: warp["requests"]]
            requests["array"] = array[requests["array"]]
            form.append(forms.numbers_of(requests))
            lanes.append(requests["lanes"].copy())
            sectors.append(record.sectors[: warp["sectors"]].copy())
            first = end
        return RecordedRequests(
            offsets(np.concatenate(of_warps)),
            np.concatenate(form),
            np.concatenate(lanes),
            forms.forms,
            np.concatenate(sectors),
        )
