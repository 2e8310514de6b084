"""A stand-in for ``ncu``: it runs a command and prints the raw page of the launches that it profiled.

As the real one, it refuses all if it does not know one of the metrics, and has no rows of launches outside of
profiler start and stop. It does not know ``dram__bytes_read`` but its newer name.
"""

import csv
import os
import subprocess
import sys
from pathlib import Path

from gpu.measurement.ncu import COUNTERS

KNOWN = {metric.name.partition(".")[0] for metrics in COUNTERS.values() for metric in metrics} - {
    "dram__bytes_read",
    "dram__bytes_write",
}


def main(arguments):
    """Run the stand-in with the arguments of ncu."""
    if "--query-metrics" in arguments:
        print("Device NVIDIA Fake 9000")  # noqa: T201  # a command
        print("\n".join(f"{name:60} Counter  # of things" for name in sorted(KNOWN)))  # noqa: T201  # a command
        return 0
    words = [word for word in arguments if word.startswith("--") and "=" in word]
    options = {word.partition("=")[0]: word.partition("=")[2] for word in words}
    command = arguments[arguments.index(sys.executable) :]
    log = Path(options["--log-file"])
    names = options["--metrics"].split(",")
    unknown = [name for name in names if name.partition(".")[0] not in KNOWN]
    if unknown:
        log.write_text(f"==ERROR== Failed to find metric regex:^{unknown[0]}$\n")
        return 1
    seen = log.with_name("launches.txt")
    seen.write_text("")
    done = subprocess.run(command, env={**os.environ, "FAKE_LAUNCHES": str(seen)}, check=False)
    with log.open("w", newline="") as stream:
        stream.write("==PROF== Connected to process 1\n")
        page = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        page.writerow(["ID", "Kernel Name", "Block Size", "Grid Size", *names])
        page.writerow(["", "", "", "", *("byte" if "bytes" in name else "" for name in names)])
        for number, kernel in enumerate(seen.read_text().split()):
            values = (f"{1000 + 10 * i:,}" for i in range(len(names)))
            page.writerow([number, kernel, "(256, 1, 1)", "(4, 2, 1)", *values])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
