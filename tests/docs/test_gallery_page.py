"""The gallery: its files are valid, its pictures are there and small, and they are what its commands draw."""

import importlib.util
import re
from pathlib import Path

import pytest

from numasim.results.plots import all_pictures

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "gallery.md").read_text(encoding="utf-8")
FOLDER = DOCS / "figures" / "gallery"


@pytest.fixture(scope="module")
def gallery():
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "figures" / "gallery.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_files_have_no_mistakes(gallery, call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files, commands = gallery.blocks(PAGE)
    assert {arguments[1] for arguments in commands if arguments[0] == "run"} == set(files)
    for name, text in files.items():
        Path(name).write_text(text)
        code, out, err = call("check", name)
        assert code == 0, out + err


def test_its_pictures_are_there_and_small(gallery):
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert sorted(sizes) == sorted(gallery.shown(PAGE)), "run: python docs/figures/gallery.py"
    assert max(sizes.values()) < 150_000
    assert sum(sizes.values()) < 1_000_000


def test_every_picture_of_a_run_is_named(gallery):
    shown = {Path(name).stem.rpartition("-")[2] for name in gallery.shown(PAGE)}
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## Others")[2]))
    assert set(all_pictures()) - shown - named == set()


def test_a_picture_that_is_not_drawn_is_an_error(gallery, tmp_path):
    with pytest.raises(SystemExit, match=r"^gallery\.md shows none\.svg; its commands drew $"):
        gallery.draw("![nothing](figures/gallery/none.svg)\n", tmp_path / "pictures")
    assert not (tmp_path / "pictures").exists()


@pytest.mark.slow
def test_the_commands_draw_the_same_pictures_again(gallery, tmp_path):
    gallery.draw(PAGE, tmp_path / "pictures")
    for path in FOLDER.iterdir():
        assert (tmp_path / "pictures" / path.name).read_bytes() == path.read_bytes(), path.name
