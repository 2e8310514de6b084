"""The memory for new data, under limits of control groups of both versions."""

import sys

import pytest

from gpu.backends.host.available_memory import available_bytes

KIB = 1024


@pytest.fixture
def root(tmp_path):
    """Write files below a root, by their paths; a system with 1,000 KiB available."""

    def write(files):
        for path, text in {"proc/meminfo": "MemTotal: 4000 kB\nMemAvailable: 1000 kB\n", **files}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    return write


def version_2(group, limit, usage, cached=0):
    folder = f"sys/fs/cgroup/{group}"
    stat = f"anon 5\ninactive_file {cached}\n"
    return {
        f"{folder}/memory.max": f"{limit}\n",
        f"{folder}/memory.current": f"{usage}\n",
        f"{folder}/memory.stat": stat,
    }


def version_1(group, limit, usage, cached=0):
    folder = f"sys/fs/cgroup/memory/{group}"
    stat = f"inactive_file 7\ntotal_inactive_file {cached}\n"
    files = {"limit_in_bytes": limit, "usage_in_bytes": usage}
    return {f"{folder}/memory.stat": stat} | {
        f"{folder}/memory.{name}": f"{n}\n" for name, n in files.items()
    }


def test_without_groups_it_is_what_the_system_has(root):
    assert available_bytes(root({})) == 1000 * KIB


def test_without_linux_it_has_no_limit(tmp_path):
    assert available_bytes(tmp_path) == sys.maxsize // KIB * KIB


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"proc/self/cgroup": "0::/job\n", **version_2("job", 800, 300, 40)}, 540),
        ({"proc/self/cgroup": "0::/job\n", **version_2("job", "max", 300)}, 1000 * KIB),
        # A group above it has less left, and one beside it does not count.
        ({"proc/self/cgroup": "0::/a/b\n", **version_2("a/b", 800, 300), **version_2("a", 900, 700)}, 200),
        ({"proc/self/cgroup": "0::/a\n", **version_2("a", 800, 300), **version_2("b", 10, 5)}, 500),
        # Usage may exceed a limit that was lowered.
        ({"proc/self/cgroup": "0::/a\n", **version_2("a", 800, 900)}, 0),
        # In a container, the path of the host is not there.
        ({"proc/self/cgroup": "0::/docker/3f\n", **version_2("", 800, 300)}, 500),
        ({"proc/self/cgroup": "5:cpu:/x\n4:memory,pids:/job\n", **version_1("job", 800, 300, 40)}, 540),
        ({"proc/self/cgroup": "5:cpu:/x\n4:memory:/\n", **version_1("x", 8, 3)}, 1000 * KIB),
        ({"proc/self/cgroup": "4:memory:/\n", **version_1("", 2**63 - 4096, 3)}, 1000 * KIB),
        ({"proc/self/cgroup": "4:memory:/docker/3f\n0::/docker/3f\n", **version_1("", 800, 300)}, 500),
        (version_1("", 700, 300), 400),
    ],
)  # fmt: skip
def test_the_least_of_the_groups_and_of_the_system_counts(root, files, expected):
    assert available_bytes(root(files)) == expected
