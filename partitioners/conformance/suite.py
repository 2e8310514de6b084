"""A suite of checks on one plug-in: what those of all families have in common.

A family's suite says how its plug-ins are asked (:meth:`Suite.answer`, :meth:`Suite.try_options`) and adds
checks of its own. A check is a method: what it finds wrong it says with :meth:`Suite.came`, and whatever else
the plug-in raises is wrong too.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Literal, NoReturn, TypeVar

import numpy as np

from partitioners.errors import InputError, MissingExtraError, OptionError, PluginError
from partitioners.registry import Option, Registry

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Attributes
    ----------
    check : str
        What has to hold.
    failure : str
        What the plug-in was fed and what came of it; empty where the check passed.
    skipped : str
        Why the check says nothing of this plug-in; empty where it was made.
    cause : str
        What came of it, without what it was fed.
    """

    check: str
    failure: str = ""
    skipped: str = ""
    cause: str = ""


class _Failed(Exception):
    """A check found what should not be."""


class _Skipped(Exception):
    """A check has nothing to look at."""


class _Nothing:
    """A value that no option expects."""

    def __repr__(self) -> str:
        return "<an object of no use>"


def check(what: str) -> Callable[[Method], Method]:
    """Mark a method of a suite as a check, with what has to hold."""

    def mark(method: Method) -> Method:
        method.__dict__["check"] = what
        return method

    return mark


class Suite(ABC):
    """The checks on one plug-in.

    Parameters
    ----------
    name : str
        Of a registered plug-in.
    options : mapping, optional
        What it needs to be given; all else has its default.

    Raises
    ------
    UnknownNameError
        No such plug-in.
    OptionError
        It needs an option that is not given, or does not take one that is.
    """

    registry: ClassVar[Registry]
    positional: ClassVar[int]
    """How many arguments the family passes by position."""

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        self.name = name
        self.plugin = self.registry[name]
        self.given = dict(options or {})
        self.plugin.check_options(self.given)
        self.fed = ""
        self.elsewhere: str | None = None

    @abstractmethod
    def answer(self) -> bytes:
        """What the plug-in answers to the family's standard question, in a form that can be compared."""

    @abstractmethod
    def try_options(self, options: Mapping[str, Any]) -> None:
        """Ask something small with these options; an invalid answer is a failure."""

    def fail(self, what: str) -> NoReturn:
        """End a check: to what it was fed, this came."""
        raise _Failed(what)

    def skip(self, why: str) -> NoReturn:
        """End a check that does not apply."""
        raise _Skipped(why)

    def run(self) -> list[Finding]:
        """Make every check.

        Returns
        -------
        list of Finding
            In the order in which they were made.

        Raises
        ------
        MissingExtraError
            The plug-in needs a package that is not installed.
        """
        return [self._make(method) for method in self._checks()]

    def _checks(self) -> Iterator[Callable[[], None]]:
        for kind in reversed(type(self).__mro__):
            for name, value in vars(kind).items():
                if hasattr(value, "check"):
                    yield getattr(self, name)

    def _make(self, method: Callable[[], None]) -> Finding:
        what: str = method.check  # type: ignore[attr-defined]  # which the decorator `check` has put there
        self.fed = ""
        try:
            method()
        except _Skipped as why:
            return Finding(what, skipped=str(why))
        except _Failed as failed:
            return self._failure(what, str(failed))
        except MissingExtraError:
            raise
        except Exception as error:
            return self._failure(what, _fault(error))
        return Finding(what)

    def _failure(self, what: str, cause: str) -> Finding:
        return Finding(what, f"fed {self.fed}: {cause}" if self.fed else cause, cause=cause)

    @check("its docstring begins with a line that says what it is")
    def says_what_it_is(self) -> None:
        """As ``numasim list`` prints it."""
        summary = self.plugin.summary
        if not (10 < len(summary) <= 110 and summary.endswith((".", ")"))):
            self.fail(
                f"the line is {summary!r}; expected a sentence of 11 to 110 characters, with its full stop"
            )

    @check("its options are keyword-only and have types")
    def options_are_declared(self) -> None:
        """Else nobody can give them, or anything can be given."""
        kinds = inspect.Parameter
        parameters = list(inspect.signature(self.plugin.function).parameters.values())
        for place, parameter in enumerate(parameters):
            if parameter.kind in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD):
                self.fail(f"it takes *{parameter.name}, which hides what its options are")
            if parameter.kind is not kinds.KEYWORD_ONLY and place >= self.positional:
                self.fail(f"{parameter.name!r} is no option, for it is not keyword-only: put a * before it")
        for option in self.plugin.options.values():
            if option.annotation is Any:
                self.fail(f"the option {option.name!r} has no type")

    @check("the defaults of its options are of their types")
    def defaults_fit(self) -> None:
        """A default is never checked again."""
        for option in self.plugin.options.values():
            if option.default is not inspect.Parameter.empty:
                try:
                    option.check(option.default, "default")
                except OptionError as error:
                    self.fail(str(error))

    @check("an option of another name or type is refused")
    def other_options_are_refused(self) -> None:
        """With an OptionError."""
        wrong: list[dict[str, Any]] = [{name: _Nothing()} for name in self.plugin.options]
        for options in [{"no_such_option": 1}, *wrong]:
            try:
                self.try_options({**self.given, **options})
            except OptionError:
                continue
            self.fail("it was taken")

    @check("every choice that its options offer works")
    def choices_work(self) -> None:
        """Or says what is missing."""
        for option in self.plugin.options.values():
            for value in _choices(option.annotation):
                with contextlib.suppress(MissingExtraError):
                    self.try_options({**self.given, option.name: value})

    @check("a number or a word out of range is refused with an InputError, or works")
    def extremes_are_refused(self) -> None:
        """Never any other exception, and never an invalid answer."""
        for option in self.plugin.options.values():
            for value in (-1, 0, -1.0, 0.0, "no such thing"):
                if _fits(option, value):
                    with contextlib.suppress(InputError, MissingExtraError):
                        self.try_options({**self.given, option.name: value})

    @check("asked again, it answers the same, byte for byte")
    def repeats(self) -> None:
        """With the same seed."""
        if self.answer() != self.answer():
            self.fail("the second answer was another one")

    @check("the global random state does not matter and is left alone")
    def ignores_global_randomness(self) -> None:
        """Neither Python's nor NumPy's."""
        # NumPy's old global generator is the very thing that is watched, so its functions are called here.
        kept = random.getstate(), np.random.get_state()  # noqa: NPY002
        answers = []
        try:
            for seed in (1, 2):
                random.seed(seed)
                np.random.seed(seed)  # noqa: NPY002
                before = _global_state()
                answers.append(self.answer())
                if _global_state() != before:
                    self.fail("the global random state was another one afterwards; use default_rng(seed)")
        finally:
            random.setstate(kept[0])
            np.random.set_state(kept[1])  # noqa: NPY002
        if answers[0] != answers[1]:
            self.fail("after random.seed(2) the answer was another one than after random.seed(1)")

    @check("two threads at once get the same")
    def works_in_threads(self) -> None:
        """Nothing is kept between calls where others could meet it."""
        alone = self.answer()
        with ThreadPoolExecutor(2) as threads:
            waiting = [threads.submit(self.answer) for _ in range(2)]
            if any(each.result() != alone for each in waiting):
                self.fail("an answer was another one than that of a thread alone")

    @check("another process gets the same")
    def works_elsewhere(self) -> None:
        """With another hash seed and one thread."""
        here = hashlib.sha256(self.answer()).hexdigest()
        if self.elsewhere is None:
            ask_another_process([self])
        said = str(self.elsewhere)
        if said == NOT_THERE:
            self.skip("no other process can import it: it is no module's")
        if said != here:
            self.fail(said if ":" in said else "its answer was another one")

    @check("it prints nothing")
    def is_quiet(self) -> None:
        """Nor do libraries that it calls."""
        with _captured() as written:
            self.answer()
        if text := "".join(written):
            self.fail(f"it printed {text[:60]!r}")


NOT_THERE = "not there"


def ask_another_process(suites: Sequence[Suite]) -> None:
    """Ask one other process, whose hashes and threads are others, what all of these answer."""
    asked = [
        [type(each).__module__, type(each).__name__, each.name, *_home(each), each.given] for each in suites
    ]
    code = "import sys; from partitioners.conformance.suite import answers; print(answers(sys.argv[1]))"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONHASHSEED": "1",
        "NUMBA_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asked)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    last_words = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    found = (
        json.loads(done.stdout.splitlines()[-1])
        if done.returncode == 0
        else [f"died: {last_words}"] * len(asked)
    )
    for each, answer in zip(suites, found, strict=True):
        each.elsewhere = answer


def answers(asked: str) -> str:
    """What plug-ins answer, as :func:`ask_another_process` reads it: a digest each, or why there is none."""
    found = []
    for module, suite, name, home, path, options in json.loads(asked):
        kind = getattr(import_module(module), suite)
        try:
            if name not in kind.registry:
                function: Any = import_module(home)
                for part in path.split("."):
                    function = getattr(function, part)
                kind.registry.register(name, function)
        except (ImportError, AttributeError):
            found.append(NOT_THERE)
            continue
        try:
            found.append(hashlib.sha256(kind(name, options).answer()).hexdigest())
        except Exception as error:
            found.append(_fault(error))
    return "\n" + json.dumps(found)


def _fault(error: Exception) -> str:
    return error.fault if isinstance(error, PluginError) else f"{type(error).__name__}: {error}"


def _home(suite: Suite) -> tuple[str, str]:
    function = suite.plugin.function
    return function.__module__, getattr(function, "__qualname__", "")


def _global_state() -> tuple[Any, ...]:
    """What no plug-in may read or change, so that a test can see whether one has."""
    state: Any = np.random.get_state()  # noqa: NPY002
    return random.getstate(), state[0], np.asarray(state[1]).tobytes(), *state[2:]


def _choices(annotation: Any) -> list[Any]:
    """The values of a type that has few."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return list(arguments)
    if origin is typing.Annotated:
        return _choices(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return [value for each in arguments for value in _choices(each)]
    if annotation is bool:
        return [False, True]
    return [None] if annotation is type(None) else []


def _fits(option: Option, value: Any) -> bool:
    try:
        option.check(value, "")
    except OptionError:
        return False
    return True


@contextlib.contextmanager
def _captured() -> Iterator[list[str]]:
    """What was written to the standard output and error, by Python and by libraries, once it is over."""
    written: list[str] = []
    text = io.StringIO()
    with tempfile.TemporaryFile() as file:
        sys.stdout.flush()
        sys.stderr.flush()
        kept = [os.dup(1), os.dup(2)]
        try:
            for target in (1, 2):
                os.dup2(file.fileno(), target)
            with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
                yield written
        finally:
            for target, saved in zip((1, 2), kept, strict=True):
                os.dup2(saved, target)
                os.close(saved)
            file.seek(0)
            written += [text.getvalue(), file.read().decode(errors="replace")]
