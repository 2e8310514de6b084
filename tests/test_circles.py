"""No file imports itself by way of others, so each can be imported first."""

import ast
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parents[1]
PACKAGES = ("partitioners", "mappers", "gpu", "numasim")

KNOWN = ("partitioners.graph",)  # its methods read the graphs of other libraries


def modules():
    """The project's modules by their dotted names."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
    }


def imported(path, known):
    """The modules of the project that a file imports anywhere, and the packages that Python imports first."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in known else node.module for name in names)
            yield from (
                ".".join(node.module.split(".")[:depth]) for depth in range(1, node.module.count(".") + 1)
            )
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_circles_of_files():
    known = modules()
    graph = nx.DiGraph()
    for module, path in known.items():
        for other in imported(path, known):
            if other in known and other != module and not module.startswith(f"{other}."):
                graph.add_edge(module, other)
    circles = [sorted(each) for each in nx.strongly_connected_components(graph) if len(each) > 1]
    assert [circle for circle in circles if not set(KNOWN) & set(circle)] == []
