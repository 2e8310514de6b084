"""Tables of text for people: on a terminal, in LaTeX and in Markdown.

All commands that print a table of results make a :class:`TextTable`. Its cells are the same text in every
form. Only a terminal has a width: there, a table that is too wide is divided into several tables, and no word
is broken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Format = Literal["terminal", "latex", "markdown"]
Columns = Mapping[str, Sequence[str]]
"""The cells of columns by heading. A heading may have several lines."""

MIN_ROOM = 24
"""The smallest width for figures next to the names of the rows: three figures."""

IN_LATEX = {
    **{each: f"\\{each}" for each in "&%$#_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "µ": r"\textmu{}"},
    **{"×": r"$\times$", "±": r"$\pm$", "−": "$-$", "…": r"\ldots{}", "Δ": r"$\Delta$"},
}
NUMBER_WITH_UNIT = re.compile(r"(?<=\d) (?=\S+$)")


@dataclass(frozen=True)
class TextTable:
    """A table of text.

    Attributes
    ----------
    names : mapping of str to sequence of str
        The columns that name the rows, aligned at the left.
    figures : mapping of str to sequence of str
        The other columns, aligned at the right.
    aside : collection of str
        The figures that have a table of their own on a terminal that is too narrow for all.
    """

    names: Columns
    figures: Columns
    aside: Collection[str] = ()

    @property
    def columns(self) -> Columns:
        """All columns, from the left."""
        return {**self.names, **self.figures}


def print_table(console: Console, table: TextTable, form: Format = "terminal") -> None:
    """Print a table in a format; the lines of LaTeX and Markdown are not wrapped."""
    if form == "terminal":
        for part in terminal(table, console.width):
            console.print(part)
    else:
        written = latex(table) if form == "latex" else markdown(table)
        console.print(written, soft_wrap=True)


def print_lines(
    console: Console, lines: Sequence[str], form: Format = "terminal", *, wrap: bool = True
) -> None:
    """Print the explanations of a table, each as a line, a comment of LaTeX, or a paragraph of Markdown."""
    for line in lines:
        if form == "markdown":
            line = f"\n{_in_markdown(line)}"
        elif form == "latex":
            line = f"% {line}"
        console.print(line, soft_wrap=form != "terminal" or not wrap, highlight=False, markup=False)


def latex(table: TextTable) -> str:
    """Return a table in LaTeX, with the rules of the package ``booktabs``."""
    alignment = "l" * len(table.names) + "r" * (len(table.columns) - len(table.names))
    heads, *rows = ([_in_latex(text) for text in line] for line in _lines(table))
    lines = [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", rf"{' & '.join(heads)} \\", r"\midrule"]
    lines += [rf"{' & '.join(cells)} \\" for cells in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def markdown(table: TextTable) -> str:
    """Return a table in Markdown."""
    heads, *rows = ([_in_markdown(text) for text in line] for line in _lines(table))
    alignment = ["---"] * len(table.names) + ["--:"] * (len(heads) - len(table.names))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, alignment, *rows))


def terminal(table: TextTable, width: int) -> list[Table]:
    """Return a table for a terminal, or several tables if it is too wide; each begins with the names.

    If the names leave too little width for figures, the first tables number the rows and the others show the
    number.
    """
    for gap in (1, 0):
        whole = _drawn(table.names, table.figures, gap)
        if _width(whole) <= width:
            return [whole]
    tables, names = [], table.names
    if width - _width(_drawn(names, {}, 0)) < MIN_ROOM:
        rows = len(next(iter(names.values())))
        numbers = {"#": [str(number) for number in range(1, rows + 1)]}
        tables = [_drawn({**numbers, **part}, {}, 0) for part in _parts(numbers, names, width)]
        names = numbers
    first = {name: cells for name, cells in table.figures.items() if name not in table.aside}
    aside = {name: cells for name, cells in table.figures.items() if name in table.aside}
    if first and _width(roomy := _drawn(names, first, 1)) <= width:
        tables.append(roomy)
    else:
        tables += [_drawn(names, part, 0) for part in _parts(names, first, width)]
    return [*tables, *(_drawn(names, part, 0) for part in _parts(names, aside, width))]


def one_line(heading: str) -> str:
    """Return a heading without its line breaks and the hyphens of divided words."""
    whole = re.sub(r"(?<!\bhop)-\n", "", heading).replace("-\n", "-")
    return re.sub(r"\n(?=[-/])", "", whole).replace("\n", " ")


def _lines(table: TextTable) -> list[list[str]]:
    """Return the headings and the rows, each text in one line."""
    heads = [one_line(name) for name in table.columns]
    return [heads, *(list(row) for row in zip(*table.columns.values(), strict=True))]


def _in_latex(text: str) -> str:
    written = "".join(IN_LATEX.get(each, each) for each in NUMBER_WITH_UNIT.sub("\0", text))
    return written.replace("\0", "~")


def _in_markdown(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>|~])", r"\\\1", text)


def _parts(names: Columns, columns: Columns, width: int) -> list[Columns]:
    """Divide columns, in their order, into parts that fit next to the names; a wider column is wrapped."""
    of_names = _width(_drawn(names, {}, 0))
    parts: list[dict[str, Sequence[str]]] = []
    room = 0
    for name, cells in columns.items():
        needed = _width(_drawn(names, {name: cells}, 0)) - of_names
        if not parts or needed > room:
            parts.append({})
            room = width - of_names
        if needed > room:
            cells = [fill(cell, room - 1, break_long_words=False, break_on_hyphens=False) for cell in cells]
        parts[-1][name] = cells
        room -= needed
    return list(parts)


def _drawn(names: Columns, figures: Columns, gap: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, gap, 0, 0), pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold", vertical="bottom")
    for name in figures:
        table.add_column(name, justify="right", overflow="fold", vertical="bottom")
    for row in zip(*names.values(), *figures.values(), strict=True):
        table.add_row(*row)
    return table


def _width(table: Table) -> int:
    from rich.console import Console

    console = Console(width=1000)
    return table.__rich_measure__(console, console.options).maximum
