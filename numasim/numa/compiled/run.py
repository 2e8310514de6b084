"""One run of a partitioned program in the compiled engine: its on-line mapper, and its counters.

It has the interface of a run of the SimPy engine; see :class:`numasim.numa.shared.finished_run.FinishedRun`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mappers.mapping import OnlineMapping, PeriodicMapping
from numasim.numa.coherence.build_caches import cold_caches
from numasim.numa.compiled.activity_over_time import activity_of
from numasim.numa.compiled.asked_tasks import AskedTasks
from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.cached_memory_tables import LaterTasks, make_simulated
from numasim.numa.compiled.loop import advance
from numasim.numa.compiled.loop_parts import CLUSTERS_ASKED, MAPPER_IS_ASKED, TASKS_ASKED
from numasim.numa.compiled.machine_records import FORWARDED, MOVES, STEALS, VALUES
from numasim.numa.compiled.machine_run import MachineRun
from numasim.numa.compiled.migration import AskedMapper
from numasim.numa.compiled.tables import make_state
from numasim.numa.compiled.work_stealing import make_steals, steal_counts
from numasim.numa.shared.activity_over_time import ActivityOverTime
from numasim.numa.shared.finished_run import expected_tasks, is_done, progress, tasks_run
from numasim.numa.shared.online_mapping import OnlineMapper
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.stall_report import MachineSnapshot, stall_error
from numasim.numa.shared.traffic import Traffic
from numasim.numa.shared.value_source import FROM_MEMORY

if TYPE_CHECKING:
    from numasim.numa.shared.migration import MigrationCounts
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.stealing import StealCounts


class Run(MachineRun):
    """The state of one program on one machine.

    Raises
    ------
    OptionError
        An on-line mapper did not return cores, or there are more than 2^31 tasks or transactions.
    """

    _units: Simulated | None

    def __init__(self, inputs: RunInputs) -> None:
        program, machine, instructions = inputs.program, inputs.machine, inputs.instructions
        caches = None
        if instructions is not None:
            caches = cold_caches(machine, inputs.num_blocks, note_losses=inputs.through_memory)
        super().__init__(machine, inputs.network, inputs.limits, caches)
        self._program = program
        self._instructions = instructions
        self._value_bytes = inputs.value_bytes
        self._expected = expected_tasks(program, instructions)
        self._mapper = OnlineMapper(inputs.mapping, program, machine.num_cores)
        first = self._mapper.place_first()
        self._steals = None
        if inputs.stealing is not None:
            self._steals = make_steals(inputs, inputs.stealing, self._expected)
        pool = 0 if caches is None else caches.messages.size
        self._state = make_state(inputs, first, pool=pool)
        self._units = None if instructions is None else make_simulated(inputs, self._state, instructions)
        self._later_tasks = None
        if self._units is not None and isinstance(inputs.mapping, OnlineMapping):
            self._later_tasks = LaterTasks(inputs, self._state, self._units.place.size)
        self._asked_mapper = None
        if isinstance(inputs.mapping, PeriodicMapping):
            self._asked_mapper = AskedMapper(self._state, inputs.mapping, inputs)
        self._asked_tasks = None
        if inputs.decisions is not None:
            self._asked_tasks = AskedTasks(self._state, inputs.decisions, program.order)
        if inputs.consume:
            program.forget("order", "readers")

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        OptionError
            An on-line mapper did not return cores.
        InvariantError
            The run cannot finish. This is a bug in a kernel.
        """
        self._go_on()
        clusters = self._state.clusters
        unused = np.flatnonzero(clusters["core"] < 0)
        clusters["core"][unused] = self._mapper.place(unused)
        if self.ended_by is None and not self._is_done():
            raise stall_error(self._program, self._snapshot(), self._instructions)

    def _is_done(self) -> bool:
        return is_done(self, self._program, self._expected)

    def _progress(self) -> tuple[int, ...]:
        return progress(self)

    def _snapshot(self) -> MachineSnapshot:
        state, simulated = self._state, self._units
        by_number = np.lexsort((state.replicas["cluster"], state.replicas["vertex"]))
        status = None
        if simulated is not None:
            operation = np.where(state.masters < 0, -1, state.replicas["operation"][state.masters])
            status = np.append(simulated.status, 0)[operation]
        return MachineSnapshot(
            cycle=int(state.clock.now),
            ran=tasks_run(self),
            expected=self._expected,
            moving=bool(state.counts.any()),
            core_of_cluster=state.clusters["core"],
            finished=self.vertex_finish,
            unread=state.needs_read & (state.inputs_from[state.masters] != FROM_MEMORY),
            missing=state.replicas["missing"][by_number],
            value_from=state.value_from[by_number],
            status=status,
            left=state.cores["outstanding"].tolist(),
            reads=state.cores["reads_in_flight"].tolist(),
            at_barrier=int(state.clock.at_barrier),
            caches=self._caches,
            routers=self._routers,
        )

    def _advance(self) -> int:
        return advance(self._state, self._units, self._caches, self._steals, self._routers)

    def _answer(self, why: int) -> None:
        if why == TASKS_ASKED:
            assert self._asked_tasks is not None
            self._asked_tasks.answer()
            return
        if why == MAPPER_IS_ASKED:
            assert self._asked_mapper is not None
            self._asked_mapper.answer()
            return
        assert why == CLUSTERS_ASKED
        state = self._state
        asked = np.sort(state.asked[: state.clock.num_asked]).astype(np.int64)
        state.clusters["core"][asked] = self._mapper.place(asked)
        state.clock.num_asked = 0
        if self._later_tasks is not None:
            assert self._units is not None
            self._units = self._later_tasks.place(self._units, asked)

    @property
    def finished_at(self) -> int:
        """T."""
        state = self._state
        if self.ended_by is not None:
            return self._ended_at
        if state.supersteps:
            return int(state.clock.finished_at)
        last_vertex = state.finished.max(initial=0)
        return max(int(last_vertex), int(state.clusters["last_cycle"].max(initial=0)))

    @property
    def core_of_cluster(self) -> NDArray[np.int64]:
        """The core of each cluster."""
        return self._state.clusters["core"]

    @property
    def cluster_start(self) -> NDArray[np.int64]:
        """The cycle of the first task of each cluster, or -1 for a cluster without tasks."""
        return self._state.clusters["first_cycle"]

    @property
    def cluster_finish(self) -> NDArray[np.int64]:
        """The cycle in which the last task of each cluster ended, or -1 for a cluster without tasks."""
        return self._state.clusters["last_cycle"]

    @property
    def cluster_cycles(self) -> dict[str, NDArray[np.int64]]:
        """The cycles of each cluster by activity."""
        return dict(zip(CORE_TIMES, self._state.clusters["spent"].T, strict=True))

    @property
    def activity(self) -> ActivityOverTime:
        """What the cores did over time; nothing with simulated memory."""
        return ActivityOverTime() if self._units is not None else activity_of(self._state)

    @property
    def vertex_finish(self) -> NDArray[np.int64]:
        """The cycle in which each vertex was finished, or -1 for unused vertices."""
        return self._state.finished

    @property
    def local_messages(self) -> int:
        """Number of value messages between clusters of the same core."""
        return int(self._state.clock.local_messages)

    @property
    def remote_values(self) -> int:
        """Number of values that moved between cores through memory."""
        return int(self._state.clock.remote_values)

    @property
    def steals(self) -> StealCounts | None:
        """The counters of work stealing, if any."""
        if self._steals is None:
            return None
        counts = steal_counts(self._steals)
        counts.traffic = self._traffic(STEALS, 0)
        return counts

    @property
    def migrations(self) -> MigrationCounts | None:
        """The counters of migration, if any."""
        if self._asked_mapper is None:
            return None
        counts = self._asked_mapper.counts()
        counts.traffic, counts.forwarded = self._traffic(MOVES, 0), self._traffic(FORWARDED, 0)
        return counts

    @property
    def values(self) -> Traffic:
        """The traffic of the value messages."""
        return self._traffic(VALUES, self._value_bytes + self._machine.network.header_size)
