"""Run cases in a process that is watched: a crash, a hang or a broken limit costs the one case only."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from numasim.experiments.point_limits import resident_bytes
from partitioners.storage.disk_cache import cache_folder

CPU_SECONDS = 20.0
"""Of one case; the first of a target in a process also imports and compiles, so it has a minute more."""
WARM_UP_SECONDS = 60.0
WALL_SECONDS = 300.0
MEMORY_BYTES = 3 << 30
TICKS = os.sysconf("SC_CLK_TCK")
CASES = "cases.json"


@dataclass(frozen=True)
class Found:
    """A case that went wrong.

    Attributes
    ----------
    target : str
    seed, number : int
        Which case it is.
    what : str
        An exception with its traceback, the signal that ended the process, a limit that it broke.
    """

    target: str
    seed: int
    number: int
    what: str

    def __str__(self) -> str:
        return f"scripts/fuzz --target {self.target} --seed {self.seed} --case {self.number}\n{self.what}"


Case = tuple[str, int]
"""The target and the number of a case."""


def run_cases(cases: Sequence[Case], seed: int) -> Iterator[tuple[Case, int | Found]]:
    """Run cases one after the other, in one process as long as none of them ends it.

    Yields
    ------
    case : tuple of str and int
    ended : int or Found
        The exit code, or what went wrong.
    """
    left = list(cases)
    while left:
        with tempfile.TemporaryDirectory(prefix="numasim-fuzz-") as folder:
            for kind, value in _watch(left, seed, Path(folder)):
                (target, number), *left = left
                yield (target, number), int(value) if kind == "done" else Found(target, seed, number, value)


def _watch(cases: Sequence[Case], seed: int, folder: Path) -> Iterator[tuple[str, str]]:
    """What becomes of the cases of one process, in their order, until it ends."""
    reader, writer = os.pipe()
    where = folder / "stacks"
    (folder / CASES).write_text(json.dumps(cases))
    arguments = [str(seed), str(writer), str(folder)]
    cache = {"NUMASIM_CACHE": str(_empty_cache(folder)), "TMPDIR": str(folder)}
    with (folder / "errors").open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), *arguments],
            pass_fds=[writer],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env={**os.environ, **cache, "NUMASIM_DEBUG": "1"},
            start_new_session=True,
        )
    os.close(writer)
    ended, broken, pending = 0, "", b""
    started = time.monotonic(), 0.0
    try:
        while True:
            ready, _, _ = select.select([reader], [], [], 0.2)
            if ready:
                data = os.read(reader, 1 << 16)
                if not data:
                    break
                *lines, pending = (pending + data).split(b"\n")
                for line in lines:
                    kind, value = json.loads(line)
                    yield kind, value
                    ended, started = ended + 1, (time.monotonic(), _cpu_seconds(process.pid))
                continue
            of_target = [target for target, _ in cases[: ended + 1]]
            broken = _limit_broken(process.pid, started, of_target.count(of_target[-1]) == 1)
            if broken:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGUSR1)  # it writes where it is, if it still can
                    time.sleep(0.5)
                break
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
    stacks = where.read_text(errors="replace") if where.is_file() else ""
    if broken:
        yield "fault", f"{broken}\n{stacks}"
    elif ended < len(cases):
        said = (folder / "errors").read_text(errors="replace")[-4000:]
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        yield "fault", f"the process ended ({how})\n{said}{stacks}"


def _empty_cache(folder: Path) -> Path:
    """A cache without traces, with compiled code of the user's, which takes longer to make than the cases."""
    cache = folder / "cache"
    cache.mkdir()
    for name in ("gpu", "runtime"):
        with contextlib.suppress(OSError):  # the user's cache need not be writable
            (cache_folder() / name).mkdir(parents=True, exist_ok=True)
            (cache / name).symlink_to(cache_folder() / name)
    return cache


def _limit_broken(pid: int, started: tuple[float, float], first: bool) -> str:
    allowance = CPU_SECONDS + WARM_UP_SECONDS * first
    if _cpu_seconds(pid) - started[1] > allowance:
        return f"more than {allowance:g} s of processor time"
    if time.monotonic() - started[0] > WALL_SECONDS:
        return f"more than {WALL_SECONDS:g} s"
    if resident_bytes(pid) > MEMORY_BYTES:
        return f"more than {MEMORY_BYTES >> 20} MiB"
    return ""


def _cpu_seconds(pid: int) -> float:
    """Processor time of a process and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _work(seed: int, pipe: int, folder: Path) -> None:
    """The watched process."""
    import faulthandler
    import traceback

    from fuzz_targets import clear, run_case, target_named

    stacks = (folder / "stacks").open("w")
    faulthandler.enable(stacks)
    faulthandler.register(signal.SIGUSR1, stacks)
    for target, number in json.loads((folder / CASES).read_text()):
        clear(folder / "case")
        try:
            kind, value = "done", str(run_case(target_named(target), seed, number, folder / "case"))
        except BaseException:
            kind, value = "fault", traceback.format_exc()
        os.write(pipe, json.dumps([kind, value[-6000:]]).encode() + b"\n")


if __name__ == "__main__":
    _work(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
