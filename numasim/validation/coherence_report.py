"""The report on the validation of the coherence protocol: tables, and the section of the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from numasim.numa.coherence.protocol import CONTROL_FLITS, DATA_FLITS
from numasim.numa.coherence.tester import TestOutcome
from numasim.validation.coherence import Validation
from numasim.validation.coherence_transactions import Comparison

BEGIN, END = "<!-- begin: numasim validate coherence -->", "<!-- end: numasim validate coherence -->"

TRANSACTION_COLUMNS = (
    "transaction",
    "script",
    "control",
    "data",
    "legs",
    "L1/home after",
    "homes",
    "error",
    "tolerance",
)
TEST_COLUMNS = ("test", "cores", "blocks", "operations", "L1 hits", "mean latency", "cycles", "events")
MISS_COLUMNS = (
    "test",
    "L1 misses",
    "messages",
    "data messages",
    "invalidations",
    "recalls",
    "write-backs",
    "dirty evictions",
)
IDENTITY_COLUMNS = ("identity", "left", "right", "error", "tolerance")
RACE_COLUMNS = ("race", "times")

Rows = Iterator[tuple[str, ...]]


def transaction_rows(validation: Validation) -> Rows:
    """The rows of the table with ``TRANSACTION_COLUMNS``, one per script.

    If a cell differs from the reference, the reference follows in parentheses.
    """

    def script(one: Comparison) -> tuple[str, str]:
        return one.row.where, one.name

    last_row = ""
    for _, group in groupby(validation.comparisons, script):
        runs = list(group)
        worst = max(runs, key=lambda one: one.error)
        facts = [_with_reference(worst, fact) for fact in ("control", "data", "legs", "after")]
        of_all = f"{len(runs)}" if not worst.error else f"{sum(not one.error for one in runs)} of {len(runs)}"
        name = worst.row.id if worst.row.where == last_row else f"{worst.row.id}: {worst.row.transaction}"
        last_row = worst.row.where
        yield name, worst.script.variant, *facts, of_all, f"{worst.error}", "0"


def _with_reference(one: Comparison, fact: str) -> str:
    """A fact, followed by that of the reference in parentheses if it differs."""
    sizes = {"control": CONTROL_FLITS, "data": DATA_FLITS}
    ours, expected = one.facts[fact], one.expected_facts.get(fact, one.facts[fact])
    if fact in sizes and fact not in one.expected_facts:
        # The row does not contain the number, but its messages determine it.
        expected = str(sum(n for kind, n in one.expected.items() if kind.flits == sizes[fact]))
    return ours if ours == expected else f"{ours} ({expected})"


def test_rows(validation: Validation) -> Rows:
    """The rows of the table with ``TEST_COLUMNS``, one per random test."""
    for one in validation.outcomes:
        test = one.test
        yield (
            test.name,
            f"{test.cores}",
            f"{test.blocks * test.cores if test.private else test.blocks}",
            f"{test.operations:,}",
            f"{_hit_share(one):.0%}",
            f"{one.mean_latency_cycles:.1f}",
            f"{one.cycles:,}",
            f"{one.events:,}",
        )


def miss_rows(validation: Validation) -> Rows:
    """The rows of the table with ``MISS_COLUMNS``, one per random test."""
    for one in validation.outcomes:
        per_miss = (f"{number:.2f}" for number in one.per_miss().values())
        yield one.test.name, f"{one.counts['misses']:,}", *per_miss


def _hit_share(one: TestOutcome) -> float:
    return one.counts["hits"] / one.accesses if one.accesses else 0.0


def identity_rows(validation: Validation) -> Rows:
    """The rows of the table with ``IDENTITY_COLUMNS``."""
    for name, (left, right) in validation.identities().items():
        yield name, f"{left:,}", f"{right:,}", f"{abs(left - right)}", "0"


def race_rows(validation: Validation) -> Rows:
    """The rows of the table with ``RACE_COLUMNS``."""
    for name, count in validation.races().items():
        yield name, f"{count:,}"


def summary(validation: Validation) -> Iterator[str]:
    """The summary of the results, one line each."""
    comparisons, outcomes = validation.comparisons, validation.outcomes
    transactions = {(one.row.where, one.row.id) for one in comparisons}
    exact = sum(not one.error for one in comparisons)
    yield (
        f"transactions: {len(transactions)} in {len(comparisons)} runs, of which {exact} are exact; "
        f"{sum(one.error for one in comparisons)} messages or states differ (0 allowed)"
    )
    operations = sum(one.test.operations for one in outcomes)
    yield (
        f"random tests: {operations:,} operations and {sum(one.events for one in outcomes):,} events in "
        f"{len(outcomes)} tests, all checked; {len(validation.broken)} tests violated an invariant "
        f"(0 allowed), {sum(len(one.misses()) for one in outcomes)} identities do not hold (0 allowed)"
    )
    reached = validation.races()
    met = sum(map(bool, reached.values()))
    yield f"races: {met} of {len(reached)} occurred, {sum(reached.values()):,} times in total"
    unused = validation.unused_rules()
    yield (
        f"rules: {'all were' if not unused else f'{len(unused)} were not'} used"
        f"{': ' if unused else ''}{', '.join(unused)}"
    )


def section(validation: Validation, *, seed: int) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    seed : int
        The seed of the run.
    """
    misses = validation.misses()
    lines = [
        BEGIN,
        "## Coherence",
        "",
        "`numasim validate coherence` ran the [protocol](coherence.md) and wrote this section",
        f"(seed {seed}). Scripts execute every transaction of the",
        "[reference](../numasim/validation/reference/coherence/README.md), which lists the messages of",
        "another simulator's protocol, once for each home tile. Each sent message must have the same name,",
        "sender, receiver, class and size as in the reference. Random tests then run transactions",
        "concurrently. Every step is checked for one writer or many readers, for values, for inclusion and",
        "for order, and the message counts must be consistent at the end. Nothing has a tolerance. (One",
        "case of the reference cannot occur: an upgrade without other sharers, because a block becomes",
        "shared with its second sharer.)",
        "",
        *(f"- {line[0].upper()}{line[1:]}." for line in summary(validation)),
        "",
        *(["**Failed:**", ""] if misses else ["**All checks passed.**"]),
        *(f"- {miss}." for miss in misses),
        "",
        "The messages of each transaction, of one flit (control) or three flits (data), and the network legs",
        "before the core continues. A different value of the reference follows in parentheses.",
        "",
        *_table(TRANSACTION_COLUMNS, transaction_rows(validation)),
        "",
        "The random tests. The latency is in cycles, from the issue of an operation that its L1 accepts:",
        "",
        *_table(TEST_COLUMNS, test_rows(validation)),
        "",
        "Averages per L1 miss of the same tests. The messages include those to and from memory. A dirty",
        "eviction is the write-back of a block that its L1 has modified:",
        "",
        *_table(MISS_COLUMNS, miss_rows(validation)),
        "",
        *_table(IDENTITY_COLUMNS, identity_rows(validation)),
        "",
        *_table(RACE_COLUMNS, race_rows(validation)),
        "",
        END,
    ]
    return "\n".join(lines)


def _table(columns: tuple[str, ...], rows: Rows) -> Iterator[str]:
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    for cells in rows:
        yield "| " + " | ".join(cells) + " |"
