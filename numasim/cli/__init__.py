"""The command line, a thin layer over the Python interface.

Exit codes: 0 success; 1 some runs failed, or a result failed verification; 2 wrong input; 70 a bug in
numasim; 130 interrupted (143 by SIGTERM, 129 by SIGHUP). This module imports no heavy packages, so that
``numasim --help`` starts fast. Each command imports what it needs when it is called.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cyclopts

from numasim.cli.beginnings import include, init, schema
from numasim.cli.completion import completion_of
from numasim.cli.conformance import conformance
from numasim.cli.doctor import doctor
from numasim.cli.experiments import check, run, show
from numasim.cli.listing import list_plugins
from numasim.cli.load_curve import load_curve
from numasim.cli.machine import machine
from numasim.cli.partition import partition
from numasim.cli.plot import plot
from numasim.cli.rank import rank
from numasim.cli.response import response
from numasim.cli.results import compare, explore, replay, report, table
from numasim.cli.schedule import schedule
from numasim.cli.shards import merge, submit
from numasim.cli.terminal import print_error, print_warnings_plainly
from numasim.cli.trace import trace
from numasim.cli.validate import validate

OK, FAILED, WRONG_INPUT, BUG, INTERRUPTED = 0, 1, 2, 70, 130
SIGNALLED = 128
"""The exit code of a process that a signal ended, minus the signal's number."""

ONE_SIGNAL_SECONDS = 1.0


def main() -> None:
    """The entry point of the command ``numasim``."""
    interrupts: list[int] = []
    first: list[float] = []
    _mend_surroundings()
    if isinstance(sys.stdout, io.TextIOWrapper):  # the encoding may lack µ or a letter of a file name
        sys.stdout.reconfigure(errors="replace")

    def interrupt(number: int, frame: object) -> None:
        now = time.monotonic()
        # timeout(1) sends its signal twice. The second must not interrupt the end that the first began.
        if number != signal.SIGINT and interrupts and now - first[0] < ONE_SIGNAL_SECONDS:
            return
        interrupts.append(number)
        first.append(now)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    print_warnings_plainly()
    for number in (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")):
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup is respected
            signal.signal(number, interrupt)
    code = execute(sys.argv[1:], interrupted=lambda: bool(interrupts))
    # The system frees all memory at once. Without this line, the interpreter first searches all objects for
    # garbage, which takes a third of the time of a short command.
    gc.freeze()
    sys.exit(SIGNALLED + interrupts[0] if interrupts and code == INTERRUPTED else code)


def _mend_surroundings() -> None:
    """Open closed standard streams on the null device, and remove an invalid COLUMNS from the environment."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # until the end
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) < 1:
        del os.environ["COLUMNS"]


def execute(tokens: Sequence[str], interrupted: Callable[[], bool] = lambda: False) -> int:
    """Run one command and return its exit code. Every error is printed as one message on standard error.

    Parameters
    ----------
    tokens : sequence of str
        The command line, without the program's name.
    interrupted : callable
        Returns whether the user has interrupted the command. A compiled library may turn the interrupt into
        an error of its own.
    """
    try:
        app = application()
        code = app(list(tokens), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except cyclopts.CycloptsError as error:
        print_error(f"{_plain(error)} See `numasim --help`.")
        return WRONG_INPUT
    except BrokenPipeError:
        _close_output()
        return FAILED
    except OSError as error:
        print_error(_of_system(error))
        return WRONG_INPUT
    except KeyboardInterrupt:
        print_error("interrupted", kind="")
        return INTERRUPTED
    except MemoryError:
        print_error("out of memory")
        return FAILED
    except Exception as error:
        if interrupted():
            print_error("interrupted", kind="")
            return INTERRUPTED
        return _explain(error)


def _of_system(error: OSError) -> str:
    """Return the message for an error of the operating system."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return "the current directory was removed; change to a directory that exists"
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _explain(error: Exception) -> int:
    """Print one message for an exception, which is the user's error or a bug, and return the exit code."""
    from partitioners.errors import (
        ConfigError,
        InputError,
        InvariantError,
        KernelError,
        MissingExtraError,
        PluginError,
        VerificationError,
    )

    if isinstance(error, (InputError, KernelError, MissingExtraError)):
        print_error(str(error), kind="" if isinstance(error, ConfigError) else "error: ")
        return WRONG_INPUT
    if isinstance(error, VerificationError):
        print_error(f"the result failed verification: {error}")
        return FAILED
    if os.environ.get("NUMASIM_DEBUG"):
        raise error
    if isinstance(error, PluginError):
        print_error(f"{error}\nRun again with NUMASIM_DEBUG=1 for the traceback.")
        return WRONG_INPUT
    what = str(error) if isinstance(error, InvariantError) else f"{type(error).__name__}: {error}"
    print_error(
        f"{what}\nThis is a bug in numasim. Run again with NUMASIM_DEBUG=1 for the traceback, and report it."
    )
    return BUG


def _version() -> str:
    from numasim.provenance import project_version

    return project_version()


def application() -> cyclopts.App:
    """Return the application of cyclopts with all commands."""
    app = cyclopts.App(
        name="numasim",
        help=(
            "Partition a graph, map its clusters onto a NUMA mesh, and simulate the run.\n\n"
            "`numasim run quickstart` is a good start. `numasim COMMAND --help` explains a command."
        ),
        version=_version,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
    )
    of_experiments = (init, run, check, show, submit, schema, include)
    of_results = (report, explore, table, plot, compare, rank, response, replay, merge)
    others = (partition, schedule, trace, machine, load_curve, validate, conformance, doctor)
    for command in (*of_experiments, *of_results, *others):
        app.command(command)
    app.command(list_plugins, name="list")
    app.command(completion_of(app), name="--install-completion")
    return app


def _plain(error: cyclopts.CycloptsError) -> str:
    return " ".join(str(error).split())


def _close_output() -> None:
    """Redirect standard output to the null device, so that the interpreter can flush it when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
