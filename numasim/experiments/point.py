"""Run one point of an experiment: a pure function from its configuration to its rows, in any process."""

from __future__ import annotations

import traceback

from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.point_kind import kind_of
from numasim.experiments.stored_tables import StoredTables
from partitioners.errors import (
    InputError,
    InvariantError,
    KernelError,
    MissingExtraError,
    PluginError,
    VerificationError,
)


def evaluate(job: Job) -> Outcome:
    """Run a point; an exception becomes the ``error`` of its row."""
    clock = Clock()
    kind = kind_of(job.experiment)
    row = kind.describe(job.experiment)
    row |= {"run_id": job.run_id, "extra_run": False}
    trace, final = "", False
    try:
        return kind.run(job, row, clock)
    except (InputError, KernelError, MissingExtraError) as error:
        row["error"], final = _one_line(error), True
    except InvariantError as error:
        row["error"], trace = f"a bug: {_one_line(error)}", traceback.format_exc()
    except VerificationError as error:
        row["error"], trace = f"the result failed verification: {_one_line(error)}", traceback.format_exc()
    except PluginError as error:
        row["error"], trace = _one_line(error), traceback.format_exc()
    except MemoryError:
        row["error"], trace = "out of memory", traceback.format_exc()
    except Exception as error:  # a plug-in may raise anything; the other points are still run
        row["error"] = ": ".join(dict.fromkeys(["a bug", type(error).__name__, _one_line(error)]))
        trace = traceback.format_exc()
    # Only the error of a failed point is kept.
    return Outcome([row], StoredTables(), [{"run_id": row["run_id"], **clock.lap()}], trace, final)


def outcome_of_dead_worker(job: Job, why: str) -> Outcome:
    """Return the outcome of a point whose process died or was killed."""
    row = {**kind_of(job.experiment).describe(job.experiment), "extra_run": False, "error": why}
    return Outcome([row | {"run_id": job.run_id}], StoredTables(), [], final=False)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
