"""The real CuPy, without a GPU: every used attribute exists, and every kernel compiles as CuPy compiles it.

CuPy is in an environment of its own, which ``scripts/cupy`` makes; without it these tests are skipped.
"""

import ast
import json
import subprocess
from pathlib import Path

import pytest

import gpu.record
from gpu.kernel import KERNEL_FOLDER, read_kernels

ROOT = Path(gpu.record.__file__).parents[1]
PYTHON = ROOT / ".venv" / "cupy" / "bin" / "python"
FAKE = Path(__file__).parents[1] / "fake_device"

REAL = {
    "ndarray": "cupy.ndarray",
    "RawModule": "cupy.RawModule",
    "RawKernel": "cupy.RawKernel",
    "_Function": "cupy.RawKernel",
    "_Event": "cupy.cuda.Event",
    "_Device": "cupy.cuda.Device",
}
"""The class of CuPy for each class of the stand-in, which has what our code uses of its objects."""


def ask(what, text=""):
    if not (PYTHON.parents[1] / "installed").exists():
        pytest.skip("the environment of `scripts/cupy` does not exist")
    done = subprocess.run(
        [PYTHON, Path(__file__).parents[1] / "cupy_checks.py", *what],
        input=text,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def used_names():
    """The dotted names of CuPy in the package: ``cupy.cuda.Event`` for ``self.cupy.cuda.Event()``."""
    found = set()
    for file in sorted((ROOT / "gpu").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cupy"):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
            words = []
            while isinstance(node, ast.Attribute):
                words.insert(0, node.attr)
                node = node.value
            words = [node.id, *words] if isinstance(node, ast.Name) else words
            for root, name in (("cupy", "cupy"), ("cusparse", "cupyx.cusparse")):
                if root in words[:-1]:
                    found.add(".".join([name, *words[words.index(root) + 1 :]]))
    return found


def names_of_objects():
    """The public attributes of the objects of the stand-in."""
    found = set()
    for node in ast.parse((FAKE / "cupy" / "__init__.py").read_text()).body:
        if isinstance(node, ast.ClassDef) and node.name in REAL:
            for each in node.body:
                targets = each.targets if isinstance(each, ast.Assign) else [each]
                names = [getattr(target, "name", getattr(target, "id", "_")) for target in targets]
                found |= {f"{REAL[node.name]}.{name}" for name in names if not name.startswith("_")}
    return found


def test_every_attribute_that_is_used_exists():
    used = used_names()
    assert {"cupy.RawModule", "cupy.cuda.runtime.profilerStart", "cupyx.scipy.sparse.csr_matrix"} <= used
    assert {"cupyx.cusparse.spmv", "cupy.cuda.get_elapsed_time"} <= used
    objects = names_of_objects()
    assert {"cupy.cuda.Event.record", "cupy.ndarray.set", "cupy.RawModule.get_function"} <= objects
    more = ["cupy.cuda.function.Function.ptr", "cupyx.scipy.sparse.csr_matrix.has_canonical_format"]
    assert ask(["names"], json.dumps([*used, *objects, *more])) == []


def test_an_attribute_that_does_not_exist_is_found():
    names = ["cupy.cuda.Event.seconds", "cupy.zeros", "cupyx.cusparse.no_such_product", "cupy.cuda.nothing.x"]
    assert ask(["names"], json.dumps(names)) == [names[0], *names[2:]]


@pytest.mark.parametrize("dtype", ["float32", pytest.param("float64", marks=pytest.mark.slow)])
def test_every_kernel_compiles_with_the_options_of_cupy_and_links(dtype):
    """With CUDA 13; kernels that launch others are linked with the runtime of the device."""
    made = ask(["compile", dtype])
    files = {file.name: file for file in KERNEL_FOLDER.parent.rglob("*.cu")}
    assert made.keys() == {*files, "timer"}
    assert {"hold", "read_all"} <= set(made["timer"])
    for name, file in files.items():
        assert {kernel.name for kernel in read_kernels(file)} <= set(made[name]), name
