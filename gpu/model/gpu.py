"""A GPU that simulates one launch after another and keeps its state: SimPy processes and compiled code.

A *stream* is a process that processes one item after another. The *device* is a process that repeats three
steps while there is work. It advances all multiprocessors by a quantum. It lets the L2 and the memory serve
the sectors sent in the quantum, in the order (cycle, multiprocessor, order of sending). It passes ended
blocks and arrived launches to the block scheduler. An event in a quantum has no effect before its end: the
response of the L2, the next block, the next launch and the next copy all come later. So the length of the
quantum does not change any number.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import simpy

from gpu.backends.host.trace import KernelTrace
from gpu.model.block_scheduler import BlockScheduler, GridOnDevice
from gpu.model.device import Device, load_device
from gpu.model.host_link import HostLink
from gpu.model.instruction_stream import InstructionCosts
from gpu.model.l2 import empty_l2, invalidate, serve
from gpu.model.launches import Adapt, Copy, HostWait, Item, RecordEvent, WaitEvent, items_of, traces_of
from gpu.model.live_launches import LiveLaunches
from gpu.model.prepared import PreparedLaunch, prepare_launch
from gpu.model.result import GpuResult
from gpu.model.sm import advance
from gpu.model.sm_state import NEVER, Records, idle_sms, limits_of
from gpu.model.tables import CopyRun, LaunchRun, StreamTimes, result
from partitioners.errors import OptionError

Items = Item | Sequence[Item]


@dataclass(eq=False)
class _Stream:
    """A stream: its place among the streams, and the end of its last item."""

    name: str
    number: int
    end: int = 0


class Gpu:
    """A model of a GPU, which simulates the items of streams one after another.

    It keeps the contents of the L2, the time and all counters, and nothing of a trace that has ended. So a
    host loop can look at the results of a launch before it makes the next one.

    Parameters
    ----------
    device : str or Device
        A device, as in :func:`gpu.load_device`.
    l2 : "persistent" or "cold"
        ``persistent``: the L2 is empty at the start. ``cold``: it is empty at the start of each launch.
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
    OptionError
        An option is invalid.
    """

    def __init__(
        self,
        device: str | Device = "h200",
        *,
        l2: str = "persistent",
        costs: InstructionCosts | None = None,
        resources: Mapping[str, tuple[int, int]] | None = None,
        carveout: int | None = None,
        quantum: int | None = None,
    ) -> None:
        self.device = load_device(device)
        if l2 not in ("persistent", "cold"):
            raise OptionError(
                f"l2 is {l2!r}; choose persistent or cold, or call restart() after a first run to keep the L2"
            )
        longest = longest_quantum(self.device)
        if quantum is None:
            quantum = longest
        elif type(quantum) is not int or not 1 <= quantum <= longest:
            raise OptionError(
                f"quantum is {quantum!r}; expected 1 to {longest} cycles on {self.device.name!r}"
            )
        self._cold, self._quantum, self._carveout = l2 == "cold", quantum, carveout
        self._costs, self._resources = costs or InstructionCosts(), resources or {}
        self._limits = limits_of(self.device, self._costs.loads_in_flight)
        self._l2 = empty_l2(self.device)
        self._prepared: WeakKeyDictionary[KernelTrace, PreparedLaunch] = WeakKeyDictionary()
        self._begin()

    def _begin(self) -> None:
        self._sms = idle_sms(self.device, self._costs.loads_in_flight)
        self._live = LiveLaunches(self.device)
        self._scheduler = BlockScheduler(self.device, self._sms)
        self._link = HostLink(self.device)
        self._arrived: list[GridOnDevice] = []
        self._ended_blocks: dict[int, list[Records]] = {}
        self._runs: list[LaunchRun | None] = []
        self._copies: list[CopyRun] = []
        self._wait_cycles = 0
        self._unknown: dict[str, None] = {}
        self._streams: dict[str, _Stream] = {}
        self._env = simpy.Environment()
        self._events: dict[str, simpy.Event] = {}
        self._work_came = self._env.event()
        self._env.process(self._device())

    def restart(self) -> None:
        """Begin a new simulation with the contents of the L2: no time has passed, and nothing has run."""
        self._begin()
        self._l2.there[self._l2.there != NEVER] = 0
        self._l2.slice_ticks[:] = 0
        self._l2.channel_ticks[:] = 0

    @property
    def cycles(self) -> int:
        """Cycles from the start to the end of the last item."""
        return max((stream.end for stream in self._streams.values()), default=0)

    def run(self, items: Items, stream: str = "stream") -> None:
        """Simulate the next item of a stream, or several, to the end of the last one.

        Parameters
        ----------
        items : KernelTrace, Copy, HostWait, RecordEvent, WaitEvent, Adapt, or a sequence of them
            A kernel arrives ``launch_latency`` after the end of the item before it. A copy takes
            ``copy_latency`` and the time of its bytes on the link. A host wait ends ``synchronise_latency``
            after the item before it.
        stream : str
            The name of the stream. All that ran before, in any stream, has ended when its items begin.

        Raises
        ------
        OptionError, InputError
            A block does not fit on the device, an item is invalid, or a trace is incomplete.
        """
        self.run_streams({stream: items})

    def run_streams(self, streams: Mapping[str, Items]) -> None:
        """Simulate the next items of several streams side by side, to the end of the last one.

        Parameters
        ----------
        streams : mapping of str to an item or a sequence of items
            As for :meth:`run`, by name.

        Raises
        ------
        OptionError, InputError
            As for :meth:`run`; also if a stream waits for an event that never occurs.
        """
        found = {name: items_of(name, items) for name, items in streams.items()}
        if self._cold and len(found) > 1:
            raise OptionError("l2 is 'cold', which empties the L2 at each launch; it needs a single stream")
        self._check_events(found)
        for trace in traces_of([item for items in found.values() for item in items]):
            self._prepare(trace)
        begin, processes = self.cycles, {}
        for name, items in found.items():
            stream = self._streams.setdefault(name, _Stream(name, len(self._streams)))
            stream.end = begin
            processes[name] = self._env.process(self._items(stream, items))
        self._env.run()
        waiting = [name for name, process in processes.items() if process.is_alive]
        if waiting:
            raise OptionError(
                f"{', '.join(waiting)}: the streams wait for events of each other; "
                "record each event before the item that waits for it"
            )

    def result(self) -> GpuResult:
        """Return the scalars and tables of all items so far.

        Raises
        ------
        InvariantError
            The counters contradict each other, which is a bug.
        """
        warnings = tuple(
            f"kernel {name!r}: registers and static shared memory are not recorded; 32 and 0 are assumed"
            for name in self._unknown
        )
        runs = [run for run in self._runs if run is not None]
        times = StreamTimes(self.cycles, self._wait_cycles, tuple(self._copies))
        return result(self.device, runs, times, self._sms, warnings)

    def _check_events(self, streams: Mapping[str, Sequence[Item]]) -> None:
        recorded = {*self._events}
        for name, items in streams.items():
            for item in items:
                if isinstance(item, RecordEvent):
                    if item.name in recorded:
                        raise OptionError(
                            f"{name}: event {item.name!r} is recorded twice; choose a second name"
                        )
                    recorded.add(item.name)
        for name, items in streams.items():
            for item in items:
                if isinstance(item, WaitEvent) and item.name not in recorded:
                    raise OptionError(
                        f"{name}: waits for event {item.name!r}, which no stream records; add a RecordEvent"
                    )

    def _prepare(self, trace: KernelTrace) -> PreparedLaunch:
        """The launch of a trace; it is converted once for all its launches."""
        found = self._prepared.get(trace)
        if found is None:
            found = prepare_launch(trace, self.device, self._costs, self._resources, self._carveout)
            self._prepared[trace] = found
        if not found.shape.is_known:
            self._unknown[trace.kernel] = None
        return found

    def _items(self, stream: _Stream, items: Sequence[Item]) -> Generator[simpy.Event, Any, None]:
        """Process the items of a stream; ``stream.end`` is the end of the last one."""
        env, device = self._env, self.device
        for item in self._expanded(stream, items):
            match item:
                case KernelTrace():
                    yield env.timeout(stream.end + device.launch_cycles - env.now)
                    stream.end = yield self._launch(stream.name, self._prepare(item))
                case Copy():
                    begin = stream.end
                    ready = begin + device.copy_cycles
                    yield env.timeout(ready - env.now)
                    self._link.ask(ready, stream.number, item)
                    yield env.timeout(1)  # all streams that ask at this cycle have asked
                    stream.end = self._link.end(ready, stream.number, item)
                    self._copies.append(CopyRun(stream.name, item.direction, item.bytes, begin, stream.end))
                case HostWait():
                    stream.end += device.synchronise_cycles
                    self._wait_cycles += device.synchronise_cycles
                case RecordEvent(name):
                    self._event(name).succeed(stream.end)
                case WaitEvent(name):
                    stream.end = max(stream.end, (yield self._event(name)))

    def _expanded(self, stream: _Stream, items: Sequence[Item]) -> Iterator[Item]:
        """The items of a stream, with the launches of each iteration instead of an ``Adapt``."""
        for item in items:
            if not isinstance(item, Adapt):
                yield item
                continue
            ready = item.ready_us * self.device.cycles_per_us
            for _ in range(item.iterations):
                yield from item.after if stream.end >= ready else item.before

    def _event(self, name: str) -> simpy.Event:
        return self._events.setdefault(name, self._env.event())

    def _launch(self, stream: str, launch: PreparedLaunch) -> simpy.Event:
        """Let a launch arrive now; the event has the cycle of its end."""
        number, arrival, shape = len(self._runs), int(self._env.now), launch.shape
        slot = self._live.add(launch)
        self._runs.append(None)
        self._ended_blocks[slot] = []
        ended, told = self._env.event(), self._env.event()

        def tell(event: simpy.Event) -> None:
            entry, counts = self._live.remove(slot)
            blocks = np.concatenate([*self._ended_blocks.pop(slot), self._sms.ended[:0]])
            self._runs[number] = LaunchRun.of(stream, shape, arrival, event.value, entry, counts, blocks)
            told.succeed(event.value)

        ended.callbacks.append(tell)
        self._arrived.append(GridOnDevice(slot, shape.blocks, shape.occupancy, arrival, ended))
        if not self._work_came.triggered:
            self._work_came.succeed()
        return told

    def _device(self) -> Generator[simpy.Event, Any, None]:
        """Advance the multiprocessors while there are launches, and sleep otherwise."""
        while True:
            if not self._scheduler.grids and not self._arrived:
                self._work_came = self._env.event()
                yield self._work_came
                if self._cold:
                    invalidate(self._l2)
            begin = int(self._env.now)
            yield self._env.timeout(self._quantum)
            self._advance(begin, begin + self._quantum)

    def _advance(self, begin: int, until: int) -> None:
        sms, work, launches = self._sms, self._live.work, self._live.tables
        sms.ended_count[0] = 0
        advance(self._limits, work, sms, launches, until)
        serve(self._limits, work, sms, launches, self._l2, begin, until)
        arrived = [grid for grid in self._arrived if grid.arrival < until]
        self._arrived = self._arrived[len(arrived) :]
        if arrived or sms.ended_count[0]:
            ended = np.sort(sms.ended[: sms.ended_count[0]], order=["cycle", "sm", "launch", "block"])
            self._scheduler.happened(arrived, ended)
            for slot in np.unique(ended["launch"]):
                self._ended_blocks[int(slot)].append(ended[ended["launch"] == slot])
        for grid in list(self._scheduler.grids):
            entry = launches.table[grid.slot]
            if grid.ended_blocks == grid.blocks and entry["unserved"] == 0:
                self._scheduler.grids.remove(grid)
                grid.ended.succeed(max(grid.last_end, int(entry["last_return"])))


def longest_quantum(device: Device) -> int:
    """The largest number of cycles within which no event on a device has an effect."""
    return min(device.l2_latency, device.dispatch_cycles, device.launch_cycles, device.copy_cycles)
