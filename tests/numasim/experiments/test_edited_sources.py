"""A kept point of a traced program depends on every file that its source includes, and on what it opens."""

import subprocess

import pytest

import numasim
from numasim.experiments.plan import job_of
from numasim.experiments.point_store import point_key
from numasim.plugin_files import Hashes
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.trace.compilers import find_linker
from numasim.trace.source_files import included_files

FILES = {
    "prog.c": '#include "near.h"\n#include <stdio.h>\n# include <sub/far.h>\nint main() { return N; }\n',
    "near.h": '#pragma once\n#include /* the "other" one */ \\\n "deep.h"\n// #include "unused.h"\n',
    "deep.h": '#pragma once\n#include "near.h"\n#define N 0\n',
    "flagged/sub/far.h": "",
    "first.h": "",
    "flagged/libown.a": "!<arch>\n",
    "flagged/libother.a": "!<arch>\n",
    "unused.h": "",
}

HEADERS = [name for name in FILES if name.endswith(".h")]
UNUSED = {"unused.h", "flagged/libother.a"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def experiment_of(threads):
    source = {"source": "prog.c", "flags": ["-Iflagged", "-include", "first.h", "-Lflagged", "-lown"]}
    if threads:
        return {"workload": {**source, "threads": 2}, "machine": "mesh-2x2"}
    partition = {"method": "contiguous", "parts": 2}
    return {"workload": source, "partition": partition, "machine": "mesh-2x2"}


def key_of(threads=False):
    (point,) = points(load_experiment(experiment_of(threads)))
    hashes = Hashes()
    return point_key(job_of(point, hashes), hashes)


def test_the_files_that_a_source_includes(folder):
    found = included_files(folder / "prog.c", ["-I", str(folder / "flagged"), f"-include{folder}/first.h"])
    assert {path.relative_to(folder).as_posix() for path in found} == {*HEADERS} - {"unused.h"}
    assert len(found) == 4
    assert [path.name for path in included_files(folder / "prog.c")] == ["near.h", "deep.h"]


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_a_change_of_a_file_makes_another_name(folder, name, threads):
    before = key_of(threads)
    assert key_of(threads) == before
    (folder / name).write_text(FILES[name] + "\n")
    assert (key_of(threads) == before) == (name in UNUSED)


PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{before}
int main({arguments}) {{ volatile int n = 0; {line} return n < 0; }}
"""


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize(
    ("parts", "asks"),
    [
        ({"line": 'FILE *f = fopen("x", "r"); n = f != 0;'}, True),
        ({"before": "#define OPEN fopen", "line": 'n = OPEN("x", "r") != 0;'}, True),
        (
            {
                "before": "FILE *(*volatile f)(const char *, const char *) = fopen;",
                "line": 'n = f("x", "r") != 0;',
            },
            True,
        ),
        ({"line": 'n = getenv("HOME") != 0;'}, True),
        ({"before": "#include <sys/stat.h>", "line": 'struct stat s; n = stat("x", &s);'}, True),
        ({"before": "#include <unistd.h>", "line": "n = syscall(39);"}, True),
        ({"before": "#include <time.h>", "line": "time_t t = 0; n = localtime(&t)->tm_hour;"}, True),
        ({"before": "int unknown(void);", "line": "n = unknown();"}, True),
        ({"before": "extern char **environ;", "line": "n = environ[0] != 0;"}, True),
        ({"arguments": "int argc, char **argv, char **envp", "line": "n = envp[0] != 0;"}, True),
        ({"before": '__asm__(".incbin \\"prog.c\\"");', "line": ""}, True),
        (
            {
                "arguments": "int argc, char *argv[]",
                "line": 'n = strlen(argv[0]); printf("%d", n); free(malloc(4));',
            },
            False,
        ),
        ({"line": "n = getchar(); srand(1); n += rand();"}, False),
    ],
)
def test_a_program_that_may_look_outside_is_run_again_each_time(folder, parts, asks, threads, c_compiler):
    whole = {"before": "", "arguments": "void", **parts}
    (folder / "prog.c").write_text(PROGRAM.format(**whole))
    assert (key_of(threads) != key_of(threads)) == asks


MAY = """#if __has_include("may.h")
#define N 1
#else
#define N 2
#endif"""
QUOTED = """char quote = '"'; const char *text = "/*";
#include "first/value.h"
"""
WAYS = {
    "a folder of the environment": ("#include <system.h>", "system/system.h"),
    "the next header of the name": ("#include <first.h>", "last/first.h"),
    "whether there is a header": (MAY, "may.h"),
    "a name in a macro": ('#define WHERE "first/value.h"\n#include WHERE', "first/value.h"),
    "behind a quote": (QUOTED, "first/value.h"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_header_counts_however_the_compiler_finds_it(way, folder, monkeypatch, c_compiler):
    include, changed = WAYS[way]
    for name in ("system", "first", "last"):
        (folder / name).mkdir()
    monkeypatch.setenv("C_INCLUDE_PATH", str(folder / "system"))
    (folder / "first/first.h").write_text("#include_next <first.h>\n")
    for name in ("system/system.h", "last/first.h", "first/value.h"):
        (folder / name).write_text("#define N 1\n")
    (folder / "first.h").unlink()
    (folder / "prog.c").write_text(f"{include}\nint main() {{ return N; }}\n")
    flags = {"flags": ["-Ifirst", "-Ilast"]}

    def key():
        partition = {"method": "contiguous", "parts": 2}
        data = {"workload": {"source": "prog.c", **flags}, "partition": partition, "machine": "mesh-2x2"}
        (point,) = points(load_experiment(data))
        hashes = Hashes()
        return point_key(job_of(point, hashes), hashes)

    before = key()
    assert key() == before
    (folder / changed).write_text("#define N 3\n")
    assert key() != before


def test_results_are_those_of_the_files_as_they_are(folder, c_compiler):
    def vertices():
        row = numasim.run(experiment_of(threads=False), output="results").iloc[0]
        assert row["error"] is None or row["error"] != row["error"]
        return row["vertices"]

    loop = "#define N 0\nstatic int sum() { int s = 0; for (int i = 0; i < COUNT; i++) s += i; return s; }\n"
    (folder / "prog.c").write_text('#include "near.h"\nint main() { return sum() < 0; }\n')
    (folder / "near.h").write_text("#define COUNT 10\n" + loop)
    few = vertices()
    (folder / "near.h").write_text("#define COUNT 20\n" + loop)
    many = vertices()
    assert many > few
    (folder / "near.h").write_text("#define COUNT 10\n" + loop)
    assert vertices() == few


READERS = {
    "ifstream": (
        ".cpp",
        """#include <fstream>
        int main() { std::ifstream file("in.txt"); int n = 0, s = 0; file >> n;
                     for (volatile int i = 0; i < n; i = i + 1) s += i; return s < 0; }""",
    ),
    "filesystem": (
        ".cpp",
        """#include <filesystem>
        int main() { int n = std::filesystem::file_size("in.txt"), s = 0;
                     for (volatile int i = 0; i < n; i = i + 1) s += i; return s < 0; }""",
    ),
    "stat": (
        ".c",
        """#include <sys/stat.h>
        int main() { struct stat about; stat("in.txt", &about);
                     for (volatile int i = 0; i < about.st_size; i = i + 1); return 0; }""",
    ),
    "environment": (
        ".c",
        """int main(int argc, char **argv, char **envp) { volatile int n = 0;
            for (; *envp; envp++) if (envp[0][0] == 'Q' && envp[0][1] == '=')
                for (char *at = envp[0]; *at; at++) n = n + 1; return n < 0; }""",
    ),
    "assembly": (
        ".c",
        """__asm__(".section .rodata\\nfirst: .incbin \\"in.txt\\"\\nlast: .byte 0\\n.text");
        extern const char first[], last[];
        int main() { for (volatile const char *at = first; at != last; at = at + 1); return 0; }""",
    ),
    "library": (
        ".c",
        "int many(void); int main() { for (volatile int i = 0; i < many(); i = i + 1); return 0; }",
    ),
}


@pytest.mark.parametrize("name", READERS)
def test_a_trace_is_kept_only_of_programs_that_do_not_look_outside(name, folder, monkeypatch, c_compiler):
    suffix, source = READERS[name]
    program = folder / f"{name}{suffix}"
    program.write_text(source)
    flags = ["-L.", "-lmany"] if name == "library" else []

    def vertices(size):
        (folder / "in.txt").write_text(str(size) + " " * size)
        monkeypatch.setenv("Q", "q" * size)
        if name == "library":
            (folder / "many.c").write_text(f"int many(void) {{ return {size}; }}")
            command = [*find_linker(), "-c", "-o", "many.o", "many.c"]
            subprocess.run(command, check=True)
            (folder / "libmany.a").unlink(missing_ok=True)
            subprocess.run(["ar", "rc", "libmany.a", "many.o"], check=True)
        return numasim.trace_program(program, flags=flags).graph.num_vertices

    few = vertices(10)
    assert vertices(30) > few
