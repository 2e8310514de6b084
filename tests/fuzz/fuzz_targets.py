"""The targets of the fuzzer: for each kind of input its seeds, how a case is made, the command that reads it.

A target, a seed and a number name a case, so any case of any run can be made again. Commands run in the
process of the caller, by :func:`numasim.cli.execute`.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import json
import lzma
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import fuzz_surfaces
import numpy as np
import yaml
from mutations import mutate_archive, mutate_bytes, mutate_table, mutate_text, mutate_tree

ROOT = Path(__file__).parents[2]
SMALL_RUN = """\
name: small
workload: {generator: grid, width: 4, height: 4}
machine: mesh-2x1
execution: {model: supersteps}
partition: {parts: 2}
sweep: {partition.method: [contiguous, random]}
"""
SMALL_SCHEDULE = """\
name: small
workload: {generator: cholesky, tiles: 2}
machine: mesh-2x1
schedule: {method: heft}
sweep: {schedule.method: [heft, mct]}
"""
SMALL_THREADS = """\
name: small
workload: {thread_program: bfs, threads: 2, graph: {generator: grid, width: 4, height: 4}}
machine: mesh-2x1
"""
SMALL_RUNS = (SMALL_RUN, SMALL_RUN, SMALL_SCHEDULE, SMALL_THREADS)
"""Runs of the kinds of experiments, whose folders are damaged."""

Command = list[str]


class Fault(Exception):
    """What a command must never do; the text says what it did."""


@dataclass(frozen=True)
class Target:
    """One kind of input.

    Attributes
    ----------
    name : str
    make : callable
        Writes the files of a case into a folder, from a generator; returns the command to run.
    share : int
        How many of 100 cases are of this target.
    """

    name: str
    make: Callable[[np.random.Generator, Path], Command]
    share: int


def run_case(target: Target, seed: int, number: int, folder: Path) -> int:
    """Make and run one case; its exit code.

    Raises
    ------
    Fault
        An exception that no message explains, an exit code of a bug, an error without a message.
    """
    rng = np.random.default_rng([seed, TARGETS.index(target), number])
    command = target.make(rng, folder)
    code, output, errors = call(command)
    if code not in (0, 1, 2):
        raise Fault(f"exit code {code}: {errors.strip()}")
    if code and not (errors.strip() or output.strip()):
        raise Fault(f"exit code {code} without a message")
    if "Traceback" in errors or "out of memory" in errors:
        raise Fault(errors.strip())
    if target.name == "points" and (code or (folder / "results.csv").read_bytes() != _small_folder()[1]):
        raise Fault(f"damaged points changed the results: {errors.strip()}")
    return code


def call(command: Sequence[str]) -> tuple[int, str, str]:
    """Run a command of the command line here: exit code, standard output, standard error."""
    from numasim.cli import execute

    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = execute(command)
    return code, output.getvalue(), errors.getvalue()


@cache
def _graphs() -> dict[str, bytes]:
    """Small graph files of every format, by name."""
    import scipy.sparse as sp

    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5), (5, 6), (6, 4)]
    coordinates = "".join(f"{u + 1} {v + 1} {k + 0.5}\n" for k, (u, v) in enumerate(edges))
    pattern = "".join(f"{max(e) + 1} {min(e) + 1}\n" for e in edges)
    texts = {
        "list.txt": "# a comment\n" + "".join(f"{u} {v}\n" for u, v in edges),
        "weighted.txt": "".join(f"{u}\t{v}\t{k}.25\n" for k, (u, v) in enumerate(edges)),
        "head.csv": "src,dst,weight\n" + "".join(f"{u},{v},{k}\n" for k, (u, v) in enumerate(edges)),
        "general.mtx": f"%%MatrixMarket matrix coordinate real general\n% text\n7 7 8\n{coordinates}",
        "symmetric.mtx": f"%%MatrixMarket matrix coordinate pattern symmetric\n7 7 8\n{pattern}",
        "array.mtx": "%%MatrixMarket matrix array real general\n2 2\n1.0\n0\n2.5\n3\n",
        "plain.graph": "% text\n4 4\n2 4\n1 3\n2 4\n1 3\n",
        "weights.graph": "3 2 011 1\n5 2 1\n6 1 1 3 2\n7 2 2\n",
        "road.gr": "c text\np sp 4 4\na 1 2 5\na 2 3 1\na 3 4 2\na 4 1 9\n",
        "colour.col": "c text\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
        "small.graphml": '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">'
        '<node id="a"/><node id="b"/><edge source="a" target="b">'
        '<data key="w">2.5</data></edge></graph></graphml>',
        "small.dot": "digraph g { a -> b [weight=2]; b -> c; c -> a; }\n",
    }  # fmt: skip
    files = {name: text.encode() for name, text in texts.items()}
    src, dst = np.array(edges).T
    own = io.BytesIO()
    np.savez(own, num_vertices=7, src=src, dst=dst, weight=np.ones(len(edges)), operation=np.arange(7))
    files["own.npz"] = own.getvalue()
    for form in ("csr", "csc", "coo", "bsr"):
        stored = io.BytesIO()
        sp.save_npz(
            stored, sp.coo_matrix((np.ones(8), (src, dst)), (7, 7)).asformat(form), compressed=form == "csc"
        )
        files[f"{form}.npz"] = stored.getvalue()
    return files


COMPRESSED = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def _graph(rng: np.random.Generator, folder: Path) -> Command:
    files = _graphs()
    name = str(rng.choice(list(files)))
    data = files[name]
    if name.endswith(".npz"):
        data = (mutate_bytes, mutate_archive, mutate_archive)[int(rng.integers(3))](data, rng)
    else:
        data = (mutate_bytes, mutate_text, mutate_text)[int(rng.integers(3))](data, rng)
        if rng.random() < 0.1:
            suffix = str(rng.choice(list(COMPRESSED)))
            name, data = name + suffix, COMPRESSED[suffix](data)
            if rng.random() < 0.5:
                data = mutate_bytes(data, rng)
    if rng.random() < 0.1:
        name = str(rng.choice(["graph", "graph.dat", "graph.txt", "graph.mtx", "graph.npz", "graph.graph"]))
    path = folder / name
    path.write_bytes(data)
    options = ["--weights", str(rng.choice(["unit", "abs", "value"]))] if rng.random() < 0.3 else []
    return ["partition", str(path), "--method", "libra", "--parts", "2", *options]


@cache
def _configs() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((ROOT / "configs").rglob("*.yaml"))}


def _config(rng: np.random.Generator, folder: Path) -> Command:
    name = str(rng.choice(list(_configs())))
    text = _configs()[name].encode()
    if rng.random() < 0.5:
        data = (mutate_bytes, mutate_text)[int(rng.integers(2))](text, rng)
    else:
        tree = mutate_tree(yaml.safe_load(text), rng)
        data = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="replace")
    path = folder / name
    path.write_bytes(data)
    return ["check", str(path)]


@cache
def _small_folder(run: str = SMALL_RUN) -> tuple[dict[str, bytes], bytes]:
    """The files of a small run's folder, by their relative paths, and its table."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="numasim-fuzz-") as name:
        config = Path(name) / "small.yaml"
        config.write_text(run)
        folder = Path(name) / "results"
        code, _, errors = call(["run", str(config), "-o", str(folder), "-j", "1", "--no-pictures"])
        assert code == 0, errors
        kept = {
            str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        return kept, kept["results.csv"]


def _lay_out(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _results(rng: np.random.Generator, folder: Path) -> Command:
    run = SMALL_RUNS[int(rng.integers(len(SMALL_RUNS)))]
    files = dict(_small_folder(run)[0])
    for _ in range(int(rng.integers(1, 3))):
        name = str(rng.choice([each for each in files if not each.startswith("points")]))
        kind = rng.integers(4)
        if kind == 0:
            del files[name]
        elif kind < 3 and name.endswith(".parquet"):
            files[name] = mutate_table(files[name], rng)
        elif kind == 1 and name.endswith(".json"):
            files[name] = json.dumps(mutate_tree(json.loads(files[name] or b"{}"), rng)).encode()
        elif kind == 1 and name.endswith(".yaml"):
            files[name] = yaml.safe_dump(mutate_tree(yaml.safe_load(files[name]), rng)).encode(
                errors="replace"
            )
        elif name.endswith((".csv", ".yaml", ".json")):
            files[name] = mutate_text(files[name], rng)
        else:
            files[name] = mutate_bytes(files[name], rng)
    _lay_out(folder, files)
    kind = rng.integers(4)
    if kind == 0:
        return [str(rng.choice(["report", "explore"])), str(folder)]
    if kind == 1:
        return ["replay", str(folder), "0"]
    if kind == 2:
        return ["rank", str(folder), "--by", "partition.method" if run is SMALL_RUN else "schedule.method"]
    whole = folder / "whole"
    _lay_out(whole, _small_folder(run)[0])
    return ["compare", str(folder), str(whole), "--tables"]


def _points(rng: np.random.Generator, folder: Path) -> Command:
    files = dict(_small_folder()[0])
    name = str(rng.choice([each for each in files if each.startswith("points")]))
    if rng.integers(2):
        files[name] = mutate_bytes(files[name], rng)
    else:
        files[name] = _with_other_records(files[name], rng)
    _lay_out(folder, files)
    config = folder.with_name(folder.name + "-config") / "small.yaml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(SMALL_RUN)
    return ["run", str(config), "-o", str(folder), "-j", "1", "--no-pictures", "--overwrite"]


def _with_other_records(data: bytes, rng: np.random.Generator) -> bytes:
    """A file of points with records dropped, doubled, exchanged, changed, or in another order."""
    from numasim.experiments.point_file import MARK

    _, *records = data.split(MARK)
    one, other = (int(k) for k in rng.integers(0, len(records), 2))
    kind = rng.integers(5)
    if kind == 0:
        del records[one]
    elif kind == 1:
        records.insert(other, records[one])
    elif kind == 2:
        records[one] = records[other][:73] + records[one][73:]  # the head of another
    elif kind == 3:
        records[one] = mutate_bytes(records[one], rng)
    else:
        records = [records[int(k)] for k in rng.permutation(len(records))]
    return b"".join(MARK + record for record in records)


@cache
def _modules() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((ROOT / "tests" / "numasim" / "ll").glob("*.ll"))}


def _ir(rng: np.random.Generator, folder: Path) -> Command:
    name = str(rng.choice(list(_modules())))
    data = (mutate_bytes, mutate_text)[int(rng.integers(2))](_modules()[name], rng)
    path = folder / name
    path.write_bytes(data)
    limits = ["--max-instructions", "10000", "--max-bytes", "16 MiB", "--timeout", "5"]
    return ["trace", str(path), "--no-cache", *limits]


TARGETS = (
    Target("graphs", _graph, 22),
    Target("configs", _config, 15),
    Target("results", _results, 4),
    Target("points", _points, 3),
    Target("ir", _ir, 3),
    Target("kinds", fuzz_surfaces.kind, 22),
    Target("task graphs", fuzz_surfaces.task_graph, 15),
    Target("files of runs", fuzz_surfaces.file_of_run, 4),
    Target("plug-ins", fuzz_surfaces.plugin, 4),
    Target("meshes", fuzz_surfaces.mesh, 5),
    Target("recordings", fuzz_surfaces.recording, 3),
)


def clear(folder: Path) -> None:
    """Empty a folder between cases."""
    for each in (folder, folder.with_name(folder.name + "-config")):
        shutil.rmtree(each, ignore_errors=True)
    folder.mkdir(parents=True)


def target_named(name: str) -> Target:
    """A target by its name."""
    found: dict[str, Any] = {target.name: target for target in TARGETS}
    return found[name]
