"""Cold start: processor seconds and compiled kernels of commands, with an empty and with a full kernel cache.

A kernel is a file in Numba's cache. Cold is one run, and warm is the median of the repeats. The last column
is the processor time over that of ``python -c pass``, which starts with Python's files in the page cache, as
every run after the first does.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import children_seconds, cpu_seconds, parser, print_table

NUMASIM = [sys.executable, "-m", "numasim"]
GRAPH = "\n".join(f"{v} {(v * v + 1) % 400}" for v in range(400))
PROGRAM = """
#include <stdio.h>
int main(void) {
    double sum = 0;
    for (int i = 1; i <= 1000; i++) sum += 1.0 / i;
    printf("%f\\n", sum);
    return 0;
}
"""
COMMANDS = {
    "run quickstart": (["run", "quickstart", "--overwrite"], True),
    "partition, wb_libra": (["partition", "small.txt", "--method", "wb_libra", "--parts", "8"], True),
    "trace a program": (["trace", "program.c"], True),
    "check quickstart": (["check", "quickstart"], False),
    "--help": (["--help"], False),
}
# The workers are children of a server, so their time is counted only if orphans are waited for.
WAIT_FOR_ORPHANS = """
import ctypes, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: orphans of the command come here
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
sys.stderr.buffer.write(status.stderr)
try:
    while True: os.wait()
except ChildProcessError: sys.exit(status.returncode)
"""


def seconds(command, folder, repeats=1):
    """Median processor seconds of a command, including its workers."""
    caches = {"NUMBA_CACHE_DIR": str(folder / "kernels"), "NUMASIM_CACHE": str(folder / "cache")}
    environment = os.environ | caches
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every run would compile the project's files

    def run():
        waiting = [sys.executable, "-S", "-c", WAIT_FOR_ORPHANS, *command]
        done = subprocess.run(waiting, cwd=folder, env=environment, capture_output=True, check=False)
        if done.returncode:
            sys.exit(done.stderr.decode())

    return cpu_seconds(run, repeats, clock=children_seconds)[0]


def rows(root, repeats):
    bare = seconds([sys.executable, "-c", "pass"], root, repeats)
    empty = seconds(["true"], root, repeats)
    for label, (arguments, compiles) in COMMANDS.items():
        folder = root / label.split()[0].strip("-")
        folder.mkdir()
        (folder / "small.txt").write_text(GRAPH)
        (folder / "program.c").write_text(PROGRAM)
        command = [*NUMASIM, *arguments]
        cold = seconds(command, folder) - empty
        warm = seconds(command, folder, repeats) - empty
        kernels = len(list((folder / "kernels").rglob("*.nbc"))) if compiles else "-"
        yield label, cold, warm, kernels, warm / (bare - empty)


def main():
    options = parser(__doc__, repeats=5).parse_args()
    columns = ("command:20", "cold s:.1f", "warm s:.2f", "kernels:,", "warm / python:.1f")
    with tempfile.TemporaryDirectory() as name:
        print_table(columns, rows(Path(name), options.repeats))


if __name__ == "__main__":
    main()
