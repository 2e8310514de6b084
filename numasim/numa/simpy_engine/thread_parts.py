"""What the core and the barrier of a thread use of their run, and of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import simpy

if TYPE_CHECKING:
    from numasim.numa.shared.sync_objects import SyncTables
    from numasim.numa.simpy_engine.clock import Clock
    from numasim.numa.simpy_engine.network_interface import Network


class AnyThreadCore(Protocol):
    """A core, as the barrier sees it."""

    number: int

    def release(self) -> None:
        """Let the thread leave its barrier."""


class AnyBarrier(Protocol):
    """The barrier, as a core sees it."""

    def arrive(self, core: AnyThreadCore, number: int) -> None:
        """Report that the thread of a core has reached a barrier."""


class AnyThreadRun(Protocol):
    """A run, as its cores and the barrier see it."""

    env: simpy.Environment
    clock: Clock
    header: int
    num_cores: int
    window: int
    issue_width: int
    l1_cycles: int
    block: int
    blocks_per_page: int
    sync: SyncTables
    ordered_atomics: bool
    barrier_messages: bool

    @property
    def network(self) -> Network:
        """The network of the machine."""

    @property
    def barrier(self) -> AnyBarrier:
        """The barrier of all threads."""

    def core_of(self, thread: int) -> Any:
        """The core of a thread."""

    def want_operations(self, core: Any) -> None:
        """Ask for the next operations of a core's thread."""

    def mark(self, *, enters: bool) -> None:
        """Note that a thread enters or leaves the region."""

    def all_arrived(self, number: int) -> None:
        """Note that all threads have reached a barrier."""

    def end_thread(self) -> None:
        """Note that a thread has ended."""
