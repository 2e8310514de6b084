"""Run a search: propose a batch of points, run them as those of a sweep, learn what they cost, and so on.

The batches do not depend on the number of workers, and a point is a pure function of its configuration, so
the points are the same for any number of workers. A search that was killed proposes the same points again
and finds the finished ones in its folder.

Equal proposals are run once. Those that are impossible or do not meet the constraint are not run. The method
learns of both, and they do not count as points; a search whose last ``GIVE_UP`` proposals brought no new
point ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from numasim.experiments.derived_columns import add_derived
from numasim.experiments.plan import Plan, compared_rows, tidy
from numasim.experiments.proposals import Proposal, Proposals
from numasim.experiments.run_jobs import JobResults, JobRunner
from numasim.plugin_files import Hashes
from numasim.results.objectives import best_rows, costs_of
from numasim.schema.expand import (
    Builder,
    Expansion,
    Impossible,
    Point,
    applicable_in,
    make_point,
    meets_constraint,
)
from partitioners.errors import ConfigError
from partitioners.progress import Progress
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.experiments.point_store import PointStore
    from numasim.experiments.run_options import RunOptions
    from numasim.schema.experiment import Experiment

GIVE_UP = 500
"""The number of proposals in a row without a new point after which a search ends."""

Costs = Sequence[float] | None
"""The costs of a point; None if it has none, because its run failed."""


class Searched(NamedTuple):
    """The points of a search in their order, and their outcomes.

    Attributes
    ----------
    screened : dict of int to int
        The points that confirm others, and those that they confirm.
    notes : list of str
        Why there are fewer points than allowed.
    """

    plan: Plan
    found: JobResults
    screened: dict[int, int]
    notes: list[str]


def run_search(
    experiment: Experiment, options: RunOptions, store: PointStore, progress: Progress
) -> Searched:
    """Run a search, and keep its points as the points of the experiment.

    Parameters
    ----------
    experiment : Experiment
        With a search.
    options, store
        See :class:`numasim.experiments.run_jobs.JobRunner`.
    progress : callable
        Called when a run ends.

    Raises
    ------
    MissingExtraError
        A package of the search is not installed.
    ConfigError
        No proposed point can be run, or a constraint names something that is no field.
    """
    with JobRunner(options, store) as runner:
        running = _Running(experiment, runner, progress)
        running.propose()
        if not running.plan.points and not running.found.stopped:
            raise ConfigError(
                [f"search: {'; '.join(running.notes())}; widen the fields, or relax the constraint"]
            )
        running.confirm()
    made = [point for point, _, _ in running.plan.points]
    experiment.keep_expansion(Expansion(made, [], running.not_met))
    return Searched(running.plan, running.found, running.screened, running.notes())


class _Running:
    """A search while it runs.

    Attributes
    ----------
    plan : Plan
        The points that have been run.
    not_met, impossible : int
        The numbers of different proposals that do not meet the constraint, and that are no experiment.
    """

    def __init__(self, experiment: Experiment, runner: JobRunner, progress: Progress) -> None:
        assert experiment.search is not None
        self.experiment, self.search = experiment, experiment.search
        self.runner, self.progress = runner, progress
        data = experiment.resolved()
        self._builder = Builder(type(experiment), data, experiment.directory)
        self._applicable = applicable_in(data, type(experiment))
        self.plan, self.found = Plan(experiment, [], {}, Hashes()), JobResults()
        self.screened: dict[int, int] = {}
        self.not_met = self.impossible = 0
        self._left_out: set[str] = set()
        self._of_proposal: dict[str, Point] = {}
        self._costs: dict[int, Costs] = {}

    def propose(self) -> None:
        """Run points until there are enough of them, or nothing new is proposed any more."""
        proposals = Proposals(self.search, len(self.experiment.objective))
        in_vain = 0
        while len(self._costs) < self.search.points and in_vain < GIVE_UP and not self.found.stopped:
            asked = proposals.ask(self.search.batch)
            points = [self._point_of(each) for each in asked]
            new = {each.index: each for each in points if each is not None and each.index not in self._costs}
            in_vain = 0 if new else in_vain + len(asked)
            self._costs |= self._run(list(new.values())[: self.search.points - len(self._costs)])
            for proposal, point in zip(asked, points, strict=True):
                if point is None:
                    proposals.tell_not_allowed(proposal)
                elif (costs := self._costs.get(point.index)) is not None:
                    proposals.tell(proposal, costs)
                else:
                    proposals.tell_failed(proposal)

    def confirm(self) -> None:
        """Run the best screened points with the experiment's own values."""
        points = [point for point, _, _ in self.plan.points]
        if not self.search.screen or self.found.stopped or not points:
            return
        nothing = [np.nan] * len(self.experiment.objective)
        costs = np.array([self._costs[point.index] or nothing for point in points])
        confirmed: list[Point] = []
        for k in best_rows(costs, self.search.confirm):
            values = {name: v for name, v in points[k].overrides.items() if name not in self.search.screen}
            point = make_point(self.experiment, self._builder, len(points) + len(confirmed), values)
            if isinstance(point, Point):
                self.screened[point.index] = points[k].index
                confirmed.append(point)
        self._run(confirmed)

    def notes(self) -> list[str]:
        """Return why there are fewer points than allowed, and which proposals were not run."""
        found, points = [], len(self._costs)
        if points < self.search.points and not self.found.stopped:
            found.append(
                f"the search ended after {points:,} of {self.search.points:,} points: its last {GIVE_UP} "
                "proposals brought no new one"
            )
        for number, why in (
            (self.not_met, "not meet the constraint"),
            (self.impossible, "not fit together"),
        ):
            if number:
                found.append(f"{number:,} proposed {plural(number, 'point')} did {why}, and did not run")
        return found

    def _point_of(self, proposal: Proposal) -> Point | None:
        """The point of a proposal, a new one or an earlier one; None if it cannot be run."""
        values = self._applicable(proposal.values)
        name = repr(values)
        if name in self._of_proposal or name in self._left_out:
            return self._of_proposal.get(name)
        point = make_point(
            self.experiment, self._builder, len(self._of_proposal), {**values, **self.search.screen}
        )
        if isinstance(point, Point) and meets_constraint(self.experiment, point):
            self._of_proposal[name] = point
            return point
        self._left_out.add(name)
        self.impossible += isinstance(point, Impossible)
        self.not_met += isinstance(point, Point)
        return None

    def _run(self, points: Sequence[Point]) -> dict[int, Costs]:
        """Run new points, and return the costs of each."""
        if not points:
            return {}
        part = Plan.of(self.experiment, points, self.plan.hashes)
        self.plan = self.plan._replace(points=self.plan.points + part.points, jobs=self.plan.jobs | part.jobs)
        new = {key: job for key, job in part.jobs.items() if key not in self.found.outcomes}
        ended = len(self.found.outcomes)
        left = self.search.points + self.search.confirm - len(self.plan.points)
        total = len(self.plan.jobs) + max(left, 0)

        def progress(done: int, _: int, line: str) -> None:
            self.progress(ended + done, total, line)

        found = self.runner.run(new, progress)
        self.found = replace(
            found,
            outcomes=self.found.outcomes | found.outcomes,
            reused=self.found.reused | found.reused,
            damaged=list(dict.fromkeys(self.found.damaged + found.damaged)),
        )
        return self._costs_of(part, points)

    def _costs_of(self, part: Plan, points: Sequence[Point]) -> dict[int, Costs]:
        costs: dict[int, Costs] = {point.index: None for point in points}
        rows = compared_rows(part, self.found)
        if not rows:
            return costs
        table, _ = add_derived(tidy(rows), self.experiment, points)
        done = table["error"].isna() & ~table["extra_run"].fillna(value=False).astype(bool)
        known = costs_of(table[done], self.experiment.objective)
        for index, found in zip(table["point"][done], known, strict=True):
            if costs[index] is None and np.isfinite(found).all():
                costs[index] = found.tolist()
        return costs
