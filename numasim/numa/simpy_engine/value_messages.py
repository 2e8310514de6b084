"""The messages with values between the cores of a run: gathers to masters, and scatters to replicas."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.traffic import Traffic
from numasim.numa.shared.value_source import LOCAL

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.migration import ClusterMigration
    from numasim.numa.simpy_engine.run_state import RunState


class Receiver(Protocol):
    """A core, as the messages see it."""

    def receive_gather(self, master: int, sent: int) -> None:
        """Receive a partial result for a vertex of the core."""

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """Receive a value for all edges that read it, or (``which`` >= 0) for one edge."""


class ValueMessages:
    """The value messages of a run.

    Attributes
    ----------
    traffic : Traffic
    local_messages : int
        Number of messages between clusters of the same core.
    remote_values : int
        Number of values that moved between cores through memory.
    """

    part: ClassVar[str] = "messages"

    def __init__(self, state: RunState, migration: ClusterMigration | None) -> None:
        inputs, machine = state.inputs, state.machine
        self._env, self._network = machine.env, machine.network
        self._clusters, self._migration = state.clusters, migration
        self._cores: Sequence[Receiver] = state.cores
        self._through_memory = inputs.through_memory
        header, each = machine.header, inputs.message_bytes
        self._bytes = inputs.value_bytes + header
        self._bytes_of_message = [] if each is None else (each + header).tolist()
        self.traffic = Traffic()
        self.local_messages = self.remote_values = 0

    def send(self, number: int, source: int, cluster: int, replica: int, which: int | None) -> None:
        """Send a value from a core to a replica: a gather (``which`` None) or a scatter."""
        self._clusters.need_core(cluster)
        if self._migration is not None:
            self._migration.sent[number] = True
        self._env.process(self._carry(number, source, cluster, replica, which))

    def _carry(
        self, number: int, source: int, cluster: int, replica: int, which: int | None
    ) -> Generator[simpy.Event]:
        sent = self._env.now
        yield self._env.timeout(1)
        target, size = self._clusters.core_of_cluster[cluster], self._bytes
        if self._bytes_of_message:
            size = self._bytes_of_message[number]
        if target == source:
            self.local_messages += 1
            sent = LOCAL
        elif self._through_memory:
            # A store: its readers are notified, and load from the program's address themselves.
            self.remote_values += 1
        else:
            yield from self._network.carry(number, source, target, size, MessageClass.FORWARD, self.traffic)
        if self._migration is not None:
            yield from self._migration.reach(number, target, cluster, size)
            target = self._clusters.core_of_cluster[cluster]
        if which is None:
            self._cores[target].receive_gather(replica, sent)
        else:
            self._cores[target].receive_scatter(replica, which, sent)
