"""A configuration that is written in Python, as the data that a YAML file would have."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

import numpy as np

from partitioners.config.yaml_lines import Document
from partitioners.errors import ConfigError
from partitioners.text.format_value import format_value


def python_document(data: Mapping[str, Any]) -> Document:
    """Copy a mapping into the types of a YAML file; its document has no positions.

    NumPy's numbers and arrays become numbers and lists, tuples lists, and paths text. Whole numbers as keys
    become text, as in a file.

    Raises
    ------
    ConfigError
        A key is neither text nor a whole number.
    """
    return Document(_plain(data, ""))


def _plain(value: Any, field: str) -> Any:
    if isinstance(value, Mapping):
        return {_key(key, field): _plain(each, f"{field}.{key}".lstrip(".")) for key, each in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        return [_plain(each, f"{field}[{number}]") for number, each in enumerate(value)]
    return fspath(value) if isinstance(value, PathLike) else value


def _key(key: Any, field: str) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int | np.integer) and not isinstance(key, bool):
        return str(int(key))
    place = f"{field}: " if field else ""
    raise ConfigError([f"{place}a key must be a word, got {format_value(key)}"])
