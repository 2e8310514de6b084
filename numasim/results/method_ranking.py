"""Rank methods over instances: ratios to the best, paired tests, and performance profiles.

An instance is a combination of all other values, on which every method has one row. The ratio of a method to
a reference is the geometric mean over the instances, with a 95% confidence interval by Student's t
distribution of the logarithms. The p value is of the Wilcoxon signed-rank test of the paired logarithms,
two-sided, and corrected for several comparisons (S. Holm, "A simple sequentially rejective multiple test
procedure", Scand. J. Statist. 6, 1979). A performance profile is the share of the instances on which a method
needs at most a factor times the best method (E. D. Dolan and J. J. More, "Benchmarking optimization software
with performance profiles", Math. Program. 91, 2002).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.differences import CONFIGURATION
from numasim.results.replicates import estimate
from numasim.results.row_names import REPLICATE
from numasim.schema.kinds import parts
from partitioners.errors import InputError, OptionError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.counts import plural

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

MAX_EXACT = 300
"""The largest number of instances for which p values are exact."""

MORE_IS_BETTER = frozenset(
    (
        *("speedup", "efficiency", "core_utilisation", "occupancy"),
        *("l1_hit_rate", "l2_hit_rate", "teps", "flops_per_dram_byte"),
    )
)
"""The figures of a run that are no measures of a ranking, because the best method has the most."""

FACTORS = (1.0, 1.05, 1.1, 1.25, 1.5, 2.0)
"""The factors of a performance profile that a table shows."""


@dataclass(frozen=True)
class Rank:
    """One method over all instances.

    Attributes
    ----------
    wins : int
        Instances on which no method is better.
    to_best : float
        Geometric mean of the ratio to the best method of each instance; at least 1.
    to_reference, low, high : float
        Geometric mean of the ratio to the reference, and the ends of its 95% confidence interval; NaN for the
        interval of one instance.
    p : float
        The corrected p value; NaN for the reference and for a single instance.
    profile : tuple of float
        The share of the instances within each factor of ``FACTORS``.
    """

    method: str
    wins: int
    to_best: float
    to_reference: float
    low: float
    high: float
    p: float
    profile: tuple[float, ...]


def instances(
    table: pd.DataFrame, by: str, measure: str, instance: Sequence[str] | None = None
) -> pd.DataFrame:
    """The measure of each method on each instance.

    Parameters
    ----------
    table : pandas.DataFrame
        The table ``results`` of a results folder. Failed runs, runs that a limit ended, and the second run of
        an edge cut are left out.
    by : str
        The column that names the method, or several columns, separated by commas.
    measure : str
        The column to compare; less is better.
    instance : sequence of str, optional
        The columns that distinguish the instances. By default, these are the columns of the configuration,
        and swept fields, that vary for at least one method.

    Returns
    -------
    pandas.DataFrame
        One row per instance on which all methods have a row, one column per method. The index has the values
        that distinguish the instances.

    Raises
    ------
    InputError
        A column does not exist, the measure has no numbers, or more of it is better, there are fewer than two
        methods, a method has two rows for one instance, no instance has all methods, or a value is not
        positive.
    """
    parts = [part.strip() for part in by.split(",")]
    for column in (*parts, *(instance or ()), measure):
        if column not in table:
            raise InputError(f"the results have no column {column!r}; {nearest_column(column, table)}")
    if measure in MORE_IS_BETTER:
        raise InputError(
            f"more of {measure!r} is better, and a ranking compares measures of which less is better; use "
            "cycles or seconds, for example"
        )
    if any(isinstance(value, str) for value in table[measure]):
        raise InputError(f"{measure!r} has no numbers to rank; use cycles or seconds, for example")
    rows = whole_runs(table, measure)
    label = labels(rows, by)
    methods = list(dict.fromkeys(label))
    if len(methods) < 2:
        raise InputError(f"{by!r} has {len(methods)} {plural(len(methods), 'value')}; a ranking needs two")
    if instance is None:
        others = [str(name) for name in rows if name not in parts]
        known = [c for c in others if c in CONFIGURATION or c in (REPLICATE, "seed") or "." in c]
    else:
        known = list(instance)
    names = texts(rows[known]).assign(**{by: label})
    # A column with one value for each method belongs to the method.
    of_method = len(names.drop_duplicates(by))
    vary = [column for column in known if len(names[[by, column]].drop_duplicates()) > of_method]
    keys = names[[by, *vary]]
    if keys.duplicated().any():
        first = keys[keys.duplicated()].iloc[0]
        raise InputError(
            f"{first[by]!r} has two rows for one instance; rank by a column that distinguishes them, or rank "
            "the results of fewer fields"
        )
    # Without a varying column there is one instance.
    paired = names.assign(instance=0)
    paired[measure] = rows[measure].astype(float)
    wide = paired.pivot_table(index=vary or "instance", columns=by, values=measure)[methods].dropna()
    if wide.empty:
        raise InputError(f"no instance has a row of every value of {by!r}")
    if not (wide.to_numpy() > 0).all():
        raise InputError(f"{measure!r} has values that are not positive, so it has no ratios")
    return wide


def distinct(values: pd.DataFrame) -> pd.DataFrame:
    """The instances without copies, which are replicates with the same values of every method.

    Replicates are instances that differ in nothing but ``replicate`` and seeds. If all of them have the same
    values, as in runs in which nothing is random, one stands for all: they say nothing about chance.

    Parameters
    ----------
    values : pandas.DataFrame
        The result of :func:`instances`.
    """
    names = [str(name) for name in values.index.names]
    seeds = [name for name in names if name in (REPLICATE, "seed") or name.endswith(".seed")]
    if not seeds:
        return values
    rest = [values.index.get_level_values(name) for name in names if name not in seeds]
    groups = values.groupby(rest or np.zeros(len(values)), sort=False)
    equal = (groups.transform("max") == groups.transform("min")).all(axis=1)
    return values[~equal | (groups.cumcount() == 0)]


def nearest_column(name: str, table: pd.DataFrame) -> str:
    """A hint at the column of a field of the configuration, of a heading, or of a misspelt name."""
    kinds = list(parts("columns", "ROWS"))
    columns = [each.field_columns.get(name, "") for each in kinds]
    columns += [own for each in kinds for own, heading in each.naming.items() if heading == name]
    found = {each for each in table.columns if each in columns or each.endswith(f".{name}")}
    return f"did you mean {min(found)!r}?" if found else did_you_mean(name, table.columns)


def find_column(table: pd.DataFrame, name: str) -> str:
    """The full name of a column, which may be given by its end, as ``l2.size``.

    Raises
    ------
    InputError
        There is no such column, or several have this end.
    """
    found = _with_end(table, name)
    if len(found) == 1:
        return found[0]
    raise InputError(f"the results have no column {name!r}; {nearest_column(name, table)}")


def find_columns(table: pd.DataFrame, names: str) -> list[str]:
    """The full names of columns that are separated by commas.

    Raises
    ------
    InputError
        See :func:`find_column`.
    """
    return [find_column(table, name.strip()) for name in names.split(",")]


def _with_end(table: pd.DataFrame, name: str) -> list[str]:
    """The column of a name, else those with this end."""
    if name in table:
        return [name]
    return [str(each) for each in table.columns if str(each).endswith(f".{name}")]


def joined(tables: Sequence[pd.DataFrame], by: str) -> pd.DataFrame:
    """The rows of several results folders, also of different kinds, in one table.

    A program of threads is the ``workload`` of its rows. Columns that a kind of rows does not have are
    missing values, or empty texts if they name methods.

    Parameters
    ----------
    tables : sequence of pandas.DataFrame
        Tables ``results``.
    by : str
        The columns that name a method, or their ends, separated by commas.
    """
    import pandas as pd

    named = [
        table.assign(workload=table["program"]) if "program" in table and "workload" not in table else table
        for table in tables
    ]
    if len(named) == 1:
        return named[0]
    parts = [part.strip() for part in by.split(",")]
    known = {column for table in named for part in parts for column in _with_end(table, part)}
    filled = [table.assign(**dict.fromkeys(known - set(table), "")).astype(object) for table in named]
    return pd.concat(filled, ignore_index=True)


def whole_runs(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The rows with a measure, without failed runs, partial runs and the second runs of edge cuts."""
    whole = table["error"].isna() if "error" in table else np.ones(len(table), bool)
    for column, unwanted in (("completed", 0), ("extra_run", True)):
        if column in table:
            whole &= ~(table[column] == unwanted)
    return table[whole & table[measure].notna()]


def labels(rows: pd.DataFrame, by: str) -> pd.Series:
    """The name of the method of each row: the values of one or more columns, without empty ones.

    Parameters
    ----------
    by : str
        The columns, separated by commas.
    """
    parts = [part.strip() for part in by.split(",")]
    return texts(rows[parts]).apply(lambda row: ", ".join(filter(None, row)), axis=1)


def texts(cells: pd.DataFrame) -> pd.DataFrame:
    """The values as text; a missing value, such as that of a field of other workloads, is ``-``."""
    return cells.astype(str).where(cells.notna(), "-")


def rank(values: pd.DataFrame, reference: str | None = None) -> list[Rank]:
    """Rank the methods, the best first.

    Parameters
    ----------
    values : pandas.DataFrame
        The result of :func:`instances`.
    reference : str, optional
        The method of which the others are compared; the best one by default.

    Raises
    ------
    OptionError
        There is no such method.
    """
    methods = [str(method) for method in values.columns]
    logs = np.log(values.to_numpy(float))
    over = logs - logs.min(axis=1, keepdims=True)
    means = over.mean(axis=0)
    order = sorted(range(len(methods)), key=lambda k: (means[k], k))
    if reference is None:
        reference = methods[order[0]]
    if reference not in methods:
        raise OptionError(f"there is no method {reference!r}; {did_you_mean(reference, methods)}")
    of_reference = logs[:, methods.index(reference)]
    p = dict.fromkeys(methods, math.nan)
    others = [method for method in methods if method != reference]
    tested = [paired_p(logs[:, methods.index(method)] - of_reference) for method in others]
    p |= dict(zip(others, holm(tested), strict=True))
    found = []
    for k in order:
        ratio = estimate((logs[:, k] - of_reference).tolist())
        assert ratio is not None
        half = math.nan if ratio.half_width is None else ratio.half_width
        found.append(
            Rank(
                methods[k],
                int((over[:, k] == 0).sum()),
                math.exp(means[k]),
                math.exp(ratio.mean),
                math.exp(ratio.mean - half),
                math.exp(ratio.mean + half),
                p[methods[k]],
                tuple(float(share) for share in profile(over[:, k], np.log(FACTORS))),
            )
        )
    return found


def paired_p(differences: NDArray[np.float64]) -> float:
    """The p value of the Wilcoxon signed-rank test of paired differences, two-sided.

    It is exact for up to ``MAX_EXACT`` differences, equal ones included, and of the normal approximation for
    more. It is 1 if all differences are 0, and NaN for a single one.
    """
    if differences.size < 2:
        return math.nan
    differences = np.round(differences, 12)
    differences = differences[differences != 0]
    if not differences.size:
        return 1.0
    from scipy.stats import rankdata, wilcoxon

    if differences.size > MAX_EXACT:
        return float(wilcoxon(differences, method="asymptotic").pvalue)
    doubled = np.round(2 * rankdata(np.abs(differences))).astype(int)  # equal ones have a mean rank
    chance = np.zeros(doubled.sum() + 1)  # of each sum of the doubled positive ranks
    chance[0] = 1.0
    for each in doubled:
        shifted = np.zeros_like(chance)
        shifted[each:] = chance[: chance.size - each]
        chance = (chance + shifted) / 2
    mean = doubled.sum() / 2
    far = abs(doubled[differences > 0].sum() - mean)
    return min(1.0, float(chance[np.abs(np.arange(chance.size) - mean) >= far].sum()))


def holm(p: Sequence[float]) -> list[float]:
    """Correct the p values of several tests by Holm's method. NaN stays NaN, and is not a test."""
    order = sorted((k for k in range(len(p)) if not math.isnan(p[k])), key=lambda k: p[k])
    corrected, largest = list(p), 0.0
    for place, k in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - place) * p[k]))
        corrected[k] = largest
    return corrected


def profile(over_best: NDArray[np.float64], factors: Any) -> NDArray[np.float64]:
    """The share of the instances on which a method is within each factor of the best one.

    Parameters
    ----------
    over_best : ndarray of float64, shape (instances,)
        The logarithm of the ratio of the method to the best method.
    factors : array_like of float
        The logarithms of the factors.
    """
    return (over_best[None, :] <= np.asarray(factors)[:, None] + 1e-12).mean(axis=1)
