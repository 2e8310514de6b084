"""Copies of an experiment with another sweep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


def with_swept(experiment: Experiment, key: str, values: Any) -> Experiment:
    """A copy of an experiment with new values for a key of its sweep."""
    return with_sweep(experiment, experiment.resolved()["sweep"] | {key: values})


def with_sweep(experiment: Experiment, sweep: Mapping[str, Any]) -> Experiment:
    """A copy of an experiment with a different sweep."""
    resolved = experiment.resolved() | {"sweep": sweep}
    changed = type(experiment).model_validate(resolved)
    return changed.in_directory(experiment.directory, experiment.data, experiment.left_out)
