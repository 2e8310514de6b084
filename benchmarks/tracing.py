"""Cost of tracing: a run with a log, building the graph from the log, its memory, and the ten programs."""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numasim.trace.programs import PROGRAMS
from numasim.trace.recording import build, merge_clocks, record
from numasim.trace.trace_program import trace_program

REPEATS = 5


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def recorded(folder, timed):
    """CPU seconds of a run that writes a log."""
    program = build(PROGRAMS["md"].ir, folder, name="md", timed=timed)
    seconds = []
    for _ in range(REPEATS):
        before = child_seconds()
        record(program, folder / "log", name="md", capture=(folder / "out", folder / "err"))
        seconds.append(child_seconds() - before)
    return statistics.median(seconds)


def measured_apart(folder, weights):
    """CPU seconds and bytes per node of building one graph, in a separate process."""
    code = f"""
import resource, time
from pathlib import Path
from numasim.trace.build_graph import build_dependencies
from numasim.trace.listing import Listing
folder = Path({str(folder)!r})
listing = Listing.load(folder / "listing.npz")
build_dependencies(listing, folder / "log", weights={weights!r}, max_instructions=1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
found = build_dependencies(listing, folder / "log", weights={weights!r})
seconds = time.process_time() - begin
bytes = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
print(found.address.size, found.src.size, seconds, bytes)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    nodes, edges, seconds, memory = out.split()
    return int(nodes), int(edges), float(seconds), int(memory)


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for timed in (False, True):
            seconds = recorded(folder, timed)
            nodes, edges, _, _ = measured_apart(folder, "unit")
            log = sum((folder / "log" / name).stat().st_size for name in ("segments", "words"))
            print(
                f"md, {'with the clock' if timed else 'no clock'}: {nodes:,} instructions, "
                f"{nodes / seconds / 1e6:.0f} M per CPU second, {log / nodes:.1f} bytes of log per "
                "instruction"
            )
            if timed:
                merge_clocks([folder / "log"])
            for weights in ("rdtsc",) if timed else ("unit", "cache"):
                runs = [measured_apart(folder, weights) for _ in range(REPEATS)]
                rate = nodes / statistics.median(run[2] for run in runs)
                memory = statistics.median(run[3] for run in runs)
                print(
                    f"  graph, weights {weights}: {edges:,} edges, {rate / 1e6:.1f} M nodes per CPU second, "
                    f"{memory / nodes:.1f} bytes per node at most"
                )
    begin, wall = time.process_time() + child_seconds(), time.perf_counter()
    total = 0
    for name in PROGRAMS:
        total += int(trace_program(name, cache=False).arrays["num_vertices"])
    cpu = time.process_time() + child_seconds() - begin
    print(f"the ten programs: {total:,} nodes in {time.perf_counter() - wall:.1f} s ({cpu:.1f} s CPU)")


if __name__ == "__main__":
    main()
