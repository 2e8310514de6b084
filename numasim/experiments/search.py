"""Run a search: propose a batch of points, run them as those of a sweep, learn what they cost, and so on.

The batches do not depend on the number of workers, and a point is a pure function of its configuration, so
the points are the same for any number of workers. A search that was killed proposes the same points again
and finds the finished ones in its folder.

Equal proposals are run once. Those that are impossible or do not meet the constraint are not run. The method
learns of both, and they do not count as points; a search whose last ``GIVE_UP`` proposals brought no new
point ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from numasim.experiments.derived_columns import add_derived, fields_used
from numasim.experiments.proposals import Proposal, Proposals
from numasim.experiments.row_table import RowTable
from numasim.results.objectives import best_rows, costs_of
from numasim.schema.expand import Expansion, Impossible, Point, make_point, meets_constraint
from numasim.schema.point_builder import Builder, applicable_in
from partitioners.errors import ConfigError
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.experiments.gathered import Gathered
    from numasim.experiments.point_runner import PointRunner
    from numasim.schema.experiment import Experiment

GIVE_UP = 500
"""The number of proposals in a row without a new point after which a search ends."""

Costs = Sequence[float] | None
"""The costs of a point; None if it has none, because its run failed."""


class Searched(NamedTuple):
    """How a search ended.

    Attributes
    ----------
    screened : mapping of int to int
        The points that confirm others, and those that they confirm.
    notes : sequence of str
        Why there are fewer points than allowed.
    """

    screened: Mapping[int, int] = MappingProxyType({})
    notes: Sequence[str] = ()


def run_search(experiment: Experiment, runner: PointRunner, gathered: Gathered) -> Searched:
    """Run a search, and keep its points as the points of the experiment.

    Parameters
    ----------
    experiment : Experiment
        With a search.
    gathered : Gathered
        It gets the results.

    Raises
    ------
    MissingExtraError
        A package of the search is not installed.
    ConfigError
        No proposed point can be run, or a constraint names something that is no field.
    """
    running = _Running(experiment, runner, gathered)
    running.propose()
    if not running.points and not runner.stopped:
        raise ConfigError(
            [f"search: {'; '.join(running.notes())}; widen the fields, or relax the constraint"]
        )
    running.confirm()
    experiment.keep_expansion(Expansion(running.points, [], running.not_met))
    return Searched(running.screened, running.notes())


class _Running:
    """A search while it runs.

    Attributes
    ----------
    points : list of Point
        Those that have been run.
    not_met, impossible : int
        The numbers of different proposals that do not meet the constraint, and that are no experiment.
    """

    def __init__(self, experiment: Experiment, runner: PointRunner, gathered: Gathered) -> None:
        assert experiment.search is not None
        self.experiment, self.search = experiment, experiment.search
        self.points: list[Point] = []
        self._runner, self._gathered = runner, gathered
        data = experiment.resolved()
        self._builder = Builder(type(experiment), data, experiment.directory)
        self._applicable = applicable_in(data, type(experiment))
        self.screened: dict[int, int] = {}
        self.not_met = self.impossible = 0
        self._left_out: set[str] = set()
        self._of_proposal: dict[str, Point] = {}
        self._costs: dict[int, Costs] = {}

    def propose(self) -> None:
        """Run points until there are enough of them, or nothing new is proposed any more."""
        proposals = Proposals(self.search, len(self.experiment.objective))
        in_vain = 0
        while len(self._costs) < self.search.points and in_vain < GIVE_UP and not self._runner.stopped:
            asked = proposals.ask(self.search.batch)
            points = [self._point_of(each) for each in asked]
            new = {each.index: each for each in points if each is not None and each.index not in self._costs}
            in_vain = 0 if new else in_vain + len(asked)
            few = list(new.values())[: self.search.points - len(self._costs)]
            self._costs |= self._run(few, self.search.confirm)
            for proposal, point in zip(asked, points, strict=True):
                if point is None:
                    proposals.tell_not_allowed(proposal)
                elif (costs := self._costs.get(point.index)) is not None:
                    proposals.tell(proposal, costs)
                else:
                    proposals.tell_failed(proposal)

    def confirm(self) -> None:
        """Run the best screened points with the experiment's own values."""
        points = self.points
        if not self.search.screen or self._runner.stopped or not points:
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
        self._run(confirmed, confirming=True)

    def notes(self) -> list[str]:
        """Return why there are fewer points than allowed, and which proposals were not run."""
        found, points = [], len(self._costs)
        if points < self.search.points and not self._runner.stopped:
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

    def _run(
        self, points: Sequence[Point], to_confirm: int = 0, *, confirming: bool = False
    ) -> dict[int, Costs]:
        """Run new points, and return the costs of each."""
        if not points:
            return {}
        self.points += points
        after = 0 if confirming else self.search.points - len(self.points)
        rows = self._gathered.add(self._runner.run(points, after, to_confirm, confirming=confirming))
        costs: dict[int, Costs] = {point.index: None for point in points}
        if not rows:
            return costs
        of_index = {point.index: point for point in points}
        fields = fields_used(self.experiment, [of_index[row["point"]] for row in rows])
        table, _ = add_derived(RowTable(rows).frame(), self.experiment, RowTable(fields))
        done = table["error"].isna() & ~table["extra_run"].fillna(value=False).astype(bool)
        known = costs_of(table[done], self.experiment.objective)
        for index, found in zip(table["point"][done], known, strict=True):
            if costs[index] is None and np.isfinite(found).all():
                costs[index] = found.tolist()
        return costs
