"""Count the imports of the source, and write the table of design.md: `scripts/structure`.

An import counts wherever it stands: at the top of a file, in a function, or for type checkers alone. A name
counts where it is a name, an attribute or a text of its own.
"""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import networkx as nx

from gpu.model.units import UNITS
from numasim.numa.simpy_engine.parts import OWN
from numasim.schema.kinds import KINDS
from numasim.validation.markdown import write_section

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "design.md"
PACKAGES = ("partitioners", "mappers", "gpu", "numasim")
ENGINE = "numasim.numa.simpy_engine"


@cache
def modules() -> dict[str, Path]:
    """The modules of the project by their dotted names."""
    files = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
    }


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_bytes())


@cache
def imported(module: str) -> frozenset[str]:
    """The modules of the project that a module imports anywhere."""
    return frozenset(_imported(module)) & modules().keys()


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules() else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@cache
def _words(module: str) -> frozenset[str]:
    found = [
        getattr(node, {ast.Name: "id", ast.Attribute: "attr", ast.Constant: "value"}[type(node)])
        for node in ast.walk(_tree(module))
        if type(node) in (ast.Name, ast.Attribute, ast.Constant)
    ]
    return frozenset(word for word in found if isinstance(word, str))


def circles() -> list[list[str]]:
    """The circles of modules that import each other; Python also imports the packages around a module."""
    graph = nx.DiGraph()
    for module in modules():
        for other in imported(module):
            around = [other, *(other.rsplit(".", depth)[0] for depth in range(1, other.count(".") + 1))]
            graph.add_edges_from(
                (module, each) for each in around if each != module and not module.startswith(f"{each}.")
            )
    return sorted(sorted(each) for each in nx.strongly_connected_components(graph) if len(each) > 1)


def importers(own: str) -> list[str]:
    """The modules outside a module or package that import from it."""
    inside = [module for module in modules() if f"{module}.".startswith(f"{own}.")]
    return sorted(module for module in modules() if module not in inside and imported(module) & set(inside))


def naming(word: str, own: str = "") -> list[str]:
    """The modules, except for one, in which a word is a name, an attribute or a text."""
    return sorted(module for module in modules() if module != own and word in _words(module))


def _row(change: str, own: str, found: dict[str, list[str]]) -> str:
    counts = {name: len(others) for name, others in found.items()}
    fewest, most = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
    middle = statistics.median(counts.values())
    ends = f"{counts[fewest]} (`{fewest}`) | {middle:g} | {counts[most]} (`{most}`)"
    return f"| {change} | {len(found)} | {own} | {ends} |"


def _lines() -> Iterable[str]:
    yield "<!-- begin: scripts/structure -->"
    yield "| part | exist | its own file | other source files that use it: fewest | median | most |"
    yield "|---|--:|---|--:|--:|--:|"
    kinds = {name: importers(f"numasim.kinds.{name}") for name in KINDS.builtins}
    yield _row("a kind of experiment", "its folder in `numasim/kinds/`", kinds)
    parts = {name: importers(f"{ENGINE}.{target.partition(':')[0]}") for name, target in OWN.items()}
    yield _row("a part of the machine in SimPy", "one in `simpy_engine/`", parts)
    devices = {file.stem: naming(file.stem) for file in sorted((ROOT / "configs" / "devices").glob("*.yaml"))}
    yield _row("a GPU", "one in `configs/devices/`", devices)
    counters = {counter: naming(counter, unit.__name__) for unit in UNITS for counter in unit.COUNTERS}
    yield _row("a counter of a unit of the GPU", "the unit's in `gpu/model/`", counters)
    yield ""
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in modules().values())
    arrows = sum(len(imported(module)) for module in modules())
    yield (
        f"The source has {len(modules()):,} files with {lines:,} lines, and {arrows:,} imports of one file "
        f"by another. Files that import each other in a circle: {len(circles())} (`Graph` and its exchange "
        "with other libraries)."
    )
    yield "<!-- end: scripts/structure -->"


def section() -> str:
    """The section of the page, between its marks."""
    return "\n".join(_lines())


if __name__ == "__main__":
    write_section(PAGE, section())
    print(section())
