"""``numasim init``, ``numasim schema`` and ``numasim include``: what one needs before an experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

TEMPLATES = {
    "program": "quickstart",
    "graph": "my-graph",
    "generator": "matrix",
    "kernel": "gpu_spmv",
    "threads": "my-threads",
}
"""The shipped experiment that is the template for each kind of workload."""

FILES = {"graph": "my-graph.mtx", "threads": "my-threads.c"}
"""The file that a template reads, for the kinds of workload that have one."""


def init(
    file: Path = Path("experiment.yaml"),
    /,
    *,
    workload: str = "program",
) -> None:
    """Write an example experiment with a comment on every line.

    Parameters
    ----------
    file
        The file to write; an existing file is never overwritten.
    workload
        The workload: `program` (traced), `graph` (a file; a small one is written next to the experiment),
        `generator` (of a graph), `kernel` (on a GPU), or `threads` (a program of threads; a small one is
        written next to the experiment); or a kind of experiment (`numasim list kinds`).
    """
    from numasim.cli.terminal import print_line
    from numasim.config.presets import config_directory
    from numasim.schema.kinds import KINDS, example_of
    from partitioners.errors import OptionError, UnknownNameError
    from partitioners.plugins.registry import did_you_mean

    if workload in TEMPLATES:
        template = config_directory() / f"{TEMPLATES[workload]}.yaml"
    elif workload in KINDS:
        template = example_of(workload)
    else:
        hint = did_you_mean(workload, {*TEMPLATES, *KINDS})
        raise UnknownNameError(f"--workload: unknown workload {workload!r}; {hint}")
    text = template.read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    files = {file: f"{_heading(head, file)}\n\n{body}"}
    if workload in FILES:
        beside = file.with_name(FILES[workload])
        files[beside] = (config_directory() / beside.name).read_text(encoding="utf-8")
    for path in files:
        if path.exists():
            raise OptionError(f"{path} already exists; choose another name, or move the file")
    if (above := next((each for each in file.parents if each.exists()), file.parent)).is_file():
        raise OptionError(f"{file}: {above} is a file, not a folder; choose another name")
    from partitioners.storage.atomic_write import replacing

    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part:
            part.write_text(content, encoding="utf-8")
    print_line(f"wrote {' and '.join(map(str, files))}")
    print_line(f"next: numasim check {file}, numasim run {file}")


def _heading(head: str, file: Path) -> str:
    """Return the comment at the top of a new experiment, which replaces that of its template."""
    commands = {
        f"numasim check {file}": "reports mistakes in this file",
        f"numasim run {file}": f"runs it; the results folder is results/{file.stem}",
    }
    width = max(map(len, commands)) + 3
    lines = [f"#     {command:{width}}{what}" for command, what in commands.items()]
    every_key = "# Every key is explained in docs/configuration.md."
    return "\n".join([head.splitlines()[0], "#", *lines, "#", every_key])


def schema(*, output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None) -> None:
    """Print the JSON Schema of experiment files, including all installed plug-ins.

    Parameters
    ----------
    output
        Write the schema to this file.
    """
    import json

    from numasim.cli.terminal import print_line
    from numasim.schema.json_schema import experiment_schema

    text = json.dumps(experiment_schema(), indent=1)
    if output is None:
        print_line(text)
    else:
        from partitioners.storage.atomic_write import replacing

        with replacing(output) as part:
            part.write_text(f"{text}\n", encoding="utf-8")
        print_line(f"wrote {output}; make this the first line of an experiment:")
        print_line(f"# yaml-language-server: $schema={output}")


def include() -> None:
    """Print the folder of numasim.h, whose markers bound the region of interest of a traced program."""
    from numasim.cli.terminal import print_line
    from numasim.trace.markers import HEADERS

    print_line(str(HEADERS))
