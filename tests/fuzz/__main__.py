"""``scripts/fuzz``: seeded mutations of graph files, configurations, results, kept points and LLVM IR.

Every case must end with an exit code of 0, 1 or 2 and, where it fails, a message, within limits of processor
time and memory. A case that does not is printed with the command that makes it again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from fuzz_targets import TARGETS, clear, target_named
from guarded import Found, run_cases


def main() -> int:
    """The command line of ``scripts/fuzz``."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=300, help="how many, over all targets (default 300)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", choices=[target.name for target in TARGETS], help="only this one")
    parser.add_argument("--case", type=int, help="run one case again, and leave its files in --keep")
    parser.add_argument("--keep", type=Path, help="a folder for the files of --case")
    given = parser.parse_args()
    if given.case is not None:
        if given.target is None:
            parser.error("--case wants --target")
        folder = given.keep or Path(tempfile.mkdtemp(prefix="numasim-fuzz-"))
        return _again(given.target, given.seed, given.case, folder)
    failures = 0
    for target in TARGETS:
        if given.target in (None, target.name):
            cases = given.cases if given.target else max(1, given.cases * target.share // 100)
            codes, found = _run(target.name, given.seed, range(cases))
            ended = ", ".join(f"{count} with exit code {code}" for code, count in sorted(codes.items()))
            print(f"{target.name}: {cases} cases, {len(found)} faults; {ended}")
            for each in found:
                print(each, flush=True)
            failures += len(found)
    return 1 if failures else 0


def _run(target: str, seed: int, numbers: range) -> tuple[Counter[int], list[Found]]:
    """How many cases ended with each exit code, and what went wrong."""
    ended = [how for _, how in run_cases([(target, number) for number in numbers], seed)]
    found = [how for how in ended if isinstance(how, Found)]
    return Counter(how for how in ended if not isinstance(how, Found)), found


def _again(target: str, seed: int, number: int, folder: Path) -> int:
    """Lay out the files of a case, print its command, and run it."""
    import numpy as np

    clear(folder)
    chosen = target_named(target)
    command = chosen.make(np.random.default_rng([seed, TARGETS.index(chosen), number]), folder)
    print("numasim", *command)
    codes, found = _run(target, seed, range(number, number + 1))
    print(*found or codes)
    return 1 if found else 0


sys.exit(main())
