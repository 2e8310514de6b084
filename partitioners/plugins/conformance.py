"""Conformance checks that plug-ins of all families share.

The suite of a family defines how its plug-ins are called (:meth:`Suite.answer`, :meth:`Suite.try_options`)
and adds its own checks. A check is a method that reports a failure with :meth:`Suite.fail`. Any other
exception that the plug-in raises is also a failure.
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
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Literal, NoReturn, TypeVar

import numpy as np

from partitioners.errors import InputError, MissingExtraError, OptionError, PluginError
from partitioners.plugins.registry import Option, Registry

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes
    ----------
    check : str
        The rule that the check tests.
    failure : str
        The input of the plug-in and the failure; empty if the check passed.
    skipped : str
        The reason why the check does not apply to this plug-in; empty if it was made.
    cause : str
        The failure without the input.
    """

    check: str
    failure: str = ""
    skipped: str = ""
    cause: str = ""


class _Failed(Exception):
    """A check failed."""


class _Skipped(Exception):
    """A check does not apply."""


class _Nothing:
    """A value that no option expects."""

    def __repr__(self) -> str:
        return "<an object of the wrong type>"


def check(what: str) -> Callable[[Method], Method]:
    """Mark a method of a suite as a check of the rule ``what``."""

    def mark(method: Method) -> Method:
        method.__dict__["check"] = what
        return method

    return mark


class Suite(ABC):
    """The conformance checks for one plug-in.

    Parameters
    ----------
    name : str
        Name of a registered plug-in.
    options : mapping, optional
        Values of its required options, and of others that should not have their default.

    Raises
    ------
    UnknownNameError
        There is no such plug-in.
    OptionError
        A required option is missing, or an option is unknown.
    """

    registry: ClassVar[Registry]
    positional: int
    """Number of arguments that the family passes by position."""

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        self.name = name
        self.plugin = self.registry[name]
        self.given = dict(options or {})
        self.plugin.check_options(self.given)
        self.fed = ""
        self.elsewhere: str | None = None
        self._first: tuple[bytes, str] | None = None

    @abstractmethod
    def answer(self) -> bytes:
        """Call the plug-in with the family's standard input; return the result as bytes for comparison."""

    @abstractmethod
    def try_options(self, options: Mapping[str, Any]) -> None:
        """Call the plug-in on a small input with these options; an invalid result is a failure."""

    def _first_answer(self) -> bytes:
        """The first result, with which several checks compare; the plug-in is called once for all of them."""
        if self._first is None:
            self._first = self.answer(), self.fed
        answer, self.fed = self._first
        return answer

    def fail(self, what: str) -> NoReturn:
        """End a check as failed; ``what`` describes the failure."""
        raise _Failed(what)

    def skip(self, why: str) -> NoReturn:
        """End a check that does not apply to the plug-in."""
        raise _Skipped(why)

    def run(self) -> list[Finding]:
        """Run every check.

        Returns
        -------
        list of Finding
            One for each check, in the order in which they ran.

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
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # a plug-in may warn of an unusual input
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
        return Finding(what, f"input {self.fed}: {cause}" if self.fed else cause, cause=cause)

    @check("the docstring begins with a one-line summary")
    def says_what_it_is(self) -> None:
        """Check the line that ``numasim list`` prints."""
        summary = self.plugin.summary
        if not (10 < len(summary) <= 110 and summary.endswith((".", ")"))):
            self.fail(
                f"the first line is {summary!r}; expected 11 to 110 characters that end with a full stop"
            )

    @check("all options are keyword-only and have types")
    def options_are_declared(self) -> None:
        """Check the signature: only typed, keyword-only parameters can be set and validated."""
        kinds = inspect.Parameter
        parameters = list(inspect.signature(self.plugin.function).parameters.values())
        for place, parameter in enumerate(parameters):
            if parameter.kind in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD):
                self.fail(f"the signature has *{parameter.name}; declare each option as a parameter instead")
            if parameter.kind is not kinds.KEYWORD_ONLY and place >= self.positional:
                self.fail(f"{parameter.name!r} is not keyword-only; put a * before it to make it an option")
        for option in self.plugin.options.values():
            if option.annotation is Any:
                self.fail(f"the option {option.name!r} has no type annotation; add one")

    @check("every default has the type of its option")
    def defaults_fit(self) -> None:
        """Check the defaults here, since calls do not check them."""
        for option in self.plugin.options.values():
            if option.default is not inspect.Parameter.empty:
                try:
                    option.check(option.default, "default")
                except OptionError as error:
                    self.fail(str(error))

    @check("unknown options and values of a wrong type are refused")
    def other_options_are_refused(self) -> None:
        """Expect an OptionError for each."""
        wrong: list[dict[str, Any]] = [{name: _Nothing()} for name in self.plugin.options]
        for options in [{"no_such_option": 1}, *wrong]:
            try:
                self.try_options({**self.given, **options})
            except OptionError:
                continue
            self.fail("the option was accepted; expected an OptionError")

    @check("every choice of an option works")
    def choices_work(self) -> None:
        """Allow a MissingExtraError for a choice that needs an optional package."""
        for option in self.plugin.options.values():
            for value in choices(option.annotation):
                with contextlib.suppress(MissingExtraError):
                    self.try_options({**self.given, option.name: value})

    @check("a number or text out of range works or is refused with an InputError")
    def extremes_are_refused(self) -> None:
        """Any other exception and any invalid result is a failure."""
        for option in self.plugin.options.values():
            for value in (-1, 0, -1.0, 0.0, "no such thing"):
                if fits(option, value):
                    with contextlib.suppress(InputError, MissingExtraError):
                        self.try_options({**self.given, option.name: value})

    @check("a second call with the same seed returns the same result, byte for byte")
    def repeats(self) -> None:
        """Compare two calls with the same seed."""
        if self._first_answer() != self.answer():
            self.fail("two calls with the same seed returned different results")

    @check("the global random state is neither used nor changed")
    def ignores_global_randomness(self) -> None:
        """Check the generators of both Python and NumPy."""
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
                    self.fail("the call changed the global random state; use default_rng(seed)")
        finally:
            random.setstate(kept[0])
            np.random.set_state(kept[1])  # noqa: NPY002
        if answers[0] != answers[1]:
            self.fail("random.seed(1) and random.seed(2) led to different results; use default_rng(seed)")

    @check("calls in two threads at once return the same result")
    def works_in_threads(self) -> None:
        """Run two calls in parallel, which fails if they share state."""
        alone = self._first_answer()
        with ThreadPoolExecutor(2) as threads:
            waiting = [threads.submit(self.answer) for _ in range(2)]
            if any(each.result() != alone for each in waiting):
                self.fail("two calls in parallel threads returned a different result than one call alone")

    @check("another process returns the same result")
    def works_elsewhere(self) -> None:
        """Compare with a process that has a different hash seed and one thread."""
        here = hashlib.sha256(self._first_answer()).hexdigest()
        if self.elsewhere is None:
            ask_another_process([self])
        said = str(self.elsewhere)
        if said == NOT_THERE:
            self.skip("another process cannot import the function: it is not defined at module level")
        if said != here:
            self.fail(said if ":" in said else "another process returned a different result")

    @check("a call prints nothing")
    def is_quiet(self) -> None:
        """Capture the output of Python and of the libraries that the plug-in calls."""
        with _captured() as written:
            self.answer()
        if text := "".join(written):
            self.fail(f"the call printed {text[:60]!r}")


NOT_THERE = "not there"


def ask_another_process(suites: Sequence[Suite]) -> None:
    """Compute the results of all suites in one process with a different hash seed and one thread."""
    asked = [
        [type(each).__module__, type(each).__name__, each.name, *_home(each), each.given] for each in suites
    ]
    code = "import sys; from partitioners.plugins.conformance import answers; print(answers(sys.argv[1]))"
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
    last_words = (done.stderr.strip().splitlines() or ["the process ended without an error message"])[-1]
    found = (
        json.loads(done.stdout.splitlines()[-1])
        if done.returncode == 0
        else [f"died: {last_words}"] * len(asked)
    )
    for each, answer in zip(suites, found, strict=True):
        each.elsewhere = answer


def answers(asked: str) -> str:
    """The digest of each plug-in's result, or the reason why there is none, as JSON."""
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
    """The state of the global random generators, which plug-ins may neither read nor change."""
    state: Any = np.random.get_state()  # noqa: NPY002
    return random.getstate(), state[0], np.asarray(state[1]).tobytes(), *state[2:]


def choices(annotation: Any) -> list[Any]:
    """All values of the type of an option that has only a few; an empty list for other types."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return list(arguments)
    if origin is typing.Annotated:
        return choices(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return [value for each in arguments for value in choices(each)]
    if annotation is bool:
        return [False, True]
    return [None] if annotation is type(None) else []


def fits(option: Option, value: Any) -> bool:
    """Whether an option takes a value."""
    try:
        option.check(value, "")
    except OptionError:
        return False
    return True


@contextlib.contextmanager
def _captured() -> Iterator[list[str]]:
    """Collect the standard output and error of Python and of libraries; filled in when the block ends."""
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
