"""The report on published measurements of machines: a table, and the section of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numasim.validation.machines import Compared

BEGIN, END = "<!-- begin: numasim validate threads -->", "<!-- end: numasim validate threads -->"

COLUMNS = ("machine", "quantity", "published", "simulated", "error", "tolerance", "source")


def rows(found: Sequence[Compared]) -> Iterator[tuple[str, ...]]:
    """The rows of the table with ``COLUMNS``."""
    for each in found:
        one = each.published
        if one.is_input:
            limit = f"{one.tolerance:.0%}, input"
        else:
            limit = "-" if one.tolerance is None else f"{one.tolerance:.0%}"
        shown = (f"{one.value:.3g}", f"{each.simulated:.3g}", f"{each.error:+.0%}")
        yield (one.machine, one.quantity, *shown, limit, one.source)


def misses(found: Sequence[Compared]) -> list[str]:
    """What is outside its tolerance, one line each."""
    return [
        f"{each.published.machine}: {each.published.quantity}: {each.simulated:.3g} in place of "
        f"{each.published.value:.3g}, {each.error:+.0%} ({each.published.tolerance:.0%} allowed)"
        for each in found
        if each.missed
    ]


def section(found: Sequence[Compared]) -> str:
    """The section of the documentation, between its marks."""
    table = [f"| {' | '.join(cells)} |" for cells in rows(found)]
    missed = misses(found)
    outcome = "**All within their tolerances.**" if not missed else "**Missed:** " + "; ".join(missed) + "."
    return "\n".join([BEGIN, _TEXT, "", outcome, "", _head(), *table, "", _WHY, END])


def _head() -> str:
    return f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


_TEXT = """## Published measurements of machines

`numasim validate threads` simulated what others have measured on real machines, and wrote this section. The
latencies of the levels are *inputs*: the [presets](configuration.md#machine) are made from them, and each
file says which value comes from which source. The latencies [between
cores](threads.md#core-to-core-latencies) and the bandwidths are predictions; no parameter was chosen by
them."""

_WHY = """What the model lacks, and what it changes:

- A core has no private L2. What a snoop takes on its way through it is in `l1.snoop_cycles`: the measured
  45 cycles from a hit in the last-level cache to a modified block of another core on a Xeon X5570, less a
  leg.
- A compare-and-swap takes no more than a load that hits. The locked instruction of a Xeon takes about 20
  cycles, 7 ns, while it keeps the block. This is about what the latencies in a socket are short of.
- A block of the other socket's memory is in the L1s and at its home, but not in the last-level cache of the
  socket that uses it. So two cores of a socket that share such a block need the home in the other socket.
  `ping_pong` gives each pair a flag in the memory of its first core.
- There is one kind of link between sockets, on a mesh. The cores of an EPYC 7R13 are in groups of eight
  with a last-level cache each, six groups to a socket, around a die for memory and links. The preset has
  two groups as two sockets. Measured are 20 to 27 ns in a group, 84 to 207 ns between the groups of a
  socket (108 in the first socket, twice as much in the second), and 182 to 209 ns across sockets. That the
  two sockets differ, the model cannot say, since its home of a block is in the group of the page, not at
  the memory of one socket.
- The published figures of the E5345 do not agree: eight outstanding misses of 115 ns are 0.56 GB/s of
  random words, and the paper measured 0.25. The preset is between the two.
- Hardware prefetching is not modelled. A window of 96 or 128 instructions holds the loads of three or four
  blocks, so one thread reads sequences at a third to a half of the measured bandwidth."""
