"""Checks with the real CuPy, without a GPU; run by the Python of ``scripts/cupy``, whose machine has no more.

``python cupy_checks.py names`` reads dotted names from standard input and prints those that CuPy has not.
``python cupy_checks.py compile DTYPE`` compiles every kernel file as CuPy does, links those whose kernels
launch others, and prints the kernels in the machine code.
"""

import importlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

ARCHITECTURE = "90"
_SECTION = re.compile(rb"\0\.text\.(\w+)\0")


def missing(names):
    """The names that cannot be imported or are no attributes."""
    return [name for name in names if not _exists(name.split("."))]


def _exists(words):
    if words[:2] == ["cupyx", "cusparse"]:  # its import needs cuSPARSE, which is large
        import cupyx

        source = (Path(cupyx.__file__).parent / "cusparse.py").read_text()
        return all(f"\ndef {word}(" in source for word in words[2:])
    found = importlib.import_module(words[0])
    for i, word in enumerate(words[1:], 2):
        if not hasattr(found, word):
            try:
                importlib.import_module(".".join(words[:i]))
            except ImportError:
                return False
        found = getattr(found, word)
    return True


class Loaded:
    """Stands for a module on a device: it keeps the machine code that would be loaded."""

    def _set_mapping(self, mapping):
        pass

    def load(self, code):
        self.code = bytes(code)


class Linked:
    """Stands for the linker of the driver: the same linker as a library."""

    def add_ptr_data(self, code, name):
        self.code = bytes(code)

    def add_ptr_file(self, path):
        assert Path(path).name == "libcudadevrt.a"
        assert Path(path).is_file()

    def complete(self):
        from gpu.backends.nvrtc import link_launches

        return link_launches(self.code, f"sm_{ARCHITECTURE}")


def compile_all(dtype, block_size):
    """Compile each kernel file and the timer's kernels as CuPy does; yield what is in the machine code."""
    import cupy
    from cupy._core.core import assemble_cupy_compiler_options
    from cupy.cuda import compiler

    from gpu.backends import cupy_backend
    from gpu.kernel import KERNEL_FOLDER
    from gpu.measurement import timer

    compiler.function = SimpleNamespace(Module=Loaded, LinkState=Linked)
    # CuPy asks the device, although it knows the architecture.
    compiler._get_arch_for_options_for_nvrtc = lambda arch: (f"-arch=sm_{arch}", "cubin")
    asked = []
    cupy.RawModule = lambda **options: asked.append(options)
    files = sorted(KERNEL_FOLDER.parent.rglob("*.cu"))
    for file in files:
        cupy_backend._module(file, dtype, block_size)
    modules = {each["code"]: each for each in asked}
    modules[timer._KERNELS] = {"code": timer._KERNELS, "options": (), "backend": "nvrtc"}
    names = {file.read_text(): file.name for file in files}
    for code, given in modules.items():
        made = compiler._compile_module_with_cache(
            code,
            assemble_cupy_compiler_options(given["options"]),
            arch=ARCHITECTURE,
            backend=given["backend"],
            enable_cooperative_groups=given.get("enable_cooperative_groups", False),
        )
        yield names.get(code, "timer"), sorted({name.decode() for name in _SECTION.findall(made.code)})


if __name__ == "__main__":
    if sys.argv[1] == "names":
        print(json.dumps(missing(json.load(sys.stdin))))  # noqa: T201  # a command
    else:
        with tempfile.TemporaryDirectory() as cache:
            os.environ["CUPY_CACHE_DIR"] = cache
            print(json.dumps(dict(compile_all(sys.argv[2], 256))))  # noqa: T201  # a command
