"""A search: points are proposed one batch after the other, by what the earlier points cost.

The fields are those of a sweep, with lists of values or ranges; the objective is the experiment's. The
methods are those of Optuna (Akiba et al., "Optuna: A Next-generation Hyperparameter Optimization Framework",
KDD 2019): independent random points; tree-structured Parzen estimators (Bergstra et al., NIPS 2011; for
several objectives Ozaki et al., GECCO 2020); NSGA-II (Deb et al., 2002); CMA-ES (Hansen, Ostermeier, 2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from numasim.schema.expressions import amount
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.plugins.registry import did_you_mean
from partitioners.text.counts import plural
from partitioners.text.format_value import format_value
from partitioners.text.integers import MAX_WORD
from partitioners.text.wording import Expected

METHODS = ("tpe", "nsga2", "cma", "random")

MAX_SEARCHED = 100_000
"""The largest number of points of a search, whose methods take longer the more they have learned."""


def _known_method(name: str) -> str:
    if name not in METHODS:
        message = f"unknown method {format_value(name)}; {did_you_mean(name, METHODS)}"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return name


class Search(ConfigModel):
    """What is searched, how, and how many points are run."""

    method: Annotated[
        str,
        Expected(f"one of {', '.join(METHODS)}"),
        AfterValidator(_known_method),
        WithJsonSchema({"enum": list(METHODS)}),
    ] = Field(
        default="tpe",
        description="Parzen estimators, which learn from few points; a genetic algorithm; an evolution "
        "strategy for one objective over numbers; or points that learn from nothing",
    )
    points: int = Field(ge=1, le=MAX_SEARCHED, description="largest number of different points that are run")
    seed: int = Field(default=0, ge=0, le=MAX_WORD, description="seed of the proposals")
    batch: int = Field(
        default=10,
        ge=1,
        le=1000,
        description="points proposed before the method learns what they cost; they run in parallel",
    )
    fields: dict[str, Any] = Field(
        description="fields, each with a list of its values or a range `{from: A, to: B, scale: log}`"
    )
    screen: dict[str, Any] = Field(
        default_factory=dict,
        description="values of fields with which all points are run, such as `execution.network: ideal`",
    )
    confirm: int = Field(
        default=0,
        ge=0,
        le=MAX_SEARCHED,
        description="number of the best screened points that are run with the experiment's own values",
    )

    def __str__(self) -> str:
        """One phrase: ``search by tpe, 200 points in batches of 10, over 3 fields``."""
        points = f"{self.points:,} {plural(self.points, 'point')}"
        fields = f"{len(self.fields)} {plural(len(self.fields), 'field')}"
        confirmed = f", the best {self.confirm:,} confirmed" if self.screen else ""
        return f"search by {self.method}, {points} in batches of {self.batch}, over {fields}{confirmed}"

    @rule
    def _confirms_what_is_screened(self) -> None:
        if self.confirm and not self.screen:
            message = "there is nothing to confirm without `screen`, the values of the screening runs"
            raise_problems([Problem(("confirm",), message, at_key=True)])
        if self.screen and not self.confirm:
            message = "is missing; expected the number of the best points to run with the experiment's values"
            raise_problems([Problem(("confirm",), message)])
        if self.confirm > self.points:
            message = f"expected at most the {self.points:,} points of the search, got {self.confirm:,}"
            raise_problems([Problem(("confirm",), message)])

    @rule
    def _cma_takes_numbers(self) -> None:
        if self.method != "cma":
            return
        for field, given in self.fields.items():
            if not isinstance(given, Mapping) and not are_numbers(given):
                words = next(value for value in given if not are_numbers([value]))
                message = f"method cma takes numbers, got {format_value(words)}; use tpe or nsga2"
                raise_problems([Problem(("fields", field), message, at_key=True)])
        if sum(isinstance(given, Mapping) or len(given) > 1 for given in self.fields.values()) < 2:
            message = "method cma takes at least two fields with more than one value; use tpe"
            raise_problems([Problem(("fields",), message)])

    def check_objective(self, objective: Sequence[str]) -> None:
        """Check that the method can search for the least of an experiment's objective.

        Raises
        ------
        pydantic.ValidationError
        """
        if not objective:
            message = "needs an `objective` beside it, such as `objective: cycles`; the least is searched for"
            raise_problems([Problem((), message, at_key=True)])
        if self.method == "cma" and len(objective) > 1:
            message = f"cma takes one objective, got {len(objective)}; use tpe or nsga2"
            raise_problems([Problem(("method",), message)])


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether all listed values are numbers, or numbers with units, and thus have an order."""
    return all(isinstance(amount(value), (int, float)) and not isinstance(value, bool) for value in values)
