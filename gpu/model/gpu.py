"""A GPU that simulates one launch after another and keeps its state: SimPy processes and compiled code.

A *stream* is a process that processes one item after another. The *device* is a process that repeats three
steps while there is work. It advances all multiprocessors by a quantum. It lets the L2 and the memory serve
the sectors sent in the quantum, in the order (cycle, multiprocessor, order of sending). It passes ended
blocks and arrived grids to the block scheduler. An event in a quantum has no effect before its end: the
response of the L2, the next block, the next launch and the next copy all come later. So the length of the
quantum does not change any number. Compiled code repeats the steps until a launch ends or a stream acts.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import simpy

from gpu.backends.host.trace import KernelTrace
from gpu.model.device import Device, load_device
from gpu.model.device_loop import advance_device
from gpu.model.dram import ticks_left
from gpu.model.instruction_stream import InstructionCosts
from gpu.model.kernel_needs import Resources
from gpu.model.l2 import empty_l2, invalidate, restart_time
from gpu.model.launch import ARRIVAL, Scheduler, idle_scheduler
from gpu.model.link import Copy, CopyRun, HostLink
from gpu.model.live_launches import LiveLaunches
from gpu.model.prepared import PreparedLaunch, prepare_launch
from gpu.model.records import NEVER
from gpu.model.result import GpuResult
from gpu.model.sm import idle_sms
from gpu.model.stream_items import Adapt, HostWait, Item, RecordEvent, WaitEvent, items_of, traces_of
from gpu.model.tables import BlockTable, ChannelTicks, KernelRun, StreamTimes, result
from partitioners.errors import InputError, OptionError

Items = Item | Sequence[Item]

_TOLD: set[tuple[str, str]] = set()
"""What this process has warned of, by the file of the kernel: each run has it among its own warnings."""

QUANTA = 512
"""Number of quanta after which compiled code returns, so that an interrupt is not delayed for long."""


@dataclass(frozen=True, eq=False)
class _Arrived:
    """A launch that has arrived and has not ended."""

    stream: _Stream
    launch: PreparedLaunch
    ended: simpy.Event


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
    resources : mapping of str to int or (int, int), optional
        Registers of a thread by kernel, or these and the static shared memory of a block in bytes. Those of
        the package's kernels are recorded. Those of others come from NVRTC if it is installed. If not, 32
        registers are assumed, with a warning, and the static shared memory is that of the trace.
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
        resources: Resources | None = None,
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
        self._costs, self.resources = costs or InstructionCosts(), resources or {}
        self._l2 = empty_l2(self.device)
        self._prepared: WeakKeyDictionary[KernelTrace, PreparedLaunch] = WeakKeyDictionary()
        self._begin()

    def _begin(self) -> None:
        self._sms = idle_sms(self.device)
        self._live = LiveLaunches(self.device)
        self._scheduler = _scheduler_of(self.device)
        self._link = HostLink(self.device)
        self._arrived: list[tuple[int, int]] = []
        self._of_slot: dict[int, _Arrived] = {}
        self._blocks = BlockTable()
        self._runs: list[tuple[KernelRun, ...]] = []
        self._copies: list[CopyRun] = []
        self._wait_cycles = 0
        self._idle_since = 0
        self._ticks_between = 0  # of the channels, for accesses that are left when no launch is live
        self._assumed: dict[str, None] = {}
        self._streams: dict[str, _Stream] = {}
        self._env = simpy.Environment()
        self._events: dict[str, simpy.Event] = {}
        self._work_came = self._env.event()
        self._env.process(self._device())

    def restart(self) -> None:
        """Begin a new simulation with the contents of the L2: no time has passed, and nothing has run."""
        self._begin()
        restart_time(self._l2)

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
        times = StreamTimes(self.cycles, self._wait_cycles, tuple(self._copies))
        after = 0 if self._live else ticks_left(self._l2.dram, self._idle_since)
        ticks = ChannelTicks(int(self._l2.dram.busy_ticks.sum()), self._ticks_between + after)
        return result(self.device, self._runs, self._blocks, times, ticks, self._sms, list(self._assumed))

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
            found = prepare_launch(trace, self.device, self._costs, self.resources, self._carveout)
            self._prepared[trace] = found
        for said in (said for shape in found.shapes for said in shape.assumed):
            if trace.source and (trace.source, said) not in _TOLD:
                _TOLD.add((trace.source, said))
                warnings.warn(said, stacklevel=3)
            self._assumed[said] = None
        return found

    def _items(self, stream: _Stream, items: Sequence[Item]) -> Generator[simpy.Event, Any, None]:
        """Process the items of a stream; ``stream.end`` is the end of the last one."""
        env, device = self._env, self.device
        for item in self._expanded(stream, items):
            match item:
                case KernelTrace():
                    yield env.timeout(stream.end + device.launch_cycles - env.now)
                    stream.end = yield self._launch(stream, self._prepare(item))
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

    def _launch(self, stream: _Stream, launch: PreparedLaunch) -> simpy.Event:
        """Let a launch arrive now; the event has the cycle of its end."""
        now = int(self._env.now)
        if not self._live and now > self._idle_since:
            dram = self._l2.dram
            self._ticks_between += ticks_left(dram, self._idle_since) - ticks_left(dram, now)
        slot, ended = self._live.add(launch, stream.number), self._env.event()
        self._of_slot[slot] = _Arrived(stream, launch, ended)
        self._arrived.append((now, slot))
        if not self._work_came.triggered:
            self._work_came.succeed()
        return ended

    def _device(self) -> Generator[simpy.Event, Any, None]:
        """Advance the device while there are launches, and sleep otherwise."""
        env = self._env
        while True:
            if not self._live:
                self._work_came = env.event()
                yield self._work_came
                if self._cold:
                    invalidate(self._l2)
            while env.peek() <= env.now:  # the streams that act in this cycle
                yield env.timeout(0)
            begin = int(env.now)
            reached = self._advance(begin, NEVER if env.peek() == simpy.core.Infinity else int(env.peek()))
            yield env.timeout(reached - begin)
            for slot in self._live.ended():
                self._end(slot)

    def _advance(self, begin: int, stop: int) -> int:
        """Advance the device from one cycle to another at most; return the cycle that it has reached."""
        arrivals = np.array(self._arrived, ARRIVAL)
        self._arrived = []
        quantum = self._quantum
        if self._live.has_grid_barriers():
            quantum = min(quantum, self.device.grid_barrier_latency)
        reached: int = advance_device(
            self._live.work,
            self._sms,
            self._live.tables,
            self._l2,
            self._scheduler,
            arrivals,
            begin,
            quantum,
            stop,
            QUANTA,
        )
        self._blocks.add(self._sms.front.ended[: self._sms.front.ended_count[0]], self._live.tables.table)
        if reached == NEVER:
            names = ", ".join(self._live.kernels())
            raise InputError(f"the trace of {names}: its warps wait for each other for ever")
        return reached

    def _end(self, slot: int) -> None:
        """Move a launch that has ended to the results."""
        live = self._of_slot.pop(slot)
        entries, counts = self._live.remove(slot)
        end = int(max(entries["last_end"].max(), entries["last_return"].max()))
        self._idle_since = max(self._idle_since, end)
        stream = live.stream
        self._runs.append(
            KernelRun.of_launch(stream.number, stream.name, live.launch.shapes, end, entries, counts)
        )
        live.ended.succeed(end)


def _scheduler_of(device: Device) -> Scheduler:
    warps, blocks, registers = device.warps_per_sm, device.blocks_per_sm, device.registers_per_sm
    resources = warps, blocks, registers, device.shared_carveouts[-1]
    return idle_scheduler(device, resources, device.l2_latency)


def longest_quantum(device: Device) -> int:
    """The largest number of cycles within which no event on a device has an effect."""
    return min(device.l2_latency, device.dispatch_cycles, device.launch_cycles, device.copy_cycles)
