"""Quantities with their units, as people write them: ``64 KiB``, ``8 GB/s``, ``2.4 GHz``, ``50 ns``.

In files a quantity is text and always carries its unit. In Python it is a plain number in the SI base
(bytes, bytes per second, hertz, seconds), a number of picojoules, or a :class:`Duration`. The conversion is
exact (fractions, never binary floats), so writing a quantity and reading it back gives the same number.
``KB`` is 1000 bytes and ``KiB`` is 1024.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from partitioners.errors import OptionError
from partitioners.text.format_value import format_value

_TEXT = re.compile(r"\s*([+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?)\s*([A-Za-zµ/]*)\s*")


MAX_AMOUNT = 2**53
"""The largest amount of a whole quantity: every smaller one is exact in a float, too."""


@dataclass(frozen=True)
class Quantity:
    """One kind of quantity: its name and its units.

    Attributes
    ----------
    name : str
        The name with its article: ``a size``.
    example : str
        A valid quantity.
    units : mapping of str to Fraction
        The factor from each unit to the SI base, in the order in which messages list the units.
    whole : str
        The plural of the SI base if only whole numbers of it are valid; otherwise empty.
    zero : bool
        Whether 0 is a valid amount.
    most : int
        The largest valid amount of a whole quantity.
    """

    name: str
    example: str
    units: Mapping[str, Fraction]
    whole: str = ""
    zero: bool = False
    most: int = MAX_AMOUNT

    def __str__(self) -> str:
        limit = f" of at most {self.format(self.most)}" if self.most < MAX_AMOUNT else ""
        return f"{self.name}{limit} with its unit, such as {self.example!r}"

    def parse(self, text: Any) -> tuple[Fraction, str]:
        """Return the amount in the SI base, and the unit in the text.

        Raises
        ------
        OptionError
            The value is not text, has no number or no unit, has a unit of another quantity, is negative, is 0
            where 0 is invalid, or is a fraction of a whole quantity.
        """
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None or not found[2]:
            bare = found is not None or (isinstance(text, (int, float)) and not isinstance(text, bool))
            hint = f"; add a unit to the number: {', '.join(self.units)}" if bare else ""
            raise OptionError(f"expected {self}, got {format_value(text)}{hint}")
        number, unit = Decimal(found[1]), found[2]
        if unit not in self.units:
            same = [known for known in self.units if known.casefold() == unit.casefold()]
            hint = f"did you mean {same[0]!r}?" if same else f"units: {', '.join(self.units)}"
            if unit in ("bit", "bits") and "B" in self.units:
                hint = f"use bytes (8 bits are 1 B); {hint}"
            raise OptionError(f"expected {self}, got {format_value(text)}; {hint}")
        amount = Fraction(number) * self.units[unit]
        if amount < 0 or not (amount or self.zero):
            limit = "at least 0" if self.zero else "greater than 0"
            raise OptionError(f"expected {self}, {limit}, got {format_value(text)}")
        if self.whole and amount.denominator != 1:
            raise OptionError(f"{format_value(text)} is not a whole number of {self.whole}")
        if self.whole and amount > self.most:
            raise OptionError(
                f"expected {self}, got {format_value(text)}; the limit is {self.format(self.most)}"
            )
        return amount, unit

    def format(self, amount: Fraction | int) -> str:
        """Return the shortest exact text of an amount in the SI base, with the largest such unit.

        Raises
        ------
        OptionError
            The amount is not exactly a decimal number.
        """
        if not amount:
            return f"0 {next(iter(self.units))}"
        texts = [f"{_decimal(Fraction(amount) / factor)} {unit}" for unit, factor in self.units.items()]
        return min(reversed(texts), key=lambda text: (len(text.split()[0]), "." in text))


def _decimal(value: Fraction) -> str:
    """Format a fraction as an exact decimal number."""
    places, rest = 0, value.denominator
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        places = max(places, power)
    if rest != 1:
        raise OptionError(f"{value} cannot be written as a decimal number")
    digits = str(value.numerator * (10**places // value.denominator)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _powers(suffix: str, base: int, prefixes: str, infix: str = "") -> dict[str, Fraction]:
    return {f"{prefix}{infix}{suffix}": Fraction(base) ** (k + 1) for k, prefix in enumerate(prefixes)}


SIZE = Quantity(
    "a size",
    "64 KiB",
    {"B": Fraction(1), **_powers("B", 1024, "KMGT", "i"), **_powers("B", 1000, "KMGT")},
    whole="bytes",
)
SIZE_OR_ZERO = replace(SIZE, zero=True)
RATE = Quantity(
    "a rate",
    "8 GB/s",
    {"B/s": Fraction(1), **_powers("B/s", 1024, "KMGT", "i"), **_powers("B/s", 1000, "KMGT")},
    whole="bytes per second",
)
ENERGY = Quantity(
    "an energy",
    "70 pJ",
    {f"{prefix}J": Fraction(1000) ** k for k, prefix in enumerate(["p", "n", "u", "m", ""])},
    zero=True,
)
"""In picojoules, so that the figures of single events are whole numbers and sums of them exact."""
FREQUENCY = Quantity("a frequency", "2.4 GHz", {"Hz": Fraction(1), **_powers("Hz", 1000, "kMG")})
_SECONDS = {"s": 0, "ms": 3, "us": 6, "ns": 9, "ps": 12}
DURATION = Quantity(
    "a time",
    "50 ns",
    {"cycles": Fraction(1), **{unit: Fraction(1, 10**k) for unit, k in reversed(_SECONDS.items())}},
)


SECONDS = replace(
    DURATION, units={unit: factor for unit, factor in DURATION.units.items() if unit != "cycles"}
)


@dataclass(frozen=True)
class Duration:
    """A time in seconds, or in cycles of a clock that is not yet known.

    Attributes
    ----------
    amount : Fraction
        Greater than 0, and a finite decimal number.
    clocked : bool
        Whether the amount is in cycles; otherwise it is in seconds.
    """

    amount: Fraction
    clocked: bool

    @classmethod
    def parse(cls, text: Any) -> Duration:
        """Read ``50 ns`` or ``120 cycles``; see :meth:`Quantity.parse`."""
        amount, unit = DURATION.parse(text)
        if unit == "cycles" and amount.denominator != 1:
            raise OptionError(f"{format_value(text)} is not a whole number of cycles")
        return cls(amount, unit == "cycles")

    def __str__(self) -> str:
        return format_duration(self)

    def cycles(self, clock: float) -> int:
        """Return the time in cycles of a clock (Hz), rounded up."""
        return math.ceil(self.amount if self.clocked else self.amount * exact(clock))


def exact(value: float) -> Fraction:
    """Return the decimal number in the text of a float: 0.1 is one tenth."""
    return Fraction(repr(float(value)))


def parse_size(text: Any) -> int:
    """Read a size in bytes: ``"64 KiB"`` is 65536."""
    return int(SIZE.parse(text)[0])


def parse_rate(text: Any) -> int:
    """Read a rate in bytes per second: ``"8 GB/s"`` is 8,000,000,000."""
    return int(RATE.parse(text)[0])


def parse_energy(text: Any) -> float:
    """Parse picojoules: ``"2 nJ"`` is 2000.0."""
    return float(ENERGY.parse(text)[0])


def parse_frequency(text: Any) -> float:
    """Read a frequency in hertz: ``"2.4 GHz"`` is 2.4e9."""
    return float(FREQUENCY.parse(text)[0])


# A sweep's points have few quantities, and each is checked and written many times.
@lru_cache
def format_size(size: int) -> str:
    """Format a number of bytes."""
    return SIZE.format(size)


@lru_cache
def format_duration(duration: Duration) -> str:
    """Format a time."""
    if duration.clocked:
        return f"{_decimal(duration.amount)} cycles"
    return SECONDS.format(duration.amount)


@lru_cache
def format_rate(rate: int) -> str:
    """Format a number of bytes per second."""
    return RATE.format(rate)


@lru_cache
def format_frequency(frequency: float) -> str:
    """Format a number of hertz."""
    return FREQUENCY.format(exact(frequency))


@lru_cache
def format_energy(energy: float) -> str:
    """Format a number of picojoules."""
    return ENERGY.format(exact(energy))
