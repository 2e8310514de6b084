"""The experiment whose program runs in windows (``workload.window``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import model_validator

from numasim.config.model import rule
from numasim.config.presets import NO_MACHINE
from numasim.config.problems import Problem, raise_problems
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.schema.json_conditions import has, names_workload
from numasim.schema.requirements import NO_EVENTS, WINDOWS


class WindowsExperiment(MeshExperiment):
    """An experiment whose program is traced, cut and run window by window on a mesh of cores."""

    kind = "windows"

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        whole = has("workload", has("window", {"type": "null"}))
        return {"allOf": [names_workload("window"), {"not": whole}]}

    @model_validator(mode="before")
    @classmethod
    def _runs_clusters(cls, data: Any) -> Any:
        """Refuse what runs no clusters, alone: the file has none of the other keys."""
        why = ""
        if isinstance(data, Mapping) and "schedule" in data:
            why = "a schedule orders the tasks of a whole program; remove this key, or use `partition`"
        elif isinstance(data, Mapping) and data.get("machine") == NO_MACHINE:
            why = "nothing runs with `machine: none`; remove this key, or name a machine"
        raise_problems([Problem(("workload", "window"), why, at_key=True)] if why else [])
        return data

    @rule
    def _windows_fit(self) -> None:
        cure = "set it, or leave out `window`"
        unmet = WINDOWS.unmet(self.execution)
        problems = [Problem(("execution", key), message) for key, message in unmet.items()]
        for section, key, wanted in (("mapping", "policy", "static"), ("component", "method", "none")):
            if (found := getattr(getattr(self, section), key)) != wanted:
                message = f"a run in windows needs `{key}: {wanted}`, got {found!r}; {cure}"
                problems.append(Problem((section, key), message))
        if self.partition.file is not None:
            message = f"a run in windows needs a `method`, because every window is cut anew; {cure}"
            problems.append(Problem(("partition", "file"), message, at_key=True))
        if self.execution.max_events is not None:
            problems.append(Problem(("execution", "max_events"), NO_EVENTS, at_key=True))
        raise_problems(problems)

    def runs_twice(self, overrides: Mapping[str, Any]) -> bool:
        """Windows are made for one run."""
        return False


EXPERIMENT = WindowsExperiment
