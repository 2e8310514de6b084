"""``numasim init`` and ``schema``: a commented experiment to begin with, and its schema for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

TEMPLATES = {"program": "quickstart", "graph": "my-graph", "generator": "matrix", "kernel": "gpu_spmv"}
"""The experiment that comes with the project and has such a workload."""


def init(
    file: Path = Path("experiment.yaml"),
    /,
    *,
    workload: Literal["program", "graph", "generator", "kernel"] = "program",
) -> None:
    """Write an experiment to begin with, with a comment on every line.

    Parameters
    ----------
    file
        Where to; a file that exists is left alone.
    workload
        What it runs: a traced program, a graph from a file (a small one is written beside it), a generated
        graph, or a kernel on a GPU.
    """
    from numasim.cli.terminal import console
    from numasim.config.presets import config_directory
    from partitioners.errors import OptionError

    name = TEMPLATES[workload]
    text = (config_directory() / f"{name}.yaml").read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    files = {file: f"{_heading(head, file)}\n\n{body}"}
    if workload == "graph":
        graph = file.with_name("my-graph.mtx")
        files[graph] = (config_directory() / graph.name).read_text(encoding="utf-8")
    for path in files:
        if path.exists():
            raise OptionError(f"{path} exists; give another name, or move it away")
    if (above := next((each for each in file.parents if each.exists()), file.parent)).is_file():
        raise OptionError(f"{file}: {above} is a file, not a folder; give another name")
    from partitioners.atomic_write import replacing

    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part:
            part.write_text(content, encoding="utf-8")
    out = console()
    out.print(f"wrote {' and '.join(map(str, files))}", soft_wrap=True)
    out.print(f"next: numasim check {file}, numasim run {file}", soft_wrap=True)


def _heading(head: str, file: Path) -> str:
    """What stands at the head of a new experiment, in the place of what its model begins with."""
    told = {
        f"numasim check {file}": "says what is wrong with it, if anything",
        f"numasim run {file}": f"runs it; the results folder is results/{file.stem}",
    }
    width = max(map(len, told)) + 3
    lines = [f"#     {command:{width}}{what}" for command, what in told.items()]
    every_key = "# Every key is explained in docs/configuration.md."
    return "\n".join([head.splitlines()[0], "#", *lines, "#", every_key])


def schema(*, output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None) -> None:
    """Print the JSON Schema of experiment files, with the plug-ins that are installed.

    Parameters
    ----------
    output
        Write it to this file.
    """
    import json

    from numasim.cli.terminal import console
    from numasim.schema.json_schema import experiment_schema

    text = json.dumps(experiment_schema(), indent=1) + "\n"
    if output is None:
        console().out(text, end="", highlight=False)
    else:
        from partitioners.atomic_write import replacing

        with replacing(output) as part:
            part.write_text(text, encoding="utf-8")
        console().print(f"wrote {output}; in the first line of an experiment:", soft_wrap=True)
        console().print(f"# yaml-language-server: $schema={output}", soft_wrap=True)
