"""A back end whose launches run on the model of a GPU, one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.backend import Grids, HostArray, HostKernel, Order
from gpu.backends.host.trace import TraceBackend
from gpu.kernel import KERNEL_FOLDER
from gpu.launch import Geometry
from gpu.model.device import Device
from gpu.model.gpu import Gpu
from gpu.model.instruction_stream import InstructionCosts
from gpu.model.kernel_needs import Resources, kernel_needs
from gpu.model.link import Copy
from gpu.model.occupancy import resident_blocks
from gpu.model.result import GpuResult
from gpu.model.stream_items import HostWait
from partitioners.errors import OptionError


class SimulatedBackend(TraceBackend):
    """A trace back end that simulates each launch and drops its trace before the next one.

    :meth:`write` and :meth:`numpy` are copies over the link between host and device; after a copy to the
    host, the host waits. :meth:`array` and :meth:`zeros` take no time, since they prepare a program.

    Parameters
    ----------
    device : str or Device
        A device, as in :func:`gpu.load_device`.
    l2 : "persistent", "cold" or "warm"
        ``persistent``: the L2 is empty at first, and keeps its contents from a :meth:`simulate` to the next.
        ``cold``: it is empty at the start of each launch. ``warm``: it has the contents that an unmeasured
        first run left.
    resident : int, optional
        Number of blocks that run at the same time; by default as many as fit on the device.
    order, seed, slice
        As for :class:`gpu.HostBackend`.
    resources : mapping of str to int or (int, int), optional
        As for :class:`gpu.Gpu`.

    Raises
    ------
    OptionError
        An option is invalid.
    """

    name = "model"

    def __init__(
        self,
        device: str | Device = "h200",
        *,
        l2: str = "persistent",
        resident: int | None = None,
        order: Order = "turns",
        seed: int = 0,
        slice: int = 64,
        costs: InstructionCosts | None = None,
        resources: Resources | None = None,
    ) -> None:
        super().__init__(resident=1 if resident is None else resident, order=order, seed=seed, slice=slice)
        if l2 not in ("persistent", "cold", "warm"):
            raise OptionError(f"l2 is {l2!r}; choose one of persistent, cold, warm")
        self.gpu = Gpu(device, l2="cold" if l2 == "cold" else "persistent", costs=costs, resources=resources)
        self._is_warm = l2 == "warm"
        self._given_resident = resident

    def simulate(self, run: Callable[[], None]) -> GpuResult:
        """Simulate the launches and copies of a function, and return their result.

        With a warm L2, the function is called twice, and the second call is measured.
        """
        if self._is_warm:
            run()
        self.gpu.restart()
        run()
        return self.gpu.result()

    def write(self, array: HostArray, values: Any) -> None:
        """Copy values to an existing array, which takes time on the link."""
        super().write(array, values)
        self.gpu.run(Copy(array.values.nbytes, "to_device"))

    def numpy(self, array: HostArray) -> NDArray[Any]:
        """Copy an array to the host, which takes time on the link, and wait for it."""
        self.gpu.run([Copy(array.values.nbytes, "to_host"), HostWait()])
        return super().numpy(array)

    def _resident_blocks(self, launched: HostKernel, sizes: Geometry) -> int:
        if self._given_resident is not None:
            return self._given_resident
        device = self.gpu.device
        file = launched.kernel.file
        needs = kernel_needs(
            (launched.kernel.name, launched.dtype, launched.block_size),
            device,
            self.gpu.resources,
            shared_bytes=launched.static_shared_bytes,
            source="" if file.parent == KERNEL_FOLDER else str(file.resolve()),
        )
        shared = needs.shared_bytes + sizes.shared_bytes
        return resident_blocks(device, int(np.prod(sizes.block)), needs.registers, shared)

    def _ran(self, grids: Grids, run_children: Callable[[Any], list[Any]]) -> Any:
        trace = super()._ran(grids, run_children)
        if grids.queue < 0:
            self.gpu.run(self.pop_traces())
        return trace
