"""Expressions over the fields and columns of an experiment.

``energy * seconds``, ``2 * machine.l1.size <= 1 MiB``: a grammar of arithmetic, comparisons and ``and``,
``or``, ``not``. Names are fields or columns. A number may have a unit, and stands for the amount in the SI
base, as in results: bytes, bytes per second, seconds, hertz, picojoules. Nothing else of Python is in it, so
the file of a stranger is harmless.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from partitioners.errors import OptionError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.units import DURATION, ENERGY, FREQUENCY, RATE, SIZE

UNITS = MappingProxyType(
    {
        unit: float(factor)
        for quantity in (SIZE, RATE, DURATION, FREQUENCY, ENERGY)
        for unit, factor in quantity.units.items()
    }
)
"""The amount of each unit in the SI base; cycles are cycles."""

Value = Any
"""A number, a word, a truth value, or an array of them; NaN where a column has no value."""

_COMPARISONS: Mapping[str, Callable[..., Value]] = MappingProxyType(
    {
        "<=": np.less_equal,
        ">=": np.greater_equal,
        "==": lambda one, other: one == other,
        "!=": lambda one, other: one != other,
        "<": np.less,
        ">": np.greater,
    }
)
_SUMS: Mapping[str, Callable[..., Value]] = MappingProxyType({"+": np.add, "-": np.subtract})
_PRODUCTS: Mapping[str, Callable[..., Value]] = MappingProxyType({"*": np.multiply, "/": np.divide})
FUNCTIONS: Mapping[str, tuple[int, Callable[..., Value]]] = MappingProxyType(
    {
        "abs": (1, np.abs),
        "sqrt": (1, np.sqrt),
        "exp": (1, np.exp),
        "log": (1, np.log),
        "log2": (1, np.log2),
        "log10": (1, np.log10),
        "min": (2, np.minimum),
        "max": (2, np.maximum),
    }
)
"""The functions, with their least numbers of arguments; ``min`` and ``max`` take more."""

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
      | (?P<name>[A-Za-z_][\w.]*)
      | (?P<word>'[^']*'|"[^"]*")
      | (?P<sign>\*\*|<=|>=|==|!=|[-+*/()<>,])
    )""",
    re.VERBOSE,
)
_WORDS = ("and", "or", "not")


class Token(NamedTuple):
    """A piece of an expression: its kind, its text and its column, from 1."""

    kind: str
    text: str
    column: int


class ExpressionError(OptionError):
    """A mistake in an expression, at a column."""


@dataclass(frozen=True)
class Expression:
    """An expression that has been read.

    Attributes
    ----------
    text : str
    names : tuple of str
        The fields and columns that it uses, in their order.
    columns : mapping of str to int
        The column at which each name is first, from 1.
    """

    text: str
    names: tuple[str, ...]
    columns: Mapping[str, int]
    _value: Callable[[Mapping[str, Value]], Value]

    def __call__(self, values: Mapping[str, Value]) -> Value:
        """Return the value for the values of all names, which may be arrays of one length.

        What has no value, such as a quotient by 0 or the root of a negative number, is NaN or infinite.

        Raises
        ------
        ExpressionError
            A word is used as a number.
        """
        with np.errstate(all="ignore"):
            try:
                return self._value(values)
            except (TypeError, np.exceptions.DTypePromotionError) as error:
                words = [name for name in self.names if _is_word(values[name])]
                raise ExpressionError(
                    f"{self.text!r} calculates with {' and '.join(words) or 'words'}, not a number; "
                    "compare words by == and !="
                ) from error


def _is_word(value: Value) -> bool:
    found = np.asarray(value)
    return found.dtype.kind in "OUT" and any(isinstance(each, str) for each in found.ravel())


def mistake(text: str, column: int, message: str) -> ExpressionError:
    """Return the error of a mistake at a column of an expression."""
    return ExpressionError(f"{format_value(text)}, column {column}: {message}")


@cache
def parse(text: str) -> Expression:
    """Read an expression.

    Parameters
    ----------
    text : str

    Raises
    ------
    ExpressionError
        It is no expression; the message has the column of the mistake.
    """
    return _Parser(text).expression()


def unknown_name(expression: Expression, name: str, known: list[str], what: str) -> ExpressionError:
    """Return the error of a name that is not known.

    Parameters
    ----------
    expression : Expression
    name : str
    known : list of str
    what : str
        What the names are: ``column``.
    """
    ending = [each for each in dict.fromkeys(known) if each.endswith("." + name)]
    hint = f"did you mean {ending[0]!r}?" if len(ending) == 1 else did_you_mean(name, known, "")
    message = f"there is no {what} {name!r}{'; ' if hint else ''}{hint}"
    return mistake(expression.text, expression.columns[name], message)


_Node = Callable[[Mapping[str, Value]], Value]


class _Parser:
    """Reads an expression from left to right, one method for each level of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: dict[str, int] = {}
        self.tokens = self._tokens()
        self.place = 0

    def _tokens(self) -> list[Token]:
        found, start = [], 0
        text = self.text.rstrip()
        while start < len(text):
            match = _TOKEN.match(text, start)
            if match is None:
                column = start + len(text[start:]) - len(text[start:].lstrip()) + 1
                hint = {"=": "; compare by ==", "^": "; a power is **"}.get(text[column - 1], "")
                raise mistake(self.text, column, f"{text[column - 1]!r} is not part of an expression{hint}")
            kind = str(match.lastgroup)
            piece = match[kind]
            kind = piece if kind == "name" and piece in _WORDS else kind
            found.append(Token(kind, piece, match.start(str(match.lastgroup)) + 1))
            start = match.end()
        end = Token("end", "", len(text) + 1)
        return [*found, end, end, end]

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self, *texts: str) -> Token | None:
        """Take the next token if it is one of these signs or words."""
        token = self.next
        if token.kind in ("sign", *_WORDS) and token.text in texts:
            self.place += 1
            return token
        return None

    def expected(self, what: str) -> NoReturn:
        token = self.next
        got = f"got {token.text!r}" if token.text else "but the expression ends"
        raise mistake(self.text, token.column, f"expected {what}, {got}")

    def expression(self) -> Expression:
        node = self.either()
        if self.next.kind != "end":
            self.expected("an operator")
        return Expression(self.text, tuple(self.names), MappingProxyType(dict(self.names)), node)

    def either(self) -> _Node:
        node = self.both()
        while self.take("or"):
            node = _call(np.logical_or, node, self.both())
        return node

    def both(self) -> _Node:
        node = self.negated()
        while self.take("and"):
            node = _call(np.logical_and, node, self.negated())
        return node

    def negated(self) -> _Node:
        return _call(np.logical_not, self.negated()) if self.take("not") else self.comparison()

    def comparison(self) -> _Node:
        left = self.sum()
        found = None
        while sign := self.take(*_COMPARISONS):
            right = self.sum()
            compared = _call(_COMPARISONS[sign.text], left, right)
            found = compared if found is None else _call(np.logical_and, found, compared)
            left = right
        return found or left

    def sum(self) -> _Node:
        node = self.product()
        while sign := self.take(*_SUMS):
            node = _call(_SUMS[sign.text], node, self.product())
        return node

    def product(self) -> _Node:
        node = self.signed()
        while sign := self.take(*_PRODUCTS):
            node = _call(_PRODUCTS[sign.text], node, self.signed())
        return node

    def signed(self) -> _Node:
        if self.take("-"):
            return _call(np.negative, self.signed())
        base = self.atom()
        return _call(_power, base, self.signed()) if self.take("**") else base

    def atom(self) -> _Node:
        token = self.next
        if self.take("("):
            node = self.either()
            if not self.take(")"):
                self.expected("')'")
            return node
        if token.kind not in ("number", "name", "word"):
            self.expected("a number, a name or '('")
        self.place += 1
        if token.kind == "number":
            return self.number(token)
        if token.kind == "word":
            return _constant(token.text[1:-1])
        if self.take("("):
            return self.function(token)
        if token.text in ("true", "false"):
            return _constant(token.text == "true")
        name = token.text
        self.names.setdefault(name, token.column)
        return lambda values: values[name]

    def number(self, token: Token) -> _Node:
        """A number, and its unit if it has one."""
        unit = self.next
        if unit.kind != "name":
            return _constant(float(token.text))
        text = self.unit()
        if text not in UNITS:
            near = did_you_mean(text, UNITS, "write an operator between a number and a name")
            raise mistake(self.text, unit.column, f"{text!r} is no unit; {near}")
        return _constant(float(token.text) * UNITS[text])

    def unit(self) -> str:
        """Take a unit; ``GB/s`` is one, without spaces."""
        unit, slash, second = self.tokens[self.place : self.place + 3]
        rate = unit.text + slash.text + second.text
        whole = rate in UNITS and second.column == unit.column + len(unit.text) + 1
        self.place += 3 if whole else 1
        return rate if whole else unit.text

    def function(self, token: Token) -> _Node:
        if token.text not in FUNCTIONS:
            raise mistake(
                self.text,
                token.column,
                f"there is no function {token.text!r}; functions: {', '.join(FUNCTIONS)}",
            )
        arguments = [self.either()]
        while self.take(","):
            arguments.append(self.either())
        if not self.take(")"):
            self.expected("',' or ')'")
        least, called = FUNCTIONS[token.text]
        if len(arguments) < least or (least == 1 and len(arguments) > 1):
            number = "one argument" if least == 1 else f"{least} arguments or more"
            raise mistake(self.text, token.column, f"{token.text} takes {number}, got {len(arguments)}")
        node = arguments[0]
        for other in arguments[1:]:
            node = _call(called, node, other)
        return _call(called, node) if least == 1 else node


def _constant(value: Value) -> _Node:
    return lambda _values: value


def _power(base: Value, exponent: Value) -> Value:
    """A power of floats; NaN for a root of a negative number."""
    return np.power(np.asarray(base, dtype=float), exponent)[()]


def _call(function: Callable[..., Value], *nodes: _Node) -> _Node:
    return lambda values: function(*(node(values) for node in nodes))


def amount(value: Value) -> Value:
    """Return the number that a value of a field stands for: ``"64 KiB"`` is 65536; others are unchanged."""
    if not isinstance(value, str):
        return math.nan if value is None else value
    number, _, unit = value.strip().partition(" ")
    if unit.strip() not in UNITS:
        return value
    try:
        return float(number) * UNITS[unit.strip()]
    except ValueError:
        return value
