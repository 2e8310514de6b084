"""``numasim partition``: cut one graph and print the quality of the cut."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from partitioners.graph import Graph
    from partitioners.plugins.registry import Plugin


def partition(
    graph: Path,
    /,
    *,
    method: Annotated[str, Parameter(name=["--method", "-m"])],
    parts: Annotated[int, Parameter(name=["--parts", "-p"])],
    seed: int = 0,
    weights: Literal["unit", "abs", "value"] | None = None,
    symmetric_entries: Literal["one_edge", "two_edges"] = "one_edge",
    bipartite: Annotated[bool, Parameter(negative="")] = False,
    vertex_work: str | None = None,
    edge_bytes: str | None = None,
    verify: Annotated[bool, Parameter(negative="")] = False,
    stream: Annotated[bool, Parameter(negative="")] = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    **options: Annotated[str, Parameter(help="Any option of the method, such as --load-bound 1.05.")],
) -> None:
    """Cut a graph file into clusters and print the quality of the cut.

    Parameters
    ----------
    graph
        A graph file: Matrix Market, METIS .graph, edge list, CSV table, DIMACS, GraphML, DOT, WfCommons
        (.json), .stg or .npz, plain or compressed (.gz, .bz2, .xz). With --stream: Parquet (.parquet with the
        columns src, dst and optionally weight) or pairs of little-endian integers (.i32, .i64).
    method
        A partitioner; `numasim list partitioners` lists them.
    parts
        The number of clusters.
    seed
        Seed of methods that draw random numbers.
    weights
        Edge weights: 1 each (unit), absolute values (abs), or the values as they are (value). The default is
        unit for Matrix Market, edge lists and tables, and value for other formats.
    symmetric_entries
        Read an undirected edge of the file, or a line of an edge list, as one directed edge, or as two.
    bipartite
        Read a matrix as a bipartite graph: a vertex per row, a vertex per column, and an edge per entry.
    vertex_work
        The node attribute of a DOT or GraphML file with the work of a task; edges then have no work.
    edge_bytes
        The edge attribute of a DOT or GraphML file with the bytes of data; `bytes` by default.
    verify
        Check the result against its definition.
    stream
        Read, cut and write batch by batch, for files larger than memory. Needs --output and a method that
        does not see the whole graph, such as buffered or hdrf.
    output
        Write the clusters to this file: text with one 0-based id per line, or .npy. The order is that of the
        file's edges (edge cuts: of the vertices).
    json
        Print one JSON object with all figures, and nothing else.
    """
    from partitioners.errors import InputError

    parsed = parse_options(method, options)
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if output is not None and output.is_dir():
        raise InputError(f"{output}: cannot be written (Is a directory); name a file in this folder")
    if stream:
        refused = {
            "--symmetric-entries": symmetric_entries != "one_edge",
            "--bipartite": bipartite,
            "--vertex-work": vertex_work is not None,
            "--edge-bytes": edge_bytes is not None,
            "--verify": verify,
        }
        wrong = [name for name, given in refused.items() if given]
        found = _stream(graph, method, parts, seed, weights, output, parsed, wrong)
    else:
        from partitioners.files.read_graph import read_graph

        read = read_graph(
            graph,
            weights=weights,
            symmetric_entries=symmetric_entries,
            bipartite=bipartite,
            vertex_work=vertex_work,
            edge_bytes=edge_bytes,
        )
        found = _cut(graph, read, method, parts, seed, output, parsed, verify=verify)
    _print(found, json=json)


def _cut(
    path: Path,
    graph: Graph,
    method: str,
    parts: int,
    seed: int,
    output: Path | None,
    options: Mapping[str, Any],
    *,
    verify: bool,
) -> dict[str, Any]:
    """Cut a graph in memory and return the figures to print."""
    from numasim.cli.terminal import print_error, progress_bar
    from numasim.provenance import peak_memory_bytes
    from partitioners.analysis.quality import exceeded_limits, quality, unbalanced_work
    from partitioners.partition import check_parts
    from partitioners.partition_graph import partition as cut
    from partitioners.partition_graph import placed_by

    check_parts(parts, graph, str(path), placed=placed_by(method))
    cost = _Cost()
    with progress_bar(lines=False) as progress:
        result = cut(graph, method, parts, seed=seed, progress=progress, **options)
    found: dict[str, Any] = {
        "graph": graph.name,
        "vertices": graph.num_vertices,
        "edges": graph.num_edges,
        "method": method,
        "parts": parts,
        "options": dict(result.options),
    }
    taken = cost.seconds()
    if verify:
        from partitioners.analysis.verify import verify as check

        check(result)
        found["verified"] = True
    if output is not None:
        from partitioners.files.partition_files import write_partition

        write_partition(result, output)
        found["written_to"] = str(output)
    figures = quality(result).to_dict()
    warnings = exceeded_limits(result, figures)
    if (uneven := unbalanced_work(result, figures)) is not None:
        warnings.append(uneven)
    for note in graph.notes:
        print_error(note, kind="note: ")
    for warning in warnings:
        print_error(warning, kind="warning: ")
    return {**found, **figures, **taken, "peak_memory_mib": peak_memory_bytes() / 2**20}


def _stream(
    path: Path,
    method: str,
    parts: int,
    seed: int,
    weights: Literal["unit", "abs", "value"] | None,
    output: Path | None,
    options: Mapping[str, Any],
    refused: Sequence[str],
) -> dict[str, Any]:
    """Cut an edge file batch by batch and return the figures to print."""
    from numasim.cli.terminal import progress_bar
    from numasim.provenance import peak_memory_bytes
    from partitioners.errors import OptionError
    from partitioners.partition_edge_file import partition_edge_file

    if output is None:
        raise OptionError("--stream needs --output, the file that receives the clusters batch by batch")
    if options.get("order", "given") != "given":
        raise OptionError(
            "--stream reads the edges in the order of the file; remove --order, or sort the file"
        )
    if refused:
        raise OptionError(f"--stream cannot be combined with {refused[0]}; remove one of them")
    own = {name: value for name, value in options.items() if name != "order"}
    cost = _Cost()
    with progress_bar(lines=False) as progress:
        result = partition_edge_file(
            path, parts, output=output, method=method, seed=seed, progress=progress,
            weights=weights, **own,
        )  # fmt: skip
    figures = {name: value for name, value in vars(result).items() if isinstance(value, (int, float))}
    return {
        "graph": path.name,
        "vertices": figures.pop("vertices"),
        "edges": figures.pop("edges"),
        "method": method,
        "parts": parts,
        "options": dict(result.options),
        "written_to": str(output),
        **figures,
        **cost.seconds(),
        "peak_memory_mib": peak_memory_bytes() / 2**20,
    }


class _Cost:
    """The time since construction: wall-clock seconds and seconds of the processor."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def seconds(self) -> dict[str, float]:
        return {"seconds": time.perf_counter() - self._wall, "cpu_seconds": time.process_time() - self._cpu}


def _print(found: Mapping[str, Any], *, json: bool) -> None:
    if json:
        print_figures(found, json=True)
        return
    figures = dict(found)
    size = f"{figures.pop('vertices'):,} vertices, {figures.pop('edges'):,} edges"
    options = [f"{name} {value}" for name, value in figures.pop("options").items()]
    lines = {
        "graph": f"{figures.pop('graph')}: {size}",
        "method": ", ".join([figures.pop("method"), f"{figures.pop('parts')} parts", *options]),
    }
    if figures.pop("verified", False):
        lines["verified"] = "every edge in one cluster, ids in range, replica sets consistent"
    if "written_to" in figures:
        lines["written to"] = figures.pop("written_to")
    wall, cpu, peak = (figures.pop(name) for name in ("seconds", "cpu_seconds", "peak_memory_mib"))
    lines |= quality_lines(figures)
    lines["time of the cut"] = f"{wall:,.2f} s ({cpu:,.2f} s of CPU)"
    lines["peak memory"] = f"{peak:,.0f} MiB"
    print_figures(lines, json=False)


def print_figures(found: Mapping[str, Any], *, json: bool) -> None:
    """Print figures, one line each, or as one JSON object."""
    from numasim.cli.terminal import print_line

    if json:
        from json import dumps

        print_line(dumps(found, allow_nan=False))
        return
    lines = quality_lines(found)
    width = max(map(len, lines))
    for name, value in lines.items():
        print_line(f"{name:<{width}}  {value}")


def parse_options(method: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Parse the remaining flags as options of the partitioner; dashes and underscores are equivalent.

    Raises
    ------
    UnknownNameError
        The partitioner does not exist.
    OptionError
        The partitioner has no such option (the message names the nearest one), or a value has the wrong type.
    """
    from partitioners.partition_graph import PARTITIONERS

    own = ("parts", "seed", "weights", "symmetric_entries", "bipartite", "vertex_work", "edge_bytes")
    return parse_flags(PARTITIONERS[method], (*own, "verify", "stream", "output", "json"), options)


def parse_flags(plugin: Plugin, own: Sequence[str], options: Mapping[str, str]) -> dict[str, Any]:
    """Parse the remaining flags of a command as options of a plug-in.

    Parameters
    ----------
    own : sequence of str
        The names of the command's own flags, for "did you mean".
    options : mapping of str to str

    Raises
    ------
    OptionError
        The plug-in has no such option (the message names the nearest one), or a value has the wrong type.
    """
    from partitioners.errors import OptionError
    from partitioners.plugins.registry import no_option

    parsed = {}
    for flag, text in options.items():
        name = flag.replace("-", "_")
        if name not in plugin.options:
            raise OptionError(no_option([plugin], name, own, flags=True))
        parsed[name] = plugin.options[name].parse(text, f"{plugin.kind} {plugin.name!r}")
    return parsed


def quality_lines(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures of a quality that apply, each with a readable name."""
    words = {"replication_factor_all": "replication factor over |V|"}
    return {
        words.get(name, name.replace("_", " ")): _figure(value)
        for name, value in figures.items()
        if value is not None and name != "parts"
    }


def _figure(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.4f}" if abs(value) < 1e6 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
