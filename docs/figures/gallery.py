"""Draw the pictures of docs/gallery.md: write its files, run its commands, and keep the shown pictures.

    python docs/figures/gallery.py

The page names a picture after its path in the folder of the commands: results/fft/tiles.svg is fft-tiles.svg.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parents[1] / "gallery.md"
PICTURES = Path(__file__).parent / "gallery"
BLOCK = re.compile(r"^```(yaml|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown(page):
    """The names of the pictures on the page."""
    return re.findall(r"\]\(figures/gallery/([^)]+)\)", page)


def blocks(page):
    """The files of the page by name, and the arguments of its commands, in order."""
    files, commands = {}, []
    for language, text in BLOCK.findall(page):
        if language == "yaml":
            files[text.partition("\n")[0].removeprefix("# ")] = text
        else:
            commands += [shlex.split(line.removeprefix("$ numasim ")) for line in text.splitlines()]
    return files, commands


def draw(page, pictures):
    """Run the commands of the page in an empty folder, and replace `pictures` by those that it shows."""
    files, commands = blocks(page)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        for arguments in commands:
            print("numasim", *arguments, file=sys.stderr, flush=True)
            subprocess.run([sys.executable, "-m", "numasim", *arguments], cwd=folder, check=True)
        drawn = {
            "-".join(path.relative_to(folder).parts).removeprefix("results-"): path
            for path in Path(folder).rglob("*.*")
            if path.suffix in (".svg", ".png")
        }
        missing = [name for name in shown(page) if name not in drawn]
        if missing:
            raise SystemExit(f"{PAGE.name} shows {', '.join(missing)}; its commands drew {', '.join(drawn)}")
        shutil.rmtree(pictures, ignore_errors=True)
        pictures.mkdir()
        for name in shown(page):
            shutil.copyfile(drawn[name], pictures / name)


if __name__ == "__main__":
    draw(PAGE.read_text(encoding="utf-8"), PICTURES)
