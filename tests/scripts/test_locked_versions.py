"""The scripts install exact versions, every file with its hash, within the ranges of pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WANTED = {
    "run": PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"],
    "trace": PROJECT["project"]["optional-dependencies"]["trace"],
    "dev": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
}


def locked(name):
    """The version and the number of hashes of each package."""
    text = (ROOT / "scripts" / "locked" / f"{name}.txt").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found = {}
    for line in lines:
        package = re.match(r"([a-z0-9-]+)==([^ ;]+)", line)
        assert package, line
        found[package[1]] = (package[2], line.count("--hash=sha256:"))
    return found


@pytest.mark.parametrize("name", WANTED)
def test_every_package_is_locked_with_hashes_within_its_range(name):
    versions = locked(name)
    for line in WANTED[name]:
        wanted = Requirement(line)
        version, hashes = versions[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), f"{wanted} is locked at {version}: scripts/upgrade --keep"
        assert hashes > 0
    assert all(hashes for _, hashes in versions.values())


def test_users_and_developers_have_the_same_versions():
    dev = locked("dev")
    for name in ("run", "trace"):
        for package, pinned in locked(name).items():
            assert dev[package] == pinned


def test_the_installer_is_locked_with_hashes():
    versions = locked("uv")
    assert list(versions) == ["uv"]
    assert versions["uv"][1] > 0


def test_the_citation_has_the_version_of_the_project():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == PROJECT["project"]["version"]


def test_no_registry_is_named():
    for path in (ROOT / "scripts" / "locked").iterdir():
        assert "://" not in path.read_text()
