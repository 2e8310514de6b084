"""The timeline of one run of an experiment: the options that ask for it, and how it is written."""

# Without annotations from the future: cyclopts reads the types.
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from numasim.experiments.job import Job
    from numasim.numa.shared.timeline import Timeline
    from numasim.results.experiment_results import ExperimentResults
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

TRACE_EVENTS = 200_000


@dataclass(frozen=True)
class TimelineOptions:
    """The timeline that ``numasim run`` writes.

    Parameters
    ----------
    trace
        Write a timeline of one run to this JSON file, for https://ui.perfetto.dev, or as a Gantt picture to a
        file that ends with .svg, .png or .pdf. It shows the activity of every core and all messages, or (JSON
        only) the blocks of a GPU. The run is repeated with the SimPy engine. The timeline of cores is also a
        table of the results folder, and a section of its report.
    trace_window
        Cycles that the timeline covers, as FROM:TO; either end may be left out.
    trace_point
        Number of the point in the sweep whose run is traced.
    trace_events
        Maximum number of slices and messages in the timeline; viewers stay fast with the default.
    """

    trace: Path | None = None
    trace_window: str = ":"
    trace_point: int = 0
    trace_events: int = TRACE_EVENTS

    def timeline(self) -> "Timeline":
        """Return an empty timeline of the window."""
        from numasim.numa.shared.timeline import Timeline
        from numasim.results.timeline import parse_window

        return Timeline(*parse_window(self.trace_window), self.trace_events)

    def check(self) -> None:
        """Raise an error for options that cannot be, before any run starts."""
        from partitioners.errors import InputError, OptionError

        if self.trace is None and self != NO_TIMELINE:
            raise OptionError(
                "--trace-window, --trace-point and --trace-events require --trace FILE, the timeline to write"
            )
        if self.trace is not None and self.trace.is_dir():
            raise InputError(f"--trace {self.trace}: this is a folder; give the name of a file")
        if self.trace is not None and not self.trace.parent.is_dir():
            raise InputError(f"--trace {self.trace}: there is no folder {self.trace.parent} to write into")
        self.timeline()

    def point_of(self, file: str, experiment: "Experiment") -> "Point | None":
        """Return the point that is traced, if one is; raise an OptionError if it cannot be."""
        from numasim.schema.expand import point_of
        from partitioners.errors import OptionError

        if self.trace is None:
            return None
        if experiment.search is not None:
            raise OptionError(
                f"--trace {self.trace}: the points of a search are known when it has run; record the "
                "timeline of one of them by `numasim replay FOLDER POINT --trace FILE`"
            )
        point = point_of(experiment, self.trace_point)
        if point is None:
            raise OptionError(
                f"--trace-point {self.trace_point}: no such point; `numasim show {file}` lists the points"
            )
        recorder(self.trace, point.experiment)
        return point

    def add_to(self, folder: Path, results: "ExperimentResults", point: "Point") -> None:
        """Run the point again, and write its timeline to the file and into the results folder."""
        from numasim.results.report.recorded_timeline import add_timeline
        from numasim.results.timeline_tables import timeline_tables

        assert self.trace is not None  # it has a point
        timeline = self.timeline()
        write_timeline_of(self.trace, timeline, point, results.points, results.table)
        run_ids = results.table["run_id"][results.table["point"] == point.index].tolist()
        tables = timeline_tables(timeline, point.index, run_ids[0])
        if tables:
            add_timeline(folder, results, tables, timeline.timed_tasks)


NO_TIMELINE = TimelineOptions()


def recorder(path: Path, experiment: "Experiment") -> "Callable[[Job, Timeline, Path], int]":
    """Return the function that runs a job and records its timeline.

    Raises
    ------
    OptionError
        The experiment simulates nothing (``machine: none``), windows, or a processor and a GPU.
    """
    from numasim.experiments.point_kind import kind_of
    from partitioners.errors import OptionError

    kind = kind_of(experiment)
    why = kind.no_timeline(experiment, path)
    if kind.record is None or why:
        raise OptionError(f"--trace {path}: {why}")
    return kind.record


def write_timeline_of(
    path: Path, timeline: "Timeline", point: "Point", count: int, table: "pd.DataFrame"
) -> None:
    """Run one point of a sweep again, write its timeline, and print where it is.

    A point that failed according to the table of results is not run again.
    """
    from numasim.cli.terminal import console, print_error
    from numasim.experiments.job import Job
    from numasim.results.timeline import spans

    if table["error"][table["point"] == point.index].notna().all():
        print_error(f"no timeline: point {point.index} failed", kind="")
        return
    record = recorder(path, point.experiment)
    cycles = record(Job(point.index, point.experiment), timeline, path)
    last = cycles if timeline.last is None else min(timeline.last, cycles)
    of_sweep = f" of point {point.index} (of {count})" if count > 1 else ""
    console().print(f"the timeline{of_sweep}, cycles {timeline.first:,} to {last:,}, is in {path}")
    if timeline.region:
        console().print(f"it has the whole run; the region of interest is {spans(timeline.region)}")
    if timeline.cut:
        console().print(
            f"it was cut at cycle {last:,} of {cycles:,}, after {timeline.max_events:,} "
            f"events; show the rest with --trace-window {last}:, or raise --trace-events"
        )
