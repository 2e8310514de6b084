"""Fields of a configuration that contain a quantity with its unit (:mod:`partitioners.text.units`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from partitioners.errors import OptionError
from partitioners.text.units import (
    DURATION,
    ENERGY,
    FREQUENCY,
    RATE,
    SECONDS,
    SIZE,
    SIZE_OR_ZERO,
    Duration,
    Quantity,
    exact,
    format_energy,
    format_frequency,
    format_rate,
    format_size,
    parse_energy,
    parse_frequency,
    parse_rate,
    parse_size,
)
from partitioners.text.wording import Expected


def quantity_field(
    quantity: Quantity, parse: Callable[[Any], Any], write: Callable[[Any], str]
) -> tuple[Any, ...]:
    """Return the metadata of an ``Annotated`` field: its check, text, JSON schema and description.

    Parameters
    ----------
    parse : callable
        Converts the text in a file to the value; raises OptionError.
    write : callable
        Converts the value to its text.
    """
    parse_text = lru_cache(maxsize=1024)(parse)  # the many machines of a sweep have the same few texts

    def check(value: Any) -> Any:
        from pydantic_core import PydanticCustomError

        if isinstance(value, Duration):
            return value
        try:
            return parse_text(value) if isinstance(value, str) else parse(value)
        except OptionError as error:
            raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None

    units = "|".join(quantity.units)
    pattern = rf"^\s*\+?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{{1,2}})?\s*({units})\s*$"
    words = {"description": str(quantity), "examples": [quantity.example]}
    schema = {"type": "string", "pattern": pattern, **words}
    return (
        BeforeValidator(check),
        PlainSerializer(write, return_type=str),
        WithJsonSchema(schema),
        Expected(str(quantity)),
    )


Size = Annotated[int, *quantity_field(SIZE, parse_size, format_size)]
"""A field of bytes (int), written with a unit."""
SizeOrZero = Annotated[
    int, *quantity_field(SIZE_OR_ZERO, lambda text: int(SIZE_OR_ZERO.parse(text)[0]), format_size)
]
"""A field of bytes (int), which may be 0, written with a unit."""
_MESSAGE, _HEADER = replace(SIZE, most=2**30), replace(SIZE, example="8 B", most=2**16)
MessageSize = Annotated[
    int, *quantity_field(_MESSAGE, lambda text: int(_MESSAGE.parse(text)[0]), format_size)
]
"""A field of bytes (int) that travel in one message, whose flits are counted in 32 bits."""
HeaderSize = Annotated[int, *quantity_field(_HEADER, lambda text: int(_HEADER.parse(text)[0]), format_size)]
"""A field of bytes (int) that precede them."""
Rate = Annotated[int, *quantity_field(RATE, parse_rate, format_rate)]
"""A field of bytes per second (int), written with a unit."""
Frequency = Annotated[float, *quantity_field(FREQUENCY, parse_frequency, format_frequency)]
"""A field of hertz (float), written with a unit."""


def _seconds(quantity: Quantity) -> tuple[Any, ...]:
    return quantity_field(
        quantity, lambda text: float(quantity.parse(text)[0]), lambda value: SECONDS.format(exact(value))
    )


Seconds = Annotated[float, *_seconds(SECONDS)]
"""A field of seconds (float), written with a unit."""
SecondsOrZero = Annotated[float, *_seconds(replace(SECONDS, zero=True))]
"""A field of seconds (float), which may be 0, written with a unit."""
Energy = Annotated[float, *quantity_field(ENERGY, parse_energy, format_energy)]
"""A field of picojoules (float), written with a unit."""
Time = Annotated[Duration, *quantity_field(DURATION, Duration.parse, str)]
"""A field that is a :class:`Duration`, written with a unit."""
