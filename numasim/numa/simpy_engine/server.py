"""A shared resource that serves one request at a time, in order of arrival, then by number."""

from __future__ import annotations

from operator import itemgetter

import simpy

from numasim.numa.shared.finished_run import ServerCounts
from numasim.numa.simpy_engine.clock import Clock, fire_after

_by_number = itemgetter(0)


class Server(ServerCounts):
    """A link, port or memory channel.

    Requests of the same cycle are served in the order of their numbers, not in the order of the calls.
    Service is non-preemptive, so the requests of a cycle determine the start of each service. Occupancy is
    counted in ticks, which are fractions of a cycle, so that bandwidths are not rounded.
    """

    def __init__(self, clock: Clock, ticks_per_cycle: int = 1) -> None:
        super().__init__()
        self._clock = clock
        self._env = clock.env
        self._ticks_per_cycle = ticks_per_cycle
        self._free_at_tick = 0
        self._requests: list[tuple[int, int, int, bool, simpy.Event]] = []

    def request(self, number: int, ticks: int, delay: int, *, at_end: bool = False) -> simpy.Event:
        """Queue for service.

        Parameters
        ----------
        number : int
            The number that orders requests of the same cycle, in which it is unique.
        ticks : int
            Length of the service.
        delay : int
            Cycles, at least 1, from the start of the service (``at_end``: from its end) to the event.
        """
        event = self._env.event()
        requests = self._requests
        if not requests:
            self._clock.call(self)
        requests.append((number, ticks, delay, at_end, event))
        return event

    def decide(self) -> None:
        """Schedule the requests of this cycle."""
        requests, self._requests = self._requests, []
        if len(requests) > 1:
            requests.sort(key=_by_number)
        per_cycle = self._ticks_per_cycle
        now = self._env.now
        for _, ticks, delay, at_end, event in requests:
            start = max(now * per_cycle, self._free_at_tick)
            end = self._free_at_tick = start + ticks
            self.served += 1
            self.busy_ticks += ticks
            self.wait_cycles += start // per_cycle - now
            counted_from = -(-end // per_cycle) if at_end else start // per_cycle
            fire_after(event, counted_from - now + delay)
