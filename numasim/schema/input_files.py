"""The files that an experiment reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gpu.matrices import is_generated

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


def input_files(experiment: Experiment) -> dict[str, Path]:
    """Return the user's files that a concrete experiment reads, by the field that names each."""
    named = {
        **{
            f"workload.{key}": getattr(experiment.workload, key, None) for key in ("graph", "source", "input")
        },
        "workload.matrix": _matrix_file(experiment),
        "partition.file": getattr(experiment.partition, "file", None),  # a kernel may have no partition
        "mapping.file": experiment.mapping.file,
    }
    return {field: experiment.file(name) for field, name in named.items() if name is not None}


def _matrix_file(experiment: Experiment) -> str | None:
    matrix = getattr(experiment.workload, "matrix", None)
    return matrix if isinstance(matrix, str) and not is_generated(matrix) else None
