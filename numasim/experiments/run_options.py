"""The options of a run, declared once for Python and the command line."""

# Without annotations from the future: the command line reads the types of a class derived from this.
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from typing import Any

from numasim.experiments.point_limits import Limits
from partitioners.errors import OptionError
from partitioners.progress import Progress, progress_line, silent


@dataclass(frozen=True)
class RunOptions:
    """Options of the run that do not change its results.

    Parameters
    ----------
    workers : int, optional
        Number of parallel processes; by default one per core. With 1, the points run in this process.
    timeout : float, optional
        Time limit of a point in seconds; a point that takes longer fails.
    memory : str, optional
        Memory limit of a point, such as "4 GiB", including Python and its libraries (0.2 GiB).
    retry : int
        Number of retries for a point that died, exceeded a limit or hit a bug.
    fail_fast : bool
        Stop at the first point that fails.
    dask : str, optional
        Address of a Dask scheduler, such as tcp://host:8786, whose workers run the points.
    no_csv : bool
        Write the tables as Parquet alone, without their copies in CSV.

    Raises
    ------
    OptionError
    """

    workers: int | None = None
    timeout: float | None = None
    memory: str | None = None
    retry: int = 0
    fail_fast: bool = False
    dask: str | None = None
    no_csv: bool = False

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise OptionError(f"workers must be at least 1, got {self.workers}")
        if self.retry < 0:
            raise OptionError(f"retry must be at least 0, got {self.retry}")
        if self.limits and self.dask is not None:
            raise OptionError(
                "a timeout or a memory limit cannot be used with Dask; set the limits of the Dask workers "
                "instead"
            )
        if self.dask is not None and self.workers is not None:
            raise OptionError("workers cannot be used with Dask; the cluster sets the number of workers")

    @property
    def limits(self) -> Limits:
        """Limits on each point."""
        return Limits.of(self.timeout, self.memory)

    @property
    def processes(self) -> int:
        """The number of workers."""
        from numasim.provenance import usable_cores

        return usable_cores() if self.workers is None else self.workers

    @property
    def given(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {
            field.name: value
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default
        }


def reports_to(progress: bool | Progress) -> AbstractContextManager[Progress]:
    """Return the callback that a user chose, in a context that ends with its computation.

    Parameters
    ----------
    progress : bool or callable
        True for :func:`~partitioners.progress.progress_line`, False for silence, or the callback itself.

    Raises
    ------
    OptionError
        It is none of them.
    """
    if isinstance(progress, bool):
        return progress_line() if progress else nullcontext(silent)
    if not callable(progress):
        raise OptionError(
            f"progress must be True, False, or a function that is called as f(done, total, what), "
            f"got {progress!r}"
        )
    return nullcontext(progress)
