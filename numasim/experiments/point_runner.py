"""Run the points of an experiment part by part; parts share their reference runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from numasim.experiments.plan import Plan
from numasim.experiments.price import Price, report_no_price
from numasim.experiments.run_jobs import JobResults, JobRunner
from numasim.plugin_files import Hashes
from partitioners.progress import Progress

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment


class Finished(NamedTuple):
    """Points that have run, unless an interrupt or a failure has ended the runs.

    Attributes
    ----------
    references : mapping of str to dict
        The rows of the runs on one core, also those of earlier parts, by their keys.
    """

    plan: Plan
    found: JobResults
    references: Mapping[str, Mapping[str, Any]]


class PointRunner:
    """Runs the points of an experiment part by part.

    Parameters
    ----------
    jobs : JobRunner
        Runs the jobs of all parts.
    progress, report_price : callable
        See :meth:`numasim.experiments.run_jobs.JobRunner.run`.

    Attributes
    ----------
    stopped : {'', 'interrupted', 'failed'}
        Why the runs have ended; no more parts may be run then.
    damaged : dict of str to None
        The stored points that could not be used, each with the reason.
    hashes : Hashes
        The hashes of all input files.
    """

    def __init__(
        self,
        experiment: Experiment,
        jobs: JobRunner,
        progress: Progress,
        report_price: Callable[[Price], None] = report_no_price,
    ) -> None:
        self.stopped: Literal["", "interrupted", "failed"] = ""
        self.damaged: dict[str, None] = {}
        self.hashes = Hashes()
        self._experiment, self._jobs, self._progress = experiment, jobs, progress
        self._references: dict[str, Mapping[str, Any]] = {}
        self._ended = 0
        self._report_price = report_price
        self._paid: Price | None = None
        self._finished = 0

    def run(
        self, points: Sequence[Point], after: int = 0, to_confirm: int = 0, *, confirming: bool = False
    ) -> Finished:
        """Run some points, and their references that have not run yet.

        Parameters
        ----------
        after : int
            The largest number of points of the parts after this one.
        to_confirm : int
            The largest number of points that will confirm some of these, and cost more.
        confirming : bool
            Whether the points confirm others. Any number of them has a price while it runs.
        """
        plan = Plan.of(self._experiment, points, self.hashes)
        new = {key: job for key, job in plan.jobs.items() if key not in self._references}
        new_points = sum(not job.reference for job in new.values())
        jobs_of_a_point = len(new) / max(len(points), 1)  # with its reference
        before, others = self._ended, round((after + to_confirm) * jobs_of_a_point)

        def progress(done: int, total: int, line: str) -> None:
            self._progress(before + done, before + total + others, line)

        paid = self._paid

        def report(price: Price, *, shown: bool = True) -> None:
            self._paid = price if paid is None else paid + price
            if shown:
                self._report_price(
                    replace(
                        self._paid.and_others(after, price),
                        unpriced=to_confirm,
                        confirming=price if confirming else None,
                        finished=self._finished + new_points - price.points,
                    )
                )

        found = self._jobs.run(new, progress, report, few=confirming)
        if self._paid is paid and found.paid is not None and found.paid.points:
            report(found.paid, shown=paid is not None)  # the first few points also load what others need
        self._ended += len(found.outcomes)
        self._finished += sum(not new[key].reference for key in found.reused)
        self._references |= {
            key: outcome.rows[0] for key, outcome in found.outcomes.items() if plan.jobs[key].reference
        }
        self.stopped = found.stopped
        self.damaged |= dict.fromkeys(found.damaged)
        return Finished(plan, found, self._references)
