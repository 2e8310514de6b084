"""Simulation of a GPU that runs kernels, launch by launch: SimPy processes and compiled multiprocessors.

A *stream* is a process that makes one launch after another. The *device* is a process that repeats three
steps while there is work. It advances all multiprocessors by a quantum. It lets the L2 and the memory serve
the sectors sent in the quantum, in the order (cycle, multiprocessor, order of sending). It passes ended
blocks and arrived launches to the block scheduler. An event in a quantum has no effect before its end: the
response of the L2, the next block and the next launch all come later. So the length of the quantum does not
change any number.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import simpy

from gpu.backends.host.trace import KernelTrace
from gpu.backends.nvrtc import nearest_architecture
from gpu.backends.recorded_code import resources_of
from gpu.model.block_scheduler import BlockScheduler, GridOnDevice
from gpu.model.device import Device, load_device
from gpu.model.instruction_stream import InstructionCosts, InstructionStream, instruction_stream
from gpu.model.l2 import L2, empty_l2, invalidate, serve
from gpu.model.launches import Adapt
from gpu.model.occupancy import Occupancy, occupancy
from gpu.model.result import GpuResult
from gpu.model.sm import advance
from gpu.model.sm_state import ENDED_BLOCK, NEVER, Records, idle_sms, l1_sets, limits_of, no_launches
from gpu.model.tables import LaunchRun, result
from partitioners.errors import OptionError

L2_STATES = ("persistent", "cold", "warm")

Stream = KernelTrace | Sequence[KernelTrace] | Adapt


def simulate(
    launches: Stream | Mapping[str, Stream],
    device: str | Device = "h200",
    *,
    l2: str = "persistent",
    costs: InstructionCosts | None = None,
    resources: Mapping[str, tuple[int, int]] | None = None,
    carveout: int | None = None,
    quantum: int | None = None,
) -> GpuResult:
    """Run traced kernels on the model of a GPU.

    Parameters
    ----------
    launches : KernelTrace, sequence of KernelTrace, Adapt, or mapping of str to one of these
        One launch, launches one after another, SPAC-adapt, or parallel streams by name.
    device : str or Device
        A device, as in :func:`gpu.load_device`.
    l2 : "persistent", "cold" or "warm"
        Initial state of the L2. ``persistent``: empty at the start of the simulation. ``cold``: empty at the
        start of each launch. ``warm``: the state after an unmeasured first run of all launches.
    costs : InstructionCosts, optional
    resources : mapping of str to (int, int), optional
        Registers of a thread and static shared memory of a block in bytes, by kernel. Those of the package's
        kernels are recorded. For all others 32 registers and no shared memory are assumed, with a warning.
    carveout : int, optional
        Shared memory of a multiprocessor; by default the smallest that allows the maximum number of blocks.
    quantum : int, optional
        Cycles between two updates of the L2; by default as many as possible. It does not change any number.

    Raises
    ------
    OptionError, InputError
        A block does not fit on the device, an option is invalid, or a trace is incomplete.
    """
    device = load_device(device)
    if l2 not in L2_STATES:
        raise OptionError(f"l2 is {l2!r}; choose one of {', '.join(L2_STATES)}")
    streams = dict(launches) if isinstance(launches, Mapping) else {"stream": launches}
    if l2 == "cold" and len(streams) > 1:
        raise OptionError("l2 is 'cold', which empties the L2 at each launch; it needs a single stream")
    gap = device.launch_cycles
    longest = min(device.l2_latency, device.dispatch_cycles, gap)
    if quantum is None:
        quantum = longest
    elif type(quantum) is not int or not 1 <= quantum <= longest:
        raise OptionError(f"quantum is {quantum!r}; expected 1 to {longest} cycles on {device.name!r}")
    plan = _Plan(device, streams, costs or InstructionCosts(), resources or {}, carveout)
    cache_of_all = empty_l2(device)
    if l2 == "warm":
        _Run(plan, cache_of_all, quantum, gap, False).result()
        cache_of_all.there[cache_of_all.there != NEVER] = 0
        cache_of_all.slice_ticks[:] = 0
        cache_of_all.channel_ticks[:] = 0
    return _Run(plan, cache_of_all, quantum, gap, l2 == "cold").result()


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A trace and its resources on a multiprocessor."""

    trace: KernelTrace
    first_warp: int
    registers: int
    shared_bytes: int
    occupancy: Occupancy

    @property
    def blocks(self) -> int:
        return int(np.prod(self.trace.grid))


class _Plan:
    """The input of a simulation, which is the same for every run."""

    def __init__(
        self,
        device: Device,
        streams: Mapping[str, Stream],
        costs: InstructionCosts,
        resources: Mapping[str, tuple[int, int]],
        carveout: int | None,
    ) -> None:
        self.device = device
        self.costs = costs
        self.streams = {name: _sequence(name, stream) for name, stream in streams.items()}
        traces: dict[int, KernelTrace] = {}
        for stream in self.streams.values():
            for trace in stream.traces:
                traces.setdefault(id(trace), trace)
        self.most_launches = sum(stream.most_launches for stream in self.streams.values())
        self.most_rows = sum(
            stream.most_launches * max(len(trace.arrays) + 1 for trace in stream.traces)
            for stream in self.streams.values()
        )
        self.work: InstructionStream = instruction_stream(list(traces.values()), device, costs)
        self.prepared: dict[int, _Prepared] = {}
        unknown: dict[str, None] = {}
        first_warp = 0
        for trace in traces.values():
            registers, static = resources.get(trace.kernel) or _recorded(trace, device) or (0, 0)
            if registers == 0:
                unknown[trace.kernel] = None
                registers = 32
            shared = static + trace.dynamic_shared_bytes
            fits = occupancy(device, int(np.prod(trace.block)), registers, shared, carveout)
            self.prepared[id(trace)] = _Prepared(trace, first_warp, registers, shared, fits)
            first_warp += trace.warp_start.size - 1
        self.warnings = tuple(
            f"kernel {name!r}: registers and static shared memory are not recorded; 32 and 0 are assumed"
            for name in unknown
        )


def _sequence(name: str, stream: Stream) -> Adapt:
    """Convert any stream to the most general form."""
    if isinstance(stream, Adapt):
        return stream
    traces = (stream,) if isinstance(stream, KernelTrace) else tuple(stream)
    if not traces or not all(isinstance(trace, KernelTrace) for trace in traces):
        raise OptionError(f"{name}: expected traces of kernels (KernelTrace), at least one")
    return Adapt(traces, traces, ready_us=0.0, iterations=1)


def _recorded(trace: KernelTrace, device: Device) -> tuple[int, int] | None:
    """The registers and the static shared memory recorded for the nearest architecture."""
    variant = trace.kernel, trace.dtype, trace.block_size
    found = resources_of(variant, nearest_architecture(device.compute_capability))
    return None if found is None else (min(found.registers, device.registers_per_thread), found.shared_bytes)


class _Run:
    """One run of a plan: its processes and their shared state."""

    def __init__(self, plan: _Plan, l2: L2, quantum: int, gap: int, cold: bool) -> None:
        self.plan, self.device, self.l2 = plan, plan.device, l2
        self.quantum, self.gap, self.cold = quantum, gap, cold
        self.limits = limits_of(self.device, plan.costs.loads_in_flight)
        self.sms = idle_sms(self.device, plan.costs.loads_in_flight)
        self.launches = no_launches(plan.most_launches, plan.most_rows, self.device.sms)
        self.scheduler = BlockScheduler(self.device, self.sms)
        self.runs: list[LaunchRun | None] = []
        self.rows = 0
        self.ended: list[Records] = [np.zeros(0, ENDED_BLOCK)]
        self.arrived: list[GridOnDevice] = []
        self.env = simpy.Environment()
        self.work_came = self.env.event()
        for name, stream in plan.streams.items():
            self.env.process(self._stream(name, stream))
        self.env.process(self._device())

    def result(self) -> GpuResult:
        """Run the simulation to its end."""
        self.env.run()
        runs = [run for run in self.runs if run is not None]
        ended = np.concatenate(self.ended)
        return result(self.device, runs, self.sms, self.launches, ended, self.plan.warnings)

    def _stream(self, name: str, stream: Adapt) -> Generator[simpy.Event, Any, None]:
        """Make one launch after another; a launch arrives some time after the end of the previous one."""
        end = 0
        ready = stream.ready_us * self.device.cycles_per_us
        for _ in range(stream.iterations):
            for trace in stream.after if end >= ready else stream.before:
                yield self.env.timeout(end + self.gap - self.env.now)
                end = yield self._launch(name, self.plan.prepared[id(trace)])

    def _launch(self, stream: str, what: _Prepared) -> simpy.Event:
        number, arrays = len(self.runs), len(what.trace.arrays) + 1
        entry = self.launches.table[number]
        entry["first_warp"] = what.first_warp
        entry["warps_of_block"] = what.trace.warps_per_block
        entry["row"] = self.rows
        entry["l1_sets"] = l1_sets(self.device, what.occupancy.l1_bytes)
        self.rows += arrays
        self.runs.append(None)
        now, told = int(self.env.now), self.env.event()
        ended = self.env.event()

        def tell(event: simpy.Event) -> None:
            self.runs[number] = LaunchRun(
                stream, what.trace, what.registers, what.shared_bytes, what.occupancy, now, event.value
            )
            told.succeed(event.value)

        ended.callbacks.append(tell)
        self.arrived.append(GridOnDevice(number, what.blocks, what.occupancy, now, ended))
        if not self.work_came.triggered:
            self.work_came.succeed()
        return told

    def _device(self) -> Generator[simpy.Event, Any, None]:
        """Advance the multiprocessors while there are launches, and sleep otherwise."""
        while True:
            if not self.scheduler.grids and not self.arrived:
                self.work_came = self.env.event()
                yield self.work_came
                if self.cold:
                    invalidate(self.l2)
            begin = int(self.env.now)
            yield self.env.timeout(self.quantum)
            self._advance(begin, begin + self.quantum)

    def _advance(self, begin: int, until: int) -> None:
        sms, launches = self.sms, self.launches
        sms.ended_count[0] = 0
        advance(self.limits, self.plan.work, sms, launches, until)
        serve(self.limits, self.plan.work, sms, launches, self.l2, begin, until)
        arrived = [grid for grid in self.arrived if grid.arrival < until]
        self.arrived = self.arrived[len(arrived) :]
        if arrived or sms.ended_count[0]:
            ended = np.sort(sms.ended[: sms.ended_count[0]], order=["cycle", "sm", "launch", "block"])
            self.scheduler.happened(arrived, ended)
            self.ended.append(ended)
        for grid in list(self.scheduler.grids):
            entry = launches.table[grid.number]
            if grid.ended_blocks == grid.blocks and entry["unserved"] == 0:
                self.scheduler.grids.remove(grid)
                grid.ended.succeed(max(grid.last_end, int(entry["last_return"])))
