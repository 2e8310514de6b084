"""The trace back end, which records every memory request of each warp of an unmodified kernel.

It is the host back end with kernels that are compiled to report every access to memory (trace.h). Its results
are those of the host back end, and each launch also records a :class:`KernelTrace`.
"""

from __future__ import annotations

import ctypes
import math
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.available_memory import available_bytes
from gpu.backends.host.backend import Grids, HostArray, HostBackend, HostKernel, Order
from gpu.backends.host.source_lines import source_places
from gpu.kernel import KERNEL_FOLDER
from gpu.launch import Geometry, LoadedKernel
from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

KINDS = (
    "load",
    "store",
    "reduction",
    "atomic",
    "read_only",
    "texture",
    "load_l2",
    "barrier",
    "grid_barrier",
    "launch",
    "end",
)
"""Kinds of requests, by their number in :attr:`KernelTrace.kind`.

``reduction`` is an atomic operation whose result is not used, ``atomic`` one whose result is used.
``read_only`` is a load through a parameter that is ``const`` and ``__restrict__``, for which NVIDIA's
compiler chooses the read-only cache; ``texture`` a load by ``__ldg``, which stands for ``tex1Dfetch`` where
there is no ``__ldg``; ``load_l2`` a load past the L1, by ``__ldcg`` or through a ``volatile`` pointer.
The kinds from ``barrier`` on are no accesses: a ``__syncthreads``, a ``GRID_SYNC``, a launch of child grids
by lanes of the warp, and the end of the warp.
"""

SHARED = -1
"""The array number of a request to shared memory, and of a request that is not an access."""

SECTOR_BYTES = 32

FORM = np.dtype(
    [
        ("code", np.uint32),
        ("blocks", np.uint32),
        ("exchanges", np.uint32),
        ("wavefronts", np.uint16),
        ("array", np.int16),
        ("kind", np.uint8),
        ("bytes", np.uint8),
        ("passes", np.uint8),
        ("sectors", np.uint8),
    ]
)
"""All that a request is but its lanes and the addresses of its sectors, with the members of ``Form`` in
request_forms.h. :class:`KernelTrace` explains them as properties of requests."""

AT_ONCE = 2**20
"""Requests that are processed together, so that intermediate results take little memory."""


@dataclass(frozen=True, eq=False)
class KernelTrace:
    """Every memory request of one launch, warp by warp, in the order in which each warp made them.

    Attributes
    ----------
    kernel, dtype, block_size
        Name of the launched kernel, its type of entries and its block size.
    grid, block : tuple of three int
    dynamic_shared_bytes : int
        Dynamic shared memory of each block.
    arrays : tuple of str
        The kernel's parameters that are arrays.
    array_address, array_bytes : ndarray of int64, shape (arrays,)
        Address of each array on the device (a multiple of 256), and its size. An array that is passed twice
        has one address.
    warp_start : ndarray of int64, shape (warps + 1,)
        The requests of warp w are ``warp_start[w] .. warp_start[w + 1] - 1``. Warp w is warp ``w %
        warps_per_block`` of block ``w // warps_per_block``; blocks count x fastest.
    form : ndarray of uint32, shape (R,)
        The form of each request, as an index in ``forms``.
    lanes : ndarray of uint32, shape (R,)
        Bit i is set if lane i took part.
    forms : records of type FORM
        Each form of a request once, in the order in which the requests have them. Most are those of many
        requests, so a request takes 8 bytes.
    lines : tuple of str
        The lines of the source that made accesses: the number of a line of the kernel's file, or
        ``header:line``; ``?`` if it is not known. A form's ``code`` counts them from 1.
    sectors : ndarray of uint32
        The sectors of all requests, one request after the other: addresses on the device divided by 32,
        distinct and ascending within a request. Requests to shared memory have no sectors.
    may_launch : bool
        Whether the kernel can launch grids, as its source says; code of such kernels is slower on a device.
    static_shared_bytes : int
        Shared memory of each block for the arrays that have a size; -1 if it is not known.
    source : str
        The file of a kernel that is not of the package; else empty.
    early_exit : str
        Where threads first waited at a ``__syncthreads`` that other threads of their block had left before;
        empty if nowhere. Devices before capability 7.0 do not allow it.
    children : tuple of KernelTrace
        The grids that requests of kind ``launch`` launched: one trace for all grids of the same kernel,
        block and dynamic shared memory. Its ``grid`` is (blocks of all its grids, 1, 1), and its arrays have
        the values of the launch by the host.
    child_start : ndarray of int64, shape (G + 1,)
        In a trace of children, the blocks of child grid g are ``child_start[g] .. child_start[g + 1] - 1``.
        In the trace of a launch from the host, G is 0.
    child_request : ndarray of int64, shape (G,)
        In a trace of children, the request of the parent's trace that launched grid g. A request launches one
        grid for each of its lanes.

    Notes
    -----
    Properties that are arrays have a value for each request. They are computed at each use, and take the
    memory of their array.
    """

    kernel: str
    dtype: str
    block_size: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    dynamic_shared_bytes: int
    arrays: tuple[str, ...]
    array_address: NDArray[np.int64]
    array_bytes: NDArray[np.int64]
    warp_start: NDArray[np.int64]
    form: NDArray[np.uint32]
    lanes: NDArray[np.uint32]
    forms: NDArray[Any]
    sectors: NDArray[np.uint32]
    lines: tuple[str, ...] = ()
    may_launch: bool = False
    static_shared_bytes: int = -1
    source: str = ""
    early_exit: str = ""
    children: tuple[KernelTrace, ...] = ()
    child_start: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    child_request: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def __repr__(self) -> str:
        warps, requests = self.warp_start.size - 1, self.form.size
        return (
            f"KernelTrace({self.kernel!r}, {warps} warps, {requests} requests, {self.sectors.size} sectors)"
        )

    @property
    def warps_per_block(self) -> int:
        """Number of warps of a block; the last warp can have fewer than 32 threads."""
        return -(-int(np.prod(self.block)) // 32)

    @property
    def warp(self) -> NDArray[np.int64]:
        """The number of each request's warp within the launch, shape (R,)."""
        return np.repeat(np.arange(self.warp_start.size - 1), np.diff(self.warp_start))

    @property
    def kind(self) -> NDArray[np.uint8]:
        """Index in :data:`KINDS`. ``end`` is the last request of each warp."""
        return self._of_form("kind")

    @property
    def array(self) -> NDArray[np.int16]:
        """Index in ``arrays``; -1 in shared memory, and for requests that are no accesses."""
        return self._of_form("array")

    @property
    def code(self) -> NDArray[np.uint32]:
        """The access of the source, in the order of the code, counted from 1; 0 for requests that are none.

        Its line is ``lines[code - 1]``.
        """
        return self._of_form("code")

    @property
    def bytes_per_lane(self) -> NDArray[np.uint8]:
        """The bytes that each lane accesses."""
        return self._of_form("bytes")

    @property
    def wavefronts(self) -> NDArray[np.uint16]:
        """Passes through the 32 banks of shared memory; 0 in global memory."""
        return self._of_form("wavefronts")

    @property
    def passes(self) -> NDArray[np.uint8]:
        """Passes through the L2 of a reduction or atomic in global memory; 0 for all other requests.

        In each sector, there is one for each lane at the address with the most lanes.
        """
        return self._of_form("passes")

    @property
    def blocks_before(self) -> NDArray[np.uint32]:
        """Number of basic blocks that the warp entered since its previous request."""
        return self._of_form("blocks")

    @property
    def exchanges_before(self) -> NDArray[np.uint32]:
        """Number of shuffles, votes and ``__syncwarp`` since the previous request of the warp."""
        return self._of_form("exchanges")

    @property
    def sectors_of_request(self) -> NDArray[np.int64]:
        """The number of sectors that each request touches."""
        return self._of_form("sectors").astype(np.int64)

    @property
    def sector_start(self) -> NDArray[np.int64]:
        """Where the sectors of each request begin, and behind the last one, shape (R + 1,)."""
        return offsets(self._of_form("sectors"))

    def _of_form(self, member: str) -> NDArray[Any]:
        return np.ascontiguousarray(self.forms[member])[self.form]

    @cached_property
    def uses(self) -> NDArray[np.int64]:
        """The number of requests of each form."""
        found = np.zeros(self.forms.size, np.int64)
        for begin in range(0, self.form.size, AT_ONCE):
            found += np.bincount(self.form[begin : begin + AT_ONCE], minlength=self.forms.size)
        return found

    def totals(self) -> dict[tuple[str, str], dict[str, int]]:
        """Numbers of requests, sectors and wavefronts by (array, kind); shared memory is ``"shared"``."""
        found = {}
        forms, uses = self.forms, self.uses
        for array, name in ((SHARED, "shared"), *enumerate(self.arrays)):
            for kind, kind_name in enumerate(KINDS[: KINDS.index("barrier")]):
                here = (forms["array"] == array) & (forms["kind"] == kind) & (uses > 0)
                if here.any():
                    found[name, kind_name] = {
                        "requests": int(uses[here].sum()),
                        "sectors": int((uses * forms["sectors"])[here].sum()),
                        "wavefronts": int((uses * forms["wavefronts"])[here].sum()),
                    }
        return found

    def save(self, path: str | Path) -> None:
        """Write all attributes to a compressed ``.npz`` file, each under its name.

        The attributes of the first trace in ``children`` are ``child0.form`` ..., and so on.

        Raises
        ------
        InputError
            The file cannot be written.
        """
        with replacing(path) as part, part.open("wb") as stream:
            np.savez_compressed(stream, **self._arrays())

    @classmethod
    def load(cls, path: str | Path) -> KernelTrace:
        """Read a file of :meth:`save`.

        Raises
        ------
        InputError
            The file cannot be read, or is not a trace.
        """
        try:
            with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
                return cls._of_arrays(archive)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise InputError(f"{path}: not the trace of a kernel: {error}") from None

    def _arrays(self, prefix: str = "") -> dict[str, Any]:
        """All attributes as arrays, with those of the children; ``children`` is their number."""
        found = {prefix + each.name: np.array(getattr(self, each.name)) for each in _OWN}
        found[prefix + "children"] = np.array(len(self.children))
        for i, child in enumerate(self.children):
            found |= child._arrays(f"{prefix}child{i}.")
        return found

    @classmethod
    def _of_arrays(cls, arrays: Mapping[str, Any], prefix: str = "") -> KernelTrace:
        values: dict[str, Any] = {each.name: arrays[prefix + each.name] for each in _OWN}
        for name, kind in get_type_hints(cls).items():
            if kind in (str, int, bool):
                values[name] = values[name].item()
        for name in ("grid", "block", "arrays", "lines"):
            values[name] = tuple(values[name].tolist())
        count = arrays[prefix + "children"].item()
        children = tuple(cls._of_arrays(arrays, f"{prefix}child{i}.") for i in range(count))
        return cls(**values, children=children)


_OWN = tuple(each for each in fields(KernelTrace) if each.name != "children")


class TraceBackend(HostBackend):
    """A back end that runs kernels like :class:`HostBackend` and records a trace of each launch.

    An access outside the kernel's arrays and its shared memory ends the launch with a :class:`KernelError`
    that names the thread, the array and the offset. Local variables and values in registers are not accesses.
    A launch whose requests need half of the memory that is available ends with one, too.

    Attributes
    ----------
    traces : list of KernelTrace
        Traces of the launches since the last :meth:`pop_traces`, in their order.
    """

    name = "trace"
    _records = True

    def __init__(
        self,
        *,
        resident: int = 1,
        order: Order = "in_order",
        seed: int = 0,
        slice: int = 64,
        pending_launches: int | None = None,
    ) -> None:
        super().__init__(
            resident=resident, order=order, seed=seed, slice=slice, pending_launches=pending_launches
        )
        self.traces: list[KernelTrace] = []
        self._available, self._measured = 0, -math.inf

    def pop_traces(self) -> list[KernelTrace]:
        """Return the traces so far, and remove them from the back end."""
        taken, self.traces = self.traces, []
        return taken

    def _trace_bytes(self) -> int:
        now = time.monotonic()
        if now - self._measured >= 1:  # reading it takes as long as a tenth of a small launch
            self._available, self._measured = available_bytes(), now
        return max(1, self._available // 2)  # a trace with child grids is copied once when it is simulated

    def _ran(self, grids: Grids, run_children: Callable[[Any], list[Any]]) -> Any:
        recorded = _recorded(None if 0 in grids.sizes.grid else grids.root.shared_library)
        places = number_places(recorded.forms)
        lines = _lines(grids.root, places)
        trace = trace_of_launch(grids.root, grids.sizes, grids.arguments, recorded, lines)
        file = grids.launched.kernel.file
        trace = replace(
            trace,
            static_shared_bytes=grids.launched.static_shared_bytes,
            source="" if file.parent == KERNEL_FOLDER else str(file.resolve()),
            early_exit=grids.early_exit,
        )
        if grids.queue >= 0:
            kernel = grids.launched.kernel
            trace = replace(trace, kernel=kernel.name, may_launch=kernel.may_launch, **_launches(grids))
        children = tuple(run_children(trace))
        if children:
            trace = replace(trace, children=children)
        if grids.queue < 0:
            self.traces.append(trace)
        return trace


def _lines(launched: HostKernel, places: NDArray[np.uint32]) -> tuple[str, ...]:
    """The lines of the source at some places of a kernel's code."""
    library = launched.shared_library
    library.numasim_code_begin.restype = ctypes.c_int64
    begin = library.numasim_code_begin()
    addresses = [begin + place - 1 for place in places.tolist()]  # of the call that reports the access
    known = source_places(Path(library._name), addresses)
    found = []
    for address in addresses:
        if not known[address].lines:
            found.append("?")
            continue
        file, number = known[address].lines[0]
        found.append(str(number) if file == launched.kernel.file.name else f"{file}:{number}")
    return tuple(found)


def number_places(forms: NDArray[Any]) -> NDArray[np.uint32]:
    """Number the places of accesses in the code from 1, in the forms; return the places."""
    places = np.unique(forms["code"][forms["kind"] < KINDS.index("barrier")])
    is_access = forms["kind"] < KINDS.index("barrier")
    forms["code"] = np.where(is_access, np.searchsorted(places, forms["code"]) + 1, 0)
    return places


def _launches(grids: Grids) -> dict[str, Any]:
    """Where the grids of a queue begin, and which requests of their parent's trace launched them."""
    start, warp, request = (np.zeros(n, np.int64) for n in (grids.count + 1, grids.count, grids.count))
    pointers = (each.ctypes.data_as(ctypes.c_void_p) for each in (start, warp, request))
    grids.root.shared_library.numasim_queue_launches(ctypes.c_int64(grids.queue), *pointers)
    return {"child_start": start, "child_request": grids.parent.warp_start[warp] + request}


class RecordedRequests(NamedTuple):
    """The requests of a launch, as the attributes of :class:`KernelTrace` with these names."""

    warp_start: NDArray[np.int64]
    form: NDArray[np.uint32]
    lanes: NDArray[np.uint32]
    forms: NDArray[Any]
    sectors: NDArray[np.uint32]


def trace_of_launch(
    launched: LoadedKernel,
    sizes: Geometry,
    arguments: Sequence[Any],
    recorded: RecordedRequests,
    lines: tuple[str, ...],
) -> KernelTrace:
    """Build the trace of a launch; the array of a form counts only the arguments that are arrays."""
    given = [argument for argument in arguments if isinstance(argument, HostArray)]
    return KernelTrace(
        kernel=launched.kernel.name,
        dtype=launched.dtype,
        block_size=launched.block_size,
        grid=sizes.grid,
        block=sizes.block,
        dynamic_shared_bytes=sizes.shared_bytes,
        arrays=tuple(parameter.name for parameter in launched.kernel.parameters if parameter.is_array),
        array_address=np.array([array.address for array in given], np.int64),
        array_bytes=np.array([array.values.nbytes for array in given], np.int64),
        **recorded._asdict(),
        lines=lines,
        may_launch=launched.kernel.may_launch,
    )


def _recorded(library: ctypes.CDLL | None) -> RecordedRequests:
    """The requests of the last launch."""
    sizes = (ctypes.c_int64 * 4)()
    if library is not None:
        library.numasim_trace_sizes(sizes)
    warps, requests, forms, sectors = sizes
    found = RecordedRequests(
        warp_start=np.zeros(warps + 1, np.int64),
        form=np.empty(requests, np.uint32),
        lanes=np.empty(requests, np.uint32),
        forms=np.empty(forms, FORM),
        sectors=np.empty(sectors, np.uint32),
    )
    used = 0
    if library is not None:
        library.numasim_trace_take.restype = ctypes.c_int64
        used = library.numasim_trace_take(*(ctypes.c_void_p(each.ctypes.data) for each in found))
    return found._replace(forms=found.forms[:used].copy())


def offsets(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Where each of some lists begins that follow each other, and where the last one ends."""
    found = np.zeros(counts.size + 1, np.int64)
    np.cumsum(counts, out=found[1:])
    return found
