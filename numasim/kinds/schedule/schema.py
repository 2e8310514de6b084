"""The experiment with a section ``schedule``: a static scheduler gives every task a core and a turn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field

from mappers.scheduling.schedule_tasks import SCHEDULES
from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.kinds.mesh.schema import TaskExperiment
from numasim.schema.cluster_sections import method_or_file
from numasim.schema.generated import File, Seed
from numasim.schema.json_conditions import varies
from numasim.schema.requirements import SCHEDULE, check_fixed_mesh
from partitioners.config.model import rule
from partitioners.config.problems import Problem, keys_of, raise_problems
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected


class Scheduling(PluginSection):
    """The section ``schedule``: the static scheduler, or a file with a schedule."""

    method: Annotated[
        str | None,
        Expected("the name of a schedule"),
        AfterValidator(lambda name: name and known_name(SCHEDULES, name)),
    ] = Field(
        default=None,
        description="static scheduler, whose options are in the same section; `numasim list schedules` "
        "lists all",
    )
    file: File | None = Field(
        default=None,
        description="a stored schedule, CSV or Parquet, with numbers or names of tasks; replaces `method`",
    )
    seed: Seed = Field(default=None, description="seed of the scheduler; by default that of the experiment")
    ccr: float | None = Field(
        default=None,
        gt=0,
        description="mean time of a message over that of a task; sets `execution.cycles_per_weight`",
    )
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of static schedulers."""
        return SCHEDULES

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that either a method or a file is given."""
        return method_or_file(given, "the name of a schedule")


REPLACED = "a schedule gives every task its core; remove this section, or remove `schedule`"


class ScheduleExperiment(TaskExperiment):
    """An experiment whose tasks run as a schedule says, which takes the place of partition and mapping."""

    kind = "schedule"
    absent = dict.fromkeys(("partition", "mapping"), REPLACED)
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {**TaskExperiment.sections, "schedule": Scheduling}
    )

    schedule: Scheduling = Field(
        description="[core and turn of every task](scheduling.md#how-do-i-schedule-a-task-graph), in place"
        " of `partition` and `mapping`"
    )

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        options = (name for plugin in SCHEDULES for name in SCHEDULES[plugin].options)
        fields = dict.fromkeys([*keys_of(Scheduling), *options])
        swept = [{"required": [f"schedule.{name}"]} for name in fields]
        return {"anyOf": [{"required": ["schedule"]}, varies({"anyOf": swept})]}

    @rule
    def _runs_as_dataflow(self) -> None:
        unmet = SCHEDULE.unmet(self.execution)
        raise_problems(Problem(("execution", key), message) for key, message in unmet.items())

    @rule
    def _has_one_ratio(self) -> None:
        if self.schedule.ccr is not None and self.execution.cycles_per_weight != 1:
            message = "is set by `schedule.ccr`; remove one of the two"
            raise_problems([Problem(("execution", "cycles_per_weight"), message, at_key=True)])

    @rule
    def _has_a_mesh(self) -> None:
        try:
            check_fixed_mesh(self.machine)
        except OptionError as error:
            raise_problems([Problem(("machine",), str(error))])


EXPERIMENT = ScheduleExperiment
