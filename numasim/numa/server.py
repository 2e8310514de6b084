"""A shared resource that serves one request at a time: first come first served, equals by number."""

from __future__ import annotations

from operator import itemgetter

import simpy

from numasim.numa.clock import Clock, fire_after
from numasim.numa.finished_run import ServerCounts

_by_number = itemgetter(0)


class Server(ServerCounts):
    """One link, port or memory channel.

    Requests of the same cycle are served in the order of their numbers, whatever the order in which they
    were made. Service is non-preemptive, so the start of each is known as soon as the requests of its cycle
    are. Occupancy is counted in ticks, a fraction of a cycle, so that a bandwidth needs no rounding.

    Parameters
    ----------
    clock : Clock
    ticks_per_cycle : int
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
            Decides among requests of the same cycle; no two of them share one.
        ticks : int
            Length of the service.
        delay : int
            Cycles, at least one, from the start of the service (``at_end``: from its end) to the event.

        Returns
        -------
        simpy.Event
        """
        event = self._env.event()
        requests = self._requests
        if not requests:
            self._clock.call(self)
        requests.append((number, ticks, delay, at_end, event))
        return event

    def decide(self) -> None:
        """Give the requests of this cycle their turns."""
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
