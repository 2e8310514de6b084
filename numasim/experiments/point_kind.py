"""The functions that run the points of an experiment, which each kind has in its ``point``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet
from numasim.schema.kinds import part

if TYPE_CHECKING:
    from numasim.numa.shared.timeline import Timeline
    from numasim.schema.experiment import Experiment


def _cycles(row: Mapping[str, Any]) -> str:
    return f"{row['cycles']:,} cycles"


@dataclass(frozen=True)
class PointKind:
    """The functions that run the points of one kind of experiment.

    Attributes
    ----------
    describe : callable
        Returns the columns of a row that the configuration determines.
    run : callable
        Runs a job, starting from its described row, and times the phases.
    headline : callable
        Returns the name of a row for a line of progress.
    made : callable
        Returns the keys of a job's graph and partition; None if the job has no partition, or if every run
        makes its own of both.
    made_anew : str
        What the estimate says of the points whose runs make their own.
    kernel_sets : callable
        Returns the kernels that a job needs.
    figure : callable
        Returns the main figure of a finished row for a line of progress.
    record : callable, optional
        Runs a job again, writes its timeline, and returns its cycles.
    own_figures : callable
        Returns the figures that the program of a point names itself; None if only the run knows them.
    no_timeline : callable
        Returns why an experiment has no timeline in a file of this name; empty if it has one.
    reference : callable, optional
        Returns what determines the reference run of a speed-up, on one core. Without it, or where it returns
        None, there is no speed-up.
    check_operand : callable, optional
        Raises the error with which a run would end for an operand of a file. It is called with the experiment
        and a function ``read(build, *asked)``, which builds an operand once for all that is ``asked`` of it.
    on_one_core : str
        What the reference runs on one core.
    """

    describe: Callable[[Any], dict[str, Any]]
    run: Callable[[Job, dict[str, Any], Clock], Outcome]
    headline: Callable[[Mapping[str, Any]], str]
    made: Callable[[Job], tuple[str, str | None] | None]
    kernel_sets: Callable[[Job], list[KernelSet]]
    figure: Callable[[Mapping[str, Any]], str] = _cycles
    record: Callable[[Job, Timeline, Path], int] | None = None
    own_figures: Callable[[Any], Sequence[str] | None] = lambda experiment: ()
    no_timeline: Callable[[Any, Path], str] = lambda experiment, path: ""
    reference: Callable[[Job], list[Any] | None] | None = None
    check_operand: Callable[[Any, Callable[..., Any]], None] | None = None
    on_one_core: str = ""
    made_anew: str = ""


def kind_of(experiment: Experiment) -> PointKind:
    """Return the functions of an experiment's kind."""
    point: PointKind = part(experiment.kind, "point", "POINT")
    return point
