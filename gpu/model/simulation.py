"""The simulation of traced kernels on the model of a GPU."""

from __future__ import annotations

from collections.abc import Mapping

from gpu.model.device import Device
from gpu.model.gpu import Gpu, Items
from gpu.model.instruction_stream import InstructionCosts
from gpu.model.kernel_needs import Resources
from gpu.model.result import GpuResult
from partitioners.errors import OptionError

L2_STATES = ("persistent", "cold", "warm")


def simulate(
    launches: Items | Mapping[str, Items],
    device: str | Device = "h200",
    *,
    l2: str = "persistent",
    costs: InstructionCosts | None = None,
    resources: Resources | None = None,
    carveout: int | None = None,
    quantum: int | None = None,
) -> GpuResult:
    """Run traced kernels on the model of a GPU.

    Parameters
    ----------
    launches : item, sequence of items, or mapping of str to one of these
        One launch, launches one after another, or parallel streams by name. An item is a
        :class:`~gpu.KernelTrace`, :class:`~gpu.Copy`, :class:`~gpu.HostWait`, :class:`~gpu.RecordEvent`,
        :class:`~gpu.WaitEvent` or :class:`~gpu.Adapt`, as for :meth:`gpu.Gpu.run`.
    device : str or Device
        A device, as in :func:`gpu.load_device`.
    l2 : "persistent", "cold" or "warm"
        Initial state of the L2. ``persistent``: empty at the start of the simulation. ``cold``: empty at the
        start of each launch. ``warm``: the state after an unmeasured first run of all launches.
    costs, resources, carveout, quantum
        As for :class:`gpu.Gpu`.

    Raises
    ------
    OptionError, InputError
        A block does not fit on the device, an option is invalid, or a trace is incomplete.
    """
    if l2 not in L2_STATES:
        raise OptionError(f"l2 is {l2!r}; choose one of {', '.join(L2_STATES)}")
    streams = dict(launches) if isinstance(launches, Mapping) else {"stream": launches}
    gpu = Gpu(
        device,
        l2="cold" if l2 == "cold" else "persistent",
        costs=costs,
        resources=resources,
        carveout=carveout,
        quantum=quantum,
    )
    if l2 == "warm":
        gpu.run_streams(streams)
        gpu.restart()
    gpu.run_streams(streams)
    return gpu.result()
