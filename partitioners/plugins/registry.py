"""A generic registry for a family of plug-ins: built-ins, entry points and "did you mean" hints.

An algorithm is a function with a plain signature. The registry of its family finds it by name: first among
the built-ins (a ``name -> "module:function"`` table, imported on first use), then among the entry points of
installed packages, then among the functions that the running program registered. The signature *is* the
option schema: every keyword-only parameter that the family does not reserve is an option, with the annotation
as its type and the default as its default.
"""

from __future__ import annotations

import difflib
import inspect
import math
import multiprocessing
import re
import sys
import traceback
import typing
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType, SimpleNamespace
from typing import Any

from partitioners.errors import NumasimError, OptionError, PluginError, UnknownNameError
from partitioners.text.counts import plural
from partitioners.text.format_value import format_value
from partitioners.text.integers import bounded
from partitioners.text.wording import describe_type, whole_number

OWN_PACKAGES = frozenset(("partitioners", "mappers", "gpu", "numasim"))


def did_you_mean(name: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """A hint with the nearest known name; if no name is near, ``otherwise`` or all known names."""
    known = sorted(known)
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    if otherwise is not None:
        return otherwise
    return f"known: {', '.join(known)}" if known else "none are known"


def no_option(plugins: Sequence[Plugin], name: str, more: Iterable[str] = (), *, flags: bool = False) -> str:
    """Return the message for an option that none of the plug-ins takes.

    Parameters
    ----------
    plugins : sequence of Plugin
        At least one plug-in, all of one kind.
    name : str
        The option.
    more : iterable of str
        Other names that may be meant: keys of the section, or flags of the command.
    flags : bool
        Whether the user writes options as flags of a command line.
    """
    flag: Callable[[str], str] = lambda name: f"--{name.replace('_', '-')}" if flags else name  # noqa: E731
    options = [flag(each) for each in sorted({option for plugin in plugins for option in plugin.options})]
    otherwise = f"known: {', '.join(options)}" if options else "it takes no options"
    hint = did_you_mean(flag(name), [*options, *map(flag, more)], otherwise)
    kind, names = plugins[0].kind, [plugin.name for plugin in plugins]
    shown = flag(name) if flags else repr(name)
    if len(names) == 1:
        return f"{kind} {names[0]!r} takes no option {shown}; {hint}"
    return f"none of the {kind}s {', '.join(names)} takes the option {shown}; {hint}"


def documented_parameters(function: Callable[..., Any]) -> dict[str, str]:
    """The descriptions in the numpydoc section "Parameters" of a docstring, as plain text by name.

    Empty if there is no such section; docstrings in other styles are not parsed.
    """
    text = inspect.getdoc(function) or ""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}$|\Z)", text, re.DOTALL | re.MULTILINE)
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in section[1].splitlines() if section else ():
        if line and not line[0].isspace():
            current = []
            found |= {name.strip(): current for name in line.partition(" :")[0].split(",")}
        else:
            current.append(line.strip())
    return {name: _plain(" ".join(filter(None, lines))) for name, lines in found.items()}


def _documentation(annotation: Any) -> str:
    """The description that an annotation carries, if any: ``Annotated[..., doc("...")]``."""
    # By the attribute, because machines that measure a GPU do not have the package.
    found = (getattr(note, "documentation", "") for note in getattr(annotation, "__metadata__", ()))
    return next((_plain(text) for text in found if text), "")


def _plain(text: str) -> str:
    """The text without reStructuredText markup."""
    return re.sub(r":\w+:`~?([^`]*)`", r"\1", text).replace("``", "")


def is_infinite(value: Any) -> bool:
    """Whether a value is an infinite number or NaN, which no option takes."""
    return isinstance(value, float) and not math.isfinite(value)


@dataclass(frozen=True)
class Option:
    """One option of a plug-in, from the signature of its function.

    The meaning is from the docstring of the function, or else from the type of the option.
    """

    name: str
    annotation: Any
    default: Any
    meaning: str = ""

    @cached_property
    def _adapter(self) -> Any:
        import pydantic

        return pydantic.TypeAdapter(self.annotation)

    def check(self, value: Any, owner: str) -> Any:
        """Validate a value; return it in the type of the option.

        Raises
        ------
        OptionError
            The value does not fit the annotation.
        """
        import pydantic

        try:
            checked = self._adapter.validate_python(value, strict=True)
        except pydantic.ValidationError:
            raise OptionError(f"{owner}: {self.name}: expected {self.refusal(value)}") from None
        if is_infinite(checked):
            raise OptionError(f"{owner}: {self.name}: expected {self.refusal(value)}")
        return checked

    def parse(self, text: str, owner: str) -> Any:
        """Parse and validate the text of a value from a command line; see :meth:`check`."""
        import pydantic

        try:
            checked = self._adapter.validate_strings(text)
        except pydantic.ValidationError:
            raise OptionError(f"{owner}: {self.name}: expected {self.refusal(text)}") from None
        if is_infinite(checked):
            raise OptionError(f"{owner}: {self.name}: expected {self.refusal(checked)}")
        return checked

    def refusal(self, value: Any) -> str:
        """Return what the option expects and the value that it got: ``an integer, got 'x'``."""
        words = describe_type(self.annotation)
        if is_infinite(value):
            words = words.replace("a number", "a finite number")
        return f"{words}, got {format_value(value)}{whole_number(value, words)}"


class Plugin:
    """A named member of a family: its function (or the import path), one-line summary and options."""

    def __init__(
        self, name: str, kind: str, target: str | Callable[..., Any], reserved: frozenset[str]
    ) -> None:
        self.name = name
        self.kind = kind
        self._target = target
        self._reserved = reserved

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function of the algorithm; its module is imported on first use."""
        return _load(self._target) if isinstance(self._target, str) else self._target

    @property
    def summary(self) -> str:
        """The first line of the function's docstring."""
        return (inspect.getdoc(self.function) or "").strip().split("\n")[0]

    @cached_property
    def returns(self) -> str:
        """The name of the type that the function declares to return."""
        made = inspect.signature(self.function).return_annotation
        return str(getattr(made, "__name__", made))

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The keyword-only parameters that the family does not reserve."""
        parameters = {
            p.name: p
            for p in inspect.signature(self.function).parameters.values()
            if p.kind is inspect.Parameter.KEYWORD_ONLY and p.name not in self._reserved
        }
        # Only the options' annotations: other annotations may use types imported only for type checkers.
        annotated = SimpleNamespace(
            __annotations__={n: p.annotation for n, p in parameters.items() if p.annotation is not p.empty}
        )
        names = vars(sys.modules[self.function.__module__])
        hints = typing.get_type_hints(annotated, names, include_extras=True)
        meanings = documented_parameters(self.function)
        return {
            name: Option(
                name,
                bounded(hints.get(name, Any)),
                p.default,
                meanings.get(name) or _documentation(hints.get(name)),
            )
            for name, p in parameters.items()
        }

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The names of all parameters, reserved ones (``seed``, ``progress``) included."""
        return frozenset(self._signature.parameters)

    @cached_property
    def _is_own(self) -> bool:
        """Whether the function is one of this project."""
        return self.function.__module__.partition(".")[0] in OWN_PACKAGES

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Validate the options; return every option with its value in the right type, defaults included.

        Raises
        ------
        OptionError
            An option is unknown or missing, or a value has the wrong type.
        """
        owner = f"{self.kind} {self.name!r}"
        for name in options:
            if name not in self.options:
                raise OptionError(no_option([self], name))
        checked = {}
        for name, option in self.options.items():
            if name in options:
                checked[name] = option.check(options[name], owner)
            elif option.default is inspect.Parameter.empty:
                raise OptionError(f"{owner} needs the option {name!r}")
            else:
                checked[name] = option.default
        return checked

    def call(self, *args: Any, options: Mapping[str, Any], **reserved: Any) -> Any:
        """Call the function with validated options and with the reserved arguments that it declares.

        Raises
        ------
        OptionError
            See :meth:`check_options`.
        PluginError
            The function belongs to another package and raised an exception that is not from this project.
        """
        taken = {name: value for name, value in reserved.items() if name in self.accepts}
        checked = self.check_options(options)
        with self.blamed():
            if not self._is_own:
                self._check_signature(*args, **taken, **checked)
            return self.function(*args, **taken, **checked)

    def _check_signature(self, *args: Any, **named: Any) -> None:
        try:
            self._signature.bind(*args, **named)
        except TypeError as error:
            code = getattr(self.function, "__code__", None)
            place = "" if code is None else f", {code.co_filename}, line {code.co_firstlineno}"
            raise PluginError(
                f"{self.kind} {self.name!r}",
                f"{error}; the function of a {self.kind} has {len(args)} positional "
                f"{plural(len(args), 'parameter')}, and keyword-only ones for its options "
                f"({self.function.__module__}{place})",
            ) from error

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Convert exceptions of another package's code to a :class:`PluginError` with file and line.

        Exceptions that did not pass through that package's code propagate unchanged.
        """
        try:
            yield
        except (NumasimError, MemoryError):
            raise
        except (Exception, SystemExit) as error:  # SystemExit of a plug-in must end only its own run
            place = self._place_of(error)
            if place is None:
                raise
            fault = traceback.format_exception_only(error)[-1].strip()
            raise PluginError(f"{self.kind} {self.name!r}", f"{fault} ({place})") from error

    def _place_of(self, error: BaseException) -> str | None:
        """File and line of the innermost frame of the function's package; None for this project's code."""
        if self._is_own:
            return None
        package = self.function.__module__.partition(".")[0]
        place = None
        for frame, line in traceback.walk_tb(error.__traceback__):
            if str(frame.f_globals.get("__name__", "")).partition(".")[0] == package:
                place = f"{frame.f_code.co_filename}, line {line}, in {frame.f_code.co_name}"
        return place


class Registry:
    """The plug-ins of one family, by name.

    Parameters
    ----------
    kind : str
        The family's name in messages: ``partitioner``, ``mapper``, ...
    group : str
        The entry-point group of other packages' plug-ins: ``numasim.partitioners``, ...
    builtins : mapping of str to str
        ``name -> "module:function"``.
    reserved : iterable of str
        Keyword parameters that the family passes itself, so they are not options (``seed``, ``progress``).
    modifiers : mapping of str to str
        ``name -> "module:function"``. The function takes a plug-in and returns an algorithm of the family:
        the plug-in ``spac`` and the modifier ``refine`` form ``spac+refine``.

    Attributes
    ----------
    builtins : tuple of str
        The names of the built-ins, in their order.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        builtins: Mapping[str, str],
        reserved: Iterable[str] = ("seed", "progress"),
        modifiers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.kind = kind
        self.group = group
        self.builtins = tuple(builtins)
        self.modifiers = modifiers
        self._reserved = frozenset(reserved)
        self._plugins: dict[str, Plugin] = {}
        for name, target in builtins.items():
            self._plugins[name] = Plugin(name, kind, target, self._reserved)
        self._entry_points_read = False

    def register(self, name: str, function: Callable[..., Any]) -> None:
        """Register a function of the running program; a name that exists already is an error."""
        if name in self._all():
            raise OptionError(f"a {self.kind} named {name!r} is already registered; choose another name")
        self._plugins[name] = Plugin(name, self.kind, function, self._reserved)

    def unregister(self, name: str) -> None:
        """Remove a function that :meth:`register` added."""
        del self._plugins[name]

    def names(self) -> list[str]:
        """All names, built-ins first, then in the order of registration."""
        return list(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, name: object) -> bool:
        base, _, modifier = str(name).rpartition("+")
        return name in self._plugins or name in self._all() or (modifier in self.modifiers and base in self)

    def __getitem__(self, name: str) -> Plugin:
        """The plug-in with this name.

        Raises
        ------
        OptionError
            The name is not a text.
        UnknownNameError
            There is no such plug-in; the message contains the nearest known name.
        """
        if not isinstance(name, str):
            raise OptionError(f"the name of a {self.kind} must be a text, got {name!r}")
        plugin = self._plugins.get(name) or self._all().get(name)
        base, plus, modifier = name.rpartition("+")
        if plugin is None and plus and modifier in self.modifiers:
            function = _load(self.modifiers[modifier])(self[base])
            plugin = Plugin(name, self.kind, function, self._reserved)
        if plugin is None:
            known = [*self._all(), *(f"{base}+{known}" for known in self.modifiers if base in self)]
            raise UnknownNameError(f"unknown {self.kind} {name!r}; {did_you_mean(name, known)}")
        return plugin

    def _all(self) -> dict[str, Plugin]:
        if not self._entry_points_read:
            self._entry_points_read = True
            for point in entry_points(group=self.group):
                said = f"the {self.kind} {point.name!r} of {point.value!r} is"
                if point.name in self._plugins:
                    self._warn(f"{said} ignored: a plug-in with this name exists already")
                    continue
                try:
                    function = point.load()
                except (Exception, SystemExit) as error:  # a broken plug-in must not affect the others
                    place = _last_line_outside(error)
                    self._warn(f"{said} skipped: {type(error).__name__}: {error}{place and f' ({place})'}")
                    continue
                self._plugins[point.name] = Plugin(point.name, self.kind, function, self._reserved)
        return self._plugins

    def _warn(self, message: str) -> None:
        """Warn of a package without a line of this project; worker processes do not repeat the warning."""
        if multiprocessing.parent_process() is None:
            warnings.warn_explicit(message, UserWarning, self.group, 0)


def _last_line_outside(error: BaseException) -> str:
    """File and line of the innermost frame outside this project; empty if there is none."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package not in (*OWN_PACKAGES, *sys.stdlib_module_names):
            place = f"{frame.f_code.co_filename}, line {line}"
    return place


def _load(target: str) -> Callable[..., Any]:
    module, _, attribute = target.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function
