"""``python -m gpu.prepare DIR``: prepare matrices and their cuts for ``gpu/record.py`` on a GPU machine.

This step needs the partitioners; ``gpu/record.py`` needs only NumPy, SciPy and CuPy. With ``--minutes``, it
prepares what two calls measure on a machine that is at hand only so long, and prints their command lines.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gpu.kernel import BLOCK_SIZES
from gpu.matrices import SIZES
from gpu.measurement.make_input import cut_matrix, make_input, matrix_files, matrix_name
from gpu.measurement.recording_plan import Chosen
from gpu.programs.spac_application import ENTRIES_PER_THREAD, spac_parts
from partitioners.errors import NumasimError, OptionError

CUTS = ("spac", "wb_libra")
"""The partitioners of the paper that are measured by default, in addition to ``contiguous``."""

MAX_CUT_ENTRIES = 3_000_000
"""Entries above which a matrix is measured only with ``contiguous``; cuts take hours and much memory."""


LEAST_MINUTES, MOST_MINUTES = 6, 60

START_SECONDS = 140
"""Seconds of the given time for the start of the machine and transfers, and in reserve."""

SHARE_OF_A = 0.737
"""The share of call A in the rest: 560 of 760 seconds."""

MOST_SECONDS = 560
"""The longest call: machines that are lent refuse commands of more than 10 minutes."""

RESERVE_SECONDS = 30
"""Seconds at the end of a call in which the last case and ``ncu`` may overrun the budget."""


def prepare(
    folder: Path,
    names: Sequence[str],
    *,
    matrices: Path | None = None,
    cuts: Sequence[str] = CUTS,
    block_sizes: Sequence[int] = BLOCK_SIZES,
    entries_per_thread: int = ENTRIES_PER_THREAD,
    say: Callable[[str], object] = lambda line: None,
) -> list[Path]:
    """Write a file for each generated matrix and each Matrix Market file.

    Parameters
    ----------
    folder : Path
        Output folder, created if it does not exist.
    names : sequence of str
        Names of generated matrices.
    matrices : Path, optional
        A folder of Matrix Market files, which are all prepared.
    cuts : sequence of str
        Names of partitioners.
    block_sizes : sequence of int
        Threads of a block; each size has its own cuts.
    entries_per_thread : int
        Entries of a part over threads of its block, 1 to 64.
    say : callable
        Called with a line for each file.

    Raises
    ------
    InputError, OptionError, UnknownNameError
        A file, a name, a size or a partitioner is invalid.
    """
    for block_size in block_sizes:
        spac_parts(0, block_size=block_size, entries_per_thread=entries_per_thread)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [*names, *(matrix_name(file) for file in (matrix_files(matrices) if matrices else ()))]
    written = []
    for name in wanted:
        problem = replace(make_input(name, matrices), entries_per_thread=entries_per_thread)
        if problem.matrix.nnz <= MAX_CUT_ENTRIES:
            made = {(cut, size): cut_matrix(problem, cut, size) for cut in cuts for size in block_sizes}
            problem = replace(problem, cuts=made)
        file = problem.save(folder)
        written.append(file)
        say(f"{file}: {problem.matrix.nnz} entries, {len(problem.cuts)} cuts, {file.stat().st_size} bytes")
    return written


def prepare_calls(
    folder: Path, minutes: float, chosen: Chosen, *, say: Callable[[str], object] = lambda line: None
) -> list[str]:
    """Prepare the inputs of calls A and B, and return what to do with them, line by line.

    Parameters
    ----------
    folder : Path
        Output folder. It travels with the repository.
    minutes : float
        The time for which the machine is at hand, its start included.
    chosen : Chosen
        What is measured.

    Raises
    ------
    OptionError
        The time is out of range.
    """
    if not LEAST_MINUTES <= minutes <= MOST_MINUTES:
        raise OptionError(f"--minutes: expected {LEAST_MINUTES} to {MOST_MINUTES}, got {minutes:g}")
    cut = tuple(dict.fromkeys((*chosen.products, *chosen.meshes)))
    prepare(folder, cut, block_sizes=[256], say=say)
    prepare(folder, [name for name in chosen.matrices() if name not in cut], cuts=[], say=say)
    chosen.save(folder)
    seconds = 60 * minutes - START_SECONDS
    size = sum(file.stat().st_size for file in folder.iterdir()) / 2**20
    lines = [
        f"{folder} ({size:.1f} MiB) travels with the repository. Run these on the machine with the GPU, in "
        "the root of the repository; what they write to $OUT comes back."
    ]
    for call, share in (("A", SHARE_OF_A), ("B", 1 - SHARE_OF_A)):
        limit = min(MOST_SECONDS, round(share * seconds))
        lines += [f"Call {call}, at most {limit} seconds:", call_command(call, folder, limit)]
    return lines


def call_command(call: str, folder: Path, seconds: int) -> str:
    """The command line of a call that ends within a number of seconds."""
    script = f"python3 gpu/record.py {shlex.quote(str(folder))} --call {call}"
    return (
        'set -o pipefail; mkdir -p "$OUT"; export CUPY_ACCELERATORS= PYTHONUNBUFFERED=1; '
        f'{script} --output "$OUT" --budget {seconds - RESERVE_SECONDS} 2>&1 | tee "$OUT/output-{call}.txt"'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m gpu.prepare", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=list(SIZES), help="sets of matrices")
    parser.add_argument(
        "--generate", nargs="+", metavar="NAME", help="matrices to generate instead, such as rmat-12x16"
    )
    parser.add_argument("--matrices", type=Path, metavar="DIR", help="folder of further Matrix Market files")
    parser.add_argument("--cuts", nargs="*", default=list(CUTS), metavar="PARTITIONER")
    parser.add_argument("--block-sizes", nargs="+", type=int, default=list(BLOCK_SIZES), metavar="SIZE")
    parser.add_argument(
        "--entries-per-thread",
        type=int,
        default=ENTRIES_PER_THREAD,
        metavar="N",
        help=f"entries of a part over threads of its block ({ENTRIES_PER_THREAD})",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="N",
        help="prepare two calls on a machine that is at hand for N minutes, and print them",
    )
    given = parser.parse_args(arguments)
    names = given.generate or [name for size in given.sizes for name in SIZES[size]]

    def say(line: str) -> None:
        sys.stderr.write(line + "\n")

    try:
        if given.minutes is not None:
            for option in ("sizes", "generate", "matrices", "cuts", "block_sizes", "entries_per_thread"):
                if getattr(given, option) != parser.get_default(option):
                    flag = f"--{option.replace('_', '-')}"
                    raise OptionError(f"{flag}: leave it out, because --minutes chooses the inputs")
            for line in prepare_calls(given.folder, given.minutes, Chosen(), say=say):
                sys.stdout.write(line + "\n")
            return 0
        prepare(
            given.folder,
            names,
            matrices=given.matrices,
            cuts=given.cuts,
            block_sizes=given.block_sizes,
            entries_per_thread=given.entries_per_thread,
            say=say,
        )
    except (NumasimError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
