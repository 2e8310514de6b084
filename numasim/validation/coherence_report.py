"""The validation of the coherence protocol in words: its tables, and the section of the documentation."""

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
    """The cells under ``TRANSACTION_COLUMNS``, one script each: reference and ours where they differ.

    Parameters
    ----------
    validation : Validation
    """

    def script(one: Comparison) -> tuple[str, str]:
        return one.row.where, one.name

    told = ""
    for _, group in groupby(validation.comparisons, script):
        runs = list(group)
        worst = max(runs, key=lambda one: one.error)
        facts = [_beside(worst, fact) for fact in ("control", "data", "legs", "after")]
        of_all = f"{len(runs)}" if not worst.error else f"{sum(not one.error for one in runs)} of {len(runs)}"
        name = worst.row.id if worst.row.where == told else f"{worst.row.id}: {worst.row.transaction}"
        told = worst.row.where
        yield name, worst.script.variant, *facts, of_all, f"{worst.error}", "0"


def _beside(one: Comparison, fact: str) -> str:
    """A fact, and the reference's in brackets where it is another."""
    sizes = {"control": CONTROL_FLITS, "data": DATA_FLITS}
    ours, expected = one.facts[fact], one.expected_facts.get(fact, one.facts[fact])
    if fact in sizes and fact not in one.expected_facts:
        # The row leaves the number open, and its messages give it.
        expected = str(sum(n for kind, n in one.expected.items() if kind.flits == sizes[fact]))
    return ours if ours == expected else f"{ours} ({expected})"


def test_rows(validation: Validation) -> Rows:
    """The cells under ``TEST_COLUMNS``, one random test each.

    Parameters
    ----------
    validation : Validation
    """
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
    """The cells under ``MISS_COLUMNS``, one random test each.

    Parameters
    ----------
    validation : Validation
    """
    for one in validation.outcomes:
        per_miss = (f"{number:.2f}" for number in one.per_miss().values())
        yield one.test.name, f"{one.counts['misses']:,}", *per_miss


def _hit_share(one: TestOutcome) -> float:
    return one.counts["hits"] / one.accesses if one.accesses else 0.0


def identity_rows(validation: Validation) -> Rows:
    """The cells under ``IDENTITY_COLUMNS``.

    Parameters
    ----------
    validation : Validation
    """
    for name, (left, right) in validation.identities().items():
        yield name, f"{left:,}", f"{right:,}", f"{abs(left - right)}", "0"


def race_rows(validation: Validation) -> Rows:
    """The cells under ``RACE_COLUMNS``.

    Parameters
    ----------
    validation : Validation
    """
    for name, count in validation.races().items():
        yield name, f"{count:,}"


def summary(validation: Validation) -> Iterator[str]:
    """What it all comes to, a line each.

    Parameters
    ----------
    validation : Validation
    """
    comparisons, outcomes = validation.comparisons, validation.outcomes
    transactions = {(one.row.where, one.row.id) for one in comparisons}
    exact = sum(not one.error for one in comparisons)
    yield (
        f"transactions: {len(transactions)} in {len(comparisons)} runs, {exact} of these are exact; "
        f"{sum(one.error for one in comparisons)} messages or states are off (0 allowed)"
    )
    operations = sum(one.test.operations for one in outcomes)
    yield (
        f"random tests: {operations:,} operations and {sum(one.events for one in outcomes):,} events in "
        f"{len(outcomes)} tests, every one checked; {len(validation.broken)} tests broke a law (0 allowed), "
        f"{sum(len(one.misses()) for one in outcomes)} identities do not hold (0 allowed)"
    )
    reached = validation.races()
    met = sum(map(bool, reached.values()))
    yield f"races: {met} of {len(reached)} were met, {sum(reached.values()):,} times in all"
    unused = validation.unused_rules()
    yield (
        f"rules: {'all of them were' if not unused else f'{len(unused)} were not'} used"
        f"{': ' if unused else ''}{', '.join(unused)}"
    )


def section(validation: Validation, *, seed: int) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    validation : Validation
    seed : int
        What it was run with.
    """
    misses = validation.misses()
    lines = [
        BEGIN,
        "## Coherence",
        "",
        "`numasim validate coherence` ran the [protocol](coherence.md) and wrote this section",
        f"(seed {seed}). Scripts bring about every transaction of the",
        "[reference](../numasim/validation/reference/coherence/README.md), the messages of another",
        "simulator's protocol, once for each home tile, and what is sent must be equal message by",
        "message: its name, the units at its ends, its class and its size. Random tests then make",
        "transactions meet: every step is checked for one writer or many readers, for values, for",
        "inclusion and for order, and in the end the messages must add up. Nothing has a tolerance. (One",
        "case of the reference cannot arise: an upgrade with no other sharer, since a block becomes",
        "shared with its second one.)",
        "",
        *(f"- {line[0].upper()}{line[1:]}." for line in summary(validation)),
        "",
        *(["**Missed:**", ""] if misses else ["**Nothing is missed.**"]),
        *(f"- {miss}." for miss in misses),
        "",
        "Messages of a transaction, of one flit (control) and of three (data), and the legs of the network",
        "before the core goes on; in brackets what the reference has, where that is something else.",
        "",
        *_table(TRANSACTION_COLUMNS, transaction_rows(validation)),
        "",
        "Random tests; the latency is in cycles, from the issue of an operation that its L1 accepts:",
        "",
        *_table(TEST_COLUMNS, test_rows(validation)),
        "",
        "The same for one miss of an L1, on average. Messages are those to and from the memory too; a dirty",
        "eviction is the write-back of a block that its L1 has written to:",
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
