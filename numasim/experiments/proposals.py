"""The proposals of a search, from Optuna, which learns what earlier proposals cost.

The study is in memory: the same search with the same costs asks the same proposals, so a search that was
killed repeats them and finds the finished points in its folder.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from numasim.schema.expressions import amount
from numasim.schema.search import Search, are_numbers
from numasim.schema.sweep import value_at
from partitioners.errors import MissingExtraError

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution
    from optuna.samplers import BaseSampler
    from optuna.trial import Trial

POPULATION = 20
"""The points of a generation of NSGA-II; with Optuna's 50, a search of 200 points would have four."""


class Proposal(NamedTuple):
    """The proposed values of the searched fields; ``trial`` is Optuna's."""

    values: dict[str, Any]
    trial: Trial


class Proposals:
    """Proposes points, and learns what they cost.

    Parameters
    ----------
    search : Search
    objectives : int
        The number of objectives.

    Raises
    ------
    MissingExtraError
        Optuna, or for CMA-ES the package ``cmaes``, is not installed.
    """

    def __init__(self, search: Search, objectives: int) -> None:
        if (missing := _missing_extra(search)) is not None:
            raise missing
        import optuna

        verbosity = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.WARNING)  # no line on the new study
        try:
            self._study = optuna.create_study(sampler=_sampler(search), directions=["minimize"] * objectives)
        finally:
            optuna.logging.set_verbosity(verbosity)
        self._fields = {field: _ordered(given) for field, given in search.fields.items()}
        self._space = {field: _distribution(given) for field, given in self._fields.items()}
        self._learns_constraints = search.method in ("tpe", "nsga2")

    def ask(self, number: int) -> list[Proposal]:
        """Return several proposals; none of them knows what the others cost."""
        trials = [self._study.ask(self._space) for _ in range(number)]
        return [
            Proposal({name: _value(given, each.params[name]) for name, given in self._fields.items()}, each)
            for each in trials
        ]

    def tell(self, proposal: Proposal, costs: Sequence[float]) -> None:
        """Let the method learn what a proposal costs."""
        if self._learns_constraints:
            proposal.trial.set_constraint("allowed", 0.0)
        self._study.tell(proposal.trial, list(costs))

    def tell_failed(self, proposal: Proposal) -> None:
        """Let the method know that a proposal has no cost, because its run failed."""
        from optuna.trial import TrialState

        self._study.tell(proposal.trial, state=TrialState.FAIL)

    def tell_not_allowed(self, proposal: Proposal) -> None:
        """Let the method learn that a proposal is impossible or does not meet the constraint."""
        if self._learns_constraints:
            proposal.trial.set_constraint("allowed", 1.0)
            self._study.tell(proposal.trial, [float("inf")] * len(self._study.directions))
        else:
            self.tell_failed(proposal)


def missing_search_extra(search: Search) -> str | None:
    """Return what to do if a package of a search is not installed, else None."""
    error = _missing_extra(search)
    return None if error is None else str(error)


def _missing_extra(search: Search) -> MissingExtraError | None:
    for package in ("optuna", "cmaes") if search.method == "cma" else ("optuna",):
        if importlib.util.find_spec(package) is None:
            return MissingExtraError(package, "search", f"a search by {search.method}")
    return None


def _sampler(search: Search) -> BaseSampler:
    from optuna import samplers

    seed = int(np.random.SeedSequence(search.seed).generate_state(1)[0])  # Optuna takes 32 bits
    made: dict[str, Any] = {
        "tpe": lambda: samplers.TPESampler(seed=seed),
        "nsga2": lambda: samplers.NSGAIISampler(seed=seed, population_size=POPULATION),
        "cma": lambda: samplers.CmaEsSampler(seed=seed, warn_independent_sampling=False),
        "random": lambda: samplers.RandomSampler(seed=seed),
    }
    sampler: BaseSampler = made[search.method]()
    return sampler


def _ordered(given: Any) -> Any:
    """The range or the values of a field; numbers are sorted, since a method learns from their order."""
    return sorted(given, key=amount) if not isinstance(given, Mapping) and are_numbers(given) else given


def _distribution(given: Any) -> BaseDistribution:
    """The place in a range, the position in a list of numbers, or one of several words."""
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if isinstance(given, Mapping):
        return FloatDistribution(0, 1)
    if are_numbers(given):
        return IntDistribution(0, len(given) - 1)
    return CategoricalDistribution(range(len(given)))


def _value(given: Any, drawn: Any) -> Any:
    return value_at(given, drawn) if isinstance(given, Mapping) else given[drawn]
