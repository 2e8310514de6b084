"""``numasim partition``: cut one graph and say how well it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter


def partition(
    graph: Path,
    /,
    *,
    method: Annotated[str, Parameter(name=["--method", "-m"])],
    parts: Annotated[int, Parameter(name=["--parts", "-p"])],
    seed: int = 0,
    weights: Literal["unit", "abs", "value"] | None = None,
    symmetric: Literal["once", "both"] = "once",
    bipartite: Annotated[bool, Parameter(negative="")] = False,
    verify: Annotated[bool, Parameter(negative="")] = False,
    stream: Annotated[bool, Parameter(negative="")] = False,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    **options: Annotated[str, Parameter(help="Any option of the method, such as --load-bound 1.05.")],
) -> None:
    """Cut a graph file into clusters and print the quality of the cut.

    Parameters
    ----------
    graph
        Matrix Market, METIS .graph, edge list, CSV table, DIMACS, GraphML, DOT or .npz; plain or .gz, .bz2,
        .xz. With --stream Parquet (.parquet, columns src, dst and perhaps weight) or pairs of little-endian
        integers (.i32, .i64).
    method
        A partitioner; `numasim list partitioners` names them.
    parts
        The number of clusters.
    seed
        Of the methods that draw random numbers.
    weights
        Of the edges: one each, absolute values, or the values as they are. By default unit for Matrix Market,
        edge lists and tables, value for the others.
    symmetric
        An undirected edge of the file as one directed edge, or as both.
    bipartite
        One vertex a row, one a column, one edge an entry of the matrix.
    verify
        Check the result against its definition.
    stream
        For files larger than memory: read, cut and write batch by batch. Needs --method buffered, --output.
    output
        Write the clusters, one 0-based id a line in the file's edge order (edge cuts: in vertex order); or
        .npy.
    """
    from numasim.cli.terminal import progress_bar
    from partitioners.errors import InputError
    from partitioners.partition_graph import partition as cut
    from partitioners.quality import quality
    from partitioners.readers import read_graph

    parsed = parse_options(method, options)
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if stream:
        refused = {"--symmetric": symmetric != "once", "--bipartite": bipartite, "--verify": verify}
        _print(
            _stream(graph, method, parts, seed, weights, output, parsed, [k for k, v in refused.items() if v])
        )
        return
    read = read_graph(graph, weights=weights, symmetric=symmetric, bipartite=bipartite)
    with progress_bar(lines=False) as progress:
        result = cut(read, method, parts, seed=seed, progress=progress, **parsed)
    lines = {
        "graph": f"{read.name}: {read.num_vertices:,} vertices, {read.num_edges:,} edges",
        "method": ", ".join([f"{method}, {parts} parts", *(f"{k} {v}" for k, v in result.options.items())]),
    }
    if verify:
        from partitioners.verify import verify as check

        check(result)
        lines["verified"] = "every edge in one cluster, ids in range, replica sets consistent"
    if output is not None:
        from partitioners.partition_files import write_partition

        write_partition(result, output)
        lines["written to"] = str(output)
    lines |= quality_lines(quality(result).to_dict())
    _print(lines)


def _stream(
    path: Path,
    method: str,
    parts: int,
    seed: int,
    weights: Literal["unit", "abs", "value"] | None,
    output: Path | None,
    options: Mapping[str, Any],
    refused: Sequence[str],
) -> dict[str, str]:
    """Cut an edge file batch by batch; what there is to print of it."""
    import resource
    import time

    from numasim.cli.terminal import progress_bar
    from partitioners.errors import OptionError
    from partitioners.partition_edge_file import partition_edge_file

    if method != "buffered":
        raise OptionError(
            f"--stream needs --method buffered, got {method!r}; other methods need the whole graph"
        )
    if output is None:
        raise OptionError("--stream needs --output: where to write the clusters, batch by batch")
    if options.get("order", "given") != "given":
        raise OptionError(
            "--stream takes the edges as they are in the file; leave --order out, or sort the file"
        )
    if refused:
        raise OptionError(f"--stream does not go with {refused[0]}; leave one of them out")
    own = {name: value for name, value in options.items() if name != "order"}
    started = time.perf_counter()
    with progress_bar(lines=False) as progress:
        result = partition_edge_file(
            path, parts, output=output, seed=seed, progress=progress, weights=weights or "value", **own
        )
    seconds = time.perf_counter() - started
    figures = {name: value for name, value in vars(result).items() if isinstance(value, (int, float))}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB, on Linux
    return {
        "graph": f"{path.name}: {figures.pop('vertices'):,} vertices, {figures.pop('edges'):,} edges",
        "method": ", ".join(
            [f"{method}, {parts} parts", f"seed {seed}", *(f"{k} {v}" for k, v in own.items())]
        ),
        "written to": str(output),
        **quality_lines(figures),
        "seconds": f"{seconds:,.1f}",
        "peak memory": f"{peak:,.0f} MiB",
    }


def _print(lines: Mapping[str, str]) -> None:
    from numasim.cli.terminal import console

    width = max(map(len, lines))
    for name, value in lines.items():
        console().print(f"{name:<{width}}  {value}", soft_wrap=True)


def parse_options(method: str, options: Mapping[str, str]) -> dict[str, Any]:
    """The flags that are left over, as options of the partitioner; dashes and underscores are the same.

    Raises
    ------
    UnknownNameError
        No such partitioner.
    OptionError
        A flag that it does not take, with the nearest that it does, or a value of the wrong type.
    """
    from partitioners.errors import OptionError
    from partitioners.partition_graph import PARTITIONERS
    from partitioners.registry import did_you_mean

    plugin = PARTITIONERS[method]
    own = ("parts", "seed", "weights", "symmetric", "bipartite", "verify", "stream", "output")
    parsed = {}
    for flag, text in options.items():
        name = flag.replace("-", "_")
        if name not in plugin.options:
            known = [f"--{each.replace('_', '-')}" for each in (*plugin.options, *own)]
            raise OptionError(
                f"unknown option --{flag} for method {method!r}; {did_you_mean('--' + flag, known)}"
            )
        parsed[name] = plugin.options[name].parse(text, f"partitioner {method!r}")
    return parsed


def quality_lines(figures: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a quality that apply, each with its name in words."""
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
