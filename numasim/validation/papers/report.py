"""The report on the comparison with the documents: the shapes, and the section of the documentation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

from numasim.validation.markdown import table
from numasim.validation.papers.shape import ALL, COUNT, FEW, PAIRS, RATIO, Shape
from numasim.validation.papers.validation import Compared, Validation

BEGIN, END = "<!-- begin: numasim validate papers -->", "<!-- end: numasim validate papers -->"

PREFACE = f"""\
## The papers' tables

`numasim validate papers` ran the experiments of `configs/papers` and wrote this section: the tables and
statements of [the five documents](papers.md) beside ours.
[The tables of the papers](../numasim/validation/papers/README.md) are included. The seconds of different
machines and programs cannot be compared, but ratios to the same baseline can. The same functions compute both
sides of a line. The differences and their reasons are described below.

A statement about all items agrees if it holds for all but {COUNT:.0%} of them. Counts agree if they differ
by at most {COUNT:.0%} of the items, or by one item of {FEW} or more. Ratios agree if one is at most {RATIO}
times the other and both are on the same side of 1. Orders agree if {PAIRS:.0%} of the pairs are in the same
order. The distance beside a verdict is the share of items, or pairs, for which the answers differ, or the
factor between the figures. Whole tables have a distance, the geometric mean of the larger over the smaller of
each two figures, and the mean of the rank correlations of their rows. `given` and `shuffled` are orders of
the edge stream. The paper does not specify its order.
"""


def lines(found: Sequence[Compared]) -> Iterator[str]:
    """The output of the command: each shape with the figures of the document, followed by ours."""
    for document, of_document in itertools.groupby(found, lambda each: each.document):
        yield f"\n{document.title}"
        for _, part, shapes in of_document:
            yield f"\n  {part.heading[0].upper()}{part.heading[1:]}"
            for shape in shapes:
                yield f"    {shape.what}: {shape.paper}"
                for order, said in shape.ours.items():
                    verdict = ("agrees" if shape.agrees[order] else "differs") if shape.agrees else ""
                    name = "ours" if order == ALL else order
                    yield f"      {name:8}  {verdict:7}  {far(shape, order):>6}  {said}"


def summary(found: Sequence[Compared]) -> list[list[str]]:
    """What the comparison comes to: a header, and a row for each document, reading and order."""
    rows = [["document", "reading", "order", "statements", "agree", "answers that differ", "factor"]]
    groups: dict[tuple[str, str], list[Shape]] = {}
    for document, part, shapes in found:
        groups.setdefault((document.title, part.reading), []).extend(shapes)
    for (title, reading), shapes in groups.items():
        for order in dict.fromkeys(order for shape in shapes for order in shape.ours):
            judged = [shape.agrees[order] for shape in shapes if order in shape.agrees]
            named = "" if order == ALL else order
            far_off = (_mean_share(shapes, order), _mean_factor(shapes, order))
            rows.append([title, reading, named, str(len(judged)), str(sum(judged)), *far_off])
    return rows


def _mean_share(shapes: Sequence[Shape], order: str) -> str:
    """The share of all items and pairs for which the answers differ."""
    of = [shape for shape in shapes if shape.measure == "share" and order in shape.ours]
    figures = sum(shape.figures for shape in of)
    return f"{sum(shape.figures * shape.distance[order] for shape in of) / figures:.0%}" if figures else ""


def _mean_factor(shapes: Sequence[Shape], order: str) -> str:
    """The geometric mean of the factors between all figures."""
    of = [shape for shape in shapes if shape.measure == "factor" and order in shape.ours]
    figures = sum(shape.figures for shape in of)
    if not figures:
        return ""
    return f"{math.exp(sum(shape.figures * math.log(shape.distance[order]) for shape in of) / figures):.2f}"


def far(shape: Shape, order: str) -> str:
    """The distance of our figures, such as ``30%`` of the items or ``× 1.12``."""
    distance = shape.distance[order]
    return f"{distance:.0%}" if shape.measure == "share" else f"× {distance:.2f}"


def section(validation: Validation, pictures: Mapping[str, str]) -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    pictures : dict of str to str
        The files of the pictures of some parts, by heading, relative to the document.
    """
    found = validation.shapes()
    head, *rows = summary(found)
    text = [BEGIN, PREFACE, *table(head, rows), ""]
    if validation.left_out:
        text += [f"Skipped, files not found: {', '.join(validation.left_out)}.", ""]
    for document, part, shapes in found:
        text += [f"### {document.title}, {part.heading}", "", *_shape_table(shapes), ""]
        if part.heading in pictures:
            text += [f"![{part.caption}]({pictures[part.heading]})", ""]
        if part.markdown is not None:
            text += [*part.markdown(*(part.of(validation.tables) or [])), ""]
    for what, error in validation.failed.items():
        text += [f"**Failed:** {what}: {error}", ""]
    return "\n".join([*text, END])


def _shape_table(shapes: Sequence[Shape]) -> Iterator[str]:
    orders = list(dict.fromkeys(order for shape in shapes for order in shape.ours))
    names = ["ours" if order == ALL else f"ours, `{order}`" for order in orders]
    rows = []
    for shape in shapes:
        cells = [shape.what, shape.paper]
        for order in orders:
            verdict = ("yes" if shape.agrees[order] else "no") if order in shape.agrees else ""
            cells += [shape.ours.get(order, ""), verdict, far(shape, order) if order in shape.ours else ""]
        rows.append(cells)
    head = ["shape", "paper", *(cell for name in names for cell in (name, "agrees", "distance"))]
    yield from table(head, rows)
