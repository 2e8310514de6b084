"""What a traced run leaves behind, however it ends: no process, no folder, no damaged file."""

import fcntl
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import numasim
from numasim.cli import execute
from numasim.trace.recording import _kill_group
from partitioners.errors import OptionError
from partitioners.storage.temporary_folder import LOCK, PREFIX, remove_abandoned, temporary_folder

ENDLESS = """
#include <stdio.h>
#include <unistd.h>
int main(int count, char **values)
{
    volatile int turns = 0;
    FILE *file = fopen(values[1], "w");
    fprintf(file, "%d\\n", (int)getpid());
    fclose(file);
    for (;;) {
        turns++;
        if (count > 2)
            pause();
    }
}
"""
LEAVES_A_CHILD = """
#include <stdio.h>
#include <unistd.h>
int main(int count, char **values)
{
    if (fork() == 0) {
        FILE *file = fopen(values[1], "w");
        fprintf(file, "%d\\n", (int)getpid());
        fclose(file);
        for (;;)
            pause();
    }
    while (access(values[1], F_OK))
        usleep(1000);
    return 0;
}
"""


@pytest.fixture
def place(c_compiler, place, no_traces, monkeypatch):
    """The current directory; the temporary folder is one of the test's own."""
    (place / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(place / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (place / "endless.c").write_text(ENDLESS)
    return place


COMMAND = [sys.executable, "-m", "numasim", "trace", "endless.c", "--", "pid"]
WITH_HANDLER = """
import signal, sys, numasim
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))
numasim.trace_program("endless.c", ["pid"])
"""


def started(place, command=COMMAND):
    """A command in a process of its own, and the traced program, once that runs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, before)
    return process, wait_for_number(place / "pid")


def wait_for_number(path):
    deadline = time.monotonic() + 120
    while not path.is_file() or not path.read_text().endswith("\n"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return int(path.read_text())


def is_gone(pid, within=100.0):
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def folders(place):
    return list((place / "tmp").glob(f"{PREFIX}*"))


@pytest.mark.parametrize(
    ("number", "code", "window"),
    [
        pytest.param(signal.SIGTERM, 143, "window: 300, ", marks=pytest.mark.slow),
        (signal.SIGINT, 130, ""),
    ],
)
def test_a_run_with_workers_that_ends_by_a_signal_leaves_no_folder(place, number, code, window):
    (place / "e.yaml").write_text(
        f"workload: {{source: endless.c, args: [pid], {window}max_instructions: 1000000000000}}\n"
        "partition: {method: libra, parts: 2}\nmachine: mesh-2x1\nsweep: {partition.seed: [0, 1]}\n"
    )
    process, pid = started(place, [sys.executable, "-m", "numasim", "run", "e.yaml", "-j", "2"])
    process.send_signal(number)
    process.communicate()
    assert process.returncode == code
    assert is_gone(pid)
    assert folders(place) == []


@pytest.mark.skipif(
    sys.platform != "linux", reason="The test needs Linux: other systems have no signal for a parent's death."
)
def test_the_program_ends_with_a_killed_parent_and_the_next_run_removes_its_folder(place):
    process, pid = started(place)
    assert len(folders(place)) == 1
    process.kill()
    process.communicate()
    assert is_gone(pid)
    assert len(folders(place)) == 1  # nobody was left to remove it
    numasim.trace_program("fft", size=4, cache=False)
    assert folders(place) == []


@pytest.mark.parametrize(
    ("command", "number", "code"),
    [
        (COMMAND, signal.SIGINT, 130),
        ([sys.executable, "-c", WITH_HANDLER], signal.SIGTERM, 143),
    ],
)
def test_a_signal_ends_the_program_and_leaves_no_folder(place, command, number, code):
    process, pid = started(place, command)
    process.send_signal(number)
    error = process.communicate(timeout=300)[1]
    assert (process.returncode, "Traceback" in error) == (code, False)
    assert is_gone(pid)
    assert folders(place) == []


@pytest.mark.parametrize("waits", [False, True])
def test_a_run_that_takes_too_long_is_an_error_and_leaves_nothing(place, capfd, waits):
    tokens = ["trace", "endless.c", "--timeout", "2", "--", "pid", *["pause"] * waits]
    assert execute(tokens) == 2
    assert capfd.readouterr() == (
        "",
        "error: endless: the program ran for more than 2 s, the time limit of a traced program; raise the "
        "limit with --timeout (in a file `workload.timeout`), or end the run earlier with --max-instructions "
        "or --max-bytes\n",
    )
    assert is_gone(int((place / "pid").read_text()))
    assert folders(place) == []


def test_what_the_program_started_ends_with_it(place):
    (place / "parent.c").write_text(LEAVES_A_CHILD)
    found = numasim.trace_program("parent.c", ["pid"])
    assert found.about["exit_code"] == 0
    assert found.about["process_calls"] == {"fork": 1}
    assert is_gone(int((place / "pid").read_text()))


def test_folders_in_use_and_those_of_others_stay(place):
    with temporary_folder("trace") as folder:
        (place / "tmp" / f"{PREFIX}unlocked").mkdir()
        (place / "tmp" / f"{PREFIX}link").symlink_to(folder)
        abandoned = place / "tmp" / f"{PREFIX}abandoned"
        (abandoned / "run0").mkdir(parents=True)
        (abandoned / LOCK).touch()
        held = place / "tmp" / f"{PREFIX}held"
        held.mkdir()
        with (held / LOCK).open("wb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            remove_abandoned()
            names = {each.name.removeprefix(PREFIX) for each in folders(place)}
            assert names == {"unlocked", "link", "held", folder.name.removeprefix(PREFIX)}
        assert folder.is_dir()
    assert not folder.exists()


def test_a_full_disk_costs_no_file(place, capfd):
    assert execute(["trace", "fft", "--size", "4", "-o", "good.npz"]) == 0
    good = (place / "good.npz").read_bytes()
    numasim.trace_program("fft", size=256)  # kept, so that the log needs no room below
    capfd.readouterr()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        code = execute(["trace", "fft", "--size", "256", "-o", "good.npz"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert (code, capfd.readouterr().err) == (
        2,
        "error: good.npz: cannot be written (File too large); free disk space or choose another path\n",
    )
    assert (place / "good.npz").read_bytes() == good
    assert [each.name for each in place.iterdir() if each.name.endswith(".part")] == []


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_bytes": "8 GiB"}, "max_bytes must be an integer of at least 1, got '8 GiB'"),
        ({"max_bytes": 1e9}, "max_bytes must be an integer of at least 1, got 1000000000.0"),
        ({"max_bytes": True}, "max_bytes must be an integer of at least 1, got True"),
        ({"max_instructions": "100"}, "max_instructions must be an integer of at least 1, got '100'"),
        ({"timeout": "5"}, "timeout must be a number of seconds greater than 0, got '5'"),
        ({"timeout": float("nan")}, "timeout must be a number of seconds greater than 0, got nan"),
    ],
)
def test_limits_are_numbers(limits, message):
    with pytest.raises(OptionError) as refused:
        numasim.trace_program("fft", size=4, **limits)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["8 GiB", "", "1e9", "-1", "99999999999999999999", "0x10", " 8"])
@pytest.mark.parametrize("name", ["NUMASIM_TRACE_BYTES", "NUMASIM_TRACE_INSTRUCTIONS"])
def test_the_program_itself_reads_no_half_of_a_number(place, fft, name, text):
    (place / "log").mkdir()
    environment = {**os.environ, "NUMASIM_TRACE_FOLDER": str(place / "log"), name: text}
    done = subprocess.run([fft, "4"], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (125, "", f"{name}: Invalid argument\n")


@pytest.fixture(scope="module")
def fft(tmp_path_factory):
    from numasim.trace.programs import PROGRAMS
    from numasim.trace.recording import build

    return build(PROGRAMS["fft"].ir, tmp_path_factory.mktemp("fft"), name="fft").executable


def test_a_program_is_killed_even_if_an_exception_left_the_lock_of_its_process_taken():
    process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    process._waitpid_lock.acquire()  # as an exception of a signal handler in Popen.wait can leave it
    _kill_group(process)
    assert is_gone(process.pid, within=10.0)
    process._waitpid_lock.release()
    process.poll()
