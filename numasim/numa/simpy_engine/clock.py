"""The three phases of a cycle: arrivals, decisions, placement.

SimPy orders simultaneous events by priority. Ordinary events (timeouts, arrivals) come first. The clock's
event of the same cycle follows, in which every registered resource and core decides and sees all arrivals of
the cycle. The last phase sees all decisions of the cycle. It places clusters and pages at their first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import simpy

ARRIVALS = 1  # SimPy's NORMAL, the priority of timeouts and succeeded events
DECISIONS = 2
PLACEMENT = 3


class Decides(Protocol):
    """A shared resource that serves all requests of a cycle together."""

    def decide(self) -> None:
        """Serve the requests that arrived in this cycle."""


class Clock:
    """The phases of the current cycle.

    Parameters
    ----------
    env : simpy.Environment
        The environment, whose time is in cycles.
    """

    def __init__(self, env: simpy.Environment) -> None:
        self.env = env
        self._resources: list[Decides] = []
        self._placements: list[Callable[[], None]] = []
        self._decisions: simpy.Event | None = None

    def decisions(self) -> simpy.Event:
        """The event of this cycle's decision phase. Call this during the arrivals."""
        event = self._decisions
        if event is None:
            event = self._decisions = _at(self.env, DECISIONS)
            event.callbacks.append(self._decide)
        return event

    def call(self, resource: Decides) -> None:
        """Register a resource to decide once in this cycle, for any number of calls."""
        self._resources.append(resource)
        if self._decisions is None:
            self.decisions()

    def after_decisions(self, function: Callable[[], None]) -> None:
        """Call a function once every core has decided, or asked for a decision, but before the placement."""
        _at(self.env, DECISIONS).callbacks.append(lambda event: function())

    def call_for_placement(self, function: Callable[[], None]) -> None:
        """Register a function to be called after the decisions of this cycle."""
        if not self._placements:
            _at(self.env, PLACEMENT).callbacks.append(self._place)
        self._placements.append(function)

    def _decide(self, event: simpy.Event) -> None:
        self._decisions = None
        resources, self._resources = self._resources, []
        for resource in resources:
            resource.decide()

    def _place(self, event: simpy.Event) -> None:
        placements, self._placements = self._placements, []
        for function in placements:
            function()


def _at(env: simpy.Environment, priority: int) -> Any:
    """An event that is triggered in this cycle, in the phase with this priority."""
    event = env.event()
    fire_after(event, 0, priority)
    return event


def fire_after(event: simpy.Event, delay: int, priority: int = ARRIVALS) -> None:
    """Trigger an event ``delay`` cycles from now, in the phase with this priority."""
    event._ok, event._value = True, None  # as simpy.Timeout does: triggered from the start
    event.env.schedule(event, priority=priority, delay=delay)
