"""The section ``execution`` of a program of threads: schedule, network, barrier, locks and limits."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.schema.execution import Execution
from numasim.schema.execution_fields import Engine, MaxCycles, MaxEvents, MaxSeconds, NetworkModel
from partitioners.config.problems import Problem, keys_of
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected


class ThreadExecution(PluginSection):
    """The section ``execution`` of a program of threads."""

    plugin_key: ClassVar[str] = "scheduler"
    mostly_options: ClassVar[bool] = False

    network: NetworkModel = "packet"
    scheduler: Annotated[
        str,
        Expected("the name of a thread schedule"),
        AfterValidator(lambda name: known_name(_schedules(), name)),
    ] = Field("static", description="schedule of a phase's items, whose options are in the same section")
    barrier: Literal["messages", "memory"] = Field(
        default="messages",
        description="how threads meet at the end of a phase: with messages to core 0 and back, or with "
        "counters in memory",
    )
    lock: Literal["ticket", "test_and_set", "test_and_test_and_set", "mcs"] = Field(
        default="ticket", description="kind of the locks"
    )
    lock_layout: Literal["padded", "packed"] = Field(
        default="padded",
        description="layout of the counters of locks that have no place in the program's memory: one block "
        "each, or 8 bytes each",
    )
    engine: Engine = "auto"
    max_cycles: MaxCycles = None
    max_events: MaxEvents = None
    max_seconds: MaxSeconds = None
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of schedules of threads."""
        return _schedules()

    @classmethod
    def _unknown_key(cls, problem: Problem, plugins: Any) -> Problem:
        if problem.path[-1] in keys_of(Execution):
            return Problem(
                problem.path, "does not apply to a program of threads; remove this key", at_key=True
            )
        return super()._unknown_key(problem, plugins)


def _schedules() -> Registry:
    # Numba is imported only for a program of threads.
    from numasim.threads.schedules import THREAD_SCHEDULES

    return THREAD_SCHEDULES
