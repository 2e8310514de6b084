"""Cold start: processor seconds and compiled kernels of commands, with an empty and with a full kernel cache.

A kernel is a file in Numba's cache. The last column is the processor time over that of ``python -c pass``,
which starts with Python's files in the page cache, as every run after the first does.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

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
REPEATS = 5


def seconds(command, folder):
    """Processor seconds of a command, including its workers."""
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(folder / "kernels"),
        "NUMASIM_CACHE": str(folder / "cache"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every run would compile the project's files
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The workers are children of a server, so their time is counted only if orphans are waited for.
    code = (
        "import ctypes, os, resource, subprocess, sys\n"
        "ctypes.CDLL(None).prctl(36, 1)\n"  # PR_SET_CHILD_SUBREAPER: orphans of the command come here
        "status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)\n"
        "sys.stderr.buffer.write(status.stderr)\n"
        "try:\n"
        "    while True: os.wait()\n"
        "except ChildProcessError: sys.exit(status.returncode)\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kernels(folder):
    return len(list((folder / "kernels").rglob("*.nbc")))


with tempfile.TemporaryDirectory() as name:
    root = Path(name)
    bare = statistics.median(seconds([sys.executable, "-c", "pass"], root) for _ in range(REPEATS))
    empty = statistics.median(seconds(["true"], root) for _ in range(REPEATS))
    print(f"{'command':22}{'cold s':>8}{'warm s':>8}{'kernels':>9}{'warm / python':>15}")
    for label, (arguments, compiles) in COMMANDS.items():
        folder = root / label.split()[0].strip("-")
        folder.mkdir()
        (folder / "small.txt").write_text(GRAPH)
        (folder / "program.c").write_text(PROGRAM)
        command = [*NUMASIM, *arguments]
        cold = seconds(command, folder) - empty
        warm = statistics.median(seconds(command, folder) for _ in range(REPEATS)) - empty
        shown = f"{kernels(folder):>9,}" if compiles else f"{'-':>9}"
        print(f"{label:22}{cold:8.1f}{warm:8.2f}{shown}{warm / (bare - empty):15.1f}")
