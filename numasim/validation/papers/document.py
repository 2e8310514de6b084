"""What is compared with a document: its studies, and its statements in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import Shape

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment

Tables = Mapping[str, "pd.DataFrame"]
"""The successful runs of each study, with the seconds of their partitions, and other tables of its results as
``STUDY.TABLE``."""


@dataclass(frozen=True)
class Study:
    """An experiment of ``configs/papers``.

    Attributes
    ----------
    name : str
        The name of its file.
    also : tuple of str
        Tables of the results that are compared beside the runs.
    joins : str
        The study whose runs it completes; empty if it stands alone.
    full : bool
        Whether it is only run in full.
    default, whole : callable, optional
        Change the experiment for the default and for the full comparison.
    """

    name: str
    also: tuple[str, ...] = ()
    joins: str = ""
    full: bool = False
    default: Callable[[Experiment], Experiment] | None = None
    whole: Callable[[Experiment], Experiment] | None = None


@dataclass(frozen=True)
class Part:
    """Statements under one heading.

    Attributes
    ----------
    tables : tuple of str
        What the functions take; the part is left out if one of them is missing.
    shapes : callable
        Yields the shapes.
    markdown : callable, optional
        Yields the lines of Markdown below the shapes.
    draw : callable, optional
        Draws a picture into a folder, and returns its files.
    caption : str
        The text of the picture.
    reading : str
        What the runs read differently from the study, in a few words; its shapes are counted apart.
    """

    heading: str
    tables: tuple[str, ...]
    shapes: Callable[..., Iterator[Shape]]
    markdown: Callable[..., Iterator[str]] | None = None
    draw: Callable[..., list[Path]] | None = None
    caption: str = ""
    reading: str = ""

    def of(self, tables: Tables) -> list[pd.DataFrame] | None:
        """The tables that the functions take, or None if one of them is missing."""
        return [tables[name] for name in self.tables] if tables.keys() >= set(self.tables) else None


@dataclass(frozen=True)
class Document:
    """A document whose results are compared with ours.

    Attributes
    ----------
    name : str
        Its name on the command line.
    """

    name: str
    title: str
    studies: tuple[Study, ...]
    parts: tuple[Part, ...]
