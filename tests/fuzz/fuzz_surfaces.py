"""Further targets of the fuzzer: every kind of workload, task graphs, files that a run reads, plug-ins."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from mutations import mutate_bytes, mutate_text, mutate_tree

GRID = {"generator": "grid", "width": 4, "height": 4}
CHOLESKY = {"generator": "cholesky", "tiles": 3}
CUT = {"partition": {"method": "libra", "parts": 4}, "machine": "mesh-2x2"}
KINDS: dict[str, dict[str, Any]] = {
    "generated": {"workload": GRID, **CUT, "execution": {"model": "supersteps", "steps": 2}},
    "stealing": {"workload": CHOLESKY, **CUT, "execution": {"stealing": "random"}},
    "periodic": {"workload": GRID, **CUT, "mapping": {"method": "greedy", "policy": "periodic", "every": 50}},
    "simulated": {"workload": GRID, **CUT, "execution": {"memory_model": "simulated"}},
    "program": {"workload": {"program": "fft", "size": 16, "window": 300}, **CUT},
    "quality": {"workload": GRID, "partition": CUT["partition"], "machine": "none"},
    "schedule": {
        "workload": CHOLESKY,
        "schedule": {"method": "heft"},
        "machine": "mesh-2x2",
        "sweep": {"schedule.method": ["heft", "cpop"], "workload.tiles": [2, 3]},
    },
    "threads": {
        "workload": {"thread_program": "bfs", "threads": 2, "graph": GRID, "chunk": 4},
        "machine": "mesh-2x2",
        "execution": {"scheduler": "guided", "divisor": 2, "barrier": "memory"},
    },
    "traced threads": {"workload": {"program": "hot_counter", "threads": 2}, "machine": "mesh-2x1"},
    "hybrid": {
        "workload": {"hybrid": "bfs", "threads": 2, "graph": GRID, "gpu_above": 4},
        "machine": {"cpu": "mesh-2x1", "gpu": "k20c"},
    },
    "spmv": {
        "workload": {"kernel": "spmv", "matrix": GRID},
        "partition": {"method": "libra", "parts": 4},
        "machine": "k20c",
    },
    **{
        kernel: {"workload": {"kernel": kernel, **given}, "machine": "k20c"}
        for kernel, given in {
            "bfs": {"graph": GRID},
            "sssp": {"graph": GRID, "largest_weight": 9},
            "gpulp": {"graph": GRID},
            "dmr": {"mesh": {"generator": "random_square", "points": 20}},
            "btree": {"keys": 100},
            "cfd": {"elements": 200},
            "gaussian": {"size": 16},
            "particle_filter": {"particles": 100},
        }.items()
    },
    "network": {"kind": "network", "machine": "mesh-2x2", "traffic": {"pattern": "tornado"}, "sweep": {
        "traffic.rate": [0.1, 0.2],
    }},
    "memory": {"kind": "memory", "test": {"cores": 2, "l1": {"sets": 2, "ways": 2}}, "seed": 3},
}  # fmt: skip
"""A file of each kind of workload and study."""


def kind(rng: np.random.Generator, folder: Path) -> list[str]:
    """A damaged file of some kind of workload."""
    chosen = KINDS[str(rng.choice(list(KINDS)))]
    if rng.random() < 0.6:
        data = yaml.safe_dump(mutate_tree(chosen, rng), allow_unicode=True, sort_keys=False).encode(
            errors="replace"
        )
    else:
        data = mutate_text(yaml.safe_dump(chosen, sort_keys=False).encode(), rng)
    (folder / "e.yaml").write_bytes(data)
    return ["check", str(folder / "e.yaml")]


def _task(number: int, parents: list[str], children: list[str]) -> dict[str, Any]:
    return {
        "name": f"t{number}",
        "id": f"t{number}",
        "parents": parents,
        "children": children,
        "runtimeInSeconds": 1.5,
    }


WORKFLOW = {
    "name": "small",
    "schemaVersion": "1.4",
    "workflow": {
        "tasks": [_task(0, [], ["t1", "t2"]), _task(1, ["t0"], ["t2"]), _task(2, ["t0", "t1"], [])],
        "makespanInSeconds": 9,
    },
}
TASK_GRAPHS = {
    "w.json": json.dumps(WORKFLOW),
    "g.stg": "3\n0 0 0\n1 4 1 0\n2 5 1 0\n3 2 2 1 2\n4 0 1 3\n",
    "g.dot": 'strict digraph g { node [work=2]; a -> b; subgraph s { b -> c; } c -> "d e"; }\n',
    "e.csv": "source,target,weight\na,b,1\nb,c,2.5\n",
    "g.graphml": '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="w" '
    'for="node" attr.name="work" attr.type="double"><default>2</default></key><graph edgedefault="directed">'
    '<node id="a"><data key="w">3</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>',
}


def task_graph(rng: np.random.Generator, folder: Path) -> list[str]:
    """A damaged task graph, scheduled."""
    name = str(rng.choice(list(TASK_GRAPHS)))
    data = TASK_GRAPHS[name].encode()
    if name.endswith(".json") and rng.random() < 0.6:
        data = json.dumps(mutate_tree(json.loads(data), rng)).encode(errors="replace")
    else:
        data = (mutate_bytes, mutate_text)[int(rng.integers(2))](data, rng)
    (folder / name).write_bytes(data)
    method = str(rng.choice(["heft", "cpop", "dls", "min_min"]))
    return ["schedule", str(folder / name), "--machine", "mesh-2x1", "--method", method]


FILES_OF_RUNS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "schedule": (
        "s.csv",
        "task,core,start,end\n0,0,0,1000\n1,0,1000,2000\n2,1,1076,2076\n3,1,2076,3076\n",
        {
            "workload": {"generator": "fork_join", "width": 2},
            "schedule": {"file": "s.csv"},
            "machine": "mesh-2x1",
        },
    ),
    "mapping": ("m.txt", "0\n1\n1\n0\n", {"workload": GRID, **CUT, "mapping": {"file": "m.txt"}}),
    "partition": (
        "p.txt",
        "0\n1\n" * 12,
        {"workload": GRID, "partition": {"file": "p.txt"}, "machine": "mesh-2x1"},
    ),
    "published": (
        "p.csv",
        "partitioner,figure,value,source\nlibra,cycles,100,T1\nrandom,cycles,90,T1\n",
        {"workload": GRID, **CUT, "published": "p.csv", "sweep": {"partition.method": ["libra", "random"]}},
    ),
}
"""A file that a run reads: its name, its text, and the experiment."""


def file_of_run(rng: np.random.Generator, folder: Path) -> list[str]:
    """A run that reads a damaged schedule, mapping, partition or table of published figures."""
    name, text, experiment = FILES_OF_RUNS[str(rng.choice(list(FILES_OF_RUNS)))]
    (folder / name).write_bytes((mutate_bytes, mutate_text)[int(rng.integers(2))](text.encode(), rng))
    config = folder / "e.yaml"
    config.write_text(yaml.safe_dump(experiment))
    return ["run", str(config), "-o", str(folder / "out"), "-j", "1", "--no-pictures"]


MESHES = {
    "m.poly": "4 2 0 0\n0 0 0\n1 1 0\n2 1 1\n3 0 1\n4 0\n0 0 1\n1 1 2\n2 2 3\n3 3 0\n0\n",
    "m.node": "# points\n4 2 0 1\n1 0 0 1\n2 1 0 1\n3 0.5 0.9 1\n4 0.2 2 1\n",
    "m.ele": "2 3 0\n1 1 2 3\n2 1 3 4\n",
}
"""The files of a mesh by Triangle: an outline alone, or points with triangles."""


def mesh(rng: np.random.Generator, folder: Path) -> list[str]:
    """A damaged mesh, refined."""
    names = (["m.poly"], ["m.node", "m.ele"])[int(rng.integers(2))]
    damaged = str(rng.choice(names))
    for name in names:
        data = MESHES[name].encode()
        if name == damaged:
            data = (mutate_bytes, mutate_text, mutate_text)[int(rng.integers(3))](data, rng)
        (folder / name).write_bytes(data)
    config = folder / "e.yaml"
    workload = {"kernel": "dmr", "mesh": names[-1], "max_triangles": 200}
    config.write_text(yaml.safe_dump({"workload": workload, "machine": "k20c"}))
    return ["run", str(config), "-o", str(folder / "out"), "-j", "1", "--no-pictures"]


def recording(rng: np.random.Generator, folder: Path) -> list[str]:
    """A damaged recording of a GPU, imported or fitted."""
    from gpu.measurement import records

    records.MEASUREMENTS = folder / "ours"  # not those of the package
    brought = folder / "brought" / "some-gpu"
    brought.mkdir(parents=True)
    number = "coo,spmv_coo,float32,256,mesh-4x4,,cold,registers,18,aaaaaaaaaaaa,bbbbbbbbbbbb\n"
    rows = {
        "counters": 2 * number,
        "microbenchmarks": "l2_latency,,l2_latency,251.6,250,252,9,l2_latency\n",
        "log": "counters,coo,left out\n",
    }
    files = {
        table: f"# device: Some GPU\n# backend: cupy\n{','.join(columns)}\n{rows.get(table, '')}"
        for table, columns in (records.FILES | records.MORE_FILES).items()
    }
    damaged = str(rng.choice(list(files)))
    for table, text in files.items():
        data = text.encode()
        if table == damaged:
            data = (mutate_bytes, mutate_text, mutate_text)[int(rng.integers(3))](data, rng)
        (brought / f"{table}.csv").write_bytes(data)
    more = ["--fit", str(folder / "fitted.yaml"), "--base", "k20c"] if rng.random() < 0.4 else []
    return ["validate", "gpu", "--record", str(folder / "brought"), *more]


def _raises(error: BaseException) -> Callable[..., Any]:
    def raising(*_: Any, **__: Any) -> Any:
        raise error

    return raising


def _returns(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def _recurses(*_: Any, **__: Any) -> Any:
    return _recurses()


WRONG: tuple[Callable[..., Any], ...] = (
    *map(_raises, (ValueError("boom"), KeyError("boom"), SystemExit(3), OSError(28, "full"))),
    *map(_returns, (None, 0, "x", [], {}, object(), np.zeros(3), np.full(16, -1), np.full(16, np.nan))),
    *map(_returns, (np.zeros(16, int), np.array(["a"] * 16), np.full(16, 2**40), [[0] * 16], iter(()))),
    _recurses,
)


def plugin(rng: np.random.Generator, folder: Path) -> list[str]:
    """A plug-in that raises an exception or returns nonsense, under the checks of its family."""
    from numasim.conformance.suites import SUITES, suite_of

    family = str(rng.choice(list(SUITES)))
    wrong = WRONG[int(rng.integers(len(WRONG)))]
    registry = suite_of(family).registry
    if "fuzzed" in registry:
        registry.unregister("fuzzed")
    registry.register("fuzzed", wrong)
    return ["conformance", family, "fuzzed"]
