"""The conformance checks of a kind of experiment: its parts, and runs of its example."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numasim.experiments.experiment import run
from numasim.experiments.job import Job
from numasim.experiments.point import evaluate
from numasim.experiments.point_kind import PointKind
from numasim.results.row_kinds import RowKind
from numasim.results.tables import load_results
from numasim.schema.expand import points
from numasim.schema.experiment import Experiment
from numasim.schema.kinds import KINDS, example_of, part
from numasim.schema.load import load_experiment
from partitioners.plugins.conformance import Suite, check

PARTS = {
    "schema": ("EXPERIMENT",),
    "columns": ("ROWS",),
    "summary": ("columns", "caption"),
    "figures": ("PICTURES", "pictures"),
    "point": ("POINT",),
}
"""The modules of a kind, and the names that each has."""

ALWAYS = ("point", "run_id", "extra_run", "replicate", "warnings", "error")
"""The columns of the rows of all kinds."""


class KindSuite(Suite):
    """The checks on one kind of experiment."""

    registry = KINDS
    positional = 1

    def answer(self) -> bytes:
        """Return the rows and tables of the first point of the example as bytes."""
        job = Job.of(points(self._example())[0])
        outcome = evaluate(job)
        if outcome.error is not None:
            self.fail(outcome.error)
        tables = [f"{name}\n{outcome.tables[name].to_csv()}" for name in sorted(outcome.tables)]
        return "\n".join([repr(outcome.rows), *tables]).encode()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Refuse options: a kind has none."""
        self.plugin.check_options(options)

    def _example(self) -> Experiment:
        file = example_of(self.name)
        self.fed = str(file)
        if not file.is_file():
            self.fail("there is no such file; a kind has an example")
        return load_experiment(file)

    @check("its package has the five modules with their names")
    def has_its_parts(self) -> None:
        """Every part is there, and the model, the rows and the kind have one name."""
        found = {name: part(self.name, module, name) for module, names in PARTS.items() for name in names}
        types = {"EXPERIMENT": type(Experiment), "ROWS": RowKind, "POINT": PointKind}
        for name, kind in types.items():
            if not isinstance(found[name], kind):
                self.fail(f"{name} is a {type(found[name]).__name__}; expected a {kind.__name__}")
        for what, named in (("EXPERIMENT.kind", found["EXPERIMENT"].kind), ("ROWS.name", found["ROWS"].name)):
            if named != self.name:
                self.fail(f"{what} is {named!r}; expected {self.name!r}")

    @check("its example is an experiment of this kind")
    def describes_its_example(self) -> None:
        """No other kind describes it, and what is written of it loads as the same experiment."""
        experiment = self._example()
        if experiment.kind != self.name:
            self.fail(f"it is of the kind {experiment.kind!r}")
        again = load_experiment(experiment.located())
        if again != experiment:
            self.fail("the experiment with its defaults filled in loads as a different one")

    @check("its example gives the same tables, pictures and report with one and with two workers")
    def any_number_of_workers(self) -> None:
        """Compare the tables byte for byte, and let all pictures be drawn."""
        self._example()
        found = []
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            for workers in (1, 2):
                table = run(example_of(self.name), Path(folder) / str(workers), workers)
                if table["error"].notna().any():
                    self.fail(f"a point failed: {table['error'].dropna().iloc[0]}")
                files = sorted((Path(folder) / str(workers)).glob("*.parquet"))
                found.append({each.name: each.read_bytes() for each in files if each.stem != "timings"})
        if found[0] != found[1]:
            names = [name for name, content in found[0].items() if found[1].get(name) != content]
            self.fail(f"with two workers, {' and '.join(names)} differ")
        undrawn = [text for each in said if "could not be drawn" in (text := str(each.message))]
        if undrawn:
            self.fail(undrawn[0])

    @check("the columns and tables of its rows are registered, and each figure has its meaning")
    def columns_are_documented(self) -> None:
        """Every column is a figure, is measured, or is described by the configuration."""
        rows: RowKind = part(self.name, "columns", "ROWS")
        experiment = self._example()
        with tempfile.TemporaryDirectory() as folder:
            run(example_of(self.name), folder)
            columns = load_results(folder).columns
            tables = {*evaluate(Job.of(points(experiment)[0])).tables}
        first, kind = points(experiment)[0].experiment, part(self.name, "point", "POINT")
        own, described = kind.own_figures(first), kind.describe(first)
        known = {*ALWAYS, *rows.columns, *rows.measured, *described, *experiment.sweep, *(own or ())}
        if own is None:  # only the run knows the figures of its program
            known.update(columns)
        unknown = [name for name in columns if name not in known and "_vs_" not in name]
        unknown += sorted(tables - {*rows.tables})
        if unknown:
            self.fail(f"ROWS does not name {', '.join(unknown)}")
        silent = [name for name, each in rows.columns.items() if not each.meaning and name in columns]
        if silent:
            self.fail(f"no meaning: {', '.join(silent)}")
