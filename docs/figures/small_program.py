"""Draw the graph of small_program.c: small_program.svg, the picture of docs/tracing.md."""

import re
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
import matplotlib.pyplot as plt
import numpy as np

from numasim.trace.build_graph import build_dependencies
from numasim.trace.compilers import compile_to_ir, find_compiler
from numasim.trace.instructions import OpcodeClass
from numasim.trace.recording import build, record
from partitioners.graph import Graph
from partitioners.levels import topological_levels

HERE = Path(__file__).parent
COLOURS = {
    OpcodeClass.LOAD: "#9ecae1",
    OpcodeClass.STORE: "#fdae6b",
    OpcodeClass.BRANCH: "#d9d9d9",
    OpcodeClass.CALL: "#c7a6d8",
}
OTHERS = "#c7e9c0"


def executed():
    """The dependencies of a run, and the text of each executed instruction."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        compile_to_ir(HERE / "small_program.c", find_compiler("ziglang"), [], folder / "program.ll")
        program = build(folder / "program.ll", folder, name="small_program")
        record(program, folder / "log", name="small_program", capture=(folder / "out", folder / "err"))
        found = build_dependencies(program.listing, folder / "log")
        module = llvm.parse_assembly((folder / "program.ll").read_text())
        texts = [
            re.sub(r", align \d+|\b(noundef|dso_local|nsw) ", "", str(instruction)).strip()
            for function in module.functions
            for block in function.blocks
            for instruction in block.instructions
        ]
        listing = program.listing
        segments = np.fromfile(folder / "log" / "segments", np.uint32)
        ran = [
            texts[instruction]
            for number in segments[segments > 0].tolist()
            for instruction in range(listing.segment_first[number], listing.segment_last[number])
        ]
    return found, ran


def positions(graph):
    """A column for each level, and in it the nodes in order."""
    level = topological_levels(graph)
    height = np.zeros(level.max() + 1)
    place = {}
    for node in range(graph.num_vertices):
        place[node] = float(level[node]), -float(height[level[node]])
        height[level[node]] += 1
    return place


def main():
    found, texts = executed()
    graph = Graph(found.address.size, found.src, found.dst, found.weight)
    place = positions(graph)
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.2), width_ratios=(1, 1.6), layout="constrained")
    left.axis("off")
    lines = "\n".join(f"{node:2}  {text}" for node, text in enumerate(texts))
    left.text(0, 1, lines, family="monospace", fontsize=8.5, va="top", linespacing=1.5)
    for u, v, weight in zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True):
        through_memory = texts[u].startswith("store") and "load" in texts[v]
        right.annotate(
            "",
            place[v],
            place[u],
            arrowprops={
                "arrowstyle": "-|>",
                "linestyle": "--" if through_memory else "-",
                "color": "#a63603" if through_memory else "#555555",
                "shrinkA": 11,
                "shrinkB": 11,
                "connectionstyle": "arc3,rad=0.12",
            },
        )
        if weight != 1:
            x, y = np.mean([place[u], place[v]], axis=0)
            right.text(x, y + 0.14, f"{weight:g}", fontsize=8, color="#a63603", ha="center")
    for node, (x, y) in place.items():
        colour = COLOURS.get(OpcodeClass(found.opcode_class[node]), OTHERS)
        right.plot(x, y, "o", markersize=20, color=colour, markeredgecolor="#555555")
        right.text(x, y, str(node), ha="center", va="center", fontsize=9)
    right.axis("off")
    right.margins(0.08, 0.12)
    plt.rcParams["svg.hashsalt"] = "small_program"
    figure.savefig(HERE / "small_program.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
