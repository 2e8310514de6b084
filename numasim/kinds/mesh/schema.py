"""The experiment whose clusters run on a mesh."""

from __future__ import annotations

from numasim.schema.experiment import Experiment

EXPERIMENT = Experiment
