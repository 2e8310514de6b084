"""Occupancy: the number of blocks of a kernel that fit on a multiprocessor, and the limiting resource.

The four limits are those of the CUDA occupancy calculator: warps, blocks, registers (allocated to warps in
units, for warps that are shared evenly by the schedulers) and shared memory (allocated to blocks in units,
from the carve-out). Before capability 2.0 registers are allocated to blocks, not to warps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from types import MappingProxyType

from gpu.model.device import Device, load_device
from gpu.model.sizes import WARP
from partitioners.errors import OptionError
from partitioners.text.units import format_size


@dataclass(frozen=True)
class Occupancy:
    """The occupancy of a multiprocessor by a kernel.

    Attributes
    ----------
    blocks, warps : int
        Maximum number of resident blocks and warps.
    fraction : float
        Share of the warps that the multiprocessor can hold.
    limits : mapping of str to int
        Maximum number of blocks by ``warps``, ``blocks``, ``registers`` or ``shared_memory`` alone.
    limited_by : tuple of str
        The resources with the smallest limit.
    carveout : int
        Shared memory: the smallest carve-out with this number of blocks.
    l1_bytes : int
        Remaining size of the L1/texture cache.
    warps_of_block, registers_of_block, shared_of_block : int
        Resources allocated to a block; shared memory in bytes.
    """

    blocks: int
    warps: int
    fraction: float
    limits: Mapping[str, int]
    limited_by: tuple[str, ...]
    carveout: int
    l1_bytes: int
    warps_of_block: int
    registers_of_block: int
    shared_of_block: int


def occupancy(
    device: str | Path | Device,
    threads: int,
    registers: int = 32,
    shared_bytes: int = 0,
    carveout: int | None = None,
) -> Occupancy:
    """Compute the occupancy of a kernel.

    Parameters
    ----------
    device : str, path or Device
        A device, as in :func:`gpu.load_device`.
    threads : int
        Threads of a block.
    registers : int
        Registers of a thread.
    shared_bytes : int
        Static and dynamic shared memory of a block.
    carveout : int, optional
        One of the device's carve-outs; by default the smallest that allows as many blocks as the largest.

    Raises
    ------
    OptionError
        A block does not fit on the device, or the device does not have the carve-out.
    """
    device = load_device(device)
    where = f"device {device.name!r}"
    if not 1 <= threads <= device.threads_per_block:
        raise OptionError(f"{where}: threads is {threads}; a block has 1 to {device.threads_per_block}")
    if not 1 <= registers <= device.registers_per_thread:
        raise OptionError(
            f"{where}: registers is {registers}; a thread has 1 to {device.registers_per_thread}"
        )
    most = device.shared_per_block
    if not 0 <= shared_bytes <= most:
        raise OptionError(
            f"{where}: shared_bytes is {shared_bytes}; a block has 0 to {most}; "
            "choose fewer threads, or less shared memory"
        )
    carveouts = device.shared_carveouts
    if carveout is not None and carveout not in carveouts:
        known = ", ".join(format_size(each) for each in carveouts)
        raise OptionError(f"{where}: carveout is {format_size(carveout)}; choose one of {known}")
    warps = -(-threads // WARP)
    shared = _up(shared_bytes + device.shared_reserved, device.shared_unit)
    of_block, by_registers = _by_registers(device, warps, registers)
    limits = {
        "warps": device.warps_per_sm // warps,
        "blocks": device.blocks_per_sm,
        "registers": by_registers,
    }

    def by_shared(carveout: int) -> int:
        # CUDA counts what the system reserves for blocks without shared memory, too. It would change their
        # carve-out by 1 KiB a block, and never their number (docs/gpu.md).
        return carveout // shared if shared_bytes else device.blocks_per_sm

    choices = carveouts if carveout is None else (carveout,)
    blocks = min(*limits.values(), by_shared(choices[-1]))
    carveout = next(each for each in choices if by_shared(each) >= blocks)
    limits["shared_memory"] = by_shared(choices[-1])
    if blocks == 0:
        short = min(limits, key=lambda name: limits[name])
        cure = "fewer threads, or less shared memory" if short == "shared_memory" else "fewer threads"
        raise OptionError(
            f"{where}: no block of {threads} threads with {registers} registers each and {shared_bytes} "
            f"bytes of shared memory fits on a multiprocessor; not enough {short.replace('_', ' ')}; "
            f"choose {cure}"
        )
    return Occupancy(
        blocks=blocks,
        warps=blocks * warps,
        fraction=blocks * warps / device.warps_per_sm,
        limits=MappingProxyType(limits),
        limited_by=tuple(
            name
            for name, limit in limits.items()
            if limit == blocks and (shared_bytes or name != "shared_memory")
        ),
        carveout=carveout,
        l1_bytes=device.l1_size - carveout if device.l1_unified else device.l1_size,
        warps_of_block=warps,
        registers_of_block=of_block,
        shared_of_block=shared if shared_bytes else 0,
    )


def _by_registers(device: Device, warps: int, registers: int) -> tuple[int, int]:
    """The registers of a block, and the number of blocks that they allow."""
    whole = _up(warps, device.warp_unit)
    if device.is_of_generation_1:
        of_block = _up(whole * registers * WARP, device.register_unit)
        return of_block, device.registers_per_sm // of_block if of_block <= device.registers_per_block else 0
    of_warp = _up(registers * WARP, device.register_unit)
    fitting = device.registers_per_sm // of_warp // device.warp_unit * device.warp_unit
    fits_block = whole * of_warp <= device.registers_per_block
    return warps * of_warp, fitting // warps if fits_block else 0


def resident_blocks(
    device: Device,
    block: int | tuple[int, int, int],
    registers: int = 32,
    shared_bytes: int = 0,
    carveout: int | None = None,
) -> int:
    """The number of blocks of a kernel that are resident on the whole device at once.

    Parameters
    ----------
    block : int or tuple of int
        Threads of a block; a tuple has its three dimensions.
    registers, shared_bytes, carveout
        As for :func:`occupancy`.

    Raises
    ------
    OptionError
        A block does not fit on the device, or the device does not have the carve-out.
    """
    threads = block if isinstance(block, int) else prod(block)
    return device.sms * occupancy(device, threads, registers, shared_bytes, carveout).blocks


def largest_shared_bytes(device: Device) -> int:
    """The most shared memory, in bytes, that a block can have if it is alone on a multiprocessor."""
    allocated = device.shared_carveouts[-1] // device.shared_unit * device.shared_unit
    return max(0, min(device.shared_per_block, allocated - device.shared_reserved))


def _up(amount: int, unit: int) -> int:
    return -(-amount // unit) * unit
